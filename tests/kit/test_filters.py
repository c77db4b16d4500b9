"""Filters of expressions: their results, and the limits that keep these small."""

from __future__ import annotations

import pytest

from pnp.kit import filters
from pnp.kit.fields import ExpressionError


@pytest.mark.parametrize(
    ("name", "given", "result"),
    [
        ("abs", (-3,), 3),
        ("abs", (None,), None),
        ("capital", ("auf der Jagd",), "Auf der Jagd"),
        ("capital", ("",), ""),
        ("capitalize", ("fire storm",), "Fire storm"),
        ("default", ("", "none"), "none"),
        ("default", (0, "none"), 0),
        ("first", (("a", "b"),), "a"),
        ("first", ("",), None),
        ("float", ("2.5",), 2.5),
        ("html", ("<b>Draw</b> 2 &amp; go<br>on",), "**Draw** 2 & go\non"),
        ("html", (None,), ""),
        ("int", ("3",), 3),
        ("int", (3.9,), 3),
        ("join", (("a", 2), "/"), "a/2"),
        ("pairs", ({"Up": 1, "In": 2}, " +"), ("Up +1", "In +2")),
        ("pairs", (None,), ()),
        ("last", ("abc",), "c"),
        ("length", (("a", "b"),), 2),
        ("length", (None,), 0),
        ("lower", ("ÄB",), "äb"),
        ("replace", ("a-b-c", "-", " "), "a b c"),
        ("round", (2.5,), 3),
        ("round", (-2.5,), -3),
        ("round", (2.345, 2), 2.35),
        ("sort", (("b", "A", 3, 1),), (1, 3, "A", "b")),
        ("split", (" fire, undead ,", ","), ("fire", "undead")),
        ("split", ("a b",), ("a", "b")),
        ("split", (3, ","), ("3",)),
        ("split", (None, ","), ()),
        ("title", ("fire storm",), "Fire Storm"),
        ("unique", (("a", "b", "a"),), ("a", "b")),
        ("unique", ((["a"], "a", ["a"], {"a": 1}),), (["a"], "a", {"a": 1})),
        ("upper", (None,), ""),
    ],
)
def test_a_filter_has_this_result(name, given, result):
    assert filters.FILTERS[name](*given) == result


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("upper", (("a",),), "expected a text, found ['a']"),
        ("join", ("a",), "expected a list, found 'a'"),
        ("pairs", ("a",), "'a' has no keys"),
        ("int", ("x",), "'x' is not a number"),
        ("float", ("inf",), "this makes a number above 1,000,000,000,000,000"),
        ("int", ("9" * 5000,), "is not a number"),
        ("replace", ("a", "", "b"), "the text to replace is empty"),
        ("split", ("a", ""), "the text to split at is empty"),
        ("round", (2.5, 100), "expected a whole number from 0 to 10, found 100"),
    ],
)
def test_other_values_are_errors(name, given, message):
    with pytest.raises(ExpressionError) as caught:
        filters.FILTERS[name](*given)
    assert message in caught.value.message


@pytest.mark.parametrize(
    "large",
    [
        lambda: filters.FILTERS["replace"]("a" * 9_999, "a", "b" * 9_999),
        lambda: filters.FILTERS["join"](("a",) * 900, "b" * 9_999),
        lambda: filters.text_of([["a" * 9_000] * 900] * 900),
        lambda: filters.limited("a" * 10_001),
        lambda: filters.limited([1] * 1_001),
        lambda: filters.limited(float("nan")),
        lambda: filters.limited(10**400),
    ],
)
def test_large_results_are_errors_before_they_are_made(large):
    with pytest.raises(ExpressionError, match="this makes a"):
        large()


def test_every_filter_knows_how_many_values_it_takes():
    assert [filters.takes("upper", count) for count in (0, 1)] == [True, False]
    assert [filters.takes("replace", count) for count in (1, 2, 3)] == [False, True, False]
    assert [filters.takes("said", count) for count in (0, 1)] == [True, False]
