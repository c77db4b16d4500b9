"""Moments of a tournament, with names for what claims speak of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.rules.claims import Moment
from pnp.rules.lists.engine import INITIATIVE, KNIGHTS, RIDE, STRIKE, Seats, State, Two
from pnp.rules.lists.observe import placed, rolled, striking

if TYPE_CHECKING:
    from pnp.rules.lists.engine import Lists


class ListsMoment(Moment["Lists", State]):
    """A transition of a tournament. Knights are numbered 0 and 1 within a joust, and by seat elsewhere."""

    @cached_property
    def roll(self) -> int:
        """The number rolled; 0 if nothing is."""
        return int(self.action[1]) if self.verb in (INITIATIVE, RIDE, STRIKE) else 0

    @property
    def roller(self) -> int:
        """The knight that rolls."""
        return self.before.course.mover

    @property
    def roller_after(self) -> int:
        return self.after.course.mover

    @property
    def goes_on(self) -> bool:
        """Whether the same joust goes on."""
        return bool(self.before.pair) and self.after.pair == self.before.pair

    # Slots ---------------------------------------------------------------------------------------

    @property
    def slot_begins(self) -> bool:
        return self.verb in ("pair", "return", "idle")

    @cached_property
    def jousters(self) -> Seats:
        """The seats of the two knights of the joust that begins."""
        return tuple(int(word) - 1 for word in self.action[1:]) if self.verb in ("pair", "return") else ()

    @cached_property
    def ends(self) -> bool:
        """Whether a joust ends."""
        return self.after.jousts > self.before.jousts

    @cached_property
    def gained(self) -> tuple[int, ...]:
        """The tokens that each seat gets."""
        return tuple(now - then for now, then in zip(self.after.tokens, self.before.tokens, strict=True))

    @cached_property
    def resting_after(self) -> Seats:
        """The knights of the joust that rest afterwards, by their numbers in it."""
        return tuple(knight for knight in KNIGHTS if self.before.pair[knight] in self.after.resting)

    @cached_property
    def winner(self) -> int | None:
        """The knight of the joust that gets tokens."""
        return next((knight for knight in KNIGHTS if self.gained[self.before.pair[knight]] > 0), None)

    # A pass --------------------------------------------------------------------------------------

    @property
    def pass_begins(self) -> bool:
        """Whether a knight is about to make the first roll of a pass."""
        return self.verb == INITIATIVE and not self.before.course.rolls

    @property
    def pass_ends(self) -> bool:
        """Whether this is the last strike of a pass."""
        return self.verb == STRIKE and (self.ends or self.after.passes > self.before.passes)

    @cached_property
    def columns(self) -> Two:
        """The column of each knight, counted from the left."""
        return self._columns(self.before)

    @cached_property
    def columns_after(self) -> Two:
        return self._columns(self.after)

    def _columns(self, state: State) -> Two:
        ridden = state.course.ridden
        return self.game.column(ridden, 0), self.game.column(ridden, 1)

    @property
    def own_columns(self) -> Two:
        """The column of each knight, counted from its own start."""
        return self.columns[0], self.game.rules.columns + 1 - self.columns[1]

    @property
    def ahead(self) -> Two:
        """The columns that each knight moves ahead by this action."""
        before, after = self.columns, self.columns_after
        return after[0] - before[0], before[1] - after[1]

    @property
    def left(self) -> int:
        """The columns between the knights."""
        return self.columns[1] - self.columns[0]

    @property
    def meets(self) -> bool:
        """Whether the knights come alongside."""
        return self.verb == RIDE and self.verbs_after != {RIDE}

    # Strikes -------------------------------------------------------------------------------------

    @property
    def first_strike(self) -> bool:
        return self.verb == STRIKE and not self.before.course.rolls

    @property
    def second_strike(self) -> bool:
        return self.verb == STRIKE and bool(self.before.course.rolls)

    @property
    def holder(self) -> int | None:
        """The knight with the advantage."""
        return self.before.course.advantage

    @cached_property
    def unseated(self) -> tuple[bool, bool]:
        """Which knights the strikes of this pass have unseated, this one included."""
        fallen = [False, False]
        if self.verb == STRIKE:
            for roll in self.before.course.rolls:
                fallen[self.roller] |= self.unseats(roll)
            fallen[1 - self.roller] |= self.unseats(self.roll)
        return fallen[0], fallen[1]

    def unseats(self, roll: int) -> bool:
        """Whether a roll unseats, by the printed table."""
        return self.game.hits[roll].unseats

    @cached_property
    def wounds(self) -> Two:
        """The injuries of both knights with those of this strike, by the printed table. Without the advantage, the
        first of two strikes counts only now."""
        total = list(self.before.injuries)
        strikes = [(self.roller, self.roll)]
        if self.second_strike and self.holder is None:
            strikes.append((1 - self.roller, self.before.course.rolls[0]))
        for striker, roll in strikes:
            hit = self.game.hits[roll]
            total[striker] += hit.self_injury
            total[1 - striker] += hit.injury
        return total[0], total[1]

    def spent(self, limit: int) -> tuple[bool, bool]:
        """Which knights have at least some injuries after this strike."""
        return self.wounds[0] >= limit, self.wounds[1] >= limit


def scenes(game: Lists) -> Iterator[State]:
    """The last jousts, strikes of knights with many injuries, withdrawn pairs, ties, and knights who both fall."""
    start = game.setup()
    almost = (game.rules.target - 1,) * game.players  # the next token wins, so games from there are short
    yield start._replace(tokens=almost)
    yield start._replace(tokens=(0,) * (game.players - 1) + (game.rules.target - 1,))
    many = game.rules.injury_limit - 1
    for injuries in ((many, many), (many, 0), (0, many)):
        for advantage in (None, *KNIGHTS):
            yield striking(game, advantage, injuries)
    if game.rests:
        for pair in ((0, 1), (1, 2)):
            yield start._replace(resting=pair, later=pair, slots=1, jousts=1)
    for roll in range(1, game.rules.dice.ride + 1):
        yield rolled(game, placed(game), [roll])._replace(tokens=almost)
    unseating = next((roll for roll, hit in game.hits.items() if hit.unseats), None)
    if unseating:
        for _ in range(FALLS):
            yield rolled(game, striking(game, None), [unseating])._replace(tokens=almost)


FALLS = 30
"""How often a knight is unseated before the other strikes at the same time, so that some unseat each other."""
