"""Values of the schemas that the program writes for its YAML files, so that new keys are tried without a change here.

Most values are of the right type. Names that other files define are taken from the small kit.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from pnp.kit.schema import Json
from pnp.pipeline import schemas
from tests.hostile import damage
from tests.hostile.grammar.expressions import RULES
from tests.hostile.grammar.rules import written

KNOWN: dict[str, list[Any]] = {
    "art": ["crown.svg", "photo.jpg", ":crown:", "{art}"], "face": ["hero", "event"], "back": ["back"],
    "cover": ["back"], "style": ["heading", "small"], "styles": ["book", "guide"], "font": ["mine", "body", "title"],
    "size": ["poker", "mini"], "template": ["rules.md"], "flow": ["rules.md"], "chart": ["rules.md"],
    "fill": ["cream", "#c08000"], "stroke": ["ink"], "colour": ["accent", "ink"], "title": ["A title"],
    "pips": ["crown.svg"], "count": ["{traits.steps}", "{count}", "3"], "picture": ["crown.svg"], "text": ["{name}"],
    "markdown": ["# {name}\n\n- a\n- b\n"], "file": ["heroes.xlsx", "events.csv", "mine.ttf"], "engine": ["duel"],
    "path": ["M 1 1 L 9 9 L 1 9 Z"], "language": ["en", "de"], "deck": ["heroes", "places"], "cards": ["events.csv"],
    "words": ["Go {n}", "rules.md"], "extends": ["hero", "heading", "rhino"], "behind": ["crown.svg"],
}  # fmt: skip
"""Values that the small kit has names for, by key."""
_PALETTE = ["accent", "ink", "own", "#7a2459", "#fff", "{asides.x}", "none", "currentColor"]
_NAMES = ["hero", "event", "back", "heroes", "places", "a", "small", "heading", "title", "go", "steps"]
_TEXTS = ("A text", "{name}", "traits.steps", "crown.svg", "steps", "heroes", "rules.md", "small", "x")
_DEEP = 12


@cache
def schema_of(name: str) -> Json:
    """The schema of a file, as `pnp schema` writes it."""
    found: Json = json.loads(json.dumps(schemas.schema(name)))
    return found


class Author:
    """Writes values of a schema. A share of them, `wrong`, have nothing to do with it."""

    def __init__(self, name: str, chance: Random, wrong: float, texts: tuple[str, ...] = ()) -> None:
        self.root, self.chance, self.wrong = schema_of(name), chance, wrong
        self.texts = (*_TEXTS, *texts)

    def whole(self) -> Any:
        """A whole file."""
        return self.value(self.root, "", 0)

    def changed(self, found: Any) -> Any:
        """A file with a few of its mappings changed: keys set, added or taken away."""
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            self._change(found, self._resolved(self.root), 0)
        return found

    def components(self) -> dict[str, Any]:
        """One or two components by id."""
        schema = self.root["$defs"]["KitFile"]["properties"]["components"]["additionalProperties"]
        names = self.chance.sample(("first", "second"), self.chance.choice((1, 1, 2)))
        return {name: self.value(schema, "", 2) for name in names}

    def elements(self) -> list[Any]:
        """One to three elements of a face."""
        items = self.root["$defs"]["Face"]["properties"]["elements"]["items"]
        return [self.value(items, "", 3) for _ in range(self.chance.choice((1, 1, 2, 3)))]

    def _change(self, held: Any, schema: Json, depth: int) -> None:
        """Go down at random to a key or an item, and write a value of its schema there."""
        keys = self._keys(held, schema)
        if not keys:
            return
        key = self.chance.choice(keys)
        inner = self._of_key(schema, held, key)
        there = held[key] if isinstance(held, list) else held.get(key)
        if there and isinstance(there, dict | list) and self.chance.random() < 0.75:
            self._change(there, self._resolved(inner, there), depth + 1)
        elif isinstance(held, dict) and self.chance.random() < 0.05:
            held.pop(key, None)
        else:
            held[key] = self.value(inner, str(key), depth + 1)

    def _keys(self, held: Any, schema: Json) -> list[Any]:
        if isinstance(held, list):
            return list(range(len(held)))
        if not isinstance(held, dict):
            return []
        names = [key for key in held if isinstance(key, str)]
        more = [self._name(schema)] if schema.get("additionalProperties") else []
        return [*names, *schema.get("properties", {}), *more]

    def _of_key(self, schema: Json, held: Any, key: Any) -> Json:
        """The schema of an item or a key."""
        if isinstance(held, list):
            items = schema.get("prefixItems", [])
            found: Json = items[key] if key < len(items) else schema.get("items") or {}
            return found
        found = schema.get("properties", {}).get(key) or schema.get("additionalProperties") or {}
        return found if isinstance(found, dict) else {}

    def value(self, schema: Json, key: str, depth: int) -> Any:
        """A value of a schema, by the name of its key."""
        if self.chance.random() < self.wrong or depth > _DEEP:
            return self.chance.choice(damage.ODD)
        if KNOWN.get(key) and self.chance.random() < 0.6 and _takes_text(self.root, schema):
            return self.chance.choice(KNOWN[key])
        schema = self._resolved(schema)
        for rule in ("enum", "const"):
            if rule in schema:
                return self.chance.choice(schema[rule]) if rule == "enum" else schema[rule]
        kind = schema.get("type") or ("object" if "properties" in schema else "any")
        return getattr(self, f"_{kind}")(schema, key, depth)

    def _resolved(self, schema: Json, held: Any = None) -> Json:
        """A schema with its references followed, one of its choices made, and the schema of its kind joined."""
        for _ in range(_DEEP):
            if "$ref" in schema:
                schema = self.root["$defs"][schema["$ref"].rpartition("/")[2]]
            elif "allOf" in schema:
                schema = self._of_kind(schema, held)
            elif choices := schema.get("oneOf", schema.get("anyOf")):
                fits = [one for one in choices if _fits(self.root, one, held)] or choices
                rest = {rule: value for rule, value in schema.items() if rule not in ("oneOf", "anyOf")}
                schema = {**rest, **self.chance.choice(fits)}
            elif "else" in schema:
                schema = schema["else"] if self.chance.random() < 0.9 else schema["then"]
            else:
                break
        return schema

    def _of_kind(self, schema: Json, held: Any) -> Json:
        """The schema of one kind of component or element; of the kind that the mapping has, if it has one."""
        rules = [rule for rule in schema["allOf"] if "if" in rule] or schema["allOf"]
        fits = [rule for rule in rules if isinstance(held, dict) and _is_met(rule.get("if"), held)]
        rule = self.chance.choice(fits or rules)
        condition = rule.get("if", {})
        given, needed = condition.get("properties", {}), condition.get("required", ())
        then = self._resolved(rule.get("then", rule), held)
        named = {**then.get("properties", {}), **given}
        return {**then, "properties": named, "required": [*then.get("required", []), *needed]}

    def _object(self, schema: Json, _key: str, depth: int) -> Any:
        known = schema.get("properties", {})
        needed = set(schema.get("required", ()))
        share = self.chance.choice((0.05, 0.2, 0.5)) / (depth + 1) ** 0.5
        picked = [key for key in known if key in needed or self.chance.random() < share]
        made = {key: self.value(known[key], key, depth + 1) for key in picked if self.chance.random() > self.wrong}
        inner = schema.get("additionalProperties")
        if isinstance(inner, dict):
            for _ in range(self.chance.choice((0, 1, 1, 2, 3))):
                made[self._name(schema)] = self.value(inner, "", depth + 1)
        if self.chance.random() < self.wrong:
            made[self.chance.choice(("x", "", "titel", 1, None, True))] = self.value({}, "", depth + 1)
        return made

    def _name(self, schema: Json) -> Any:
        names = schema.get("propertyNames", {})
        if self.chance.random() < self.wrong:
            return self.chance.choice(("A", "", "a b", "é", 1, "1a", "x" * 200, None, "con", "../x"))
        return self.value(names, "", 0) if "enum" in names else self.chance.choice(_NAMES)

    def _array(self, schema: Json, key: str, depth: int) -> Any:
        items = schema.get("prefixItems", [])
        least, most = schema.get("minItems", 0), schema.get("maxItems", 6)
        count = len(items) or self.chance.randint(least, max(least, min(most, least + 4)))
        if self.chance.random() < self.wrong:
            count = self.chance.choice((0, 1, count + 1, 60))
        inner = schema.get("items") or {}
        return [self.value(items[at] if at < len(items) else inner, f"{key}[]", depth + 1) for at in range(count)]

    def _number(self, schema: Json, _key: str, _depth: int) -> Any:
        least, most = schema.get("minimum", 0), schema.get("maximum", 60)
        near = self.chance.uniform(max(least, 0), min(max(least, 0) + 50, most))
        return self.chance.choice((round(near, 1), round(near, 1), int(near) or least, least, most, round(near, 4)))

    def _integer(self, schema: Json, key: str, depth: int) -> Any:
        return int(self._number(schema, key, depth))

    def _boolean(self, _schema: Json, _key: str, _depth: int) -> bool:
        return self.chance.random() < 0.6

    def _null(self, _schema: Json, _key: str, _depth: int) -> None:
        return None

    def _string(self, schema: Json, _key: str, _depth: int) -> str:
        pattern = schema.get("pattern", "")
        if "#" in pattern:
            colours = [colour for colour in _PALETTE if colour.startswith("#") or "[^#]" in pattern]
            return self.chance.choice(colours)
        if pattern:
            return self.chance.choice(_NAMES)
        return (
            self.chance.choice(self.texts) if self.chance.random() < 0.7 else written(RULES, "braced", self.chance, 10)
        )

    def _any(self, _schema: Json, _key: str, _depth: int) -> Any:
        return self.chance.choice((1, "x", "{n}", True, None, [1, 2], {"steps": 1}, {"go": "{n}"}, 2.5, "any"))


def _is_met(condition: Any, held: dict[str, Any]) -> bool:
    """Whether a mapping meets the condition that names its kind."""
    if not condition or "required" not in condition:
        return False
    constants = {key: one["const"] for key, one in condition.get("properties", {}).items() if "const" in one}
    return all(key in held and constants.get(key, held[key]) == held[key] for key in condition["required"])


def _fits(root: Json, schema: Json, held: Any) -> bool:
    """Whether a schema is of the type of a value that is there."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    if not isinstance(held, dict | list):
        return True
    return schema.get("type") in (None, "object" if isinstance(held, dict) else "array")


def _takes_text(root: Json, schema: Json) -> bool:
    """Whether a schema takes a text."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    choices = schema.get("oneOf", schema.get("anyOf"))
    if choices:
        return any(_takes_text(root, one) for one in choices)
    return schema.get("type") == "string" and "enum" not in schema
