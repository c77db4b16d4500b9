"""Play the worked examples of the lists, form by form.

An example is about knights 0 and 1 in the first joust of a tournament. In an example of riding, knight 0 has the
initiative. All positions are reached by legal actions from the setup, and read from what the players can see.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pnp.games.lists.engine import KNIGHTS
from pnp.games.lists.tables import meeting, placed, rolled, variant
from pnp.rules.examples import Claim, Example, Forms
from pnp.rules.game import Action, step

if TYPE_CHECKING:
    from pnp.games.lists.engine import Lists, State

Shown = dict[str, Any]
"""The results of play, by their keys under `then`."""
Two = tuple[int, int]


def _joust(game: Lists, state: State) -> dict[str, Any]:
    """What all players see of the joust; empty after its end."""
    joust: dict[str, Any] = game.view(state, 0)["joust"]
    return joust


def _next(game: Lists, state: State) -> str:
    """The roll that comes next: `initiative`, `ride` or `strike`."""
    return game.legal(state)[0][0] if game.legal(state) else ""


def _rolled(game: Lists, state: State, verb: str, rolls: Iterable[int]) -> State:
    for roll in rolls:
        state = step(game, state, f"{verb} {roll}")
    return state


def _path(game: Lists, start: State, verb: str, wanted: Callable[[State], bool]) -> list[Action]:
    """The shortest sequence of rolls of one kind that leads to a wanted state. Raises ValueError if there is none."""
    queue: deque[tuple[State, list[Action]]] = deque([(start, [])])
    known = {start}
    while queue:
        state, path = queue.popleft()
        if wanted(state):
            return path
        for action in game.legal(state):
            if action[0] == verb and (after := game.apply(state, action)) not in known:
                known.add(after)
                queue.append((after, [*path, action]))
    raise ValueError("no rolls lead to this position")


def _applied(game: Lists, state: State, path: Iterable[Action]) -> State:
    for action in path:
        state = game.apply(state, action)
    return state


def _to_ride(game: Lists, state: State) -> list[Action]:
    """The rolls at the beginning of a pass that give knight 0 the initiative."""
    return _path(game, state, "initiative", lambda s: _next(game, s) == "ride" and _joust(game, s)["initiative"] == 0)


def _to_meeting(game: Lists, state: State, wanted: Callable[[dict[str, Any]], bool]) -> list[Action]:
    """The rolls from the beginning of a pass until the knights are alongside, as wanted."""
    first = _to_ride(game, state)
    meets = lambda s: _next(game, s) == "strike" and wanted(_joust(game, s))  # noqa: E731
    return [*first, *_path(game, _applied(game, state, first), "ride", meets)]


def _met(game: Lists, state: State, wanted: Callable[[dict[str, Any]], bool]) -> State:
    """The knights of a pass when they are alongside, as wanted."""
    return _applied(game, state, _to_meeting(game, state, wanted))


def _injured(game: Lists, injuries: Two) -> State:
    """A pass at whose beginning the knights have some injuries. Raises ValueError if they cannot have them."""
    queue, known = deque([placed(game)]), {(0, 0)}
    path = _to_meeting(game, queue[0], lambda joust: joust["advantage"] is None)
    while queue:
        state = queue.popleft()
        if tuple(_joust(game, state)["injuries"]) == injuries:
            return state
        meeting = _applied(game, state, path)
        for first in game.legal(meeting):
            for second in game.legal(meeting):
                after = _applied(game, meeting, (first, second))
                joust = _joust(game, after)
                if joust and tuple(joust["injuries"]) not in known:
                    known.add(tuple(joust["injuries"]))
                    queue.append(after)
    raise ValueError(f"knights whose joust goes on cannot have {injuries[0]} and {injuries[1]} injuries")


def _initiative(game: Lists, given: Example) -> Shown:
    """Play pairs of rolls for the initiative until it is decided."""
    state = placed(game)
    for both in given["rolls"]:
        if len(both) != len(_joust(game, state)["pair"]):
            raise ValueError("each knight rolls once, and again only on a tie")
        state = _rolled(game, state, "initiative", both)
    return {"rerolls": len(given["rolls"]) - 1, "initiative": _joust(game, state)["initiative"]}


def _ride(game: Lists, given: Example) -> Shown:
    """Play rolls for riding, the initiative's first, from the starts until the knights are alongside."""
    state, ridden, apart = _applied(game, placed(game), _to_ride(game, placed(game))), [], []
    starts = _joust(game, state)["columns"]
    for number, roll in enumerate(given["rolls"], start=1):
        before = _joust(game, state)["columns"]
        state = _rolled(game, state, "ride", [roll])
        after = _joust(game, state)["columns"]
        ridden.append(after[0] - before[0] + before[1] - after[1])
        if _next(game, state) == "ride":
            apart.append(number)
    columns = _joust(game, state)["columns"]
    return {
        "ridden": ridden,
        "steps": [columns[0] - starts[0], starts[1] - columns[1]],
        "not_alongside_after": apart,
        "column": None if _next(game, state) == "ride" else columns[0],
        "advantage": _whose(game, state),
    }


