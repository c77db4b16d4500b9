"""A hand-written minimum for the same kit: the pages of `pnp build rhino --paper a4`, drawn by one script.

click, PyYAML's C loader and reportlab's canvas; nothing is checked, nothing can be changed, every place and size
is a number in the code. The cards' numbers, the pictures and the fonts are the kit's own files; the prose comes
from a text file that `run.py` takes out of the finished kit: sections that begin with `=== name`, a paragraph a
line, `*bold*`, `_italic_`, `:icon:`, and in front `#`, `##`, `-`, `1.`, `^` (large), `~` (small), `|` (a table's row),
`>` (boxed; with `!`, the label), `!name 36 right` (a picture beside what follows), `=1` (a line of the contents), `%0`
(a term of the index, in that column) or `---` (a new page).

    python benchmarks/floor_rhino.py TEXT --output FOLDER
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
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).resolve().parent.parent
PT = 25.4 / 72
FONTS = {"title": "lilita_one LilitaOne-Regular"}
FONTS |= {cut.lower(): f"atkinson_hyperlegible AtkinsonHyperlegible-{cut}" for cut in ("Regular", "Bold", "Italic")}
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
CALLOUTS = (  # number, how far down, where its line ends
    (2, 8.45, 15.85), (1, 8.5, 69.3), (3, 55.1, 68.6), (4, 56.1, 16.4),
    (5, 61, 68.6), (6, 66.7, 16.4), (7, 79.8, 16.4), (8, 74.2, 68.6),
)  # fmt: skip
HOW = "front · print at 100 %, one-sided"
COLUMNS = {  # of each table, by its first word: share of the width in per cent, alignment; of others, all alike
    "*File*": "23.8l 12.8l 9.05r 23.5l 30.85l", "*Part*": "27.65l 16.55r 55.8l", "*When": "33.3l 66.7l",
    "*Where": "60.4l 39.6r", "*Played*": "39.8l 60.2l", "*Card*": "29.3l 12.1r 29.3l 29.3l",
    "*Position*": "60.4l 39.6r", "!how-ruler": "26.05c 21.85c 26.05c 26.05c",
}  # fmt: skip
BOX = (  # the tuck box's outline
    "11 37.4, 75.5 37.4, 76.5 14, 97.9 14, 98.9 37.4, 98.9 14, 100.9 4, 105.9 0, 156.4 0, 161.4 4, 163.4 14, "
    "163.4 37.4, 164.4 14, 185.8 14, 186.8 37.4, 186.8 126.9, 185.8 150.3, 164.4 150.3, 163.4 126.9, 162.4 150.3, "
    "99.9 150.3, 98.9 126.9, 97.9 150.3, 76.5 150.3, 75.5 126.9, 74.5 150.3, 12 150.3, 11 126.9, 0 119.9, 0 44.4"
)
CARD = {  # font, size, leading, room above and below in pt
    "# ": ("title", 11, 1.05, 15.4, 1.32), "## ": ("bold", 8.5, 1.1, 10.2, 1.02), "": ("regular", 8, 1.17, 4.4, 0),
    "list": ("regular", 8, 1.17, 3.6, 0), "- ": ("regular", 8, 1.17, 2, 0), "|": ("regular", 7.5, 1.1, 5.6, 0),
}  # fmt: skip
BOOK = {
    "# ": ("title", 20, 1.05, 26, 3.25), "## ": ("title", 15, 1.1, 16.25, 0), "": ("regular", 10, 1.3, 6.5, 0),
    "^ ": ("regular", 12, 1.3, 6.5, 0), "~ ": ("regular", 9, 1.3, 3.25, 0), "list": ("regular", 10, 1.3, 3.25, 0),
    "- ": ("regular", 10, 1.3, 3.25, 0), "|": ("regular", 9, 1.2, 9.75, 9.75), "! ": ("bold", 9, 1.3, 0, 0),
}  # fmt: skip
GUIDE = {
    "# ": ("title", 26, 1.05, 36.4, 3.12), "## ": ("title", 14, 1.1, 16.8, 1.68), "": ("regular", 10.5, 1.3, 5.78, 0),
    "list": ("regular", 10.5, 1.3, 4.73, 0), "- ": ("regular", 10.5, 1.3, 2.63, 0), "|": ("regular", 10, 1.2, 7.35, 0),
}  # fmt: skip
CAP, PAD = 0.668, 3.44  # of the text's size, of a box in the book
KIND = re.compile(r"(> )?(#+ |[-^~!] |\d+\. |[|!%=]|)(.*)")
SHARE = {"l": 0, "c": 0.5, "r": 1}
NUMBER, COMMAND = re.compile(r"-?\d*\.?\d+"), re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
STYLES = {"butt": 0, "miter": 0, "round": 1, "square": 2}
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}


def arc(x: float, y: float, given: list[float]) -> str:
    """Curves of a quarter at most, worked out where the ellipse is a circle of radius 1."""
    rx, ry, _, large, sweep, ex, ey = given
    half = math.hypot((ex - x) / rx, (ey - y) / ry) / 2
    rx, ry, half = rx * max(half, 1), ry * max(half, 1), min(half, 1)
    dx, dy, off = (ex - x) / rx, (ey - y) / ry, math.sqrt(1 / half**2 - 1) / (2 if large != sweep else -2)
    cx, cy = x / rx + dx / 2 - off * dy, y / ry + dy / 2 + off * dx
    at = math.atan2(y / ry - cy, x / rx - cx)
    turn = (math.atan2(ey / ry - cy, ex / rx - cx) - at) % math.tau - (0 if sweep else math.tau)
    count = math.ceil(abs(turn) / math.pi * 2 - 1e-6)
    k, out = 4 / 3 * math.tan(turn / count / 4), []
    for _ in range(count):
        a, b, at = math.cos(at), math.sin(at), at + turn / count
        c, d = math.cos(at), math.sin(at)
        out.append(f"{(cx + a - k * b) * rx:.2f} {(cy + b + k * a) * ry:.2f} {(cx + c + k * d) * rx:.2f}")
        out.append(f"{(cy + d - k * c) * ry:.2f} {(cx + c) * rx:.2f} {(cy + d) * ry:.2f} c")
    return " ".join(out)


@cache
def outline(data: str) -> str:
    """SVG path data as PDF operators. No arc here is of an ellipse that leans."""
    out, x, y, x0, y0, hx, hy = [], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for letter, text in COMMAND.findall(data):
        command, relative = letter.upper(), letter.islower()
        if command == "Z":
            out.append("h")
            x, y = x0, y0
            continue
        numbers, takes = [float(n) for n in NUMBER.findall(text)], TAKES[command]
        for i in range(0, len(numbers), takes):
            v = numbers[i : i + takes]
            if command == "H":
                v = [v[0] + x * relative, y]
            elif command == "V":
                v = [x, v[0] + y * relative]
            elif relative:
                shifted = 5 if command == "A" else 0
                v[shifted:] = [n + (x, y)[k % 2] for k, n in enumerate(v[shifted:])]
            ex, ey = v[-2:]
            if command in "MLHV":
                out.append(f"{ex:.2f} {ey:.2f} {'m' if command == 'M' else 'l'}")
                if command == "M":
                    x0, y0, command = ex, ey, "L"
                x, y = hx, hy = ex, ey
                continue
            if command == "S":
                v = [2 * x - hx, 2 * y - hy, *v]
            elif command == "Q":
                v = [(x + 2 * v[0]) / 3, (y + 2 * v[1]) / 3, (ex + 2 * v[0]) / 3, (ey + 2 * v[1]) / 3, ex, ey]
            elif command == "A":
                out.append(arc(x, y, v))
                x, y = hx, hy = ex, ey
                continue
            out.append(f"{v[0]:.2f} {v[1]:.2f} {v[2]:.2f} {v[3]:.2f} {v[4]:.2f} {v[5]:.2f} c")
            x, y, hx, hy = ex, ey, *(v[2:4] if command in "CS" else (ex, ey))
    return " ".join(out)


def rounded(x: float, y: float, w: float, h: float, rx: float, ry: float) -> str:
    """A rectangle with round corners; an ellipse, if they are round enough."""
    if not rx:
        return f"{x:.3f} {y:.3f} {w:.3f} {h:.3f} re"
    r, f = x + w, y + h
    corners = ((r - rx, y, r, y + ry, 1, 0), (r, f - ry, r - rx, f, 0, 1), (x + rx, f, x, f - ry, -1, 0))
    out = [f"{x + rx:.3f} {y:.3f} m"]
    for ax, ay, bx, by, dx, dy in (*corners, (x, y + ry, x + rx, y, 0, -1)):
        kx, ky = 0.5523 * rx, 0.5523 * ry
        out.append(f"{ax:.3f} {ay:.3f} l {ax + dx * kx:.3f} {ay + dy * ky:.3f}")
        out.append(f"{bx + dy * kx:.3f} {by - dx * ky:.3f} {bx:.3f} {by:.3f} c")
    return " ".join(out) + " h"


def shape(tag: str, given: dict[str, str]) -> str:
    if tag == "path":
        return outline(given["d"])
    x, y, w, h, cx, cy, rx = (float(given.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "rx"))
    if tag == "rect":
        return rounded(x, y, w, h, rx, rx)
    rx = rx or float(given["r"])
    ry = float(given.get("ry", rx))
    return rounded(cx - rx, cy - ry, 2 * rx, 2 * ry, rx, ry)


@cache
def rgb(colour: str) -> str:
    return " ".join([f"{int(colour[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5)])


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
    folder = "art/common" if name.startswith(("how-", "icon-age", "icon-players", "icon-time")) else "art/rhino"
    parser.Parse((ROOT / folder / name).read_bytes(), 1)
    return root[2][0], ids


@cache
def picture(name: str, colour: str) -> tuple:
    """An SVG file's view box, and its operators, clipped to it, with `colour` for currentColor."""
    (_, given, children), ids = tree(f"{name}.svg")
    out = [f"{given['viewBox']} re W n 0 g 4 M"]
    for child in children:
        paint(child, {"fill": "", "stroke": "none", "color": colour}, ids, out)
    return [float(n) for n in given["viewBox"].split()], " ".join(out)


