"""Similar diagnostics -> groups: what belongs together, what does not, and what a group says of its cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import CardPlace, Cell, Diagnostic, Span, text
from pnp.diagnostics.grouping import MOST_SINGLE, by_key, grouped

FACES, CARDS = "kit/faces.yaml", "kit/cards.csv"
MANY = MOST_SINGLE + 1


def on_card(number: int, message: str = "", line: int = 9) -> Diagnostic:
    """Something wrong with an element of a face on a card."""
    card = CardPlace(f"c{number}", f"Card {number}", Span(CARDS, number + 1))
    return Diagnostic(Span(FACES, line, 5), "error", "text-overflow", message or f"'text {number}' is long", (), card)


def in_row(number: int, message: str = "", heading: str = "art", file: str = CARDS) -> Diagnostic:
    """Something wrong with a cell of a table."""
    cell = Cell(f"row {number}", heading, letter="C", card=f"Card {number}")
    return Diagnostic(Span(file, number, 3, 1, cell), "error", "missing-art", message or f"no picture '{number}.svg'")


def summaries(*diagnostics: Diagnostic) -> list[str]:
    return [group.summary for group in grouped(diagnostics)]


def test_one_element_on_many_cards_is_one_group_named_by_its_first_card():
    assert summaries(*map(on_card, (30, 4, 17, 8))) == ["on 4 cards; first: 'Card 4' in cards.csv:5"]
    assert grouped(map(on_card, (30, 4, 17, 8)))[0].first == on_card(4)


def test_two_faults_of_one_card_count_one_card():
    pairs = [on_card(number, message) for number in (1, 2) for message in ("'a' is long", "b is wide")]
    assert summaries(*pairs) == ["on 2 cards; first: 'Card 1' in cards.csv:2"]


def test_one_column_of_a_table_is_one_group_whatever_the_words_and_numbers():
    assert summaries(*map(in_row, range(2, 2 + MANY))) == [f"on {MANY} cards; first: 'Card 2' in cards.csv:2"]


def test_quoted_words_may_have_quotes_themselves():
    texts = ["plain", "it's", 'a "word"', 'it\'s a "word"', "'"]
    found = [in_row(number, f"{text!r} has a straight quote '") for number, text in enumerate(texts, start=2)]
    assert summaries(*found) == ["on 5 cards; first: 'Card 2' in cards.csv:2"]


def test_a_file_of_cards_without_rows_has_places():
    span = [Span("kit/cards.yaml", line, 3) for line in range(1, 6)]
    found = [Diagnostic(one, "error", "missing-art", f"no picture '{one.line}'") for one in span]
    assert summaries(*found) == ["at 5 places; first: cards.yaml:1"]


@pytest.mark.parametrize(
    "other",
    [
        [on_card(number, line=10) for number in range(MANY)],
        [on_card(number)._replace(severity="warning") for number in range(MANY)],
        [on_card(number)._replace(code="low-contrast") for number in range(MANY)],
        [in_row(number) for number in range(MANY)],
    ],
)
def test_another_element_severity_code_or_file_is_another_group(other):
    assert len(grouped([*map(on_card, range(MANY)), *other])) == 2


def test_another_message_or_column_is_another_group():
    rows = range(2, 2 + MANY)
    same = [in_row(number) for number in rows]
    assert len(grouped([*same, *(in_row(number, "is a link") for number in rows)])) == 2
    assert len(grouped([*same, *(in_row(number, heading="back") for number in rows)])) == 2


def test_few_are_shown_one_by_one():
    assert summaries(*map(on_card, range(MOST_SINGLE))) == [""] * MOST_SINGLE


def test_what_is_about_no_card_is_never_grouped():
    found = [Diagnostic(Span("kit/kit.yaml", line), "error", "unknown-key", "unknown key 'x'") for line in range(1, 9)]
    assert summaries(*found) == [""] * 8


def test_the_report_names_the_card_first_counts_all_and_can_list_all():
    found = list(map(on_card, range(1, 11)))
    assert text.lines(found, Path()) == [
        "kit/faces.yaml:9:5: error[text-overflow]: card 'Card 1' (cards.csv line 2): 'text 1' is long",
        "    on 10 cards; first: 'Card 1' in cards.csv:2",
        "9 similar ones are not shown; pnp check --all lists them",
        "10 errors, nothing was printed",
    ]
    assert len(text.lines(found, Path(), every=True)) == 11
    assert "9 similar ones are not shown; pnp sort lists them" in text.lines(found, Path(), listed_by="pnp sort")


def test_many_notes_of_one_code_are_one_wherever_they_are():
    files = ["mine/cards.yaml", "mine/kit.yaml", "base/kit.yaml", "base/phrases.yaml"]
    notes = [Diagnostic(Span(file, 3), "note", "not-canonical", f"{file} differs") for file in files]
    assert summaries(*notes) == ["at 4 places; first: cards.yaml:3"]
    assert grouped(notes)[0].first == notes[0]  # the order is that of the report, in which the user's files come first
    other = Diagnostic(Span("mine/kit.yaml", 1), "note", "unproved-words", "no engine")
    assert summaries(*notes[:3], other) == ["", "", "", ""]


def test_things_are_grouped_by_a_key_in_the_order_of_the_first_of_each() -> None:
    assert list(by_key(["oak", "ash", "beech", "birch"], len).items()) == [(3, ["oak", "ash"]), (5, ["beech", "birch"])]
    assert by_key([], len) == {}
