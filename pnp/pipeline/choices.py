"""Check the user's choices, and raise errors worded for the command line.

Imports nothing slow: the command line checks its options before it knows whether there is anything to build.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypedDict, get_args, get_origin

if TYPE_CHECKING:
    from pnp.graphics.inksaver import Ink
    from pnp.imposition.cuts import Style
    from pnp.pdf import Standard

Backs = Literal["long", "short", "gutterfold", "separate", "none"]
Order = Literal["sheets", "sides"]
Rulebook = Literal["auto", "pages", "booklet"]
Profile = Literal["home", "shop"]
Cutter = Literal["silhouette", "cameo-5-alpha", "scanncut", "generic", "cricut"]
Ranges = tuple[tuple[int, int], ...]


class Choices(TypedDict, total=False):
    """The options of `pnp build`, except `--printer`. The defaults are those of the command line."""

    paper: str
    backs: Backs
    only: Sequence[str]
    draft: bool
    order: Order
    card_size: str | None
    rulebook: Rulebook
    marks: Style
    bleed: float | None
    gap: float | None
    ink: Ink
    cards: Sequence[str]
    copies: int | None
    pages: str
    since: str | None
    profile: Profile
    ink_limit: int
    pdfx: Standard
    icc: str | PathLike[str] | None
    all_copies: bool
    cutter: Cutter | None
    underlay: str | PathLike[str] | None
    skip: Sequence[int] | str
    ignore: Sequence[str]


LIMITS = {"bleed": (0, 3.175), "gap": (0, 50), "copies": (1, 999), "ink_limit": (150, 400)}
"""The minimum and maximum of each number."""
WHOLE = ("copies", "ink_limit")

AT_HOME = {
    "paper": ("each page is as large as its piece", None),
    "backs": ("fronts and backs come in turn", "none"),
    "order": ("fronts and backs come in turn", "sheets"),
    "rulebook": ("shops fold and staple booklets themselves", "auto"),
    "marks": ("shops cut at the trim box", "none"),
    "gap": ("each piece has a page of its own", None),
    "pages": ("there are no sheets to choose from; use --cards instead", None),
    "printer": ("it corrects errors of home printers", None),
    "draft": ("fix the errors before you send files to a shop", None),
    "cutter": ("shops cut with machines of their own", None),
    "underlay": ("shops add marks of their own", None),
    "skip": ("each piece has a page of its own", None),
}
"""Options that do not apply to a print shop: the reason, and a value that is allowed anyway."""
ICC_OF_X1A = 2
"""The newest major version of ICC profiles that PDF 1.4 has."""
AT_SHOP = ("ink_limit", "pdfx", "icc", "all_copies")
MOST_SLOT = 999_999
"""The highest number of a slot; whether a sheet has it is checked when the cards are laid out."""

_RANGE = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")


class ChoiceError(ValueError):
    """A choice that the kit or the program does not offer; `option` is the option that made it."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"{option}: {message}")
        self.option = option
        self.message = message


def ranges(text: str) -> Ranges:
    """Parse ranges of pages such as `1-3,7` into pairs of first and last. Raises ValueError."""
    found = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if not match:
            raise ValueError(f"{part.strip()!r} is not a page or a range of pages; write them like 1-3,7")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last:
            raise ValueError(f"{part.strip()!r} is not a range of pages: pages start at 1, and ranges count upwards")
        found.append((first, last))
    return tuple(found)


def checked(name: str, value: Any, kind: Any) -> Any:
    """The value of an option converted to its type in BuildOptions. Raises ChoiceError."""
    if name in LIMITS:
        return _number(name, value)
    if name in ("only", "cards", "ignore"):
        if isinstance(value, str):
            raise ChoiceError(option(name), f"{value!r} is not a list of names; write [{value!r}]")
        return tuple(value)
    if name == "skip":
        return slots(value)
    if name == "pages":
        try:
            return ranges(str(value))
        except ValueError as error:
            raise ChoiceError("--pages", str(error)) from None
    if kind is bool and not isinstance(value, bool):
        raise ChoiceError(option(name), f"{value!r} is neither True nor False")
    literal = next((part for part in (kind, *get_args(kind)) if get_origin(part) is Literal), None)
    among = get_args(literal)
    if literal and value not in among:
        raise ChoiceError(option(name), f"{value!r} is not one of {', '.join(map(repr, among))}.")
    return value


def _number(name: str, value: Any) -> float:
    least, most = LIMITS[name]
    kinds = (int,) if name in WHOLE else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise ChoiceError(option(name), f"{value!r} is not a {'whole number' if name in WHOLE else 'number'}")
    number = value if name in WHOLE else float(value)
    if not least <= number <= most:
        raise ChoiceError(option(name), f"{number} is not in the range {least}<=x<={most}.")
    return number


def slots(value: Any) -> tuple[int, ...]:
    """Slots to leave empty, from a list of numbers or a text such as `1,4`. Raises ChoiceError."""
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, Collection) else [value]
    found = set()
    for part in parts:
        text = str(part).strip()
        if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_SLOT):
            raise ChoiceError("--skip", f"{text!r} is not the number of a slot; write them like 1,4")
        found.add(int(text))
    return tuple(sorted(found))


def option(name: str) -> str:
    """An option as the command line spells it."""
    return f"--{name.replace('_', '-')}"


def check_version(wanted: Mapping[str, Any]) -> None:
    """Raise ChoiceError for an ICC profile that is newer than the standard of the files."""
    if wanted.get("pdfx") == "x1a" and wanted.get("icc") and wanted["icc"].version > ICC_OF_X1A:
        message = f"PDF/X-1a takes profiles of version {ICC_OF_X1A} only, and this one has version"
        raise ChoiceError("--icc", f"{message} {wanted['icc'].version}; use an older profile, or build with --pdfx x4")


def check_profile(wanted: Mapping[str, Any], given: Collection[str]) -> None:
    """Raise ChoiceError for options given by the user that do not apply to the profile."""
    if wanted.get("profile") == "shop":
        for key, (reason, harmless) in AT_HOME.items():
            if key in given and (harmless is None or wanted[key] != harmless):
                raise ChoiceError(option(key), f"not with --profile shop: {reason}")
        return
    for key in AT_SHOP:
        if key in given:
            raise ChoiceError(option(key), "only with --profile shop")
    if wanted.get("cutter"):
        _check_cutter(wanted, given)


def _check_cutter(wanted: Mapping[str, Any], given: Collection[str]) -> None:
    """Raise ChoiceError for options given by the user that do not apply to a cutting machine."""
    if "marks" in given and wanted["marks"] != "none":
        raise ChoiceError("--marks", "not with --cutter: the machine cuts by marks of its own; leave --marks out")
    if wanted.get("backs") == "gutterfold":
        raise ChoiceError("--backs", "gutterfold is not for --cutter: a machine cuts flat sheets; use --backs long")
