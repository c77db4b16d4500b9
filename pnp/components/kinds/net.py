"""The net of a die: its faces laid flat, joined at hinges, with tabs for gluing.

A die is described by the corners of its faces, anticlockwise as seen from outside, and by the tree of hinges that
joins them. Where two free edges meet on the folded die, one of them has a tab, with the number of the face that it is
glued under. Numbers on opposite faces always have the same sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import atan2, ceil, cos, degrees, hypot, pi, sin, tan
from typing import Annotated, Literal, NamedTuple

from pnp.components.context import RenderContext
from pnp.components.knife import CUT, knife_lines
from pnp.components.pictures import picture
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.drawing import bleeding, line, polygon
from pnp.graphics.geometry import EPSILON, edges
from pnp.kit import Component
from pnp.kit.annotations import PictureName
from pnp.kit.schema import Between
from pnp.text import place
from pnp.text.fit import fit

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

EDGE = 1.0
"""The margin around the net, so that no line is on the piece's border, mm."""
DEPTH, SLANT = 0.27, 33.0
"""A tab's depth as a share of the edge, and the angle of its ends in degrees. It must be below 36, the gap between two
petals of the dodecahedron."""
DEEPEST = 7.0
SIGN = 0.9
"""The half width of the picture behind a number as a share of the distance of its face's edges from the middle."""
NUMBER = 0.5
"""The height of a number's box as a share of its face's."""
UNDERLINED = ("6", "9")
"""Numbers that look alike upside down."""

Point = tuple[float, float]
Side = tuple[int, int]
"""A face and one of its edges, both counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A die to fold from paper."""

    sides: Literal[6, 12]
    """How many faces the die has."""
    edge: Annotated[float, Between(10, 40)]
    """The length of the die's edges, in mm."""
    art: PictureName | None = None
    """A picture behind the number of each face."""
    signs: dict[str, PictureName] = field(default_factory=dict)
    """Pictures of their own behind the numbers of faces, by number."""
    symbols: dict[str, PictureName] = field(default_factory=dict)
    """Pictures in place of the numbers of faces, by number."""


class Solid(NamedTuple):
    """A solid: its faces as loops of corners, the parent face of each (none for the root), and their numbers.

    The first edge of the root face is at an angle of `turn` degrees, chosen so that the net takes little paper.
    """

    faces: tuple[tuple[int, ...], ...]
    hangs_on: Mapping[int, int]
    numbers: tuple[int, ...]
    turn: int

    def meeting(self) -> dict[Side, Side]:
        """The edge that each edge meets on the finished die."""
        at = {edge: (f, i) for f, loop in enumerate(self.faces) for i, edge in enumerate(edges(loop))}
        return {side: at[b, a] for (a, b), side in at.items()}


def _cube() -> Solid:
    """A cube as a cross: a column of top, front, bottom and back, and the two other faces beside the front."""
    top, bottom = (0, 1, 2, 3), (7, 6, 5, 4)
    sides = [((i + 1) % 4, i, i + 4, (i + 1) % 4 + 4) for i in range(4)]
    return Solid((top, *sides, bottom), {0: 1, 2: 1, 4: 1, 5: 1, 3: 5}, (1, 2, 3, 5, 4, 6), 180)


def _dodecahedron() -> Solid:
    """A dodecahedron as two flowers, each a face with its five neighbours, joined by one petal of each."""
    top, bottom = (0, 1, 2, 3, 4), (19, 18, 17, 16, 15)
    after = [(i + 1) % 5 for i in range(5)]
    upper = [(after[i], i, 5 + i, 10 + i, 5 + after[i]) for i in range(5)]
    lower = [(10 + after[i], 5 + after[i], 10 + i, 15 + i, 15 + after[i]) for i in range(5)]
    hangs_on = {**dict.fromkeys(range(1, 6), 0), 6: 1, 11: 6, **dict.fromkeys(range(7, 11), 11)}
    # A numbering with the smallest difference between the sums of the three faces at each corner.
    numbers = (12, 2, 5, 4, 3, 6, 10, 7, 11, 8, 9, 1)
    return Solid((top, *upper, *lower, bottom), hangs_on, numbers, 162)


