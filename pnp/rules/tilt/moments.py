"""Moments of a match, with names for what claims speak of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.rules.claims import Moment
from pnp.rules.shared import added
from pnp.rules.tilt.observe import speeds
from pnp.rules.tilt.state import AIM, CHOOSE, FIRST, State
from pnp.rules.tilt.strike import DISQUALIFIED, UNHORSED, Blow, Knight, Strike

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import Tilt

Pair = tuple[str, str]


class TiltMoment(Moment["Tilt", State]):
    """A transition of a match. Most steps of a turn happen in the transition in which the last aim is moved."""

    @cached_property
    def phase(self) -> str:
        return self.before.phase

    @property
    def phase_after(self) -> str:
        return self.after.phase

    @cached_property
    def opener(self) -> int:
        """The First Player of the first turn of this tilt, as it was seen."""
        earlier = self.previous
        if isinstance(earlier, TiltMoment) and earlier.phase == FIRST:
            return earlier.after.first
        if isinstance(earlier, TiltMoment) and earlier.before.tilt == self.before.tilt:
            return earlier.opener
        return self.before.opener if earlier is None else self.before.first

    @cached_property
    def parrier(self) -> int | None:
        """The seat whose knight card is a parry; None if both or neither are."""
        cards = [knight.chosen[2] if len(knight.chosen) > 2 else "" for knight in self.before.knights]
        seats = [seat for seat, card in enumerate(cards) if card and self.game.knights[card].parry]
        return seats[0] if len(seats) == 1 else None

    @property
    def first(self) -> int:
        """The First Player of this turn."""
        return self.before.first

    @property
    def same_tilt(self) -> bool:
        return self.after.tilt == self.before.tilt and not self.over

    @cached_property
    def words(self) -> frozenset[str]:
        """The options of a decision of one word."""
        return frozenset(action[1] for action in self.legal)

    @cached_property
    def cards(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The aim, horse and knight cards of both seats, including those just chosen; empty before."""
        one, other = (knight.chosen for knight in self.before.knights)
        if self.phase == CHOOSE:
            return (one, self.action[1:]) if self.before.seat else (self.action[1:], other)
        return one, other

    @cached_property
    def turn_start(self) -> State:
        """The state when the first seat of this turn chose its cards."""
        moment: TiltMoment = self
        while moment.previous is not None and moment.previous.before.turns == self.before.turns:
            if moment.phase == CHOOSE and moment.before.seat == moment.first:
                break
            moment = moment.previous  # type: ignore[assignment]
        return moment.before

    @cached_property
    def starts_turn(self) -> bool:
        """Whether the moments from the beginning of this turn are known."""
        state = self.turn_start
        return state.phase == CHOOSE and state.seat == state.first

    # Riding -----------------------------------------------------------------------------------------------

    @cached_property
    def rides(self) -> bool:
        """Whether the horses ride in this transition."""
        chosen = self.phase == CHOOSE and self.before.seat != self.first
        return self.phase_after != AIM and (self.phase == AIM or chosen)

    @cached_property
    def met(self) -> bool:
        """Whether the knights meet and strike."""
        return len(self.after.strikes) > len(self.before.strikes)

    @property
    def passed(self) -> bool:
        """Whether the horses rode and the knights did not meet."""
        return self.rides and not self.met

    @cached_property
    def gap(self) -> int:
        """The range before the horses ride."""
        return self.game.range(self.before)

    @cached_property
    def speeds(self) -> tuple[int, int]:
        """The speeds after the horse cards of this turn: the new ones or, if the knights met, those found by trial."""
        if self.passed:
            return self.after.knights[0].speed, self.after.knights[1].speed
        one, other = (
            speeds(self.game, cards[1])[knight.speed]
            for knight, cards in zip(self.before.knights, self.cards, strict=True)
        )
        return one, other

    @cached_property
    def ridden(self) -> tuple[int, int]:
        """The squares ridden in this tilt, up to the meeting."""
        if not self.met:
            return self.after.knights[0].moved, self.after.knights[1].moved
        met = self.strike.met
        return abs(met - self._start(0)), abs(met - self._start(1))

    @cached_property
    def rode(self) -> tuple[int, int]:
        """The squares ridden in this turn."""
        one, other = (now - k.moved for now, k in zip(self.ridden, self.before.knights, strict=True))
        return one, other

    def met_as(self, first: int, step: int) -> bool:
        """Whether the meeting is that of knights who ride some squares in turn, one of them first."""
        left, rode, seat, gap = list(self.speeds), [0, 0], first, self.gap
        while gap > 0 and any(left):
            squares = min(step, left[seat], gap)
            rode[seat] += squares
            left[seat] -= squares
            gap -= squares
            seat = 1 - seat
        return tuple(rode) == self.rode

    def _start(self, seat: int) -> int:
        return self.game.square(self.game.setup(), seat)

    # Striking ---------------------------------------------------------------------------------------------

    @property
    def strike(self) -> Strike:
        return self.after.strikes[-1]

    @cached_property
    def blows(self) -> tuple[Struck, ...]:
        """Both blows, if the knights met."""
        if not self.met:
            return ()
        return tuple(Struck(self, seat) for seat in (0, 1))

    @property
    def results(self) -> Pair:
        one, other = self.strike.blows
        return one.result, other.result

    @property
    def nets(self) -> tuple[int, int]:
        one, other = self.strike.blows
        return one.net, other.net

    @property
    def ordinary(self) -> bool:
        """Whether the knights met, and neither was disqualified or unhorsed."""
        return self.met and not {DISQUALIFIED, UNHORSED} & set(self.results)

    @property
    def scored(self) -> tuple[int, int]:
        before, after = self.before.points, self.after.points
        return after[0] - before[0], after[1] - before[1]

    @property
    def tilt_ended(self) -> bool:
        return self.after.tilt > self.before.tilt


