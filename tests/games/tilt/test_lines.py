"""Examples and observations of an edition with fewer knight cards or with lances that break later."""

from __future__ import annotations

import pytest

from pnp.games.tilt.examples import FORMS
from pnp.games.tilt.lines import at_range
from pnp.games.tilt.observe import kind_of, observe
from tests.games.tilt.test_tilt import changed


@pytest.mark.parametrize("count", [0, 1])
def test_a_parry_is_tried_with_fewer_cards_without_effect(kit, count):
    game = changed(kit, "cards.yaml", "name: Steady, count: 2", f"name: Steady, count: {count}")
    assert at_range(game, ("c2", "b2"), 2, "parry").knights[0].aim == "c2"


def test_an_example_of_a_parry_plays_a_parry(game):
    example = {"given": {"aims": ["c2", "b2"], "range": 2}, "moves": ["play lean"], "then": {"choices": []}}
    with pytest.raises(ValueError, match="lean is not a parry"):
        list(FORMS["parry"](game, example))


def test_a_break_square_is_known_although_only_the_hardest_blow_breaks_a_lance(kit):
    game = changed(kit, "rules.yaml", "lance_breaks_above: 2", "lance_breaks_above: 4")
    assert {kind_of(game, cell) for cell in ("d1", "d2", "d3")} == {"break"}
    assert observe(game, "knights", "lean")["lean"]["exempt"] == ["head"]
