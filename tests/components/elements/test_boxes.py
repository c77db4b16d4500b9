"""Numbered boxes."""

from __future__ import annotations

import pytest

from pnp.checks.support.printed import tags
from tests.support.faces import drawn


def test_the_last_box_says_that_there_may_be_more(lists):
    (_, drawing), diagnostics = drawn(lists, "blank")
    assert not diagnostics
    cells = list(tags(drawing.items, "Cell"))
    assert [cell.alt for cell in cells] == [*map(str, range(7))]
    tinted = [cell.alt for cell in cells if cell.items[0].fill]
    assert tinted == ["6"]


def test_the_first_box_may_be_wider(lists):
    (_, drawing), diagnostics = drawn(lists, "camp")
    assert not diagnostics
    cells = list(tags(drawing.items, "Cell"))
    spans = [(min(xs), max(xs)) for cell in cells for xs in [[n[0] for _, n in cell.items[0].segments if n]]]
    widths = [right - left for left, right in spans]
    assert widths == pytest.approx([36.8, *[14.2] * 10])
    assert [left for left, _ in spans[1:]] == pytest.approx([right for _, right in spans[:-1]])
