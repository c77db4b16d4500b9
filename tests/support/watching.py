"""A kit that is watched and served."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from pnp.studio.redraw import View, Watch
from pnp.studio.server import Server
from pnp.studio.session import Session
from tests.conftest import options_for
from tests.support.patience import LAST_RESORT

PAGES = 11
"""So many pages the small set has on A4."""


class Site(NamedTuple):
    """A kit that is watched and served."""

    kit: Path
    watch: Watch
    server: Server

    def get(
        self, path: str = "/", method: str = "GET", body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=LAST_RESORT)
        connection.putrequest(method, path, skip_host=True)
        sent = {"Host": f"127.0.0.1:{self.server.server_port}"} | headers
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders(body or None)
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def post(self, name: str, data: Any, **headers: str | None) -> tuple[int, bytes]:
        """Send an edit as the page does, with other headers if they are given; None leaves one out."""
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        usual = {"Origin": self.server.origin, "Content-Type": "application/json", "Content-Length": str(len(body))}
        sent = {key: value for key, value in (usual | headers).items() if value is not None}
        status, _, answer = self.get(f"{self.server.root}/{name}", "POST", body, **sent)
        return status, answer

    def raw(self, text: str) -> str:
        """What is answered to some bytes."""
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=LAST_RESORT) as line:
            line.sendall(text.encode("latin-1"))
            with line.makefile("rb") as answer:
                return answer.read().decode()

    def checked(self) -> View:
        """The view when all is known of it."""
        return until(self.watch, lambda view: view.checked)


def until(watch: Watch, fits: Any, seconds: float = LAST_RESORT) -> View:
    end = time.monotonic() + seconds
    view = watch.view
    while not fits(view):
        assert time.monotonic() < end, view
        view = watch.after(view.number, 1)
    return view


class _Server(Server):
    """A server that waits for the threads of its connections when it is closed."""

    daemon_threads = False


@contextmanager
def served(kit: Path, *, edits: bool = False) -> Iterator[Site]:
    watch = Watch(options_for(kit, "a4"))
    session = Session(options_for(kit, "a4"), kit.parent) if edits else None
    with _Server(watch, 0, kit.parent, session) as server, watch.following():
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield Site(kit, watch, server)
        finally:
            server.shutdown()
            thread.join()


def view_of(page: bytes) -> dict[str, Any]:
    (message,) = re.findall(r'<script type="application/json" id="first">(.*?)</script>', page.decode(), re.DOTALL)
    found: dict[str, Any] = json.loads(message)
    return found


class News:
    """A reader of the events, which disconnects at the end of a `with` block."""

    def __init__(self, site: Site, client: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.server.server_port, timeout=LAST_RESORT)
        self.connection.request("GET", "/events", headers={"User-Agent": client} if client else {})
        self.answer = self.connection.getresponse()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self.connection.close()

    def next(self) -> dict[str, Any]:
        while True:
            line = self.answer.readline().decode()
            assert line, "the news ended"
            if line.startswith("data: "):
                found: dict[str, Any] = json.loads(line.removeprefix("data: "))
                return found

    def until(self, fits: Any) -> dict[str, Any]:
        while not fits(view := self.next()):
            pass
        return view


# The command ---------------------------------------------------------------------------------------------------


@contextmanager
def started(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "pnp", "watch", *map(str, arguments)]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what a shell starts behind it does not hear Ctrl-C
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, preexec_fn=heard, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()  # whatever went wrong: nobody waits for it for ever
