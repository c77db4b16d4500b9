"""Validate nodes with pydantic and build the frozen dataclasses of `model`. Errors have their places in the file.

A `Model` is a frozen dataclass whose annotations are the schema.
"""

from __future__ import annotations

import re
import typing
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, fields
from functools import cache, partial
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, cast

from pydantic import (
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.diagnostics.files import NAME
from pnp.graphics import colour
from pnp.graphics.colour import HEXADECIMAL, hexadecimal
from pnp.kit.annotations import COLOUR, Condition, conditions, report
from pnp.kit.fields import within
from pnp.sources import Node

T = TypeVar("T")
Json = dict[str, Any]

_ORIGIN = "\0origin"  # the alias of the field `origin`, which no key of a file can have
CONFIG: ConfigDict = {
    "strict": True,
    "extra": "forbid",
    "alias_generator": lambda field: _ORIGIN if field == "origin" else field,
}


# Types of fields ---------------------------------------------------------------------------------------------


class ValueRule:
    """A rule for values, used in `Annotated`. `json` is the rule in JSON Schema."""

    def __init__(self, code: str, what: str, holds: Callable[[Any], object], json: Json) -> None:
        self.code, self.what, self.holds, self.json = code, what, holds, json

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {**handler(schema), **self.json}

    def _checked(self, value: Any) -> Any:
        return value if self.holds(value) else _refuse(self.code, f"{{found}} is not {self.what}", self.hint(value))

    def hint(self, value: Any) -> str:  # noqa: ARG002 - for subclasses
        """The hint for a value that breaks the rule."""
        return ""


class Between(ValueRule):
    """A range of numbers, both ends included."""

    def __init__(self, low: float, high: float) -> None:
        limits = {"minimum": low, "maximum": high}
        super().__init__("out-of-range", f"between {low:g} and {high:g}", lambda value: low <= value <= high, limits)


class OrExpression:
    """An expression in braces instead of a number, which is computed before the number is checked."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {"anyOf": [handler(schema), {"type": "string", "pattern": r"^\{.+\}$"}]}


class TextPart(NamedTuple):
    """What is wrong with a part of a text, and the place of that part in it."""

    message: str
    start: int
    width: int


class Sound(ValueRule):
    """A rule with messages of its own: `problem` returns what is wrong with a value, or an empty text."""

    def __init__(self, code: str, problem: Callable[[Any], str | TextPart], json: Json, hint: str = "") -> None:
        super().__init__(code, "", problem, json)
        self._hint = hint

    def _checked(self, value: Any) -> Any:
        problem = self.holds(value)
        if isinstance(problem, TextPart):
            return _refuse(self.code, problem.message, self._hint, problem)
        return _refuse(self.code, str(problem), self._hint) if problem else value


class Count(Sound):
    """A range for the length of a list of `what`."""

    def __init__(self, low: int, high: int, what: str) -> None:
        def problem(values: tuple[Any, ...]) -> str:
            fits = low <= len(values) <= high
            return "" if fits else f"expected {low} to {high} {what}, found {len(values)}"

        super().__init__("out-of-range", problem, {"minItems": low, "maxItems": high})


class Matching(ValueRule):
    """A regular expression for texts, and its name in messages and editors."""

    def __init__(self, pattern: str, what: str) -> None:
        self.pattern = pattern
        form = {"pattern": f"^(?:{pattern})$", "title": what}
        super().__init__("bad-form", what, partial(re.fullmatch, pattern), form)


class _Identifier(Matching):
    """A regular expression for names and ids of lower-case letters, digits, and hyphens or underscores."""

    def _checked(self, value: Any) -> Any:
        if self.holds(value):
            return value
        _, kind, _, characters = self.what.split(maxsplit=3)  # an id of lower-case letters …
        starts = not value or value[0].isalpha() or not value[0].isascii()
        wrong = f"may contain only {characters}" if starts else "must start with a letter"
        return _refuse(self.code, f"the {kind} {{found}} {wrong}", self.hint(value))

    def hint(self, value: Any) -> str:
        """A similar name that is valid, if there is one."""
        joint, first = ("-", "n") if "hyphens" in self.what else ("_", "i")
        near = re.sub(r"[^a-z0-9]+", joint, value.lower()).strip(joint)
        near = near if near[:1].isalpha() else f"{first}{near}"
        return f"write {near!r}" if self.holds(near) else ""


class _Colour(Matching):
    """A text that is a colour. Hexadecimal colours become `#rrggbb` in lower case."""

    def _checked(self, value: Any) -> Any:
        return hexadecimal(value) or super()._checked(value)

    def hint(self, value: Any) -> str:
        return colour.colour_hint(value)


class _Untyped:
    """Annotation of `Node`: a mapping that is kept as its node, for later code to read."""

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._node)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> Json:
        return {"type": "object"}

    def _node(self, value: Any) -> Node:
        return value.node if isinstance(value, _Mapping) else _refuse("wrong-type", "expected a mapping, found {found}")


class ByForm:
    """Annotation of a union: only the member of the value's type is tried, so that one mistake is one error.

    A model beside a mapping is tried for values for which its `is_one` is true.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        args = typing.get_args(source)
        has_mapping = any(typing.get_origin(member) is dict for member in args)
        models = {member.__name__: member for member in args if has_mapping and hasattr(member, "is_one")}
        tags = {(member.__name__ if member in models.values() else _form(member)): member for member in args}
        message = f"expected {' or '.join(dict.fromkeys(map(_form, args)))}, found {{found}}"

        def tag(value: Any) -> str:
            if isinstance(value, dict):
                return next((name for name, model in models.items() if model.is_one(value)), _form(dict))
            return repr(value) if repr(value) in tags else _form(type(value))

        return core_schema.tagged_union_schema(
            {name: handler.generate_schema(member) for name, member in tags.items()},
            tag,
            custom_error_type="wrong-type",
            custom_error_message=message,
            custom_error_context={"forms": " ".join(map(_form, args))},
        )


def _form(kind: Any) -> str:
    """The name of a type in messages."""
    bare = getattr(kind, "__origin__", kind)
    forms = {str: "a text", int: "a number", float: "a number", bool: "true or false", tuple: "a list"}
    return repr(*typing.get_args(kind)) if bare is Literal else forms.get(bare, "a mapping")


def _refuse(code: str, message: str, hint: str = "", part: TextPart | None = None) -> typing.NoReturn:
    """Raise an error for the current value or a part of it. The value replaces `{found}` in the message."""
    raise PydanticCustomError(code, message, {"hint": hint, "part": part})


Name = Annotated[str, _Identifier(NAME, "a name of lower-case letters, digits and hyphens")]
ID = r"[a-z][a-z0-9_]*"
Id = Annotated[str, _Identifier(ID, "an id of lower-case letters, digits and underscores")]
Colour = Annotated[str, _Colour(HEXADECIMAL, colour.LIKE_HEXADECIMAL)]
"""A hexadecimal colour, which becomes `#rrggbb` in lower case."""
_PAINT = _Colour(HEXADECIMAL + r"|[^#][\s\S]*|#[^{]*\{[\s\S]*", colour.EITHER)
Paint = Annotated[str, _PAINT, COLOUR]
"""A hexadecimal colour or a name of the palette, looked up when it is drawn. `{field}` may stand for either."""
Rims = Annotated[
    tuple[Paint, ...],
    ValueRule("out-of-range", "one of up to 30 colours", lambda colours: len(colours) <= 30, {"maxItems": 30}),
]
"""The colours of pieces, which are also distinguished by rims that are plain, double or have gaps."""
Length = Annotated[float, Between(0, 2000)]
Side = Annotated[float, Between(1, 2000)]
"""The width or the height of a piece, mm."""
Untyped = Annotated[Node, _Untyped()]


# Models ------------------------------------------------------------------------------------------------------


class Model:
    """Base of frozen dataclasses that are built from mappings. A field `origin` gets the mapping's node."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        model = cast("Json", handler.resolve_ref_schema(schema))
        model["strict"] = False  # strict dataclasses accept no mapping
        model["schema"] = core_schema.with_info_before_validator_function(partial(_input, source), model["schema"])
        return schema


def _input(model: Any, value: Any, info: ValidationInfo[dict[Node, Any]]) -> Json:
    """Prepare a mapping for pydantic, and record its model for messages."""
    keys = keys_of(model)
    if not isinstance(value, _Mapping):
        some = ", ".join([repr(key) for key, optional in keys.items() if not optional or all(keys.values())][:4])
        _refuse("wrong-type", f"expected a mapping with {some}, found {{found}}")
    info.context[value.node] = model
    return {**value, _ORIGIN: value} if len(keys) < len(fields(model)) else value


@cache
def types_of(model: Any) -> dict[str, Any]:
    """The types of a model's fields."""
    return typing.get_type_hints(model, include_extras=True)


@cache
def conditions_of(model: Any) -> dict[str, Condition]:
    """The keys of a model that have an effect only beside others, or only without them."""
    return conditions(types_of(model))


@cache
def keys_of(model: Any) -> dict[str, bool]:
    """A model's keys, and whether each may be left out."""
    keys = [field for field in fields(model) if field.name != "origin"]
    return {key.name: key.default is not MISSING or key.default_factory is not MISSING for key in keys}


# Validation --------------------------------------------------------------------------------------------------


class _Mapping(dict[str, Any]):
    """A mapping as input for pydantic, with its node."""

    node: Node


def _plain(node: Node) -> Any:
    """A node as input for pydantic."""
    if isinstance(node.value, dict):
        mapping = _Mapping((key, _plain(inner)) for key, inner in node.value.items())
        mapping.node = node
        return mapping
    return tuple(map(_plain, node.value)) if isinstance(node.value, list) else node.value


def build(kind: type[T], node: Node, diagnostics: Diagnostics) -> T | None:
    """Build a value of type `kind` from a node; None if it has errors."""
    models: dict[Node, Any] = {}
    try:
        value: T = _adapter(cast("Any", kind)).validate_python([_plain(node)], context=models)[0]
    except ValidationError as invalid:
        errors = invalid.errors(include_url=False, include_input=False)
        missing = Counter(error["loc"][:-1] for error in errors if error["type"] == "missing")
        for error in errors:
            _note(error, node, models, missing[error["loc"][:-1]], diagnostics)
        return None
    noted = diagnostics.noted
    for mapping, model in models.items():
        if found := conditions_of(model):
            report(mapping.value, found, diagnostics)
    return value if diagnostics.noted == noted else None


@cache
def _adapter(kind: Any) -> TypeAdapter[list[Any]]:
    """The validator for a list of a type; pydantic applies a configuration to the dataclasses in a list, not to one."""
    return TypeAdapter(list[kind], config=CONFIG)


_WRITTEN = {"tuple_type": "a list is in brackets: [a, b]", "dict_type": "a mapping is in braces: {name: value}"}
_WITH_UNIT = re.compile(r"-?[0-9]+([.][0-9]+)? ?(pt|mm|cm|in|px|%)")

_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping",
}


