"""Derive evidence about the traits of cards from one transition of a tilt.

Evidence is what was legal and what changed: the squares to which an aim could move, the change of a horse's speed, the
knight cards that stay in play, the result of a blow. A card's share of a blow is found by striking again without the
card. If two causes may have had the same effect, there is no evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pnp.games.tilt.observe import acts, central, covers, kind_of, part_of, way_to
from pnp.games.tilt.state import AIM, CHOOSE, PLACE, SHIELD, State
from pnp.games.tilt.strike import BREAK, DISQUALIFIED, LANCE_BROKEN, MISS, Blow, Knight
from pnp.rules.game import Action
from pnp.rules.proofs import Evidence
from pnp.rules.shared import put

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt

Cards = tuple[tuple[str, ...], tuple[str, ...]]


def evidence(game: Tilt, before: State, action: Action, after: State) -> Iterator[Evidence]:
    """Evidence from the state before an action and from what the action changed."""
    if before.phase == PLACE:
        yield Evidence("locations", action[1], ("start",), value=True)
    elif before.phase == SHIELD:
        yield Evidence("knights", before.knights[before.seat].chosen[2], ("moves_shield",), value=True)
    elif before.phase == CHOOSE:
        yield from _aims(game, before, action)
    if after.phase != AIM and (before.phase == AIM or (before.phase == CHOOSE and before.seat != before.first)):
        chosen = _chosen(before, action)
        if len(after.strikes) > len(before.strikes):
            yield from _strike(game, before, after, chosen)
        else:
            yield from _horses(game, before, after, chosen)
            yield from _knights(game, before, after, chosen)


def _chosen(before: State, action: Action) -> Cards:
    """The cards of this turn, including those just chosen."""
    one, other = (knight.chosen or action[1:] for knight in before.knights)
    return one, other


def _aims(game: Tilt, before: State, action: Action) -> Iterator[Evidence]:
    """Evidence about an aim card, from a square with neighbours on all sides, or about a card that locks the aim."""
    seat, card = before.seat, action[1]
    knight = before.knights[seat]
    if game.locked(before, seat):
        for held in knight.standing:
            without = put(before.knights, seat, knight._replace(standing=knight.standing - {held}))
            if not game.locked(before._replace(knights=without), seat):
                yield Evidence("knights", held, ("locks_aim",), value=True)
    elif card in game.aims and knight.aim in central(game):
        options = game.aims_of(knight._replace(chosen=action[1:]))
        yield Evidence("aims", card, ("way",), way_to(game, knight.aim, options))


def _horses(game: Tilt, before: State, after: State, chosen: Cards) -> Iterator[Evidence]:
    """Evidence about horse cards: the change of speed, unless a limit may have reduced it."""
    for seat, (_, card, _) in enumerate(chosen):
        was, now = before.knights[seat].speed, after.knights[seat].speed
        if card not in game.horses:
            continue
        if was < now < game.rules.speed.max:
            yield Evidence("horses", card, ("faster",), now - was)
        elif now < was and now > game.paced(1, card):
            yield Evidence("horses", card, ("slower", "by"), was - now)
        elif 0 < was == now < game.rules.speed.max:
            yield Evidence("horses", card, ("slower", "least"), now)


def _knights(game: Tilt, before: State, after: State, chosen: Cards) -> Iterator[Evidence]:
    """Evidence about knight cards from resolving them."""
    for seat, (_, _, card) in enumerate(chosen):
        if card not in game.knights:
            continue
        was, now = before.knights[seat], after.knights[seat]
        yield from _parry(game, card, game.range(after))
        if card in now.standing - was.standing:
            yield Evidence("knights", card, ("idle",), value=None)
            yield from (Evidence("knights", card, ("cancels",), o, o not in now.standing) for o in sorted(was.standing))
        if after.phase == CHOOSE and (was.standing, was.shield) == (now.standing, now.shield):
            yield from _nothing_done(game, card, was)
        if after.phase == SHIELD and after.seat == seat:
            yield from (Evidence("knights", other, ("forbids",), card, among=False) for other in sorted(was.standing))


def _parry(game: Tilt, card: str, gap: int) -> Iterator[Evidence]:
    """Evidence about the ranges of a parry, if it works at this range and not at the next one."""
    if game.parries(card, gap):
        for name, beyond in (("least", gap - 1), ("most", gap + 1)):
            if not game.parries(card, beyond):
                yield Evidence("knights", card, ("parry", name), gap)


def _nothing_done(game: Tilt, card: str, knight: Knight) -> Iterator[Evidence]:
    """Evidence from a card that changed nothing: it is idle, or blocked by a card in play."""
    barring = [other for other in knight.standing if not acts(game, card, other)]
    if acts(game, card):
        for other in barring:
            yield Evidence("knights", other, ("forbids",), card, among=True)
    else:
        yield Evidence("knights", card, ("idle",), value=True)


# Blows ----------------------------------------------------------------------------------------------------


class _Struck(NamedTuple):
    """A blow, and both knights at that moment."""

    own: Knight
    foe: Knight
    blow: Blow


def _strike(game: Tilt, before: State, after: State, chosen: Cards) -> Iterator[Evidence]:
    strike = after.strikes[-1]
    met = []
    for seat, knight in enumerate(before.knights):
        moved = abs(strike.met - game.starts[seat])
        speed = game.paced(knight.speed, chosen[seat][1])
        met.append(knight._replace(aim=strike.blows[seat].aim, speed=speed, moved=moved))
    for seat, blow in enumerate(strike.blows):
        struck = _Struck(met[seat], met[1 - seat], blow)
        if (blow.impact, blow.balance) == (game.arms.impact(*struck[:2]), game.arms.balance(blow.aim, struck.foe)):
            yield from _square(game, struck)
            yield from _cards(game, struck)
            yield from _lean(game, struck)
            yield from _shield(game, struck)


def _square(game: Tilt, struck: _Struck) -> Iterator[Evidence]:
    own, foe, blow = struck
    cell, arms = blow.aim, game.arms
    kind = _kind(game, struck)
    if kind:
        yield Evidence("locations", cell, ("kind",), kind)
    if blow.result == DISQUALIFIED:
        yield Evidence("locations", cell, ("disqualified",), value=True)
    if kind == "hit" and blow.result == LANCE_BROKEN and part_of(game, cell):
        yield Evidence("locations", cell, ("part",), part_of(game, cell))
        yield Evidence("locations", cell, ("points",), blow.points)
    if kind_of(game, cell) == MISS and blow.result != MISS:
        yield Evidence("locations", cell, ("shielded",), value=True)
    bare = own._replace(standing=frozenset())
    riding = arms.bonus(own.speed + foe.speed) + arms.furthest(own, foe)
    yield Evidence("locations", cell, ("impact",), arms.impact(bare, foe) - riding - arms.lean(cell, foe) or None)
    held = arms.balance(cell, foe._replace(standing=frozenset())) - (arms.shield(foe.shield, cell) or 0)
    yield Evidence("locations", cell, ("opponent_balance",), held or None)


def _kind(game: Tilt, struck: _Struck) -> str | None:
    """The kind of a square, if this blow shows it."""
    blow, covered = struck.blow, game.arms.shield(struck.foe.shield, struck.blow.aim) is not None
    if blow.result == DISQUALIFIED or (blow.result == MISS and blow.lance_broken):
        return BREAK
    if blow.result == MISS:
        return MISS if blow.impact > game.rules.lance_breaks_above else None
    return None if covered else "hit"


def _cards(game: Tilt, struck: _Struck) -> Iterator[Evidence]:
    """Evidence about the effect of each card in play on the blow."""
    own, foe, blow = struck
    for card in own.standing:
        more = blow.impact - game.arms.impact(own._replace(standing=own.standing - {card}), foe)
        if more:
            yield Evidence("knights", card, ("impact",), more)
    for card in foe.standing:
        more = blow.balance - game.arms.balance(blow.aim, foe._replace(standing=foe.standing - {card}))
        if more:
            yield Evidence("knights", card, ("balance" if more > 0 else "balance_lost",), abs(more))


def _lean(game: Tilt, struck: _Struck) -> Iterator[Evidence]:
    """Evidence about the effect of the opponent's leaning on the blow."""
    own, foe, blow = struck
    for card in foe.standing if foe.lean else ():
        straight = foe._replace(standing=foe.standing - {card})
        more = blow.impact - game.arms.impact(own, straight)
        half = game.target.half(blow.aim)
        if more:
            yield Evidence("knights", card, ("lean", "less" if half == foe.lean else "more"), abs(more))
        elif _leans(game, foe, straight) and part_of(game, blow.aim):
            yield Evidence("knights", card, ("lean", "exempt"), part_of(game, blow.aim), among=True)


def _leans(game: Tilt, foe: Knight, straight: Knight) -> bool:
    """Whether leaning has an effect on any square."""
    blows = (game.knight(cell) for cell in game.target.cells)
    return any(game.arms.impact(own, foe) != game.arms.impact(own, straight) for own in blows)


def _shield(game: Tilt, struck: _Struck) -> Iterator[Evidence]:
    place, cell = struck.foe.shield, struck.blow.aim
    adds = covers(game, place).get(cell)
    for card in (card for card, held in game.places.items() if held == place and adds):
        yield Evidence("shields", card, ("covers", cell), adds)
