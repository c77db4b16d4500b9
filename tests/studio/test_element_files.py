"""Edits of several elements at once: where they are written, and that they are made whole or not at all."""

from __future__ import annotations

import random

import pytest

from pnp.studio.edits import NamelessError, RefusedEditError
from tests.conftest import edit
from tests.studio.test_session import CARD, faces, files_of, named, session_of, wanted


def test_several_moves_are_one_edit(small):
    session, before = session_of(small), files_of(small)
    one, two, _, four, back = session.piece(CARD)["elements"]
    boxes = [(7, 7, 40, 8), (48, 7, 10, 8), (7, 63, 51, 18), (-4, -4, 72, 96)]
    moved = [wanted(each, box=box) for each, box in zip((one, two, four, back), boxes, strict=True)]
    after = session.change(CARD, *moved)
    assert [each["box"] for each in after["elements"]] == [
        [7, 7, 40, 8], [48, 7, 10, 8], [6, 18, 51, 40], [7, 63, 51, 18], [-4, -4, 72, 96],
    ]  # fmt: skip
    assert after["undo"] == 1
    session.undo(CARD)
    assert files_of(small) == before


def test_several_are_copied_and_removed_wherever_they_are_in_the_list(small):
    session, before = session_of(small), files_of(small)
    labels = lambda: [one.get("text") or one.get("art") for one in faces(small)["move"]["elements"]]  # noqa: E731
    name, count, art, effect, _ = session.piece(CARD)["elements"]
    session.duplicate(CARD, *map(wanted, (effect, name, art)))
    assert labels() == ["{name}", "{name}", "{count}", "{art}", "{art}", "{words.effect}", "{words.effect}"]
    session.undo(CARD)
    session.delete(CARD, *map(wanted, (name, effect, count)))
    assert labels() == ["{art}"]
    session.undo(CARD)
    session.delete(CARD, *map(wanted, (name, count, art, effect)))
    assert labels() == []
    session.undo(CARD)
    assert files_of(small) == before


def test_an_edition_leaves_several_out_and_has_its_own_removed(overlay):
    session = session_of(overlay)
    session.change(CARD, wanted(named(session.piece(CARD), "title"), box=(8, 6, 40, 8)))
    session.add(CARD, "move", {"rectangle": [1, 2, 3, 4], "fill": "pale"})
    session.add(CARD, "move", {"rectangle": [5, 6, 7, 8], "fill": "soft"})
    before = files_of(overlay)
    piece = session.piece(CARD)
    session.delete(CARD, wanted(named(piece, "title")), wanted(named(piece, "soft")))
    assert faces(overlay)["move"] == {
        "extends": "move", "elements": [{"rectangle": [1, 2, 3, 4], "fill": "pale"}], "without": ["title"],
    }  # fmt: skip
    session.undo(CARD)
    assert files_of(overlay) == before
    copied = session.duplicate(CARD, wanted(named(piece, "title")), wanted(named(piece, "soft")))
    assert [one["label"] for one in copied["elements"] if one["own"]] == ["title", "pale", "soft", "soft", "{name}"]


def test_if_one_of_several_is_refused_none_is_made(overlay):
    session, before = session_of(overlay), files_of(overlay)
    title, count = named(session.piece(CARD), "title"), named(session.piece(CARD), "{count}")
    for change in (session.delete, lambda id_, *wanted: session.change(id_, *wanted)):
        with pytest.raises(NamelessError):
            change(CARD, wanted(title, box=(7, 7, 40, 8)), wanted(count, box=(7, 7, 40, 8)))
        assert files_of(overlay) == before
    assert session.piece(CARD)["undo"] == 0


