"""Nodes -> models: every kind of field, and every error with its place and its hint."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit.schema import Length, Name, Untyped, build
from pnp.sources import Node
from pnp.sources.yaml import parse
from tests.support.records import Inner, Needs, Percent, Short, WithOrigin, either


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


def test_a_default_factory_makes_a_new_value_each_time() -> None:
    first, second = (made(Needs, "{first_name: a, last_name: b, age: 3}") for _ in range(2))
    assert first.notes == {}
    assert first.notes is not second.notes


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
    Needs, Inner, dict[Name, Inner], tuple[Inner, str], either(Literal["a"] | tuple[Short, ...]), Percent | None,
    Length,
)  # fmt: skip


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
