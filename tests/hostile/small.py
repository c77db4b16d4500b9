"""A small kit with a file of every kind that a kit may have, so that thousands of damaged copies can be tried."""

from __future__ import annotations

import io
from pathlib import Path

from openpyxl import Workbook
from PIL import Image

from pnp.kit import paths

_TEXTS = {
    "kit.yaml": """title: The Small Set
tagline: Every kind of file
players: [2, 4]
minutes: 20
palette: {accent: "#7a2459", ink: "#1f1b3d", own: "#8a91c9"}
recolour: {"#e2eff5": own, "#f1e7da": none}
icons: {crown: {art: crown.svg, says: crown}}
fonts: {title: mine}
rasterise: [soft.svg]
cards:
  heroes: {file: heroes.xlsx, sheet: Heroes}
  events: events.csv
components:
  heroes: {kind: deck, title: Heroes, size: poker, face: hero, back: back}
  events: {kind: deck, title: Events, size: mini, face: event, back: back}
  places: {kind: deck, title: Places, size: poker, face: event, copies: 2}
  coins: {kind: token, title: Coins, diameter: 20, art: crown.svg, colours: [accent, own]}
  rules: {kind: booklet, title: Rules, stock: paper, template: rules.md, cover: back}
  dial: {kind: dial, title: Dial, diameter: 60, least: 0, most: 9, colours: [accent]}
""",
    "cards.yaml": """places:
  harbour: {name: Harbour, art: photo.jpg, asides: {says: "Ships and :crown: crowns"}, traits: {steps: 2}}
  tower: {name: Tower, count: 2, art: map.png, traits: {steps: 3, tags: [high, old]}}
""",
    "phrases.yaml": """fields:
  go:
    - {traits: {steps: 1}, words: Go a step, badge: {go: one}}
    - {traits: {steps: "{n}"}, words: "Go {n} steps", badge: {go: "{n}"}}
""",
    "faces.yaml": """styles:
  heading: {font: mine, size: 15, least: 8, align: centre, valign: middle, colour: accent}
  small: {font: body, size: 8, least: 7}
faces:
  hero:
    elements:
      - {rectangle: [4, 4, 55.5, 80.9], fill: cream, stroke: ink, radius: 3}
      - {text: "{name}", box: [6, 6, 51, 12], style: heading}
      - {art: "{art}", box: [6, 20, 51, 30], fallback: ["crown.svg"]}
      - {text: "{asides.says}", box: [6, 52, 51, 30], style: small}
  event:
    elements:
      - {text: "{name}", box: [3, 3, 38, 10], style: heading}
      - {art: "{art}", box: [3, 14, 38, 20], fit: cover}
      - {text: "{words.go}", box: [3, 36, 38, 12], style: small}
      - {line: [3, 35, 41, 35], stroke: accent, width: 0.4}
  back:
    bleeds: true
    elements:
      - {rectangle: [-3, -3, 69.5, 94.9], fill: own}
      - {art: soft.svg, box: [5, 5, 20, 20]}
""",
    "fonts.yaml": "mine: {file: mine.ttf}\n",
    "rulings.yaml": "R1: {question: May I stay?, answer: Yes. Stay.}\n",
    "events.csv": "id,name,count,art,traits.steps,asides.says,# notes\n"
    'storm,Storm,2,crown.svg,1,"Wind, and rain",loud\nfair,"Fair, at last",,soft.svg,2,,\n',
    "rules.md": """# The rules

There are {{ total('heroes') }} heroes. {% for n in range(2) %}Take :crown: card {{ n + 1 }}. {% endfor %}

| a | b |
|---|---|
| 1 | 2 |

1. First **this**.
2. Then *that*.

![A crown](crown.svg)
""",
    "crown.svg": """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>A crown</title>
<path d="M2 20L2 6l6 6 4-9 4 9 6-6v14z" fill="#e2eff5" stroke="#1f1b3d" stroke-width="1.5"/>
<g transform="translate(4 2) rotate(10)"><circle cx="8" cy="14" r="2.5" fill="#f1e7da"/></g></svg>
""",
    "soft.svg": """<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 40 40">
<title>A sun</title><defs><radialGradient id="g">
<stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#c80"/></radialGradient></defs>
<circle cx="20" cy="20" r="18" fill="url(#g)"/></svg>
""",
}


def files() -> dict[str, bytes]:
    """The kit's files by name."""
    found = {name: text.encode() for name, text in _TEXTS.items()}
    picture = Image.linear_gradient("L").resize((450, 300)).convert("RGB")
    for name, kind in (("photo.jpg", "JPEG"), ("map.png", "PNG")):
        out = io.BytesIO()
        picture.save(out, kind, dpi=(300, 300))
        found[name] = out.getvalue()
    book = Workbook()
    sheet = book.active
    sheet.title = "Heroes"
    for row in (("id", "name", "count", "asides.says"), ("ada", "Ada", 2, "=1+1 is two"), ("bo", "Bo", None, "Hm")):
        sheet.append(row)
    sheet["D2"].data_type = "s"
    out = io.BytesIO()
    book.save(out)
    found["heroes.xlsx"] = out.getvalue()
    found["mine.ttf"] = _font().read_bytes()
    return found


def _font() -> Path:
    return next(path for path in paths.font_files(paths.data_folder() / "rhino") if "Lilita" in path.name)
