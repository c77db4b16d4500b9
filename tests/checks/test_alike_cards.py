"""Cards that are equal, and names that differ only in how they are typed."""

from __future__ import annotations

import pytest

from tests.support import typed_kit
from tests.support.typed_kit import FACES

IDS = "id,Title,Qty,Text\n"


def alike(folder, table, **changes):
    found = typed_kit.found(typed_kit.write(folder / "kit", table, **changes))
    assert {one.code for one in found} <= {"alike-cards"}
    return [(one.severity, one.span.cell.name, one.message) for one in found]


def test_rows_that_differ_only_in_their_ids_are_a_warning_at_the_second(tmp_path):
    assert alike(tmp_path, IDS + "a,Storm,2,Draw.\nb,Wind,1,Draw.\nc,Storm,2,Draw.\nd,Storm,3,Draw.\n") == [
        ("warning", "row 4", "this card is equal to 'a' (row 2) but for its id")
    ]


def test_equal_rows_without_ids_are_a_note(tmp_path):
    found = typed_kit.found(typed_kit.write(tmp_path / "kit", "Title,Qty,Text\nStorm,2,Draw.\nStorm,2,Draw.\n"))
    assert [(one.severity, one.span.line) for one in found] == [("note", 3)]
    assert found[0].hints == ("write one card with the count 4, or correct the copy",)


def test_cards_that_show_their_ids_are_not_equal(tmp_path):
    faces = FACES.replace('text: "{asides.text}"', 'text: "{id}"')
    found = typed_kit.found(typed_kit.write(tmp_path / "kit", IDS + "a,Storm,2,\nb,Storm,2,\n", faces=faces))
    assert "alike-cards" not in {one.code for one in found}


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [
        ("Fair Wind", "Fair wind", "capitals"), ("Storm", "storm", "capitals"), ("Storm", "STORM", "capitals"),
        ("Fireball", "Fire ball", "spaces"), ("Fair wind", "Fair\u00a0wind", "spaces"),
        ("Fair wind", "Fair  wind", "spaces"),
        ("Office", "Oﬃce", "how its letters are composed"),
        ("Fair Wind", "fairwind", "capitals and spaces"),
    ],
)  # fmt: skip
def test_names_that_differ_in_typing_are_a_warning_at_the_second(tmp_path, first, second, difference):
    table = f"Title,Qty,Text\n{first},1,A.\n{second},1,B.\nRain,1,C.\n"
    found = typed_kit.found(typed_kit.write(tmp_path / "kit", table), "missing-glyph")
    assert [(one.severity, one.code, str(one.span.cell)) for one in found] == [
        ("warning", "alike-cards", "row 3, column A ('Title')")
    ]
    assert found[0].message.endswith(f"(row 2) only in {difference}")


@pytest.mark.parametrize(
    "names",
    [("a", "A"), ("Storm", "Storms"), ("Résumé", "Resume"), ("essen", "Essen", "laufen", "Wald"), ("Storm", "Storm")],
)
def test_other_names_are_not_alike(tmp_path, names):
    rows = "".join(f"{name},1,Text {number}\n" for number, name in enumerate(names))
    assert alike(tmp_path, f"Title,Qty,Text\n{rows}") == []
