"""A hand-written minimum for the same kit: the pages of `pnp build rhino --paper a4`, drawn by one script.

click, PyYAML's C loader and reportlab's canvas; nothing is checked, nothing can be changed, every place and size
is a number in the code. It reads the kit's own numbers, pictures and fonts, and draws all that the kit draws, at
places that are roughly the same. `run.py` times it against the kit, and writes the rulebook's text for it.

    python benchmarks/floor_rhino.py TEXT --output FOLDER

TEXT holds the page on printing, a line `===`, and the rulebook; a paragraph a line, `*bold*`, `_italic_`, begun
by `#`, `##`, `-`, `1.`, `>` (boxed) or `|` (a table's row) where it is no plain paragraph.
"""

from __future__ import annotations

import importlib.util
import math
import re
from functools import cache
from pathlib import Path
from xml.parsers import expat

import click
import yaml
from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).resolve().parent.parent
PT = 25.4 / 72
KAPPA = 0.5523
FILES = {
    "title": ("fontpkg_lilita_one", "LilitaOne-Regular.ttf"),
    "body": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular.ttf"),
    "bold": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Bold.ttf"),
    "italic": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Italic.ttf"),
}
MOVES = {  # colour, icon, what it does, where
    "swerve": ("green", "gain-1", "Gain 1 position", "If flanked or fleeing"),
    "dodge": ("green", "gain-1", "Gain 1 position", "If fleeing"),
    "lunge": ("red", "score", "Score", "If head-to-head or better"),
    "best_at_jousting": ("purple", "any", "Not a move", "Only ever a counter"),
    "stomp": ("red", "score", "Score", "If flanking or chasing"),
    "stampede": ("red", "score", "Score", "If chasing"),
    "spin": ("green", "gain-2", "Gain 2 positions", "If flanked"),
    "charge": ("green", "gain-1", "Gain 1 position", "From any position"),
    "tricky_move": ("green", "gain-2", "Gain 2 positions", "From any position"),
    "burst_of_speed": ("blue", "reset", "Draw a card, go head-to-head", "From any position"),
}
STATS = (("brains", "Discard up to"), ("strength", "Draw up to"), ("top_speed", "Hold at most"))
CALLOUTS = ((1, 8.5, 1), (2, 8.5, 0), (3, 56.1, 1), (4, 61, 1), (5, 66.7, 1), (6, 79.8, 1), (7, 74.2, 0))
TURN = """# Your turn
1. *Move.* Play any number of cards, one by one, but only 1 that scores. Your rival may counter each; you may counter back.
2. *Discard* for brains, if you like.
3. *Draw* for strength, never above top speed.
## Where you are
|*Position*|*You score*
|Chasing|3
|Flanking|2
|Head-to-head|1
|Flanked|–
|Fleeing|–
Gains move you up, and your rival down.
*First to 3 points wins.*"""
CHAMPION = """Holds this card until beaten. *The champion takes the first turn of every bout.* Win, and you keep the card; lose, and hand it over."""
CHALLENGER = """# To all challengers
The winner of a bout takes this card and is the reigning champion of the table.
Whoever challenges the champion sits down, picks a rhino that is not taken, and plays a bout to 3.
No champion yet? Then whoever rides *Stomper* begins. Nobody does? Draw lots.
More than two of you? *Winner stays on*, or fill in the championship bracket."""
IN_THIS_BOX = (
    "In this box: 62 move cards, 4 rhino cards, 2 turn summaries, a champion card, foldies, tracks and a rulebook."
)
COLUMNS = {  # of each table, by its first cell: share of the width in per cent, alignment
    "*File*": "29l 13l 9r 21l 28l", "*Part*": "24l 17r 59l", "*When this lies on top*": "36l 64l", "*Played*": "35l 65l",
    "*Where you are*": "60l 40r", "*Card*": "23l 12r 35l 30l", "*Position*": "60l 40r", "_Nose to nose_": "33c 33c 33c",
    "*Fleeing*": "20c 20c 20c 20c 20c", "*Measure*": "25c 25c 25c 25c",
}  # fmt: skip
PICTURES = {  # above the rows that begin so: how high, which
    "_Nose to nose_": (23, ("layout-head_to_head", "layout-flanking", "layout-chasing")),
    "*Fleeing*": (14, [f"position-{p}" for p in ("fleeing", "flanked", "head_to_head", "flanking", "chasing")]),
    "*Measure*": (22, ("how-ruler", "how-flip-long", "how-cut", "how-fold")),
}
CARD, BOOK, GUIDE = (12, 8.5, 7.6, 7.2, 1.17), (19, 13, 9.5, 9, 1.3), (26, 14, 10.5, 10, 1.3)
NUMBER = re.compile(r"-?\d*\.?\d+")
COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}
PREFIX = re.compile(r"(#+ |> - |> |- |\d+\. |\||)(.*)")


