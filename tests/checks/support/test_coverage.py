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
from tests.conftest import SIX, Checked, edit, run

ROOT = paths.data_folder().parent


@pytest.fixture(scope="module")
def covered() -> coverage.Coverage:
    found = api.checked(SIX, covered=True).coverage
    assert found is not None
    return found


def test_the_table_has_a_row_for_each_document(covered: coverage.Coverage) -> None:
    assert "\n".join(coverage.as_text(covered)) == (
        "document        derived  proved  ruling  label  flavour\n"
        "Cards                10       –       –      –        –\n"
        "Rulebook              2       9       2      1        2\n"
        "all, each once       12       9       2      1        2\n"
        "100 % of the rule sentences of six are proved by play"
    )


@pytest.mark.slow
def test_json_has_every_sentence_with_its_class_and_place(checked: Checked) -> None:
    found = checked("rhino")["coverage"]["rhino"]
    assert found["counts"].get("unproved", 0) == found["counts"].get("unclassified", 0) == 0
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


def test_the_page_shows_all_sentences_and_loads_nothing(tmp_path: Path, covered: coverage.Coverage) -> None:
    path = tmp_path / "words.html"
    assert run("check", SIX, "--coverage-page", path).exit_code == 0
    page = path.read_text("utf-8")
    assert not re.search(r"src=|href=\"[^#]|@import|url\([^#]|https?:(?!//www.w3.org/2000/svg)", page)
    assert page.count("<figure style=") == 11, "each side of a piece that is another drawing"
    shaded = re.findall(r'<g class="shade (\w+)" fill="url\(#p-\1\)" data-line="(\d+)"><rect', page)
    assert {kind for kind, _ in shaded} == {"derived", "proved", "label", "ruling", "flavour"}
    texts = Texts()
    texts.feed(page)
    assert {line.text for lines in covered.documents.values() for line in lines} <= set(texts.found)


def test_a_disproved_sentence_is_unproved(six: Path) -> None:
    edit(six, "rulebook.md", "The total begins at 0.", "The total begins at 1.")
    report = json.loads(run("check", six, "--coverage", "--format", "json").stdout)
    assert report["coverage"]["six"]["counts"]["unproved"] == 1


@pytest.mark.slow
def test_the_readme_has_the_percentages(checked: Checked) -> None:
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    claimed = {kit: int(share) for share, kit in re.findall(r"(\d+) % of(?: the rule sentences of)? `(\w+)`", text)}
    assert claimed == {kit: checked(kit)["coverage"][kit]["proved"] for kit in rules.names()}


@pytest.mark.parametrize(
    ("line", "changed", "explained"),
    [
        (
            7,
            "The total begins",
            "six/rulebook.md:7: The total begins at 0.\n    proved, by the rule total (six/proof.rules:30)\n"
            "    borne out in 80 moments of play\n    read as: The total begins at [0].\n    n: 0\n"
            "    fact total.start: 0\n",
        ),
        (3, "The total begins", "    vouched for by The tests, 2026-11-28: It says what players feel\n"),
        (
            7,
            "The total burns",
            "    no rule reads it: 'burns' (the lexicon lacks it) stands where 'begins' is read\n"
            "    accepted: “The total begins at [0].”\n",
        ),
    ],
    ids=["proved", "vouched", "unread"],
)
def test_what_a_sentence_rests_on_is_explained(six: Path, line: int, changed: str, explained: str) -> None:
    edit(six, "rulebook.md", "The total begins", changed)
    result = run("check", six, "--explain", f"rulebook.md:{line}")
    assert result.exit_code == 0, result.output
    assert explained in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rhino", "--explain", "rulebook.md"), "'rulebook.md' is not FILE:LINE"),
        (("rhino", "duel", "--explain", "rulebook.md:1"), "--explain needs one KIT"),
        ((SIX, "--explain", "rulebook.md:2"), "no page of six prints a text from line 2 of rulebook.md"),
    ],
)
def test_other_lines_are_wrong_usage(arguments: tuple[object, ...], message: str) -> None:
    result = run("check", *arguments)
    assert result.exit_code == 2
    assert message in result.output
