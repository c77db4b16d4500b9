"""Other inks: greys of the same luminance, little ink; shapes, words and what is shared stay as they are."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path as FilePath

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from pnp import components
from pnp.checks import colour_alone, low_contrast, open_game
from pnp.checks import context as checked
from pnp.components.context import RenderContext
from pnp.components.knife import DASHES, GAP
from pnp.diagnostics import Diagnostics
from pnp.graphics import colour as tones
from pnp.graphics.content import Kept
from pnp.graphics.drawing import (
    Drawing,
    Group,
    Item,
    Path,
    Picture,
    Piece,
    Stroke,
    Tag,
    Text,
    Use,
    ellipse,
    every,
    rectangle,
)
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size, Transform
from pnp.graphics.inksaver import Inks, bitmaps, grey, low
from pnp.pipeline import job as press
from pnp.pipeline.context import open_context
from tests.conftest import RHINO, ROOT, SMALL, options_for, run

DPI = 150
FINE = 300
"""The resolution at which ink is measured. In fewer pixels thin lines, which are at least one wide, are too thick."""
CELL = 6.0
"""What counts as a large area is a square of so many mm."""


@cache
def printed(ink: str, kit: FilePath = SMALL, only: tuple[str, ...] = ()) -> tuple[bytes, ...]:
    """A kit's printed files on A4, that with the cards first. The book to read is always in colour."""
    diagnostics = Diagnostics()
    job = press.build(options_for(kit, "a4", ink=ink, only=only), diagnostics)
    assert job is not None, list(diagnostics)
    return tuple(job.files[name] for name in job.files if name.endswith(".pdf") and "-screen" not in name)


def rendered(data: bytes, dpi: int) -> Iterator[Image.Image]:
    """Pages as they are rendered, in linear light: 255 is white paper."""
    table = [round(tones.linear(value / 255) * 255) for value in range(256)]
    matrix = (0.2126, 0.7152, 0.0722, 0)
    for page in pypdfium2.PdfDocument(data):
        yield page.render(scale=dpi / 72).to_pil().convert("RGB").point(table * 3).convert("L", matrix)


@cache
def lights(ink: str) -> list[Image.Image]:
    """The pages of the small set."""
    return [*rendered(printed(ink)[0], DPI)]


def coverage(pages: Iterable[Image.Image]) -> float:
    """How much ink is on the paper: the mean of 1 - luminance."""
    shares = [1 - mean(page) / 255 for page in pages]
    return sum(shares) / len(shares)


