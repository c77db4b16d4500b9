"""The fonts of a kit by role: read, measure and shape text in them.

Widths come from the font files, so measured text is exactly as wide as in the PDF. Lengths are in mm, type sizes in pt.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import filterfalse
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span, files
from pnp.graphics import Transform
from pnp.graphics.drawing import Text, Use
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit.model import Font
from pnp.kit.paths import font_path
from pnp.text import characters, colour_glyphs, direction, fontfile, shaping
from pnp.text import fonts as typeface
from pnp.text.characters import ZERO, clusters, has_emoji, has_marks, is_emoji, is_invisible, printed
from pnp.text.fontfile import FontError
from pnp.text.fonts import Loan, Typeface
from pnp.text.hyphenation import SOFT, Hyphens
from pnp.text.icons import HEIGHT, SIGNS, Icons, bare
from pnp.text.shaping import Shaped

_FALLBACK_CAP = 700
"""The height of capitals in fonts that do not give it, in thousandths of the type size."""


_SPACES = " \u00a0\u202f\u2009\u200a"
_TOKENS = re.compile(f"[{_SPACES}]|[^{_SPACES}]+")


def _lacking(text: str, face: Typeface) -> set[int]:
    """The characters of a text for which a font has neither a glyph nor a replacement."""
    return set(map(ord, text)) - face.glyphs - face.replaced


def _can_set(cluster: str, face: Typeface) -> bool:
    """Whether a font has all of a letter with its marks, and draws something for it."""
    if len(cluster) == 1:
        code = ord(cluster)
        return code in face.replaced or (code in face.glyphs and shaping.has_ink(face.data, cluster))
    codes = set(map(ord, cluster)) - face.glyphs
    return all(is_invisible(chr(code)) for code in codes) and shaping.is_set(face.data, cluster)


def _tokens(text: str) -> list[str]:
    """The words and spaces of a text, without breaks and soft hyphens inside."""
    text = printed(text)
    if not text.isascii():
        text = (text[:-1].replace(SOFT, "") + text[-1:]).replace(ZERO, "")
    return _TOKENS.findall(text)


def font_file(font: Font, folder: Path) -> Path:
    """The file of a font: in its package, or beside `fonts.yaml`."""
    return font_path(font.file, font.package, folder)


class LineIcon(NamedTuple):
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
    """Text in one font role. In a finished line it has one direction, and a `mark` is drawn instead of the text.

    Its `colour` is its own; empty for that of the whole text. Before it is checked, `font` may be a bold or italic that
    does not exist, and `base` is the role beside it. `form` are the forms of the words, joined by spaces.
    """

    text: str
    font: str
    mark: LineIcon | None = None
    rtl: bool = False
    colour: str = ""
    base: str = ""
    form: str = ""


ROLES = ("body", "bold", "italic", "bold-italic")
"""The font roles that every kit needs, for rulebooks and printer's marks."""
CUTS = ("", "bold", "italic", "bold-italic")
"""The cuts of a font, in the order of ROLES: those of the role `mine` are `mine`, `mine-bold` and so on."""


def cut(font: str, *, bold: bool, italic: bool) -> str:
    """The role of a font's bold, italic or bold italic, which may not exist."""
    number = (1 if bold else 0) | (2 if italic else 0)
    if font in ROLES:
        return ROLES[ROLES.index(font) | number]
    return f"{font}-{CUTS[number]}" if number else font


def _cut_of(role: str) -> str:
    """The cut that a role's name ends with; empty for an upright and regular one."""
    return next((one for one in reversed(CUTS[1:]) if role == one or role.endswith(f"-{one}")), "")


def with_fallbacks(roles: Iterable[str], known: Mapping[str, Font]) -> list[str]:
    """Some font roles, their fallbacks and those of these, each once, in the order in which they are tried."""
    found, waiting = list[str](), [*roles]
    while waiting:
        one = waiting.pop(0)
        if one in known and one not in found:
            found.append(one)
            waiting += known[one].fallback
    return found


