"""What the PDF/X standards ask of a file that declares one of them.

Only rules that a printer notices are here. A file that breaks none of them may still break others, which a certified
checker finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any, NamedTuple


class _Standard(NamedTuple):
    """The newest version of PDF that a standard is based on, and what it forbids and needs."""

    version: str
    is_flat: bool
    """Whether it forbids transparency and layers, and all colours but those of inks."""
    needs_profile: bool
    """Whether the ICC profile of the printing condition must be in the file."""


_STANDARDS = {
    "PDF/X-1:2001": _Standard("1.3", is_flat=True, needs_profile=False),
    "PDF/X-1a:2001": _Standard("1.3", is_flat=True, needs_profile=False),
    "PDF/X-1a:2003": _Standard("1.4", is_flat=True, needs_profile=False),
    "PDF/X-4": _Standard("1.6", is_flat=False, needs_profile=True),
}
_OF_INKS = ("DeviceGray", "DeviceCMYK", "Separation", "DeviceN")


def breaches(facts: dict[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What a file has that the standard it declares forbids, or lacks, and on which pages."""
    standard = _STANDARDS.get(facts.get("standard", ""))
    if standard is None:
        return
    if facts["version"] > standard.version:
        yield f"it is PDF {facts['version']}, newer than PDF {standard.version}", ()
    if facts["trapped"] not in ("True", "False"):
        yield "it does not say whether it is trapped", ()
    if not facts["intents"]:
        yield "it has no output intent", ()
    elif standard.needs_profile and 4 not in facts["profiles"]:
        yield "its output intent contains no CMYK profile", ()
    if standard.is_flat and facts["layered"]:
        yield "it has layers", ()
    for page in facts["pages"]:
        yield from zip(_on(page, standard), repeat((page["number"],)))


def _on(page: dict[str, Any], standard: _Standard) -> Iterator[str]:
    if not {"trim", "art"} & set(page["boxes"]):
        yield "a page has no trim box"
    if standard.is_flat:
        yield from page["transparent"]
        for colour in page["colours"]:
            if not colour.startswith(_OF_INKS):
                yield f"there are colours in {colour}"
