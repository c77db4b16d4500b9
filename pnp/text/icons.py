"""Icons in text, written `:name:`.

While text is measured and broken into lines, an icon is a character of Unicode's private use area (plane 15). In a
finished line, it is a drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.diagnostics import Diagnostics, Part, Span, did_you_mean
from pnp.graphics import Drawing
from pnp.kit.model import Icon
from pnp.text.characters import clusters, is_emoji

HEIGHT = 1.6
"""The height of an icon, as a factor of the height of capitals."""

BLACK = "#000000"
FIRST, LAST = "\U000f0000", "\U000ffffd"
SIGNS = re.compile(f"([{FIRST}-{LAST}])")

Picture = Callable[[str, Span, str], Drawing | None]


class Icons:
    """The icons of a kit, by name and by character."""

    def __init__(
        self,
        icons: Mapping[str, Icon] | None = None,
        picture: Picture | None = None,
        emoji: Callable[[str], Drawing | None] = lambda _emoji: None,
    ) -> None:
        """`emoji` gives the drawing of an emoji that no icon stands for; None if there is none."""
        self._icons = dict(icons or {})
        self._names = list(self._icons)
        self._picture, self._emoji = picture, emoji
        self._emoji_names = {bare(icon.emoji): name for name, icon in reversed(self._icons.items()) if icon.emoji}
        self.emoji: dict[str, Drawing] = {}
        """The drawings of the emoji used so far that no icon of the kit stands for, each with a number."""
        self._drawings: dict[tuple[str, str], Drawing | None] = {}

    @cached_property
    def _valid(self) -> set[str]:
        return {name for name in self._icons if self._drawn(name, BLACK)}

    def check(self, diagnostics: Diagnostics) -> None:
        """Draw every icon, used or not, so that errors in its picture are reported, and look at their emoji."""
        for name, icon in self._icons.items():
            self._drawn(name, BLACK)
            if icon.emoji and not _is_one_emoji(icon.emoji):
                hint = "write one emoji, such as '❤️'"
                diagnostics.error(icon.at("emoji"), "bad-form", f"{icon.emoji!r} is not an emoji", hint)
            elif icon.emoji and (other := self._emoji_names[bare(icon.emoji)]) != name:
                message = f"the emoji {icon.emoji} is printed as the icon {other!r} already"
                diagnostics.error(icon.at("emoji"), "duplicate-key", message, "remove one of the two")

    def sign(self, name: str, span: Span, diagnostics: Diagnostics, *, touched: bool = False) -> str:
        """The character of an icon; for an unknown name, an error at `span` and the name as written.

        An unknown name that letters touch is no error: a:b:c has no icon unless the kit names one `b`.
        """
        if name in self._icons:
            return chr(ord(FIRST) + self._names.index(name))
        if touched:
            return named(name)
        known = did_you_mean(name, self._icons)
        message = f"there is no icon {name!r}"
        diagnostics.error(
            span,
            "unknown-icon",
            message,
            known,
            f"kit.yaml lists the icons: 'icons: {{{name}: FILE.svg}}' adds it",
            "to print a colon, write '\\:'; {words} in a table are icons only with 'icons' beside its file",
        )
        return named(name)

    def emoji_sign(self, emoji: str, coloured: Drawing | None = None) -> str:
        """The character of the picture for an emoji; empty if there is none. `coloured` is the picture in a font."""
        name = self._emoji_names.get(bare(emoji))
        if name is None:
            drawn = coloured or self._emoji(emoji)
            if drawn is None:
                return ""
            name = next((one for one, other in self.emoji.items() if other is drawn), f"{emoji} {len(self.emoji)}")
            if name not in self.emoji:
                self.emoji[name] = drawn
                self._names.append(name)
        return chr(ord(FIRST) + self._names.index(name))

    def name(self, character: str) -> str | None:
        """The name of the icon for a character, or None."""
        number = ord(character) - ord(FIRST)
        return self._names[number] if 0 <= number < len(self._names) else None

    def drawing(self, name: str, colour: str) -> Drawing | None:
        """The drawing of an icon beside text of a colour, with its alternative text; None if its picture is invalid."""
        return self.emoji.get(name) or (self._drawn(name, colour) if name in self._valid else None)

    def _drawn(self, name: str, colour: str) -> Drawing | None:
        key = (name, colour)
        if key not in self._drawings:
            icon = self._icons[name]
            drawing = self._picture(icon.art, icon.at("art"), colour) if self._picture else None
            self._drawings[key] = replace(drawing, alt=icon.says) if drawing and icon.says else drawing
        return self._drawings[key]

    def proportion(self, name: str) -> float:
        drawing = self.drawing(name, BLACK)
        return drawing.size.w / drawing.size.h if drawing else 1.0

    def spelling(self, text: str) -> str:
        """A text with icons replaced by their names."""
        return SIGNS.sub(lambda match: self.written(self.name(match[0]) or match[0]), text)

    def written(self, name: str) -> str:
        """An icon as it is written in a text: an emoji is itself."""
        return name.partition(" ")[0] if name in self.emoji else named(name)

    def said(self, text: str) -> str:
        """A text with icons replaced by their alternative texts."""

        def words(match: re.Match[str]) -> str:
            drawing = self.drawing(self.name(match[0]) or "", BLACK)
            return drawing.alt if drawing else ""

        return SIGNS.sub(words, text)


def _is_one_emoji(text: str) -> bool:
    return len(clusters(text)) == 1 and (is_emoji(text) or is_emoji(f"{text}\ufe0f"))


def bare(emoji: str) -> str:
    """An emoji without the selector of its form."""
    return emoji.replace("\ufe0f", "")


def named(name: str) -> str:
    return f":{name}:"


def neutral(text: str) -> str:
    """A text with Unicode's character for an object in place of each icon, whose own would count as a Latin letter."""
    return text if text.isascii() else SIGNS.sub("\ufffc", text)


def unsigned(text: str) -> str:
    """Replace characters in a text from a data file that would be read as icons."""
    return text if text.isascii() else SIGNS.sub("\ufffe", text)


def written_at(text: str, parts: Iterable[Part], span: Span) -> Span:
    """The place of the first part that contains a text, with or without capitals; otherwise `span`."""
    texts = ((unsigned(part.text), part.span) for part in parts)
    return next((place for part, place in texts if text in part or text in part.upper()), span)


_NAME = r":([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*):"
_MARK = re.compile(_NAME)
NAMED = re.compile(rf"(?<![^\W\d])(?<!\\){_NAME}(?![^\W\d])")
"""An icon in text extracted from a drawing."""


def without(text: str) -> str:
    """A text without its icons."""
    return " ".join(NAMED.sub("", text).split()) if NAMED.search(text) else text


def read(state: Any, silent: bool) -> bool:
    """A rule for markdown-it: `:name:` is an icon. 2:coin: has one, 3:1 has none.

    If letters touch it, as in X:coin: and a:b:c, only the kit's icons are icons.
    """
    match = _MARK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("icon", "", 0)
        token.content = match[1]
        beside = state.src[: match.start()][-1:] + state.src[match.end() :][:1]
        token.meta = {"touched": any(character.isalpha() for character in beside)}
    state.pos = match.end()
    return True


def is_touched(token: Any) -> bool:
    """Whether letters touch an icon's token."""
    return bool(token.meta["touched"])