def matrix(name: str, numbers: list[float]) -> str:
    a, b, c, *_ = *numbers, 0.0, 0.0
    if name == "translate":
        numbers = [1, 0, 0, 1, a, b]
    elif name == "scale":
        numbers = [a, 0, 0, numbers[-1], 0, 0]
    elif name == "rotate":
        cos, sin = math.cos(math.radians(a)), math.sin(math.radians(a))
        numbers = [cos, sin, -sin, cos, b - cos * b + sin * c, c - sin * b - cos * c]
    return " ".join([f"{n:.4f}" for n in numbers]) + " cm"


def paint(node: tuple, above: dict[str, str], ids: dict, out: list[str]) -> None:
    """PDF's graphics state inherits as SVG's attributes do; only whether to fill and to stroke must be known here."""
    tag, given, children = node
    if tag in ("title", "defs"):
        return
    style = {**above, **given}
    out.append("q")
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", given.get("transform", "")):
        out.append(matrix(name, [float(n) for n in NUMBER.findall(numbers)]))
    if "clip-path" in given:
        out.append(" ".join([shape(c[0], c[1]) for c in ids[given["clip-path"][5:-1]][2]]) + " W n")
    for key, operator in (("fill", "rg"), ("stroke", "RG")):
        if given.get(key, "none") != "none":
            out.append(f"{rgb(style['color'] if given[key] == 'currentColor' else given[key])} {operator}")
    for key, operator in (("stroke-width", "w"), ("stroke-linecap", "J"), ("stroke-linejoin", "j")):
        if key in given:
            out.append(f"{STYLES.get(given[key], given[key])} {operator}")
    if "stroke-dasharray" in given:
        out.append(f"[{given['stroke-dasharray']}] 0 d")
    if tag == "use":
        paint(ids[given["href"][1:]], style, ids, out)
    elif tag == "g":
        for child in children:
            paint(child, style, ids, out)
    else:
        fill, stroke = style["fill"] != "none", style["stroke"] != "none"
        operator = " B" if fill and stroke else " f" if fill else " S" if stroke else " n"
        out.append(shape(tag, given) + operator + ("*" if fill and style.get("fill-rule") == "evenodd" else ""))
    out.append("Q")


