"""A kit's own engine runs only if its folder and its Python files were allowed, and then from the bytes that were."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.diagnostics import Diagnostics
from pnp.kit import trust
from pnp.studio.redraw import Watch
from tests.conftest import edit, options_for, run
from tests.hostile.oracle import expect_harmless
from tests.support import goofspiel
from tests.support.patience import LAST_RESORT

MARK = "from pathlib import Path\n\nPath(__file__).with_name('ran').touch()\n"
COMMANDS = ["check", "build", "simulate", "play"]


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder; we stand in an empty folder."""
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "settings"))
    monkeypatch.setattr(trust, "_store", [])
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path / "settings"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A kit whose engine leaves a mark when it runs."""
    folder = goofspiel.kit(tmp_path / "goofspiel")
    engine = folder / "engine.py"
    engine.write_text(engine.read_text("utf-8") + MARK, "utf-8")
    return folder


def used(name: str, kit: Path) -> click.testing.Result:
    """A command on a kit."""
    options = {"simulate": ["--games", "20"], "play": ["--seed", "3"]}.get(name, [])
    return CliRunner().invoke(main, [name, str(kit), *options], input="1\n" * 5)


def refused(result: click.testing.Result, kit: Path, what: str, line: int = 2) -> None:
    """A command ended with an error at `engine:`, and nothing of the kit ran or was written."""
    assert result.exit_code == 1, result.output
    assert f"kit.yaml:{line}:9: error[untrusted-engine]: {what}" in result.output
    assert f"hint: read them, then allow them with: pnp trust {kit}" in result.output
    assert not (kit / "ran").exists()
    assert not (kit / "__pycache__").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_of_a_kit_runs_before_it_is_allowed(own, name):
    refused(used(name, own), own, "this kit's own engine is a program, which you have not allowed to run")
    assert not [module for module in sys.modules.values() if str(own) in str(getattr(module, "__file__", ""))]


@pytest.mark.parametrize("name", ["check", "build", "preview", "simulate", "replay", "show", "diff", "export"])
def test_no_command_reads_elsewhere_starts_anything_or_writes_into_the_kit(own, tmp_path, name):
    log = own / "log.txt"
    log.write_text("choose axe\n", "utf-8")
    options = {"build": ["--output", "."], "preview": ["--output", "x.png"], "replay": [log], "show": ["lance"]}
    what = {"diff": ["rhino"], "export": ["--output", "."]}
    expect_harmless(name, own, name, own, *options.get(name, what.get(name, [])), out=tmp_path / "here")
    assert not (own / "ran").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_an_allowed_engine_plays(own, name):
    assert run("trust", own, "--yes").exit_code == 0
    result = used(name, own)
    assert result.exit_code == 0, result.output
    assert "untrusted" not in result.output
    if name == "check":
        assert result.stdout == "no errors, in goofspiel\n"
    assert (own / "ran").exists()
    assert not (own / "__pycache__").exists()


@pytest.mark.parametrize(
    ("name", "file"), [*((name, "engine.py") for name in COMMANDS), ("check", "proof.py"), ("check", "another.py")]
)
def test_it_does_not_run_when_a_python_file_changed_since(own, name, file):
    run("trust", own, "--yes")
    with (own / file).open("a", encoding="utf-8") as stream:
        stream.write("\n")
    refused(used(name, own), own, "the Python files of this kit are not those that you allowed to run")


def test_a_build_that_has_nothing_to_do_asks_too(own):
    run("trust", own, "--yes")
    assert used("build", own).exit_code == 0
    assert run("trust", "--remove", own).exit_code == 0
    (own / "ran").unlink()
    refused(used("build", own), own, "this kit's own engine is a program")


def test_a_copy_of_the_folder_is_not_allowed(own):
    run("trust", own, "--yes")
    copied = Path(shutil.copytree(own, own.with_name("copied")))
    refused(used("check", copied), copied, "this kit's own engine is a program")


def test_data_may_change(own):
    run("trust", own, "--yes")
    edit(own, "cards.yaml", "value: 13", "value: 14")
    assert used("check", own).exit_code == 0


def test_play_disproves_false_words(own):
    run("trust", own, "--yes")
    edit(own, "rulebook.md", "The player with more", "The player with fewer")
    assert "error[false-sentence]" in used("check", own).output


def test_an_edition_of_it_is_played_by_the_engine_of_its_base(own):
    edition = own.with_name("my-goofspiel")
    edition.mkdir()
    (edition / "kit.yaml").write_text("extends: ../goofspiel\ntitle: Mine\nedition: custom\n", "utf-8")
    refused(used("check", edition), own, "this kit's own engine is a program")
    run("trust", own, "--yes")
    assert used("check", edition).exit_code == 0


def test_what_is_hashed_is_what_runs(own, monkeypatch):
    """The file is replaced just after it was read."""
    run("trust", own, "--yes")
    (own / "ran").unlink(missing_ok=True)
    whole, evil = trust.read, "raise AssertionError('this was never allowed')\n"

    def read(folder: Path) -> trust.PythonFiles:
        code = whole(folder)
        (own / "engine.py").write_text(evil, "utf-8")
        return code

    monkeypatch.setattr(trust, "read", read)
    result = used("simulate", own)
    assert result.exit_code == 0, result.output
    assert (own / "ran").exists()


def test_many_games_are_played_in_other_processes(own):
    run("trust", own, "--yes")
    result = run("simulate", own, "--games", "2500")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("2500 games of goofspiel")


def test_a_proof_may_be_in_the_same_file_or_missing(own):
    (own / "proof.py").unlink()
    rules = (own / "proof.rules").rename(own / "proof.txt")
    run("trust", own, "--yes")
    result = used("check", own)
    assert result.exit_code == 0, result.output
    assert "note[unproved-words]: this kit's engine has neither a rule file nor a proof" in result.output
    engine = own / "engine.py"
    engine.write_text(engine.read_text("utf-8") + goofspiel.PROOF, "utf-8")
    rules.rename(own / "proof.rules")
    run("trust", own, "--yes")
    result = used("check", own)
    assert (result.exit_code, "unproved" in result.output) == (0, False), result.output


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("x = 1\n\ny = z\n", "engine.py cannot be loaded: engine.py:3: NameError: name 'z' is not defined"),
        ("from .nothing import x\n", "engine.py cannot be loaded: engine.py:1: ModuleNotFoundError"),
        ("def (\n", "engine.py cannot be loaded: SyntaxError"),
        ("raise SystemExit(0)\n", "engine.py cannot be loaded: engine.py:1: SystemExit: 0"),
        ("x = 1\n", "engine.py does not define game"),
        ("def game(*_):\n    return {}[1]\n", "the engine cannot be made: engine.py:2: KeyError: 1"),
        ("\0", "engine.py cannot be loaded: "),
    ],
)
@pytest.mark.parametrize("name", ["check", "simulate"])
def test_an_engine_that_cannot_be_loaded_is_an_error(own, engine, message, name):
    (own / "engine.py").write_text(engine, "utf-8")
    run("trust", own, "--yes")
    result = used(name, own)
    assert result.exit_code == 1, result.output
    assert f"kit.yaml:2:9: error[unusable-plugin]: {message}" in result.output
    assert isinstance(result.exception, SystemExit)


def test_a_folder_without_the_engine_is_an_error(own):
    (own / "engine.py").unlink()
    result = used("check", own)
    assert result.exit_code == 1
    assert "error[unusable-plugin]: this kit's own engine cannot be used: there is no engine.py" in result.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_only_regular_files_of_the_folder_are_read(own, tmp_path):
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.write_text("x = 1\n", "utf-8")
    (own / "data.py").symlink_to(elsewhere)
    assert "'data.py' is a link that leads out of the folder" in run("trust", own, "--yes").stderr
    (own / "data.py").unlink()
    os.mkfifo(own / "data.py")
    assert "cannot read 'data.py'" in run("trust", own, "--yes").stderr
    assert "error[unusable-plugin]" in used("check", own).output


@pytest.mark.parametrize(("name", "value"), [("MAX_SOURCE", 10), ("MAX_FILES", 1)])
def test_there_are_limits(own, monkeypatch, name, value):
    monkeypatch.setattr(trust, name, value)
    assert run("trust", own, "--yes").exit_code == 2
    assert used("check", own).exit_code == 1


# The command -------------------------------------------------------------------------------------------------


def test_the_files_are_shown_with_their_hashes_and_nothing_is_allowed_without_a_yes(own, settings, monkeypatch):
    result = run("trust", own)
    assert result.exit_code == 2
    assert "engine.py" in result.output
    assert "there is no terminal to ask on; read the files, then use --yes" in result.stderr
    monkeypatch.setattr(sys.modules["pnp.cli.trust"], "is_terminal", lambda: True)
    result = CliRunner().invoke(main, ["trust", str(own)], input="n\n")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[0] == f"Python files in {own}:"
    assert [line.split()[0] for line in lines[1:3]] == ["engine.py", "proof.py"]
    assert "sha256 " in lines[1]
    assert not settings.exists()
    assert CliRunner().invoke(main, ["trust", str(own)], input="y\n").exit_code == 0
    assert str(own) in run("trust", "--list").stdout
    assert "They are allowed already." in run("trust", own).stdout


def test_what_is_allowed_is_listed_and_removed(own):
    assert run("trust", "--list").stdout == "no folder is allowed\n"
    run("trust", own, "--yes")
    shutil.rmtree(own)
    assert run("trust", "--remove", own).stdout == f"{own} may not run any longer.\n"
    assert run("trust", "--list").stdout == "no folder is allowed\n"
    assert run("trust", "--remove", own).exit_code == 2
    assert run("trust").exit_code == 2


def test_what_another_person_allows_while_one_is_asked_is_kept(own, monkeypatch):
    other = Path(shutil.copytree(own, own.with_name("other")))

    def ask(_question: str) -> bool:
        assert run("trust", other, "--yes").exit_code == 0
        return True

    monkeypatch.setattr(sys.modules["pnp.cli.trust"], "is_terminal", lambda: True)
    monkeypatch.setattr(click, "confirm", ask)
    assert run("trust", own).exit_code == 0
    assert {*trust.allowed(Diagnostics())} == {str(own), str(other)}


@pytest.mark.parametrize("name", ["Ritter spielen ♞🐎", 'it\'s "mine"', "tab\tand: colon"])
@pytest.mark.skipif(os.name == "nt", reason="there are no such names there")
def test_a_folder_may_have_any_name(own, name):
    other = own.rename(own.with_name(name))
    assert run("trust", other, "--yes").exit_code == 0
    assert trust.allowed(Diagnostics()) == {str(other): trust.read(other).hash}


@pytest.mark.parametrize("text", ["- 1\n", "a: {b: c}\n", "a: [\n"])
def test_a_broken_file_of_what_is_allowed_is_an_error(own, settings, text):
    settings.mkdir()
    (settings / trust.FILE).write_text(text, "utf-8")
    assert used("check", own).exit_code == 1
    assert "trusted.yaml:1:" in run("trust", "--list").stderr
    assert run("trust", own, "--yes").exit_code == 1


def test_a_kit_without_an_engine_of_its_own_has_nothing_to_allow(kit):
    result = run("trust", kit, "--yes")
    assert result.exit_code == 2
    assert "there is no engine.py in this folder" in result.stderr


def test_a_whole_copy_has_the_files_and_must_be_allowed(own, tmp_path):
    made = run("new", "mine", tmp_path, "--from", own, "--full")
    assert made.exit_code == 0, made.output
    refused(used("check", tmp_path / "mine"), tmp_path / "mine", "this kit's own engine is a program", line=4)
    run("trust", tmp_path / "mine", "--yes")
    assert used("check", tmp_path / "mine").exit_code == 0


# Watching ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_watch_asks_again_when_a_file_changes(own):
    def codes(watch: Watch, number: int) -> tuple[int, set[str]]:
        until = time.monotonic() + LAST_RESORT
        while time.monotonic() < until:
            view = watch.after(number, 1)
            if view.checked and view.number > number:
                return view.number, {diagnostic.code for diagnostic in view.diagnostics}
        raise AssertionError("nothing was seen")

    run("trust", own, "--yes")
    watch = Watch(options_for(own))
    with watch.following():
        number, found = codes(watch, 0)
        assert found == set()
        with (own / "proof.py").open("a", encoding="utf-8") as stream:
            stream.write("\n\n")
        number, found = codes(watch, number)
        assert found == {"untrusted-engine"}
        run("trust", own, "--yes")
        assert codes(watch, number)[1] == set()
