"""A colour word on pages names the colour that the palette has."""

from __future__ import annotations

import pytest

from pnp.checks import misnamed_colour
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from tests.conftest import options_for


def misnamed(tmp_path, palette: str, names: str = "") -> list[Diagnostic]:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "kit.yaml").write_text(f"extends: tilt\npalette: {{{palette}}}\n", encoding="utf-8")
    (folder / "phrases.yaml").write_text(f"names: {{{names}}}\n", encoding="utf-8")
    planned = job.plan(options_for(folder), Diagnostics())
    assert planned
    return list(misnamed_colour.check(planned.check_context(job.draw(planned))))


def test_a_changed_colour_with_its_old_name_is_a_warning_at_the_palette(tmp_path):
    (one,) = misnamed(tmp_path, 'gules: "#2f7a4c"')
    assert one.span.file.endswith("mine/kit.yaml")
    assert (one.span.line, one.span.column) == (2, 18)
    assert one.severity == "warning"
    assert one.message == "pages call the colour 'gules' 'red', but #2f7a4c is not red"
    assert one.hints == ("write in phrases.yaml: 'names: {gules: green}'",)


def test_a_changed_colour_with_a_changed_name_is_right(tmp_path):
    assert misnamed(tmp_path, 'gules: "#2f7a4c"', "gules: green") == []


def test_a_changed_name_of_an_old_colour_is_a_warning_at_the_name(tmp_path):
    (one,) = misnamed(tmp_path, "", "azure: dark green")
    assert (one.span.file.rpartition("/")[2], one.span.line, one.span.column) == ("phrases.yaml", 1, 16)
    assert one.message == "pages call the colour 'azure' 'dark green', but #2f5f93 is not green"


@pytest.mark.parametrize("colour", ["#7b1f1f", "#e2402c", "#c02040"])
def test_another_red_may_keep_its_name(tmp_path, colour):
    assert misnamed(tmp_path, f'gules: "{colour}"') == []
