"""Tracks."""

from __future__ import annotations

from dataclasses import replace

from pnp.checks.support.printed import tags
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Group, Path, Tag, Text, every, is_own
from pnp.pipeline.context import open_context
from tests.conftest import ROOT
from tests.support.kinds import made


def test_a_track_tags_its_cells(grass):
    (piece,) = made(grass, "kind: track\ntitle: T\nsize: [63, 30]\nsteps: tilts\n")
    cells = list(tags(piece.front.items, "Cell"))
    assert [cell.alt for cell in cells] == ["0", "1", "2", "3"]
    assert [[t.text for t in cell.items if isinstance(t, Text)] for cell in cells] == [["0"], ["1"], ["2"], ["3"]]
    assert isinstance(cells[0], Tag)


def test_a_face_replaces_the_shades_and_lines_of_the_cells(context):
    text = "kind: track\ntitle: T\nsize: [210, 60]\nsteps: positions\npicture: layout-{step}.svg\n"
    (plain,), (painted,) = made(context, text), made(context, f"{text}face: track\n")
    areas = [item for item in plain.front.items if isinstance(item, Path)]
    # Five shades, four lines, and the border.
    assert len(areas) == 10
    assert [item for item in painted.front.items if isinstance(item, Path)] == areas[-1:]
    ground = painted.front.items[0]
    assert isinstance(ground, Group)
    words = [item.text for item in every(ground.items, is_own) if isinstance(item, Text)]
    assert words == ["First", "Second", "You", "Rival", "You", "Rival"]


def test_there_is_a_track_of_each_colourway_which_its_face_shows(context):
    text = "kind: track\ntitle: Score\nsize: [86, 42]\nsteps: target_score\nface: score\ncolourways: [red, blue]\n"
    red, blue = made(context, text)
    assert [piece.id.partition("/")[2] for piece in (red, blue)] == ["red", "blue"]
    assert [piece.title for piece in (red, blue)] == ["Score, red", "Score, blue"]
    fills = []
    for piece in (red, blue):
        ground = piece.front.items[0]
        assert isinstance(ground, Group)
        fills.append({item.fill for item in ground.items if isinstance(item, Path)})
        assert [cell.alt for cell in tags(piece.front.items, "Cell")] == ["0", "1", "2", "3"]
    palette = context.kit.palette
    assert [(palette["red"] in found, palette["blue"] in found) for found in fills] == [(True, False), (False, True)]


def test_labels_have_a_colour_for_each_side(context):
    text = "kind: track\ntitle: T\nsize: [210, 60]\nsteps: positions\npicture: layout-{step}.svg\nacross: true\n"
    (piece,) = made(context, f"{text}colours: [red, blue]\n")
    for cell in tags(piece.front.items, "Cell"):
        near = [item.colour for item in cell.items if isinstance(item, Text)]
        far = [
            word.colour
            for item in cell.items
            if isinstance(item, Group)
            for word in item.items
            if isinstance(word, Text)
        ]
        assert (set(near), set(far)) == ({context.kit.palette["red"]}, {context.kit.palette["blue"]})


def test_a_long_label_at_an_end_leaves_the_corner_to_the_signs_of_the_face():
    """In large type, German words for fleeing and chasing are too long to be in the middle of their cells."""
    context = open_context(ROOT / "card_data" / "rhino-de", Diagnostics())
    book = context.kit.facebook
    styles = {**book.styles, "track-step": replace(book.styles["track-step"], size=13)}
    context = replace(context, kit=replace(context.kit, facebook=replace(book, styles=styles)))
    text = "kind: track\ntitle: T\nsize: [210, 60]\nsteps: positions\npicture: layout-{step}.svg\nacross: true\n"
    (plain,), (faced,) = made(context, text), made(context, f"{text}face: track\n")
    starts = [labels_of(piece) for piece in (plain, faced)]
    board, corner = 2.5, 8.0
    assert starts[0]["fleeing"] < board + corner <= starts[1]["fleeing"]
    assert starts[1]["chasing"] < starts[0]["chasing"]
    middle = ("flanked", "head_to_head", "flanking")
    assert [starts[1][step] for step in middle] == [starts[0][step] for step in middle]


def labels_of(piece):
    """The left ends of the labels of the near side, in mm."""
    return {
        cell.alt: next(item.x for item in cell.items if isinstance(item, Text))
        for cell in tags(piece.front.items, "Cell")
    }
