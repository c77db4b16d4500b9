"""Charts: read back as SVG, with values at their places."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from pnp.lab.charts import WIDTH, ChartRow, bar, curve, funnel, histogram, ribbon, standalone, whiskers


def parts(svg: str, kind: str) -> list[dict[str, float]]:
    """The elements of a class, with their numbers."""
    found = [each for each in ET.fromstring(svg).iter() if each.get("class") == kind]  # noqa: S314 - our own
    return [
        {key: float(value) for key, value in each.attrib.items() if key not in ("class", "points")} for each in found
    ]


def texts(svg: str, kind: str) -> list[str]:
    return [each.text for each in ET.fromstring(svg).iter() if each.get("class") == kind]  # noqa: S314 - our own


def test_whiskers_span_their_intervals_on_one_scale():
    svg = whiskers("Wins <&>", [ChartRow("seat 1", 0.5, 0.4, 0.6), ChartRow("A & B", 0.6, 0.55, 0.7)], 0.5)
    first, second = parts(svg, "whisker")
    dots = parts(svg, "dot")
    (even,) = parts(svg, "even")
    assert dots[0]["cx"] == pytest.approx((first["x1"] + first["x2"]) / 2, abs=0.1)
    assert even["x1"] == dots[0]["cx"]
    scale = (first["x2"] - first["x1"]) / 0.2
    assert second["x2"] - second["x1"] == pytest.approx(0.15 * scale, abs=0.2)
    assert dots[1]["cx"] - dots[0]["cx"] == pytest.approx(0.1 * scale, abs=0.2)
    assert texts(svg, "label") == ["seat 1", "A & B"]
    assert "40 %" in texts(svg, "tick")
    assert all(0 <= each["x1"] <= each["x2"] <= WIDTH for each in (first, second))


def test_long_labels_are_cut_and_whole_where_the_dot_is_pointed_at():
    svg = whiskers("Wins", [ChartRow("The Very Best at Jousting", 0.5, 0.4, 0.6)], None)
    assert texts(svg, "label") == ["The Very Best at Jo…"]
    assert "<title>The Very Best at Jousting: 50 %</title>" in svg


def test_signed_shares_have_signs():
    svg = whiskers("Difference", [ChartRow("x", 0.02, -0.1, 0.1)], 0, signed=True)
    assert {"-5 %", "0 %", "+5 %"} <= set(texts(svg, "tick"))


def test_bars_are_as_high_as_their_games():
    svg = histogram("Games by turns", [(5, 10), (6, 40), (8, 20)], 6, "turns")
    bars = parts(svg, "bar")
    assert [each["height"] / bars[1]["height"] for each in bars] == pytest.approx([0.25, 1, 0.5], abs=0.01)
    assert bars[2]["x"] - bars[1]["x"] == pytest.approx(2 * (bars[1]["x"] - bars[0]["x"]), abs=0.2), "7 is empty"
    (median,) = parts(svg, "even")
    assert bars[1]["x"] < median["x1"] < bars[1]["x"] + bars[1]["width"]
    many = histogram("Games", [(at, 1) for at in range(1000)], 500, "turns")
    assert 50 <= len(parts(many, "bar")) <= 60
    assert parts(histogram("One", [(3, 9)], 3, "turns"), "bar")


def test_a_curve_goes_through_its_points():
    rows = [(2, ChartRow("", 10, 9, 11)), (4, ChartRow("", 20, 18, 22))]
    svg = curve("Length", rows, 2, percent=False)
    low, high = parts(svg, "dot")
    (now,) = parts(svg, "even")
    assert now["x1"] == low["cx"] < high["cx"]
    assert low["cy"] > high["cy"]
    assert [each["x1"] for each in parts(svg, "whisker")] == [low["cx"], high["cx"]]
    assert f'points="{low["cx"]},{low["cy"]} {high["cx"]},{high["cy"]}"' in svg
    height = float(ET.fromstring(svg).get("viewBox", "").split()[3])  # noqa: S314 - our own
    assert 0 < now["y1"] < high["cy"] < low["cy"] < now["y2"] < height
    flat = curve("Flat", [(1, ChartRow("", 0.5, 0.5, 0.5))], 1, percent=True)
    assert parts(flat, "dot")


def test_a_ribbon_is_a_line_in_the_band_of_its_intervals():
    rows = [(10, ChartRow("", 0.6, 0.5, 0.65)), (50, ChartRow("", 0.7, 0.6, 0.8)), (90, ChartRow("", 0.9, 0.8, 1.0))]
    svg = ribbon("Wins of the leader", rows, 0.5, "of a game")
    dots, (even,) = parts(svg, "dot"), parts(svg, "even")
    (band,) = [each.get("points") for each in ET.fromstring(svg).iter() if each.get("class") == "band"]  # noqa: S314
    corners = [tuple(map(float, corner.split(","))) for corner in band.split()]
    assert [x for x, _ in corners] == [dot["cx"] for dot in (*dots, *reversed(dots))]
    assert dots[1]["cx"] - dots[0]["cx"] == pytest.approx(dots[2]["cx"] - dots[1]["cx"], abs=0.2)
    tenth = (dots[0]["cy"] - dots[2]["cy"]) / 3
    highs, lows = [y for _, y in corners[:3]], [y for _, y in reversed(corners[3:])]
    assert [(dot["cy"] - y) / tenth for dot, y in zip(dots, highs, strict=True)] == pytest.approx([0.5, 1, 1], abs=0.01)
    assert [(y - dot["cy"]) / tenth for dot, y in zip(dots, lows, strict=True)] == pytest.approx([1, 1, 1], abs=0.01)
    assert even["y1"] == even["y2"] == lows[0], "the first interval ends at the even share"
    assert {"0 %", "60 %", "100 %"} <= set(texts(svg, "tick"))


def test_a_small_bar_is_as_long_as_its_share():
    assert parts(bar(0.5), "bar")[0]["width"] == parts(bar(1), "bar")[0]["width"] / 2
    assert parts(bar(7), "bar") == parts(bar(1), "bar")


def test_a_funnel_has_a_bar_for_each_share():
    svg = funnel("Cards", ["held", "played"], [("A", [1, 0.5]), ("The Very Best at Jousting", [0, 0.25])])
    bars, whole = parts(svg, "bar"), parts(svg, "band")
    assert [each["width"] / whole[0]["width"] for each in bars] == pytest.approx([1, 0.5, 0, 0.25], abs=0.01)
    assert [each["x"] for each in bars] == [each["x"] for each in whole]
    assert texts(svg, "share") == ["100 %", "50 %", "0 %", "25 %"]
    assert texts(svg, "label") == ["A", "The Very Best at Jo…"]
    assert whole[-1]["x"] + whole[-1]["width"] < WIDTH - 50, "there is room for the number"


def test_a_chart_of_its_own_has_its_title_above_the_same_chart():
    inner = histogram("Games <by> turns", [(5, 10), (6, 40)], 6, "turns")
    root = ET.fromstring(standalone(inner, "a & b", "10 games"))  # noqa: S314 - our own
    width, height = float(root.get("width")), float(root.get("height"))
    left, top, wide, high = map(float, root.get("viewBox").split())
    assert (left, wide, high) == (0, width, height)
    assert high + top == float(ET.fromstring(inner).get("viewBox").split()[3])  # noqa: S314 - our own
    words = [(each.get("class"), each.text) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words[:3] == [("title", "Games <by> turns"), ("about", "10 games"), ("about", "a & b")]
    assert len(root.findall(".//*[@class='bar']")) == 2
