"""Messages are read as they were written, and never longer than allowed."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.confined import frames

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(plain, st.lists(st.binary()))
def test_a_message_is_read_as_it_was_written(data, blobs):
    stream = io.BytesIO()
    frames.send(stream, "task", data, blobs)
    frames.send(stream, "next", None)
    stream.seek(0)
    assert frames.receive(stream, 10**9) == ("task", data, tuple(blobs))
    assert frames.receive(stream, 10**9) == ("next", None, ())
    assert frames.receive(stream, 10**9) is None


def test_a_message_that_is_cut_off_is_the_end():
    stream = io.BytesIO()
    frames.send(stream, "task", {"a": 1}, [b"abc"])
    whole = stream.getvalue()
    assert [frames.receive(io.BytesIO(whole[:length]), 10**9) for length in range(len(whole))] == [None] * len(whole)


@pytest.mark.parametrize("blobs", [[], [b"x" * 900]])
def test_a_message_longer_than_its_limit_is_not_read(blobs):
    stream = io.BytesIO()
    frames.send(stream, "task", "x" * (50 if blobs else 950), blobs)
    stream.seek(0)
    with pytest.raises(frames.TooMuchError):
        frames.receive(stream, 900)
