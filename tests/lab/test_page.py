"""The report as a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import pytest

from pnp.lab.page import page
from pnp.lab.report import Against, Curve, KitDifference, Point, Rung
from pnp.lab.sections import chart_files, sections


class Outline(HTMLParser):
    """The headings, the tags and whether all are closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.headings: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag, _attrs):
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def test_a_page_has_a_section_for_each_question(lab):
    report = lab("rhino", 300).report
    point = Point(2, None, 0.5, (0.4, 0.6), [0.5, 0.5], 0.0, 9.0, (8.0, 10.0))
    refused = Point(9, "too <much>")
    curves = [
        Curve("rules.target_score", 3, 10, [point, replace(point, value=3), refused], changes=True),
        Curve("without", "the kit", 10, [replace(point, value="the kit")], changes=True),
    ]
    skill = [Rung("eager", "random", 10, 0.5, 0.9, (0.6, 0.98), "wins more", "any but passing")]
    against = Against("old", [KitDifference("draws", 0.5, 0.25, 0.25, (0.1, 0.4), "higher")])
    source = page(replace(report, curves=curves, skill=skill, against=against))
    assert "<td class=left>draws</td><td>50.0 %</td><td>25.0 %</td><td>+25.00 [+10.00 to +40.00]</td>" in source
    outline = Outline(source)
    assert outline.open == []
    assert outline.headings == [
        "Balance of rhino", "Is it fair?", "How long does it take?", "Does the leader win?", "Which cards matter?",
        "Does skill win?", "What if rules.target_score were different?",
        "What if a card were left out?",
        "What differs from old?",
    ]  # fmt: skip
    charts, bars = len(chart_files(replace(report, curves=curves, skill=skill))), 3
    assert outline.tags.count("svg") == charts + bars
    assert "9 cannot be played: too &lt;much&gt;" in source


def test_the_page_shows_what_the_text_shows(lab):
    """Each fact, note and cell of each section, with the same words."""
    report = lab("rhino", 300).report
    source = page(report)
    for section in sections(report):
        words = [word for row in section.facts for word in row]
        words += [word for row in section.table.rows for word in row] if section.table else []
        words += [note[1:] for note in (*section.notes, section.about) if note]
        assert [word for word in words if escape(word) not in source] == []


def test_a_page_loads_nothing_and_runs_nothing(lab):
    source = page(lab("duel", 50).report)
    assert not re.search(r"<script|<link|<img|<iframe|src=|href=|url\(|@import|https?:|\bon\w+=", source)


def test_names_cannot_break_out(lab):
    report = lab("rhino", 300).report
    evil = "<script>alert(1)</script>"
    cards = {"lunge": replace(report.cards["lunge"], name=evil)}
    source = page(replace(report, kit=evil, cards=cards))
    assert "<script" not in source
    assert source.count("&lt;script&gt;") >= 3


def test_games_without_cards_decisions_or_a_beginner_have_a_page(lab):
    source = page(lab("lists", 60).report)
    assert "Pure chance: no player ever had a choice" in source
    assert Outline(source).open == []
    assert "Which cards" not in source
    assert "Does the leader win?" not in source


@pytest.mark.slow
def test_seats_are_compared_with_the_even_share_of_the_games_with_a_winner(lab):
    """With many draws, all seats win less than half of all games."""
    report = lab("tilt", 300).report
    assert report.draws > 0.1
    share = report.seats[0] / (1 - report.draws)
    assert f"<title>seat 1: {round(100 * share, 1):g} %</title>" in page(report)
    dashed = re.search(r'class="even" x1="([\d.]+)"', page(report))
    half = [float(x) for x in re.findall(r'<text class="tick" x="([\d.]+)" y="[\d.]+">50 %', page(report))]
    assert float(dashed[1]) == half[0]
    none = page(replace(report, draws=1.0, seats=[0.0, 0.0], first_player=None))
    assert "<title>seat 1: 0 %</title>" in none


def test_a_game_of_chance_has_no_forced_actions(lab):
    assert "had no alternative" not in page(lab("lists", 60).report)
