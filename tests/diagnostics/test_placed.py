"""Texts keep the places of their words."""

from __future__ import annotations

import pickle

import pytest

from pnp.diagnostics import PlacedText, Span, TextSource
from pnp.diagnostics.placed import chief, joined, single_spaced, split, stripped


def at(place: Span | None) -> tuple[str, int, int] | None:
    return place and place[:3]


LINE = PlacedText("one two", [TextSource(0, Span("a.md", 3, 5))])
FIELD = PlacedText("value", [TextSource(0, Span("a.md", 4, 9), runs=False)])


def test_a_place_is_that_of_the_character_or_of_the_field() -> None:
    assert [at(LINE.place(index)) for index in (0, 4)] == [("a.md", 3, 5), ("a.md", 3, 9)]
    assert [at(FIELD.place(index)) for index in (0, 4)] == [("a.md", 4, 9), ("a.md", 4, 9)]
    assert PlacedText("free").place() is None


def test_it_is_equal_to_the_same_text_without_places() -> None:
    assert LINE == "one two"
    assert {LINE: 1}["one two"] == 1
    assert isinstance(f"{LINE}", str)
    assert not isinstance(LINE.upper(), PlacedText)


@pytest.mark.parametrize(
    ("part", "text", "place"),
    [
        (LINE[4:], "two", ("a.md", 3, 9)),
        (LINE[-3:-1], "tw", ("a.md", 3, 9)),
        (FIELD[2:], "lue", ("a.md", 4, 9)),
        (stripped(PlacedText("  a ", [TextSource(0, Span("b.md", 1, 1))])), "a", ("b.md", 1, 3)),
        (str(LINE), "one two", ("a.md", 3, 5)),
        (pickle.loads(pickle.dumps(LINE)), "one two", ("a.md", 3, 5)),  # noqa: S301 - our own
        (LINE.changed("ONE TWO")[4:], "TWO", ("a.md", 3, 9)),
        (LINE.changed("one")[2:], "e", ("a.md", 3, 5)),
    ],
)
def test_parts_and_changed_texts_keep_their_places(part: PlacedText, text: str, place: tuple[str, int, int]) -> None:
    assert (str(part), at(part.place())) == (text, place)


def test_joined_texts_keep_their_places() -> None:
    whole = joined([LINE, "plain", FIELD], ", ")
    assert isinstance(whole, PlacedText)
    assert whole == "one two, plain, value"
    assert [at(whole.place(whole.index(word))) for word in ("two", "value")] == [("a.md", 3, 9), ("a.md", 4, 9)]
    assert not isinstance(joined(["a", "b"]), PlacedText)


def test_a_text_that_begins_with_a_macro_is_outermost_where_the_macro_is_called() -> None:
    called = PlacedText("", [TextSource(0, Span("a.md", 7, 2), runs=False)])
    whole = joined([called, PlacedText("of a macro", [TextSource(0, Span("macros.md", 1, 20))])])
    assert isinstance(whole, PlacedText)
    assert at(whole.outermost) == ("a.md", 7, 2)
    assert at(whole.place()) == ("macros.md", 1, 20)
    rest = whole[3:]
    assert isinstance(rest, PlacedText)
    assert at(rest.outermost) == ("a.md", 7, 2)
    assert at(rest.place()) == ("macros.md", 1, 23)
    assert rest.lines == {("a.md", 7), ("macros.md", 1)}


def test_spaces_and_separators_do_not_move_places() -> None:
    text = PlacedText("a  long\nline|next", [TextSource(0, Span("a.md", 1, 1)), TextSource(8, Span("a.md", 2, 1))])
    first, second = split(text, "|")
    line = single_spaced(first)
    assert isinstance(line, PlacedText)
    assert isinstance(second, PlacedText)
    assert (line, second) == ("a long line", "next")
    assert [at(line.place(line.index(word))) for word in ("long", "line")] == [("a.md", 1, 4), ("a.md", 2, 1)]
    assert at(second.place()) == ("a.md", 2, 6)


def test_the_chief_place_is_the_line_with_most_of_the_letters() -> None:
    points = PlacedText("3 points", [TextSource(0, Span("macros.md", 2, 9))])
    sentence = joined([PlacedText("", [TextSource(0, Span("a.md", 7, 2), runs=False)]), points,
                       PlacedText(" win the whole game.", [TextSource(0, Span("a.md", 7, 20))])])  # fmt: skip
    assert at(chief(sentence)) == ("a.md", 7, 2)
    assert at(chief(points)) == ("macros.md", 2, 9)
    assert chief("free") is None
    called = PlacedText("from elsewhere ", [TextSource(0, Span("macros.md", 2, 9), runs=False)])
    assert at(chief(joined([called, PlacedText("here", [TextSource(0, Span("a.md", 7, 20))])]))) == ("a.md", 7, 20)
