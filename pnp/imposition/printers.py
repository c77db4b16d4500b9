"""What a printer does wrong -> the transforms that take it back; profiles <-> the file they are kept in.

A profile holds what is read off the sheet of `calibration`, as one sees it from the front with light behind the sheet:
the back lies `x` mm to the right of where it belongs and `y` mm above it, is turned `rotate` degrees anticlockwise
about the middle of the paper, and is `back_scale_x` and `back_scale_y` times as large as the front; the front itself
is `scale_x` and `scale_y` times as large as it should be. So a profile is the same for either edge that paper is
turned over on.

`correction` turns a profile into the transform that a page is drawn under, in sheet coordinates. Only ink moves: what
lies where on the sheet, as imposition and manifest have it, stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import atan2, degrees
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Size, Transform
from pnp.imposition import Flip, turned_upright
from pnp.kit import schema
from pnp.kit.schema import Between, Matching
from pnp.kit.yaml import read

FILE = "printers.yaml"
_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
FORM = Matching(
    rf"(?=.{{1,60}}$){_WORD}(?::{_WORD})?", "small letters, digits and hyphens, as in 'home' or 'home:cardstock'"
)
NameOfPrinter = Annotated[str, FORM]
Offset = Annotated[float, Between(-20, 20)]
Angle = Annotated[float, Between(-5, 5)]
Scale = Annotated[float, Between(0.95, 1.05)]

Side = Literal["front", "back"]


@dataclass(frozen=True, kw_only=True)
class Profile(schema.Model):
    """What a printer does wrong; the default is a perfect printer."""

    x: Offset = 0.0
    """How far the back lies to the right of where it belongs, in mm."""
    y: Offset = 0.0
    """How far it lies above it, in mm."""
    rotate: Angle = 0.0
    """By how many degrees the back is turned, anticlockwise."""
    scale_x: Scale = 1.0
    """How many times as wide as it should be the front is."""
    scale_y: Scale = 1.0
    """How many times as high as it should be the front is."""
    back_scale_x: Scale = 1.0
    """How many times as wide as the front the back is."""
    back_scale_y: Scale = 1.0
    """How many times as high as the front the back is."""
    landscape: bool = False
    """Whether it was read off sheets that are wider than tall; it corrects only the size of upright ones then."""


class Printer(NamedTuple):
    """A printer by the name it was asked for, and its profiles by their full names."""

    name: str
    profiles: Mapping[str, Profile]

    def of(self, stock: str) -> tuple[str, Profile] | None:
        """The profile for a stock, with its full name: NAME:STOCK if there is one, else NAME; None without either."""
        for name in (f"{self.name}:{stock}", self.name):
            if name in self.profiles:
                return name, self.profiles[name]
        return None


def chosen(name: str, profiles: Mapping[str, Profile]) -> Printer | None:
    mine = {full: profile for full, profile in profiles.items() if full == name or full.startswith(f"{name}:")}
    return Printer(name, mine) if mine else None


_SLIGHT = 0.0003  # a size that nobody can tell from the true one


# Corrections -------------------------------------------------------------------------------------------------


def correction(profile: Profile, paper: Size, side: Side, flip: Flip) -> Transform:
    """What a page is drawn under so that this printer puts its ink where it belongs, in sheet coordinates.

    Sheets that lie the other way than the one that was read get their size corrected, and nothing else: which way
    round a printer turns them is not known.
    """
    if profile.landscape != is_landscape(paper):
        return _about_middle(paper, Transform.scale(1 / profile.scale_y, 1 / profile.scale_x))
    size = _about_middle(paper, Transform.scale(1 / profile.scale_x, 1 / profile.scale_y))
    if side == "front":
        return size
    over = turned_over(paper, flip)
    return over.over(size.over(_undone(profile, paper))).over(over)


def is_landscape(paper: Size) -> bool:
    return paper.w > paper.h


def turned_over(paper: Size, flip: Flip) -> Transform:
    """From a place on a page to the place on the other side's page that lies behind it, either way."""
    if turned_upright(paper, flip):
        return Transform.mirror(paper.w)
    return Transform(d=-1.0, f=paper.h)


