"""Find the contents of tilt's printed tables and its two boards by trying the engine.

Functions that lines of the rule file may call, to try cards and positions: turns, knights who meet, and parries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.games.tilt.observe import HORSES, KNIGHTS, aimed, covers, hands, location, observe, once, played, speeds
from pnp.games.tilt.state import CHOOSE, NO_CARD, State
from pnp.games.tilt.strike import UNHORSED, Knight
from pnp.games.tilt.target import OPPOSITE
from pnp.rules.proofs import Board, Cell
from pnp.rules.shared import Counts, added

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt


Rows = list[list[Cell]]
WAYS = ("up", "down", "left", "right")


def tables(game: Tilt) -> dict[str, Rows]:
    """The rows of each table."""
    aims, horses, knights = (
        dict(zip(kinds, counts, strict=True)) for kinds, counts in zip(game.kinds, game.full, strict=True)
    )
    return {
        "squares": [_square(game, cell) for cell in game.target.cells],
        "shields": _shields(game),
        "speeds": _speeds(game),
        "results": _results(game),
        "ways": [_ways(game, cell) for cell in game.target.cells],
        "aims": [[card, count] for card, count in aims.items()],
        "horses": [[card, count, *speeds(game, card).values()] for card, count in horses.items()],
        "knights": [[card, count] for card, count in knights.items()],
    }


def _square(game: Tilt, cell: str) -> list[Cell]:
    """A square's code, name, kind, bonuses, and whether aims may start there."""
    seen = location(game, cell)
    what = [seen["kind"], *(["disqualified"] if seen.get("disqualified") else [])]
    start = "start" if seen.get("start") else None
    return [cell, cell, what, seen.get("impact"), seen.get("opponent_balance"), start]


def _shields(game: Tilt) -> Rows:
    """The squares that each shield covers, by the increase of the balance."""
    covered = {card: covers(game, place) for card, place in game.places.items()}
    sizes = sorted({size for adds in covered.values() for size in adds.values()})
    return [
        [card, *([cell for cell in adds if adds[cell] == size] for size in sizes)] for card, adds in covered.items()
    ]


def _speeds(game: Tilt) -> Rows:
    """The ranges of combined speed and their bonuses."""
    bonus = [game.arms.bonus(both) for both in range(2 * game.rules.speed.max + 1)]
    firsts = [both for both, impact in enumerate(bonus) if not both or impact != bonus[both - 1]]
    lasts = [*(first - 1 for first in firsts[1:]), len(bonus) - 1]
    return [[f"{first}–{last}", bonus[first]] for first, last in zip(firsts, lasts, strict=True)]


def _results(game: Tilt) -> Rows:
    """The results of hits by net impact: on the body, and on the square with the most points."""
    cells = [cell for cell in game.target.cells if location(game, cell)["kind"] == "hit"]
    body = min(cells, key=lambda cell: _most(game, cell))
    head = max(cells, key=lambda cell: _most(game, cell))
    nets = range(-MOST_LEFT, MOST_LEFT + 1)
    shown = {net: (*game.arms.result(body, net), game.arms.result(head, net)[1]) for net in nets}
    rows: Rows = []
    for (result, points, on_head), same in groupby(nets, key=lambda net: shown[net]):
        run = list(same)
        low, high = (run[0] if run[0] > nets[0] else None), (run[-1] if run[-1] < nets[-1] else None)
        name = WINS if result == UNHORSED else result
        rows.append([_range(low, high), name, points or None, on_head or None])
    return rows


def _range(low: int | None, high: int | None) -> str:
    """A range of numbers as tables print it; None is without a limit."""
    if low is None:
        return f"≤ {high}"
    return f"≥ {low}" if high is None else f"{low}–{high}"


WINS = "unhorsed_wins"
"""The name of the result that wins the match, unless both knights have it."""

MOST_LEFT = 20
"""An upper bound for the net impact."""


def _most(game: Tilt, cell: str) -> int:
    return max(game.arms.result(cell, net)[1] for net in range(MOST_LEFT))


def _ways(game: Tilt, cell: str) -> list[Cell]:
    """The squares to which aim cards lead from a square: one card for each direction, and `any`."""
    cards = {(observe(game, "aims", card) or {})["way"]: card for card in game.aims}
    return [cell, *(aimed(game, cards[way], cell) if way in cards else None for way in (*WAYS, "any"))]


