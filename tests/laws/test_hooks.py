"""A hook of a game's proof that is emptied, an engine that fails and one that never ends are noticed by a check."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from pnp import checks, rules
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import paths
from pnp.kit.plugins import PluginError
from pnp.pipeline import api, job
from pnp.rules import Proof, guard

NOTHING: dict[str, Any] = {
    "observe": None, "tiles": None, "boards": {}, "tables": {}, "tracks": {}, "facts": {}, "meanings": {},
    "problems": (), "scenes": (),
}  # fmt: skip
"""What an emptied hook returns."""

WITHOUT = {
    "problems": "a kit that can be played has none",
    "scenes": "a game in which random play reaches everything has none",
}
"""Hooks that may return nothing, with the reasons."""


@cache
def drawn(game: str) -> checks.CheckContext:
    """A game's kit, drawn with its engine as it is."""
    diagnostics = Diagnostics()
    context = job.to_check(paths.data_folder() / game, diagnostics)
    assert context, list(diagnostics)
    return context


def is_noticed(game: str) -> bool:
    """Whether a check reports anything with an engine and a proof made now. The first diagnostic is enough."""
    context = drawn(game)
    context = replace(context, game=checks.open_game(context.render.kit).game)
    before = len(context.render.diagnostics)
    for module in checks.checks().values():
        try:
            if any(one.severity in ("error", "warning") for one in module.check(context)):
                return True
        except PluginError:  # which is reported as an error
            return True
    return len(context.render.diagnostics) > before


def reported(game: str) -> list[Diagnostic]:
    """What a whole check reports."""
    return api.check(paths.data_folder() / game)


def proof_of(game: str) -> Any:
    """The class of a game's proof."""
    found = vars(import_module(f"pnp.games.{game}.proof")).values()
    (proof,) = [kind for kind in found if isinstance(kind, type) and Proof in kind.__mro__[1:2]]
    return proof


@pytest.mark.slow
@pytest.mark.parametrize("game", rules.names())
@pytest.mark.parametrize("hook", sorted(set(NOTHING) - set(WITHOUT)))
def test_an_emptied_hook_is_noticed(game: str, hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proof_of(game)
    made: list[Any] = []
    real = getattr(proof, hook)

    def emptied(self: Any, *arguments: Any, **named: Any) -> Any:
        made.append(real(self, *arguments, **named))
        return NOTHING[hook]

    monkeypatch.setattr(proof, hook, emptied)
    noticed = is_noticed(game)
    has_answers = any(
        list(answer) if not isinstance(answer, dict) and answer is not None else answer for answer in made
    )
    if not noticed and not has_answers:
        pytest.skip("the game has nothing here on purpose")
    assert noticed


@pytest.mark.slow
@pytest.mark.parametrize("method", ["apply", "legal", "actor"])
def test_an_engine_that_fails_is_an_error_with_the_game_and_the_position(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = import_module("pnp.games.rhino.engine").Rhino
    real = getattr(engine, method)
    calls = []

    def failing(self: Any, state: Any, *action: Any) -> Any:
        calls.append(1)
        if len(calls) > 3000:
            raise KeyError("rhubarb")
        return real(self, state, *action)

    failing.__name__ = method
    monkeypatch.setattr(engine, method, failing)
    found = reported("rhino")
    assert any("game rhino" in one.message and "rhubarb" in one.message for one in found), found


@pytest.mark.slow
def test_an_engine_that_never_ends_is_an_error_after_the_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SECONDS", 2)
    engine = import_module("pnp.games.rhino.engine").Rhino
    real = engine.apply

    def endless(self: Any, state: Any, action: Any) -> Any:
        while action[0] == "counter":
            pass
        return real(self, state, action)

    monkeypatch.setattr(engine, "apply", endless)
    found = reported("rhino")
    assert any("game rhino" in one.message and "2 seconds" in one.message for one in found), found


def test_an_engine_that_fails_while_it_is_made_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> None:
        raise KeyError("rhubarb")

    monkeypatch.setattr(import_module("pnp.games.soaring.engine"), "game", failing)
    found = reported("soaring")
    assert any("the engine cannot be made" in one.message and "rhubarb" in one.message for one in found), found


@pytest.mark.slow
def test_a_hook_that_is_whole_again_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(proof_of("rhino"), "observe", lambda *_arguments, **_named: None)
        assert any(one.severity == "error" for one in reported("rhino"))
    assert [one.message for one in reported("rhino") if one.severity == "error"] == []
