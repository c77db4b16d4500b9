"""Lines of glyphs in one operator."""

from __future__ import annotations

import pytest

from pnp.pdf.kerning import kerned


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("BT /F1 10 Tf (abc) Tj ET", "BT /F1 10 Tf (abc) Tj ET"),
        ("BT /F1 10 Tf (To ) Tj -0.5 Tc (AV) Tj 0 Tc (x) Tj ET", "BT /F1 10 Tf [(To ) (A) 50.0 (V) 50.0 (x)] TJ ET"),
        ("BT /F1 10 Tf (a) Tj /F2 5 Tf .1 Tc (b) Tj ET", "BT /F1 10 Tf [(a)] TJ /F2 5 Tf [(b) -20.0] TJ ET"),
        ("BT /F1 10 Tf 1 Tc (a) Tj 2 Ts (b) Tj 0 Ts ET", "BT /F1 10 Tf [(a) -100.0] TJ 2 Ts [(b) -100.0] TJ 0 Ts ET"),
        (r"BT /F1 10 Tf 1 Tc (\(\\\001) Tj ET", r"BT /F1 10 Tf [(\() -100.0 (\\) -100.0 (\001) -100.0] TJ ET"),
    ],
)
def test_spaces_between_glyphs_become_movements(code, expected):
    assert kerned(code) == expected
