"""Charts from a template."""

from __future__ import annotations

from pnp.checks.support.pages import text_of
from pnp.checks.support.printed import tags
from tests.support.faces import drawn


def test_a_chart_is_the_table_of_its_template(charted):
    (context, drawing), diagnostics = drawn(charted, "outcome")
    assert not diagnostics
    (table,) = tags(drawing.items, "Table")
    assert table.alt == "After the strikes | Token | Rest | Return"
    rows = [[text_of(context.fonts, cell.items) for cell in tags(row.items, "TD")] for row in tags(table.items, "TR")]
    assert rows == [
        ["Both unseated", "–", "unseated", "–"],
        ["One unseated", "1", "unseated, spent", "–"],
        ["Both spent", "–", "spent", "after the next joust"],
        ["One spent", "1", "spent", "–"],
    ]
