"""Nodes -> models: every kind of field, and every error with its place and its hint."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit.model import Card
from pnp.kit.schema import Between, ByForm, Colour, Id, Length, Matching, Model, Name, Untyped, build
from pnp.sources import Node
from pnp.sources.yaml import parse


@dataclass(frozen=True, kw_only=True)
class Inner(Model):
    name: str
    size: float = 1.0


@dataclass(frozen=True, kw_only=True)
class WithOrigin(Model):
    origin: Untyped = field(repr=False, compare=False)
    name: str


@dataclass(frozen=True, kw_only=True)
class Needs(Model):
    first_name: str
    last_name: str
    age: int
    notes: dict[str, str] = field(default_factory=dict)


def node_of(text: str) -> Node:
    diagnostics = Diagnostics()
    node = parse(text, "f.yaml", diagnostics)
    assert node is not None, list(diagnostics)
    return node


def made(kind: Any, text: str) -> Any:
    diagnostics = Diagnostics()
    value = build(kind, node_of(text), diagnostics)
    assert list(diagnostics) == []
    return value


def faults_of(kind: Any, text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    assert build(kind, node_of(text), diagnostics) is None
    assert diagnostics
    return list(diagnostics)


def only(kind: Any, text: str) -> Diagnostic:
    (diagnostic,) = faults_of(kind, text)
    assert diagnostic.severity == "error"
    return diagnostic


def either(kind: Any) -> Any:
    return Annotated[kind, ByForm()]


Short = Annotated[str, Matching(r"[a-z]{1,3}", "one to three small letters")]
Percent = Annotated[int, Between(0, 100)]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (str, "--- word", "word"),
        (str, "--- '12'", "12"),
        (str, "--- ''", ""),
        (int, "--- 12", 12),
        (float, "--- 1.5", 1.5),
        (float, "--- 2", 2.0),
        (bool, "--- true", True),
        (str | None, "--- word", "word"),
        (str | None, "--- null", None),
        (float | None, "--- 3", 3.0),
        (Literal["a", "b"], "--- b", "b"),
        (Literal[1, 2], "--- 2", 2),
        (Literal["a", 1, True], "--- true", True),
        (tuple[int, ...], "[1, 2, 3]", (1, 2, 3)),
        (tuple[int, ...], "[]", ()),
        (tuple[str, int], "[a, 1]", ("a", 1)),
        (tuple[float, float], "[1, 2.5]", (1.0, 2.5)),
        (tuple[tuple[int, ...], ...], "[[1], [], [2, 3]]", ((1,), (), (2, 3))),
        (dict[str, int], "{a: 1, 2: 3}", {"a": 1, "2": 3}),
        (dict[str, int], "{}", {}),
        (dict[Id, tuple[int, ...]], "{a_b: [1]}", {"a_b": (1,)}),
        (Inner, "{name: x}", Inner(name="x")),
        (Inner, "{name: x, size: 2}", Inner(name="x", size=2.0)),
        (tuple[Inner, ...], "[{name: x}, {name: y}]", (Inner(name="x"), Inner(name="y"))),
        (dict[str, Inner], "{a: {name: x}}", {"a": Inner(name="x")}),
        (either(str | tuple[str, ...]), "--- a", "a"),
        (either(str | tuple[str, ...]), "[a, b]", ("a", "b")),
        (either(Literal["any"] | tuple[str, ...]), "--- any", "any"),
        (either(Literal["any"] | tuple[str, ...]), "[a]", ("a",)),
        (either(int | str), "--- 3", 3),
        (either(int | str), "--- x", "x"),
        (either(str | bool), "--- true", True),
        (either(float | str), "--- 1.5", 1.5),
        (either(float | str), "--- 3", 3.0),
        (either(Annotated[float, Between(0, 9)] | str), "--- 3", 3.0),
        (either(Inner | str), "{name: x}", Inner(name="x")),
        (either(Inner | str), "--- x", "x"),
        (dict[str, int] | None, "{a: 1}", {"a": 1}),
        (Annotated[int, Between(1, 3)], "--- 3", 3),
        (Annotated[int, Between(1, 3)] | None, "--- null", None),
        (Length, "--- 0", 0.0),
        (Length, "--- 2000", 2000.0),
        (Short, "--- abc", "abc"),
        (Name, "--- a-b2-c", "a-b2-c"),
        (Id, "--- a_b2", "a_b2"),
        (Colour, "--- '#aB01ff'", "#ab01ff"),
    ],
)
def test_a_value_of_each_kind_is_built(kind: Any, text: str, value: object) -> None:
    built = made(kind, text)
    assert built == value
    assert type(built) is type(value)


def test_a_whole_number_becomes_a_float_where_a_float_is_wanted() -> None:
    assert isinstance(made(Inner, "{name: x, size: 2}").size, float)


def test_a_node_is_left_as_it_is() -> None:
    node = node_of("{a: [1, {b: null}]}")
    assert build(Untyped, node, Diagnostics()) is node
    fields = made(dict[str, Untyped], "{a: {b: [1, 2]}, c: {}}")
    assert fields["a"].plain() == {"b": [1, 2]}
    assert fields["c"].span == Span("f.yaml", 1, 21, 1)
    diagnostic = only(dict[str, Untyped], "{a: {b: 1}, c: word}")
    assert (diagnostic.span.column, diagnostic.message) == (16, "expected a mapping, found 'word'")


def test_a_record_with_an_origin_keeps_its_node() -> None:
    node = node_of("name: x")
    record = build(WithOrigin, node, Diagnostics())
    assert record is not None
    assert record.origin is node
    assert record == WithOrigin(origin=node_of("name:   x"), name="x")


def test_a_model_named_twice_in_a_type_is_validated_alike_in_both_places() -> None:
    first, second = made(tuple[WithOrigin, WithOrigin], "[{name: x}, {name: y}]")
    assert (first.origin.span.column, second.origin.span.column) == (2, 13)
    assert [d.code for d in faults_of(tuple[WithOrigin, WithOrigin], "[{nam: x}, {nam: y}]")].count("unknown-key") == 2


def test_origin_is_no_key_of_the_file() -> None:
    diagnostic = only(WithOrigin, "{name: x, origin: y}")
    assert (diagnostic.code, diagnostic.message) == ("unknown-key", "unknown key 'origin'")
    assert diagnostic.hints == ("known keys: name",)


def test_keys_are_written_as_the_fields_are_named() -> None:
    assert made(Needs, "{first_name: a, last_name: b, age: 3}") == Needs(first_name="a", last_name="b", age=3)


def test_a_key_written_otherwise_is_unknown_and_the_right_one_is_named() -> None:
    missing, unknown = faults_of(Needs, "{last_name: b, age: 3,\n First-Name: a}")
    assert unknown == Diagnostic(
        Span("f.yaml", 2, 2, 10),
        "error",
        "unknown-key",
        "unknown key 'First-Name'",
        ("did you mean 'first_name'?", "known keys: age, first_name, last_name, notes"),
    )
    assert missing.message == "the key 'first_name' is missing"


def test_a_default_factory_makes_a_new_value_each_time() -> None:
    first, second = (made(Needs, "{first_name: a, last_name: b, age: 3}") for _ in range(2))
    assert first.notes == {}
    assert first.notes is not second.notes


@pytest.mark.parametrize(
    ("kind", "text", "code", "message", "hints"),
    [
        (str, "--- 12", "wrong-type", "expected a text, found '12'", ("put it in quotes",)),
        (str, "--- true", "wrong-type", "expected a text, found 'true'", ("put it in quotes",)),
        (str, "--- 1.50", "wrong-type", "expected a text, found '1.50'", ("put it in quotes",)),
        (str, "--- ~", "wrong-type", "expected a text, found nothing", ("put it in quotes",)),
        (str, "[a]", "wrong-type", "expected a text, found a list", ()),
        (str, "{a: b}", "wrong-type", "expected a text, found a mapping", ()),
        (int, "--- word", "wrong-type", "expected a whole number, found 'word'", ()),
        (int, "--- 1.0", "wrong-type", "expected a whole number, found '1.0'", ()),
        (int, "--- true", "wrong-type", "expected a whole number, found 'true'", ()),
        (int, "--- '1'", "wrong-type", "expected a whole number, found '1'", ()),
        (int, "--- null", "wrong-type", "expected a whole number, found nothing", ()),
        (float, "--- true", "wrong-type", "expected a number, found 'true'", ()),
        (float, "--- 1,5", "wrong-type", "expected a number, found '1,5'", ()),
        (bool, "--- no", "wrong-type", "expected true or false, found 'no'", ()),
        (bool, "--- 1", "wrong-type", "expected true or false, found '1'", ()),
        (tuple[int, ...], "--- 1", "wrong-type", "expected a list, found '1'", ("a list is in brackets: [a, b]",)),
        (tuple[int, ...], "{a: 1}", "wrong-type", "expected a list, found a mapping", ()),
        (tuple[int, int], "[1]", "wrong-type", "expected 2 values, found 1", ()),
        (tuple[int, int], "[1, 2, 3]", "wrong-type", "expected 2 values, found 3", ()),
        (dict[str, int], "[1]", "wrong-type", "expected a mapping, found a list", ()),
        (
            dict[str, int],
            "--- ''",
            "wrong-type",
            "expected a mapping, found ''",
            ("a mapping is in braces: {name: value}",),
        ),
        (Inner, "--- x", "wrong-type", "expected a mapping with 'name', found 'x'", ()),
        (
            Needs,
            "[1]",
            "wrong-type",
            "expected a mapping with 'first_name', 'last_name', 'age', found a list",
            (),
        ),
        (
            Literal["left", "right"],
            "--- rigth",
            "bad-choice",
            "'rigth' is not one of left, right",
            ("did you mean 'right'?",),
        ),
        (Literal["left", "right"], "--- up", "bad-choice", "'up' is not one of left, right", ()),
        (Literal[1, 2], "--- '1'", "bad-choice", "'1' is not one of 1, 2", ("did you mean '1'?",)),
        (Literal["1"], "--- 1", "bad-choice", "'1' is not one of 1", ("did you mean '1'?",)),
        (Percent, "--- 101", "out-of-range", "'101' is not between 0 and 100", ()),
        (Percent, "--- -1", "out-of-range", "'-1' is not between 0 and 100", ()),
        (Annotated[float, Between(0.5, 2)], "--- 0.4", "out-of-range", "'0.4' is not between 0.5 and 2", ()),
        (Short, "--- Abc", "bad-form", "'Abc' is not one to three small letters", ()),
        (Short, "--- abcd", "bad-form", "'abcd' is not one to three small letters", ()),
        (Short, '--- "abc\\n"', "bad-form", "'abc\\n' is not one to three small letters", ()),
        (
            Name,
            "--- a--b",
            "bad-form",
            "the name 'a--b' may contain only lower-case letters, digits and hyphens",
            ("write 'a-b'",),
        ),
        (
            Id,
            "--- 1a",
            "bad-form",
            "the id '1a' must start with a letter",
            ("write 'i1a'",),
        ),
        (
            Colour,
            "--- red",
            "bad-form",
            "'red' is not a colour like '#c8452f', in quotes",
            ("write '#ff0000', which is that colour in CSS",),
        ),
        (str | None, "[a]", "wrong-type", "expected a text, found a list", ()),
        (either(int | str), "[1]", "wrong-type", "expected a number or a text, found a list", ()),
        (
            either(Literal["x"] | tuple[str, ...]),
            "--- y",
            "wrong-type",
            "expected 'x' or a list, found 'y'",
            (),
        ),
        (either(str | Inner), "{name: 1}", "wrong-type", "expected a text, found '1'", ("put it in quotes",)),
        (
            dict[Id, int],
            "{A: 1}",
            "bad-form",
            "the id 'A' may contain only lower-case letters, digits and underscores",
            ("write 'a'",),
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_an_error(
    kind: Any, text: str, code: str, message: str, hints: tuple[str, ...]
) -> None:
    diagnostic = only(kind, text)
    assert (diagnostic.code, diagnostic.message, diagnostic.hints) == (code, message, hints)


def test_a_long_value_is_shown_shortened() -> None:
    diagnostic = only(int, "--- " + "x" * 41)
    assert diagnostic.message == "expected a whole number, found '" + "x" * 37 + "…'"
    diagnostic = only(int, "--- " + "x" * 40)
    assert diagnostic.message == "expected a whole number, found '" + "x" * 40 + "'"


def test_true_and_false_are_never_numbers_and_numbers_never_true_or_false() -> None:
    for kind in (int, float, either(int | str), float | None, Annotated[int, Between(0, 1)]):
        assert only(kind, "--- true").code in ("wrong-type", "bad-choice")
    for text in ("--- 0", "--- 1", "--- 1.0", "--- null"):
        assert only(bool, text).code == "wrong-type"


def test_an_unknown_key_is_an_error_where_the_key_stands() -> None:
    diagnostic = only(dict[str, Inner], "a:\n  name: x\n  siez: 3\n")
    assert diagnostic == Diagnostic(
        Span("f.yaml", 3, 3, 4),
        "error",
        "unknown-key",
        "unknown key 'siez'",
        ("did you mean 'size'?", "known keys: name, size"),
    )


def test_an_unknown_key_like_no_other_lists_those_that_are_known() -> None:
    assert only(Inner, "{name: x, colour: red}").hints == ("known keys: name, size",)


def test_a_key_of_ones_own_is_told_where_it_goes() -> None:
    hints = only(Card, "{name: x, blurb: y}").hints
    assert hints[0] == "a key of your own goes below 'asides': asides: {blurb: …}"
    assert only(Card, "{name: x, cuont: 2}").hints[0] == "did you mean 'count'?"


def test_a_missing_key_is_an_error_at_the_key_of_the_mapping_that_lacks_it() -> None:
    diagnostic = only(dict[str, Inner], "one: {name: x}\ntwo: {size: 3}\n")
    assert diagnostic == Diagnostic(
        Span("f.yaml", 2, 1, 3), "error", "missing-key", "the key 'name' is missing", ("add 'name: …'",)
    )


def test_a_key_missing_from_a_list_item_is_an_error_at_the_item() -> None:
    diagnostic = only(tuple[Inner, ...], "- name: x\n- size: 3\n")
    assert diagnostic.span == Span("f.yaml", 2, 3, 1)


def test_a_key_whose_value_is_wrong_is_not_missing_too() -> None:
    assert [d.code for d in faults_of(Inner, "name: 12")] == ["wrong-type"]


def test_all_errors_of_a_file_are_found_in_one_pass() -> None:
    text = """\
