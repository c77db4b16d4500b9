"""Cards -> tables: exports come back the same."""

from __future__ import annotations

import io
import json
import zipfile
from functools import partial
from typing import Any
from unicodedata import normalize

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cli.export import FORMS
from pnp.diagnostics import Diagnostics
from pnp.diagnostics import text as report_text
from pnp.kit import export, load, paths
from pnp.kit.tables.cards import has_extra_quotes, is_plain, quoted_if_needed, word
from pnp.sources.yaml import FORBIDDEN, parse
from tests.conftest import RHINO, run
from tests.support.tables import node, plain, tree, with_table

KITS = ("duel", "lists", "rhino", "soaring", "tilt")


def ordered(cards: Any) -> str:
    """Cards with all they say, in the order in which they say it."""

    def label(card: Any) -> dict[str, Any]:
        return {**vars(card), "origin": 0, "traits": card.traits and card.traits.plain()}

    return json.dumps({deck: {id_: label(card) for id_, card in found.items()} for deck, found in cards.items()})


@pytest.mark.parametrize(("kit", "form"), [*zip(KITS, (*FORMS, *FORMS), strict=False)])
def test_a_kit_from_its_own_export_is_the_same_kit(kit, form, tmp_path):
    base = paths.data_folder() / kit
    folder = with_table(tmp_path / kit, kit, form)
    diagnostics = Diagnostics()
    again = load.open_kit(folder, diagnostics)
    assert not diagnostics, list(diagnostics)
    assert ordered(again.cards) == ordered(load.open_kit(base, Diagnostics()).cards)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_cards_give_the_same_bytes(form):
    cards = load.merged(RHINO, Diagnostics())["cards.yaml"]
    one, two = (export.written(cards, form, Diagnostics()) for _ in range(2))
    assert one == two
    if form == "xlsx":
        with zipfile.ZipFile(io.BytesIO(one)) as packed:
            assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
            assert {info.compress_type for info in packed.infolist()} == {zipfile.ZIP_STORED}


def test_a_workbook_of_ours_is_one_to_others(tmp_path):
    cards = load.merged(RHINO, Diagnostics())["cards.yaml"]
    (tmp_path / "c.xlsx").write_bytes(export.written(cards, "xlsx", Diagnostics()))
    made = openpyxl.load_workbook(tmp_path / "c.xlsx")
    assert made.sheetnames == ["Cards"]
    head, first, *_ = made.active.iter_rows(values_only=True)
    assert head[:4] == ("deck", "id", "name", "count")
    assert first[:4] == ("moves", "swerve", "Swerve", 8)
    assert made.active["D2"].number_format == "General"
    assert made.active["C2"].number_format == "@"
    assert made.active["C1"].font.bold
    widths = {letter: made.active.column_dimensions[letter].width for letter in "ABC"}
    assert widths == {"A": 11, "B": 18, "C": 22}
    assert made.active.freeze_panes == "A2"


def test_the_command_writes_and_overwrites_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("export", "rhino")
    assert (result.exit_code, result.stdout.replace("\\", "/")) == (0, "output/rhino-cards.csv: 18 cards in 4 decks\n")
    before = (tmp_path / "output" / "rhino-cards.csv").read_bytes()
    assert before.startswith(b"\xef\xbb\xbfdeck,id,name,count,face,back,art,traits.")
    again = run("export", "tilt", "--output", "output/rhino-cards.csv")
    assert again.exit_code == 2
    assert "already exists; --force replaces it" in again.stderr
    assert (tmp_path / "output" / "rhino-cards.csv").read_bytes() == before
    assert run("export", "tilt", "--output", "output/rhino-cards.csv", "--force").exit_code == 0
    assert (tmp_path / "output" / "rhino-cards.csv").read_bytes() != before
    assert run("export", "rhino", "--output", "a.xlsx").exit_code == 0
    assert (tmp_path / "a.xlsx").read_bytes().startswith(b"PK")
    assert run("export", "rhino", "--format", "json", "--output", "b").exit_code == 0
    assert json.loads((tmp_path / "b").read_text("utf-8"))["moves"]["swerve"]["count"] == 8


