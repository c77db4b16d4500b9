"""Tables read back off the finished pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.checks import table_disagrees
from pnp.checks.support import printed
from pnp.diagnostics import Diagnostic
from pnp.graphics.drawing import Text
from pnp.graphics.geometry import Rect
from pnp.text.layout import fit_column, set_text
from pnp.text.styles import styles_of
from tests.conftest import edit
from tests.support.printed import context_of, only


def tabled(kit) -> list[Diagnostic]:
    return list(dict.fromkeys(table_disagrees.check(context_of(kit))))


def test_tables_are_read_off_the_pages(printed_kit):
    found = {table.head: table.rows for table in printed.tables(printed_kit)}
    assert found["Position", "You score"] == [
        (":chasing: Chasing", "3"), (":flanking: Flanking", "2"), (":head_to_head: Head-to-head", "1"),
        (":flanked: Flanked", "–"), (":fleeing: Fleeing", "–"),
    ]  # fmt: skip
    assert found["Where you are", "You score"][0] == (":head_to_head: Head-to-head", "1 point")
    counters = {tuple(cell.replace("\u00a0", " ") for cell in row) for row in found["Last card", "Also countered by"]}
    assert (":sign-stampede: Stampede", ":sign-burst_of_speed: Burst of Speed") in counters
    assert (":sign-lunge: Lunge", ":sign-swerve: Swerve, :sign-dodge: Dodge") in counters
    assert len(found["Last card", "Also countered by"]) == 9


def test_every_table_with_numbers_or_cards_is_declared_and_every_other_has_none(printed_kit):
    declared = set(printed_kit.render.kit.phrasebook.tables.values())
    assert declared == {table.head for table in printed.tables(printed_kit) if table.head}


WRONG_CELLS = [
    ("summary-turn.md", '[position] | default("–") }}', '[position] | default("0") }}', "'Fleeing' has '0'"),
    ("summary-turn.md", "}}: {{ position | said | capital }}", "}}: Chasing", "has no ':flanking: Chasing'"),
    ("rulebook.md", "{{ points(rules.score_by_position[position]) }}", "2 points", "'Chasing' has '2 points'"),
    ("summary-counters.md", "| {{ answers(card.id) }} |", "| Dodge, Spin |", "'Charge' has 'Dodge, Spin'"),
]


@pytest.mark.parametrize("wrong", [WRONG_CELLS[:1], WRONG_CELLS[1:]])
def test_wrong_cells_are_reported_at_their_rows(kit, wrong):
    places = {message: (str(kit / file), edit(kit, file, old, new)) for file, old, new, message in wrong}
    found = tabled(kit)
    for message, place in places.items():
        assert {(d.span.file, d.span.line) for d in found if message in d.message} == {place}


BOX = """| Part | How many | What for |
|:--|--:|:--|
| {{ components.foldies.title }} | {{ total("rhinos") }} | your rhino on the table |
| {{ components.summaries.title }} | {{ total("summaries") }} | one each |
| {{ cards.champion.name }} | {{ cards.champion.count }} | for the winner |

