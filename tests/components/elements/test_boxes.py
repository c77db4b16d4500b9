"""Numbered boxes."""

from __future__ import annotations

from pnp.checks.support.printed import tags
from tests.support.faces import drawn


def test_the_last_box_says_that_there_may_be_more(lists):
    (_, drawing), diagnostics = drawn(lists, "blank")
    assert not diagnostics
    cells = list(tags(drawing.items, "Cell"))
    assert [cell.alt for cell in cells] == [*map(str, range(7))]
    tinted = [cell.alt for cell in cells if cell.items[0].fill]
    assert tinted == ["6"]
