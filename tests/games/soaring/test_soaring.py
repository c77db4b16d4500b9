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


def test_s09_or_the_same_way_if_the_data_say_so():
    soaring = engine(rules=("first: clockwise, then: alternate", "first: counter_clockwise, then: same"))
    assert {soaring.direction(n) for n in (1, 2, 3)} == {"counter_clockwise"}
    assert soaring.passes_to(0, 2) == 3


# The rulings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "changed", "tables"), [(3, 24, 816), (4, 206, 3060)], ids=["SR3-3", "SR3-4"])
def test_sr3_the_rhino_is_no_mere_cancelled_card(size, changed, tables):
    def cancelled(table: tuple[str, ...]) -> tuple[str, ...]:
        is_a = any(SOARING.traits[card].suit == "a" for card in table)
        return tuple(card for card in table if not (is_a and card == "soaring_rhino"))

    every = list(combinations(SOARING.deck, size))
    others = [(table, cancelled(table)) for table in every]
    found = sum(t[SOARING.winner(t)] != rest[SOARING.winner(rest)] for t, rest in others)
    assert (found, len(every)) == (changed, tables)


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


def test_sr11_two_players_play_a_round_out():
    two = ENGINES[2]
    state = facing(two, "A5 C5 E5 A1 A2", "C1 C2 E1 E2 E4", wins=(2, 1))
    state = actions(two, state, "play a5", "play c1", "play c5", "play c2", "play e5", "play e1")
    assert (state.taken, two.outcome(state)) == ((3, 0), None)
    state = actions(two, state, "play a1", "play e2", "play a2", "play e4")
    assert state.taken == (3, 2)
    assert two.outcome(state) == Outcome("rounds", (0,), (3, 1))


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


def test_a_round_that_is_won_counts_for_more_than_all_hands_of_the_next():
    two, four = ENGINES[2], ENGINES[4]
    ahead, behind = two.standings(two.setup()._replace(wins=(2, 1), taken=(0, len(two.deck) - 1)))
    assert ahead > behind
    assert four.standings(four.setup()._replace(wins=(1, 0, 2, 0), taken=(0, 9, 0, 0))) == (1, 0, 2, 0)
