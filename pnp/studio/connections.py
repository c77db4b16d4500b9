"""The standard library's HTTP server with a limit on connections, and on the time and size of a request."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
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


@dataclass
class _Connection:
    """An open connection: when it began, whether its request was read, and the client if it is an event stream."""

    begun: float
    is_read: bool = False
    client: str = ""


class BoundedServer(ThreadingHTTPServer):
    """An HTTP server with at most `MOST` connections.

    Beyond them, a new connection replaces one that has not sent its request, or an event stream. It is refused only
    while all others are answered.
    """

    daemon_threads = True
    request_queue_size = 256
    """Connections that the system queues; a page loads all its pictures at once."""

    def __init__(self, *arguments: Any) -> None:
        self._lock = threading.Lock()
        self._open: dict[socket.socket, _Connection] = {}
        """The oldest is first."""
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            replaced = self._replaceable() if len(self._open) >= MOST else None
            if replaced is not None:
                self._drop(replaced)
            has_room = len(self._open) < MOST
            if has_room:
                self._open[request] = _Connection(time.monotonic())
        if replaced is not None:
            self.wake_streams()
        if has_room:
            super().process_request(request, client_address)
        else:
            self._refuse(request)

    def _replaceable(self) -> socket.socket | None:
        """The connection to replace by a new one.

        If more connections are silent than are event streams, it is the oldest silent one. Otherwise it is the oldest
        stream of the client with the most. So a browser that connects while a program holds all streams is not
        dropped before it has sent its request, and keeps its own stream.
        """
        silent = [request for request, connection in self._open.items() if not connection.is_read]
        streams = {request: connection.client for request, connection in self._open.items() if connection.client}
        if len(silent) > len(streams):
            return silent[0]
        if not streams:
            return None
        ((greediest, _),) = Counter(streams.values()).most_common(1)
        return next(request for request, client in streams.items() if client == greediest)

    def wake_streams(self) -> None:
        """Called after a connection was replaced, to let the thread of an event stream end at once."""

    def request_read(self, request: socket.socket) -> None:
        """Keep a connection whose request was read until it is answered."""
        with self._lock:
            if request in self._open:
                self._open[request].is_read = True

    def stream_begins(self, request: socket.socket, client: str) -> None:
        """Mark a connection as an event stream of a client, which may be closed for a new connection."""
        with self._lock:
            if request in self._open:
                self._open[request].client = client

    def is_open(self, request: socket.socket) -> bool:
        """Whether a connection is neither dropped nor done."""
        with self._lock:
            return request in self._open

    def service_actions(self) -> None:
        """End connections that take too long to send a request; called regularly by `serve_forever`."""
        late = time.monotonic() - REQUEST_TIMEOUT
        with self._lock:
            for request, connection in list(self._open.items()):
                if not connection.is_read and connection.begun < late:
                    self._drop(request)

    def server_close(self) -> None:
        """End the server. Threads that wait for a request end at once: browsers connect before they need to."""
        with self._lock:
            for request in [request for request, connection in self._open.items() if not connection.is_read]:
                self._drop(request)
        super().server_close()

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

    @property
    def client(self) -> str:
        """The program that sent the request, by its own name: all programs on this machine have one address."""
        return f"{self.client_address[0]} {self.headers.get('User-Agent', '')}"

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

    def read(self, size: int) -> bytes:
        data: bytes = self._stream.read(size)
        return data

    def close(self) -> None:
        self._stream.close()

    @property
    def closed(self) -> bool:
        return bool(self._stream.closed)
