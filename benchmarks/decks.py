"""Kits of any number of distinct cards, each with its own name and text, or with a photo.

python benchmarks/decks.py FOLDER N [photos]
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

_KIT = """title: Many cards
components:
  events: {kind: deck, title: Event cards, size: poker, face: event, back: event-back}
"""
_FACES = """styles:
  event-name: {font: title, size: 16, least: 9, align: centre, valign: middle}
  event-says: {font: body, size: 10, least: 7, align: centre, valign: middle}
faces:
  event:
    elements:
      - {rectangle: [4, 4, 55.5, 80.9], fill: cream, stroke: ink, radius: 3}
      - {text: "{name}", box: [8, 9, 47.5, 12], style: event-name}
      - {line: [8, 23, 55.5, 23], stroke: accent, width: 0.5}
      - {text: "{asides.says}", box: [8, 28, 47.5, 40], style: event-says}
  event-back:
    bleeds: true
    elements:
      - {rectangle: [-3, -3, 69.5, 94.9], fill: accent}
      - {text: "{kit.title}", box: [8, 36, 47.5, 16], style: event-name, colour: paper}
"""
_WORDS = ["storm", "river", "harbour", "lantern", "miller", "rhino", "castle", "orchard", "winter", "bell", "meadow"]


def write_deck(folder: Path, count: int) -> Path:
    """Write a kit of `count` distinct cards into a new folder; the folder."""
    chance = Random(count)
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text(_KIT, "utf-8")
    (folder / "faces.yaml").write_text(_FACES, "utf-8")
    lines = ["events:"]
    for number in range(1, count + 1):
        words = " ".join(chance.choices(_WORDS, k=14))
        lines.append(f"  card_{number}: {{name: Card {number}, asides: {{says: {words} {number}.}}}}")
    (folder / "cards.yaml").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


_DATABASE = Path(__file__).parents[1] / "tests" / "decks" / "netrunner-like"


def write_database(folder: Path, count: int) -> Path:
    """Write a kit of `count` cards of a card database, one copy of each, into a new folder; the folder."""
    shutil.copytree(_DATABASE, folder)
    subprocess.run([sys.executable, str(_DATABASE / "make.py"), str(folder), str(count)], check=True)
    cards = json.loads((folder / "cards.json").read_text("utf-8"))["cards"]
    single = [{**card, "quantity": 1} for card in cards]
    (folder / "cards.json").write_text(json.dumps({"cards": single}, ensure_ascii=False, indent=1), "utf-8")
    return folder


_PHOTO_FACES = """styles:
  name: {{font: title, size: 16, least: 9, align: centre, valign: middle}}
faces:
  photo:
    elements:
      - {{art: "{{asides.photo}}", box: [4, 4, 55.5, 56], fit: cover{more}}}
      - {{text: "{{name}}", box: [8, 64, 47.5, 12], style: name}}
"""
_WIDE, _HIGH = 850, 1190


def write_photos(folder: Path, count: int, more: str = "") -> Path:
    """Write a kit of `count` cards with a JPEG of 0.65 MB each into a new folder; the folder.

    `more` are more keys of the picture's element, after a comma.
    """
    from PIL import Image

    chance = Random(count)
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text(
        "title: Many photos\ncomponents:\n  cards: {kind: deck, title: Cards, size: poker, face: photo}\n", "utf-8"
    )
    (folder / "faces.yaml").write_text(_PHOTO_FACES.format(more=more), "utf-8")
    names = range(1, count + 1)
    lines = (f"  card_{n}: {{name: Card {n}, asides: {{photo: photo_{n}.jpg}}}}\n" for n in names)
    (folder / "cards.yaml").write_text(f"cards:\n{''.join(lines)}", "utf-8")
    size = (_WIDE + count, _HIGH + count)
    half = size[0] // 2, size[1] // 2
    noise = Image.frombytes("RGB", half, chance.randbytes(3 * half[0] * half[1])).resize(size)
    for n in names:  # each photo is another part of the same noise
        noise.crop((n, n, n + _WIDE, n + _HIGH)).save(folder / f"photo_{n}.jpg", quality=88)
    return folder


if __name__ == "__main__":
    write = write_photos if "photos" in sys.argv[3:] else write_deck
    write(Path(sys.argv[1]), int(sys.argv[2]))
