"""What sentences may state about JOUST!."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.rules.claims import Claim, Claims, Meaning, Play, Statement, Words, WordsError
from pnp.rules.lists import end_claims, pass_claims


def _without_or(claim: Claim) -> Claim:
    """A claim that refuses “or”: all that a sentence of this game names holds together."""

    def make(words: Words, play: Play) -> Iterator[Statement]:
        if "or" in words.every("link"):
            raise WordsError("it says 'or', but all that it names holds")
        yield from claim.make(words, play)

    return claim._replace(make=make)


CLAIMS = Claims({name: _without_or(claim) for name, claim in {**pass_claims.CLAIMS, **end_claims.CLAIMS}.items()})

MEANINGS: Mapping[str, Meaning] = {}
"""No card is played, so phrases.yaml has no slots."""
