"""Texts -> strings of a PDF, in the codes that their letters have in the subsets of a file's fonts."""

from __future__ import annotations

from typing import Any

from pnp.text import Fonts

_ASCII = "".join(map(chr, range(32, 127)))
_ESCAPED = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))} | {ord(c): f"\\{c}" for c in "\\()"}


class Letters:
    """The codes of letters in one file, which are given out as letters are first met; those of ASCII are always its."""

    def __init__(self, document: Any, fonts: Fonts) -> None:
        self._document, self._fonts = document, fonts
        self._plain: dict[str, str] = {}

    def shown(self, role: str, text: str) -> list[tuple[str, str]]:
        """The parts of a text with the name of the font that each is in, as they stand between brackets."""
        if text.isascii() and text.isprintable():
            name = self._ascii(role) if text else ""
            if name:
                return [(name, text.translate(_ESCAPED))]
        return [(name, codes.decode("latin-1").translate(_ESCAPED)) for name, codes in self.codes(role, text)]

    def codes(self, role: str, text: str) -> list[tuple[str, bytes]]:
        """The parts of a text as they are coded, with the name of the font that each is in."""
        font = self._fonts.typeface(role)
        parts = font.splitString(text, self._document)
        return [(font.getSubsetInternalName(subset, self._document), codes) for subset, codes in parts]

    def _ascii(self, role: str) -> str:
        """The name of the font that has all of ASCII at its own codes; empty if the role's has not."""
        if role not in self._plain:
            (name, codes), *more = self.codes(role, _ASCII)
            self._plain[role] = "" if more or codes != _ASCII.encode() else name
        return self._plain[role]
