"""What a page may send, and who may send it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pnp.studio import server
from pnp.studio.shown import card_key
from tests.support.watching import Site, served

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
def test_nobody_but_the_page_can_edit(site, headers):
    before = (site.kit / "faces.yaml").read_bytes()
    assert said(site.post(f"change/{key(site)}", MOVE | {"box": [7, 6, 40, 8]}, **headers))[0] == 403
    assert (site.kit / "faces.yaml").read_bytes() == before


@pytest.mark.parametrize("root", ["", "/wrong", "/{root}x", "/x{root}"])
def test_without_the_secret_nothing_is_answered(site, root):
    root = root.format(root=site.server.root[1:])
    for path in ("/", f"/piece/{key(site)}.json", "/events"):
        status, _, body = site.get(f"{root}{path}")
        assert (status, b"Rhino" in body) in ((403, False), (404, False)), path
    assert len(site.server.root) > 20


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
def test_what_no_page_sends_is_refused_in_words(site, data, why):
    status, words = said(site.post(f"change/{key(site)}", data))
    assert status == 400
    assert words.startswith(why)


@pytest.mark.parametrize("number", [-1, 99])
def test_an_element_that_is_not_there_is_no_longer_there(site, number):
    assert said(site.post(f"change/{key(site)}", MOVE | {"number": number, "box": [1, 2, 3, 4]}))[0] == 409


@pytest.mark.parametrize("path", ["none/{key}", "change/{zero}", "change/../x", "change", "__class__/{key}"])
def test_other_edits_are_refused(site, path):
    assert said(site.post(path.format(key=key(site), zero="0" * 32), MOVE | {"box": [1, 2, 3, 4]}))[0] == 404


@pytest.mark.parametrize(
    "data",
    [
        {}, {"name": 1}, {"data": "no base64!"}, {"data": "aGk=\n"}, {"at": [1]}, {"at": ["1", 2]}, {"at": [1e9, 2]},
        {"face": None}, {"on": {"face": "move"}}, {"on": {"face": "move", "number": 0, "shown": []}},
    ],
)  # fmt: skip
def test_pictures_that_no_page_sends_are_refused(site, data):
    before = sorted(site.kit.iterdir())
    whole = {"name": "x.png", "data": "aGk=", "face": "move", "at": [1, 2], "on": None}
    assert said(site.post(f"picture/{key(site)}", whole))[0] == 422, "not a picture"
    assert said(site.post(f"picture/{key(site)}", whole | data if data else data))[0] == 400
    assert sorted(site.kit.iterdir()) == before


def test_the_length_of_a_picture_is_limited_and_that_of_other_edits_is_not_larger(site):
    for name, length, status in (("picture", 13_533_334, 413), ("change", 200_001, 413), ("picture", 200_001, 400)):
        body = b"x" * length if status == 400 else b"x"
        assert said(site.post(f"{name}/{key(site)}", body, **{"Content-Length": str(length)}))[0] == status


@pytest.mark.parametrize("length", ["-1", "x", "999999999999", "200001", ""])
def test_the_length_of_an_edit_is_limited(site, length):
    assert said(site.post(f"change/{key(site)}", b"{}", **{"Content-Length": length}))[0] == 413
    assert server.MAX_BODY == 200_000


@pytest.mark.parametrize(
    "cells",
    [None, [], {}, ["x"], [{"card": 1, "column": "name"}], [{"card": "swerve"}], [{"card": "x", "column": "y"}] * 5001],
)
def test_cells_that_no_page_sends_are_refused(site, cells):
    assert said(site.post(f"cells/{key(site)}", {"cells": cells}))[0] == 400


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"rows": []},
        {"rows": ["x"]},
        {"rows": [{"name": "X"}]},
        {"rows": [{"name": "X"}], "below": 1},
        {"rows": [{"name": "X"}] * 5001, "below": "swerve"},
    ],
)
def test_rows_that_no_page_sends_are_refused(site, data):
    assert said(site.post(f"paste/{key(site)}", {"cells": []} | data))[0] == 400


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