class Pen:
    """Writes operators into a canvas, in mm from the top left corner, y downwards; colours are the palette's."""

    def __init__(self, path: Path, kit: dict, fonts: dict[str, TTFont]) -> None:
        self.canvas = Canvas(str(path), pageCompression=0, invariant=1)
        self.canvas.setTitle(kit["title"])
        self.colours, self.fonts, self.data, self.pages = {**kit["palette"], "black": "#000000"}, fonts, kit["data"], 0
        self.widths: dict[tuple[str, str], float] = {}

    def add(self, *operators: str) -> None:
        self.canvas._code.extend(operators)

    def box(self, x, y, w, h, fill=None, stroke=None, width=0.3, r=0.0, dash="") -> None:
        paints = f"{rgb(self.colours[fill])} rg " if fill else ""
        if stroke:
            paints += f"{rgb(self.colours[stroke])} RG {width} w [{dash}] 0 d "
        self.add(paints + rounded(x, y, w, h, r, r) + (" B" if fill and stroke else " f" if fill else " S"))

    def rule(self, *lines, width=0.35, colour="ink", dash="") -> None:
        drawn = " ".join([f"{a:.3f} {b:.3f} m {c:.3f} {d:.3f} l" for a, b, c, d in lines])
        self.add(f"{rgb(self.colours[colour])} RG {width} w [{dash}] 0 d {drawn} S")

    def art(self, name, x, y, w, h, colour="ink") -> None:
        """A picture as large as it fits a box, in its middle."""
        (left, top, wide, high), operators = picture(name, self.colours[colour])
        s = min(w / wide, h / high)
        x, y = x + (w - wide * s) / 2 - left * s, y + (h - high * s) / 2 - top * s
        self.add(f"q {s:.5f} 0 0 {s:.5f} {x:.3f} {y:.3f} cm", operators, "Q")

    def width(self, font: str, text: str) -> float:
        """In thousandths of the size."""
        found = self.widths.get((font, text))
        if found is None and font == "icon":
            (_, _, wide, high), _ = picture(text, self.colours["ink"])
            found = self.widths[font, text] = 1600 * CAP * wide / high
        if found is None:
            widths = self.fonts[font].face.charWidths
            found = self.widths[font, text] = sum([widths[ord(c)] for c in text])
        return found

    def extent(self, line, size) -> float:
        return sum([self.width(font, text) for font, text in line]) * size * PT / 1000

    def words(self, x, y, line, size, colour="ink", align=0.0) -> None:
        """A line of [font, text] on its baseline: to the right of x, about it (0.5) or to its left (1)."""
        if align:
            x -= align * self.extent(line, size)
        for n, (font, text) in enumerate(line):
            if font == "icon":
                self.words(x, y, line[:n], size, colour)
                x, cap = x + self.extent(line[:n], size), CAP * size * PT
                wide = self.extent(line[n : n + 1], size)
                self.art(text, x, y - 1.3 * cap, wide, 1.6 * cap, colour)
                self.words(x + wide, y, line[n + 1 :], size, colour)
                return
        out, doc = [f"{rgb(self.colours[colour])} rg BT 1 0 0 -1 {x:.3f} {y:.3f} Tm"], self.canvas._doc
        for font, text in line:
            face = self.fonts[font]
            for subset, data in face.splitString(text, doc):
                name = face.getSubsetInternalName(subset, doc)
                out.append(f"{name} {size * PT:.3f} Tf ({self.canvas._escape(data)}) Tj")
        self.add(" ".join(out) + " ET")

    def text(self, x, y, text, font, size, colour="ink", align=0.0, fit=1e9) -> None:
        own = min(size, fit * 1000 / PT / self.width(font, text))
        self.words(x, y - 0.352 * (size - own) * PT, [(font, text)], own, colour, align)

    def wrap(self, text: str, size: float, width: float, font: str = "regular") -> list[list[list[str]]]:
        """Lines of [font, text] no wider than `width`; `*` begins and ends bold, `_` italic."""
        lines, used, face, room = [[]], 0.0, font, width / size / PT * 1000
        for word in text.replace("\u00ad", "\u00ad ").split(" "):
            parts, extent = [], 0.0
            for piece in (word,) if word.isalpha() else re.split(r"(:[a-z][\w-]+:|[*_])", word):
                if piece in ("*", "_"):
                    face = {"*": "bold", "_": "italic"}[piece] if face == font else font
                elif piece:
                    parts.append(["icon", piece[1:-1]] if piece[0] == ":" and piece[1:] else [face, piece])
                    extent += self.width(*parts[-1])
            line = lines[-1]
            parted = line and line[-1][1][-1] == "\u00ad"
            if line and used + (0 if parted else 280) + extent > room:
                if parted:
                    line[-1][1] = line[-1][1][:-1] + "-"
                line, used = [], 0.0
                lines.append(line)
            elif parted:
                line[-1][1] = line[-1][1][:-1]
            elif line:
                used += self.width(line[-1][0], " ") if line[-1][0] != "icon" else 280
                at = next((part for part in (parts[0], line[-1]) if part[0] != "icon"), None)
                if at is parts[0]:
                    at[1] = " " + at[1]
                elif at:
                    at[1] += " "
                else:
                    line.append([font, " "])
            used += extent
            for part in parts:
                if line and line[-1][0] == part[0]:
                    line[-1][1] += part[1]
                else:
                    line.append(part)
        return lines

    def flow(self, text, x, y, width, styles) -> float:
        """Paragraphs one below the other, and where they end."""
        em, top, below, until, left, room = styles[""][1] * PT, y, 0.0, 0.0, x, width
        boxed = listed = columns = odd = None
        for paragraph, following in zip(text, [*text[1:], ""], strict=True):
            in_box, kind, rest = KIND.match(paragraph).groups()
            mark = kind[:-1].replace("-", "•") if kind[-2:] in ("- ", ". ") else ""
            if until and (kind[:1] == "#" or in_box or (y >= until and not columns and not (mark and listed))):
                y, until, below, left, room = max(y, until), 0.0, 0.0, x, width
            if kind == "!":
                name, wide, side = rest.split()
                y += max(9.75 * PT, below) * (y > top)
                until = y + self.figure(name, x if side == "left" else x + width - float(wide), y, float(wide))
                left, room = x + (float(wide) + 4) * (side == "left"), width - float(wide) - 4
                top, below, listed = y, 0.0, False
                continue
            if kind == "|":
                cells, odd = rest.split("|"), not columns or not odd
                if not columns:
                    shares = COLUMNS.get(cells[0].split(" ")[0], f"{100 / len(cells)}c " * len(cells))
                    columns = [(float(c[:-1]) / 100 * room, c[-1]) for c in shares.split()]
                    y += max(styles["|"][3] * PT, below) * (y > top)
                    odd = None
                y, below = self.row(left, y, room, cells, columns, odd, em, styles["|"]), styles["|"][4] * PT
                columns = columns if following[:1] == "|" else None
                continue
            font, size, leading, above, after = styles[("- " if listed else "list") if mark else kind]
            lead = size * PT * leading
            colour = "red" if kind == "! " or (kind == "# " and styles is not CARD) else "ink"
            if in_box and not boxed:
                y += max(9.75 * PT, below) * (y > top)
                boxed, left, room = (y, len(self.canvas._code)), x + PAD + 0.8, width - 2 * PAD - 0.8
                y = top = y + PAD * (0.6 if kind == "! " else 1)
            y += max(above * PT, below) * (y > top)
            indent, below, listed = (0 if not mark else 1.2 * em if mark == "•" else 1.7 * em), 0.0, bool(mark)
            at = y + (lead + (0.704 if font == "title" else CAP) * size * PT) / 2
            if mark:
                self.words(left, at, [("bold", mark)], size, colour)
            if kind == "! ":
                r, middle = 0.28 * lead, y + lead / 2
                self.add(f"{rgb(self.colours['red'])} rg {left} {middle} m {left + r} {middle - r} l")
                self.add(f"{left + 2 * r} {middle} l {left + r} {middle + r} l f")
                indent, top = 3 * r, y + lead
            for line in self.wrap(rest, size, room - indent, font):
                self.words(left + indent, at, line, size, colour)
                at += lead
                y += lead
            if kind == "# " and styles is BOOK:
                self.rule((x, y, x + width, y), colour="red")
                self.chapter = rest
            y += after * PT
            if in_box and following[:1] != ">":
                y, below, left, room = y + PAD, 13 * PT, x, width
                code, (start, begin) = self.canvas._code, boxed
                self.box(x, start, width, y - start, "cream")
                self.box(x, start, 0.8, y - start, "red")
                code[begin:], boxed = [*code[-2:], *code[begin:-2]], None
        return max(y, until)

    def row(self, x, y, width, cells, columns, odd, em, style) -> float:
        """A row of a table: `odd` is None for its head. Pictures stand in the middle, their captions below them."""
        _, size, leading, _, _ = style
        pad, lead, tall = 0.45 * em, size * PT * leading, 0.0
        drawn, height = [], 0.0
        for text, (w, _) in zip(cells, columns, strict=True):
            if text[0] == "!":
                name, wide, *caption = text[1:].split(" ", 2)
                tall, text = float(wide) * self.slope(name), "".join(caption)
                drawn.append((name, float(wide), tall, self.wrap(text, 9, w - 2 * pad) if text else []))
                own = tall + (0.8 + 9 * PT * 1.2 if text else 0)
            else:
                drawn.append((None, 0, 0, self.wrap(text, size, w - 2 * pad)))
                own = len(drawn[-1][-1]) * lead
            height = max(height, own)
        whole = height + 0.44 * em
        if columns[0][1] != "c":
            if odd:
                self.box(x, y, width, whole, "cream")
            line = (0.3, "ink") if odd is None else (0.15, "pale")
            self.rule((x, y + whole, x + width, y + whole), width=line[0], colour=line[1])
        for (name, wide, tall, lines), (w, align) in zip(drawn, columns, strict=True):
            at, colour = y + 0.22 * em, "ink"
            if name:
                lead, colour = 9 * PT * 1.2, "soft"
                own = tall + (0.8 + lead if lines else 0)
                at += (height - own) / 2
                self.figure(name, x + (w - wide) / 2, at, wide)
                at += tall + 0.8
            share = SHARE[align]
            for line in lines:
                base = at + (lead + CAP * size * PT) / 2
                self.words(x + pad + (w - 2 * pad) * share, base, line, size, colour, share)
                at += lead
            x += w
        return y + whole

    def slope(self, name) -> float:
        """The height of a picture as wide as 1."""
        if name.startswith(("anatomy", "figure")):
            return 88 / (85 if name[0] == "a" else 63)
        (_, _, wide, high), _ = picture(name, self.colours["ink"])
        return high / wide

    def figure(self, name, x, y, wide) -> float:
        """A picture or a card by its width; how high it is."""
        high = wide * self.slope(name)
        if name.startswith(("anatomy", "figure")):
            s, id_ = high / 88, re.search(r"figure-(\w+)-move", name)[1]
            self.within(f"{s} 0 0 {s} {x} {y}", *((Pen.anatomy, id_) if name[0] == "a" else (Pen.place, id_, 0, 0)))
        else:
            self.art(name, x, y, wide, high)
        return high

    def anatomy(self, id_) -> None:
        """A card with a numbered disc beside each part."""
        self.place(id_, 11, 0)
        for number, at, end in CALLOUTS:
            centre = 2.6 if end < 42.5 else 82.4
            self.rule((centre, at, end, at), width=0.25)
            self.box(centre - 2.6, at - 2.6, 5.2, 5.2, "paper", "ink", 0.25, 2.6)
            self.text(centre, at + 1.06, str(number), "bold", 9, align=0.5)

    def contents(self, text, x, y, width) -> None:
        for paragraph in text:
            (words, number), chief = paragraph[3:].split("|"), paragraph[1] == "1"
            font, indent, y = "bold" if chief else "regular", 5 * (not chief), y + 2.293 * chief
            line = y + 4.586
            self.text(x + indent, line, words, font, 10)
            self.text(x + width, line, number, font, 10, align=1)
            start = x + indent + self.extent([(font, words)], 10) + 1.2
            end = x + width - self.extent([(font, number)], 10) - 1.2
            self.add("q 1 J")
            self.rule((start, line - 0.2, end, line - 0.2), width=0.3, colour="soft", dash="0.01 1.2")
            self.add("Q")
            y += 5.962

    def index(self, text, x, y, width) -> None:
        column, top = "0", y
        own = (width - 10) / 3
        for paragraph in text:
            if paragraph[1] != column:
                column, y = paragraph[1], top
            for n, line in enumerate(self.wrap(paragraph[3:], 9, own - 5)):
                y += 4.1275
                self.words(x + int(column) * (own + 5) + 5 * (n > 0), y, line, 9)

    def form(self, name, draw, *arguments) -> None:
        self.canvas.beginForm(name, -3, -3, 66, 91)
        draw(self, *arguments)
        self.canvas.endForm()

    def place(self, name, x, y, clip="") -> None:
        self.add(f"q {clip} 1 0 0 1 {x:.3f} {y:.3f} cm")
        self.canvas.doForm(name)
        self.add("Q")

    def within(self, frame, draw, *arguments) -> None:
        self.add(f"q {frame} cm")
        draw(self, *arguments)
        self.add("Q")

    def page(self, title, total, how, w=210, h=297, moon=0.0) -> None:
        """Begins a page: the scale, the half moon of a sheet with two sides, label and ruler along the short edges."""
        self.pages += 1
        self.canvas.setPageSize((w / PT, h / PT))
        self.add(f"{1 / PT:.6f} 0 0 {-1 / PT:.6f} 0 {h / PT:.4f} cm")
        if moon:
            left, x = moon - 1.3, moon - 0.718
            self.add(f"0 g {moon} 6.35 m {x} 6.35 {left} 6.932 {left} 7.65 c {left} 8.368 {x} 8.95 {moon} 8.95 c f")
            self.box(left, 6.35, 2.6, 2.6, None, "black", 0.15, 1.3)
        label = f"Rhinoceros Joust · {title} · data {self.data} · page {self.pages} of {total} · {how}"
        self.within("0 -1 1 0 0 210" if w > h else "1 0 0 1 0 0", strips, label)

    def frame(self, fill=None) -> None:
        self.box(3.3, 3.3, 56.4, 81.4, fill, "ink", 0.5, 2.6)


