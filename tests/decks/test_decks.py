"""Decks as people make them, checked, printed, and read back from the PDF."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdf
import pytest

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from tests.conftest import run
from tests.support import decks

ODD = decks.script("odd-spreadsheet")
DOMINION = decks.script("dominion-like")
NETRUNNER = decks.script("netrunner-like")


class Printed:
    """A deck's printed sheets: the texts of all pages, and how often each word is there."""

    def __init__(self, kit: Path, folder: Path) -> None:
        built = run("build", kit, "--paper", "a4", "--backs", "long", "--output", folder)
        assert built.exit_code == 0, built.output
        self.pages = [
            page.extract_text() for path in sorted(folder.glob("*.pdf")) for page in pypdf.PdfReader(path).pages
        ]

        self.words = Counter(word for page in self.pages for word in page.split())

    def times(self, text: str) -> int:
        """How often a text is printed, whatever its line breaks."""
        return sum(_squeezed(page).count(_squeezed(text)) for page in self.pages)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def checked(kit: Path) -> list[Diagnostic]:
    """The errors and warnings of a kit."""
    diagnostics = Diagnostics()
    return [one for one in (*job.check(kit, diagnostics), *diagnostics) if one.severity != "note"]


# A spreadsheet with odd headings and cells -------------------------------------------------------------------


def new(folder: Path, *without: str, number: int = ODD.SAMPLE) -> tuple[str, Path]:
    """The output of `pnp new` with the spreadsheet, and the kit."""
    table = folder / "cards.xlsx"
    table.write_bytes(ODD.workbook(number, *without))
    return run("new", "harbour", folder, "--table", table).output, folder / "harbour"


@pytest.mark.parametrize(
    ("without", "place", "message", "hint"),
    [
        ((), "A1", "the first row has only 'Harbour cards – draft 7', and no names of columns", "as in row 3"),
        (("title",), "F1", "there is already a column 'Notes', at column 5", "merge the two"),
        (("title", "twice"), "A17", "this row is the sum of the counts above, 24, and not a card", "delete the row"),
    ],
)
def test_what_a_spreadsheet_has_besides_cards_is_reported(tmp_path, without, place, message, hint):
    output, kit = new(tmp_path, *without)
    assert f"'Cards (old)'!{place}" in output
    assert message in output
    assert hint in output
    assert output.endswith("1 error, no kit was made\n")
    assert not kit.exists()


@pytest.mark.slow
def test_a_mended_spreadsheet_prints(tmp_path):
    output, kit = new(tmp_path, "title", "twice", "total")
    lines = [line.strip() for line in output.splitlines()]
    for line in (
        "Card Name      name",
        "Qty.           count",
        "Effect / Text  asides.text",
        "Value          asides.value",
    ):
        assert line in lines
    assert "Made on        #  (ignored: this cell is a date or a time)" in lines
    assert not checked(kit)
    printed = Printed(kit, tmp_path / "output")
    assert printed.times("“Old” Pier") == 4
    assert printed.times("Customs House") == 2
    assert printed.times("Value: 4") == 8, "the saved values of formulas"
    assert printed.times("Say “Ahoy!” and gain 1.") == 8, "counts that are texts are counts"


def test_dates_in_a_column_that_is_read_are_errors(tmp_path):
    _, kit = new(tmp_path, "title", "twice", "total")
    text = (kit / "kit.yaml").read_text("utf-8")
    (kit / "kit.yaml").write_text(text.replace('Made on: "#"', "Made on: asides.made"), "utf-8")
    found = checked(kit)
    assert {(one.code, one.message) for one in found} == {("unread-cell", "this cell is a date or a time")}
    assert str(found[0].span.cell) == "'Cards (old)'!H2, column 'Made on'"


# Scripts -----------------------------------------------------------------------------------------------------


def test_cards_in_seven_scripts_print(tmp_path):
    kit = decks.kit("scripts", tmp_path)
    assert not checked(kit)
    printed = Printed(kit, tmp_path / "output")
    assert printed.times("Back of Six scripts") == 11, "a back for each card"
    for text, count in (("Žluťoučký kůň", 2), ("Αγριόχορτο", 1), ("Ночной дозор", 3), ("Łódź, İstanbul, Đà Nẵng", 2)):
        assert printed.times(text) == count
    words = Counter("".join(printed.pages))
    for letter, count in (("ש", 2), ("ق", 1), ("ห", 1), ("द", 1)):
        assert words[letter] >= count, letter


@pytest.mark.parametrize(
    ("role", "row", "script", "package"),
    [("hebrew", 6, "Hebrew", "fontpkg-rubik"), ("thai", 8, "Thai", "fontpkg-noto-sans-thai")],
)
def test_a_script_without_a_font_is_an_error_that_names_a_package(tmp_path, role, row, script, package):
    kit = decks.kit("scripts", tmp_path)
    fonts = (kit / "fonts.yaml").read_text("utf-8")
    (kit / "fonts.yaml").write_text(fonts.replace(f", {role}]", "]").replace(f", {role},", ","), "utf-8")
    found = checked(kit)
    assert {one.code for one in found} == {"missing-glyph"}
    assert {one.span.line for one in found} == {row}
    hints = " ".join(hint for one in found for hint in one.hints)
    assert f"a font for {script}" in hints
    assert f"pip install {package}" in hints


def test_a_script_without_a_known_package_is_named(tmp_path):
    kit = decks.kit("scripts", tmp_path)
    with (kit / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("chinese,夜警,1,抽两张牌。\n")
    found = checked(kit)
    assert {one.code for one in found} == {"missing-glyph"}
    assert {one.span.line for one in found} == {9}
    assert "make a role of a font for Han; name it" in " ".join(hint for one in found for hint in one.hints)


# Sets as decks, types as faces -------------------------------------------------------------------------------


def test_the_sample_of_kingdoms_is_what_the_script_writes():
    sample = (decks.DECKS / "dominion-like" / "sample.csv").read_text("utf-8")
    assert sample == DOMINION.as_csv(DOMINION.cards(DOMINION.SAMPLE))


def test_kingdoms_print(tmp_path):
    cards = DOMINION.cards(DOMINION.SAMPLE)
    kit = decks.kit("dominion-like", tmp_path, cards_csv=DOMINION.as_csv(cards))
    assert not checked(kit)
    printed = Printed(kit, tmp_path / "output")
    names = Counter()
    for card in cards:
        names[card["Name"]] += int(card["Copies"])
    longest = max(names, key=len)
    assert printed.times(longest) == names[longest]
    sets = Counter(card["Set"] for card in cards for _ in range(int(card["Copies"])))
    for name, title in (("base", "Base set"), ("harbour", "Harbour set"), ("alchemy", "Alchemy set")):
        assert printed.times(title) == sets[name]
    types = Counter(card["Type"] for card in cards for _ in range(int(card["Copies"])))
    for type_, count in types.items():
        assert printed.words[type_.capitalize()] == count


# A card database ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_cards_of_a_database_print(tmp_path):
    cards = NETRUNNER.cards(30)
    kit = decks.kit("netrunner-like", tmp_path, cards_json=NETRUNNER.as_json(cards))
    assert not checked(kit)
    printed = Printed(kit, tmp_path / "output")
    for card in cards:
        assert printed.words[card["code"]] == card["quantity"]
    titles = Counter({card["title"]: 0 for card in cards})
    for card in cards:
        titles[card["title"]] += card["quantity"]
    plain = next(title for title in titles if "“" in title)
    assert printed.times(plain) == titles[plain]