class _Invalid(NamedTuple):
    """One of pydantic's errors, its node, the model that has the node, and the number of values missing there."""

    error: ErrorDetails
    node: Node
    model: Any
    missing: int

    @property
    def key(self) -> str | int:
        return self.error["loc"][-1]

    @property
    def context(self) -> dict[str, Any]:
        return self.error.get("ctx", {})


def _note_unknown(invalid: _Invalid, diagnostics: Diagnostics) -> None:
    """Report a key that a record has not; perhaps it is one of those that people choose, in another place."""
    key, keys = str(invalid.key), sorted(keys_of(invalid.model))
    if hint := getattr(invalid.model, "ELSEWHERE", {}).get(key):
        diagnostics.error(invalid.node.key_span, "unknown-key", f"unknown key {key!r}", hint)
        return
    near, home = did_you_mean(key, keys), getattr(invalid.model, "OWN_KEYS", "")
    own = f"a key of your own goes below {home!r}: {home}: {{{key}: …}}" if home and not near else ""
    known = f"known keys: {', '.join(keys)}"
    diagnostics.error(invalid.node.key_span, "unknown-key", f"unknown key {key!r}", near, own, known)


def _note_missing(invalid: _Invalid, diagnostics: Diagnostics) -> None:
    """Report a missing key of a mapping, or a list that is too short."""
    key, span = invalid.key, invalid.node.key_span
    if not isinstance(key, str):
        _note_length(invalid, diagnostics)
        return
    hint = f"fill in its column, or add '{key}: …'" if span.cell.name else f"add '{key}: …'"
    diagnostics.error(span, "missing-key", f"the key {key!r} is missing", hint)


