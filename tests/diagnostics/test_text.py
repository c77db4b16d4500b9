"""Hints: the nearest known word."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import did_you_mean


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("swevre", ["swerve", "dodge"], "did you mean 'swerve'?"),
        ("SWERVE", ["Swerve"], "did you mean 'Swerve'?"),
        ("xyz", ["swerve", "dodge"], ""),
        ("", ["a"], ""),
        ("a", [], ""),
        (12, [123, 9], "did you mean '123'?"),
        ("lunge", {"lung": 1}, "did you mean 'lung'?"),
    ],
)
def test_the_nearest_known_word_is_offered(word: object, known: Any, hint: str) -> None:
    assert did_you_mean(word, known) == hint


@given(st.text(max_size=20), st.lists(st.text(max_size=10), max_size=6))
def test_a_hint_names_a_known_word_or_nothing(word: str, known: list[str]) -> None:
    hint = did_you_mean(word, known)
    assert hint == "" or hint in [f"did you mean {k!r}?" for k in known]
