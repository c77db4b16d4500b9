"""The standard library's HTTP server with a limit on connections, and on the time and size of a request."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from http.client import LineTooLong
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MOST = 256
"""Connections at a time, each with a thread. A browser opens six, and one for events."""
REQUEST_TIMEOUT = 5.0
"""Seconds in which a client must have sent its whole request."""
MAX_HEADERS = 32_000
"""In bytes; browsers send about 1,000."""
BUSY = (
    b"HTTP/1.0 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 20\r\nConnection: close\r\n\r\ntoo many connections"
)


class BoundedServer(ThreadingHTTPServer):
    """An HTTP server with at most `MOST` connections. A new one replaces the oldest that has not sent its request."""

    daemon_threads = True
    request_queue_size = 256
    """Connections that the system queues; a page loads all its pictures at once."""

    def __init__(self, *arguments: Any) -> None:
        self._lock = threading.Lock()
        self._open: dict[socket.socket, float] = {}
        """When each connection began; infinity once its request was read."""
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            silent = min(self._open, key=self._open.__getitem__, default=None)
            is_full = len(self._open) >= MOST
            if is_full and silent is not None and self._open[silent] != float("inf"):
                self._drop(silent)
                is_full = False
            if not is_full:
                self._open[request] = time.monotonic()
        if is_full:
            self._refuse(request)
        else:
            super().process_request(request, client_address)

    def request_read(self, request: socket.socket) -> None:
        """Keep a connection whose request was read until it is answered."""
        with self._lock:
            if request in self._open:
                self._open[request] = float("inf")

    def service_actions(self) -> None:
        """End connections that take too long to send a request; called regularly by `serve_forever`."""
        late = time.monotonic() - REQUEST_TIMEOUT
        with self._lock:
            for request in [one for one, begun in self._open.items() if begun < late]:
                self._drop(request)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def _drop(self, request: socket.socket) -> None:
        """End a connection; the thread that reads from it then ends."""
        del self._open[request]
        with suppress(OSError):  # the client has gone already
            request.shutdown(socket.SHUT_RDWR)

    def _refuse(self, request: socket.socket) -> None:
        with suppress(OSError):  # the client does not listen
            request.settimeout(0.1)
            request.sendall(BUSY)
        self.shutdown_request(request)


class BoundedHandler(BaseHTTPRequestHandler):
    """A request handler that reads at most `MAX_HEADERS` bytes of headers."""

    server: BoundedServer
    timeout = 30

    def setup(self) -> None:
        super().setup()
        self.rfile: Any = _Limited(self.rfile)

    def parse_request(self) -> bool:
        is_read = super().parse_request()
        self.server.request_read(self.connection)
        return is_read


class _Limited:
    """A stream that raises LineTooLong when the lines after the first exceed `MAX_HEADERS` bytes."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._left: int | None = None

    def readline(self, limit: int) -> bytes:
        line: bytes = self._stream.readline(limit)
        self._left = MAX_HEADERS if self._left is None else self._left - len(line)
        if self._left < 0:
            raise LineTooLong("header")
        return line

    def close(self) -> None:
        self._stream.close()

    @property
    def closed(self) -> bool:
        return bool(self._stream.closed)