def _note_length(invalid: _Invalid, diagnostics: Diagnostics) -> None:
    length = len(invalid.node.value)
    wanted = invalid.context.get("max_length", length + invalid.missing)
    hint = "a box is [x, y, width, height], in mm" if _key_of(invalid.error["loc"]) == "box" else ""
    diagnostics.error(invalid.node.span, "wrong-type", f"expected {wanted} values, found {length}", hint)


def _note_choice(invalid: _Invalid, diagnostics: Diagnostics) -> None:
    choices = [choice.strip("'") for choice in re.split(", | or ", invalid.context["expected"])]
    known = ", ".join(choice or "nothing" for choice in choices)
    message = f"{_shown(invalid.node)} is not one of {known}"
    diagnostics.error(invalid.node.span, "bad-choice", message, did_you_mean(invalid.node.text, choices))


def _note_type(invalid: _Invalid, diagnostics: Diagnostics) -> None:
    expected, hint = _EXPECTED[invalid.error["type"]], _type_hint(invalid.error["type"], invalid.node)
    diagnostics.error(invalid.node.span, "wrong-type", f"expected {expected}, found {_shown(invalid.node)}", hint)


def _type_hint(type_: str, node: Node) -> str:
    """How to write a value of the expected type, which is pydantic's name for its error."""
    if type_ in ("int_type", "float_type"):
        return "write the number without its unit" if _WITH_UNIT.fullmatch(node.text or "") else ""
    if isinstance(node.value, dict | list):
        return ""
    if type_ == "string_type":
        return "put it in quotes" if node.text else "write one; a text that begins with '#' needs quotes"
    return _WRITTEN.get(type_, "")


