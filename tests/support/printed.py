"""A kit as checks see it."""

from __future__ import annotations

from pnp import checks
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


def only(found: list[Diagnostic]) -> Diagnostic:
    (one,) = found
    return one
