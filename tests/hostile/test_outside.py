"""Commands in a folder that a stranger prepared: they write, move and delete nothing outside the output folder."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import pnp
from tests.conftest import run
from tests.support import three_cards

PROGRAM = Path(pnp.__file__).parent


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A repository with a kit, as the current folder, and hooks in which nothing may change."""
    folder = tmp_path / "clone"
    three_cards.write(folder / "kit")
    (folder / ".git" / "hooks").mkdir(parents=True)
    (folder / ".git" / "hooks" / "v.txt").write_text("precious")
    monkeypatch.chdir(folder)
    yield folder
    assert [path.name for path in (folder / ".git" / "hooks").iterdir()] == ["v.txt"]
    assert (folder / ".git" / "hooks" / "v.txt").read_text() == "precious"


def test_new_kits_do_not_share_schemas_through_a_link(clone, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kit.schema.json").write_text("{}")
    (clone / "schemas").symlink_to("../elsewhere")
    assert run("new", "mine").exit_code == 0
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["kit.schema.json"]
    assert (clone / "mine" / "schemas" / "kit.schema.json").is_file()


def test_a_prepared_journal_in_the_output_folder_moves_no_hook_into_place(clone):
    out = clone / "output" / "kit-a4"
    (out / ".pnp-build" / "new" / "h").mkdir(parents=True)
    (out / ".pnp-build" / "new" / "h" / "post-commit").write_text("#!/bin/sh\n")
    (out / ".pnp-build" / "journal.json").write_text('{"files": ["h/post-commit"], "obsolete": []}')
    (out / "h").symlink_to("../../.git/hooks")
    result = run("build", "./kit")
    assert result.exit_code == 0, result.output
    assert (out / "manifest.json").is_file()


@pytest.mark.parametrize(
    ("command", "link"),
    [
        ("build ./kit", "output/kit-a4"), ("build ./kit", "output"), ("build ./kit --profile shop", "output/kit-shop"),
        ("export ./kit --to png", "output/kit-png"), ("export ./kit", "output/kit-cards.csv"),
        ("preview ./kit", "output/kit-faces.png"), ("calibrate", "output/calibration-a4.pdf"),
    ],
)  # fmt: skip
def test_a_default_output_that_is_a_link_is_refused_by_name(clone, command, link):
    (clone / link).parent.mkdir(exist_ok=True)
    (clone / link).symlink_to("../.git/hooks" if "/" in link else ".git/hooks")
    result = run(*command.split())
    assert result.exit_code == 2
    assert f"Error: Invalid value for '--output': {Path(link)} is a link, which may lead anywhere" in result.stderr


def test_an_output_folder_that_the_user_names_may_be_a_link(clone, tmp_path):
    (tmp_path / "real").mkdir()
    (clone / "out").symlink_to(tmp_path / "real")
    assert run("build", "./kit", "--output", "out").exit_code == 0
    assert (tmp_path / "real" / "manifest.json").is_file()


@pytest.mark.parametrize(
    "command",
    [
        "build ./kit --output", "export ./kit --to png --dpi 50 --output",
        "export ./kit --to card-game-simulator --dpi 50 --output", "schema --output",
        "balance duel --games 4 --figures",
    ],
)  # fmt: skip
def test_a_link_in_the_output_folder_is_refused_by_name(clone, command):
    assert run(*command.split(), "plain").exit_code == 0
    of_each_kind = {(made.suffix, made.is_dir()): made for made in sorted((clone / "plain").iterdir())}
    for made in of_each_kind.values():
        out = clone / f"out-{made.name}"
        out.mkdir()
        (out / made.name).symlink_to("../.git/hooks" if made.is_dir() else "../.git/hooks/v.txt")
        result = run(*command.split(), out)
        assert result.exit_code == 2, result.output
        assert f"cannot write to {out}: {made.name} is a link, where a " in result.stderr
        assert [path.name for path in out.iterdir()] == [made.name]


def test_a_list_of_an_export_that_came_with_the_folder_deletes_nothing(clone):
    out = clone / "out"
    out.mkdir()
    (out / "own").mkdir()
    (out / "own" / "v.txt").write_text("precious")
    (out / "hooks").symlink_to("../.git/hooks")
    files = ["hooks/v.txt", "own/v.txt"]
    (out / "export.json").write_text(json.dumps({"format": 2, "target": "png", "files": files}))
    result = run("export", "./kit", "--to", "png", "--dpi", "50", "--output", out)
    assert result.exit_code == 0, result.output
    assert (out / "own" / "v.txt").read_text() == "precious"


def test_a_manifest_that_came_with_the_folder_is_not_taken_for_our_own(clone):
    assert run("build", "./kit").exit_code == 0
    out, foreign = clone / "output" / "kit-a4", clone / "foreign"
    out.rename(foreign)
    pdf = foreign / "kit-a4-cardstock.pdf"
    pdf.write_bytes(pdf.read_bytes() + b"% not of this program")
    manifest = json.loads((foreign / "manifest.json").read_bytes())
    manifest["files"][0]["sha256"] = sha256(pdf.read_bytes()).hexdigest()
    (foreign / "manifest.json").write_text(json.dumps(manifest))
    result = run("build", "./kit", "--output", foreign)
    assert result.exit_code == 0
    assert "nothing has changed" not in result.output
    assert b"not of this program" not in pdf.read_bytes()
    assert "nothing has changed" in run("build", "./kit", "--output", foreign).output


# Who writes --------------------------------------------------------------------------------------------------

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "shutil.rmtree")