first_name: 12
age: old
notes:
  a: 1
  b: fine
  c: [x]
colour: red
"""
    assert [(d.span.line, d.span.column, d.span.width, d.code) for d in faults_of(Needs, text)] == [
        (1, 1, 1, "missing-key"),
        (1, 13, 2, "wrong-type"),
        (2, 6, 3, "wrong-type"),
        (4, 6, 1, "wrong-type"),
        (6, 6, 1, "wrong-type"),
        (7, 1, 6, "unknown-key"),
    ]


def test_all_errors_of_nested_lists_and_tuples_are_found() -> None:
    text = "- [1, x]\n- [2]\n- 3\n- [a, b]\n"
    assert [(d.span.line, d.span.column) for d in faults_of(tuple[tuple[int, int], ...], text)] == [
        (1, 7),
        (2, 3),
        (3, 3),
        (4, 4),
        (4, 7),
    ]


def test_both_a_key_and_its_value_may_be_errors() -> None:
    assert [(d.span.column, d.code) for d in faults_of(dict[Id, int], "Bad: word")] == [
        (1, "bad-form"),
        (6, "wrong-type"),
    ]


def test_building_a_wrong_node_again_gives_nothing_again() -> None:
    diagnostics = Diagnostics()
    node = node_of("{name: x, siez: 3}")
    assert build(Inner, node, diagnostics) is None
    assert build(Inner, node, diagnostics) is None
    assert len(diagnostics) == 1


def test_errors_found_before_do_not_spoil_what_is_right() -> None:
    diagnostics = Diagnostics()
    diagnostics.error(Span("other.yaml"), "code", "message")
    assert build(Inner, node_of("{name: x}"), diagnostics) == Inner(name="x")


@given(
    st.fixed_dictionaries(
        {"first_name": st.sampled_from(["a", "b c"]), "last_name": st.just("x"), "age": st.integers(-5, 5)},
        optional={"notes": st.dictionaries(st.sampled_from("abc"), st.sampled_from(["p", "q"]))},
    )
)
def test_what_is_right_is_built_without_an_error(data: dict[str, Any]) -> None:
    def as_node(value: Any) -> Node:
        if isinstance(value, dict):
            return Node({k: as_node(v) for k, v in value.items()}, Span("f"))
        return Node(value, Span("f"), None, str(value))

    diagnostics = Diagnostics()
    record = build(Needs, as_node(data), diagnostics)
    assert list(diagnostics) == []
    assert record is not None
    assert (record.first_name, record.age, record.notes) == (data["first_name"], data["age"], data.get("notes", {}))


junk = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.floats(allow_nan=False), st.text("ab-_", max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["name", "size", "first_name", "age", "notes", "x"]), inner, max_size=4),
    ),
    max_leaves=8,
)
KINDS = (
    Needs,
    Inner,
    dict[Name, Inner],
    tuple[Inner, str],
    either(Literal["a"] | tuple[Short, ...]),
    Percent | None,
    Length,
)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from(KINDS), junk)
def test_junk_never_raises_and_is_built_or_an_error(kind: Any, data: Any) -> None:
    def as_node(value: Any) -> Node:
        if isinstance(value, dict):
            return Node({k: as_node(v) for k, v in value.items()}, Span("f"))
        if isinstance(value, list):
            return Node([as_node(v) for v in value], Span("f"))
        return Node(value, Span("f"), None, "" if value is None else str(value))

    diagnostics = Diagnostics()
    built = build(kind, as_node(data), diagnostics)
    assert built is None or not diagnostics
    assert diagnostics or built is not None or data is None
