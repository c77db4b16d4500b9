"""The face of a first kit has room for what it prints, and no two texts overlap."""

from __future__ import annotations

import itertools

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import first_face
from pnp.kit.guess import Guess
from pnp.sources.yaml import parse


def laid_out(columns: list[Guess]) -> list[dict]:
    node = parse(f"elements:\n{first_face.elements(columns)}", "faces.yaml", Diagnostics())
    assert node
    return node.plain()["elements"]


def asides(count: int, length: int = 3) -> list[Guess]:
    return [Guess(f"C {number}", f"asides.c{number}_{length}", ("x" * length,)) for number in range(count)]


NAME = Guess("Name", "name", ("Storm",))
ALL = [
    NAME,
    *(Guess(key, f"asides.{key}", ("x",)) for key in ("text", "type", "cost")),
    Guess("Art", "art", ("a.png",)),
]


@pytest.mark.parametrize("columns", [[NAME], ALL, [*ALL, *asides(3)], [*ALL, *asides(10), *asides(2, 90)]])
def test_boxes_are_within_the_card_and_apart(columns):
    boxes = [element["box"] for element in laid_out(columns) if "box" in element]
    assert len(boxes) == len({one.key for one in columns})
    for x, y, width, height in boxes:
        assert x >= 8
        assert y >= 7
        assert x + width <= 55.6
        assert y + height <= 82.1
        assert height >= 4
    for one, other in itertools.combinations(boxes, 2):
        apart = [
            one[at] + one[at + 2] <= other[at] + 0.02 or other[at] + other[at + 2] <= one[at] + 0.02 for at in (0, 1)
        ]
        assert any(apart), (one, other)


def test_a_short_text_has_its_column_s_name_and_is_left_out_if_it_is_empty():
    (element,) = [one for one in laid_out([NAME, Guess('A {b}: "c"', "asides.a", ("1",))]) if "when" in one]
    assert element["text"] == 'A b "c": {asides.a}'
    assert element["when"] == "asides.a"


def test_a_card_with_a_name_only_has_it_in_its_middle():
    (element,) = [one for one in laid_out([NAME]) if "text" in one]
    x, y, width, height = element["box"]
    assert (x + width / 2, round(y + height / 2, 2)) == (31.75, 44.5)
    assert height > 60


def test_a_column_with_html_is_printed_as_markdown():
    html, plain = Guess("Text", "asides.text", ("Draw.", "Draw <b>two</b>.")), Guess("Type", "asides.type", ("A & B",))
    texts = [one["text"] for one in laid_out([NAME, html, plain, Guess("X", "asides.x", ("&lt;1",))]) if "text" in one]
    assert texts == ["{name}", "{asides.type}", "X: {asides.x|html}", "{asides.text|html}"]


def test_empty_columns_are_not_printed():
    assert "asides" not in first_face.elements([NAME, Guess("Notes", "asides.notes", ())])


def test_columns_without_room_are_named():
    columns = [NAME, *asides(12), *(one._replace(column=f"L {one.column}") for one in asides(5, 90))]
    assert first_face.left_out(columns) == ["L C 3", "L C 4", "C 10", "C 11"]
    assert "asides.c10_" not in first_face.elements(columns)


def test_a_column_that_repeats_another_is_not_printed():
    """Databases have the same texts in two columns; equal numbers, such as cost and strength, are both printed."""
    plain, text = Guess("Plain", "asides.plain", ("Howl.", "Bite.")), Guess("Text", "asides.text", ("Howl.", "Bite."))
    cost, power = Guess("Cost", "asides.cost", ("2", "3")), Guess("Power", "asides.power", ("2", "3"))
    columns = [plain, text, cost, power]
    assert [first_face.is_repeated(one, columns) for one in columns] == [True, False, False, False]
    printed = " ".join(element.get("text", "") for element in laid_out([NAME, *columns]))
    assert "{asides.plain}" not in printed
    assert "{asides.power}" in printed


def test_a_long_text_has_a_row_of_its_own_and_short_ones_share_one():
    boxes = [
        element["box"] for element in laid_out([NAME, *asides(2), *asides(1, 20), *asides(2, 4)]) if "box" in element
    ]
    assert [width for _, _, width, _ in boxes[1:]] == [23.75, 23.75, 47.5, 23.75, 23.75]


def test_the_rules_have_twice_the_room_of_other_texts():
    rules = Guess("Text", "asides.text", ("x" * 90,))
    heights = [element["box"][3] for element in laid_out([NAME, *asides(1, 90), rules]) if "box" in element][1:]
    assert heights == [40.0, 20.0], "the rules come first"
