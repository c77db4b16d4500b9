"""Drawings as SVG: the same picture as in the PDF, with a group for each element."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics import Drawing, Group, Item, Rect, Size, Stroke, Tag, Transform
from pnp.graphics import Path as Outline
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Picture, Text, Use, rectangle
from pnp.graphics.gradient import linear
from pnp.pdf import png
from pnp.pipeline.context import open_context
from pnp.text.vector import vector
from tests.conftest import SMALL
from tests.support import chromium

VIEW = Rect(0, 0, 30, 20)
RED = Outline(rectangle(Rect(2, 2, 10, 5)), fill="#ff0000")


def context_of(kit: Path) -> RenderContext:
    context = open_context(kit, Diagnostics())
    assert context
    return context


@pytest.fixture(scope="module")
def fonts():
    return context_of(SMALL).fonts


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own


def written(*items: Item, fonts, elements=None) -> ET.Element:
    return parsed(vector(items, VIEW, fonts, "p-", elements).svg)


def all_of(root: ET.Element, tag: str) -> list[ET.Element]:
    return list(root.iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def test_each_element_is_a_group_with_its_number(fonts):
    blue = RED._replace(fill="#0000ff")
    root = written(RED, blue, RED._replace(alpha=0.5), fonts=fonts, elements={id(RED): 4, id(blue): 4})
    (group,) = all_of(root, "g")
    assert group.get("data-element") == "4"
    assert [path.get("fill") for path in all_of(group, "path")] == ["#ff0000", "#0000ff"]
    assert [path.get("fill-opacity") for path in root.findall("{*}path")] == ["0.5"]


def test_an_element_inside_another_drawing_can_move_too(fonts):
    inner = Drawing("inner", Size(5, 5), (Tag("P", (Group((RED,), Transform.move(1, 1)),)),))
    use = Use(inner, Transform.move(3, 4))
    root = written(use, use, fonts=fonts, elements={id(RED): 1})
    assert len([group for group in all_of(root, "g") if group.get("data-element") == "1"]) == 2
    assert all_of(root, "use") == []
    assert len(all_of(written(use, use, fonts=fonts), "use")) == 2


def test_ids_begin_with_the_prefix_and_all_that_are_named_exist(fonts):
    text = Text(2, 10, "noon", "title", 12, "#000000")
    fill = linear(Rect(0, 0, 5, 5), ((0.0, "#000000"), (1.0, "#ffffff")), 90)
    items = (text, RED._replace(fill=fill), Group((RED,), clip=rectangle(Rect(0, 0, 3, 3))))
    svg = vector(items, VIEW, fonts, "p-").svg
    root = parsed(svg)
    ids = {one.get("id") for one in root.iter() if one.get("id")}
    named = {use.get("href", "")[1:] for use in all_of(root, "use")}
    assert all(id_ and id_.startswith("p-") for id_ in ids)
    assert named <= ids
    assert len(named) == 2, "two letters are there twice"
    assert len(all_of(root, "use")) == 4, "a letter each"


def test_bitmaps_are_named_by_their_digest(fonts):
    data = io.BytesIO()
    Image.new("RGB", (2, 2), "red").save(data, "PNG")
    content = Kept(data.getvalue())
    made = vector((Picture(Rect(1, 2, 3, 4), content, (2, 2), 0.5),), VIEW, fonts, "p-")
    assert f'<image href="bitmap/{content.digest}" x="1" y="2" width="3" height="4"' in made.svg
    assert 'opacity="0.5"' in made.svg
    assert made.bitmaps == {content.digest: content}


def test_lines_are_as_thick_and_as_long_as_in_the_drawing(fonts):
    stroke = Stroke("#00ff00", 0.4, (1.0, 0.5), cap=1, join=1, alpha=0.3)
    (path,) = written(RED._replace(fill=None, stroke=stroke), fonts=fonts).findall("{*}path")
    assert path.attrib == {
        "d": "M2 2L12 2L12 7L2 7Z", "fill": "none", "stroke": "#00ff00", "stroke-width": "0.4",
        "stroke-dasharray": "1 0.5", "stroke-linecap": "round", "stroke-linejoin": "round", "stroke-opacity": "0.3",
    }  # fmt: skip


@pytest.mark.slow
@chromium.needs_browser
def test_cards_look_as_in_the_pdf(context, tmp_path):
    """Only edges differ, which two programs smooth in two ways."""
    with chromium.opened(tmp_path / "profile") as browser:
        browser.open("about:blank", 700)
        for component, name in (("moves", "moves/swerve"), ("rhinos", "rhinos/stomper")):
            every = components.pieces(component, context.kit.components[component], context)
            piece = next(one for one in every if one.id == name)
            view = Rect(0, 0, *piece.size)
            svg = vector(piece.front.items, view, context.fonts, "p-").svg
            page = pdf.Page(piece.size, (), Drawing("page", piece.size, piece.front.items), "page")
            printed = Image.open(io.BytesIO(png.write(page, context.fonts, 150))).convert("RGB")
            svg = svg.replace("<svg ", f'<svg width="{printed.width}" height="{printed.height}" ', 1)
            address = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
            browser(f"(document.body.style.margin = 0, document.body.innerHTML = '<img src=\"{address}\">', 1)")
            browser.until("document.images[0].complete")
            browser.screenshot(tmp_path / "seen.png")
            seen = Image.open(tmp_path / "seen.png").convert("RGB").crop((0, 0, *printed.size))
            difference = ImageChops.difference(printed, seen)
            assert max(ImageStat.Stat(difference).mean) < 3, name
            coarse = difference.resize((difference.width // 8, difference.height // 8), Image.Resampling.BOX)
            assert max(high for _, high in coarse.getextrema()) < 60, name


def test_no_drawing_of_the_small_set_names_what_is_not_there():
    context = context_of(SMALL)
    for id_ in ("moves", "rhinos", "foldies", "score-track"):
        for piece in components.pieces(id_, context.kit.components[id_], context):
            root = parsed(vector(piece.front.items, VIEW, context.fonts, "p-").svg)
            ids = {one.get("id") for one in root.iter()}
            assert {use.get("href", "")[1:] for use in all_of(root, "use")} <= ids