@cache
def outline(data: str) -> str:
    """SVG path data as PDF operators; arcs are of circles, and nearly so."""
    out, x, y, x0, y0, hx, hy = [], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for letter, text in COMMAND.findall(data):
        command = letter.upper()
        if command == "Z":
            out.append("h")
            x, y = x0, y0
            continue
        numbers, takes = [float(n) for n in NUMBER.findall(text)], TAKES[command]
        for i in range(0, len(numbers), takes):
            v = numbers[i : i + takes]
            if command in "HV":
                v = [v[0] + (x if letter == "h" else 0), y] if command == "H" else [x, v[0] + (y if letter == "v" else 0)]
            elif letter.islower():
                v[-2:] = v[-2] + x, v[-1] + y
                if command in "CSQ":
                    v[:-2] = [n + (y if k % 2 else x) for k, n in enumerate(v[:-2])]
            ex, ey = v[-2:]
            if command == "C":
                c = v
            elif command == "S":
                c = [2 * x - hx, 2 * y - hy, *v]
            elif command == "Q":
                c = [(x + 2 * v[0]) / 3, (y + 2 * v[1]) / 3, (ex + 2 * v[0]) / 3, (ey + 2 * v[1]) / 3, ex, ey]
            elif command == "A":
                half = math.hypot(ex - x, ey - y) / 2 or 1
                depth = math.sqrt(max(v[0] ** 2 - half**2, 0))
                bulge = (v[0] + depth if v[3] else max(v[0], half) - depth) * 2 / 3 / half * (1 if v[4] else -1)
                nx, ny = (ey - y) * bulge, (x - ex) * bulge
                c = [x + nx, y + ny, ex + nx, ey + ny, ex, ey]
            else:
                out.append("%.2f %.2f %s" % (ex, ey, "m" if command == "M" else "l"))
                if command == "M":
                    x0, y0, command = ex, ey, "L"
                x, y = hx, hy = ex, ey
                continue
            out.append("%.2f %.2f %.2f %.2f %.2f %.2f c" % tuple(c))
            x, y = ex, ey
            hx, hy = (c[2], c[3]) if command in "CS" else (x, y)
    return " ".join(out)


def rounded(x: float, y: float, w: float, h: float, rx: float, ry: float) -> str:
    """A rectangle with round corners; an ellipse, if they are round enough."""
    if not rx:
        return f"{x:.3f} {y:.3f} {w:.3f} {h:.3f} re"
    a, b, r, f = rx * (1 - KAPPA), ry * (1 - KAPPA), x + w, y + h
    return (
        f"{x + rx:.3f} {y:.3f} m {r - rx:.3f} {y:.3f} l {r - a:.3f} {y:.3f} {r:.3f} {y + b:.3f} {r:.3f} {y + ry:.3f} c "
        f"{r:.3f} {f - ry:.3f} l {r:.3f} {f - b:.3f} {r - a:.3f} {f:.3f} {r - rx:.3f} {f:.3f} c {x + rx:.3f} {f:.3f} l "
        f"{x + a:.3f} {f:.3f} {x:.3f} {f - b:.3f} {x:.3f} {f - ry:.3f} c {x:.3f} {y + ry:.3f} l "
        f"{x:.3f} {y + b:.3f} {x + a:.3f} {y:.3f} {x + rx:.3f} {y:.3f} c h"
    )


def shape(tag: str, given: dict[str, str]) -> str:
    if tag == "path":
        return outline(given["d"])
    if tag == "rect":
        x, y, w, h, r = (float(given.get(key, 0)) for key in ("x", "y", "width", "height", "rx"))
        return rounded(x, y, w, h, r, r)
    rx, ry = float(given.get("r") or given["rx"]), float(given.get("r") or given["ry"])
    return rounded(float(given.get("cx", 0)) - rx, float(given.get("cy", 0)) - ry, 2 * rx, 2 * ry, rx, ry)


@cache
def rgb(colour: str) -> str:
    return "%.3f %.3f %.3f" % tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


@cache
def tree(name: str) -> tuple:
    """An SVG file's elements as (tag, attributes, children), and those with an id."""
    root, ids = ("", {}, []), {}
    stack = [root]

    def start(tag: str, given: dict[str, str]) -> None:
        node = (tag, given, [])
        ids[given.get("id")] = node
        stack[-1][2].append(node)
        stack.append(node)

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _tag: stack.pop()
    parser.Parse((ROOT / "art/rhino" / name).read_bytes(), 1)
    return root[2][0], ids


@cache
def picture(name: str, colour: str) -> tuple:
    """An SVG file's view box, and its operators with `colour` for currentColor."""
    root, ids = tree(name)
    out = ["0 g 4 M"]
    for child in root[2]:
        paint(child, {"fill": "", "stroke": "none", "color": colour}, ids, out)
    return [float(n) for n in root[1]["viewBox"].split()], " ".join(out)


