"""Cut files as other programs read them, and what the documentation says of machines' marks."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import ezdxf
import ezdxf.path
import pypdfium2
from PIL import Image  # noqa: TC002

from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect
from pnp.pipeline import job
from pnp.pipeline.result import BuildResult
from tests.conftest import RHINO, SMALL, options_for

MACHINES = ("silhouette", "cameo-5-alpha", "scanncut", "generic", "cricut")
DPI = 300
PX = 25.4 / DPI
SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


def folder(kit: str) -> Path:
    """The folder of a shipped kit, or of the small set by its name."""
    return SMALL if kit == SMALL.name else RHINO.parent / kit


@cache
def built(kit: str, paper: str, cutter: str, **more: Any) -> BuildResult:
    """A shipped kit or the small set, built for a machine, once for all tests of a process."""
    diagnostics = Diagnostics()
    result = job.build(options_for(folder(kit), paper, cutter=cutter, **more), diagnostics)
    assert result is not None, list(diagnostics)
    return result


class Line(NamedTuple):
    """A line of a cut file: its layer, its points in mm from the paper's lower left corner, whether it is closed."""

    layer: str
    points: list[Point]
    closed: bool

    @property
    def box(self) -> Rect:
        return Rect.about(self.points)


def dxf_lines(data: bytes) -> list[Line]:
    """The lines of a DXF file, read by ezdxf."""
    document = ezdxf.read(io.StringIO(data.decode("ascii")))
    assert document.dxfversion == "AC1009"
    assert document.audit().errors == []
    return [
        Line(
            found.dxf.layer,
            [(point.x, point.y) for point in ezdxf.path.make_path(found).flattening(0.001)],
            found.is_closed,
        )
        for found in document.modelspace()
    ]


class Drawn(NamedTuple):
    """A path of an SVG file: its group, its corners in mm from the top left, the radii of its edges, 0 for lines."""

    group: str
    corners: list[Point]
    radii: list[float]
    closed: bool


def svg_paths(data: bytes) -> list[Drawn]:
    """The paths of an SVG file that has nothing else."""
    root = ET.fromstring(data)  # noqa: S314 - our own file
    w, h = root.attrib["width"], root.attrib["height"]
    assert (w[-2:], h[-2:]) == ("mm", "mm")
    assert root.attrib["viewBox"] == f"0 0 {w[:-2]} {h[:-2]}"
    assert [group.attrib["id"] for group in root] == ["CUT", "SCORE"]
    assert {child.tag for child in root.iter()} <= {f"{SVG}svg", f"{SVG}g", f"{SVG}path"}
    return [_drawn(group.attrib["id"], path.attrib["d"]) for group in root for path in group]


def _drawn(group: str, data: str) -> Drawn:
    corners, radii = [], []
    for letter, text in re.findall(r"([MLA])([^MLAZ]*)", data):
        numbers = [float(number) for number in text.split()]
        corners.append((numbers[-2], numbers[-1]))
        radii.append(numbers[0] if letter == "A" else 0.0)
    return Drawn(group, corners, radii[1:], data.endswith("Z"))


def entries(result: BuildResult, ending: str) -> Iterator[tuple[dict[str, Any], bytes]]:
    """The manifest's entries of cut files of a kind, with their bytes."""
    for entry in result.manifest["cut_files"]:
        if entry["path"].endswith(ending):
            yield entry, result.files[entry["path"]]


def picture(result: BuildResult, file: str, page: int) -> Image.Image:
    """A page as PDFium draws it, in grey at `DPI`."""
    return page_of(result.files[file], page)


def page_of(data: bytes, page: int = 1) -> Image.Image:
    """A page of a PDF file, as above."""
    with pypdfium2.PdfDocument(data) as document:
        return document[page - 1].render(scale=DPI / 72).to_pil().convert("L")


def ink(image: Image.Image, box: Rect) -> Rect | None:
    """The bounding box of dark pixels in a box, in mm from the top left; None if it is white."""
    left, top = round(box.x / PX), round(box.y / PX)
    part = image.crop((left, top, round(box.right / PX), round(box.far / PX)))
    found = part.point(lambda value: 255 if value < 128 else 0).getbbox()
    if found is None:
        return None
    x1, y1, x2, y2 = found
    return Rect((left + x1) * PX, (top + y1) * PX, (x2 - x1) * PX, (y2 - y1) * PX)


def is_dark(image: Image.Image, x: float, y: float) -> bool:
    """Whether a point in mm from the top left is dark."""
    return bool(image.getpixel((int(x / PX), int(y / PX))) < 128)


class Documented(NamedTuple):
    """A mark as docs/cutting.md describes it, in mm from the top left: what it covers, and the room around it."""

    ink: Rect
    keep: Rect


def documented(machine: str, w: float, h: float) -> list[Documented]:
    """The marks of a machine on a paper."""
    if machine == "cricut":
        return []
    if machine == "generic":
        corners = [(x, y) for y in (10.0, h - 16) for x in (10.0, w - 16)]
        return [Documented(Rect(x, y, 6, 6), Rect(x, y, 6, 6).inset(-1.5)) for x, y in corners]
    if machine == "scanncut":
        points = [(x, y) for y in (13.98, h - 13.98) for x in (12.0, w - 12.0)]
        return [Documented(Rect(x - 5, y - 7, 10, 12), Rect(x - 8, y - 10, 16, 18)) for x, y in points]
    out, arm, side = 9.55, 16.0 - 9.55, 15.45 - 9.55
    corners = [(x, y) for y in (out, h - 16) for x in (out, w - 16)]
    found = [Documented(Rect(x, y, arm, arm), Rect(x, y, arm, arm).inset(-1.5)) for x, y in corners]
    if machine == "silhouette":
        square = Rect(out, out, side, side)
        found = [Documented(square, square.inset(-1.5)), *found[1:3]]
    return found
