"""Bleed that is made from the art at the edges of faces, read back from pictures of finished PDFs."""

from itertools import pairwise

import pypdfium2
import pytest

import pnp
from pnp.graphics import Drawing, Path, Piece, Rect, Size
from pnp.graphics.drawing import Text, rectangle
from pnp.imposition.edge_bleed import EdgeBleed
from pnp.pipeline.choices import ChoiceError
from tests.support.small_deck import FACES, written

EDGED = (
    FACES
    + """\
  front:
    elements:
      - {rectangle: [1, 0, 62.5, 88.9], fill: "#ffcc00"}
      - {rectangle: [0, 0, 1, 88.9], fill: "#cc0000"}
      - {rectangle: [20, 87.9, 10, 1], fill: "#0000cc"}
      - {text: "{name}", box: [8, 40, 47.5, 12], style: name}
"""
)
DOT = 10
"""Pixels of a millimetre."""
YELLOW, RED, BLUE, WHITE = (255, 204, 0), (204, 0, 0), (0, 0, 204), (255, 255, 255)


@pytest.fixture
def kit(tmp_path):
    """A card whose art ends at the trim: a red strip of 1 mm at the left edge, a blue one at the bottom."""
    return written(tmp_path / "mine", EDGED, deck="{kind: deck, title: Cards, size: poker, face: front}")


def colours(kit, way, **options):
    """A function for the colour of the card's page at a point in mm from the trim's top left corner."""
    result = pnp.build(kit, bleed_from=way, **options)
    (placed,) = result.manifest["placements"]
    (name,) = (name for name in result.files if name.endswith(".pdf"))
    page = pypdfium2.PdfDocument(bytes(result.files[name]))[0]
    picture = page.render(scale=DOT * 25.4 / 72).to_pil().convert("RGB")
    left, top = placed["x"] * DOT, picture.height - (placed["y"] + placed["h"]) * DOT

    def at(x, y):
        return picture.getpixel((round(left + x * DOT), round(top + y * DOT)))

    return at


@pytest.mark.parametrize(("way", "beyond"), [("mirror", YELLOW), ("stretch", RED)])
@pytest.mark.parametrize("options", [{}, {"paper": "69.5x94.9mm", "margin": 0}])
def test_the_edge_is_continued_past_the_trim_and_ends_at_the_bleed(kit, way, beyond, options):
    at = colours(kit, way, marks="none", **options)
    assert at(-0.5, 40) == RED
    assert at(-2, 40) == beyond
    assert at(25, 89.4) == BLUE
    assert at(25, 91) == (YELLOW if way == "mirror" else BLUE)
    assert at(64, -2) == YELLOW, "a corner"
    if not options:
        assert at(-3.5, 40) == WHITE


def test_cut_marks_begin_outside_of_it(kit):
    at = colours(kit, "mirror", paper="90x140mm")
    assert at(-2, 0) == YELLOW, "no mark"
    assert at(-4.5, 0) != WHITE, "a mark"


def test_cards_that_touch_have_it_on_their_outer_edges_only(kit):
    result = pnp.build(kit, bleed_from="stretch", copies=2, marks="none")
    (name,) = (name for name in result.files if name.endswith(".pdf"))
    page = pypdfium2.PdfDocument(bytes(result.files[name]))[0]
    picture = page.render(scale=DOT * 25.4 / 72).to_pil().convert("RGB")
    first, second = result.manifest["placements"]
    row = round(picture.height - (first["y"] + 40) * DOT)
    across = [picture.getpixel((x, row)) for x in range(picture.width)]
    seen = [colour for colour, after in pairwise([*across, None]) if colour != after and colour in (RED, YELLOW)]
    assert second["x"] == pytest.approx(first["x"] + 63.5)
    assert seen == [RED, YELLOW, RED, YELLOW]
    assert across.count(RED) == pytest.approx((3 + 1 + 1) * DOT, abs=4), "and no seam"


def test_a_shop_gets_it_with_words_only_on_the_card(kit):
    result = pnp.build(kit, profile="shop", bleed_from="mirror")
    (name,) = (name for name in result.files if name.endswith(".pdf"))
    page = pypdfium2.PdfDocument(bytes(result.files[name]))[0]
    assert page.get_textpage().get_text_bounded() == "One"
    red, green, blue = page.render(scale=4).to_pil().convert("RGB").getpixel((4, 400))
    assert red > 200 > green > blue, "yellow, not the white of a piece without bleed"


def test_what_was_printed_without_it_has_not_changed(kit, tmp_path):
    result = pnp.build(kit)
    result.save(tmp_path / "out")
    again = pnp.build(kit, bleed_from="mirror", since=str(tmp_path / "out" / "manifest.json"))
    assert not again.files


def test_it_is_refused_where_it_would_do_nothing(tmp_path):
    whole = EDGED.replace("front:\n", "front:\n    bleeds: true\n").replace(
        "[0, 0, 63.5, 88.9]", "[-3, -3, 69.5, 94.9]"
    )
    kit = written(tmp_path / "mine", whole, deck="{kind: deck, title: Cards, size: poker, face: front}")
    with pytest.raises(ChoiceError, match="all of these pieces have bleed of their own"):
        pnp.build(kit, bleed_from="mirror")


def test_only_what_is_along_the_edges_is_drawn_again():
    size = Size(60, 90)
    middle, side = Path(rectangle(Rect(20, 20, 20, 20)), "#ff0000"), Path(rectangle(Rect(0, 20, 5, 20)), "#00ff00")
    front = Drawing("front", size, (middle, side, Text(1, 5, "word", "body", 8, "#000000")))
    piece = EdgeBleed("mirror", 3).piece(Piece("a", "all", "A", size, front, copies=1))
    (artifact, *own) = piece.front.items
    assert tuple(own) == front.items
    assert {group.items[0].drawing.items for group in artifact.items[0].items} == {(side,)}


@pytest.mark.parametrize("change", [{"outlined": True}, {"shape": "circle"}])
def test_pieces_with_an_outline_of_their_own_stay_as_they_are(change):
    front = Drawing("front", Size(60, 60), ())
    piece = Piece("a", "all", "A", front.size, front, **change)
    assert EdgeBleed("stretch", 3).piece(piece) is piece


def test_a_back_that_cards_share_is_made_once():
    back, size = Drawing("back", Size(60, 90), ()), Size(60, 90)
    edges = EdgeBleed("mirror", 3)
    first, second = (edges.piece(Piece(id_, "all", id_, size, Drawing(id_, size, ()), back)) for id_ in "ab")
    assert first.back is second.back is not back
