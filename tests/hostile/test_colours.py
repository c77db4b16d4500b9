"""Colours from strangers: each way to write one is read everywhere, and anything else is an error at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.colour import colour_hint
from pnp.pipeline import job
from tests.conftest import edit, options_for


def found(kit: Path) -> list[Diagnostic]:
    """What is wrong with a kit when it is read and drawn. tests/cases/wrong/hostile/colours.txt has checks too."""
    diagnostics = Diagnostics()
    if planned := job.plan(options_for(kit), diagnostics):
        job.draw(planned)
    return list(diagnostics)


PLACES = [
    ("kit.yaml", 'red: "#b83a26"', 'red: "{}"'),
    ("faces.yaml", "leading: 0.95, colour: paper", 'leading: 0.95, colour: "{}"'),
    ("faces.yaml", "13.6], stroke: ink", '13.6], stroke: "{}"'),
    ("phrases.yaml", "badge: {tint: purple", 'badge: {tint: "{}"'),
    ("kit.yaml", "engine: rhino", 'engine: rhino\nrecolour: {"{}": cream}'),
]


@pytest.mark.slow
@pytest.mark.parametrize(("place", "wrong"), [(PLACES[0], "#12345678"), *((place, "#zz") for place in PLACES[1:])])
def test_a_wrong_colour_is_an_error_where_it_is_written(kit, place, wrong):
    file, old, new = place
    new = new.replace("{}", wrong)
    line = edit(kit, file, old, new) + new.count("\n")
    column = (kit / file).read_text("utf-8").splitlines()[line - 1].index(f'"{wrong}"') + 1
    wrongs = [
        diagnostic for diagnostic in found(kit) if diagnostic.severity == "error" and repr(wrong) in diagnostic.message
    ]
    places = {
        (Path(diagnostic.span.file).name, diagnostic.span.line, diagnostic.span.column, diagnostic.code)
        for diagnostic in wrongs
    }
    assert places == {(file, line, column, "bad-form")}


def test_a_hint_for_a_name_does_not_depend_on_what_was_asked_before():
    from PIL import ImageColor

    ImageColor.getrgb("red")  # which Pillow remembers in another form
    assert colour_hint("red") == "write '#ff0000', which is that colour in CSS"
    assert colour_hint("rot") == ""