def strips(pen: Pen, label) -> None:
    x, y = 54.2, 289.45
    pen.text(105, 7.88, label, "regular", 6.5, "black", 0.5)
    ticks = [(x + mm, y, x + mm, y - (0.8 if mm % 50 else 1.2)) for mm in range(0, 101, 10)]
    ticks += [(x + inch * 25.4, y, x + inch * 25.4, y + 1.2) for inch in range(5)]
    pen.rule((x, y, x + 101.6, y), *ticks, width=0.15, colour="black")
    pen.text(x - 1, y + 0.65, "0", "regular", 5.5, "black", 1)
    pen.text(x + 102.6, y + 0.65, "100 mm above · 4 in below: measure me", "regular", 5.5, "black")


def tiles(pen: Pen, positions, lit, colour, points) -> None:
    for i, position in enumerate(positions):
        x, on, worth = 6 + i * 10.38, position in lit, points.get(position) if position in lit else None
        pen.box(x, 63.4, 9.48, 6.6, "paper", colour if on else "pale", 0.45 if on else 0.25, 1)
        pen.art(f"position-{position}", x + 0.7, 64.1, 5.4 if worth else 8.1, 5.2, colour if on else "pale")
        if worth:
            pen.box(x + 6.38, 63.4, 3.1, 6.6, colour, r=0.8)
            pen.text(x + 7.93, 67.5, str(worth), "bold", 7, "paper", 0.5)