def paint(node: tuple, above: dict[str, str], ids: dict, out: list[str]) -> None:
    """PDF's graphics state inherits as SVG's attributes do; only what is filled and stroked must be known here."""
    tag, given, children = node
    if tag in ("title", "defs"):
        return
    style = {**above, **given}
    out.append("q")
    for name, arguments in re.findall(r"(\w+)\(([^)]*)\)", given.get("transform", "")):
        a, b, *more = *[float(n) for n in NUMBER.findall(arguments)], 0.0
        if name == "translate":
            out.append(f"1 0 0 1 {a:.3f} {b:.3f} cm")
        elif name == "matrix":
            out.append(" ".join(NUMBER.findall(arguments)) + " cm")
        elif name == "scale":
            out.append(f"{a:.4f} 0 0 {b if more else a:.4f} 0 0 cm")
        else:
            cos, sin = math.cos(math.radians(a)), math.sin(math.radians(a))
            x, y = (b, more[0]) if more else (0, 0)
            e, f = x - cos * x + sin * y, y - sin * x - cos * y
            out.append(f"{cos:.4f} {sin:.4f} {-sin:.4f} {cos:.4f} {e:.3f} {f:.3f} cm")
    if "clip-path" in given:
        out.append(" ".join(shape(c[0], c[1]) for c in ids[given["clip-path"][5:-1]][2]) + " W n")
    for key, operator in (("fill", "rg"), ("stroke", "RG")):
        value = given.get(key, "none")
        if value != "none":
            out.append(f"{rgb(style['color'] if value == 'currentColor' else value)} {operator}")
    for key, operator in (("stroke-width", "w"), ("stroke-linecap", "J"), ("stroke-linejoin", "j")):
        if key in given:
            out.append(f"{ {'round': 1, 'square': 2, 'butt': 0, 'miter': 0}.get(given[key], given[key])} {operator}")
    if "stroke-dasharray" in given:
        out.append(f"[{given['stroke-dasharray']}] 0 d")
    if tag == "use":
        paint(ids[given["href"][1:]], style, ids, out)
    elif tag == "g":
        for child in children:
            paint(child, style, ids, out)
    else:
        both = (style["fill"] != "none", style["stroke"] != "none")
        operator = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}[both]
        out.append(shape(tag, given) + " " + operator + ("*" if both[0] and style.get("fill-rule") == "evenodd" else ""))
    out.append("Q")


