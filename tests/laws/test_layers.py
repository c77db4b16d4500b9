"""Layers of finished PDFs: which there are, and what vanishes from the paper when one is switched off."""

from __future__ import annotations

import io
from pathlib import Path as File
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops
from pypdf.generic import ArrayObject, NameObject

from pnp import components, pdf
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, NOTES, Drawing, Group, Item, Path, Piece, Tag, layer, rectangle
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size, Transform
from pnp.imposition import Room, arrange
from pnp.imposition.marks import printer_marks

DPI = 100
A6 = Size(105, 148)
SQUARE = Path(rectangle(Rect(10, 10, 20, 20)), "#ff0000")


def written(*pages: pdf.Page, fonts) -> bytes:
    return pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", pages), fonts)


def page_of(*items: Item, copies: int = 1, beside: tuple[Item, ...] = ()) -> pdf.Page:
    """Items as a piece that is a form, and others on the page itself."""
    piece = Piece("p", "p", "P", Size(40, 40), Drawing("front", Size(40, 40), items), copies=copies)
    (sheet,) = arrange("grid", [piece], Room(A6, 5), 0)
    return pdf.Page(A6, sheet.front, Drawing("beside", A6, beside), "p")


def names(source: bytes | File) -> list[str]:
    """The layers as a viewer lists them."""
    message = pypdf.PdfReader(io.BytesIO(source) if isinstance(source, bytes) else source).root_object["/OCProperties"]
    order = [entry["/Name"] for entry in message["/D"]["/Order"]]
    assert [entry["/Name"] for entry in message["/OCGs"]] == order
    assert set(message["/D"]) == {"/Name", "/Order"}, "all are shown, and printed as they are shown"
    return order


