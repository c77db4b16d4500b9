"""The bytes of bitmap files, read when they are needed."""

from __future__ import annotations

import hashlib
import io
import os

import pytest
from PIL import Image

from pnp.diagnostics.files import ChangedError
from pnp.graphics import bitmap, content
from pnp.graphics.content import Converted, Jpeg, Kept, Stored


def jpeg(colour: str = "#804020", size: tuple[int, int] = (40, 30), **more: object) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, "JPEG", **more)
    return stream.getvalue()


def stored(path, data: bytes) -> Stored:
    """The content of the picture in a new file."""
    path.write_bytes(data)
    (picture,) = bitmap.read(data, path.name, path).drawing.items
    return picture.content


def test_a_file_is_read_each_time_and_its_bytes_are_not_kept(tmp_path):
    data = jpeg()
    found = stored(tmp_path / "a.jpg", data)
    assert found.read() == data
    assert found.read() is not found.read()
    assert found.digest == hashlib.sha256(data).hexdigest()
    assert found.jpeg == Jpeg(40, 30, 3, len(data))
    assert found == Kept(data)


def test_the_metadata_of_a_photo_are_left_out(tmp_path):
    exif = Image.Exif()
    exif[0x010F] = "Maker of the camera"
    data = jpeg(exif=exif)
    found = stored(tmp_path / "a.jpg", data + b"more")
    assert b"Maker" in data
    assert b"Maker" not in found.read()
    assert found.jpeg
    assert found.jpeg.length == len(found.read()) < len(data)
    assert Image.open(io.BytesIO(found.read())).size == (40, 30)


@pytest.mark.parametrize("change", ["other", "longer", "shorter", "gone", "folder", "link"])
def test_a_file_that_was_changed_is_refused(tmp_path, change):
    path, data = tmp_path / "a.jpg", jpeg()
    found = stored(path, data)
    path.unlink()
    if change == "folder":
        path.mkdir()
    elif change == "link":
        (tmp_path / "other").write_bytes(jpeg("#204080"))
        path.symlink_to(tmp_path / "other")
    elif change != "gone":
        path.write_bytes({"other": jpeg("#204080"), "longer": data + b"\0", "shorter": data[:-1]}[change])
    with pytest.raises(ChangedError, match="was changed while the program was running; run it again") as caught:
        found.read()
    assert caught.value.filename == str(path)


def test_a_file_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = stored(tmp_path.relative_to(tmp_path) / "a.jpg", jpeg())
    os.chdir(tmp_path.parent)
    assert found.read() == jpeg()


def test_a_conversion_has_a_digest_of_its_own_and_is_made_again_only_if_it_must_be(monkeypatch):
    monkeypatch.setattr(content, "RECENT", 25)
    monkeypatch.setattr(content, "_recent", {})
    made: list[bytes] = []

    def doubled(data: bytes) -> bytes:
        made.append(data)
        return 2 * data

    small, other = Kept(b"12345"), Kept(b"abcdefghij")
    one, two = Converted(small, doubled, "doubled"), Converted(other, doubled, "doubled")
    assert len({one, two, Converted(small, doubled, "doubled"), Converted(small, doubled, "else"), small}) == 4
    assert made == []
    assert (one.read(), one.read(), made) == (b"1234512345", b"1234512345", [b"12345"])
    assert two.read() == b"abcdefghijabcdefghij"  # leaves no room for the first
    assert (one.read(), made) == (b"1234512345", [b"12345", b"abcdefghij", b"12345"])
