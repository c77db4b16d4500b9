"""Requests have limits of headers, and edits none but that of their length; `hostile/test_watching` tries the rest."""

from __future__ import annotations

from pnp.studio.connections import MAX_HEADERS


def test_headers_have_a_limit(still):
    host = f"Host: 127.0.0.1:{still.server.server_port}\r\n"
    few = "A: b\r\n" * 50
    many = f"A: {'b' * 1000}\r\n" * (MAX_HEADERS // 1000 + 1)
    assert still.raw(f"GET / HTTP/1.0\r\n{host}{few}\r\n").startswith("HTTP/1.0 200")
    assert still.raw(f"GET / HTTP/1.0\r\n{host}{many}\r\n").startswith("HTTP/1.0 431")
