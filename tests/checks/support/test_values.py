"""Numbers and names are in braces in `vouched.yaml`."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.sentences import Sentence
from pnp.checks.support.values import written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Lunge scores 1 point.", "The {Lunge} scores {1} point."),
        ("Stomp or Stampede counts.", "{Stomp or Stampede} counts."),
        ("a rhino", "a rhino"),
        ("{kit.minutes} min", "{kit.minutes} min"),
    ],
)
def test_values_are_in_braces(rhino: CheckContext, text: str, expected: str) -> None:
    assert written(rhino, Sentence(text, "label", (), "rulebook", None)) == expected
