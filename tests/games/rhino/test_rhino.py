"""Rhinoceros Joust: the worked examples, the rulings, the whole state machine."""

from __future__ import annotations

import shutil
from random import Random

import pytest

from pnp import rules
from pnp.games.rhino.engine import COUNTER, DISCARD, DRAW, MOVE, OVER, Rhino, State
from pnp.kit import paths
from pnp.rules.game import CHANCE, RefusalError
from pnp.rules.shared import changed
from tests.conftest import edit
from tests.support.engines import make

HEAD_TO_HEAD, WORST, BEST = 0, -2, 2


@pytest.fixture(scope="module")
def game(engine) -> Rhino:
    return engine("rhino")


def hand(game: Rhino, *names: str) -> tuple[int, ...]:
    return tuple(names.count(kind) for kind in game.kinds)


def table(game: Rhino, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = (), **more) -> State:
    """A turn of the first rider: these hands, all other cards in the pile."""
    hands = (hand(game, *mine), hand(game, *theirs))
    pile = tuple(n - a - b for n, a, b in zip(game.deck, *hands, strict=True))
    return changed(game.setup(), phase=MOVE, riders=(0, 1), hands=hands, pile=pile, **more)


def after(game: Rhino, state: State, *actions: str) -> State:
    for action in actions:
        state = rules.step(game, state, action)
    return state


def place(game: Rhino, name: str) -> int:
    return game.rules.positions.index(name) - 2


ALL = [
    "best_at_jousting",
    "burst_of_speed",
    "charge",
    "dodge",
    "lunge",
    "spin",
    "stampede",
    "stomp",
    "swerve",
    "tricky_move",
]


@pytest.mark.parametrize(
    ("top", "counters"),
    [
        pytest.param("lunge", {"best_at_jousting", "dodge", "swerve"}, id="R01"),
        pytest.param("dodge", {"best_at_jousting", "dodge", "spin", "stampede"}, id="R02"),
        pytest.param("charge", {"best_at_jousting", "dodge"}, id="R03"),
        pytest.param("tricky_move", {"best_at_jousting"}, id="R03b"),
        pytest.param("stomp", {"best_at_jousting", "burst_of_speed", "dodge", "stomp", "swerve"}, id="R04"),
        pytest.param("stampede", {"best_at_jousting", "burst_of_speed"}, id="R05"),
        pytest.param("swerve", {"best_at_jousting", "stampede", "swerve"}, id="R06"),
        pytest.param("spin", {"best_at_jousting", "spin"}, id="spin"),
        pytest.param("burst_of_speed", {"best_at_jousting", "burst_of_speed"}, id="burst"),
        pytest.param("best_at_jousting", {"best_at_jousting"}, id="RH18"),
    ],
)
def test_what_counters_what(game, top, counters):
    state = changed(table(game, (), tuple(ALL)), phase=COUNTER, stack=(game.kind_of[top],))
    assert {a[1] for a in game.legal(state) if a[0] == "counter"} == counters
    assert ("pass",) in game.legal(state)


@pytest.mark.parametrize(
    ("card", "positions"),
    [
        pytest.param("swerve", {"fleeing", "flanked"}, id="R07"),
        pytest.param("lunge", {"head_to_head", "flanking", "chasing"}, id="R08"),
        pytest.param("dodge", {"fleeing"}, id="dodge"),
        pytest.param("stomp", {"flanking", "chasing"}, id="stomp"),
        pytest.param("stampede", {"chasing"}, id="stampede"),
        pytest.param("spin", {"flanked"}, id="spin"),
        pytest.param("charge", {"fleeing", "flanked", "head_to_head", "flanking", "chasing"}, id="charge"),
        pytest.param("best_at_jousting", set(), id="best"),
    ],
)
def test_where_a_card_may_be_played(game, card, positions):
    found = {
        name
        for name in game.rules.positions
        if game.allows(table(game, (card,), step=place(game, name)), ("play", card))
    }
    assert found == positions


@pytest.mark.parametrize(
    ("start", "card", "end"),
    [
        pytest.param("fleeing", "charge", "flanked", id="R09"),
        pytest.param("head_to_head", "tricky_move", "chasing", id="R10"),
        pytest.param("chasing", "charge", "chasing", id="R17"),
        pytest.param("flanking", "tricky_move", "chasing", id="RH15"),
    ],
)
def test_gaining_position(game, start, card, end):
    state = after(game, table(game, (card,), step=place(game, start)), f"play {card}", "pass")
    assert game.position(state, 0) == end
    assert state.step == place(game, end)


def test_r11_what_my_rival_gains_i_lose(game):
    state = table(game, (), ("spin",), step=place(game, "flanking"), active=1)
    state = after(game, state, "play spin", "pass")
    assert (game.position(state, 0), game.position(state, 1)) == ("flanked", "flanking")


