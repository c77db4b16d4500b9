"""The sections of a report: one for each question that the report answers, in the order of the questions."""

from __future__ import annotations

import io
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from PIL import Image

from pnp.lab.charts import COLOURS
from pnp.lab.page import page
from pnp.lab.report import Against, Curve, Point, Rung, Solution, Stakes
from pnp.lab.sections import Bar, chart_files, seats, sections, skill

POINT = Point(2, None, 0.5, (0.4, 0.6), [0.5, 0.5], 0.0, 9.0, (8.0, 10.0))


def test_a_section_for_each_question_that_is_answered(lab):
    report = lab("rhino", 300).report
    full = replace(
        report,
        skill=[Rung("eager", "random", 40, 0.5, 0.9, (0.6, 0.98), "wins more", "any but passing")],
        stakes=Stakes(7, 3.0, 100, 0.1, (0.05, 0.15), 0.2, (0.1, 0.3)),
        curves=[Curve("rules.n", 2, 10, [POINT], changes=True)],
        against=Against("old", []),
        solution=Solution(1, 2, 3, 0.0, (0.0, 0.0), None, 0.0),
    )
    names = {"cards": {}, "leads": []}
    assert [section.title for section in sections(replace(report, **names))] == [
        "Is it fair?",
        "How long does it take?",
    ]
    assert [section.title for section in sections(full)] == [
        "Is it fair?", "How long does it take?", "Does the leader win?", "Which cards matter?", "Does skill win?",
        "How much does a decision matter?", "What if rules.n were different?", "What differs from old?",
        "What if neither player makes a mistake?",
    ]  # fmt: skip


def test_each_row_has_a_cell_below_each_heading(lab):
    points = [POINT, replace(POINT, value=3, draws=0.5, length=18.0), Point(9, "too much")]
    report = replace(lab("rhino", 300).report, curves=[Curve("rules.n", 2, 10, points, changes=True)])
    for section in sections(report):
        for row in section.table.rows if section.table else ():
            assert len(row) == len(section.table.head), section.title
    curve = next(section for section in sections(report) if section.title.startswith("What if"))
    assert [row[-1] for row in curve.table.rows] == [Bar(0.5), Bar(1.0)]
    assert curve.notes == ("9 cannot be played: too much",)


SVG = "{http://www.w3.org/2000/svg}"
DATA = tuple(bytes.fromhex(COLOURS["data"][1:]))


@pytest.fixture
def report(lab):
    """A report with everything that has a chart; the number has a name that is no file name."""
    point = Point(2, None, 0.5, (0.4, 0.6), [0.5, 0.5], 0.0, 9.0, (8.0, 10.0))
    points = [point, replace(point, value=3, first_player=0.6), Point(9, "too much")]
    curves = [Curve(number, 3, 10, points, changes=True) for number in ("rules.a/b & c", "rules.a/b & c")]
    curves.append(Curve("without", "the kit", 10, [replace(point, value="the kit")], changes=True))
    skill = [Rung("eager", "random", 40, 0.5, 0.9, (0.6, 0.98), "wins more", "any but passing")]
    stakes = Stakes(7, 3.0, 100, 0.1, (0.05, 0.15), 0.2, (0.1, 0.3))
    return replace(lab("rhino", 300).report, kit="<rhino>", curves=curves, skill=skill, stakes=stakes)


def test_each_chart_is_a_file(report):
    names = ["seats", "lengths", "leads", "cards", "funnel", "skill", "stakes"]
    curves = ["rules.a_b___c-wins", "rules.a_b___c-length", "rules.a_b___c-wins_", "rules.a_b___c-length_"]
    assert list(chart_files(report)) == [f"{name}.svg" for name in names + curves]


def test_charts_that_a_report_does_not_have_are_no_files(lab):
    assert list(chart_files(lab("lists", 60).report)) == ["seats.svg", "lengths.svg"]


@pytest.mark.slow
def test_files_are_drawn_by_other_programs(report):
    for name, data in chart_files(report).items():
        root = ET.fromstring(data)  # noqa: S314 - our own
        size = (round(float(root.get("width"))), round(float(root.get("height"))))
        assert root.tag == f"{SVG}svg", name
        assert not [each for each in root.iter() if not each.tag.startswith(SVG)]
        assert "var(" not in data.decode()
        drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=data.decode())))).convert("RGB")
        assert drawn.size == size, name
        counts = {colour: count for count, colour in drawn.getcolors(1 << 24)}
        assert counts[DATA] > 100, name
        assert drawn.getpixel((0, 0)) == drawn.getpixel((size[0] - 1, size[1] - 1)) == (255, 255, 255)


def test_files_name_what_was_played(report):
    files = chart_files(report)
    shown = {name: texts(data, "about") for name, data in files.items()}
    assert shown["seats.svg"] == [
        "<rhino>, 2 players, seed 1: 300 games, policy random",
        "with 95 % intervals, of the games with a winner; dashed: the even share",
    ]
    assert shown["skill.svg"][0] == "<rhino>, 2 players, seed 1: eager 40 games"
    assert shown["stakes.svg"][0] == "<rhino>, 2 players, seed 1: 7 decisions, 100 games for each action"
    assert shown["rules.a_b___c-wins.svg"][0] == "<rhino>, 2 players, seed 1: 10 games each, policy random"
    assert texts(files["rules.a_b___c-wins.svg"], "title") == ["Wins of the player who begins, by rules.a/b & c"]


def texts(data: bytes, kind: str) -> list[str]:
    """The texts of a class."""
    return [each.text for each in ET.fromstring(data).iter(f"{SVG}text") if each.get("class") == kind]  # noqa: S314


def test_the_page_has_the_same_charts(report):
    source = page(report)
    charts = [figure for section in sections(report) for figure in section.charts]
    assert len(charts) == len(chart_files(report))
    assert [figure.name for figure in charts if figure.chart not in source] == []


def test_a_policy_that_never_wins_is_in_the_ladder(report):
    (found,) = skill(replace(report, skill=[replace(report.skill[0], share=0.0, interval=(0.0, 0.1))]))
    assert "<title>eager over random: 0 %</title>" in found.chart


def test_the_funnel_has_the_shares_of_each_card(report):
    data = chart_files(report)["funnel.svg"]
    card = next(iter(report.cards.values()))
    assert texts(data, "label")[0] == card.name
    assert texts(data, "share")[:3] == [f"{round(100 * share, 1):g} %" for share in (card.held, card.able, card.played)]


def test_games_without_a_winner_are_in_no_share_of_wins(lab):
    found = replace(lab("rhino", 300).report, games=200, draws=0.5, seats=[0.3, 0.2], first_player=None)
    (figure,) = seats(found)
    assert "seat 1: 60 %" in figure.chart
    assert "seat 2: 40 %" in figure.chart
