"""SVG of today's browsers is drawn as Chromium draws it, as vectors and as pixels."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Picture
from pnp.graphics.images import Gallery
from tests.support.chromium import Page, needs_browser, opened
from tests.support.svg import HERE, difference, through_pdf

pytestmark = [needs_browser, pytest.mark.slow]

SIDE = 200
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 100 100">'
MEAN, PART = 6.5, 0.04
"""Most that two pictures may differ, at 200 pixels a side: their edges are smoothed differently."""

DISC = '<circle cx="50" cy="50" r="40"/>'
RECT = '<rect x="30" y="30" width="40" height="40" fill="green"{}/>'
STRIPES = "".join(f'<rect x="{x}" width="15" height="100"/>' for x in range(0, 100, 20))
STOPS = '<stop stop-color="hsl(120deg 100% 25%)"/><stop offset="1" stop-color="rgb(255 0 0)"/>'
COLOURS = (
    "rgb(0 128 0 / 50%)", "rgb(0% 50% 0 / .5)", "rgba(0,128,0,.5)", "rgb(none 128 none)", "hsl(120deg 100% 25%)",
    "hsl(.3333turn, 100%, 25%)", "hsl(120 100 25 / .5)", "hwb(120 0% 50%)", "lab(46 -47 48)", "lch(46 68 134)",
    "oklab(.52 -.14 .11)", "oklch(.52 .18 142)", "color(srgb 0 .5 0)", "color(srgb-linear 0 .216 0)",
    "color(display-p3 .2 .49 .12)", "color(display-p3 0 1 0)", "color(a98-rgb .28 .49 .15)",
    "color(prophoto-rgb .23 .39 .13)", "color(rec2020 .26 .43 .1)", "color(xyz .077 .154 .026)", "#0808", "GREEN",
)  # fmt: skip
STYLES = {
    ":is(circle, rect){fill:green}": DISC,
    "circle:nth-child(2){fill:green}": DISC,
    "rect:nth-child(2n+1){fill:green} rect:nth-last-child(-n + 2){fill:red}": f"<g>{STRIPES}</g>",
    "rect:nth-of-type(odd){fill:green} rect:first-child{fill:red}": f"<g><circle/>{STRIPES}</g>",
    "circle:not(.a, #b){fill:green}": DISC,
    "circle:hover{fill:red} circle:last-child{fill:green}": DISC,
    ":root{fill:green}": DISC,
    'circle[r="40"][cx^="5"]{fill:green}': DISC,
    "g > circle{fill:green} rect + circle{stroke:red} rect ~ circle{stroke-width:9px}": f"<g><rect/>{DISC}</g>",
    "g#a circle{fill:green} .b.c.d{fill:red} :where(#x) circle{fill:blue}":
        '<g id="a"><circle class="b c d" cx="50" cy="50" r="40"/></g>',
    "svg{--c:green} circle{fill:var(--c)}": DISC,
    "g{--c:green} circle{fill:var(--d, var(--c))}": f"<g>{DISC}</g>",
    "circle{r:40px;cx:50px;cy:50px;fill:green}": "<circle r='3'/>",
    "rect{x:10px;y:20px;width:80px;height:60px;rx:20px}": "<rect/>",
    "path{d:path('M10 10H90V90H10Z')}": "<path/>",
    "rect{transform:rotate(45deg);transform-origin:50px 50px}": RECT.format(""),
    "rect{transform:scale(.5) skewX(20deg);transform-origin:center}": RECT.format(""),
    "rect{transform:translateX(20px) rotate(.05turn)}": RECT.format(' transform="scale(2)"'),
    "rect{transform:none}": RECT.format(' transform="scale(2)"'),
    "linearGradient{transform:rotate(45deg)}":
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="100">{STOPS}</linearGradient>'
        '<rect width="100" height="100" fill="url(#g)"/>',
    "pattern{transform:rotate(45deg)}":
        '<pattern id="p" width="50" height="50" patternUnits="userSpaceOnUse"><rect width="25" height="25"/></pattern>'
        '<rect width="100" height="100" fill="url(#p)"/>',
    "rect{filter:drop-shadow(15px 15px 2px rgb(255 0 0 / 50%))}": RECT.format(""),
    "rect{filter:drop-shadow(red 15px 15px)}": RECT.format(""),
    "rect{filter:hue-rotate(90deg) blur(3px)}": RECT.format(""),
    "rect{filter:sepia(80%) opacity(.5)}": RECT.format(""),
    "circle{fill:cyan;mix-blend-mode:multiply}": f'<rect width="50" height="100" fill="yellow"/>{DISC}',
    "circle{stroke:oklch(.5 .2 250);stroke-width:20px;paint-order:stroke}": DISC,
    "path{stroke:green;stroke-width:20px;stroke-dasharray:10px 5px;stroke-dashoffset:3px}": '<path d="M10 50H90"/>',
}  # fmt: skip
FILTERS = (
    '<feTurbulence baseFrequency=".05"/>',
    '<feColorMatrix type="hueRotate" values="90"/>',
    '<feComponentTransfer><feFuncG type="table" tableValues="1 0"/></feComponentTransfer>',
    '<feConvolveMatrix order="3" kernelMatrix="1 0 0 0 1 0 0 0 -1"/>',
    '<feDiffuseLighting lighting-color="red"><feDistantLight azimuth="45" elevation="40"/></feDiffuseLighting>',
    '<feFlood flood-color="yellow" result="y"/><feBlend in="SourceGraphic" in2="y" mode="multiply"/>',
    '<feFlood flood-color="red" flood-opacity=".5" result="y"/>'
    '<feComposite in="SourceGraphic" in2="y" operator="arithmetic" k1=".5" k2=".5" k3=".3" k4="0"/>',
)
BODIES = {
    **{f: f'<filter id="f">{f}</filter>' + RECT.format(' filter="url(#f)"') for f in FILTERS},
    **{colour: DISC.replace("/>", f' fill="{colour}"/>') for colour in COLOURS},
    **{style: f"<style>{style}</style>{body}" for style, body in STYLES.items()},
    "origin": RECT.format(' transform="rotate(30)" transform-origin="50 50"'),
    "use": '<rect id="a" width="9" height="9" style="width:40px"/><use href="#a" style="x:30px;y:30px"/>',
    "flood": '<filter id="f"><feDropShadow dx="15" dy="15" stdDeviation="0" flood-color="rgb(255 0 0 / 50%)"/></filter>'
    + RECT.format(' filter="url(#f)"'),
    "marker": '<marker id="m" refX="2" refY="2" markerWidth="4" markerHeight="4" orient="auto-start-reverse">'
    '<path d="M0 0L4 2L0 4z" fill="context-stroke"/></marker>'
    '<path d="M20 50H80" stroke="green" stroke-width="9" style="marker:url(#m)"/>',
    "mask": '<mask id="m" style="mask-type:alpha"><rect width="50" height="100"/></mask>'
    + RECT.format(' mask="url(#m)"'),
    "pattern": '<pattern id="p" width="50" height="50" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">'
    '<rect width="25" height="25"/></pattern><rect width="100" height="100" fill="url(#p)"/>',
    "focus": f'<radialGradient id="g" fx="30%" fy="40%">{STOPS}</radialGradient>'
    '<rect width="100" height="100" fill="url(#g)"/>',
    "clip": '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath>'
    + RECT.format(' clip-path="url(#c)"'),
    "a language": '<switch><rect systemLanguage="xx" width="100" height="100"/>' + DISC + "</switch>",
    "an extension": f'<circle requiredExtensions="http://x" r="90"/>{DISC}',
}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("chromium")
    (folder / "page.html").write_text("<!doctype html><title>x</title>", "utf-8")
    with opened(folder / "profile") as page:
        page.open((folder / "page.html").as_uri(), 300)
        yield page


def by_chromium(page: Page, text: str) -> Image.Image:
    """A picture on white."""
    url = f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"
    drawn = page(
        f"""(async () => {{
            const image = new Image({SIDE}, {SIDE}), canvas = document.createElement("canvas");
            image.src = "{url}";
            await image.decode();
            canvas.width = canvas.height = {SIDE};
            const context = canvas.getContext("2d");
            context.fillStyle = "white";
            context.fillRect(0, 0, {SIDE}, {SIDE});
            context.drawImage(image, 0, 0);
            return canvas.toDataURL();
        }})()"""
    )
    return Image.open(io.BytesIO(base64.b64decode(drawn.partition(",")[2]))).convert("RGB")


def ours(folder: Path, text: str, *, rasterised: bool) -> Drawing:
    (folder / "x.svg").write_text(text, "utf-8")
    diagnostics = Diagnostics()
    names = ["x.svg"] if rasterised else []
    drawing = Gallery([folder], diagnostics, rasterised=names, dpi=150).drawing("x.svg", HERE)
    assert drawing, list(diagnostics)
    assert not rasterised or isinstance(drawing.items[0], Picture)
    return drawing


@pytest.mark.parametrize("part_of_four", range(4))
def test_it_looks_as_in_a_browser(page, context, tmp_path, part_of_four):
    texts = {name: f"{HEAD}{BODIES[name]}</svg>" for name in list(BODIES)[part_of_four::4]}
    drawings = [ours(tmp_path, text, rasterised=pixels) for text in texts.values() for pixels in (False, True)]
    wanted = [by_chromium(page, text) for text in texts.values() for _ in (False, True)]
    unlike = []
    for number, image in enumerate(through_pdf(drawings, context.fonts, SIDE)):
        mean, part = difference(image.resize((SIDE, SIDE)), wanted[number])
        if mean >= MEAN or part >= PART:
            unlike.append((list(texts)[number // 2], mean, part))
    assert unlike == []
