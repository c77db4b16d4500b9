"""A kit as checks see it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp import checks
from pnp.checks.support.sentences import PROVED, sentences, trial
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.drawing import Piece
from pnp.kit import paths
from pnp.pipeline import job
from pnp.pipeline.context import open_context
from tests.conftest import drawn_context, options_for


@cache
def ready(name: str) -> checks.CheckContext:
    """A shipped kit, drawn and ready for checks: made once, so no test may change it."""
    diagnostics = Diagnostics()
    context = job.to_check(paths.data_folder() / name, diagnostics)
    assert context, list(diagnostics)
    return context


def context_of(kit) -> checks.CheckContext:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context, list(diagnostics)
    context = drawn_context(context)
    assert not diagnostics, list(diagnostics)
    return context


def reported(kit: Path, *codes: str, **options: Any) -> list[Diagnostic]:
    """What some checks report of a kit that is drawn and imposed as by a build with these options."""
    diagnostics = Diagnostics()
    planned = job.plan(options_for(kit, **options), diagnostics)
    assert planned, list(diagnostics)
    planned, drawn = job.draw_credited(planned)
    job.impose(planned, drawn)
    context = planned.check_context(drawn)
    assert not diagnostics, list(diagnostics)
    return [one for code in codes for one in checks.checks()[code].check(context)]


def states(context: checks.CheckContext, words: str) -> set[str]:
    """What play of an engine made now shows of the printed sentences with these words."""
    context = replace(context, game=checks.open_game(context.render.kit).game)
    chosen = [one for one in sentences(context) if one.kind == PROVED and words in one.text]
    tried = [trial(context, one) for one in chosen]
    return {one.verdict.state if one else "unread" for one in tried}


def piece_of(context: checks.CheckContext, id_: str) -> Piece:
    """The piece of this name among all that were drawn."""
    return next(piece for pieces in context.pieces.values() for piece in pieces if piece.id == id_)


def only(found: list[Diagnostic]) -> Diagnostic:
    (one,) = found
    return one
