"""Objects -> the bytes of a PDF file: numbered, one after the other, with the table that says where each begins.

Streams are left as they are. Nothing here knows what objects mean.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

Version = tuple[int, int]

_MARK = b"%\xe2\xe3\xcf\xd3"
"""Tells whoever moves the file that it is not a text."""
_ESCAPED = {code: f"\\{code:03o}" for code in range(128, 256)} | {ord(sign): f"\\{sign}" for sign in "\\()"}
_MARKS = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"
"""What PDFDocEncoding has from 0x80 on; from 0xa1 on it is Latin 1."""
_CODES = {ord(mark): chr(0x80 + at) for at, mark in enumerate(_MARKS)} | {ord("€"): "\xa0"}
_CODES |= {code: chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))}
_BEGINNINGS = ("þÿ", "ÿþ", "ï»¿")
"""What tells programs that a text is in UTF-16 or in UTF-8, if its bytes begin like that."""
_REGULAR = frozenset(b"!\"$&'*+,-.:;=?@^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


class File:
    """The objects of one file. They refer to each other by their numbers, which may be had before they are there."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []
        self._named: dict[str, int] = {}

    def reserve(self) -> int:
        """The number of an object that is still to be put there."""
        self._objects.append(b"null")
        return len(self._objects)

    def put(self, number: int, content: bytes) -> None:
        """What a reserved object is."""
        self._objects[number - 1] = content

    def add(self, content: bytes | str, name: str = "") -> int:
        """A new object and its number; with a name, `number` finds it again."""
        self._objects.append(content if isinstance(content, bytes) else content.encode("ascii"))
        if name:
            self._named[name] = len(self._objects)
        return len(self._objects)

    def number(self, name: str) -> int | None:
        """The object that was added by that name."""
        return self._named.get(name)

    def reference(self, name: str) -> str:
        """A reference to the object that was added by that name. Raises KeyError where none was."""
        return reference(self._named[name])

    def digest(self) -> bytes:
        """A hash of all that is there, by which files are told apart."""
        total = hashlib.sha256()
        for content in self._objects:
            total.update(content)
        return total.digest()

    def written(self, version: Version, root: int, info: int) -> bytes:
        """The file; `root` is its catalogue, `info` tells what it is."""
        identity = self.digest()[:16].hex()
        parts = [b"%%PDF-%d.%d\n%s\n" % (*version, _MARK)]
        places, at = [], len(parts[0])
        for number, content in enumerate(self._objects, start=1):
            places.append(at)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
            at += len(parts[-1])
        size = len(places) + 1
        table = "".join(f"{place:010d} 00000 n \n" for place in places)
        parts.append(f"xref\n0 {size}\n0000000000 65535 f \n{table}".encode("ascii"))
        told = f"<</Size {size}/Root {root} 0 R/Info {info} 0 R/ID[<{identity}><{identity}>]>>"
        parts.append(f"trailer\n{told}\nstartxref\n{at}\n%%EOF\n".encode("ascii"))
        return b"".join(parts)


def reference(number: int) -> str:
    return f"{number} 0 R"


def array(values: Iterable[object]) -> str:
    """Values, as they are written, in order."""
    return f"[{' '.join(map(str, values))}]"


def dictionary(values: Mapping[str, object]) -> str:
    """Values, as they are written, by plain names."""
    return f"<<{''.join(f'/{key} {value}' for key, value in values.items())}>>"


def stream(about: Mapping[str, object], content: bytes) -> bytes:
    """Bytes and what is to be known about them."""
    told = dictionary({**about, "Length": len(content)})
    return b"%s\nstream\n%s\nendstream" % (told.encode("ascii"), content)


def name(text: str) -> str:
    """A name, whatever is in it."""
    return "/" + "".join(chr(code) if code in _REGULAR else f"#{code:02X}" for code in text.encode("utf-8"))


def string(text: str) -> str:
    """A text that people read."""
    if all(ord(sign) in _CODES for sign in text) and not text.startswith(_BEGINNINGS):
        return f"({text.translate(_CODES).translate(_ESCAPED)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def decimal(value: float) -> str:
    """A number, to a hundred thousandth; PDF knows no exponents."""
    return f"{round(value, 5) + 0.0:.5f}".rstrip("0").rstrip(".")
