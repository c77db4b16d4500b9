"""Running text read back off the finished pages: quotations, tables, tracks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp import checks
from pnp.checks import misquoted_card, table_disagrees, track_disagrees
from pnp.checks.support import pages, printed, templates
from pnp.checks.support import rows as _rows
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.drawing import Text
from pnp.graphics.geometry import Rect
from pnp.pipeline.context import open_context
from pnp.text.layout import fit_column, set_text
from pnp.text.styles import styles_of
from tests.conftest import RHINO, drawn_context, edit

QUOTE = "A card that says “{{ cards.best_at_jousting.words.effect }}” is only ever a counter."


def desk_of(kit) -> checks.CheckContext:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context, list(diagnostics)
    context = drawn_context(context)
    assert not diagnostics, list(diagnostics)
    return context


@pytest.fixture(scope="module")
def context() -> checks.CheckContext:
    return desk_of(RHINO)


def only(found: list[Diagnostic]) -> Diagnostic:
    (one,) = found
    return one


# Quotations


def quoted(kit) -> list[Diagnostic]:
    # The turn at a glance is printed twice, on a card and on the back of the book: an error in it is reported once.
    return list(dict.fromkeys(misquoted_card.check(desk_of(kit))))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "A card that says “Not a move” is a counter.",
        "A Spin says “Gain 2 positions”.",
        "Spins say “gain 2 positions.”",
        "A Lunge is no Spin, which says “If flanked”.",
        "Cards like “Swerve”, and “The Best”, and others.",
        "They say “No biscuits for rhinos” in the stables.",
        "The Best at Jousting says “**Only ever** a counter”.",
    ],
)
def test_what_a_card_prints_may_be_quoted(kit, text):
    edit(kit, "rulebook.md", QUOTE, text)
    assert quoted(kit) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A card that says “Gain 3 positions” is a dream.", "no card prints 'Gain 3 positions'"),
        ("A Lunge says “Gain 2 positions”.", "'Lunge' does not print 'Gain 2 positions'"),
        ("A Spin is no Lunge, and says “If flanked”.", "'Lunge' does not print 'If flanked'"),
        ("The Best says “Any card” and “Gain 1 position”.", "'The Best at Jousting' does not print"),
        ("{{ cards.lunge.name }}: “{{ cards.spin.words.effect }}”.", "'Lunge' does not print 'Gain 2 positions'"),
    ],
)
def test_what_it_does_not_print_is_an_error_where_it_is_written(kit, text, message):
    line = edit(kit, "rulebook.md", QUOTE, text)
    column = (kit / "rulebook.md").read_text("utf-8").split("\n")[line - 1].rindex("“") + 1
    found = only(quoted(kit))
    assert found.message.startswith(message)
    assert (found.span.file, found.span.line, found.span.column) == (str(kit / "rulebook.md"), line, column)


def test_a_misquotation_in_a_ruling_is_reported_at_the_ruling(kit):
    line = edit(kit, "rulings.yaml", "A slip of the pen for Burst of Speed.", "Burst of Speed says “Score”.")
    found = only(quoted(kit))
    assert (found.span.file, found.span.line) == (str(kit / "rulings.yaml"), line)


def test_a_misquotation_on_a_summary_card_is_found(kit):
    line = edit(kit, "summary-turn.md", "Gains move you up", "Stomp’s “If fleeing” moves you up")
    assert only(quoted(kit)).span.line == line


def test_cards_that_are_not_printed_this_time_are_not_asked(context):
    book = replace(context, pieces={"rulebook": context.pieces["rulebook"]})
    assert list(misquoted_card.check(book)) == []


# Tables


def tabled(kit) -> list[Diagnostic]:
    return list(dict.fromkeys(table_disagrees.check(desk_of(kit))))


def test_tables_are_read_off_the_pages(context):
    found = {table.head: table.rows for table in pages.tables(context)}
    assert found["Position", "You score"] == [
        (":chasing: Chasing", "3"), (":flanking: Flanking", "2"), (":head_to_head: Head-to-head", "1"),
        (":flanked: Flanked", "–"), (":fleeing: Fleeing", "–"),
    ]  # fmt: skip
    assert found["Where you are", "You score"][0] == (":head_to_head: Head-to-head", "1 point")
    assert ("Stampede", "The Best, Burst of Speed") in found["Played", "Countered by"]
    assert len(found["Card", "Copies", "Move", "Counters"]) == 10
    swerve = ("Swerve", "8", "If flanked or fleeing: gain 1 position", "Lunge, Stomp, Swerve")
    assert found["Card", "Copies", "Move", "Counters"][0] == swerve


def test_every_table_with_numbers_or_cards_is_declared_and_every_other_has_none(context):
    declared = set(context.render.kit.phrasebook.tables.values())
    assert declared == {table.head for table in pages.tables(context) if table.head}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("summary-turn.md", '[position] | default("–") }}', '[position] | default("0") }}', "'Fleeing' has '0'"),
        ("summary-turn.md", "}}: {{ position | said | capital }}", "}}: Chasing", "has no ':flanking: Chasing'"),
        ("rulebook.md", "{{ points(rules.score_by_position[position]) }}", "2 points", "'Chasing' has '2 points'"),
        ("rulebook.md", "| {{ card.count }} |", "| {{ card.count + 1 }} |", "'Charge' has '13', but in play it is 12"),
        ("rulebook.md", "| {{ card.words.counters }} |", "| Dodge, Spin |", "'Charge' has 'Dodge, Spin'"),
        ("rulebook.md", "{{ card.words.where }}:", "From any position:", "'Dodge' has 'From any position'"),
        ("rulebook.md", "{{ card.words.where }}:", "From 7 positions:", "'Dodge' has 'From 7 positions'"),
        ("rulebook.md", '| {{ total("summaries") }} |', "| 3 |", "'Turn summaries' has '3', but in play it is 2"),
        ("rulebook.md", "| {{ cards.champion.count }} |", "| 2 |", "'Reigning Champion' has '2', but in play it is 1"),
        ("rulebook.md", "| {{ components.foldies.title }} |", "| Rhinos |", "the game has no 'Rhinos'"),
        ("rulebook.md", "with a marker for each", "with 3 markers for each", "has 'with 3 markers for each rider'"),
    ],
)  # fmt: skip
def test_a_wrong_cell_is_reported_at_its_row(kit, file, old, new, message):
    line = edit(kit, file, old, new)
    found = tabled(kit)
    assert any(message in d.message for d in found), found
    assert {(d.span.file, d.span.line) for d in found if message in d.message} == {(str(kit / file), line)}


def test_a_missing_row_is_reported_at_the_head(kit):
    head = "| Position | You score |"
    line = edit(kit, "summary-turn.md", head, head)
    edit(kit, "summary-turn.md", "in rules.positions | reverse", "in rules.positions[1:] | reverse")
    found = only(tabled(kit))
    assert (found.message, found.span.line) == ("the row for fleeing is missing", line)


@pytest.mark.parametrize("table", ["| A | B |\n|--|--|\n| x | 7 |", "| | |\n|--|--|\n| **Charge** | y |"])
def test_a_table_that_nobody_answers_for_is_an_error(kit, table):
    edit(kit, "rulebook.md", "## The end of a bout", f"{table}\n\n## The end of a bout")
    assert only(tabled(kit)).message.endswith("is not declared, so it cannot be checked")


def test_a_table_without_numbers_or_cards_needs_no_answer(kit):
    edit(kit, "rulebook.md", "## The end", "| A | B |\n|--|--|\n| x | y |\n\n## The end")
    assert tabled(kit) == []


def test_a_declared_table_must_be_printed_and_known(kit):
    first = edit(kit, "phrases.yaml", "  box: [Part,", "  score_2: [What, Ever]\n  box: [Parts,")
    found = tabled(kit)
    named = {d.span.line: d.message for d in found if d.span.file.endswith("phrases.yaml")}
    assert named == {
        first: "the engine has no table 'score_2'",
        first + 1: "no table with the head Parts, How many, What for is printed",
    }
    assert [d.message for d in found if not d.span.file.endswith("phrases.yaml")] == [
        "this table (Part, How many, What for) is not declared, so it cannot be checked"
    ]


def test_a_part_of_the_kit_lacks_no_tables(context):
    for id_ in ("moves", "rulebook", "summaries"):
        assert list(table_disagrees.check(replace(context, pieces={id_: context.pieces[id_]}))) == []


def test_without_an_engine_no_table_is_held(context):
    assert list(table_disagrees.check(replace(context, game=None))) == []


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("3", 3), ("1 point", 1), ("12 cards", 12), ("–", None), ("", None), ("Head-to-head", "head_to_head"),
        ("The Best", "best_at_jousting"), ("dodge, The Best", ("best_at_jousting", "dodge")),
        ("Spin and Dodge", ("dodge", "spin")), ("flanked or fleeing", ("flanked", "fleeing")),
        ("a biscuit", "a biscuit"), ("Spin, biscuit", "Spin, biscuit"), ("3.5", "3.5"), ("3 or 4", "3 or 4"),
    ],
)  # fmt: skip
def test_cells_are_read_as_numbers_and_ids(context, cell, value):
    assert _rows.Reader(context).read(cell) == value


def test_answers_do_not_depend_on_the_order_of_ids():
    one = _rows.Answer.of([["a", ["x", "y"], ["z"], [], None, 3]])
    assert one.rows == {"a": (("x", "y"), "z", None, None, 3)}
    assert _rows.Answer.of([["a", ["y", "x"]]]).rows == {"a": (("x", "y"),)}


def test_a_table_that_goes_on_on_the_next_page_is_one(kit):
    rows = "\n".join(f"| row {'i' * n} | word |" for n in range(1, 60))
    edit(kit, "rulebook.md", "## The end", f"| A | B |\n|--|--|\n{rows}\n\n| A | B |\n|--|--|\n| x | y |\n\n## The end")
    found = [table for table in pages.tables(desk_of(kit)) if table.head == ("A", "B")]
    assert [len(table.rows) for table in found] == [59, 1]


def test_a_table_in_a_quote_or_a_list_is_tagged_too(context):
    styles = styles_of(context.render.kit.facebook.styles, "book")
    setting = context.render.setting("book", context.render.kit.origin.span, lambda _: None)
    assert setting is not None
    assert set(setting.styles) == set(styles)
    for text in ("> | A |\n> |--|\n> | b **c**d |", "- | A |\n  |--|\n  | b **c**d |"):
        items = fit_column(text, setting, Rect(0, 0, 80, 80))
        (table,) = printed.tags(items, "Table")
        assert table.alt == "A"
        assert pages._rows(context.render.fonts, table) == (("A",), [("b cd",)])


def test_lines_of_a_paragraph_know_their_paragraph(context):
    setting = context.render.setting("book", context.render.kit.origin.span, lambda _: None)
    one, two, *rest = set_text("word " * 30 + "\n\nother", setting, 60).strips
    assert [tag.role for tag in one.within] == ["P"]
    assert one.within[0] is two.within[0] is not rest[-1].within[0]


def test_words_in_two_fonts_are_one_word(context):
    fonts = context.render.fonts
    end = 10 + fonts.width("bold", "bold", 9)
    glued = [Text(10, 5, "bold", "bold", 9, "#000000"), Text(end, 5, "er", "body", 9, "#000000")]
    assert pages.text_of(fonts, glued) == "bolder"
    assert pages.text_of(fonts, [glued[0], glued[1]._replace(y=9)]) == "bold er"


@pytest.mark.parametrize(
    ("line", "text", "whole", "expected"),
    [
        ("a \0\0\0 b", "a x b", True, True),
        ("a \0\0\0 b", "a x b c", True, False),
        ("a \0\0\0 b", "c a x b c", False, True),
        ("> - **a** \0", "a x", True, True),
        ("\0 a \0 b", "b a", True, False),
        ("plain", "plain", True, True),
        ("plain", "plainer", True, False),
    ],
)
def test_a_line_makes_a_text_if_its_words_stand_in_it_in_order(line, text, whole, expected):
    assert templates.makes(line, text, whole=whole) is expected


# Tracks


def tracked(context: checks.CheckContext) -> list[Diagnostic]:
    return list(track_disagrees.check(context))


def retold(context: checks.CheckContext, id_: str, old: str, new: str) -> checks.CheckContext:
    """The context with one text of a track's drawing changed."""

    def changed(items):
        for item in items:
            if isinstance(item, Text):
                yield item._replace(text=new) if item.text == old else item
            elif hasattr(item, "items"):
                yield item._replace(items=tuple(changed(item.items)))
            else:
                yield item

    (piece,) = context.pieces[id_]
    drawing = type(piece.front)(piece.front.name, piece.front.size, tuple(changed(piece.front.items)))
    front = type(piece)(piece.id, piece.component, piece.title, piece.size, drawing)
    return replace(context, pieces={**context.pieces, id_: [front]})


def test_the_tracks_of_the_kit_are_the_engines(context):
    assert tracked(context) == []
    for id_ in ("position-track", "score-track"):
        assert list(pages.tags(context.pieces[id_][0].front.items, "Cell"))


@pytest.mark.parametrize(
    ("id_", "old", "new", "message"),
    [
        ("score-track", "2", "3", "cell 3 of the track has 3, but in play it is 2"),
        ("position-track", "Flanking", "Flinking", "cell 2 of the track has flanked, flinking, but in play it is"),
    ],
)
def test_a_cell_that_says_something_else_is_an_error(context, id_, old, new, message):
    found = only(tracked(retold(context, id_, old, new)))
    assert found.message.startswith(message)
    assert found.span == context.render.kit.components[id_].at("steps")


def test_a_track_of_what_the_engine_does_not_count_is_an_error(kit):
    line = edit(kit, "kit.yaml", "steps: target_score", "steps: score_cards_per_turn")
    found = only(tracked(desk_of(kit)))
    assert found.span.line == line
    assert "has no track 'score_cards_per_turn'" in found.message
