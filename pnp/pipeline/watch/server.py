"""Serve a watched kit as a page to browsers on this machine only.

The server listens on the loopback address and answers only requests for that host name, so that no site in the same
browser can read it under a name of its own. It serves three kinds of path and never opens a file by one.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import socketserver
import sys
import threading
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, text
from pnp.pdf import png, rendering
from pnp.pipeline.watch.connections import BoundedHandler, BoundedServer
from pnp.pipeline.watch.redraw import Sheet, View, Watch

ADDRESS = "127.0.0.1"
RESOLUTIONS = (60, 110, 220)
"""Resolutions of sheets in dpi; the page requests the one that suits its size."""
HEARTBEAT = 5.0
"""Seconds without an event after which a comment is sent, to detect clients that have gone."""

PATIENCE = 8.0
"""Seconds that a request for a picture waits while others are drawn."""

_SHEET = re.compile(r"/sheet/([0-9a-f]{32})-(\d{2,3})\.png")
_SEVERITIES = ("error", "warning", "note")
_PLACEHOLDER = "{first view}"


def policy(page: str) -> str:
    """The page's Content-Security-Policy: its own style and script by hash, its own pictures and events."""

    def hashes(tag: str) -> str:
        inner = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        sums = (base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() for content in inner)
        return " ".join(f"'sha256-{total}'" for total in sums)

    return (
        f"default-src 'none'; script-src {hashes('script')}; style-src {hashes('style')}; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def as_json(view: View, near: Path) -> str:
    """A view as JSON for the page."""
    ranked = sorted(view.diagnostics, key=lambda diagnostic: _SEVERITIES.index(diagnostic.severity))
    report = {
        "title": view.title,
        "stale": view.stale,
        "checked": view.checked,
        "drawn": view.number > 0,
        "seconds": round(view.seconds, 3),
        "trouble": view.failure,
        "diagnostics": [_diagnostic(diagnostic, near) for diagnostic in ranked],
        "sheets": [_sheet(sheet) for sheet in view.sheets],
    }
    return json.dumps(report, ensure_ascii=False, separators=(",", ":"))


def _diagnostic(diagnostic: Diagnostic, near: Path) -> dict[str, str]:
    """The lines of a diagnostic in the terminal, without the summary."""
    first, *more = text.lines([diagnostic], near, result="")[:-1]
    return {"severity": diagnostic.severity, "head": first, "more": "\n".join(more)}


def _sheet(sheet: Sheet) -> dict[str, Any]:
    page = sheet.page
    return {"key": sheet.key, "file": sheet.file, "label": page.label, "w": page.paper.w, "h": page.paper.h}


class Server(BoundedServer):
    """Serves a watch. Raises OSError if the port is taken; port 0 takes any free one."""

    # On Windows this would let two servers share a port; elsewhere it only frees a port at once.
    allow_reuse_address = os.name != "nt"

    def __init__(self, watch: Watch, port: int, near: Path) -> None:
        self.watch, self.near = watch, near
        self.template = (Path(__file__).parent / "page.html").read_text("utf-8")
        self.policy = policy(self.template)
        self._pictures: dict[tuple[str, int], bytes] = {}
        """The pictures of sheets in view, by key and resolution."""
        self._drawing = threading.Lock()
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
        first = as_json(self.watch.view, self.near).replace("<", "\\u003c")
        return self.template.replace(_PLACEHOLDER, first).encode()

    def picture(self, key: str, dpi: int) -> bytes | None:
        """A sheet's picture; None for a sheet that is not in view. Raises TimeoutError after `PATIENCE` seconds.

        One picture is drawn at a time. Requests for the same one wait and share it.
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

    def _shown(self) -> dict[str, Sheet]:
        return {sheet.key: sheet for sheet in self.watch.view.sheets}

    def _drawn(self, key: str, dpi: int) -> bytes | None:
        """Draw a picture. While the request waited, the sheet may have gone or been drawn."""
        shown = self._shown()
        picture = self._pictures.get((key, dpi))
        if picture is None and key in shown:
            _, _, page, fonts = shown[key]
            picture = png.write(page, fonts, min(dpi, rendering.finest(page.paper)))
            current = {known: data for known, data in self._pictures.items() if known[0] in shown}
            self._pictures = {**current, (key, dpi): picture}
        return picture

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect during an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


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
        elif match := _SHEET.fullmatch(self.path):
            self._picture(match[1], int(match[2]))
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
        if data is None:
            self._refuse(404, "this sheet no longer exists")
        else:
            self._send("image/png", data)

    def _events(self) -> None:
        """Send each view as an event until the client disconnects."""
        self._head(200, "text/event-stream; charset=utf-8")
        if self.command == "HEAD":
            return
        watch, number = self.server.watch, -1
        while not watch.stopped:
            view = watch.after(number, HEARTBEAT)
            report = f"data: {as_json(view, self.server.near)}" if view.number != number else ": still here"
            number = view.number
            self.wfile.write(f"{report}\n\n".encode())
            self.wfile.flush()

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
