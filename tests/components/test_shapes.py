"""Shapes and gradients on cards: as they are printed, in all inks, and wrong data."""

from __future__ import annotations

import inspect
import io

import pypdf
import pytest

from pnp.checks import low_contrast
from pnp.components import elements
from pnp.components.shapes import Shape
from pnp.diagnostics import Diagnostics
from pnp.graphics.inksaver import Inks
from pnp.pdf.preflight import reader
from pnp.sources.yaml import parse
from tests.support.drawn import element_test
from tests.support.layout import Card, at

test_is_drawn_as_reviewed = element_test("shapes")


RED, GOLD, WHITE = (0xB8, 0x3A, 0x26), (0xE0, 0xB0, 0x40), (255, 255, 255)


GRADIENTS = (
    "rectangle: [10, 10, 40, 20], fill: {linear: [red, gold], angle: 0}",
    "rectangle: [10, 40, 40, 20], fill: {linear: [red, '{asides.tint}', gold], stops: [0, 0.25, 1]}",
    "circle: [30, 75, 8], fill: {radial: [gold, red]}, opacity: 0.5",
)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    return Card(tmp_path_factory.mktemp("graded"), *GRADIENTS)


def test_gradients_have_their_colours_where_they_should(graded):
    image = graded.image()
    assert at(image, 10.3, 20) == pytest.approx(RED, abs=4)
    assert at(image, 30, 20) == pytest.approx([(a + b) / 2 for a, b in zip(RED, GOLD, strict=True)], abs=4)
    assert at(image, 49.7, 20) == pytest.approx(GOLD, abs=4)
    assert at(image, 30, 45) == pytest.approx((0x30, 0x60, 0xA0), abs=6), "a field in a colour, at its stop"
    assert at(image, 30, 59.7) == pytest.approx(GOLD, abs=8)
    assert at(image, 30, 75) == pytest.approx([(a + 255) / 2 for a in GOLD], abs=4)
    assert at(image, 37.6, 75) == pytest.approx([(a + 255) / 2 for a in RED], abs=12)


def shadings(data: bytes) -> list[pypdf.generic.DictionaryObject]:
    """The gradients in the resources of a file's forms."""
    page = pypdf.PdfReader(io.BytesIO(data), strict=True).pages[0]
    forms = [form.get_object() for form in page["/Resources"]["/XObject"].values()]
    return [one.get_object() for form in forms for one in form["/Resources"].get("/Shading", {}).values()]


def test_gradients_are_shadings_and_no_pictures(graded):
    data = graded.pdf()
    assert b"/Subtype /Image" not in data
    assert [(one["/ShadingType"], one["/ColorSpace"]) for one in shadings(data)] == [
        (2, "/DeviceRGB"),
        (2, "/DeviceRGB"),
        (3, "/DeviceRGB"),
    ]


@pytest.mark.parametrize(
    ("standard", "limit", "kinds"), [("x4", 180, [2, 2, 3]), pytest.param("x1a", 300, [2, 2], marks=pytest.mark.slow)]
)
def test_a_print_shop_gets_gradients_in_cmyk_within_the_ink_limit(graded, standard, limit, kinds):
    """In PDF/X-1a, the translucent disc is a picture."""
    drawn = shadings(graded.pdf(limit=limit, standard=standard))
    assert [one["/ShadingType"] for one in drawn] == kinds
    assert {one["/ColorSpace"] for one in drawn} == {"/DeviceCMYK"}
    pieces = [piece for one in drawn for piece in one["/Function"]["/Functions"]]
    mixes = [[float(share) for share in piece[end]] for piece in pieces for end in ("/C0", "/C1")]
    assert 150 < max(100 * sum(mix) for mix in mixes) < limit + 0.01
    usual, printed = graded.image(), graded.image(limit=limit, standard=standard)
    for x, y in ((12, 20), (30, 20), (48, 20), (30, 75)):
        assert at(printed, x, y) == pytest.approx(at(usual, x, y), abs=40)


def test_preflight_reads_the_ink_of_gradients(graded, tmp_path):
    file = tmp_path / "card.pdf"
    file.write_bytes(graded.pdf(limit=180))
    (page,) = [part["page"] for part in reader.parts(str(file)) if "page" in part]
    assert page["colours"] == ["DeviceCMYK"]
    assert 150 < page["ink"] < 180.01


def test_grey_gradients_are_as_light_and_little_ink_leaves_an_outline(graded):
    grey, low = (graded.image(Inks(ink).piece(graded.piece)) for ink in ("grey", "low"))
    for x in (11, 20, 30, 40, 49):
        red, green, blue = at(grey, x, 20)
        assert red == green == blue
    assert at(grey, 11, 20) < at(grey, 49, 20)
    assert at(low, 30, 20) == WHITE
    assert min(at(low, x / 10, 20)[0] for x in range(95, 105)) < 255


def test_text_over_a_gradient_is_judged_by_its_worst_colour(tmp_path):
    texts = [f"text: '{{name}}', box: [{x}, 20, 15, 8], style: name" for x in (10, 38)]
    ground = "rectangle: [5, 10, 50, 30], fill: {linear: [ink, paper], angle: 0}"
    first, second = (Card(tmp_path / str(n), ground, text).found(low_contrast) for n, text in enumerate(texts))
    assert [one.code for one in first] == ["low-contrast"]
    assert not second


def test_a_shape_needs_an_outline():
    assert inspect.isabstract(Shape)
    assert Shape.__abstractmethods__ == {"segments"}


def test_a_path_without_end_is_refused():
    diagnostics = Diagnostics()
    node = parse("{path: M 1 2" + " h 1" * 5_000 + ", fill: ink}", "faces.yaml", diagnostics)
    assert elements.element(node, diagnostics) is None
    assert [one.message for one in diagnostics] == ["the path has more than 20,000 characters"]