def shift(profile: Profile, paper: Size) -> Transform:
    """From where the front's ink lies to where the back's lies that should be behind it, seen from the front."""
    turn = Transform.rotate(profile.rotate).over(Transform.scale(profile.back_scale_x, profile.back_scale_y))
    return Transform.move(profile.x, profile.y).over(_about_middle(paper, turn))


def _undone(profile: Profile, paper: Size) -> Transform:
    """The inverse of `shift`."""
    turn = Transform.scale(1 / profile.back_scale_x, 1 / profile.back_scale_y).over(Transform.rotate(-profile.rotate))
    return _about_middle(paper, turn).over(Transform.move(-profile.x, -profile.y))


def _about_middle(paper: Size, inner: Transform) -> Transform:
    x, y = paper.w / 2, paper.h / 2
    return Transform.move(x, y).over(inner).over(Transform.move(-x, -y))


def further(before: Profile, found: Profile) -> Profile:
    """The profile of a printer whose sheets, corrected by `before`, still have the errors `found`."""
    nowhere = Size(0, 0)
    a, b, c, d, x, y = shift(found, nowhere).over(shift(before, nowhere))
    turn = degrees(atan2(b - c, a + d))
    straight = Transform.rotate(-turn).over(Transform(a, b, c, d))
    back = replace(before, x=x, y=y, rotate=turn, back_scale_x=straight.a, back_scale_y=straight.d)
    return rounded(replace(back, scale_x=before.scale_x * found.scale_x, scale_y=before.scale_y * found.scale_y))


def rounded(profile: Profile) -> Profile:
    """The same profile to a micrometre, which is more than anybody can read."""
    return Profile(**{name: v if isinstance(v, bool) else round(v, 6) + 0.0 for name, v in asdict(profile).items()})


def beyond(profile: Profile) -> str:
    """What is wrong with a profile whose numbers no printer has; empty if nothing is."""
    for name, hint in schema.types_of(Profile).items():
        rule, value = getattr(hint, "__metadata__", (None,))[0], getattr(profile, name)
        if rule and not rule.holds(value):
            return f"{name.replace('_', '-')} {value:g} is not {rule.what}"
    return ""


def description(profile: Profile) -> str:
    x, y, turn = (round(value, 2) for value in (profile.x, profile.y, profile.rotate))
    parts = []
    if x or y:
        lies = [f"{abs(x):g} mm too far {'right' if x > 0 else 'left'}"] * (x != 0)
        lies += [f"{abs(y):g} mm too {'high' if y > 0 else 'low'}"] * (y != 0)
        parts.append("the back lies " + " and ".join(lies))
    if turn:
        parts.append(f"it is turned {abs(turn):g}° {'anticlockwise' if turn > 0 else 'clockwise'}")
    back, both = (profile.back_scale_x, profile.back_scale_y), (profile.scale_x, profile.scale_y)
    for sizes, what in ((back, "the back prints at {} across and {} up, against the front"),
                        (both, "the front prints at {} across and {} up")):  # fmt: skip
        shares = [f"{100 * size:.2f}".rstrip("0").removesuffix(".") + " %" for size in sizes]
        if any(abs(size - 1) >= _SLIGHT for size in sizes):
            parts.append(what.format(*shares))
    return "; ".join(parts) or "nothing to correct"


# The file ----------------------------------------------------------------------------------------------------


def known(path: Path, diagnostics: Diagnostics) -> dict[str, Profile] | None:
    """The profiles in a file by their full names; none if there is no such file, None with faults if it is broken."""
    if not path.exists():
        return {}
    node = read(path, diagnostics)
    return schema.build(dict[NameOfPrinter, Profile], node, diagnostics) if node else None


def written(profiles: Mapping[str, Profile]) -> str:
    """The text of the file: a line for each profile, only with what is not as in a perfect printer."""
    lines = ["# Printers, as `pnp printer add` writes them and `pnp build --printer NAME` uses them.\n"]
    perfect = asdict(Profile())
    for name, profile in sorted(profiles.items()):
        message = ", ".join(f"{key}: {plain(value)}" for key, value in asdict(profile).items() if value != perfect[key])
        lines.append(f'"{name}": {{{message}}}\n')
    return "".join(lines)


def plain(value: Any) -> str:
    """A value of a profile as it is written: to a millionth, without needless noughts."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6f}".rstrip("0").removesuffix(".")
