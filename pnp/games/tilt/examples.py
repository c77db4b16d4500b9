"""Play tilt's worked examples, form by form, each from a position that play reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.games.tilt.lines import WantedKnight, at_range, meeting, turn_at
from pnp.games.tilt.state import AIM, CHOOSE, PARRY, PULL, State
from pnp.games.tilt.strike import SPEEDS
from pnp.rules.examples import Claim, Example, Forms

if TYPE_CHECKING:
    from pnp.games.tilt.engine import Tilt

PLAIN = "b3"
"""A square at which blows are compared."""


def _cards(game: Tilt, example: Example, deck: int) -> list[str]:
    """The cards of the example's moves, such as `play up`."""
    found = []
    for move in example["moves"]:
        verb, card = move.split()
        if verb != "play" or card not in game.kinds[deck]:
            raise ValueError(f"{move!r} plays no such card")
        found.append(str(card))
    return found


def _cell(game: Tilt, cell: str) -> str:
    if cell not in game.target.cells:
        raise ValueError(f"there is no square {cell!r}")
    return cell


def _with(game: Tilt, state: State, deck: int, card: str) -> State:
    """The state after the first seat has played a card of one deck, and its decisions about other cards are made.

    It stops at a decision of the first seat about the aim.
    """
    for _ in range(2):
        seat = state.seat
        fits = (action for action in game.legal(state) if seat or action[deck + 1] == card)
        state = game.apply(state, next(fits))
    while state.phase not in (CHOOSE,) and not (state.phase == AIM and state.seat == 0):
        state = game.apply(state, game.legal(state)[0])
    return state


# The forms ------------------------------------------------------------------------------------------------


def _box(game: Tilt, _example: Example) -> Iterator[Claim]:
    start = game.setup()
    aims, horses, knights = (sum(hand) for hand in start.knights[0].hands)
    squares = game.square(start, 1) - game.square(start, 0) + 1
    found = {"cells": len(game.target.cells), "aims": aims, "knights": knights, "horses": horses}
    for key, count in (found | {"shields": len(game.shields), "squares": squares}).items():
        yield ("then", key), count


def _bonus(game: Tilt, example: Example) -> Iterator[Claim]:
    both = example["given"]["combined_speed"]
    wanted = WantedKnight(PLAIN), WantedKnight(PLAIN)
    for one in range(both + 1):
        try:
            strike = meeting(game, wanted, (one, both - one)).strikes[-1]
        except ValueError:
            continue
        yield ("then", "bonus"), sum(addend.value for addend in strike.blows[0].adds if addend.part == SPEEDS)
        return
    raise ValueError(f"no horses meet at a combined speed of {both}")


def _aim(game: Tilt, example: Example) -> Iterator[Claim]:
    (card,) = _cards(game, example, 0)
    found = []
    for cell in example["given"]["aims"]:
        state = _with(game, turn_at(game, aim=_cell(game, cell), cards=(card,)), 0, card)
        found.append([a[1] for a in game.legal(state)] if state.phase == AIM else [state.knights[0].aim])
    if "choices" in example["then"]:
        yield ("then", "choices"), sorted(found[0]) if len(found) == 1 else found
    else:
        yield ("then", "to"), [cells[0] if len(cells) == 1 else cells for cells in found]


def _horse(game: Tilt, example: Example) -> Iterator[Claim]:
    cards = _cards(game, example, 1)
    speeds = []
    for card in cards:
        state = _with(game, turn_at(game, speed=example["given"]["speed"], cards=(card,)), 1, card)
        while state.phase == AIM:
            state = game.apply(state, game.legal(state)[0])
        speeds.append(state.knights[0].speed)
    yield ("then", "speeds"), speeds


def _knights(game: Tilt, given: Example) -> tuple[WantedKnight, WantedKnight]:
    """The striker and the rival of an example."""
    own, other = tuple(given.get("cards", ())), tuple(given.get("foe_cards", ()))
    for card in (*own, *other):
        if card not in game.knights:
            raise ValueError(f"{card} is not a knight card")
    shield = given.get("foe_shield", game.rules.first_shield)
    if shield not in game.shields:
        raise ValueError(f"there is no shield place {shield}")
    lean = given.get("foe_lean", "left")
    if lean not in ("left", "right"):
        raise ValueError(f"a knight cannot lean {lean}")
    moved = shield if shield != game.rules.first_shield else ""
    return WantedKnight(_cell(game, given["aim"]), own), WantedKnight(PLAIN, other, lean, moved)


def _blow(game: Tilt, example: Example) -> Iterator[Claim]:
    given = example["given"]
    one, other = given["moved"]
    blow = meeting(game, _knights(game, given), tuple(given["speeds"]), (one, other)).strikes[-1].blows[0]
    for key in ("impact", "balance", "net", "result", "points", "lance_broken"):
        if key in example["then"]:
            yield ("then", key), getattr(blow, key)


def _parry(game: Tilt, example: Example) -> Iterator[Claim]:
    given, card = example["given"], _parry_card(game, example)
    own, other = (_cell(game, cell) for cell in given["aims"])
    after = at_range(game, (own, other), given["range"], card)
    if "way" in given:
        after = game.apply(after, (PARRY, given["way"]))
    if "choices" in example["then"]:
        ends = [game.apply(after, action) for action in game.legal(after)]
        yield ("then", "choices"), sorted(action[1] for action in game.legal(after))
        yield ("then", "chooser"), "opponent" if after.phase == PULL and game.actor(after) == 1 else "owner"
        nearer = {_steps(game, own, other) - _steps(game, end.knights[0].aim, end.knights[1].aim) for end in ends}
        yield ("then", "nearer"), max(nearer)
    else:
        yield ("then", "aims"), [knight.aim for knight in after.knights]


def _parry_card(game: Tilt, example: Example) -> str:
    (card,) = _cards(game, example, 2)
    if not game.knights[card].parry:
        raise ValueError(f"{card} is not a parry")
    return card


def _steps(game: Tilt, here: str, there: str) -> int:
    return game.target.steps(here, there) or 0


FORMS: Forms = {
    "box": _box,
    "bonus": _bonus,
    "aim": _aim,
    "horse": _horse,
    "blow": _blow,
    "parry": _parry,
}
