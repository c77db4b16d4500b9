"""Change a number of a kit, or drop a card, and play again: what happens if?

A change is made in what the engine was made from, so the engine checks it like the kit's own data.

Conditions over the numbers of a report, for `--fail-if`: `first_player > 0.56`.

They are the expressions of faces, and their fields are the keys of the report in JSON.

Response curves: the games of a kit with other values of a number, or without one of its cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean, unknown
from pnp.kit import Card, expressions
from pnp.kit.fields import Expression, ExpressionError, expression
from pnp.kit.filters import is_number
from pnp.kit.model import MAX_COPIES
from pnp.kit.plugins import PluginError
from pnp.lab.blocks import PlayPlan
from pnp.lab.report import WITHOUT, Curve, Point, point
from pnp.lab.subject import Play, Subject
from pnp.lab.tallies import Tally
from pnp.rules.game import Cards, Game, PlayersError, Source
from pnp.rules.loading import make
from pnp.sources import Node

MOST_VALUES = 50
"""The maximum number of values of a number that is varied."""
_RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})")
_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,6})?")


class VariationError(ValueError):
    """A variation cannot be read, or names nothing in the kit. The message has the reason."""


class Variation(NamedTuple):
    """A number of a kit, as it was named, and the values that it is given."""

    path: str
    values: tuple[float, ...]


def digits(value: float) -> str:
    """A value as it is written on the command line."""
    return f"{value:.15g}"


def variation(text: str) -> Variation:
    """Read `rules.target_score=2..5` or `cards.lunge.count=8,11,14`. Raises VariationError."""
    path, sign, values = (part.strip() for part in text.partition("="))
    if not sign or path.partition(".")[0] not in ("rules", "cards") or "." not in path:
        raise VariationError(f"{text!r} is not like rules.NAME=2..5 or cards.ID.count=8,11,14")
    found = tuple(value for part in values.split(",") for value in _values(part.strip(), text))
    if len(found) > MOST_VALUES:
        raise VariationError(f"{text!r} has {len(found)} values, at most {MOST_VALUES} are played")
    return Variation(path, found)


def _values(part: str, text: str) -> Iterator[float]:
    between = _RANGE.fullmatch(part)
    if between:
        first, last = int(between[1]), int(between[2])
        if first > last or last - first > 1000:
            raise VariationError(f"{part!r} in {text!r} is not a range from a number to a larger one")
        yield from range(first, last + 1)
    elif _NUMBER.fullmatch(part):
        yield float(part) if "." in part else int(part)
    else:
        raise VariationError(f"{part!r} in {text!r} is neither a number nor a range such as 2..5")


def current(subject: Subject, path: str) -> float:
    """The value of a number in the kit. Raises VariationError if there is none at this path."""
    source = _source(subject.game)
    kind, *keys = path.split(".")
    if kind == "rules":
        return _number(_inner(source.rules, keys, path), path)
    _, card, rest = _card(source.cards, keys, path)
    if rest == ["count"]:
        return card.count
    if rest[:1] == ["traits"] and card.traits is not None:
        return _number(_inner(card.traits, rest[1:], path), path)
    raise VariationError(f"{path}: of a card, 'count' and 'traits' can be varied")


def varied(subject: Subject, path: str, value: float) -> Subject | str:
    """The kit with another value for a number; the reason if the engine refuses it. Raises VariationError."""
    source, name = _source(subject.game), f"{subject.name} with {path}={digits(value)}"
    kind, *keys = path.split(".")
    if kind == "rules":
        return _made(subject._replace(name=name), source._replace(rules=_changed(source.rules, keys, value)))
    deck, card, rest = _card(source.cards, keys, path)
    if rest == ["count"]:
        if value not in range(MAX_COPIES + 1):
            return f"a card has 0 to {MAX_COPIES} copies"
        card = replace(card, count=int(value))
    elif card.traits is not None:
        card = replace(card, traits=_changed(card.traits, rest[1:], value))
    return _made(subject._replace(name=name), source._replace(cards=_with(source.cards, deck, keys, card)))


def without(subject: Subject, name: str) -> Subject | str:
    """The kit without a card, by id or printed name; the reason if the engine refuses that. Raises VariationError.

    If other cards refer to the card, it stays known to the engine, with no copies.
    """
    source, subject = _source(subject.game), subject._replace(name=f"{subject.name} without {name}")
    deck, id_ = _found(source.cards, name)
    cards = {key: dict(held) for key, held in source.cards.items()}
    card = cards[deck].pop(id_)
    gone = _made(subject, source._replace(cards=cards))
    if isinstance(gone, Subject):
        return gone
    cards[deck][id_] = replace(card, count=0)
    return _made(subject, source._replace(cards=cards))


def _source(game: Game[Any]) -> Source:
    if game.source is None:
        raise VariationError(f"the engine of {game.name} was not made from a kit's data")
    return game.source


def _made(subject: Subject, source: Source) -> Subject | str:
    """The kit with an engine made from other data."""
    diagnostics = Diagnostics()
    try:
        game = make(source.engine, source.rules, source.cards, diagnostics, source.players, source.own)
    except (PlayersError, PluginError) as error:
        return str(error)
    if game is None or len(diagnostics):
        return next((diagnostic.message for diagnostic in diagnostics), "the engine refuses it")
    return subject._replace(game=game)


def _inner(node: Node, keys: Sequence[str], path: str) -> Node:
    """The node at a path of keys and numbers of items. Raises VariationError."""
    for key in keys:
        value = node.value
        if isinstance(value, dict) and key in value:
            node = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            node = value[int(key)]
        elif isinstance(value, dict):
            raise VariationError(f"{path}: {unknown('key', key, value)}")
        else:
            raise VariationError(f"{path}: there is no {key!r}")
    return node


def _number(node: Node, path: str) -> float:
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        inside = f"; it has the keys {', '.join(node.value)}" if isinstance(node.value, dict) else ""
        raise VariationError(f"{path} is not a number{inside}")
    return node.value


def _changed(node: Node, keys: Sequence[str], value: float) -> Node:
    """A copy of a node with another number at a path that exists."""
    if not keys:
        return Node(value, node.span, node.key_span, digits(value))
    inner: Any = dict(node.value) if isinstance(node.value, dict) else list(node.value)
    key: Any = keys[0] if isinstance(inner, dict) else int(keys[0])
    inner[key] = _changed(inner[key], keys[1:], value)
    return node.replaced(inner)


def _found(cards: Cards, name: str) -> tuple[str, str]:
    """The deck and the id of a card, by its id, its printed name, or both with a dot. Raises VariationError."""
    names = {}
    for deck, held in cards.items():
        for id_, card in held.items():
            for known in (card.name, id_, f"{deck}.{id_}"):
                names[known] = (deck, id_)
    if name not in names:
        raise VariationError(unknown("card", name, sorted({id_ for held in cards.values() for id_ in held})))
    return names[name]


def _card(cards: Cards, keys: Sequence[str], path: str) -> tuple[str, Card, list[str]]:
    """The deck and the card at a path, `ID.…` or `DECK.ID.…`, and the keys after it. Raises VariationError."""
    name, rest = (f"{keys[0]}.{keys[1]}", keys[2:]) if keys[0] in cards and len(keys) > 1 else (keys[0], keys[1:])
    try:
        deck, id_ = _found(cards, name)
    except VariationError as error:
        raise VariationError(f"{path}: {error}") from None
    return deck, cards[deck][id_], list(rest)


def _with(cards: Cards, deck: str, keys: Sequence[str], card: Card) -> Cards:
    id_ = keys[1] if keys[0] in cards and len(keys) > 1 else _found(cards, keys[0])[1]
    return {**cards, deck: {**cards[deck], id_: card}}


def condition(source: str, known: Iterable[str]) -> Expression:
    """A condition whose fields begin with known keys. Raises ExpressionError."""
    found, keys = expression(source), list(known)
    for path in expressions.fields(found):
        first = path.partition(".")[0]
        if first not in keys:
            raise _unknown(first, path, keys)
    return found


def holds(checked: Expression, report: dict[str, Any]) -> bool:
    """Whether a condition is true of a report's plain data. Raises ExpressionError, also for numbers without value and
    for what is neither true nor false."""
    found = expressions.value(
        checked, lambda path: _reported(path, report), expressions.Words.plain(), needed=(expressions.EVERYTHING,)
    )
    if not isinstance(found, bool):
        raise ExpressionError(f"{checked.source} is neither true nor false", "compare numbers: first_player > 0.56")
    return found


def shown(checked: Expression, report: dict[str, Any]) -> str:
    """The values of a condition's fields, for a message: `first_player is 0.531`."""
    values = ((path, _reported(path, report)) for path in expressions.fields(checked))
    return ", ".join(f"{path} is {value:g}" if is_number(value) else f"{path} is {value}" for path, value in values)


