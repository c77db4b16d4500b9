"""Rules text on cards is read from `text` and `markdown` elements alike."""

from __future__ import annotations

import pytest

from pnp.checks.support import sentences
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from tests.conftest import edit
from tests.support.printed import reported

EFFECT = (
    '{id: effect, text: "{words.effect}", box: [6, 48.6, 42.8, 5.4], style: card-effect, colour: "{badge.tint}", '
    "callout: 3, when: traits.move}"
)
COLUMN = (
    '{id: effect, markdown: "{words.effect}", box: [6, 48.6, 42.8, 5.4], styles: column, callout: 3, when: traits.move}'
)
FALSE = "Win the game at once."


def columns(kit, column: str = COLUMN) -> None:
    edit(kit, "faces.yaml", EFFECT, column)
    edit(kit, "faces.yaml", "styles:\n", "styles:\n  column-body: {font: body, size: 7}\n")


def problems(kit) -> list[tuple[str, str]]:
    found = reported(kit, "unread-words", "unsaid-words", "words-disagree", only=("moves",))
    return sorted((one.code, one.message) for one in found if one.severity != "note")


@pytest.mark.parametrize("markdown", [False, True], ids=["text", "markdown"])
def test_false_words_of_a_card_are_found_in_each_kind_of_element(kit, markdown):
    if markdown:
        columns(kit)
        assert problems(kit) == []
    edit(kit, "cards.yaml", "    name: Swerve\n", f"    name: Swerve\n    words: {{effect: {FALSE}}}\n")
    assert problems(kit) == [
        ("unread-words", f"no phrase matches '{FALSE}' on 'Swerve'"),
        ("unsaid-words", "'Swerve' does not state its move effect gain"),
    ]


def test_every_block_of_a_card_s_markdown_has_a_class_and_a_place(kit):
    columns(kit, COLUMN.replace("words.effect", "asides.note"))
    note = r'"First **this** line.\n\n- Then this item.\n- Strength 7"'
    edit(kit, "cards.yaml", "sign: sign-swerve.svg", f"sign: sign-swerve.svg, note: {note}")
    context = job.to_check(kit, Diagnostics())
    found = [one for one in sentences.sentences(context) if "this" in one.text and one.component == "moves"]
    line = (
        (kit / "faces.yaml")
        .read_text("utf-8")
        .splitlines()
        .index(f"      - {COLUMN.replace('words.effect', 'asides.note')}")
    )
    assert [(one.text, one.kind, one.origin.line) for one in found] == [
        ("First this line.", "flavour", line + 1),
        ("Then this item.", "flavour", line + 1),
    ]


def test_the_items_of_a_trait_that_a_face_repeats_are_read_as_one_list(kit):
    assert problems(kit) == []
    text = (kit / "faces.yaml").read_text("utf-8")
    fourth = next(line for line in text.splitlines() if "[37.6, 78.6" in line)
    (kit / "faces.yaml").write_text(text.replace(fourth + "\n", ""), "utf-8")
    found = [message for code, message in problems(kit) if code == "words-disagree"]
    assert len(found) == 1
    assert found[0].startswith("'Dodge' says 'Lunge, Stomp, Charge', but in play it is counters ")


def test_a_number_says_a_trait_if_a_phrase_reads_it(six):
    """Each card prints its value once, by a phrase; other numbers of cards are no rules text."""
    assert reported(six, "unread-words", "unsaid-words", "words-disagree") == []
    edit(six, "faces.yaml", '"{words.index}"', '"{words.index}", when: traits.value == 1')
    assert {one.message for one in reported(six, "unsaid-words")} == {
        f"'Two of {suit}' does not state its value" for suit in ("Clubs", "Spades", "Hearts")
    }
