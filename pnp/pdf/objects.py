"""PDF objects from plain values, and the two private names of pypdf that this project needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
