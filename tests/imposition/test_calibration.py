"""The calibration sheet, printed by printers with known errors and read from pixels as a person would read it.

A simulated printer turns a PDF into what its paper looks like: each side shifted, turned and scaled. The reader below
looks at the front, with the back shining through, and knows of the sheet only where its scales are.
"""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import click
import pypdfium2
import pytest
from PIL import Image, ImageOps

from pnp import pdf
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, rectangle
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import MM_PER_POINT, Rect, Size, Transform
from pnp.imposition import Room, calibration, printers
from pnp.imposition.calibration import CARD, About
from pnp.imposition.printers import Profile, Station, expected, solve, stations
from pnp.kit import sizes
from tests.conftest import run

DPI = 300
FLIPS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class Error(NamedTuple):
    """What a printer does to one side: shift in mm, turn in degrees, sizes; all about the middle of the paper."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    wide: float = 1.0
    tall: float = 1.0

    def map(self, paper: Size) -> Transform:
        x, y = paper.w / 2, paper.h / 2
        turned = Transform.rotate(self.turn).over(Transform.scale(self.wide, self.tall))
        return Transform.move(x + self.x, y + self.y).over(turned).over(Transform.move(-x, -y))


class Seen(NamedTuple):
    """A printed sheet as one sees it from the front: the front's ink, and the back's, which shines through."""

    paper: Size
    front: Image.Image
    back: Image.Image

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels to the millimetre, across and up: pages are stretched to whole pixels."""
        return self.front.width / self.paper.w, self.front.height / self.paper.h

    def cut(self, image: Image.Image, box: Rect) -> Image.Image:
        """A part of the paper, in mm from its lower left corner."""
        return self.part(image, box)[0]

    def part(self, image: Image.Image, box: Rect) -> tuple[Image.Image, float, float]:
        """A part of the paper, and where its left and its top edge lie: at the nearest whole pixel."""
        kx, ky = self.scale
        left, top = round(box.x * kx), round((self.paper.h - box.far) * ky)
        cut = image.crop((left, top, round(box.right * kx), round((self.paper.h - box.y) * ky)))
        return cut, left / kx, self.paper.h - top / ky


def inverse(t: Transform) -> Transform:
    det = t.a * t.d - t.b * t.c
    a, b, c, d = t.d / det, -t.b / det, -t.c / det, t.a / det
    return Transform(a, b, c, d, -(a * t.e + c * t.f), -(b * t.e + d * t.f))


class Machine(NamedTuple):
    """A printer with an error on each side; the back's is as its own page lies."""

    front: Error
    back: Error

    def prints(self, data: bytes, flip: str, dpi: int = DPI) -> Seen:
        pages = list(pypdfium2.PdfDocument(data))
        w, h = (round(v * 25.4 / 72, 3) for v in pages[0].get_size())
        front, back = (
            _inked(page, error.map(Size(w, h)), h, dpi)
            for page, error in zip(pages, (self.front, self.back), strict=True)
        )
        sideways = (flip == "long") == (w <= h)
        return Seen(Size(w, h), front, ImageOps.mirror(back) if sideways else ImageOps.flip(back))


def _inked(page: pypdfium2.PdfPage, error: Transform, height: float, dpi: int) -> Image.Image:
    image = page.render(scale=dpi / 72).to_pil().convert("L")
    width = page.get_size()[0] * 25.4 / 72
    pixels = Transform(image.width / width, 0, 0, -image.height / height, 0, image.height)
    back = pixels.over(inverse(error)).over(inverse(pixels))
    return image.transform(
        image.size, Image.Transform.AFFINE, (back.a, back.c, back.e, back.b, back.d, back.f),
        Image.Resampling.BICUBIC, fillcolor=255,
    )  # fmt: skip


# The reader --------------------------------------------------------------------------------------------------

WIDE, LONG = 6.0, 48.0


class Strip(NamedTuple):
    """A scale turned upright: plus above, numbers growing upwards, both ways in mm to the pixel."""

    front: Image.Image
    back: Image.Image
    across: float
    along: float
    inward: int