SOLIDS = {6: _cube(), 12: _dodecahedron()}


class Net(NamedTuple):
    """A flattened solid: the corners of its faces, and its tabs by edge, all within `size`, in mm."""

    faces: list[list[Point]]
    tabs: dict[Side, list[Point]]
    size: Size


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    _expect_faces(spec, context)
    net = flat(SOLIDS[spec.sides], spec.edge)
    items = tuple(_drawn(SOLIDS[spec.sides], net, spec, context))
    drawing = Drawing(id_, net.size, items, context.past_cut, overhang=CUT.width / 2)
    return [Piece(f"{id_}/net", id_, spec.title, net.size, drawing, stock=spec.stock, outlined=True)]


def _expect_faces(spec: Spec, context: RenderContext) -> None:
    """Report pictures for faces that the die does not have, or that show another picture."""
    known = [str(number) for number in range(1, spec.sides + 1)]
    for key, pictures in (("signs", spec.signs), ("symbols", spec.symbols)):
        for number in pictures:
            if number not in known:
                message = f"a die with {spec.sides} faces has no face {number!r}"
                context.diagnostics.error(spec.at(key, number), "bad-choice", message, f"faces: {', '.join(known)}")
    if spec.art and len(spec.signs.keys() | spec.symbols.keys()) == spec.sides:
        message, hint = "each face has a picture of its own, so this one is not printed", "remove 'art'"
        context.diagnostics.error(spec.at("art"), "bad-choice", message, hint)
    for number in spec.signs.keys() & spec.symbols.keys():
        message, hint = f"the face {number} has a symbol, so its sign is not printed", "remove one of them"
        context.diagnostics.error(spec.at("signs", number), "bad-choice", message, hint)


def flat(solid: Solid, edge: float) -> Net:
    """Lay a solid flat; its edges are `edge` mm long."""
    count, turn = len(solid.faces[0]), pi * solid.turn / 180
    first = next(face for face in range(len(solid.faces)) if face not in solid.hangs_on)
    placed = {first: _polygon((0.0, 0.0), (edge * cos(turn), edge * sin(turn)), count)}
    waiting = dict(solid.hangs_on)
    meets = solid.meeting()
    while waiting:
        child = next(child for child, parent in waiting.items() if parent in placed)
        i, hinge = _hinge(solid, meets, child, waiting.pop(child))
        face = _polygon(placed[hinge[0]][(hinge[1] + 1) % count], placed[hinge[0]][hinge[1]], count)
        placed[child] = [*face[-i:], *face[:-i]] if i else face
    faces = [placed[face] for face in range(len(solid.faces))]
    return _framed(faces, _tabs(solid, faces, edge))


def _hinge(solid: Solid, meets: Mapping[Side, Side], child: int, parent: int) -> tuple[int, Side]:
    """The edge that joins a face to its parent, and the parent's edge."""
    return next((i, meets[child, i]) for i in range(len(solid.faces[child])) if meets[child, i][0] == parent)


def _polygon(a: Point, b: Point, count: int) -> list[Point]:
    """The regular polygon to the left of an edge."""
    points, angle = [a, b], atan2(b[1] - a[1], b[0] - a[0])
    length = hypot(b[0] - a[0], b[1] - a[1])
    while len(points) < count:
        angle += 2 * pi / count
        x, y = points[-1]
        points.append((x + length * cos(angle), y + length * sin(angle)))
    return points


