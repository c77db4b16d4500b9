"""True and false sentences for the claims of tilt: a changed word is another statement, which play disproves."""

from __future__ import annotations

import pytest

from pnp import rules
from tests.rules.tilt.proving import play, verdict

CASES = [
    ("lists.squares", "The lists have 36 squares.", "The lists have 37 squares."),
    ("target.squares", "The target has 18 squares.", "The target has 19 squares."),
    ("start.range", "At the start, the range is 35.", "At the start, the range is 36."),
    (
        "start.ends",
        "Put Gules on the first square and Azure on the last.",
        "Put Gules on the last square and Azure on the first.",
    ),
    (
        "win.out",
        "If one knight is disqualified or unhorsed, the other knight wins the match at once.",
        "If one knight is disqualified or unhorsed, the other knight loses the match at once.",
    ),
    ("start.speed", "Put both speed dials on 0.", "Put both speed dials on 1."),
    ("start.shield", "Begin with Shield Outward.", "Begin with Shield Inward."),
    (
        "start.cards",
        "Your hands are 9 aim cards, 8 horse cards and 9 knight cards.",
        "Your hands are 9 aim cards, 9 horse cards and 9 knight cards.",
    ),
    (
        "first.chance",
        "Choose the First Player of the first tilt at random.",
        "Choose the First Player of the last tilt at random.",
    ),
    ("aim.starts", "The start squares are A1, A5, D1 and D5.", "The start squares are A1, A5 and D1."),
    (
        "aim.places",
        "The First Player places an aim counter first, then the other player does.",
        "The First Player places an aim counter last, then the other player does.",
    ),
    ("aim.share", "Both aims may be on the same square.", "Both aims cannot be on the same square."),
    (
        "choose.each",
        "Both players secretly choose one aim card, one horse card and one knight card.",
        "Both players openly choose one aim card, one horse card and one knight card.",
    ),
    ("choose.laid", "Lay them face down.", "Lay them face up."),
    ("choose.must", "You must choose one of each.", "You may choose one of each."),
    (
        "cards.return",
        "You cannot use a played card again until the next tilt.",
        "You may use a played card again until the next tilt.",
    ),
    ("aim.order", "The aim of the First Player moves first.", "The aim of the First Player moves last."),
    ("aim.must", "You must move your aim.", "You may move your aim."),
    ("aim.pick", "If a card leads to two squares, you choose.", "If a card leads to two squares, your rival chooses."),
    (
        "horse.order",
        "After the aims have moved, show the horse cards.",
        "Before the aims have moved, show the horse cards.",
    ),
    ("horse.max", "Top speed is 6.", "Top speed is 5."),
    (
        "horse.rein",
        "Rein In never takes a moving horse below speed 1.",
        "Rein In never takes a moving horse below speed 2.",
    ),
    ("horse.stand", "At speed 0, Rein In keeps you at speed 0.", "At speed 0, Rein In keeps you at speed 1."),
    ("horse.dial", "Turn your dial to your new speed.", "Turn your rival’s dial to your new speed."),
    (
        "ride.order",
        "Ride one square at a time, in turn, the First Player first.",
        "Ride two squares at a time, in turn, the First Player first.",
    ),
    ("ride.speed", "Ride exactly as many squares as your speed.", "Ride up to as many squares as your speed."),
    (
        "ride.alone",
        "If one of you has no squares left, the other rides on.",
        "If one of you has no squares left, both ride on.",
    ),
    (
        "ride.meet",
        "As soon as you are on the same square, stop and strike.",
        "As soon as you are on different squares, stop and strike.",
    ),
    (
        "ride.unseen",
        "If you meet, the knight cards of this turn have no effect.",
        "If you meet, the knight cards of this turn take effect.",
    ),
    (
        "knight.order",
        "If you have not met, show the knight cards; that of the First Player takes effect first.",
        "If you have not met, show the knight cards; that of the First Player takes effect last.",
    ),
    (
        "knight.stay",
        "Keep Set Lance, Lean, Rise, Sit Forward and Brace Shield until the end of the tilt for you, and discard the "
        "others.",
        "Keep Set Lance, Lean, Rise, Sit Forward and Steady until the end of the tilt for you, and discard the others.",
    ),
    (
        "knight.keep",
        "Keep Lean in front of you until the end of the tilt.",
        "Keep Parry for you until the end of the tilt.",
    ),
    (
        "lance.own",
        "After you play Set Lance, your own aim cards and your own Parry cannot move your aim.",
        "After you play Set Lance, your own aim cards and your own Parry may move your aim.",
    ),
    ("lance.rival", "Your rival’s Parry can move it.", "Your rival’s Parry cannot move it."),
    ("lance.parry", "Your own Parry still moves theirs.", "Your own Parry still moves yours."),
    (
        "knight.cancel",
        "Of Rise and Sit Forward, only the later card stays.",
        "Of Rise and Sit Forward, only the earlier card stays.",
    ),
    (
        "knight.barred",
        "After Brace Shield, you may still play Move Shield, without effect.",
        "After Rise, you may still play Move Shield, without effect.",
    ),
    (
        "shield.choice",
        "Choose Shield Down, Shield Up, Shield Inward or Shield Outward.",
        "Choose Shield Down or Shield Up.",
    ),
    ("shield.top", "Lay it on top of the old shield.", "Lay it at the bottom of the old shield."),
    ("lean.side", "Lean: choose left or right.", "Lean: choose up or right."),
    (
        "turn.pass",
        "For the next turn, the other player is First Player.",
        "For the next turn, the same player is First Player.",
    ),
    ("parry.range", "Parry works only at range 1 to 3.", "Parry works only at range 1 to 4."),
    (
        "parry.next",
        "If your rival’s aim is beside yours, it moves 1 more square in the same direction, and yours takes its place.",
        "If your rival’s aim is beside yours, it moves 1 more square in another direction, and yours takes its place.",
    ),
    (
        "parry.beside",
        "Beside: edge to edge.",
        "Beside: corner to corner.",
    ),
    (
        "parry.beside",
        "B2 is beside A2, A3, B1, B3 and C2.",
        "B2 is beside A2, A3, B1, B3 and C3.",
    ),
    ("parry.two", "If a move leads to 2 squares, you choose.", "If a move leads to 2 squares, your rival chooses."),
    (
        "parry.same",
        "If both aims are on the same square, choose a direction: your rival’s aim moves that way, yours the opposite.",
        "If both aims are on the same square, choose a direction: your rival’s aim moves that way, yours the same.",
    ),
    (
        "parry.far",
        "Otherwise, your aim moves 1 square nearer to your rival’s.",
        "Otherwise, your aim moves 1 square further to your rival’s.",
    ),
    (
        "parry.near",
        "Steps may be diagonal.",
        "Steps cannot be diagonal.",
    ),
    (
        "parry.tie",
        "If several squares are equally near, your rival chooses.",
        "If several squares are equally near, you choose.",
    ),
    (
        "strike.work_out",
        "Work out both blows before you look at the results.",
        "Work out both blows after you look at the results.",
    ),
    ("strike.same_time", "Both knights strike at the same time.", "Both knights strike in turn."),
    (
        "hit.miss_squares",
        "No blow, except at A4 and C4 if your rival’s shield covers that square.",
        "No blow, except at A4 and B4 if your rival’s shield covers that square.",
    ),
    (
        "hit.miss_squares",
        "No blow, unless your rival’s shield covers it.",
        "No blow, if your rival’s shield covers it.",
    ),
    ("hit.break", "No blow.", "Any blow."),
    ("hit.horse", "If you strike D3, you are disqualified.", "If you strike D2, you are disqualified."),
    (
        "impact.sum",
        "Impact: add the bonus for both speeds, your knight cards and the square that you strike.",
        "Impact: subtract the bonus for both speeds, your knight cards and the square that you strike.",
    ),
    (
        "impact.further",
        "Add 1 if you have ridden more squares in this tilt than your rival.",
        "Add 1 if you have ridden fewer squares in this tilt than your rival.",
    ),
    (
        "impact.lean",
        "If your rival leans, your blow loses 1 Impact on the same half and gains 1 on the other half.",
        "If your rival leans, your blow gains 1 Impact on the same half and loses 1 on the other half.",
    ),
    (
        "impact.lean",
        "If your rival leans left, your blow on the left half loses 1 Impact, and on the right half it gains 1.",
        "If your rival leans left, your blow on the right half loses 1 Impact, and on the left half it gains 1.",
    ),
    ("lean.middle", "Lean does not change blows on the head (A3).", "Lean does not change blows on the chest (B2)."),
    ("lean.middle", "Lean does not change blows at A3 and D3.", "Lean does not change blows at A3 and D2."),
    (
        "balance.sum",
        "Balance: add your rival’s knight cards, the square, and their shield if it covers the square.",
        "Balance: add your rival’s knight cards, the square, and their shield unless it covers the square.",
    ),
    ("net", "Subtract Balance from Impact: this is the net.", "Subtract Impact from Balance: this is the net."),
    ("end.order", "Look at both blows in this order.", "Look at neither blow in this order."),
    (
        "win.disqualified",
        "If one knight is disqualified, the other knight wins the match.",
        "If one knight is disqualified, the other knight loses the match.",
    ),
    (
        "win.unhorsed",
        "If one knight is unhorsed, the other knight wins the match.",
        "If one knight is unhorsed, the other knight loses the match.",
    ),
    (
        "win.both_disqualified",
        "If both are disqualified, the match is a draw.",
        "If both are disqualified, the match is won.",
    ),
    (
        "win.both_unhorsed",
        "If both are unhorsed, the higher net wins the match.",
        "If both are unhorsed, the lower net wins the match.",
    ),
    (
        "win.level_nets",
        "If these nets are equal, nobody scores, and the match continues.",
        "If these nets are equal, nobody scores, and the match ends.",
    ),
    (
        "win.points",
        "Otherwise, both knights score the points of their blows.",
        "Otherwise, neither knight scores the points of their blows.",
    ),
    ("tilt.next", "Then set up the next tilt.", "Before, set up the next tilt."),
    ("tilt.kept", "Keep only the points.", "Keep all points."),
    ("tilt.kept", "Keep only the points for the next tilt.", "Keep all points for the next tilt."),
    (
        "tilt.first",
        "The player who did not begin this tilt begins the next one.",
        "The player who began this tilt begins the next one.",
    ),
    ("tilt.count", "Ride 3 tilts, even if nobody scores.", "Ride 4 tilts, even if nobody scores."),
    (
        "win.most",
        "After 3 tilts, the knight with the most points wins.",
        "After 3 tilts, the knight with the fewest points wins.",
    ),
    ("win.level", "If the points are equal, the match is a draw.", "If the points are equal, the match is won."),
    (
        "hit.shield_square",
        "With Shield Up, the miss square A4 is a hit.",
        "With Shield Inward, the miss square A4 is a hit.",
    ),
]


