"""Observe the traits of tilt's cards by playing them on the engine.

Checks compare printed words with these observations, not with the traits that the words are generated from. Cards are
played from prepared turns, and blows are struck. Only the engine's legal actions and state changes are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.games.tilt.state import CHOOSE, DECKS, LEAN, NO_CARD, PLACE, SHIELD, SIDES, State
from pnp.games.tilt.strike import BREAK, DISQUALIFIED, LANCE_BROKEN, MISS, Knight
from pnp.games.tilt.target import ANY, OPPOSITE
from pnp.rules.shared import Counts

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt

AIMS, HORSES, KNIGHTS = range(len(DECKS))
FAR = 200
"""A range at which knights do not meet at any speed, even if that puts them outside the lists."""
NEAREST, FURTHEST = 1, 40
"""The ranges at which cards with limited ranges are tried."""
HEAD = "head"

Seen = dict[str, Any]


once = lru_cache(2048)
"""Memoise functions of a game, which never changes."""


def observe(game: Tilt, deck: str, card: str) -> Seen | None:
    """A card's traits as observed in play; None for other decks."""
    look = _OBSERVERS.get(deck)
    ids: dict[str, Iterable[str]] = {
        "aims": game.aims,
        "horses": game.horses,
        "knights": game.knights,
        "shields": game.places,
        "locations": game.target.cells,
    }
    return look(game, card) if look and card in ids[deck] else None


def problems(game: Tilt) -> Iterator[tuple[str, str]]:
    """Report empty decks."""
    for deck, counts in zip(DECKS, game.full, strict=True):
        if not sum(counts):
            yield "", f"the deck {deck!r} has no cards to choose from"


# Turns that are set up ------------------------------------------------------------------------------------


def hands(game: Tilt, deck: int, card: str) -> tuple[Counts, ...]:
    """Hands with only one copy of a card, if the deck has it."""
    one = [[0] * len(kinds) for kinds in game.kinds]
    if card in game.kinds[deck]:
        one[deck][game.kinds[deck][card]] = 1
    return tuple(map(tuple, one))


def facing(game: Tilt, gap: int, own: Knight, other: Knight) -> State:
    """A turn that the first seat begins, with the knights `gap` squares apart."""
    ridden = game.starts[1] - game.starts[0] - gap
    knights = (own._replace(moved=ridden), other._replace(moved=0))
    return game.setup()._replace(phase=CHOOSE, knights=knights, turns=1)


def played(game: Tilt, deck: int, card: str, gap: int, own: Knight, other: Knight) -> State:
    """The state after the first seat has chosen only this card, and the second none.

    `gap` is the range after both horses have moved, when knight cards are resolved.
    """
    pace = [
        game.paced(knight.speed, card if deck == HORSES and not k else NO_CARD) for k, knight in enumerate((own, other))
    ]
    none = hands(game, deck, "")
    state = facing(game, gap + sum(pace), own._replace(hands=hands(game, deck, card)), other._replace(hands=none))
    for _ in range(2):
        state = game.apply(state, game.legal(state)[0])
    return state


@once
def central(game: Tilt) -> list[str]:
    """The squares with neighbours on all sides."""
    return [cell for cell in game.target.cells if all(game.target.neighbours(cell, way) for way in OPPOSITE)]


# Aim cards ------------------------------------------------------------------------------------------------


@once
def aimed(game: Tilt, card: str, cell: str) -> list[str]:
    """The squares to which a card may move an aim: the options, or the result if there is no decision."""
    state = played(game, AIMS, card, FAR, game.knight(cell), game.knight(cell))
    return [action[1] for action in game.legal(state)] if state.phase == "aim" else [state.knights[0].aim]


def _aim(game: Tilt, card: str) -> Seen:
    seen = {way_to(game, cell, tuple(aimed(game, card, cell))) for cell in central(game) or game.target.cells}
    return {"way": seen.pop() if len(seen) == 1 else ANY}


def way_to(game: Tilt, cell: str, options: tuple[str, ...]) -> str:
    """The direction of some squares from another on the grid, if it is the same for all; else `any`."""
    row, column = game.target.places[cell]
    ways = set()
    for option in options:
        depth, across = game.target.places[option]
        if depth == row:
            ways.add("left" if across < column else "right")
        else:
            ways.add("up" if depth < row else "down")
    return ways.pop() if len(ways) == 1 else ANY


# Horse cards ----------------------------------------------------------------------------------------------


