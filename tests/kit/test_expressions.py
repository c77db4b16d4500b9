"""Expressions of faces: their values, and hostile ones that must stay harmless."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from pnp.kit import expressions
from pnp.kit.fields import ExpressionError, expression, field_value
from tests.support.expressions import FIELDS, WORDS
from tests.support.work import calls_at_most


def value(source: str) -> Any:
    return expressions.value(expression(source), lambda path: field_value(FIELDS, path), WORDS)


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
    ("source", "message"),
    [
        ("name|replace('p', 'pppppppppp')" + "|replace('p', 'pppppppppp')" * 9, "more than 10,000 characters"),
        ("9" * 400, "a number above"),
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
