"""Play worked examples and compare the results with the claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from pnp.rules import playing
from pnp.rules.game import RefusalError
from pnp.rules.moments import plain
from pnp.rules.playing import NOT_PLAYED, PLAY
from pnp.sources.node import leaves, put

Example = Mapping[str, Any]
Claim = tuple[tuple[str, ...], Any]
"""The path of a claimed value in an example, and the value from play."""
Forms = Mapping[str, Callable[[Any, Example], Iterable[Claim]]]
"""The function that plays examples, by their form."""
Problem = tuple[tuple[str, ...], str]
"""The path of a value, and the message about it."""


_UNPLAYABLE = (KeyError, ValueError, IndexError, TypeError, AttributeError, StopIteration)
"""What forms raise for an example that cannot be set up; RefusalError is a ValueError."""


def problems(game: Any, example: Example, forms: Forms) -> Iterator[Problem]:
    """Find differences between an example and play. Lists for sets may be in any order."""
    misshapen = _misshapen(example)
    if misshapen:
        yield misshapen
        return
    prove = {**forms, PLAY: _play}.get(str(example.get("form")))
    if prove is None:
        yield ("form",), f"unknown form; known forms: {', '.join([*forms, PLAY])}"
        return
    try:
        claims = list(prove(game, example))
    except RefusalError as error:
        yield (
            _place(example, error.text),
            str(error).partition("; in this position")[0].partition(" in this position")[0],
        )
        return
    except _UNPLAYABLE as error:
        yield ("given",), f"{NOT_PLAYED}{error}"
        return
    for path, seen in claims:
        claimed = _at(example, path)
        if not _same(claimed, seen):
            yield path, f"play shows {_shown(seen)}, but the example claims {_shown(claimed)}"
    for key in example.get("then", {}).keys() - {path[1] for path, _ in claims if path[0] == "then"}:
        yield ("then", key), f"an example of the form {example['form']!r} claims no {key!r}"


def renewed(game: Any, example: Example, forms: Forms) -> dict[str, Any] | None:
    """The example with the results of play; None if it cannot be played."""
    prove = {**forms, PLAY: _play}.get(str(example.get("form")))
    if prove is None or _misshapen(example):
        return None
    try:
        claims = list(prove(game, example))
    except _UNPLAYABLE:
        return None
    new = deepcopy(dict(example))
    for path, seen in claims:
        claimed = _at(example, path)
        if not _same(claimed, seen):
            put(new, path, _as_data(seen, claimed))
    for key in new.get("then", {}).keys() - {path[1] for path, _ in claims if path[0] == "then"}:
        del new["then"][key]
    return new if all(_same(_at(new, path), seen) for path, seen in claims) else None


def _as_data(seen: Any, claimed: Any) -> Any:
    """A value of play as plain data; a set in the order in which the example lists it."""
    if isinstance(seen, set | frozenset):
        listed = [value for value in claimed if value in seen] if isinstance(claimed, list) else []
        return [*listed, *sorted(value for value in seen if value not in listed)]
    return plain(seen)


def _play(game: Any, example: Example) -> Iterator[Claim]:
    view = playing.steps(game, example)[-1]["views"][0]
    for key in example.get("then", {}):
        if key in view:
            yield ("then", key), view[key]


def _place(example: Example, refused: str) -> tuple[str, ...]:
    """The path of a refused action in an example: a move, or the value of `given` that its last word comes from.

    If several are the same, it is the path of all moves or values.
    """
    moves = [str(at) for at, move in enumerate(example.get("moves", ())) if move == refused]
    if moves:
        return ("moves", *moves) if len(moves) == 1 else ("moves",)
    word = refused.rpartition(" ")[2]
    given = [path for path, value in leaves(example.get("given", {})) if str(value) == word]
    if not given and "moves" in example:
        return ("moves",)
    return ("given", *map(str, given[0])) if len(given) == 1 else ("given",)


def _misshapen(example: Example) -> Problem | None:
    """The problem of an example whose keys have values of the wrong type."""
    for key, form in (("given", "a mapping"), ("then", "a mapping"), ("moves", "a list of texts")):
        if key in example and not _has_form(key, example[key]):
            return (key,), f"{key!r} must be {form}"
    return None


def _has_form(key: str, value: Any) -> bool:
    if key == "moves":
        return isinstance(value, list) and all(isinstance(move, str) for move in value)
    return isinstance(value, dict)


def _at(example: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        example = example.get(key) if isinstance(example, dict) else None
    return example


def _same(claimed: Any, seen: Any) -> bool:
    if isinstance(seen, set | frozenset):
        return isinstance(claimed, list) and sorted(map(str, claimed)) == sorted(map(str, seen))
    seen = plain(seen) if isinstance(seen, tuple) else seen
    return type(claimed) is type(seen) and bool(claimed == seen)


def _shown(value: Any) -> str:
    if isinstance(value, set | frozenset):
        value = sorted(value)
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, list | tuple) else str(value)
