"""Pictures that are dropped on a card: where they are written, what is refused, and what undo leaves."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.studio import pictures
from pnp.studio.cells import CellChange
from pnp.studio.edits import ElementChange, RefusedEditError
from pnp.studio.pictures import Dropped
from tests.conftest import RHINO, edit
from tests.studio.test_session import CARD, faces, files_of, named, session_of, wanted

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>'


def png(colour: str = "red") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (30, 60), colour).save(written, "PNG")
    return written.getvalue()


def dropped(name: str, data: bytes, on: ElementChange | None = None) -> Dropped:
    return Dropped(name, data, "move", (30.0, 40.0), on)


def elements(kit: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = faces(kit)["move"]["elements"]
    return found


def test_a_picture_becomes_an_element_and_is_taken_away_by_undo(small):
    session, before = session_of(small), files_of(small)
    after = session.drop(CARD, dropped("Mein Bild (1).PNG", png()))
    assert elements(small)[-1] == {"art": "mein-bild-1.png", "box": [22.5, 25, 15, 30]}
    assert files_of(small)["mein-bild-1.png"] == png()
    assert (after["faults"], after["problems"], after["undo"]) == ([], [], 1)
    session.undo(CARD)
    assert files_of(small) == before
    session.undo(CARD, again=True)
    assert files_of(small)["mein-bild-1.png"] == png()
    session.undo(CARD)
    assert files_of(small) == before


def test_a_picture_on_the_picture_of_a_card_becomes_that_of_the_card(small):
    session, before = session_of(small), files_of(small)
    art = named(session.piece(CARD), "{art}")
    session.drop(CARD, dropped("horse.svg", SVG, wanted(art)))
    changed = files_of(small)
    assert changed.pop("horse.svg") == SVG
    assert changed == before | {"cards.yaml": before["cards.yaml"].replace(b"swerve.svg", b"horse.svg")}


def test_a_picture_on_a_cell_of_the_table_is_that_of_the_card(small):
    session, before = session_of(small), files_of(small)
    found = session.drop_on_cell(CARD, CellChange("swerve", "art", "swerve.svg", "Horse.svg"), "Horse.svg", SVG)
    assert found["rows"][0]["cells"]["art"] == "horse.svg"
    assert files_of(small)["horse.svg"] == SVG
    session.undo(CARD)
    assert files_of(small) == before
    with pytest.raises(RefusedEditError, match="saved since"):
        session.drop_on_cell(CARD, CellChange("swerve", "art", "other.svg", "x.svg"), "x.svg", SVG)
    with pytest.raises(RefusedEditError, match="has no text"):
        session.drop_on_cell(CARD, CellChange("swerve", "count", 8, "x.svg"), "x.svg", SVG)
    assert files_of(small) == before


def test_a_missing_picture_is_filled_under_its_name(small):
    edit(small, "cards.yaml", "art: swerve.svg", "art: gone.svg")
    session, before = session_of(small), files_of(small)
    session.drop_on_cell(CARD, CellChange("swerve", "art", "gone.svg", "gone.svg"), "gone.svg", SVG)
    assert files_of(small) == before | {"gone.svg": SVG}


def test_a_picture_on_one_that_is_named_in_the_face_replaces_its_name(small):
    edit(small, "faces.yaml", '{art: "{art}", box: [6, 18, 51, 40]}', "{art: lunge.svg, box: [6, 18, 51, 40]}")
    session = session_of(small)
    art = named(session.piece(CARD), "lunge.svg")
    session.drop(CARD, dropped("horse.svg", SVG, wanted(art)))
    assert elements(small)[2] == {"art": "horse.svg", "box": [6, 18, 51, 40]}
    with pytest.raises(RefusedEditError, match="not a picture"):
        session.drop(CARD, dropped("other.svg", SVG, wanted(session.piece(CARD)["elements"][0])))
    assert not (small / "other.svg").exists()


def test_no_picture_replaces_another_or_hides_one_of_another_kind(small):
    session, before = session_of(small), files_of(small)
    session.drop(CARD, dropped("swerve.svg", SVG))
    session.drop(CARD, dropped("Lunge.png", png()))
    assert [one["art"] for one in elements(small)[-2:]] == ["swerve-2.svg", "lunge-2.png"]
    session.drop(CARD, dropped("swerve.svg", SVG))
    assert elements(small)[-1]["art"] == "swerve-2.svg", "the same picture is used again"
    (small / "new.png").mkdir()
    session.drop(CARD, dropped("new.png", png()))
    assert elements(small)[-1]["art"] == "new-2.png"
    assert {name: data for name, data in files_of(small).items() if name in before} == before | {
        "faces.yaml": (small / "faces.yaml").read_bytes()
    }


def test_an_edition_gets_the_picture_and_its_base_stays(overlay):
    session, base = session_of(overlay), files_of(overlay.parent / "small")
    art = named(session.piece(CARD), "{art}")
    session.drop(CARD, dropped("swerve.svg", SVG, wanted(art)))
    assert (overlay / "swerve-2.svg").read_bytes() == SVG, "another name: it would replace the base's on all cards"
    assert "art: swerve-2.svg" in (overlay / "cards.yaml").read_text("utf-8")
    assert files_of(overlay.parent / "small") == base


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("x.gif", b"GIF89a", "not a picture that pnp reads: use SVG, PNG"),
        ("kit.yaml", b"title: X", "not a picture"),
        ("x.png.py", b"1", "not a picture"),
        ("noname", png(), "not a picture"),
        ("x.png", b"no png", "x.png was not copied into the kit"),
        ("x.png", b"", "x.png was not copied into the kit"),
        ("x.svg", b"<svg", "x.svg was not copied into the kit"),
        ("x.svg", b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>', "x.svg was not copied"),
        (
            "x.svg",
            b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>" + b" " * 1_000_000 + b"</svg>",
            "larger",
        ),
        ("x.png", b"\x89PNG" + bytes(pictures.MAX_BYTES), "at most 10 MB"),
    ],
)
def test_what_is_no_picture_is_refused_and_nothing_is_written(small, name, data, why):
    session, before = session_of(small), files_of(small)
    with pytest.raises(RefusedEditError, match=why):
        session.drop(CARD, dropped(name, data))
    assert files_of(small) == before
    assert session.piece(CARD)["undo"] == 0


@pytest.mark.parametrize(("name", "stem"), [("../../etc/passwd.png", "passwd"), ("CON.png", "picture-con")])
def test_a_file_gets_a_safe_name_in_the_kit(small, name, stem):
    before = set(files_of(small))
    session_of(small).drop(CARD, dropped(name, png()))
    assert set(files_of(small)) - before == {f"{stem}.png"}
    assert list(small.parent.iterdir()) == [small]


def test_a_link_out_of_the_kit_is_not_written_through(small, tmp_path):
    outside = tmp_path / "outside.png"
    (small / "photo.png").symlink_to(outside)
    session_of(small).drop(CARD, dropped("photo.png", png()))
    assert not outside.exists()
    assert elements(small)[-1]["art"] == "photo-2.png"


def test_a_file_that_another_program_changed_is_not_taken_away(small):
    session = session_of(small)
    session.drop(CARD, dropped("photo.png", png()))
    (small / "photo.png").write_bytes(png("blue"))
    before = files_of(small)
    with pytest.raises(RefusedEditError, match=r"photo\.png was saved since then"):
        session.undo(CARD)
    assert files_of(small) == before


def test_a_picture_whose_element_cannot_be_written_is_not_left_behind(small):
    session = session_of(small)
    session.piece(CARD)
    (small / "faces.yaml").write_bytes((small / "faces.yaml").read_bytes().replace(b"\n", b"\r\n", 1))
    before = files_of(small)
    with pytest.raises(RefusedEditError, match="line ends of several kinds"):
        session.drop(CARD, dropped("photo.png", png()))
    assert files_of(small) == before


def test_a_game_that_comes_with_the_program_gets_no_picture():
    with pytest.raises(RefusedEditError, match="comes with pnp"):
        session_of(RHINO).drop("moves/swerve", dropped("x.png", png()))
