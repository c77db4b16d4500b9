"""Texts -> strings of a PDF, in the codes that their letters have in the subsets of a file's fonts; and these fonts.

A subset has 256 codes. Letters of ASCII have their own in the first one, so that operators can be read; all others are
given out as letters are first met.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.ink.file import File, array, decimal, dictionary, name, reference, stream, string
from pnp.text import Fonts
from pnp.typeface import Typeface, pdf_font

_ASCII = range(32, 127)
_FREE = (*range(1, 32), *range(127, 256))
"""Codes of a subset that are not those of letters of ASCII; 0 is what has no glyph."""
_ESCAPED = {code: f"\\{code:03o}" for code in _FREE} | {0: "\\000"} | {ord(c): f"\\{c}" for c in "\\()"}
_MOST_MAPPED = 100
"""A map of codes has no more in one piece."""


class _Role:
    """The subsets of one font role, `number` in its file: the letters of each by their codes."""

    def __init__(self, number: int, face: Typeface) -> None:
        self.number, self.face = number, face
        self.subsets: list[dict[int, int]] = [{code: code for code in _ASCII if code in face.glyphs}]
        self.places: dict[int, tuple[int, int]] = {code: (0, code) for code in self.subsets[0]}
        self.plain = len(self.places) == len(_ASCII)
        """Whether it has all of ASCII."""
        self._free = iter(_FREE)

    def place(self, letter: int) -> tuple[int, int]:
        """The subset and the code of a letter."""
        if letter not in self.places:
            self.places[letter] = self._next(letter) if letter in self.face.glyphs else (0, 0)
        return self.places[letter]

    def _next(self, letter: int) -> tuple[int, int]:
        code = next(self._free, None)
        if code is None:
            self.subsets.append({})
            self._free = iter((*_FREE, *_ASCII))
            code = next(self._free)
        self.subsets[-1][code] = letter
        return len(self.subsets) - 1, code

    def name(self, subset: int) -> str:
        """What a subset is called in the file's resources."""
        return f"F{self.number}.{subset}"


class Letters:
    """The fonts of one file, in the order in which they are first used."""

    def __init__(self, file: File, fonts: Fonts) -> None:
        self._file, self._fonts = file, fonts
        self._roles: dict[str, _Role] = {}
        self.resources = file.reserve()
        """The number of the object that has all fonts by their names."""

    def shown(self, role: str, text: str) -> list[tuple[str, str]]:
        """The parts of a text with the name of the font that each is in, as they stand between brackets."""
        if text.isascii() and text.isprintable():
            used = self._role(role)
            if used.plain:
                return [("/" + used.name(0), text.translate(_ESCAPED))] if text else []
        return [("/" + font, codes.decode("latin-1").translate(_ESCAPED)) for font, codes in self.codes(role, text)]

    def codes(self, role: str, text: str) -> list[tuple[str, bytes]]:
        """The parts of a text as they are coded, with the name of the font that each is in."""
        used = self._role(role)
        parts: list[tuple[int, bytearray]] = []
        for subset, code in map(used.place, map(ord, text)):
            if not parts or parts[-1][0] != subset:
                parts.append((subset, bytearray()))
            parts[-1][1].append(code)
        return [(used.name(subset), bytes(codes)) for subset, codes in parts]

    def finish(self) -> None:
        """Put the fonts into the file."""
        fonts: dict[str, str] = {}
        for used in self._roles.values():
            for number, subset in enumerate(used.subsets):
                fonts[used.name(number)] = reference(self._font(used.face, _tag(len(fonts)), subset))
        self._file.put(self.resources, dictionary(fonts).encode("ascii"))

    def _role(self, role: str) -> _Role:
        if role not in self._roles:
            self._roles[role] = _Role(len(self._roles) + 1, self._fonts.typeface(role))
        return self._roles[role]

    def _font(self, face: Typeface, tag: str, subset: dict[int, int]) -> int:
        """A subset as a font, by its number in the file."""
        letters = tuple(subset.get(code, 0) for code in range(max(subset, default=0) + 1))
        reader = pdf_font(face.data)
        base = name(f"{tag}+{reader.name.decode('ascii')}")
        font = bytes(reader.makeSubset(list(letters)))
        about = {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": reader.flags,
            "FontBBox": array(map(decimal, reader.bbox)),
            "ItalicAngle": decimal(reader.italicAngle),
            "Ascent": decimal(reader.ascent),
            "Descent": decimal(face.descent),
            "CapHeight": decimal(reader.capHeight),
            "StemV": decimal(reader.stemV),
            "MissingWidth": decimal(face.usual),
            "FontFile2": reference(self._file.add(stream({"Length1": len(font)}, font))),
        }
        told = {
            "Type": "/Font",
            "Subtype": "/TrueType",
            "BaseFont": base,
            "FirstChar": 0,
            "LastChar": len(letters) - 1,
            "Widths": array(decimal(face.widths.get(letter, face.usual)) for letter in letters),
            "FontDescriptor": reference(self._file.add(dictionary(about))),
            "ToUnicode": reference(self._file.add(stream({}, _map(subset).encode("ascii")))),
        }
        return self._file.add(dictionary(told))


def _tag(number: int) -> str:
    """Six letters that tell the subsets in a file apart."""
    return "AAAA" + chr(ord("A") + number // 26) + chr(ord("A") + number % 26)


def _map(subset: dict[int, int]) -> str:
    """What each code of a subset says, for whoever copies or searches a text."""
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            f"/CIDSystemInfo {dictionary({'Registry': string('pnp'), 'Ordering': string('UCS'), 'Supplement': 0})} def",
            "/CMapName /pnp-UCS def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<00> <FF>",
            "endcodespacerange",
            *_said(sorted(subset.items())),
            "endcmap",
            "CMapName currentdict /CMap defineresource pop",
            "end",
            "end",
        )
    )


def _said(codes: list[tuple[int, int]]) -> Iterator[str]:
    for at in range(0, len(codes), _MOST_MAPPED):
        some = codes[at : at + _MOST_MAPPED]
        yield f"{len(some)} beginbfchar"
        yield from (f"<{code:02X}> <{chr(letter).encode('utf-16-be').hex().upper()}>" for code, letter in some)
        yield "endbfchar"
