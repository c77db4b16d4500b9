"""The report of what each sentence rests on."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pnp import rules
from pnp.checks import coverage
from pnp.kit import paths
from pnp.pipeline import api
from tests.conftest import RHINO, Checked, edit, run

pytestmark = pytest.mark.slow

ROOT = paths.data_folder().parent


@pytest.fixture(scope="module")
def rhino() -> coverage.Coverage:
    found = api.checked(RHINO, covered=True).coverage
    assert found is not None
    return found


def test_every_rule_sentence_is_proved_or_vouched_for(rhino: coverage.Coverage) -> None:
    counts = rhino.counts()
    assert counts["unproved"] == counts["unclassified"] == 0
    assert rhino.proved == 100 * counts["proved"] // (counts["proved"] + counts["vouched"])
    assert rhino.proved >= 65


def test_the_table_has_a_row_for_each_document(rhino: coverage.Coverage) -> None:
    head, *rows, total, last = coverage.as_text(rhino)
    assert head.split()[0] == "document"
    assert [row.split("  ")[0] for row in rows] == list(rhino.documents)
    assert total.startswith("all, each once")
    assert last == f"{rhino.proved} % of the rule sentences of rhino are proved by play"


def test_json_has_every_sentence_with_its_class_and_place(checked: Checked) -> None:
    found = checked("rhino")["coverage"]["rhino"]
    (win,) = [one for one in found["documents"]["Turn summaries"] if one["text"].startswith("First to 3")]
    assert win["class"] == "proved"
    assert win["rests_on"] == "rule win"
    assert re.fullmatch(r"rhino/summary-turn.md:\d+", win["place"])


class Texts(HTMLParser):
    """The visible texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def test_the_page_shows_all_sentences_and_loads_nothing(tmp_path: Path, rhino: coverage.Coverage) -> None:
    path = tmp_path / "words.html"
    assert run("check", RHINO, "--coverage-page", path).exit_code == 0
    page = path.read_text("utf-8")
    assert not re.search(r"src=|href=\"[^#]|@import|url\([^#]|https?:(?!//www.w3.org/2000/svg)", page)
    assert page.count("<figure style=") > 40, "each side of a piece"
    shaded = re.findall(r'<g class="shade (\w+)" fill="url\(#p-\1\)" data-line="(\d+)"><rect', page)
    assert {kind for kind, _ in shaded} >= {"derived", "proved", "vouched", "label"}
    texts = Texts()
    texts.feed(page)
    assert {line.text for lines in rhino.documents.values() for line in lines} <= set(texts.found)


def test_a_disproved_sentence_is_unproved_and_a_floor_that_is_not_reached_an_error(kit: Path) -> None:
    edit(kit, "summary-turn.md", "points wins.", "points loses.")
    line = edit(kit, "kit.yaml", "floors: {proved: 72}", "floors: {proved: 100}")
    report = json.loads(run("check", kit, "--coverage", "--format", "json").stdout)
    assert report["coverage"]["rhino"]["counts"]["unproved"] == 1
    (found,) = [one for one in report["diagnostics"] if one["code"] == "low-coverage"]
    assert found["line"] == line
    assert "below the floor of 100 %" in found["message"]


def test_the_readme_has_the_percentages(checked: Checked) -> None:
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    claimed = {kit: int(share) for share, kit in re.findall(r"(\d+) % of(?: the rule sentences of)? `(\w+)`", text)}
    assert claimed == {kit: checked(kit)["coverage"][kit]["proved"] for kit in rules.names()}


def line_of(kit: Path, words: str) -> int:
    lines = (kit / "rulebook.md").read_text("utf-8").split("\n")
    return next(number for number, line in enumerate(lines, start=1) if words in line)


def explained(kit: Path, words: str) -> str:
    result = run("check", kit, "--explain", f"rulebook.md:{line_of(kit, words)}")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_proved_sentence_has_its_rule_its_words_and_its_facts() -> None:
    output = explained(RHINO, "If the draw pile is empty")
    assert "    proved, by the rule draw.reshuffle (rhino/proof.rules:" in output
    assert re.search(r"    borne out in \d+ moments of play\n", output)
    assert "    read as: If the [draw pile] is empty, shuffle the [discard pile|discards] into" in output
    assert "    a: draw_pile\n    b: discard_pile\n    fact draw.empty_pile: reshuffle\n" in output


def test_a_vouched_sentence_has_who_and_why() -> None:
    output = explained(RHINO, "The winner takes the champion card.")
    assert (
        "    vouched\n    fact win.who: scorer\n    vouched for by The pnp authors, 2026-11-27: It is about" in output
    )


@pytest.mark.slow
def test_a_sentence_that_no_rule_reads_has_the_accepted_forms(kit: Path) -> None:
    edit(kit, "rulebook.md", "If the draw pile is empty, shuffle", "If the draw pile is empty, burn")
    output = explained(kit, "If the draw pile is empty")
    assert "no rule reads it: 'burn' (the lexicon lacks it) stands where 'shuffle' is read" in output
    assert "accepted: “If the [draw pile] is empty, shuffle" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rhino", "--explain", "rulebook.md"), "'rulebook.md' is not FILE:LINE"),
        (("rhino", "duel", "--explain", "rulebook.md:1"), "--explain needs one KIT"),
        (("rhino", "--explain", "rulebook.md:1"), "no page of rhino prints a text from line 1 of rulebook.md"),
    ],
)
def test_other_lines_are_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("check", *arguments)
    assert result.exit_code == 2
    assert message in result.output
