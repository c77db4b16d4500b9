"""The input of the checks."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from pnp.rules import loading
from tests.conftest import edit


@pytest.mark.slow
def test_a_check_makes_the_engine_once(kit, monkeypatch):
    calls: list[Any] = []
    opened = loading.open_game

    def open_game(*arguments: Any) -> Any:
        calls.append(arguments)
        return opened(*arguments)

    monkeypatch.setattr(loading, "open_game", open_game)
    diagnostics = Diagnostics()
    job.check(kit, diagnostics)
    assert (len(calls), list(diagnostics)) == (1, [])


def test_an_error_in_traits_is_reported_once_and_its_card_is_not_drawn_from_them(kit):
    line = edit(kit, "cards.yaml", "counters: [dodge, spin]", "counters: [dodge, spinn]")
    diagnostics = Diagnostics()
    found = [*job.check(kit, diagnostics), *diagnostics]
    assert {one.code for one in found} == {"unknown-id", "not-canonical"}  # and no sentence of the card is wrong
    assert [one.span.line for one in found if one.code == "unknown-id"] == [line]
