"""Numbers are written as spreadsheets show them, by the formats of their cells."""

from __future__ import annotations

import pytest

from pnp.sources.number_format import shown


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (7, "General", "7"), (0.5, "@", "0.5"), (0.5, "General", "0.5"), (7, "000", "007"), (1234, "000", "1234"),
        (0.5, "0%", "50%"), (0.5, "0\\ %", "50 %"), (0.125, "0.0%", "12.5%"), (0.125, '0" percent"', "0 percent"),
        (5, '"$"#,##0', "$5"), (5, "[$$-409]#,##0.00", "$5.00"), (5, "#,##0\\ [$€-407]", "5 €"),
        (5, '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', "5.00 €"),
        (-5, '"$"#,##0;[Red]("$"#,##0)', "($5)"), (-3, "0", "-3"), (-0.2, "0", "0"), (-3, "+0;-0", "-3"),
        (3, "+0;-0", "+3"),
        (0, '0;-0;"none"', "none"), (2.5, "0", "3"), (1.005, "0.00", "1.01"), (0.5, "#.##", ".5"), (5, "0.0#", "5.0"),
        (1234567.5, "#,##0.00", "1,234,567.50"), (1234, "00,000,000", "00,001,234"), (1500, "0.0,", "1.5"),
        (1.5, "# ?/?", "1 1/2"), (0.5, "# ?/?", "1/2"), (2, "# ?/?", "2"), (0.3, "?/10", "3/10"),
        (1234, "0.00E+00", "1.23E+03"), (0.00012, "0.0E-0", "1.2E-4"), (5, 'General" VP"', "5 VP"), (5, '"×"0', "×5"),
    ],
)  # fmt: skip
def test_a_number_is_written_as_its_cell_shows_it(value, form, text):
    assert shown(value, form) == text


@pytest.mark.parametrize("form", ["d/m/yyyy", '[=1]"one";0', "000-0000", ";;;", "0" * 256, '0"', '"x"@'])
def test_other_formats_are_not_read(form):
    assert shown(5, form) is None


@pytest.mark.parametrize("value", [1e15, 9.99e-300, -1.5, 0])
def test_long_formats_are_written_in_full(value):
    assert len(shown(value, f"0.{'0' * 200}")) >= 202