def headings(pen: Pen) -> None:
    pen.rule((3.3, 48.6, 59.7, 48.6), (3.3, 71.3, 59.7, 71.3))
    pen.text(6, 52.4, "MOVE", "bold", 7, "soft")
    pen.text(6, 75, "COUNTERS", "bold", 7, "soft")
    pen.frame()


def move(pen: Pen, id_, moves, rules) -> None:
    card, (colour, icon, effect, where) = moves[id_], MOVES[id_]
    counters, positions = card["traits"]["counters"], rules["positions"]
    pen.box(3.3, 3.3, 56.4, 20, colour, r=2.6)
    pen.box(3.3, 13.6, 56.4, 35.2, "paper")
    pen.box(3.3, 71.3, 56.4, 13.4, "cream", r=2.6)
    pen.box(3.3, 71.3, 56.4, 5, "cream")
    pen.art(card["art"][:-4], 3.3, 13.6, 56.4, 35)
    pen.rule((3.3, 13.6, 59.7, 13.6))
    pen.box(4.65, 4.65, 7.6, 7.6, "paper", r=1.35)
    pen.art(card["asides"]["sign"][:-4], 5.45, 5.45, 6, 6, colour)
    pen.text(14.3, 10.5, card["name"], "title", 16, "paper", fit=43.4)
    pen.art(f"icon-{icon}", 50.2, 51.7, 6.8, 6.8, colour)
    pen.text(6, 57.8, effect, "title", 14, colour, fit=42.8)
    pen.text(6, 62, where, "regular", 8.5)
    lit = (card["traits"]["move"] or {}).get("positions", ())
    points = rules["score_by_position"] if effect == "Score" else {}
    tiles(pen, positions, positions if lit == "any" else lit, colour, points)
    pen.text(57, 75, f"{card['count']} of {sum(m['count'] for m in moves.values())} cards", "regular", 7, "soft", 1)
    pen.art("icon-counter" if counters else "icon-no-counter", 6, 76.8, 6, 6)
    said = "Any card" if counters == "any" else ", ".join(moves[c]["name"] for c in counters) or "Doesn’t counter"
    lines = pen.wrap(said, 9.5, 43.6, "bold")
    for n, line in enumerate(lines):
        pen.words(13.6, 81 + (n - (len(lines) - 1) / 2) * 3.86, line, 9.5)
    headings(pen)


def blank(pen: Pen, positions) -> None:
    pen.box(3.3, 3.3, 56.4, 10.3, "sand", r=2.6)
    pen.box(3.3, 10, 56.4, 10, "paper")
    pen.box(4.65, 4.65, 7.6, 7.6, "paper", r=1.35)
    pen.rule((3.3, 13.6, 59.7, 13.6))
    pen.text(31.5, 31.325, "Draw your own move here", "regular", 7, "soft", 0.5)
    tiles(pen, positions, (), "ink", {})
    headings(pen)