def flooded(page: Image.Image) -> float:
    """The most ink that some square of the page has all over."""
    lightest = page.reduce(2)
    # Step by step, which is faster than a large square at once.
    for _ in range(round(CELL * DPI / 2 / MM_PER_INCH) // 2):
        lightest = lightest.filter(ImageFilter.MaxFilter(3))
    return 1 - lightest.getextrema()[0] / 255


def mean(image: Image.Image) -> float:
    return sum(value * count for value, count in enumerate(image.histogram())) / (image.width * image.height)


def words(ink: str) -> list[list[str]]:
    """The words of every page; without the part of its label that names the ink."""
    found = []
    for data in printed(ink):
        for page in pypdfium2.PdfDocument(data):
            text = page.get_textpage().get_text_range()
            found.append(text.replace(" · in grey", "").replace(" · with little ink", "").split())
    return found


@pytest.fixture(scope="module")
def small_context() -> RenderContext:
    opened = open_context(SMALL, Diagnostics())
    assert opened
    return opened


@pytest.fixture(scope="module")
def pieces(small_context: RenderContext) -> list[Piece]:
    specs = small_context.kit.components
    early = [id_ for id_ in specs if not components.describes_set(specs[id_])]
    return [piece for id_ in early for piece in components.pieces(id_, specs[id_], small_context)]


# On paper ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_docs_say_how_much_ink_the_cards_need_and_little_is_under_a_quarter(built):
    page = (ROOT / "docs" / "printing.md").read_text("utf-8")
    row = re.search(r"\| rhino-a4-cardstock.pdf \| 16 \| (\S+) % \| (\S+) % \|", page)
    assert row
    said = [float(share) / 100 for share in row.groups()]
    build = built()
    cards = build.file("cardstock")
    only = {placed["piece"].partition("/")[0] for placed in build.placements("cardstock")}
    files = (cards.read_bytes(), printed("low", RHINO, tuple(sorted(only)))[0])
    colour, little = (coverage(rendered(data, FINE)) for data in files)
    assert said == pytest.approx([colour, little], abs=0.002)
    assert little < colour / 4


def test_greys_take_as_much_ink_as_colours():
    assert abs(coverage(lights("grey")) - coverage(lights("colour"))) < 0.005


def test_with_little_ink_no_large_area_is_dark():
    assert max(map(flooded, lights("low"))) < 0.3
    assert max(map(flooded, lights("colour"))) > 0.6


@pytest.mark.parametrize("ink", ["grey", "low"])
def test_pages_keep_their_words(ink):
    # Readers order what is upside down by its colours.
    assert [sorted("".join(page)) for page in words(ink)] == [sorted("".join(page)) for page in words("colour")]


@pytest.mark.parametrize("ink", ["grey", "low"])
def test_there_is_no_colour_left(ink):
    for data in printed(ink):
        for number, page in enumerate(pypdfium2.PdfDocument(data)):
            red, green, blue = page.render(scale=0.5).to_pil().convert("RGB").split()
            assert red.tobytes() == green.tobytes() == blue.tobytes(), number


def test_the_manifest_is_that_of_the_set_in_colour():
    colour, grey_ = (
        press.build(options_for(SMALL, "a4", only=("score-markers",), ink=ink), Diagnostics())
        for ink in ("colour", "grey")
    )
    drawings = [press_.files["manifest.json"].split(b'"pieces"')[1] for press_ in (colour, grey_)]
    assert drawings[0] == drawings[1]


# What is said of it -----------------------------------------------------------------------------------------------


def test_labels_name_the_ink(tmp_path):
    for ink, says in (("colour", ""), ("grey", "in grey"), ("low", "with little ink")):
        folder = tmp_path / ink
        result = run("build", SMALL, "--only", "score-track", "--ink", ink, "--output", folder)
        assert result.exit_code == 0, result.output
        (path,) = folder.glob("*.pdf")
        assert path.name == "small-a4-cardstock.pdf"
        text = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()
        assert says in text
        assert ("ink" in text or "grey" in text) == bool(says)


# The rhino kit's drawings -----------------------------------------------------------------------------------------


def test_in_colour_pieces_are_what_they_were(pieces):
    inks = Inks("colour")
    assert all(inks.piece(piece) is piece for piece in pieces)


@pytest.mark.slow
@pytest.mark.parametrize("ink", ["grey", "low"])
def test_words_are_read_and_pieces_told_apart_in_every_ink(small_context, pieces, ink):
    inks = Inks(ink)
    made: dict[str, list[Piece]] = {}
    for piece in pieces:
        made.setdefault(piece.component, []).append(inks.piece(piece))
    context = checked(small_context, made, open_game(small_context.kit))
    assert list(low_contrast.check(context)) == []
    assert list(colour_alone.check(context)) == []


@pytest.mark.slow
@pytest.mark.parametrize("ink", ["grey", "low"])
def test_cut_and_fold_lines_stay(pieces, ink):
    inks = Inks(ink)
    for piece in (p for p in pieces if p.outlined):
        lines, inked = (
            [i for i in items if isinstance(i, Path) and i.stroke and i.stroke.colour == "#000000"]
            for items in (piece.front.items, inks.piece(piece).front.items)
        )
        assert [(i.segments, i.stroke) for i in lines] == [(i.segments, i.stroke) for i in inked]


@pytest.mark.slow
def test_lit_tiles_stand_out_with_little_ink(context):
    pieces = components.pieces("moves", context.kit.components["moves"], context)
    inks = Inks("low")
    seen = {"yes": set(), "no": set()}
    for piece in map(inks.piece, pieces):
        for tag in every(piece.front.items):
            if isinstance(tag, Tag) and (": yes" in tag.alt or ": no" in tag.alt):
                frame = next(item for item in tag.items if isinstance(item, Path))
                seen["yes" if ": yes" in tag.alt else "no"].add(tones.lightness(frame.stroke.colour))
    assert max(seen["yes"]) < 40
    assert min(seen["no"]) > 75


def test_a_dashed_rim_stays_dashed(pieces):
    inks = Inks("low")
    for number, piece in enumerate(p for p in pieces if p.component == "score-markers"):
        strokes = [item.stroke for item in inks.piece(piece).front.items if isinstance(item, Path) and item.stroke]
        gaps = [s for s in strokes if s.colour == "#ffffff" and s.width == pytest.approx(GAP)]
        assert len(gaps) == number * DASHES


# Any drawings -----------------------------------------------------------------------------------------------------

colours = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")
lengths = st.integers(1, 60).map(float)
boxes = st.builds(Rect, lengths, lengths, lengths, lengths)
strokes = st.builds(
    lambda *given: Stroke(*given), colours, st.sampled_from([0.2, 0.5, 2.0]), st.sampled_from([(), (1.0, 0.5)])
)
outlines = st.one_of(boxes.map(rectangle), st.builds(ellipse, lengths, lengths, lengths, lengths))
paths = st.builds(
    lambda *given: Path(*given),
    outlines,
    colours | st.none(),
    strokes | st.none(),
    st.booleans(),
    st.sampled_from([1.0, 0.4]),
)
texts = st.builds(
    lambda *given: Text(*given),
    lengths,
    lengths,
    st.sampled_from(["Lunge", "3"]),
    st.just("body"),
    st.just(9.0),
    colours,
)
frames = st.sampled_from([Transform(), Transform.scale(0.3), Transform.rotate(90, 20, 20), Transform.mirror(60)])


def holding(inner: st.SearchStrategy[Item]) -> st.SearchStrategy[Item]:
    some = st.lists(inner, max_size=4).map(tuple)
    return st.one_of(
        st.builds(lambda *given: Group(*given), some, frames, outlines | st.just(())),
        st.builds(lambda items: Tag("P", items), some),
        st.builds(lambda items, frame: Use(Drawing("d", Size(60, 60), items), frame), some, frames),
    )


items_ = st.lists(st.recursive(paths | texts, holding, max_leaves=8), max_size=6).map(tuple)


def same_shapes(one: tuple[Item, ...], other: tuple[Item, ...]) -> None:
    """What was there is there in the same order; only edges may have come between."""
    rest = iter(other)
    for item in one:
        found = next(
            i for i in rest if type(i) is type(item) and not (isinstance(i, Path) and i.segments != item.segments)
        )
        if isinstance(item, Path):
            assert (found.even_odd, found.alpha) == (item.even_odd, item.alpha)
            assert (found.fill is None) == (item.fill is None)
            assert (found.stroke is None) == (item.stroke is None)
        elif isinstance(item, Text):
            assert found._replace(colour="") == item._replace(colour="")
        elif isinstance(item, Use):
            assert found.transform == item.transform
            assert (found.drawing.size, found.drawing.bleed) == (item.drawing.size, item.drawing.bleed)
            same_shapes(item.drawing.items, found.drawing.items)
        else:
            assert found._replace(items=()) == item._replace(items=())
            same_shapes(item.items, found.items)


@pytest.mark.slow
@given(items_)
@settings(max_examples=60)
@pytest.mark.parametrize("converter", [grey.GreyConverter, low.LowConverter])
def test_shapes_and_words_are_kept(converter, items):
    drawing = Drawing("it", Size(63, 88), items, bleed=3.0, alt="a card")
    inked = converter().drawing(drawing)
    assert (inked.name, inked.size, inked.bleed, inked.alt) == ("it", Size(63, 88), 3.0, "a card")
    same_shapes(drawing.items, inked.items)


@pytest.mark.slow
@given(items_)
@settings(max_examples=60)
def test_greys_have_the_luminance_of_their_colours(items):
    inked = grey.GreyConverter().drawing(Drawing("it", Size(63, 88), items))
    for before, after in zip(every(items), every(inked.items), strict=True):
        pairs = []
        if isinstance(before, Text):
            pairs.append((before.colour, after.colour))
        if isinstance(before, Path):
            pairs += [(before.fill, after.fill)] if before.fill else []
            pairs += [(before.stroke.colour, after.stroke.colour)] if before.stroke else []
        for colour, found in pairs:
            assert found[1:3] == found[3:5] == found[5:7]
            assert abs(tones.luminance(colour) - tones.luminance(found)) < 0.005


@pytest.mark.slow
@given(items_, st.sampled_from([grey.GreyConverter, low.LowConverter]))
@settings(max_examples=40)
def test_what_is_shared_stays_shared(items, converter):
    shared = Drawing("shared", Size(60, 60), items)
    uses = (Use(shared, Transform.scale(0.3)), Use(shared, Transform(0.3, 0, 0, 0.3, 30, 30)))
    inked = converter().drawing(Drawing("it", Size(630, 880), uses))
    assert inked.items[0].drawing is inked.items[1].drawing


# Bitmaps ----------------------------------------------------------------------------------------------------------


def png(image: Image.Image, kind: str = "PNG") -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#27608f", "#010203"])
def test_a_bitmap_has_the_luminance_of_its_colours(colour):
    found = Image.open(io.BytesIO(bitmaps.grey(Kept(png(Image.new("RGB", (3, 2), colour)))).read()))
    assert (found.mode, found.size) == ("L", (3, 2))
    assert abs(found.getpixel((1, 1)) - int(tones.grey(colour)[1:3], 16)) <= 1


def test_a_light_bitmap_is_nowhere_dark():
    black, white = (
        Image.open(io.BytesIO(bitmaps.grey(Kept(png(Image.new("RGB", (2, 2), colour))), 0.7).read())).getpixel((0, 0))
        for colour in ("#000000", "#ffffff")
    )
    assert white == 255
    assert abs(tones.linear(black / 255) - 0.7) < 0.01


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_stays_so(mode):
    image = Image.new("RGBA", (4, 4), (200, 30, 30, 0))
    data = png(image.convert(mode) if mode != "P" else image.quantize(4))
    found = Image.open(io.BytesIO(bitmaps.grey(Kept(data)).read()))
    assert found.mode == "LA"
    assert found.getpixel((0, 0))[1] == 0


@pytest.mark.parametrize("converter", [grey.GreyConverter, low.LowConverter])
def test_a_bitmap_is_inked_once_and_always_alike(converter):
    data = png(Image.linear_gradient("L").convert("RGB"), "JPEG")
    picture = Picture(Rect(0, 0, 256, 256), Kept(data), (256, 256))
    drawing = Drawing("it", Size(256, 256), (picture, picture))
    one, other = converter().drawing(drawing).items
    assert one.content.read() is other.content.read()
    assert one.content.read() != data
    assert one.content == converter().drawing(drawing).items[0].content
    assert (one.box, one.pixels) == (picture.box, picture.pixels)
