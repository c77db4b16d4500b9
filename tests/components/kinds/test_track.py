"""Tracks."""

import pytest

from pnp.components.kinds import track
from pnp.diagnostics import Diagnostics
from pnp.pipeline.context import open_context
from tests.conftest import edit
from tests.support.drawn import kind_test

test_is_drawn_as_reviewed = kind_test("track")


@pytest.mark.parametrize(("steps", "pieces"), [(0, 0), (1, 2), (59, 2), (60, 0)])
def test_a_track_has_two_to_sixty_cells_counted_from_0(small, steps, pieces):
    edit(small, "rules.yaml", "target_score: 5", f"target_score: {steps}")
    diagnostics = Diagnostics()
    context = open_context(small, diagnostics)
    spec = context.kit.components["score-track"]
    assert len(track.pieces("score-track", spec, context)) == pieces
    assert ("unknown-field" in [one.code for one in diagnostics]) == (not pieces)
