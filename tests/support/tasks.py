"""Tasks for the confined child process that end well, badly, or not at all."""

from __future__ import annotations

import ctypes
import os
import time
from pathlib import Path


def answer(data, blobs, note):
    note({"first": data})
    note({"second": len(blobs)})
    return data, [blob[::-1] for blob in blobs]


def process(data, blobs, note):
    return os.getpid(), ()


def endless(data, blobs, note):
    while True:
        pass


def endless_in_c(data, blobs, note):
    return 9 ** (9**9), ()


def waiting(data, blobs, note):
    time.sleep(1000)
    return None, ()


def large(data, blobs, note):
    return [0] * 10**10, ()


def crash(data, blobs, note):
    ctypes.string_at(0)
    return None, ()


def leave(data, blobs, note):
    os._exit(9)


def long(data, blobs, note):
    return None, [b"x" * data]


def mistake(data, blobs, note):
    raise KeyError("a mistake")


def talkative(data, blobs, note):
    print("text of a library")  # noqa: T201 - libraries do
    os.write(1, b"more of it")
    return "heard", ()


def writing(data, blobs, note):
    """Try to fill the disk."""
    try:
        Path(data).write_bytes(b"x" * 5_000_000)
    except OSError as error:
        return error.errno, ()
    return 0, ()
