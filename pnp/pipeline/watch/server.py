"""Serve a watched kit as a page to browsers on this machine only.

The server listens on the loopback address and answers only requests for that host name, so that no site in the same
browser can read it under a name of its own. It serves five kinds of path and never opens a file by one.
"""

from __future__ import annotations

import os
import re
import socketserver
import sys
import threading
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

from pnp.diagnostics.files import ChangedError
from pnp.pdf import png, rendering
from pnp.pipeline.watch import page, report
from pnp.pipeline.watch.connections import BoundedHandler, BoundedServer
from pnp.pipeline.watch.redraw import View, Watch
from pnp.pipeline.watch.shown import ShownPage

ADDRESS = "127.0.0.1"
RESOLUTIONS = (60, 110, 220)
"""Resolutions of sheets in dpi; the page requests the one that suits its size."""
HEARTBEAT = 5.0
"""Seconds without an event after which a comment is sent, to detect clients that have gone."""

PATIENCE = 8.0
"""Seconds that a request for a picture waits while others are drawn."""

MAX_PICTURES = 200_000_000
"""The size of all pictures that are kept, in bytes; beyond it, the oldest are drawn again."""

_PICTURE = re.compile(r"/(?:sheet|side)/([0-9a-f]{32})-(\d{2,3})\.png")
_CARD = re.compile(r"/card/([0-9a-f]{32})\.json")
_FAULTS = re.compile(r"/faults/(\d{1,9})-(\d{1,9})-(\d{1,9})\.json")


