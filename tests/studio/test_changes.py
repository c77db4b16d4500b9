"""What an element becomes, and what `faces.yaml` says then."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import parse
from pnp.studio.changes import ElementChange, changed_node, left_out, said_over, with_element

TITLE = {"id": "title", "colour": "red"}


def changed(text: str, **wanted) -> object:
    node = parse(text, "faces.yaml", Diagnostics())
    assert node
    return changed_node(node, ElementChange("move", 0, node.plain(), **wanted)).plain()


@pytest.mark.parametrize(
    ("text", "box", "after"),
    [
        ("{text: a, box: [1, 2, 3, 4]}", (1.5, 2, 3, 4), {"text": "a", "box": [1.5, 2, 3, 4]}),
        ("{rectangle: [1, 2, 3, 4]}", (1 / 3, 2, 3, 4), {"rectangle": [0.333, 2, 3, 4]}),
        ("{circle: [5, 5, 2]}", (4, 3, 4, 4), {"circle": [6, 5, 2]}),
        ("{line: [0, 0, 4, 0]}", (1, 1, 4, 0), {"line": [1, 1, 5, 1]}),
        ("{polygon: [[0, 0], [2, 0], [0, 2]]}", (1, 0, 4, 2), {"polygon": [[1, 0], [5, 0], [1, 2]]}),
    ],
)
def test_a_box_moves_any_kind_of_element(text, box, after):
    assert changed(text, box=box) == after


def test_values_replace_others_and_none_removes_them():
    assert changed("{text: a, colour: red}", values={"colour": None, "when": "x", "box": [1.0, 2.5, 3, 4]}) == {
        "text": "a", "when": "x", "box": [1, 2.5, 3, 4],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "faces: {move: {extends: move, elements: [{id: title, colour: red}]}}\n"),
        ("# mine\n", "# mine\nfaces: {move: {extends: move, elements: [{id: title, colour: red}]}}\n"),
        ("faces:\n  a: {}\n", "faces:\n  a: {}\n  move: {extends: move, elements: [{id: title, colour: red}]}\n"),
        (
            "faces: {move: {size: [1, 2]}}\n",
            "faces: {move: {size: [1, 2], extends: move, elements: [{id: title, colour: red}]}}\n",
        ),
        (
            "faces:\n  move:\n    extends: card\n    elements:\n      - {id: foot, box: [1, 2, 3, 4]}  # low\n",
            "faces:\n  move:\n    extends: card\n    elements:\n      - {id: foot, box: [1, 2, 3, 4]}  # low\n"
            "      - {id: title, colour: red}\n",
        ),
        (
            "faces: {move: {extends: move, elements: [{id: title, box: [1, 2, 3, 4], colour: blue}]}}\n",
            "faces: {move: {extends: move, elements: [{id: title, box: [1, 2, 3, 4], colour: red}]}}\n",
        ),
    ],
)
def test_a_face_says_a_value_over_that_of_the_one_that_it_extends(before, after):
    assert said_over(before, face="move", id_="title", values={"colour": "red"}) == after


def test_a_long_face_is_written_in_lines():
    text = ""
    for number in range(4):
        text = (
            with_element(text, face="move", values={"rectangle": [number, 0, 10, 10], "fill": "a" * 30})
            if text
            else ("faces:\n  other: {}\n")
        )
    assert max(map(len, text.splitlines())) < 260
    assert text.startswith("faces:\n  other: {}\n  move: {extends: move, elements: [")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "faces: {move: {extends: move, without: [title]}}\n"),
        ("faces: {move: {extends: card}}\n", "faces: {move: {extends: card, without: [title]}}\n"),
        ("faces: {move: {extends: card, without: [a]}}\n", "faces: {move: {extends: card, without: [a, title]}}\n"),
        (
            "faces: {move: {extends: card, elements: [{id: title, colour: red}, {id: b, colour: red}]}}\n",
            "faces: {move: {extends: card, elements: [{id: b, colour: red}], without: [title]}}\n",
        ),
    ],
)
def test_a_face_leaves_out_an_element(before, after):
    assert left_out(before, face="move", id_="title") == after
