"""A hook of a game's proof that is emptied, an engine that fails and one that never ends are noticed by a check."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from pnp import checks, rules
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import paths
from pnp.pipeline import api, job
from pnp.rules import Proof

NOTHING: dict[str, Any] = {
    "observe": None, "tiles": None, "boards": {}, "tables": {}, "tracks": {}, "facts": {}, "claims": {}, "meanings": {},
    "evidence": (), "problems": (), "example_problems": (), "scenes": (),
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


def errors(game: str) -> list[Diagnostic]:
    """What is reported with an engine and a proof made now."""
    context = drawn(game)
    context = replace(context, game=checks.open_game(context.render.kit).game)
    before = set(context.render.diagnostics)
    found = [*checks.run(context), *(one for one in context.render.diagnostics if one not in before)]
    return [one for one in found if one.severity in ("error", "warning")]


def reported(game: str) -> list[Diagnostic]:
    """What a whole check reports."""
    return api.check_folder(paths.data_folder() / game)


def proof_of(game: str) -> Any:
    """The class of a game's proof."""
    found = vars(import_module(f"pnp.rules.{game}.proof")).values()
    (proof,) = [kind for kind in found if isinstance(kind, type) and issubclass(kind, Proof) and kind is not Proof]
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
    found = errors(game)
    if not any(list(answer) if not isinstance(answer, dict) and answer is not None else answer for answer in made):
        pytest.skip("the game has nothing here on purpose")
    assert found != []


@pytest.mark.slow
@pytest.mark.parametrize("method", ["apply", "legal", "actor"])
def test_an_engine_that_fails_is_an_error_with_the_game_and_the_position(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = import_module("pnp.rules.rhino.engine").Rhino
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
def test_an_engine_that_never_ends_is_an_error_within_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = import_module("pnp.rules.rhino.engine").Rhino
    real = engine.apply

    def endless(self: Any, state: Any, action: Any) -> Any:
        while action[0] == "counter":
            time.sleep(0.01)
        return real(self, state, action)

    monkeypatch.setattr(engine, "apply", endless)
    start = time.monotonic()
    found = reported("rhino")
    assert any("game rhino" in one.message and "7 seconds" in one.message for one in found), found
    assert time.monotonic() - start < 12


def test_an_engine_that_fails_while_it_is_made_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> None:
        raise KeyError("rhubarb")

    monkeypatch.setattr(import_module("pnp.rules.soaring.engine"), "game", failing)
    found = reported("soaring")
    assert any("the engine cannot be made" in one.message and "rhubarb" in one.message for one in found), found
