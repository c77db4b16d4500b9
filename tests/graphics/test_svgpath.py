"""SVG path data -> segments: every command, compact notation, arcs on their circles, errors."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.graphics.drawing import Segment
from pnp.graphics.svgpath import OutlinePen, segments
from tests.support.drawn import case_test
from tests.support.svg_lines import lines_of_paths

test_is_drawn_as_reviewed = case_test("svg/paths", lines_of_paths)


def near(found: list[Segment], wanted: list[Segment]) -> None:
    assert [operator for operator, _ in found] == [operator for operator, _ in wanted]
    for (_, numbers), (_, others) in zip(found, wanted, strict=True):
        assert numbers == pytest.approx(others, abs=1e-9)


# Arcs


def points(start: tuple[float, float], curves: list[Segment]) -> list[tuple[float, float]]:
    found = []
    x0, y0 = start
    for operator, (x1, y1, x2, y2, x3, y3) in curves:
        assert operator == "c"
        for i in range(11):
            t, u = i / 10, 1 - i / 10
            a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        x0, y0 = x3, y3
    return found


@pytest.mark.parametrize("apart", [1e-3, 1e-9, 1e-12])
@pytest.mark.parametrize("sweep", [0, 1])
def test_a_large_arc_between_points_that_are_very_near_is_all_but_a_circle(apart, sweep):
    curves = segments(f"M0 0A10 10 0 1 {sweep} {apart} 0")[1:]
    centre = (0, 10 if sweep == 0 else -10)
    assert len(curves) == 4
    for spot in points((0, 0), curves):
        assert math.dist(spot, centre) == pytest.approx(10, rel=1e-3)
    (small,) = segments(f"M0 0A10 10 0 0 {sweep} {apart} 0")[1:]
    assert all(abs(n) <= apart * 1.001 for n in small[1])


coordinates = st.integers(-500, 500).map(lambda n: n / 10)
radii = st.integers(1, 500).map(lambda n: n / 10)
flags = st.integers(0, 1)


@given(coordinates, coordinates, radii, flags, flags, coordinates, coordinates)
def test_every_point_of_a_circular_arc_is_on_its_circle(x, y, r, large, sweep, end_x, end_y):
    start, *curves = segments(f"M{x} {y}A{r} {r} 0 {large} {sweep} {end_x} {end_y}")
    assert start == ("m", (x, y))
    if (x, y) == (end_x, end_y):
        assert curves == []
        return
    assert curves[-1][1][4:] == pytest.approx((end_x, end_y))
    assert len(curves) <= 4
    radius = max(r, math.dist((x, y), (end_x, end_y)) / 2)
    on_it = points((x, y), curves)
    # The centre is the point as far from the start, the end and the middle of the arc.
    middle, chord = on_it[len(on_it) // 2], math.dist((x, y), (end_x, end_y))
    reach = math.sqrt(max(0.0, radius**2 - (chord / 2) ** 2))
    across = ((y - end_y) / chord, (end_x - x) / chord)
    centres = [
        ((x + end_x) / 2 + side * reach * across[0], (y + end_y) / 2 + side * reach * across[1]) for side in (1, -1)
    ]
    centre = min(centres, key=lambda c: abs(math.dist(c, middle) - radius))
    for point in on_it:
        assert math.dist(point, centre) == pytest.approx(radius, rel=1e-3)


eighths = st.integers(-800, 800).map(lambda n: n / 8)


@given(radii, radii, st.integers(-720, 720), flags, flags, eighths, eighths)
def test_a_relative_arc_is_the_absolute_one_moved(rx, ry, turn, large, sweep, x, y):
    here = segments(f"M0 0A{rx} {ry} {turn} {large} {sweep} {x} {y}")
    there = segments(f"M128 64a{rx} {ry} {turn} {large} {sweep} {x} {y}")
    assert len(here) == len(there)
    for (_, numbers), (_, moved) in zip(here, there, strict=True):
        back = [n - (64 if i % 2 else 128) for i, n in enumerate(moved)]
        assert back == pytest.approx(numbers, rel=1e-6, abs=1e-3)


# Errors


@pytest.mark.parametrize(
    "run", ["1", "0", "1.", "-", "1e", " ", ", ", "1 ", "1e5 ", "A", "z,", "h", "A5 5 0 0 1 1 1", "5 5 0 0 1 1 1 "]
)
@pytest.mark.parametrize("begin", ["M0 0", "M0 0A", "M0 0L", ""])
def test_long_runs_of_anything_are_read_at_once(begin, run):
    with pytest.raises(ValueError, match=r"."):  # it ends with a scrap; reading it back and forth would take minutes
        segments(begin + run * (50_000 // len(run)) + "-")


@pytest.mark.parametrize(
    "data",
    ["M0 0A1 1 0 0 1 1e-200 0", "M0 0A1e-200 1 0 0 1 1 1", "M0 0A1e-170 1e-170 0 0 1 1 0", "M0 0A5 5 0 0 1 0 1e-300"],
)
def test_an_arc_of_almost_nothing_is_drawn(data):
    last = segments(data)[-1]
    assert last[0] in "mlc"
    assert all(math.isfinite(n) for n in last[1])


@settings(max_examples=300)
@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n#", max_size=40))
def test_any_data_is_a_path_or_a_bad_path(data):
    try:
        found = segments(data)
    except ValueError:
        return
    takes = {"m": 2, "l": 2, "c": 6, "h": 0}
    assert all(len(numbers) == takes[operator] for operator, numbers in found)
    assert all(math.isfinite(n) for _, numbers in found for n in numbers)
    assert not found or found[0][0] == "m"


# Relative and absolute

point = st.tuples(eighths, eighths)


@given(point, st.lists(point, min_size=1, max_size=8))
def test_a_polyline_is_the_same_written_absolutely_and_relatively(start, steps):
    x, y = start
    absolute, relative = [f"M{x} {y}"], [f"m{x} {y}"]
    for dx, dy in steps:
        x, y = x + dx, y + dy
        absolute.append(f"L{x} {y}")
        relative.append(f"l{dx} {dy}")
    assert segments("".join(absolute)) == segments("".join(relative))
    assert segments("".join(absolute).replace("L", " ")) == segments("".join(relative).replace("l", " "))


@given(point, st.lists(st.tuples(st.sampled_from("hvHV"), eighths), min_size=1, max_size=8))
def test_level_and_upright_lines_are_lines(start, steps):
    x, y = start
    long, short = [f"M{x} {y}"], [f"M{x} {y}"]
    for command, by in steps:
        x = {"h": x + by, "H": by}.get(command, x)
        y = {"v": y + by, "V": by}.get(command, y)
        long.append(f"L{x} {y}")
        short.append(f"{command}{by}")
    assert segments("".join(long)) == segments("".join(short))


@given(point, st.lists(st.tuples(st.sampled_from("CSQT"), point, point, point), min_size=1, max_size=8))
def test_curves_are_the_same_written_absolutely_and_relatively(start, steps):
    x, y = start
    absolute, relative = [f"M{x} {y}"], [f"M{x} {y}"]
    for command, *handles in steps:
        used = handles[: {"C": 3, "S": 2, "Q": 2, "T": 1}[command]]
        relative.append(command.lower() + " ".join(f"{dx} {dy}" for dx, dy in used))
        absolute.append(command + " ".join(f"{x + dx} {y + dy}" for dx, dy in used))
        x, y = x + used[-1][0], y + used[-1][1]
    near(segments("".join(absolute)), segments("".join(relative)))


def test_quadratic_curves_become_cubic_ones_and_the_closing_line_is_left_out():
    pen = OutlinePen()
    pen.moveTo((0, 0))
    pen.lineTo((3, 0))
    pen.qCurveTo((3, 3), (0, 3))
    pen.lineTo((0, 0))
    pen.closePath()
    assert pen.out == [("m", (0, 0)), ("l", (3, 0)), ("c", (3, 2, 2, 3, 0, 3)), ("h", ())]


def test_a_subpath_without_length_is_a_line_that_viewers_draw_as_a_dot():
    pen = OutlinePen()
    pen.moveTo((1, 2))
    pen.closePath()
    assert pen.out == [("m", (1, 2)), ("l", (1, 2)), ("h", ())]
