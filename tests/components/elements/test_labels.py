"""Labels of a hit table."""

from __future__ import annotations

from pnp.checks.support.pages import text_of
from pnp.checks.support.printed import tags, texts
from tests.conftest import edit
from tests.support.faces import drawn


def test_a_line_bends_where_it_is_told_to(lists):
    (_, drawing), diagnostics = drawn(lists, "body")
    assert not diagnostics
    (leader,) = [tag for tag in tags(drawing.items, "Leader") if tag.alt == "chest"]
    lines = [[numbers for _, numbers in item.segments] for item in leader.items[:-1]]
    assert lines == [[(52, 28), (78, 28)], [(78, 28), (97.5, 62)]]
    straight = [tag for tag in tags(drawing.items, "Leader") if tag.alt == "left_arm"]
    assert len(straight[0].items) == 2, "a line and a dot"


def test_a_hit_may_hurt_both(lists):
    edit(lists, "rules.yaml", "injury: 0, self_injury: 2", "injury: 1, self_injury: 2")
    (context, drawing), diagnostics = drawn(lists, "body")
    assert not diagnostics
    (row,) = [row for row in tags(drawing.items, "TR") if row.alt == "right_leg"]
    assert [text_of(context.fonts, cell.items) for cell in tags(row.items, "TD")] == [
        "7",
        "Right leg",
        "1 injury",
        "2",
    ]
    words = [text.text for text in drawing.texts()]
    assert words[words.index("1 injury", words.index("Right leg")) + 1] == ", you take"


def test_a_number_is_large_and_has_a_sign_behind_it(lists):
    (context, drawing), diagnostics = drawn(lists, "body")
    assert not diagnostics
    rows = {row.alt: row for row in tags(drawing.items, "TR")}
    (value,) = [text for text in texts(rows["head"].items) if text.text == "4"]
    assert value.size == context.kit.facebook.styles["label-value"].size
    assert len(rows["head"].items) > len(rows["left_arm"].items), "the sign"
    (unseated,) = [text for text in texts(rows["full_body"].items) if text.text == "Unseated"]
    assert unseated.size < value.size


def test_an_entry_without_an_effect_is_grey(lists):
    (context, drawing), _ = drawn(lists, "body")
    rows = {row.alt: row for row in tags(drawing.items, "TR")}
    grey = {id_ for id_, row in rows.items() if row.items[1].fill == context.kit.palette["soft"]}
    assert grey == {"left_arm", "left_hand", "left_foot", "right_foot"}
