"""Expressions of faces: their values, and hostile ones that must stay harmless."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from pnp.kit import expressions
from pnp.kit.expressions import Words
from pnp.kit.fields import ExpressionError, expression, field_value
from tests.support.work import calls_at_most


class _Labels:
    def listed(self, words: list[str]) -> str:
        return " & ".join(words)


WORDS = Words(_Labels(), ", ", {"fire": "Fire"})  # type: ignore[arg-type]
FIELDS = {
    "name": "Imp",
    "asides": {"cost": "3", "half": "0.5", "rarity": "rare", "tags": ("fire", "undead"), "row": "a, b", "no": "007"},
    "traits": {"move": {"gain": 2}, "any": ["x", "y"]},
    "views": [{"hand": {"dodge": 2}}, {"hand": {"spin": 1}}],
    "item": "4",
}


def value(source: str) -> Any:
    return expressions.value(expression(source), lambda path: field_value(FIELDS, path), WORDS)


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("asides.cost", "3"),
        ("asides.cost + 1", 4),
        ("asides.cost - 1 - 1", 1),
        ("views[1].hand.spin", 1),
        ("views[item - 3].hand['spin']", 1),
        ("views[0].hand", {"dodge": 2}),
        ("views[2].hand", None),
        ("traits.any[-1]", "y"),
        ("-asides.cost", -3),
        ("asides.cost * asides.half", 1.5),
        ("6 / 3", 2),
        ("7 / 2", 3.5),
        ("7 // 2", 3),
        ("7 % 4", 3),
        ("0.1 + 0.2", 0.3),
        ("item * 2", 8),
        ("traits.move.gain + 1", 3),
        ('"boss" if asides.rarity == "rare" else "minion"', "boss"),
        ('asides.rarity in ["common", "rare"]', True),
        ('"fire" in asides.tags', True),
        ('"a" in asides.row|split(",")', True),
        ('"rar" in asides.rarity', True),
        ('"x" not in traits.any', False),
        ("asides.cost > 2 and not asides.missing", True),
        ("1 < asides.cost <= 3", True),
        ('asides.cost == "3"', True),
        ("asides.cost == 3", True),
        ('asides.no == "007"', True),
        ("asides.no == 7", False),
        ("asides.missing or asides.rarity", "rare"),
        ("asides.missing + 1", None),
        ("asides.missing > 1", False),
        ("asides.missing < 1", False),
        ("asides.missing == none", True),
        ("asides.tags[0]", "fire"),
        ("asides.tags[9]", None),
        ("asides.tags|length", 2),
        ("asides.tags[0]|said", "Fire"),
        ("asides.tags|listed", "fire & undead"),
        ("asides.tags|said|listed", "Fire & undead"),
        ('"No. " ~ asides.cost ~ asides.missing ~ "!"', "No. 3!"),
        ("asides.tags ~ 1", "fire, undead1"),
        ("name|upper|lower|title", "Imp"),
        ('asides.missing|default("–")', "–"),
        ("[1, 2] + [3]", (1, 2, 3)),
        ("asides.__class__", None),
        ("name.__class__.__mro__", None),
        ('"{"', "{"),
    ],
)
def test_an_expression_has_this_value(source, result):
    assert value(source) == result


@pytest.mark.parametrize(
    ("written", "held"), [("true", 1), ("TRUE", 1), ("false", 0), ("FALSE", 0), ("", 0), ("no", 1)]
)
def test_what_a_table_writes_for_false_is_false_in_conditions(written, held):
    def holds(source: str) -> bool:
        return expressions.is_true(expressions.value(expression(source), lambda _: written, WORDS))

    assert [holds("asides.rare"), holds("not asides.rare"), holds("name and asides.rare")] == [held, not held, held]
    assert holds('1 if asides.rare else ""') == held
    assert holds("asides.rare or asides.rare") == held


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("asides.rarity > 3", "cannot compare 'rare' and 3", "|int"),
        ("asides.rarity + 3", "cannot add 'rare' and 3", "join texts with ~"),
        ("asides.cost / 0", "3 is divided by 0", ""),
        ("asides.cost % 0", "3 is divided by 0", ""),
        ("name[0]", "'Imp' is not a list", "split"),
        ("a = b", "expected token end of the expression, got '='", "to compare, write =="),
        ('a == "b', "unexpected char '\"'", "allowed are"),
        ("name|uper", "there is no filter 'uper'", "did you mean 'upper'?"),
        ("name|upper(1)", "the filter 'upper' does not take these values", ""),
        ("name|default(value=1)", "the filter 'default' does not take these values", ""),
        ("", "this expression is empty", "asides.text"),
        ("a b", "expected token end of the expression, got 'b'", "allowed are"),
        ("a }} {{ b", "this is not one expression", "allowed are"),
        ("a }}{% include 'x' %}{{ b", "this is not one expression", "allowed are"),
    ],
)
def test_other_expressions_are_errors_with_a_hint(source, message, hint):
    with pytest.raises(ExpressionError) as caught:
        value(source)
    assert message in caught.value.message
    assert hint in " ".join(caught.value.hints)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('"a" * 10**9', "powers (**) are not allowed"),
        ('"a" * 1000000000', "cannot multiply 'a' and 1000000000"),
        ("[1] * 1000000000", "cannot multiply [1] and 1000000000"),
        ("10 ** 10 ** 10", "powers (**) are not allowed"),
        ('"%1000000000d" % 3', "only numbers can be calculated with"),
        ("range(1000000000)", "functions cannot be called here"),
        ("name.upper()", "functions cannot be called here"),
        ("name|attr('__class__')", "there is no filter 'attr'"),
        ("name|map('upper')", "there is no filter 'map'"),
        ("name['__class__']", "'Imp' has no key '__class__'"),
        ("(name|first).__class__", "'I' has no key '__class__'"),
        ("''.__class__.__mro__", "'' has no key '__class__'"),
        ("cycler.__init__.__globals__.os()", "functions cannot be called here"),
        ("name is string", "tests with 'is' are not allowed here"),
        ("{1: 2}", "mappings are not allowed here"),
        ("name|replace('p', 'pppppppppp')" + "|replace('p', 'pppppppppp')" * 9, "more than 10,000 characters"),
        ("999999999999999 * 999999999999999", "a number above"),
        ("9" * 400, "a number above"),
        ("1e300 * 1e300", "a number above"),
        ("name" + " ~ name" * 200, "more than 500 characters"),
        ("(" * 200 + "1" + ")" * 200, "nested too deeply"),
        ("-" * 400 + "1", "nested"),
        ("not " * 100 + "1", "nested more than 30 levels deep"),
        ("[" * 240 + "]" * 240, "nested"),
        (r'"\u0000"', "U+0000 cannot be printed"),
        (r'"\ud800"', "U+D800 cannot be printed"),
    ],
)
def test_a_hostile_expression_is_an_error_in_a_moment(source, message):
    with calls_at_most(100_000), pytest.raises(ExpressionError) as caught:
        value(source)
    assert message in " ".join((caught.value.message, *caught.value.hints))


def test_all_filters_are_named_when_one_is_unknown():
    with pytest.raises(ExpressionError) as caught:
        value("name|zzz")
    assert "abs, capital, capitalize, default, first" in caught.value.hints[-1]


def test_only_default_and_a_condition_may_ask_for_what_is_missing():
    def strict(source: str) -> Any:
        """The value of an expression, where fields that it only asks for may be missing."""
        return expressions.value(expression(source), {"name": "Lunge"}.__getitem__, WORDS, optional=lambda _path: None)

    assert strict("missing|default('–')") == "–"
    assert strict("'there' if missing else name") == "Lunge"
    with pytest.raises(KeyError, match="missing"):
        strict("missing|upper")
    with pytest.raises(KeyError, match="missing"):
        strict("name if name else missing")


def test_the_fields_of_an_expression():
    assert expressions.fields(expression('a.b if c else d|default(e.f) ~ "g"')) == ("c", "a.b", "d", "e.f")
    assert expressions.names_in("{a} and {b.c + 1} {d e}") == ["a", "b.c"]
    assert expressions.bare_names("a == b = c") == ()


def test_the_words_that_a_text_prints_are_those_that_are_not_compared():
    text = """Cost: {asides.cost} {"boss" if asides.rarity == "rare" else "minion"}"""
    assert list(expressions.texts(text)) == ["Cost: ", " ", "", "boss", "minion"]


def test_jinja_is_imported_for_expressions_that_are_more_than_a_field():
    code = (
        "import sys\nfrom pnp.kit import expressions as e, fields as f\n"
        "e.value(f.expression('a.b'), lambda p: 1, None); assert 'jinja2' not in sys.modules\n"
        "e.value(f.expression('a + b'), lambda p: 1, None); assert 'jinja2' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def needed(source: str) -> Any:
    """The value of an expression below a field where nothing may be missing."""
    scope = {"rules": {"bands": [{"least": 0}, {"least": 6, "points": 1}]}, "asides": {}, "views": [{}]}
    return expressions.value(expression(source), lambda path: field_value(scope, path), WORDS, needed=("rules",))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("rules.bands[2].least", "there is no item 2 in a list of 2"),
        ("rules.bands[0].points", "the key 'points' has no value"),
        ("(rules.bands|last).gone", "the key 'gone' has no value"),
        ("'+' ~ rules.bands[0].points", "the key 'points' has no value"),
    ],
)
def test_what_is_missing_below_a_needed_field_is_an_error(source, message):
    with pytest.raises(ExpressionError, match=message):
        needed(source)


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("rules.bands[1].points", 1),
        ("rules.bands[0].points|default('–')", "–"),
        ("rules.bands[2].least if rules.bands[2] else 12", 12),
        ("views[3]", None),
        ("rules.bands|length", 2),
    ],
)
def test_an_expression_may_ask_for_what_is_missing(source, result):
    assert needed(source) == result


def test_keys_and_sums():
    assert value("traits.move|keys") == ("gain",)
    assert value("[1, 2, 3]|sum") == 6
