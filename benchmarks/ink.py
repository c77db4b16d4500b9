"""How much ink the files of all kits need: `python benchmarks/ink.py [KIT...]`.

The share of a page that ink covers, as the mean of 1 - luminance of its rendered pixels in linear light; the mean over
the pages of a file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2

import pnp

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 300
"""Fewer pixels would count thin lines, which are rendered at least a pixel wide, as too much ink."""
LUMINANCE = (0.2126, 0.7152, 0.0722, 0)
INKS = ("colour", "low")
KITS = ("rhino", "tilt", "soaring", "lists", "duel")


def coverage(data: bytes | Path) -> float:
    """The mean coverage of a PDF's pages, from 0 to 1."""
    table = [round(255 * _linear(value / 255)) for value in range(256)]
    shares = []
    for page in pypdfium2.PdfDocument(data):
        image = page.render(scale=DPI / 72).to_pil().convert("RGB").point(table * 3).convert("L", LUMINANCE)
        shares.append(1 - _mean(image) / 255)
    return sum(shares) / len(shares)


def _linear(value: float) -> float:
    """Linear light of an sRGB channel."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _mean(image: Image) -> float:
    return sum(value * count for value, count in enumerate(image.histogram())) / (image.width * image.height)


def main(names: list[str]) -> None:
    print("| file | pages | `--ink colour` | `--ink low` |\n|---|--:|--:|--:|")
    for name in names or KITS:
        built = {ink: pnp.build(pnp.load(name), paper="a4", ink=ink).files for ink in INKS}
        for file, data in built["colour"].items():
            if file.endswith(".pdf"):
                shares = " | ".join(f"{100 * coverage(built[ink][file]):.1f} %" for ink in INKS)
                print(f"| {file} | {len(pypdfium2.PdfDocument(data))} | {shares} |")


if __name__ == "__main__":
    main(sys.argv[1:])
