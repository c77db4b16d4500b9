"""Find a worked example that can be played near one that cannot.

An example about a position is varied: first one number or id, by the nearest values, then several at random. An example
of the form `play` is played again from the setup, with the legal actions that are most similar to its moves. The amount
of work is bounded, and the same example always leads to the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from functools import lru_cache, partial
from itertools import chain, islice, product, zip_longest
from random import Random  # noqa: TID251 - seeded by the example
from typing import Any, NamedTuple

from pnp.kit.plugins import PluginError
from pnp.rules import guard, playing
from pnp.rules.game import CHANCE, Action, Game, read, written
from pnp.rules.playing import drawn
from pnp.sources.node import leaves

Example = Mapping[str, Any]
Renew = Callable[[Example], Mapping[str, Any] | None]
"""Plays an example, and returns it with the results of play; None if it cannot be played."""
Path = tuple[str | int, ...]

MOST_TRIES = 1500
"""The positions that are tried for one example; for one of the form `play`, the games of each kind."""
_FURTHEST = 12
"""The largest change of a number."""
_NEAREST = 24
"""The ids that are tried in place of one."""
_ALIKE = 0.6
"""From which likeness on an id may stand in for a word that the game does not have."""
_ASTRAY = 6
"""How many moves of a game may have other verbs than those of an example at their places."""
_STRAY = 0.15
"""How often a game leaves the moves of an example on purpose, so that games differ."""


def nearest(game: Game[Any], renew: Renew, example: Example, ids: Sequence[Sequence[str]]) -> Mapping[str, Any] | None:
    """An example of the same form with results of the same kind; None if none was found.

    `ids` are the groups of ids that may stand in for each other, such as the cards of a deck.
    """
    is_played = example.get("form") == playing.PLAY
    tries = _games(game, example) if is_played else islice(_variants(game, example, ids), MOST_TRIES)
    return next(_alike(renew, example, tries), None)


def _alike(renew: Renew, example: Example, tries: Iterator[Example]) -> Iterator[Mapping[str, Any]]:
    """The first try with the same point; else the one whose results, in their order, agree with it the longest."""
    wanted, keys = point(example), example.get("then", {}).keys()
    second, most = None, -1
    for tried in tries:
        try:
            found = renew(tried)
        except PluginError:
            continue
        if found is None or found.get("then", {}).keys() != keys:
            continue
        same = _agreeing(wanted, point(found))
        if same == len(wanted):
            yield found
            return
        if same > most:
            second, most = found, same
    if second:
        yield second


def _agreeing(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> int:
    """How many of the wanted results are as wanted, from the first to the last; the first ones matter most."""
    return next((number for number, key in enumerate(wanted) if wanted[key] != found.get(key)), len(wanted))


def point(example: Example) -> Any:
    """What an example shows, whatever its numbers and ids: words of its results that it is not given, yes or no, and
    whether numbers are zero and lists are empty or have several entries."""
    given = {str(value) for _, value in leaves(example.get("given", {}))}
    given |= {word for move in example.get("moves", ()) for word in move.split()}
    return _kind(example.get("then", {}), given)


def _kind(value: Any, given: set[str]) -> Any:
    if isinstance(value, dict):
        return {key: _kind(item, given) for key, item in value.items()}
    if isinstance(value, list):
        return min(len(value), 2)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value > 0
    return "" if value in given else value


# Positions ---------------------------------------------------------------------------------------------------------


class _Replaceable(NamedTuple):
    """A value of an example that may be replaced, and its replacements, the nearest first."""

    value: Any
    paths: tuple[Path, ...]
    """Where it is: an id everywhere, a number in one place. Words of moves are the last step of a path."""
    others: tuple[Any, ...]


def _variants(game: Game[Any], example: Example, ids: Sequence[Sequence[str]]) -> Iterator[Example]:
    """Examples that differ in one value, then in several."""
    bases = []
    known = set(chain.from_iterable(game.actions()))
    for sized in chain(_sized(_with_known(example, ids, known), ids), _without_unknown(example, ids, known)):
        places = _places(sized, ids)
        bases.append((sized, places))
        yield sized
        rows = ([_replaced(sized, [(place, other)]) for other in place.others] for place in places)
        yield from (one for column in zip_longest(*rows) for one in column if one is not None)
    rng = Random(str(example))  # noqa: S311 - reproducible, not secret
    while any(places for _, places in bases):
        base, places = rng.choice(bases)
        several = rng.sample(places, min(len(places), rng.choice((1, 2, 2, 3, 4))))
        yield _replaced(base, [(place, rng.choice(place.others[:_FURTHEST])) for place in several])


def _with_known(example: Example, ids: Sequence[Sequence[str]], known: set[str]) -> Example:
    """The example with ids of the game in place of those that it does not have."""
    there = _values(example)
    every = list(chain.from_iterable([group for group in ids if not there.isdisjoint(group)] or ids))
    played = [id_ for id_ in chain.from_iterable(ids) if id_ in known]
    gone = {value: path for path, value in _words(example) if isinstance(value, str) and value not in {*known, *every}}
    for word, path in gone.items():
        used = _values(example)
        others = played if path[0] == "moves" else every
        likeness = {id_: SequenceMatcher(None, word, id_).ratio() for id_ in others if id_ not in used}
        most = max(likeness, key=lambda id_: likeness[id_], default="")
        if most and (path[0] == "moves" or likeness[most] > _ALIKE):  # other words of `given` may be no ids
            example = _replaced(example, [(_Replaceable(word, _paths(example, word), ()), most)])
    return example


def _without_unknown(example: Example, ids: Sequence[Sequence[str]], known: set[str]) -> Iterator[Example]:
    """The example without the moves whose words the game does not have, where others are left."""
    words, every = known.union(*ids), example.get("moves", ())
    moves = [move for move in every if all(word.isdecimal() or word in words for word in move.split()[1:])]
    if 0 < len(moves) < len(every):
        yield {**example, "moves": moves}


def _sized(example: Example, ids: Sequence[Sequence[str]]) -> Iterator[Example]:
    """The example, and the same with longer and shorter lists of ids, and with moves for the ids added or left out."""
    yield example
    every = {id_: group for group in ids for id_ in group}
    lists = [
        (path, value)
        for path, value in _lists(example.get("given", {}))
        if value and isinstance(value[0], str) and value[0] in every
    ]
    for change in (1, -1, 2, -2) if lists else ():
        new = deepcopy(dict(example))
        changed = [(value, _resized(new, path, every[value[0]], change)) for path, value in lists]
        yield new
        if (moves := _moves(example, changed)) != new.get("moves", []):
            yield {**new, "moves": moves}


def _resized(example: dict[str, Any], path: Path, group: Sequence[str], change: int) -> list[str]:
    """Make a list under `given` longer by ids of a group that the example does not have, or shorter; and return it."""
    there = _at(example["given"], path)
    used = _values(example)
    free = [id_ for id_ in group if id_ not in used]
    sized = [*there, *free[: max(0, change)]][: len(there) + change]
    _at(example["given"], path[:-1])[path[-1]] = sized
    return sized


def _moves(example: Example, lists: Sequence[tuple[list[str], list[str]]]) -> list[str]:
    """The moves of an example for other lists of ids: without ids that are gone, with those that were added.

    An added id is used like the last one of its list.
    """
    gone = {id_ for old, new in lists for id_ in old if id_ not in new}
    moves = [move for move in example.get("moves", ()) if gone.isdisjoint(move.split())]
    added = [(move, old[-1], new[len(old) :]) for move in moves for old, new in lists if old[-1] in move.split()]
    for number in range(max((len(ids) for _, _, ids in added), default=0)):
        moves += [_renamed(move, last, ids[number]) for move, last, ids in added]
    return moves


def _renamed(move: str, old: str, new: str) -> str:
    return " ".join(new if word == old else word for word in move.split())


def _places(example: Example, ids: Sequence[Sequence[str]]) -> list[_Replaceable]:
    """The values of an example that may be replaced."""
    used = _values(example)
    numbers = [_Replaceable(value, (path,), _near(value)) for path, value in _words(example) if type(value) is int]
    words = dict.fromkeys(value for _, value in _words(example) if isinstance(value, str))
    found = [
        _Replaceable(word, _paths(example, word), tuple(other for other in group if other not in used)[:_NEAREST])
        for word in words
        for group in ids
        if word in group
    ]
    return [place for place in (*numbers, *_equal(example), *found) if place.others]


def _equal(example: Example) -> Iterator[_Replaceable]:
    """The lists in which a number is repeated, to be replaced as a whole."""
    for path, value in _lists(example.get("given", {})):
        if len(value) > 1 and type(value[0]) is int and value.count(value[0]) == len(value):
            yield _Replaceable(value[0], tuple(("given", *path, at) for at in range(len(value))), _near(value[0]))


def _near(number: int) -> tuple[int, ...]:
    each = (number + sign * by for by in range(1, _FURTHEST + 1) for sign in (-1, 1))
    return tuple(value for value in each if value >= 0)


def _paths(example: Example, word: Any) -> tuple[Path, ...]:
    return tuple(path for path, value in _words(example) if value == word)


def _words(example: Example) -> Iterator[tuple[Path, Any]]:
    """The plain values under `given`, and the words of the moves, with their paths."""
    yield from ((("given", *path), value) for path, value in leaves(example.get("given", {})))
    for number, move in enumerate(example.get("moves", ())):
        for place, word in enumerate(move.split()[1:], start=1):
            yield ("moves", number, place), int(word) if word.isdecimal() else word


def _values(example: Example) -> set[Any]:
    return {value for _, value in _words(example)}


def _replaced(example: Example, changes: Sequence[tuple[_Replaceable, Any]]) -> Example:
    """The example with values replaced wherever they are."""
    new = deepcopy(dict(example))
    for place, value in changes:
        for path in place.paths:
            if path[0] == "moves":
                words = new["moves"][path[1]].split()
                words[path[2]] = str(value)
                new["moves"][path[1]] = " ".join(words)
            else:
                _at(new, path[:-1])[path[-1]] = value
    return new


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _lists(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    """The lists of plain values in mappings, with their paths."""
    if isinstance(value, list):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _lists(inner, (*path, key))


# Games -------------------------------------------------------------------------------------------------------------


def _games(game: Game[Any], example: Example) -> Iterator[Example]:
    """Examples whose moves are as similar as possible to those that they replace: first with the same verbs, then with
    some moves more or less, but most verbs at their places, because pages may show single moves by their numbers."""
    given = example.get("given", {})
    table = guard.ask(game, "a worked example", lambda: playing.for_players(game, given.get("players")))
    rng = Random(str(example))  # noqa: S311 - reproducible, not secret
    for is_strict, number in product((True, False), range(MOST_TRIES)):
        first = len(example["moves"]) * (MOST_TRIES - number) // MOST_TRIES
        retracing = _Retracing(is_strict, _STRAY if number else 0, first)
        moves = guard.ask(game, "a worked example", partial(_retraced, table, example, rng, retracing))
        if moves is not None and _is_aligned(moves, example["moves"]):
            yield {**example, "moves": moves}


def _is_aligned(moves: Sequence[str], others: Sequence[str]) -> bool:
    """Whether all but a few moves have the same verbs at their places."""
    same = sum(read(move)[0] == read(other)[0] for move, other in zip(moves, others, strict=False))
    return len(others) - same <= _ASTRAY


class _Retracing(NamedTuple):
    """How a game follows an example."""

    is_strict: bool
    """Whether its moves must have the same verbs."""
    stray: float
    """How often a move is any with its verb."""
    first: int
    """The number of the first move that may stray, so that the first games begin alike."""


def _retraced(game: Game[Any], example: Example, rng: Random, how: _Retracing) -> list[str] | None:
    """The moves of a game that follows an example; None if it does not lead to an action with a wanted verb.

    Unless that is strict, a move whose turn does not come is left out, and where the game asks for an action with
    another verb, there is one more.
    """
    draws = Random(example.get("given", {}).get("seed", 1))  # noqa: S311 - as in replays of the example
    state, made, left = game.setup(), list[str](), [read(move) for move in example["moves"]]
    most = 2 * len(left)
    while left and len(made) < most:
        state = _after_chance(game, state, left[0][0], draws)
        legal = game.legal(state)
        verbs = {action[0] for action in legal}
        if left[0][0] in verbs:
            action = _similar(legal, left.pop(0), rng, how.stray if len(made) >= how.first else 0)
        elif how.is_strict:
            return None
        elif not legal:
            break
        elif left[1:] and left[1][0] in verbs:
            left.pop(0)
            continue
        else:
            action = rng.choice(legal)
        made.append(written(action))
        state = game.apply(state, action)
    return made


def _after_chance(game: Game[Any], state: Any, verb: str, draws: Random) -> Any:
    """The state in which a player acts, or chance with this verb."""
    for _ in range(playing.MOST_CHANCE):
        if any(action[0] == verb for action in game.legal(state)):
            break
        if game.actor(state) == CHANCE:
            state = game.apply(state, drawn(game.chance(state), draws))
        elif game.allows(state, playing.PASS):
            state = game.apply(state, playing.PASS)
        else:
            break
    return state


def _similar(legal: Sequence[Action], wanted: Action, rng: Random, stray: float) -> Action:
    """The legal action with the same verb that is most like a wanted one; sometimes any with that verb."""
    same = [action for action in legal if action[0] == wanted[0]]
    if rng.random() < stray:
        return rng.choice(same)
    shared = {action: sum(one == other for one, other in zip(action, wanted, strict=False)) for action in same}
    most = max(shared.values())
    closest = [action for action in same if shared[action] == most]
    return max(closest, key=lambda action: _likeness(written(wanted), written(action)))


@lru_cache(maxsize=4096)
def _likeness(text: str, other: str) -> float:
    """How alike two moves are, from 0 to 1. Each try of an example compares mostly the same moves."""
    return SequenceMatcher(None, text, other).ratio()