def _reported(path: str, report: dict[str, Any]) -> Any:
    value: Any = report
    for key in path.split("."):
        if value is None:
            break
        if not isinstance(value, dict) or key not in value:
            raise _unknown(key, path, value if isinstance(value, dict) else ())
        value = value[key]
    if value is None:
        raise ExpressionError(f"{path} has no value in this report")
    return value


def _unknown(key: str, path: str, known: Iterable[str]) -> ExpressionError:
    names = list(known)
    place = path.rpartition(f".{key}")[0]
    where = f" in {place}" if place else ""
    hint = did_you_mean(key, names) or (f"there are {', '.join(names[:40])}" if names else "it is a number or a list")
    return ExpressionError(f"there is no number {key!r}{where}", hint)


AS_IT_IS = "the kit"
"""The name of the point with all cards."""


def of_number(variation: Variation, subject: Subject, plan: PlayPlan, play: Play) -> Curve:
    """The curve of a number; the kit's own value is always among its points. Raises VariationError."""
    now = current(subject, variation.path)
    values = sorted({*variation.values, now})
    kits = [(value, subject if value == now else varied(subject, variation.path, value)) for value in values]
    return _curve(variation.path, now, kits, plan, play)


def without_cards(names: Iterable[str], subject: Subject, plan: PlayPlan, play: Play) -> Curve:
    """The kit as it is, and without each of some cards. Raises VariationError."""
    kits = [(AS_IT_IS, subject), *((f"without {name}", without(subject, name)) for name in names)]
    return _curve(WITHOUT, AS_IT_IS, kits, plan, play)


def _curve(
    number: str, now: float | str, kits: Sequence[tuple[float | str, Subject | str]], plan: PlayPlan, play: Play
) -> Curve:
    points, tallies = [], list[Tally]()
    for value, kit in kits:
        if isinstance(kit, str):
            points.append(Point(value, kit))
            continue
        tally = play(kit, plan)
        tallies.append(tally)
        points.append(point(value, tally, kit.game.players))
    changes = len(tallies) < 2 or any(tally != tallies[0] for tally in tallies[1:])
    return Curve(number, now, plan.games, points, changes)
