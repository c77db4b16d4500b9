"""The facts of tilt, found by playing, are those of the published rules and of the rulings."""

from __future__ import annotations

import pytest

from pnp.rules.moments import Play

FACTS = {
    "begins": "chance",
    "lists.squares": 36,
    "start.range": 35,
    "start.speed": 0,
    "start.shield": "outward",
    "start.cards": "9 8 9",
    "target.squares": 18,
    "target.above": 2,
    "aim.starts": "a1 a5 d1 d5",
    "aim.share": True,
    "aim.places_first": "First Player",
    "choose.each": True,
    "choose.optional": False,
    "choose.hidden": True,
    "cards.return": ["gone", "back"],
    "aim.first": "First Player",
    "aim.optional": False,
    "aim.chooser": "owner",
    "aim.corners": "stay",
    "aim.edges": "move",
    "horse.max": 6,
    "horse.rein": {"rein_in": [1, 0]},
    "horse.natural": 1,
    "horse.cards_last": True,
    "ride.order": True,
    "ride.exact": True,
    "ride.meets": 0,
    "ride.unseen": False,
    "knight.first": "First Player",
    "knight.stay": ["set_lance", "lean", "rise", "sit_forward", "brace_shield"],
    "knight.cancel": {"sit_forward, rise": "later", "rise, sit_forward": "later"},
    "knight.bars": ["move_shield after brace_shield"],
    "knight.barred_playable": True,
    "shield.places": 4,
    "lean.sides": "left right",
    "lance.own_aim": False,
    "lance.own_parry": False,
    "lance.rival_parry": True,
    "lance.parry_moves": ["rival"],
    "turn.first": "other",
    "parry.ranges": [1, 2, 3],
    "parry.next": True,
    "parry.beside": {
        "a1": "a2 b1",
        "a2": "a1 a3 b1 b2",
        "a3": "a2 a4 b2 b3",
        "a4": "a3 a5 b3 b4",
        "a5": "a4 b4",
        "b1": "a1 a2 b2 c1",
        "b2": "a2 a3 b1 b3 c2",
        "b3": "a3 a4 b2 b4 c3",
        "b4": "a4 a5 b3 c4",
        "c1": "b1 c2 d1 d2",
        "c2": "b2 c1 c3 d2 d3",
        "c3": "b3 c2 c4 d3 d4",
        "c4": "b4 c3 d4 d5",
        "d1": "c1 d2",
        "d2": "c1 c2 d1 d3",
        "d3": "c2 c3 d2 d4",
        "d4": "c3 c4 d3 d5",
        "d5": "c4 d4",
    },
    "parry.same": True,
    "parry.far": 1,
    "parry.near": ["fewest", "diagonal"],
    "parry.tie": "rival",
    "parry.two": "owner",
    "strike.same_time": True,
    "hit.shielded_miss": True,
    "hit.shielded_points": [1],
    "hit.breaks": ["d1", "d2", "d3"],
    "hit.disqualified": ["d3"],
    "hit.spent": 3,
    "hit.double": ["a3"],
    "impact.speeds": {str(both): (both > 5) + (both > 10) for both in range(2, 13)},
    "impact.further": 1,
    "impact.further_tie": False,
    "impact.slow": 0,
    "lean.effect": {"same half": -1, "other half": 1, "middle": 0},
    "shield.counts": ["Balance"],
    "net.zero": ["glance"],
    "end.disqualified": "rival wins the match",
    "end.disqualified_first": "unhorsing knight",
    "end.both_disqualified": "drawn",
    "end.unhorsed": "rider",
    "end.both_unhorsed": "higher net",
    "end.both_unhorsed_level": "void",
    "end.tilts": 3,
    "end.level": "drawn",
    "end.more": 0,
    "end.points": "most",
    "tilt.kept": "points",
    "tilt.first": "other",
}


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_is_that_of_the_rules(play: Play, name: str) -> None:
    assert play.fact(name) == FACTS[name]


def test_ways_of_aims(play: Play) -> None:
    ways = play.fact("aim.ways")
    assert ways["b2"] == "a2 a3 | c2 | b1 | b3 | a2 a3 b1 b3 c1 c2 c3"
    assert play.fact("aim.off_target")["left from b1"] == "a1 a2"
    assert play.fact("aim.off_target")["down from d3"] == "d2"


def test_every_fact_is_tested(play: Play) -> None:
    assert play.names() == sorted([*FACTS, "aim.ways", "aim.off_target"])
