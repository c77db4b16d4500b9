"""Finished PDFs read back: what a reader finds on the sheet, and where there is ink."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest
from pypdf.generic import ContentStream

from pnp.graphics.geometry import MM_PER_POINT
from tests.support.pages import STOCKS


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("stock", STOCKS)
def test_no_ink_stands_within_three_millimetres_of_the_papers_edge(small_built, paper, stock):
    for page in pypdfium2.PdfDocument(small_built(paper).file(stock)):
        picture = page.render(scale=1, grayscale=True).to_pil()
        edge = int(2.9 / MM_PER_POINT)
        ring = picture.copy()
        ring.paste(255, (edge, edge, picture.width - edge, picture.height - edge))
        assert ring.getextrema()[0] > 250


def determinants(stream: Any, resources: Any, outer: float = 1.0) -> Iterator[float]:
    """For each text shown: the determinant of its matrix on the page, negative if it is mirrored."""
    now, stack, text = outer, [], 1.0
    for operands, operator in ContentStream(stream, None).operations:
        if operator == b"q":
            stack.append(now)
        elif operator == b"Q":
            now = stack.pop()
        elif operator in (b"cm", b"Tm"):
            a, b, c, d = (float(v) for v in operands[:4])
            if operator == b"cm":
                now *= a * d - b * c
            else:
                text = a * d - b * c
        elif operator in (b"Tj", b"TJ"):
            yield now * text
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            yield from determinants(form, form["/Resources"], now)


@pytest.mark.slow
@pytest.mark.parametrize("stock", STOCKS)
def test_no_lettering_is_mirrored(small_built, stock):
    found = [
        determinant
        for page in pypdf.PdfReader(small_built().file(stock)).pages
        for determinant in determinants(page.get_contents(), page["/Resources"])
    ]
    assert len(found) > 60
    assert min(found) > 0


def test_files_are_small(built):
    """A whole kit, uncompressed, stays below what a mail takes."""
    assert sum(built().file(stock).stat().st_size for stock in STOCKS) < 2_000_000
