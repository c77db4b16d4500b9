"""The child process runs functions by name."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.confined import child
from tests.support import tasks


def test_a_task_is_found_by_its_name():
    assert child.task(f"{tasks.__name__}:answer") is tasks.answer


@pytest.mark.parametrize(
    "name",
    [
        "pnp.kit.fill:task", "pnp.text.fonts:task", "pnp.sources.tables:task", "pnp.graphics.bitmap:task",
        "pnp.graphics.picture_files:task", "pnp.graphics.bitmap:convert", "pnp.pdf.underlay_reader:task",
        "pnp.pdf.preflight.reader:task",
    ],
)  # fmt: skip
def test_every_task_of_the_program_exists(name):
    assert callable(child.task(name))


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(plain, st.lists(st.binary()))
def test_a_message_is_read_as_it_was_written(data, blobs):
    stream = io.BytesIO()
    child.send(stream, "task", data, blobs)
    child.send(stream, "next", None)
    stream.seek(0)
    assert child.receive(stream, 10**9) == ("task", data, tuple(blobs))
    assert child.receive(stream, 10**9) == ("next", None, ())
    assert child.receive(stream, 10**9) is None


def test_a_message_that_is_cut_off_is_the_end():
    stream = io.BytesIO()
    child.send(stream, "task", {"a": 1}, [b"abc"])
    whole = stream.getvalue()
    assert [child.receive(io.BytesIO(whole[:length]), 10**9) for length in range(len(whole))] == [None] * len(whole)


@pytest.mark.parametrize("blobs", [[], [b"x" * 900]])
def test_a_message_longer_than_its_limit_is_not_read(blobs):
    stream = io.BytesIO()
    child.send(stream, "task", "x" * (50 if blobs else 950), blobs)
    stream.seek(0)
    with pytest.raises(child.TooMuchError):
        child.receive(stream, 900)
