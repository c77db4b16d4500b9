"""Minimum widths of lines on paper, read back from finished files."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pypdf
import pytest

from pnp import pdf
from pnp.graphics import emoji
from pnp.graphics.drawing import CUT_LINES, Drawing, Group, Path, Stroke, Text, Use, layer, line
from pnp.graphics.geometry import POINTS_PER_MM, Size, Transform
from tests.conftest import run
from tests.support.shop import all_streams
from tests.support.strokes import widths
from tests.support.writing import document, page

SHOP = pdf.PrintingCondition(300)
LEAST = 0.25


def drawing(*items: object, name: str = "d") -> Drawing:
    return Drawing(name, Size(40, 40), items)  # type: ignore[arg-type]


def pen(mm: float, at: float = 5) -> Path:
    return line(2, at, 30, at, Stroke("#c0392b", mm))


def printed(context, *items: object, condition: pdf.PrintingCondition | None = SHOP, least: float = 0.0) -> list[float]:
    made = document(page(drawing(*items)))._replace(condition=condition, least_line=least)
    return sorted(round(width, 3) for width in widths(pdf.write(made, context.fonts)))


def test_a_small_picture_has_pens_that_print_and_the_large_one_its_own(context):
    picture = drawing(pen(0.5), pen(0.2, 9), name="p")
    both = Use(picture, Transform()), Use(picture, Transform.scale(0.2))
    assert printed(context, *both) == [
        pytest.approx(width, abs=0.001)
        for width in (LEAST, 0.1 * POINTS_PER_MM, 0.2 * POINTS_PER_MM, 0.5 * POINTS_PER_MM)
    ]


@pytest.mark.parametrize(
    "transform",
    [
        Transform.scale(0.3), Transform.rotate(30).over(Transform.scale(0.3)), Transform.scale(-0.3, 0.3),
        Transform.scale(1, 0.3), Transform(0.3, 0, 0.4, 0.3, 1, 1),
    ],
)  # fmt: skip
def test_no_transform_makes_lines_thinner(context, transform):
    inner = drawing(pen(0.2), name="p")
    sign = Text(3, 3, ":sign:", "body", 8, "#000000", icon=Use(inner, transform))
    for item in (Use(inner, transform), Group((pen(0.2),), transform), sign):
        nested = Group((Use(drawing(item, name="n"), Transform.scale(0.5)),), Transform.scale(0.8))
        assert printed(context, nested) == [pytest.approx(LEAST, abs=0.001)]


def test_die_lines_are_as_thin_in_a_scaled_frame(context):
    cut = layer(CUT_LINES, [pen(0.25)])
    assert printed(context, Group(cut, Transform.scale(0.2))) == [pytest.approx(LEAST, abs=0.001)]
    assert printed(context, Group(cut, Transform.scale(2))) == [pytest.approx(LEAST, abs=0.001)]


def test_lines_at_home_have_their_own_width_but_with_little_ink(context):
    assert printed(context, pen(0.05), condition=None) == [pytest.approx(0.05 * POINTS_PER_MM, abs=0.001)]
    assert printed(context, pen(0.05), condition=None, least=0.15) == [pytest.approx(0.15 * POINTS_PER_MM, abs=0.001)]


@pytest.mark.parametrize(
    ("size", "scale", "inks"), [(8, 1.0, True), (7, 1.0, False), (8, 0.8, False), (8.7, 0.8, False)]
)
def test_shops_print_emoji_of_small_type_in_black_only(context, size, scale, inks):
    heart = emoji.drawing("❤️")
    sign = Text(3, 3, "❤️", "body", size, "#000000", icon=Use(heart, Transform.scale(0.1)))
    made = document(page(drawing(Group((sign,), Transform.scale(scale)))))._replace(condition=SHOP)
    mixes = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) [\d.]+ k\b", b"".join(contents(pdf.write(made, context.fonts))))
    assert mixes
    assert any(float(share) > 0 for mix in mixes for share in mix) == inks


def test_at_home_emoji_of_small_type_are_in_colours(context):
    heart = emoji.drawing("❤️")
    sign = Text(3, 3, "❤️", "body", 6, "#000000", icon=Use(heart, Transform.scale(0.1)))
    made = pdf.write(document(page(drawing(sign))), context.fonts)
    assert b"0.867 0.18 0.267 rg" in b"".join(contents(made))


def contents(data: bytes) -> list[bytes]:
    """The contents of pages and forms."""
    streams = [stream for stream, _ in all_streams(data)]
    forms = [stream.get_data() for stream in streams if stream.get("/Subtype") == "/Form"]
    return [*forms, *(one.get_contents().get_data() for one in pypdf.PdfReader(io.BytesIO(data)).pages)]


def test_a_drawing_whose_lines_are_wide_enough_is_written_once(context):
    def forms(wide: float) -> int:
        picture = drawing(pen(wide), name="p")
        uses = (Use(picture, Transform.scale(share)) for share in (1, 0.5, 0.2))
        made = document(page(drawing(*uses)))._replace(condition=SHOP)
        return pdf.write(made, context.fonts).count(b"/Subtype /Form")

    assert forms(0.05) - forms(1.0) == 2


def test_translucent_lines_that_become_pictures_are_widened_first(context):
    faint = replace(drawing(), items=(Path(pen(0.01).segments, stroke=Stroke("#000000", 0.01, alpha=0.5)),))
    made = document(page(faint))._replace(condition=pdf.PrintingCondition(300, standard="x1a"))
    image = next(
        stream for stream, _ in all_streams(pdf.write(made, context.fonts)) if stream.get("/Subtype") == "/Image"
    )
    assert min(image.get_data()[3::4]) < 255
    assert max(image.get_data()[3::4]) > 50


THIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    '<path d="M3 3L30 9" fill="none" stroke="#b83a26" stroke-width=".04"/></svg>'
)


@pytest.mark.parametrize(
    ("options", "least"), [(["--profile", "shop"], LEAST), (["--ink", "low"], 0.15 * POINTS_PER_MM)]
)
def test_pages_for_shops_and_in_little_ink_have_no_thin_lines(small, tmp_path, options, least):
    (small / "lunge.svg").write_text(THIN, "utf-8")
    out = tmp_path / "out"
    assert run("build", small, *options, "--only", "rhinos", "--output", out).exit_code == 0
    found = [width for path in out.glob("*.pdf") for width in widths(path)]
    assert found
    assert min(found) > least - 0.001
