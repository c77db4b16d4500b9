"""Edits of an open kit: what is written, what is refused, and what undo leaves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import read
from pnp.studio import cells
from pnp.studio.cells import CellChange
from pnp.studio.edits import ElementChange, NamelessError, RefusedEditError, StaleError, edited
from pnp.studio.session import Session
from tests.conftest import RHINO, edit, options_for

CARD = "moves/swerve"
Files = dict[str, bytes]


def session_of(kit: Path) -> Session:
    return Session(options_for(kit), kit.parent)


def files_of(kit: Path) -> Files:
    return {path.relative_to(kit).as_posix(): path.read_bytes() for path in kit.rglob("*") if path.is_file()}


def named(piece: dict[str, Any] | None, label: str) -> dict[str, Any]:
    assert piece
    return next(one for one in piece["elements"] if one["label"] == label)


def wanted(one: dict[str, Any], **changes: Any) -> ElementChange:
    return ElementChange(one["face"], one["number"], one["values"], **changes)


def faces(kit: Path) -> dict[str, Any]:
    node = read(kit / "faces.yaml", Diagnostics())
    assert node
    found: dict[str, Any] = node.plain()["faces"]
    return found


def test_a_drag_changes_two_numbers_and_nothing_else(small):
    session, before = session_of(small), files_of(small)
    one = named(session.piece(CARD), "{name}")
    after = session.change(CARD, wanted(one, box=(11.04, 7.0, 40.0, 8.0)))
    text = (
        before["faces.yaml"]
        .decode()
        .replace("box: [6, 6, 40, 8], style: card-title", "box: [11.04, 7, 40, 8], style: card-title", 1)
    )
    assert files_of(small) == before | {"faces.yaml": text.encode()}
    assert named(after, "{name}")["box"] == [11.04, 7, 40, 8]
    assert (after["undo"], after["redo"]) == (1, 0)
    again = session.undo(CARD)
    assert files_of(small) == before
    assert (again["undo"], again["redo"]) == (0, 1)
    session.undo(CARD, again=True)
    assert files_of(small)["faces.yaml"] == text.encode()


def test_what_does_not_fit_is_said_before_anything_is_written(small):
    session, before = session_of(small), files_of(small)
    one = named(session.piece(CARD), "{name}")
    tried = session.tried(CARD, wanted(one, box=(6.0, 6.0, 8.0, 3.0)))
    (fault,) = tried["faults"]
    assert "error[text-overflow]" in fault["head"]
    assert fault["elements"] == [one["number"]]
    assert files_of(small) == before
    assert session.piece(CARD)["faults"] == []


def test_values_are_written_by_key_and_removed_again(small):
    session, before = session_of(small), files_of(small)
    one = named(session.piece(CARD), "{name}")
    after = session.change(CARD, wanted(one, values={"colour": "red", "text": "Hi: {name}"}))
    assert faces(small)["move"]["elements"][0] == one["values"] | {"colour": "red", "text": "Hi: {name}"}
    session.change(CARD, wanted(named(after, "Hi: {name}"), values={"colour": None, "text": "{name}"}))
    assert files_of(small) == before


@pytest.mark.parametrize("values", [{"colour": "no-colour"}, {"unknown": 1}, {"box": [1, 2]}, {"style": "none"}])
def test_a_wrong_value_is_written_and_said_and_can_be_undone(small, values):
    session, before = session_of(small), files_of(small)
    one = named(session.piece(CARD), "{name}")
    after = session.change(CARD, wanted(one, values=values))
    assert after["faults"] or after["problems"]
    session.undo(CARD)
    assert files_of(small) == before


def test_a_kit_that_cannot_be_opened_is_shown_as_it_was_with_its_problems(small):
    session = session_of(small)
    one = named(session.piece(CARD), "{name}")
    edit(small, "kit.yaml", "kind: deck", "kind: dekc")
    shown = session.piece(CARD)
    assert shown
    assert any("bad-choice" in problem["head"] for problem in shown["problems"])
    with pytest.raises(StaleError, match="mend its errors"):
        session.change(CARD, wanted(one, box=(7.0, 6.0, 40.0, 8.0)))


def test_an_edit_of_what_another_program_has_saved_is_refused(small):
    session = session_of(small)
    one = named(session.piece(CARD), "{name}")
    edit(small, "faces.yaml", "[6, 6, 40, 8]", "[9, 9, 40, 8]")
    before = files_of(small)
    with pytest.raises(StaleError, match="saved since the page showed"):
        session.change(CARD, wanted(one, box=(7.0, 6.0, 40.0, 8.0)))
    assert files_of(small) == before


def test_elements_are_added_copied_ordered_and_deleted(small):
    session, before = session_of(small), files_of(small)
    labels = lambda: [label_of(one) for one in faces(small)["move"]["elements"]]  # noqa: E731
    label_of = lambda one: one.get("text") or one.get("art") or "rectangle"  # noqa: E731
    session.add(CARD, "move", {"rectangle": [1.0, 2.0, 3.5, 4.0], "fill": "pale"})
    assert faces(small)["move"]["elements"][-1] == {"rectangle": [1, 2, 3.5, 4], "fill": "pale"}
    session.duplicate(CARD, wanted(named(session.piece(CARD), "{count}")))
    assert labels() == ["{name}", "{count}", "{count}", "{art}", "{words.effect}", "rectangle"]
    assert faces(small)["move"]["elements"][2]["box"] == [49, 8, 10, 8]
    session.raise_by(CARD, wanted(named(session.piece(CARD), "{name}")), 1)
    assert labels()[:2] == ["{count}", "{name}"]
    session.delete(CARD, wanted(named(session.piece(CARD), "{art}")))
    assert labels() == ["{count}", "{name}", "{count}", "{words.effect}", "rectangle"]
    with pytest.raises(RefusedEditError, match="no such item"):
        session.raise_by(CARD, wanted(session.piece(CARD)["elements"][0]), -1)
    for _ in range(4):
        session.undo(CARD)
    assert files_of(small) == before
    with pytest.raises(RefusedEditError, match="nothing to undo"):
        session.undo(CARD)


def test_an_edit_of_two_files_is_undone_whole_or_not_at_all(small):
    session = session_of(small)
    one = named(session.piece(CARD), "{name}")
    session.change(CARD, wanted(one, box=(7.0, 6.0, 40.0, 8.0)))
    cards = edited(small / "cards.yaml", lambda text: text.replace("Swerve", "Turn", 1))
    assert cards
    session._done[-1].insert(0, cards)
    edit(small, "cards.yaml", "Turn", "Other")
    before = files_of(small)
    with pytest.raises(RefusedEditError, match=r"cards\.yaml was saved since then"):
        session.undo(CARD)
    assert files_of(small) == before
    assert session.piece(CARD)["undo"] == 1


def test_a_wrong_element_is_said_again_each_time(small):
    session = session_of(small)
    one = named(session.piece(CARD), "{name}")
    session.change(CARD, wanted(one, values={"unknown": 1}))
    with pytest.raises(StaleError):
        session.change(CARD, wanted(one, values={"unknown": 2}))
    assert any("unknown-key" in fault["head"] for fault in session.piece(CARD)["faults"])


def test_an_edition_says_only_what_it_changes(overlay):
    session = session_of(overlay)
    one = named(session.piece(CARD), "title")
    assert one["own"] is False
    after = session.change(CARD, wanted(one, box=(8.0, 6.0, 40.0, 8.0)))
    assert faces(overlay) == {"move": {"extends": "move", "elements": [{"id": "title", "box": [8, 6, 40, 8]}]}}
    assert named(after, "title")["box"] == [8, 6, 40, 8]
    again = session.change(CARD, wanted(named(after, "title"), values={"colour": "red"}))
    assert faces(overlay)["move"]["elements"] == [{"id": "title", "box": [8, 6, 40, 8], "colour": "red"}]
    session.delete(CARD, wanted(named(again, "title")))
    assert faces(overlay) == {"move": {"extends": "move", "elements": [], "without": ["title"]}}
    assert not list(overlay.parent.joinpath("small").glob("*.part"))


def test_an_element_without_an_id_is_changed_after_its_face_was_copied(overlay):
    session, before = session_of(overlay), files_of(overlay)
    one = named(session.piece(CARD), "{count}")
    with pytest.raises(NamelessError, match=r"small/faces\.yaml:9 and has no id"):
        session.change(CARD, wanted(one, box=(40.0, 6.0, 10.0, 8.0)))
    assert files_of(overlay) == before
    session.copy_face(CARD, "move")
    after = session.change(CARD, wanted(named(session.piece(CARD), "{count}"), box=(40.0, 6.0, 10.0, 8.0)))
    assert named(after, "{count}")["box"] == [40, 6, 10, 8]
    assert len(faces(overlay)["move"]["elements"]) == 4
    assert after["problems"] == []


def test_only_the_face_itself_gets_a_change_that_is_wanted_here(small):
    edit(small, "faces.yaml", '{text: "{name}", box: [6, 6, 40, 8]', '{id: title, text: "{name}", box: [6, 6, 40, 8]')
    edit(small, "faces.yaml", "  move-back:", "  rare: {extends: move, elements: []}\n  move-back:")
    edit(small, "cards.yaml", "name: Swerve", "name: Swerve\n    face: rare")
    session = session_of(small)
    one = named(session.piece(CARD), "title")
    assert (one["face"], one["extends"]) == ("rare", True)
    session.change(CARD, wanted(one, box=(7.0, 7.0, 40.0, 8.0), here=True))
    assert faces(small)["rare"] == {"extends": "move", "elements": [{"id": "title", "box": [7, 7, 40, 8]}]}
    assert faces(small)["move"]["elements"][0]["box"] == [6, 6, 40, 8]
    session.undo(CARD)
    session.change(CARD, wanted(one, box=(7.0, 7.0, 40.0, 8.0)))
    assert faces(small)["rare"] == {"extends": "move", "elements": []}
    assert faces(small)["move"]["elements"][0]["box"] == [7, 7, 40, 8]


def test_a_game_that_comes_with_the_program_is_not_edited():
    session, before = session_of(RHINO), files_of(RHINO)
    shown = session.piece("moves/swerve")
    assert shown
    assert shown["editable"] is False
    one = shown["elements"][0]
    for change in (session.change, session.delete, session.duplicate):
        with pytest.raises(RefusedEditError, match="make your own with `pnp new mine --from rhino`"):
            change("moves/swerve", wanted(one))
    assert files_of(RHINO) == before


@pytest.mark.parametrize("id_", ["", "moves", "moves/none", "none/swerve", "guide/page", "rulebook/9"])
def test_pieces_that_cannot_be_opened_are_none(small, id_):
    assert session_of(small).piece(id_) is None


def test_cells_are_written_where_they_are(small):
    session, before = session_of(small), files_of(small)
    table = session.table(CARD)
    assert table
    assert table["columns"][:2] == ["name", "count"]
    changes = [CellChange("swerve", "name", "Swerve", "Turn"), CellChange("swerve", "count", 8, 3)]
    after = session.change_cards(CARD, lambda *of: cells.changes(*of, changes))
    assert after
    assert after["total"] == table["total"] - 5
    assert after["undo"] == 1, "one step"
    with pytest.raises(RefusedEditError, match="saved since the page showed it"):
        session.change_cards(CARD, lambda *of: cells.changes(*of, changes))
    session.undo(CARD)
    assert files_of(small) == before


@pytest.mark.slow
def test_no_random_edit_corrupts_a_file_and_all_are_undone(small):
    """Each edit is written or refused, and the last undo is to the byte."""
    session, before, chance = session_of(small), files_of(small), random.Random(7)
    done = 0
    for _ in range(24):
        piece = session.piece(chance.choice(["moves/swerve", "rhinos/stomper", "foldies/stomper"]))
        assert piece
        assert piece["problems"] == []
        one = chance.choice([one for one in piece["elements"] if one["box"]])
        x, y, w, h = one["box"]
        moved = (x + chance.randint(-9, 9) / 2, y + chance.randint(-9, 9) / 2, max(w, 0.5), max(h, 0.5))
        try:
            if chance.random() < 0.7:
                session.change(piece["id"], wanted(one, box=moved))
            elif chance.random() < 0.5:
                session.duplicate(piece["id"], wanted(one))
            else:
                session.raise_by(piece["id"], wanted(one), chance.choice([-1, 1]))
        except RefusedEditError:
            continue
        done += 1
    assert done > 15
    while session.piece(CARD)["undo"]:
        session.undo(CARD)
    assert files_of(small) == before