def rhino(pen: Pen, card) -> None:
    tint = card["asides"]["tint"]
    pen.box(3.3, 3.3, 56.4, 24, tint, r=2.6)
    pen.art("arena", 3.3, 17.8, 56.4, 35)
    pen.rule((3.3, 17.8, 59.7, 17.8), (3.3, 52.8, 59.7, 52.8))
    pen.text(6, 10.3, card["name"], "title", 16, "paper")
    pen.text(6, 15.7, card["asides"]["epithet"], "italic", 9.5, "paper")
    pen.art(card["art"][:-4], 5.5, 19.3, 52, 33)
    pen.text(31.5, 56.584, card["asides"]["cry"], "italic", 7.5, "soft", 0.5)
    says = ("Discard up to", "Draw up to", "Hold at most")
    for n, (stat, value) in enumerate(card["traits"].items()):
        y = 59.4 + 8.3 * n
        pen.art(f"icon-{stat.removeprefix('top_')}", 6, y, 6.4, 6.4, tint)
        pen.text(14.4, y + 2.97, stat.replace("_", " ").capitalize(), "title", 11)
        pen.text(14.4, y + 6.2, f"{says[n]} {value}", "regular", 8.5, "soft")
        pen.text(52.5, y + 5.29, str(value), "title", 16, tint, 0.5)
    pen.frame()


def back(pen: Pen, art, words) -> None:
    pen.art(art, -3, -3, 69, 94)
    for frame in ("1 0 0 1 0 0", "-1 0 0 -1 63 88"):
        pen.within(frame, lambda pen: pen.text(31.5, 70.616, words, "title", 11, align=0.5))


def reading(pen: Pen, text, x, y, art=None, lines=(), fill=None) -> None:
    """A card of prose, with large words and a picture if it has them."""
    pen.frame(fill)
    pen.flow(text, x, y, 63 - 2 * x, CARD)
    for n, line in enumerate(lines):
        pen.text(31.5, 50.654 + 6.535 * n, line, "title", 19.5, align=0.5)
    if art:
        pen.art(*art)


def cover(pen: Pen, tagline, art=(3, 3, 57, 52), y=66.5, below=81.0) -> None:
    pen.art("title", *art)
    pen.text(31.5, y, "Rhinoceros", "title", 22, "red", 0.5)
    pen.text(31.5, y + 7.373, "Joust", "title", 22, "red", 0.5)
    pen.text(31.5, below, tagline, "italic", 9.5, align=0.5)


def title(pen: Pen, tagline) -> None:
    pen.frame("cream")
    cover(pen, tagline, (6, 6, 51, 45.2), 62.045, 78.02)


def marks(columns, rows, gap=1.0) -> list[tuple[float, float, float, float]]:
    """Cut marks outside a block whose trims lie at these x and y; none reach into the label."""
    far = gap + 3
    return [
        *[(x, y + s * gap, x, max(y + s * far, 8.95)) for x in columns for y, s in ((rows[0], -1), (rows[-1], 1))],
        *[(x + s * gap, y, x + s * far, y) for y in rows for x, s in ((columns[0], -1), (columns[-1], 1))],
    ]


def mixed_marks(columns, rows) -> list[tuple[float, float, float, float]]:
    """Those of the last backs: the middle row and the last card have no bleed, and marks nearer to them."""
    return [
        *[(x, 13, x, 10) for x in columns],
        *[(x, 284, x, 287) for x in columns[:3]],
        *[(x, 281.5, x, 284.5) for x in columns[2:]],
        *[(7, y, 4, y) for y in rows],
        *[(9.5, y, 6.5, y) for y in rows[1:3]],
        *[(203, y, 206, y) for y in rows[:2]],
        *[(200.5, y, 203.5, y) for y in rows[1:]],
    ]


def foldie(pen: Pen, card) -> None:
    """From the top: foot, panel on its head and mirrored, panel, foot."""
    for turn, mirror in (("-1 0 0 -1 55 72 cm", "-1 0 0 1 55 0 cm"), ("1 0 0 1 0 72 cm", "")):
        pen.add("q", turn, "q", mirror)
        pen.art(card["art"][:-4], 3, 3, 49, 45)
        pen.add("Q")
        pen.box(3, 49.5, 49, 9, card["asides"]["tint"], r=1.6)
        pen.text(27.5, 55.8, card["name"], "title", 15, "paper", 0.5)
        pen.add("Q")
    pen.text(27.5, 6.8, "glue this foot under the other", "regular", 7, "soft", 0.5)
    pen.text(27.5, 138.8, "fold inwards", "regular", 7, "soft", 0.5)
    pen.rule((0, 12, 55, 12), (0, 72, 55, 72), (0, 132, 55, 132), width=0.25, colour="black", dash="2 1.2")
    pen.box(0, 0, 55, 144, None, "black", 0.25)


def track(pen: Pen, wide, high, steps) -> None:
    """The board of a track: its cells, tinted in turns, and its frame."""
    for n in range(steps):
        pen.box(2.5 + wide * n, 2.5, wide, high, "paper" if n % 2 else "cream")
    pen.rule(*[(2.5 + wide * n, 2.5, 2.5 + wide * n, 2.5 + high) for n in range(1, steps)], width=0.25)
    pen.box(2.5, 2.5, wide * steps, high, None, "ink", 0.5, 1.5)


def positions(pen: Pen, steps) -> None:
    track(pen, 41, 55, 5)
    for n, step in enumerate(steps):
        x, near, far = 23 + 41 * n, *[s.replace("_", "-").capitalize() for s in (step, steps[-1 - n])]
        pen.art(f"layout-{step}", x - 19.5, 11.5, 39, 37)
        pen.text(x, 55.2, near, "title", 13, align=0.5)
        pen.add(f"q -1 0 0 -1 {x} 4.8 cm")
        pen.text(0, 0, far, "title", 13, align=0.5)
        pen.add("Q")