class Server(BoundedServer):
    """Serves a watch. Raises OSError if the port is taken; port 0 takes any free one."""

    # On Windows this would let two servers share a port; elsewhere it only frees a port at once.
    allow_reuse_address = os.name != "nt"

    def __init__(self, watch: Watch, port: int, near: Path) -> None:
        self.watch, self.near = watch, near
        self.template = page.template()
        self.policy = page.policy(self.template)
        self._pictures: dict[tuple[str, int], bytes] = {}
        """The pictures of sheets and cards in view, by key and resolution."""
        self._drawing = threading.Lock()
        self._reporting = threading.Lock()
        self._report = (-1, "")
        """The number of the last view that was reported, and the report."""
        super().__init__((ADDRESS, port), Handler)

    def server_bind(self) -> None:
        """Bind without the base class's lookup of this machine's name on the network."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.server_address[1]

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.server_port}/"

    @property
    def names(self) -> set[str]:
        """The host names under which a browser may address this server."""
        named = {f"{host}:{self.server_port}" for host in (ADDRESS, "localhost")}
        return named | ({ADDRESS, "localhost"} if self.server_port == 80 else set())

    def page(self) -> bytes:
        """The page with the current view, so that it shows something before the first event."""
        return page.filled(self.template, self.report(self.watch.view)).encode()

    def report(self, view: View) -> str:
        """A view as JSON, which is made once for all clients."""
        with self._reporting:
            if self._report[0] != view.number:
                self._report = view.number, report.of_view(view, self.near)
            return self._report[1]

    def picture(self, key: str, dpi: int) -> bytes | None:
        """The picture of a sheet or a side of a card; None for one that is not in view.

        One picture is drawn at a time. Requests for the same one wait and share it. Raises TimeoutError after
        `PATIENCE` seconds.
        """
        if key not in self._shown() or dpi not in RESOLUTIONS:
            return None
        cached = self._pictures.get((key, dpi))
        if cached is not None:
            return cached
        if not self._drawing.acquire(timeout=PATIENCE):
            raise TimeoutError("too many pictures were requested at once")
        try:
            return self._drawn(key, dpi)
        finally:
            self._drawing.release()

    def _shown(self) -> Mapping[str, ShownPage]:
        return self.watch.view.shown.pictures

    def _drawn(self, key: str, dpi: int) -> bytes | None:
        """Draw a picture. While the request waited, the sheet may have gone or been drawn."""
        shown = self._shown()
        picture = self._pictures.get((key, dpi))
        if picture is None and key in shown:
            _, _, drawn, fonts = shown[key]
            picture = png.write(drawn, fonts, min(dpi, rendering.finest(drawn.paper)))
            current = {known: data for known, data in self._pictures.items() if known[0] in shown}
            self._pictures = _newest({**current, (key, dpi): picture})
        return picture

    def wake_streams(self) -> None:
        self.watch.wake()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect during an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def _newest(pictures: dict[tuple[str, int], bytes]) -> dict[tuple[str, int], bytes]:
    """The pictures that were drawn last, of at most `MAX_PICTURES` bytes, and the last one in any case."""
    sizes = accumulate(len(data) for data in reversed(pictures.values()))
    fitting = max(1, sum(size <= MAX_PICTURES for size in sizes))
    return dict(list(pictures.items())[-fitting:])


class Handler(BoundedHandler):
    """Answers one request."""

    server: Server
    server_version, sys_version = "pnp", ""

    def do_GET(self) -> None:  # noqa: N802 - as http.server calls it
        if not self._is_for_us():
            self._refuse(403, "open this page on this machine, at the address that pnp printed")
        elif self.path == "/":
            self._send("text/html; charset=utf-8", self.server.page())
        elif self.path == "/events":
            self._events()
        elif match := _PICTURE.fullmatch(self.path):
            self._picture(match[1], int(match[2]))
        elif match := _CARD.fullmatch(self.path):
            self._json(report.of_card(self.server.watch.view, match[1], self.server.near))
        elif match := _FAULTS.fullmatch(self.path):
            self._faults(*map(int, match.groups()))
        else:
            self._refuse(404, "there is no such page")

    def do_HEAD(self) -> None:  # noqa: N802 - as above
        self.do_GET()

    def _is_for_us(self) -> bool:
        hosts = self.headers.get_all("Host", [])
        return len(hosts) == 1 and hosts[0].strip().lower() in self.server.names

    def _picture(self, key: str, dpi: int) -> None:
        try:
            data = self.server.picture(key, dpi)
        except TimeoutError as error:
            self._refuse(503, str(error))
            return
        except ChangedError:
            self._refuse(404, "a picture was saved since then")
            return
        if data is None:
            self._refuse(404, "this sheet no longer exists")
        else:
            self._send("image/png", data)

    def _faults(self, number: int, group: int, start: int) -> None:
        view = self.server.watch.view
        self._json(report.of_group(view, group, start, self.server.near) if view.number == number else None)

    def _json(self, data: str | None) -> None:
        if data is None:
            self._refuse(404, "the kit was saved since then")
        else:
            self._send("application/json; charset=utf-8", data.encode("utf-8", "replace"))

    def _events(self) -> None:
        """Send each view as an event until the client disconnects, or its connection is needed for another."""
        if self.command != "HEAD":
            self.server.stream_begins(self.connection, self.client)
        self._head(200, "text/event-stream; charset=utf-8")
        if self.command == "HEAD":
            return
        watch, number = self.server.watch, -1
        while not watch.stopped and not self._is_dropped():
            view = watch.after(number, HEARTBEAT, self._is_dropped)
            report = f"data: {self.server.report(view)}" if view.number != number else ": still here"
            number = view.number
            self.wfile.write(f"{report}\n\n".encode())
            self.wfile.flush()

    def _is_dropped(self) -> bool:
        return not self.server.is_open(self.connection)

    def _send(self, kind: str, data: bytes, status: int = 200) -> None:
        self._head(status, kind, len(data))
        if self.command != "HEAD":
            self.wfile.write(data)

    def _head(self, status: int, kind: str, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        if status in (405, 501):
            self.send_header("Allow", "GET, HEAD")
        if status == 503:
            self.send_header("Retry-After", "1")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", self.server.policy)
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Connection", "close")
        self.end_headers()

    def _refuse(self, status: int, why: str) -> None:
        self._send("text/plain; charset=utf-8", f"{why}\n".encode(), status)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Send http.server's own errors (unknown methods, malformed requests) as plain text."""
        self.close_connection = True
        if code == 501:
            self._refuse(405, "only GET and HEAD are answered here")
        else:
            self._refuse(code, message or "this is not an HTTP request")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as http.server calls it
        """Log nothing."""
