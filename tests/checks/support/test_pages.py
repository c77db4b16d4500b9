"""Quotations read back off the finished pages."""

from __future__ import annotations

from dataclasses import replace

from pnp.checks import misquoted_card
from pnp.diagnostics import Diagnostic
from tests.conftest import edit
from tests.support.printed import context_of, only

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


def test_what_a_card_prints_may_be_quoted(kit):
    edit(kit, "rulebook.md", QUOTE, "\n\n".join(RIGHT))
    assert quoted(kit) == []


def test_what_it_does_not_print_is_an_error_where_it_is_written(kit):
    line = edit(kit, "rulebook.md", QUOTE, "\n\n".join(WRONG))
    found, lines = quoted(kit), (kit / "rulebook.md").read_text("utf-8").split("\n")
    assert len(found) == len(WRONG)
    for number, (one, message) in enumerate(zip(found, WRONG.values(), strict=True)):
        assert one.message.startswith(message)
        at = line + 2 * number
        place = (str(kit / "rulebook.md"), at, lines[at - 1].rindex("“") + 1)
        assert (one.span.file, one.span.line, one.span.column) == place


def test_a_misquotation_in_a_ruling_is_reported_at_the_ruling(kit):
    line = edit(kit, "rulings.yaml", "No. Only a move does.", "Burst of Speed says “Score”.")
    found = only(quoted(kit))
    assert (found.span.file, found.span.line) == (str(kit / "rulings.yaml"), line)


def test_a_misquotation_on_a_summary_card_is_found(kit):
    line = edit(kit, "summary-turn.md", "Your rival may counter each.", "Stomp’s “If fleeing” moves you up.")
    assert only(quoted(kit)).span.line == line


def test_cards_that_are_not_printed_this_time_are_not_asked(printed_kit):
    book = replace(printed_kit, pieces={"rulebook": printed_kit.pieces["rulebook"]})
    assert list(misquoted_card.check(book)) == []
