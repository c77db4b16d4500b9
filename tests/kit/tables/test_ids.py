"""Ids from names are ASCII, valid and unique."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from pnp.kit.tables import ids


def test_duplicates_are_numbered_past_ids_in_use():
    taken: set[str] = set()
    names = ["Storm", "Storm 2", "Storm", "storm!"]
    assert [ids.from_name(name, taken) for name in names] == ["storm", "storm_2", "storm_3", "storm_4"]
    assert taken == {"storm", "storm_2", "storm_3", "storm_4"}


@given(st.lists(st.text(max_size=12), max_size=8))
def test_every_name_has_a_valid_id_of_its_own(names):
    taken: set[str] = set()
    made = [ids.from_name(name, taken) for name in names]
    assert len(set(made)) == len(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", id_) for id_ in made)
