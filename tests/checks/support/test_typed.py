"""The texts of a kit's files, each with its place."""

from __future__ import annotations

from pathlib import Path

from pnp.checks.support import typed


def test_texts_of_all_files_are_found_once_at_their_places(rhino):
    found = list(typed.texts(rhino))
    files = {Path(span.file).name for _, span in found}
    assert {"kit.yaml", "cards.yaml", "faces.yaml", "phrases.yaml", "rulings.yaml", "rulebook.md"} <= files
    cries = [(text, span) for text, span in found if text == "Is it my turn? Is it? Is it now?"]
    assert len(cries) == 1
    (line,) = {span.line for _, span in cries}
    assert "Is it my turn?" in Path(cries[0][1].file).read_text("utf-8").split("\n")[line - 1]


def test_names_of_files_are_no_texts(rhino):
    assert "lunge.svg" not in {text for text, _ in typed.texts(rhino)}