class Pen:
    """Writes operators into a canvas, in mm from the top left corner, y downwards; colours are the palette's."""

    def __init__(self, path: Path, title: str, colours: dict[str, str], fonts: dict[str, TTFont]) -> None:
        self.canvas = Canvas(str(path), pageCompression=0, invariant=1)
        self.canvas.setTitle(title)
        self.colours, self.fonts, self.pages = colours, fonts, 0
        self.widths: dict[tuple[str, str], float] = {}

    def add(self, *operators: str) -> None:
        self.canvas._code.extend(operators)

    def box(self, x, y, w, h, fill=None, stroke=None, width=0.3, r=0.0, dash="") -> None:
        paints = f"{rgb(self.colours[fill])} rg " if fill else ""
        if stroke:
            paints += f"{rgb(self.colours[stroke])} RG {width} w [{dash}] 0 d "
        self.add(paints + rounded(x, y, w, h, r, r) + (" B" if fill and stroke else " f" if fill else " S"))

    def rule(self, *lines, width=0.35, colour="ink", dash="") -> None:
        drawn = " ".join(["%.3f %.3f m %.3f %.3f l" % line for line in lines])
        self.add(f"{rgb(self.colours[colour])} RG {width} w [{dash}] 0 d {drawn} S")

    def art(self, name, x, y, w, h, colour="ink", mirrored=False) -> None:
        """A picture as large as it fits a box, in its middle."""
        (left, top, wide, high), operators = picture(name, self.colours[colour])
        s = min(w / wide, h / high)
        x, y = x + (w - wide * s) / 2 - left * s, y + (h - high * s) / 2 - top * s
        across = f"{-s:.5f} 0 0 {s:.5f} {2 * (x + left * s) + wide * s - x:.3f}" if mirrored else f"{s:.5f} 0 0 {s:.5f} {x:.3f}"
        self.add(f"q {across} {y:.3f} cm", operators, "Q")

    def width(self, font: str, text: str) -> float:
        """In thousandths of the size."""
        found = self.widths.get((font, text))
        if found is None:
            widths = self.fonts[font].face.charWidths
            found = self.widths[font, text] = sum([widths[ord(c)] for c in text])
        return found

    def words(self, x, y, line, size, colour="ink", align=0.0) -> None:
        """A line of (font, text) on its baseline: to the right of x, about it (0.5) or to its left (1)."""
        if align:
            x -= align * sum(self.width(font, text) for font, text in line) * size * PT / 1000
        out, doc = [f"{rgb(self.colours[colour])} rg BT 1 0 0 -1 {x:.3f} {y:.3f} Tm"], self.canvas._doc
        for font, text in line:
            face = self.fonts[font]
            for subset, data in face.splitString(text, doc):
                name = face.getSubsetInternalName(subset, doc)
                out.append(f"{name} {size * PT:.3f} Tf ({self.canvas._escape(data)}) Tj")
        self.add(" ".join(out) + " ET")

    def text(self, x, y, text, font, size, colour="ink", align=0.0, fit=1e9) -> None:
        size = min(size, fit * 1000 / PT / self.width(font, text))
        self.words(x, y, [(font, text)], size, colour, align)

    def wrap(self, text: str, size: float, width: float, font: str = "body") -> list[list[list[str]]]:
        """Lines of runs; `*` begins and ends bold, `_` italic."""
        lines, used, face, room = [[]], 0.0, font, width / size / PT * 1000
        for word in text.split(" "):
            parts, extent = [], 0.0
            for piece in re.split("([*_])", word) if "*" in word or "_" in word else (word,):
                if piece in ("*", "_"):
                    cut = "bold" if piece == "*" else "italic"
                    face = font if face == cut else cut
                elif piece:
                    parts.append([face, piece])
                    extent += self.width(face, piece)
            if lines[-1] and used + 250 + extent > room:
                lines.append([])
                used = 0.0
            line = lines[-1]
            if line:
                parts[0][1] = " " + parts[0][1]
                used += 250
            for part in parts:
                if line and line[-1][0] == part[0]:
                    line[-1][1] += part[1]
                else:
                    line.append(part)
            used += extent
        return lines

    def flow(self, text, x, y, width, sizes, bottom=1e9, turn=None) -> float:
        """Paragraphs one below the other; `turn` begins a new column and says where. Returns where they end."""
        h1, h2, body, cell, leading = sizes
        columns, row, boxed, top = [], 0, "", y
        for paragraph in text.splitlines():
            kind, rest = PREFIX.match(paragraph).groups()
            if kind == "|":
                cells = rest.split("|")
                row = row + 1 if columns else 0
                columns = columns or [(float(c[:-1]) / 100 * width, c[-1]) for c in COLUMNS[cells[0]].split()]
                high, names = PICTURES.get(cells[0], (0, ()))
                set_ = [self.wrap(c, cell, w - 2, "body") for c, (w, _) in zip(cells, columns, strict=True)]
                height = max(map(len, set_)) * cell * PT * 1.2 + 1.4
                if y + height + high + (row == 0) * 8 > bottom:
                    y = turn()
                y += 2 * (row == 0)
                left = x
                if "c" not in columns[0][1]:
                    if row % 2:
                        self.box(x, y, width, height, "cream")
                    self.rule((x, y + height, x + width, y + height), width=0.15 if row else 0.3, colour="pale" if row else "ink")
                for i, (lines, (w, align)) in enumerate(zip(set_, columns, strict=True)):
                    if names:
                        self.art(names[i] + ".svg", left + 1, y, w - 2, high)
                    share = {"l": 0, "c": 0.5, "r": 1}[align]
                    for n, line in enumerate(lines):
                        self.words(left + 1 + (w - 2) * share, y + high + 0.7 + (n + 0.8) * cell * PT * 1.2, line, cell, "ink", share)
                    left += w
                y += height + high
                continue
            columns = []
            font, size, colour = ("title", h1, "red" if h1 > 12 else "ink") if kind == "# " else ("title", h2, "ink") if kind == "## " else ("body", body, "ink")
            lead = size * PT * leading
            pad = 3.2 if kind[:1] == ">" else 0
            mark = "•" if "- " in kind else kind.strip() if "." in kind else ""
            indent = pad + (5.7 if "." in kind else 4 if mark else 0) * body / 9.5
            if y > top:
                y += 2.5 if pad and not boxed else 0 if pad else size * PT * (0.9 if kind[:1] == "#" else 0.25 if mark else 0.55)
            boxed = pad
            for n, line in enumerate(self.wrap(rest, size, width - indent - pad, font)):
                if y + lead + (110 if rest == "A card" else 14 if kind[:1] == "#" else 0) > bottom:
                    y = top = turn()
                if pad:
                    self.box(x, y, width, lead + 0.8, "cream")
                    self.box(x, y, 1.1, lead + 0.8, "red")
                if mark and not n:
                    self.words(x + pad, y + lead * 0.75, [("bold", mark)], size, colour)
                self.words(x + indent, y + lead * 0.75, line, size, colour)
                y += lead
            if rest == "A card":
                y = anatomy(self, x, y + 2)
        return y

    def form(self, name, draw, *arguments) -> None:
        self.canvas.beginForm(name, -3, -3, 66, 91)
        draw(self, *arguments)
        self.canvas.endForm()

    def place(self, name, x, y, scale=1.0, clip="") -> None:
        self.add(f"q {clip} {scale} 0 0 {scale} {x:.3f} {y:.3f} cm")
        self.canvas.doForm(name)
        self.add("Q")

    def page(self, title, total, how, w=210, h=297) -> None:
        """Begins a page: the scale, the label, the ruler."""
        self.pages += 1
        self.canvas.setPageSize((w / PT, h / PT))
        self.add(f"{1 / PT:.6f} 0 0 {-1 / PT:.6f} 0 {h / PT:.4f} cm")
        label = f"Rhinoceros Joust · {title} · page {self.pages} of {total} · {how}"
        self.text(w / 2, 8, label, "body", 6.5, align=0.5)
        x, y = (w - 101.6) / 2, h - 7.55
        ticks = [(x + mm, y, x + mm, y - (0.8 if mm % 50 else 1.2)) for mm in range(0, 101, 10)]
        ticks += [(x + inch * 25.4, y, x + inch * 25.4, y + 1.2) for inch in range(5)]
        self.rule((x, y, x + 101.6, y), *ticks, width=0.15)
        self.text(x - 1, y + 0.6, "0", "body", 5.5, align=1)
        self.text(x + 102.6, y + 0.6, "100 mm above · 4 in below: measure me", "body", 5.5)

    def end(self) -> None:
        self.canvas.showPage()


