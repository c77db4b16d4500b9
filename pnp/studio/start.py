"""The page that `pnp studio` opens in a folder without a kit: it takes what a new kit is to be.

The page can only wish for a kit. The command line makes it, with `pnp new`, and answers.
"""

from __future__ import annotations

import base64
import binascii
import json
import queue
import re
import secrets
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

from pnp.kit.new import check_name
from pnp.studio.connections import BoundedServer
from pnp.studio.editing import BadRequestError
from pnp.studio.server import ADDRESS, PAGE_FOLDER, Handler, Server, for_page, policy

MAX_TABLE = 20_000_000
"""The largest table that can be sent, in bytes."""
WISH_BYTES = MAX_TABLE * 4 // 3 + 10_000
"""The most bytes of a request: a table is sent in base64."""
EVERY = 0.2
"""Seconds between two looks for Ctrl-C."""
PATIENCE = 120.0
"""Seconds that a page waits until its kit is made and shown."""
TABLE, EDITION = "table", "edition"
FOLDER = Path(__file__).parent / "start_page"
SHARED = ("dom.js", "words.js")
"""The scripts that this page has from the page of a kit."""
_FILE = re.compile(r"[^/\\:\x00-\x1f]{1,200}")
_LANGUAGE = re.compile(r"[A-Za-z-]{0,11}")


class Wish(NamedTuple):
    """What a new kit is to be: its name, and what it begins with, a kind of starter, `table` or `edition`."""

    name: str
    begin: str
    base: str = ""
    language: str = ""
    file: str = ""
    table: bytes = b""


class Asked:
    """A wish that waits for an answer: the address of the kit's own page, or why no kit was made."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.url, self.refused = "", "this took too long; look into the terminal"
        self._answered = Event()

    def answer(self, url: str = "", refused: str = "") -> None:
        self.url, self.refused = url, refused
        self._answered.set()

    def wait(self) -> None:
        self._answered.wait(PATIENCE)


class StartServer(Server):
    """Serves the start page, to browsers on this machine only. Raises OSError."""

    def __init__(self, place: Path, kinds: Sequence[str], games: Sequence[str], formats: Iterable[str]) -> None:
        self.session = None
        self.root = f"/{secrets.token_urlsafe(16)}"
        self.kinds, self.games = kinds, games
        self.asked: queue.Queue[Asked] = queue.Queue()
        self.template = _template(place, kinds, games, formats)
        self.policy = policy(self.template)
        BoundedServer.__init__(self, (ADDRESS, 0), StartHandler)

    def next(self) -> Asked:
        """The next wish of the page, once there is one."""
        while True:
            try:
                return self.asked.get(timeout=EVERY)
            except queue.Empty:
                continue

    def wake_streams(self) -> None:
        """There are none here."""


def _template(place: Path, kinds: Iterable[str], games: Iterable[str], formats: Iterable[str]) -> str:
    files = {name: (FOLDER / f"start.{name}").read_text("utf-8") for name in ("html", "css", "js")}
    starters = "\n".join(
        f'<label><input type="radio" name="begin" value="{escape(kind)}"> {escape(kind)}</label>' for kind in kinds
    )
    parts = {
        "style": (PAGE_FOLDER / "style.css").read_text("utf-8") + files["css"],
        "script": "\n".join(
            ['"use strict";', *(PAGE_FOLDER.joinpath(name).read_text("utf-8") for name in SHARED), files["js"]]
        ),
        "words": for_page(),
        "place": escape(f"in {place}"),
        "starters": starters,
        "games": "".join(f"<option>{escape(game)}</option>" for game in games),
        "formats": ",".join(formats),
    }
    return re.sub(r"\{(\w+)\}", lambda match: parts.get(match[1], match[0]), files["html"])


class StartHandler(Handler):
    """Answers one request to the start page."""

    server: StartServer

    def do_GET(self) -> None:  # noqa: N802 - as http.server calls it
        path = self._path()
        if path == "/":
            self._send("text/html; charset=utf-8", self.server.template.encode())
        elif path is not None:
            self._refuse(404, "there is no such page")

    def do_POST(self) -> None:  # noqa: N802 - as above
        """Take a wish. As with edits, only this page can send one."""
        path = self._path()
        length = self.headers.get("Content-Length", "")
        if path is None:
            return
        if self.headers.get("Origin") != self.server.origin or self.headers.get("Content-Type") != "application/json":
            self._refuse(403, "only the page itself can make a kit")
        elif path != "/make":
            self._refuse(404, "there is no such page")
        elif not length.isdecimal() or len(length) > 9 or int(length) > WISH_BYTES:
            self._refuse(413, f"a table has at most {MAX_TABLE:,} bytes")
        else:
            self._take(self.rfile.read(int(length)))

    def _take(self, body: bytes) -> None:
        try:
            asked = Asked(wish_of(body, self.server.kinds, self.server.games))
        except BadRequestError as error:
            self._refuse(400, str(error))
            return
        self.server.asked.put(asked)
        asked.wait()
        if asked.url:
            self._answer({"url": asked.url})
        else:
            self._refuse(422, asked.refused)


def wish_of(body: bytes, kinds: Sequence[str], games: Sequence[str]) -> Wish:
    """What a page wishes for. Raises BadRequestError for what no page sends, and for a wish that is not complete."""
    data = _texts_in(body)
    texts = {key: data.get(key, "") for key in ("name", "begin", "base", "language", "file")}
    try:
        check_name(texts["name"])  # so that it names a folder here
    except ValueError as error:
        raise BadRequestError(str(error)) from None
    if texts["begin"] not in (*kinds, TABLE, EDITION):
        raise BadRequestError("choose what the kit begins with")
    if texts["begin"] == EDITION and texts["base"] not in games:
        raise BadRequestError("choose a game")
    if not _LANGUAGE.fullmatch(texts["language"]):
        raise BadRequestError("a language is a code such as de or pt-BR")
    return Wish(**texts, table=_table(data) if texts["begin"] == TABLE else b"")


def _texts_in(body: bytes) -> dict[str, str]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequestError("a wish is JSON") from None
    if not isinstance(data, dict) or not all(isinstance(one, str) for one in data.values()):
        raise BadRequestError("a wish is an object of texts")
    return data


def _table(data: dict[str, Any]) -> bytes:
    if not _FILE.fullmatch(data.get("file", "")) or data["file"].startswith("."):
        raise BadRequestError("choose the file of your table")
    try:
        return base64.b64decode(data.get("table", ""), validate=True)
    except (binascii.Error, ValueError):
        raise BadRequestError("a table is sent in base64") from None
