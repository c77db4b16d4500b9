"""YAML text -> nodes with their places; every error with its code, line, column and hint."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Diagnostics, Span, did_you_mean
from pnp.kit import paths
from pnp.kit import yaml as source
from pnp.kit.yaml import Node, parse, read, read_text

LOOK = "check the indentation and the quotes of this line and the one above"


def good(text: str) -> Node:
    diagnostics = Diagnostics()
    node = parse(text, "f.yaml", diagnostics)
    assert list(diagnostics) == []
    assert node is not None
    return node


def bad(text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    assert parse(text, "f.yaml", diagnostics) is None
    assert diagnostics
    return list(diagnostics)


def only(text: str) -> Diagnostic:
    (diagnostic,) = bad(text)
    assert diagnostic.severity == "error"
    assert diagnostic.span.file == "f.yaml"
    return diagnostic


def place(span: Span) -> tuple[int, int, int]:
    return span.line, span.column, span.width


def written(folder: Path, data: bytes) -> Path:
    path = folder / "f.yaml"
    path.write_bytes(data)
    return path


# Scalars


@pytest.mark.parametrize(
    ("written_as", "value"),
    [
        ("no", "no"),
        ("off", "off"),
        ("yes", "yes"),
        ("on", "on"),
        ("y", "y"),
        ("True", "True"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("NULL", "NULL"),
        ("0", 0),
        ("12", 12),
        ("+3", 3),
        ("-3", -3),
        ("-0", 0),
        ("007", "007"),
        ("0x10", "0x10"),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2020-01-01", "2020-01-01"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("-1.25", -1.25),
        ("1.5e3", 1500.0),
        ("1.5E-3", 0.0015),
        ("1e3", "1e3"),
        (".", "."),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("1.2.3", "1.2.3"),
        ("99999999999999999", 99999999999999999),
        ("123456789012345678", "123456789012345678"),
        ("'12'", "12"),
        ('"1.5"', "1.5"),
        ("'null'", "null"),
        ('"true"', "true"),
        ("''", ""),
        ("'it''s'", "it's"),
        (r'"a\tb\u00d7"', "a\tb×"),
        ("two words", "two words"),
        ("a # comment", "a"),
        ("a#b", "a#b"),
    ],
)
def test_a_scalar_is_read_as_it_is_meant(written_as: str, value: object) -> None:
    read_as = good(f"key: {written_as}").plain()["key"]
    assert read_as == value
    assert type(read_as) is type(value)


def test_a_number_too_large_for_a_float_is_not_infinite() -> None:
    assert good("key: 1.0e999").plain() == {"key": "1.0e999"}


@pytest.mark.parametrize(
    ("block", "value"),
    [
        ("|\n  12\n", "12\n"),
        ("|-\n  12\n", "12"),
        (">\n  a\n  b\n", "a b\n"),
        (">-\n  a\n\n  b\n", "a\nb"),
        ("|\n  a\n   b\n", "a\n b\n"),
    ],
)
def test_a_block_is_always_text(block: str, value: str) -> None:
    assert good(f"key: {block}").plain() == {"key": value}


def test_keys_are_text_even_when_they_look_like_numbers() -> None:
    assert good("1: a\n2.5: b\nnull: c\ntrue: d\n'': e").plain() == {
        "1": "a",
        "2.5": "b",
        "null": "c",
        "true": "d",
        "": "e",
    }


def test_a_merge_key_is_a_key_like_any_other() -> None:
    assert good("<<: {a: 1}\nb: 2").plain() == {"<<": {"a": 1}, "b": 2}


DATA = [*paths.data_folder().rglob("*.yaml"), *paths.fonts_folder().rglob("*.yaml")]


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="PyYAML has no libyaml here")
@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_data_are_the_same_with_and_without_libyaml(path: Path) -> None:
    text = path.read_text("utf-8")
    assert yaml.load(text, yaml.CSafeLoader) == yaml.load(text, yaml.SafeLoader)


def test_a_node_keeps_the_text_it_was_written_with() -> None:
    node = good("a: 1.50\nb: '007'")
    assert node.value["a"].text == "1.50"
    assert node.value["b"].text == "007"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "  \n# a\n  # b"])
def test_an_empty_file_is_an_empty_mapping(text: str) -> None:
    node = good(text)
    assert node.plain() == {}
    assert node.span == Span("f.yaml", 1, 1, 1)


def test_a_file_may_hold_a_list_or_a_single_value() -> None:
    assert good("- 1\n- [2, {a: 3}]").plain() == [1, [2, {"a": 3}]]
    assert good("--- word\n").plain() == "word"


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
        ((), (1, 1, 1), (1, 1, 1)),
        (("title",), (1, 8, 16), (1, 1, 5)),
        (("players",), (2, 10, 1), (2, 1, 7)),
        (("players", 0), (2, 11, 1), (2, 11, 1)),
        (("players", 1), (2, 14, 2), (2, 14, 2)),
        (("credit",), (4, 3, 1), (3, 1, 6)),
        (("credit", "designer"), (4, 13, 10), (4, 3, 8)),
        (("credit", "years"), (6, 5, 1), (5, 3, 5)),
        (("credit", "years", 0), (6, 7, 4), (6, 7, 4)),
        (("credit", "years", 1), (7, 7, 1), (7, 7, 1)),
        (("credit", "years", 1, "first"), (7, 15, 4), (7, 8, 5)),
        (("credit", "years", 1, "last"), (7, 27, 5), (7, 21, 4)),
    ],
)
def test_values_and_keys_know_where_they_stand(
    path: tuple[str | int, ...], value_at: tuple[int, int, int], key_at: tuple[int, int, int]
) -> None:
    node: Any = good(NESTED)
    root = node
    for step in path:
        node = node.value[step]
    assert place(node.span) == value_at
    assert place(node.key_span) == key_at
    assert root.at(*path) == node.span


def test_text_beyond_ascii_counts_by_characters() -> None:
    node = good("naïve: “é”\nb: {× : 1, c: 😀 x}")
    assert place(node.value["naïve"].span) == (1, 8, 3)
    assert place(node.value["b"].value["c"].key_span) == (2, 12, 1)
    assert place(node.value["b"].value["c"].span) == (2, 15, 3)


def test_a_value_of_several_lines_is_marked_where_it_begins() -> None:
    node = good("a: |\n  x\n  y\nb: 'q\n  r'\nc: p\n  q\n")
    assert place(node.value["a"].span) == (1, 4, 1)
    assert place(node.value["b"].span) == (4, 4, 1)
    assert place(node.value["c"].span) == (6, 4, 1)


def test_a_value_left_out_stands_right_after_its_key() -> None:
    node = good("a:\nb: 1")
    assert node.value["a"].value is None
    assert place(node.value["a"].span) == (1, 3, 1)


@pytest.mark.parametrize(
    ("path", "place_of"),
    [
        (("credit", "nothing"), ("credit",)),
        (("players", 7), ("players",)),
        (("nothing", "at", "all"), ()),
        (("title", "x"), ("title",)),
        (("players", "x"), ("players",)),
        (("title", 0), ("title",)),
    ],
)
def test_a_path_that_ends_early_leads_to_the_nearest_thing_above(
    path: tuple[str | int, ...], place_of: tuple[str, ...]
) -> None:
    node = good(NESTED)
    assert node.at(*path) == node.at(*place_of)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_change_no_place(tmp_path: Path, end: bytes, mark: bytes) -> None:
    path = written(tmp_path, mark + NESTED.encode().replace(b"\n", end))
    diagnostics = Diagnostics()
    node = read(path, diagnostics)
    assert node is not None
    assert not diagnostics
    assert node.plain() == good(NESTED).plain()
    assert node.at("title") == Span(str(path), 1, 8, 16)
    assert node.at("credit", "years", 1, "last") == Span(str(path), 7, 27, 5)


def test_line_ends_in_blocks_are_plain_newlines(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    node = read(written(tmp_path, b"a: |\r\n  x\r\n  y\r\n"), diagnostics)
    assert node is not None
    assert node.plain() == {"a": "x\ny\n"}


def test_the_byte_order_mark_moves_no_error(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert read(written(tmp_path, b"\xef\xbb\xbfa: *x\r\nb: *y\r\n"), diagnostics) is None
    assert [place(d.span) for d in diagnostics] == [(1, 4, 1), (2, 4, 1)]


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_only_line_ends_that_editors_show_count_as_lines(separator: str) -> None:
    diagnostics = Diagnostics()
    parse(f"a: 'x{separator}y'\nb: *c", "f.yaml", diagnostics)
    assert all(d.span.line <= 2 for d in diagnostics)
    assert (2, 4) in [(d.span.line, d.span.column) for d in diagnostics] or [d.span.line for d in diagnostics] == [1]


def test_a_span_is_said_as_file_line_and_column() -> None:
    assert str(Span("a/b.yaml", 3, 14, 5)) == "a/b.yaml:3:14"


# Errors


@pytest.mark.parametrize(
    ("text", "at", "code", "message", "hint"),
    [
        ("a: 1\nb: *x", (2, 4), "alias", "aliases (*x) are not supported", "repeat the value"),
        ("a: &x 1", (1, 4), "alias", "anchors (&x) are not supported", "remove the anchor"),
        ("&k a: 1", (1, 1), "alias", "anchors (&k) are not supported", "remove the anchor"),
        ("a: &m\n  b: 1", (1, 4), "alias", "anchors (&m) are not supported", "remove the anchor"),
        (
            "a: !!str 12",
            (1, 4),
            "tag",
            "tags (tag:yaml.org,2002:str) are not supported",
            "remove the tag; put the value in quotes if it is a text",
        ),
        (
            "- !!python/object/apply:os.system [ls]",
            (1, 3),
            "tag",
            "tags (tag:yaml.org,2002:python/object/apply:os.system) are not supported",
            "remove the tag; put the value in quotes if it is a text",
        ),
        (
            "a: !mine {b: 1}",
            (1, 4),
            "tag",
            "tags (!mine) are not supported",
            "remove the tag; put the value in quotes if it is a text",
        ),
        ("a: 1\nb: 2\na: 3", (3, 1), "duplicate-key", "duplicate key 'a'; first on line 1", None),
        ("x: {b: 1, b: 2}", (1, 11), "duplicate-key", "duplicate key 'b'; first on line 1", None),
        ("1: a\n'1': b", (2, 1), "duplicate-key", "duplicate key '1'; first on line 1", None),
        ("? [a, b]\n: 1", (1, 3), "bad-key", "a key must be a scalar", None),
        ("{{a: 1}: b}", (1, 2), "bad-key", "a key must be a scalar", None),
        (
            "a:\n\t- b",
            (2, 1),
            "bad-yaml",
            "not readable as YAML: while scanning for the next token, found character that cannot start any token",
            "indent with spaces; YAML does not allow tabs",
        ),
        (
            "a:\n  - b\n c: 1",
            (3, 2),
            "bad-yaml",
            "not readable as YAML: while parsing a block mapping, did not find expected key",
            LOOK,
        ),
        (
            "a: b: c",
            (1, 5),
            "bad-yaml",
            "not readable as YAML: mapping values are not allowed in this context",
            "a text that contains ': ' needs quotes",
        ),
        (
            "a: [1, 2\nb: 3",
            (2, 2),
            "bad-yaml",
            "not readable as YAML: while parsing a flow sequence, did not find expected ',' or ']'",
            LOOK,
        ),
        (
            "a: 1\n---\nb: 2",
            (2, 1),
            "bad-yaml",
            "not readable as YAML: expected a single document in the stream, but found another document",
            LOOK,
        ),
        (
            "a: `x`",
            (1, 4),
            "bad-yaml",
            "not readable as YAML: while scanning for the next token, found character that cannot start any token",
            LOOK,
        ),
        ("a: x\x07y", (1, 5), "bad-yaml", "this character is not allowed in YAML", "remove U+0007"),
        ("a: b\nc: \x00", (2, 4), "bad-yaml", "this character is not allowed in YAML", "remove U+0000"),
    ],
)
def test_what_is_not_plain_yaml_is_an_error_at_its_place(
    text: str, at: tuple[int, int], code: str, message: str, hint: str | None
) -> None:
    diagnostic = only(text)
    assert (diagnostic.span.line, diagnostic.span.column) == at
    assert (diagnostic.code, diagnostic.message) == (code, message)
    assert diagnostic.hints == ((hint,) if hint else ())


@pytest.mark.parametrize("quote", ["'", '"'])
def test_an_unclosed_quote_is_an_error_where_it_was_opened(quote: str) -> None:
    diagnostic = only(f"a: 1\nb: {quote}x\nc: 2\nd: 3\n")
    assert diagnostic.code == "bad-yaml"
    assert diagnostic.message == "not readable as YAML: while scanning a quoted scalar, found unexpected end of stream"
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 4)


def test_duplicate_and_bad_keys_are_marked_over_their_width() -> None:
    assert place(only("name: 1\nname: 2").span) == (2, 1, 4)
    assert place(only("{[a, b]: c}").span) == (1, 2, 6)


def test_several_errors_in_one_file_are_all_reported() -> None:
    found = bad("a: &x 1\nb: *x\nc: !t 1\nd: [*y, {e: &z 1}]\n")
    assert [(d.span.line, d.span.column, d.code) for d in found] == [
        (1, 4, "alias"),
        (2, 4, "alias"),
        (3, 4, "tag"),
        (4, 5, "alias"),
        (4, 13, "alias"),
    ]


def test_errors_before_a_syntax_error_are_reported_with_it() -> None:
    assert [(d.span.line, d.code) for d in bad("a: *x\nb: c: d")] == [(1, "alias"), (2, "bad-yaml")]


def test_all_duplicates_at_all_depths_are_reported() -> None:
    found = bad("a: 1\na: 2\na: 3\nb:\n  - {c: 1, c: 2}\n? [k]\n: 1\n")
    assert [(d.span.line, d.span.column, d.code) for d in found] == [
        (2, 1, "duplicate-key"),
        (3, 1, "duplicate-key"),
        (5, 12, "duplicate-key"),
        (6, 3, "bad-key"),
    ]


def test_twenty_levels_are_read_and_one_more_is_an_error() -> None:
    good("[" * source.MAX_DEPTH + "]" * source.MAX_DEPTH)
    diagnostic = only("[" * (source.MAX_DEPTH + 1) + "]" * (source.MAX_DEPTH + 1))
    assert (diagnostic.code, diagnostic.message) == ("too-deep", "nested more than 20 levels deep")
    assert place(diagnostic.span) == (1, 21, 1)


@pytest.mark.parametrize("opener", ["[", "{", "- ", "{a: ", "? "])
def test_a_hundred_thousand_openers_are_refused_at_once(opener: str) -> None:
    assert {d.code for d in bad(opener * 100_000)} <= {"too-deep", "bad-yaml"}


def test_too_many_values_are_an_error() -> None:
    diagnostic = only("- 1\n" * source.MAX_NODES)
    assert (diagnostic.code, diagnostic.message) == ("too-many-values", "more than 200000 values in one file")
    assert diagnostic.hints == ("split the file",)
    assert diagnostic.span.line == pytest.approx(source.MAX_NODES, abs=5)


def test_an_alias_bomb_is_refused_without_being_expanded() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    found = bad("\n".join(lines))
    assert {d.code for d in found} == {"alias"}
    assert len(found) == 30 + 29 * 10


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    path = tmp_path / "gone.yaml"
    assert read(path, diagnostics) is None
    assert list(diagnostics) == [
        Diagnostic(
            Span(str(path), 1, 1, 1), "error", "unreadable-file", "cannot read this file: No such file or directory"
        )
    ]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert read(tmp_path, diagnostics) is None
    assert [d.code for d in diagnostics] == ["unreadable-file"]


def test_a_file_of_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert read_text(written(tmp_path, b"#" * source.MAX_BYTES), diagnostics) == "#" * source.MAX_BYTES
    assert not diagnostics
    path = written(tmp_path, b"#" * (source.MAX_BYTES + 1))
    assert read(path, diagnostics) is None
    assert list(diagnostics) == [
        Diagnostic(Span(str(path), 1, 1, 1), "error", "file-too-large", "this file is larger than 2000 kB")
    ]


@pytest.mark.parametrize(
    ("data", "at", "byte"),
    [
        (b"a: \xff", (1, 4), "ff"),
        (b"a: 1\nbc: \xe9t\xe9\n", (2, 5), "e9"),
        (b"a: 1\r\nb: \x80", (2, 4), "80"),
        (b"\xff\xfea\x00", (1, 1), "ff"),
        ("é: ".encode() + b"\xff", (1, 4), "ff"),
        (b"\xef\xbb\xbfabc: \xff", (1, 6), "ff"),
        (b"\xef\xbb\xbfa: 1\nb: \xff", (2, 4), "ff"),
        (b"a: 1\rb: \xff", (2, 4), "ff"),
    ],
)
def test_bytes_that_are_not_utf_8_are_an_error_at_their_place(
    tmp_path: Path, data: bytes, at: tuple[int, int], byte: str
) -> None:
    diagnostics = Diagnostics()
    path = written(tmp_path, data)
    assert read(path, diagnostics) is None
    (diagnostic,) = diagnostics
    assert (diagnostic.code, diagnostic.message) == ("not-utf-8", f"byte 0x{byte} is not UTF-8 text")
    assert diagnostic.hints == ("save the file in the UTF-8 encoding",)
    assert (diagnostic.span.line, diagnostic.span.column) == at


# The list of diagnostics


def test_errors_come_in_the_order_of_files_lines_and_columns_and_once_each() -> None:
    diagnostics = Diagnostics()
    assert not diagnostics
    assert len(diagnostics) == 0
    diagnostics.error(Span("b", 1, 1), "x", "1")
    diagnostics.error(Span("a", 10, 1), "x", "2")
    diagnostics.error(Span("a", 2, 9), "x", "3")
    diagnostics.error(Span("a", 2, 3), "x", "4", "", "a hint")
    diagnostics.error(Span("b", 1, 1), "x", "1")
    assert diagnostics
    assert len(diagnostics) == 4
    assert [d.message for d in diagnostics] == ["4", "3", "2", "1"]
    assert next(iter(diagnostics)).hints == ("a hint",)


diagnostic_values = st.tuples(st.sampled_from("ab"), st.integers(1, 3), st.integers(1, 3), st.sampled_from("xy"))


@given(st.lists(diagnostic_values, max_size=12))
def test_errors_are_sorted_and_unique_whatever_their_order(found: list[tuple[str, int, int, str]]) -> None:
    diagnostics = Diagnostics()
    for file, line, column, message in found:
        diagnostics.error(Span(file, line, column), "code", message)
    assert [(d.span.file, d.span.line, d.span.column, d.message) for d in diagnostics] == sorted(set(found))
    assert len(diagnostics) == len(set(found))


# Hints


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("swevre", ["swerve", "dodge"], "did you mean 'swerve'?"),
        ("SWERVE", ["Swerve"], "did you mean 'Swerve'?"),
        ("xyz", ["swerve", "dodge"], ""),
        ("", ["a"], ""),
        ("a", [], ""),
        (12, [123, 9], "did you mean '123'?"),
        ("lunge", {"lung": 1}, "did you mean 'lung'?"),
    ],
)
def test_the_nearest_known_word_is_offered(word: object, known: Any, hint: str) -> None:
    assert did_you_mean(word, known) == hint


@given(st.text(max_size=20), st.lists(st.text(max_size=10), max_size=6))
def test_a_hint_names_a_known_word_or_nothing(word: str, known: list[str]) -> None:
    hint = did_you_mean(word, known)
    assert hint == "" or hint in [f"did you mean {k!r}?" for k in known]


# Laws

pieces = st.sampled_from(
    ["a", "b: ", "- ", "\n", "  ", "\t", "[", "]", "{", "}", ", ", ": ", "'", '"', "#", "&x ", "*x", "!t ", "| ", ">-"]
    + [
        "? ",
        "---\n",
        "...\n",
        "%",
        "@",
        "\\",
        "é",
        "😀",
        "\x00",
        "\x85",
        "\u2028",
        "\ufeff",
        "1.5",
        "null",
        "<<: ",
        "\x7f",
    ]
)
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
def test_parse_never_raises_on_text_like_yaml_and_every_place_is_in_it(text: str) -> None:
    check_parse(text)


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=60))
@example("\ufeff: a")
def test_parse_never_raises_on_any_text_and_every_place_is_in_it(text: str) -> None:
    check_parse(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_read_never_raises_on_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
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
def test_the_text_at_a_scalars_place_is_the_scalar(lines: list[str]) -> None:
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
