"""Types of data -> JSON Schema (draft 2020-12), read off the annotations that `schema` builds records by.

A schema takes what the builder takes, but for what JSON Schema cannot say: to it 3.0 is a whole number. A schema for
a part, as an overlay's files are, needs no key and lets null stand for any value, which takes that away; lists in it
are whole.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from pnp import meanings
from pnp.schema import Between, Matching, keys_of, types_of
from pnp.source import Node

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Json = dict[str, Any]
Held = Mapping[tuple[type, str], Callable[["Writer", bool], Json]]
"""What a key of a record holds where its type says no more than `Node`: for a writer, and whether it is in a part."""

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


class Writer:
    """Writes one schema, with every record once."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self.records: dict[str, Json] = {}
        self._named: dict[str, Any] = {}

    def document(self, kind: Any, title: str, description: str, *, part: bool = False) -> Json:
        """The whole schema of a file."""
        root = self.of(kind, part=part)
        if "$ref" in root:
            root = self.records.pop(root["$ref"].rpartition("/")[2])
        return self.finished({"title": title, **root, "description": description})

    def finished(self, root: Json) -> Json:
        """A schema with the records that were written for it."""
        head = {"$schema": DIALECT, **root}
        return {**head, "$defs": dict(sorted(self.records.items()))} if self.records else head

    def of(self, kind: Any, node: Json | None = None, *, part: bool = False) -> Json:
        """The schema of a type; `node` is that of a `Node` in it."""
        if kind is Node:
            return node or {}
        if dataclasses.is_dataclass(kind):
            return self._record(kind, part=part)
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin is Annotated:
            return self._ruled(args, node, part=part)
        if origin is Literal:
            return {"enum": list(args)}
        if origin is tuple:
            return self._sequence(args, node)
        if origin is dict:
            return self._mapping(args, node, part=part)
        if origin in (typing.Union, types.UnionType):
            return _either([self.of(arg, node, part=part) for arg in args])
        return {"type": "null"} if kind is type(None) else {"type": _SCALARS[kind]}

    def _ruled(self, args: tuple[Any, ...], node: Json | None, *, part: bool) -> Json:
        inner, *rules = args
        made = self.of(inner, node, part=part)
        for rule in rules:
            if isinstance(rule, Between):
                made |= {"minimum": _plain(rule.low), "maximum": _plain(rule.high)}
            if isinstance(rule, Matching):
                made |= {"pattern": f"^(?:{rule.pattern})$", "description": rule.what}
        return made

    def _sequence(self, args: tuple[Any, ...], node: Json | None) -> Json:
        """Where all items of a list of fixed length are alike they are described once, which older readers know too."""
        if args[1:] == (...,):
            return {"type": "array", "items": self.of(args[0], node)}
        length = {"minItems": len(args), "maxItems": len(args)}
        each = [self.of(arg, node) for arg in args]
        if all(one == each[0] for one in each):
            return {"type": "array", "items": each[0], **length}
        return {"type": "array", "prefixItems": each, "items": False, **length}

    def _mapping(self, args: tuple[Any, ...], node: Json | None, *, part: bool) -> Json:
        name, value = self.of(args[0]), self._held_value(args[1], node, part=part)
        if "enum" in name:
            return {"type": "object", "properties": dict.fromkeys(name["enum"], value), "additionalProperties": False}
        rule = {"propertyNames": {k: name[k] for k in ("pattern", "description")}} if "pattern" in name else {}
        return {"type": "object", **rule, "additionalProperties": value}

    def _held_value(self, kind: Any, node: Json | None, *, part: bool) -> Json:
        made = self.of(kind, node, part=part)
        return _either([made, {"type": "null"}]) if part else made

    # Records -------------------------------------------------------------------------------------------------

    def _record(self, kind: Any, *, part: bool) -> Json:
        name = self._name(kind) + ("-part" if part else "")
        if name not in self.records:
            self.records[name] = {}
            self.records[name] = self._keys(kind, part=part)
        return {"$ref": f"#/$defs/{name}"}

    def _name(self, kind: Any) -> str:
        """A record's name: its class's, or its module's where that says which kind of thing it is."""
        module: str = kind.__module__.rpartition(".")[2]
        name = module if kind.__name__ == "Spec" else kind.__name__
        if self._named.setdefault(name, kind) is not kind:
            name = f"{module}-{name}"
        return name

    def _keys(self, kind: Any, *, part: bool) -> Json:
        keys, hints, said = keys_of(kind), types_of(kind), meanings.of_keys(kind)
        given = {f.name: f.default for f in dataclasses.fields(kind) if isinstance(f.default, (str, int, float, tuple))}
        properties = {}
        for key in keys:
            node = self.held[kind, key](self, part) if (kind, key) in self.held else None
            made = self._held_value(hints[key], node, part=part)
            if said[key]:
                made = {**made, "description": _joined(said[key], made.get("description", ""))}
            properties[key] = made if part or key not in given else {**made, "default": _plain(given[key])}
        needed = [] if part else [key for key, optional in keys.items() if not optional]
        shape = {"type": "object", "properties": properties, "additionalProperties": False}
        return {"description": meanings.about(kind), **shape, **({"required": needed} if needed else {})}

    def one_by_key(self, key: str, kinds: Mapping[str, Any], *, part: bool = False) -> Json:
        """Mappings that say in one key of what kind they are. A part need not say it: then any kind's will do."""
        rules = [_when({"properties": {key: {"const": name}}, "required": [key]}, self.of(kind, part=part))
                 for name, kind in kinds.items()]  # fmt: skip
        choice = {"type": "object", "properties": {key: {"enum": list(kinds)}}}
        if not part:
            return {**choice, "required": [key], "allOf": rules}
        unsaid = {"anyOf": [self.of(kind, part=True) for kind in kinds.values()]}
        return {**choice, "allOf": [*rules, _when({"not": {"required": [key]}}, unsaid)]}

    def one_by_name(self, kinds: Mapping[str, Any]) -> Json:
        """Mappings that have a key with the name of their kind."""
        rules = [_when({"required": [name]}, self.of(kind)) for name, kind in kinds.items()]
        return {"type": "object", "anyOf": [{"required": [name]} for name in kinds], "allOf": rules}


def text(schema: Json) -> str:
    """A schema as it is written to a file."""
    written: str = json.dumps(schema, ensure_ascii=False, indent=2)
    return written + "\n"


def _when(this: Json, then: Json) -> Json:
    return {"if": this, "then": then}


def _either(schemas: list[Json]) -> Json:
    """Any of these; what may be missing says so in its type, where that is all there is to say."""
    schemas = list(_flat(schemas))
    first, *others = schemas
    if others == [{"type": "null"}] and isinstance(first.get("type"), str) and "allOf" not in first:
        return {**first, "type": [first["type"], "null"]}
    return {"anyOf": schemas} if others else first


def _flat(schemas: Iterable[Json]) -> Iterable[Json]:
    """Without choices inside of choices, and each once."""
    found: list[Json] = []
    for schema in schemas:
        inner = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
        found.extend(one for one in inner if one not in found)
    return found


def _joined(said: str, form: str) -> str:
    return f"{said} Written as {form}." if form else said


def _plain(value: Any) -> Any:
    """Numbers as people write them, 3 rather than 3.0; tuples as the lists that they are in files."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
