"""The fonts of a kit by role: read, measure and shape text in them.

Widths come from the font files, so measured text is exactly as wide as in the PDF. Lengths are in mm, type sizes in pt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span, files
from pnp.graphics import Transform
from pnp.graphics.drawing import Text, Use
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit.model import Font
from pnp.text import direction, fontfile, shaping, spaces
from pnp.text import fonts as typeface
from pnp.text.breaks import ZERO
from pnp.text.fontfile import FontError, font_file
from pnp.text.fonts import Typeface
from pnp.text.hyphenation import SOFT, Hyphens
from pnp.text.icons import HEIGHT, SIGNS, Icons, named
from pnp.text.shaping import Shaped

_FALLBACK_CAP = 700
"""The height of capitals in fonts that do not give it, in thousandths of the type size."""


_TOKENS = re.compile("[ \u00a0\u202f\u2009]|[^ \u00a0\u202f\u2009]+")
_SPACES = (" ", "\u00a0", "\u202f", "\u2009")


class Mark(NamedTuple):
    """An icon in a line: its height, and the height of its top above the baseline, in mm."""

    icons: Icons
    name: str
    height: float
    rise: float

    def drawn(self, x: float, y: float, colour: str) -> Use | None:
        """The icon with its left end at a point of a baseline; None if its picture is invalid."""
        drawing = self.icons.drawing(self.name, colour)
        if drawing is None:
            return None
        scale = self.height / drawing.size.h
        return Use(drawing, Transform(scale, 0, 0, scale, x, y - self.rise))


class Run(NamedTuple):
    """Text in one font role. In a finished line it has one direction, and a `mark` is drawn instead of the text."""

    text: str
    font: str
    mark: Mark | None = None
    rtl: bool = False


ROLES = ("body", "bold", "italic", "bold-italic")
"""The font roles that every kit needs, for rulebooks and printer's marks."""