def frame(pen: Pen, fill=None) -> None:
    pen.box(3.3, 3.3, 56.4, 81.4, fill, "ink", 0.5, 2.6)


def tiles(pen: Pen, positions, lit, colour, points) -> None:
    for i, position in enumerate(positions):
        x, on, worth = 6 + i * 10.38, position in lit, points.get(position)
        pen.box(x, 63.4, 9.48, 6.6, "paper", colour if on else "pale", 0.45 if on else 0.25, 1)
        wide = 5.4 if on and worth else 8.1
        pen.art(f"position-{position}.svg", x + 0.7, 64.1, wide, 5.2, colour if on else "pale")
        if on and worth:
            pen.box(x + 6.38, 63.4, 3.1, 6.6, colour, r=0.8)
            pen.text(x + 7.93, 67.5, str(worth), "bold", 7, "paper", 0.5)


def move(pen: Pen, id_, card, moves, rules) -> None:
    (colour, icon, effect, where), counters = MOVES[id_], card["traits"]["counters"]
    pen.box(3.3, 3.3, 56.4, 20, colour, r=2.6)
    pen.box(3.3, 13.6, 56.4, 35.2, "paper")
    pen.box(3.3, 71.3, 56.4, 13.4, "cream", r=2.6)
    pen.box(3.3, 71.3, 56.4, 5, "cream")
    pen.art(card["art"], 3.6, 13.9, 55.8, 34.3)
    pen.text(6, 10.5, card["name"], "title", 16, "paper", fit=43.4)
    pen.art(f"icon-{icon}.svg", 50.2, 4.7, 7.6, 7.6, "paper")
    pen.rule((3.3, 48.6, 59.7, 48.6), (3.3, 71.3, 59.7, 71.3))
    pen.text(6, 52.4, "MOVE", "bold", 7, "soft")
    pen.text(6, 57.8, effect, "title", 14, colour, fit=51)
    pen.text(6, 62, where, "body", 8.5)
    lit = (card["traits"]["move"] or {}).get("positions", ())
    points = rules["score_by_position"] if effect == "Score" else {}
    tiles(pen, rules["positions"], rules["positions"] if lit == "any" else lit, colour, points)
    pen.text(6, 75, "COUNTERS", "bold", 7, "soft")
    pen.text(57, 75, f"{card['count']} of {sum(m['count'] for m in moves.values())} cards", "body", 7, "soft", 1)
    pen.art(f"icon-{'counter' if counters else 'no-counter'}.svg", 6, 76.8, 6, 6)
    said = "Any card" if counters == "any" else ", ".join(moves[c]["name"] for c in counters) or "Doesn’t counter"
    lines = pen.wrap(said, 9.5, 43.6, "bold")
    for n, line in enumerate(lines):
        pen.words(13.6, 81 + (n - (len(lines) - 1) / 2) * 3.86, line, 9.5)
    frame(pen)


