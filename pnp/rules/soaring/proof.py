"""The proof of `soaring`, by which checks compare its kits with play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.rules.claims import Claim, Fact, Meaning
from pnp.rules.examples import problems
from pnp.rules.game import Action
from pnp.rules.proofs import Board, Evidence, Path, Problem, Proof, Table
from pnp.rules.soaring import (
    card_claims,
    card_facts,
    claims,
    evidence,
    examples,
    facts,
    meanings,
    moments,
    observe,
    rhino_claims,
    tables,
    two_claims,
)
from pnp.rules.soaring.engine import Soaring, State
from pnp.rules.soaring.moments import SoaringMoment


class SoaringProof(Proof[Soaring]):
    """The proof of `soaring`."""

    def observe(self, deck: str, card: str) -> Mapping[str, Any] | None:
        return observe.observe(self.game, deck, card)

    def evidence(self, before: State, action: Action, after: State) -> Iterable[Evidence]:
        return evidence.evidence(self.game, before, action, after)

    def problems(self) -> list[Problem]:
        """No problems: all are reported when the rules and the deck are read."""
        return []

    def tables(self) -> Mapping[str, Table]:
        return tables.tables(self.game)

    def tracks(self) -> Mapping[str, Sequence[str | int]]:
        """This game has no tracks."""
        return {}

    def boards(self) -> Mapping[str, Board]:
        """This game has no board."""
        return {}

    def tiles(self, _deck: str, _card: str) -> Mapping[str, int | bool] | None:
        """No card of this game is played by position."""
        return None

    def example_problems(self, example: Mapping[str, Any]) -> list[tuple[Path, str]]:
        return list(problems(self.game, example, examples.FORMS))

    def moment(self, before: State, action: Action, after: State, previous: Any = None) -> SoaringMoment:
        return SoaringMoment(self.game, before, action, after, previous)

    def scenes(self) -> Iterable[State]:
        return moments.scenes(self.game)

    def variants(self) -> Iterable[Proof[Soaring]]:
        return [SoaringProof(self.game.for_players(int(number))) for number in self.game.rules.setup]

    def facts(self) -> Mapping[str, Fact]:
        return {**facts.FACTS, **card_facts.FACTS}

    def claims(self) -> Mapping[str, Claim]:
        found = {**claims.CLAIMS, **card_claims.CLAIMS, **rhino_claims.CLAIMS, **two_claims.CLAIMS}
        return {name: claims.joined(claim) for name, claim in found.items()}

    def meanings(self) -> Mapping[str, Meaning]:
        return meanings.meanings(self.game)


def proof(game: Soaring) -> SoaringProof:
    """Make the proof of an engine."""
    return SoaringProof(game)
