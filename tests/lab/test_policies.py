"""Policies by name."""

from __future__ import annotations

from random import Random

import pytest

from pnp.lab.policies import POLICIES, eager, policy


def test_eager_passes_only_if_there_is_nothing_else_to_do():
    rng = Random(1)
    legal = (("keep",), ("pass",), ("play", "a"), ("play", "b"))
    assert {eager(None, None, legal, rng) for _ in range(40)} == {("play", "a"), ("play", "b")}
    assert {eager(None, None, legal[:2], rng) for _ in range(40)} == {("keep",), ("pass",)}


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="policy: 'eagre' is not one of 'random', 'eager'"):
        policy("eagre")
    assert all(entry.about for entry in POLICIES.values())
