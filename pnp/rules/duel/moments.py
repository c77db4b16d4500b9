"""Moments of a duel, with names for what claims speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.rules.claims import Moment
from pnp.rules.duel import positions
from pnp.rules.duel.engine import ADD, ATTACK, DEFEND, TURN, State

if TYPE_CHECKING:
    from pnp.rules.duel.engine import Duel

FAR = 10**6
"""A target that no round reaches."""
ATTACKER, DEFENDER = "attacker", "defender"
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}
PLAYED, HIDDEN, EXPOSED = "played", "hidden", "exposed"


class DuelMoment(Moment["Duel", State]):
    """A transition of a duel. Roles are those of the round in which the action is taken."""

    @cached_property
    def phase(self) -> str:
        return self.before.phase

    @cached_property
    def phase_after(self) -> str:
        return self.after.phase

    def role(self, seat: int | None) -> str:
        return ATTACKER if seat == self.before.attacker else DEFENDER

    def seat(self, role: str) -> int:
        return self.before.attacker if role == ATTACKER else 1 - self.before.attacker

    @cached_property
    def acting(self) -> str:
        """The role of the seat that acts."""
        return self.role(self.actor)

    # The first card ---------------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> bool:
        """Whether the card for the call is turned over."""
        return self.phase == TURN

    @cached_property
    def called(self) -> bool:
        """Whether the card has the colour that was called, as it is printed."""
        return self.game.traits[self.card].colour == self.before.call

    @cached_property
    def caller_attacks(self) -> bool:
        """Whether the first seat, which calls, attacks first."""
        return self.after.attacker == 0

    # Cards ------------------------------------------------------------------------------------------------

    @cached_property
    def card(self) -> str:
        return self.action[1]

    @cached_property
    def value(self) -> int:
        """The printed value of the card."""
        return self.game.traits[self.card].value

    def cards(self, role: str, *kinds: str) -> list[str]:
        """The cards of a player before the action, by kinds. A card that is being played counts as played."""
        seat = self.seat(role)
        played = [*self.before.played[seat], *([self.card] if self.plays and self.acting == role else ())]
        piles = {PLAYED: played, HIDDEN: self._rest(HIDDEN, seat), EXPOSED: self._rest(EXPOSED, seat)}
        return sorted(card for kind in kinds for card in piles[kind])

    def _rest(self, kind: str, seat: int) -> list[str]:
        """The hidden or exposed cards of a seat, without the one that is being played."""
        cards = list(getattr(self.before, kind)[seat])
        if self.plays and self.actor == seat and self.card in cards and (kind == EXPOSED or not self._is_exposed):
            cards.remove(self.card)
        return cards

    @cached_property
    def _is_exposed(self) -> bool:
        return self.card in self.before.exposed[self.actor or 0]

    @cached_property
    def own(self) -> dict[str, frozenset[str]]:
        """The actor's hidden and exposed cards."""
        seat = self.actor or 0
        return {HIDDEN: frozenset(self.before.hidden[seat]), EXPOSED: frozenset(self.before.exposed[seat])}

    @cached_property
    def playable(self) -> frozenset[str]:
        """The cards that the actor may choose."""
        return frozenset(action[1] for action in self.legal if len(action) > 1)

    @cached_property
    def full(self) -> list[int]:
        """The number of cards of each seat."""
        return [sum(len(pair[seat]) for pair in (self.before.hidden, self.before.exposed)) for seat in (0, 1)]

    @cached_property
    def all_exposed(self) -> list[int]:
        """The seats whose cards are all exposed."""
        return [seat for seat in (0, 1) if self.before.exposed[seat] and not self.before.hidden[seat]]

    def secret(self, kind: str) -> bool:
        """Whether the rival sees none of a player's hidden or exposed cards."""
        for seat in (0, 1):
            seen = repr(self.game.view(self.before, 1 - seat))
            if any(repr(card) in seen for card in getattr(self.before, kind)[seat]):
                return False
        return True

    # A round ----------------------------------------------------------------------------------------------

    @cached_property
    def plays(self) -> bool:
        return self.phase in (DEFEND, ATTACK)

    @cached_property
    def target(self) -> int:
        return self.before.target or 0

    @cached_property
    def total(self) -> int:
        return self.before.total

    @cached_property
    def total_after(self) -> int:
        """The total with the card, even if it ends the round. A defender's card is then played at a target far away."""
        if not self.ended:
            return self.after.total
        if self.phase == ATTACK:
            return self.total + (self.value if self.action[2] == ADD else -self.value)
        far = FAR if self.total < self.target else -FAR
        return self.game.apply(self.before._replace(target=far), self.action).total

    @cached_property
    def hits(self) -> bool:
        """Whether a card is played that makes the total the target."""
        return self.plays and self.total_after == self.target

    @cached_property
    def exchanges(self) -> int:
        """The number of exchanges after the action: cards that the attacker has played."""
        return len(self.cards(ATTACKER, PLAYED))

    @cached_property
    def ended(self) -> bool:
        """Whether the round ends."""
        return self.after.rounds > self.before.rounds

    @cached_property
    def how(self) -> str:
        """How the round ends; empty if it does not."""
        return self.after.last if self.ended else ""

    @cached_property
    def is_won(self) -> bool:
        """Whether the round ends, but not by a forfeit."""
        return self.ended and self.plays

    @cached_property
    def taken(self) -> dict[str, list[str]]:
        """The cards that each player gets as points."""
        return {role: self._more_points(self.seat(role)) for role in OTHER}

    def _more_points(self, seat: int) -> list[str]:
        return sorted((Counter(self.after.points[seat]) - Counter(self.before.points[seat])).elements())

    @cached_property
    def taker(self) -> str:
        """The role that gets points; empty if none does."""
        return next((role for role, cards in self.taken.items() if cards), "")

    def due(self, role: str) -> int:
        """The number of cards that a player draws after the action."""
        return self.after.due[self.seat(role)]

    @cached_property
    def result(self) -> list[int]:
        """The points of each seat as the game counts them at its end; empty before."""
        outcome = self.game.outcome(self.after)
        return list(outcome.points) if outcome else []

    @cached_property
    def points(self) -> list[int]:
        """The number of point cards of each seat after the action."""
        return [len(cards) for cards in self.after.points]


def scenes(game: Duel) -> Iterator[State]:
    """Rounds in which a card of either player can hit the target, exposed hands, and a score close to the end.

    A game with wrong rules may not reach some of them.
    """
    found: list[State] = []
    with suppress(ValueError, IndexError):
        found.extend(_scenes(game))
    return iter(found)


def _scenes(game: Duel) -> Iterator[State]:
    start = positions.dealt(game, ([], []))
    for action in game.legal(start)[:: max(1, len(game.targets) // 6)]:
        yield game.apply(start, action)
    exposed = start
    for _ in range(2):
        exposed = positions.drawn(game, positions.held(game, exposed))
        yield exposed
    close = before = start
    for _ in range(positions.MOST_ROUNDS):
        after = positions.drawn(game, positions.forfeited(game, close))
        if game.actor(after) is None:
            break
        before, close = close, after
    yield from (before, close)