class Emphasis(NamedTuple):
    """The role in which emphasised words are set, and the wanted cut.

    `lost` is a cut that the font lacks, so that the words look like all others; `family` is that of the words, if it is
    not that of the others.
    """

    role: str
    cut: str = ""
    lost: str = ""
    family: str = ""


class Fonts:
    """The fonts of a kit by role, its icons, and its hyphenation.

    A missing role of ROLES and a font file that cannot be used are errors. The files of kits that were not installed
    are `confined`: read in the child process.
    """

    def __init__(
        self,
        roles: Mapping[str, Font],
        folder: Path,
        diagnostics: Diagnostics,
        icons: Icons | None = None,
        hyphens: Hyphens | None = None,
        *,
        confined: bool = True,
        chosen: Collection[str] = (),
    ) -> None:
        """`chosen` are the roles whose font the kit itself has chosen."""
        self._roles, self._confined, self._chosen = roles, confined, chosen
        self._folder = folder
        self.icons, self.hyphens = icons or Icons(), hyphens or Hyphens()
        self._widths: dict[tuple[str, str, bool], float] = {}
        self._shaped: dict[tuple[str, str, bool], Shaped] = {}
        self._setters: dict[tuple[str, str], str] = {}
        self._coloured: dict[str, list[Typeface]] = {}
        self._diagnostics = diagnostics
        others = {role for font in roles.values() for role in font.fallback if role in roles}
        packaged = set(filterfalse(self.is_own, roles))
        self._waiting = {role for role in others | packaged if self.path(role).is_file()}
        """Fallbacks and fonts of packages, opened when they are first needed. The fonts of a kit may be wrong."""
        faces = ((role, self._load(role)) for role in roles if role not in self._waiting)
        self._typefaces = {role: face for role, face in faces if face}
        for role in ROLES:
            if role not in roles:
                diagnostics.error(Span(str(folder / "fonts.yaml")), "missing-key", f"the font role {role!r} is missing")

    def typeface(self, role: str) -> Typeface:
        """The font of a role, which can be used. Raises KeyError."""
        if role in self._waiting:
            self._waiting.remove(role)
            face = self._load(role)
            self._typefaces |= {role: face} if face else {}
        return self._typefaces[role]

    def _faces(self, roles: Iterable[str]) -> Iterator[tuple[str, Typeface]]:
        """Those of some roles that can be used, with their fonts. Each is opened when it is asked for."""
        for role in roles:
            with suppress(KeyError):
                yield role, self.typeface(role)

    def _names_of_chain(self, role: str) -> list[str]:
        """The role, its fallbacks and theirs, as far as their files exist."""
        return [one for one in with_fallbacks([role], self._roles) if one in self._waiting or one in self._typefaces]

    def path(self, role: str) -> Path:
        """The path of a role's font file, which may not exist."""
        return font_file(self._roles[role], self._folder)

    def family(self, role: str) -> str:
        """The name of the family of a role's font, without its cut; empty if the font cannot be used.

        The fonts of this program are sound, so they are not opened for that.
        """
        if role in self._waiting and role not in self._chosen and not self.is_own(role):
            return fontfile.family_in(self.path(role), self._roles[role].index)
        try:
            return self.typeface(role).family
        except KeyError:
            return ""

    def is_own(self, role: str) -> bool:
        """Whether a role's font is a file of the kit, not of a font package."""
        return self._roles[role].package is None

    def emphasised(self, run: Run) -> Emphasis:
        """The role in which bold or italic words are set, and what is wrong with it."""
        role, base = run.font, run.base
        if not base or role == base or base not in self._names_of_chain(base):
            return Emphasis(role)
        wanted = role.removeprefix(f"{base}-")
        if role not in self._roles:
            return Emphasis(base, wanted, lost=wanted.replace("-", " "))
        families = [self.typeface(one).family for one in (base, role)]
        strange = base in self._chosen and role not in self._chosen and families[0] != families[1]
        return Emphasis(role, wanted, family=families[1] if strange else "")

    def cut(self, font: str, *, bold: bool) -> str:
        """The role of a font's bold; the font's own if it has none."""
        role = cut(font, bold=bold, italic=False)
        return role if role in self._roles else font

    def files(self) -> list[Path]:
        """The existing files of all roles, used or not."""
        return [path for path in map(self.path, sorted(self._roles)) if path.is_file()]

    def joined(self, others: Fonts, names: Mapping[str, str], diagnostics: Diagnostics) -> Fonts:
        """These fonts and some of another kit's, with its roles renamed by `names`."""
        more: dict[str, Font] = {}
        for role, new in names.items():
            # Only the font that lends glyphs is needed: a drawing names the fallback in which each word is set.
            lender = others._roles[role].fallback[:1] if others._roles[role].borrow else ()
            lenders = {f"{new} lender": others._placed(one) for one in lender}
            more |= {new: replace(others._placed(role), fallback=tuple(lenders)), **lenders}
        confined = self._confined or others._confined
        return Fonts({**self._roles, **more}, self._folder, diagnostics, confined=confined)

    def _placed(self, role: str) -> Font:
        """A role's font by the whole path of its file, without fallbacks."""
        return replace(self._roles[role], package=None, file=str(self.path(role).resolve()), fallback=())

    def roles(self) -> list[str]:
        return sorted(self._roles)

    def roles_of(self, texts: Iterable[Text]) -> set[str]:
        """The roles in which texts are set, with the fallbacks for what their own fonts lack."""
        written = {(text.text, text.font) for text in texts if not text.icon}
        words = {(word, font) for text, font in written for word in text.split()}
        return {part.role for word, font in words for part in self.shaped(word, font).parts}

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
        units = 0.0
        for part in (text,) if text.isascii() else SIGNS.split(text):
            name = self.icons.name(part) if len(part) == 1 else None
            if name:
                units += self.icons.proportion(name) * HEIGHT * self._cap(role)
            else:
                units += sum(word.width for word in self.words(part, role, rtl=rtl)) / 1000
        return units

    def extent(self, text: Text) -> float:
        """The printed width of a text, in mm."""
        if text.icon:
            return text.icon.drawing.size.w * text.icon.transform.a
        return self.width(text.text, text.font, text.size, rtl=text.rtl)

    def shaped(self, text: str, role: str, *, rtl: bool = False) -> Shaped:
        """A text without icons as glyphs of its fonts from left to right.

        Of soft hyphens only one at the end is printed.
        """
        return shaping.joined(self.words(text, role, rtl=rtl))

    def words(self, text: str, role: str, *, rtl: bool = False) -> list[Shaped]:
        """The words and spaces of a text that `shaped` joins, from left to right. A word is the same wherever it is.

        A text that has letters of the other direction, such as the label of a sheet, is put in order here.
        """
        parts = direction.ordered(text) if not rtl and direction.has_rtl(text) else [(text, rtl)]
        found: list[Shaped] = []
        for part, turned in parts:
            tokens = [self._token(token, role, rtl=turned) for token in _tokens(part)]
            found += tokens[::-1] if turned else tokens
        return found

    def _token(self, token: str, role: str, *, rtl: bool) -> Shaped:
        """A word or a space."""
        key = (token, role, rtl)
        found = self._shaped.get(key)
        if found is None:
            pieces = list(self._space(token, role) if token in _SPACES else self._pieces(token, role, rtl=rtl))
            found = pieces[0] if len(pieces) == 1 else shaping.joined(pieces[::-1] if rtl else pieces)
            self._shaped[key] = found
        return found

    def _space(self, space: str, role: str) -> Iterator[Shaped]:
        face = self.typeface(role)
        plain = face.widths.get(ord(" "), face.usual)
        yield shaping.plain(" ", role, plain, face.widths.get(ord(space), plain) - plain)

    def _pieces(self, word: str, role: str, *, rtl: bool) -> Iterator[Shaped]:
        """A word in pieces of one script and one font."""
        for piece, script in shaping.scripts(word.removesuffix(SOFT)) if word != SOFT else ():
            for part, font in self._covered(piece, role):
                yield self._word(part, font, script, rtl=rtl)
        if word.endswith(SOFT):  # HarfBuzz would leave it out
            face = self.typeface(role)
            drawn = SOFT if ord(SOFT) in face.glyphs else "-"
            yield shaping.plain(drawn, role, face.widths.get(ord(drawn), face.usual))

    def _word(self, word: str, role: str, script: str, *, rtl: bool) -> Shaped:
        face = self.typeface(role)
        word = characters.replaced(word, face.glyphs)
        if face.shapes or script not in shaping.SIMPLE or has_marks(word):
            return shaping.shaped(face.data, word, role, script, rtl=rtl)
        return shaping.plain(word[::-1] if rtl else word, role, sum(face.widths.get(ord(c), face.usual) for c in word))

    def _covered(self, text: str, role: str) -> list[tuple[str, str]]:
        """A text in pieces, each with the first role of the chain whose font has its characters."""
        if text.isascii() and not _lacking(text, self.typeface(role)):
            return [(text, role)]
        found: list[tuple[str, str]] = []
        for cluster in clusters(text):
            font = self._setter(cluster, role) or role
            if found and (found[-1][1] == font or is_invisible(cluster)):
                found[-1] = (found[-1][0] + cluster, found[-1][1])
            else:
                found.append((cluster, font))
        return found

    def _setter(self, cluster: str, role: str) -> str:
        """The first role of the chain whose font can set a cluster; empty if none can."""
        key = (cluster, role)
        if key not in self._setters:
            chain = (one for one in self._names_of_chain(role) if self._may_have(one, cluster))  # only as far as needed
            able = (one for one, face in self._faces(chain) if _can_set(cluster, face))
            self._setters[key] = next(able, "")
        return self._setters[key]

    def _may_have(self, role: str, cluster: str) -> bool:
        """Whether it is worth opening a font of a package for a letter; large ones take half a second."""
        font = self._roles[role]
        if role not in self._waiting or font.package is None or font.borrow:
            return True
        try:
            there = fontfile.characters(self.path(role), font.index)
        except (FontError, OSError):  # what opens it says what is wrong
            return True
        return set(map(ord, filterfalse(is_invisible, cluster))) <= there | characters.printable(there)

    def lender(self, letters: Collection[str], role: str) -> str:
        """A fallback of another role, in the cut of a role, that can set all of some letters; empty if none can."""
        named = dict.fromkeys(one for font in self._roles.values() for one in font.fallback if one in self._roles)
        able = next((one for one in named if all(self._setter(letter, one) for letter in letters)), "")
        if not able:
            return ""
        # The kit may use only another cut of that font, as if the role had lost its own fallback.
        family, wanted = able.removesuffix(f"-{_cut_of(able)}"), _cut_of(role)
        return f"{family}-{wanted}" if wanted and family != able else family

    def printed(self, text: str, role: str) -> str:
        """A text as it is printed, with characters of icons for emoji, and for letters in the colours of a font."""
        faces = self._in_colours(role)
        if faces or has_emoji(text):
            text = "".join(self._pictured(cluster, faces) or cluster for cluster in clusters(text))
        return printed(text)

    def undrawn(self, text: str, role: str) -> list[str]:
        """The emoji of a text that have no drawing, each once."""
        if not has_emoji(text):
            return []
        found = [one for one in dict.fromkeys(clusters(text)) if is_emoji(one)]
        return [one for one in found if not self._pictured(one, self._in_colours(role))]

    def _in_colours(self, role: str) -> list[Typeface]:
        """The fonts of a role and its fallbacks that have colours. Those of packages have none."""
        if role not in self._coloured:
            own = (one for one in self._names_of_chain(role) if self.is_own(one))
            self._coloured[role] = [face for _, face in self._faces(own) if face.coloured]
        return self._coloured[role]

    def _pictured(self, cluster: str, faces: Sequence[Typeface]) -> str:
        """The character of the picture of a cluster; empty if it is printed as a letter."""
        letter = bare(cluster)
        drawn = next(filter(None, (colour_glyphs.drawing(face.data, letter) for face in faces)), None)
        return self.icons.emoji_sign(cluster, drawn) if drawn or is_emoji(cluster) else ""

    def icon(self, character: str, role: str, size: float) -> Run | None:
        """The run for an icon's character; None for any other text."""
        name = self.icons.name(character) if len(character) == 1 else None
        if name is None:
            return None
        cap = self.cap_height(role, size)
        return Run(self.icons.written(name), role, LineIcon(self.icons, name, HEIGHT * cap, (HEIGHT + 1) / 2 * cap))

    def _cap(self, role: str) -> float:
        return (self.typeface(role).cap or _FALLBACK_CAP) / 1000

    def cap_height(self, role: str, size: float) -> float:
        return self._cap(role) * size * MM_PER_POINT

    def descent(self, role: str, size: float) -> float:
        return -self.typeface(role).descent / 1000 * size * MM_PER_POINT

    def missing(self, text: str, role: str) -> tuple[str, ...]:
        """The letters of a text, each with its marks, that none of the role's fonts can set, sorted."""
        if text.isascii() and not _lacking(text, self.typeface(role)):
            return ()
        found = (one for one in set(clusters(printed(text))) if not is_invisible(one) and not SIGNS.match(one))
        return tuple(sorted(one for one in found if not self._setter(one, role)))

    def unshaped(self, text: str, role: str) -> dict[str, str]:
        """The scripts of a text for which its font has letters, but no rules for joining or stacking them, by role."""
        found: dict[str, str] = {}
        for piece, script in shaping.scripts(text) if not text.isascii() else ():
            if script not in shaping.SIMPLE:
                found |= {font: script for _, font in self._covered(piece, role) if not self.typeface(font).shapes}
        return found

    def _load(self, role: str) -> Typeface | None:
        font = self._roles[role]
        key, code, hint = "file", "missing-font", "replace the file, or use another font"
        try:
            return self._opened(role)
        except FontError as error:
            key, code, message, hint = error.key, error.code, str(error), error.hint
        except OSError as error:
            path = Path(font.file)
            is_missing = isinstance(error, FileNotFoundError)
            message = "it is missing" if is_missing else error.strerror or str(error)
            hint = f"install it with 'pip install {font.package}'" if font.package else ""
            hint = hint or (files.similar(path.parent, path.name) if is_missing else "")
        self._diagnostics.error(font.at(key), code, f"cannot use {Path(font.file).name}: {message}", hint)
        return None

    def _opened(self, role: str) -> Typeface:
        font, data = self._roles[role], fontfile.content(self.path(role))
        shares = tuple(sorted(font.widths.items()))
        own = font.package is None
        return typeface.read(
            data, font.index, self._loan(font), shares, font.made, checked=own, confined=own and self._confined
        )

    def _loan(self, font: Font) -> Loan | None:
        """The characters that a font borrows, and the font that lends them. Raises FontError."""
        if not font.borrow:
            return None
        lender = self._roles.get(font.fallback[0]) if font.fallback else None
        if lender is None:
            raise FontError("it has no fallback to borrow from", "name one in 'fallback'", key="borrow")
        return Loan(font.borrow, fontfile.content(font_file(lender, self._folder)), lender.index)

    def variable(self) -> list[Font]:
        """The kit's own variable fonts."""
        own = (role for role in sorted(self._roles) if self.is_own(role))
        return [self._roles[role] for role in own if any(face.variable for _, face in self._faces([role]))]
