"""Cards from tables: what cells mean, where errors are, to the character, and kits with tables."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics, Span, report
from pnp.kit import load, overlay, paths, tables
from pnp.pipeline import job
from pnp.sources import Node, grid
from pnp.sources import csv as csv_
from pnp.sources.yaml import FORBIDDEN
from tests.conftest import RHINO, ROOT, run
from tests.support.tables import book, diagnostic, label, plain, stable, tree, with_table

PAGE = (ROOT / "docs" / "tables.md").read_text("utf-8")


# What cells mean ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "end", "encoding"),
    [(",", "\n", "utf-8"), (";", "\r\n", "utf-8-sig"), ("\t", "\r", "utf-16"), (",", "\r\n", "utf-16-le"),
     (";", "\n", "utf-16-be")],
)  # fmt: skip
def test_csv_of_any_program_is_read_with_its_places(mark, end, encoding, tmp_path):
    rows = [["deck", "id", "name", "count"], ["d", "a", '"Ä ""x"",\t;"', "1"], ["d", "b", '"two\nlines"', "x"]]
    text = "\n".join(mark.join(row) for row in rows).replace("\n", end)
    node, _ = tree(tmp_path, text.encode(encoding))
    assert node.plain()["d"]["a"] == {"name": 'Ä "x",\t;', "count": 1}
    assert node.plain()["d"]["b"]["name"] == "two\nlines"
    assert node.at("d", "b", "count")[1:4] == (4, 8, 1)
    assert node.at("d", "a", "name")[1:4] == (2, 5, 12)


def test_a_workbook_is_read_as_its_cells_are_seen(tmp_path):
    data = book(
        ["deck", "id", "name", "count", "traits.x", "traits.y", "asides.short", "traits.z"],
        ["d", "a", 7, 3, True, 1.5, 2.5, "{a: [1]}"],
        [],
        ["d", 1, True, "4", '"4"', None, " x\r\ny "],
    )
    made = plain(tmp_path, data, "cards.xlsx")
    one = {"name": "7", "count": 3, "traits": {"x": True, "y": 1.5, "z": {"a": [1]}}, "asides": {"short": "2.5"}}
    two = {"name": "TRUE", "count": 4, "traits": {"x": "4"}, "asides": {"short": "x\ny"}}
    assert made == {"d": {"a": one, "card_1": two}}


# Places ------------------------------------------------------------------------------------------------------


def test_every_value_knows_its_cell(tmp_path):
    text = 'deck,id,name,traits.x\nd,a,"A\n""B""","{k: [""one"", two]}"\nd,b,B,3\n'
    node, _ = tree(tmp_path, text)
    lines = text.split("\n")
    for path, written in (
        (("d", "a", "name"), '"A'), (("d", "a", "traits", "x"), "{k"), (("d", "a", "traits", "x", "k"), '[""one'),
        (("d", "a", "traits", "x", "k", 0), '""one""'), (("d", "a", "traits", "x", "k", 1), "two]"),
        (("d", "b", "traits", "x"), "3"), (("d", "b"), "b,B"), (("d",), "d,a"),
    ):  # fmt: skip
        span = node.at(*path)
        assert lines[span.line - 1][span.column - 1 :].startswith(written), (path, span)
    assert str(node.at("d", "b", "traits", "x").cell) == "row 3, column D ('traits.x')"
    assert node.value["d"].value["b"].key_span[1:4] == (4, 3, 1)


def test_every_value_of_a_workbook_knows_its_cell(tmp_path):
    node, _ = tree(
        tmp_path, book(["deck", "id", "name", "traits.x"], ["d", "a", "A", " [one,\n two]"], title='My "x"'), "c.xlsx"
    )
    assert str(node.at("d", "a", "name").cell) == "'My \"x\"'!C2, column 'name'"
    span = node.at("d", "a", "traits", "x", 1)
    assert (span.line, span.column, span.cell.text, span.cell.start) == (2, 4, " two]", 2)


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(',;\t"\n '), max_size=8).filter(
    lambda text: not FORBIDDEN.search(text)
)


