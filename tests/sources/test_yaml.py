"""YAML text -> nodes with their places."""

from __future__ import annotations

import string
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import paths
from pnp.sources import Node
from pnp.sources.yaml import MOST_KEPT, keys_of, parse, read
from tests.support.yaml import good, place, written

# Scalars


DATA = [*(paths.data_folder() / "rhino").glob("*.yaml"), *paths.fonts_folder().rglob("*.yaml")]


@pytest.mark.slow
@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML has no libyaml here")
@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_data_are_the_same_with_and_without_libyaml(path):
    text = path.read_text("utf-8")
    assert yaml.load(text, yaml.CSafeLoader) == yaml.load(text, yaml.SafeLoader)


def test_a_node_keeps_the_text_it_was_written_with():
    node = good("a: 1.50\nb: '007'")
    assert node.value["a"].text == "1.50"
    assert node.value["b"].text == "007"


# Places

NESTED = """\
title: Rhinoceros Joust
players: [2, 14]
credit:
  designer: "D. Baker"
  years:
    - 2017
    - {first: 1999, last: 'x y'}
"""


@pytest.mark.parametrize(
    ("path", "value_at", "key_at"),
    [
        ((), (1, 1, 1), (1, 1, 1)), (("title",), (1, 8, 16), (1, 1, 5)), (("players",), (2, 10, 1), (2, 1, 7)),
        (("players", 0), (2, 11, 1), (2, 11, 1)), (("players", 1), (2, 14, 2), (2, 14, 2)),
        (("credit",), (4, 3, 1), (3, 1, 6)), (("credit", "designer"), (4, 13, 10), (4, 3, 8)),
        (("credit", "years"), (6, 5, 1), (5, 3, 5)), (("credit", "years", 0), (6, 7, 4), (6, 7, 4)),
        (("credit", "years", 1), (7, 7, 1), (7, 7, 1)), (("credit", "years", 1, "first"), (7, 15, 4), (7, 8, 5)),
        (("credit", "years", 1, "last"), (7, 27, 5), (7, 21, 4)),
    ],
)  # fmt: skip
def test_values_and_keys_know_where_they_stand(path, value_at, key_at):
    node: Any = good(NESTED)
    root = node
    for step in path:
        node = node.value[step]
    assert place(node.span) == value_at
    assert place(node.key_span) == key_at
    assert root.at(*path) == node.span


def test_text_beyond_ascii_counts_by_characters():
    node = good("naïve: “é”\nb: {× : 1, c: 😀 x}")
    assert place(node.value["naïve"].span) == (1, 8, 3)
    assert place(node.value["b"].value["c"].key_span) == (2, 12, 1)
    assert place(node.value["b"].value["c"].span) == (2, 15, 3)


def test_a_value_of_several_lines_is_marked_where_it_begins():
    node = good("a: |\n  x\n  y\nb: 'q\n  r'\nc: p\n  q\n")
    assert place(node.value["a"].span) == (1, 4, 1)
    assert place(node.value["b"].span) == (4, 4, 1)
    assert place(node.value["c"].span) == (6, 4, 1)


def test_a_value_left_out_stands_right_after_its_key():
    node = good("a:\nb: 1")
    assert node.value["a"].value is None
    assert place(node.value["a"].span) == (1, 3, 1)


@pytest.mark.parametrize(
    ("path", "place_of"),
    [
        (("credit", "nothing"), ("credit",)), (("players", 7), ("players",)), (("nothing", "at", "all"), ()),
        (("title", "x"), ("title",)), (("players", "x"), ("players",)), (("title", 0), ("title",)),
    ],
)  # fmt: skip
def test_a_path_that_ends_early_leads_to_the_nearest_thing_above(path, place_of):
    node = good(NESTED)
    assert node.at(*path) == node.at(*place_of)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_change_no_place(tmp_path, end, mark):
    path = written(tmp_path, mark + NESTED.encode().replace(b"\n", end))
    diagnostics = Diagnostics()
    node = read(path, diagnostics)
    assert node is not None
    assert not diagnostics
    assert node.plain() == good(NESTED).plain()
    assert node.at("title") == Span(str(path), 1, 8, 16)
    assert node.at("credit", "years", 1, "last") == Span(str(path), 7, 27, 5)


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_only_line_ends_that_editors_show_count_as_lines(separator):
    diagnostics = Diagnostics()
    parse(f"a: 'x{separator}y'\nb: *c", "f.yaml", diagnostics)
    assert all(d.span.line <= 2 for d in diagnostics)
    assert (2, 4) in [(d.span.line, d.span.column) for d in diagnostics] or [d.span.line for d in diagnostics] == [1]


def test_a_span_is_said_as_file_line_and_column():
    assert str(Span("a/b.yaml", 3, 14, 5)) == "a/b.yaml:3:14"


# Laws

