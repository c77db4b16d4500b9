"""Rules text on cards is read from `text` and `markdown` elements alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.checks import misquoted_card
from pnp.checks.support import sentences
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from tests.conftest import edit
from tests.support.printed import context_of, reported

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


QUOTE = "You cannot play a card that says “{{ cards.best_at_jousting.words.effect }}”; it can only counter."


# Quotations


def quoted(kit) -> list[Diagnostic]:
    # The turn at a glance is printed twice, on a card and on the back of the book: an error in it is reported once.
    return list(dict.fromkeys(misquoted_card.check(context_of(kit))))


RIGHT = [
    "A card that says “Not a move” is a counter.",
    "A Spin says “Gain 2 positions”.",
    "Spins say “gain 2 positions.”",
    "A Lunge is no Spin, which says “If flanked”.",
    "Cards like “Swerve”, and “The Best”, and others.",
    "They say “No biscuits for rhinos” in the stables.",
    "The Best at Jousting says “**Only ever** a counter”.",
]
WRONG = {
    "A card that says “Gain 3 positions” is a dream.": "no card prints 'Gain 3 positions'",
    "A Lunge says “Gain 2 positions”.": "'Lunge' does not print 'Gain 2 positions'",
    "A Spin is no Lunge, and says “If flanked”.": "'Lunge' does not print 'If flanked'",
    "The Best at Jousting says “Any card” and “Gain 1 position”.": "'The Best at Jousting' does not print",
    "{{ cards.lunge.name }}: “{{ cards.spin.words.effect }}”.": "'Lunge' does not print 'Gain 2 positions'",
}


def test_quotations_of_what_no_card_prints_are_errors_where_they_are_written(kit):
    line = edit(kit, "rulebook.md", QUOTE, "\n\n".join([*WRONG, *RIGHT]))
    elsewhere = [
        ("rulings.yaml", edit(kit, "rulings.yaml", "No. Only a move does.", "Burst of Speed says “Score”.")),
        (
            "summary-turn.md",
            edit(kit, "summary-turn.md", "Your rival may counter each.", "Stomp’s “If fleeing” is so."),
        ),
    ]
    lines = (kit / "rulebook.md").read_text("utf-8").split("\n")
    found = {(Path(one.span.file).name, one.span.line): one for one in quoted(kit)}
    assert found.keys() == {*elsewhere, *(("rulebook.md", line + 2 * number) for number in range(len(WRONG)))}
    for number, message in enumerate(WRONG.values()):
        one = found["rulebook.md", line + 2 * number]
        assert one.message.startswith(message)
        assert one.span.column == lines[one.span.line - 1].rindex("“") + 1


def test_cards_that_are_not_printed_this_time_are_not_asked(printed_kit):
    book = replace(printed_kit, pieces={"rulebook": printed_kit.pieces["rulebook"]})
    assert list(misquoted_card.check(book)) == []
