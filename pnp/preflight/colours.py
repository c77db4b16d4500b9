"""Colour spaces, shadings and patterns of a PDF -> the names of the colours they paint with.

Device spaces by their own names, `ICCBased 3` with the number of its inks, spot colours as `Separation Gold`.
A palette (`Indexed`) counts as the space of its colours.
"""

from __future__ import annotations

from typing import Any

from pnp.preflight.objects import is_dictionary, item, items, name, text, whole

RGB = frozenset({"DeviceRGB", "CalRGB", "ICCBased 3"})
CMYK = frozenset({"DeviceCMYK", "ICCBased 4"})
GRAY = frozenset({"DeviceGray"})
_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_DEVICE = {"DeviceGray", "DeviceRGB", "DeviceCMYK"}
_MAX_NESTING = 5
_MAX_SPOTS = 32


def of(space: Any, resources: Any, depth: int = 0) -> frozenset[str]:
    """The names of a colour space; nothing for a pattern's, and for what is none."""
    if depth > _MAX_NESTING:
        return frozenset()
    family = name(space) or name(item(space, 0))
    family = _SHORT.get(family, family)
    if family in _DEVICE or family in ("CalGray", "CalRGB", "Lab"):
        return frozenset({family})
    if family == "ICCBased":
        return frozenset({f"ICCBased {whole(item(space, 1, '/N'))}"})
    if family in ("Indexed", "I"):
        return of(item(space, 1), resources, depth + 1)
    if family in ("Separation", "DeviceN"):
        spots = [text(item(space, 1))] if family == "Separation" else map(text, items(space, 1)[:_MAX_SPOTS])
        return frozenset({f"{family} {' + '.join(spots)}"})
    if family == "Pattern":
        return of(item(space, 1), resources, depth + 1) if not name(space) else frozenset()
    return named(family, resources, depth + 1) if name(space) else frozenset()


def named(word: str, resources: Any, depth: int = 0) -> frozenset[str]:
    """The colours of a space that operators name: a device's, or one of the resources'."""
    word = _SHORT.get(word, word)
    if word in _DEVICE:
        return frozenset({word})
    found = item(resources, "/ColorSpace", f"/{word}")
    return of(found, resources, depth + 1) if found is not None else frozenset()


def of_picture(picture: Any, resources: Any) -> frozenset[str]:
    """The colours of a bitmap; none of its own if it is a stencil, or if only its pixels say which."""
    return of(item(picture, "/ColorSpace"), resources)


def of_shading(shading: Any, resources: Any) -> frozenset[str]:
    return of(item(shading, "/ColorSpace"), resources) | {"Shading"} if is_dictionary(shading) else frozenset()
