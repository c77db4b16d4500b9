"""Check the user's choices, and raise errors worded for the command line.

Imports nothing slow: the command line checks its options before it knows whether there is anything to build.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NoReturn

from pnp.graphics.colour import hexadecimal
from pnp.graphics.geometry import measured
from pnp.pipeline.option_table import CommandLine, Option, flag, rows

Ranges = tuple[tuple[int, int], ...]

ICC_OF_X1A = 2
"""The newest major version of ICC profiles that PDF 1.4 has."""
LEAST_AREA = 100.0
"""The shortest side of an area for a machine, in mm: a card with its label beside it and the ruler below."""
MOST_SLOT = 999_999
"""The highest number of a slot; whether a sheet has it is checked when the cards are laid out."""

_RANGE = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")


class ChoiceError(ValueError):
    """A choice that the kit or the program does not offer; `option` is the option that made it."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"{option}: {message}")
        self.option = option
        self.message = message


def ranges(text: Any) -> Ranges:
    """Parse ranges of pages such as `1-3,7` into pairs of first and last. Raises ValueError."""
    found = []
    for part in str(text).split(","):
        match = _RANGE.fullmatch(part.strip())
        if not match:
            raise ValueError(f"{part.strip()!r} is not a page or a range of pages; write them like 1-3,7")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last:
            raise ValueError(f"{part.strip()!r} is not a range of pages: pages start at 1, and ranges count upwards")
        found.append((first, last))
    return tuple(found)


def slots(value: Any) -> tuple[int, ...]:
    """Slots to leave empty, from a list of numbers or a text such as `1,4`. Raises ValueError."""
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, Collection) else [value]
    found = set()
    for part in parts:
        text = str(part).strip()
        if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_SLOT):
            raise ValueError(f"{text!r} is not the number of a slot; write them like 1,4")
        found.add(int(text))
    return tuple(sorted(found))


def area(value: Any) -> tuple[float, float]:
    """A width and a height in mm, from a text such as `180x220mm`. Raises ValueError."""
    size = measured(str(value)) if not isinstance(value, tuple) else value
    if size is None:
        raise ValueError(f"{value!r} is not a size; write it like 180x220mm or 7x9in")
    if min(size) < LEAST_AREA:
        raise ValueError(f"{value!r} is too small: each side must be {LEAST_AREA:g} mm or more")
    return size[0], size[1]


def colour(value: Any) -> str:
    """A colour as `#rrggbb`. Raises ValueError."""
    found = hexadecimal(str(value))
    if found is None:
        raise ValueError(f"{value!r} is not a colour; write it like #00aacc")
    return found


READERS: dict[str | None, Callable[[Any], Any]] = {"colour": colour, "pages": ranges, "slots": slots, "area": area}
"""What reads the text of an option, by its meaning."""


def checked(option: Option, value: Any) -> Any:
    """The value of an option, with texts of pages, slots and areas read. Raises ChoiceError."""

    def refuse(reason: str) -> NoReturn:
        raise ChoiceError(option.flag, f"{value!r} is {reason}")

    if option.limits:
        return _number(option, value, *option.limits)
    if option.is_list:
        return tuple(value) if not isinstance(value, str) else refuse(f"not a list of names; write [{value!r}]")
    if option.meaning in READERS:
        try:
            return READERS[option.meaning](value)
        except ValueError as error:
            raise ChoiceError(option.flag, str(error)) from None
    if option.type is bool and not isinstance(value, bool):
        refuse("neither True nor False")
    if option.among and value not in option.among:
        refuse(f"not one of {', '.join(map(repr, option.among))}.")
    if option.type is str and not option.meaning and not isinstance(value, str):
        refuse("not a str")
    return value


def _number(option: Option, value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int if option.is_whole else (int, float)):
        raise ChoiceError(option.flag, f"{value!r} is not a {'whole number' if option.is_whole else 'number'}")
    number = value if option.is_whole else float(value)
    if not least <= number <= most:
        raise ChoiceError(option.flag, f"{number} is not in the range {least}<=x<={most}.")
    return number


