"""Lines of play from the setup to wanted positions, for worked examples.

A line is planned hand by hand: aim cards that lead to a square, horse cards that lead to a speed and a distance, knight
cards that have no effect. It is then played through the engine's legal actions, so that only positions that can be
reached are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from pnp.games.tilt.observe import AIMS, HORSES, KNIGHTS, aimed, once, speeds
from pnp.games.tilt.state import AIM, CHOOSE, FIRST, LEAN, PLACE, SHIELD, State
from pnp.rules.game import step, written
from pnp.rules.shared import Counts, added

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt
    from pnp.rules.game import Action

MOST_TURNS = 8
Aims = tuple[tuple[str, str], ...]


class Pace(NamedTuple):
    """Horse cards in the order of play, and the speed and the squares that they come to."""

    cards: tuple[str, ...]
    speed: int
    squares: int
    before: int
    """The squares of all turns but the last."""


class WantedKnight(NamedTuple):
    """What a knight is to have: an aim, knight cards in play with a side to lean to, and a place of the shield."""

    aim: str
    cards: tuple[str, ...] = ()
    lean: str = "left"
    shield: str = ""


class PlayLine(NamedTuple):
    """The plan of one seat: the start square, and for each turn an aim card with its square, and other cards."""

    start: str
    aims: Aims
    horses: tuple[str, ...]
    knights: tuple[str, ...]
    wanted: WantedKnight


@once
def paces(game: Tilt) -> tuple[Pace, ...]:
    """All orders of horse cards of up to eight turns, each once."""
    start = Pace((), game.rules.speed.start, 0, 0)
    found, edge = [start], [(start, game.full[HORSES])]
    for _ in range(MOST_TURNS):
        further = []
        for pace, left in edge:
            for card, kind in game.kinds[HORSES].items():
                if left[kind]:
                    speed = speeds(game, card)[pace.speed]
                    after = Pace((*pace.cards, card), speed, pace.squares + speed, pace.squares)
                    further.append((after, added(left, kind, -1)))
        found += [pace for pace, _ in further]
        edge = further
    return tuple(found)


@once
def routes(game: Tilt, goal: str, turns: int) -> Aims | None:
    """Aim cards with the squares to which they lead, from a start square to a goal; the start square comes first."""
    return next(
        (route for start in game.start_cells for route in _routes(game, start, goal, turns, game.full[0])), None
    )


def _routes(game: Tilt, here: str, goal: str, turns: int, left: Counts) -> Iterator[Aims]:
    if not turns:
        if here == goal:
            yield (("", here),)
        return
    if (game.target.steps(here, goal) or 0) > turns:
        return
    for card, kind in game.kinds[AIMS].items():
        for cell in aimed(game, card, here) if left[kind] else ():
            for rest in _routes(game, cell, goal, turns - 1, added(left, kind, -1)):
                yield (("", here), (card, cell), *rest[1:])


def line(
    game: Tilt, wanted: WantedKnight, pace: tuple[str, ...], last: str, *, any_blow: bool = False
) -> PlayLine | None:
    """The plan of a seat whose horse cards are known. `last` is the knight card of the last turn, if it matters.

    Where no blow is looked at, cards that change only blows may be played too.
    """
    turns = len(pace)
    moves = turns - bool(set(wanted.cards) & game.locking)
    route = routes(game, wanted.aim, moves)
    if route is None:
        return None
    aims = _filled_up(game, route[1:], wanted.aim, turns)
    shield = _moving_shields(game) if wanted.shield else []
    resolved = turns - 1
    spares = [*quiet(game), *(_of_blows(game) if any_blow else ())]
    idle = [card for card in spares if card not in (*wanted.cards, *shield, last)]
    end = [*shield, *wanted.cards]
    cards = [*idle[: resolved - len(end)], *end]
    if len(cards) != resolved or len(end) > resolved:
        return None
    spare = last or _spare(game, cards)
    return PlayLine(route[0][1], aims, pace, (*cards, spare), wanted) if spare else None


def _filled_up(game: Tilt, aims: Aims, goal: str, turns: int) -> Aims:
    """The aims with further ones at the goal, by cards that are still held."""
    while len(aims) < turns:
        used = Counter(card for card, _ in aims)
        held = [card for card, count in zip(game.aims, game.full[AIMS], strict=True) if used[card] < count]
        aims = (*aims, (held[0], goal))
    return aims


def quiet(game: Tilt) -> list[str]:
    """Knight cards that change nothing: parries first, which have no effect while the knights are far apart."""
    found = [card for card, traits in game.knights.items() if traits.parry]
    found += [card for card, traits in game.knights.items() if traits.moves_shield]
    idle = [(c, n) for c, n in zip(game.knights, game.full[KNIGHTS], strict=True) if game.knights[c].idle]
    found += [card for card, count in idle for _ in range(count)]
    return found


def _spare(game: Tilt, cards: list[str]) -> str:
    """A knight card besides some, one without effect if possible; empty if there is none."""
    counts = zip(game.knights, game.full[KNIGHTS], strict=True)
    others = [card for card, count in counts if cards.count(card) < count]
    return next(iter([*(card for card in quiet(game) if card in others), *others]), "")


def _moving_shields(game: Tilt) -> list[str]:
    """The knight cards that move the shield."""
    return [card for card, traits in game.knights.items() if traits.moves_shield]


def _of_blows(game: Tilt) -> list[str]:
    """Knight cards that change blows, but no aim."""
    still = {*quiet(game), *game.locking}
    counts = zip(game.knights, game.full[KNIGHTS], strict=True)
    return [card for card, count in counts if card not in still for _ in range(count)]


def play(game: Tilt, lines: tuple[PlayLine, PlayLine], *, strikes: int = 99) -> State:
    """The state in which the lines of both seats have been played, or some strikes have been made."""
    state = _act(game, game.setup(), (FIRST, "1"))
    while len(state.strikes) < strikes:
        action = _next(game, state, lines)
        if action is None:
            return state
        state = _act(game, state, action)
    return state


def _next(game: Tilt, state: State, lines: tuple[PlayLine, PlayLine]) -> Action | None:
    """The action of the seat that acts; None when its line is at its end."""
    seat = game.actor(state)
    if seat is None or seat not in (0, 1):
        return None
    own, turn = lines[seat], state.turns - 1
    if state.phase == PLACE:
        return (PLACE, own.start) if state.tilt == 1 else None
    if turn >= len(own.horses):
        return None
    card, cell = own.aims[turn]
    actions: dict[str, Action] = {
        CHOOSE: (CHOOSE, card, own.horses[turn], own.knights[turn]),
        AIM: (AIM, cell),
        LEAN: (LEAN, own.wanted.lean),
        SHIELD: (SHIELD, own.wanted.shield or game.rules.first_shield),
    }
    return actions.get(state.phase)


def _act(game: Tilt, state: State, action: Action) -> State:
    """Apply an action. Raises RefusalError if it is not legal."""
    return step(game, state, written(action))


def _meet(one: Pace, other: Pace, whole: int, moved: tuple[int, int] | None) -> bool:
    """Whether two knights meet in the last turn of these paces and, if given, with these squares ridden."""
    if len(one.cards) != len(other.cards) or not one.before + other.before < whole <= one.squares + other.squares:
        return False
    ridden = zip((one, other), moved or (), strict=False)
    return all(pace.before < squares <= pace.squares for pace, squares in ridden)


def meeting(
    game: Tilt, wanted: tuple[WantedKnight, WantedKnight], speeds: tuple[int, int], moved: tuple[int, int] | None = None
) -> State:
    """The state after two knights have met with these speeds and, if given, with these squares ridden."""
    whole = game.range(game.setup())
    most = [_different(pace for pace in paces(game) if pace.speed == speed) for speed in speeds]
    for one, other in product(*most):
        if not _meet(one, other, whole, moved):
            continue
        plans = [line(game, w, pace.cards, "") for w, pace in zip(wanted, (one, other), strict=True)]
        if plans[0] is None or plans[1] is None:
            continue
        state = play(game, (plans[0], plans[1]), strikes=1)
        if state.strikes and _as_wanted(game, state, wanted, moved):
            return state
    raise ValueError("no line of play leads to this meeting")


def _different(found: Iterable[Pace]) -> list[Pace]:
    """One of all paces with as many turns, squares and squares before the last turn."""
    return list({(len(pace.cards), pace.squares, pace.before): pace for pace in found}.values())


def _as_wanted(
    game: Tilt, state: State, wanted: tuple[WantedKnight, WantedKnight], moved: tuple[int, int] | None
) -> bool:
    strike = state.strikes[-1]
    ridden = tuple(abs(strike.met - game.square(game.setup(), seat)) for seat in (0, 1))
    aims = all(blow.aim == w.aim for blow, w in zip(strike.blows, wanted, strict=True))
    return aims and moved in (None, ridden)


def at_range(game: Tilt, aims: tuple[str, str], gap: int, card: str) -> State:
    """The state at a range with these aims, after the first seat has played a knight card; its decisions are open."""
    whole = game.range(game.setup())
    by_squares = {(len(pace.cards), pace.squares): pace for pace in paces(game)}
    for (turns, squares), one in by_squares.items():
        other = by_squares.get((turns, whole - gap - squares))
        if other is None:
            continue
        plans = [
            line(game, WantedKnight(aim), pace.cards, last, any_blow=True)
            for aim, pace, last in zip(aims, (one, other), (card, ""), strict=True)
        ]
        if plans[0] is None or plans[1] is None:
            continue
        state = play(game, (plans[0], plans[1]))
        if game.range(state) == gap and not state.strikes:
            return state
    raise ValueError("no line of play leads to this range")


def turn_at(game: Tilt, *, aim: str = "", speed: int | None = None, cards: tuple[str, ...] = ()) -> State:
    """A turn at whose beginning both seats aim at a square or have a speed, and still hold some cards."""
    for pace in paces(game):
        if (speed is not None and pace.speed != speed) or 2 * pace.squares >= game.range(game.setup()):
            continue
        plan = line(game, WantedKnight(aim or game.start_cells[0]), pace.cards, "", any_blow=True)
        if plan is None:
            continue
        state = play(game, (plan, plan))
        if state.phase == CHOOSE and set(cards) <= set(chain.from_iterable(game.legal(state))):
            return state
    raise ValueError("no line of play leads to this turn")
