"""Other card sizes with the shipped kits: what fits prints, and only words may be too long for what does not."""

from __future__ import annotations

import pytest

from pnp.checks import low_contrast, overlapping_text, unsafe_zone
from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.pipeline import job
from tests.conftest import ROOT, options_for

FACTS = load.print_facts(Diagnostics())
OWN = FACTS.cards["euro-poker"].extent
LARGER = sorted(name for name, size in FACTS.cards.items() if OWN.fits(size.extent) and size.extent != OWN)
SMALLER = sorted(set(FACTS.cards) - {*LARGER, "euro-poker"})
FREE = ("60x75mm", "66x100mm")
"""Sizes that no file names: smaller in both directions, and larger."""


def test_there_are_larger_and_smaller_sizes():
    assert {"poker", "tarot", "jumbo"} == set(LARGER)
    assert len(SMALLER) >= 8


def found(kit: str, size: str, **options: bool) -> list:
    """The errors of drawing a kit's cards in a size, and of the checks of places."""
    diagnostics = Diagnostics()
    planned = job.plan(options_for(ROOT / "card_data" / kit, card_size=size, **options), diagnostics)
    decks = [id_ for id_, spec in planned.context.kit.components.items() if spec.kind == "deck"]
    drawn = job.draw(job.Plan(planned.options, planned.context, planned.game, tuple(decks)))
    context = planned.check_context(drawn)
    return [*diagnostics, *unsafe_zone.check(context), *overlapping_text.check(context)]


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "size"), [("rhino", "tarot"), ("tilt", "jumbo"), ("soaring", FREE[1])])
def test_kits_fit_larger_cards(kit, size):
    assert found(kit, size) == []


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "size"), [("rhino", "micro"), ("tilt", "square")])
def test_on_smaller_cards_nothing_but_words_has_too_little_room(kit, size):
    codes = {diagnostic.code for diagnostic in found(kit, size) if diagnostic.severity == "error"}
    assert codes <= {"text-overflow", "overlapping-text", "low-contrast"}


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "size"), [("rhino", "mini-us"), ("lists", "micro"), ("duel", "bridge")])
def test_everything_fits_cards_that_are_scaled_down(kit, size):
    assert found(kit, size, scale_cards=True) == []


def box(kit: str, size: str) -> list:
    """The errors of drawing a kit's box for cards of a size, and those of the contrast on it."""
    diagnostics = Diagnostics()
    planned = job.plan(options_for(ROOT / "card_data" / kit, card_size=size), diagnostics)
    boxes = tuple(id_ for id_, spec in planned.context.kit.components.items() if spec.kind == "tuckbox")
    drawn = job.draw(job.Plan(planned.options, planned.context, planned.game, boxes))
    return [*diagnostics, *low_contrast.check(planned.check_context(drawn))]


@pytest.mark.parametrize(
    ("kit", "size"),
    [("rhino", "micro"), ("tilt", "square"), ("soaring", "jumbo"), ("lists", FREE[0]), ("duel", "micro")],
)
def test_boxes_follow_cards(kit, size):
    assert box(kit, size) == []
