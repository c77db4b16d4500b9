"""Names and texts from strangers, shown on terminals, in workflow logs and on the page of `pnp watch`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pnp.diagnostics import Cell, Diagnostic, Span, report, terminal, text
from tests.conftest import SMALL, edit, run
from tests.support.foreign import File
from tests.support.watching import served, view_of

if TYPE_CHECKING:
    from click.testing import Result

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\u2066"
IN_YAML = r'"\e]0;owned\a\e[2J\x9B31m\u202Eevil\u2066"'
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def assert_harmless(result: Result, *shown: str) -> None:
    """Nothing in the output controls a terminal, and the texts are in it."""
    assert result.exit_code in (0, 1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    found = OBEYED.search(result.output)
    assert found is None, result.output[max(0, found.start() - 80) :][:200]
    for part in shown:
        assert part in result.output, result.output[:2000]


@pytest.fixture
def evil(small: Path) -> Path:
    """A kit with a title and a name that would control a terminal. The name is too long, and errors quote it."""
    edit(small, "kit.yaml", "title: Pocket Joust", f"title: {IN_YAML}")
    edit(small, "cards.yaml", "    name: Swerve", f'    name: {IN_YAML[:-1]}{" evil" * 20}"')
    return small


@pytest.mark.parametrize("form", ["text", "json", "github", "gitlab", "junit", "sarif"])
def test_check_shows_what_it_found(evil, form):
    edit(evil, "cards.yaml", "    name: Dodge", f"    name: Dodge\n    {IN_YAML}: 1")
    result = run("check", evil, "--format", form)
    assert result.exit_code == 1
    assert_harmless(result, r"u202eevil")
    if form in ("json", "gitlab", "sarif"):
        assert json.loads(result.stdout)


def test_json_says_what_the_data_say(evil):
    result = run("show", evil, "--format", "json")
    assert EVIL in [value["value"] for value in json.loads(result.stdout)["values"]]


@pytest.mark.slow
def test_show_and_diff_show_what_is_there(evil):
    for command in (("show", evil), ("show", evil, "swerve", "--format", "json"), ("diff", SMALL, evil)):
        assert_harmless(run(*command), r"\u202eevil")


def test_names_of_folders_and_files_are_shown(small, tmp_path):
    if os.name == "nt":
        pytest.skip("no such names there")
    folder = small.rename(small.with_name("a\u202eb"))
    edit(folder, "cards.yaml", "    name: Swerve", "    nom: Swerve")
    assert_harmless(run("check", folder), r"a\u202eb/cards.yaml:")
    assert_harmless(run("build", folder, "--output", tmp_path / "out"), r"a\u202eb/cards.yaml:")
    for command in ("check", "build", "show", "watch", "play"):
        assert_harmless(run(command, f"{folder}-not"), "Error: Invalid value")
    escape = folder.rename(folder.with_name("a\x1b[2Jb"))
    assert_harmless(run("check", escape), r"a\x1b[2Jb")
    pdf = tmp_path / "x\x1b[2Jy\n::error::z.pdf"
    pdf.write_bytes(b"no PDF")
    assert_harmless(run("preflight", pdf), r"x\x1b[2Jy\n::error::z.pdf")


def test_texts_of_pdfs_are_shown(tmp_path):
    file = File()
    font = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Evil\x1b[2J\u202e"}
    file.page(resources={"Font": {"F1": font}}, content=b"BT /F1 12 Tf (a) Tj ET")
    file.root(OutputIntents=[{"Type": "/OutputIntent", "S": "/GTS_PDFX", "OutputConditionIdentifier": EVIL}])
    path = tmp_path / "x.pdf"
    file.writer.write(path)
    assert_harmless(run("preflight", path), "evil")
    assert_harmless(run("preflight", path, "--format", "json"), "evil")


def diagnostic(message: str, *hints: str, file: str = "a.yaml", cell: Cell | None = None) -> Diagnostic:
    return Diagnostic(Span(file, 1, 1, 1, cell or Cell()), "error", "some-code", message, hints)


def test_a_message_stays_on_its_line_and_the_caret_below_what_is_shown(tmp_path):
    cell = Cell("row 1", "a\x1b", "ab\x1bcd\u202eef", 4)
    assert text.lines(
        [diagnostic("a\nno errors", "b\nc", cell=cell)._replace(span=Span("a", 1, 4, 3, cell))], tmp_path
    ) == [
        r"a:1:4: error[some-code]: a\nno errors", r"    ab\x1bcd\u202eef", r"          ^^^^^^^^ row 1, column 'a\x1b'",
        "    hint: b\n    c", "1 error, nothing was printed",
    ]  # fmt: skip


FORGED = "a\n::error::b\r::stop-commands::x %0A::warning::c"


def test_data_forge_no_workflow_commands(tmp_path):
    found = diagnostic(FORGED, FORGED, file=f"{FORGED},line=9,a::b.yaml", cell=Cell(FORGED, FORGED))
    command, summary = report.write("github", [found], tmp_path).splitlines()
    assert command.startswith("::error file=")
    assert command.count("::") - command.rpartition("title=some-code::")[2].count("::") == 2
    assert "%250A::warning" in command
    assert "\r" not in command
    assert summary == "1 error"


def test_a_file_whose_name_is_not_utf_8_has_a_place_in_every_form(tmp_path):
    name = os.fsdecode(b"caf\xe9.yaml") if os.name != "nt" else "caf\udce9.yaml"
    for near in (tmp_path, tmp_path / "other"):
        for form in ("text", "json", "github", "gitlab", "junit", "sarif"):
            found = terminal.escaped(report.write(form, [diagnostic("wrong", file=str(tmp_path / name))], near))
            assert found.encode()


def test_the_page_takes_no_markup_from_a_kit(small):
    markup = "</script><script>alert(1)</script><img src=x onerror=alert(2)><!--"
    edit(small, "kit.yaml", "title: Pocket Joust", f"title: {json.dumps(markup)}")
    edit(small, "cards.yaml", "    name: Swerve", f"    name: Swerve\n    {json.dumps(markup)}: 1")
    with served(small) as site:
        site.checked()
        _, headers, page = site.get()
    assert markup in str(view_of(page))
    assert page.count(b"<script") == 3
    assert b"<img" not in page.partition(b"</script>")[0].partition(b'id="first">')[2]
    assert "unsafe" not in headers["content-security-policy"]


def test_errors_before_any_command_are_shown():
    words = [f"\x1b[2J{EVIL}"]
    done = subprocess.run([sys.executable, "-m", "pnp", *words], capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert not OBEYED.search(done.stderr)
