"""Places of elements in the data of a face."""

import pytest

from pnp.components import elements
from pnp.components.places import box_of, stretched_to, with_box
from pnp.diagnostics import Diagnostics
from pnp.graphics import Rect, Size
from pnp.sources.yaml import parse

PLACED = {
    "{rectangle: [10, 20, 8, 4]}": (10, 20, 8, 4), "{line: [10, 20, 18, 24]}": (10, 20, 8, 4),
    "{circle: [10, 20, 5]}": (5, 15, 10, 10), "{star: [10, 20, 5]}": (5, 15, 10, 10),
    "{regular: [10, 20, 5]}": (5, 15, 10, 10), "{ellipse: [10, 20, 5, 2]}": (5, 18, 10, 4),
    "{polygon: [[1, 2], [5, 2], [3, 8]]}": (1, 2, 4, 6), "{path: M 1 2 h 4 l -2 6 z}": (1, 2, 4, 6),
}  # fmt: skip


@pytest.mark.parametrize("text", PLACED)
def test_every_shape_can_be_moved_into_another_box(text):
    inked = text if text.startswith("{line") else text.replace("}", ", fill: ink}")
    node = parse(inked, "faces.yaml", Diagnostics())
    assert box_of(node) == PLACED[text]
    moved = with_box(node, Rect(30, 40, 20, 20))
    diagnostics = Diagnostics()
    element = elements.element(moved, diagnostics)
    assert not list(diagnostics)
    assert element.box == pytest.approx((30, 40, 20, 20))
    assert element.origin.span == node.span


def test_what_is_round_stays_round():
    node = parse("{circle: [10, 20, 5]}", "faces.yaml", Diagnostics())
    assert with_box(node, Rect(0, 0, 40, 20)).plain() == {"circle": [20, 10, 10]}


@pytest.mark.parametrize("text", ["{circle: [1, 2]}", "{path: X}", "{polygon: [1, 2]}", "{box: x}", "{text: a}"])
def test_wrong_places_are_no_boxes(text):
    node = parse(text, "faces.yaml", Diagnostics())
    assert box_of(node) is None
    assert with_box(node, Rect(0, 0, 1, 1)) is node


@pytest.mark.parametrize(
    ("step", "stretched"),
    [
        ("step: [4, 6]", {"step": [8, 30]}),
        ("step: [30 / traits.value, 0]", {"step": ["(30 / traits.value) * 2", 0]}),
        ("across: 25", {"across": 50}),
    ],
)
def test_steps_of_repetitions_are_stretched_with_the_box(step, stretched):
    node = parse(f"{{text: '>', box: [0, 0, 10, 4], repeat: rules.suits, {step}}}", "faces.yaml", Diagnostics())
    plain = with_box(node, Rect(0, 0, 20, 20)).plain()
    assert {key: plain[key] for key in stretched} == stretched


@pytest.mark.parametrize(
    ("line", "step", "box", "moved"),
    [
        ([0, 5, 10, 5], [0, 6], Rect(2, 8, 20, 0), [2, 8, 22, 8]),
        ([5, 0, 5, 10], [6, 0], Rect(8, 2, 0, 20), [8, 2, 8, 22]),
    ],
)
def test_a_line_without_width_or_height_keeps_its_steps_and_is_moved(line, step, box, moved):
    node = parse(f"{{line: {line}, repeat: 3, step: {step}}}", "faces.yaml", Diagnostics())
    plain = with_box(node, box).plain()
    assert (plain["line"], plain["step"]) == (moved, step)


def test_an_element_of_a_face_can_be_stretched_to_another_size_of_the_face():
    text = "{grid: columns, box: [5, 10, 20, 30], pitch: [25, 40], face: square}"
    node = parse(text, "faces.yaml", Diagnostics())
    wide = stretched_to(node, Size(50, 100), Size(100, 50)).plain()
    assert wide["box"] == [10, 5, 40, 15]
    assert wide["pitch"] == [50, 20]
    assert stretched_to(node, Size(50, 100), Size(50, 100)) is node
