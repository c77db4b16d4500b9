"""Fetch a kit's tables from their addresses, and keep each as a CSV file beside the kit.

Only the tables of the kit itself are fetched, and only on demand. A file that is kept is replaced only by a table
that can be read.
"""

from __future__ import annotations

import io
import queue
import stat
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any, NamedTuple

from pnp import writing
from pnp.diagnostics import Diagnostics, terminal
from pnp.kit import address, tables
from pnp.kit.overlay import tables_of
from pnp.sources import Node
from pnp.sources.yaml import MAX_CARDS_BYTES

TIMEOUT, PATIENCE = 20.0, 60.0
"""The longest wait for the next bytes, and for the whole download with its redirects, in seconds."""
MAX_OVERHEAD = 2_000_000
"""What servers may send for one download besides the table, in bytes: headers, chunk sizes, redirects."""
LONGEST, LONGEST_REASON = 600, 200
"""The longest message, and the longest part of it that a server writes, in characters."""
CHUNK = 64 * 1024
TICK = 0.1
"""Seconds between two looks for Ctrl-C, which does not interrupt a wait on Windows."""
_HTML = (b"<!doctype html", b"<html", b"<head", b"<script")
_PUBLISH = "give the address of its CSV export, which opens without a login; docs/tables.md shows how"


class FetchError(Exception):
    """A table cannot be fetched; `hint` says what to do. The message is one line, with control characters escaped."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(_one_line(message, LONGEST))
        self.hint = hint


def _one_line(text: object, longest: int) -> str:
    """A text of a server on one line for terminals, cut to a length."""
    line = terminal.line(" ".join(str(text).split()))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


class Fetched(NamedTuple):
    """A table that was fetched: its address, the file, and whether that has changed."""

    address: str
    file: Path
    is_new: bool


def fetch(folder: Path, diagnostics: Diagnostics) -> list[Fetched]:
    """Fetch the tables with addresses of a kit, without those of its base. What cannot be fetched is an error."""
    found = []
    for deck, node in _addresses(folder):
        wrong = address.problem(str(node.value))
        try:
            if wrong:
                raise FetchError(wrong)
            file = folder / address.kept_as(deck)
            _check_place(file)
            data = download(str(node.value))
            _check(folder, file, data)
            found.append(Fetched(str(node.value), file, writing.write_file(file, data)))
        except FetchError as error:
            diagnostics.error(node.span, "unreadable-file", str(error), error.hint)
        except OSError as error:
            diagnostics.error(node.span, "unreadable-file", f"cannot keep the table: {error.strerror or error}")
    return found


def _addresses(folder: Path) -> Iterator[tuple[str | None, Node]]:
    """The decks and the addresses of a kit's own tables."""
    for table in _tables(folder):
        if address.is_address(str(table.file.value)):
            yield (str(table.deck.value) if table.deck else None), table.file


def _tables(folder: Path) -> list[tables.NamedTable]:
    """The tables that a kit names itself; none if it names them wrongly, which opening it reports."""
    named = tables_of(folder)
    is_valid = named is not None and tables.is_valid(named, Diagnostics())
    return list(tables.tables_in(named)) if named and is_valid else []


# Download ----------------------------------------------------------------------------------------------------


