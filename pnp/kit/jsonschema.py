"""Models of data files -> JSON Schema (draft 2020-12), as pydantic writes it.

A schema for a part, as an overlay's files are, needs no key and lets null stand for any value, which takes that away;
lists in it are whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from pnp.kit.schema import CONFIG, Json

if TYPE_CHECKING:
    from pydantic_core.core_schema import DataclassSchema, DictSchema


class _Writer(GenerateJsonSchema):
    """pydantic's JSON Schema without titles of fields, with docstrings, and with rules for the keys of mappings."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - pydantic passes it
        return False

    def field_is_present(self, field: Any) -> bool:
        return bool(field["name"] != "origin")

    def dataclass_schema(self, schema: DataclassSchema) -> Json:
        """A model's schema, with its module's name where that says which kind of thing it is."""
        model: Any = schema["cls"]
        title = model.__module__.rpartition(".")[2] if model.__name__ == "Spec" else model.__name__
        made = {**super().dataclass_schema(schema), "title": title, "description": " ".join(model.__doc__.split())}
        # pydantic reads the docstrings below a class's own fields only.
        inherited = keys(model.__base__) if is_dataclass(model.__base__) else {}
        for key, one in made["properties"].items():
            text = one.get("description") or inherited.get(key, {}).get("description", "")
            one["description"] = " ".join(text.split())
        return made

    def dict_schema(self, schema: DictSchema) -> Json:
        keys, values = (self.generate_inner(schema[part]) for part in ("keys_schema", "values_schema"))
        return {"type": "object", "propertyNames": keys, "additionalProperties": values}


@cache
def _adapter(kind: Any) -> TypeAdapter[list[Any]]:
    return TypeAdapter(list[kind], config={**CONFIG, "use_attribute_docstrings": True})


def described(kinds: Iterable[Any]) -> tuple[list[Json], Json]:
    """The schemas of types, and the definitions that they refer to by name."""
    inputs: list[Any] = [(number, "validation", _adapter(kind)) for number, kind in enumerate(kinds)]
    made, defined = TypeAdapter.json_schemas(inputs, schema_generator=_Writer)
    return [one["items"] for one in made.values()], defined.get("$defs", {})


def keys(model: Any) -> Json:
    """The schemas of a model's keys."""
    _, defined = described([model])
    properties: Json = defined[model.__name__]["properties"]
    return properties


def part(schema: Json) -> Json:
    """The schema of a part of what a schema describes. It refers to the parts that `parts` adds to definitions."""
    made = {rule: value for rule, value in schema.items() if rule not in ("required", "default")}
    for rule, value in made.items():
        if rule == "$ref":
            made[rule] = f"{value}-part"
        elif rule == "properties":
            made[rule] = {key: _or_null(part(inner)) for key, inner in value.items()}
        elif rule == "additionalProperties" and value:
            made[rule] = _or_null(part(value))
        elif rule == "then":
            made[rule] = part(value)
        elif rule in ("allOf", "anyOf", "oneOf"):
            made[rule] = [part(one) for one in value]
    return made


def parts(definitions: Json) -> Json:
    """Definitions, and those of their parts."""
    return definitions | {f"{name}-part": part(schema) for name, schema in definitions.items()}


def _or_null(schema: Json) -> Json:
    if {"type": "null"} in schema.get("anyOf", ()):
        return schema
    text = {"description": schema.pop("description")} if "description" in schema else {}
    return {"anyOf": [schema, {"type": "null"}], **text}


def one_by_key(key: str, kinds: Mapping[str, Json]) -> Json:
    """Mappings that give their kind in one key; in parts, those without it are parts of any kind."""
    rules = [_when({"properties": {key: {"const": name}}, "required": [key]}, kind) for name, kind in kinds.items()]
    rules.append(_when({"not": {"required": [key]}}, {"anyOf": list(kinds.values())}))
    return {"type": "object", "properties": {key: {"enum": list(kinds)}}, "required": [key], "allOf": rules}


def one_by_name(kinds: Mapping[str, Json]) -> Json:
    """Mappings that have a key with the name of their kind."""
    rules = [_when({"required": [name]}, kind) for name, kind in kinds.items()]
    return {"type": "object", "anyOf": [{"required": [name]} for name in kinds], "allOf": rules}


def _when(this: Json, then: Json) -> Json:
    return {"if": this, "then": then}


def document(root: Json, definitions: Json, title: str, description: str) -> Json:
    """The whole schema of a file."""
    if "$ref" in root:
        root = definitions[root["$ref"].rpartition("/")[2]]
    head = {"$schema": GenerateJsonSchema.schema_dialect, **root, "title": title, "description": description}
    return {**head, "$defs": definitions} if definitions else head


def text(schema: Json) -> str:
    """A schema as it is written to a file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
