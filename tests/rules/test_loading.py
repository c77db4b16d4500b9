"""An engine is found by the name in `kit.yaml`; what is wrong there is an error at that place."""

from __future__ import annotations

import pytest

from pnp.diagnostics import DataError, Diagnostics, Span
from pnp.kit import load, trust
from pnp.rules import loading
from pnp.sources.yaml import parse
from tests.conftest import RHINO
from tests.support import goofspiel


def opened(engine: str | None, folder: str) -> list[tuple[str, str]]:
    """What is wrong with an engine of that name."""
    diagnostics = Diagnostics()
    rules = parse("{}", f"{folder}/rules.yaml", diagnostics)
    assert rules
    assert loading.open_game(engine, Span(f"{folder}/kit.yaml", 2, 9), rules, {}, diagnostics) is None
    assert {str(diagnostic.span) for diagnostic in diagnostics} == {f"{folder}/kit.yaml:2:9"}
    return [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics]


def test_an_engine_that_is_not_here_is_an_error(tmp_path):
    assert opened("rhinoceros", str(tmp_path)) == [("unknown-engine", "there is no engine 'rhinoceros'")]
    assert opened(None, str(tmp_path)) == [("unknown-engine", "no engine plays this kit")]


def test_an_engine_in_the_folder_must_be_there_and_allowed(tmp_path, monkeypatch):
    monkeypatch.setattr(trust, "_store", [])
    message = "this kit's own engine cannot be used: there is no engine.py in this folder"
    assert opened("engine.py", str(tmp_path)) == [("unusable-plugin", message)]
    (tmp_path / "engine.py").write_text("raise AssertionError('it ran')", "utf-8")
    assert [code for code, _ in opened("engine.py", str(tmp_path))] == ["untrusted-engine"]


def test_the_hint_has_quotes_where_a_shell_needs_them(tmp_path, monkeypatch):
    monkeypatch.setattr(trust, "_store", [])
    (tmp_path / "my $(kit)").mkdir()
    (tmp_path / "my $(kit)" / "engine.py").touch()
    diagnostics = Diagnostics()
    rules = parse("{}", "rules.yaml", diagnostics)
    assert rules
    loading.open_game("engine.py", Span(f"{tmp_path}/my $(kit)/kit.yaml"), rules, {}, diagnostics)
    (found,) = diagnostics
    assert found.hints == (f"read them, then allow them with: pnp trust '{tmp_path}/my $(kit)'",)


def test_a_game_is_made_again_with_other_cards():
    kit = load.open_kit(RHINO, Diagnostics())
    assert kit
    game = loading.load(kit)
    again = loading.again(game, kit.cards)
    assert again is not game
    assert type(again) is type(game)


def test_python_callers_run_no_engine_of_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(trust, "_store", [])
    kit = load.open_kit(goofspiel.kit(tmp_path / "goofspiel"), Diagnostics())
    assert kit
    with pytest.raises(DataError, match="untrusted-engine"):
        loading.load(kit)
