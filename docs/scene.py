"""Printed pieces on a table, seen by a camera: flat ones in perspective, standees upright, all with soft shadows.

The table is measured in mm: x to the right, y away from the viewer. What stands, stands parallel to x.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

Picture = Image.Image
Point = tuple[float, float, float]

SHADE = (52, 34, 18)
FINER = 2
"""The scene is drawn so many times finer than it is shown."""


class Camera(NamedTuple):
    """Where the scene is seen from."""

    size: tuple[int, int]
    """The width and height of the picture, in pixels."""
    height: float = 620.0
    """How high the camera is above the table, in mm."""
    back: float = 560.0
    """How far it is in front of the place with y 0, in mm."""
    down: float = 44.0
    """How far it looks down, in degrees below the horizon."""
    wide: float = 1.25
    """The focal length, as a share of the picture's width."""

    def seen(self, point: Point) -> tuple[float, float]:
        """Where a point appears in the picture, in pixels."""
        x, y, z = point
        turn = math.radians(self.down)
        ahead, up = y + self.back, z - self.height
        depth = ahead * math.cos(turn) - up * math.sin(turn)
        rise = ahead * math.sin(turn) + up * math.cos(turn)
        k = self.wide * self.size[0] / depth
        return (self.size[0] / 2 + x * k, self.size[1] / 2 - rise * k)


class Thing(NamedTuple):
    """A piece on the table, or standing on it."""

    picture: Picture
    x: float
    y: float
    """The middle of a flat piece, or of the foot of a standing one, in mm."""
    width: float
    """The printed width, in mm."""
    turn: float = 0.0
    """How far a flat piece is turned to the left, in degrees."""
    stands: bool = False
    lift: float = 0.0
    """How high it lies on others, in mm."""
    depth: float = 0.0
    """How deep a box is behind its front, which stands, in mm."""
    colour: tuple[int, int, int] = (90, 60, 40)
    """The colour of a box's other sides."""

    def corners(self) -> list[Point]:
        """The corners from the left upper one, clockwise, as points of the table."""
        w, h = self.width, self.width * self.picture.height / self.picture.width
        if self.stands:
            return [(self.x + a * w / 2, self.y, z) for a, z in ((-1, h), (1, h), (1, 0.0), (-1, 0.0))]
        s, c = math.sin(math.radians(self.turn)), math.cos(math.radians(self.turn))
        pairs = ((-w / 2, h / 2), (w / 2, h / 2), (w / 2, -h / 2), (-w / 2, -h / 2))
        return [(self.x + a * c - b * s, self.y + a * s + b * c, self.lift) for a, b in pairs]

    def sides(self) -> list[tuple[Picture, list[Point]]]:
        """The top and the upright sides of a box, as plain pictures and their corners."""
        if not self.depth:
            return []
        near = self.corners()
        far = [(x, y + self.depth, z) for x, y, z in near]
        top = [far[0], far[1], near[1], near[0]]
        left, right = [far[0], near[0], near[3], far[3]], [near[1], far[1], far[2], near[2]]
        lit = ((top, 1.15), (left, 0.8), (right, 0.65))
        return [(Image.new("RGB", (400, 400), self._lit(light)), corners) for corners, light in lit]

    def _lit(self, k: float) -> tuple[int, ...]:
        return tuple(min(255, round(k * value)) for value in self.colour)

    def shadow(self) -> list[Point]:
        """The corners of its shadow on the table; light comes from the left, behind the viewer."""
        if self.stands:
            return [(x + 0.45 * z, y + 0.35 * z, 0.0) for x, y, z in self.corners()]
        return [(x + 1.5 + self.lift, y - 1.5 - self.lift, 0.0) for x, y, _ in self.corners()]


def photographed(camera: Camera, cloth: Picture, things: Sequence[Thing]) -> Picture:
    """The things on a cloth, those further away first."""
    fine = camera._replace(size=(camera.size[0] * FINER, camera.size[1] * FINER))
    whole = cloth.resize(fine.size, Image.Resampling.BICUBIC).convert("RGB")
    flat = [thing for thing in things if not thing.stands]
    upright = sorted((thing for thing in things if thing.stands), key=lambda thing: -thing.y)
    for thing in (*flat, *upright):
        shade = _warped(thing.picture, [fine.seen(point) for point in thing.shadow()], fine.size).getchannel("A")
        blur = ImageFilter.GaussianBlur((7 if thing.stands else 3) * FINER)
        whole.paste(SHADE, (0, 0), shade.point(lambda value: value * 2 // 5).filter(blur))
        for picture, corners in (*_facing(thing, fine), (thing.picture, thing.corners())):
            drawn = _warped(picture, [fine.seen(point) for point in corners], fine.size)
            whole.paste(drawn, (0, 0), drawn)
    return whole.resize(camera.size, Image.Resampling.LANCZOS)


def _facing(thing: Thing, camera: Camera) -> list[tuple[Picture, list[Point]]]:
    """The sides of a box that the camera sees: those whose corners run clockwise in the picture."""
    found = []
    for picture, corners in thing.sides():
        (ax, ay), (bx, by), (cx, cy), _ = (camera.seen(point) for point in corners)
        if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0:
            found.append((picture, corners))
    return found


def cloth(size: tuple[int, int], near: tuple[int, int, int], far: tuple[int, int, int]) -> Picture:
    """A plain table, lighter towards the viewer, with the light falling on its middle."""
    column = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        k = y / size[1]
        column.putpixel((0, y), tuple(round(a + (b - a) * k) for a, b in zip(far, near, strict=True)))
    whole = column.resize(size)
    glow = Image.new("L", size, 0)
    w, h = size
    ImageDraw.Draw(glow).ellipse((w * 0.1, h * 0.15, w * 0.9, h * 1.05), fill=60)
    whole.paste((255, 246, 226), (0, 0), glow.filter(ImageFilter.GaussianBlur(w // 9)))
    return whole


def _warped(picture: Picture, corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> Picture:
    """A picture drawn into four corners of a clear one."""
    box = (0.0, 0.0), (picture.width, 0.0), (picture.width, picture.height), (0.0, picture.height)
    data = _homography(corners, box)
    clear = picture.convert("RGBA")
    # A clear rim keeps the edges smooth.
    rim = Image.new("RGBA", (clear.width + 4, clear.height + 4), (*clear.getpixel((clear.width // 2, 2))[:3], 0))
    rim.paste(clear, (2, 2))
    a, b, c, d, e, f, g, h = data
    moved = (a + 2 * g, b + 2 * h, c + 2, d + 2 * g, e + 2 * h, f + 2, g, h)
    return rim.transform(size, Image.Transform.PERSPECTIVE, moved, Image.Resampling.BICUBIC)


def _homography(here: Sequence[tuple[float, float]], there: Sequence[tuple[float, float]]) -> list[float]:
    """The eight coefficients that lead from four points to four others, by Gaussian elimination."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(here, there, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        best = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for row in range(8):
            if row != column and rows[row][column]:
                k = rows[row][column]
                rows[row] = [value - k * base for value, base in zip(rows[row], rows[column], strict=True)]
    return [row[8] for row in rows]