@once
def speeds(game: Tilt, card: str) -> dict[int, int]:
    """The speed after the card, by the speed before it."""
    pace, cell = game.rules.speed, game.target.cells[0]
    before = range(pace.max + 1)
    states = [played(game, HORSES, card, FAR, game.knight(cell, speed=s), game.knight(cell)) for s in before]
    return {speed: state.knights[0].speed for speed, state in zip(before, states, strict=True)}


def _horse(game: Tilt, card: str) -> Seen:
    range_ = speeds(game, card)
    change = [after - before for before, after in range_.items()]
    if max(change) > 0:
        return {"faster": max(change)}
    return {"slower": {"by": -min(change), "least": min(after for before, after in range_.items() if before)}}


# Knight cards ---------------------------------------------------------------------------------------------


def laid(game: Tilt, card: str, gap: int = FAR, before: Knight | None = None) -> State:
    """The state after a knight card is played, with the other aim beside one's own."""
    own = central(game)[0] if central(game) else game.target.cells[0]
    other = next(c for way in ("right", *OPPOSITE) for c in (*game.target.neighbours(own, way), own))
    return played(game, KNIGHTS, card, gap, (before or game.knight(own))._replace(aim=own), game.knight(other))


def _knight(game: Tilt, card: str) -> Seen:
    state = laid(game, card)
    seen: Seen = {"moves_shield": True} if state.phase == SHIELD else {}
    leant = state.phase == LEAN
    knight = game.apply(state, game.legal(state)[0]).knights[0] if leant else state.knights[0]
    seen |= _parry(game, card) | _weights(game, knight)
    if leant:
        seen["lean"] = _lean(game, knight)
    if knight.aim and _holds_aim(game, knight):
        seen["locks_aim"] = True
    if cancels := [other for other in game.knights if other in ended(game, other, card)]:
        seen["cancels"] = cancels
    if forbids := _forbidden(game, card):
        seen["forbids"] = forbids
    return seen or {"idle": True}


def _forbidden(game: Tilt, card: str) -> list[str]:
    """The other cards that have an effect, but not after a card."""
    others = [other for other in game.knights if other != card and acts(game, other)]
    return [other for other in others if not acts(game, other, card)]


def ended(game: Tilt, other: str, card: str) -> frozenset[str]:
    """The cards that are in play after `other` is played, but not after `card` is played, too."""
    state = laid(game, other)
    if state.phase != CHOOSE:
        return frozenset()
    return state.knights[0].standing - laid(game, card, before=state.knights[0]).knights[0].standing - {card}


@once
def acts(game: Tilt, card: str, standing: str = "") -> bool:
    """Whether a card leads to a decision or stays in play, with another card already in play."""
    before = laid(game, standing).knights[0]
    without, state = laid(game, "", before=before), laid(game, card, before=before)
    return state.phase != without.phase or state.knights[0].standing != without.knights[0].standing


def _parry(game: Tilt, card: str) -> Seen:
    """The ranges at which the card moves an aim."""
    without = [knight.aim for knight in laid(game, "").knights]
    found = [
        gap
        for gap in range(NEAREST, FURTHEST)
        for state in [laid(game, card, gap)]
        if state.phase in ("parry", "push", "enter", "pull") or [k.aim for k in state.knights] != without
    ]
    return {"parry": {"least": min(found), "most": max(found)}} if found else {}


def _weights(game: Tilt, knight: Knight) -> Seen:
    """The changes of a knight's own and its opponent's blows by a card in play."""
    plain = knight._replace(standing=frozenset(), lean="")
    foe, cell = game.knight(knight.aim), knight.aim
    impact = game.arms.impact(knight, foe) - game.arms.impact(plain, foe)
    balance = game.arms.balance(cell, knight) - game.arms.balance(cell, plain)
    found = {"impact": impact, "balance": max(0, balance), "balance_lost": max(0, -balance)}
    return {key: value for key, value in found.items() if value}


def _lean(game: Tilt, knight: Knight) -> Seen:
    """The change of blows on either half by leaning."""
    straight = knight._replace(lean="", standing=frozenset())
    change: dict[str | None, set[int]] = {side: set() for side in (*SIDES, None)}
    spared = set()
    for cell in game.target.cells:
        foe = game.knight(cell)
        more = game.arms.impact(foe, knight) - game.arms.impact(foe, straight)
        change[game.target.half(cell)].add(more)
        spared |= {part_of(game, cell)} if kind_of(game, cell) == "hit" and not more else set()
    other = next(side for side in SIDES if side != knight.lean)
    seen: Seen = {"less": -min(change[knight.lean]), "more": max(change[other])}
    return seen | ({"exempt": [HEAD]} if spared == {HEAD} else {})