def rhino(pen: Pen, card) -> None:
    tint = card["asides"]["tint"]
    pen.box(3.3, 3.3, 56.4, 24, tint, r=2.6)
    pen.box(3.3, 18.4, 56.4, 30, "paper")
    pen.text(6, 10.3, card["name"], "title", 16, "paper")
    pen.text(6, 15.7, card["asides"]["epithet"], "italic", 9, "paper")
    pen.art(card["art"], 5.5, 19.4, 52, 33)
    pen.text(31.5, 56, card["asides"]["cry"], "italic", 7.5, "soft", 0.5)
    pen.rule((3.3, 57.8, 59.7, 57.8))
    for n, (stat, says) in enumerate(STATS):
        y, value = 59.4 + 8.3 * n, card["traits"][stat]
        pen.art(f"icon-{stat.removeprefix('top_')}.svg", 6, y, 6.4, 6.4, tint)
        pen.text(14.4, y + 2.9, stat.replace("_", " ").capitalize(), "title", 11)
        pen.text(14.4, y + 6.2, f"{says} {value}", "body", 8.5, "soft")
        pen.text(52.5, y + 5.5, str(value), "title", 18, tint, 0.5)
    frame(pen)


def back(pen: Pen, art, words) -> None:
    pen.art(art, -3, -3, 69, 94)
    pen.text(31.5, 65.5, words, "title", 13, align=0.5, fit=40)


def page_of_text(pen: Pen, text, x=6, y=6, width=51) -> None:
    pen.flow(text, x, y, width, CARD)
    frame(pen)


def champion(pen: Pen, text) -> None:
    frame(pen, "cream")
    pen.art("trophy.svg", 13.5, 7, 36, 36)
    pen.text(31.5, 51, "Reigning", "title", 22, align=0.5)
    pen.text(31.5, 58, "Champion", "title", 22, align=0.5)
    pen.flow(text, 7, 61, 49, CARD)


def challenger(pen: Pen, text) -> None:
    page_of_text(pen, text, 7, 7, 49)
    pen.art("head.svg", 19.5, 58, 24, 24)


def title(pen: Pen, tagline) -> None:
    frame(pen)
    pen.art("title.svg", 4, 8, 55, 48)
    pen.text(31.5, 64.5, "Rhinoceros", "title", 22, "red", 0.5)
    pen.text(31.5, 72, "Joust", "title", 22, "red", 0.5)
    pen.text(31.5, 78.5, tagline, "italic", 9.5, align=0.5)


def credits_(pen: Pen, text) -> None:
    page_of_text(pen, text, 7, 7, 49)
    pen.art("flourish.svg", 11.5, 75, 40, 5)


def blank(pen: Pen, positions) -> None:
    pen.box(3.3, 3.3, 56.4, 10.3, "sand", r=2.6)
    pen.box(3.3, 10, 56.4, 10, "paper")
    pen.rule(*[(3.3, y, 59.7, y) for y in (13.6, 48.6, 71.3)])
    pen.text(31.5, 31.5, "Draw your own move here", "body", 7, "soft", 0.5)
    pen.text(6, 52.4, "MOVE", "bold", 7, "soft")
    pen.text(6, 75, "COUNTERS", "bold", 7, "soft")
    tiles(pen, positions, (), "ink", {})
    frame(pen)


def anatomy(pen: Pen, x, y) -> float:
    """The Swerve with a numbered disc beside each part."""
    left = x + 24.35
    pen.place("swerve", left, y)
    for number, at, odd in CALLOUTS:
        centre, end = (left - 8.4, left + 5.4) if odd else (left + 71.4, left + 57.6)
        pen.rule((centre, y + at, end, y + at), width=0.25)
        pen.box(centre - 2.6, y + at - 2.6, 5.2, 5.2, "paper", "ink", 0.25, 2.6)
        pen.text(centre, y + at + 1.1, str(number), "bold", 9, align=0.5)
    return y + 90


def foldies(pen: Pen, rhinos) -> None:
    """Lying on their sides: foot, panel on its head and mirrored, panel, foot."""
    for n, card in enumerate(rhinos.values()):
        pen.add(f"q 0 -1 1 0 33 {26.5 + 63 * n + 55} cm")
        for matrix, mirrored in (("-1 0 0 -1 55 72", True), ("1 0 0 1 0 72", False)):
            pen.add(f"q {matrix} cm")
            pen.art(card["art"], 3, 3, 49, 45, mirrored=mirrored)
            pen.box(3, 49.5, 49, 9, card["asides"]["tint"], r=1.6)
            pen.text(27.5, 55.8, card["name"], "title", 15, "paper", 0.5)
            pen.add("Q")
        pen.text(27.5, 7, "glue this foot under the other", "body", 7, "soft", 0.5)
        pen.text(27.5, 139, "fold inwards", "body", 7, "soft", 0.5)
        pen.rule(*[(0, y, 55, y) for y in (12, 72, 132)], width=0.25, dash="2 1.2")
        pen.box(0, 0, 55, 144, None, "ink", 0.25)
        pen.add("Q")


