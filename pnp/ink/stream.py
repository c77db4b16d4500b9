"""Drawing items -> the operators of one content stream of a PDF.

Inside a drawing everything is in its own millimetres, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any, NamedTuple, Protocol

from pnp.drawing import Drawing, Group, Item, Path, Picture, Segment, Stroke, Tag, Text, Use
from pnp.geometry import MM_PER_POINT, Rect, Transform
from pnp.imposition import Placed
from pnp.ink import bitmaps
from pnp.ink.file import File
from pnp.ink.inks import Inks
from pnp.ink.layers import Layers
from pnp.ink.letters import Letters
from pnp.text import Fonts


class Book(Protocol):
    """The file that a stream is a part of."""

    file: File
    fonts: Fonts
    letters: Letters
    layers: Layers
    inks: Inks

    def define(self, drawing: Drawing) -> str:
        """The name of the form that holds a drawing."""


class Operators(NamedTuple):
    """What a stream comes to: its bytes, and what these name: other XObjects in the order of their use, graphics states
    by their alphas, layers, and by the role of each font the letters that are not ASCII, as they were first met."""

    content: bytes
    used: tuple[str, ...]
    alphas: tuple[tuple[float, float], ...]
    layers: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]

    def is_translucent(self, known: Container[str]) -> bool:
        """Whether anything shines through, itself or in the forms of which that is `known`."""
        alphas = any(min(pair) < 1 for pair in self.alphas)
        return alphas or any(name in known or bitmaps.is_translucent(name) for name in self.used)


class Stream:
    """The operators of one form or page. Paint that is already set is not set again."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.out: list[str] = []
        self.used: dict[str, None] = {}
        self.alphas: set[tuple[float, float]] = set()
        self.layers: dict[str, None] = {}
        self.letters: dict[str, dict[str, None]] = {}
        self.state: dict[str, str] = {}
        self.drawn: dict[type, Callable[[Any], None]] = {
            Path: self.path,
            Text: self.text,
            Picture: self.picture,
            Group: self.group,
            Use: self.use,
            Tag: self.tag,
        }

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            self.drawn[type(item)](item)

    def set(self, key: str, operator: str) -> None:
        if self.state.get(key) != operator:
            self.state[key] = operator
            self.out.append(operator)

    def path(self, path: Path) -> None:
        if path.fill and path.stroke and path.stroke.alpha < 1:
            # In one go, PDF lets the stroke replace the fill below it; in SVG the fill shines through.
            self.path(path._replace(stroke=None))
            path = path._replace(fill=None)
        if path.fill:
            self.set("fill", self.book.inks.fill(path.fill))
        if path.stroke:
            self.stroke(path.stroke)
        self.alpha(path.alpha if path.fill else 1.0, path.stroke.alpha if path.stroke else 1.0)
        painted = "B" if path.fill and path.stroke else "f" if path.fill else "S" if path.stroke else "n"
        if path.fill and path.even_odd:
            painted += "*"
        self.out.append(_outline(path.segments) + " " + painted)

    def stroke(self, stroke: Stroke) -> None:
        self.set("stroke", self.book.inks.stroke(stroke.colour))
        self.set("width", number(stroke.width) + " w")
        self.set("cap", f"{stroke.cap} J")
        self.set("join", f"{stroke.join} j")
        self.set("dash", f"[{' '.join(map(number, stroke.dash))}] 0 d")
        if stroke.join == 0:
            self.set("miter", number(stroke.miter) + " M")

    def alpha(self, fill: float, stroke: float) -> None:
        pair = (round(fill, 3), round(stroke, 3))
        if pair == (1.0, 1.0) and "alpha" not in self.state:
            return
        self.alphas.add(pair)
        self.set("alpha", f"/{alpha_name(pair)} gs")

    def text(self, text: Text) -> None:
        if text.icon:
            self.icon(text, text.icon)
            return
        self.set("fill", self.book.inks.fill(text.colour))
        self.alpha(text.alpha, 1.0)
        size = number(text.size * MM_PER_POINT)
        for dx, part in self.book.fonts.written(text.text, text.font, text.size):
            self.note(text.font, part)
            self.out.append(f"BT 1 0 0 -1 {number(text.x + dx)} {number(text.y)} Tm")
            for name, said in self.book.letters.shown(text.font, part):
                self.out.append(f"{name} {size} Tf ({said}) Tj")
            self.out.append("ET")

    def note(self, role: str, part: str) -> None:
        """Remember letters whose codes depend on what was written before: all but those of ASCII."""
        if part:
            letters = self.letters.setdefault(role, {})
            if not part.isascii():
                letters.update((sign, None) for sign in part if not sign.isascii())

    def icon(self, text: Text, icon: Use) -> None:
        """A drawing in the place of letters, with what it says, and with the space that the text ends with."""
        space = text.text[len(text.text.rstrip()) :]
        said = f"{icon.drawing.alt}{space}".encode("utf-16-be").hex().upper()
        self.out.append(f"/Span <</ActualText <FEFF{said}>>> BDC")
        self.use(icon)
        self.out.append("EMC")

    def picture(self, picture: Picture) -> None:
        """Bitmaps stand upright in a frame whose y grows downwards, so each is flipped back."""
        x, y, w, h = picture.box
        mixed = self.book.inks.bitmap(picture.data)
        file = self.book.file
        name = bitmaps.define(file, mixed) if mixed else bitmaps.plain(file, picture.data)
        self.used[name] = None
        self.out.extend(["q", _matrix(Transform(w, 0, 0, -h, x, y + h)) + " cm", f"/{name} Do", "Q"])

    def group(self, group: Group) -> None:
        before = self.open(group)
        self.items(group.items)
        self.close(before)

    def open(self, group: Group) -> dict[str, str]:
        """Begin a group; what paint was set is for `close` to go back to."""
        self.out.append("q")
        self.frame(group.transform)
        if group.clip:
            self.out.append(_outline(group.clip) + (" W* n" if group.clip_even_odd else " W n"))
        return dict(self.state)

    def close(self, before: dict[str, str]) -> None:
        self.state = before
        self.out.append("Q")

    def frame(self, transform: Transform) -> None:
        """Put all that follows under a transform."""
        if transform != Transform():
            self.out.append(_matrix(transform) + " cm")

    def use(self, use: Use) -> None:
        self.form(use.drawing, use.transform, "")

    def tag(self, tag: Tag) -> None:
        """What tags mean is told by the page that a form is placed on; of the form's own only layers count."""
        if tag.role == "Layer":
            self.layer(tag.alt)
            self.items(tag.items)
            self.end()
        else:
            self.items(tag.items)

    def layer(self, name: str) -> None:
        """Begin what belongs to a layer."""
        key = self.book.layers.key(name)
        self.layers[name] = None
        self.out.append(f"/OC /{key} BDC")

    def mark(self, role: str, number: int) -> None:
        """Begin what is to be read as one thing, by its number on the page."""
        self.out.append(f"/{role} <</MCID {number}>> BDC")

    def artifact(self) -> None:
        """Begin what is not to be read."""
        self.out.append("/Artifact BMC")

    def end(self) -> None:
        self.out.append("EMC")

    def placed(self, placed: Placed) -> None:
        """A piece on a page, cut off where its bleed ends so that it never runs into its neighbour."""
        self.form(placed.drawing, placed.transform(), _clip(placed))

    def enter(self, placed: Placed) -> dict[str, str]:
        """Begin a piece that is written in the page itself, cut off where its form would end; for `close`."""
        x, y, w, h = reach(placed.drawing)
        box = f"{number(x)} {number(y)} {number(w)} {number(h)} re W n"
        self.out.append(" ".join(p for p in ("q", _clip(placed), _matrix(placed.transform()) + " cm", box) if p))
        return dict(self.state)

    def form(self, drawing: Drawing, transform: Transform, clip: str) -> None:
        name = self.book.define(drawing)
        parts = ["q", clip, _matrix(transform) + " cm", f"/{name} Do", "Q"]
        self.out.append(" ".join(part for part in parts if part))
        self.used[name] = None

    def append(self, operators: Operators) -> None:
        """Add what another stream came to."""
        self.out.append(operators.content.decode("ascii"))
        self.used.update(dict.fromkeys(operators.used))
        self.alphas.update(operators.alphas)
        self.layers.update(dict.fromkeys(operators.layers))
        for role, signs in operators.letters:
            self.letters.setdefault(role, {}).update(dict.fromkeys(signs))

    def operators(self) -> Operators:
        """All that was drawn."""
        letters = tuple((role, "".join(signs)) for role, signs in self.letters.items())
        content = "\n".join(self.out).encode("ascii")
        return Operators(content, tuple(self.used), tuple(sorted(self.alphas)), tuple(self.layers), letters)


