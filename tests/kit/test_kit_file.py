"""The record of `kit.yaml`."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load


@pytest.mark.parametrize(
    ("title", "one_line", "lines"),
    [
        ("Meadow", "Meadow", ("Meadow",)),
        ("[Meadow Rhino, Picnic Cards]", "Meadow Rhino Picnic Cards", ("Meadow Rhino", "Picnic Cards")),
    ],
)
def test_a_title_has_one_line_or_two(tmp_path, title, one_line, lines):
    kit = tmp_path / "mine"
    kit.mkdir()
    (kit / "kit.yaml").write_text(f"extends: soaring\ntitle: {title}\n", "utf-8")
    opened = load.open_kit(kit, Diagnostics())
    assert (opened.title, opened.title_lines) == (one_line, lines)
