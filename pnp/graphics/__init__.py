"""Drawings: geometry, colours, SVG, bitmaps and the display list of drawing items.

A `Drawing` is a size with items: paths, texts, pictures, and groups and tags around other items. A `Piece` is something
to cut out, with a drawing for each side. All measures are mm, with the origin at the top left and y downwards. The
names below are for all packages; functions that make shapes are in `drawing`, units of measure in `geometry`.
"""

from pnp.graphics.drawing import Drawing, Group, Item, Path, Piece, Stroke, Tag
from pnp.graphics.geometry import Rect, Size, Transform

__all__ = ["Drawing", "Group", "Item", "Path", "Piece", "Rect", "Size", "Stroke", "Tag", "Transform"]