@pytest.fixture(scope="module")
def seen():
    return play()


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "true", "false"), CASES, ids=[case[0] for case in CASES])
def test_a_changed_word_is_reported(seen, claim, true, false):
    proved, refused = verdict(seen, claim, true), verdict(seen, claim, false)
    assert proved.state == "proved", proved.message
    assert refused.state in ("false", "unread", "never"), refused.state


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("lean.side", "Lean: choose left and right."),
        ("balance.sum", "Balance: add your rival’s knight cards, the square, or their shield if it covers the square."),
        ("ride.meet", "As soon as you are on the same square, stop or strike."),
    ],
)
def test_things_joined_by_another_word_are_reported(seen, claim, text):
    assert verdict(seen, claim, text).state == "unread"


def test_every_claim_has_a_case(seen):
    assert {case[0] for case in CASES} == set(rules.proof(seen.game).claims())


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("turn.pass", "Next turn, First Player is the other player."),
        ("parry.tie", "If several squares are equally near, your opponent picks."),
        ("impact.further", "Add 1 if you rode further than your rival."),
        ("parry.two", "If there are 2 squares for an aim, you choose."),
        ("lance.own", "After Set Lance, your own aim cards and your own Parry cannot move your aim."),
        (
            "impact.sum",
            "Impact: add the bonus for both speeds (in the table), your knight cards and the square that you strike.",
        ),
        ("win.disqualified", "If one knight is disqualified, the other knight has won the match."),
        ("hit.break", "It is no blow."),
        ("net", "To get the net, subtract Balance from Impact."),
    ],
)
def test_a_paraphrase_is_proved(seen, claim, text):
    found = verdict(seen, claim, text)
    assert found.state == "proved", found.message