def score(pen: Pen, goal) -> None:
    track(pen, 14.5, 25, goal + 1)
    pen.box(3.5 + 14.5 * goal, 3.5, 12.5, 23, "sand", r=1.2)
    for n in range(goal + 1):
        pen.text(9.75 + 14.5 * n, 17.5, str(n), "title", 20, "red" if n == goal else "ink", 0.5)


def marker(pen: Pen, colour) -> None:
    pen.art("marker", 1.6, 1.6, 11.8, 11.8)
    pen.box(0.8, 0.8, 13.4, 13.4, None, colour, 1.3, 6.7)
    if colour == "blue":
        pen.rule((7.5, 1.6, 7.5, 0.15), width=1.3, colour="paper")
    pen.box(0, 0, 15, 15, None, "black", 0.25, 7.5)


def tuckbox(pen: Pen, name, count) -> None:
    """From the left: flap, front, side, back with the lid, other side."""
    pen.place("cover", 11.75, 38.15)
    pen.place("credits", 99.65, 38.15)
    for x in (75.5, 163.4):
        pen.within(f"0 -1 1 0 {x} 126.9", Pen.text, 44.75, 13.7, name, "title", 16, "red", 0.5)
    pen.text(131.15, 27, f"{count} cards", "bold", 11, align=0.5)
    pen.within("0 -1 1 0 0 117.9", Pen.text, 35.75, 6.45, "glue inside the other side", "regular", 8, "soft", 0.5)
    pen.text(43.25, 139.5, "glue over the other bottom", "regular", 8, "soft", 0.5)
    pen.text(131.15, 139.5, "bottom", "regular", 8, "soft", 0.5)
    pen.add("0 G 0.25 w [] 0 d", BOX.replace(",", " m", 1).replace(",", " l"), "l h S")
    folds = [(x, 37.4, x, 126.9) for x in (11, 75.5, 98.9, 163.4)]
    folds += [(75.5, 37.4, 186.8, 37.4), (11, 126.9, 186.8, 126.9), (98.9, 14, 163.4, 14)]
    pen.rule(*folds, width=0.25, colour="black", dash="2 1.2")


def first(pen: Pen, kit, rhinos, _count) -> None:
    pen.within("0 -1 1 0 12 222", positions, kit["rules"]["positions"])
    for where, rhino_ in zip(("1 0 0 1 80 12", "1 0 0 1 143 12", "0 -1 1 0 12 285"), rhinos, strict=False):
        pen.within(where, foldie, rhino_)
    for x, y, colour in ((80, 164, "gold"), (80, 187, "red"), (143, 164, "blue")):
        pen.within(f"1 0 0 1 {x} {y}", marker, colour)
    pen.rule(*marks((12, 72), (12, 222)), width=0.15, colour="black")


def second(pen: Pen, kit, rhinos, count) -> None:
    pen.within("1 0 0 1 11.6 22.85", tuckbox, kit["title"], count)
    pen.within("0 -1 1 0 11.6 236.15", foldie, rhinos[3])
    for x in (11.6, 82.6):
        pen.within(f"1 0 0 1 {x} 244.15", score, kit["rules"]["target_score"])
        pen.rule(*marks((x, x + 63), (244.15, 274.15)), width=0.15, colour="black")


def bracket(pen: Pen) -> None:
    pen.text(15, 36, "Rhinoceros Joust: Championship bracket", "title", 24, "red", fit=150)
    pen.art("trophy", 171, 26, 24, 24)
    for count, y, height in ((8, 58, 132), (4, 208, 63)):
        rounds, lines = count.bit_length(), []
        width = 180 / rounds
        pen.text(15, y - 2.45, f"{count} RIDERS", "bold", 9, "soft")
        for n in range(rounds):
            x, step = 15 + n * width, height / (count >> n)
            for i in range(count >> n):
                at = y + step * (i + 0.5)
                lines.append((x, at, x + width - 2 * (n == rounds - 1), at))
                if i % 2 == 0 and n < rounds - 1:
                    lines.append((x + width, at, x + width, at + step))
        pen.rule(*lines, width=0.4)
        pen.text(17 + (rounds - 1) * width, y + height / 2 + 5, "CHAMPION", "bold", 9, "soft")


def facing(pen: Pen, kit) -> None:
    """The front cover; `covers` draws what it has in common with the back cover."""
    covers(pen)
    for y, word in zip((33.047, 48.129), kit["title"].split(), strict=True):
        pen.text(69.85, y, word, "title", 45, "red", 0.5)
    pen.text(69.85, 59.267, kit["tagline"], "italic", 15, align=0.5)
    pen.art("title", 14, 64, 111.7, 98)
    pen.art("flourish", 44.85, 182, 50, 5)
    facts = (("players", f"{kit['players'][0]} players"), ("time", f"{kit['minutes']} minutes"))
    for x, (icon, words) in zip((19, 54, 91), (*facts, ("age", f"{kit['ages']} and up")), strict=True):
        pen.art(f"icon-{icon}", x, 168, 7, 7, "red")
        pen.text(x + 9, 172.914, words, "bold", 12)
    credit = f"After the game by {kit['credit']['designer']}, {kit['credit']['year']}"
    pen.text(69.85, 192.06, credit, "regular", 9, "soft", 0.5)


def covers(pen: Pen) -> None:
    pen.box(9, 9, 121.7, 192, "cream", "red", 0.9, 4)
    pen.box(11, 11, 117.7, 188, None, "red", 0.25, 3)


def backing(pen: Pen, text) -> None:
    covers(pen)
    pen.flow(text, 20, 20, 99.7, BOOK)
    pen.art("pennant", 24.85, 134, 90, 10)
    pen.art("silhouette", 42.35, 146, 55, 36, "red")
    pen.art("flourish", 44.85, 187, 50, 5)


def plate(pen: Pen, rhinos) -> None:
    pen.art("pennant", 19.85, 18, 100, 11)
    for name, (x, y) in zip(rhinos, ((70, 108), (12, 40), (70, 40), (12, 108)), strict=True):
        pen.art(name, x, y, 58, 50)
    pen.art("flourish", 34.85, 182, 70, 7)


