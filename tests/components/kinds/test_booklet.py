"""Rulebooks of all kits as they are printed, read back: what a reader finds things by, and what is hard to read."""

from __future__ import annotations

import ctypes
import math
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pypdf
import pypdfium2
import pytest
from pypdfium2 import raw

from pnp.components.kinds import booklet
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.drawing import Piece, Text
from pnp.graphics.geometry import POINTS_PER_MM
from pnp.kit import load, paths
from pnp.pipeline import job as press
from pnp.pipeline.context import open_context
from pnp.text.blocks import Strip, TextHeading, columns
from tests.conftest import SMALL, edit, options_for
from tests.support.books import found_in, words_of
from tests.support.drawn import case_test
from tests.support.set_text import lines_of_text

test_is_drawn_as_reviewed = case_test("text/booklet", lines_of_text)

PAGE = (150.0, 215.0)
"""A paper that holds one page of a book, so that pages of the file are those of the book."""
SCALE = {9, 10, 12, 15, 20, 30, 45, 60, 90}
UNIT = 3.25


class Book(NamedTuple):
    """A rulebook as a file: what pdfium reads on each page, line by line, and the file itself."""

    path: Path
    pages: list[list[str]]

    def text(self, number: int) -> str:
        return " ".join(self.pages[number - 1])


def book_of(folder: Path, kit: Path) -> Book:
    diagnostics = Diagnostics()
    order = options_for(kit, f"{PAGE[0]:g}x{PAGE[1]:g}mm", only=("rulebook",))
    job = press.build(order, diagnostics)
    assert job is not None, list(diagnostics)
    job.save(folder)
    (path,) = folder.glob("*-paper.pdf")
    pages = []
    for page in pypdfium2.PdfDocument(path):
        words = page.get_textpage().get_text_range().replace("\ufffe", "-\n")
        lines = [line.strip() for line in words.splitlines()]
        label = next(i for i, line in enumerate(lines) if re.search(r"· data \w+$", line))
        pages.append([line for line in lines[:label] if line])
    return Book(path, pages)


LETTERS = ".ABCDEFGHIJKL"
TERMS = ("lance", "shield", "horse", "tilt")


@pytest.fixture(scope="module")
def long_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small set whose book has twelve chapters, contents and an index."""
    kit = shutil.copytree(SMALL, tmp_path_factory.mktemp("long") / "small")
    edit(kit, "kit.yaml", "template: rulebook.md,", "template: rulebook.md, contents: true, index: true,")
    chapters = [
        f"# {LETTERS[n]} chapter\n\n{'Words of it. ' * 30}\n\n## {LETTERS[n]} part\n\nThe **{TERMS[n % 4]}** is here, "
        f"and a {TERMS[n % 3]}. {'Words of it. ' * 40}\n"
        for n in range(1, 13)
    ]
    (kit / "rulebook.md").write_text("\n".join(chapters), "utf-8")
    return Path(kit)


@pytest.fixture(scope="module")
def long_book(long_kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of(tmp_path_factory.mktemp("book"), long_kit)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of(tmp_path_factory.mktemp("rhino"), paths.data_folder() / "rhino")


# What a reader finds things by --------------------------------------------------------------------------------


def headings(path: Path) -> list[tuple[int, str, int]]:
    """The outline of a book: level, words and page of each entry but the file's own."""
    reader = pypdf.PdfReader(path)

    def walked(entries: list[Any], level: int) -> Iterator[tuple[int, str, int]]:
        for entry in entries:
            if isinstance(entry, list):
                yield from walked(entry, level + 1)
            else:
                yield level, entry.title, reader.get_destination_page_number(entry) + 1

    return [found for found in walked(reader.outline, 0) if found[0]]


def contents(printed: Book) -> list[tuple[str, int]]:
    """The lines of the contents: words and page number."""
    (page,) = [lines for lines in printed.pages if lines[:1] == ["Contents"]]
    # pdfium takes the foot of a left page for a part of the last line.
    text = "\n".join(page[1:]).removesuffix("Contents\n3")
    return [(words, int(number)) for words, number in re.findall(r"(?m)^(.*?)\s+(\d+)\b", text)]


def test_the_contents_lead_to_the_pages_on_which_headings_stand(long_book):
    listed = contents(long_book)
    assert [words for words, _ in listed] == [*(f"{letter} chapter" for letter in LETTERS[1:]), "Index"]
    assert [number for _, number in listed] == sorted(number for _, number in listed)
    for words, number in listed:
        assert words in long_book.pages[number - 1], (words, number)
    assert listed == [(words, page) for level, words, page in headings(long_book.path) if level == 1]