class Fonts:
    """The fonts of a kit by role, its icons, and its hyphenation.

    A missing role of ROLES and a font file that cannot be used are errors.
    """

    def __init__(
        self,
        roles: Mapping[str, Font],
        folder: Path,
        diagnostics: Diagnostics,
        icons: Icons | None = None,
        hyphens: Hyphens | None = None,
    ) -> None:
        self._roles = roles
        self._folder = folder
        self.icons, self.hyphens = icons or Icons(), hyphens or Hyphens()
        self._widths: dict[tuple[str, str, bool], float] = {}
        self._shaped: dict[tuple[str, str, bool], Shaped] = {}
        faces = ((role, self._load(role, diagnostics)) for role in roles)
        self._typefaces = {role: face for role, face in faces if face}
        for role in ROLES:
            if role not in roles:
                diagnostics.error(Span(str(folder / "fonts.yaml")), "missing-key", f"the font role {role!r} is missing")

    def typeface(self, role: str) -> Typeface:
        return self._typefaces[role]

    def path(self, role: str) -> Path:
        """The path of a role's font file, which may not exist."""
        return font_file(self._roles[role], self._folder)

    def is_own(self, role: str) -> bool:
        """Whether a role's font is a file of the kit, not of a font package."""
        return self._roles[role].package is None

    def files(self) -> list[Path]:
        """The existing files of all roles, used or not."""
        return [path for path in map(self.path, sorted(self._roles)) if path.is_file()]

    def joined(self, others: Fonts, names: Mapping[str, str], diagnostics: Diagnostics) -> Fonts:
        """These fonts and some of another kit's, with its roles renamed by `names`."""
        more = {
            new: replace(others._roles[role], package=None, file=str(others.path(role).resolve()))
            for role, new in names.items()
        }
        return Fonts({**self._roles, **more}, self._folder, diagnostics)

    def roles(self) -> list[str]:
        return sorted(self._roles)

    def width(self, text: str, role: str, size: float, *, rtl: bool | None = None) -> float:
        """The width of a text in mm at a size in pt; by default its first letter decides on its direction."""
        if rtl is None:
            rtl = direction.begins_rtl(text)
        key = (text, role, rtl)
        units = self._widths.get(key)
        if units is None:
            units = self._widths[key] = self._units(text, role, rtl=rtl)
        return units * size * MM_PER_POINT

    def _units(self, text: str, role: str, *, rtl: bool) -> float:
        """The width of a text, as a factor of the type size. Icons have no letters."""
        if text.isascii() or not SIGNS.search(text):
            return self.shaped(text, role, rtl=rtl).width / 1000
        units = 0.0
        for part in SIGNS.split(text):
            name = self.icons.name(part) if len(part) == 1 else None
            icon = self.icons.proportion(name) * HEIGHT * self._cap(role) if name else 0.0
            units += icon or self.shaped(part, role, rtl=rtl).width / 1000
        return units

    def extent(self, text: Text) -> float:
        """The printed width of a text, in mm."""
        if text.icon:
            return text.icon.drawing.size.w * text.icon.transform.a
        return self.width(text.text, text.font, text.size, rtl=text.rtl)

    def shaped(self, text: str, role: str, *, rtl: bool = False) -> Shaped:
        """A text of one direction, without icons, as glyphs of its fonts from left to right.

        Of soft hyphens only one at the end is printed.
        """
        key = (text, role, rtl)
        if key not in self._shaped:
            if not text.isascii():
                text = (text[:-1].replace(SOFT, "") + text[-1:]).replace(ZERO, "")
            words = [word for token in _TOKENS.findall(text) for word in self._token(token, role, rtl=rtl)]
            self._shaped[key] = shaping.joined(words[::-1] if rtl else words)
        return self._shaped[key]

    def _token(self, token: str, role: str, *, rtl: bool) -> Iterator[Shaped]:
        """A word or a space."""
        if token in _SPACES:
            widths = self._typefaces[role].widths
            plain = widths.get(ord(" "), self._typefaces[role].usual)
            yield shaping.plain(" ", role, plain, widths.get(ord(token), plain) - plain)
            return
        hyphen = token.endswith(SOFT)
        for piece, script in shaping.scripts(token.removesuffix(SOFT)):
            for part, font in self._covered(piece, role):
                yield self._word(part, font, script, rtl=rtl)
        if hyphen:  # HarfBuzz would leave it out
            face = self._typefaces[role]
            drawn = SOFT if ord(SOFT) in face.glyphs else "-"
            yield shaping.plain(drawn, role, face.widths.get(ord(drawn), face.usual))

    def _word(self, word: str, role: str, script: str, *, rtl: bool) -> Shaped:
        face = self._typefaces[role]
        word = spaces.replaced(word, face.glyphs)
        if face.shapes or script not in shaping.SIMPLE:
            return shaping.shaped(face.data, word, role, script, rtl=rtl)
        return shaping.plain(word[::-1] if rtl else word, role, sum(face.widths.get(ord(c), face.usual) for c in word))

    def _covered(self, text: str, role: str) -> list[tuple[str, str]]:
        """A text in pieces, each with the first role of the chain whose font has its characters."""
        chain = [role, *self._roles[role].fallback]
        if len(chain) == 1:
            return [(text, role)]
        found: list[tuple[str, str]] = []
        for character in text:
            font = next((one for one in chain if self._has(character, one)), role)
            if found and (found[-1][1] == font or unicodedata.combining(character)):
                found[-1] = (found[-1][0] + character, found[-1][1])
            else:
                found.append((character, font))
        return found

    def _has(self, character: str, role: str) -> bool:
        glyphs = self._typefaces[role].glyphs if role in self._typefaces else ()
        return ord(character) in glyphs or ord(character) in spaces.printable(glyphs)

    def icon(self, character: str, role: str, size: float) -> Run | None:
        """The run for an icon's character; None for any other text."""
        name = self.icons.name(character) if len(character) == 1 else None
        if name is None:
            return None
        cap = self.cap_height(role, size)
        return Run(named(name), role, Mark(self.icons, name, HEIGHT * cap, (HEIGHT + 1) / 2 * cap))

    def _cap(self, role: str) -> float:
        return (self.typeface(role).cap or _FALLBACK_CAP) / 1000

    def cap_height(self, role: str, size: float) -> float:
        return self._cap(role) * size * MM_PER_POINT

    def descent(self, role: str, size: float) -> float:
        return -self.typeface(role).descent / 1000 * size * MM_PER_POINT

    def missing(self, text: str, role: str) -> str:
        """The characters of a text for which none of the role's fonts has a glyph."""
        chain = (role, *self._roles[role].fallback)
        glyphs = frozenset[int]().union(*(self._typefaces[one].glyphs for one in chain if one in self._typefaces))
        codes = set(map(ord, text)).difference(glyphs, map(ord, f"\n {ZERO}"))
        codes -= spaces.printable(glyphs)
        return "".join(character for character in map(chr, sorted(codes)) if self.icons.name(character) is None)

    def _load(self, role: str, diagnostics: Diagnostics) -> Typeface | None:
        font = self._roles[role]
        key, code, hint = "file", "missing-font", "replace the file, or use another font"
        try:
            return self._opened(role)
        except FontError as error:
            key, code, message, hint = error.key, error.code, str(error), error.hint
        except OSError as error:
            message = error.strerror or str(error)
            hint = f"install it with 'pip install {font.package}'" if font.package else ""
        except Exception as error:  # noqa: BLE001 - fontTools raises anything for a damaged file
            message = f"it is not a font, or is damaged ({_first_line(error)})"
        diagnostics.error(font.at(key), code, f"cannot use {Path(font.file).name}: {message}", hint)
        return None

    def _opened(self, role: str) -> Typeface:
        try:
            data = files.read(self.path(role), fontfile.MAX_BYTES)
        except files.TooLargeError as error:
            raise FontError(str(error.strerror), code="file-too-large") from None
        font = self._roles[role]
        return typeface.read(data, font.index, checked=font.package is None)

    def variable(self) -> list[Font]:
        """The kit's own variable fonts."""
        return [
            font
            for role, font in sorted(self._roles.items())
            if font.package is None and role in self._typefaces and self._typefaces[role].variable
        ]


def _first_line(error: Exception) -> str:
    return next(iter((getattr(error, "strerror", None) or str(error)).splitlines()), type(error).__name__)
