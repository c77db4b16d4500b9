"""The server of `pnp watch`: what it answers, and what it refuses."""

from __future__ import annotations

import pytest

from pnp.diagnostics.files import ChangedError
from pnp.studio import server
from tests.conftest import edit
from tests.support import big_deck
from tests.support.watching import News, served, until, view_of


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "", "[::1]:{port}"]
)
def test_other_hosts_are_refused(still, host):
    for path in ("/", "/events", "/sheet/x", "/card/x", "/faults/1-0-0.json"):
        status, _, body = still.get(path, Host=host.format(port=still.server.server_port))
        assert status == 403
        assert b"Rhino" not in body


def test_our_names_are_answered(still):
    port = still.server.server_port
    assert still.get(Host=f"localhost:{port}")[0] == 200
    assert still.get(Host=f"LocalHost:{port}")[0] == 200
    assert still.raw("GET / HTTP/1.0\r\n\r\n").startswith("HTTP/1.0 403")
    twice = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n"
    assert still.raw(twice).startswith("HTTP/1.0 403")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused(still, method):
    status, headers, body = still.get(method=method)
    assert (status, headers["allow"]) == (405, "GET, HEAD")
    assert b"Rhino" not in body


def test_head_has_no_body(still):
    still.checked()
    key = still.watch.view.sheets[0].key
    for path in ("/", f"/sheet/{key}-60.png", "/events"):
        status, headers, body = still.get(path, "HEAD")
        assert (status, body) == (200, b"")
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/cards.yaml", "/../cards.yaml", "/%2e%2e/cards.yaml", "//etc/passwd", "/sheet/../../cards.yaml", "/?x", "/#",
        "*", "/sheet/{key}-111.png", "/sheet/{key}-110.png?x", "/sheet/{key}-110.png/..", "/sheet/{zero}-110.png",
        "/favicon.ico", "/sheet/{key}.png", "/sheet/{KEY}-110.png", "http://127.0.0.1/", "/page.html", "/events/",
        "/sheet/{key}-110.png%0a", "/card/{key}.json", "/card/{zero}.json", "/card/../cards.yaml", "/card/swerve.json",
        "/faults/0-0-0.json", "/faults/-1-0-0.json", "/faults/2-99-0.json", "/faults/2-0-9999999999.json",
        "/side/{zero}-110.png", "/side/../sheet/{key}-110.png", "/assets/start.js", "/start.js", "/style.css",
    ],
)  # fmt: skip
def test_other_paths_are_refused(still, path):
    key = still.checked().sheets[0].key
    named = path.format(key=key, zero="0" * 32, KEY=key.upper() if key.upper() != key else "X")
    status, headers, body = still.get(named)
    assert status == 404
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert len(body) < 60


def test_nonsense_is_refused(still):
    assert still.raw("nonsense that is no request\r\n\r\n") == "Bad request version ('request')\n"
    assert "414" in still.raw(f"GET /{'x' * 70000} HTTP/1.0\r\n\r\n").splitlines()[0]
    assert still.get()[0] == 200


def test_a_reader_that_goes_away_leaves_no_traces(site, capfd):
    site.checked()
    for _ in range(3):
        with News(site) as news:
            news.next()
    edit(site.kit, "faces.yaml", "style: card-effect", "style: card-efect")
    until(site.watch, lambda view: view.diagnostics)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_what_is_in_the_data_cannot_end_the_script_it_is_shown_in(site):
    site.checked()
    edit(site.kit, "cards.yaml", "art: swerve.svg", "art: </script><script>alert(1)</script>.svg")
    view = until(site.watch, lambda view: view.diagnostics)
    assert view.diagnostics
    page = site.get()[2].decode()
    assert "<script>alert" not in page
    assert any(
        "</script>" in diagnostic["more"] + diagnostic["head"] for diagnostic in view_of(page.encode())["diagnostics"]
    )


def test_the_oldest_pictures_go_when_there_are_too_many(still, monkeypatch):
    keys = list(still.checked().shown.pictures)[:5]
    for key in keys[:4]:
        assert still.get(f"/side/{key}-60.png")[0] == 200
    kept = [len(still.server._pictures[key, 60]) for key in keys[2:4]]
    last = len(still.get(f"/side/{keys[4]}-60.png")[2])
    still.server._pictures.pop((keys[4], 60))
    monkeypatch.setattr(server, "MAX_PICTURES", sum(kept) + last)
    assert still.get(f"/side/{keys[4]}-60.png")[0] == 200
    assert [key for key, _ in still.server._pictures] == keys[2:]
    monkeypatch.setattr(server, "MAX_PICTURES", 1)
    assert still.get(f"/side/{keys[0]}-60.png")[0] == 200
    assert [key for key, _ in still.server._pictures] == keys[:1], "the last one is kept in any case"


def test_faults_of_an_earlier_view_are_not_mixed_with_those_of_this_one(tmp_path):
    with served(big_deck.write(tmp_path / "mine", 20)) as site:
        number = site.checked().number
        assert site.get(f"/faults/{number}-0-0.json")[0] == 200
        assert site.get(f"/faults/{number - 1}-0-0.json")[0] == 404


def test_only_loopback_is_listened_on(still):
    assert still.server.server_address[0] == "127.0.0.1"
    assert still.server.url == f"http://127.0.0.1:{still.server.server_port}/"


@pytest.mark.slow
def test_pictures_are_kept_while_their_sheets_are_in_view(tmp_path):
    with served(big_deck.write(tmp_path / "mine", 20, faults=False)) as site:
        before = site.checked().sheets
        assert len(before) > 1
        for sheet in before:
            assert site.get(f"/sheet/{sheet.key}-60.png")[0] == 200
        assert {key for key, _ in site.server._pictures} == {sheet.key for sheet in before}
        edit(site.kit, "cards.csv", ",Card 1,", ",Card one,")
        after = until(site.watch, lambda view: view.sheets and view.sheets != before).sheets
        changed = next(sheet for sheet in after if sheet.key not in {sheet.key for sheet in before})
        assert site.get(f"/sheet/{changed.key}-60.png")[0] == 200
        assert {key for key, _ in site.server._pictures} <= {sheet.key for sheet in after}


def test_a_picture_that_was_changed_is_not_served(still, monkeypatch):
    key = still.checked().sheets[0].key

    def changed(*_: object) -> bytes:
        raise ChangedError(0, "it was changed", "photo.jpg")

    monkeypatch.setattr(server.png, "write", changed)
    status, _, body = still.get(f"/sheet/{key}-220.png")
    assert (status, body) == (404, b"a picture was saved since then\n")
