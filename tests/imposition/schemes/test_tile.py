"""Boards larger than the paper: tiles that overlap, fit, and make the whole board again."""

from __future__ import annotations

import io
from itertools import pairwise

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.graphics.drawing import Drawing, Group, Path, Piece, Tag, rectangle
from pnp.graphics.geometry import EPSILON, Rect, Size
from pnp.imposition import NoRoomError, Room, arrange, duplex
from pnp.imposition.schemes import tile
from tests.support.drawn import case_test
from tests.support.sheet_lines import lines_of_sheets

test_is_drawn_as_reviewed = case_test("imposition/tile", lines_of_sheets)

A4, LETTER, A3, TABLOID = Size(210, 297), Size(215.9, 279.4), Size(297, 420), Size(279.4, 431.8)
MARGIN = 6.35
DPI = 72


def board(w: float, h: float, seams: tuple[float, ...] = (), *, backed: bool = False) -> Piece:
    """A chequered board whose squares are all of different colours, so that no two places look the same."""
    size = Size(w, h)
    items = []
    for i in range(int(w // 10) + 1):
        for j in range(int(h // 10) + 1):
            colour = f"#{(i * 37) % 256:02x}{(j * 53) % 256:02x}{(i * 11 + j * 29) % 256:02x}"
            items.append(Path(rectangle(Rect(i * 10, j * 10, min(10, w - i * 10), min(10, h - j * 10))), fill=colour))
    drawing = Drawing("board", size, tuple(items))
    return Piece("b/1", "b", "Board", size, drawing, drawing if backed else None, seams=seams)


def columns(tiles: list[Piece]) -> list[list[str]]:
    """The tiles' names as they lie on the board."""
    names = [piece.id.rpartition("-")[2] for piece in tiles]
    return [[name for name in names if name[0] == row] for row in dict.fromkeys(name[0] for name in names)]


def window(piece: Piece) -> Rect:
    """What of the board a tile shows."""
    group = piece.front.items[0]
    assert isinstance(group, Group)
    (use,) = group.items
    return Rect(-use.transform.e, -use.transform.f, *piece.size)


def test_tiles_are_named_in_rows():
    tiles = tile.tiled(board(500, 500), Room(A4, MARGIN))
    assert columns(tiles) == [["A1", "A2", "A3"], ["B1", "B2", "B3"]]


def test_each_tile_names_those_that_it_is_glued_to():
    room = Room(A4, MARGIN, lambda key, **names: " ".join([key, *map(str, names.values())]))
    said = {
        one.id.rpartition("-")[2]: {text.text for text in one.front.texts() if text.text.startswith("tile_")}
        for one in tile.tiled(board(500, 500), room)
    }
    assert said["A2"] == {"tile_over A2 A1", "tile_under A2 A3", "tile_under A2 B2"}
    assert said["B2"] == {"tile_over B2 B1", "tile_over B2 A2", "tile_under B2 B3"}


@pytest.mark.slow
@given(
    w=st.floats(60, 900),
    h=st.floats(60, 900),
    paper=st.sampled_from([A4, LETTER, A3, TABLOID]),
    step=st.sampled_from([0, 17, 25, 40]),
)
def test_tiles_fit_overlap_and_cover_the_board(w, h, paper, step):
    room = Room(paper, MARGIN)
    seams = tuple(float(s) for s in range(step, int(w), step)) if step else ()
    tiles = tile.tiled(board(round(w, 3), round(h, 3), seams), room)
    area = room.printable.size
    windows = [window(t) for t in tiles]
    assert all(t.size.fits(area) or t.size.turned().fits(area) for t in tiles)
    xs = sorted({(box.x, box.right) for box in windows})
    ys = sorted({(box.y, box.far) for box in windows})
    assert len(xs) * len(ys) == len(tiles)
    for spans, length in ((xs, round(w, 3)), (ys, round(h, 3))):
        assert spans[0][0] == 0
        assert spans[-1][1] == pytest.approx(length)
        assert all(a[1] - b[0] == pytest.approx(tile.OVERLAP) for a, b in pairwise(spans))


@given(w=st.floats(300, 500), h=st.floats(60, 500), flip=st.sampled_from(["long", "short"]))
def test_the_back_of_a_tile_lies_behind_what_the_tile_shows(w, h, flip):
    piece = board(round(w, 1), round(h, 1), backed=True)
    for sheet in arrange("tile", [piece], Room(A4, MARGIN), 0):
        turned = duplex(sheet, flip)
        for front, back in zip(turned.front, turned.back, strict=True):
            shown = window(front.piece)
            group = back.piece.back.items[0]
            behind = Rect(-group.items[0].transform.e, -group.items[0].transform.f, *front.piece.size)
            assert behind.x == pytest.approx(piece.size.w - shown.right)
            assert behind.y == pytest.approx(shown.y)


def test_a_board_of_far_too_many_tiles_is_refused():
    size = Size(1900, 1900)
    with pytest.raises(NoRoomError):
        tile.tiled(Piece("b/1", "b", "Board", size, Drawing("board", size, ())), Room(A4, MARGIN))


def test_words_and_crosses_stand_only_where_a_tile_is_cut_away_or_covered():
    for piece in tile.tiled(board(345, 200), Room(A4, MARGIN)):
        _, help_ = piece.front.items
        assert isinstance(help_, Tag)
        assert help_.role == "Artifact"
        seam = piece.size.w - tile.OVERLAP / 2 if piece.id.endswith("A1") else tile.OVERLAP / 2
        (notes,) = help_.items
        for group in (item for item in notes.items if isinstance(item, Group)):
            for item in group.items:
                if isinstance(item, Path):
                    points = [group.transform.apply(*n) for _, n in item.segments if n]
                    beyond = [
                        x >= seam - EPSILON if piece.id.endswith("A1") else x <= seam + EPSILON for x, _ in points
                    ]
                    assert all(beyond), points


@pytest.mark.parametrize("size", [(345, 90), (90, 500), (500, 500)])
def test_a_plan_on_every_tile_shows_which_one_it_is(size):
    tiles = tile.tiled(board(*size), Room(A4, MARGIN))
    shown = []
    for piece in tiles:
        (notes,) = piece.front.items[1].items
        cells = [item for item in notes.items if isinstance(item, Path)]
        assert len(cells) == len(tiles)
        boxes = [Rect(*cell.segments[0][1], 0, 0).union(Rect(*cell.segments[2][1], 0, 0)) for cell in cells]
        half = tile.OVERLAP / 2
        for box in boxes:
            near = [box.right <= half, box.x >= piece.size.w - half, box.far <= half, box.y >= piece.size.h - half]
            assert any(near)
        shown.append([cell.fill == "#000000" for cell in cells].index(True))
    assert shown == list(range(len(tiles)))


def rendered(context: RenderContext, drawing: Drawing) -> Image.Image:
    """A drawing as it comes out of a PDF, at 72 dpi."""
    piece = Piece("p/1", "p", "P", drawing.size, drawing)
    (sheet,) = arrange("grid", [piece], Room(drawing.size, 0), 0)
    empty = Drawing("none", drawing.size, ())
    pages = (pdf.Page(drawing.size, sheet.front, empty, "p", ""),)
    data = pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", pages), context.fonts)
    return pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=DPI / 72).to_pil().convert("RGB")


@pytest.mark.parametrize("size", [(340, 90), (300, 420)])
def test_tiles_cut_at_their_seams_make_the_board_again(context, size):
    """The board's squares are 10 mm, and seams on whole pixels: 72 dpi has 72 pixels for 25.4 mm."""
    inch = 25.4
    piece = board(size[0], size[1], tuple(inch * i for i in range(1, int(size[0] // inch))))
    whole = rendered(context, piece.front)
    again = Image.new("RGB", whole.size)
    for part in tile.tiled(piece, Room(A4, MARGIN)):
        box, picture = window(part), rendered(context, part.front)
        half = tile.OVERLAP / 2
        left, top = (half if box.x else 0.0), (half if box.y else 0.0)
        right = box.w - (half if box.right < size[0] - EPSILON else 0.0)
        far = box.h - (half if box.far < size[1] - EPSILON else 0.0)
        k = DPI / inch
        cut = picture.crop((round(left * k), round(top * k), round(right * k), round(far * k)))
        again.paste(cut, (round((box.x + left) * k), round((box.y + top) * k)))
    differing = ImageChops.difference(whole, again).convert("L")
    share = sum(differing.histogram()[40:]) / (whole.width * whole.height)
    assert share < 0.02  # the edges of squares fall on other parts of pixels in a tile
