"""PDF objects from plain values, and the two private names of pypdf that this project needs."""

from __future__ import annotations

import codecs
import re
from typing import IO, TYPE_CHECKING, Any

from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    EncodedStreamObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
    TextStringObject,
)

if TYPE_CHECKING:
    from pypdf import PdfWriter


def add(writer: PdfWriter, value: PdfObject) -> IndirectObject:
    """Add an object to a file. pypdf has no public method for that; its own manual uses this one."""
    return writer._add_object(value)


def encoded(stream: StreamObject) -> StreamObject:
    """A stream with the bytes of another one as they are packed, without its keys. pypdf can only unpack them."""
    found = EncodedStreamObject() if isinstance(stream, EncodedStreamObject) else StreamObject()
    found._data = stream._data
    return found


class QuickObject(PdfObject):
    """An object of plain values as `pdf_object` takes them, or a stream if it has `data`.

    It is written in a third of the time that pypdf's own objects take, which matters where a file has thousands.
    """

    def __init__(self, value: Any = None, data: bytes | None = None) -> None:
        self.value, self.data = value, data

    def write_to_stream(self, stream: IO[Any], _key: str | bytes | None = None) -> None:
        """Write the object."""
        if self.data is None:
            stream.write(_text(self.value).encode("latin-1"))
            return
        stream.write(_text({**self.value, "Length": len(self.data)}).encode("latin-1"))
        stream.write(b"\nstream\n")
        stream.write(self.data)
        stream.write(b"\nendstream")


_UNSAFE = re.compile(r"[\\()\r]")
"""The characters that strings cannot contain as they are."""

_PLAIN = re.compile(r"[\t\n\r -~]*")
"""Texts whose bytes mean the same in PDF's own encoding; there, the other control codes are accents."""


def _escaped(match: re.Match[str]) -> str:
    return r"\r" if match[0] == "\r" else f"\\{match[0]}"


def _text(value: Any) -> str:
    """A value as it is written, with a character for each byte."""
    if isinstance(value, TextStringObject):
        data = value if _PLAIN.fullmatch(value) else (codecs.BOM_UTF16_BE + value.encode("utf-16-be")).decode("latin-1")
        return f"({_UNSAFE.sub(_escaped, data)})"
    if isinstance(value, IndirectObject):
        return f"{value.idnum} {value.generation} R"
    if isinstance(value, dict):
        return f"<<{''.join([f'/{key} {_text(inner)}' for key, inner in value.items()])}>>"
    if isinstance(value, list | tuple):
        return f"[{' '.join(map(_text, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"/{value}"
    return str(value) if isinstance(value, int) else f"{value:.5f}".rstrip("0").rstrip(".")


def pdf_object(value: Any) -> PdfObject:
    """Convert a value to a PDF object: plain strings are names, dictionaries have plain strings as keys."""
    if isinstance(value, PdfObject):
        return value
    if isinstance(value, dict):
        return DictionaryObject({NameObject(f"/{key}"): pdf_object(inner) for key, inner in value.items()})
    if isinstance(value, list | tuple):
        return ArrayObject(pdf_object(inner) for inner in value)
    if isinstance(value, bool):
        return BooleanObject(value)
    if isinstance(value, str):
        return NameObject(f"/{value}")
    return NumberObject(value) if isinstance(value, int) else FloatObject(value)
