"""Elements of faces: their kinds, and what every element may have."""

from __future__ import annotations

import io
from dataclasses import make_dataclass
from types import ModuleType

import pypdf
import pypdfium2
import pytest

from pnp.checks import low_contrast, overlapping_text, unsafe_zone
from pnp.components import elements, places
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect, Transform
from pnp.graphics.geometry import MM_PER_POINT
from pnp.pdf import tagging
from pnp.sources.yaml import parse
from tests.support.layout import Card

LABEL = "text: 'Turn me', box: [14, 40, 36, 10], style: name, rotate: {}"


def read_back(card: Card) -> tuple[list[str], Rect]:
    """What pypdf and PDFium read on a card, and the box around the letters in mm."""
    data = card.pdf()
    words = [" ".join(pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().split())]
    with pypdfium2.PdfDocument(data) as file:
        page = file[0].get_textpage()
        words.append(" ".join(page.get_text_range().split()))
        boxes = [page.get_charbox(n) for n in range(page.count_chars())]
    height = 210 / MM_PER_POINT
    around = Rect.about((x, height - y) for left, low, right, top in boxes for x, y in ((left, low), (right, top)))
    return words, Rect(*(v * MM_PER_POINT for v in around))


@pytest.mark.parametrize("degrees", [0, 45, 90, 180, -30])
def test_turned_words_are_read_and_are_where_they_should_be(tmp_path, degrees):
    plain, turned = (Card(tmp_path / str(n), LABEL.format(n)) for n in (0, degrees))
    (_, before), (words, after) = read_back(plain), read_back(turned)
    assert words == ["Turn me"] * 2
    shift = 210 - 88.9
    assert before.centre[0] == pytest.approx(32, abs=0.3)
    wanted = Transform.rotate(degrees, 32, 45 + shift).box(before)
    assert after == pytest.approx(wanted, abs=0.1 if degrees % 90 == 0 else 1.2)


def test_turned_words_are_spoken_and_checked_like_others(tmp_path):
    """Labels across each other overlap; those beside each other do not, though their upright boxes do."""
    apart, crossed = (
        Card(
            tmp_path / name,
            "text: 'One', box: [10, 30, 30, 8], style: name, rotate: 45",
            f"text: 'Two', box: [{x}, {y}, 30, 8], style: name, rotate: 45",
        )
        for name, x, y in (("apart", 18, 22), ("crossed", 12, 32))
    )
    assert tagging.spoken(apart.context.fonts, apart.piece.front) == ("One", "Two")
    assert apart.found(overlapping_text) == []
    assert [one.message for one in crossed.found(overlapping_text)] == ["'Two' prints over 'One'"]


@pytest.mark.parametrize(("degrees", "is_unsafe"), [(0, False), (90, False), (45, True), (-45, True)])
def test_turned_boxes_stay_off_the_trim(tmp_path, degrees, is_unsafe):
    text = f"text: 'One', box: [4, 40, 20, 20], style: name, rotate: {degrees}"
    assert [one.code for one in Card(tmp_path, text).found(unsafe_zone)] == ["unsafe-zone"] * is_unsafe


@pytest.mark.parametrize(("degrees", "is_hard"), [(0, False), (180, True), (90, True)])
def test_the_contrast_of_turned_words_is_that_of_where_they_are(tmp_path, degrees, is_hard):
    """Dark words on a light band at the left of their box: turned, they are beside it."""
    ground = ("rectangle: [-3, -3, 69.5, 94.9], fill: ink", "rectangle: [6, 40, 20, 10], fill: cream")
    text = f"text: 'One', box: [6, 40, 40, 10], style: left, rotate: {degrees}"
    card = Card(tmp_path, *ground, text)
    assert bool(card.found(low_contrast)) == is_hard


def test_faint_words_have_less_contrast_and_all_paint_is_faint(tmp_path):
    plain, faint = (
        Card(tmp_path / f"{opacity}", f"text: One, box: [10, 40, 20, 8], style: name, opacity: {opacity}")
        for opacity in (0.9, 0.2)
    )
    assert not plain.found(low_contrast)
    assert [one.code for one in faint.found(low_contrast)] == ["low-contrast"]
    assert min(faint.image().getextrema()[0]) > 180


@pytest.mark.parametrize(
    ("kind", "key"), [("text", "box"), ("rectangle", "rectangle"), ("circle", None), ("line", None)]
)
def test_the_box_of_a_kind_is_under_its_own_name_or_box(kind, key):
    assert elements.box_key(kind) == key


def test_an_element_of_others_with_a_box_of_its_own_is_moved_and_shared_as_a_rectangle_is(monkeypatch):
    monkeypatch.setattr(elements, "names", lambda: ("cross",))
    monkeypatch.setattr(elements, "kind", lambda _name: rectangle_named("cross"))
    elements.box_key.cache_clear()
    node = parse("{cross: [10, 20, 8, 4], stroke: ink}", "faces.yaml", Diagnostics())
    try:
        assert places.box_of(node) == Rect(10, 20, 8, 4)
        assert places.with_box(node, Rect(1, 2, 16, 8)).value["cross"].plain() == [1, 2, 16, 8]
        assert elements.box_key("cross") == "cross"
    finally:
        elements.box_key.cache_clear()


def rectangle_named(name: str) -> ModuleType:
    """A module with a kind of element whose own key is its box."""
    module = ModuleType(name)
    module.Spec = make_dataclass("Spec", [(name, elements.Box)], bases=(elements.Element,), frozen=True, kw_only=True)
    return module
