"""Joust with fifty-two cards: the examples, the rulings, plays to every ending, what a seat may see, broken data."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pnp.diagnostics import Diagnostics
from pnp.games.duel.engine import SWAP, TARGET, Duel, State, game
from pnp.kit import paths, schema
from pnp.kit.model import Card
from pnp.rules.game import CHANCE, Outcome, RefusalError, step
from pnp.rules.playing import drawn, play
from pnp.sources.yaml import parse
from tests.support.engines import PLAYS, replayed

DATA = paths.data_folder() / "duel"
RANKS = {rank: n for n, rank in enumerate(["A", *map(str, range(2, 11)), "J", "Q", "K"])}


def made(rules: tuple[str, str] = ("", ""), cards: tuple[str, str] = ("", "")) -> Any:
    """The engine from the data with one text replaced in a file, and the diagnostics."""
    diagnostics = Diagnostics()
    nodes = []
    for file, (old, new) in (("rules.yaml", rules), ("cards.yaml", cards)):
        text = (DATA / file).read_text("utf-8")
        assert old in text
        nodes.append(parse(text.replace(old, new, 1), file, diagnostics))
    decks = schema.build(dict[schema.Name, dict[schema.Id, Card]], nodes[1], diagnostics)
    return game(nodes[0], decks or {}, diagnostics), list(diagnostics)


DUEL: Duel = made()[0]
WORDS = DUEL.rules.ranks


def of(suit: str, *ranks: object) -> list[str]:
    """Cards of a suit, their ranks as the examples write them."""
    return [f"{WORDS[RANKS[str(rank)]]}_of_{suit}" for rank in ranks]


def actions(state: State, *texts: str) -> State:
    for text in texts:
        state = step(DUEL, state, text)
    return state


def begun(attacker: list[object], defender: list[object]) -> State:
    """The first round: the first seat attacks and holds clubs, the second defends with hearts."""
    hands = [*of("clubs", *attacker), *of("hearts", *defender)]
    return actions(DUEL.setup(), "call black", "turn ace_of_spades", *(f"draw {card}" for card in hands))


def exchanged(state: State, target: int, *plays: str) -> State:
    """A round with that target: `d 3` and `a 9 add` are plays, and the attacker goes on unless told to forfeit."""
    state = actions(state, f"target {target}")
    for text in plays:
        if text == "forfeit":
            return actions(state, text)
        if state.phase == "forfeit":
            state = actions(state, "continue")
        who, rank, *sign = text.split()
        seat = state.attacker if who == "a" else 1 - state.attacker
        verb = {"a": "attack", "d": "defend"}[who]
        state = actions(state, " ".join([verb, *of(("clubs", "hearts")[seat], rank), *sign]))
    return state


def refilled(state: State) -> State:
    """Everyone draws what they are owed, the first cards there are."""
    while DUEL.actor(state) == CHANCE:
        state = DUEL.apply(state, DUEL.chance(state)[0][0])
    return state


def everywhere(state: State) -> int:
    """All cards, wherever they are."""
    piles = (*state.hidden, *state.exposed, *state.played, *state.points)
    return DUEL.left(state) + bool(state.aside) + sum(len(pile) for pile in piles)


# The examples ---------------------------------------------------------------------------------------------


def test_b01_what_cards_are_worth():
    for suit in ("clubs", "spades", "hearts", "diamonds"):
        assert [DUEL.value(card) for card in of(suit, *RANKS)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]


def test_b02_forty_five_cards_are_left_after_the_deal():
    assert len(DUEL.deck) == sum(DUEL.deck) == 52
    assert DUEL.left(refilled(actions(DUEL.setup(), "call red"))) == 45


ROUNDS = [
    (
        "B03",
        12,
        ["d 3", "a 9 add"],
        {"points": [3, 0], "attacker_exposed": 1, "attacker_hidden": 2, "defender_hidden": 3, "deck": 42},
    ),
    (
        "B05",
        10,
        ["d 7", "a 9 add", "forfeit"],
        {"points": [0, 1], "attacker_hidden": 3, "defender_exposed": 1, "deck": 44},
    ),
    ("B07", 30, ["d 3", "a 2 add", "d 7", "a 5 add", "d K"], {"points": [3, 0]}),
]


@pytest.mark.parametrize(("target", "plays", "expect"), [r[1:] for r in ROUNDS], ids=[r[0] for r in ROUNDS])
def test_a_round_comes_to(target, plays, expect):
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), target, *plays)
    assert [len(points) for points in state.points] == expect["points"]
    state = refilled(state)
    found = {
        "points": [len(points) for points in state.points],
        "attacker_exposed": len(state.exposed[0]),
        "attacker_hidden": len(state.hidden[0]),
        "defender_exposed": len(state.exposed[1]),
        "defender_hidden": len(state.hidden[1]),
        "deck": DUEL.left(state),
    }
    assert found.items() >= expect.items()
    assert (state.phase, state.attacker) == (TARGET, 1)


@pytest.mark.parametrize(("case", "totals"), [("B03", [3, 12]), ("B07", [3, 5, 12, 17, 30])], ids=["B03", "B07"])
def test_the_total_goes(case, totals):
    _, target, plays, _ = next(r for r in ROUNDS if r[0] == case)
    found = [exchanged(begun([2, 5, 9], [3, 7, "K"]), target, *plays[:n]).total for n in range(1, len(plays))]
    assert found == totals[:-1]
    end = exchanged(begun([2, 5, 9], [3, 7, "K"]), target, *plays)
    assert (end.last, end.total, totals[-1]) == ("reached", 0, target)


def test_b10_bounds_hold_in_play():
    """At most nineteen rounds, never fewer than 24 cards in the deck, and no card lost."""
    for seed in range(300):
        rng, state = Random(seed), DUEL.setup()
        while (who := DUEL.actor(state)) is not None:
            state = DUEL.apply(
                state, drawn(DUEL.chance(state), rng) if who == CHANCE else rng.choice(DUEL.legal(state))
            )
            assert everywhere(state) == 52
            assert DUEL.left(state) >= 24
            if state.phase == TARGET:
                assert DUEL.left(state) + sum(len(points) for points in state.points) + 7 == 52
                assert [len(h) + len(e) for h, e in zip(state.hidden, state.exposed, strict=True)] == [3, 3]
        assert state.rounds <= DUEL.longest() == 19
        outcome = DUEL.outcome(state)
        assert outcome
        assert 10 <= outcome.points[outcome.winners[0]] <= 12
        assert outcome.points[1 - outcome.winners[0]] < 10


# The rounds' steps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "target", "sign"), [(0, 1, 1), (11, 12, 1), (13, 12, -1), (-6, 1, 1)])
def test_the_defender_goes_towards_the_target(total, target, sign):
    assert DUEL.sign(total, target) == sign


def test_a_defender_over_the_target_subtracts_and_may_thereby_hit_it():
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), 6, "d 7", "a 2 add", "d 3")
    assert (state.last, len(state.points[0])) == ("reached", 3)


def test_a_defender_who_is_never_hit_takes_all_the_attackers_cards():
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), 76, "d 3", "a 2 add", "d 7", "a 5 add", "d K", "a 9 add")
    assert state.last == "held"
    assert state.points == ((), tuple(sorted(of("clubs", 2, 5, 9))))
    assert state.exposed == ((), tuple(sorted(of("hearts", 3, 7, "K"))))
    assert state.due == (3, 0)


def test_a_winner_takes_played_exposed_and_hidden_cards():
    state = begun([2, 5, 9], [3, 7, "K"])
    three, seven, king = of("hearts", 3, 7, "K")
    state = state._replace(hidden=(state.hidden[0], (king, seven)), exposed=((), (three,)))
    state = exchanged(state, 16, "d 7", "a 9 add")
    assert state.points == (tuple(sorted((three, seven, king))), ())


# The rulings ----------------------------------------------------------------------------------------------


def test_bl1_targets_are_1_to_76():
    state = begun([2, 5, 9], [3, 7, "K"])
    numbers = sorted(int(number) for _, number in DUEL.legal(state))
    assert numbers == list(range(1, 77))
    assert DUEL.reach() == DUEL.rules.target.max == 76
    for text in ("target 0", "target 77", "target -1", "target 05"):
        with pytest.raises(RefusalError, match="is not allowed; allowed: "):
            step(DUEL, state, text)


def test_bl2_attackers_play_exposed_cards_too():
    state = begun([2, 5, 9], [3, 7, "K"])
    two, five, nine = of("clubs", 2, 5, 9)
    state = state._replace(hidden=((five, nine), state.hidden[1]), exposed=((two,), ()))
    state = exchanged(state, 40, "d 3", "a 2 add")
    assert (state.played[0], state.exposed[0], state.total) == ((two,), (), 5)


@pytest.mark.parametrize("exchanges", [1, 2])
def test_bl3_whoever_forfeits_draws_as_many_as_were_lost(exchanges):
    plays = ["d 3", "a 2 add", "d 7", "a 5 add"][: 2 * exchanges]
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), 40, *plays, "forfeit")
    assert state.due == (exchanges, 0)
    assert len(state.points[1]) == exchanges
    state = refilled(state)
    assert [len(h) + len(e) for h, e in zip(state.hidden, state.exposed, strict=True)] == [3, 3]
    assert len(state.hidden[0]) == 3


def laid_open(state: State, *seats: int) -> State:
    """Those seats have exposed all of their cards."""
    hidden = tuple(() if seat in seats else state.hidden[seat] for seat in (0, 1))
    exposed = tuple(state.hidden[seat] if seat in seats else () for seat in (0, 1))
    return state._replace(hidden=hidden, exposed=exposed)


def test_bl4_exposed_hands_may_swap_a_card_once_the_attacker_first():
    state = laid_open(begun([2, 5, 9], [3, 7, "K"]), 0, 1)
    assert DUEL.actor(state) == 0
    state = actions(state, "target 40")
    assert (state.phase, DUEL.actor(state)) == (SWAP, 0)
    assert DUEL.legal(state) == (("keep",), *(("swap", card) for card in of("clubs", 5, 9, 2)))
    state = actions(state, "swap two_of_clubs")
    assert (state.phase, state.under, state.due) == ("draw", ("two_of_clubs",), (1, 0))
    state = actions(state, "draw queen_of_spades")
    assert state.hidden[0] == ("queen_of_spades",)
    assert (state.phase, DUEL.actor(state), DUEL.left(state)) == (SWAP, 1, 45)
    assert actions(state, "keep").phase == "defend"
    state = actions(state, "swap king_of_hearts", "draw ace_of_clubs")
    assert (state.phase, state.under) == ("defend", ("two_of_clubs", "king_of_hearts"))
    assert "queen_of_spades" not in str(DUEL.view(state, 1))


@pytest.mark.parametrize(("open_hands", "asked"), [((), None), ((0,), 0), ((1,), 1)])
def test_bl4_only_a_hand_that_is_all_exposed_may_swap(open_hands, asked):
    state = actions(laid_open(begun([2, 5, 9], [3, 7, "K"]), *open_hands), "target 40")
    assert (state.phase, DUEL.actor(state)) == (("defend", 1) if asked is None else (SWAP, asked))


@pytest.mark.parametrize(
    ("call", "turned", "attacker"), [("red", "hearts", 0), ("red", "spades", 1), ("black", "spades", 0)]
)
def test_bl5_the_other_player_attacks_when_the_call_misses(call, turned, attacker):
    state = actions(DUEL.setup(), f"call {call}", f"turn ace_of_{turned}")
    assert state.attacker == attacker
    assert refilled(state).attacker == attacker


def test_bl6_the_turned_card_is_out_of_the_game_for_all_to_see():
    state = begun([2, 5, 9], [3, 7, "K"])
    assert all(action != ("draw", "ace_of_spades") for action, _ in DUEL.chance(state._replace(phase="draw")))
    assert [DUEL.view(state, seat)["aside"] for seat in (0, 1)] == ["ace_of_spades"] * 2


def test_bl7_what_was_put_under_the_deck_comes_up_in_its_order_and_last():
    """In the game as it is the deck never gets that low; with other numbers it might."""
    state = begun([2, 5, 9], [3, 7, "K"])._replace(phase="draw", due=(0, 2))
    state = state._replace(pile=(0,) * 52, under=("jack_of_clubs", "four_of_clubs", "six_of_clubs"))
    assert DUEL.chance(state) == ((("draw", "jack_of_clubs"), 1),)
    state = actions(state, "draw jack_of_clubs")
    assert DUEL.legal(state) == (("draw", "four_of_clubs"),)
    assert actions(state, "draw four_of_clubs").under == ("six_of_clubs",)


def test_bl8_nobody_forfeits_after_the_third_exchange():
    plays = ["d 3", "a 2 add", "d 7", "a 5 add", "d K", "a 9 add"]
    for n, phase in ((2, "forfeit"), (4, "forfeit"), (6, "draw")):
        assert exchanged(begun([2, 5, 9], [3, 7, "K"]), 76, *plays[:n]).phase == phase


@pytest.mark.parametrize("before", [7, 8, 9])
def test_bl9_ten_points_or_more_win_at_once(before):
    points = tuple(sorted(of("diamonds", *list(RANKS)[:before])))
    state = begun([2, 5, 9], [3, 7, "K"])._replace(points=(points, ()))
    state = exchanged(state, 12, "d 3", "a 9 add")
    assert DUEL.outcome(state) == Outcome("reached", (0,), (before + 3, 0))
    assert (DUEL.actor(state), DUEL.legal(state), state.due) == (None, (), (0, 0))
    assert DUEL.show(state).startswith("over after 1 rounds")


def test_bl10_a_total_may_be_negative():
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), 1, "d 3", "a 9 subtract")
    assert state.total == -6
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), 1, "d 3", "a 9 subtract", "d 7")
    assert state.last == "reached"


def test_bl11_point_cards_are_public_and_only_counted():
    state = exchanged(begun([2, 5, 9], [3, 7, "K"]), 12, "d 3", "a 9 add")
    for seat in (0, 1):
        assert DUEL.view(state, seat)["points"] == [sorted(of("hearts", 3, 7, "K")), []]


@pytest.mark.parametrize(
    ("target", "plays"),
    [
        (12, ["d 3", "a 9 add"]),
        (40, ["d 3", "a 9 add", "forfeit"]),
        (76, ["d 3", "a 2 add", "d 7", "a 5 add", "d K", "a 9 add"]),
    ],
    ids=["reached", "forfeited", "held"],
)
def test_bl12_the_roles_change_after_every_round(target, plays):
    state = refilled(exchanged(begun([2, 5, 9], [3, 7, "K"]), target, *plays))
    assert (state.attacker, state.rounds, state.target, state.total) == (1, 1, None, 0)
    assert DUEL.actor(state) == 1


def test_bl13_only_played_cards_become_exposed():
    state = refilled(exchanged(begun([2, 5, 9], [3, 7, "K"]), 10, "d 7", "a 9 add", "forfeit"))
    assert state.exposed == ((), tuple(of("hearts", 7)))
    assert [len(cards) for cards in state.hidden] == [3, 2]
    assert set(of("hearts", 3, "K")) == set(state.hidden[1])


# Recorded plays -------------------------------------------------------------------------------------------

RECORDED = [
    ("duel-reached", Outcome("reached", (1,), (0, 10))),
    ("duel-held", Outcome("held", (0,), (10, 0))),
    ("duel-forfeited", Outcome("forfeited", (0,), (10, 0))),
]


@pytest.mark.parametrize(("file", "outcome"), RECORDED, ids=[r[0] for r in RECORDED])
def test_a_recorded_play_ends_as_it_did(file, outcome):
    lines = (PLAYS / f"{file}.txt").read_text("utf-8").splitlines()
    end = replayed(DUEL, [line for line in lines if line and not line.startswith("#")])
    assert DUEL.outcome(end) == outcome


def test_there_is_a_play_for_every_ending():
    assert {outcome.ending for _, outcome in RECORDED} == DUEL.endings


# What a seat may know -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_no_view_tells_what_the_other_hides(seed):
    rng, state = Random(seed), DUEL.setup()
    while (who := DUEL.actor(state)) is not None:
        for seat in (0, 1):
            view = DUEL.view(state, seat)
            assert view["hidden"] == list(state.hidden[seat])
            label = {card for card in DUEL.kinds if f"'{card}'" in str(view)}
            assert label.isdisjoint(state.hidden[1 - seat])
            unseen = {card for card, count in zip(DUEL.kinds, state.pile, strict=True) if count}
            assert label.isdisjoint(unseen)
        if state.phase == "draw":
            other = 1 if state.due[0] else 0
            after = [DUEL.view(DUEL.apply(state, action), other) for action in DUEL.legal(state)]
            assert all(view == after[0] for view in after)
        state = DUEL.apply(state, drawn(DUEL.chance(state), rng) if who == CHANCE else rng.choice(DUEL.legal(state)))


def test_a_position_is_shown_and_a_refusal_lists_what_is_allowed():
    state = actions(begun([2, 5, 9], [3, 7, "K"]), "target 12", "defend three_of_hearts")
    shown = DUEL.show(state)
    assert "player 1 attacks, target 12, total 3" in shown
    assert "player 2 (0 points) hides king_of_hearts seven_of_hearts, has played three_of_hearts" in shown
    with pytest.raises(RefusalError, match="allowed: attack five_of_clubs add, attack five_of_clubs subtract"):
        step(DUEL, state, "attack three_of_hearts add")


# Other data -----------------------------------------------------------------------------------------------


def test_a_deck_may_hold_a_card_twice():
    twice, diagnostics = made(cards=("{name: Ace of Clubs,", "{name: Ace of Clubs, count: 2,"))
    assert twice, diagnostics
    state = twice.apply(twice.setup(), ("call", "red"))
    assert dict(twice.chance(state))["turn", "ace_of_clubs"] == 2
    for seed in range(50):
        assert twice.outcome(play(twice, Random(seed)))


def test_hands_and_goals_of_other_sizes_play_on():
    other, diagnostics = made(rules=("hand_size: 3\nwin_points: 10", "hand_size: 2\nwin_points: 20"))
    assert other, diagnostics
    for seed in range(50):
        end = play(other, Random(seed))
        assert max(len(points) for points in end.points) in (20, 21)
    assert other.reach() == 52
