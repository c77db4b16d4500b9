"""A kit as checks see it."""

from __future__ import annotations

from dataclasses import replace

from pnp import checks
from pnp.checks import false_sentence
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline.context import open_context
from tests.conftest import drawn_context


def context_of(kit) -> checks.CheckContext:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context, list(diagnostics)
    context = drawn_context(context)
    assert not diagnostics, list(diagnostics)
    return context


def disproved(context: checks.CheckContext) -> list[str]:
    """What is reported of the printed sentences of a drawn kit with an engine made now."""
    game = checks.open_game(context.render.kit).game
    return [one.message for one in false_sentence.check(replace(context, game=game)) if one.severity == "error"]


def only(found: list[Diagnostic]) -> Diagnostic:
    (one,) = found
    return one
