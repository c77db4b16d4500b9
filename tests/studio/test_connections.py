"""Requests have limits of headers; clients that want too much are tried in `hostile/test_watching`."""

from __future__ import annotations

import io
from http.client import LineTooLong

import pytest

from pnp.studio.connections import MAX_HEADERS, _Limited


def test_headers_have_a_limit_and_the_first_line_and_the_body_have_none():
    stream = _Limited(io.BytesIO(b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 3 + b"\r\n" + b"x" * (MAX_HEADERS + 9)))
    assert stream.readline(100) == b"GET / HTTP/1.1\r\n"
    assert [stream.readline(100) for _ in range(4)] == [b"A: b\r\n"] * 3 + [b"\r\n"]
    assert len(stream.read(MAX_HEADERS + 9)) == MAX_HEADERS + 9


def test_headers_that_are_too_long_are_refused():
    stream = _Limited(io.BytesIO(b"x\r\n" + b"a" * MAX_HEADERS + b"\r\n"))
    stream.readline(10)
    with pytest.raises(LineTooLong):
        stream.readline(2 * MAX_HEADERS)
