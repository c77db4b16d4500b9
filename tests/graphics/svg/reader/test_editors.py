"""Files as common editors write them, from tests/decks/svg, are drawn as resvg draws them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Picture, every
from pnp.graphics.images import Gallery
from tests.conftest import ROOT
from tests.support.svg import HERE, difference, through_pdf

FILES = ROOT / "tests" / "decks" / "svg"
EXACT = sorted(path.name for path in FILES.glob("*.svg") if "-" not in path.stem or path.stem == "game-icons")
GROUP = "opacity of a group, or of a shape with fill and stroke"
PIXELS = {
    "illustrator-gradient.svg": f"{GROUP} (line 15)",
    "inkscape-effects.svg": f"{GROUP} (line 12), a filter (line 14)",
}


def read(folder: Path, name: str) -> tuple[Drawing, list[str]]:
    diagnostics = Diagnostics()
    drawing = Gallery([folder], diagnostics).drawing(name, HERE, scale=lambda size: 50 / max(size))
    assert drawing, list(diagnostics)
    return drawing, [f"{found.severity}[{found.code}]: {found.message}" for found in diagnostics]


def is_vector(drawing: Drawing) -> bool:
    return not any(isinstance(item, Picture) for item in every(drawing.items))


def by_resvg(path: Path, size: tuple[int, int]) -> Image.Image:
    """The picture inside another of that size; otherwise, resvg would round its own size to whole pixels."""
    text = path.read_text("utf-8")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}">'
    start, end = text.index("<svg"), text.index(">", text.index("<svg"))
    inner = re.sub(r'\s(width|height)="[^"]*"', "", text[start:end])
    png = resvg_py.svg_to_bytes(svg_string=f"{head}{inner}{text[end:]}</svg>", background="#ffffff", dpi=96)
    return Image.open(io.BytesIO(png)).convert("RGB")


def check_look(name: str, drawing: Drawing, context: RenderContext, mean: float, part: float) -> None:
    (ours,) = through_pdf([drawing], context.fonts, 600)
    found_mean, found_part = difference(ours, by_resvg(FILES / name, ours.size))
    assert found_mean < mean
    assert found_part < part


def test_the_corpus_has_files_of_eleven_programs():
    assert len(EXACT) == 11
    assert sorted([*EXACT, *PIXELS]) == sorted(path.name for path in FILES.glob("*.svg"))


@pytest.mark.parametrize("name", EXACT)
def test_a_file_of_an_editor_is_drawn_exactly(context, name):
    drawing, found = read(FILES, name)
    assert found == []
    assert is_vector(drawing)
    check_look(name, drawing, context, 1.0, 0.005)


@pytest.mark.parametrize("name", PIXELS)
def test_a_file_with_effects_becomes_pixels_with_a_warning(context, name):
    drawing, found = read(FILES, name)
    assert found == [f"warning[rasterised]: {name} is printed as pixels, because it has {PIXELS[name]}"]
    assert not is_vector(drawing)
    check_look(name, drawing, context, 2.0, 0.01)


def test_the_comparison_sees_a_wrong_colour(context, tmp_path):
    text = (FILES / "illustrator.svg").read_text("utf-8").replace("#E8B33C", "#E8B3FC")
    (tmp_path / "illustrator.svg").write_text(text, "utf-8")
    drawing, _ = read(tmp_path, "illustrator.svg")
    with pytest.raises(AssertionError):
        check_look("illustrator.svg", drawing, context, 1.0, 0.005)
