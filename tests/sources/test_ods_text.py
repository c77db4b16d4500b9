"""Words of ODS cells in several fonts, as Markdown, and their spaces and line ends."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources import ods as ods_
from pnp.sources.ods_text import MAX_PARENTS
from tests.support.tables import ods, ods_row, plain

STYLES = {
    "B": 'fo:font-weight="bold"',
    "N": 'fo:font-weight="normal"',
    "I": 'fo:font-style="italic"',
    "U": 'style:text-underline-style="solid"',
    "S": 'style:text-line-through-style="solid"',
    "H": 'style:text-position="super 58%"',
    "L": 'style:text-position="-33% 58%"',
    "P": 'style:text-position="0% 100%"',
}


def styles(family: str, **more: str) -> str:
    return "".join(
        f'<style:style style:name="{name}" style:family="{family}"><style:text-properties {keys}/></style:style>'
        for name, keys in {**STYLES, **more}.items()
    )


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def read(paragraphs: str, *, cell: str = "", before: str = "", more: str = ""):
    """The value of a cell and the same as Markdown."""
    row = ods_row(f'<table:table-cell table:style-name="{cell}">{paragraphs}</table:table-cell>')
    data = ods(styles("text") + styles("table-cell") + more, S=before + row)
    (sheet,) = ods_.sheets(data, "cards.ods", None, Diagnostics())
    found = sheet.grid.header[0]
    return found.value, found.shown


@pytest.mark.parametrize(
    ("style", "markdown"),
    [
        ("B", "Draw **two** now"), ("I", "Draw *two* now"), ("U", "Draw [two]{.underline} now"),
        ("S", "Draw [two]{.strike} now"), ("H", "Draw [two]{.super} now"), ("L", "Draw [two]{.sub} now"),
        ("P", ""), ("unknown", ""),
    ],
)  # fmt: skip
def test_words_in_another_font_are_markdown(style, markdown):
    assert read(f"<text:p>Draw {span(style, 'two')} now</text:p>") == ("Draw two now", markdown)


def test_words_inherit_from_their_cell_and_from_other_styles():
    assert read(f"<text:p>Draw {span('N', 'two')}</text:p>", cell="B") == ("Draw two", "**Draw** two")
    column = '<table:table-column table:default-cell-style-name="B"/>'
    assert read(f"<text:p>Draw {span('N', 'two')}</text:p>", before=column) == ("Draw two", "**Draw** two")
    child = '<style:style style:name="C" style:family="text" style:parent-style-name="B"/>'
    assert read(f"<text:p>Draw {span('C', 'two')}</text:p>", more=child) == ("Draw two", "Draw **two**")


def test_styles_that_inherit_from_each_other_end():
    ring = '<style:style style:name="R" style:family="text" style:parent-style-name="R"/>'
    assert read(f"<text:p>Draw {span('R', 'two')}</text:p>", more=ring) == ("Draw two", "")
    assert MAX_PARENTS < 100


def test_a_cell_that_looks_the_same_all_over_is_not_markdown():
    assert read("<text:p>2*3</text:p>", cell="B") == ("2*3", "")
    assert read(f"<text:p>{span('B', '2*3')}</text:p>") == ("2*3", "")


def test_spaces_tabs_and_line_ends():
    text = '<text:p>a\n  b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e</text:p><text:p>f</text:p>'
    assert read(text) == ("a b   c\td\ne\nf", "")
    link = "<text:p>see <text:a>here</text:a><office:annotation><text:p>no</text:p></office:annotation></text:p>"
    assert read(link) == ("see here", "")
    assert len(read('<text:p>a<text:s text:c="999999999"/></text:p>')[0]) < 2_000


def test_bold_words_are_markdown_in_texts_and_plain_in_names(tmp_path):
    cell = f"<table:table-cell><text:p>Gain 2* {span('B', 'two')}</text:p></table:table-cell>"
    data = ods(styles("text"), S=ods_row("deck", "name", "asides.text") + ods_row("d", cell, cell))
    (card,) = plain(tmp_path, data, "c.ods")["d"].values()
    assert card == {"name": "Gain 2* two", "asides": {"text": "Gain 2\\* **two**"}}