def test_the_outline_leads_to_the_place_of_each_heading(long_book):
    document = pypdfium2.PdfDocument(long_book.path)
    for entry in list(document.get_toc())[1:]:
        dest = entry.get_dest()
        page = document[dest.get_index()]
        _, (x, y, _) = dest.get_view()
        around = page.get_textpage().get_text_bounded(x, y - 14 * POINTS_PER_MM, page.get_width(), y)
        assert entry.get_title() in " ".join(around.split()), entry.get_title()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["pages", "booklet"])
def test_the_outline_is_in_reading_order_however_pages_lie(long_kit, tmp_path, way):
    job = press.build(options_for(long_kit, "a4", only=("rulebook",), rulebook=way), Diagnostics())
    assert job is not None
    job.save(tmp_path)
    (path,) = (one for one in tmp_path.glob("*.pdf") if not one.stem.endswith("-screen"))
    found = headings(path)
    wanted = [*(f"{letter} chapter" for letter in LETTERS[1:]), "Index"]
    assert [words for level, words, _ in found if level == 1] == wanted
    document = pypdfium2.PdfDocument(path)
    for _, words, page in found:
        assert words in document[page - 1].get_textpage().get_text_range()


def index(printed: Book) -> dict[str, list[int]]:
    """The terms of the index with their pages; lines that go on are joined."""
    number = next(page for _, words, page in reversed(headings(printed.path)) if words == "Index")
    lines = printed.pages[number - 1]
    text = " ".join(lines[lines.index("Index") + 1 : -1])
    found = re.findall(r"([^\d,]+(?:, [^\d,]+)*), (\d+(?:, \d+)*)", text)
    return {term.strip(): [int(n) for n in pages.split(", ")] for term, pages in found}


def test_the_index_leads_to_pages_that_say_its_terms(long_book):
    terms = index(long_book)
    assert list(terms) == sorted(terms, key=str.casefold)
    for term, pages in terms.items():
        assert pages == sorted(set(pages)), term
        for page in pages:
            text = long_book.text(page)
            whole = f"{text} {text.replace('- ', '')}".lower()
            assert term.lower() in whole, (term, page)


def test_each_page_says_its_number_at_its_outer_edge_and_where_in_the_book_it_is(long_book):
    found = headings(long_book.path)
    chapters = [(words, page) for level, words, page in found if level == 1]
    title = "Pocket Joust"
    document = pypdfium2.PdfDocument(long_book.path)
    first, last = chapters[0][1], chapters[-1][1]
    for number in range(first, last + 1):
        page = document[number - 1].get_textpage()
        left = (PAGE[0] - booklet.SIZE.w) / 2
        low = (PAGE[1] - booklet.SIZE.h) / 2 * POINTS_PER_MM
        band = (low + 5 * POINTS_PER_MM, low + 14 * POINTS_PER_MM)
        begin, end = (
            (left + booklet.AREA.x - 1) * POINTS_PER_MM,
            (left + booklet.AREA.x + booklet.AREA.w + 1) * POINTS_PER_MM,
        )
        edge = (begin, begin + 5 * POINTS_PER_MM) if number % 2 == 0 else (end - 5 * POINTS_PER_MM, end)
        assert page.get_text_bounded(edge[0], band[0], edge[1], band[1]).strip() == str(number)
        foot = " ".join(page.get_text_bounded(begin, band[0], end, band[1]).split())
        text = " ".join(page.get_text_range().split())
        first_here = next((words for level, words, at in found if at == number and level < 3), "")
        begins = first_here and text.startswith(" ".join(first_here.split()))
        chapter = [words for words, at in chapters if at < number][-1:] + [w for w, at in chapters if at == number][:1]
        running = first_here if begins else chapter[-1]
        wanted = f"{number} {title}" if number % 2 == 0 else f"{running} {number}"
        assert foot.replace(" ", "") == wanted.replace(" ", ""), "the number stands apart at the edge, see above"


def test_a_book_is_of_whole_sheets(long_book):
    assert len(long_book.pages) % 4 == 0
    assert len(long_book.pages) > 8


def test_a_short_book_needs_no_contents_but_may_have_them(kit, tmp_path):
    (kit / "rulebook.md").write_text(
        "# One\n\nA **score card** and words.\n\n# Two\n\nMore of a score card.\n", "utf-8"
    )
    plain = pieces(kit)
    assert len(plain) == 4
    assert "Contents" not in words_of(plain[1].front.items)
    edit(kit, "kit.yaml", "    contents: false\n    index: false\n", "    contents: true\n    index: true\n")
    asked = pieces(kit)
    assert words_of(asked[1].front.items).startswith("Contents One 3 Two 3 Index 3")
    assert "Index score card, 3" in words_of(asked[2].front.items).replace(" ,", ",")


