"""Generate JSON Schema (draft 2020-12) from the models of data files, with pydantic.

The schema of a part, for an overlay's files, requires no keys and allows null for any value, which removes that value.
Lists in it are not parts: an overlay replaces them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from pnp.kit.annotations import MARK, Names, required
from pnp.kit.record import Extending
from pnp.kit.schema import CONFIG, Json, conditions_of

if TYPE_CHECKING:
    from pydantic_core.core_schema import DataclassSchema, DictSchema


class _Writer(GenerateJsonSchema):
    """pydantic's generator without field titles, but with docstrings and rules for the keys of mappings."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - pydantic passes it
        return False

    def field_is_present(self, field: Any) -> bool:
        return bool(field["name"] != "origin")

    def dataclass_schema(self, schema: DataclassSchema) -> Json:
        """A model's schema. Its title is the class name, or the module name for a class `Spec`."""
        model: Any = schema["cls"]
        title = model.__module__.rpartition(".")[2] if model.__name__ == "Spec" else model.__name__
        result = {**super().dataclass_schema(schema), "title": title, "description": " ".join(model.__doc__.split())}
        self._describe_keys(model, result["properties"])
        if needs := required(conditions_of(model)):
            result["dependentRequired"] = needs
        if issubclass(model, Extending):  # what it needs may be in what it extends
            whole = {rule: result.pop(rule) for rule in ("dependentRequired", "required") if result.get(rule)}
            result |= {"anyOf": [{"required": ["extends"]}, whole]} if whole else {}
        return result

    def _describe_keys(self, model: Any, properties: Json) -> None:
        """Write what each key means, and beside which other key it has an effect."""
        found = conditions_of(model)
        # pydantic reads the docstrings below a class's own fields only.
        inherits = is_dataclass(model.__base__)
        inherited = keys(model.__base__) if inherits else {}
        for key, one in properties.items():
            text = one.get("description", "")
            if text and key in found:
                text += f" {found[key].sentence}"
            one["description"] = " ".join((text or inherited.get(key, {}).get("description", "")).split())

    def dict_schema(self, schema: DictSchema) -> Json:
        keys, values = (self.generate_inner(schema[part]) for part in ("keys_schema", "values_schema"))
        return {"type": "object", "propertyNames": keys, "additionalProperties": values}


WHOLE = ("required", "dependentRequired", "default")
"""Rules that do not hold for a part of a mapping."""


@cache
def _adapter(kind: Any) -> TypeAdapter[list[Any]]:
    return TypeAdapter(list[kind], config={**CONFIG, "use_attribute_docstrings": True})


def described(kinds: Iterable[Any]) -> tuple[list[Json], Json]:
    """The schemas of types, and the definitions that they refer to, by name."""
    schemas, definitions = json.loads(_described(tuple(kinds)))
    return schemas, definitions


@cache
def _described(kinds: tuple[Any, ...]) -> str:
    """As JSON, which is copied as a whole. Memoised: files and their parts, and several new kits, have the same."""
    inputs: list[Any] = [(number, "validation", _adapter(kind)) for number, kind in enumerate(kinds)]
    result, defined = TypeAdapter.json_schemas(inputs, schema_generator=_Writer)
    return json.dumps([[one["items"] for one in result.values()], defined.get("$defs", {})])


@cache
def keys(model: Any) -> Json:
    """The schemas of a model's keys, by key. Memoised: dozens of models inherit from the same few."""
    _, defined = described([model])
    properties: Json = defined[model.__name__]["properties"]
    return properties


def part(schema: Json) -> Json:
    """The schema of a part of a schema's values. It refers to the definitions that `parts` adds."""
    result = {rule: value for rule, value in schema.items() if rule not in WHOLE}
    for rule, value in result.items():
        if rule == "$ref":
            result[rule] = f"{value}-part"
        elif rule == "properties":
            result[rule] = {key: or_null(part(inner)) for key, inner in value.items()}
        elif rule == "additionalProperties" and value:
            result[rule] = or_null(part(value))
        elif rule == "then":
            result[rule] = part(value)
        elif rule in ("allOf", "anyOf", "oneOf"):
            result[rule] = [part(one) for one in value]
    return result


def parts(definitions: Json) -> Json:
    """Definitions, and the definitions of their parts."""
    return definitions | {f"{name}-part": part(schema) for name, schema in definitions.items()}


def or_null(schema: Json) -> Json:
    """The schema of a value that may be null, with the same description."""
    if {"type": "null"} in schema.get("anyOf", ()):
        return schema
    text = {"description": schema.pop("description")} if "description" in schema else {}
    return {"anyOf": [schema, {"type": "null"}], **text}


def one_by_key(key: str, kinds: Mapping[str, Json]) -> Json:
    """The schema of mappings whose `key` names their kind; without that key, parts may be of any kind."""
    rules = [_when({"properties": {key: {"const": name}}, "required": [key]}, kind) for name, kind in kinds.items()]
    rules.append(_when({"not": {"required": [key]}}, {"anyOf": list(kinds.values())}))
    return {"type": "object", "properties": {key: {"enum": list(kinds)}}, "required": [key], "allOf": rules}


def one_by_name(kinds: Mapping[str, Json]) -> Json:
    """The schema of mappings that have a key with the name of their kind. One with an `id` may be a part of another."""
    rules = [_when({"required": [name]}, _whole_or_part(kind)) for name, kind in kinds.items()]
    return {"type": "object", "anyOf": [{"required": [name]} for name in ("id", *kinds)], "allOf": rules}


def _whole_or_part(kind: Json) -> Json:
    return {**_when({"required": ["id"]}, part(kind)), "else": kind}


def _when(this: Json, then: Json) -> Json:
    return {"if": this, "then": then}


def named(document: Json, known: Callable[[tuple[str, ...]], Names] | None) -> Json:
    """A file's schema with the `known` names of one kit for the fields that are names; None is for any kit."""
    definitions = Json()
    result: Json = _named(document, known, definitions)
    return {**result, "$defs": {**result.get("$defs", {}), **definitions}} if definitions else result


def _named(schema: Any, known: Callable[[tuple[str, ...]], Names] | None, definitions: Json) -> Any:
    """A schema without marks. With `known`, marked fields refer to their names, which are added to `definitions`."""
    if isinstance(schema, list):
        return [_named(inner, known, definitions) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    result = {rule: _named(inner, known, definitions) for rule, inner in schema.items() if rule != MARK}
    if known is None or MARK not in schema:
        return result
    names = known(path := tuple(schema[MARK]["path"]))
    if not names.names:  # without any names, there is nothing to compare with
        return result
    definition = ".".join(("names", *path))
    definitions[definition] = _either({"enum": list(names.names)}, names.also)
    return {**result, **_either({"$ref": f"#/$defs/{definition}"}, schema[MARK]["also"])}


def _either(schema: Json, pattern: str) -> Json:
    """A schema, or texts that match a pattern, if there is one."""
    return {"anyOf": [schema, {"pattern": f"^(?:{pattern})$"}]} if pattern else schema


def document(root: Json, definitions: Json, title: str, description: str) -> Json:
    """The whole schema of a file."""
    if "$ref" in root:
        root = definitions[root["$ref"].rpartition("/")[2]]
    head = {"$schema": GenerateJsonSchema.schema_dialect, **root, "title": title, "description": description}
    return {**head, "$defs": definitions} if definitions else head


def text(schema: Json) -> str:
    """A schema as the text of its file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
