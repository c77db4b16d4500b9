"""Nodes -> the frozen records of `model`, every fault collected with its place.

A record is a frozen dataclass; its annotations are the schema. `build` understands `str`, `int`, `float`,
`bool`, `X | None`, `tuple[X, ...]`, `tuple[X, Y]`, `dict[str, X]`, `Literal`, records, `Node` (left as it
is) and `Annotated` with the rules below. A field of the type `Node` named `origin` receives the record's own
node, so that later stages can point at any value's place.

Why not pydantic: on top of what a build imports anyway, importing it and building two dozen models takes about
83 ms, an eighth of a whole `pnp build rhino`; these records take 12 (`benchmarks/schema_import.py` measures both).
"""

from __future__ import annotations

import dataclasses
import functools
import re
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pnp.source import Faults, Node, did_you_mean

T = TypeVar("T")


class Between(NamedTuple):
    """A number's allowed range, both ends included."""

    low: float
    high: float


class Matching(NamedTuple):
    """A text's allowed form: a regular expression, and how to say it."""

    pattern: str
    what: str


class MissingError(Exception):
    """Raised inside the builder when a value cannot be made; its fault is already noted."""


@typing.dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(dataclasses.field,))
def record(kind: type[T]) -> type[T]:
    """A class of records: a frozen dataclass with keys only.

    Its methods are the same for all such classes. dataclass writes and compiles them anew for each, which took a tenth
    of the time that a build takes.
    """
    made = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=True)(kind)
    for name, method in _METHODS.items():
        setattr(made, name, method)
    return made


def _filled_in(self: Any, **given: Any) -> None:
    kind: Any = type(self)
    values, made = _defaults(kind)
    found = {**values, **{name: make() for name, make in made.items() if name not in given}, **given}
    if len(found) != len(fields := dataclasses.fields(self)) or any(field.name not in found for field in fields):
        raise TypeError(f"{kind.__name__} is not made of {', '.join(given)}")
    self.__dict__.update(found)


def _frozen(self: Any, name: str, *_value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"{type(self).__name__}.{name} stays as it is")


def _compared(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, field.name) for field in dataclasses.fields(self) if field.compare)


def _alike(self: Any, other: object) -> bool:
    return _compared(self) == _compared(other) if type(self) is type(other) else NotImplemented


def _hashed(self: Any) -> int:
    return hash(_compared(self))


def _told(self: Any) -> str:
    told = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(told)})"


_METHODS = {
    "__init__": _filled_in,
    "__setattr__": _frozen,
    "__delattr__": _frozen,
    "__eq__": _alike,
    "__hash__": _hashed,
    "__repr__": _told,
}


@functools.cache
def _defaults(kind: Any) -> tuple[dict[str, Any], dict[str, Callable[[], Any]]]:
    """The values that may be left out, and how those are made that are never the same one."""
    none, fields = dataclasses.MISSING, dataclasses.fields(kind)
    values = {field.name: field.default for field in fields if field.default is not none}
    return values, {field.name: field.default_factory for field in fields if field.default_factory is not none}


