"""A colour of the palette that pages call by the name of another colour.

A name of `phrases.yaml` with the id of a palette colour is what pages call it: `gules: red`. If the palette's entry is
changed to a green, players look for red cards in vain. Ranges of colours overlap, since people disagree about their
limits: what some call red and others orange may have either name. Words other than those of colours are not checked.

PASS: phrases.yaml: `names:` -> `names:\\n  blue: blue\\n  green: dark green\\n  red: crimson`
PASS: phrases.yaml: `names:` -> `names:\\n  purple: violet\\n  red: reds`
FAIL: kit.yaml: `blue: "#27608f"` -> `blue: "#2f7a4c"`; \
phrases.yaml: `names:` -> `names:\\n  blue: blue`
FAIL: kit.yaml: `red: "#b83a26"` -> `red: "#27608f"`; \
phrases.yaml: `names:` -> `names:\\n  red: dark red`
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.graphics.colour import hexadecimal, lightness

GREY = 0.3
"""The largest saturation, from 0 to 1, of colours that may be called grey, black or white."""
COLOURED = 0.1
"""The least saturation of colours that may have the name of a hue."""


class Range(NamedTuple):
    """Colours of one name: hues in degrees from red by way of green and blue, and how light they are, from 0 to 100."""

    hues: tuple[int, int]
    light: tuple[int, int] = (0, 100)
    is_grey: bool = False


RANGES = {
    "red": Range((330, 25), (10, 72)),
    "orange": Range((10, 48), (35, 90)),
    "brown": Range((0, 50), (5, 65)),
    "yellow": Range((35, 72), (45, 100)),
    "gold": Range((30, 60), (35, 95)),
    "green": Range((65, 180)),
    "turquoise": Range((150, 205)),
    "blue": Range((180, 265)),
    "violet": Range((240, 325)),
    "pink": Range((290, 20), (50, 98)),
    "black": Range((0, 360), (0, 32), is_grey=True),
    "white": Range((0, 360), (85, 100), is_grey=True),
    "grey": Range((0, 360), (15, 92), is_grey=True),
}
"""The colours that a name stands for."""
WORDS = {
    "en": {
        **{name: name for name in RANGES},
        "purple": "violet", "teal": "turquoise", "gray": "grey", "silver": "grey", "crimson": "red",
    },
    "de": {
        "rot": "red", "orange": "orange", "braun": "brown", "gelb": "yellow", "gold": "gold", "grün": "green",
        "türkis": "turquoise", "blau": "blue", "violett": "violet", "lila": "violet", "rosa": "pink",
        "schwarz": "black", "weiß": "white", "grau": "grey", "silber": "grey",
    },
    "fr": {
        "rouge": "red", "orange": "orange", "brun": "brown", "marron": "brown", "jaune": "yellow", "or": "gold",
        "vert": "green", "turquoise": "turquoise", "bleu": "blue", "violet": "violet", "rose": "pink",
        "noir": "black", "blanc": "white", "gris": "grey", "argent": "grey",
    },
    "es": {
        "rojo": "red", "roja": "red", "naranja": "orange", "marrón": "brown", "amarillo": "yellow",
        "amarilla": "yellow", "oro": "gold", "dorado": "gold", "dorada": "gold", "verde": "green",
        "turquesa": "turquoise", "azul": "blue", "violeta": "violet", "morado": "violet",
        "morada": "violet", "rosa": "pink", "negro": "black",
        "negra": "black", "blanco": "white", "blanca": "white", "gris": "grey", "plata": "grey",
    },
}  # fmt: skip
"""The words for colours by language. Endings are not part of them."""
_ENDINGS = "(?:e|en|em|er|es|s|te|tes|he|hes)?"


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning for each colour with the name of another one, at the kit's own line: of the palette, or of the name."""
    kit = context.render.kit
    words = WORDS.get(kit.language.partition("-")[0], {})
    for id_, written in kit.palette.items():
        name, colour = kit.phrasebook.names.get(id_), hexadecimal(written)
        named = _named(name, words) if name else {}
        if not colour or not named or any(_is(colour, RANGES[known]) for known in named.values()):
            continue
        right = [word for word, known in words.items() if _is(colour, RANGES[known])]
        message = f"pages call the colour {id_!r} {name!r}, but {written} is not {' or '.join(named)}"
        hint = f"write in phrases.yaml: 'names: {{{id_}: {next(iter(right), 'WORD')}}}'"
        span = kit.at("palette", id_)
        place = span if Path(span.file).parent == kit.folder else kit.phrasebook.at("names", id_)
        yield diagnostic(__name__, place, message, hint, severity="warning")


def _named(name: str, words: dict[str, str]) -> dict[str, str]:
    """The words for colours in a name, and the colours that they stand for."""
    return {word: known for word, known in words.items() if re.search(rf"\b{word}{_ENDINGS}\b", name, re.IGNORECASE)}


def _is(colour: str, range_: Range) -> bool:
    """Whether a colour is in a range."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, _ = colorsys.rgb_to_hls(red, green, blue)
    share = max(red, green, blue) - min(red, green, blue)
    least, most = range_.hues
    degrees = 360 * hue
    is_hue = least <= degrees <= most if least <= most else degrees >= least or degrees <= most
    fits = share <= GREY if range_.is_grey else share >= COLOURED and is_hue
    return fits and range_.light[0] <= lightness(colour) <= range_.light[1]
