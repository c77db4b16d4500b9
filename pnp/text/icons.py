"""Names of icons -> signs that stand among letters, and the drawings that are printed for them.

`:name:` in a text that is printed is an icon of the kit. While text is measured and broken into lines an icon is a
character like any other, of those that Unicode gives no meaning (plane 15); only in a finished line it is a drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.diagnostics import Diagnostics, Part, Span, did_you_mean
from pnp.graphics.drawing import Drawing
from pnp.kit.model import Icon

HEIGHT = 1.6
"""How high an icon is, where the capitals beside it are 1."""

BLACK = "#000000"
FIRST, LAST = "\U000f0000", "\U000ffffd"
SIGNS = re.compile(f"([{FIRST}-{LAST}])")

Picture = Callable[[str, Span, str], Drawing | None]


class Icons:
    """The icons of a kit by name, and by the signs that stand for them."""

    def __init__(self, icons: Mapping[str, Icon] | None = None, picture: Picture | None = None) -> None:
        self._icons = dict(icons or {})
        self._names = list(self._icons)
        self._picture = picture
        self._drawings: dict[tuple[str, str], Drawing | None] = {}

    @cached_property
    def _sound(self) -> set[str]:
        return {name for name in self._names if self._drawn(name, BLACK)}

    def check(self) -> None:
        """Draw every icon, used or not: what is wrong with its picture is reported once, where the kit names it."""
        for name in self._names:
            self._drawn(name, BLACK)

    def sign(self, name: str, span: Span, diagnostics: Diagnostics) -> str:
        """The sign of an icon; its name as it was written, with a fault at `span`, if there is none of that name."""
        if name in self._icons:
            return chr(ord(FIRST) + self._names.index(name))
        known = did_you_mean(name, self._names)
        message = f"there is no icon {name!r}"
        diagnostics.error(
            span, "unknown-icon", message, known, "icons are named in kit.yaml; to print colons, write '\\:'"
        )
        return named(name)

    def name(self, sign: str) -> str | None:
        """The name behind a sign; None for what is none."""
        number = ord(sign) - ord(FIRST)
        return self._names[number] if 0 <= number < len(self._names) else None

    def drawing(self, name: str, colour: str) -> Drawing | None:
        """What is printed for an icon beside text of a colour; `alt` is what it says to those who do not see it."""
        return self._drawn(name, colour) if name in self._sound else None

    def _drawn(self, name: str, colour: str) -> Drawing | None:
        key = (name, colour)
        if key not in self._drawings:
            icon = self._icons[name]
            found = self._picture(icon.art, icon.at("art"), colour) if self._picture else None
            self._drawings[key] = replace(found, alt=icon.says) if found and icon.says else found
        return self._drawings[key]

    def proportion(self, name: str) -> float:
        drawing = self.drawing(name, BLACK)
        return drawing.size.w / drawing.size.h if drawing else 1.0

    def spelling(self, text: str) -> str:
        """A text with the names of icons in the place of their signs."""
        return SIGNS.sub(lambda match: named(self.name(match[0]) or match[0]), text)

    def said(self, text: str) -> str:
        """A text with what icons say in the place of their signs."""

        def words(match: re.Match[str]) -> str:
            drawing = self.drawing(self.name(match[0]) or "", BLACK)
            return drawing.alt if drawing else ""

        return SIGNS.sub(words, text)


def named(name: str) -> str:
    return f":{name}:"


def unsigned(text: str) -> str:
    """A text as data have it, without what would pass for the sign of an icon: no font has such a character."""
    return text if text.isascii() else SIGNS.sub("\ufffe", text)


def written_at(said: str, parts: Iterable[Part], span: Span) -> Span:
    """Where something in a text is written: in one of its parts, as it is or in small letters, or else at `span`."""
    texts = ((unsigned(part.text), part.span) for part in parts)
    return next((place for text, place in texts if said in text or said in text.upper()), span)


_NAME = r":([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*):(?!\w)"
_MARK = re.compile(_NAME)
NAMED = re.compile(rf"(?<![\w\\]){_NAME}")
"""An icon in a text that is read off a drawing."""


def without(text: str) -> str:
    """A text without its icons, which stand beside words and leave these as they are."""
    return " ".join(NAMED.sub("", text).split()) if NAMED.search(text) else text


def read(state: Any, silent: bool) -> bool:
    """A rule of markdown-it: `:name:` is an icon where no letter or digit touches it; 3:1 and a:b:c are none."""
    at = state.pos
    found = None if at and state.src[at - 1].isalnum() else _MARK.match(state.src, at)
    if found is None:
        return False
    if not silent:
        state.push("icon", "", 0).content = found[1]
    state.pos = found.end()
    return True