def book(pen: Pen, prose, kit, rhinos) -> None:
    """Two pages to a sheet: the covers, the plate and the contents, and the text, which ends with a page for notes."""
    pen.page("Rulebook", 10, HOW, 297, 210)
    pen.within("1 0 0 1 8.8 0", backing, prose["summary-turn"])
    pen.within("1 0 0 1 148.5 0", facing, kit)
    pen.canvas.showPage()
    pen.page("Rulebook", 10, HOW, 297, 210)
    pen.within("1 0 0 1 8.8 0", plate, rhinos)
    for number, page in enumerate("\n".join(prose["rulebook"]).split("---\n")[1:], 3):
        odd, lines = number % 2, page.splitlines()
        if not odd:
            pen.page("Rulebook", 10, HOW, 297, 210)
        pen.add(f"q 1 0 0 1 {148.5 if odd else 8.8} 0 cm")
        y = pen.flow([line for line in lines if line[0] not in "=%"], 14, 13, 111.7, BOOK)
        pen.contents([line for line in lines if line[0] == "="], 14, y, 111.7)
        pen.index([line for line in lines if line[0] == "%"], 14, y, 111.7)
        if pen.chapter == "Notes":
            pen.rule(*[(14, y + 8 * n, 125.7, y + 8 * n) for n in range(1, 22)], width=0.25, colour="pale")
        wide = pen.extent([("bold", str(number))], 9) + 9 * PT
        if odd:
            pen.text(125.7 - wide, 201, pen.chapter, "regular", 9, "soft", 1)
        pen.text(125.7 if odd else 14, 201, str(number), "bold", 9, "red", odd)
        if not odd:
            pen.text(14 + wide, 201, kit["title"], "regular", 9, "soft")
        pen.add("Q")
        if odd:
            pen.canvas.showPage()


def cardstock(pen: Pen, kit, cards, prose) -> None:
    moves, rules = cards["moves"], kit["rules"]
    pen.form("move-back", back, "back-moves", kit["title"])
    pen.form("rhino-back", back, "back-rhinos", "Rhinos")
    for id_ in moves:
        pen.form(id_, move, id_, moves, rules)
    for id_, card in cards["rhinos"].items():
        pen.form(id_, rhino, card)
    trophy = ("trophy", 13.5, 7, 36, 36)
    pen.form("summary", reading, prose["summary-turn"], 6, 6)
    pen.form("counters", reading, prose["summary-counters"], 5, 5)
    pen.form("champion", reading, prose["champion"], 7, 61, trophy, ("Reigning", "Champion"), "cream")
    pen.form("challenger", reading, prose["challenger"], 7, 7, ("head", 19.5, 58, 24, 24))
    pen.form("title", title, kit["tagline"])
    pen.form("cover", cover, kit["tagline"])
    pen.form("credits", reading, prose["credits"], 7, 7, ("flourish", 11.5, 75, 40, 5))
    pen.form("blank", blank, rules["positions"])
    deck = [(id_, "move-back") for id_, card in moves.items() for _ in range(card["count"])]
    deck += [*[(id_, "rhino-back") for id_ in cards["rhinos"]], *[("summary", "counters")] * 2]
    deck += [("champion", "challenger"), ("title", "credits"), *[("blank", "move-back")] * 2]
    columns, rows = [10.5 + 63 * n for n in range(4)], [16.5 + 88 * n for n in range(4)]
    how, moons = "print at 100 %, two-sided, flip on long edge", (7.65, 202.35)
    for start in range(0, len(deck), 9):
        for side in (0, 1):
            pen.page("Cards", 20, f"{('front', 'back')[side]} · {how}", moon=moons[side])
            for n, pair in enumerate(deck[start : start + 9]):
                column, row = (2 - n % 3 if side else n % 3), n // 3
                x, y = columns[column], rows[row]
                bleed = f"{x - 3 * (column == 0)} {y - 3 * (row == 0)} {63 + 3 * (column != 1)} {88 + 3 * (row != 1)}"
                pen.place(pair[side], x, y, f"{bleed} re W n" if side else "")
            mixed = side and start + 9 >= len(deck)
            found = mixed_marks(columns, rows) if mixed else marks(columns, rows, 3.5 if side else 1)
            pen.rule(*found, width=0.15, colour="black")
            pen.canvas.showPage()
    for draw in (first, second):
        pen.page("Pieces", 20, f"front · nothing on its back · {how}", moon=moons[0])
        draw(pen, kit, list(cards["rhinos"].values()), len(deck) - 2)
        pen.canvas.showPage()
        pen.page("Pieces", 20, "back, stays empty · flip on long edge", moon=moons[1])
        pen.canvas.showPage()
    pen.canvas.save()


def paper(pen: Pen, kit, cards, prose) -> None:
    for id_ in sorted(set(re.findall(r"figure-(\w+)-move", " ".join(prose["rulebook"])))):
        pen.form(id_, move, id_, cards["moves"], kit["rules"])
    pen.page("How to print", 10, HOW)
    pen.flow(prose["guide"], 15, 26, 180, GUIDE)
    pen.canvas.showPage()
    pen.page("Bracket", 10, HOW)
    bracket(pen)
    pen.canvas.showPage()
    book(pen, prose, kit, cards["rhinos"])
    pen.canvas.save()


@click.command()
@click.argument("text", type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(path_type=Path), required=True)
def main(text: Path, output: Path) -> None:
    """Draw the two files of the rhino kit on A4."""
    rl_config.useA85 = 0
    files = [ROOT / "card_data/rhino" / f"{name}.yaml" for name in ("kit", "rules", "cards")]
    kit, kit["rules"], cards = (yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in files)
    sections = text.read_text(encoding="utf-8").split("=== ")[1:]
    prose = {lines[0]: lines[1:] for lines in map(str.splitlines, sections)}
    kit["data"] = prose["version"][0]
    fonts = {}
    for role, where in FONTS.items():
        package, file = where.split()
        folder = importlib.util.find_spec(f"fontpkg_{package}").submodule_search_locations[0]
        fonts[role] = TTFont(role, f"{folder}/files/{file}.ttf")
    output.mkdir(parents=True, exist_ok=True)
    for name, draw in (("cardstock", cardstock), ("paper", paper)):
        draw(Pen(output / f"rhino-a4-{name}.pdf", kit, fonts), kit, cards, prose)


if __name__ == "__main__":
    main()
