"""SVG path data -> segments: every command, compact notation, arcs on their circles, errors."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.graphics.drawing import Segment
from pnp.graphics.svgpath import has_dot, is_convex, segments


def near(found: list[Segment], wanted: list[Segment]) -> None:
    assert [operator for operator, _ in found] == [operator for operator, _ in wanted]
    for (_, numbers), (_, others) in zip(found, wanted, strict=True):
        assert numbers == pytest.approx(others, abs=1e-9)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ("M1 2", [("m", (1, 2))]),
        ("m1 2", [("m", (1, 2))]),
        ("M1 2 3 4 5 6", [("m", (1, 2)), ("l", (3, 4)), ("l", (5, 6))]),
        ("m1 2 3 4 5 6", [("m", (1, 2)), ("l", (4, 6)), ("l", (9, 12))]),
        ("M1 2L3 4", [("m", (1, 2)), ("l", (3, 4))]),
        ("M1 2L3 4 5 6", [("m", (1, 2)), ("l", (3, 4)), ("l", (5, 6))]),
        ("M1 2l3 4 5 6", [("m", (1, 2)), ("l", (4, 6)), ("l", (9, 12))]),
        ("M1 2H5", [("m", (1, 2)), ("l", (5, 2))]),
        ("M1 2H5 7", [("m", (1, 2)), ("l", (5, 2)), ("l", (7, 2))]),
        ("M1 2h5 7", [("m", (1, 2)), ("l", (6, 2)), ("l", (13, 2))]),
        ("M1 2V5 7", [("m", (1, 2)), ("l", (1, 5)), ("l", (1, 7))]),
        ("M1 2v5 7", [("m", (1, 2)), ("l", (1, 7)), ("l", (1, 14))]),
        ("M1 2C3 4 5 6 7 8", [("m", (1, 2)), ("c", (3, 4, 5, 6, 7, 8))]),
        ("M1 2c3 4 5 6 7 8", [("m", (1, 2)), ("c", (4, 6, 6, 8, 8, 10))]),
        (
            "M1 2c1 1 2 2 3 3 1 1 2 2 3 3",
            [("m", (1, 2)), ("c", (2, 3, 3, 4, 4, 5)), ("c", (5, 6, 6, 7, 7, 8))],
        ),
        (
            "M0 0C1 1 2 2 3 3 4 4 5 5 6 6",
            [("m", (0, 0)), ("c", (1, 1, 2, 2, 3, 3)), ("c", (4, 4, 5, 5, 6, 6))],
        ),
        ("M0 0Q3 6 6 0", [("m", (0, 0)), ("c", (2, 4, 4, 4, 6, 0))]),
        ("M1 1q3 6 6 0", [("m", (1, 1)), ("c", (3, 5, 5, 5, 7, 1))]),
        ("M1 2Z", [("m", (1, 2)), ("l", (1, 2)), ("h", ())]),
        ("M1 2c0 0 0 0 0 0", [("m", (1, 2)), ("l", (1, 2))]),
        ("M1 2C1 2 1 2 1 2", [("m", (1, 2)), ("l", (1, 2))]),
        ("M1 2q0 0 0 0", [("m", (1, 2)), ("l", (1, 2))]),
        ("M1 2c0 0 1 1 0 0", [("m", (1, 2)), ("c", (1, 2, 2, 3, 1, 2))]),
        ("M1 2L3 4z", [("m", (1, 2)), ("l", (3, 4)), ("h", ())]),
        ("M1 2L3 4L1 2z", [("m", (1, 2)), ("l", (3, 4)), ("h", ())]),
        ("M1 2h0z", [("m", (1, 2)), ("l", (1, 2)), ("h", ())]),
        ("M1 2L3 4zl1 1", [("m", (1, 2)), ("l", (3, 4)), ("h", ()), ("m", (1, 2)), ("l", (2, 3))]),
        ("M1 2L3 4Zm1 1", [("m", (1, 2)), ("l", (3, 4)), ("h", ()), ("m", (2, 3))]),
        ("M1 2l3 4m1 1l1 0", [("m", (1, 2)), ("l", (4, 6)), ("m", (5, 7)), ("l", (6, 7))]),
        ("M1 2H9V8z", [("m", (1, 2)), ("l", (9, 2)), ("l", (9, 8)), ("h", ())]),
    ],
)
def test_each_command_makes_its_segments(data: str, wanted: list[Segment]) -> None:
    near(segments(data), wanted)


@pytest.mark.parametrize(
    ("data", "last"),
    [
        ("M0 0C0 5 5 5 5 0S10 -5 10 0", (5, -5, 10, -5, 10, 0)),
        ("M0 0C0 5 5 5 5 0s5 -5 5 0", (5, -5, 10, -5, 10, 0)),
        ("M0 0c0 5 5 5 5 0s5 -5 5 0", (5, -5, 10, -5, 10, 0)),
        ("M0 0C0 5 4 5 5 0S9 -5 10 0 14 5 15 0", (11, 5, 14, 5, 15, 0)),
        ("M1 2S3 4 5 6", (1, 2, 3, 4, 5, 6)),
        ("M1 2L3 4S5 6 7 8", (3, 4, 5, 6, 7, 8)),
        ("M1 2Q3 4 5 6S7 8 9 9", (5, 6, 7, 8, 9, 9)),
        ("M0 0C0 5 5 5 5 0M1 1S2 2 3 3", (1, 1, 2, 2, 3, 3)),
        ("M0 0C0 5 5 5 5 0ZS2 2 3 3", (0, 0, 2, 2, 3, 3)),
    ],
)
def test_s_mirrors_the_handle_of_the_cubic_before_it(data: str, last: tuple[float, ...]) -> None:
    operator, numbers = segments(data)[-1]
    assert operator == "c"
    assert numbers == pytest.approx(last)


def quadratic(x: float, y: float, qx: float, qy: float, end_x: float, end_y: float) -> tuple[float, ...]:
    return (
        x + (qx - x) * 2 / 3,
        y + (qy - y) * 2 / 3,
        end_x + (qx - end_x) * 2 / 3,
        end_y + (qy - end_y) * 2 / 3,
        end_x,
        end_y,
    )


@pytest.mark.parametrize(
    ("data", "last"),
    [
        ("M0 0Q3 6 6 0T12 0", quadratic(6, 0, 9, -6, 12, 0)),
        ("M0 0Q3 6 6 0t6 0", quadratic(6, 0, 9, -6, 12, 0)),
        ("M0 0Q3 6 6 0T12 0 18 0", quadratic(12, 0, 15, 6, 18, 0)),
        ("M0 0Q3 6 6 0t6 0t6 0", quadratic(12, 0, 15, 6, 18, 0)),
        ("M1 1T4 4", quadratic(1, 1, 1, 1, 4, 4)),
        ("M1 1T4 4T7 1", quadratic(4, 4, 7, 7, 7, 1)),
        ("M0 0C1 1 2 2 3 3T6 6", quadratic(3, 3, 3, 3, 6, 6)),
        ("M0 0Q3 6 6 0L7 7T8 8", quadratic(7, 7, 7, 7, 8, 8)),
    ],
)
def test_t_mirrors_the_handle_of_the_quadratic_before_it(data: str, last: tuple[float, ...]) -> None:
    assert segments(data)[-1][1] == pytest.approx(last)


@pytest.mark.parametrize(
    ("compact", "spaced"),
    [
        ("M.5.5", "M 0.5 0.5"),
        ("M1-2", "M 1 -2"),
        ("M-1-2-3-4", "M -1 -2 L -3 -4"),
        ("M1.5.5.25", None),
        ("M1.5.5.25.75", "M 1.5 0.5 L 0.25 0.75"),
        ("M+1+2", "M 1 2"),
        ("M1,2,3,4", "M 1 2 3 4"),
        ("  M\n1\t2 , 3 ,4 ", "M 1 2 3 4"),
        ("M1e1-2E-1", "M 10 -0.2"),
        ("M1.e1 2.", "M 10 2"),
        ("M007-0.50e1", "M 7 -5"),
        ("M-6.e-5 .1e1", "M -0.00006 1"),
        ("M0 0\na5\n5 0 0\r\n1 10\t10", "M 0 0 a 5 5 0 0 1 10 10"),
        ("M0 0a1 1 0 00.5.5", "M 0 0 a 1 1 0 0 0 0.5 0.5"),
        ("M0 0a1 1 0 11-.5.5.5-.5-0 100.5.5", "M 0 0 a 1 1 0 1 1 -0.5 0.5 a 0.5 0.5 0 1 0 0.5 0.5"),
        ("M0 0c1-1.5.5-.5,2e0 2", "M 0 0 c 1 -1.5 0.5 -0.5 2 2"),
        ("M0 0a5 5 0 0110 10", "M 0 0 a 5 5 0 0 1 10 10"),
        ("M0 0a5 5 0 01-10 10", "M 0 0 a 5 5 0 0 1 -10 10"),
        ("M0 0a5 5 0 1 010 10", "M 0 0 a 5 5 0 1 0 10 10"),
        ("M0 0a5 5 0 01.5.5", "M 0 0 a 5 5 0 0 1 0.5 0.5"),
        ("M0 0a5 5 0,0,1,10,10", "M 0 0 a 5 5 0 0 1 10 10"),
        ("M0 0a5,5 0 01 10,10 5 5 0 0020 0", "M 0 0 a 5 5 0 0 1 10 10 a 5 5 0 0 0 20 0"),
        ("M0,0Zm1,1", "M 0 0 Z m 1 1"),
        ("M0 0ZZ", "M 0 0 Z Z"),
    ],
)
def test_compact_notation_means_the_same(compact: str, spaced: str | None) -> None:
    if spaced is None:
        with pytest.raises(ValueError, match=r"^(cannot read|A takes|[A-Z] takes|Z takes|a comma|it must)"):
            segments(compact)
    else:
        assert segments(compact) == segments(spaced)


def test_an_empty_path_has_no_segments() -> None:
    assert segments("") == []
    assert segments("  \n ") == []


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


@pytest.mark.parametrize(
    ("large", "sweep", "centre", "quarters"),
    [(0, 1, (0, 0), 1), (1, 0, (0, 0), 3), (0, 0, (10, 10), 1), (1, 1, (10, 10), 3)],
)
def test_the_flags_choose_one_of_four_arcs(large: int, sweep: int, centre: tuple[float, float], quarters: int) -> None:
    first, *curves = segments(f"M10 0A10 10 0 {large} {sweep} 0 10")
    assert first == ("m", (10, 0))
    assert len(curves) == quarters
    assert curves[-1][1][4:] == pytest.approx((0, 10))
    for x, y in points((10, 0), curves):
        assert math.dist((x, y), centre) == pytest.approx(10, rel=1e-3)
    middle = points((10, 0), curves)[len(curves) * 11 // 2]
    beyond = math.dist(middle, (5, 5)) > math.dist(centre, (5, 5))
    assert beyond == bool(large)


def test_arcs_of_the_same_radius_run_clockwise_on_the_screen_when_they_sweep() -> None:
    curves = segments("M-10 0A10 10 0 0 1 10 0")[1:]
    assert points((-10, 0), curves)[10] == pytest.approx((0, -10))
    curves = segments("M-10 0A10 10 0 0 0 10 0")[1:]
    assert points((-10, 0), curves)[10] == pytest.approx((0, 10))


def test_an_ellipse_may_be_turned() -> None:
    curves = segments("M0 0A20 10 90 0 1 20 0")[1:]
    for x, y in points((0, 0), curves):
        assert ((x - 10) / 10) ** 2 + (y / 20) ** 2 == pytest.approx(1, rel=2e-3)


def test_radii_that_are_too_small_are_made_just_large_enough() -> None:
    curves = segments("M0 0A1 1 0 0 1 20 0")[1:]
    for x, y in points((0, 0), curves):
        assert math.dist((x, y), (10, 0)) == pytest.approx(10, rel=1e-3)


@pytest.mark.parametrize("apart", [1e-3, 1e-9, 1e-12])
@pytest.mark.parametrize("sweep", [0, 1])
def test_a_large_arc_between_points_that_are_very_near_is_all_but_a_circle(apart: float, sweep: int) -> None:
    curves = segments(f"M0 0A10 10 0 1 {sweep} {apart} 0")[1:]
    centre = (0, 10 if sweep == 0 else -10)
    assert len(curves) == 4
    for spot in points((0, 0), curves):
        assert math.dist(spot, centre) == pytest.approx(10, rel=1e-3)
    (small,) = segments(f"M0 0A10 10 0 0 {sweep} {apart} 0")[1:]
    assert all(abs(n) <= apart * 1.001 for n in small[1])


def test_negative_radii_count_as_positive() -> None:
    assert segments("M0 0A-5-5 0 0 1 5 5") == segments("M0 0A5 5 0 0 1 5 5")


def test_an_arc_without_a_radius_is_a_line() -> None:
    assert segments("M0 0A0 5 0 0 1 3 4") == [("m", (0, 0)), ("l", (3, 4))]
    assert segments("M1 1a5 0 0 0 1 3 4") == [("m", (1, 1)), ("l", (4, 5))]


def test_an_arc_to_where_it_starts_is_nothing() -> None:
    assert segments("M3 4A5 5 0 1 1 3 4") == [("m", (3, 4))]


def test_arcs_may_follow_each_other_without_a_letter() -> None:
    data = segments("M0 0a5 5 0 0 1 10 0 5 5 0 0 0 10 0L0 0")
    assert data[2][1][4:] == pytest.approx((10, 0))
    assert data[-2][1][4:] == pytest.approx((20, 0))
    assert data[-1] == ("l", (0, 0))


coordinates = st.integers(-500, 500).map(lambda n: n / 10)
radii = st.integers(1, 500).map(lambda n: n / 10)
flags = st.integers(0, 1)


@given(coordinates, coordinates, radii, flags, flags, coordinates, coordinates)
def test_every_point_of_a_circular_arc_is_on_its_circle(
    x: float, y: float, r: float, large: int, sweep: int, end_x: float, end_y: float
) -> None:
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
def test_a_relative_arc_is_the_absolute_one_moved(
    rx: float, ry: float, turn: int, large: int, sweep: int, x: float, y: float
) -> None:
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
def test_long_runs_of_anything_are_read_at_once(begin: str, run: str) -> None:
    with pytest.raises(ValueError, match=r"."):  # it ends with a scrap; reading it back and forth would take minutes
        segments(begin + run * (50_000 // len(run)) + "-")


@pytest.mark.parametrize(
    "data",
    ["M0 0A1 1 0 0 1 1e-200 0", "M0 0A1e-200 1 0 0 1 1 1", "M0 0A1e-170 1e-170 0 0 1 1 0", "M0 0A5 5 0 0 1 0 1e-300"],
)
def test_an_arc_of_almost_nothing_is_drawn(data: str) -> None:
    last = segments(data)[-1]
    assert last[0] in "mlc"
    assert all(math.isfinite(n) for n in last[1])


@settings(max_examples=300)
@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n#", max_size=40))
def test_any_data_is_a_path_or_a_bad_path(data: str) -> None:
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
def test_a_polyline_is_the_same_written_absolutely_and_relatively(
    start: tuple[float, float], steps: list[tuple[float, float]]
) -> None:
    x, y = start
    absolute, relative = [f"M{x} {y}"], [f"m{x} {y}"]
    for dx, dy in steps:
        x, y = x + dx, y + dy
        absolute.append(f"L{x} {y}")
        relative.append(f"l{dx} {dy}")
    assert segments("".join(absolute)) == segments("".join(relative))
    assert segments("".join(absolute).replace("L", " ")) == segments("".join(relative).replace("l", " "))


@given(point, st.lists(st.tuples(st.sampled_from("hvHV"), eighths), min_size=1, max_size=8))
def test_level_and_upright_lines_are_lines(start: tuple[float, float], steps: list[tuple[str, float]]) -> None:
    x, y = start
    long, short = [f"M{x} {y}"], [f"M{x} {y}"]
    for command, by in steps:
        x = {"h": x + by, "H": by}.get(command, x)
        y = {"v": y + by, "V": by}.get(command, y)
        long.append(f"L{x} {y}")
        short.append(f"{command}{by}")
    assert segments("".join(long)) == segments("".join(short))


@given(point, st.lists(st.tuples(st.sampled_from("CSQT"), point, point, point), min_size=1, max_size=8))
def test_curves_are_the_same_written_absolutely_and_relatively(
    start: tuple[float, float], steps: list[tuple[str, tuple[float, float], tuple[float, float], tuple[float, float]]]
) -> None:
    x, y = start
    absolute, relative = [f"M{x} {y}"], [f"M{x} {y}"]
    for command, *handles in steps:
        used = handles[: {"C": 3, "S": 2, "Q": 2, "T": 1}[command]]
        relative.append(command.lower() + " ".join(f"{dx} {dy}" for dx, dy in used))
        absolute.append(command + " ".join(f"{x + dx} {y + dy}" for dx, dy in used))
        x, y = x + used[-1][0], y + used[-1][1]
    near(segments("".join(absolute)), segments("".join(relative)))


# Outlines


@pytest.mark.parametrize(
    ("data", "convex"),
    [
        ("M0 0H5V5H0Z", True),
        ("M0 0H5V5H0", True),
        ("M0 0H5V5", True),
        ("M0 0H2H5V5H0Z", True),
        ("M5 0A5 5 0 0 1 5 10A5 5 0 0 1 5 0Z", True),
        ("M0 0C2 -3 4 -3 6 0L3 5Z", True),
        ("M0 0V5H5V0Z", False),
        ("M0 0H5V5H0ZM1 1H2V2Z", False),
        ("M0 0H5L1 1L0 5Z", False),
        ("M0 0C0 5 6 -5 6 0L3 9Z", False),
        ("M0 0H5V5H0V0H5V5H0Z", False),
        ("M3 0L5 6L0 2H6L1 6Z", False),
        ("M0 0H5", False),
        ("M0 0", False),
        ("", False),
    ],
)
def test_an_outline_is_convex_if_it_turns_clockwise_once(data: str, convex: bool) -> None:
    assert is_convex(segments(data)) == convex


@pytest.mark.parametrize(
    ("data", "dot"),
    [("M1 1Z", True), ("M1 1h0", True), ("M1 1c0 0 0 0 0 0z", True), ("M0 0H5M1 1h0", True)]
    + [("M1 1", False), ("M0 0H5M1 1", False), ("M1 1h0h1", False), ("M0 0H5Z", False), ("", False)],
)
def test_an_outline_has_a_dot_where_a_part_of_it_has_no_length(data: str, dot: bool) -> None:
    assert has_dot(segments(data)) == dot
