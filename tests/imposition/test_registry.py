"""Schemes are found by looking."""

from __future__ import annotations

from pathlib import Path

from pnp import imposition
from pnp.imposition.registry import schemes


def test_every_file_of_the_folder_is_a_scheme():
    files = {path.stem for path in (Path(imposition.__file__).parent / "schemes").glob("*.py")} - {"__init__"}
    assert set(schemes()) == files == {"booklet", "grid", "gutterfold", "nest", "pages", "tile"}
