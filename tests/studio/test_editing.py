"""What a page may send, and who may send it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.studio import server
from pnp.studio.edits import RefusedEditError
from pnp.studio.shown import card_key
from tests.conftest import edit
from tests.support.chromium import Page, needs_browser
from tests.support.studio_page import Studio, studio_of
from tests.support.watching import Site, served, until, view_of

MOVE = {"face": "move", "number": 0, "shown": {"text": "{name}", "box": [6, 6, 40, 8], "style": "card-title"}}


@pytest.fixture
def site(small) -> Iterator[Site]:
    with served(small, edits=True) as found:
        found.checked()
        yield found


def key(site: Site, id_: str = "moves/swerve") -> str:
    return next(card_key(piece) for piece in site.watch.view.shown.pieces if piece.id == id_)


def said(answer: tuple[int, bytes]) -> Any:
    status, body = answer
    return json.loads(body) if status == 200 else (status, body.decode().strip())


def test_the_page_reads_and_edits_a_piece(site):
    status, headers, body = site.get(f"{site.server.root}/piece/{key(site)}.json")
    assert (status, headers["content-type"]) == (200, "application/json; charset=utf-8")
    assert json.loads(body)["id"] == "moves/swerve"
    after = said(site.post(f"change/{key(site)}", MOVE | {"box": [7, 6, 40, 8]}))
    assert after["elements"][0]["box"] == [7, 6, 40, 8]
    assert "box: [7, 6, 40, 8], style: card-title" in (site.kit / "faces.yaml").read_text("utf-8")
    assert said(site.post(f"change/{key(site)}", MOVE | {"box": [8, 6, 40, 8]}))[0] == 409
    assert said(site.post(f"undo/{key(site)}", {}))["elements"][0]["box"] == [6, 6, 40, 8]
    assert said(site.post(f"undo/{key(site)}", {})) == (422, "there is nothing to undo")
    table = json.loads(site.get(f"{site.server.root}/table/{key(site)}.json")[2])
    assert table["rows"][0]["id"] == "swerve"
    cells = {"cells": [{"card": "swerve", "column": "name", "shown": "Swerve", "value": "Turn"}]}
    assert said(site.post(f"cells/{key(site)}", cells))["rows"][0]["cells"]["name"] == "Turn"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": None}, {"Host": "evil.example"},
        {"Content-Type": "text/plain"}, {"Content-Type": "application/x-www-form-urlencoded"}, {"Content-Type": None},
    ],
)  # fmt: skip
def test_nobody_but_the_page_can_edit(shut, headers):
    before = (shut.kit / "faces.yaml").read_bytes()
    assert said(shut.post(f"change/{key(shut)}", MOVE | {"box": [7, 6, 40, 8]}, **headers))[0] == 403
    assert (shut.kit / "faces.yaml").read_bytes() == before


@pytest.mark.parametrize("root", ["", "/wrong", "/{root}x", "/x{root}"])
def test_without_the_secret_nothing_is_answered(shut, root):
    root = root.format(root=shut.server.root[1:])
    for path in ("/", f"/piece/{key(shut)}.json", "/events"):
        status, _, body = shut.get(f"{root}{path}")
        assert (status, b"Rhino" in body) in ((403, False), (404, False)), path
    assert len(shut.server.root) > 20


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "an edit is JSON"),
        (b"[" * 5000, "an edit is JSON"),
        (b"[]", "an edit is an object"),
        ({}, "'face' is missing"),
        (MOVE | {"number": "0"}, "'number' is missing"),
        (MOVE | {"number": True}, "'number' is missing"),
        (MOVE | {"box": [1, 2, 3]}, "a box is four numbers"),
        (MOVE | {"box": [1, 2, 3, "4"]}, "a box is four numbers"),
        (MOVE | {"box": [1, 2, 3, 1e9]}, "a box is four numbers"),
        (MOVE | {"values": [1]}, "'values' is an object"),
        ({"several": []}, "'several' is a list"),
        ({"several": [1]}, "an element is an object"),
        ({"several": [MOVE, MOVE]}, "an element is there twice"),
        ({"several": [MOVE] * 501}, "'several' is a list"),
    ],
)
def test_what_no_page_sends_is_refused_in_words(shut, data, why):
    status, words = said(shut.post(f"change/{key(shut)}", data))
    assert status == 400
    assert words.startswith(why)


@pytest.mark.parametrize("number", [-1, 99])
def test_an_element_that_is_not_there_is_no_longer_there(shut, number):
    assert said(shut.post(f"change/{key(shut)}", MOVE | {"number": number, "box": [1, 2, 3, 4]}))[0] == 409


@pytest.mark.parametrize("path", ["none/{key}", "change/{zero}", "change/../x", "change", "__class__/{key}"])
def test_other_edits_are_refused(shut, path):
    assert said(shut.post(path.format(key=key(shut), zero="0" * 32), MOVE | {"box": [1, 2, 3, 4]}))[0] == 404


@pytest.mark.parametrize(
    "data",
    [
        {}, {"name": 1}, {"data": "no base64!"}, {"data": "aGk=\n"}, {"at": [1]}, {"at": ["1", 2]}, {"at": [1e9, 2]},
        {"face": None}, {"on": {"face": "move"}}, {"on": {"face": "move", "number": 0, "shown": []}},
    ],
)  # fmt: skip
def test_pictures_that_no_page_sends_are_refused(shut, data):
    before = sorted(shut.kit.iterdir())
    whole = {"name": "x.png", "data": "aGk=", "face": "move", "at": [1, 2], "on": None}
    assert said(shut.post(f"picture/{key(shut)}", whole))[0] == 422, "not a picture"
    assert said(shut.post(f"picture/{key(shut)}", whole | data if data else data))[0] == 400
    assert sorted(shut.kit.iterdir()) == before


def test_the_length_of_a_picture_is_limited_and_that_of_other_edits_is_not_larger(shut):
    for name, length, status in (("picture", 13_533_334, 413), ("change", 200_001, 413), ("picture", 200_001, 400)):
        body = b"x" * length if status == 400 else b"x"
        assert said(shut.post(f"{name}/{key(shut)}", body, **{"Content-Length": str(length)}))[0] == status


@pytest.mark.parametrize("length", ["-1", "x", "999999999999", "200001", ""])
def test_the_length_of_an_edit_is_limited(shut, length):
    assert said(shut.post(f"change/{key(shut)}", b"{}", **{"Content-Length": length}))[0] == 413
    assert server.MAX_BODY == 200_000


@pytest.mark.parametrize(
    "cells",
    [None, [], {}, ["x"], [{"card": 1, "column": "name"}], [{"card": "swerve"}], [{"card": "x", "column": "y"}] * 5001],
)
def test_cells_that_no_page_sends_are_refused(shut, cells):
    assert said(shut.post(f"cells/{key(shut)}", {"cells": cells}))[0] == 400


@pytest.mark.parametrize(
    "data",
    [
        {}, {"rows": []}, {"rows": ["x"]}, {"rows": [{"name": "X"}]}, {"rows": [{"name": "X"}], "below": 1},
        {"rows": [{"name": "X"}] * 5001, "below": "swerve"},
    ],
)  # fmt: skip
def test_rows_that_no_page_sends_are_refused(shut, data):
    assert said(shut.post(f"paste/{key(shut)}", {"cells": []} | data))[0] == 400


def test_a_mistake_of_the_program_is_said_and_the_page_goes_on(site, monkeypatch, capfd):
    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(site.server.session, "change", broken)
    status, words = said(site.post(f"change/{key(site)}", MOVE))
    assert (status, words) == (500, "pnp itself failed, please report it: KeyError: 'x'")
    assert "Traceback" not in capfd.readouterr().err
    assert site.get(f"{site.server.root}/")[0] == 200


def test_a_page_that_only_looks_takes_no_edits(small):
    with served(small) as site:
        site.checked()
        status, headers, _ = site.get(f"/change/{key(site)}", "POST")
        assert (status, headers["allow"]) == (405, "GET, HEAD")
        assert site.get(f"/piece/{key(site)}.json")[0] == 404


@pytest.fixture
def mending(six: Path) -> Iterator[Site]:
    with served(six, edits=True) as found:
        found.checked()
        yield found


def faults(mending: Site) -> list[dict[str, Any]]:
    until(mending.watch, lambda _: mending.watch.view.stale or mending.watch.checked_context() is not None)
    return list(view_of(mending.get(f"{mending.server.root}/")[2])["diagnostics"])


def post(mending: Site, name: str, **data: Any) -> Any:
    key = card_key(mending.watch.view.shown.pieces[0])
    status, body = mending.post(f"{name}/{key}", data)
    return json.loads(body) if status == 200 else (status, body.decode().strip())


def test_a_word_that_the_hint_names_is_written(mending):
    before = (mending.kit / "faces.yaml").read_text("utf-8")
    number = mending.watch.view.number
    edit(mending.kit, "faces.yaml", "style:", "styel:")
    until(mending.watch, lambda view: view.number > number and view.checked)
    (one,) = [one for one in faults(mending) if one.get("mend")]
    assert one["mend"] == "write 'style' in place of 'styel'"
    view = mending.watch.view.number
    done = post(mending, "mend", view=view, number=one["at"])
    assert done["done"] == ["'style' in place of 'styel'"]
    assert (mending.kit / "faces.yaml").read_text("utf-8") == before
    assert post(mending, "undo")["undo"] == 0
    assert "styel:" in (mending.kit / "faces.yaml").read_text("utf-8")
    assert post(mending, "mend", view=view - 1, number=0) == (422, "the kit was saved since the page showed this error")
    assert post(mending, "mend", view="x", number=0) == (400, "'view' is a number")


def test_worked_examples_follow_play_again(six, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: ../six\ntitle: Mine\nedition: custom\n", "utf-8")
    (mine / "rules.yaml").write_text("hand_size: 2\n", "utf-8")
    (mine / "examples.yaml").write_text("# mine\n", "utf-8")
    with served(mine, edits=True) as mending:
        mending.checked()
        found = [one for one in faults(mending) if one.get("mend")]
        assert {one["mend"] for one in found} == {"make the examples follow play"}
        done = post(mending, "mend", view=mending.watch.view.number, number=found[0]["at"])
        assert done["done"][0].startswith("B02 renewed: ")
        assert "hands: [2, 2]" in (mine / "examples.yaml").read_text("utf-8")
        assert post(mending, "undo")["undo"] == 0
        assert (mine / "examples.yaml").read_text("utf-8") == "# mine\n"


@pytest.mark.slow
@needs_browser
def test_a_button_at_an_error_does_what_its_hint_says(studio):
    path = studio.site.kit / "faces.yaml"
    before = studio.faces
    path.write_text(before.replace("style: card-title", "styel: card-title", 1), "utf-8")
    studio.page("dialog.close()")
    studio.page.until("view.checked && view.diagnostics.some(one => one.mend)")
    words = "[...document.querySelectorAll('#list button.more')].find(one => one.textContent.startsWith('write'))"
    assert studio.page(f"{words}.textContent") == "write 'style' in place of 'styel'"
    studio.page(f"{words}.click()")
    studio.page.until("view.checked && !view.diagnostics.some(one => one.mend)")
    assert studio.faces == before
    studio.page("at('mended').querySelector('button').click()")
    studio.page.until("at('mended').hidden && view.diagnostics.some(one => one.mend)")
    assert "styel" in studio.faces


@pytest.mark.slow
@needs_browser
def test_so_does_one_at_an_error_of_the_open_card(studio):
    before = studio.faces
    (studio.site.kit / "faces.yaml").write_text(before.replace("style: card-title", "styel: card-title", 1), "utf-8")
    studio.page.until("Boolean(document.querySelector('#card-faults button.more'))")
    studio.page("document.querySelector('#card-faults button.more').click()")
    studio.page.until("at('said').textContent === `'style' in place of 'styel'`")
    assert studio.faces == before
    studio.page("at('undo').click()")
    studio.page.until("Boolean(document.querySelector('#card-faults li.error'))")
    assert "styel" in studio.faces


@pytest.fixture
def proving(six: Path) -> Iterator[Site]:
    with served(six, edits=True) as found:
        found.checked()
        yield found


def key_of_proof(proving: Site, id_: str) -> str:
    return next(card_key(piece) for piece in proving.watch.view.shown.pieces if piece.id == id_)


def read(proving: Site, id_: str = "rulebook/2"):
    status, _, body = proving.get(f"{proving.server.root}/proof/{key_of_proof(proving, id_)}.json")
    return json.loads(body) if status == 200 else status


def test_each_shade_has_its_sentence_and_its_class(proving):
    found = read(proving)
    shades = re.findall(r'class="shade (\w+)" fill="url\(#p-(\w+)\)" data-line="(\d+)"><rect', found["sides"]["front"])
    assert {int(line) for _, _, line in shades} == set(range(len(found["lines"])))
    assert all(kind == filled == found["lines"][int(line)]["kind"] for kind, filled, line in shades)
    assert {"proved", "flavour"} <= {one["name"] for one in found["classes"]} == {kind for kind, _, _ in shades}
    assert all(f'id="p-{one["name"]}"' in found["patterns"] for one in found["classes"])


def test_a_proved_sentence_has_its_rule_and_a_position(proving):
    (line,) = [one for one in read(proving)["lines"] if one["text"].startswith("Deal 1 hidden")]
    assert line["details"][0].startswith("proved, by the rule deal (six/proof.rules:")
    assert re.fullmatch(r"borne out in \d+ moments of play", line["details"][1])
    assert line["position"].startswith("<svg role")
    assert "player 1" in line["position"]


def test_there_is_no_proof_of_files_that_are_not_checked_yet(proving):
    number = proving.watch.view.number
    edit(proving.kit, "rulebook.md", "Deal {{ rules.hand_size }} hidden", "Deal 2 hidden")
    assert proving.watch.checked_context() is None
    assert read(proving) == {}
    until(proving.watch, lambda view: view.number > number and view.checked)
    (line,) = [one for one in read(proving)["lines"] if one["text"].startswith("Deal 2 hidden")]
    assert line["kind"] == "unproved"
    assert line["wrong"]


@pytest.mark.parametrize("id_", ["0" * 32, "../x", "deck"])
def test_other_pieces_have_none(proving, id_):
    assert proving.get(f"{proving.server.root}/proof/{id_}.json")[0] == 404


def vouch(proving: Site, **data: str):
    status, body = proving.post(
        f"vouch/{key_of_proof(proving, 'rulebook/2')}", {"class": "flavour", "why": "", "by": "", **data}
    )
    return json.loads(body) if status == 200 else (status, body.decode().strip())


def test_a_text_without_an_entry_asks_for_what_the_entry_needs(proving):
    (proving.kit / "vouched.yaml").write_text("sentences: []\n", "utf-8")
    until(proving.watch, lambda _: proving.watch.checked_context() is not None)
    asked = {one["text"]: one["vouch"]["needs"] for one in read(proving)["lines"] if one["vouch"]}
    assert asked["One card wins your heart."] == ["why", "by"]
    assert asked["Name a number, then reach it."] == []
    text = "One card wins your heart."
    assert vouch(proving, text=text, by="Ann") == (422, "write why it is true although no play shows it")
    assert vouch(proving, text="Two cards", by="Ann") == (422, "this text is vouched for already, or it has changed")
    assert vouch(proving, text=text, by="Ann", why="A feeling")["undo"] == 1
    written = (proving.kit / "vouched.yaml").read_text("utf-8")
    assert re.search(
        r'text: "One card wins your heart."\n    why: "A feeling"\n    by: "Ann, \d{4}-\d\d-\d\d"', written
    )
    assert vouch(proving, text=text, by="Ann", why="A feeling")[0] == 422, "it is being checked"
    assert proving.post(f"undo/{key_of_proof(proving, 'rulebook/2')}", {})[0] == 200
    assert (proving.kit / "vouched.yaml").read_text("utf-8") == "sentences: []\n"


def test_a_file_of_another_kit_is_not_written(proving, tmp_path):
    with pytest.raises(RefusedEditError, match=r"other\.yaml is not in this kit"):
        proving.server.session.write("rulebook/2", {tmp_path / "other.yaml": [lambda _: "x"]})
    assert not (tmp_path / "other.yaml").exists()


@pytest.fixture
def rules(six: Path, browser: Page) -> Iterator[Studio]:
    """A kit with proved sentences, and its page of rules."""
    with studio_of(six, browser, "rulebook/2") as found:
        yield found


@pytest.mark.slow
@needs_browser
def test_sentences_are_shaded_by_what_they_rest_on_until_an_edit(rules):
    rules.page("at('to-proof').click()")
    rules.page.until("proof.data && document.querySelectorAll('.shade').length > 8")
    shade = "[...document.querySelectorAll('.shade.proved')].find(one => proof.data.lines[one.dataset.line].position)"
    rules.page(f"{shade}.firstChild.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true }}))")
    assert rules.page("sentences().filter(one => one.open).length") == 1
    assert "by the rule" in rules.page("sentences().find(one => one.open).textContent")
    rules.page.until(f"{shade}.classList.contains('picked')")
    path = rules.site.kit / "rulebook.md"
    path.write_text(path.read_text("utf-8").replace("The total begins at 0.", "The total begins at 4."), "utf-8")
    rules.page.until("proof.data && document.querySelectorAll('.shade.unproved').length")
    rules.page.until("at('proof').querySelector('.wrong')?.textContent.length > 9")
    rules.page("at('to-proof').click()")
    assert rules.page("document.querySelectorAll('.shade').length") == 0
    assert rules.page.problems == []


@pytest.mark.slow
@needs_browser
def test_a_sentence_is_vouched_for_beside_it_and_taken_back(rules):
    path = rules.site.kit / "vouched.yaml"
    before = path.read_text("utf-8").replace("One card wins your heart.", "Two cards win it.")
    path.write_text(before, "utf-8")
    rules.page("at('to-proof').click()")
    rules.page.until("document.querySelectorAll('.sentence.asked form').length")
    rules.page("document.querySelector('.vouch button').click()")
    rules.page.until("canvas.piece.undo === 1 && proof.data && !document.querySelector('.sentence.asked')")
    entry = '  - text: "One card wins your heart."\n    why: "It says what players feel"\n    by: "The tests, 20'
    assert entry in path.read_text("utf-8")
    rules.page("takeBack('undo')")
    rules.page.until("document.querySelectorAll('.sentence.asked form').length")
    assert path.read_text("utf-8") == before
    assert rules.page.problems == []
