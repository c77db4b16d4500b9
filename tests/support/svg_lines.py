"""SVG texts and path data of cases, as lines for golden files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.graphics import picture_files, svg, svgpath
from pnp.graphics.drawing import Drawing
from pnp.graphics.inksaver import low
from tests.support.dump import lines_of_drawing
from tests.support.svg import HEAD


def lines_of_svg(case: str) -> Iterator[str]:
    """The body of an SVG file, or a whole one, as it is drawn; or the features that need pixels, or errors."""
    diagnostics = Diagnostics()
    whole = case if case.startswith(("<svg", "<?")) else f"{HEAD}{case}</svg>"
    found = svg.read(whole.encode(), Path("x.svg"), diagnostics)
    if isinstance(found, Drawing):
        yield from lines_of_drawing(found)
    elif found:
        yield from (f"needs pixels: {feature} in line {line}" for line, feature in found.features)
    yield from (f"{one.severity}[{one.code}] {one.span.line}: {one.message}" for one in diagnostics)


def lines_with_low_ink(case: str) -> Iterator[str]:
    """The body of an SVG file with little ink, on a card of 63 × 88 mm."""
    found = svg.read(f"{HEAD.replace('0 0 20 20', '0 0 63 88')}{case}</svg>".encode(), Path("x.svg"), Diagnostics())
    assert isinstance(found, Drawing)
    yield from lines_of_drawing(low.LowConverter().drawing(found))


def lines_of_rasters(case: list[str]) -> Iterator[str]:
    """Bodies of SVG files that become pixels, each with what is wrong with them and the hints."""
    for body in case:
        diagnostics = Diagnostics()
        found = picture_files.read(f"{HEAD}\n  {body}</svg>".encode(), Path("x.svg"), diagnostics)
        yield f"{body}: {'drawn' if found else 'refused'}"
        for one in diagnostics:
            yield f"  {one.code} {one.span.line}:{one.span.column} {one.message}; {'; '.join(one.hints)}"


def lines_of_both(case: list[str]) -> Iterator[str]:
    """Bodies of SVG files, each with what is wrong with them as vectors; as pixels, it must be the same."""
    for body in case:
        found = []
        for reader in (svg.read, picture_files.read):
            diagnostics = Diagnostics()
            assert reader(f"{HEAD}\n{body}</svg>".encode(), Path("x.svg"), diagnostics) is None, body
            found.append([f"{one.code} in line {one.span.line}: {one.message}" for one in diagnostics])
            assert not any("rasterise" in hint for one in diagnostics for hint in one.hints)
        assert found[0] == found[1], body
        yield f"{body}: {'; '.join(found[0])}"


def lines_of_paths(case: list[str]) -> Iterator[str]:
    """Path data, each with its segments, and whether they are convex or have a dot, or with what is wrong."""
    for data in case:
        try:
            segments = svgpath.segments(data)
        except ValueError as error:
            yield f"{data!r}: error: {error}"
            continue
        found = " ".join(way + ",".join(f"{round(value, 6) + 0.0:g}" for value in values) for way, values in segments)
        notes = [name for name in ("is_convex", "has_dot") if getattr(svgpath, name)(segments)]
        yield " ".join([f"{data!r}: {found or 'nothing'}", *notes])
