"""Tallies: added in any order, written and read again."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations

import pytest

from pnp.lab.tallies import CardTally, PairedGame, Result, Stake, Tally, plain, read

CARD = CardTally(1, 1, 1, 0, 4, 5, Counter({"play": 4}), Counter({"play": 1}))
ONE = Tally(
    results=Counter({Result("score", (0,), 1): 3, Result("idle", (), None): 1}),
    lengths=Counter({7: 4}),
    decisions=Counter({5: 1, 6: 3}),
    seconds=Counter({60: 4}),
    leads=Counter({2: 4}),
    behind=Counter({50: 4}),
    led=Counter({10: 3, 90: 4}),
    led_wins=Counter({10: 1, 90: 3}),
    led_draws=Counter({90: 1}),
    forced=9,
    reshuffles=2,
    challenges=1,
    cards={"a": CARD},
    rows=[PairedGame(-1, 7, 5, 1, "idle"), PairedGame(1, 7, 6, 0, "score")],
    stakes=[Stake(3, 0.1, -0.25)],
)
TWO = Tally(
    Counter({Result("score", (0, 1), 1): 2}), Counter({7: 1, 8: 1}), cards={"a": CardTally(2), "b": CardTally(3)}
)


def total(*tallies: Tally) -> Tally:
    found = Tally()
    for tally in tallies:
        found.add(tally)
    return found


def test_sums_do_not_depend_on_the_order():
    sums = [total(*order) for order in permutations((ONE, TWO, ONE))]
    assert all(one == sums[0] for one in sums)
    assert sums[0].games == 10
    assert (sums[0].wins(0), sums[0].wins(1)) == (8, 2)
    assert (sums[0].led, sums[0].led_wins, sums[0].led_draws) == ({10: 6, 90: 8}, {10: 2, 90: 6}, {90: 2})
    assert sums[0].lengths == {7: 9, 8: 1}
    assert sums[0].cards["a"] == CardTally(4, 2, 2, 0, 8, 10, Counter({"play": 8}), Counter({"play": 2}))
    assert sums[0].cards["b"].held == 3
    assert ONE.forced == 9, "adding changes no summand"
    assert sums[0].rows == sums[0].stakes == [], "which have an order"


def test_a_tally_is_written_and_read():
    for tally in (ONE, TWO, Tally()):
        assert read(json.loads(json.dumps(plain(tally)))) == tally


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("forced", -1),
        ("forced", "9"),
        ("lengths", [[1]]),
        ("results", [["score", [0]]]),
        ("cards", {"a": [[1], {}, {}]}),
        ("cards", []),
        ("decisions", None),
        ("rows", [[1, 7, 5, 0]]),
        ("rows", [[-2, 7, 5, 0, "score"]]),
        ("stakes", [[3, 0.1, "high"]]),
    ],
)
def test_what_is_no_tally_is_refused(key, value):
    with pytest.raises(ValueError, match=r"."):
        read(plain(ONE) | {key: value})
    for text in ([], "x", {}, None):
        with pytest.raises(ValueError, match="no tally"):
            read(text)
