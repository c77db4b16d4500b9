"""Fetch a kit's tables from their addresses, and keep each as a CSV file beside the kit.

Only the tables of the kit itself are fetched, and only on demand. A file that is kept is replaced only by a table
that can be read.
"""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from pnp import writing
from pnp.diagnostics import Diagnostics
from pnp.kit import address, tables
from pnp.kit.overlay import tables_of
from pnp.kit.yaml import Node

TIMEOUT, PATIENCE = 20.0, 60.0
"""The longest wait for an answer and for the whole of it, in seconds."""
CHUNK = 64 * 1024
_HTML = (b"<!doctype html", b"<html", b"<head", b"<script")
_PUBLISH = "give the address of its CSV export, which opens without a login; docs/tables.md shows how"


class FetchError(Exception):
    """A table cannot be fetched; `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


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
            data = download(str(node.value))
            file = folder / address.kept_as(deck)
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


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to addresses that may be fetched themselves."""

    max_redirections = 5

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        wrong = address.problem(newurl)
        if wrong:
            raise FetchError(f"the server leads to another address: {wrong}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(url: str) -> bytes:
    """The bytes of the CSV file at an address. Raises FetchError."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(), urllib.request.HTTPHandler(), urllib.request.HTTPSHandler(), _Redirects(),
        urllib.request.HTTPDefaultErrorHandler(), urllib.request.HTTPErrorProcessor(),
    ):  # fmt: skip
        opener.add_handler(handler)
    request = urllib.request.Request(url, headers={"User-Agent": "pnp", "Accept": "text/csv, text/plain, */*;q=0.1"})  # noqa: S310 - the scheme is checked
    try:
        with opener.open(request, timeout=TIMEOUT) as answer:
            data = _body(answer)
            kind = answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        raise FetchError(f"the server answers {error.code} {error.reason}: {url}", _PUBLISH) from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise FetchError(f"cannot fetch {url}: {reason}", "without --fetch, the table that is kept is used") from None
    if kind == "text/html" or data.lstrip(b"\xef\xbb\xbf \t\r\n")[:20].lower().startswith(_HTML):
        raise FetchError(f"{url} is a web page and not a CSV file", _PUBLISH)
    return data


def _body(answer: Any) -> bytes:
    """The body of an answer, up to the limits."""
    end, parts, size = time.monotonic() + PATIENCE, [], 0
    while part := answer.read1(CHUNK):
        parts.append(part)
        size += len(part)
        if size > tables.MAX_BYTES:
            raise FetchError(f"the table is larger than {tables.MAX_BYTES // 1_000_000} MB", "split it by deck")
        if time.monotonic() > end:
            raise FetchError(f"the table took longer than {PATIENCE:g} seconds", "try again later")
    if answer.length:  # what is left of the declared length
        raise FetchError("the answer of the server ends early", "try again")
    return b"".join(parts)


# Keeping -----------------------------------------------------------------------------------------------------


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