def _note_other(invalid: _Invalid, diagnostics: Diagnostics) -> None:
    """Report an error of a type of our own, which has its code and message, at the part of a text that is wrong."""
    node, part = invalid.node, invalid.context.get("part")
    span = within(node.text or "", node.span, part.start, part.width) if part else node.span
    message = invalid.error["msg"].replace("{found}", _shown(node))
    hint = _type_hint("string_type", node) if _form(str) in invalid.context.get("forms", "") else ""
    diagnostics.error(span, invalid.error["type"], message, invalid.context.get("hint", hint))


_NOTES: dict[str, Callable[[_Invalid, Diagnostics], None]] = {
    "missing": _note_missing,
    "unexpected_keyword_argument": _note_unknown,
    "literal_error": _note_choice,
    "too_long": _note_length,
    **dict.fromkeys(_EXPECTED, _note_type),
}
"""What reports an error, by pydantic's type of it."""


def _note(error: ErrorDetails, root: Node, models: dict[Node, Any], missing: int, diagnostics: Diagnostics) -> None:
    """Turn one of pydantic's errors into a diagnostic. `missing` is the number of values missing at the same place."""
    above, node = _nodes(root, error["loc"][1:])
    note = _NOTES.get(error["type"], _note_other)
    note(_Invalid(error, node, models.get(above), missing), diagnostics)


def _key_of(loc: tuple[str | int, ...]) -> str:
    """The last key at pydantic's `loc`."""
    return next((step for step in reversed(loc) if isinstance(step, str)), "")


def _nodes(root: Node, loc: tuple[str | int, ...]) -> tuple[Node, Node]:
    """The parent and the node at pydantic's `loc`. A step without a node is a missing key or a member of a union."""
    above = node = root
    for step, before in zip(loc, ("", *loc), strict=False):
        if step == "[key]":
            node = Node(before, node.key_span, None, str(before))
        else:
            with suppress(KeyError, IndexError, TypeError):
                above, node = node, node.value[step]
    return above, node


def _shown(node: Node) -> str:
    """A value as quoted in messages."""
    if node.value is None:
        return "nothing"
    if isinstance(node.value, dict | list):
        return _form(tuple if isinstance(node.value, list) else dict)
    text = node.text or str(node.value)
    return repr(text if len(text) <= 40 else text[:37] + "…")
