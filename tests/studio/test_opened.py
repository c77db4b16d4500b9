"""A piece that is drawn again, with its elements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.pipeline.context import open_context
from pnp.studio import opened
from tests.conftest import SMALL, edit


def context_of(kit: Path) -> RenderContext:
    found = open_context(kit, Diagnostics())
    assert found
    return found


def piece(kit: Path, id_: str = "moves/swerve") -> dict[str, Any]:
    one = opened.opened(context_of(kit), id_)
    assert one
    return opened.described(one, kit).data


def element(text: str, small: Path) -> dict[str, Any]:
    """An element on top of the face of moves, as the page gets it."""
    edit(small, "faces.yaml", '      - {text: "{count}"', f'      - {text}\n      - {{text: "{{count}}"')
    return piece(small)["elements"][1]


def test_what_is_said_of_an_element(small):
    first = piece(small)["elements"][0]
    del first["lines"]
    assert first == {
        "face": "move", "number": 0, "kind": "text", "id": "", "label": "{name}", "box": [6, 6, 40, 8], "place": "box",
        "boxes": [[6, 6, 40, 8]], "shown": True, "where": "small/faces.yaml:8", "own": True,
        "extends": False, "cards": 3,
        "values": {"text": "{name}", "box": [6, 6, 40, 8], "style": "card-title"},
    }  # fmt: skip


def test_the_lines_of_a_side_have_the_shape_of_the_piece(small):
    lines = piece(small)["sides"][0]["lines"]
    assert lines == {"trim": "M0 0L63 0L63 88L0 88Z", "safe": "M3 3L60 3L60 85L3 85Z"}
    assert piece(small, "score-markers/white")["sides"][0]["lines"] == {}, "it is cut along a circle that it shows"
    edit(
        small,
        "kit.yaml",
        "title: Pocket Joust\n",
        "title: Pocket Joust\nsizes: {hex: {size: [63, 88], shape: hexagon}}\n",
    )
    edit(small, "kit.yaml", "title: Move cards, size: euro-poker", "title: Move cards, size: hex")
    trim, safe = (line.count("L") for line in piece(small)["sides"][0]["lines"].values())
    assert (trim, safe) == (5, 5)


@pytest.mark.parametrize(
    ("text", "boxes"),
    [
        ("{rectangle: [1, 2, 3, 4], fill: pale, repeat: 3, step: [5, 1]}", [[1, 2, 3, 4], [6, 3, 3, 4], [11, 4, 3, 4]]),
        ("{rectangle: [0, 0, 9, 3], fill: pale, repeat: 3, share: across}", [[0, 0, 3, 3], [3, 0, 3, 3], [6, 0, 3, 3]]),
        ("{rectangle: [0, 0, 4, 2], fill: pale, rotate: 90}", [[1, -1, 2, 4]]),
        ("{circle: [5, 6, 2], fill: pale}", [[3, 4, 4, 4]]),
        ("{rectangle: [0, 0, 4, 2], fill: pale, when: asides.none}", []),
        ("{rectangle: [0, 0, 4, 2], fill: pale, turned: true}", [[0, 0, 4, 2]]),
    ],
)
def test_the_boxes_are_where_each_repetition_is_drawn(small, text, boxes):
    one = element(text, small)
    assert [[round(value, 6) + 0.0 for value in box] for box in one["boxes"]] == boxes
    assert one["shown"] is bool(boxes)


def test_backs_and_pieces_that_are_no_cards_have_elements_too(small):
    data = piece(small)
    assert [side["side"] for side in data["sides"]] == ["front", "back"]
    back = data["elements"][data["sides"][1]["elements"][0]]
    assert (back["face"], back["kind"]) == ("move-back", "rectangle")
    for id_ in ("foldies/chipdip", "score-track/white"):
        data = piece(small, id_)
        assert data["sides"][0]["elements"], id_
        assert 'data-element="0"' in data["sides"][0]["svg"]


def test_drawing_a_piece_leaves_the_kit_as_it_is(small):
    context = context_of(small)
    opened.opened(context, "moves/swerve")
    assert context.collector.elements is None
    assert not context.collector.used_fields


def test_a_piece_that_does_not_exist_or_describes_the_set_is_none(small):
    context = context_of(small)
    assert [opened.opened(context, id_) for id_ in ("moves/x", "x/y", "guide/page", "")] == [None] * 4


def test_a_file_in_the_kits_folder_is_its_own(tmp_path):
    (tmp_path / "kit").mkdir()
    assert opened.is_in(str(tmp_path / "kit" / "a.yaml"), tmp_path / "kit")
    assert not opened.is_in(str(tmp_path / "a.yaml"), tmp_path / "kit")
    assert not opened.is_in(str(tmp_path / "kitten" / "a.yaml"), tmp_path / "kit")


@pytest.fixture(scope="module")
def small_context() -> RenderContext:
    found = open_context(SMALL, Diagnostics())
    assert found
    return found


def test_values_that_a_model_lists_and_fonts_of_the_kit_are_offered(small_context):
    found = opened.offered(small_context, {"text", "qr"})
    assert found["align"] == ["left", "centre", "right"]
    assert found["correction"] == ["L", "M", "Q", "H"]
    assert found["capitals"] == ["true", "false"]
    assert "title" in found["font"]
    assert found["art"] == sorted(small_context.kit.icons)
    assert all(f"{prefix}-body" in small_context.kit.facebook.styles for prefix in found["styles"])
    assert "size" not in found


def test_kinds_that_are_not_there_offer_nothing(small_context):
    assert "correction" not in opened.offered(small_context, ())
