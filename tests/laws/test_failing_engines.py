"""Engines of others that fail or never end: an error that names the game and the question, never a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pnp.cli import main
from pnp.diagnostics import mistakes
from pnp.kit import trust
from pnp.rules import guard
from tests.conftest import run
from tests.support import goofspiel


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "settings"))
    monkeypatch.setattr(trust, "_store", [])
    monkeypatch.setattr(mistakes, "_tracers", [])
    monkeypatch.delenv("PNP_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return goofspiel.kit(tmp_path / "goofspiel")


def used(command: str, kit: Path, file: str, method: str, body: str) -> click.testing.Result:
    """A command on the kit, after a method's body was replaced."""
    path = kit / file
    lines = path.read_text("utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.strip().startswith(f"def {method}("))
    lines.insert(at + 1, " " * (len(lines[at]) - len(lines[at].lstrip()) + 4) + body)
    path.write_text("\n".join(lines), "utf-8")
    run("trust", kit, "--yes")
    log = kit / "log.txt"
    log.write_text("turn king\nbid ace\n", "utf-8")
    options = {"simulate": ["--games", "20"], "play": ["--seed", "3"], "replay": [str(log)]}.get(command, [])
    return CliRunner().invoke(main, [command, str(kit), *options], input="1\n" * 8)


@pytest.mark.parametrize("command", ["check", "build", "simulate", "play", "replay"])
def test_an_exception_names_the_game_the_question_the_position_and_the_line(own, command):
    result = used(command, own, "engine.py", "apply", "{}['a']")
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit)
    assert "kit.yaml:2:9: error[unusable-plugin]: game goofspiel: `apply` failed in position '0 of " in result.output
    assert re.search(r": engine\.py:\d+: KeyError: 'a'\n", result.output)
    assert "hint: set PNP_DEBUG=1 to see the traceback" in result.output
    assert "Traceback" not in result.output
    assert result.output.count("unusable-plugin") == 1
    assert "unproved-words" not in result.output


@pytest.mark.parametrize("method", ["setup", "actor", "legal", "outcome", "show", "view", "length"])
def test_every_question_of_play_is_named(own, method):
    command = {"show": "replay", "view": "play"}.get(method, "simulate")
    result = used(command, own, "engine.py", method, "raise ValueError('no\\nmore')")
    assert result.exit_code == 1, result.output
    assert f"game goofspiel: `{method}` failed" in result.output
    assert "ValueError: no more\n" in result.output


@pytest.mark.parametrize("method", ["observe", "problems", "tables", "tracks", "boards", "tiles"])
def test_every_question_to_a_proof_is_named(own, method):
    result = used("check", own, "proof.py", method, "raise ValueError('no')")
    assert result.exit_code == 1, result.output
    assert f"game goofspiel: `{method}` of its proof failed: proof.py:" in result.output
    assert result.output.count("unusable-plugin") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "method", "message"),
    [
        ("engine.py", "apply", "game goofspiel: `apply` failed in position "),
        ("proof.py", "proof", "the proof of goofspiel cannot be used: "),
    ],
)
def test_a_question_that_never_ends_is_an_error(own, file, method, message, monkeypatch):
    monkeypatch.setattr(guard, "SECONDS", 0.5)
    result = used(
        "check", own, file, method, "while True:\n" + " " * 12 + "try: 1 / 0\n" + " " * 12 + "except Exception: pass"
    )
    assert result.exit_code == 1, result.output
    assert f"error[unusable-plugin]: {message}" in result.output
    assert "it takes more than 0.5 seconds" in result.output


def test_the_limit_of_time_is_below_ten_seconds():
    assert guard.SECONDS <= 8


def test_exceptions_inside_an_engine_stay_as_they_are(own):
    body = "return self.all_legal(state) if self.tried(state) else ()\n\n    def tried(self, state):\n        try:\n"
    body += "            return self.apply(state, ('bid', 'no'))\n        except KeyError:\n            return True\n"
    body += "\n    def all_legal(self, state):"
    engine = own / "engine.py"
    text = engine.read_text("utf-8").replace(
        "verb, card = action\n", "verb, card = action\n        self.values[card]\n"
    )
    engine.write_text(text, "utf-8")
    result = used("simulate", own, "engine.py", "legal", body)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("method", "body", "message"),
    [
        ("legal", "if state.prizes: return None", "`legal` failed in position '0 of 13 rounds"),
        ("legal", "if state.prizes: return None", "TypeError: it returned NoneType, not tuple or list"),
        ("legal", "if state.prizes: return ()", "`legal` returned nothing in position '0 of 13 rounds"),
        ("chance", "return ()", "`chance` returned nothing in position '0 of 13 rounds"),
        ("actor", "return 'x'", "TypeError: it returned str, not int or None"),
        ("outcome", "return None", "`outcome` returned nothing in position '13 of 13 rounds"),
        ("outcome", "return 3", "TypeError: it returned int, not Outcome or None"),
    ],
)
def test_a_wrong_result_is_an_error(own, method, body, message):
    result = used("simulate", own, "engine.py", method, body)
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit)
    assert "error[unusable-plugin]: game goofspiel: " in result.output
    assert message in result.output


def test_an_error_in_another_process_is_reported(own):
    path = own / "engine.py"
    path.write_text(path.read_text("utf-8").replace("verb, card = action", "verb, card = action[9]"), "utf-8")
    run("trust", own, "--yes")
    result = CliRunner().invoke(main, ["simulate", str(own), "--games", "2500"])
    assert result.exit_code == 1, result.output
    assert "game goofspiel: `apply` failed in position '0 of 13 rounds played" in result.output


@pytest.mark.parametrize(
    ("file", "method", "message"),
    [
        ("engine.py", "game", "the engine cannot be made: game() returned int, not a Game"),
        ("proof.py", "proof", "the proof of goofspiel cannot be used: proof() returned int, not a Proof"),
    ],
)
def test_what_is_no_engine_is_an_error(own, file, method, message):
    result = used("check", own, file, method, "return 3")
    assert result.exit_code == 1, result.output
    assert f"kit.yaml:2:9: error[unusable-plugin]: {message}" in result.output


def test_the_traceback_is_shown_on_request(own, monkeypatch):
    monkeypatch.setenv("PNP_DEBUG", "1")
    result = used("check", own, "engine.py", "apply", "{}['a']")
    assert result.exit_code == 1
    assert "Traceback (most recent call last):" in result.stderr
    assert "KeyError: 'a'" in result.stderr
    assert "error[unusable-plugin]" in result.stdout
