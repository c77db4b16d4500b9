"""The columns of spreadsheets are recognised by their names, if their cells agree."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit.guess import guess
from pnp.sources import csv


def keys(text: str) -> dict[str, str]:
    grid = csv.read(text.encode(), "cards.csv", None, Diagnostics())
    assert grid
    return {one.column: one.key for one in guess(grid)}


@pytest.mark.parametrize(
    ("column", "cell", "key"),
    [
        ("Name", "x", "name"), ("TITLE", "x", "name"), ("Card Name", "x", "name"), ("Qty", "3", "count"),
        ("Copies", "3", "count"), ("Anzahl", "3", "count"), ("Rules text", "x", "asides.text"),
        ("Effect", "x", "asides.text"), ("Type", "x", "asides.type"), ("Cost", "2", "asides.cost"),
        ("Effect / Text", "x", "asides.text"), ("Cost (gold)", "2", "asides.cost"),
        ("Image", "a.png", "art"), ("Picture", "a.svg", "art"), ("ID", "storm", "id"),
        ("Ink Colour", "x", "asides.ink_colour"),
        ("How many?", "3", "count"), ("# cards", "3", "count"), ("#", "3", "count"), ("No.", "3", "count"),
        ("Nb", "3", "count"), ("x", "3", "count"), ("Number of copies needed", "3", "count"),
        ("Picture file", "a.png", "art"), ("img", "a.jpg", "art"), ("File", "a.webp", "art"),
        ("Picture", "a.GIF", "art"),
        ("What it looks like", "a.png", "art"), ("Power", "3", "asides.power"),
        ("How many?", "some", "asides.how_many"),
        ("Qty", "many", "asides.qty"), ("Count", "1000", "asides.count"), ("Art", "a castle", "asides.art"),
        ("Id", "007", "asides.id"), ("Größe", "x", "asides.grosse"), ("2024", "x", "asides.card_2024"),
    ],
)  # fmt: skip
def test_a_column_is_what_its_name_and_cells_say(column, cell, key):
    title = "Name" if key != "name" else "Other"
    assert keys(f"{title},{column}\nA,{cell}\n")[column] == key


@pytest.mark.parametrize("column", ["#", "No.", "Nr", "x"])
def test_a_column_that_numbers_the_rows_is_no_count(column):
    rows = "".join(f"{number},Card {number},5\n" for number in range(1, 5))
    found = keys(f"{column},Name,How many?\n{rows}")
    assert found["How many?"] == "count"
    assert found.get(column) != "count"
    assert "count" not in keys(f"{column},Name\n" + rows.replace(",5", "")).values()
    assert keys(f"Count,Name\n{rows}".replace(",5", ""))["Count"] == "count"


def test_each_key_is_guessed_once_and_asides_have_ids_of_their_own():
    found = keys("Name,Title,Text,Effect,#x,power!,Power\nA,B,c,d,e,1,2\n")
    assert found == {
        "Name": "name", "Title": "asides.title", "Text": "asides.text", "Effect": "asides.effect",
        "power!": "asides.power", "Power": "asides.power_2",
    }  # fmt: skip


def test_without_a_column_of_names_the_first_full_column_is_the_name():
    assert keys("Notes,Monster,Power\n,Orc,1\nx,Elf,2\n")["Monster"] == "name"
    assert "name" not in keys("Notes,Monster\n,Orc\nx,\n").values()


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Text,Pick\nA _,1\nB,2\n", "Text"), ("Text\nA\nB\n", "Text"), ("Power,Monster\n1,Orc\n2.5,Elf\n", "Monster"),
        ("Rules,Power,Monster\nx,1,Orc\ny,2,Elf\n", "Monster"), ("Power\n1\n2\n", "Power"),
    ],
)  # fmt: skip
def test_numbers_and_rules_are_names_only_if_nothing_else_is(text, column):
    assert [one for one, key in keys(text).items() if key == "name"] == [column]


def test_ids_that_are_not_unique_are_texts():
    assert keys("id,name\na,A\na,B\n") == {"id": "asides.id", "name": "name"}


def test_a_picture_may_be_named_without_its_suffix():
    assert keys("name,Bild\nA,fox\nB,bear.png\n")["Bild"] == "art"
    assert keys("name,Bild\nA,fox\nB,bear\n")["Bild"] == "asides.bild"
    assert keys("name,Words\nA,fox\nB,bear.png\n")["Words"] == "asides.words"


def test_counts_may_have_a_decimal_comma():
    assert keys("name;Qty\nA;2,0\nB;3,00\n")["Qty"] == "count"
    assert keys("name;Qty\nA;2,0\nB;3,5\n")["Qty"] != "count"


def test_counts_may_be_said_as_times():
    assert keys("name,Qty\nA,2x\nB,x 12\nC,3 ×\nD,\n")["Qty"] == "count"
    assert keys("name,Qty\nA,2x\nB,xx\n")["Qty"] != "count"
