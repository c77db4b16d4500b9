"""The sections of a report: one for each question that the report answers, in the order of the questions."""

from __future__ import annotations

from dataclasses import replace

from pnp.lab.report import Against, Curve, Point, Rung, Solution
from pnp.lab.sections import Bar, sections
from pnp.lab.stakes import Stakes

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
