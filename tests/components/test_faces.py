"""Faces: elements that cannot be drawn, and settings that are held to their kind."""

from __future__ import annotations

import pytest

from tests.conftest import edit
from tests.support.faces import drawn


@pytest.mark.parametrize(
    ("face", "file", "old", "new", "code", "words"),
    [
        (
            "body",
            "faces.yaml",
            "labels: hit_table",
            "labels: hit_tables",
            "unknown-field",
            "no 'hit_tables' with",
        ),
        ("body", "faces.yaml", "labels: hit_table", "labels: outcomes", "unknown-field", "no 'outcomes' with a key"),
        ("body", "faces.yaml", "key: location", "key: place", "unknown-field", "a key 'place' in each entry"),
        ("body", "faces.yaml", "words: hit.md", "words: hits.md", "missing-template", "hits.md"),
        (
            "body",
            "hit.md",
            "{{ own }}\n",
            "{{ own }}\n\nmore\n",
            "bad-template",
            "has 24 lines",
        ),
        ("body", "faces.yaml", "          head:", "          hand:", "missing-key", "there is no place for head"),
        ("body", "faces.yaml", "          head:", "          hand:", "unknown-id", "no entry at 'hand'"),
        ("body", "faces.yaml", "table: body", "table: bodies", "unknown-id", "no table 'bodies'"),
        ("body", "rules.yaml", "location: head,", "location: chest,", "duplicate-place", "two entries are at 'chest'"),
        ("blank", "faces.yaml", "boxes: target", "boxes: targets", "unknown-field", "no number 'targets'"),
        ("blank", "faces.yaml", "boxes: target", "boxes: zone", "unknown-field", "no number 'zone'"),
        ("outcome", "faces.yaml", "chart: outcome.md", "chart: outcomes.md", "missing-template", "outcomes.md"),
        ("outcome", "outcome.md", "|:--|:--|:--|:--|", "", "unknown-field", "there is no table"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(lists, face, file, old, new, code, words):
    path = lists / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    _, diagnostics = drawn(lists, face)
    assert any(found == code and words in message for found, message in diagnostics), diagnostics


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("52.6, 6.2], first: 1", "52.6, 6.2], first: 2", "out-of-range"),
        ("columns: 4, more: +", "columns: 4, more: ++", "bad-choice"),
        ("label: [7, 24], point", "labels: [7, 24], point", "unknown-key"),
    ],
)  # fmt: skip
def test_settings_are_held_to_their_kind(lists, old, new, code):
    edit(lists, "faces.yaml", "  blank:\n", "  blank-card:\n")
    edit(lists, "faces.yaml", "  record:\n", "  blank:\n")
    edit(lists, "faces.yaml", old, new)
    face = "body" if "label" in old else "blank"
    _, diagnostics = drawn(lists, face)
    assert code in [found for found, _ in diagnostics]
