"""Clients that want too much of `pnp watch`, too slowly, or what is not for them: the page goes on."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from pnp.pdf import png
from pnp.studio import connections, server
from tests.conftest import SMALL
from tests.support import big_deck, chromium, three_cards
from tests.support.patience import LAST_RESORT
from tests.support.watching import News, Site, served, started, until

LONG = 10 * LAST_RESORT
"""Seconds for limits that a test is not to reach."""


@pytest.fixture(autouse=True)
def patient(monkeypatch) -> None:
    """No connection is dropped because a machine is slow."""
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", LONG)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with served(SMALL) as found:
        found.checked()
        yield found


@pytest.fixture
def small(tmp_path) -> Iterator[Site]:
    """A site without connections of other tests."""
    with served(three_cards.write(tmp_path / "mine")) as found:
        found.checked()
        yield found


Connect = Callable[..., socket.socket]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """A function that connects to a site and sends some bytes. The connections are closed at the end."""
    opened: list[socket.socket] = []

    def connected(site: Site, sent: bytes = b"") -> socket.socket:
        line = socket.create_connection(("127.0.0.1", site.server.server_port), timeout=LAST_RESORT)
        opened.append(line)
        line.sendall(sent)
        return line

    yield connected
    for line in opened:
        line.close()


def request(site: Site, path: str, client: str) -> bytes:
    host = f"127.0.0.1:{site.server.server_port}"
    return f"GET {path} HTTP/1.0\r\nHost: {host}\r\nUser-Agent: {client}\r\n\r\n".encode()


def streams(site: Site, connect: Connect, clients: list[str]) -> list[socket.socket]:
    """An open event stream of each client, opened one after the other."""
    lines = []
    for client in clients:
        lines.append(connect(site, request(site, "/events", client)))
        assert received(lines[-1], b"\r\n\r\n").startswith(b"HTTP/1.0 200")
    return lines


def received(line: socket.socket, end: bytes) -> bytes:
    """What is received up to some bytes, or until the connection ends."""
    data = b""
    while end not in data and (more := line.recv(1)):
        data += more
    return data


def is_ended(line: socket.socket, wait: float = LAST_RESORT) -> bool:
    """Whether a connection ends, after what is still sent; waits some seconds for it."""
    end = time.monotonic() + wait
    try:
        while (left := end - time.monotonic()) > 0:
            line.settimeout(left)
            if not line.recv(65536):
                return True
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


def becomes_true(fits: Callable[[], object]) -> None:
    end = time.monotonic() + LAST_RESORT
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)


def all_at_once(site: Site, paths: list[str]) -> list[int]:
    with ThreadPoolExecutor(len(paths)) as threads:
        return list(threads.map(lambda path: site.get(path)[0], paths))


def test_the_same_picture_is_drawn_once_however_many_ask(site, monkeypatch):
    site.server._pictures = {}
    drawn = []

    def noted(*arguments: object) -> bytes:
        drawn.append(arguments)
        time.sleep(0.2)
        return b"a picture"

    monkeypatch.setattr(png, "write", noted)
    key = site.watch.view.sheets[0].key
    assert all_at_once(site, [f"/sheet/{key}-110.png"] * 50) == [200] * 50
    assert len(drawn) == 1


def test_pictures_beyond_what_can_be_drawn_soon_are_put_off(site, monkeypatch):
    site.server._pictures = {}
    monkeypatch.setattr(server, "PATIENCE", 0.05)
    is_drawing, is_released = threading.Event(), threading.Event()

    def drawn(*_: object) -> bytes:
        is_drawing.set()
        is_released.wait(LAST_RESORT)
        return b"a picture"

    monkeypatch.setattr(png, "write", drawn)
    first, *others = (f"/sheet/{sheet.key}-60.png" for sheet in site.watch.view.sheets[:20])
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(site.get, first)
        try:
            assert is_drawing.wait(LAST_RESORT)
            assert all_at_once(site, others) == [503] * len(others)
            status, headers, body = site.get(others[0])
        finally:
            is_released.set()
        assert (status, headers["retry-after"], body) == (503, "1", b"too many pictures were requested at once\n")
        assert answer.result()[0] == 200


@pytest.mark.slow
def test_idle_connections_do_not_block_the_page(site, connect, monkeypatch):
    monkeypatch.setattr(connections, "MOST", 20)
    for _ in range(60):
        connect(site)
    assert site.get()[0] == 200
    assert len(site.server._open) <= connections.MOST
    becomes_true(lambda: threading.active_count() < connections.MOST + 50)


@pytest.mark.parametrize(
    ("sent", "drip"),
    [(b"", b""), (b"", b"G"), (b"GET /", b"x"), (b"GET / HTTP/1.0\r\n", b"x"), (b"GET / HTTP/1.0\r\n", b"x: y\r\n")],
    ids=["nothing", "a request line", "a path", "a header", "headers"],
)
def test_a_request_that_never_ends_is_dropped(site, connect, monkeypatch, sent, drip):
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT", 0.2)
    line = connect(site, sent)
    end = time.monotonic() + LAST_RESORT
    while not is_ended(line, 0.1):
        assert time.monotonic() < end
        try:
            line.sendall(drip)
        except OSError:
            break
    becomes_true(lambda: not site.server._open)


@pytest.mark.slow
@pytest.mark.parametrize("lies", [False, True], ids=["one name", "a name for each"])
def test_newcomers_get_in_while_one_program_holds_every_connection(small, connect, monkeypatch, lies):
    monkeypatch.setattr(connections, "MOST", 20)
    hog = streams(small, connect, [f"hog/{number if lies else 1}" for number in range(connections.MOST)])
    assert len(small.server._open) == connections.MOST
    assert small.get()[0] == 200
    with News(small, "browser") as news:
        assert news.next()["title"] == "My cards"
    assert is_ended(hog[0])
    assert len(small.server._open) <= connections.MOST


def test_the_streams_of_the_client_with_the_most_are_closed_oldest_first(small, connect, monkeypatch):
    monkeypatch.setattr(connections, "MOST", 5)
    monkeypatch.setattr(server, "HEARTBEAT", 0.05)
    browser, *hog = streams(small, connect, ["browser", "hog", "hog", "hog", "hog"])
    streams(small, connect, ["another", "another"])
    assert is_ended(hog[0])
    assert is_ended(hog[1])
    for line in (browser, *hog[2:]):
        received(line, b"data: ")
        assert received(line, b": still here").endswith(b": still here")


def test_a_browser_that_connects_is_not_dropped_for_the_streams_of_others(small, connect, monkeypatch):
    monkeypatch.setattr(connections, "MOST", 6)
    hog = streams(small, connect, ["hog"] * 6)
    silent = [connect(small) for _ in range(3)]
    for line in hog[:3]:
        assert is_ended(line)
    for line in silent:
        line.sendall(request(small, "/", "browser"))
        assert received(line, b"\r\n").startswith(b"HTTP/1.0 200")


def test_the_threads_of_closed_streams_end_at_once(small, connect, monkeypatch):
    monkeypatch.setattr(connections, "MOST", 4)
    monkeypatch.setattr(server, "HEARTBEAT", LONG)
    before = threading.active_count()
    streams(small, connect, ["hog"] * 40)
    becomes_true(lambda: threading.active_count() <= before + 4)


def test_requests_that_are_answered_are_never_dropped_and_others_are_put_off(small, connect, monkeypatch):
    monkeypatch.setattr(connections, "MOST", 3)
    monkeypatch.setattr(server, "PATIENCE", LONG)
    small.server._pictures = {}
    path = f"/sheet/{small.watch.view.sheets[0].key}-60.png"
    with small.server._drawing:
        lines = [connect(small, request(small, path, "browser")) for _ in range(3)]
        becomes_true(lambda: [one.is_read for one in small.server._open.values()] == [True] * 3)
        refusal = received(connect(small), b"\r\n\r\n")
        assert refusal.startswith(b"HTTP/1.0 503")
        assert b"\r\nRetry-After: 1\r\n" in refusal
    for line in lines:
        assert received(line, b"\r\n").startswith(b"HTTP/1.0 200")


@pytest.mark.parametrize(
    ("headers", "status"), [(["X: " + "a" * 5000] * 8, "431"), (["X: a"] * 200, "431"), (["X: " + "a" * 70_000], "431")]
)
def test_too_many_headers_are_refused(site, headers, status, capfd):
    text = "\r\n".join(["GET / HTTP/1.0", f"Host: 127.0.0.1:{site.server.server_port}", *headers, "", ""])
    assert site.raw(text).split()[1] == status
    assert site.get()[0] == 200
    assert capfd.readouterr().err == ""


def test_garbage_leaves_no_traces(site, connect, capfd):
    for sent in (b"\0" * 1000, b"\r\n" * 1000, b"GET", b"\xff\xfe\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n"):
        line = connect(site, sent)
        line.shutdown(socket.SHUT_WR)
        assert is_ended(line)
    assert site.get()[0] == 200
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_ends_it_whatever_is_connected():
    with started(SMALL) as process, ExitStack() as lines:
        assert process.stdout is not None
        process.stdout.readline()  # the kit; its address follows
        (port,) = re.findall(r":(\d+)/", process.stdout.readline())
        for number in range(50):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", int(port)), timeout=LAST_RESORT))
            if number % 2:
                line.sendall(f"GET /events HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                assert line.recv(20).startswith(b"HTTP/1.0 200")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LAST_RESORT)
    assert (err.strip(), process.returncode) == ("stopped", 130)


@pytest.mark.slow
@chromium.needs_browser
def test_a_page_of_200_cards_draws_only_what_is_in_view(tmp_path):
    """It is shown, searched and scrolled to its end."""
    with served(big_deck.write(tmp_path / "mine", 200)) as site, chromium.opened(tmp_path / "profile") as page:
        until(site.watch, lambda view: view.sheets and view.checked)
        page.open(site.server.url, 1440)
        page.until("cards.children.length === 200 && cards.querySelector('img').dataset.shown")
        page("at('search').value = 'card 19'; filter()")
        assert page("cards.querySelectorAll('.thumb:not([hidden])').length") == 11
        page("clearFilters(); cards.scrollTop = cards.scrollHeight")
        page.until("cards.children[199].querySelector('img').dataset.shown")
        assert len(site.server._pictures) < 100
        assert page.problems == []
