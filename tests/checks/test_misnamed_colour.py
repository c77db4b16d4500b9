"""A colour word on pages names the colour that the palette has."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.checks import misnamed_colour
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from tests.conftest import options_for


def misnamed(six: Path, palette: str, names: str = "") -> list[Diagnostic]:
    """What is found of an overlay of the small game, whose pages say “red” and “black”."""
    folder = six.with_name("mine")
    folder.mkdir()
    (folder / "kit.yaml").write_text(f"extends: ../six\npalette: {{{palette}}}\n", encoding="utf-8")
    (folder / "phrases.yaml").write_text(f"names: {{{names}}}\n", encoding="utf-8")
    planned = job.plan(options_for(folder), Diagnostics())
    assert planned
    return list(misnamed_colour.check(planned.check_context(job.draw(planned))))


def test_a_changed_colour_with_its_old_name_is_a_warning_at_the_palette(six):
    (one,) = misnamed(six, 'red: "#2f7a4c"')
    assert one.span.file.endswith("mine/kit.yaml")
    assert (one.span.line, one.span.column) == (2, 16)
    assert one.severity == "warning"
    assert one.message == "pages call the colour 'red' 'red', but #2f7a4c is not red"
    assert one.hints == ("write in phrases.yaml: 'names: {red: green}'",)


def test_a_changed_colour_with_a_changed_name_is_right(six):
    assert misnamed(six, 'red: "#2f7a4c"', "red: green") == []


def test_a_changed_name_of_an_old_colour_is_a_warning_at_the_name(six):
    (one,) = misnamed(six, "", "black: dark green")
    assert (one.span.file.rpartition("/")[2], one.span.line, one.span.column) == ("phrases.yaml", 1, 16)
    assert one.message == "pages call the colour 'black' 'dark green', but #1f1d22 is not green"


@pytest.mark.parametrize("colour", ["#7b1f1f", "#e2402c", "#c02040"])
def test_another_red_may_keep_its_name(six, colour):
    assert misnamed(six, f'red: "{colour}"') == []