pieces = st.sampled_from(
    ["a", "b: ", "- ", "\n", "  ", "\t", "[", "]", "{", "}", ", ", ": ", "'", '"', "#", "&x ", "*x", "!t ", "| ", ">-"]
    + [
        "? ", "---\n", "...\n", "%", "@", "\\", "é", "😀", "\x00", "\x85", "\u2028", "\ufeff", "1.5", "null", "<<: ",
        "\x7f",
    ]
)  # fmt: skip
yaml_like = st.lists(pieces, max_size=30).map("".join)


def spans(node: Node) -> list[Span]:
    found = [node.span, node.key_span]
    children = node.value.values() if isinstance(node.value, dict) else node.value
    if isinstance(node.value, dict | list):
        for child in children:
            found += spans(child)
    return found


def assert_inside(span: Span, text: str) -> None:
    lines = text.split("\n")
    assert 1 <= span.line <= len(lines), span
    assert 1 <= span.column <= len(lines[span.line - 1]) + 1, span
    assert span.column - 1 + span.width <= max(len(lines[span.line - 1]), span.column), span


def check_parse(text: str) -> None:
    diagnostics = Diagnostics()
    node = parse(text, "f.yaml", diagnostics)
    assert (node is None) == bool(diagnostics)
    for span in [d.span for d in diagnostics] + (spans(node) if node else []):
        assert_inside(span, text)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(yaml_like)
@example("a\u2028b: 1\nc: [1\n")
def test_parse_never_raises_on_text_like_yaml_and_every_place_is_in_it(text):
    check_parse(text)


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=60))
@example("\ufeff: a")
def test_parse_never_raises_on_any_text_and_every_place_is_in_it(text):
    check_parse(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_read_never_raises_on_any_bytes(tmp_path_factory, data):
    diagnostics = Diagnostics()
    node = read(written(tmp_path_factory.getbasetemp(), data), diagnostics)
    assert (node is None) == bool(diagnostics)


words = st.text(string.ascii_letters + " é×", min_size=1, max_size=8).map(lambda w: f"'{w}'")
values = st.recursive(
    st.one_of(words, st.integers(-999, 999).map(str), st.sampled_from(["null", "true", "1.5"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda vs: f"[{', '.join(vs)}]"),
        st.lists(inner, max_size=3).map(lambda vs: "{" + ", ".join(f"k{i}: {v}" for i, v in enumerate(vs)) + "}"),
    ),
    max_leaves=8,
)


@given(st.lists(values, min_size=1, max_size=4))
def test_the_text_at_a_scalars_place_is_the_scalar(lines):
    text = "\n".join(f"line{i}: {value}" for i, value in enumerate(lines))
    todo = [good(text)]
    while todo:
        node = todo.pop()
        if isinstance(node.value, dict | list):
            todo += node.value.values() if isinstance(node.value, dict) else node.value
        else:
            line = text.split("\n")[node.span.line - 1]
            there = line[node.span.column - 1 :][: node.span.width]
            assert there.strip("'") == node.text


def test_a_text_is_read_once_for_all_its_files(monkeypatch):
    text, texts = "only here: {a: [1, b]}\n", list[str]()

    def counted(stream: str, Loader: Any) -> Any:  # noqa: N803 - PyYAML's name
        texts.append(stream)
        return parse_events(stream, Loader=Loader)

    parse_events = yaml.parse
    monkeypatch.setattr(yaml, "parse", counted)
    first, second, again = (parse(text, file, Diagnostics()) for file in ("one.yaml", "two.yaml", "one.yaml"))
    assert texts == [text]
    assert first
    assert second
    assert again
    assert first.plain() == second.plain() == again.plain()
    for node, file in ((first, "one.yaml"), (second, "two.yaml"), (again, "one.yaml")):
        assert {span.file for span in node.spans()} == {file}
    assert [span[1:] for span in first.spans()] == [span[1:] for span in second.spans()]


def test_each_file_with_an_error_has_its_own_report():
    for file in ("one.yaml", "two.yaml"):
        diagnostics = Diagnostics()
        assert parse("a: 1\na: 2\n", file, diagnostics) is None
        assert [found.span for found in diagnostics] == [Span(file, 2, 1)]


def test_only_a_mapping_has_keys():
    text = Node("x", Span("kit.yaml", 1))
    assert keys_of(Node({"a": text}, text.span)) == {"a": text}
    assert keys_of(text) == keys_of(Node([text], text.span)) == keys_of(None) == {}


def test_a_text_is_read_once_until_many_others_were_read():
    def node(text: str = "a: 1", file: str = "f.yaml") -> Node | None:
        return parse(text, file, Diagnostics())

    first = node()
    assert node() is first
    other = node(file="g.yaml")
    assert other is not first
    assert (other.span.file, other.plain()) == ("g.yaml", {"a": 1})
    node("# " + "x" * MOST_KEPT)
    assert node() is not first