# Any cards whatever ------------------------------------------------------------------------------------------

COMPOSED = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(partial(normalize, "NFC"))  # as it is read
ANY_TEXT = COMPOSED | st.sampled_from(
    [
        "", "null", '""', '"null"', "true", "TRUE", "1", "1.5", "[a", "{", "'x", '"x" y', " x ", "a\nb", "=1+1", "#",
        "~", "\u2028", "\x7f",
    ]
)  # fmt: skip
SAFE_TEXT = ANY_TEXT.filter(lambda text: not FORBIDDEN.search(text))


# A spreadsheet does not tell 3.0 from 3, and keeps 15 digits.
FRACTIONS = (
    st.floats(-9e15, 9e15).map(lambda value: float(f"{value:.15g}")).filter(lambda value: not value.is_integer())
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(1 - 10**16, 10**16 - 1), FRACTIONS, ANY_TEXT)
KEYS = st.sampled_from(["a", "b", "c", "a.b", "#x", "", "null", "é", "a b"])
TRAITS = st.dictionaries(KEYS, st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
), max_size=4)  # fmt: skip
TEXTS = st.dictionaries(st.sampled_from("abc"), ANY_TEXT | st.none(), max_size=3)
CARDS = st.fixed_dictionaries(
    {"name": SAFE_TEXT},
    optional={
        "count": st.integers(0, 999), "art": SAFE_TEXT | st.none(), "traits": TRAITS, "words": TEXTS, "asides": TEXTS,
    },
)  # fmt: skip
IDS = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
NAMES = st.from_regex(r"[a-z][a-z0-9]{0,3}(?:-[a-z0-9]{1,2})?", fullmatch=True)
DECKS = st.dictionaries(NAMES, st.dictionaries(IDS, CARDS, min_size=1, max_size=4), min_size=1, max_size=3)


@pytest.mark.slow
@settings(max_examples=30)
@given(DECKS, st.sampled_from(["csv", "xlsx"]))
def test_any_cards_come_back_from_a_table(tmp_path_factory, decks, form):
    diagnostics = Diagnostics()
    data = export.written(node(decks), form, diagnostics)
    assert not diagnostics
    made = plain(tmp_path_factory.getbasetemp() / "any", data, f"cards.{form}")
    keys = ("name", "count", "art", "traits", "words", "asides")
    wanted = {
        deck: {id_: {k: card[k] for k in keys if k in card} for id_, card in cards.items()}
        for deck, cards in decks.items()
    }
    assert json.dumps(made) == json.dumps(wanted)


@given(ANY_TEXT)
def test_a_text_in_a_cell_is_what_it_was(text):
    assert (
        quoted_if_needed(text)[1:-1] if has_extra_quotes(quoted_if_needed(text)) else quoted_if_needed(text)
    ) == text
    if is_plain(text):
        assert word(text) == text


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab,;\t\"\n[{:}] 'deckidname."), max_size=60), st.booleans())
def test_garbage_never_crashes_and_every_error_has_a_place_in_the_file(tmp_path_factory, text, headed):
    text = f"deck,id,name,traits\n{text}" if headed else text
    folder = tmp_path_factory.getbasetemp() / "garbage"
    _, diagnostics = tree(folder, text)
    lines = text.split("\n")
    for found in diagnostics:
        assert 1 <= found.span.line <= len(lines)
        assert 1 <= found.span.column <= len(lines[found.span.line - 1]) + 1
    report_text.lines(diagnostics, folder)


def test_signs_that_no_table_holds_are_refused_by_name():
    diagnostics = Diagnostics()
    decks = {"d": {"a": {"name": "a\x07"}}}
    assert export.written(node(decks), "csv", diagnostics) is None
    assert [(f.code, f.hints) for f in diagnostics] == [("bad-form", ("remove it, or export to JSON",))]
    text = export.written(node(decks), "json", Diagnostics()).decode()
    assert parse(text, "f", Diagnostics()).plain() == decks