Name = Annotated[str, Matching(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", "a name of small letters, digits and hyphens")]
Id = Annotated[str, Matching(r"[a-z][a-z0-9_]*", "an id of small letters, digits and underscores")]
Colour = Annotated[str, Matching(r"#[0-9a-fA-F]{6}", "a colour like '#c8452f', in quotes")]
Length = Annotated[float, Between(0, 2000)]


def build(kind: type[T], node: Node, faults: Faults) -> T | None:
    """The record of `kind` that a node describes, or None when faults were found in it."""
    before = faults.noted
    try:
        made: T = _value(kind, node, faults)
    except MissingError:
        return None
    return made if faults.noted == before else None


def _value(kind: Any, node: Node, faults: Faults) -> Any:
    if type(node.value) is kind:
        return node.value
    if kind is Node:
        return node
    maker, parts = _maker(kind)
    return maker(parts, node, faults)


@functools.cache
def _maker(kind: Any) -> tuple[Callable[[Any, Node, Faults], Any], Any]:
    """What makes values of a kind, and what that must know."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _ruled, parts
    if dataclasses.is_dataclass(kind):
        return _record, kind
    return (_MAKERS[origin], parts) if origin in _MAKERS else (_scalar, kind)


def _ruled(parts: Any, node: Node, faults: Faults) -> Any:
    inner, *rules = parts
    value = _value(inner, node, faults)
    for rule in rules:
        if isinstance(rule, Between) and not rule.low <= value <= rule.high:
            faults.error(node.span, "out-of-range", f"{_shown(node)} is not between {rule.low:g} and {rule.high:g}")
            raise MissingError
        if isinstance(rule, Matching) and not re.fullmatch(rule.pattern, value):
            faults.error(node.span, "bad-form", f"{_shown(node)} is not {rule.what}")
            raise MissingError
    return value


def _record(kind: Any, node: Node, faults: Faults) -> Any:
    if not isinstance(node.value, dict):
        _wrong(node, faults, f"a mapping with {_some(keys_of(kind))}")
    hints = types_of(kind)
    known = keys_of(kind)
    found: dict[str, Any] = {"origin": node} if "origin" in hints else {}
    broken = False
    for key, value in node.value.items():
        if key not in known:
            faults.error(value.key_span, "unknown-key", f"no key {key!r} here", *_key_hints(key, known))
            continue
        try:
            found[key] = _value(hints[key], value, faults)
        except MissingError:
            broken = True
    for key, optional in known.items():
        if key not in node.value and not optional:
            hint = f"fill in its column, or add '{key}: …'" if node.key_span.cell.name else f"add '{key}: …'"
            faults.error(node.key_span, "missing-key", f"the key {key!r} is missing here", hint)
            broken = True
    if broken:
        raise MissingError
    return kind(**found)


def _key_hints(key: str, known: dict[str, bool]) -> tuple[str, str]:
    return did_you_mean(key, known), "known keys: " + ", ".join(sorted(known))


@functools.cache
def types_of(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


@functools.cache
def keys_of(kind: Any) -> dict[str, bool]:
    """A record's keys and whether each may be left out."""
    none = dataclasses.MISSING
    return {
        f.name: f.default is not none or f.default_factory is not none
        for f in dataclasses.fields(kind)
        if f.name != "origin"
    }


def _some(keys: dict[str, bool]) -> str:
    needed = [key for key, optional in keys.items() if not optional] or list(keys)
    return ", ".join(repr(key) for key in needed[:4])


def _sequence(args: tuple[Any, ...], node: Node, faults: Faults) -> tuple[Any, ...]:
    if not isinstance(node.value, list):
        _wrong(node, faults, "a list")
    if len(args) == 2 and args[1] is ...:
        kinds = [args[0]] * len(node.value)
    elif len(node.value) != len(args):
        faults.error(node.span, "wrong-type", f"expected {len(args)} values, found {len(node.value)}")
        raise MissingError
    else:
        kinds = list(args)
    return tuple(_each(kinds, node.value, faults))


def _each(kinds: list[Any], nodes: list[Node], faults: Faults) -> list[Any]:
    made, broken = [], False
    for kind, node in zip(kinds, nodes, strict=True):
        try:
            made.append(_value(kind, node, faults))
        except MissingError:
            broken = True
    if broken:
        raise MissingError
    return made


def _mapping(args: tuple[Any, ...], node: Node, faults: Faults) -> dict[str, Any]:
    if not isinstance(node.value, dict):
        _wrong(node, faults, "a mapping")
    made, broken = {}, False
    for key, value in node.value.items():
        for kind, part in ((args[0], Node(key, value.key_span, None, key)), (args[1], value)):
            try:
                made[key] = _value(kind, part, faults)
            except MissingError:
                broken = True
    if broken:
        raise MissingError
    return made


def _choice(args: tuple[Any, ...], node: Node, faults: Faults) -> Any:
    if not any(type(arg) is type(node.value) and arg == node.value for arg in args):
        known = ", ".join(str(a) for a in args)
        faults.error(node.span, "bad-choice", f"{_shown(node)} is not one of {known}", did_you_mean(node.text, args))
        raise MissingError
    return node.value


def _union(args: tuple[Any, ...], node: Node, faults: Faults) -> Any:
    """The first alternative whose outer form fits; None only where the schema allows it."""
    if node.value is None and type(None) in args:
        return None
    kinds = [a for a in args if a is not type(None)]
    for kind in kinds:
        if _outer_form(kind, node):
            return _value(kind, node, faults)
    return _value(kinds[-1], node, faults)


def _outer_form(kind: Any, node: Node) -> bool:
    origin = typing.get_origin(kind)
    if origin is Annotated:
        return _outer_form(typing.get_args(kind)[0], node)
    if origin is Literal:
        return node.value in typing.get_args(kind)
    if origin is tuple:
        return isinstance(node.value, list)
    if origin is dict or dataclasses.is_dataclass(kind):
        return isinstance(node.value, dict)
    if isinstance(node.value, bool):
        return kind in (Node, bool)
    return kind is Node or isinstance(node.value, (int, float) if kind is float else kind)


_MAKERS: dict[Any, Callable[[tuple[Any, ...], Node, Faults], Any]] = {
    tuple: _sequence,
    dict: _mapping,
    Literal: _choice,
    typing.Union: _union,
    types.UnionType: _union,
}

_SAID = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def _scalar(kind: Any, node: Node, faults: Faults) -> Any:
    value = node.value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is kind:
        return value
    return _wrong(node, faults, _SAID[kind], "put it in quotes" if kind is str and node.text else "")


def _wrong(node: Node, faults: Faults, wanted: str, *hints: str) -> typing.NoReturn:
    faults.error(node.span, "wrong-type", f"expected {wanted}, found {_shown(node)}", *hints)
    raise MissingError


def _shown(node: Node) -> str:
    if isinstance(node.value, dict):
        return "a mapping"
    if isinstance(node.value, list):
        return "a list"
    if node.value is None:
        return "nothing"
    text = node.text or str(node.value)
    return repr(text if len(text) <= 40 else text[:37] + "…")
