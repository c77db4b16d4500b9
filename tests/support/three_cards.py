"""A kit of three cards, without an engine and a rulebook, for tests that need a kit and not a game."""

from __future__ import annotations

from pathlib import Path

KIT = "title: My cards\ncomponents:\n  all: {kind: deck, title: Cards, size: poker, face: front, back: back}\n"
CARDS = (
    "all:\n  hello: {name: Hello, count: 5}\n  goodbye: {name: Goodbye, count: 3, asides: {says: Bye}}\n"
    "  thanks: {name: Thanks}\n"
)
FACES = (
    "styles:\n  name: {font: title, size: 20, align: centre}\n"
    "faces:\n"
    '  front: {elements: [{text: "{name}", box: [8, 20, 47.5, 12], style: name}]}\n'
    "  back: {bleeds: true, elements: [{rectangle: [-3, -3, 69.5, 94.9], fill: accent}]}\n"
)


def write(folder: Path) -> Path:
    """Write the kit into a new folder; the folder."""
    folder.mkdir(parents=True)
    for name, text in (("kit", KIT), ("cards", CARDS), ("faces", FACES)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder
