"""Drawings as text: nothing that is printed is left out of them, and golden files are short and of a case."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from pnp.graphics import Drawing, Group, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Landmark, Picture, Text, TextBlock, Use, ellipse, rectangle
from pnp.graphics.gradient import linear
from pnp.imposition import Placed, Sheet
from tests.conftest import ROOT
from tests.support.drawn import CASES, GOLDEN
from tests.support.dump import lines_of_drawing, lines_of_items, lines_of_piece, lines_of_sheet

BOX = Rect(1, 2, 3, 4)
OUTLINE = rectangle(BOX)
INNER = Drawing("inner", Size(9, 9), (Path(OUTLINE, "#ff0000"),))
PEN = Stroke("#000000", 0.25)
SAMPLES: list[tuple[Any, dict[str, Any]]] = [
    (
        Path(OUTLINE, "#ff0000", PEN),
        {
            "segments": ellipse(1, 2, 3, 4), "fill": linear(BOX, ((0, "#ff0000"), (1, "#00ff00")), 0), "stroke": None,
            "even_odd": True, "alpha": 0.5,
        },
    ),
    (
        Text(1, 2, "a", "body", 9, "#000000"),
        {
            "x": 1.01, "y": 2.01, "text": "b", "font": "bold", "size": 9.25, "colour": "#000001", "alpha": 0.5,
            "icon": Use(INNER, Transform()), "rtl": True, "bars": ("strike",),
        },
    ),
    (Picture(BOX, Kept(b""), (4, 4)), {"box": Rect(1, 2, 3, 4.01), "pixels": (4, 5), "alpha": 0.5}),
    (
        Group((Path(OUTLINE),), Transform.move(1, 2), OUTLINE),
        {"items": (), "transform": Transform.rotate(1), "clip": (), "clip_even_odd": True},
    ),
    (Use(INNER, Transform()), {"drawing": replace(INNER, items=()), "transform": Transform.mirror(9), "alpha": 0.5}),
    (
        Tag("P", (Path(OUTLINE),), "a"),
        {"role": "H1", "items": (), "alt": "b", "hatched": True, "block": TextBlock("a", (), "prose")},
    ),
]  # fmt: skip
UNSEEN = {"Picture": {"content"}, "Tag": {"origin"}}
"""Fields that are not shown: bytes, and places in data files."""


@pytest.mark.parametrize(("item", "changes"), SAMPLES, ids=lambda value: type(value).__name__)
def test_every_field_of_an_item_is_shown(item, changes):
    assert set(changes) | UNSEEN.get(type(item).__name__, set()) == set(item._fields)
    shown = list(lines_of_items((item,), set()))
    assert [
        name for name in changes if list(lines_of_items((item._replace(**{name: changes[name]}),), set())) == shown
    ] == []


@pytest.mark.parametrize(("name", "value"), [("colour", "#000001"), ("width", 0.26), ("dash", (1.0,)), ("cap", 1)]
                         + [("join", 1), ("miter", 8.0), ("alpha", 0.5)])  # fmt: skip
def test_every_field_of_a_line_is_shown(name, value):
    first, second = (
        list(lines_of_items((Path(OUTLINE, None, pen),), set())) for pen in (PEN, PEN._replace(**{name: value}))
    )
    assert first != second


def test_every_field_of_a_drawing_a_piece_and_a_sheet_is_shown():
    drawing = replace(INNER, name="d")
    for change in ({"size": Size(9, 8)}, {"items": ()}, {"bleed": 1.0}, {"alt": "a"}, {"overhang": 1.0}, {"full": 2.0}):
        assert list(lines_of_drawing(replace(drawing, **change))) != list(lines_of_drawing(drawing)), change
    piece = Piece("a", "all", "A", Size(9, 9), drawing)
    other = {
        "id": "b", "title": "B", "size": Size(9, 8), "front": replace(INNER, items=()), "back": INNER, "stock": "paper",
    }  # fmt: skip
    other |= {
        "copies": 2, "filler": True, "outlined": True, "shape": "circle", "radius": 3.0, "seams": (1.0,), "number": 1,
    }  # fmt: skip
    other |= {"landmarks": (Landmark(1, "a", 2),)}
    assert {field.name for field in fields(Piece)} == other.keys() | {"component", "of"}
    for name, value in other.items():
        assert list(lines_of_piece(replace(piece, **{name: value}), set())) != list(lines_of_piece(piece, set())), name
    placed = Placed(piece, 1, "front", BOX)
    sheets = [
        Sheet(Size(100, 100), (replace(placed, **change),), (), fold)
        for change, fold in (
            ({}, None), ({"copy": 2}, None), ({"rect": Rect(1, 2, 3, 5)}, None), ({"turn": 90}, None),
            ({"spare": (1, 0, 0, 0)}, None), ({"piece": replace(piece, id="b")}, None), ({}, (0.0, 1.0, 2.0, 1.0)),
        )
    ]  # fmt: skip
    assert len({"\n".join(lines_of_sheet(sheet)) for sheet in sheets}) == len(sheets)


def test_every_case_has_a_golden_file_and_each_of_them_is_short():
    cases = {path.relative_to(CASES).with_suffix("").as_posix() for path in CASES.rglob("*.yaml")}
    kept = {path.relative_to(GOLDEN).with_suffix("").as_posix(): path for path in GOLDEN.rglob("*.txt")}
    of_kits = {name for name in kept if name.startswith("kits/")}
    assert {name for name in cases if not name.startswith("kit/")} == kept.keys() - of_kits
    for name, path in kept.items():
        assert len(path.read_text("utf-8").splitlines()) <= 420, name


def test_every_case_is_tried():
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    for path in CASES.rglob("*.yaml"):
        folder, name = path.parent.name, path.stem
        wanted = {"kinds": f'kind_test("{name}")', "elements": f'element_test("{name}")'}
        assert folder == "kit" or wanted.get(folder, f'"{folder}/{name}"') in tests, path
