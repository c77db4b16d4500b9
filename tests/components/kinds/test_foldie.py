"""Standees: whose picture they show, and how large they are."""

import math

import pytest

from pnp.components.kinds import foldie, tuckbox
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.support.drawn import kind_test

test_is_drawn_as_reviewed = kind_test("foldie")


WITH_BOX = ("rhino", "rhino-de", "rhino-fr", "rhino-night", "lists", "tilt")


@pytest.mark.parametrize("name", WITH_BOX)
def test_folded_standees_fit_into_the_box_of_their_kit(name):
    """They lie side by side and on one another, in what the box has beside its cards."""
    context = open_context(paths.data_folder() / name, Diagnostics())
    components = context.kit.components.values()
    (box,) = (spec for spec in components if isinstance(spec, tuckbox.Spec))
    inside = tuckbox._box(box, context)
    assert inside
    depth, taken = 0.0, 0.0
    for spec in components:
        if isinstance(spec, foldie.Spec):
            size, thick = foldie.folded(spec, context.facts.thickness[spec.stock])
            fits = max(
                int(inside.w // size.w) * int(inside.h // size.h), int(inside.w // size.h) * int(inside.h // size.w)
            )
            assert fits, "one standee is larger than the box"
            taken += len(context.kit.cards[spec.cards]) * spec.copies / fits
            depth = max(depth, thick)
    assert math.ceil(taken) * depth < box.extra
    assert inside.d - box.extra > 0
