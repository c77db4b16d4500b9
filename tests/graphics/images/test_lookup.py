"""Names of pictures -> files: where they are looked for, and what is reported when they are missing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Group, Item
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.images import Gallery
from pnp.pipeline.context import open_context
from tests.conftest import edit
from tests.support.svg import HEAD, HERE, claiming


def test_a_picture_that_cannot_be_read_is_an_error_at_every_place_that_names_it(tmp_path):
    (tmp_path / "a.png").write_bytes(b"no picture")
    (tmp_path / "b.png").write_bytes(claiming(10_000, 10_000))
    (tmp_path / "c.svg").write_text(f"{HEAD}<text>x</text></svg>")
    diagnostics = Diagnostics()
    gallery = Gallery([tmp_path], diagnostics)
    for line in (7, 9):
        for name in ("a.png", "b.png", "c.svg"):
            assert gallery.drawing(name, HERE._replace(line=line)) is None
    assert [(d.span.file, d.span.line, d.code) for d in diagnostics] == [
        (str(tmp_path / "c.svg"), 1, "svg-refused"), ("cards.yaml", 7, "bad-picture"),
        ("cards.yaml", 7, "picture-too-large"), ("cards.yaml", 9, "bad-picture"),
        ("cards.yaml", 9, "picture-too-large"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a" * 300 + ".svg", "a/" * 3000 + "b.svg", "a\0b.svg", "\ud800.svg"])
def test_a_name_that_no_file_can_have_is_a_missing_picture(tmp_path, name):
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing(name, HERE) is None
    (diagnostic,) = diagnostics
    assert diagnostic.code == "missing-art"
    assert len(diagnostic.message) < 120


def test_pictures_beside_the_kit_come_before_those_in_art(tmp_path):
    kit, shared = tmp_path / "kit", tmp_path / "art"
    for folder in (kit, shared):
        (folder / "sub").mkdir(parents=True)
    (kit / "a.svg").write_text(HEAD + "<title>kit</title></svg>")
    (shared / "a.svg").write_text(HEAD + "<title>art</title></svg>")
    (shared / "b.svg").write_text(HEAD + "<title>b</title></svg>")
    (kit / "sub" / "c.svg").write_text(HEAD + "<title>c</title></svg>")
    diagnostics = Diagnostics()
    gallery = Gallery([kit, shared], diagnostics)
    found = [gallery.drawing(name, HERE) for name in ("b.svg", "a.svg", "sub/c.svg")]
    assert [d and d.alt for d in found] == ["b", "kit", "c"]
    assert gallery.files() == [shared / "b.svg", kit / "a.svg", kit / "sub" / "c.svg"]
    assert not diagnostics


def test_a_picture_is_read_once_for_each_colour(tmp_path):
    (tmp_path / "a.svg").write_text(HEAD + '<path fill="currentColor" d="M0 0"/></svg>')
    gallery = Gallery([tmp_path], Diagnostics())
    black, red = gallery.drawing("a.svg", HERE), gallery.drawing("a.svg", HERE, "#ff0000")
    assert black is gallery.drawing("a.svg", HERE)
    assert red is gallery.drawing("a.svg", HERE, "#ff0000")
    assert black is not red


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(("fill", "many"), [("currentColor", True), ("&#99;urrentColor", True), ("#123456", False)])
def test_only_what_has_the_current_colour_is_drawn_anew_for_another(tmp_path, fill, many, encoding):
    (tmp_path / "a.svg").write_bytes(f'{HEAD}<path fill="{fill}" d="M0 0"/></svg>'.encode(encoding))
    gallery = Gallery([tmp_path], Diagnostics())
    black, red = gallery.drawing("a.svg", HERE), gallery.drawing("a.svg", HERE, "#ff0000")
    assert (black is not red) == many


SWAPPED = """<rect width="4" height="4" fill="#DCEBF2" stroke="#111"/><g fill="#abcdef"><rect width="2" height="2"/></g>
<rect width="1" height="1" fill="currentColor"/><g color="#dcebf2"><rect width="1" height="1" fill="currentColor"/></g>
<rect width="9" height="9"/>"""


def paints(
    tmp_path: Path, swaps: dict[str, str | None], colour: str = "#dcebf2"
) -> list[tuple[str | None, str | None]]:
    """Fill and stroke of each shape that is drawn."""
    (tmp_path / "a.svg").write_text(f"{HEAD}{SWAPPED}</svg>", "utf-8")
    drawing = Gallery([tmp_path], Diagnostics(), swaps).drawing("a.svg", HERE, colour)
    assert drawing
    shapes = [item for item in drawing.items if isinstance(item, Outline)]
    return [(shape.fill, shape.stroke and shape.stroke.colour) for shape in shapes]


def test_colours_of_a_drawing_are_swapped_and_the_current_one_is_as_it_is_given(tmp_path):
    found = paints(tmp_path, {"#dcebf2": "#222233", "#000000": "#1f1b3d", "#222233": "#ff0000"})
    assert found == [
        ("#222233", "#111111"), ("#abcdef", None), ("#dcebf2", None), ("#222233", None), ("#1f1b3d", None),
    ]  # fmt: skip


def test_what_is_left_without_paint_is_not_drawn(tmp_path):
    found = paints(tmp_path, {"#dcebf2": None, "#abcdef": None}, "#123456")
    assert found == [(None, "#111111"), ("#123456", None), ("#000000", None)]


def test_a_colour_may_become_that_of_the_face(tmp_path):
    (tmp_path / "a.svg").write_text(f'{HEAD}<rect fill="#fff" width="3" height="3"/></svg>', "utf-8")
    gallery = Gallery([tmp_path], Diagnostics(), {"#ffffff": "currentColor"})
    drawn = [gallery.drawing("a.svg", HERE, colour) for colour in ("#123456", "#abcdef")]
    assert [[shape.fill for shape in _shapes(one.items)] for one in drawn if one] == [["#123456"], ["#abcdef"]]


def test_a_kit_may_give_a_colour_that_of_the_face(kit):
    edit(kit, "kit.yaml", "engine: rhino", 'engine: rhino\nrecolour: {"#2B2118": currentColor}')
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context, list(diagnostics)
    drawn = context.gallery.drawing("flourish.svg", HERE, "#123456")
    assert drawn
    assert "#123456" in {shape.stroke.colour for shape in _shapes(drawn.items) if shape.stroke}


def test_a_gallery_knows_the_colours_of_what_it_read(tmp_path):
    (tmp_path / "a.svg").write_text(f"{HEAD}{SWAPPED}</svg>", "utf-8")
    gallery = Gallery([tmp_path], Diagnostics(), {"#abcdef": "#000001"})
    assert gallery.colours() == frozenset()
    gallery.drawing("a.svg", HERE)
    assert gallery.colours() == {"#dcebf2", "#111111", "#abcdef", "currentColor", "#000000"}


def test_a_kit_names_what_its_pictures_are_painted_in(kit):
    line = edit(kit, "kit.yaml", "engine: rhino", 'engine: rhino\nrecolour: {"#2B2118": blue}') + 1
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context
    drawn = context.gallery.drawing("flourish.svg", HERE)
    assert (
        context.kit.palette["blue"] in {s.stroke.colour for s in _shapes(drawn.items) if s.stroke} if drawn else False
    )
    edit(kit, "kit.yaml", '"#2B2118": blue', '"#2B2118": bluw')
    assert open_context(kit, diagnostics) is None
    (diagnostic,) = diagnostics
    assert (diagnostic.code, diagnostic.span.line, diagnostic.hints) == (
        "unknown-colour",
        line,
        ("did you mean 'blue'?",),
    )


def _shapes(items: Iterable[Item]) -> list[Outline]:
    inside = (_shapes(item.items) if isinstance(item, Group) else [item] for item in items)
    return [shape for shapes in inside for shape in shapes if isinstance(shape, Outline)]


def test_a_link_out_of_the_kit_is_not_followed(tmp_path):
    (tmp_path / "x.svg").write_text(HEAD + "</svg>")
    kit = tmp_path / "kit"
    kit.mkdir()
    try:
        (kit / "link.svg").symlink_to(tmp_path / "x.svg")
        (kit / "folder").symlink_to(tmp_path, target_is_directory=True)
    except OSError:
        pytest.skip("no symbolic links here")
    diagnostics = Diagnostics()
    gallery = Gallery([kit], diagnostics)
    assert gallery.drawing("link.svg", HERE) is None
    assert gallery.drawing("folder/x.svg", HERE) is None
    assert gallery.drawing("lnk.svg", HERE) is None
    assert [(d.code, d.message, d.hints) for d in diagnostics] == [
        ("missing-art", "there is no picture 'lnk.svg'", ("looked beside the kit and in art/",)),
        ("outside-path", "'folder/x.svg' is a link to a file outside the kit", ("copy the file into the kit",)),
        ("outside-path", "'link.svg' is a link to a file outside the kit", ("copy the file into the kit",)),
    ]
    assert gallery.files() == []


def test_a_link_within_the_kit_is_followed(tmp_path):
    (tmp_path / "x.svg").write_text(HEAD + "</svg>")
    try:
        (tmp_path / "link.svg").symlink_to(tmp_path / "x.svg")
    except OSError:
        pytest.skip("no symbolic links here")
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing("link.svg", HERE)
    assert not diagnostics


def test_a_folder_is_no_picture(tmp_path):
    (tmp_path / "a.svg").mkdir()
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing("a.svg", HERE) is None
    assert [d.code for d in diagnostics] == ["missing-art"]


def test_no_name_is_a_name_outside_the_kit(tmp_path):
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing("", HERE) is None
    assert [(d.code, d.message) for d in diagnostics] == [("outside-path", "'' is outside the kit's folder")]