def _whose(game: Lists, state: State) -> str:
    """Who has the advantage: the knight with the initiative, which is knight 0, or the other."""
    return {None: "none", 0: "initiative", 1: "other"}[_joust(game, state)["advantage"]]


def _meet(game: Lists, given: Example) -> Shown:
    """Let the knights meet after some steps."""
    start = placed(game)
    first, last = _joust(game, start)["columns"]
    states = [
        _met(game, start, lambda joust, to=[first + near, last - far]: joust["columns"] == to)  # type: ignore[misc]
        for near, far in given["steps"]
    ]
    return {"advantage": [_whose(game, state) for state in states]}


def _effect(game: Lists, roll: int) -> tuple[int, int, bool]:
    """The effect of a strike with the advantage: injuries of the opponent and of the striker, and if it unseats."""
    state = _rolled(game, _met(game, placed(game), lambda joust: joust["advantage"] == 0), "strike", [roll])
    joust = _joust(game, state)
    return (joust["injuries"][1], joust["injuries"][0], False) if joust else (0, 0, True)


def _hits(game: Lists, given: Example) -> Shown:
    effects = {roll: _effect(game, roll) for roll in given["rolls"]}
    return {
        "opponent_injury": [effects[roll][0] for roll in given["rolls"]],
        "self_injury": [effects[roll][1] for roll in given["rolls"]],
        "unseats": [roll for roll, (_, _, unseats) in effects.items() if unseats],
    }


def _strike(game: Lists, given: Example) -> Shown:
    """Play the strikes of a pass: first the knight with the advantage, or else knight 0."""
    advantage = None if given["advantage"] == "none" else given["advantage"]
    injured = _injured(game, (given["injuries"][0], given["injuries"][1]))
    start = _met(game, injured, lambda joust: joust["advantage"] == advantage)
    first = _rolled(game, start, "strike", given["rolls"][:1])
    after = _rolled(game, first, "strike", given["rolls"][1:])
    if _next(game, after) == "strike":
        raise ValueError("the other knight must still roll")
    seen = game.view(after, 0)
    return {
        "other_rolls": _next(game, first) == "strike",
        "injuries": seen["joust"]["injuries"] if seen["joust"] else _injuries(game, given),
        "ending": seen["last"] or "another_pass",
        "tokens": seen["tokens"][:2],
        "winner": seen["tokens"].index(max(seen["tokens"])) if max(seen["tokens"]) else None,
        "rest": seen["resting"],
        "returns": seen["returning"][1] == _joust(game, start)["pair"],
    }


def _injuries(game: Lists, given: Example) -> list[int]:
    """The injuries at the end of a joust, from both strikes, because the final state no longer has them."""
    total = list(given["injuries"])
    striker = given["advantage"] if given["advantage"] != "none" else 0
    for roll in given["rolls"]:
        other, own, _ = _effect(game, roll)
        total[striker] += own
        total[1 - striker] += other
        striker = 1 - striker
    return total


def _wager(game: Lists, given: Example) -> Shown:
    """Play the strikes of a joust on which the players who look on have wagers: each a knight and a stake."""
    begin = given["chips"]
    table = variant(game, len(KNIGHTS) + len(given["wagers"]), begin)
    state = step(table, table.setup(), "pair 1 2")
    for knight, stake in given["wagers"]:
        state = step(table, state, f"wager {knight + 1} {stake}")
    met = meeting(table, given["advantage"])
    after = rolled(table, met._replace(wagers=state.wagers), given["rolls"])
    seen = table.view(after, 0)
    return {
        "ending": seen["last"] or "another_pass",
        "tokens": seen["tokens"][: len(KNIGHTS)],
        "chips": seen["chips"][len(KNIGHTS) :],
        "won": [chips - begin for chips in seen["chips"][len(KNIGHTS) :]],
    }


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
    "wager": _claimed(_wager),
}
