"""Rhinoceros Joust: the worked examples, the rulings, the whole state machine."""

from __future__ import annotations

import shutil
from random import Random

import pytest

from pnp import rules
from pnp.games.rhino.engine import DRAW, MOVE, Rhino, State
from pnp.kit import paths
from pnp.rules.game import CHANCE
from pnp.rules.shared import changed
from tests.conftest import edit
from tests.support.engines import make

HEAD_TO_HEAD, WORST, BEST = 0, -2, 2


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
