"""What the headers of JPEG files say that a PDF cannot contain."""

from __future__ import annotations

import io
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageFilter

from pnp.graphics import jpeg
from pnp.graphics.jpeg import Segment

ADOBE, SOF0, SOF9 = b"\xff\xee", b"\xff\xc0", b"\xff\xc9"
"""The markers of Adobe's segment, of a baseline picture and of one with another coding."""


def saved(mode: str) -> bytes:
    stream = io.BytesIO()
    Image.new(mode, (8, 8)).save(stream, "JPEG")
    return stream.getvalue()


def without(data: bytes, marker: bytes) -> bytes:
    """A file without the segment of a marker."""
    at = data.index(marker)
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (saved("RGB"), ""),
        (saved("CMYK"), ""),
        (without(saved("CMYK"), ADOBE), "does not declare the encoding of its four inks"),
        (saved("L").replace(SOF0, SOF9), "is neither baseline nor progressive"),
    ],
    ids=["three colours", "four inks", "four inks without Adobe's segment", "arithmetic coding"],
)
def test_what_a_pdf_cannot_contain_is_named(data, said):
    assert jpeg.rare(data) == said


NOISE = Image.effect_noise((61, 47), 70)
SMOOTH = Image.merge("RGB", [NOISE.filter(ImageFilter.GaussianBlur(radius)) for radius in (1, 2, 4)])
FLAT = Image.new("RGB", (70, 40), "white")
END = b"\xff\xd9"


def saved_with_scans(image: Image.Image = SMOOTH, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "JPEG", **options)
    return stream.getvalue()


BASELINE, PROGRESSIVE = saved_with_scans(quality=90), saved_with_scans(quality=90, progressive=True)
RESTARTS = saved_with_scans(restart_marker_blocks=2)
FILES = pytest.mark.parametrize("data", [BASELINE, PROGRESSIVE, RESTARTS], ids=["baseline", "progressive", "restarts"])


def scans(data: bytes) -> list[Segment]:
    return [segment for segment in jpeg._segments(data) if segment.marker == 0xDA]


def start(data: bytes, scan: Segment) -> int:
    """Where the data of a scan begin, behind its header."""
    return scan.start + 2 + int.from_bytes(data[scan.start + 2 : scan.start + 4], "big")


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
@pytest.mark.parametrize(
    "options",
    [{}, {"progressive": True}, {"optimize": True}, {"restart_marker_blocks": 1}, {"restart_marker_rows": 1}]
    + [{"progressive": True, "restart_marker_blocks": 3}],
    ids=str,
)
def test_no_sound_file_is_an_alarm(mode, options):
    for image, quality, size in product((SMOOTH, NOISE, FLAT), (5, 100), ((61, 47), (1, 1), (17, 33))):
        assert not jpeg.is_damaged(saved_with_scans(image.resize(size).convert(mode), quality=quality, **options))


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:2", "4:2:0"])
def test_channels_may_be_smaller_than_the_picture(subsampling, progressive):
    for size in ((1, 1), (9, 8), (16, 17), (61, 47)):
        data = saved_with_scans(SMOOTH.resize(size), subsampling=subsampling, progressive=progressive)
        assert not jpeg.is_damaged(data)


@FILES
@pytest.mark.parametrize("filling", [b"\xff" * 9, b"\0\0\0"])
def test_a_few_bytes_that_fill_up_the_last_scan_do_no_harm(data, filling):
    assert not jpeg.is_damaged(data[:-2] + filling + END)


def test_a_restart_marker_behind_the_last_block_does_no_harm():
    number = len(re.findall(rb"\xff[\xd0-\xd7]", RESTARTS[scans(RESTARTS)[0].start :])) % 8
    assert not jpeg.is_damaged(RESTARTS[:-2] + bytes([0xFF, 0xD0 + number]) + END)


@pytest.mark.slow
@FILES
def test_cuts_inside_a_scan_are_found(data):
    for scan in scans(data):
        for at in range(start(data, scan), scan.end, 29):
            if data[at - 1] != 0xFF:
                assert jpeg.is_damaged(data[:at] + data[scan.end :])


def test_a_scan_without_its_second_half_is_found():
    for data in (BASELINE, PROGRESSIVE, RESTARTS):
        scan = scans(data)[-1]
        assert jpeg.is_damaged(data[: (start(data, scan) + scan.end) // 2] + END)


@FILES
def test_many_bytes_too_many_are_found(data):
    end = scans(data)[0].end
    for more in (b"\x12" * 10, b"\1\2\3\4" * 3, bytes(20), b"\xff\0" * 12):
        assert jpeg.is_damaged(data[:end] + more + data[end:])


@pytest.mark.slow
@FILES
def test_changed_bytes_are_found_if_they_make_no_other_picture(data):
    """Codes come into step again soon, so about half of all changes make another picture, as for libjpeg."""
    chance, found = Random(3), 0
    for _ in range(60):
        scan = chance.choice(scans(data))
        at = chance.randrange(start(data, scan), scan.end - 4)
        found += jpeg.is_damaged(data[:at] + bytes(chance.randrange(255) for _ in range(4)) + data[at + 4 :])
    assert found > 20


def test_a_missing_part_between_restart_markers_is_found():
    last = RESTARTS.rindex(b"\xff", 0, -2)
    assert jpeg.is_damaged(RESTARTS[:last] + END)


def without_scan(data: bytes, number: int) -> bytes:
    scan = scans(data)[number]
    return data[: scan.start] + data[scan.end :]


HEAD = scans(BASELINE)[0].start


@pytest.mark.parametrize(
    "data",
    [
        without_scan(PROGRESSIVE, 0),
        without_scan(PROGRESSIVE, 1),
        without_scan(BASELINE, 0),
        BASELINE[: BASELINE.index(b"\xff\xc4")] + BASELINE[HEAD:],
        BASELINE[:2] + BASELINE[HEAD:],
        BASELINE[: HEAD + 12] + b"\x3e" + BASELINE[HEAD + 13 :],
        BASELINE[: HEAD + 4] + b"\1\1\0\0\x3f\0" + BASELINE[HEAD + 10 :],
        BASELINE.replace(b"\xff\xc4\0\x1f\0\0", b"\xff\xc4\0\x1f\0\3"),
    ],
    ids=["first scan", "second scan", "only scan", "no tables", "no header", "scan header", "one channel", "table"],
)
def test_headers_that_do_not_fit_are_found(data):
    assert jpeg.is_damaged(data)
