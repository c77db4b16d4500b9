"""Any PDF -> what it holds, and what of that will print badly: at home, or at a print shop.

`reading` turns a file into `Facts` and never judges; `judging` turns facts into findings and never opens a file;
`telling` turns both into what people and tools read. Lengths are mm, measured on the paper (a page's `UserUnit`
is taken into account), from the page's own origin, with y upwards as in PDF.

Files may come from anywhere. Whatever is in them, reading ends soon, in bounded memory, with facts about as much of
the file as could be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pnp.geometry import Rect, Size


class Font(NamedTuple):
    """A font that a page offers; `kind` as in `Type 1C` or `CID TrueType`; `used` if text is set in it."""

    name: str
    kind: str
    embedded: bool
    subset: bool
    used: bool


class Picture(NamedTuple):
    """A bitmap as it is placed on a page, where it is coarsest there.

    `number` is its object's in the file, 0 for one that stands inside the page's own operators. `w` and `h` are
    pixels, `printed` is the size in mm they are spread over, `dpi` how many of them come to an inch across and down,
    and `times` how often the page shows it.
    """

    number: int
    w: int
    h: int
    printed: Size
    dpi: tuple[float, float]
    colours: frozenset[str]
    times: int

    @property
    def coarsest(self) -> float:
        """The lower of the two resolutions. Along a side of a single pixel there is nothing to be seen of it."""
        return min((dpi for dpi, pixels in zip(self.dpi, (self.w, self.h), strict=True) if pixels > 1), default=9999.0)


class Page(NamedTuple):
    """A page: its boxes by name as they are written, how it is seen, and all that is painted on it.

    `no_boxes` are those that are there but are no rectangles. `seen` is the size in mm that viewers show and print,
    turned as they turn it; `paper` the paper or card of that size, `cut` that of the trim's, if there are such. `ink`
    is the most that any plain CMYK colour lays down, in percent; `troubles` is what could not be read of it.
    """

    number: int
    label: str
    boxes: dict[str, Rect]
    no_boxes: tuple[str, ...]
    turned: int
    seen: Size
    paper: str
    cut: str
    fonts: frozenset[Font]
    pictures: tuple[Picture, ...]
    colours: frozenset[str]
    transparency: frozenset[str]
    ink: float
    troubles: tuple[str, ...]


class Intent(NamedTuple):
    """What a file says it was made to be printed by: the standard, the condition's name, whether a profile is there."""

    standard: str
    condition: str
    profile: bool


class Facts(NamedTuple):
    """All that is known of a file.

    `damage` says why it cannot be read at all, `repairs` what was wrong and could be got round, `unfinished` why
    not all of it was looked at; all are empty for a sound file. `locked` files need a password before anything can
    be read. `length` is the file's, in bytes. `total` is the number of pages, of which `pages` may hold fewer if
    reading did not end.
    """

    length: int
    version: str = ""
    total: int = 0
    pages: tuple[Page, ...] = ()
    damage: str = ""
    repairs: tuple[str, ...] = ()
    unfinished: str = ""
    encrypted: bool = False
    locked: bool = False
    duplex: str = ""
    scaling: str = ""
    about: Mapping[str, str] = MappingProxyType({})
    xmp: bool = False
    language: str = ""
    tagged: bool = False
    labelled: bool = False
    bookmarks: int = 0
    layers: tuple[str, ...] = ()
    standard: str = ""
    intents: tuple[Intent, ...] = ()


class Finding(NamedTuple):
    """Something that will print badly: how bad (`error`, `warning`, `note`), its code, on which pages, what may help.

    Without pages it is about the whole file.
    """

    severity: str
    code: str
    pages: tuple[int, ...]
    message: str
    hint: str = ""


class Profile(NamedTuple):
    """What is expected of a file: `bleed` in mm, `ink` in percent; `shop` if it goes to a print shop."""

    name: str
    shop: bool
    least_dpi: float
    bleed: float = 3.0
    ink: float = 240.0


PROFILES = ("home", "shop")


def profile(name: str, home_dpi: float, shop_dpi: float) -> Profile:
    """A profile by its name; pictures need what the kits' own do."""
    shop = name == "shop"
    return Profile(name, shop, shop_dpi if shop else home_dpi)


@cache
def explanations() -> dict[str, str]:
    """What every code of a finding means: in one sentence, then at length, then files that pass and that fail."""
    found = sorted((Path(__file__).parent / "codes").glob("*.txt"))
    return {path.stem: path.read_text("utf-8").strip() for path in found}
