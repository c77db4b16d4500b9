"""Books as files to read on a screen."""

from __future__ import annotations

import io
import shutil

import pypdfium2
import pytest
from pypdf import PdfReader

from pnp import build
from pnp.kit import paths
from tests.support import three_cards

COMMON = paths.data_folder() / paths.COMMON

BOOK = "  rules: {kind: booklet, title: Rules, stock: paper, template: book.md, cover: back}\n"
SECOND = "  more: {kind: booklet, title: More, stock: paper, template: book.md, cover: back}\n"
NAME = "mine-rulebook-screen.pdf"


@pytest.fixture
def kit(tmp_path):
    folder = three_cards.write(tmp_path / "mine")
    (folder / "kit.yaml").write_text(three_cards.KIT + BOOK, "utf-8")
    (folder / "book.md").write_text("# How to play\n\nPlay.\n\n## How to win\n\nWin.\n", "utf-8")
    return folder


def read(result, name=NAME):
    return PdfReader(io.BytesIO(result.files[name]))


def screens(result):
    return [name for name in result.files if name.endswith("-screen.pdf")]


def entries(reader, outline, depth=0):
    """The level, title and page of each entry of an outline."""
    for entry in outline:
        if isinstance(entry, list):
            yield from entries(reader, entry, depth + 1)
        else:
            yield depth, entry.title, reader.get_destination_page_number(entry) + 1


@pytest.mark.parametrize("options", [{}, {"rulebook": "pages"}, {"backs": "none"}, {"paper": "a3"}, {"ink": "low"}])
def test_a_book_is_also_single_pages_in_reading_order(kit, options):
    book = read(build(kit, **options))
    assert [tuple(map(float, page.mediabox)) for page in book.pages] == [(0, 0, 396, 595.27559)] * 4
    assert [page.rotation for page in book.pages] == [0] * 4
    assert book.page_labels == ["1", "2", "3", "4"]
    assert list(entries(book, book.outline)) == [(0, "Rules", 1), (1, "How to play", 2), (2, "How to win", 2)]
    texts = [page.extract_text() for page in book.pages]
    assert "How to play" in texts[1]
    assert texts[2].split()[-1] == "3"


def test_it_has_no_marks_and_no_label(kit):
    texts = [page.extract_text() for page in read(build(kit)).pages]
    assert not any(word in text for text in texts for word in ("100 %", "data", "Booklet", "mm"))


def test_it_is_tagged_and_has_a_title_and_a_language(kit):
    book = read(build(kit))
    root = book.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert book.metadata.title == "My cards"
    assert "/Duplex" not in root["/ViewerPreferences"] or root["/ViewerPreferences"]["/Duplex"] == "/Simplex"


@pytest.mark.parametrize(("language", "direction"), [("fa", "/R2L"), ("en", None)])
def test_viewers_show_its_pages_side_by_side_in_the_direction_of_its_language(kit, language, direction):
    (kit / "kit.yaml").write_text(three_cards.KIT + BOOK + f"language: {language}\n", "utf-8")
    shutil.copy(COMMON / "sheets.en.yaml", kit / f"sheets.{language}.yaml")
    book = read(build(kit))
    assert book.trailer["/Root"]["/ViewerPreferences"].get("/Direction") == direction
    assert book.page_labels == ["1", "2", "3", "4"]


@pytest.mark.parametrize(("language", "even_at_left"), [("fa", False), ("en", True)])
def test_page_numbers_are_at_the_outer_edge_of_the_open_book(kit, language, even_at_left):
    (kit / "kit.yaml").write_text(three_cards.KIT + BOOK + f"language: {language}\n", "utf-8")
    shutil.copy(COMMON / "sheets.en.yaml", kit / f"sheets.{language}.yaml")
    pages = list(pypdfium2.PdfDocument(build(kit).files[NAME]))
    for number in (2, 3):
        words = pages[number - 1].get_textpage()
        index, _ = words.search(str(number)).get_next()
        is_left = words.get_charbox(index)[0] < pages[number - 1].get_width() / 2
        assert is_left == ((number == 2) == even_at_left)


def test_it_keeps_its_colours_in_a_print_with_little_ink(kit):
    assert build(kit, ink="low").files[NAME] == build(kit).files[NAME]


def test_the_manifest_lists_it_without_a_way_to_print_it(kit):
    manifest = build(kit).manifest
    (entry,) = (file for file in manifest["files"] if file["path"] == NAME)
    assert (entry["stock"], entry["pages"], entry["sheets"], entry["print"]) == ("screen", 4, 0, None)
    assert not any(placed["file"] == NAME for placed in manifest["placements"])


def test_several_books_are_named(kit):
    (kit / "kit.yaml").write_text(three_cards.KIT + BOOK + SECOND, "utf-8")
    assert screens(build(kit)) == ["mine-rulebook-rules-screen.pdf", "mine-rulebook-more-screen.pdf"]


@pytest.mark.parametrize("options", [{"cards": ["hello"]}, {"pages": "1"}, {"copies": 1}, {"only": ["all"]}])
def test_a_print_of_a_part_has_no_book_to_read(kit, options):
    assert screens(build(kit, **options)) == []


def test_a_shop_has_the_single_pages_anyway(kit):
    assert screens(build(kit, profile="shop")) == []


def test_a_draft_is_marked_as_one(kit):
    (kit / "cards.yaml").write_text(three_cards.CARDS.replace("name: Hello", f"name: {'long ' * 90}"), "utf-8")
    result = build(kit, draft=True)
    assert all("DRAFT" in page.extract_text() for page in read(result).pages)


def test_the_guide_lists_it_as_not_to_print(built):
    guide = PdfReader(built().folder / "rhino-a4-paper.pdf").pages[0].extract_text()
    assert "rhino-rulebook-screen.pdf" in guide
    assert "do not print" in guide