def boards(game: Tilt) -> dict[str, Board]:
    """The target, whose neighbouring squares are those between which an aim may move, and the lists in two lanes."""
    target = game.target
    touching = {cell: {near for way in OPPOSITE for near in target.neighbours(cell, way)} for cell in target.cells}
    return {
        "target": Board(target.cells, {cell: frozenset(near) for cell, near in touching.items()}),
        "lists": _lists(game),
    }


def _lists(game: Tilt) -> Board:
    """The lists. The first seat rides in the lane that is nearer to the reader."""
    whole = range(1, game.squares + 1)
    near = {
        f"{lane}.{square}": frozenset(f"{lane}.{s}" for s in (square - 1, square + 1) if s in whole)
        for lane in (1, 2)
        for square in whole
    }
    start = game.setup()
    starts = frozenset(f"{2 - seat}.{game.square(start, seat)}" for seat in (0, 1)) & near.keys()
    areas = {"start": starts} if starts else {}  # knights may start behind the ends
    if game.squares % 2 == 0:
        half = game.squares // 2
        areas["centre"] = frozenset(f"{lane}.{square}" for lane in (1, 2) for square in (half, half + 1))
    return Board(tuple(near), near, areas)


NEAR = 2
"""A range at which a parry works."""


def knight(game: Tilt, aim: str, standing: Iterable[str] = (), shield: str = "", lean: str = "") -> Knight:
    """A knight without cards in hand, with some cards in play."""
    shield = shield or game.rules.first_shield
    none = hands(game, KNIGHTS, "")
    return game.knight(aim, hands=none, standing=frozenset(standing), shield=shield, lean=lean)


def clash(game: Tilt, own: Knight, rival: Knight, together: tuple[int, int] = (1, 1), first: int = 0) -> State:
    """The state after two knights have met at some speeds. The first seat's knight has ridden further."""
    whole = game.range(game.setup())
    one, other = (_at_speed(game, each, speed) for each, speed in zip((own, rival), together, strict=True))
    knights = (one._replace(moved=whole - 1), other)
    state = game.setup()._replace(phase=CHOOSE, knights=knights, turns=1, first=first, seat=first)
    for _ in range(2):
        state = game.apply(state, game.legal(state)[0])
    return state


def _at_speed(game: Tilt, own: Knight, speed: int) -> Knight:
    """A knight whose only horse card, or whose horse without a card, comes to a speed."""
    for card in (NO_CARD, *game.horses):
        for before, after in speeds(game, card).items():
            if after == speed:
                return own._replace(speed=before, hands=hands(game, HORSES, card))
    raise LookupError(f"no horse comes to speed {speed}")


@once
def least_ridden(game: Tilt) -> int:
    """The fewest squares that a knight rides with all horse cards, in any order."""

    @cache
    def ridden(held: Counts, speed: int) -> int:
        return min(
            (
                pace + ridden(added(held, kind, -1), pace)
                for card, kind in game.kinds[HORSES].items()
                if held[kind]
                for pace in [speeds(game, card)[speed]]
            ),
            default=0,
        )

    return ridden(game.full[HORSES], game.rules.speed.start)


class Parried(NamedTuple):
    """The end of a parry: both aims, and what each player chose."""

    own: str
    other: str
    owner_chose: tuple[str, ...]
    rival_chose: tuple[str, ...]


@once
def parries(game: Tilt, own: str, other: str, locked: bool = False) -> tuple[Parried, ...]:
    """All ways in which a parry may end, with one's own lance set or not."""
    standing = game.locking if locked else frozenset()
    parry = next((card for card, traits in game.knights.items() if traits.parry), None)
    if parry is None:
        return ()
    state = played(game, KNIGHTS, parry, NEAR, game.knight(own, standing=standing), game.knight(other))
    return tuple(_ends(game, state, (), ()))


def _ends(game: Tilt, state: State, mine: tuple[str, ...], theirs: tuple[str, ...]) -> list[Parried]:
    if state.phase == CHOOSE:
        return [Parried(state.knights[0].aim, state.knights[1].aim, mine, theirs)]
    found = []
    for action in game.legal(state):
        by_rival = game.actor(state) == 1
        chose = (mine, (*theirs, action[1])) if by_rival else ((*mine, action[1]), theirs)
        found += _ends(game, game.apply(state, action), *chose)
    return found


VOCABULARY: Mapping[str, Callable[..., Any]] = {
    "aimed": aimed, "speeds": speeds, "knight": knight, "played": played, "clash": clash, "parries": parries,
    "least_ridden": least_ridden,
}  # fmt: skip
