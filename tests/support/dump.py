"""Drawings, pieces and sheets as text: a line for each item, for golden files whose changes people review.

Items are in the order of painting, and what is inside a group, a tag or a drawing that is used is indented. Measures
are mm, rounded to a hundredth; sizes of type are points. A drawing that is used again is not repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot, isclose

from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Stroke, Tag, Transform
from pnp.graphics.drawing import Picture, Segment, Text, Use, ellipse, rounded
from pnp.graphics.gradient import Fill, GradientFill
from pnp.imposition import Placed, Sheet

MOST_SEGMENTS = 16
"""Outlines with more segments are shown by their box, their length and their area."""


def number(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def numbers(*values: float) -> str:
    return ",".join(map(number, values))


def lines_of_drawing(drawing: Drawing, shown: set[Drawing] | None = None) -> Iterator[str]:
    """The lines of a drawing: its name, its size, and its items."""
    shown = set() if shown is None else shown
    marks = [f"bleed {number(drawing.bleed)}"] * bool(drawing.bleed)
    marks += [f"overhang {number(drawing.overhang)}"] * bool(drawing.overhang)
    marks += [f"inked as if {number(drawing.full)} times as large"] * bool(drawing.full)
    yield _joined(drawing.name, _size(drawing.size), *marks, drawing.alt and repr(drawing.alt))
    shown.add(drawing)
    yield from _indented(lines_of_items(drawing.items, shown))


def lines_of_items(items: Iterable[Item], shown: set[Drawing]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Path):
            yield _path(item)
        elif isinstance(item, Text):
            yield _text(item)
            yield from _indented(lines_of_items((item.icon,) if item.icon else (), shown))
        elif isinstance(item, Picture):
            yield _joined(f"picture {_box(item.box)}", "{}x{} pixels".format(*item.pixels), _alpha(item.alpha))
        elif isinstance(item, Use):
            yield from _use(item, shown)
        else:
            inside = list(lines_of_items(item.items, shown))
            head = _group(item) if isinstance(item, Group) else _tag(item)
            yield from [f"{head} > {inside[0]}"] if len(inside) == 1 else (head, *_indented(inside))


def lines_of_piece(piece: Piece, shown: set[Drawing]) -> Iterator[str]:
    """The lines of a piece: what is cut, and its sides."""
    facts = [f"{piece.copies} copies"] * (piece.copies != 1) + [piece.stock] * (piece.stock != "cardstock")
    facts += [name for name in ("filler", "outlined") if getattr(piece, name)]
    facts += [piece.shape] * (piece.shape != "rectangle") + [f"corners {number(piece.radius)}"] * bool(piece.radius)
    facts += [f"seams {numbers(*piece.seams)}"] * bool(piece.seams) + [f"number {piece.number}"] * bool(piece.number)
    yield _joined(f"piece {piece.id} {piece.title!r}", _size(piece.size), *facts)
    for mark in piece.landmarks:
        yield f"  heading {mark.level} {mark.words!r} at {number(mark.down)}"
    for side, drawing in (("front", piece.front), ("back", piece.back)):
        if drawing:
            first, *rest = ["as before"] if drawing in shown else lines_of_drawing(drawing, shown)
            yield f"  {side} {first.removeprefix(f'{drawing.name} ')}"
            yield from _indented(rest)


def lines_of_sheet(sheet: Sheet) -> Iterator[str]:
    """The lines of a sheet: each piece with the box of its trim, from the lower left of the paper."""
    yield _joined(f"sheet {_size(sheet.paper)}", f"fold {numbers(*sheet.fold)}" if sheet.fold else "")
    for side, pieces in (("front", sheet.front), ("back", sheet.back)):
        for placed in pieces:
            yield f"  {side} {_placed(placed)}"


def _placed(placed: Placed) -> str:
    turn, bleed = (f"turned {placed.turn}" if placed.turn else ""), placed.bleed
    spare = f"spare {numbers(*placed.spare)}" if any(placed.spare) else ""
    reach = f"bleed {numbers(*bleed)}" if any(bleed) else ""
    return _joined(f"{placed.piece.id} #{placed.copy}", _box(placed.rect), turn, spare, reach)


def _use(use: Use, shown: set[Drawing]) -> Iterator[str]:
    head = _joined(_moved(use.transform), _alpha(use.alpha))
    if use.drawing in shown:
        yield _joined(f"use {use.drawing.name} again", head)
        return
    first, *rest = lines_of_drawing(use.drawing, shown)
    yield _joined(f"use {first}", head)
    yield from rest


def _group(group: Group) -> str:
    rule = "even-odd" if group.clip_even_odd else ""
    return _joined("group", _moved(group.transform), f"clip {_outline(group.clip)}" if group.clip else "", rule)


def _tag(tag: Tag) -> str:
    block = f"block {tag.block.role} {tag.block.text!r}" if tag.block else ""
    return _joined(f"<{tag.role}>", tag.alt and repr(tag.alt), "hatched" if tag.hatched else "", block)


def _text(text: Text) -> str:
    bars = "+".join(text.bars)
    look = f"{text.font} {text.size:.4g} pt {text.colour}"
    right = "right to left" if text.rtl else ""
    return _joined(f"text {numbers(text.x, text.y)} {text.text!r}", look, _alpha(text.alpha), right, bars)


def _path(path: Path) -> str:
    rule = "even-odd" if path.even_odd else ""
    fill = f"fill {_fill(path.fill)}" if path.fill else ""
    return _joined(_outline(path.segments), fill, rule, _alpha(path.alpha), _stroke(path.stroke) if path.stroke else "")


def _fill(fill: Fill) -> str:
    if not isinstance(fill, GradientFill):
        return fill
    return _joined(fill.kind, *(f"{number(at)}={colour}" for at, colour in fill.stops), _moved(fill.frame))


def _stroke(stroke: Stroke) -> str:
    dash = f"dash {numbers(*stroke.dash)}" if stroke.dash else ""
    ends = [f"{name} {value:g}" for name, value in (("cap", stroke.cap), ("join", stroke.join)) if value]
    ends += [f"miter {stroke.miter:g}"] * (stroke.miter != 4)
    return _joined(f"line {stroke.colour} {number(stroke.width)}", dash, *ends, _alpha(stroke.alpha))


def _outline(segments: tuple[Segment, ...]) -> str:
    """A name for upright rectangles and for ellipses, and the segments or their measures for others."""
    ways = "".join(way for way, _ in segments)
    values = [value for _, part in segments for value in part]
    if not values:
        return "nothing"
    points = list(zip(values[::2], values[1::2], strict=True))
    box = Rect.about(points)
    if ways == "mlllh" and values == [box.x, box.y, box.right, box.y, box.right, box.far, box.x, box.far]:
        return f"rectangle {_box(box)}"
    if ways == "mlclclclch":
        radii = values[0] - box.x, values[9] - box.y
        if _are_near(values, rounded(box, *radii)):
            return f"rectangle {_box(box)} corners {numbers(*radii)}"
    if ways == "mcccch":
        radii = values[0] - values[6], values[7] - values[1]
        if _are_near(values, ellipse(values[6], values[1], *radii)):
            return f"ellipse at {numbers(values[6], values[1])} of {numbers(*radii)}"
    if len(segments) <= MOST_SEGMENTS:
        return "path " + " ".join(way + numbers(*part) for way, part in segments)
    pairs = list(zip(points, [*points[1:], points[0]], strict=True))
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairs)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2
    return f"path {_box(box)} of {len(segments)} segments, {number(length)} long, area {number(area)}"


def _are_near(values: list[float], outline: tuple[Segment, ...]) -> bool:
    wanted = [value for _, part in outline for value in part]
    return all(isclose(one, other, abs_tol=1e-6) for one, other in zip(values, wanted, strict=True))


def _moved(moved: Transform) -> str:
    """A transform in words where it only moves, scales, turns or mirrors."""
    a, b, c, d, e, f = moved
    flip = isclose(a, -d, abs_tol=1e-9) and isclose(b, c, abs_tol=1e-9)
    size, turn = hypot(a, b), degrees(atan2(-b, -a) if flip else atan2(b, a))
    if not flip and not (isclose(a, d, abs_tol=1e-9) and isclose(b, -c, abs_tol=1e-9)):
        return f"matrix {a:.4g},{b:.4g},{c:.4g},{d:.4g},{numbers(e, f)}"
    words = [f"at {numbers(e, f)}"] * (numbers(e, f) != "0,0") + [f"scaled {size:.4g}"] * (not isclose(size, 1))
    return _joined(*words, "mirrored" if flip else "", f"turned {number(turn)}" if number(turn) != "0" else "")


def _alpha(alpha: float) -> str:
    return f"opacity {number(alpha)}" if alpha != 1 else ""


def _size(size: tuple[float, float]) -> str:
    return "x".join(map(number, size))


def _box(box: Rect) -> str:
    return f"{numbers(box.x, box.y)} {_size(box.size)}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
