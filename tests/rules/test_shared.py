"""What engines share."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pnp.rules.shared import added, changed, put


class Spot(NamedTuple):
    x: int
    name: str


class Other(NamedTuple):
    name: str
    x: int = 3


def test_a_changed_state_is_what_replace_makes() -> None:
    for state in (Spot(1, "a"), Other("b")):
        new = changed(state, name="c")
        assert new == state._replace(name="c")
        assert type(new) is type(state)
    with pytest.raises(KeyError):
        changed(Spot(1, "a"), y=2)


def test_counts_and_pairs_are_changed_in_one_place() -> None:
    assert added((1, 2, 3), 1, 5) == (1, 7, 3)
    assert (put((1, 2), 0, 9), put((1, 2), 1, 9)) == ((9, 2), (1, 9))