class Writers:
    """The modules of the program by which files are written while it is on; a hook cannot be taken off."""

    def __init__(self) -> None:
        self.modules: set[str] | None = None
        sys.addaudithook(self._note)

    def _note(self, event: str, args: tuple[object, ...]) -> None:
        if self.modules is None:
            return
        is_opened = event == "open" and isinstance(args[2], int) and args[2] & _WRITING and isinstance(args[0], str)
        if is_opened or event in _CHANGES:
            frame = sys._getframe(1)
            while frame and not Path(frame.f_code.co_filename).is_relative_to(PROGRAM):
                frame = frame.f_back
            if frame:
                self.modules.add(Path(frame.f_code.co_filename).relative_to(PROGRAM).parts[0])


WRITERS = Writers()


@pytest.mark.parametrize(
    "command",
    [
        "build ./kit", "export ./kit --to png --dpi 50", "export ./kit", "schema --output schemas",
        "schema --for ./kit --output schemas", "preview ./kit",
        "diff ./kit ./kit --output diff.html", "new mine", "balance duel --games 4 --figures figures", "calibrate",
    ],
)  # fmt: skip
def test_files_are_written_by_one_package_only(clone, command):
    WRITERS.modules = set()
    try:
        result = run(*command.split())
    finally:
        found, WRITERS.modules = WRITERS.modules, None
    assert result.exit_code == 0, result.output
    assert found == ({"writing"} if "diff" not in command else found & {"writing"})


_METHODS = {"write_text", "write_bytes", "mkdir", "unlink", "rmdir", "rename", "touch", "symlink_to", "hardlink_to"}
_MODES = set("wax+")


def _writes(call: ast.Call) -> bool:
    """Whether a call may create, change or remove a file, by its name and the mode that it is given."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in _METHODS:
        return True
    texts = [arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return name == "open" and any(len(text) < 4 and _MODES & set(text) for text in texts)


def test_no_other_module_calls_what_writes_files():
    allowed = {"writing", "__main__.py"}  # the second opens the null device in place of closed streams
    found = []
    for path in sorted(PROGRAM.rglob("*.py")):
        if path.relative_to(PROGRAM).parts[0] not in allowed:
            calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
            found += [f"{path.relative_to(PROGRAM)}:{call.lineno}" for call in calls if _writes(call)]
    assert found == []
