"""Pictures compared by what they show."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

EDGE = 4
"""The border that is not compared, px: a shift moves other pixels into it."""


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures' pixels, from 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


def shift(one: Image.Image, other: Image.Image, most: int = 3) -> tuple[int, int]:
    """How far the content of one picture is to the right of and below that of another, in whole pixels."""
    box = (EDGE, EDGE, one.width - EDGE, one.height - EDGE)
    wanted = one.convert("L").crop(box)
    tried = {
        (x, y): ImageStat.Stat(
            ImageChops.difference(wanted, ImageChops.offset(other.convert("L"), x, y).crop(box))
        ).mean[0]
        for x in range(-most, most + 1)
        for y in range(-most, most + 1)
    }
    return min(tried, key=lambda by: (tried[by], abs(by[0]) + abs(by[1])))