"""


WRONG_BOX = [
    ("{{ components.foldies.title }}", "Rhinos", 0, "the game has no 'Rhinos'"),
    ('{{ total("summaries") }}', "3", 1, "'Turn summaries' has '3', but in play it is 2"),
    ("{{ cards.champion.count }}", "2", 2, "'The Champion' has '2', but in play it is 1"),
    ("one each", "with 3 markers", 1, "has 'with 3 markers'"),
]


@pytest.mark.parametrize("wrong", [WRONG_BOX[:3], WRONG_BOX[3:]])
def test_a_table_of_the_box_is_compared_with_the_pieces(kit, wrong):
    box = BOX
    for old, new, *_ in wrong:
        assert old in box
        box = box.replace(old, new)
    edit(kit, "phrases.yaml", "tables:\n", "tables:\n  box: [Part, How many, What for]\n")
    first = edit(kit, "rulebook.md", "## The end", f"{box}## The end") + 2
    found = tabled(kit)
    for *_, row, message in wrong:
        places = {(d.span.file, d.span.line) for d in found if message in d.message}
        assert places == {(str(kit / "rulebook.md"), first + row)}


def test_a_missing_row_is_reported_at_the_head(kit):
    head = "| Position | You score |"
    line = edit(kit, "summary-turn.md", head, head)
    edit(kit, "summary-turn.md", "in rules.positions | reverse", "in rules.positions[1:] | reverse")
    found = only(tabled(kit))
    assert (found.message, found.span.line) == ("the row for fleeing is missing", line)


def test_tables_that_nobody_answers_for_are_errors_and_one_without_head_numbers_and_cards_is_none(kit):
    wrong = ["| A | B |\n|--|--|\n| x | 7 |", "| | |\n|--|--|\n| **Charge** | y |", "| A | C |\n|--|--|\n| x | y |"]
    right = "| | |\n|--|--|\n| x | y |"
    first = edit(kit, "rulebook.md", "## The end", "\n\n".join([*wrong, right, "## The end"]))
    found = [(one.span.line, one.message) for one in tabled(kit)]
    assert len(found) == 3
    assert all(message.endswith("is not declared, so it cannot be checked") for _, message in found)
    assert (first + 8, "this table (A, C) is not declared, so it cannot be checked") in found


def test_a_declared_table_must_be_printed_and_known(kit):
    first = edit(kit, "phrases.yaml", "  points: [Where", "  score_2: [What, Ever]\n  points: [There")
    found = tabled(kit)
    named = {d.span.line: d.message for d in found if d.span.file.endswith("phrases.yaml")}
    assert named == {
        first: "the engine has no table 'score_2'",
        first + 1: "no table with the head There you are, You score is printed",
    }
    assert [d.message for d in found if not d.span.file.endswith("phrases.yaml")] == [
        "this table (Where you are, You score) is not declared, so it cannot be checked"
    ]


def test_a_part_of_the_kit_lacks_no_tables(printed_kit):
    for id_ in ("moves", "rulebook", "summaries"):
        assert list(table_disagrees.check(replace(printed_kit, pieces={id_: printed_kit.pieces[id_]}))) == []


def test_without_an_engine_no_table_is_held(printed_kit):
    assert list(table_disagrees.check(replace(printed_kit, game=None))) == []


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("3", 3), ("1 point", 1), ("12 cards", 12), ("–", None), ("", None), ("Head-to-head", "head_to_head"),
        ("The Best at Jousting", "best_at_jousting"), ("dodge, The Best at Jousting", ("best_at_jousting", "dodge")),
        ("Spin and Dodge", ("dodge", "spin")), ("flanked or fleeing", ("flanked", "fleeing")),
        ("a biscuit", "a biscuit"), ("Spin, biscuit", "Spin, biscuit"), ("3.5", "3.5"), ("3 or 4", "3 or 4"),
        ("1st", 1), ("2nd", 2), ("3rd", 3), ("1er", 1), ("2e", 2), ("3.", 3), ("3x", "3x"),
    ],
)  # fmt: skip
def test_cells_are_read_as_numbers_and_ids(printed_kit, cell, value):
    assert table_disagrees.Reader(printed_kit).read(cell) == value


def test_answers_do_not_depend_on_the_order_of_ids():
    one = table_disagrees.ExpectedRows.of([["a", ["x", "y"], ["z"], [], None, 3]])
    assert one.rows == {"a": (("x", "y"), "z", None, None, 3)}
    assert table_disagrees.ExpectedRows.of([["a", ["y", "x"]]]).rows == {"a": (("x", "y"),)}


def test_a_table_that_goes_on_on_the_next_page_is_one(kit):
    rows = "\n".join(f"| row {'i' * n} | word |" for n in range(1, 60))
    edit(kit, "rulebook.md", "## The end", f"| A | B |\n|--|--|\n{rows}\n\n| A | B |\n|--|--|\n| x | y |\n\n## The end")
    found = [table for table in printed.tables(context_of(kit)) if table.head == ("A", "B")]
    assert [len(table.rows) for table in found] == [59, 1]


def test_a_table_in_a_quote_or_a_list_is_tagged_too(printed_kit):
    styles = styles_of(printed_kit.render.kit.facebook.styles, "book")
    setting = printed_kit.render.setting("book", printed_kit.render.kit.origin.span, lambda _: None)
    assert setting is not None
    assert set(setting.styles) == set(styles)
    for text in ("> | A |\n> |--|\n> | b **c**d |", "- | A |\n  |--|\n  | b **c**d |"):
        items = fit_column(text, setting, Rect(0, 0, 80, 80))
        (table,) = printed.tags(items, "Table")
        assert table.alt == "A"
        assert printed._rows(printed_kit.render.fonts, table) == (("A",), [("b cd",)])


def test_lines_of_a_paragraph_know_their_paragraph(printed_kit):
    setting = printed_kit.render.setting("book", printed_kit.render.kit.origin.span, lambda _: None)
    one, two, *rest = set_text("word " * 30 + "\n\nother", setting, 60).strips
    assert [tag.role for tag in one.within] == ["P"]
    assert one.within[0] is two.within[0] is not rest[-1].within[0]


def test_words_in_two_fonts_are_one_word(printed_kit):
    fonts = printed_kit.render.fonts
    end = 10 + fonts.width("bold", "bold", 9)
    glued = [Text(10, 5, "bold", "bold", 9, "#000000"), Text(end, 5, "er", "body", 9, "#000000")]
    assert printed.text_of(fonts, glued) == "bolder"
    assert printed.text_of(fonts, [glued[0], glued[1]._replace(y=9)]) == "bold er"


def test_the_head_of_a_table_may_be_translated_in_part(tmp_path):
    (tmp_path / "kit.yaml").write_text("extends: lists\nlanguage: nl\n", "utf-8")
    entry = 'msgctxt "phrases.yaml tables.strike.{}"\nmsgid "{}"\nmsgstr "{}"\n\n'
    cells = ((2, "You hit", "Je raakt"), (3, "Opponent", "Rivaal"))
    (tmp_path / "texts.nl.po").write_text("".join(entry.format(*cell) for cell in cells), "utf-8")
    assert tabled(tmp_path) == []


def test_the_head_of_a_translated_table_is_declared_by_the_translation(tmp_path):
    (tmp_path / "kit.yaml").write_text("extends: lists\nlanguage: nl\n", "utf-8")
    head = '| {{ \\"to_you\\" | said | capital }} |\\n"\n"|--:|:--|:--|:--|"\n'
    entry = (
        f'msgctxt "strike.md"\nmsgid ""\n"| D12 | You hit | Opponent {head}msgstr ""\n"| D12 | Je raakt | Rivaal {head}'
    )
    (tmp_path / "texts.nl.po").write_text(entry, "utf-8")
    found = next(one for one in tabled(tmp_path) if one.severity == "error")
    assert found.hints == ("translate the entries 'phrases.yaml tables.strike' with the same words",)