class Struck:
    """A blow: the striker, the rival as both met, and what came of it."""

    def __init__(self, moment: TiltMoment, seat: int) -> None:
        self.moment, self.seat = moment, seat
        self.game = moment.game
        self.blow: Blow = moment.strike.blows[seat]
        self.own, self.rival = moment.before.knights[seat], moment.before.knights[1 - seat]

    @property
    def aim(self) -> str:
        return self.blow.aim

    @property
    def together(self) -> int:
        """Both speeds together."""
        return sum(self.moment.speeds)

    @property
    def further(self) -> int:
        """The number of squares that the striker has ridden more than the rival."""
        ridden = self.moment.ridden
        return ridden[self.seat] - ridden[1 - self.seat]

    @property
    def half(self) -> str | None:
        return self.game.target.half(self.aim)

    @property
    def covered(self) -> bool:
        """Whether the rival's shield card shows the square."""
        return self.aim in self.shield

    @property
    def shield(self) -> dict[str, int]:
        """The squares that the rival's shield card shows, with their values."""
        return dict(self.game.shields[self.rival.shield].covers)

    @property
    def hits(self) -> bool:
        """Whether the blow hits, by the printed square and shield."""
        return self.kind == "hit" or (self.kind == "miss" and self.covered)

    @property
    def kind(self) -> str:
        """The printed kind of the square."""
        return str(self.game.arms.locations[self.aim].kind)

    def impact(self, *, further: int, less: int, more: int, cards: bool = True, square: bool = True) -> int:
        """The impact by the printed cards and tables, with numbers that a sentence states."""
        total = bonus(self.game, self.together) + (further if self.further > 0 else 0)
        if cards:
            total += sum(self.game.knights[card].impact for card in self.own.standing)
        if square:
            total += self.game.arms.locations[self.aim].impact
        return total + self.leaning(less, more)

    def leaning(self, less: int, more: int) -> int:
        """What the rival's leaning adds to the impact."""
        if not self.rival.lean or self.half is None:
            return 0
        return less if self.half == self.rival.lean else more

    def balance(self, *, cards: bool = True, square: bool = True, shield: bool = True) -> int:
        """The rival's balance by the printed cards and tables."""
        total = 0
        if cards:
            total += sum(self.game.knights[c].balance - self.game.knights[c].balance_lost for c in self.rival.standing)
        if square:
            total += self.game.arms.locations[self.aim].opponent_balance
        return total + (self.shield.get(self.aim, 0) if shield else 0)


def bonus(game: Tilt, together: int) -> int:
    """The printed bonus for both speeds together."""
    return [row.impact for row in game.rules.combined_speed_bonus if row.least <= together][-1]


# Positions that random games reach too seldom -----------------------------------------------------------------

