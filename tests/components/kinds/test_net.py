"""Nets of dice: read off the finished drawing, folded in three dimensions, and found to be the die."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from math import acos, cos, dist, pi, sin, sqrt

import pytest

from pnp import components
from pnp.checks.support.printed import tags, texts
from pnp.components.context import RenderContext
from pnp.components.kinds import net
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Path, Piece, Tag
from pnp.graphics.geometry import Rect
from pnp.kit.model import Component
from pnp.sources.yaml import parse
from tests.conftest import fresh
from tests.support.drawn import kind_test

test_is_drawn_as_reviewed = kind_test("net")


Point = tuple[float, float]


Space = tuple[float, float, float]


EDGES = {6: 16.0, 12: 22.0}


CORNERS = {6: 8, 12: 20}


DIHEDRAL = {6: pi / 2, 12: acos(-1 / sqrt(5))}


# From the middle of the solid to its corners, for edges of length 1.
RADIUS = {6: sqrt(3) / 2, 12: sqrt(3) * (1 + sqrt(5)) / 4}


NEAR = 1e-6


@pytest.fixture(scope="module")
def context(context: RenderContext) -> RenderContext:
    """The rhino kit with the styles that nets need."""
    style = replace(context.kit.facebook.styles["track-count"], valign="middle")
    styles = {"net-number": replace(style, least=8), "net-tab": replace(style, size=7.5, least=7)}
    book = replace(context.kit.facebook, styles={**context.kit.facebook.styles, **styles})
    kit = replace(context.kit, facebook=book)
    return fresh(context, kit=kit, diagnostics=Diagnostics())


def made(context: RenderContext, text: str) -> list[Piece]:
    spec: Component | None = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return components.pieces("die", spec, context) if spec else []


class Drawn:
    """A net as it is drawn: its faces and tabs with their outlines and numbers, its cut and its folded lines."""

    def __init__(self, piece: Piece) -> None:
        self.size = piece.size
        self.faces = [(int(tag.alt), outline(tag)) for tag in tags(piece.front.items, "Face")]
        self.tabs = [(int(tag.alt), outline(tag)) for tag in tags(piece.front.items, "Tab")]
        self.printed = [[t.text for t in texts(tag.items)] for tag in tags(piece.front.items, "Face")]
        layers = [item for item in piece.front.items if isinstance(item, Tag) and item.role == "Layer"]
        lines = [item for layer in layers for item in layer.items if isinstance(item, Path)]
        self.folds = [ends(item) for item in lines if item.stroke and item.stroke.dash]
        (cut,) = [item for item in lines if item.stroke and not item.stroke.dash]
        assert cut.segments[-1] == ("h", ())
        self.cuts = edges([(n[0], n[1]) for letter, n in cut.segments if letter in "ml"])

    def tree(self) -> dict[int, list[int]]:
        """The faces that hang together, by their places in the list: they have both ends of an edge in common."""
        found: dict[int, list[int]] = {i: [] for i in range(len(self.faces))}
        for a, b in combinations(found, 2):
            if shared(self.faces[a][1], self.faces[b][1]):
                found[a].append(b)
                found[b].append(a)
        return found

    def free(self) -> list[tuple[int, Point, Point]]:
        """The edges along which no other face hangs, with their face."""
        tree = self.tree()
        return [
            (face, a, b)
            for face, (_, corners) in enumerate(self.faces)
            for a, b in edges(corners)
            if not any(same((a, b), edge) for other in tree[face] for edge in edges(self.faces[other][1]))
        ]


def outline(tag: Tag) -> list[Point]:
    first = tag.items[0]
    assert isinstance(first, Path)
    return corners(first)


def corners(path: Path) -> list[Point]:
    return [(n[0], n[1]) for letter, n in path.segments if letter in "ml"]


def ends(path: Path) -> tuple[Point, Point]:
    (_, a), (_, b) = path.segments
    return (a[0], a[1]), (b[0], b[1])


def edges(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*corners, corners[0]]))


def same(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two edges are one, whichever way they are walked."""
    (a, b), (c, d) = one, other
    return min(dist(a, c) + dist(b, d), dist(a, d) + dist(b, c)) < NEAR


def shared(one: list[Point], other: list[Point]) -> list[tuple[Point, Point]]:
    return [a for a in edges(one) for b in edges(other) if same(a, b)]


