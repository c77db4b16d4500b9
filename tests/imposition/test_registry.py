"""Schemes are found by looking."""

from pathlib import Path

import pytest

from pnp import imposition
from pnp.graphics.geometry import Edges, Size
from pnp.imposition import Room
from pnp.imposition.registry import schemes
from tests.support.sheets import A4, piece


def test_every_file_of_the_folder_is_a_scheme():
    files = {path.stem for path in (Path(imposition.__file__).parent / "schemes").glob("*.py")} - {"__init__"}
    assert set(schemes()) == files == {"booklet", "grid", "gutterfold", "labels", "nest", "pages", "template", "tile"}


@pytest.mark.parametrize(
    ("size", "edges"),
    [
        (Size(192, 277.6), Edges(3, 0.35, 3, 0.35)),  # label and ruler are above and below: 6.35 and 3 mm
        (Size(192, 276), Edges(3, 1.15, 3, 1.15)),
        (Size(180, 260), Edges(3, 3, 3, 3)),
        (Size(190, 280), Edges(0.65, 3, 0.65, 3)),  # they are at the sides
    ],
)
def test_bleed_ends_before_the_label_and_the_ruler(size, edges):
    (sheet,) = imposition.arrange("nest", [piece("a", size, bleed=3.0)], Room(A4, 6.35), 8.0)
    assert list(sheet.front[0].spare) == pytest.approx(list(edges))