def strip(seen: Seen, scale: Station) -> Strip:
    kx, ky = seen.scale
    if scale.axis == "x":
        box = Rect(scale.x - WIDE, scale.y - LONG, 2 * WIDE, 2 * LONG)
        return Strip(seen.cut(seen.front, box), seen.cut(seen.back, box), 1 / kx, 1 / ky, scale.inward)
    box = Rect(scale.x - LONG, scale.y - WIDE, 2 * LONG, 2 * WIDE)
    front, back = (
        ImageOps.mirror(seen.cut(image, box).transpose(Image.Transpose.ROTATE_90)) for image in (seen.front, seen.back)
    )
    return Strip(front, back, 1 / ky, 1 / kx, scale.inward)


def darkness(image: Image.Image, *, rows: bool) -> list[float]:
    """How dark each row is, or each column, from 0 to 1."""
    size = (1, image.height) if rows else (image.width, 1)
    return [1 - v / 255 for v in image.resize(size, Image.Resampling.BOX).tobytes()]


def blobs(dark: list[float], least: float) -> list[float]:
    """The middles of the stretches that are darker than that, in pixels."""
    found: list[float] = []
    start = None
    for index, value in enumerate([*dark, 0.0]):
        if value > least and start is None:
            start = index
        elif value <= least and start is not None:
            weight = sum(dark[start:index])
            found.append(sum((i + 0.5) * dark[i] for i in range(start, index)) / weight)
            start = None
    return found


def rails(part: Strip, row: float) -> tuple[float, float]:
    near = part.front.crop((0, round(row - 1.6 / part.along), part.front.width, round(row + 1.6 / part.along)))
    found = blobs(darkness(near, rows=False), 0.4)
    pairs = [(a, b) for a, b in pairwise(found) if abs((b - a) * part.across - 2 * calibration.RAIL) < 0.15]
    assert pairs, "no rails"
    return pairs[0]


def ticks(part: Strip) -> list[float]:
    """The rows' ticks, from the top: all of them, or the scale cannot be read."""
    mid = sum(rails(part, part.front.height / 2)) / 2
    near, far = sorted(mid + part.inward * off / part.across for off in (1.9, 3.3))
    found = blobs(darkness(part.front.crop((round(near), 0, round(far), part.front.height)), rows=True), 0.15)
    assert len(found) == 2 * printers.ROWS + 1
    return found


def bars(part: Strip) -> list[tuple[float, float]]:
    """The bars on the back: row and column of each one's middle."""
    middles = blobs(darkness(part.back, rows=True), 0.01)
    half = 0.5 / part.along
    found = []
    for row in middles:
        band = part.back.crop((0, round(row - half), part.back.width, round(row + half)))
        columns = blobs(darkness(band, rows=False), 0.3)
        if len(columns) == 1:
            found.append((row, columns[0]))
    return found


def read(seen: Seen, scale: Station) -> float:
    """The number at the bar that lies midway, or between two that are equally near: no finer than a person can."""
    part = strip(seen, scale)
    off = sorted((abs(column - sum(rails(part, row)) / 2), row) for row, column in bars(part))
    (first, row), (second, other) = off[:2]
    if (second - first) * part.across < printers.STEP / 2:
        row = (row + other) / 2
    marks = ticks(part)
    above = max((i for i, mark in enumerate(marks[:-1]) if mark <= row), default=0)
    number = printers.ROWS - above - (row - marks[above]) / (marks[above + 1] - marks[above])
    return round(2 * number) / 2 * printers.STEP


def readings(seen: Seen, room: Room) -> list[float]:
    return [read(seen, scale) for scale in stations(room)]


