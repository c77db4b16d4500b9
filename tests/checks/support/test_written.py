"""Printed lines are found where they are written."""

from __future__ import annotations

from pathlib import Path

from pnp.checks.support import written
from tests.support import three_cards
from tests.support.printed import context_of

CARDS = (
    'all:\n  one: {name: One, asides: {says: "It\'s mine"}}\n'
    '  two: {name: Two, asides: {says: "First.  It\'s yours"}}\n'
)
FACES = three_cards.FACES.replace("size: 20", "size: 10").replace(
    'text: "{name}"', 'text: \'{"No. " if name == "Two" else ""}{asides.says|replace("  ", " ")}\''
)


def test_a_mark_is_found_on_its_card_though_the_face_has_changed_the_line(tmp_path: Path) -> None:
    kit = three_cards.write(tmp_path / "cards")
    (kit / "cards.yaml").write_text(CARDS, "utf-8")
    (kit / "faces.yaml").write_text(FACES, "utf-8")
    context = context_of(kit)
    found = {}
    for line in written.texts(context):
        if "'" in line.text:
            found[line.text] = written.place(context, line, line.text.index("'"), line.text.index("'") + 1)
    assert {text: span.line for text, span in found.items()} == {"It's mine": 2, "No. First. It's yours": 3}


def test_texts_of_all_files_are_found_once_at_their_places(rhino):
    found = list(written.typed_texts(rhino))
    files = {Path(span.file).name for _, span in found}
    assert {"kit.yaml", "cards.yaml", "faces.yaml", "phrases.yaml", "rulings.yaml", "rulebook.md"} <= files
    cries = [(text, span) for text, span in found if text == "Is it my turn? Is it? Is it now?"]
    assert len(cries) == 1
    (line,) = {span.line for _, span in cries}
    assert "Is it my turn?" in Path(cries[0][1].file).read_text("utf-8").split("\n")[line - 1]


def test_names_of_files_are_no_texts(rhino):
    assert "lunge.svg" not in {text for text, _ in written.typed_texts(rhino)}