class _Allowance:
    """The time and the bytes that a download has left, and what it reads from."""

    def __init__(self) -> None:
        self.streams: list[io.RawIOBase] = []
        self._end = time.monotonic() + PATIENCE
        self._bytes = MAX_CARDS_BYTES + MAX_OVERHEAD

    def seconds(self) -> float:
        """The longest wait for the next bytes. Raises FetchError after the deadline."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise FetchError(f"the table took longer than {PATIENCE:g} seconds", "try again later")
        return min(left, TIMEOUT)

    def spend(self, received: int) -> None:
        """Count received bytes. Raises FetchError if there are too many."""
        self._bytes -= received
        if self._bytes < 0:
            raise FetchError("the server sends too much besides the table", "try again later")


class _Received(io.RawIOBase):
    """What a socket receives, within an allowance. http.client only calls `makefile` of it."""

    def __init__(self, sock: Any, allowance: _Allowance) -> None:
        self._socket, self._allowance = sock, allowance
        self._stream = sock.makefile("rb", buffering=0)
        allowance.streams.append(self)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(self._allowance.seconds())
        received: int = self._stream.readinto(buffer)
        self._allowance.spend(received)
        return received

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Connections(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Opens connections that keep to an allowance."""

    def __init__(self, allowance: _Allowance) -> None:
        super().__init__()
        self._allowance = allowance

    def http_open(self, req: Any) -> Any:
        return self.do_open(self._opens(HTTPConnection), req)

    def https_open(self, req: Any) -> Any:
        return self.do_open(self._opens(HTTPSConnection), req)

    def _opens(self, kind: type[HTTPConnection]) -> Any:
        def response(sock: Any, *arguments: Any, **settings: Any) -> HTTPResponse:
            return HTTPResponse(_Received(sock, self._allowance), *arguments, **settings)  # type: ignore[arg-type]

        def connection(host: str, **_settings: Any) -> HTTPConnection:
            made: Any = kind(host, timeout=self._allowance.seconds())
            made.response_class = response
            return made  # type: ignore[no-any-return]

        return connection


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to addresses that may be fetched themselves."""

    max_redirections = 5

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        wrong = address.problem(newurl)
        if wrong:
            raise FetchError(f"the server leads to another address: {wrong}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(url: str) -> bytes:
    """The bytes of the CSV file at an address. Raises FetchError, after `PATIENCE` seconds in any case.

    A thread downloads, because no timeout applies to the lookup of a host name.
    """
    allowance = _Allowance()
    results: queue.SimpleQueue[bytes | BaseException] = queue.SimpleQueue()

    def work() -> None:
        try:
            results.put(_table(url, allowance))
        except BaseException as error:  # noqa: BLE001 - raised again below
            results.put(error)

    threading.Thread(target=work, name="pnp fetch", daemon=True).start()
    while True:
        try:
            result = results.get(timeout=min(TICK, allowance.seconds()))
        except queue.Empty:
            continue
        if isinstance(result, BaseException):
            raise result
        return result


def _table(url: str, allowance: _Allowance) -> bytes:
    """Download a table. Raises FetchError."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(), _Connections(allowance), _Redirects(),
        urllib.request.HTTPDefaultErrorHandler(), urllib.request.HTTPErrorProcessor(),
    ):  # fmt: skip
        opener.add_handler(handler)
    request = urllib.request.Request(url, headers={"User-Agent": "pnp", "Accept": "text/csv, text/plain, */*;q=0.1"})  # noqa: S310 - the scheme is checked
    try:
        with opener.open(request) as answer:
            data = _body(answer)
            kind = answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        error.close()
        reason = _one_line(error.reason, LONGEST_REASON)
        raise FetchError(f"the server answers {error.code} {reason}: {url}", _PUBLISH) from None
    except (OSError, HTTPException, ValueError) as error:
        allowance.seconds()  # at the deadline, a wait that timed out has the message of the deadline
        reason = _one_line(getattr(error, "reason", None) or error, LONGEST_REASON)
        raise FetchError(f"cannot fetch {url}: {reason}", "without --fetch, the table that is kept is used") from None
    finally:
        for stream in allowance.streams:  # urllib closes the socket only, which these keep open
            stream.close()
    if kind == "text/html" or data.lstrip(b"\xef\xbb\xbf \t\r\n")[:20].lower().startswith(_HTML):
        raise FetchError(f"{url} is a web page and not a CSV file", _PUBLISH)
    return data


def _body(answer: Any) -> bytes:
    """The body of an answer, up to the limit."""
    parts, size = [], 0
    while part := answer.read1(CHUNK):
        parts.append(part)
        size += len(part)
        if size > MAX_CARDS_BYTES:
            raise FetchError(f"the table is larger than {MAX_CARDS_BYTES // 1_000_000} MB", "split it by deck")
    if answer.length:  # what is left of the declared length
        raise FetchError("the answer of the server ends early", "try again")
    return b"".join(parts)


# Keeping -----------------------------------------------------------------------------------------------------


def _check_place(file: Path) -> None:
    """Raise FetchError if the place of a kept table is taken by a link or by anything else that is not a file."""
    try:
        mode = file.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        kind = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "a pipe or device"
        raise FetchError(f"{file.name} is {kind}; remove it, the table would be kept there")


def _check(folder: Path, file: Path, data: bytes) -> None:
    """Raise FetchError for a table that cannot be read, or if its file is that of another table."""
    if file.name in [str(table.file.value) for table in _tables(folder)]:
        raise FetchError(f"the table would be kept as {file.name}, which is another table", "rename that file")
    own = Diagnostics()
    if tables.FORMS[".csv"].read(data, str(file), None, own) is None:
        first = next(iter(own))
        where = f"line {first.span.line}: " if first.span.line > 1 else ""
        kept = f"; {file.name} is kept as it was" if file.exists() else ""
        raise FetchError(f"the table at this address cannot be read: {where}{first.message}{kept}", *first.hints[:1])
