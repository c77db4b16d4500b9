"""Thin lines and small letters, measured as they are printed."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.pdf.preflight import rules
from tests.support.foreign import File, font, form, press_card
from tests.support.preflight import judge, read


def sizes(content: bytes, folder, resources: Any = None) -> dict[str, float]:
    found = read(press_card(content, resources), folder)["pages"][0]["fine"]
    return {kind: round(size, 4) for kind, size in found.items()}


def fonts(file: File) -> dict[str, Any]:
    return {"Font": {"F": font(file, embedded=True)}, "ExtGState": {"G": {"LW": 0.5}}}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"0 0 m 9 9 l S", 1.0),
        (b"3 w 0 0 m 9 9 l n", None),
        (b"3 w 0 0 9 9 re B*", 3.0),
        (b"/G gs 0 0 9 9 re s", 0.5),
        (b"0 w 0 0 9 9 re s", 0.0),
        (b"q 0.1 w Q 2 w 0 0 9 9 re b", 2.0),
        (b"q 0 2 -2 0 5 5 cm 0.6 0.8 -0.8 0.6 0 0 cm 2 w 0 0 9 9 re S Q", 4.0),
        (b"q 5 0 0 0.5 0 0 cm 2 w 0 0 9 9 re S Q", 1.0),
        (b"Q Q 2 w cm 0 0 9 9 re S", 2.0),
    ],
)
def test_lines_are_as_wide_as_they_are_printed(content, expected, tmp_path):
    assert sizes(content, tmp_path, fonts).get("line") == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"0 1 1 0.2 k BT /F 6 Tf (a) Tj ET", {"mixed": 6.0}),
        (b"0 1 1 0.2 k BT /F 1 Tf 6 0 0 -6 9 9 Tm [(a) 3 (b)] TJ ET", {"mixed": 6.0}),
        (b"1 1 1 0 k q 0.5 0 0 0.5 0 0 cm BT /F 6 Tf (a) ' ET Q", {"mixed": 3.0}),
        (b"0 1 1 0.05 k BT /F 6 Tf (a) Tj ET", {}),
        (b"0 0 0 1 k BT /F 6 Tf (a) Tj ET", {}),
        (b"1 g BT /F 6 Tf (a) Tj ET", {"white": 6.0}),
        (b"1 1 1 rg BT /F 6 Tf (a) Tj ET", {"white": 6.0}),
        (b"1 g BT /F 6 Tf 3 Tr (a) Tj ET", {}),
        (b"q 1 g Q BT /F 6 Tf (a) Tj ET", {}),
        (b"1 g /Gold cs 1 scn BT /F 6 Tf (a) Tj ET", {}),
    ],
)
def test_text_has_the_size_and_the_colour_of_print(content, expected, tmp_path):
    assert sizes(content, tmp_path, fonts) == expected


def test_the_smallest_place_of_a_form_counts_and_forms_in_forms_do(tmp_path):
    def resources(file: File) -> dict[str, Any]:
        inner = form(file, b"1 w 0 0 9 9 re S", Matrix=[0.5, 0, 0, 0.5, 0, 0])
        outer = form(file, b"q 0.5 0 0 0.5 0 0 cm /I Do Q /I Do", {"XObject": {"I": inner}})
        return {"XObject": {"O": outer}}

    assert sizes(b"/O Do", tmp_path, resources) == {"line": 0.25}
    assert sizes(b"/O Do q 0.4 0 0 0.4 0 0 cm /O Do Q", tmp_path, resources) == {"line": 0.1}


def test_messages_name_the_size_and_home_printers_are_not_judged(tmp_path):
    facts = read(press_card(b"0.1 w 0 0 9 9 re S 0 1 1 0.2 k BT /F 6 Tf (a) Tj ET", fonts), tmp_path)
    messages = [diagnostic.message for diagnostic in judge(facts, "shop")]
    assert messages == [
        "a line is 0.10 pt wide, thinner than 0.25 pt",
        "text of 6.0 pt is mixed from more than two inks; it should be larger than 7 pt",
    ]
    assert not [diagnostic for diagnostic in judge(facts) if diagnostic.code in ("thin-line", "small-mixed-text")]
    assert (rules.LINE, rules.TYPE) == (0.25, 7)