def tracks(pen: Pen, rules, said) -> None:
    steps = rules["positions"]
    pen.add("q 0 -1 1 0 40 253.5 cm")
    for n, step in enumerate(steps):
        x = 2.5 + 41 * n
        pen.box(x, 2.5, 41, 55, "paper" if n % 2 else "cream")
        pen.art(f"layout-{step}.svg", x + 1, 11.5, 39, 37)
        pen.text(x + 20.5, 55.2, said[n], "title", 13, align=0.5)
        pen.add(f"q -1 0 0 -1 {x + 20.5} 4.8 cm")
        pen.text(0, 0, said[-1 - n], "title", 13, align=0.5)
        pen.add("Q")
    pen.rule(*[(2.5 + 41 * n, 2.5, 2.5 + 41 * n, 57.5) for n in range(1, 5)], width=0.25)
    pen.box(2.5, 2.5, 205, 55, None, "ink", 0.5, 1.5)
    pen.add("Q")
    pen.rule(*marks((40, 100), (43.5, 253.5)), width=0.15)
    for y in (43.5, 81.5):
        for n in range(rules["target_score"] + 1):
            last = n == rules["target_score"]
            pen.box(110.5 + 14.5 * n, y + 2.5, 14.5, 25, "sand" if last else "paper" if n % 2 else "cream")
            pen.text(117.75 + 14.5 * n, y + 17.5, str(n), "title", 20, "red" if last else "ink", 0.5)
        pen.rule(*[(110.5 + 14.5 * n, y + 2.5, 110.5 + 14.5 * n, y + 27.5) for n in (1, 2, 3)], width=0.25)
        pen.box(110.5, y + 2.5, 58, 25, None, "ink", 0.5, 1.5)
        pen.rule(*marks((108, 171), (y, y + 30)), width=0.15)
    for n, colour in enumerate(("gold", "red", "blue")):
        y = 120 + 23 * n
        pen.art("marker.svg", 109.6, y + 1.6, 11.8, 11.8)
        pen.box(108.8, y + 0.8, 13.4, 13.4, None, colour, 1.3, 6.7, "2.2 1.4" if n == 2 else "")
        pen.box(108, y, 15, 15, None, "ink", 0.25, 7.5)


def marks(columns, rows, gap=1.0) -> list[tuple[float, float, float, float]]:
    """Cut marks outside a block whose trims lie at these x and y."""
    far = gap + 3
    return [
        *[(x, y + s * gap, x, y + s * far) for x in columns for y, s in ((rows[0], -1), (rows[-1], 1))],
        *[(x + s * gap, y, x + s * far, y) for y in rows for x, s in ((columns[0], -1), (columns[-1], 1))],
    ]


def bracket(pen: Pen) -> None:
    pen.text(15, 35, "Rhinoceros Joust: championship bracket", "title", 24, "red", fit=150)
    pen.art("trophy.svg", 171, 26, 24, 24)
    for count, y, height in ((8, 52, 138), (4, 202, 69)):
        rounds = count.bit_length()
        width, lines = 180 / rounds, []
        pen.text(15, y + 3, f"{count} RIDERS", "bold", 9, "soft")
        for n in range(rounds):
            x, step = 15 + n * width, (height - 6) / (count >> n)
            for i in range(count >> n):
                at = y + 6 + step * (i + 0.5)
                lines.append((x, at, x + width, at))
                if i % 2 == 0 and n < rounds - 1:
                    lines.append((x + width, at, x + width, at + step))
        pen.rule(*lines, width=0.4)
        pen.text(17 + (rounds - 1) * width, y + 6 + (height - 6) / 2 + 5, "CHAMPION", "bold", 9, "soft")


def book(pen: Pen, text, kit, total) -> None:
    """Two pages to a sheet, the cover first."""
    number = 0

    def turn() -> float:
        nonlocal number
        number += 1
        if number > 1:
            pen.text(69.85, 198.5, str(number - 1), "body", 9, "soft", 0.5) if number > 2 else None
            pen.add("Q")
        if number % 2:
            if number > 1:
                pen.end()
            pen.page("Rulebook", total, "front · print at 100 %, one-sided", 297, 210)
        pen.add(f"q 1 0 0 1 {8.8 if number % 2 else 148.5} 0 cm")
        return 16.0

    turn()
    pen.text(69.85, 40, kit["title"], "title", 34, "red", 0.5, 111.7)
    pen.text(69.85, 59, kit["tagline"], "italic", 12, align=0.5)
    pen.art("title.svg", 14, 66, 111.7, 98)
    credit = f"After the game by {kit['credit']['designer']}, {kit['credit']['year']}"
    pen.text(69.85, 176, credit, "body", 9, "soft", 0.5)
    pen.flow(text, 14, turn(), 111.7, BOOK, 192, turn)
    pen.text(69.85, 198.5, str(number), "body", 9, "soft", 0.5)
    pen.add("Q")
    pen.end()


