"""Expressions of faces, in every key that takes them."""

from __future__ import annotations

from random import Random
from typing import Any

from pnp.kit import filters
from tests.hostile.grammar import kit
from tests.hostile.grammar.rules import Files, Rules, written

_FILTERS = sorted((*filters.FILTERS, *filters.OF_KIT))

RULES: Rules = {
    "expression": ("name", "$word", "$word", "$sum", "$sum", "$list", "§$any"),
    "word": (
        "name", "id", "art", "asides.says", '"$string"', "'$string'", "$word ~ $value", "$value ~ $value", "($word)",
        "$word|upper", "$word|lower|capital", "$word|title", "$word|capitalize", "$word|html", "$word|default($value)",
        "$word|replace($word, $word)", "$list|join($word)", "$list|first", "$list|last", "$list|listed", "$word|said",
        "$word if $test else $word", "$word if $test", "asides.none", "kit.title", "$list[$digit]",
    ),
    "sum": (
        "1", "$digit", "$whole", "$digit.$digit", "count", "index", "copy", "deck.total", "traits.steps", "asides.cost",
        "$sum + $sum", "$sum - $sum", "$sum * $sum", "$sum / $whole", "$sum // $whole", "$sum % $whole", "-$sum",
        "($sum)", "$sum|abs", "$sum|round($digit)", "$sum|int", "$sum|float", "$word|length", "$list|length",
        "traits.hands.left", "$sum if $test else $sum",
    ),
    "list": (
        "asides.tags", "[$value, $value]", "[$sum, $sum, $sum]", "($word, $word)", "$list|sort", "$list|unique", "[]",
        "$word|split", "$word|split($word)", "$list + $list", "[$list, $list]", "$list if $test else $list",
    ),
    "value": ("name", "$word", "$sum", "$list"),
    "test": (
        "true", "asides.none", "traits.steps", "$sum $compared $sum", "$word $compared $word", "$value == $value",
        "$value != $value", "$word in $list", "$word not in $list", "not $test", "$test and $test", "$test or $test",
        "1 < $sum <= 9", "kit.shop",
    ),
    "compared": ("<", "<=", ">", ">=", "=="),
    "any": (
        "name", "$atom", "$path", "$unary$any", "$any $operator $any", "$any $operator $any", "$any|$filter", "($any)",
        "$any if $any else $any", "$any if $any", "[$items]", "($items)", "$any[$any]", "$any.$key", "$refused",
        "$expression",
    ),
    "atom": ("1", "$number", "$path", "$path", '"$string"', "'$string'", "true", "none", "false", "[]"),
    "path": (
        "name", "count", "art", "id", "index", "copy", "§item", "§number", "asides.cost", "asides.says", "asides.tags",
        "asides.none", "§asides", "§traits", "traits.steps", "§traits.hands", "traits.hands.left", "§words.x",
        "§badge.x", "deck.total", "kit.title", "§kit.players", "§kit.credit", "§kit.credit.designer", "kit.shop",
        "§kit", "§deck", "§colourway", "§asides.cost.x", "§nothing", "§traits.$id", "asides.$id",
    ),
    "key": ("left", "x", "$id", "hand", "0"),
    "unary": ("-", "+", "not ", "- -", "not not "),
    "operator": (
        "§+", "+", "§-", "§*", "§/", "§//", "§%", "~", "~", "==", "!=", "§<", "§<=", "§>", "§>=", "in", "not in", "and",
        "or", "§**", "§is", "!=", "§|", "§<>", "§&&", "§,", "§",
    ),
    "filter": (*_FILTERS, *(f"{name}($items)" for name in _FILTERS), "upper|$filter", "§nothing", "§$id", "§"),
    "items": ("1", "§", "$any", "$any, $any", "$any, $any, $any", "§x=$atom"),
    "string": (
        "x", "", "$text", "$text", ", ", "§{", "§}", r"\n", r"§\x00", r"§\ud800", r"\\", "%s", "§{{", "§#", "§\\'",
    ),
    "refused": (
        "range(9)", "{'a': 1}", "name.upper()", "name[1:2]", "name is defined", "__class__", "name.__class__", "2 ** 9",
        "(" * 40 + "1" + ")" * 40, "-" * 60 + "1", "[" * 20 + "1" + "]" * 20, "lambda: 1", "{% raw %}", "{# x #}",
        "1 ~ 2 ~ 3 ~ name|upper", "true + 1", "none < 1", "name * 3", "9" * 17, "999999999 * 999999999",
        "asides.tags * 3", "'a' * 3", "1 // 0.1", "-7 // 2", "7 % -3", "1e15 + 1e15", "0.1 + 0.2",
        "+".join(["1"] * 120), "~".join(["name"] * 60),
    ),
    "colour": (
        "{'red'}", '{"red" if $test else "accent"}', "{['red', 'accent'][$digit % 2]}", "#{'c03028'}", "{asides.none}",
        "§$braced",
    ),
    "pips": ("{count}", "{traits.steps|default(1)}", "{$digit + 1}", "{index}", "§$braced"),
    "face": ("{'own'}", '{"own" if $test else "own"}', "{'o' ~ 'wn'}", "{asides.none|default('own')}", "§$braced"),
    "braced": (
        "{$expression}", "{$expression}", "{$expression}", "{ $expression }", "$text {$expression} $text",
        "{$expression}{$expression}", "§{$expression", "$expression}", "§{{$expression}}", '{"{"}', "§{}", "§{ }",
        "§{$expression}.svg", ":{$expression}:", "[{$expression}]{.red}", "§#{$expression}",
    ),
}  # fmt: skip


def write(chance: Random) -> Files:
    """A face with texts, pictures, shapes and repeats whose keys are expressions, and a deck that is chosen by one."""

    def bare(*rules: str) -> str:
        return written(RULES, chance.choice(rules), chance, chance.choice((5, 15, 40)))

    def braced(rule: str = "braced") -> str:
        return written(RULES, rule, chance, chance.choice((5, 15, 40)))

    elements: list[dict[str, Any]] = [
        {"text": braced(), "box": [5, 20, 50, 10], "style": "name"},
        chance.choice([
            {"art": braced(), "box": [5, 30, 20, 20], "fallback": [braced(), "crown.svg"]},
            {"pips": "crown.svg", "count": braced("pips"), "box": [5, 30, 30, 30], "size": 5},
            {"rectangle": [5, 40, 20, 20], "fill": braced("colour"), "stroke": braced("colour")},
            {"markdown": f"{braced()}\n\n- {braced()}\n", "box": [5, 40, 50, 30], "styles": "col"},
            {"text": f"{braced()} {braced()}", "box": [5, 40, 50, 10], "style": "name", "colour": braced("colour")},
        ]),
    ]  # fmt: skip
    for key in ("when", "unless", "repeat"):
        if chance.random() < 0.5:
            chance.choice(elements)[key] = bare("list", "sum") if key == "repeat" else bare("test", "expression")
    deck: dict[str, Any] = {chance.choice(("face", "back")): braced("face")} if chance.random() < 0.15 else {}
    return kit.files(elements, **deck)
