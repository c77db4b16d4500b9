"""A local server with given answers, for tests of what is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple


class Answer(NamedTuple):
    """An answer: its body, its type, its status, and where it leads."""

    body: bytes = b""
    kind: str = "text/csv; charset=utf-8"
    status: int = 200
    location: str = ""
    length: int | None = None
    """The length that is declared, if it is not that of the body."""


class Web(NamedTuple):
    """The server's address without a slash, its answers by path, and the paths that were asked for."""

    address: str
    answers: dict[str, Answer]
    asked: list[str]


@contextmanager
def served() -> Iterator[Web]:
    """A server that runs until the end of the block."""
    answers: dict[str, Answer] = {}
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            answer = answers.get(self.path, Answer(b"gone", status=404))
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.body) if answer.length is None else answer.length))
            if answer.location:
                self.send_header("Location", answer.location)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield Web(f"http://127.0.0.1:{server.server_port}", answers, asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
