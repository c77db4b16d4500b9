"""What large and small squares of a board share; their drawings are tested with the board."""

from __future__ import annotations

import pytest

from pnp.components.large_squares import Cell, aside_of, code_of, label_of, signed
from pnp.graphics.geometry import Rect


@pytest.mark.parametrize(("value", "printed"), [(2, "+2"), (0, "+0"), (-3, "−3"), ("far", "far"), (True, "True")])
def test_numbers_of_markers_have_a_sign(value, printed):
    assert signed(value) == printed


def test_a_square_without_a_card_has_its_id_for_a_code(context):
    cell = Cell("a1", Rect(0, 0, 50, 40), None)
    assert code_of(None, cell) == "a1"
    assert aside_of(None, "short") == []
    card = context.kit.cards["moves"]["dodge"]
    assert (code_of(card, cell), label_of(card)) == ("a1", "Dodge")
