"""The input of the checks."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import pytest

from pnp.checks.support.context import memo, sources
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from pnp.pipeline.context import open_for_checks
from pnp.rules import loading
from tests.conftest import RHINO, SMALL, edit, fresh, options_for


def test_a_check_makes_the_engine_once(six, monkeypatch):
    calls: list[Any] = []
    opened = loading.open_game

    def open_game(*arguments: Any) -> Any:
        calls.append(arguments)
        return opened(*arguments)

    monkeypatch.setattr(loading, "open_game", open_game)
    diagnostics = Diagnostics()
    job.check(six, diagnostics)
    assert (len(calls), list(diagnostics)) == (1, [])


def test_an_error_in_traits_is_reported_once_and_its_card_is_not_drawn_from_them(kit):
    line = edit(kit, "cards.yaml", "counters: [dodge, spin]", "counters: [dodge, spinn]")
    diagnostics = Diagnostics()
    found = [*job.check(kit, diagnostics), *diagnostics]
    assert {one.code for one in found} == {"unknown-id", "not-canonical"}  # and no sentence of the card is wrong
    assert [one.span.line for one in found if one.code == "unknown-id"] == [line]


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


def test_templates_faces_and_cards_are_read_and_some_may_be_left_out():
    context = open_for_checks(RHINO, Diagnostics())
    texts = sources(context)
    assert "card-title" in texts  # faces.yaml
    assert "Up-and-comer" in texts  # cards.yaml
    assert "score card" in texts  # a page
    assert "Up-and-comer" not in sources(context, "cards.yaml")