HEADS, HORSES, SHIELDED = ("a3", "a3"), ("d3", "d3"), ("c4", "a4")


def scenes(game: Tilt) -> Iterator[State]:
    """Turns shortly before the knights meet, with locked aims, and turns in which a parry works."""
    for aims in (HEADS, ("a3", "b2"), HORSES, ("d3", "a3"), ("d2", "b3"), SHIELDED, ("b2", "c2"), ("a2", "c4")):
        if set(aims) <= set(game.target.cells):
            yield meeting(game, aims)
            yield meeting(game, aims, tilt=game.rules.tilts, lean="left", shields=("up", "down"))
    for shields in (("outward", "up"), ("down", "up")):
        if set(HEADS) <= set(game.target.cells):
            yield from (meeting(game, HEADS, tilt=tilt, shields=shields) for tilt in (1, 2))
    for points in ((1, 0), (0, 1), (1, 1)):
        yield meeting(game, ("a2", "a2"), tilt=game.rules.tilts, points=points)
    for aims in (("b2", "b3"), ("c2", "c2"), ("a1", "c3"), ("b3", "a3")):
        if set(aims) <= set(game.target.cells):
            yield parrying(game, aims)
    for aims in (("c2", "c2"), ("a1", "c4")):
        if set(aims) <= set(game.target.cells) and "left" in game.kinds[0]:
            yield from (one_parry(game, aims, parrier, first) for parrier in (0, 1) for first in (0, 1))


def meeting(
    game: Tilt,
    aims: Pair,
    *,
    tilt: int = 1,
    points: tuple[int, int] = (0, 0),
    lean: str = "",
    shields: Pair | None = None,
) -> State:
    """A turn at whose end the knights meet at full speed. Both lances are set, so the aims stay."""
    standing = [card for card in (*sorted(game.locking), *(["lean"] if lean else [])) if card in game.knights]
    hands = without(game, standing)
    speed = game.rules.speed.max
    gap = speed
    ridden = game.range(game.setup()) - gap
    places = [place for place in shields or () if place in game.shields] or [game.rules.first_shield] * 2
    one, other = (
        game.knight(aim, hands=hands, standing=frozenset(standing), lean=lean, shield=places[seat], speed=speed)
        for seat, aim in enumerate(aims)
    )
    knights = (one._replace(moved=ridden - ridden // 2), other._replace(moved=ridden // 2))
    return game.setup()._replace(phase=CHOOSE, tilt=tilt, knights=knights, turns=5 * tilt, points=points)


def parrying(game: Tilt, aims: Pair, gap: int = 4) -> State:
    """A turn with a short range, from which a parry may work: both horses are slow."""
    ridden = game.range(game.setup()) - gap
    one, other = (game.knight(aim, speed=1) for aim in aims)
    knights = (one._replace(moved=ridden - ridden // 2), other._replace(moved=ridden // 2))
    return game.setup()._replace(phase=CHOOSE, knights=knights, turns=5)


def one_parry(game: Tilt, aims: Pair, parrier: int, first: int) -> State:
    """A turn in which one seat parries, after both aims have moved left. `aims` are the parrier's and the other's."""
    parries = [card for card, traits in game.knights.items() if traits.parry]
    others = [c for c, t in game.knights.items() if not (t.parry or t.lean or t.moves_shield)]
    slowest = min(game.horses, key=lambda card: game.paced(1, card))
    state = parrying(game, aims if parrier == 0 else (aims[1], aims[0]), gap=5)

    def held(seat: int) -> Knight:
        knights = parries if seat == parrier else others
        hands = (_only(game, 0, ["left"]), _only(game, 1, [slowest]), _only(game, 2, knights))
        return state.knights[seat]._replace(hands=hands)

    return state._replace(knights=(held(0), held(1)), first=first, seat=first, opener=first)


def _only(game: Tilt, deck: int, cards: list[str]) -> tuple[int, ...]:
    """A hand of one deck with one of each of some cards."""
    kinds = {game.kinds[deck][card] for card in cards}
    return tuple(int(kind in kinds) for kind in range(len(game.full[deck])))


def without(game: Tilt, cards: list[str]) -> tuple[tuple[int, ...], ...]:
    """Full hands without some knight cards."""
    aims, horses, knights = game.full
    for card in cards:
        knights = added(knights, game.kinds[2][card], -1)
    return aims, horses, knights
