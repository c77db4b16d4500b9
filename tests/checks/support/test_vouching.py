"""A fact must have something to do with the text that rests on it."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.sentences import Sentence
from pnp.checks.support.vouching import is_about


@pytest.mark.parametrize(
    ("text", "fact", "fits"),
    [
        ("The winner takes the champion card.", "win.who", True),
        ("No rhino has two riders.", "riders.same_allowed", True),
        ("Put :position: in the middle.", "position.start", True),
        ("The winner takes the champion card.", "riders.same_allowed", False),
        ("Sit down.", "win.points", False),
    ],
)
def test_a_fact_shares_a_word_with_its_text(rhino: CheckContext, text: str, fact: str, fits: bool) -> None:
    assert is_about(rhino, Sentence(text, "vouched", (fact,), "rulebook", None), fact) is fits