@given(st.lists(st.lists(CELLS, min_size=1, max_size=5), min_size=1, max_size=5))
def test_what_is_written_as_csv_is_read_as_the_same_cells_at_their_places(rows):
    data = csv_.written("", [["a,b", "c,d", ",,,"], *rows])
    diagnostics = Diagnostics()
    found = csv_.read(data, "f.csv", None, diagnostics)
    filled = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    assert [[entry.text for entry in row] for row in found.rows] == [[*row] for row in filled]
    lines = data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    for row in found.rows:
        for entry in row:
            there = lines[entry.span.line - 1][entry.span.column - 1 :]
            value = str(entry.value).split("\n")[0].replace('"', '""')
            assert there.startswith('"' + value if entry.quoted else value)


# What is refused ---------------------------------------------------------------------------------------------

CARD = "deck,id,name,count\nd,a,A,1\n"


def test_a_cell_that_is_too_long_is_refused(tmp_path):
    found = diagnostic(tmp_path, f"deck,id,name\nd,b,{'x' * 20_001}\n")
    assert label(found)[:3] == ("unread-cell", 2, 5)
    assert "more than 20000 characters" in found.message


def test_too_many_rows_are_refused(tmp_path, monkeypatch):
    diagnostic(tmp_path, "deck,id\n" + "," * 550_000)
    with monkeypatch.context() as patched:
        patched.setattr(grid, "MAX_ROWS", 50)
        rows = "".join(f"d,a{n},A,1\n" for n in range(51))
        assert label(diagnostic(tmp_path, f"deck,id,name,count\n{rows}")) == ("too-many-values", 52, 1, 1, "row 52")
    assert diagnostic(tmp_path, 'deck,id,name,traits.x\nd,a,A,"[' + "[]," * 70_000 + ']"\n').code == "unread-cell"


def test_a_table_whose_name_differs_in_capitals_is_meant(tmp_path):
    (tmp_path / "Cards.CSV").write_text("deck,id,name\nd,a,A\n", "utf-8")
    diagnostics = Diagnostics()
    assert tables.of_kit(tmp_path, Node("cards.csv", Span("kit.yaml")), diagnostics, whole=True) is None
    assert [found.hints for found in diagnostics] == [("did you mean 'Cards.CSV'?",)]


# Kits with tables --------------------------------------------------------------------------------------------


def test_a_table_of_an_overlay_changes_cards_and_adds_some(tmp_path):
    text = "deck,id,name,count,art,traits.counters,traits.move\nmoves,dodge,,5,,,\nmoves,spin,,,,[stomp],\n"
    text += 'moves,feint,Feint,3,dodge.svg,[],"{positions: any, effect: {gain: 2}}"\n'
    base, mine = (load.open_kit(kit, Diagnostics()) for kit in (RHINO, stable(tmp_path, cards_csv=text)))
    assert list(mine.cards["moves"]) == [*base.cards["moves"], "feint"]
    assert (mine.cards["moves"]["dodge"].count, mine.cards["moves"]["dodge"].name) == (5, "Dodge")
    spin = base.cards["moves"]["spin"].plain_traits
    assert mine.cards["moves"]["spin"].plain_traits == {**spin, "counters": ["stomp"]}
    assert mine.cards["moves"]["feint"].at("count")[1:4] == (4, 19, 1)


def test_a_patch_in_yaml_lies_over_cards_of_a_table(tmp_path):
    low = stable(tmp_path, cards_csv="deck,id,count,asides.short\nmoves,dodge,5,Duck\n")
    high = tmp_path / "high"
    high.mkdir()
    (high / "kit.yaml").write_text("extends: ../stable\ntitle: high\n", "utf-8")
    (high / "cards.yaml").write_text("moves: {dodge: {name: Duck}, spin: null}\n", "utf-8")
    cards = load.open_kit(high, Diagnostics()).cards["moves"]
    assert (cards["dodge"].name, cards["dodge"].count) == ("Duck", 5)
    assert "spin" not in cards
    assert (cards["dodge"].at("name").file, cards["dodge"].at("count").file) == (
        str(high.resolve() / "cards.yaml"), str(low.resolve() / "cards.csv"),
    )  # fmt: skip
    assert "count: 5" in run("show", high, "dodge").output
    assert "# stable/cards.csv:2" in run("show", high, "dodge").output


def test_a_link_out_of_the_kit_is_no_table(tmp_path):
    kit = stable(tmp_path, "link.csv", cards_csv="deck,id,count\nmoves,dodge,5\n")
    (tmp_path / "elsewhere.csv").write_text("deck,id\n", "utf-8")
    (kit / "link.csv").symlink_to(tmp_path / "elsewhere.csv")
    assert "error[outside-path]: 'link.csv' is outside the kit's folder" in run("check", kit).output


