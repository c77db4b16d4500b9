"""Local servers with given answers, for tests of what is fetched. They close all connections at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseRequestHandler, TCPServer, ThreadingTCPServer
from threading import Event, Thread
from typing import NamedTuple

LAST_RESORT = 30.0
"""Seconds after which a server closes a connection by itself, so that a test fails and does not hang."""


class Answer(NamedTuple):
    """An answer: its body, its type, its status, and where it leads."""

    body: bytes = b""
    kind: str = "text/csv; charset=utf-8"
    status: int = 200
    location: str = ""
    length: int | None = None
    """The length that is declared, if it is not that of the body."""
    pause: float = 0.0
    """Seconds before the answer."""


class Drip(NamedTuple):
    """Bytes that answer a request, and bytes that follow them again and again after a pause, in seconds."""

    first: bytes = b""
    again: bytes = b""
    pause: float = 0.02


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
    is_over = Event()

    class Handler(BaseHTTPRequestHandler):
        timeout = LAST_RESORT

        def do_GET(self) -> None:
            asked.append(self.path)
            answer = answers.get(self.path, Answer(b"gone", status=404))
            is_over.wait(answer.pause)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.body) if answer.length is None else answer.length))
            if answer.location:
                self.send_header("Location", answer.location)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_args: object) -> None:
            pass

    with _running(_Server(("127.0.0.1", 0), Handler)) as port:
        try:
            yield Web(f"http://127.0.0.1:{port}", answers, asked)
        finally:
            is_over.set()


@contextmanager
def dripping(drip: Drip) -> Iterator[str]:
    """The host and port of a server that answers every request with a drip, until the end of the block."""
    is_over = Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(LAST_RESORT)
            end = time.monotonic() + LAST_RESORT
            try:
                self.request.recv(65536)
                self.request.sendall(drip.first)
                while drip.again and time.monotonic() < end and not is_over.wait(drip.pause):
                    self.request.sendall(drip.again)
            except OSError:
                pass  # the client has gone

    with _running(ThreadingTCPServer(("127.0.0.1", 0), Handler)) as port:
        try:
            yield f"127.0.0.1:{port}"
        finally:
            is_over.set()


class _Server(ThreadingHTTPServer):
    """A server that waits for the threads of its connections when it is closed."""

    daemon_threads = False


@contextmanager
def _running(server: TCPServer) -> Iterator[int]:
    """The port of a server that runs until the end of the block."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
