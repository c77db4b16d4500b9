"""PDF files whose images are read when the file is written."""

from __future__ import annotations

import errno
import hashlib
import tempfile
from typing import NamedTuple

import pytest
from pypdf.generic import NameObject

from pnp.pdf import frame
from pnp.pdf.frame import FinishedPdf, Image, PdfFrame, Scratch


class Filling(NamedTuple):
    data: bytes
    log: list[bytes]

    @property
    def length(self) -> int:
        return len(self.data)

    def read(self) -> bytes:
        self.log.append(self.data)
        return self.data


def test_holes_are_filled_in_order_whenever_the_bytes_are_wanted():
    log: list[bytes] = []
    written = PdfFrame()
    written.write(b"one ")
    written.leave(Filling(b"TWO", log))
    assert written.tell() == 7
    written.leave(Filling(b"THREE", log))
    written.write(b" four")
    assert (written.tell(), log) == (17, [])
    file = FinishedPdf(written.getvalue(), written.holes)
    assert list(file.chunks()) == [b"one ", b"TWO", b"", b"THREE", b" four"]
    assert file.read() == b"one TWOTHREE four"
    assert file.digest() == hashlib.sha256(file.read()).hexdigest()
    assert log == [b"TWO", b"THREE"] * 4


def test_an_image_is_written_as_pypdf_writes_one():
    log: list[bytes] = []
    image = Image(Filling(b"pixels", log))
    image[NameObject("/Type")] = NameObject("/XObject")
    written = PdfFrame()
    image.write_to_stream(written)
    assert log == []
    whole = FinishedPdf(written.getvalue(), written.holes).read()
    assert whole == b"<<\n/Type /XObject\n/Length 6\n>>\nstream\npixels\nendstream"
    assert written.tell() == len(whole)


def test_few_bytes_stay_in_memory_and_many_are_in_a_temporary_file(monkeypatch):
    monkeypatch.setattr(frame, "IN_MEMORY", 10)
    made: list[object] = []
    plain = tempfile.TemporaryFile
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda *a, **k: made.append(1) or plain(*a, **k))
    scratch = Scratch()
    first = scratch.keep(b"123456")
    assert (first.read(), made) == (b"123456", [])
    second = scratch.keep(b"abcdef")
    assert made == [1]
    assert (second.read(), first.read(), second.read()) == (b"abcdef", b"123456", b"abcdef")
    assert (first.length, scratch.keep(b"x").read(), second.read()) == (6, b"x", b"abcdef")


def test_a_full_disk_is_an_error_that_names_the_folder(monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(frame, "IN_MEMORY", 10)
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(OSError, match="no temporary file: No space left on device") as caught:
        Scratch().keep(b"x" * 11)
    assert caught.value.filename == tempfile.gettempdir()
