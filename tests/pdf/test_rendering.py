"""Pictures of PDF pages."""

import pytest

from pnp import pdf
from pnp.graphics.geometry import Size
from pnp.pdf import rendering
from tests.support.writing import document, page, words


def test_each_page_is_a_picture_as_large_as_the_page(context):
    data = pdf.write(document(page(words("one")), page(words("two"))), context.fonts)
    pictures = list(rendering.pictures(data, 72))
    assert len(pictures) == 2
    assert {picture.mode for picture in pictures} == {"RGB"}
    assert {picture.size for picture in pictures} == {(420, 596)}
    assert pictures[0].tobytes() != pictures[1].tobytes()


def test_the_finest_resolution_has_no_more_pixels_than_allowed():
    paper = Size(210, 297)
    dpi = rendering.finest(paper)
    area = paper.w * paper.h / 25.4**2
    assert area * dpi**2 == pytest.approx(rendering.PIXELS, rel=0.01)
    assert area * dpi**2 <= rendering.PIXELS
