"""A kit whose cards are in a table, as a designer's first kit is: a name and a text on each card."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job

KIT = """title: Trial
{more}components:
  cards: {{kind: deck, title: Cards, size: poker, face: card, back: back}}
cards:
  cards: {{file: {file}, columns: {{Title: name, Qty: count, Text: asides.text}}}}
"""
FACES = """styles:
  title: {font: title, size: 15, least: 8, valign: middle}
  rules-body: {font: body, size: 9.5, least: 7}
faces:
  card:
    elements:
      - {text: "{name}", box: [6, 5, 51.5, 9], style: title}
      - {text: "{asides.text}", box: [6, 16, 51.5, 66], style: rules-body}
  back:
    elements:
      - {text: "{kit.title}", box: [6, 36, 51.5, 16], style: title}
"""


def write(folder: Path, table: str | bytes, file: str = "cards.csv", more: str = "", faces: str = FACES) -> Path:
    """Write the kit into a new folder, with `more` lines of `kit.yaml`; the folder."""
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text(KIT.format(file=file, more=more), "utf-8")
    (folder / "faces.yaml").write_text(faces, "utf-8")
    (folder / file).write_bytes(table if isinstance(table, bytes) else table.encode())
    return folder


def found(kit: Path, *ignored: str) -> list[Diagnostic]:
    """What `pnp check` reports of the kit, but for the note that it has no engine."""
    diagnostics = Diagnostics()
    every = [*job.check(kit, diagnostics, ignored), *diagnostics]
    return [one for one in every if one.code != "unproved-words"]
