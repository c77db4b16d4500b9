"""Joust by Peter Cobcroft: data that cannot be played are errors at their places."""

from __future__ import annotations

from pnp.diagnostics import Diagnostics
from tests.support.engines import make


def test_no_start_square_is_an_error(kit):
    path = kit / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace(", start: true", ""), "utf-8")
    diagnostics = Diagnostics()
    assert make("tilt", kit, diagnostics) is None
    assert [diagnostic.code for diagnostic in diagnostics] == ["no-start"]