def _holds_aim(game: Tilt, knight: Knight) -> bool:
    """Whether aim cards do not move the knight's aim, though they otherwise would."""
    free = knight._replace(standing=frozenset())
    for card in game.aims:
        chosen = (card, NO_CARD, NO_CARD)
        if game.aims_of(knight._replace(chosen=chosen)) != (knight.aim,) != game.aims_of(free._replace(chosen=chosen)):
            return False
    return bool(game.aims) and game.locked(facing(game, FAR, knight, knight), 0)


# Shields and squares --------------------------------------------------------------------------------------


@once
def covers(game: Tilt, place: str) -> dict[str, int]:
    """The increase of the balance at each square by a shield, compared with a knight without one."""
    adds = {cell: _balance(game, cell, place) - _balance(game, cell, "") for cell in game.target.cells}
    return {cell: added for cell, added in adds.items() if added}


def _balance(game: Tilt, cell: str, shield: str) -> int:
    return game.arms.balance(cell, game.knight(cell)._replace(shield=shield))


def _shield(game: Tilt, card: str) -> Seen:
    return {"covers": covers(game, game.places[card])}


def bare(game: Tilt, cell: str) -> Knight:
    """A knight whose shield does not cover a square, if possible."""
    adds = {place: covers(game, place).get(cell, 0) for place in game.shields}
    return game.knight(cell, shield=min(adds, key=lambda place: adds[place]))


def strong(game: Tilt, cell: str, speed: int) -> Knight:
    """A knight at a speed, with all cards that increase the impact."""
    return game.knight(cell, speed=speed, moved=1, standing=frozenset(game.knights))


@once
def kind_of(game: Tilt, cell: str) -> str:
    """The kind of a square: the result of the hardest blow without a shield, of two knights at top speed."""
    top = game.rules.speed.max
    blow = game.arms.blow(strong(game, cell, top), bare(game, cell)._replace(speed=top))
    if blow.result == DISQUALIFIED or (blow.lance_broken and not blow.points):
        return BREAK
    return MISS if blow.result == MISS else "hit"


@once
def part_of(game: Tilt, cell: str) -> str | None:
    """The part of the knight at a square. On the head, a broken lance scores more than elsewhere."""
    points = [worth(game, other) for other in hits(game) if worth(game, other)]
    return HEAD if points and worth(game, cell) > min(points) else None


@once
def hits(game: Tilt) -> list[str]:
    return [cell for cell in game.target.cells if kind_of(game, cell) == "hit"]


@once
def worth(game: Tilt, cell: str) -> int:
    """The points of a lance that breaks on a square, by blows of all strengths; 0 if none breaks."""
    foe = bare(game, cell)
    owns = [
        game.knight(cell, speed=speed, moved=moved) for speed in range(2 * game.rules.speed.max) for moved in (0, 1)
    ]
    blows = (game.arms.blow(own, foe) for own in owns)
    return max((blow.points for blow in blows if blow.result == LANCE_BROKEN), default=0)


@once
def location(game: Tilt, cell: str) -> Seen:
    """The traits of a square as observed by blows on it."""
    foe, own = bare(game, cell), game.knight(cell)
    blow = game.arms.blow(own, foe)
    seen: Seen = {"kind": kind_of(game, cell)}
    if seen["kind"] == "hit" and part_of(game, cell):
        seen["part"] = part_of(game, cell)
        seen["points"] = worth(game, cell)
    if blow.impact - game.arms.bonus(0):
        seen["impact"] = blow.impact - game.arms.bonus(0)
    if blow.balance - covers(game, foe.shield).get(cell, 0):
        seen["opponent_balance"] = blow.balance - covers(game, foe.shield).get(cell, 0)
    if blow.result == DISQUALIFIED:
        seen["disqualified"] = True
    if game.allows(game.setup()._replace(phase=PLACE), (PLACE, cell)):
        seen["start"] = True
    if seen["kind"] == MISS and shielded(game, cell):
        seen["shielded"] = True
    return seen


def shielded(game: Tilt, cell: str) -> bool:
    """Whether a blow on a square hits with some shield."""
    own, foe = game.knight(cell), bare(game, cell)
    return any(game.arms.blow(own, foe._replace(shield=place)).result != MISS for place in game.places.values())


_OBSERVERS: dict[str, Callable[[Any, str], Seen]] = {
    "aims": _aim,
    "horses": _horse,
    "knights": _knight,
    "shields": _shield,
    "locations": location,
}
