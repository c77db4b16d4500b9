"""Sentences are taken off the finished pages, each with a class and a place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.sentences import UNCLASSIFIED, Sentence, place, sentences
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from tests.conftest import RHINO, edit


def read(kit: Path) -> CheckContext:
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
    assert context is not None, list(diagnostics)
    return context


def one(context: CheckContext, text: str) -> Sentence:
    (found,) = [sentence for sentence in sentences(context) if sentence.text == text]
    return found


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ("First to 3 points wins.", "proved", ()),
        ("Swerve", "derived", ()),
        ("Gain 1 position", "derived", ()),
        ("Counters", "label", ()),
        ("COUNTERS", "label", ()),
        ("The winner takes the champion card.", "vouched", ("win.who",)),
        ("Flowers first, fanfare after!", "flavour", ()),
        ("What counters what", "label", ()),
    ],
)
def test_each_has_a_class(rhino: CheckContext, text: str, kind: str, names: tuple[str, ...]) -> None:
    found = [s for s in sentences(rhino) if s.text.casefold() == text.casefold()]
    assert [(s.kind, s.names) for s in found] == [(kind, names)]


def test_no_printed_sentence_is_without_a_class(rhino: CheckContext) -> None:
    assert [s.text for s in sentences(rhino) if s.kind == UNCLASSIFIED] == []


def test_a_ruling_is_one_text_with_its_facts(rhino: CheckContext) -> None:
    (ruling,) = [s for s in sentences(rhino) if s.text.startswith("1. Does Stomp")]
    assert ruling.kind == "ruling"
    assert ruling.names == ("score.counter_counts",)
    assert place(rhino, ruling) == rhino.render.kit.rulings["RH6"].at("answer")


def test_the_guide_is_read_too(rhino: CheckContext) -> None:
    assert any(s.component == "guide" and s.kind == "advice" for s in sentences(rhino))


def lines(kit: Path, name: str) -> Iterator[tuple[int, str]]:
    return enumerate((kit / name).read_text("utf-8").split("\n"), start=1)


def test_a_sentence_is_found_at_its_line_and_column(rhino: CheckContext) -> None:
    words = "Scoring does not move the rhinos."
    found = place(rhino, one(rhino, words))
    number, line = next((n, line) for n, line in lines(RHINO, "rulebook.md") if words in line)
    assert (found.line, found.column) == (number, line.index(words) + 1)


@pytest.mark.slow
def test_prose_without_a_mark_has_no_class(kit: Path) -> None:
    edit(kit, "rulebook.md", "Scoring does not move the rhinos.", "Scoring moves nothing.")
    assert one(read(kit), "Scoring moves nothing.").kind == UNCLASSIFIED


def test_a_paragraph_divided_between_pages_is_one_text(kit: Path) -> None:
    long = " ".join(f"Line {number} of a long paragraph that fills pages and pages." for number in range(80))
    edit(kit, "rulebook.md", "# Your turn\n", f"# Your turn\n\n{long} <!-- advice -->\n")
    assert one(read(kit), long).kind == "advice"