@pytest.mark.parametrize(
    ("position", "before", "points", "over"),
    [
        pytest.param("head_to_head", (0, 0), (1, 0), False, id="R12"),
        pytest.param("flanking", (0, 0), (2, 0), False, id="R13"),
        pytest.param("flanking", (1, 0), (3, 0), True, id="R15"),
        pytest.param("chasing", (2, 2), (5, 2), True, id="RH11"),
    ],
)
def test_scoring(game, position, before, points, over):
    state = table(game, ("lunge", "charge"), step=place(game, position), scores=before)
    state = after(game, state, "play lunge", "pass")
    assert state.scores == points
    assert (state.phase == OVER) is over
    assert game.position(state, 0) == position, "RH10: scoring moves nobody"
    if over:
        assert game.outcome(state) == ("score", (0,), points)
        assert game.legal(state) == ()


def test_r18_a_burst_draws_one_and_goes_head_to_head(game):
    cards = ("burst_of_speed", "charge", "charge", "charge")
    for position in game.rules.positions:
        state = after(game, table(game, cards, step=place(game, position)), "play burst_of_speed", "pass")
        assert game.position(state, 0) == "head_to_head"
        assert (state.phase, game.actor(state), state.due) == (DRAW, CHANCE, 1)
        state = after(game, state, "draw lunge")
        assert (state.phase, sum(state.hands[0])) == (MOVE, 4)


@pytest.mark.parametrize(
    ("chain", "applies"),
    [
        pytest.param(["lunge"], True, id="R19"),
        pytest.param(["lunge", "dodge"], False, id="R20"),
        pytest.param(["lunge", "dodge", "spin"], True, id="R21"),
        pytest.param(["lunge", "swerve", "best_at_jousting"], True, id="R23"),
    ],
)
def test_a_chain_of_counters(game, chain, applies):
    state = table(game, tuple(chain[::2]), tuple(chain[1::2]))
    state = after(game, state, f"play {chain[0]}", *(f"counter {card}" for card in chain[1:]), "pass")
    assert state.scores == ((1, 0) if applies else (0, 0))
    assert state.stack == ()
    assert state.discards == hand(game, *chain)


def test_r25_and_rh5_one_score_card_a_turn_whether_it_stood_or_not(game):
    state = table(game, ("lunge", "stomp", "charge"), ("dodge",), step=BEST)
    state = after(game, state, "play lunge", "counter dodge", "pass")
    assert state.scores == (0, 0)
    assert not game.allows(state, ("play", "stomp"))
    assert game.allows(state, ("play", "charge"))


def test_rh4_positions_do_not_limit_counters(game):
    state = table(game, ("lunge",), ("dodge",), step=HEAD_TO_HEAD)
    assert game.allows(after(game, state, "play lunge"), ("counter", "dodge"))


def test_rh6_a_stomp_as_counter_is_not_the_turns_score_card(game):
    state = table(game, ("stomp", "stomp", "lunge"), ("stomp",), step=BEST)
    state = after(game, state, "play stomp", "counter stomp", "counter stomp", "pass")
    assert state.scores == (3, 0)
    fresh = after(game, table(game, ("charge",), ("dodge",), step=BEST), "play charge", "counter dodge", "pass")
    assert fresh.scored == 0


def test_rh7_a_burst_as_counter_neither_draws_nor_resets(game):
    state = table(game, ("stampede",), ("burst_of_speed",), step=BEST)
    state = after(game, state, "play stampede", "counter burst_of_speed", "pass")
    assert (state.step, state.phase, sum(state.hands[1])) == (BEST, MOVE, 0)


@pytest.mark.parametrize(("held", "drawn"), [(5, 0), (4, 1), (3, 2), (0, 2)], ids=["R26a", "R26b", "R26c", "R26d"])
def test_drawing_for_strength_up_to_top_speed(game, held, drawn):
    state = after(game, table(game, ("charge",) * held), "stop", "keep")
    assert state.due == drawn
    if drawn:
        assert state.phase == DRAW, "RH9: nobody may decline"


def test_r27_the_deck(game):
    assert sum(game.deck) == 62


def test_r28_discarding_for_brains(game):
    state = after(game, table(game, ("charge", "lunge")), "stop")
    assert state.phase == DISCARD
    assert game.legal(state) == (("discard", "charge"), ("discard", "lunge"), ("keep",))


def test_rh8_the_discards_become_the_pile_when_a_draw_needs_them(game):
    state = table(game, ("charge",), ("lunge",))
    state = changed(state, pile=hand(game, "spin"), discards=hand(game, "stomp", "dodge"))
    state = after(game, state, "stop", "keep", "draw spin")
    assert (state.pile, state.discards, state.shuffles) == (hand(game, "stomp", "dodge"), game.empty, 1)
    assert {a[1] for a in game.legal(state)} == {"stomp", "dodge"}


def bursting(game: Rhino, *discards: str) -> State:
    """A Burst of Speed that stands after two counters, with an empty draw pile."""
    state = table(game, ("burst_of_speed", "best_at_jousting"), ("burst_of_speed",))
    state = changed(state, pile=game.empty, discards=hand(game, *discards))
    return after(game, state, "play burst_of_speed", "counter burst_of_speed", "counter best_at_jousting", "pass")


