"""The command as people meet it: what it prints, how it refuses, what it leaves behind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from pypdf import PdfReader

from pnp import __version__
from pnp.kit import paths
from pnp.pipeline.option_table import CommandLine, rows
from tests.conftest import SMALL, edit, run
from tests.support import three_cards

SUMMARY = """\
file                              stock      pages  sheets  cards
small-a4-cardstock.pdf            cardstock      6       3     27
small-a4-cardstock-one-sided.pdf  cardstock      1       1      –
small-a4-paper.pdf                paper          2       2      –
small-a4-rulebook.pdf             paper          2       1      –
small-rulebook-screen.pdf         screen         4       –      –
manifest.json
in {folder}
"""


def test_build_prints_a_short_table_and_nothing_else(tmp_path):
    result = run("build", SMALL, "--paper", "a4", "--output", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stdout == SUMMARY.format(folder=tmp_path / "out")
    assert result.stderr == ""


def test_the_default_folder_is_named_after_kit_and_paper(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("build", SMALL, "--paper", "letter", "--only", "bracket").exit_code == 0
    assert sorted(p.name for p in (tmp_path / "output" / "small-letter").iterdir()) == [
        "manifest.json",
        "small-letter-paper.pdf",
    ]


def test_only_prints_the_named_components(tmp_path):
    assert run("build", SMALL, "--only", "moves, foldies", "--output", tmp_path).exit_code == 0
    manifest = json.loads((tmp_path / "manifest.json").read_text("utf-8"))
    assert {p["component"] for p in manifest["pieces"]} == {"moves", "foldies"}
    assert [f["path"] for f in manifest["files"]] == [f"small-a4-cardstock{end}.pdf" for end in ("", "-one-sided")]


def test_a_part_of_the_set_has_the_same_data_version_as_the_whole(tmp_path):
    run("build", SMALL, "--only", "rhinos", "--output", tmp_path / "part")
    run("build", SMALL, "--output", tmp_path / "whole")
    part, whole = (json.loads((tmp_path / name / "manifest.json").read_text("utf-8")) for name in ("part", "whole"))
    assert part["data_version"] == whole["data_version"]


def test_list_names_kits_papers_and_card_sizes():
    result = run("list")
    assert result.exit_code == 0
    kit = "  rhino          Rhinoceros Joust: a duel of horns for two\n                 guide, "
    assert kit in result.stdout
    assert "  soaring-sunset Soaring Rhino" in result.stdout
    for line in ("a4           210 × 297 mm", "tabloid      279.4 × 431.8 mm", "euro-poker 63 × 88 mm"):
        assert f"  {line}\n" in result.stdout


@pytest.fixture
def own_data(tmp_path, monkeypatch) -> Path:
    """A copy of all data, which the program takes in place of its own."""
    for part in ("card_data", "fonts", "art"):
        shutil.copytree(paths.root() / part, tmp_path / "data" / part)
    monkeypatch.setattr(paths, "root", lambda: tmp_path / "data")
    return tmp_path / "data"


def test_list_reads_only_what_it_prints(own_data):
    listed = run("list").stdout
    for name in ("cards", "faces", "phrases", "rulings"):
        (own_data / "card_data" / "rhino" / f"{name}.yaml").write_text("{", "utf-8")
    assert run("list").stdout == listed


def test_list_reports_a_kit_whose_description_is_wrong(own_data):
    line = edit(own_data, "card_data/rhino/kit.yaml", "tagline: ", "tagleine: ")
    result = run("list")
    assert result.exit_code == 1
    assert f"kit.yaml:{line}:1: error[unknown-key]: unknown key 'tagleine'" in result.stderr


def test_the_list_of_a_kit_has_its_own_card_sizes_with_their_titles(small):
    kit_file = small / "kit.yaml"
    sizes = "sizes:\n  land: {title: Piece of land, size: [90, 78], shape: hexagon}\n  slip: {size: [40, 20]}\n"
    kit_file.write_text(kit_file.read_text(encoding="utf-8") + sizes, encoding="utf-8")
    listed = run("list", small).output
    assert "  land         90 × 78 mm, hexagon: Piece of land\n  slip         40 × 20 mm\n" in listed


def test_version():
    assert run("--version").stdout == f"pnp, version {__version__}\n"


@pytest.mark.parametrize("command", [(), ("build",), ("list",)])
def test_help_is_everywhere_in_both_forms(command):
    short, long = run(*command, "-h"), run(*command, "--help")
    assert short.exit_code == long.exit_code == 0
    assert short.stdout == long.stdout
    assert "Usage:" in short.stdout


def test_options_of_a_build_are_below_the_headings_of_their_table():
    lines = run("build", "--help").stdout.splitlines()
    headings = [line.strip(":") for line in lines if line and not line.startswith((" ", "Usage"))]
    wanted = [option.heading for option in rows(CommandLine).values() if option.heading]
    assert headings == [*dict.fromkeys(wanted), "Options"]
    below = [
        line.split()[0] for line in lines[lines.index("Cutting:") : lines.index("Data and errors:")] if "--" in line
    ]
    assert below == ["--cutter", "--inset", "--area", "--underlay", "--skip"]


@pytest.mark.slow
def test_the_shell_completes_kits_and_papers():
    def completed(words: str, count: int) -> str:
        environment = {**os.environ, "_PNP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(count)}
        script = [sys.executable, "-c", "from pnp.cli import main; main(prog_name='pnp')"]
        return subprocess.run(script, env=environment, capture_output=True, text=True, check=True).stdout

    assert completed("pnp build ti", 2) == "plain,tilt\n"
    assert completed("pnp build al", 2) == "plain,all\n"
    assert completed("pnp build rhino --paper le", 4) == "".join(
        f"plain,{name}\n" for name in ("letter", "letter-landscape", "legal", "legal-landscape")
    )


@pytest.mark.parametrize(
    ("paper", "named", "points"),
    [("a4-landscape", "a4-landscape", (841.89, 595.28)), ("8.5x12in", "215.9x304.8mm", (612, 864))],
)
def test_papers_lie_down_or_have_measures_of_their_own(paper, named, points, tmp_path):
    assert run("build", SMALL, "--paper", paper, "--only", "rhinos", "--output", tmp_path).exit_code == 0
    page = PdfReader(tmp_path / f"small-{named}-cardstock.pdf").pages[0]
    assert [float(v) for v in page.mediabox[2:]] == pytest.approx(points, abs=0.01)


# Wrong use: exit 2 -------------------------------------------------------------------------------------------


def test_an_output_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    for output in (tmp_path / "file", tmp_path / "file" / "deeper"):
        result = run("build", SMALL, "--output", output)
        assert result.exit_code == 2
        assert "file" in result.stderr
    assert (tmp_path / "file").read_text() == "mine"


def test_an_output_that_cannot_be_written_leaves_everything_as_it_was(tmp_path, monkeypatch):
    run("build", SMALL, "--only", "rhinos", "--output", tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("build", SMALL, "--only", "moves", "--output", tmp_path)
    assert result.exit_code == 2
    assert (
        f"Error: cannot write to {tmp_path}: No space left on device. The existing files are unchanged."
        in result.stderr
    )
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# Wrong data: exit 1 ------------------------------------------------------------------------------------------


def expect_refused(kit: Path, *parts: str) -> str:
    """The report on a broken kit: exit 1, no traceback, nothing written; all `parts` are in it."""
    out = kit.parent / "out"
    result = run("build", kit, "--output", out)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert not out.exists()
    for part in parts:
        assert part in result.stderr, result.stderr
    return result.stderr


def test_a_font_that_is_not_installed(own_data, small):
    edit(own_data, "fonts/fonts.yaml", "fontpkg-lilita-one", "fontpkg-no-such")
    expect_refused(
        small,
        "fonts.yaml:4:47: error[missing-font]: cannot use LilitaOne-Regular.ttf",
        "hint: install it with 'pip install fontpkg-no-such'",
        "1 error, nothing was printed",
    )


def test_errors_leave_an_earlier_build_whole(small, tmp_path):
    out = tmp_path / "out"
    assert run("build", small, "--only", "rhinos", "--output", out).exit_code == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    edit(small, "cards.yaml", "count: 8", "count: -8")
    assert run("build", small, "--output", out).exit_code == 1
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


# A process of its own ----------------------------------------------------------------------------------------


def process(*arguments: str, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pnp", *arguments], capture_output=True, text=True, encoding="utf-8", check=False, **more
    )


@pytest.mark.slow
def test_list_loads_nothing_that_draws():
    script = (
        "import sys; from click.testing import CliRunner; from pnp.cli import main; "
        "assert CliRunner().invoke(main, ['list']).exit_code == 0; "
        "heavy = ('reportlab', 'fontTools', 'jinja2', 'PIL', 'markdown_it'); "
        "print(sorted(m for m in sys.modules if m.split('.')[0] in heavy))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


@pytest.mark.slow
def test_errors_of_a_process_have_no_colours_in_a_pipe(kit):
    edit(kit, "cards.yaml", "count: 8", "count: many")
    result = process("build", str(kit), "--output", str(kit.parent / "out"))
    assert result.returncode == 1
    assert "\x1b" not in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_folder_that_is_gone_is_reported(tmp_path: Path, command: str) -> None:
    gone, kit = tmp_path / "gone", three_cards.write(tmp_path / "mine")
    gone.mkdir()
    script = "import os, sys, pnp.__main__ as m; os.rmdir(sys.argv.pop(1)); m.main()"
    result = subprocess.run(
        [sys.executable, "-c", script, gone, command, kit], capture_output=True, text=True, cwd=gone
    )
    assert result.returncode == 2
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_sees_a_progress_bar(tmp_path):
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "pnp", "build", str(SMALL), "--only", "rhinos,foldies", "--output", str(tmp_path)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=follower, stdin=follower)
    os.close(follower)
    shown = b""
    while True:
        try:
            chunk = os.read(leader, 4096)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    assert child.wait() == 0
    child.stdout.close()
    os.close(leader)
    assert b"small on a4" in shown
    assert b"100%" in shown


def test_a_folder_with_the_name_of_a_shipped_kit_is_reported(tmp_path, monkeypatch):
    (tmp_path / "rhino").mkdir()
    (tmp_path / "rhino" / "kit.yaml").write_text("extends: rhino\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("show", "rhino", "swerve")
    assert (result.exit_code, result.stderr) == (
        0, "note: 'rhino' is the installed kit; write ./rhino for the folder here\n"
    )  # fmt: skip
    result = run("show", "./rhino", "swerve")
    assert result.exit_code == 1
    assert "shadowed-kit" in result.stderr


def test_a_new_kit_is_named_by_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("new", "kits/mine").exit_code == 0
    assert (tmp_path / "kits" / "mine" / "kit.yaml").is_file()
    assert "'Mine' is not a valid name" in run("new", "kits/Mine").stderr


def test_papers_of_one_s_own_are_listed_and_printed_on(tmp_path, monkeypatch):
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path))
    labels = "{rows: 4, columns: 2, size: [90, 64], first: [10, 20], pitch: [95, 64]}"
    (tmp_path / "papers.yaml").write_text(
        f"papers:\n  mine: {{title: Mine, size: [210, 297], labels: {labels}}}\n", "utf-8"
    )
    assert "  mine         210 × 297 mm, 8 labels of 90 × 64 mm\n" in run("list").stdout
    result = run("build", SMALL, "--only", "rhinos", "--paper", "mine", "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    placements = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["placements"]
    assert {(one["w"], one["h"]) for one in placements} == {(88, 63)}
    labels = (tmp_path / "papers.yaml").read_text("utf-8")
    (tmp_path / "papers.yaml").write_text(labels.replace("[10, 20]", "[12, 20]"), "utf-8")
    assert run("build", SMALL, "--only", "rhinos", "--paper", "mine", "--output", tmp_path / "out").exit_code == 0
    again = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["placements"]
    assert min(one["x"] for one in again if one["side"] == "front") == 13, "2 mm more, and the card is in the middle"


def test_a_paper_of_one_s_own_with_a_shipped_name_is_a_warning_once(tmp_path, monkeypatch):
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path))
    (tmp_path / "papers.yaml").write_text("papers: {a4: {title: Mine, size: [220, 300]}}", "utf-8")
    listed = run("list")
    assert (listed.exit_code, listed.stderr.count("warning[duplicate-key]")) == (0, 1)
    assert "  a4           220 × 300 mm\n" in listed.stdout
    built = run("build", SMALL, "--only", "rhinos", "--paper", "a4", "--output", tmp_path / "out")
    assert (built.exit_code, built.stderr.count("warning[duplicate-key]")) == (0, 1), built.output
