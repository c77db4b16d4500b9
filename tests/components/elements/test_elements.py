"""Elements drawn from rules and tables: labels of hits, numbered boxes, flow charts; what they refuse."""

from __future__ import annotations

import shutil

import pytest

from pnp.checks.support.pages import text_of
from pnp.checks.support.printed import tags
from pnp.components.faces import draw
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.geometry import Size
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.conftest import edit

SIZES = {"body": Size(210, 148), "outcome": Size(63, 88), "blank": Size(63, 88)}


@pytest.fixture
def kit(tmp_path):
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")


def drawn(kit, face):
    """A face of the kit, and the diagnostics of drawing it: their codes and lines."""
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    if context is None:
        return None, [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics]
    drawing = draw(context, face, SIZES[face], context.kit_scope(), Span("faces.yaml"))
    return (context, drawing), [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics]


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
def test_what_cannot_be_drawn_is_an_error(kit, face, file, old, new, code, words):
    path = kit / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    _, diagnostics = drawn(kit, face)
    assert any(found == code and words in message for found, message in diagnostics), diagnostics


def test_a_hit_may_hurt_both(kit):
    edit(kit, "rules.yaml", "injury: 0, self_injury: 2", "injury: 1, self_injury: 2")
    (context, drawing), diagnostics = drawn(kit, "body")
    assert not diagnostics
    (row,) = [row for row in tags(drawing.items, "TR") if row.alt == "right_leg"]
    assert [text_of(context.fonts, cell.items) for cell in tags(row.items, "TD")] == [
        "7",
        "Right leg",
        "1 injury",
        "2 injuries",
    ]
    words = [text.text for text in drawing.texts()]
    assert words[words.index("1 injury", words.index("Right leg")) + 1] == ", you take"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("52.6, 6.2], first: 1", "52.6, 6.2], first: 2", "out-of-range"),
        ("columns: 4, more: +", "columns: 4, more: ++", "bad-choice"),
        ("label: [7, 24], point", "labels: [7, 24], point", "unknown-key"),
    ],
)  # fmt: skip
def test_settings_are_held_to_their_kind(kit, old, new, code):
    edit(kit, "faces.yaml", "  blank:\n", "  blank-card:\n")
    edit(kit, "faces.yaml", "  record:\n", "  blank:\n")
    edit(kit, "faces.yaml", old, new)
    face = "body" if "label" in old else "blank"
    _, diagnostics = drawn(kit, face)
    assert code in [found for found, _ in diagnostics]


def test_the_last_box_says_that_there_may_be_more(kit):
    (_, drawing), diagnostics = drawn(kit, "blank")
    assert not diagnostics
    cells = list(tags(drawing.items, "Cell"))
    assert [cell.alt for cell in cells] == [*map(str, range(7)), *map(str, range(1, 11))]
    tinted = [cell.alt for cell in cells if cell.items[0].fill]
    assert tinted == ["6", "10"]


def test_a_chart_is_the_table_of_its_template(kit):
    (context, drawing), diagnostics = drawn(kit, "outcome")
    assert not diagnostics
    (table,) = tags(drawing.items, "Table")
    assert table.alt == "After the strikes | Token | Rest | Return"
    rows = [[text_of(context.fonts, cell.items) for cell in tags(row.items, "TD")] for row in tags(table.items, "TR")]
    assert rows == [
        ["Both unseated", "–", "unseated", "–"],
        ["One unseated", "1", "unseated, spent", "–"],
        ["Both spent", "–", "spent", "after the next joust"],
        ["One spent", "1", "spent", "–"],
    ]
