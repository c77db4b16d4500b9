"""The child process runs functions by name."""

from __future__ import annotations

import pytest

from pnp.confined import child
from tests.support import tasks


def test_a_task_is_found_by_its_name():
    assert child.task(f"{tasks.__name__}:answer") is tasks.answer


@pytest.mark.parametrize(
    "name",
    [
        "pnp.kit.fill:task", "pnp.text.fonts:task", "pnp.sources.tables:task", "pnp.graphics.bitmap:task",
        "pnp.graphics.raster:task", "pnp.graphics.bitmap:convert", "pnp.pdf.underlay_reader:task",
        "pnp.pdf.preflight.reader:task",
    ],
)  # fmt: skip
def test_every_task_of_the_program_exists(name):
    assert callable(child.task(name))
