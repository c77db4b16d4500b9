"""Finished kits in `output/` -> the small pictures of README: `python docs/pictures.py` after `pnp build rhino`.

Needs pypdfium2 and pillow, which the `test` extra brings.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

HERE = Path(__file__).parent
BUILD = HERE.parent / "output" / "rhino-a4"
GROUND = "#e9e4da"


def page(stock: str, number: int, dpi: float) -> Image.Image:
    """A page of the build, rendered at twice the size and halved, which keeps thin lines."""
    document = pypdfium2.PdfDocument(BUILD / f"rhino-a4-{stock}.pdf")
    picture = document[number - 1].render(scale=2 * dpi / 72).to_pil().convert("RGB")
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS)


def beside(pictures: list[Image.Image], gap: int = 14) -> Image.Image:
    """Pictures side by side on a grey ground."""
    width = sum(p.width for p in pictures) + gap * (len(pictures) + 1)
    height = max(p.height for p in pictures) + 2 * gap
    whole = Image.new("RGB", (width, height), GROUND)
    x = gap
    for picture in pictures:
        whole.paste(picture, (x, gap))
        x += picture.width + gap
    return whole


def cut_out(placement: dict[str, Any], dpi: float) -> Image.Image:
    """One piece, cut along its trim."""
    picture = page("cardstock", placement["page"], dpi)
    k = dpi / 25.4
    x, y, w, h = (placement[key] for key in "xywh")
    piece = picture.crop(tuple(round(v * k) for v in (x, 297 - y - h, x + w, 297 - y)))
    return piece.rotate(-placement["turn"], expand=True)


def save(picture: Image.Image, name: str) -> None:
    """As a PNG of few colours: flat drawings lose nothing by it."""
    few = picture.quantize(200, dither=Image.Dither.NONE)
    few.save(HERE / "pictures" / f"{name}.png", optimize=True)


def main() -> None:
    placements = json.loads((BUILD / "manifest.json").read_text("utf-8"))["placements"]
    first = {p["piece"]: p for p in reversed(placements) if p["side"] == "front"}
    cards = ["moves/swerve", "moves/lunge", "moves/best_at_jousting", "moves/burst_of_speed", "rhinos/stomper"]
    save(beside([cut_out(first[name], 74) for name in cards]), "cards")
    save(beside([page("cardstock", number, 40) for number in (15, 16, 17)]), "sheets")
    save(beside([page("paper", 5, 58)]), "rulebook")


if __name__ == "__main__":
    main()