def without(source: bytes | File, *off: str) -> pypdfium2.PdfDocument:
    """The file as a viewer shows it with some layers switched off."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(source) if isinstance(source, bytes) else source)
    message: Any = writer.root_object["/OCProperties"]
    hidden = [entry for entry in message["/OCGs"] if entry.get_object()["/Name"] in off]
    message["/D"][NameObject("/OFF")] = ArrayObject(hidden)
    assert len(hidden) == len(off)
    changed = io.BytesIO()
    writer.write(changed)
    return pypdfium2.PdfDocument(changed.getvalue())


def picture(document: pypdfium2.PdfDocument, page: int = 0) -> Image.Image:
    return document[page].render(scale=DPI / 72).to_pil().convert("RGB")


def changes(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(before, after).getbbox()


# A kit --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_kit_has_its_layers_in_this_order(built):
    assert names(built().file("cardstock")) == [CUT_LINES, NOTES]
    assert names(built().file("cardstock", "one")) == [CUT_LINES, FOLD_LINES, NOTES]
    assert names(built().file("paper"))[-1] == NOTES


@pytest.fixture(scope="module")
def cards(built) -> tuple[File, Image.Image, Image.Image]:
    """The cardstock file, its first page, and where on it cards lie, in black."""
    build = built()
    found = picture(pypdfium2.PdfDocument(build.file("cardstock")))
    mask = Image.new("L", found.size, 255)
    height = build.manifest["paper"]["h"]
    for p in build.placements("cardstock"):
        if p["page"] == 1:
            box = Rect(p["x"], height - p["y"] - p["h"], p["w"], p["h"]).inset(0.3)
            mask.paste(0, tuple(round(v * DPI / MM_PER_INCH) for v in (box.x, box.y, box.right, box.far)))
    return build.file("cardstock"), found, mask


@pytest.mark.parametrize("off", [(CUT_LINES,), (NOTES,)])
def test_switched_off_marks_vanish_and_cards_stay_as_they_are(cards, off):
    file, before, beyond_cards = cards
    after = picture(without(file, *off))
    assert changes(before, after)
    cards_alone = Image.composite(Image.new("RGB", before.size), ImageChops.difference(before, after), beyond_cards)
    assert cards_alone.getbbox() is None
    gone = Image.composite(after, Image.new("RGB", before.size, "white"), beyond_cards)
    left = ImageChops.invert(gone).getbbox()
    assert left, "the other layer is still there"


def test_with_all_layers_off_there_is_nothing_beside_the_cards(cards):
    file, before, beyond_cards = cards
    after = picture(without(file, CUT_LINES, NOTES))
    beside = Image.composite(after, Image.new("RGB", before.size, "white"), beyond_cards)
    assert ImageChops.invert(beside).getbbox() is None


@pytest.mark.slow
def test_the_lines_of_a_foldie_are_in_layers_too(built):
    build = built()
    (placement,) = [p for p in build.placements("cardstock", "one") if p["piece"] == "foldies/stomper"]
    number, height = placement["page"] - 1, build.manifest["paper"]["h"]
    whole = picture(pypdfium2.PdfDocument(build.file("cardstock", "one")), number)
    x, y, w, h = (placement[key] for key in "xywh")
    box = [round(v * DPI / MM_PER_INCH) for v in (x - 1, height - y - h - 1, x + w + 1, height - y + 1)]
    for off in (CUT_LINES, FOLD_LINES):
        after = picture(without(build.file("cardstock", "one"), off), number)
        assert changes(whole.crop(box), after.crop(box)), off


def test_a_token_is_cut_out_along_a_line_of_that_layer(context):
    (id_, spec), *_ = [(id_, spec) for id_, spec in context.kit.components.items() if spec.kind == "token"]
    for piece in components.pieces(id_, spec, context):
        last = piece.front.items[-1]
        assert (last.role, last.alt) == ("Layer", CUT_LINES)


# Any drawing --------------------------------------------------------------------------------------------------


def test_what_is_in_no_layer_makes_none(context):
    data = written(page_of(SQUARE), fonts=context.fonts)
    assert "/OCProperties" not in pypdf.PdfReader(io.BytesIO(data)).root_object


def test_layers_are_listed_the_known_ones_first_then_by_name(context):
    used = ("Zebra", NOTES, "Apple", FOLD_LINES)
    items = tuple(item for name in used for item in layer(name, [SQUARE]))
    assert names(written(page_of(*items), fonts=context.fonts)) == [FOLD_LINES, NOTES, "Apple", "Zebra"]


@pytest.mark.parametrize("inside", [True, False])
def test_a_layer_hides_its_items_and_no_others_in_a_form_and_on_a_page(context, inside):
    other = Path(rectangle(Rect(5, 5, 3, 3)), "#0000ff")
    moved = Group((Tag("Layer", (SQUARE,), "Sketch"),), Transform.move(2, 0))
    drawn = (other, Tag("P", (moved,)), other)
    page = page_of(*drawn) if inside else page_of(beside=drawn)
    data = written(page, fonts=context.fonts)
    reader = pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]
    form = next(iter(reader["/XObject"].values())).get_object()["/Resources"]
    assert ("/Properties" in form, "/Properties" in reader) == (inside, not inside)
    shown = picture(pypdfium2.PdfDocument(data))
    hidden = picture(without(data, "Sketch"))
    assert {(255, 0, 0), (0, 0, 255)} <= {colour for _, colour in shown.getcolors()}
    assert (255, 0, 0) not in {colour for _, colour in hidden.getcolors()}
    assert (0, 0, 255) in {colour for _, colour in hidden.getcolors()}


def test_one_layer_in_many_forms_is_one_layer(context):
    pages = [page_of(*layer(CUT_LINES, [SQUARE]), copies=4) for _ in range(3)]
    data = written(*pages, fonts=context.fonts)
    assert names(data) == [CUT_LINES]
    assert all(changes(picture(pypdfium2.PdfDocument(data), n), picture(without(data, CUT_LINES), n)) for n in range(3))


def test_paint_that_is_set_in_a_hidden_layer_is_set_for_what_follows(context):
    """Viewers still follow the state of what they hide; if one did not, the second square would be black."""
    second = Path(rectangle(Rect(32, 32, 5, 5)), "#ff0000")
    hidden = picture(without(written(page_of(*layer("Sketch", [SQUARE]), second), fonts=context.fonts), "Sketch"))
    assert {colour for _, colour in hidden.getcolors() if 0 in colour} == {(255, 0, 0)}


def test_the_word_on_drafts_is_a_note(context):
    placed = page_of(SQUARE).placed
    drawn = printer_marks("m", Room(A6, 5), placed, "x", context.fonts, cut="none", draft=True)
    data = written(pdf.Page(A6, placed, drawn, "p"), fonts=context.fonts)
    assert names(data) == [NOTES]
    shown, hidden = picture(pypdfium2.PdfDocument(data)), picture(without(data, NOTES))
    assert changes(shown, hidden)
    assert {colour for _, colour in hidden.getcolors()} == {(255, 255, 255), (255, 0, 0)}
