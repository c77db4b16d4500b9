"""Serve a kit as a page to browsers on this machine only.

The server listens on the loopback address and answers only requests for that host name, so that no site in the same
browser can read it under a name of its own. It serves a few kinds of path and never opens a file by one. A page that
edits has a secret in its address, which other users of this machine do not know.

The page as one HTML text, assembled from the files of the folder `assets`.

The words of the page in other languages: one file for each, by the English words, which are those of the page.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import secrets
import socketserver
import sys
import threading
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

from pnp.diagnostics import mistakes
from pnp.diagnostics.files import ChangedError
from pnp.pdf import png, rendering
from pnp.studio import editing, exports, pictures, report
from pnp.studio.connections import BoundedHandler, BoundedServer
from pnp.studio.edits import NamelessError, RefusedEditError, StaleError
from pnp.studio.redraw import View, Watch
from pnp.studio.session import Session
from pnp.studio.shown import ShownPage, card_key

LANGUAGES = ("de", "fr", "es")
"""The languages besides English."""


def known(language: str) -> dict[str, str]:
    """The words of a language by the English ones."""
    found: dict[str, str] = json.loads((PAGE_FOLDER / f"words.{language}.json").read_text("utf-8"))
    return found


def for_page() -> str:
    """The words of all languages as JSON, which cannot end the element that it is in."""
    every = {language: known(language) for language in LANGUAGES}
    return json.dumps(every, ensure_ascii=False).replace("<", "\\u003c")


PAGE_FOLDER = Path(__file__).parent / "assets"
STYLES = ("style.css", "studio.css", "proof.css", "exports.css")
SCRIPTS = (
    "dom.js", "words.js", "sheets.js", "cards.js", "faults.js", "card.js", "canvas.js", "rulers.js", "several.js",
    "align.js", "turn.js", "drag.js", "values.js", "styles.js", "source.js", "drop.js", "studio.js", "table.js",
    "proof.js", "exports.js", "mends.js", "keys.js", "start.js",
)  # fmt: skip
"""The page's scripts in their order; all share one scope."""

_STYLE, _SCRIPTS, _FIRST, _EDITS, _WORDS = "{style}", "{scripts}", "{first view}", "{edits}", "{words}"


def template() -> str:
    """The page without a view."""
    html, *styles = ((PAGE_FOLDER / name).read_text("utf-8") for name in ("page.html", *STYLES))
    scripts = ((PAGE_FOLDER / name).read_text("utf-8") for name in SCRIPTS)
    html = html.replace(_WORDS, for_page())
    return html.replace(_STYLE, "\n".join(styles)).replace(_SCRIPTS, '"use strict";\n' + "\n".join(scripts))


def filled(page: str, view: str, *, edits: bool = False) -> str:
    """The page with a view as JSON, which cannot end the element that it is in; `edits` if it can edit the kit."""
    return page.replace(_EDITS, "edits" if edits else "looks").replace(_FIRST, view.replace("<", "\\u003c"))


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
_PIECE = re.compile(r"/piece/([0-9a-f]{32})\.json")
_TABLE = re.compile(r"/table/([0-9a-f]{32})\.json")
_PROOF = re.compile(r"/proof/([0-9a-f]{32})\.json")
_BITMAP = re.compile(r"/bitmap/([0-9a-f]{64})")
_MADE = re.compile(r"/made/(\d{1,6}|all)/[^/]{1,600}")
"""A file of an export by its number; what follows is the name that the browser saves it by."""
_EDIT = re.compile(r"/(\w{1,20})/([0-9a-f]{32})")