def _tabs(solid: Solid, faces: list[list[Point]], edge: float) -> dict[Side, list[Point]]:
    """A tab on one of every two free edges that meet, where it overlaps no face and no other tab."""
    tabs: dict[Side, list[Point]] = {}
    hinges = {frozenset(hinge) for hinge in solid.hangs_on.items()}
    for side, other in solid.meeting().items():
        if side < other and frozenset((side[0], other[0])) not in hinges:
            choice = ((s, _tab(faces, s, min(DEPTH * edge, DEEPEST))) for s in (side, other))
            there = [*faces, *tabs.values()]
            tabs.update([next((s, tab) for s, tab in choice if not any(_overlap(tab, one) for one in there))])
    return tabs


def _tab(faces: list[list[Point]], side: Side, depth: float) -> list[Point]:
    """A trapezium on the outer side of an edge."""
    face = faces[side[0]]
    (ax, ay), (bx, by) = face[side[1]], face[(side[1] + 1) % len(face)]
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    out, along = (uy * depth, -ux * depth), depth / tan(pi * SLANT / 180)
    far_b = (bx + out[0] - ux * along, by + out[1] - uy * along)
    far_a = (ax + out[0] + ux * along, ay + out[1] + uy * along)
    return [(ax, ay), (bx, by), far_b, far_a]