def test_a_book_needs_the_style_of_its_text_only(kit):
    edit(kit, "kit.yaml", "    contents: false\n    index: false\n", "    contents: true\n    index: true\n")
    removed = "".join(f"  book-{role}: null\n" for role in ("foot", "contents", "index"))
    edit(kit, "faces.yaml", "styles:\n", f"styles:\n{removed}")
    assert words_of(pieces(kit)[1].front.items).startswith("Contents ")


def test_the_rest_of_a_last_page_is_for_notes_if_no_page_is_and_it_is_mostly_empty(kit):
    (kit / "rulebook.md").write_text("# One\n\nWords.\n", "utf-8")
    edit(kit, "kit.yaml", "    cover: cover\n", "    cover: cover\n    plate: cover\n")
    _, _, text, _ = pieces(kit)
    assert words_of(text.front.items).startswith("One Words. Notes ")
    heights = [path.segments[0][1][1] for _, path in found_in(text.front.items, Outline) if len(path.segments) == 2]
    assert len(heights) > 15
    assert booklet.AREA.far - booklet.NOTE_LINE < heights[-1] <= booklet.AREA.far
    edit(kit, "kit.yaml", "    plate: cover\n", "")
    _, text, notes, _ = pieces(kit)
    assert "Notes" not in words_of(text.front.items)
    assert words_of(notes.front.items).startswith("Notes ")
    edit(kit, "rulebook.md", "Words.", "Words.\n\n" * 20)
    edit(kit, "kit.yaml", "    cover: cover\n", "    cover: cover\n    plate: cover\n")
    _, _, text, _ = pieces(kit)
    assert "Notes" not in words_of(text.front.items)


def pieces(kit: Path) -> list[Piece]:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is not None, list(diagnostics)
    spec = context.kit.components["rulebook"]
    assert isinstance(spec, booklet.Spec)
    made = booklet.pieces("rulebook", spec, context)
    assert not context.diagnostics
    return made


# What is hard to read -----------------------------------------------------------------------------------------


def sizes(page: pypdfium2.PdfPage) -> Iterator[tuple[float, bool]]:
    """The size in pt of each text written into a page, not of those in pictures, and whether it is turned."""
    for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1):
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(found, size)
        matrix = found.get_matrix().get()
        yield size.value * math.hypot(matrix[2], matrix[3]), abs(matrix[1]) > 0.01


def test_no_type_in_a_rulebook_is_smaller_than_9_pt_and_all_is_of_one_scale(printed):
    # Labels of sheets run up their sides.
    found = {
        round(size, 2) for page in pypdfium2.PdfDocument(printed.path) for size, turned in sizes(page) if not turned
    }
    assert min(found) == 9
    # A cover's title is as large as it fits.
    assert {size for size in found if size <= 20} <= SCALE
    assert max(found) <= 90


@pytest.mark.parametrize("name", paths.game_kits())
def test_styles_of_books_are_of_one_scale_and_one_unit(name):
    kit = load.open_kit(paths.data_folder() / name, Diagnostics())
    assert kit is not None
    styles = {key: style for key, style in kit.facebook.styles.items() if key.split("-")[0] in ("book", "cover")}
    assert len(styles) >= 15
    for key, style in styles.items():
        assert style.size in SCALE, key
        assert (style.least or style.size) >= 9, key
        for room in (style.above, style.below):
            assert (room or 0) / UNIT == int((room or 0) / UNIT), key


# How a page is laid out ---------------------------------------------------------------------------------------


def test_columns_are_broken_where_it_costs_least():
    """A chapter rather begins a page than ends one, if the page before is not left empty for it."""
    head = Strip(10, (), keep=True, heading=TextHeading(1, "B"))
    text = [Strip(10, ())] * 20
    assert [len(page) for page in columns([*text[:8], head, *text[:12]], 100)] == [8, 10, 3]
    assert [len(page) for page in columns([*text[:2], head, *text[:12]], 100)] == [10, 5]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rhino", "lists"])
def test_no_page_but_the_last_of_a_part_is_nearly_empty(name):
    for piece in pieces(paths.data_folder() / name)[2:-3]:
        lowest = max(
            at.apply(0, text.y)[1]
            for at, text in found_in(piece.front.items, Text)
            if text.font != "x" and at.apply(0, text.y)[1] < booklet.FOOT - 2
        )
        assert lowest > booklet.AREA.y + booklet.AREA.h * 0.4, piece.id