def card_sizes(seen: Seen, corner: tuple[float, float]) -> tuple[float, float]:
    """Which blocks begin where a bank card ends that lies in the corner: the sizes that stand beside them."""
    kx, ky = seen.scale
    x, y = corner
    left, inner_x, _ = seen.part(seen.front, Rect(x - 3, y - 40, 6, 20))
    inner_x += _last_dark(darkness(left, rows=False)) / kx
    top, _, inner_y = seen.part(seen.front, Rect(x + 20, y - 3, 40, 6))
    inner_y -= _last_dark(darkness(top, rows=True)) / ky
    wide, tall = {}, {}
    for number in range(-10, 11):
        block, begins, _ = seen.part(seen.front, Rect(x + 78, y - CARD.h / 2 + number * 2.2 - 0.3, 9.5, 0.6))
        wide[1 + number / 1000] = begins + _first_dark(darkness(block, rows=False)) / kx - inner_x
    for number in range(-10, 11, 2):
        block, _, begins = seen.part(seen.front, Rect(x + CARD.w / 2 + number * 3.4 - 1, y - 56, 2, 8))
        tall[1 + number / 1000] = inner_y - begins + _first_dark(darkness(block, rows=True)) / ky
    return (min(wide, key=lambda size: abs(wide[size] - CARD.w)), min(tall, key=lambda size: abs(tall[size] - CARD.h)))


def _first_dark(dark: list[float]) -> float:
    """Where it first gets dark, in pixels and parts of one."""
    index = next(i for i, value in enumerate(dark) if value > 0.75 * max(dark))
    return index + 1 - dark[index] / max(dark) - (dark[index - 1] / max(dark) if index else 0)


def _last_dark(dark: list[float]) -> float:
    return len(dark) - _first_dark(dark[::-1])


# What is printed ---------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path, monkeypatch) -> Path:
    """Where printers are kept in this test."""
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "config"))
    return tmp_path / "config" / printers.FILE


def room_of(context, paper: str) -> Room:
    return Room(sizes.paper(paper, context.facts).size, context.facts.margin)


def sheet(tmp_path: Path, *options: object) -> bytes:
    path = tmp_path / "calibration.pdf"
    result = run("calibrate", "--output", path, *options)
    assert result.exit_code == 0, result.output
    return path.read_bytes()


CORNERS = 15.0


def squares(context, paper: Size, flip: str, profile: Profile) -> bytes:
    """A page with a square near each corner on both sides, the back's behind the front's, corrected by a profile."""
    spots = [(x, y) for x in (CORNERS, paper.w - CORNERS) for y in (CORNERS, paper.h - CORNERS)]
    over = printers.turned_over(paper, flip)
    pages = []
    for side, places in (("front", spots), ("back", [over.apply(*spot) for spot in spots])):
        items = [Outline(rectangle(Rect(x - 1.5, paper.h - y - 1.5, 3, 3)), fill="#000000") for x, y in places]
        adjust = printers.correction(profile, paper, side, flip)
        pages.append(pdf.Page(paper, (), Drawing(side, paper, tuple(items)), side, "", adjust))
    return pdf.write(pdf.Document("", "", "", "en", FLIPS[flip], tuple(pages)), context.fonts)


