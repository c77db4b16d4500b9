"""Label and ruler of every finished sheet have white paper around them: no mark and no piece crosses them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from tests.conftest import Builder

SCALE = 10
"""Pixels per mm of rendered sheets."""
MM = 72 / 25.4
CLOSE, WIDE = 0.15, 0.4
"""The ring around the words that is white, mm: from what rendering blurs to the least distance."""
RULER = r"100 mm [^\r\n]*?· 4 in[^\r\n]*"
LENGTH, HALF = 108, 1.3
"""The length of a ruler before its words, with its zero, and half of its height with its ticks, mm."""

Box = tuple[float, float, float, float]


def around(page: pypdfium2.PdfPage, pattern: str) -> Iterator[Box]:
    """The boxes around the words of a pattern: left, bottom, right and top in pt."""
    words = page.get_textpage()
    for match in re.finditer(pattern, words.get_text_range()):
        begin, count = words.search(match[0]).get_next()
        boxes = [words.get_charbox(n) for n in range(begin, begin + count) if words.get_text_range(n, 1).strip()]
        left, bottom, right, top = zip(*boxes, strict=True)
        yield min(left), min(bottom), max(right), max(top)


def with_line(box: Box) -> Box:
    """The box of a ruler's words with its line, which is before them, level or upwards."""
    left, bottom, right, top = box
    if top - bottom > right - left:
        middle = (left + right) / 2
        return middle - HALF * MM, bottom - LENGTH * MM, middle + HALF * MM, top
    middle = (bottom + top) / 2
    return left - LENGTH * MM, middle - HALF * MM, right, middle + HALF * MM


def dirty(pixels: np.ndarray, box: Box) -> str:
    """The sides of a box on a rendered page that have ink beside them."""
    left, bottom, right, top = (side / MM * SCALE for side in box)
    low, high = len(pixels) - bottom, len(pixels) - top
    near, far = CLOSE * SCALE, WIDE * SCALE
    rings = {
        "left": (high - far, low + far, left - far, left - near),
        "right": (high - far, low + far, right + near, right + far),
        "below": (low + near, low + far, left - far, right + far),
        "above": (high - far, high - near, left - far, right + far),
    }
    found = []
    for side, ring in rings.items():
        y1, y2, x1, x2 = (max(0, round(value)) for value in ring)
        if (pixels[y1:y2, x1:x2] < 225).any():
            found.append(side)
    return ", ".join(found)


def around_in_pixels(page: pypdfium2.PdfPage, box: Box) -> np.ndarray:
    """A page in pixels, rendered only in a box and the ring around it, which is all that is looked at."""
    width, height = (math.ceil(side * SCALE / MM) for side in page.get_size())
    left, bottom, right, top = (side / MM * SCALE for side in box)
    spare = math.ceil(WIDE * SCALE) + 2
    x1, x2 = max(0, math.floor(left) - spare), min(width, math.ceil(right) + spare)
    y1, y2 = max(0, math.floor(height - top) - spare), min(height, math.ceil(height - bottom) + spare)
    crop = tuple(pixels * MM / SCALE - 1e-6 for pixels in (x1, height - y2, width - x2, y1))
    part = np.asarray(page.render(scale=SCALE / MM, grayscale=True, crop=crop).to_numpy()).squeeze()
    whole = np.full((height, width), 255, part.dtype)
    whole[y1:y2, x1:x2] = part
    return whole


def crossed(folder: Path) -> Iterator[str]:
    """Each label and ruler of a build's files with ink beside it, or that is missing."""
    title = json.loads((folder / "manifest.json").read_text("utf-8"))["title"]
    label = rf"{re.escape(title)} · [^\r\n]*? [0-9a-f]{{8}}"
    for path in sorted(one for one in folder.glob("*.pdf") if not one.stem.endswith("-screen")):
        for number, page in enumerate(pypdfium2.PdfDocument(path), start=1):
            labels, rulers = list(around(page, label)), [with_line(box) for box in around(page, RULER)]
            # A booklet is not trimmed, so a label would stay in it.
            booklet = path.name.endswith("rulebook.pdf")
            if (len(labels), len(rulers)) != ((0, 0) if booklet else (1, 1)):
                yield f"{path.name}, page {number}: {len(labels)} labels, {len(rulers)} rulers"
            for name, boxes in (("label", labels), ("ruler", rulers)):
                yield from (
                    f"{path.name}, page {number}: {name} {sides}"
                    for box in boxes
                    if (sides := dirty(around_in_pixels(page, box), box))
                )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kit", "paper"),
    [
        ("rhino", "a4"),
        ("tilt", "a4"),
        ("duel", "a5"),  # its mats leave least room
    ],
)
def test_nothing_crosses_the_label_or_the_ruler(kit: str, paper: str, built: Builder) -> None:
    assert list(crossed(built(paper, kit=kit).folder)) == []
