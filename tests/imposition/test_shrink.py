"""Pages that are larger than the paper are shrunk; others stay as they are."""

from __future__ import annotations

import pytest

from pnp.graphics.geometry import Size
from pnp.imposition import Room, shrunk
from pnp.imposition.shrink import LEAST
from tests.support import sheets

A5 = Size(148, 210)
ROOM = Room(A5, 6.35)


def page(width: float, height: float):
    return sheets.piece("page", Size(width, height), 1, backed=False)


def test_a_page_that_fits_stays_as_it_is():
    small = page(100, 150)
    assert shrunk(small, ROOM) is small


@pytest.mark.parametrize("size", [(180, 245), (245, 180), (148, 210)])
def test_a_larger_page_is_as_large_as_the_paper_allows_and_keeps_its_shape(size):
    large = page(*size)
    small = shrunk(large, ROOM)
    area = sorted(ROOM.printable.size)
    assert small.of == (large,)
    assert small.size.w / small.size.h == pytest.approx(size[0] / size[1])
    assert all(a <= b + 1e-6 for a, b in zip(sorted(small.size), area, strict=True))
    assert any(a == pytest.approx(b) for a, b in zip(sorted(small.size), area, strict=True))
    (group,) = small.front.items
    assert group.transform.a == pytest.approx(small.size.w / large.size.w)
    assert small.front.size == small.size


def test_type_never_gets_too_small():
    width, height = ROOM.printable.size
    too_large = page(width / LEAST + 1, height / LEAST + 1)
    assert shrunk(too_large, ROOM) is too_large