def test_an_element_is_written_as_another_text_and_the_rest_stays(small):
    session, before = session_of(small), files_of(small)
    one = session.piece(CARD)["elements"][0]
    assert session.source(wanted(one)) == {"text": '{text: "{name}", box: [6, 6, 40, 8], style: card-title}'}
    text = '# the name\ntext: "{name}"  # of the card\nbox: [6, 9, 40, 8]\nstyle: card-title'
    after = session.rewrite(CARD, wanted(one), text)
    written = text.replace("\n", "\n        ").encode()
    assert files_of(small)["faces.yaml"] == before["faces.yaml"].replace(
        b'{text: "{name}", box: [6, 6, 40, 8], style: card-title}', written, 1
    )
    assert session.source(wanted(after["elements"][0])) == {"text": text.partition("\n")[2]}, "comments above stay"
    session.undo(CARD)
    assert files_of(small) == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{text: x", "is never closed"),
        ("", "no key that names its kind"),
        ("- x", "no key that names its kind"),
        ("{text: x, box: [6, 6, 40, 8], style: card-titel}", "no text style 'card-titel'"),
        ("{text: x, box: [6, 6], style: card-title}", "expected 4 values"),
        ('{text: "{name}", box: [6, 6, 4, 8], style: card-title}', "does not fit"),
        ("{text: x, box: [6, 6, 40, 8], style: card-title}\n---\na: 1", "a second document begins here"),
        ("&a {text: *a}", "are not supported"),
    ],
)
def test_a_text_with_errors_is_not_written(small, text, why):
    session, before = session_of(small), files_of(small)
    one = session.piece(CARD)["elements"][0]
    tried = session.tried(CARD, wanted(one), text)
    assert why in str(tried.get("faults") or tried["problems"])
    with pytest.raises(RefusedEditError, match=r"nothing was written: as typed:[12]:"):
        session.rewrite(CARD, wanted(one), text)
    assert files_of(small) == before


def test_a_text_in_an_edition_writes_only_what_differs(overlay):
    session = session_of(overlay)
    one = named(session.piece(CARD), "title")
    text = session.source(wanted(one))["text"]
    assert text == '{id: title, text: "{name}", box: [6, 6, 40, 8], style: card-title}'
    session.rewrite(CARD, wanted(one), text.replace("40, 8", "39, 8"))
    assert faces(overlay)["move"]["elements"] == [{"id": "title", "box": [6, 6, 39, 8]}]


def test_the_order_of_a_face_that_is_extended_stays(overlay):
    session = session_of(overlay)
    with pytest.raises(RefusedEditError, match="whose order stays"):
        session.raise_by(CARD, wanted(named(session.piece(CARD), "title")), 1)


@pytest.mark.slow
def test_random_edits_of_several_are_undone_to_the_byte(small):
    session, before, chance = session_of(small), files_of(small), random.Random(5)
    refused = 0
    for _ in range(25):
        piece = session.piece(CARD)
        chosen = chance.sample(piece["elements"], min(len(piece["elements"]), chance.randint(1, 3)))
        kind = chance.choice(["move", "copy", "delete", "rewrite", "style"])
        try:
            if kind == "move":
                boxes = [(chance.randint(0, 9), chance.random() * 9, *one["box"][2:]) for one in chosen]
                session.change(CARD, *(wanted(one, box=box) for one, box in zip(chosen, boxes, strict=True)))
            elif kind == "style" and piece["used"]:
                name = chance.choice(list(piece["used"]))
                session.change_style(CARD, name, piece["used"][name]["values"], {"size": chance.randint(10, 13)})
            elif kind == "rewrite":
                text = session.source(wanted(chosen[0]))["text"]
                session.rewrite(
                    CARD, wanted(chosen[0]), chance.choice([f"# a\n{text}", text.replace(", ", ",\n  ", 1)])
                )
            elif kind == "copy":
                session.duplicate(CARD, *map(wanted, chosen))
            else:
                session.delete(CARD, *map(wanted, chosen))
        except RefusedEditError:
            refused += 1
    assert refused < 8
    while session.piece(CARD)["undo"]:
        session.undo(CARD)
    assert files_of(small) == before


def test_an_element_of_a_face_of_another_file_is_changed_there(small):
    edit(small, "faces.yaml", '{text: "{name}", box: [6, 6, 40, 8]', '{id: title, text: "{name}", box: [6, 6, 40, 8]')
    session = session_of(small)
    session.change(CARD, wanted(named(session.piece(CARD), "title"), values={"colour": "red"}))
    assert faces(small)["move"]["elements"][0]["colour"] == "red"
