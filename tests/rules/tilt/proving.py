"""Prove sentences by a game of tilt, without printing a kit."""

from __future__ import annotations

from functools import cache

from pnp import rules
from pnp.checks.support.film import film
from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.lexicon import lexicon
from pnp.rules.claims import Play, Verdict, Words, prove
from tests.rules.conftest import make

KIT = paths.data_folder() / "tilt"


def play() -> Play:
    """What is seen of a new engine with the data of the kit."""
    proof = rules.proof(make("tilt"))
    assert proof is not None
    return Play(proof.game, list(film(proof)), proof.facts())


@cache
def names() -> dict[str, str]:
    """The ids of printed names and of squares."""
    kit = load.open_kit(KIT, Diagnostics())
    assert kit is not None
    squares = {card.asides["short"]: id_ for id_, card in kit.cards["locations"].items()}
    return {**squares, **{text: id_ for id_, text in kit.phrasebook.names.items()}}


def verdict(seen: Play, claim: str, text: str) -> Verdict:
    """The verdict on a sentence."""
    proof = rules.proof(seen.game)
    english = lexicon("en")
    assert proof is not None
    assert english is not None
    return prove(proof.claims()[claim], Words(english.words(text, names())), seen)
