"""Diagnostics -> the lines people read, to the letter, and hints at the nearest known word."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics, Span, did_you_mean, text
from pnp.diagnostics.report import shown
from pnp.sources.yaml import parse
from tests.support.diagnostics import diagnostic, written


@given(st.text(max_size=20), st.lists(st.text(max_size=10), max_size=6))
def test_a_hint_names_a_known_word_or_nothing(word: str, known: list[str]) -> None:
    hint = did_you_mean(word, known)
    assert hint == "" or hint in [f"did you mean {k!r}?" for k in known]


def test_one_error_is_reported_with_its_place_its_line_and_its_hints(tmp_path: Path) -> None:
    path = written(tmp_path, "moves:\n  swerve:\n    cuont: 8\n", "card_data/rhino/cards.yaml")
    found = diagnostic(path, 3, 5, 5, "unknown key 'cuont'", "did you mean 'count'?", "known keys: art, count")
    assert text.lines([found], tmp_path) == [
        "card_data/rhino/cards.yaml:3:5: error[some-code]: unknown key 'cuont'",
        "        cuont: 8",
        "        ^^^^^",
        "    hint: did you mean 'count'?",
        "    hint: known keys: art, count",
        "1 error, nothing was printed",
    ]


def test_several_errors_are_reported_in_their_order_and_counted(tmp_path: Path) -> None:
    path = written(tmp_path, "a: b\nc: d\n")
    diagnostics = Diagnostics()
    diagnostics.error(Span(str(path), 2, 4), "two", "the second")
    diagnostics.error(Span(str(path), 1, 4), "one", "the first", "a hint")
    assert text.lines(diagnostics, tmp_path) == [
        "cards.yaml:1:4: error[one]: the first",
        "    a: b",
        "       ^",
        "    hint: a hint",
        "cards.yaml:2:4: error[two]: the second",
        "    c: d",
        "       ^",
        "2 errors, nothing was printed",
    ]


def test_warnings_and_notes_are_reported_and_counted_by_themselves(tmp_path: Path) -> None:
    path = written(tmp_path, "a: b\n")
    found = [
        diagnostic(path, 1, 1, severity="warning"),
        diagnostic(path, 1, 1),
        diagnostic(path, 1, 4, severity="note"),
    ]
    assert text.lines(found, tmp_path) == [
        "cards.yaml:1:1: warning[some-code]: it is wrong",
        "    a: b",
        "    ^",
        "cards.yaml:1:1: error[some-code]: it is wrong",
        "    a: b",
        "    ^",
        "cards.yaml:1:4: note[some-code]: it is wrong",
        "    a: b",
        "       ^",
        "1 error, 1 warning, 1 note, nothing was printed",
    ]


def test_colours_are_put_where_they_belong_and_move_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "key: value\n")
    found = text.lines(
        [diagnostic(path, 1, 6, 5, "bad", "better")], tmp_path, lambda words, kind: f"<{kind}>{words}</>"
    )
    assert found == [
        "cards.yaml:1:6: <error>error[some-code]</>: bad",
        "    key: value",
        "         <error>^^^^^</>",
        "    <hint>hint</>: better",
        "1 error, nothing was printed",
    ]


def test_an_error_in_a_file_that_cannot_be_read_shows_no_line(tmp_path: Path) -> None:
    gone = tmp_path / "gone.yaml"
    assert text.lines([diagnostic(gone, 1, 1)], tmp_path) == [
        "gone.yaml:1:1: error[some-code]: it is wrong",
        "1 error, nothing was printed",
    ]
    assert text.lines([diagnostic(tmp_path, 1, 1)], tmp_path)[1:] == ["1 error, nothing was printed"]


@pytest.mark.parametrize("line", [2, 3, 99])
def test_an_empty_line_and_a_line_beyond_the_end_are_not_shown(tmp_path: Path, line: int) -> None:
    path = written(tmp_path, "a: b\n   \n")
    assert len(text.lines([diagnostic(path, line, 1)], tmp_path)) == 2


def test_paths_are_relative_to_the_working_folder_with_forward_slashes(tmp_path: Path) -> None:
    inside = tmp_path / "kits" / "my kit" / "cards.yaml"
    assert shown(inside, tmp_path) == "kits/my kit/cards.yaml"
    assert shown(inside, tmp_path / "kits" / "my kit") == "cards.yaml"
    assert shown(inside, tmp_path / "other") == inside.as_posix()
    assert shown(tmp_path / "a" / ".." / "b.yaml", tmp_path) == "b.yaml"


def test_the_caret_is_never_wider_than_the_line(tmp_path: Path) -> None:
    path = written(tmp_path, "key: value\n")
    assert text.lines([diagnostic(path, 1, 6, 99)], tmp_path)[2] == "         ^^^^^"
    assert text.lines([diagnostic(path, 1, 11, 5)], tmp_path)[2] == "              ^"
    assert text.lines([diagnostic(path, 1, 6, 0)], tmp_path)[2] == "         ^"


def test_tabs_are_shown_as_one_space_so_that_the_caret_is_right(tmp_path: Path) -> None:
    path = written(tmp_path, "a:\n\t\tb: c\n")
    assert text.lines([diagnostic(path, 2, 3)], tmp_path)[1:3] == ["      b: c", "      ^"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_lines_are_counted_as_the_reader_counts_them(tmp_path: Path, end: str) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + end.join(["a: 1", "b: *x", "c: 2"]).encode())
    assert text.lines([diagnostic(path, 2, 4)], tmp_path)[1:3] == ["    b: *x", "       ^"]
    assert text.lines([diagnostic(path, 1, 4)], tmp_path)[1:3] == ["    a: 1", "       ^"]


def test_bytes_that_are_not_utf_8_are_shown_as_replacements(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"a: \xff!\n")
    assert text.lines([diagnostic(path, 1, 4)], tmp_path)[1:3] == ["    a: \ufffd!", "       ^"]


def under_the_caret(label: list[str]) -> str:
    start, end = label[2].index("^"), label[2].rindex("^") + 1
    return label[1][start:end]


def test_a_long_line_is_cut_around_the_caret(tmp_path: Path) -> None:
    path = written(tmp_path, "x" * 200 + "HERE" + "y" * 200 + "\n")
    label = text.lines([diagnostic(path, 1, 201, 4)], tmp_path)
    assert label[1] == "    …" + "x" * 58 + "HERE" + "y" * 46 + "…"
    assert label[2] == "    " + " " * 59 + "^^^^"


def test_a_line_is_cut_only_where_something_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, "HERE" + "y" * 200 + "\n" + "x" * 110 + "\n" + "x" * 200 + "HERE\n")
    excerpts = [text.lines([diagnostic(path, *place, 4)], tmp_path)[1] for place in ((1, 1), (2, 1), (3, 201))]
    assert excerpts == ["    HERE" + "y" * 105 + "…", "    " + "x" * 110, "    …" + "x" * 58 + "HERE"]


@pytest.mark.parametrize("before", [0, 1, 59, 60, 61, 109, 110, 111, 500, 3990, 3999, 4000, 5000, 50_000])
def test_the_caret_stands_under_its_column_in_a_line_of_any_length(tmp_path: Path, before: int) -> None:
    path = written(tmp_path, "x" * before + "HERE" + "y" * 30 + "\n")
    label = text.lines([diagnostic(path, 1, before + 1, 4)], tmp_path)
    assert under_the_caret(label) == "HERE"
    assert len(label[1]) <= 114


@given(st.integers(0, 400), st.integers(1, 30), st.integers(0, 400))
def test_the_caret_stands_under_its_words(
    tmp_path_factory: pytest.TempPathFactory, before: int, width: int, after: int
) -> None:
    folder = tmp_path_factory.getbasetemp()
    path = written(folder, "-" * before + "#" * width + "=" * after + "\n", "caret.yaml")
    assert under_the_caret(text.lines([diagnostic(path, 1, before + 1, width)], folder)) == "#" * width


def test_an_error_found_by_the_reader_is_reported_where_it_stands(tmp_path: Path) -> None:
    content = "moves:\n  swerve: {count: 8, count: 9}\n"
    path = written(tmp_path, content)
    diagnostics = Diagnostics()
    parse(content, str(path), diagnostics)
    assert text.lines(diagnostics, tmp_path) == [
        "cards.yaml:2:22: error[duplicate-key]: duplicate key 'count'; first on line 2",
        "      swerve: {count: 8, count: 9}",
        "                         ^^^^^",
        "1 error, nothing was printed",
    ]


@pytest.mark.parametrize("content", ["a: [1, 2", "a: 'x", "a: {b: c", "- [", "a:\n  b: 'c\n"])
def test_an_error_at_the_end_of_a_file_shows_a_line(tmp_path: Path, content: str) -> None:
    path = written(tmp_path, content)
    diagnostics = Diagnostics()
    parse(content, str(path), diagnostics)
    label = text.lines(diagnostics, tmp_path)
    assert label[1].startswith("    ")
    assert label[2].strip() == "^" * len(label[2].strip())
    assert label[2].strip()