STACK = ("burst_of_speed", "burst_of_speed", "best_at_jousting")


def test_rh8_the_stack_is_not_shuffled_into_the_pile_from_which_its_move_draws(game):
    state = bursting(game, "stomp", "dodge")
    assert (state.phase, state.pile, state.discards) == (DRAW, hand(game, "stomp", "dodge"), game.empty)
    assert game.view(state, 1)["stack"] == list(STACK)
    assert state.known == state.hands, "all other cards can be seen"
    state = after(game, state, "draw stomp")
    assert (state.phase, state.hands[0], state.pile) == (MOVE, hand(game, "stomp"), hand(game, "dodge"))
    assert (state.stack, state.discards, state.shuffles) == ((), hand(game, *STACK), 1)


def test_rh8_without_discards_no_card_is_drawn(game):
    state = bursting(game)
    assert (state.phase, state.hands[0], state.pile, state.due) == (MOVE, game.empty, game.empty, 0)
    assert (state.stack, state.discards, state.shuffles) == ((), hand(game, *STACK), 0)
    state = after(game, state, "stop", "keep")
    assert (state.phase, state.pile) == (DRAW, hand(game, *STACK)), "the next draw may shuffle them"


@pytest.mark.parametrize(("discards", "drawn"), [(("dodge",), ["stomp", "dodge"]), ((), ["stomp"])])
def test_rh8_the_stack_stays_out_until_the_last_of_several_draws(tmp_path, discards, drawn):
    folder = tmp_path / "rhino"
    shutil.copytree(paths.data_folder() / "rhino", folder)
    edit(folder, "cards.yaml", "reset: head_to_head, draw: 1", "reset: head_to_head, draw: 2")
    game = make("rhino", folder)
    state = changed(table(game, ("burst_of_speed",)), pile=hand(game, "stomp"), discards=hand(game, *discards))
    state = after(game, state, "play burst_of_speed", "pass")
    for card in drawn:
        assert (state.phase, game.legal(state)) == (DRAW, (("draw", card),))
        state = after(game, state, f"draw {card}")
    assert (state.phase, state.hands[0], state.pile) == (MOVE, hand(game, *drawn), game.empty)
    assert (state.stack, state.discards) == ((), hand(game, "burst_of_speed"))


def test_rh12_who_begins(game):
    stomper = after(game, game.setup(), "ride chipdip", "ride stomper")
    assert game.legal(stomper) == (("first", "2"),)
    neither = after(game, game.setup(), "ride chipdip", "ride tootsie")
    assert game.chance(neither) == ((("first", "1"), 1), (("first", "2"), 1))


def test_rh13_no_two_riders_on_one_rhino(game):
    with pytest.raises(RefusalError, match="'ride tootsie' is not allowed; allowed: ride chipdip, ride stomper"):
        after(game, game.setup(), "ride tootsie", "ride tootsie")


def test_rh14_twenty_idle_turns_are_a_draw(game):
    state = table(game, ("charge",) * 5, ("lunge",) * 5)
    for turn in range(20):
        assert game.actor(state) == turn % 2
        state = after(game, state, "stop", "keep")
    assert game.outcome(state) == ("idle", (), (0, 0))


def test_the_deal_fills_both_hands_to_top_speed(game):
    state, rng = game.setup(), Random(3)
    while state.phase != MOVE:
        legal = game.legal(state)
        state = game.apply(state, legal[rng.randrange(len(legal))])
    assert [sum(h) for h in state.hands] == [5, 5]
    assert sum(state.pile) == 52


def test_cards_are_conserved(game):
    rng = Random(11)
    for _ in range(30):
        state = game.setup()
        while (who := game.actor(state)) is not None:
            legal = game.legal(state)
            action = rules.playing.drawn(game.chance(state), rng) if who == CHANCE else legal[rng.randrange(len(legal))]
            state = game.apply(state, action)
            counts = [*state.hands, state.pile, state.discards, hand(game, *(game.kinds[k] for k in state.stack))]
            assert tuple(map(sum, zip(*counts, strict=True))) == game.deck


def test_a_view_shows_no_hand_but_ones_own(game):
    state = table(game, ("lunge", "charge"), ("dodge", "spin", "spin"))
    mine, theirs = game.view(state, 0), game.view(state, 1)
    assert mine["hand"] == {"lunge": 1, "charge": 1}
    assert theirs["hand"] == {"dodge": 1, "spin": 2}
    assert "dodge" not in str(mine)
    assert "lunge" not in str(theirs)
    assert mine["cards_held"] == [2, 3]
    assert mine["pile"] == 57
    swapped = changed(state, hands=(state.hands[0], hand(game, "stomp", "stomp", "swerve")))
    assert game.view(swapped, 0) == mine, "another hand of the rival looks the same from here"
