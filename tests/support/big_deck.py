"""A deck of many cards in a spreadsheet, with faults to count."""

from __future__ import annotations

from pathlib import Path

COUNT = 200
LONG_EVERY, PALE_EVERY, LOST_EVERY = 2, 5, 10
"""Every second text is too long, every fifth is pale, every tenth card names a picture that does not exist."""

KIT = """\
title: Big deck
cards: {deck: cards.csv}
components:
  deck: {kind: deck, title: Cards, size: poker, face: front}
"""
FACES = """\
styles:
  name: {font: title, size: 14, least: 8, align: centre}
  text: {font: body, size: 9, least: 8}
faces:
  front:
    elements:
      - {text: "{name}", box: [5, 8, 53.5, 8], style: name}
      - {art: "{art}", box: [5, 24, 53.5, 30]}
      - {text: "{asides.text}", box: [5, 58, 53.5, 18], style: text, colour: "{asides.tint}"}
"""


def write(folder: Path, count: int = COUNT, *, faults: bool = True) -> Path:
    """Write the kit into a new folder; the folder."""
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text(KIT, "utf-8")
    (folder / "faces.yaml").write_text(FACES, "utf-8")
    rows = ["id,name,art,asides.text,asides.tint", *(_row(number, faults=faults) for number in range(1, count + 1))]
    (folder / "cards.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return folder


def _row(number: int, *, faults: bool) -> str:
    def has(every: int) -> bool:
        return faults and number % every == 0

    text = f"Number {number} draws a card. " * (40 if has(LONG_EVERY) else 1)
    art, tint = f"lost{number}.svg" if has(LOST_EVERY) else "", "sand" if has(PALE_EVERY) else "ink"
    return f"c{number},Card {number},{art},{text.strip()},{tint}"