def turned(point: Space, a: Space, b: Space, angle: float) -> Space:
    """A point turned about the line from a to b."""
    length = dist(a, b)
    axis = [(q - p) / length for p, q in zip(a, b, strict=True)]
    v = [p - q for p, q in zip(point, a, strict=True)]
    dot = sum(p * q for p, q in zip(axis, v, strict=True))
    cross = (axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0])
    x, y, z = (
        q + cos(angle) * p + sin(angle) * c + (1 - cos(angle)) * dot * k
        for q, p, c, k in zip(a, v, cross, axis, strict=True)
    )
    return x, y, z


def folded(drawn: Drawn, sides: int) -> list[list[Space]]:
    """The corners of every face when each fold is bent to the solid's angle; the first face stays where it lies."""
    tree = drawn.tree()
    flat = [[(x, y, 0.0) for x, y in corners] for _, corners in drawn.faces]
    order, parent = [0], {0: 0}
    for face in order:
        for child in tree[face]:
            if child not in parent:
                parent[child] = face
                order.append(child)
    assert len(order) == sides, "the net hangs together"
    placed = {0: flat[0]}
    for face in order[1:]:
        # From the leaf up to the root, each fold turns all that hangs on it.
        corners, at = flat[face], face
        while at:
            ((a, b),) = shared(drawn.faces[parent[at]][1], drawn.faces[at][1])
            corners = [bent(corner, (*a, 0.0), (*b, 0.0), sides) for corner in corners]
            at = parent[at]
        placed[face] = corners
    return [placed[face] for face in range(sides)]


def bent(point: Space, a: Space, b: Space, sides: int) -> Space:
    return turned(point, a, b, pi - DIHEDRAL[sides])


def middle(points: list[Space]) -> Space:
    x, y, z = (sum(p[i] for p in points) / len(points) for i in range(3))
    return x, y, z


@pytest.fixture(scope="module", params=EDGES, ids=lambda sides: f"d{sides}")
def sides(request) -> int:
    return request.param


@pytest.fixture(scope="module")
def drawn(context, sides) -> Drawn:
    (piece,) = made(context, f"kind: net\ntitle: A die\nsides: {sides}\nedge: {EDGES[sides]:g}\n")
    assert not context.diagnostics
    return Drawn(piece)


def test_every_face_is_regular_and_of_the_size_asked_for(drawn, sides):
    assert len(drawn.faces) == sides
    for _, corners in drawn.faces:
        assert len(corners) == {6: 4, 12: 5}[sides]
        assert all(dist(a, b) == pytest.approx(EDGES[sides]) for a, b in edges(corners))
        centre = middle([(x, y, 0.0) for x, y in corners])
        assert len({round(dist((x, y, 0.0), centre), 6) for x, y in corners}) == 1


def test_faces_hang_on_each_other_as_a_tree(drawn, sides):
    assert sum(map(len, drawn.tree().values())) == 2 * (sides - 1)


def test_folded_the_net_is_the_solid(drawn, sides):
    faces = folded(drawn, sides)
    corners: list[tuple[Space, int]] = []
    for number, face in enumerate(faces):
        for point in face:
            assert not any(dist(point, other) < NEAR and number == of for other, of in corners)
            corners.append((point, number))
    distinct: list[list[int]] = []
    places: list[Space] = []
    for point, number in corners:
        at = next((i for i, place in enumerate(places) if dist(place, point) < 1e-5), None)
        if at is None:
            places.append(point)
            distinct.append([number])
        else:
            distinct[at].append(number)
    assert len(places) == CORNERS[sides]
    assert all(len(set(meeting)) == len(meeting) == 3 for meeting in distinct)
    heart = middle(places)
    assert all(dist(heart, place) == pytest.approx(RADIUS[sides] * EDGES[sides], abs=1e-5) for place in places)


def test_where_two_free_edges_meet_exactly_one_has_a_tab(drawn, sides):
    faces, free = folded(drawn, sides), drawn.free()
    assert len(free) == 2 * len(drawn.tabs)
    flat = [corners for _, corners in drawn.faces]

    def lifted(edge: tuple[int, Point, Point]) -> tuple[Space, Space]:
        at, a, b = edge
        return faces[at][flat[at].index(a)], faces[at][flat[at].index(b)]

    pairs = [(e, f) for e, f in combinations(free, 2) if same(lifted(e), lifted(f))]
    assert sorted(edge for pair in pairs for edge in pair) == sorted(free)
    for one, other in pairs:
        tabs = [(edge, tab) for edge in (one, other) for tab in drawn.tabs if same(edge[1:], edges(tab[1])[0])]
        assert len(tabs) == 1
        ((at, _, _), (number, _)) = tabs[0]
        under = other if at == one[0] else one
        assert number == drawn.faces[under[0]][0], "the tab says the number of the face that it goes under"


