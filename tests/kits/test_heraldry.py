"""Arms, colourways, standees, backs -> the rule of tincture, hatching read without colour, patterns, half turns."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp.diagnostics import Diagnostics
from pnp.graphics.images import Gallery
from pnp.kit import load, paths
from pnp.kit.model import Card, Kit
from pnp.pipeline.context import open_context
from tests.support.svg import HERE, MEAN, PART, PIXELS, by_resvg, difference, through_pdf

ART = paths.root() / "art"
METALS = {"or": "#e3b23c", "argent": "#ffffff"}
COLOURS = {"gules": "#b03a2e", "azure": "#2f5f93", "vert": "#3c7a4b", "purpure": "#6d4a8c", "sable": "#2b2118"}
TINCTURES = METALS | COLOURS
SLANTS = {"gules": {"V"}, "azure": {"H"}, "vert": {"\\"}, "purpure": {"/"}, "sable": {"V", "H"}, "or": {"."}}
"""How tinctures are hatched after Petra Sancta: which way lines run, or dots. Argent is left white."""
COLOURWAYS = {"gules": "or", "azure": "argent"}
WIDTH = 420


def kit(name: str) -> Kit:
    found = load.open_kit(paths.data_folder() / name, Diagnostics())
    assert found is not None
    return found


KNIGHTS = kit("lists").cards["knights"]


def blazon(card: Card) -> tuple[str, str]:
    """The tincture of the field and that of the charge, as the card says them."""
    words = [word for word in re.findall(r"\w+", card.asides["arms"].lower()) if word in TINCTURES]
    assert len(words) == 2, card.asides["arms"]
    return words[0], words[1]


def seen(file: Path, width: int = WIDTH) -> Image.Image:
    svg = file.read_text("utf-8").replace("currentColor", "#000000")
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))).convert("RGBA")


def on_paper(file: Path) -> Image.Image:
    drawn = seen(file)
    return Image.alpha_composite(Image.new("RGBA", drawn.size, "#ffffff"), drawn).convert("RGB")


def group(svg: str, start: str) -> str:
    """The first group that begins like this, with all that is in it."""
    begin = svg.index(start)
    depth = 0
    for found in re.finditer(r"<g\b[^>]*>|</g>", svg[begin:]):
        depth += -1 if found[0] == "</g>" else 1
        if not depth:
            return svg[begin : begin + found.end()]
    raise AssertionError(start)


def ways(d: str) -> Iterator[str]:
    """The ways that the long straight lines of path data run."""
    x = y = 0.0
    for command, numbers in re.findall(r"([MmLlHhVv])([^MmLlHhVvZz]*)", d):
        values = [float(n) for n in re.findall(r"-?\d*\.?\d+", numbers)]
        pairs = {"h": [(v, 0.0) for v in values], "v": [(0.0, v) for v in values]}
        steps = pairs.get(command.lower()) or [*zip(values[::2], values[1::2], strict=True)]
        for across, down in steps:
            to = (across, down) if command.islower() else (across - x, down - y)
            if command in "HV":
                to = (across - x, 0.0) if command == "H" else (0.0, down - y)
            x, y = x + to[0], y + to[1]
            if command not in "Mm" and max(map(abs, to)) > 12:
                yield "H" if not to[1] else "V" if not to[0] else "\\" if to[0] * to[1] > 0 else "/"


def hatched(svg: str) -> set[str]:
    """The ways that the hatching of a clipped shape runs; a dot for one that is dotted."""
    found = set()
    for d, width in re.findall(r'<path[^>]* ?d="([^"]*)"[^>]*stroke-width="([\d.]+)"', svg):
        if "h.01" in d or "h.02" in d or float(width) > 1.2:
            found |= {"."}
        else:
            found |= set(ways(d))
    return found


@pytest.mark.parametrize("id_", KNIGHTS)
def test_no_arms_lay_colour_on_colour_or_metal_on_metal(id_: str) -> None:
    field, charge = blazon(KNIGHTS[id_])
    assert (field in METALS) != (charge in METALS), KNIGHTS[id_].asides["arms"]
    svg = (ART / "lists" / f"arms-{id_}.svg").read_text("utf-8")
    shield = re.search(r'<path d="M3 3H57[^"]*" fill="(#\w{6})"', svg)
    assert shield is not None
    assert shield[1] == TINCTURES[field], "the shield has the colour of its blazon"
    assert TINCTURES[charge] in svg


@pytest.mark.parametrize("id_", KNIGHTS)
def test_a_caparison_has_one_metal_and_one_colour_and_both_are_the_arms(id_: str) -> None:
    svg = (ART / "lists" / f"knight-{id_}.svg").read_text("utf-8")
    cloth = group(svg, '<g clip-path="url(#cc)">')
    # what `use` draws there is painted in its definition, and has an outline
    drawn = cloth + "".join(
        group(svg, f'<g id="{name}"') for name in re.findall(r'<use href="#(\w+)"', cloth) if f'<g id="{name}"' in svg
    )
    painted = {colour for colour in TINCTURES.values() if f'"{colour}"' in drawn}
    arms = {TINCTURES[name] for name in blazon(KNIGHTS[id_])}
    ink = {TINCTURES["sable"]}
    assert arms - ink <= painted
    assert painted - ink <= arms | ({TINCTURES["or"]} if id_ == "rose" else set()), "a rose may be seeded Or"


@pytest.mark.parametrize("id_", KNIGHTS)
def test_a_field_is_hatched_by_its_tincture(id_: str) -> None:
    field, _ = blazon(KNIGHTS[id_])
    svg = (ART / "lists" / f"arms-{id_}.svg").read_text("utf-8")
    if field == "argent":
        assert 'clip-path="url(#s)"' not in svg, "silver is left white"
        return
    lines = group(svg, '<g clip-path="url(#s)">')
    ran = {"."} if field == "or" and re.search(r"stroke-dasharray|h\.0", lines) else hatched(lines)
    assert ran == SLANTS[field] if field != "sable" else ran >= {"V", "H"}


@pytest.mark.parametrize(("id_", "charge"), [("lion", "gules"), ("oak", "vert"), ("tower", "or"), ("star", "or")])
def test_a_charge_is_hatched_by_its_tincture(id_: str, charge: str) -> None:
    svg = (ART / "lists" / f"arms-{id_}.svg").read_text("utf-8")
    assert blazon(KNIGHTS[id_])[1] == charge
    assert hatched(group(svg, '<g clip-path="url(#h)">')) == SLANTS[charge]


@pytest.mark.slow
def test_arms_are_told_apart_in_grey() -> None:
    greys = {id_: on_paper(ART / "lists" / f"arms-{id_}.svg").convert("L") for id_ in KNIGHTS}
    ids = list(greys)
    for index, one in enumerate(ids):
        for other in ids[index + 1 :]:
            differing = ImageChops.difference(greys[one], greys[other]).histogram()
            assert sum(differing[64:]) > 0.1 * sum(differing), (one, other)


@pytest.mark.parametrize(("colourway", "metal"), [*COLOURWAYS.items()])
def test_a_knight_of_the_tilt_bears_the_sign_of_his_colourway(colourway: str, metal: str) -> None:
    svg = (ART / "tilt" / f"standee-{colourway}.svg").read_text("utf-8")
    (sign,) = re.findall(r' d="([^"]*)"', (ART / "tilt" / f"sign-{colourway}.svg").read_text("utf-8"))
    (charge,) = [path for path in re.findall(r"<path[^>]*>", svg) if sign in path]
    assert f'fill="{METALS[metal]}"' in charge
    assert f'fill="{TINCTURES[colourway]}"' in svg


@pytest.mark.parametrize("picture", ["lists", "edge", "field", "back", "sign", "standee"])
def test_the_colourways_differ_in_pattern_and_not_only_in_colour(picture: str) -> None:
    shapes = [
        set(re.findall(r' d="([^"]*)"', (ART / "tilt" / f"{picture}-{colourway}.svg").read_text()))
        for colourway in COLOURWAYS
    ]
    assert shapes[0] != shapes[1]
    one, other = (
        seen(ART / "tilt" / f"{picture}-{colourway}.svg").getchannel("A" if picture in ("edge", "sign") else "R")
        for colourway in COLOURWAYS
    )
    differing = ImageChops.difference(one, other.resize(one.size)).histogram()
    assert sum(differing[8:]) > 0.02 * sum(differing)


@pytest.mark.parametrize(
    "back",
    ["tilt/back-gules.svg", "tilt/back-azure.svg", "tilt/back-locations.svg", "lists/back.svg"]
    + ["rhino/back-moves.svg", "rhino/back-rhinos.svg"],
)
def test_a_back_comes_to_itself_by_half_a_turn_and_shows_no_edge(back: str) -> None:
    image = on_paper(ART / back)
    turned = ImageChops.difference(image, image.rotate(180)).convert("L")
    assert sum(turned.histogram()[48:]) < 0.005 * image.width * image.height
    bleed = round(WIDTH * 3 / 69)
    for box in ((0, 0, WIDTH, 2 * bleed), (0, 0, 2 * bleed, image.height)):  # as far beyond the trim as within
        assert sum(image.crop(box).convert("L").histogram()[:140]) == 0, "nothing dark shows that a cut has slipped"


@pytest.mark.parametrize("deck", ["aim", "horse", "knight", "shield"])
def test_the_icon_on_a_back_comes_to_itself_by_half_a_turn(deck: str) -> None:
    image = seen(ART / "tilt" / f"pair-{deck}.svg").getchannel("A")
    assert sum(ImageChops.difference(image, image.rotate(180)).histogram()[128:]) < 0.005 * image.width * image.height


def test_every_card_that_is_played_has_a_sign_of_its_own() -> None:
    cards = kit("tilt").cards
    ids = [id_ for deck in ("aims", "horses", "knights", "shields") for id_ in cards[deck]]
    shapes = {(ART / "tilt" / f"sign-{id_}.svg").read_text("utf-8").split("</title>")[1] for id_ in ids}
    assert len(shapes) == len(ids) == 21


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tilt", "lists"])
def test_every_picture_is_drawn_as_resvg_draws_it(name: str) -> None:
    diagnostics = Diagnostics()
    context = open_context(paths.data_folder() / name, diagnostics)
    assert context is not None
    files = sorted((ART / name).glob("*.svg"))[::8]  # they are alike
    gallery = Gallery([ART / name], diagnostics)
    drawings = [drawing for path in files if (drawing := gallery.drawing(path.name, HERE))]
    assert len(drawings) == len(files)
    off = {}
    for path, ours in zip(files, through_pdf(drawings, context.fonts, PIXELS), strict=True):
        theirs = by_resvg(path, ours.size).resize(ours.size)  # rounding may part their heights by a pixel
        mean, part = difference(ours, theirs)
        if mean >= 1.5 * MEAN or part >= PART:  # the edge of a band is nearly all outline
            off[path.name] = (mean, part)
    assert not off
