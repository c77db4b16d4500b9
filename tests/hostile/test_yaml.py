"""YAML that is refused: every error with its code, line, column and hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.sources import yaml as source
from pnp.sources.yaml import parse, read, read_text
from tests.support.yaml import good, place, written


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
            "this line is indented with a tab",
            "indent with spaces; YAML does not allow tabs",
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
    assert diagnostic.message == "this quote is never closed"
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


@pytest.mark.slow
def test_too_many_values_are_an_error() -> None:
    diagnostic = only("- 1\n" * source.MAX_NODES)
    assert (diagnostic.code, diagnostic.message) == ("too-many-values", "more than 200000 values in one file")
    assert diagnostic.hints == ("split the file",)
    assert diagnostic.span.line == pytest.approx(source.MAX_NODES, abs=5)


def test_cards_have_a_limit_of_their_own_whatever_their_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_NODES", 10)
    monkeypatch.setattr(source, "MAX_CARDS_NODES", 30)
    for file, most in (("kit/cards.yaml", 30), ("kit/mycards.yaml", 10)):
        diagnostics = Diagnostics()
        assert parse("- 1\n" * 5, file, diagnostics) is not None
        assert parse("- 1\n" * 40, file, diagnostics) is None
        assert [d.message for d in diagnostics] == [f"more than {most} values in one file"]


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
        Diagnostic(Span(str(path), 1, 1, 1), "error", "unreadable-file", "gone.yaml is missing")
    ]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert read(tmp_path, diagnostics) is None
    assert [d.code for d in diagnostics] == ["unreadable-file"]


def test_a_file_of_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert read_text(written(tmp_path, b"#" * source.MAX_BYTES), diagnostics) == "#" * source.MAX_BYTES
    assert not diagnostics
    cards = tmp_path / "cards.yaml"
    cards.write_bytes(b"#" * (source.MAX_BYTES + 1))
    assert read(cards, diagnostics) is not None
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
        (b"\xff\xfea", (1, 1), "ff"),
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
    assert (diagnostic.code, diagnostic.message.partition(";")[0]) == ("not-utf-8", f"byte 0x{byte} is not UTF-8 text")
    assert diagnostic.hints == ("save the file in the UTF-8 encoding; spreadsheets call that 'CSV UTF-8'",)
    assert (diagnostic.span.line, diagnostic.span.column) == at


# Encodings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_with_the_mark_of_utf_16_is_read_as_that(tmp_path: Path, encoding: str) -> None:
    node = read(written(tmp_path, ("\ufeffa: Épée\r\nb: 1\r\n").encode(encoding)), Diagnostics())
    assert node
    assert node.plain() == {"a": "Épée", "b": 1}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("a: café – “yes”".encode("cp1252"), "; the file seems to be in Windows-1252"),
        ("a: \x00é".encode("utf-16-le"), "; the file seems to be in UTF-16"),
        (b"a: \x81\x8d", ""),
        ("a: Привет".encode("cp1251"), ""),
        ("a: 日本語の文字".encode("shift-jis"), ""),
    ],
)
def test_another_encoding_is_named_if_it_is_known(tmp_path: Path, data: bytes, message: str) -> None:
    diagnostics = Diagnostics()
    assert read(written(tmp_path, data), diagnostics) is None
    (diagnostic,) = diagnostics
    assert diagnostic.message.endswith(f"is not UTF-8 text{message}")


def test_letters_and_their_marks_are_composed(tmp_path: Path) -> None:
    node = read(written(tmp_path, "Épe\u0301e: Cafe\u0301".encode()), Diagnostics())
    assert node
    assert node.plain() == {"Épée": "Café"}
