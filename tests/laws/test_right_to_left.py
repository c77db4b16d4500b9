"""Markdown of kits whose language is written from right to left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.graphics.compositing import Outline
from pnp.graphics.drawing import Path, Tag
from pnp.text import toc
from pnp.text.blocks import Strip, TextHeading
from pnp.text.extract import joined
from pnp.text.layout import set_text
from pnp.text.styles import Setting
from pnp.text.table import BAR
from tests.support.text import WIDTH, Set, texts, walk
from tests.text.conftest import setting as setting

LONG = "שלום " * 60


@pytest.fixture
def rtl(setting: Setting) -> Setting:
    return replace(setting, right_to_left=True)


def end(setting: Setting, found: Set) -> float:
    """The right end of a text."""
    return found.x + setting.fonts.extent(found.item)


def edges(strip: Strip) -> list[tuple[float, float]]:
    """The left and right edges of the areas of a strip."""
    paths = [(at, item) for at, item in walk(strip.items) if isinstance(item, Path) and item.fill]
    corners = [[at.apply(*c)[0] for ring in Outline(p.segments).polygons for c in ring] for at, p in paths]
    return [(min(xs), max(xs)) for xs in corners]


@pytest.mark.parametrize("text", ["שלום", "Rhino goes first", "12", "## Rhino", "# שלום"])
def test_all_text_begins_at_the_right(rtl: Setting, text: str) -> None:
    (strip,) = set_text(text, rtl, WIDTH).strips
    assert end(rtl, texts(strip.items)[0]) == pytest.approx(WIDTH)


def test_latin_words_keep_their_order(rtl: Setting) -> None:
    (strip,) = set_text("Rhino goes first.", rtl, WIDTH).strips
    (found,) = texts(strip.items)
    assert (found.item.text, found.item.rtl) == ("Rhino goes first.", False)


def test_the_first_column_of_a_table_is_at_the_right(rtl: Setting) -> None:
    table = "| שם | עותקים | Text |\n|---|--:|:-:|\n| Rhino | 12 | סוס |\n| אביר | 5 | 3 |"
    rows = [texts(strip.items) for strip in set_text(table, rtl, WIDTH).strips]
    for cells in rows:
        assert cells[0].x > cells[1].x > cells[2].x
    for column in (0, 1):
        ends = [end(rtl, cells[column]) for cells in rows]
        assert ends == [pytest.approx(ends[0])] * 3
    assert end(rtl, rows[0][0]) > WIDTH - 3


def test_the_cells_of_a_row_are_read_in_order(rtl: Setting) -> None:
    strips = set_text("| א | ב |\n|--|--|\n| ג | ד |", rtl, WIDTH).strips
    tags = [item.role for strip in strips for _, item in walk(strip.items) if isinstance(item, Tag)]
    assert tags == ["TR", "TH", "TH", "TR", "TD", "TD"]
    assert [found.item.text for strip in strips for found in texts(strip.items)] == ["א", "ב", "ג", "ד"]


@pytest.mark.parametrize("label", ["דוגמה", "Example"])
def test_the_bar_of_a_box_and_the_mark_of_its_label_are_at_the_right(rtl: Setting, label: str) -> None:
    first, *_ = strips = set_text(f"> **{label}.** {LONG}", rtl, WIDTH).strips
    for strip in strips:
        assert edges(strip)[1] == pytest.approx((WIDTH - BAR, WIDTH))
        assert all(found.x > 0 and end(rtl, found) < WIDTH - BAR for found in texts(strip.items))
    (found,), (mark_left, mark_right) = texts(first.items), edges(first)[2]
    assert end(rtl, found) < mark_left < mark_right < WIDTH - BAR


@pytest.mark.parametrize("words", ["שלום", "Rhino", "12", LONG])
@pytest.mark.parametrize("sign", ["-", "1.", "10."])
def test_the_marks_of_a_list_are_at_the_right_inside_the_column(rtl: Setting, sign: str, words: str) -> None:
    first, *more = set_text(f"{sign} {words}", rtl, WIDTH).strips
    found = texts(first.items)
    mark = [one for one in found if one.item.text in {"•", "1", "10", "."}]
    line = [one for one in found if one not in mark]
    assert max(end(rtl, one) for one in mark) == pytest.approx(WIDTH)
    ends = [max(end(rtl, found) for found in part) for part in (line, *(texts(strip.items) for strip in more))]
    assert ends == [pytest.approx(ends[0])] * len(ends)
    assert ends[0] < min(one.x for one in mark)


def test_the_dot_of_a_number_is_between_the_number_and_the_text(rtl: Setting) -> None:
    (strip,) = set_text("7. שלום", rtl, WIDTH).strips
    mark = [found for found in texts(strip.items) if found.item.text in {"7", ".", "7."}]
    by_place = "".join(found.item.text for found in sorted(mark, key=lambda found: found.x))
    assert by_place == ".7"


@pytest.mark.parametrize("words", ["Heading", "אב", "12"])
def test_a_heading_in_the_contents_begins_at_the_right_with_its_page_at_the_left(rtl: Setting, words: str) -> None:
    entries = [toc.TocEntry(TextHeading(level, words), 3) for level in (1, 2)]
    for strip, indent in zip(toc.contents(entries, rtl, WIDTH, 200), (0, toc.INDENT), strict=True):
        heading, page = texts(strip.items)
        assert (page.x, end(rtl, heading)) == pytest.approx((0, WIDTH - indent))


def test_the_index_begins_in_the_column_at_the_right(rtl: Setting) -> None:
    (strip,) = toc.index([(term, [(3, True)]) for term in "אבגדהו"], rtl, WIDTH)
    places = {found.item.text[0]: found.x for found in texts(strip.items)}
    assert places["א"] > places["ג"] > places["ה"]
    assert places["א"] > WIDTH - 5


@pytest.mark.parametrize("text", ["2–3", "2 – 3", "7.", "שלום 2–3", "שלום, 12", "**אב**גד"])
def test_the_parts_of_a_line_are_read_as_they_are_written(rtl: Setting, text: str) -> None:
    (strip,) = set_text(f"| a |\n|---|\n| {text} |", rtl, WIDTH).strips[1:]
    assert joined(rtl.fonts, [found.item for found in texts(strip.items)]) == text.replace("*", "")


def test_an_icon_does_not_decide_on_the_direction(setting: Setting) -> None:
    (strip,) = set_text(":score: שלום", setting, WIDTH).strips
    icon, word = texts(strip.items)
    assert icon.x > word.x


@pytest.mark.parametrize("words", ["שלום", "Rhino"])
def test_an_icon_as_the_mark_of_a_list_is_at_the_right(rtl: Setting, words: str) -> None:
    (strip,) = set_text(f"- :score: {words}", rtl, WIDTH).strips
    icon, word = texts(strip.items)
    assert icon.item.icon
    assert end(rtl, icon) == pytest.approx(WIDTH)
    assert end(rtl, word) < icon.x