_KINDS = {b"\x89PN": "image/png", b"\xff\xd8\xff": "image/jpeg", b"%PD": "application/pdf"}
"""The types of files by how they begin; a browser saves others."""
_LOOKS = "only GET and HEAD are answered here"
MAX_BODY = 200_000
"""The most bytes of an edit; those of a page have less than 5,000."""
LARGER_BODIES = dict.fromkeys(("picture", "cellpicture"), MAX_BODY + pictures.MAX_BYTES * 4 // 3)
"""The same for edits with a picture, which is sent as base64."""


class Server(BoundedServer):
    """Serves a watch, and edits of its kit if there is a session. Raises OSError if the port is taken; port 0 takes any
    free one."""

    # On Windows this would let two servers share a port; elsewhere it only frees a port at once.
    allow_reuse_address = os.name != "nt"

    def __init__(self, watch: Watch, port: int, near: Path, session: Session | None = None) -> None:
        self.watch, self.near, self.session = watch, near, session
        if session:
            session.watch = watch
        self.root = f"/{secrets.token_urlsafe(16)}" if session else ""
        """What the paths of all requests begin with."""
        self.template = template()
        self.policy = policy(self.template)
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
        return f"{self.origin}{self.root}/"

    @property
    def origin(self) -> str:
        return f"http://{ADDRESS}:{self.server_port}"

    @property
    def names(self) -> set[str]:
        """The host names under which a browser may address this server."""
        named = {f"{host}:{self.server_port}" for host in (ADDRESS, "localhost")}
        return named | ({ADDRESS, "localhost"} if self.server_port == 80 else set())

    def page(self) -> bytes:
        """The page with the current view, so that it shows something before the first event."""
        return filled(self.template, self.report(self.watch.view), edits=self.session is not None).encode()

    def piece(self, key: str) -> str | None:
        """The id of a piece by its key; None if there is none."""
        return next((piece.id for piece in self.watch.view.shown.pieces if card_key(piece) == key), None)

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
        path = self._path()
        if path is None:
            return
        if path == "/":
            self._send("text/html; charset=utf-8", self.server.page())
        elif path == "/events":
            self._events()
        elif match := _PICTURE.fullmatch(path):
            self._picture(match[1], int(match[2]))
        elif match := _CARD.fullmatch(path):
            self._json(report.of_card(self.server.watch.view, match[1], self.server.near))
        elif match := _FAULTS.fullmatch(path):
            self._faults(*map(int, match.groups()))
        elif not self._is_of_session(path):
            self._refuse(404, "there is no such page")

    def _path(self) -> str | None:
        """The path of a request for us, below the root; None for others, which are refused."""
        if not self._is_for_us():
            self._refuse(403, "open this page on this machine, at the address that pnp printed")
        elif not secrets.compare_digest(self.path[: len(self.server.root)].encode(), self.server.root.encode()):
            self._refuse(403, "open this page at the address that pnp printed")
        else:
            return self.path[len(self.server.root) :]
        return None

    def _is_of_session(self, path: str) -> bool:
        """Whether a path is that of a piece or a bitmap of the session; it is answered."""
        session = self.server.session
        if session is None:
            return False
        if path == "/exports.json":
            self._answer(exports.described(session.exports.paper, session.exports.papers))
            return True
        if path == "/exporting.json":
            self._answer(session.exports.state(self.server.near))
            return True
        for pattern, found in ((_PIECE, session.piece), (_TABLE, session.table), (_PROOF, self._proof)):
            if match := pattern.fullmatch(path):
                id_ = self.server.piece(match[1])
                self._answer(found(id_) if id_ else None)
                return True
        for pattern, bytes_of in ((_BITMAP, session.bitmap), (_MADE, session.exports.file)):
            if match := pattern.fullmatch(path):
                self._bytes(bytes_of, match[1])
                return True
        return False

    def _proof(self, id_: str) -> dict[str, Any] | None:
        return editing.proof_of_piece(self.server.watch.checked_context(), id_) or {}

    def _bytes(self, bytes_of: Callable[[str], bytes | None], name: str) -> None:
        """Send a bitmap or a file of an export."""
        try:
            data = bytes_of(name)
        except ChangedError:
            data = None
        starts = (data or b"")[:4]
        kind = _KINDS.get(starts[:3], "application/octet-stream")
        if data is None:
            self._refuse(404, "this is no longer here")
        else:
            self._send(kind, data)

    def do_POST(self) -> None:  # noqa: N802 - as http.server calls it
        """Make an edit. Only this page can send one: its origin is named by the browser, and its type needs a leave
        that no other site has."""
        session = self.server.session
        if session is None:
            self._refuse(405, _LOOKS)
            return
        path = self._path()
        if path is None:
            return
        match = _EDIT.fullmatch(path)
        length = self.headers.get("Content-Length", "")
        if self.headers.get("Origin") != self.server.origin or self.headers.get("Content-Type") != "application/json":
            self._refuse(403, "only the page itself can edit")
        elif not match or match[1] not in editing.EDITS:
            self._refuse(404, "there is no such edit")
        elif not length.isdecimal() or len(length) > 8 or int(length) > LARGER_BODIES.get(match[1], MAX_BODY):
            self._refuse(413, f"an edit has at most {MAX_BODY:,} bytes, and a picture {pictures.MAX_BYTES:,}")
        else:
            self._edit(session, match[1], self.server.piece(match[2]), self.rfile.read(int(length)))

    def _edit(self, session: Session, name: str, piece: str | None, body: bytes) -> None:
        try:
            answer = editing.answer(session, name, piece, body)
        except editing.BadRequestError as error:
            self._refuse(400, str(error))
        except StaleError as error:
            self._refuse(409, str(error))
        except NamelessError as error:
            self._refuse(424, str(error))
        except RefusedEditError as error:
            self._refuse(422, str(error))
        except Exception as error:  # noqa: BLE001 - an internal error must not end the page
            self._refuse(500, mistakes.failure(error))
        else:
            self._answer(answer)

    def _answer(self, data: Mapping[str, Any] | None) -> None:
        self._json(None if data is None else json.dumps(data, ensure_ascii=False, separators=(",", ":")))

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
        if status == 405:
            self.send_header("Allow", "GET, HEAD" if self.server.session is None else "GET, HEAD, POST")
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
            self._refuse(405, _LOOKS)
        else:
            self._refuse(code, message or "this is not an HTTP request")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as http.server calls it
        """Log nothing."""
