"""JPEG scans: what Pillow writes is read without an alarm, and data that differ from the headers are found."""

from __future__ import annotations

import io
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageFilter

from pnp.graphics import jpeg, jpeg_scans
from pnp.graphics.jpeg_scans import Segment

NOISE = Image.effect_noise((61, 47), 70)
SMOOTH = Image.merge("RGB", [NOISE.filter(ImageFilter.GaussianBlur(radius)) for radius in (1, 2, 4)])
FLAT = Image.new("RGB", (70, 40), "white")
END = b"\xff\xd9"


def saved(image: Image.Image = SMOOTH, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "JPEG", **options)
    return stream.getvalue()


BASELINE, PROGRESSIVE = saved(quality=90), saved(quality=90, progressive=True)
RESTARTS = saved(restart_marker_blocks=2)
FILES = pytest.mark.parametrize("data", [BASELINE, PROGRESSIVE, RESTARTS], ids=["baseline", "progressive", "restarts"])


def check(data: bytes) -> None:
    jpeg_scans.check(data, tuple(jpeg._segments(data)))


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
        check(saved(image.resize(size).convert(mode), quality=quality, **options))


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:2", "4:2:0"])
def test_channels_may_be_smaller_than_the_picture(subsampling, progressive):
    for size in ((1, 1), (9, 8), (16, 17), (61, 47)):
        check(saved(SMOOTH.resize(size), subsampling=subsampling, progressive=progressive))


@FILES
@pytest.mark.parametrize("filling", [b"\xff" * 9, b"\0\0\0"])
def test_a_few_bytes_that_fill_up_the_last_scan_do_no_harm(data, filling):
    check(data[:-2] + filling + END)


def test_a_restart_marker_behind_the_last_block_does_no_harm():
    number = len(re.findall(rb"\xff[\xd0-\xd7]", RESTARTS[scans(RESTARTS)[0].start :])) % 8
    check(RESTARTS[:-2] + bytes([0xFF, 0xD0 + number]) + END)


@pytest.mark.slow
@FILES
def test_every_cut_inside_a_scan_is_found(data):
    for scan in scans(data):
        for at in range(start(data, scan), scan.end):
            if data[at - 1] != 0xFF:
                with pytest.raises(ValueError, match="has "):
                    check(data[:at] + data[scan.end :])


def test_a_scan_without_its_second_half_is_found():
    for data in (BASELINE, PROGRESSIVE, RESTARTS):
        scan = scans(data)[-1]
        assert jpeg.is_damaged(data[: (start(data, scan) + scan.end) // 2] + END)


@FILES
def test_bytes_too_many_are_found(data):
    end = scans(data)[0].end
    for more in (b"\x12", b"\1\2\3\4", bytes(4), b"\xff\0" * 4):
        with pytest.raises(ValueError, match="has too many data in a scan"):
            check(data[:end] + more + data[end:])


@pytest.mark.slow
@FILES
def test_changed_bytes_are_found_if_they_make_no_other_picture(data):
    """Codes come into step again soon, so about half of all changes make another picture, as for libjpeg."""
    chance, found = Random(3), 0
    for _ in range(200):
        scan = chance.choice(scans(data))
        at = chance.randrange(start(data, scan), scan.end - 4)
        found += jpeg.is_damaged(data[:at] + bytes(chance.randrange(255) for _ in range(4)) + data[at + 4 :])
    assert found > 70


def test_a_missing_part_between_restart_markers_is_found():
    last = RESTARTS.rindex(b"\xff", 0, -2)
    with pytest.raises(ValueError, match="has a wrong number of restart markers"):
        check(RESTARTS[:last] + END)


def without(data: bytes, number: int) -> bytes:
    scan = scans(data)[number]
    return data[: scan.start] + data[scan.end :]


HEAD = scans(BASELINE)[0].start


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (without(PROGRESSIVE, 0), "has scans in a wrong order"),
        (without(PROGRESSIVE, 1), "has scans in a wrong order"),
        (without(BASELINE, 0), "has a channel without pixels"),
        (BASELINE[: BASELINE.index(b"\xff\xc4")] + BASELINE[HEAD:], "has a broken header"),
        (BASELINE[:2] + BASELINE[HEAD:], "has a scan before its header"),
        (BASELINE[: HEAD + 12] + b"\x3e" + BASELINE[HEAD + 13 :], "has a broken scan header"),
        (BASELINE[: HEAD + 4] + b"\1\1\0\0\x3f\0" + BASELINE[HEAD + 10 :], "has too many data in a scan"),
        (BASELINE.replace(b"\xff\xc4\0\x1f\0\0", b"\xff\xc4\0\x1f\0\3"), "has a broken table"),
    ],
)
def test_headers_that_do_not_fit_are_found(data, message):
    with pytest.raises(ValueError, match=message):
        check(data)
