"""A tilt's state -> what a seat may know of it, and the position in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.rules.shared import Counts, added
from pnp.rules.tilt.engine import AIM, CHOOSE, DECKS, FIRST, NO_CARD, OVER, PLACE
from pnp.rules.tilt.strike import Strike

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import State, Tilt


def view(game: Tilt, state: State, seat: int) -> dict[str, Any]:
    own = state.knights[seat]
    return {
        "phase": state.phase,
        "tilt": state.tilt,
        "turns": state.turns,
        "first": state.first,
        "actor": game.actor(state),
        "points": list(state.points),
        "range": game.range(state),
        "way": state.way,
        "knights": [_seen(game, state, other) for other in (0, 1)],
        "hand": {deck: _named(game, k, own.hands[k]) for k, deck in enumerate(DECKS)},
        "chosen": list(own.chosen),
        "strikes": [_plain(strike) for strike in state.strikes],
    }


def _shown(state: State) -> int:
    """How many of the chosen cards lie open: first the aim cards; knight cards never where the horses met."""
    if state.phase in (FIRST, PLACE, CHOOSE):
        return 0
    return {AIM: 1, OVER: 2}.get(state.phase, len(DECKS))


def _seen(game: Tilt, state: State, seat: int) -> dict[str, Any]:
    """All that lies open of a knight; a card that is chosen but not shown is neither shown nor played."""
    knight, shown = state.knights[seat], _shown(state)
    played = {}
    for k, deck in enumerate(DECKS):
        hidden = knight.chosen[k] if knight.chosen and k >= shown else NO_CARD
        hand = knight.hands[k] if hidden == NO_CARD else added(knight.hands[k], game.kinds[k][hidden], 1)
        played[deck] = _named(game, k, tuple([f - h for f, h in zip(game.full[k], hand, strict=True)]))
    return {
        "aim": knight.aim,
        "speed": knight.speed,
        "moved": knight.moved,
        "square": game.square(state, seat),
        "shield": knight.shield,
        "lean": knight.lean,
        "standing": sorted(knight.standing),
        "locked": game.locked(state, seat),
        "committed": bool(knight.chosen),
        "shown": list(knight.chosen[:shown]),
        "played": played,
    }


def _named(game: Tilt, deck: int, counts: Counts) -> dict[str, int]:
    return {card: count for card, count in zip(game.kinds[deck], counts, strict=True) if count}


def show(game: Tilt, state: State) -> str:
    lines = [
        f"tilt {state.tilt}, turn {state.turns}, phase {state.phase}, rider {state.first + 1} first, "
        f"rider {state.seat + 1} deciding; range {game.range(state)}; points {state.points[0]}:{state.points[1]}"
    ]
    for seat, knight in enumerate(state.knights):
        cards = " ".join(f"{c}×{n}" for k in range(3) for c, n in _named(game, k, knight.hands[k]).items())
        lines.append(
            f"rider {seat + 1}: aim {knight.aim or 'not placed'}, speed {knight.speed}, square "
            f"{game.square(state, seat)}, shield {knight.shield}, standing "
            f"{', '.join(sorted(knight.standing)) or 'nothing'}{' ' + knight.lean if knight.lean else ''}; "
            f"chosen {' '.join(knight.chosen) or 'nothing'}; holds {cards or 'nothing'}"
        )
    return "\n".join(lines)


def _plain(strike: Strike) -> Mapping[str, Any]:
    blows = [{**blow._asdict(), "net": blow.net} for blow in strike.blows]
    return {"blows": blows, "verdict": strike.verdict.kind, "met": strike.met, "halts": list(strike.halts)}