def _overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex shapes share area: no edge of either separates them."""
    return not any(_separated(one, other, (b[1] - a[1], a[0] - b[0])) for a, b in (*edges(one), *edges(other)))


def _separated(one: list[Point], other: list[Point], axis: Point) -> bool:
    spans = [[x * axis[0] + y * axis[1] for x, y in shape] for shape in (one, other)]
    slack = EPSILON * hypot(*axis)
    return max(spans[0]) <= min(spans[1]) + slack or max(spans[1]) <= min(spans[0]) + slack


def _framed(faces: list[list[Point]], tabs: dict[Side, list[Point]]) -> Net:
    """Turn the y axis downwards, and centre the net in a size of whole millimetres."""
    points = [point for shape in (*faces, *tabs.values()) for point in shape]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    size = Size(*(ceil(round(max(v) - min(v), 6) + 2 * EDGE) for v in (xs, ys)))
    left, top = (size.w - max(xs) - min(xs)) / 2, (size.h + max(ys) + min(ys)) / 2

    def framed(shape: list[Point]) -> list[Point]:
        return [(x + left, top - y) for x, y in shape]

    return Net([framed(face) for face in faces], {side: framed(tab) for side, tab in tabs.items()}, size)


def _drawn(solid: Solid, net: Net, spec: Spec, context: RenderContext) -> Iterator[Item]:
    meets, hinges = solid.meeting(), {frozenset(hinge) for hinge in solid.hangs_on.items()}
    paper, pale = (context.colour(name, spec.at("sides")) for name in ("paper", "pale"))
    for colour, shapes in ((paper, net.faces), (pale, net.tabs.values())):
        past = Stroke(colour, 2 * context.past_cut, join=1)
        yield from bleeding(Path(polygon(*shape), stroke=past) for shape in shapes if context.past_cut)
    for side, tab in net.tabs.items():
        yield _tab_drawn(tab, str(solid.numbers[meets[side][0]]), spec, context)
    for number, face in zip(solid.numbers, net.faces, strict=True):
        ground = Path(polygon(*face), fill=paper)
        yield Tag("Face", (ground, *_number(str(number), face, spec, context)), str(number), spec.at("sides"))
    folds = []
    for side, other in meets.items():
        face = net.faces[side[0]]
        hinge = frozenset((side[0], other[0])) in hinges
        # A hinge is an edge of two faces, but one line.
        if side in net.tabs or (hinge and side < other):
            folds.append((*face[side[1]], *face[(side[1] + 1) % len(face)]))
    yield from knife_lines(context, [polygon(*_outline(solid, net))], folds)


def _outline(solid: Solid, net: Net) -> list[Point]:
    """The cut line: along the edges that are no hinges, and around the tabs."""
    meets, hinges = solid.meeting(), {frozenset(hinge) for hinge in solid.hangs_on.items()}
    count = len(solid.faces[0])

    def following(side: Side) -> Side:
        """The next free edge: behind a hinge, the outline goes on along the other face."""
        side = side[0], (side[1] + 1) % count
        while frozenset((side[0], meets[side][0])) in hinges:
            face, edge = meets[side]
            side = face, (edge + 1) % count
        return side

    first = next(side for side, other in meets.items() if frozenset((side[0], other[0])) not in hinges)
    points: list[Point] = []
    side = first
    while not points or side != first:
        a, _, *far = net.tabs.get(side, [net.faces[side[0]][side[1]], (0.0, 0.0)])
        points += [a, *far[::-1]]
        side = following(side)
    return points


def _tab_drawn(tab: list[Point], number: str, spec: Spec, context: RenderContext) -> Item:
    """A tab with the number of the face that it is glued under."""
    a, b, far_b, far_a = tab
    depth = hypot(b[0] - a[0], b[1] - a[1]) - hypot(far_b[0] - far_a[0], far_b[1] - far_a[1])
    depth *= tan(pi * SLANT / 180) / 2
    middle = (sum(x for x, _ in tab) / 4, sum(y for _, y in tab) / 4)
    box = Rect(middle[0] - depth, middle[1] - depth / 2, 2 * depth, depth)
    upright = Transform.rotate(degrees(atan2(b[1] - a[1], b[0] - a[0])), *middle)
    words = _words(context, spec, "net-tab", number, box, 0.62)
    ground = Path(polygon(*tab), fill=context.colour("pale", spec.at("sides")))
    return Tag("Tab", (ground, Group(tuple(words), upright)), number, spec.at("sides"))


def _number(number: str, face: list[Point], spec: Spec, context: RenderContext) -> Iterator[Item]:
    """A face's number, or its symbol, upright on the lowest of its edges."""
    middle = (sum(x for x, _ in face) / len(face), sum(y for _, y in face) / len(face))
    a, b = max(edges(face), key=lambda edge: round(edge[0][1] + edge[1][1], 6))
    foot = ((a[0] + b[0]) / 2 - middle[0], (a[1] + b[1]) / 2 - middle[1])
    reach = hypot(*foot)
    box = Rect(middle[0] - reach, middle[1] - 2 * reach * NUMBER / 2, 2 * reach, 2 * reach * NUMBER)
    words = [] if number in spec.symbols else _words(context, spec, "net-number", number, box, 1.12)
    tilt = degrees(atan2(foot[1], foot[0])) - 90
    around = Rect(*middle, 0, 0).inset(-SIGN * reach)
    yield Group((*_sign(number, around, spec, context), *words), Transform.rotate(round(tilt, 6), *middle))


def _sign(number: str, box: Rect, spec: Spec, context: RenderContext) -> list[Item]:
    """The picture behind a face's number, or in its place."""
    key, own = ("symbols", spec.symbols) if number in spec.symbols else ("signs", spec.signs)
    name, span = (own[number], spec.at(key, number)) if number in own else (spec.art, spec.at("art"))
    return list(picture(context, name, box, context.colour("ink", span), span)) if name else []


def _words(context: RenderContext, spec: Spec, style_name: str, text: str, box: Rect, foot: float) -> list[Item]:
    """A number centred in a box. A 6 or 9 is underlined, `foot` times half the box's height below the centre."""
    span = spec.at("sides")
    style = context.style(style_name, span)
    if style is None:
        return []
    block = fit(context.fonts, text, style, box, span, context.diagnostics)
    colour = context.colour(style.colour, style.at("colour"))
    words: list[Item] = [*place(block, box, style, colour)]
    if text in UNDERLINED:
        (x, middle), wide = box.centre, 0.4 * block.cap
        y = middle + foot * box.h / 2
        words.append(line(x - wide, y, x + wide, y, Stroke(colour, 0.08 * block.cap)))
    return words