def cardstock(pen: Pen, kit, cards) -> None:
    moves, rules = cards["moves"], kit["rules"]
    short = {id_: card.get("asides", {}).get("short", card["name"]) for id_, card in moves.items()}
    counters = ["# What counters what", "|*Played*|*Countered by*"]
    for id_ in moves:
        by = [short[m] for m, c in moves.items() if c["traits"]["counters"] == "any" or id_ in c["traits"]["counters"]]
        counters.append(f"|*{short[id_]}*|{', '.join(by)}")
    counters.append("“The Best” is The Best at Jousting. A counter needs no position.")
    credit = f"# {kit['title']}\n{kit['credit']['notice']}\n{kit['credit']['licence']}\n{IN_THIS_BOX}"
    pen.form("move-back", back, "back-moves.svg", kit["title"])
    pen.form("rhino-back", back, "back-rhinos.svg", "Rhinos")
    for id_, card in moves.items():
        pen.form(id_, move, id_, card, moves, rules)
    for id_, card in cards["rhinos"].items():
        pen.form(id_, rhino, card)
    pen.form("summary", page_of_text, TURN)
    pen.form("counters", page_of_text, "\n".join(counters))
    pen.form("champion", champion, CHAMPION)
    pen.form("challenger", challenger, CHALLENGER)
    pen.form("title", title, kit["tagline"])
    pen.form("credits", credits_, credit)
    pen.form("blank", blank, rules["positions"])
    deck = [(id_, "move-back") for id_, card in moves.items() for _ in range(card["count"])]
    deck += [(id_, "rhino-back") for id_ in cards["rhinos"]]
    deck += [("summary", "counters")] * 2
    deck += [("champion", "challenger"), ("title", "credits"), ("blank", "move-back"), ("blank", "move-back")]
    columns, rows = [10.5 + 63 * n for n in range(4)], [16.5 + 88 * n for n in range(4)]
    how = "print at 100 %, two-sided, flip on long edge"
    for start in range(0, len(deck), 9):
        for side in (0, 1):
            pen.page("Cards", 20, f"{('front', 'back')[side]} · {how}")
            for n, pair in enumerate(deck[start : start + 9]):
                column, row = (2 - n % 3 if side else n % 3), n // 3
                x, y, wide, high = columns[column], rows[row], 63, 88
                left, top = x - 3 * (column == 0), y - 3 * (row == 0)
                wide, high = 63 + 3 * (column != 1), 88 + 3 * (row != 1)
                clip = f"{left} {top} {wide} {high} re W n"
                pen.place(pair[side], x, y, clip=clip)
            pen.rule(*marks(columns, rows, 3.5 if side else 1), width=0.15)
            pen.end()
    said = [position.replace("_", "-").capitalize() for position in rules["positions"]]
    for name, draw, arguments in (("Foldies", foldies, (cards["rhinos"],)), ("Tracks", tracks, (rules, said))):
        pen.page(name, 20, f"front · nothing on its back · {how}")
        draw(pen, *arguments)
        pen.end()
        pen.page(name, 20, "back, stays empty · flip on long edge")
        pen.end()
    pen.canvas.save()


def paper(pen: Pen, kit, cards, guide, rulebook) -> None:
    pen.form("swerve", move, "swerve", cards["moves"]["swerve"], cards["moves"], kit["rules"])
    pen.page("How to print", 8, "front · print at 100 %, one-sided")
    pen.flow(guide, 15, 26, 180, GUIDE)
    pen.end()
    pen.page("Bracket", 8, "front · print at 100 %, one-sided")
    bracket(pen)
    pen.end()
    book(pen, rulebook, kit, 8)
    pen.canvas.save()


@click.command()
@click.argument("text", type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(path_type=Path), required=True)
def main(text: Path, output: Path) -> None:
    """Draws the two files of the rhino kit on A4."""
    rl_config.useA85 = 0
    cards, kit = (
        yaml.load((ROOT / "card_data/rhino" / name).read_bytes(), yaml.CSafeLoader) for name in ("cards.yaml", "kit.yaml")
    )
    fonts = {}
    for role, (package, file) in FILES.items():
        folder = importlib.util.find_spec(package).submodule_search_locations[0]
        fonts[role] = TTFont(role, f"{folder}/files/{file}")
        registerFont(fonts[role])
    output.mkdir(parents=True, exist_ok=True)
    guide, rulebook = text.read_text(encoding="utf-8").split("\n===\n")
    colours = kit["palette"]
    cardstock(Pen(output / "rhino-a4-cardstock.pdf", kit["title"], colours, fonts), kit, cards)
    paper(Pen(output / "rhino-a4-paper.pdf", kit["title"], colours, fonts), kit, cards, guide, rulebook)


if __name__ == "__main__":
    main()
