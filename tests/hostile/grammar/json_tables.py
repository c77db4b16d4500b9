"""JSON tables: nested, wide and long ones, with odd keys, numbers at limits, escapes and paths to the list."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.hostile.grammar import kit
from tests.hostile.grammar.rules import Files, Rules, written

RULES: Rules = {
    "file": (
        "$list", "$list", '{"cards": $list}', "$long", "\n [\n $row ,\n\t$row ] \r\n", "§$wrong", "§$deep", "§$value",
        '§{"$string": $list}', "§$under", "§$below", "§$beside",
    ),
    "under": ('{"cards": $list}', '{$pair, "cards": $list}', '{"cards": $list, $pair}', '§{"cards": $value}', "§$file"),
    "below": (
        '{"data": {"cards": $list}}', '{"data": {$pair, "cards": $list, $pair}}',
        '{"x": $value, "data": {"cards": $list}}', '§{"data": [$value], "cards": $list}',
        '§{"data": {"x": $value, "cards": $list}, "cards": $list}', "§$file",
    ),
    "beside": ('{"x": $value, "y": {"cards": []}, "cards": $list}', '{"x": "$string", "cards": $list, "z": $value}'),
    "list": ('[{"name": "Ada"}]', "[$row]", "[$row, $row]", "[$row, $row, $row]", "[$row,$row,$row,$row,$row]", "§[]"),
    "long": ("[$row$more*]",),
    "more": (", $row",),
    "row": (
        '{"name": "Ada"}', '{"name": "$name"}', '{"name": "$name", $cell}', '{"name": "$name", $cell, $cell}',
        '{"id": "$id", "name": "$name", $cell, $cell}', '{"id": "$id", "name": "$name", "count": $numeric}', '"$name"',
        '{"name": "$name", $wide}', "§{$cell}", "§{}", "§$value", '§{"name": "$name", $spoilt}',
    ),
    "name": ("Ada", "$id", "$id $digit", "§$string"),
    "wide": ('"w": 1', '"asides.w$digit": $value, $wide', '§"asides.$id": $value, $wide'),
    "cell": (
        '"count": $numeric', '"art": "crown.svg"', '"asides.$id": $value', '"asides.$id": $value',
        '"traits.$id": $value', '"asides": {$pair, $pair}', '"traits": {$pair}', '"asides.tags": [$value, $value]',
        '§"asides.$id.$id": $value', '§"words.$id": "$string"', '"badge.$id": $value', '§"deck": "$id"',
        '"# $id": $value', '§"Title": "$string"', '§"$string": $value', '§"": $value', '§"notes": null',
        '§"id": $value', '§"count": $value', '§"art": $value',
    ),
    "pair": ('"a": 1', '"$id": $value', '"$id": $value', '§"$string": $value'),
    "value": (
        "1", "$numeric", "$numeric", '"$string"', '"$string"', "true", "false", "null", "[]", "{}", "[$value]",
        "[$value, $value, $value]", "{$pair}", "{$pair, $pair}", "[[$value], {$pair}]", '["$string", "$string"]',
    ),
    "numeric": (
        "2", "1", "§0", "3", "$digit", "§$number", "§-$digit", "§1.5", "2.0", "1e2", "1E+2", "§999", "§1000", "§1e16",
        "§-1e16", "9999999999999999", "§10000000000000000", "§1e400", "§1e-400", "-0", "§-0.0", "0.1e1", "1" * 400,
        "1" * 5000, "§NaN", "§Infinity", "§-Infinity", "§01", "§+1", "§.5", "§1.", '"2"', '§"1e3"', "9" * 4301,
    ),
    "string": (
        "x", "$text", "$text", r"\"", r"\\", r"\/", r"\n", r"\r\n", r"\t", r"§\b", r"§\u0000", r"\u00e9",
        r"\ud83e\udd8f", r"§\ud800", r"§\udc00x", r"§\u202e", r"§\ufeff", r"§\uffff", r"§\x41", r"§\u12", "§\t",
        "§\x00", "§\x7f", "=1+1", "@x", "§a.b", "§asides.", "§.a", "§a..b", "name", "Name", "{name}", "§{{ x }}",
        "x" * 300, "1", "true", "null", " x ",
    ),
    "wrong": (
        "", " ", "{", "[", "]", "[,]", "[$row,]", "[$row $row]", "[$row]]", "[$row] x", "{$pair,}", '{"a" 1}', "{a: 1}",
        "['x']", "[$row] // x", "/* x */ [$row]", '[{"a": }]', '["x', '{"a": [', "\ufeff[$row]",
        '[{"name": "A", "name": "B"}]', '[{"name": "A" "count": 1}]', '{"cards": $list, "cards": $list}', '[[$row]]',
        "true", "$numeric", '"$string"',
    ),
    "spoilt": (
        '"a" 1', "a: 1", '"a":', '"a": 1,', '"name": "B"', '"a": 1 "b": 2', '"a": 1]', "'a': 1", '"a": 1; "b": 2',
    ),
    "deep": (
        "[$open{$pair}$close]", '{"data": ' * 30 + "[]" + "}" * 30, "[" * 5000, '[{"asides.x": ' + "[" * 3000,
        "$nested",
    ),
    "nested": ('[{"name": "A", "asides.x": ' + "[" * 60 + "1" + "]" * 60 + "}]", '{"a":' * 2000 + "1" + "}" * 2000),
    "open": ("[", "[[", "$open$open"), "close": ("]", "]]", "$close$close"),
    "sheet": (
        "cards", "data.cards", "data", "§$id", "§$string", "§cards.cards", "§data.x", "§.", "§", "§data..cards", "§0",
    ),
}  # fmt: skip


_FORMS = (("list", None), ("file", None), ("under", "cards"), ("below", "data.cards"), ("beside", "cards"))
"""The rule of a file, and the `sheet` that leads to its list."""


def write(chance: Random) -> Files:
    """A kit whose cards are in a JSON table, or in two."""
    rule, sheet = chance.choice(_FORMS)
    table: dict[str, Any] = {"file": "own.json"}
    if sheet is not None or chance.random() < 0.05:
        table["sheet"] = sheet if chance.random() < 0.9 else written(RULES, "sheet", chance)
    if chance.random() < 0.1:
        table["columns"] = _columns(chance)
    tables: dict[str, Any] = {"own": table if len(table) > 1 else "own.json"}
    if chance.random() < 0.1:
        tables = chance.choice((table, {**tables, "more": "more.json"}))
    elements = [{"text": "{asides.a} {traits.a|default(1)} {count}", "box": [5, 20, 50, 20], "style": "name"}]
    made = kit.files(elements, cards=False, kit={"cards": tables})
    for name in ("own.json", "more.json"):
        data = written(RULES, rule if name == "own.json" else "file", chance, chance.choice((20, 60, 200)))
        encoding = "utf-8" if chance.random() < 0.97 else chance.choice(("utf-16", "utf-8-sig", "utf-16-le"))
        made[name] = data.encode(encoding, "surrogatepass")
    return made


def _columns(chance: Random) -> dict[str, str]:
    targets = ("#", "asides.x", "count", "name", "asides.", "traits.x", "x.y", "id", "deck", "", "Asides.x")
    return {written(RULES, "string", chance): chance.choice(targets) for _ in range(chance.randrange(3))}
