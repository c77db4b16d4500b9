"""The blows of two knights who meet, and their results.

The striker's impact minus the opponent's balance falls into a band of results. Both blows are simultaneous, so neither
affects the other.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.tilt.data import Tables
from pnp.rules.shared import Counts

MISS, BREAK, DISQUALIFIED, UNHORSED, LANCE_BROKEN = "miss", "break", "disqualified", "unhorsed", "lance_broken"
POINTS, VOID = "points", "void"
SPEEDS, FURTHER, SQUARE, SHIELD, LEANING = "speeds", "further", "square", "shield", "leaning"


class Knight(NamedTuple):
    """One seat's knight in a tilt."""

    aim: str
    """The square aimed at; empty until the aim is placed."""
    speed: int
    moved: int
    """Squares ridden in this tilt."""
    shield: str
    lean: str
    """`left`, `right`, or empty."""
    standing: frozenset[str]
    """The knight cards in play."""
    hands: tuple[Counts, ...]
    """The counts of aims, horses and knights in hand, by kind in the order of the data."""
    chosen: tuple[str, ...]
    """The aim, horse and knight card of this turn; empty until chosen."""


class Addend(NamedTuple):
    """One addend of an impact or a balance."""

    part: str
    """What adds it: `speeds`, `further`, `square`, `shield`, `leaning`, or the id of a knight card."""
    value: int


class Blow(NamedTuple):
    """The effect of one knight's lance on the other."""

    aim: str
    impact: int
    balance: int
    result: str
    points: int
    lance_broken: bool
    """Whether the lance breaks, for points or on a break square."""
    adds: tuple[Addend, ...] = ()
    """The addends of the impact, without zeros."""
    resists: tuple[Addend, ...] = ()
    """The addends of the balance, without zeros."""

    @property
    def net(self) -> int:
        """The impact minus the balance."""
        return self.impact - self.balance


class BlowsResult(NamedTuple):
    """The result of a pair of blows: `points`, `void`, or the ending of the match and its winners."""

    kind: str
    winners: tuple[int, ...] = ()
    points: tuple[int, int] = (0, 0)


class Strike(NamedTuple):
    """The end of a tilt: both blows, the verdict, the square where the knights met, and where the horses stopped."""

    blows: tuple[Blow, Blow]
    verdict: BlowsResult
    met: int
    halts: tuple[int, int]
    speeds: tuple[int, int]
    ridden: tuple[int, int]
    """The squares that each knight rode in this tilt until they met."""


class Arms:
    """The arithmetic of blows by one kit's tables."""

    def __init__(self, tables: Tables) -> None:
        self.rules = tables.rules
        self.target = tables.target
        self.locations = tables.locations
        self.cards = tables.knights
        self.covers = {place: traits.covers for place, traits in tables.shields.items()}

    def bonus(self, combined: int) -> int:
        """The bonus of both knights for a combined speed."""
        return [row.impact for row in self.rules.combined_speed_bonus if row.least <= combined][-1]

    def furthest(self, own: Knight, other: Knight) -> int:
        """The bonus for having ridden further; 0 if both rode equally far."""
        return self.rules.furthest_bonus if own.moved > other.moved else 0

    def shield(self, place: str, aim: str) -> int | None:
        """The increase of the balance by a shield against a blow at a square; None if it does not cover the square.

        A knight may be without one, at no place."""
        return self.covers.get(place, {}).get(aim)

    def lean(self, aim: str, other: Knight) -> int:
        """The change of the impact by the opponent's leaning."""
        half = self.target.half(aim)
        total = 0
        for card in other.standing if half else ():
            lean = self.cards[card].lean
            if lean and other.lean and self.locations[aim].part not in lean.exempt:
                total += -lean.less if half == other.lean else lean.more
        return total

    def impact(self, own: Knight, other: Knight) -> int:
        """The striker's total impact."""
        return sum([addend.value for addend in self.adds(own, other)])

    def adds(self, own: Knight, other: Knight) -> tuple[Addend, ...]:
        """The addends of the striker's impact, without zeros. The opponent leans."""
        found = [
            Addend(SPEEDS, self.bonus(own.speed + other.speed)),
            Addend(FURTHER, self.furthest(own, other)),
            Addend(SQUARE, self.locations[own.aim].impact),
            *(Addend(card, self.cards[card].impact) for card in sorted(own.standing)),
            Addend(LEANING, self.lean(own.aim, other)),
        ]
        return tuple([addend for addend in found if addend.value])

    def balance(self, aim: str, other: Knight) -> int:
        """The opponent's total balance against a blow at a square."""
        return sum([addend.value for addend in self.resists(aim, other)])

    def resists(self, aim: str, other: Knight) -> tuple[Addend, ...]:
        """The addends of the opponent's balance against a blow at a square, without zeros."""
        found = [
            Addend(SQUARE, self.locations[aim].opponent_balance),
            Addend(SHIELD, self.shield(other.shield, aim) or 0),
            *(Addend(card, self.cards[card].weight) for card in sorted(other.standing)),
        ]
        return tuple([addend for addend in found if addend.value])

    def blow(self, own: Knight, other: Knight) -> Blow:
        """The blow of `own` at `other` as they meet."""
        adds, resists = self.adds(own, other), self.resists(own.aim, other)
        impact, balance = (sum([addend.value for addend in addends]) for addends in (adds, resists))
        result, points, broken = self._outcome(own.aim, other, impact, impact - balance)
        return Blow(own.aim, impact, balance, result, points, broken, adds, resists)

    def _outcome(self, aim: str, other: Knight, impact: int, net: int) -> tuple[str, int, bool]:
        """The result of a blow, its points, and whether the lance breaks."""
        location = self.locations[aim]
        out = location.disqualified and self.rules.d3 == DISQUALIFIED
        if out or location.kind == BREAK:
            return DISQUALIFIED if out else MISS, 0, impact > self.rules.lance_breaks_above
        if location.kind == MISS and self.shield(other.shield, aim) is None:
            return MISS, 0, False
        result, points = self.result(aim, net)
        return result, points, result == LANCE_BROKEN

    def result(self, aim: str, net: int) -> tuple[str, int]:
        """The band of a hit, and its points at a square."""
        band = [b for b in self.rules.result_bands if b.least is None or b.least <= net][-1]
        head = self.locations[aim].part == "head" and band.points_if_head is not None
        return band.result, (band.points_if_head or 0) if head else band.points


def verdict(blows: tuple[Blow, Blow]) -> BlowsResult:
    """Judge both blows: disqualification comes before unhorsing, and unhorsing before points."""
    fair = tuple(seat for seat, blow in enumerate(blows) if blow.result != DISQUALIFIED)
    if len(fair) < 2:
        return BlowsResult("disqualified" if fair else "both_disqualified", fair)
    strong = tuple(seat for seat, blow in enumerate(blows) if blow.result == UNHORSED)
    if len(strong) == 1:
        return BlowsResult("unhorsed", strong)
    if strong:
        gap = blows[0].net - blows[1].net
        return BlowsResult("both_unhorsed", (0 if gap > 0 else 1,)) if gap else BlowsResult(VOID)
    return BlowsResult(POINTS, points=(blows[0].points, blows[1].points))


def advance(first: int, other: int, gap: int) -> tuple[int, int]:
    """The squares that the First Player and the other ride, one by one in turn, until they meet or stop."""
    steps = min(gap, first + other)
    if steps <= 2 * min(first, other):
        return steps - steps // 2, steps // 2
    return (steps - other, other) if first > other else (first, steps - first)
