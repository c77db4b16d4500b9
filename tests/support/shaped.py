"""A kit with hexagonal, round and wide cards, for tests of sizes."""

from __future__ import annotations

from pathlib import Path

KIT = """\
title: Tiles
sizes:
  tile: {size: [52, 60], shape: hexagon}
  coin: {size: [40, 40], shape: circle}
  wide: {size: [110, 70], corners: 4}
components:
  tiles: {kind: deck, title: Tiles, size: tile, face: tile, back: tile-back}
  flats: {kind: deck, title: Flat tiles, size: tile-landscape, face: flat, back: flat-back}
  coins: {kind: deck, title: Coins, size: coin, face: coin, back: coin-back}
  maps: {kind: deck, title: Maps, size: wide, face: map}
  rules: {kind: deck, title: Rules, size: 70x100mm, face: card}
"""
CARDS = """\
tiles: {lake: {name: Lake, count: 8}, hill: {name: Hill, count: 6}}
flats: {road: {name: Road, count: 5}}
coins: {gold: {name: Gold, count: 5}}
maps: {north: {name: North, count: 2}}
rules: {start: {name: Start, count: 2}}
"""
FACES = """\
styles:
  name: {font: title, size: 14, align: centre, valign: middle}
faces:
  tile: {bleeds: true, elements: [{rectangle: [-3, -3, 58, 66], fill: "#cfe8d4"}, {text: "{name}", box: [8, 24, 36, 12], style: name}]}
  tile-back: {bleeds: true, elements: [{rectangle: [-3, -3, 58, 66], fill: "#336644"}]}
  flat: {bleeds: true, elements: [{rectangle: [-3, -3, 66, 58], fill: "#e8d4cf"}, {text: "{name}", box: [14, 20, 32, 12], style: name}]}
  flat-back: {bleeds: true, elements: [{rectangle: [-3, -3, 66, 58], fill: "#663344"}]}
  coin: {bleeds: true, elements: [{rectangle: [-3, -3, 46, 46], fill: "#f4e2a0"}, {text: "{name}", box: [7, 14, 26, 12], style: name}]}
  coin-back: {bleeds: true, elements: [{rectangle: [-3, -3, 46, 46], fill: "#806020"}]}
  map: {elements: [{text: "{name}", box: [8, 8, 94, 12], style: name}]}
  card: {elements: [{text: "{name}", box: [8, 8, 54, 12], style: name}]}
"""  # noqa: E501 - each face on a line


def write(folder: Path) -> Path:
    """Write the kit into a new folder; the folder."""
    folder.mkdir(parents=True)
    for name, text in (("kit", KIT), ("cards", CARDS), ("faces", FACES)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder
