"""What checks have worked out is kept as long as the kit that it is about, and no longer."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from pnp.checks.support.memo import memo
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from tests.conftest import SMALL, fresh, options_for


def test_it_is_made_once_for_each_context_and_key(context):
    made = []
    for owner in (first := fresh(context), first, fresh(context)):
        memo(owner, "key", lambda: made.append("again") or len(made))
    assert len(made) == 2
    assert memo(first, "key", lambda: 0) == 1
    assert memo(first, "other", lambda: 0) == 0


def test_a_kit_that_was_checked_is_freed_with_all_that_checks_found():
    """`pnp watch` checks a kit at every change; each stayed in memory, 12 MB for rhino."""
    planned = job.plan(options_for(SMALL), Diagnostics())
    assert planned is not None
    pieces = job.draw(planned)
    assert job.run_checks(planned, pieces)
    context = planned.context
    memo(context, "holds its owner", lambda owner=context: owner)
    kept = ref(context)
    del planned, pieces, context
    gc.collect()
    assert kept() is None


@pytest.fixture
def no_collections():
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collections")
def test_what_checks_found_is_freed_at_once_and_waits_for_no_garbage_collection():
    """Python collects garbage after a million objects: those of a dozen checks."""
    planned = job.plan(options_for(SMALL), Diagnostics())
    assert planned is not None
    pieces = job.draw(planned)
    assert job.run_checks(planned, pieces)
    kept = ref(planned.context)
    del planned, pieces
    assert kept() is None