def test_nothing_overlaps_and_all_lies_on_the_piece(drawn):
    shapes = [corners for _, corners in [*drawn.faces, *drawn.tabs]]
    for one, other in combinations(shapes, 2):
        assert parted(one, other), (one, other)
    whole = Rect(0, 0, *drawn.size).inset(0.5)
    assert all(whole.contains(Rect(x, y, 0, 0)) for shape in shapes for x, y in shape)


def parted(one: list[Point], other: list[Point]) -> bool:
    """Whether a line along an edge of either parts two convex shapes; they may touch."""
    for (ax, ay), (bx, by) in [*edges(one), *edges(other)]:
        nx, ny = (by - ay) / dist((ax, ay), (bx, by)), (ax - bx) / dist((ax, ay), (bx, by))
        spans = [[x * nx + y * ny for x, y in shape] for shape in (one, other)]
        if max(spans[0]) <= min(spans[1]) + 1e-6 or max(spans[1]) <= min(spans[0]) + 1e-6:
            return True
    return False


def test_tabs_can_be_glued_under_their_faces(drawn, sides):
    """They are shallower than the face they go under, and narrower at their far end."""
    for _, (a, b, far_b, far_a) in drawn.tabs:
        assert dist(far_a, far_b) < dist(a, b) == pytest.approx(EDGES[sides])
        assert 2.5 < depth(a, b, far_a) < EDGES[sides] / 3


def depth(a: Point, b: Point, point: Point) -> float:
    return abs((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / dist(a, b)


def test_folds_are_dashed_and_cuts_are_solid(drawn, sides):
    tree = [
        edge
        for a, others in drawn.tree().items()
        for b in others
        if a < b
        for edge in shared(drawn.faces[a][1], drawn.faces[b][1])
    ]
    feet = [edges(tab)[0] for _, tab in drawn.tabs]
    assert len(drawn.folds) == len(tree) + len(feet)
    assert all(any(same(edge, fold) for fold in drawn.folds) for edge in [*tree, *feet])
    bare = [edge[1:] for edge in drawn.free() if not any(same(edge[1:], foot) for foot in feet)]
    sides_of_tabs = [edge for _, tab in drawn.tabs for edge in edges(tab)[1:]]
    assert len(drawn.cuts) == len(bare) + len(sides_of_tabs)
    assert all(any(same(edge, cut) for cut in drawn.cuts) for edge in [*bare, *sides_of_tabs])


def test_colours_extend_past_the_cut_line(context, sides):
    (piece,) = made(
        replace(context, past_cut=2.0), f"kind: net\ntitle: A die\nsides: {sides}\nedge: {EDGES[sides]:g}\n"
    )
    rims = [rim for tag in tags(piece.front.items, "Bleed") for rim in tag.items]
    drawn = Drawn(piece)
    assert [corners(rim) for rim in rims] == [tab for _, tab in (*drawn.faces, *drawn.tabs)]
    assert {rim.stroke.width for rim in rims} == {4.0}
    assert piece.front.bleed == 2.0
    assert [item.role for item in piece.front.items[:2]] == ["Bleed", "Bleed"], "below everything else"


def test_opposite_faces_always_make_the_same_sum(drawn, sides):
    faces = folded(drawn, sides)
    heart = middle([point for face in faces for point in face])
    numbers = [number for number, _ in drawn.faces]
    assert sorted(numbers) == list(range(1, sides + 1))
    assert drawn.printed == [[str(number)] for number in numbers]
    for face, number in zip(faces, numbers, strict=True):
        across = [2 * h - c for h, c in zip(heart, middle(face), strict=True)]
        opposite = min(range(sides), key=lambda i: dist(across, middle(faces[i])))
        assert dist(across, middle(faces[opposite])) < 1e-5
        assert number + numbers[opposite] == sides + 1


@pytest.mark.parametrize(("sides", "edge", "room"), [(6, 16, (190, 260)), (12, 22, (190, 260)), (12, 12, (120, 120))])
def test_nets_fit_their_paper(sides, edge, room):
    size = net.flat(net.SOLIDS[sides], edge).size
    assert size.w <= room[0]
    assert size.h <= room[1]


@pytest.mark.parametrize("edge", [10, 15.5, 26, 40])
def test_nets_of_other_sizes_fold_too(context, sides, edge):
    (piece,) = made(context, f"kind: net\ntitle: A die\nsides: {sides}\nedge: {edge}\n")
    drawn = Drawn(piece)
    shapes = [corners for _, corners in [*drawn.faces, *drawn.tabs]]
    assert all(parted(one, other) for one, other in combinations(shapes, 2))
    assert len(drawn.free()) == 2 * len(drawn.tabs)