def test_a_table_counts_for_the_data_version_but_its_line_ends_do_not(tmp_path):
    kit = stable(tmp_path, cards_csv="deck,id,count\nmoves,dodge,7\n")
    versions = []
    for text in (
        "deck,id,count\nmoves,dodge,7\n",
        "deck,id,count\r\nmoves,dodge,7\r\n",
        "deck,id,count\nmoves,dodge,6\n",
    ):
        (kit / "cards.csv").write_bytes(text.encode())
        versions.append(paths.data_version(kit, (), Diagnostics()))
    assert versions[0] == versions[1] != versions[2]


@pytest.mark.slow
def test_a_whole_copy_keeps_a_table_or_takes_in_what_it_says(tmp_path):
    kit = stable(tmp_path, cards_csv="deck,id,count\nmoves,dodge,5\n")
    assert run("new", "copied", "--from", kit, tmp_path, "--full").exit_code == 0
    copied = tmp_path / "copied"
    assert not (copied / "cards.csv").exists()
    assert load.open_kit(copied, Diagnostics()).cards["moves"]["dodge"].count == 5
    alone = tmp_path / "alone"
    with_table(alone, "rhino", "xlsx")
    assert run("new", "again", "--from", alone, tmp_path, "--full").exit_code == 0
    assert (tmp_path / "again" / "cards.xlsx").read_bytes() == (alone / "cards.xlsx").read_bytes()
    assert not (tmp_path / "again" / "cards.yaml").exists()
    assert load.open_kit(tmp_path / "again", Diagnostics()).cards["moves"]["dodge"].count == 7


# Reports -----------------------------------------------------------------------------------------------------


def test_an_error_in_a_table_is_shown_with_its_row_and_column(tmp_path):
    kit = stable(tmp_path, cards_csv="deck;id;count\r\nmoves;dodge;7\r\nmoves;swerve;nine\r\n")
    result = run("check", kit)
    assert "cards.csv:3:14: error[wrong-type]: expected a whole number, found 'nine'\n" in result.output
    assert "    moves;swerve;nine\n                 ^^^^ row 3, column C ('count')\n" in result.output


def test_every_form_of_report_names_the_cell(tmp_path):
    found = [diagnostic(tmp_path, f"{CARD}d,a,B,1\n")]
    assert json.loads(report.write("json", found, tmp_path))["diagnostics"][0]["cell"] == "row 3, column B ('id')"
    assert "%0Ain row 3, column B ('id')" in report.write("github", found, tmp_path)
    (result,) = json.loads(report.write("sarif", found, tmp_path))["runs"][0]["results"]
    assert "In row 3, column B ('id')" in result["message"]["text"]


# The page ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_example_of_the_page_checks_clean(tmp_path):
    text, *_ = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)
    kit, *_ = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    folder = stable(tmp_path, cards_csv=text)
    (folder / "kit.yaml").write_text(kit, "utf-8")
    diagnostics = Diagnostics()
    assert [f for f in (*job.check(folder, diagnostics), *diagnostics) if f.severity == "error"] == []
    assert load.open_kit(folder, Diagnostics()).cards["moves"]["feint"].name == "Feint"


def test_layers_know_which_of_them_says_cards(tmp_path):
    kit = stable(tmp_path, cards_csv="deck,id,count\nmoves,dodge,7\n")
    assert overlay.has_file(kit, "cards.yaml")
    assert not overlay.has_file(kit, "faces.yaml")
    assert "cards" not in load.merged(kit, Diagnostics())["kit.yaml"].plain()


def test_a_table_is_read_again_only_if_it_or_its_entry_has_changed(tmp_path, monkeypatch):
    text, read = "deck,name\nd,Fox\n", []
    whole = tables.sheets_of
    monkeypatch.setattr(tables, "sheets_of", lambda *more, **keys: read.append(more[0]) or whole(*more, **keys))
    first, _ = tree(tmp_path, text)
    again, _ = tree(tmp_path, text)
    assert again is not None
    assert first is not None
    assert (again.plain(), len(read)) == (first.plain(), 1)
    tree(tmp_path, text.replace("Fox", "Owl"))
    assert len(read) == 2
    for _ in range(2):
        assert list(tree(tmp_path, "deck,name\nd,\n")[1])
    assert len(read) == 4, "faults are reported each time"