def alpha_name(pair: tuple[float, float]) -> str:
    """What content streams call the graphics state of an alpha for fills and one for strokes."""
    return f"A{round(pair[0] * 1000)}.{round(pair[1] * 1000)}"


def reach(drawing: Drawing) -> Rect:
    """The box that a drawing is cut off at."""
    return Rect(0, 0, *drawing.size).inset(-drawing.bleed)


def _clip(placed: Placed) -> str:
    if not placed.piece.bleed:
        return ""
    x, y, w, h = placed.bleed.around(placed.rect)
    return f"{number(x)} {number(y)} {number(w)} {number(h)} re W n"


def number(value: float) -> str:
    """A number to the micrometre, without an exponent and without needless zeros."""
    return f"{round(value, 3) + 0.0:.7g}"


def _matrix(transform: Transform) -> str:
    """Six decimals: the scale from mm to pt must not add up to a visible error across a sheet."""
    values = [round(v, 6) + 0.0 for v in transform]
    text = " ".join([f"{v:.9g}" for v in values])
    # PDF knows no exponents; they only come with a turn, or a move, of nearly nothing.
    return " ".join([f"{v:.6f}" for v in values]) if "e" in text else text


# Six significant digits: a micrometre on the largest sheet, and right for drawings of any scale.
_FORMS = {"m": "%.6g %.6g m", "l": "%.6g %.6g l", "c": "%.6g %.6g %.6g %.6g %.6g %.6g c", "h": "h"}


def _outline(segments: tuple[Segment, ...]) -> str:
    text = " ".join([_FORMS[operator] % numbers for operator, numbers in segments])
    if "e" in text:  # PDF knows no exponents; they only come with numbers that are nearly nothing
        rounded = ((operator, tuple(round(v, 3) + 0.0 for v in numbers)) for operator, numbers in segments)
        text = " ".join([_FORMS[operator] % numbers for operator, numbers in rounded])
    return text
