"""The page that makes a kit: what it takes, from whom, and that it goes on as the studio of the kit."""

from __future__ import annotations

import base64
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pnp.kit import first
from pnp.studio import start
from pnp.studio.editing import BadRequestError
from pnp.studio.start import StartServer, Wish, wish_of
from tests.support.patience import LAST_RESORT

KINDS, GAMES = ("cards", "board"), ("rhino", "tilt")
WISH = {"name": "mine", "begin": "cards", "base": "", "language": ""}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StartServer]:
    with StartServer(tmp_path / "<b>", KINDS, GAMES, first.FORMATS) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.02,))
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def post(url: str, data: Any, **headers: str | None) -> tuple[int, str]:
    """Send a wish as the page does, with other headers if they are given; None leaves one out."""
    origin, _, path = url.removeprefix("http://").partition("/")
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    usual = {"Origin": f"http://{origin}", "Content-Type": "application/json", "Content-Length": str(len(body))}
    sent = {key: value for key, value in ({"Host": origin} | usual | headers).items() if value is not None}
    connection = http.client.HTTPConnection(origin, timeout=LAST_RESORT)
    connection.putrequest("POST", f"/{path}make", skip_host=True)
    for name, value in sent.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode().strip()
    connection.close()
    return found


def get(server: StartServer, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=LAST_RESORT)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def test_the_page_offers_tables_starters_and_games(server):
    status, html = get(server, f"{server.root}/")
    assert status == 200
    assert 'value="board"' in html
    assert "<option>tilt</option>" in html
    assert ".xlsx" in html
    assert "&lt;b&gt;" in html
    assert "{" + "script}" not in html


@pytest.mark.parametrize("path", ["/", "/events", "{root}/events", "{root}/kit.yaml", "{root}/../x", "/wrong/"])
def test_nothing_else_is_answered(server, path):
    assert get(server, path.format(root=server.root))[0] in (403, 404)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": None}, {"Host": "evil.example"},
        {"Content-Type": "text/plain"}, {"Content-Type": None},
    ],
)  # fmt: skip
def test_nobody_but_the_page_can_wish(server, headers):
    assert post(server.url, WISH, **headers)[0] == 403
    assert server.asked.empty()


def test_nobody_without_the_secret_can_wish(server):
    assert post(f"{server.origin}/", WISH)[0] == 403
    assert post(f"{server.origin}/wrong/", WISH)[0] == 403


@pytest.mark.parametrize("length", ["-1", "x", "9999999999", str(start.WISH_BYTES + 1)])
def test_the_size_of_a_wish_is_limited(server, length):
    assert post(server.url, b"{}", **{"Content-Length": length})[0] == 413


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "a wish is JSON"), (b"[" * 5000, "a wish is JSON"), (b"[]", "a wish is an object of texts"),
        (WISH | {"name": 1}, "a wish is an object of texts"),
        *((WISH | {"name": name}, f"'{name}' is not a valid name") for name in ("../out", "/x", "--full", "a/b")),
        (WISH | {"name": "rhino"}, "pnp already uses the name"),
        (WISH | {"begin": "nonsense"}, "choose what the kit begins with"),
        (WISH | {"begin": "edition", "base": "/etc"}, "choose a game"),
        (WISH | {"language": "../de"}, "a language is a code"),
        (WISH | {"begin": "table"}, "choose the file of your table"),
        *((WISH | {"begin": "table", "file": name, "table": ""}, "choose the file of your table")
          for name in ("../x.csv", "a/b.csv", "a\\b.csv", "C:x.csv", ".csv", "a\0.csv")),
        (WISH | {"begin": "table", "file": "x.csv", "table": "§"}, "a table is sent in base64"),
    ],
)  # fmt: skip
def test_what_no_page_sends_is_refused_in_words(data, why):
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    with pytest.raises(BadRequestError, match=why):
        wish_of(body, KINDS, GAMES)


def test_a_wish_has_the_bytes_of_its_table():
    sent = WISH | {"begin": "table", "file": "My Birds.csv", "table": base64.b64encode(b"name\nOwl\n").decode()}
    assert wish_of(json.dumps(sent).encode(), KINDS, GAMES) == Wish(
        "mine", "table", "", "", "My Birds.csv", b"name\nOwl\n"
    )


def test_a_wish_is_answered_with_an_address_or_with_a_reason(server):
    def answer() -> None:
        server.next().answer(refused="it exists")
        server.next().answer("http://127.0.0.1:1/x/")

    thread = threading.Thread(target=answer)
    thread.start()
    assert post(server.url, WISH) == (422, "it exists")
    assert post(server.url, WISH) == (200, '{"url":"http://127.0.0.1:1/x/"}')
    thread.join()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_table_becomes_a_kit_which_the_studio_then_shows(tmp_path):
    import pty

    (tmp_path / "taken").mkdir()
    leader, follower = pty.openpty()
    command = [sys.executable, "-u", "-m", "pnp", "studio"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    quiet = os.environ | {"BROWSER": "true"}
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what a shell starts behind it does not hear Ctrl-C
    with subprocess.Popen(command, cwd=tmp_path, stdin=follower, env=quiet, preexec_fn=heard, **pipes) as child:
        os.close(follower)
        assert child.stdout.readline().startswith("there is no kit here yet: make one on this page")
        url = child.stdout.readline().strip()
        table = {"begin": "table", "file": "birds.csv", "table": base64.b64encode(b"name,count\nOwl,2\n").decode()}
        status, words = post(url, WISH | table | {"name": "taken"})
        assert (status, "taken already exists" in words) == (422, True), words
        broken = table | {"table": base64.b64encode(b"\xff\xfe\x00").decode()}
        status, words = post(url, WISH | broken | {"name": "birds"})
        assert (status, "birds.csv" in words) == (422, True), words
        assert sorted(one.name for one in tmp_path.iterdir()) == ["taken"]
        status, words = post(url, WISH | table | {"name": "birds"})
        assert status == 200, words
        shown = "".join(iter(child.stdout.readline, "editing birds; stop with Ctrl-C\n"))
        assert child.stdout.readline().strip() == json.loads(words)["url"]
        child.send_signal(signal.SIGINT)
        child.stdout.read()
    os.close(leader)
    assert "birds: 5 files, a kit with the cards of birds.csv" in shown
    assert (tmp_path / "birds" / "birds.csv").read_text("utf-8") == "name,count\nOwl,2\n"
    assert list((tmp_path / "taken").iterdir()) == []
    assert child.returncode == 130
