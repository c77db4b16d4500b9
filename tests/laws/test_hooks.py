"""A hook of a game's proof that is emptied is noticed by a check."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from pnp import checks
from pnp.kit.plugins import PluginError
from pnp.rules import Proof
from tests.support.printed import ready

NOTHING: dict[str, Any] = {
    "observe": None, "tiles": None, "boards": {}, "tables": {}, "tracks": {}, "facts": {}, "meanings": {},
    "problems": (), "scenes": (),
}  # fmt: skip
"""What an emptied hook returns."""

WITHOUT = {
    "facts": "the facts of the shipped games are in their rule files",
    "problems": "a kit that can be played has none",
    "scenes": "a game in which random play reaches everything has none",
}
"""Hooks that may return nothing, with the reasons."""


def is_noticed(game: str) -> bool:
    """Whether a check reports anything with an engine and a proof made now. The first diagnostic is enough."""
    context = ready(game)
    context = replace(context, game=checks.open_game(context.render.kit).game)
    before = len(context.render.diagnostics)
    for module in checks.checks().values():
        try:
            if any(one.severity in ("error", "warning") for one in module.check(context)):
                return True
        except PluginError:  # which is reported as an error
            return True
    return len(context.render.diagnostics) > before


def proof_of(game: str) -> Any:
    """The class of a game's proof."""
    found = vars(import_module(f"pnp.games.{game}.proof")).values()
    (proof,) = [kind for kind in found if isinstance(kind, type) and Proof in kind.__mro__[1:2]]
    return proof


GAMES = {"boards": "lists"}
"""The games in which hooks are emptied that rhino does not have; the others are emptied in rhino."""


@pytest.mark.slow
@pytest.mark.parametrize("hook", sorted(set(NOTHING) - set(WITHOUT)))
def test_an_emptied_hook_is_noticed(hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES.get(hook, "rhino")
    monkeypatch.setattr(proof_of(game), hook, lambda *_arguments, **_named: NOTHING[hook])
    assert is_noticed(game)