def corners(seen: Seen) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Where front's and back's squares lie near each corner, mm."""
    found = []
    kx, ky = seen.scale
    for x in (0, seen.paper.w - 2 * CORNERS):
        for y in (0, seen.paper.h - 2 * CORNERS):
            box = Rect(x, y, 2 * CORNERS, 2 * CORNERS)
            pair = []
            for image in (seen.front, seen.back):
                part = seen.cut(image, box)
                (column,) = blobs(darkness(part, rows=False), 0.01)
                (row,) = blobs(darkness(part, rows=True), 0.01)
                pair.append((x + column / kx, y + 2 * CORNERS - row / ky))
            found.append((pair[0], pair[1]))
    return found


MACHINES = {
    "both off": Machine(Error(0.8, -0.5, -0.08), Error(-0.7, 0.9, 0.15)),
    "paper shrinks": Machine(Error(-1.0, 0.4), Error(-0.2, 0.45, -0.05, 1.002, 1.0025)),
    "too large": Machine(Error(0.3, 0.2, 0.05, 1.004, 0.996), Error(1.27, -1.14, -0.12, 1.0035, 0.997)),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("machine", "paper", "flip"), [("both off", "a4-landscape", "short"), ("paper shrinks", "a5", "long")]
)
def test_what_is_read_off_the_sheet_puts_backs_behind_their_fronts(context, kept, tmp_path, machine, paper, flip):
    room = room_of(context, paper)
    seen = MACHINES[machine].prints(sheet(tmp_path, "--paper", paper, "--backs", flip), flip)
    message = readings(seen, room)
    result = run("printer", "add", "home", "--paper", paper, "--read", *message)
    assert result.exit_code == 0, result.output
    profile = printers.known(kept, Diagnostics())["home:landscape" if "landscape" in paper else "home"]
    before = MACHINES[machine].prints(squares(context, room.paper, flip, Profile()), flip)
    after = MACHINES[machine].prints(squares(context, room.paper, flip, profile), flip)
    assert max(math.dist(*pair) for pair in corners(before)) > 0.5
    assert max(math.dist(*pair) for pair in corners(after)) < 0.1


@pytest.mark.slow
def test_errors_beyond_the_scales_are_reported_in_whole_millimetres_first(context, kept, tmp_path):
    room, machine = room_of(context, "a4"), Machine(Error(), Error(-5.3, -3.6, 0.2))
    # Seen from the front, left is right.
    assert run("printer", "add", "home", "--x", "5", "--y", "-4").exit_code == 0
    seen = machine.prints(sheet(tmp_path, "--printer", "home"), "long")
    result = run("printer", "add", "home", "--again", "--read", *readings(seen, room))
    assert result.exit_code == 0, result.output
    after = machine.prints(squares(context, room.paper, "long", printers.known(kept, Diagnostics())["home"]), "long")
    assert max(math.dist(*pair) for pair in corners(after)) < 0.1


@pytest.mark.slow
def test_a_bank_card_tells_the_true_size(context, kept, tmp_path):
    paper = "letter"
    room, machine = room_of(context, paper), MACHINES["too large"]
    seen = machine.prints(sheet(tmp_path, "--paper", paper), "long", 2 * DPI)
    gauge = calibration.sheet(room, context.fonts, About("", paper, "long")).gauge
    wide, tall = card_sizes(seen, gauge)
    assert wide == pytest.approx(1.004, abs=0.0011)
    assert tall == pytest.approx(0.996, abs=0.0021)
    options = ("--read", *readings(seen, room), "--scale-x", wide, "--scale-y", tall)
    assert run("printer", "add", "home", "--paper", paper, *options).exit_code == 0
    after = corners(
        machine.prints(squares(context, room.paper, "long", printers.known(kept, Diagnostics())["home"]), "long")
    )  # fmt: skip
    assert max(math.dist(*pair) for pair in after) < 0.1
    lower_left, upper_left, lower_right, _ = (front for front, _ in after)
    assert math.dist(lower_left, lower_right) == pytest.approx(room.paper.w - 2 * CORNERS, rel=0.0011)
    assert math.dist(lower_left, upper_left) == pytest.approx(room.paper.h - 2 * CORNERS, rel=0.0021)


# The sheet itself --------------------------------------------------------------------------------------------

SOME = ("a5", "letter-landscape")


@pytest.mark.parametrize("paper", SOME)
def test_no_ink_lies_in_the_border_that_printers_leave_empty(context, kept, tmp_path, paper):
    room = room_of(context, paper)
    for page in pypdfium2.PdfDocument(sheet(tmp_path, "--paper", paper)):
        image = ImageOps.invert(page.render(scale=72 / 72).to_pil().convert("L"))
        k = image.width / room.paper.w
        left, top, right, bottom = image.point(lambda v: 255 * (v > 40)).getbbox()
        assert min(left, top, image.width - right, image.height - bottom) / k > room.margin - 0.4


@pytest.mark.parametrize("paper", SOME)
def test_words_neither_overlap_nor_reach_into_the_scales(context, tmp_path, paper):
    room = room_of(context, paper)
    boxes = []
    for item in pypdfium2.PdfDocument(sheet(tmp_path, "--paper", paper))[0].get_objects(max_depth=4):
        if item.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT:
            x1, y1, x2, y2 = (v * 25.4 / 72 for v in item.get_bounds())
            box = Rect(x1, y1, x2 - x1, y2 - y1)
            # A kerned word is several objects, each close after the last.
            if boxes and boxes[-1].inset(-0.15).overlaps(box):
                box = boxes.pop().union(box)
            boxes.append(box)
    assert len(boxes) > 200
    for number, box in enumerate(boxes):
        assert Rect(0, 0, *room.paper).inset(room.margin - 0.01).contains(box)
        assert not [other for other in boxes[:number] if box.inset(0.05).overlaps(other.inset(0.05))]


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("flip", FLIPS)
def test_the_sheet_names_the_commands_that_go_with_it(context, flip, again):
    name = "kitchen" if again else "my-printer"
    room = Room(Size(210, 297), 6.35)
    made = calibration.sheet(room, context.fonts, About("A4", "a4", flip, name, again))
    said = " ".join(text.text for text in made.front.texts())
    assert f"pnp printer add {name} --paper a4{' --again' * again} --read A B C D E F" in said
    short = " --backs short" if flip == "short" else ""
    assert f"pnp calibrate --paper a4{short} --printer {name}" in said
    assert f"flip on {flip} edge" in said


def test_the_dot_lies_in_the_ring_unless_the_sheet_was_turned_over_wrongly(context, tmp_path):
    data = sheet(tmp_path)
    right, wrong = (Machine(Error(), Error()).prints(data, flip, 100) for flip in FLIPS)
    box = Rect(160, 248, 20, 20)
    for seen, there in ((right, True), (wrong, False)):
        assert (darkness(seen.cut(seen.back, box), rows=True) != [0.0] * 79) is there


@pytest.mark.parametrize("size", [(130, 297), (200, 190), (90, 50), (150, 203)])
def test_paper_that_is_too_small_is_refused(size, tmp_path):
    with pytest.raises(ValueError, match="needs paper of 140 × 205 mm or more"):
        stations(Room(Size(*size), 6.35))
    result = run("calibrate", "--paper", f"{size[0]}x{size[1]}mm", "--output", tmp_path / "x.pdf")
    assert result.exit_code == 2
    assert "the calibration sheet needs paper of 140 × 205 mm or more" in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


# Readings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [Size(210, 297), Size(297, 210), Size(148, 210), Size(279.4, 431.8)])
def test_readings_tell_what_was_wrong(paper):
    room = Room(paper, 6.35)
    wrong = Profile(x=0.7, y=-1.1, rotate=0.12, back_scale_x=1.001, back_scale_y=0.998)
    found = solve(expected(wrong, room), room)
    assert (found.x, found.y) == pytest.approx((0.7, -1.1), abs=0.1)
    assert found.rotate == pytest.approx(0.12, abs=0.03)
    assert (found.back_scale_x, found.back_scale_y) == pytest.approx((1.001, 0.998), abs=0.0006)
    assert found.landscape is (paper.w > paper.h)


def test_readings_that_cannot_all_be_right_are_refused():
    room = Room(Size(210, 297), 6.35)
    good = [0.3, 0.45, 0.65, 0.3, 0.6, 0.4]
    solve(good, room)
    for index in (1, 2, 4, 5):
        with pytest.raises(ValueError, match="B, C, E, F contradict each other"):
            solve([-v if i == index else v for i, v in enumerate(good)], room)
    with pytest.raises(ValueError, match="A is read as 3, but the scales end at 2"):
        solve([3.0, *good[1:]], room)
    with pytest.raises(ValueError, match="A, B, D, E"):
        solve([0.3, -0.3, 0.1, 0.3, 0.3, 0.1], Room(Size(297, 210), 6.35))


def test_a_page_is_moved_by_its_correction_and_by_nothing_else(context):
    paper = Size(100, 100)
    page = pdf.Page(paper, (), Drawing("x", paper, (rectangle_of(10),)), "x")

    def frame(adjust: Transform) -> list[float]:
        data = pdf.write(pdf.Document("", "", "", "en", "Simplex", (page._replace(adjust=adjust),)), context.fonts)
        (shape,) = pypdfium2.PdfDocument(data)[0].get_objects()
        return [value * MM_PER_POINT for value in shape.get_bounds()]

    assert frame(Transform()) == pytest.approx([0, 90, 10, 100], abs=0.001)
    assert frame(Transform.move(1, 0)) == pytest.approx([1, 90, 11, 100], abs=0.001)


def rectangle_of(side: float) -> Outline:
    return Outline(rectangle(Rect(0, 0, side, side)), "#000000")
