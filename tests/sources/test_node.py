"""A value knows its place, also after it was moved."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.sources import Node
from pnp.sources.yaml import parse


@pytest.fixture
def node() -> Node:
    found = parse("a: [1, {b: two}]\nc: 3\n", "x.yaml", Diagnostics())
    assert found
    return found


def test_a_value_is_plain_data(node):
    assert node.plain() == {"a": [1, {"b": "two"}], "c": 3}
    assert [text for text, _ in node.texts()] == ["two"]


def test_a_place_is_that_of_the_nearest_value_above(node):
    assert node.at("a", 1, "b")[:3] == ("x.yaml", 1, 12)
    assert node.at("a", 1, "gone")[:3] == node.at("a", 1)[:3]


def test_all_places_are_those_of_another_file_or_lower(node):
    assert {span.file for span in node.moved("y.yaml").spans()} == {"y.yaml"}
    assert [span.line for span in node.lowered(3).spans()] == [span.line + 3 for span in node.spans()]
    assert node.lowered(3).plain() == node.plain()


def test_a_node_stays_when_it_is_given_another_value(node):
    changed = node.replaced({"a": Node(1, Span("x.yaml", 1, 4))})
    assert (changed.plain(), changed.span, len(node.value)) == ({"a": 1}, node.span, 2)
