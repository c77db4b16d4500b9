"""Labels keep their order in the template or face that has them."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.pinned import alignments, labels, written
from pnp.checks.support.sentences import Sentence
from pnp.diagnostics import Span
from pnp.kit.vouched import LABELS, VouchedText


def texts(context: CheckContext, where: str) -> list[str]:
    return [one.text for one in labels(context)[where]]


def entries(context: CheckContext, where: str, listed: list[str]) -> list[VouchedText]:
    file = str(context.render.kit.folder / "vouched.yaml")
    return [VouchedText(LABELS, text, Span(file), own=True, where=where) for text in listed]


def test_labels_are_listed_as_they_are_written(rhino: CheckContext) -> None:
    assert texts(rhino, "faces.rhino") == ["Brains", "Strength", "Top speed"]
    assert texts(rhino, "summary-turn.md")[:3] == ["Move.", "Discard.", "Draw."]


def test_two_labels_that_change_places_differ_from_their_entries(rhino: CheckContext) -> None:
    same = alignments(rhino, entries(rhino, "faces.rhino", ["Brains", "Strength", "Top speed"]))["faces.rhino"]
    assert [pair.is_same for pair in same] == [True, True, True]
    turned = alignments(rhino, entries(rhino, "faces.rhino", ["Strength", "Brains", "Top speed"]))["faces.rhino"]
    assert not all(pair.is_same for pair in turned)


def test_a_label_is_beside_the_entry_that_it_replaces(rhino: CheckContext) -> None:
    (first, *_) = alignments(rhino, entries(rhino, "faces.rhino", ["Horns", "Strength", "Top speed"]))["faces.rhino"]
    assert (first.entry and first.entry.text, first.sentence and first.sentence.text) == ("Horns", "Brains")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Lunge scores 1 point.", "The {Lunge} scores {1} point."),
        ("Stomp or Stampede counts.", "{Stomp or Stampede} counts."),
        ("a rhino", "a rhino"),
        ("{kit.minutes} min", "{kit.minutes} min"),
    ],
)
def test_values_are_in_braces(rhino: CheckContext, text: str, expected: str) -> None:
    assert written(rhino, Sentence(text, "label", (), "rulebook", None)) == expected
