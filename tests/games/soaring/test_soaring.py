"""Soaring Rhino logo cards: the examples, the rulings, plays to every ending, what a seat may see, broken data."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.games.soaring.engine import PLAY, Soaring, State, game
from pnp.kit import paths, schema
from pnp.kit.model import Card
from pnp.rules.game import CHANCE, Outcome, RefusalError, read, step
from pnp.rules.playing import drawn, play
from pnp.sources.yaml import parse
from tests.support.engines import PLAYS, replayed

DATA = paths.data_folder() / "soaring"
SPECIAL = {"rhino": "soaring_rhino", "C3D": "c_downer", "E3D": "e_downer"}


def made(players: int | None = None, rules: tuple[str, str] = ("", ""), cards: tuple[str, str] = ("", "")) -> Any:
    """The engine from the data with one text replaced in a file, and the diagnostics."""
    diagnostics = Diagnostics()
    nodes = []
    for file, (old, new) in (("rules.yaml", rules), ("cards.yaml", cards)):
        text = (DATA / file).read_text("utf-8")
        assert old in text
        nodes.append(parse(text.replace(old, new, 1), file, diagnostics))
    decks = schema.build(dict[schema.Name, dict[schema.Id, Card]], nodes[1], diagnostics)
    return game(nodes[0], decks or {}, diagnostics, players), list(diagnostics)


def engine(players: int | None = None, **edits: tuple[str, str]) -> Soaring:
    soaring, diagnostics = made(players, **edits)
    assert soaring, diagnostics
    return soaring


ENGINES = {players: engine(players) for players in (2, 3, 4)}
SOARING = ENGINES[4]


def cards(names: str) -> tuple[str, ...]:
    """Cards as the examples write them: `A3`, `C3D`, `rhino`."""
    return tuple(SPECIAL.get(name, name.lower()) for name in names.split())


def facing(soaring: Soaring, *hands: str, **more: Any) -> State:
    """Everyone at the table about to play these hands."""
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    deck = tuple(card for card in soaring.deck if not any(card in hand for hand in held))
    return soaring.setup()._replace(phase=PLAY, hands=held, deck=deck, **more)


def actions(soaring: Soaring, state: State, *texts: str) -> State:
    for text in texts:
        state = step(soaring, state, text)
    return state


def dealt(soaring: Soaring, state: State | None = None) -> State:
    """A new deal, the cards in the order of their ids."""
    state = state or soaring.setup()
    while soaring.actor(state) == CHANCE:
        state = soaring.apply(state, soaring.legal(state)[0])
    return state


def first_choices(soaring: Soaring, state: State, phase: str) -> State:
    """Everyone takes the first of their choices until the phase is another."""
    while state.phase == phase:
        state = soaring.apply(state, soaring.legal(state)[0])
    return state


# The examples ---------------------------------------------------------------------------------------------

TABLES = [
    ("S02", "A3 C4", False, "C4", False),
    ("S02b", "A4 C4 E4", False, "A4", False),
    ("S02c", "C4 E4", False, "C4", False),
    ("S03", "rhino C5", False, "rhino", False),
    ("S03c", "rhino A1", False, "A1", False),
    ("S04", "C3D C3", False, "C3D", True),
    ("S04b", "A3 C3D", False, "A3", True),
    ("S05", "A2 C1 E4", True, "C1", False),
    ("S06", "C3D C3", True, "C3", True),
    ("S07", "A1 C5 rhino", False, "A1", False),
    ("S07c", "A1 rhino", True, "rhino", False),
]


@pytest.mark.parametrize(("table", "low", "winner", "next_low"), [t[1:] for t in TABLES], ids=[t[0] for t in TABLES])
def test_the_table_goes_to(table, low, winner, next_low):
    shown = cards(table)
    for order in (shown, shown[::-1]):
        assert order[SOARING.winner(order, low=low)] == cards(winner)[0]
    assert SOARING.next_low(shown) is next_low


@pytest.mark.parametrize(("table", "low", "winner", "next_low"), [t[1:] for t in TABLES], ids=[t[0] for t in TABLES])
def test_played_out_the_table_goes_to(table, low, winner, next_low):
    shown = cards(table)
    soaring = ENGINES[len(shown)]
    spare = [c for c in soaring.deck if c not in shown]
    hands = [f"{card} {spare[seat]}" for seat, card in enumerate(shown)]
    after = actions(soaring, facing(soaring, *hands, low=low), *(f"play {card}" for card in shown))
    assert after.taken.index(1) == shown.index(cards(winner)[0])
    assert after.low is next_low
    assert after.tables == (shown,)


def test_s01_the_deck_has_eighteen_cards():
    assert len(SOARING.deck) == 18


@pytest.mark.parametrize(("players", "hand"), [(4, 3), (3, 4), (2, 5)], ids=["S08-4", "S08-3", "S08-2"])
def test_s08_hands_after_the_draft(players, hand):
    soaring = ENGINES[players]
    assert soaring.table.final_hand == hand
    state = dealt(soaring)
    while state.phase != PLAY:
        state = soaring.apply(state, soaring.legal(state)[-1])
    assert [len(held) for held in state.hands] == [hand] * players
    assert len(state.deck) == soaring.table.set_aside


def test_s09_packs_go_the_other_way_every_round():
    assert [SOARING.direction(n) for n in (1, 2, 3)] == ["clockwise", "counter_clockwise", "clockwise"]
    assert [SOARING.passes_to(3, n) for n in (1, 2, 3)] == [0, 2, 0]
    for rounds, taker in ((0, 1), (1, 3), (2, 1)):
        state = dealt(SOARING, SOARING.setup()._replace(rounds=rounds))
        state = first_choices(SOARING, state, "discard")
        passed = state.packs[0][1:]
        for _ in range(4):
            state = SOARING.apply(state, SOARING.legal(state)[0])
        assert state.packs[taker] == state.passed[0] == passed


def test_s09_or_the_same_way_if_the_data_say_so():
    soaring = engine(rules=("first: clockwise, then: alternate", "first: counter_clockwise, then: same"))
    assert {soaring.direction(n) for n in (1, 2, 3)} == {"counter_clockwise"}
    assert soaring.passes_to(0, 2) == 3


@pytest.mark.parametrize("carry", [False, True], ids=["S10", "SR7-carry_low"])
def test_a_downer_in_the_last_hand_of_a_round(carry):
    soaring = engine(rules=("carry_low: false", f"carry_low: {str(carry).lower()}"))
    state = actions(soaring, facing(soaring, "C3D", "A1", "A2", "E5"), "play c_downer", "play a1", "play a2", "play e5")
    assert state.rounds == 1
    assert dealt(soaring, state).low is carry


# The rulings ----------------------------------------------------------------------------------------------


def test_sr1_hands_won_are_carried_over_rounds():
    state = facing(SOARING, "A1", "A2", "A3", "A5", wins=(2, 2, 2, 2))
    state = actions(SOARING, state, "play a1", "play a2", "play a3", "play a5")
    assert SOARING.outcome(state) == Outcome("hands", (3,), (2, 2, 2, 3))
    longer = facing(SOARING, "A1", "A2", "A3", "A5", wins=(1, 1, 0, 0))
    longer = actions(SOARING, longer, "play a1", "play a2", "play a3", "play a5")
    assert (longer.phase, longer.rounds, longer.wins, longer.taken) == ("deal", 1, (1, 1, 0, 1), (0, 0, 0, 0))
    assert longer.deck == SOARING.deck


def test_sr2_suits_are_a_c_and_e():
    assert SOARING.rules.suits == ("a", "c", "e")
    assert {t.suit for t in SOARING.traits.values()} == {"a", "c", "e", None}


@pytest.mark.parametrize(("size", "changed", "tables"), [(3, 24, 816), (4, 206, 3060)], ids=["SR3-3", "SR3-4"])
def test_sr3_the_rhino_is_no_mere_cancelled_card(size, changed, tables):
    def cancelled(table: tuple[str, ...]) -> tuple[str, ...]:
        is_a = any(SOARING.traits[card].suit == "a" for card in table)
        return tuple(card for card in table if not (is_a and card == "soaring_rhino"))

    every = list(combinations(SOARING.deck, size))
    others = [(table, cancelled(table)) for table in every]
    found = sum(t[SOARING.winner(t)] != rest[SOARING.winner(rest)] for t, rest in others)
    assert (found, len(every)) == (changed, tables)


def test_sr3_tiers_exist_only_with_the_rhino():
    tiers = {card: SOARING.tier(card, amid=True) for card in SOARING.deck}
    assert tiers == {c: 2 if c[0] == "a" else 1 if c == "soaring_rhino" else 0 for c in SOARING.deck}
    assert {SOARING.tier(card, amid=False) for card in SOARING.deck} == {0}


def test_sr4_a_low_hand_reads_the_rhinos_order_from_the_bottom():
    for table, winner in (
        ("rhino A1 E5", "E5"),
        ("rhino A5 A1", "rhino"),
        ("rhino C1 E2", "C1"),
        ("A1 C5 rhino", "C5"),
    ):
        shown = cards(table)
        assert shown[SOARING.winner(shown, low=True)] == cards(winner)[0]


def test_sr5_the_better_suit_wins_ties_in_low_hands_too():
    for table, winner in (("E2 C2 A2", "A2"), ("E2 C2", "C2"), ("E3D E3", "E3"), ("C3D E3", "C3D"), ("E3D C3D", "C3D")):
        shown = cards(table)
        assert shown[SOARING.winner(shown, low=True)] == cards(winner)[0]


def test_sr6_downers_neither_add_up_nor_undo_each_other():
    both = facing(ENGINES[2], "C3D A1 A2", "E3D A3 A4")
    state = actions(ENGINES[2], both, "play c_downer", "play e_downer")
    assert state.low
    state = actions(ENGINES[2], state, "play a1", "play a3")
    assert not state.low
    again = actions(ENGINES[2], both._replace(low=True), "play c_downer", "play a3")
    assert again.low


def test_sr8_one_side_pile_each():
    two = ENGINES[2]
    assert two.table.cards(2) == 18
    assert [len(pile) for pile in dealt(two).side] == [4, 4]
    assert [ENGINES[n].table.cards(n) for n in (3, 4)] == [18, 18]


@pytest.mark.parametrize("rule", ["own", "swap"], ids=["SR9-own", "SR9-swap"])
def test_sr9_whose_side_pile_the_second_pick_is_from(rule):
    two = engine(2, rules=("second_pick: own", f"second_pick: {rule}"))
    state = dealt(two)
    for phase in ("discard", "draft"):
        state = first_choices(two, state, phase)
    assert state.phase == "side"
    one, other = state.side
    state = actions(two, state, f"take {one[0]} drop {one[1]}", f"take {other[3]} drop {other[0]}")
    left = (one[2:], other[1:3])
    assert state.side == (left if rule == "own" else left[::-1])
    state = first_choices(two, state, "side")
    assert state.phase == PLAY
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert [len(gone) for gone in state.discards] == [3, 3]


def test_sr10_two_players_swap_either_way():
    assert [ENGINES[2].passes_to(seat, number) for number in (1, 2) for seat in (0, 1)] == [1, 0, 1, 0]


def test_sr11_a_game_of_hands_stops_in_the_middle_of_a_round():
    state = facing(SOARING, "A5 A1", "C1 C2", "E1 E2", "C4 E4", wins=(2, 2, 0, 0))
    state = actions(SOARING, state, "play a5", "play c1", "play e1", "play c4")
    assert SOARING.outcome(state) == Outcome("hands", (0,), (3, 2, 0, 0))
    assert state.rounds == 0
    assert SOARING.legal(state) == ()


def test_sr11_two_players_play_a_round_out():
    two = ENGINES[2]
    state = facing(two, "A5 C5 E5 A1 A2", "C1 C2 E1 E2 E4", wins=(2, 1))
    state = actions(two, state, "play a5", "play c1", "play c5", "play c2", "play e5", "play e1")
    assert (state.taken, two.outcome(state)) == ((3, 0), None)
    state = actions(two, state, "play a1", "play e2", "play a2", "play e4")
    assert state.taken == (3, 2)
    assert two.outcome(state) == Outcome("rounds", (0,), (3, 1))


def test_sr12_a_downer_that_lost_still_turns_the_next_hand():
    state = facing(ENGINES[3], "C3D A1 E4", "A5 A2 E5", "E1 A3 C4")
    state = actions(ENGINES[3], state, "play c_downer", "play a5", "play e1")
    assert (state.taken, state.low) == ((0, 1, 0), True)
    assert actions(ENGINES[3], state, "play a1", "play a2", "play a3").taken == (1, 1, 0)


def test_sr14_three_players_pass_three_then_two_then_one():
    three = ENGINES[3]
    state = first_choices(three, dealt(three), "discard")
    sizes = []
    while state.phase == "draft":
        sizes.append(len(state.packs[0]))
        for _ in range(3):
            state = three.apply(state, three.legal(state)[0])
    assert sizes == [4, 3, 2]
    assert [len(passed) for passed in state.passed] == [3 + 2 + 1] * 3


# Bounds, and the plain order of cards ---------------------------------------------------------------------


@pytest.mark.parametrize("low", [False, True])
def test_without_the_rhino_values_decide_then_suits_then_downers(low):
    traits = SOARING.traits
    plain = [card for card in SOARING.deck if traits[card].suit]
    ordered = sorted(plain, key=lambda card: (traits[card].value, "eca".index(traits[card].suit), "_" in card))
    for one, other in combinations(ordered, 2):
        lower = one
        if traits[one].value == traits[other].value and traits[one].suit != traits[other].suit:
            lower = other
        assert (one, other)[SOARING.winner((one, other), low=low)] == (lower if low else other)


@pytest.mark.parametrize(("players", "most"), [(2, 25), (3, 7), (4, 9)])
def test_no_game_is_longer_than_it_can_be(players, most):
    soaring = ENGINES[players]
    for seed in range(150):
        end = play(soaring, Random(seed))
        assert soaring.length(end) <= most
        outcome = soaring.outcome(end)
        assert outcome
        assert max(outcome.points) == outcome.points[outcome.winners[0]] == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_is_somewhere(players):
    soaring, rng = ENGINES[players], Random(players)
    state = soaring.setup()
    while (who := soaring.actor(state)) is not None:
        state = soaring.apply(
            state, drawn(soaring.chance(state), rng) if who == CHANCE else rng.choice(soaring.legal(state))
        )
        round_tables = state.tables[len(state.tables) - sum(state.taken) :]
        piles = (state.deck, *state.packs, *state.side, *state.hands, *state.discards, *round_tables)
        assert tuple(sorted(card for pile in piles for card in pile)) == soaring.deck


# Recorded plays -------------------------------------------------------------------------------------------

RECORDED = [
    ("soaring-hands", 4, Outcome("hands", (1,), (0, 3, 1, 0))),
    ("soaring-hands-3", 3, Outcome("hands", (1,), (0, 3, 0))),
    ("soaring-rounds", 2, Outcome("rounds", (1,), (0, 3))),
]


@pytest.mark.parametrize(("file", "players", "outcome"), RECORDED, ids=[r[0] for r in RECORDED])
def test_a_recorded_play_ends_as_it_did(file, players, outcome):
    lines = (PLAYS / f"{file}.txt").read_text("utf-8").splitlines()
    assert lines[0] == f"# players: {players}"
    soaring = ENGINES[players]
    end = replayed(soaring, [line for line in lines if line and not line.startswith("#")])
    assert soaring.outcome(end) == outcome


def test_there_is_a_play_for_every_ending():
    assert {r[2].ending for r in RECORDED} == {e for soaring in ENGINES.values() for e in soaring.endings}


# What a seat may know -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_view_tells_what_others_hold_or_chose(players):
    """Whatever a seat chooses, and whatever is dealt to it, the views of the others are the same until all have."""
    soaring, rng = ENGINES[players], Random(7)
    state = soaring.setup()
    while (who := soaring.actor(state)) is not None:
        legal = soaring.legal(state)
        if who == CHANCE:
            at = sum(len(pile) for pile in state.packs)
            who = at // soaring.table.deal if at < players * soaring.table.deal else CHANCE
        if who != players - 1:
            others = [seat for seat in range(players) if seat != who]
            views = [[soaring.view(soaring.apply(state, action), seat) for seat in others] for action in legal]
            assert all(view == views[0] for view in views)
        state = soaring.apply(state, rng.choice(legal))


def test_a_view_shows_a_play_once_all_have_made_theirs():
    state = facing(ENGINES[3], "A1 C1", "A2 C2", "A3 C3")
    state = actions(ENGINES[3], state, "play a1", "play c2")
    views = [ENGINES[3].view(state, seat) for seat in range(3)]
    assert [view["choice"] for view in views] == [["a1"], ["c2"], []]
    assert [view["chosen"] for view in views] == [[True, True, False]] * 3
    assert [view["tables"] for view in views] == [[]] * 3
    state = actions(ENGINES[3], state, "play c3")
    assert ENGINES[3].view(state, 2)["tables"] == [["a1", "c2", "c3"]]


def test_a_side_pile_is_seen_by_its_owner_and_not_before_its_time():
    two = ENGINES[2]
    state = dealt(two)
    assert two.view(state, 0)["side_pile"] == []
    state = first_choices(two, first_choices(two, state, "discard"), "draft")
    for seat in (0, 1):
        assert two.view(state, seat)["side_pile"] == list(state.side[seat])


def test_a_position_is_shown_and_a_refusal_lists_what_is_allowed():
    state = facing(ENGINES[2], "A1 C3D", "rhino C2", low=True)
    shown = ENGINES[2].show(state)
    assert "lowest" in shown
    assert "player 2 (0 hands this round, 0 won) holds c2 soaring_rhino" in shown
    with pytest.raises(RefusalError, match="allowed: play a1, play c_downer"):
        step(ENGINES[2], state, "play c2")
    over = play(ENGINES[2], Random(1))
    assert ENGINES[2].show(over).startswith("over after")


def test_choices_are_written_in_one_order_only():
    two = ENGINES[2]
    state = first_choices(two, dealt(two), "discard")
    pack = state.packs[0]
    assert two.allows(state, read(f"keep {pack[0]} {pack[1]}"))
    assert not two.allows(state, read(f"keep {pack[1]} {pack[0]}"))


# Broken data ----------------------------------------------------------------------------------------------


def at(diagnostics: list[Diagnostic], code: str) -> Diagnostic:
    found = [diagnostic for diagnostic in diagnostics if diagnostic.code == code]
    assert found, diagnostics
    return found[0]


def test_a_number_of_players_without_a_setup_is_refused():
    soaring, diagnostics = made(5)
    assert soaring is None
    assert at(diagnostics, "unknown-id").message == "there is no setup for 5 players"


def test_a_card_with_the_count_0_is_not_in_the_deck():
    soaring = engine(cards=("deck:", "deck:\n  blank: {name: Blank, count: 0}"))
    assert soaring.deck == SOARING.deck