def check_version(wanted: Mapping[str, Any]) -> None:
    """Raise ChoiceError for an ICC profile that is newer than the standard of the files."""
    if wanted.get("pdfx") == "x1a" and wanted.get("icc") and wanted["icc"].version > ICC_OF_X1A:
        message = f"PDF/X-1a takes profiles of version {ICC_OF_X1A} only, and this one has version"
        raise ChoiceError("--icc", f"{message} {wanted['icc'].version}; use an older profile, or build with --pdfx x4")


def check_profile(wanted: Mapping[str, Any], given: Collection[str]) -> None:
    """Raise ChoiceError for options given by the user that do not apply to the profile."""
    for_shop = wanted.get("profile") == "shop"
    for name in (name for name in rows(CommandLine) if name in given):
        _check_row(name, wanted, for_shop=for_shop)
    _check_sides(wanted, given)
    if "scale_cards" in given and not wanted.get("card_size"):
        raise ChoiceError("--scale-cards", "only with --card-size, a smaller size for the cards")
    if "job_note" in given and wanted.get("printer"):
        raise ChoiceError("--job-note", "not with --printer, which corrects for your printer and not for a shop's")
    _check_marks(wanted, given)
    if wanted.get("cutter") and not for_shop:
        _check_cutter(wanted, given)


def _check_row(name: str, wanted: Mapping[str, Any], *, for_shop: bool) -> None:
    """Raise ChoiceError for an option that its row has for the other profile only."""
    option = rows(CommandLine)[name]
    if option.only_shop and not for_shop:
        raise ChoiceError(option.flag, "only with --profile shop")
    is_harmless = option.shop_accepts is not None and wanted[name] == option.shop_accepts
    if option.not_shop and for_shop and not is_harmless:
        raise ChoiceError(option.flag, f"not with --profile shop: {option.not_shop}")


def _check_sides(wanted: Mapping[str, Any], given: Collection[str]) -> None:
    """Raise ChoiceError where no backs are printed after all fronts, so that these cannot be in another order."""
    if "reverse" in given and wanted.get("order") != "sides":
        raise ChoiceError("--reverse", "only with --order sides, which prints all fronts and then all backs")
    if wanted.get("backs") in ("none", "gutterfold") and wanted.get("rulebook") != "booklet":
        name = "reverse" if "reverse" in given else "order" if wanted.get("order") == "sides" else ""
        if name in given:
            raise ChoiceError(flag(name), f"not with --backs {wanted['backs']}, which prints one side only")


def _check_marks(wanted: Mapping[str, Any], given: Collection[str]) -> None:
    """Raise ChoiceError for options of cut marks given by the user where there are none, or none that are short."""
    style = wanted.get("marks") or "corner"
    for name in (one for one in ("mark_colour", "mark_width", "mark_length") if one in given):
        if wanted.get("cutter"):
            raise ChoiceError(flag(name), "not with --cutter: the machine cuts by marks of its own")
        if style != "corner" and name == "mark_length":
            raise ChoiceError(flag(name), f"not with --marks {style}, which has no such marks")
        if style == "dots" and name == "mark_width":
            raise ChoiceError(flag(name), "not with --marks dots, which are 1.4 mm wide")


def _check_cutter(wanted: Mapping[str, Any], given: Collection[str]) -> None:
    """Raise ChoiceError for options given by the user that do not apply to a cutting machine."""
    if "marks" in given and wanted["marks"] != "none":
        raise ChoiceError("--marks", "not with --cutter: the machine cuts by marks of its own; leave --marks out")
    if wanted.get("backs") == "gutterfold":
        raise ChoiceError("--backs", "gutterfold is not for --cutter: a machine cuts flat sheets; use --backs long")
