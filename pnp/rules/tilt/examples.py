"""Play tilt's worked examples, form by form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.tilt.observe import FURTHEST, KNIGHTS, NEAREST, aimed, played, speeds
from pnp.rules.tilt.state import PULL
from pnp.rules.tilt.strike import Knight

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import Tilt


def _card(game: Tilt, example: Example, deck: int) -> str:
    """The card played by the example's only move, such as `play up`."""
    (move,) = example["moves"]
    verb, card = move.split()
    if verb != "play" or card not in game.kinds[deck]:
        raise ValueError(f"{move!r} plays no such card")
    return str(card)


def _cell(game: Tilt, cell: str) -> str:
    if cell not in game.target.cells:
        raise ValueError(f"there is no square {cell!r}")
    return cell


# The forms ------------------------------------------------------------------------------------------------


def _box(game: Tilt, _example: Example) -> Iterator[Claim]:
    aims, horses, knights = (sum(counts) for counts in game.full)
    found = {"cells": len(game.target.cells), "aims": aims, "knights": knights, "horses": horses}
    for key, count in (found | {"shields": len(game.shields), "squares": game.squares}).items():
        yield ("then", key), count


def _bonus(game: Tilt, example: Example) -> Iterator[Claim]:
    most = 2 * game.rules.speed.max
    both = example["given"]["combined_speed"]
    if not all(0 <= speed <= most for speed in both):
        raise ValueError(f"the combined speed of two horses is between 0 and {most}")
    yield ("given", "combined_speed"), sorted(set(both))
    yield ("then", "bonus"), [game.arms.bonus(speed) for speed in both]


def _aim(game: Tilt, example: Example) -> Iterator[Claim]:
    card = _card(game, example, 0)
    found = [aimed(game, card, _cell(game, cell)) for cell in example["given"]["aims"]]
    if "choices" in example["then"]:
        yield ("then", "choices"), sorted(found[0]) if len(found) == 1 else found
    else:
        yield ("then", "to"), [cells[0] if len(cells) == 1 else cells for cells in found]


def _horse(game: Tilt, example: Example) -> Iterator[Claim]:
    before = example["given"]["speed"]
    cards = [move.removeprefix("play ") for move in example["moves"]]
    for card in cards:
        if card not in game.horses:
            raise ValueError(f"there is no horse card {card!r}")
    yield ("then", "speeds"), [speeds(game, card)[before] for card in cards]


def _striker(game: Tilt, given: Example, seat: int) -> Knight:
    """One of the knights as they meet; the first one strikes, with its cards in play."""
    cards = frozenset(given.get("cards", ()) if seat == 0 else given.get("foe_cards", ()))
    if not cards <= game.knights.keys():
        raise ValueError(f"{', '.join(sorted(cards - game.knights.keys()))} is not a knight card")
    shield = given.get("foe_shield", game.rules.first_shield) if seat else game.rules.first_shield
    if shield not in game.shields:
        raise ValueError(f"there is no shield place {shield}")
    lean = given.get("foe_lean", "") if seat else ""
    if lean not in ("", "left", "right"):
        raise ValueError(f"a knight cannot lean {lean}")
    speed, moved = given["speeds"][seat], given["moved"][seat]
    if not 0 <= speed <= game.rules.speed.max or sum(given["moved"]) != game.starts[1] - game.starts[0]:
        raise ValueError("horses cannot ride like that")
    return game.knight(_cell(game, given["aim"]), speed=speed, moved=moved, shield=shield, lean=lean, standing=cards)


def _blow(game: Tilt, example: Example) -> Iterator[Claim]:
    given = example["given"]
    blow = game.arms.blow(_striker(game, given, 0), _striker(game, given, 1))
    for key in ("impact", "balance", "net", "result", "points", "lance_broken"):
        if key in example["then"]:
            yield ("then", key), getattr(blow, key)


def _parry(game: Tilt, example: Example) -> Iterator[Claim]:
    given, card = example["given"], _card(game, example, KNIGHTS)
    own, other = (game.knight(_cell(game, cell)) for cell in given["aims"])
    ranges = given["ranges"]
    acting = [gap for gap in range(NEAREST, FURTHEST) if game.parries(card, gap)]
    if not acting:
        yield ("moves",), "a card that parries"
        return
    # Knight cards are only played before the horses meet.
    states = [played(game, KNIGHTS, card, gap, own, other) for gap in ranges if gap >= 1]
    ends = [[knight.aim for knight in state.knights] for state in states]
    if "choices" in example["then"]:
        (state,) = states
        yield ("then", "choices"), sorted(action[1] for action in game.legal(state))
        yield ("then", "chooser"), "opponent" if state.phase == PULL else "owner"
        steps = {_steps(game, own.aim, other.aim) - _steps(game, word, other.aim) for _, word in game.legal(state)}
        yield ("then", "nearer"), max(steps)
    elif given["aims"] == example["then"].get("aims"):
        # A card without effect must be just outside its ranges.
        yield ("given", "ranges"), [max(acting) + 1 if gap >= 1 else min(gap, min(acting) - 1) for gap in ranges]
        yield ("then", "aims"), ends[0]
    else:
        yield ("then", "aims"), ends[0] if all(end == ends[0] for end in ends) else ends


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
