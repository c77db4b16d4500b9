"""Play the worked examples of the lists, form by form.

An example is about knights 0 and 1. In an example of riding, knight 0 has the initiative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.lists.engine import INITIATIVE, KNIGHTS, RIDE, STRIKE, State
from pnp.rules.lists.observe import met, placed, riding, rolled, seen, striking

if TYPE_CHECKING:
    from pnp.rules.lists.engine import Lists

Shown = dict[str, Any]
"""The results of play, by their keys under `then`."""


def _initiative(game: Lists, given: Example) -> Shown:
    """Play pairs of rolls for the initiative until it is decided."""
    state = placed(game)
    for both in given["rolls"]:
        if len(both) != len(KNIGHTS) or state.phase != INITIATIVE:
            raise ValueError("each knight rolls once, and again only on a tie")
        state = rolled(game, state, both)
    decided = state.phase == RIDE
    return {"rerolls": len(given["rolls"]) - 1, "initiative": state.course.leader if decided else None}


def _ride(game: Lists, given: Example) -> Shown:
    """Play rolls for riding, the initiative's first, from the starts until the knights are alongside."""
    state, ridden, apart = riding(game), [], []
    for number, roll in enumerate(given["rolls"], start=1):
        before, state = state, rolled(game, state, [roll])
        ridden.append(sum(state.course.ridden) - sum(before.course.ridden))
        if state.phase == RIDE:
            apart.append(number)
    course = state.course
    return {
        "ridden": ridden,
        "steps": list(course.ridden),
        "not_alongside_after": apart,
        "column": game.column(course.ridden, 0) if state.phase == STRIKE else None,
        "advantage": _whose(state),
    }


def _whose(state: State) -> str:
    """Who has the advantage: the knight with the initiative, which is knight 0, or the other."""
    return {None: "none", 0: "initiative", 1: "other"}[state.course.advantage]


def _meet(game: Lists, given: Example) -> Shown:
    """Let the knights meet after some steps."""
    states = [met(game, (first, second)) for first, second in given["steps"]]
    return {"advantage": [_whose(state) for state in states]}


def _hits(game: Lists, given: Example) -> Shown:
    did = {roll: seen(game, roll) for roll in given["rolls"]}
    effects = [did[roll] for roll in given["rolls"]]
    return {
        "opponent_injury": [other for other, _, _ in effects],
        "self_injury": [own for _, own, _ in effects],
        "unseats": [roll for roll, (_, _, unseats) in did.items() if unseats],
    }


def _strike(game: Lists, given: Example) -> Shown:
    """Play the strikes of a pass: first the knight with the advantage, or else knight 0."""
    advantage = given["advantage"]
    start = striking(game, None if advantage == "none" else advantage, tuple(given["injuries"]))
    first = rolled(game, start, given["rolls"][:1])
    after = rolled(game, first, given["rolls"][1:])
    if after.phase == STRIKE:
        raise ValueError("the other knight must still roll")
    over = bool(after.last)
    won = max(after.tokens) > 0
    return {
        "other_rolls": first.phase == STRIKE,
        "injuries": list(after.injuries) if not over else _injuries(game, given),
        "ending": after.last or "another_pass",
        "tokens": list(after.tokens[:2]),
        "winner": after.tokens.index(max(after.tokens)) if won else None,
        "rest": list(after.resting),
        "returns": after.later == start.pair,
    }


def _injuries(game: Lists, given: Example) -> list[int]:
    """The injuries at the end of a joust, from both strikes, because the final state no longer has them."""
    total = list(given["injuries"])
    striker = given["advantage"] if given["advantage"] != "none" else 0
    for roll in given["rolls"]:
        other, own, _ = seen(game, roll)
        total[striker] += own
        total[1 - striker] += other
        striker = 1 - striker
    return total


def _claimed(form: Callable[[Any, Example], Shown]) -> Callable[[Any, Example], Iterable[Claim]]:
    """Make a form with which an example may claim only some of the results."""

    def claims(game: Lists, example: Example) -> list[Claim]:
        shown = form(game, example["given"])
        return [(("then", key), shown[key]) for key in example["then"] if key in shown]

    return claims


FORMS: Forms = {
    "initiative": _claimed(_initiative),
    "ride": _claimed(_ride),
    "meet": _claimed(_meet),
    "hits": _claimed(_hits),
    "strike": _claimed(_strike),
}
