"""Moments of a rhino bout, with names for what claims speak of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.rules.claims import Moment
from pnp.rules.rhino.engine import COUNTER, DISCARD, MOVE, State, changed, with_stack

if TYPE_CHECKING:
    from pnp.rules.rhino.engine import Rhino


class RhinoMoment(Moment["Rhino", State]):
    """A transition of a bout. The mover is the rider whose turn it is."""

    @property
    def phase(self) -> str:
        return self.before.phase

    @property
    def phase_after(self) -> str:
        return self.after.phase

    @property
    def mover(self) -> int:
        return self.before.active

    @cached_property
    def place(self) -> str:
        """The mover's position."""
        return self.game.position(self.before, self.mover)

    @cached_property
    def place_after(self) -> str:
        return self.game.position(self.after, self.mover)

    @cached_property
    def rival_place_after(self) -> str:
        return self.game.position(self.after, 1 - self.mover)

    @cached_property
    def moved(self) -> int:
        """The number of steps up that the mover's position changed."""
        return self._step(self.after, self.mover) - self._step(self.before, self.mover)

    @cached_property
    def rival_moved(self) -> int:
        """The number of steps up that the rival's position changed, by the names of the positions."""
        return self._step(self.after, 1 - self.mover) - self._step(self.before, 1 - self.mover)

    @cached_property
    def steps_left(self) -> int:
        """The number of steps between the mover's position and the highest one."""
        return len(self.game.rules.positions) - 1 - self._step(self.before, self.mover)

    def _step(self, state: State, seat: int) -> int:
        return self.game.rules.positions.index(self.game.position(state, seat))

    @cached_property
    def hand(self) -> int:
        """The number of cards in the mover's hand."""
        return sum(self.before.hands[self.mover])

    @cached_property
    def hand_after(self) -> int:
        return sum(self.after.hands[self.mover])

    @cached_property
    def keeps_cards(self) -> bool:
        """Whether every card is still in a hand, in a pile or in the stack."""
        return self._cards(self.before) == self._cards(self.after)

    def _cards(self, state: State) -> list[int]:
        """The number of cards of each kind in all places together."""
        places = (*state.hands, state.pile, with_stack(state))
        return [sum(counts) for counts in zip(*places, strict=True)]

    @cached_property
    def acted(self) -> bool:
        """Whether the mover has played, discarded or drawn a card this turn, this action included."""
        if self.verb in ("play", "discard", "draw"):
            return True
        earlier = self.previous
        is_same_turn = earlier is not None and earlier.before.turns == self.before.turns
        return is_same_turn and isinstance(earlier, RhinoMoment) and earlier.acted

    @property
    def ends_turn(self) -> bool:
        return self.after.turns > self.before.turns

    @cached_property
    def held(self) -> frozenset[str]:
        """The cards in the actor's hand."""
        seat = self.actor if self.actor in (0, 1) else self.mover
        return frozenset(k for k, n in zip(self.game.kinds, self.before.hands[seat or 0], strict=True) if n)

    @cached_property
    def legal_cards(self) -> frozenset[str]:
        """The cards that the actor may play or counter with."""
        return frozenset(action[1] for action in self.legal if action[0] in ("play", "counter"))

    @cached_property
    def stack(self) -> list[str]:
        """The cards of the stack, the move first."""
        return [self.game.kinds[kind] for kind in self.before.stack]

    @property
    def resolves(self) -> bool:
        """Whether the stack is resolved."""
        return self.phase == COUNTER and self.verb == "pass"

    @property
    def last_is_movers(self) -> bool:
        """Whether the mover played the last card of the stack."""
        return len(self.before.stack) % 2 == 1

    @cached_property
    def scored(self) -> int:
        """The points that the mover gets."""
        return self.after.scores[self.mover] - self.before.scores[self.mover]

    @property
    def nothing_changed(self) -> bool:
        """Whether positions, points and hands stay as they are."""
        before, after = self.before, self.after
        same = before.step == after.step and before.scores == after.scores and before.hands == after.hands
        return same and not after.due and not self.over

    @cached_property
    def effect(self) -> str:
        """What the first card did: `score`, `gain`, `reset` or `nothing`."""
        if self.scored:
            return "score"
        if self.after.due or (self.stack[0] in self.resets and self.place_after == self.game.rules.start_position):
            return "reset"
        return "gain" if self.moved else "nothing"

    @cached_property
    def resets(self) -> frozenset[str]:
        return observed(self.game, "reset")

    @property
    def top_speeds(self) -> list[int]:
        """The top speeds on the cards of both rhinos."""
        return [self.game.rhinos[rhino].top_speed for rhino in self.before.riders]

    @cached_property
    def brains(self) -> int:
        return self._trait("brains")

    @cached_property
    def strength(self) -> int:
        return self._trait("strength")

    @cached_property
    def top_speed(self) -> int:
        return self._trait("top_speed")

    def _trait(self, name: str) -> int:
        """A number that is printed on the mover's rhino card."""
        rhino = self.game.rhinos[self.before.riders[self.mover]]
        return int(getattr(rhino, name))

    @cached_property
    def discard_sizes(self) -> frozenset[int]:
        """The numbers of cards that the mover may discard."""
        return frozenset(len(action) - 1 for action in self.legal if action[0] in ("discard", "keep"))


def observed(game: Rhino, effect: str) -> frozenset[str]:
    """The cards with an effect, by their printed traits."""
    pairs = zip(game.kinds, game.effects, strict=True)
    return frozenset(kind for kind, found in pairs if found and getattr(found, effect) not in (None, False))


def scenes(game: Rhino) -> Iterator[State]:
    """The end of a pile, a full hand of each card in each position, and long stacks."""
    start = game.setup()
    each = tuple(1 for _ in game.kinds)
    for step in range(game.low, game.high + 1):
        for scores in ((0, 0), (game.rules.target_score - 1, 0)):
            yield changed(start, phase=MOVE, riders=(0, 1), hands=(each, each), step=step, scores=scores)
    few = tuple(1 if k < 1 else 0 for k in range(len(game.kinds)))
    yield changed(start, phase=DISCARD, riders=(0, 1), hands=(game.empty, few), pile=few, discards=each)
    yield changed(start, phase=DISCARD, riders=(0, 1), hands=(few, each), pile=game.empty, discards=each)
