"""The report as a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

from pnp.pipeline.balance import text
from pnp.pipeline.balance.page import page
from pnp.pipeline.balance.report import Curve, Point, Rung


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
    source = page(replace(report, curves=curves, skill=skill))
    outline = Outline(source)
    assert outline.open == []
    assert outline.headings == [
        "Balance of rhino", "Is it fair?", "How long does it take?", "Does the leader win?", "Which cards matter?",
        "Does skill win?", "What if rules.target_score were different?",
    ]  # fmt: skip
    assert outline.tags.count("svg") == 7 + 3 * len(report.cards)
    assert "9 cannot be played: too &lt;much&gt;" in source
    assert text.lines(report)[4].strip() in source


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
