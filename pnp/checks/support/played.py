"""Play games at random, and compare the evidence of their transitions with what the sentences on cards state.

A statement is split into claims, one for each trait. A claim is disproved by one piece of evidence that contradicts
it. It is exercised when every part of it was seen: each member of a list, each existing id for “any”, each id that is
not allowed for “none”. Games are played until each claim is disproved or exercised, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pnp.checks import CheckContext
from pnp.checks.support.answers import equalised_proof
from pnp.checks.support.memo import memo
from pnp.checks.support.printed import Sentence, rules_text, statements
from pnp.kit import Card
from pnp.kit.phrases import Statement, holds
from pnp.rules import Game, guard
from pnp.rules.game import Action
from pnp.rules.playing import Evenly, transitions
from pnp.rules.proofs import Evidence, Proof

SEED = "21"
"""A seed with which few games exercise all claims."""
LEAST, MOST = 4, 250
"""The minimum and maximum number of games."""
LONGEST = 25_000
"""The maximum number of transitions: with some data a game does not end."""
ANY = "any"

Path = tuple[str, ...]
Observer = Callable[[Any, Action, Any], Iterable[Evidence]]


class Reading(NamedTuple):
    """A sentence on a card, and one statement that the phrase book reads in it."""

    deck: str
    id: str
    card: Card
    sentence: Sentence
    statement: Statement

    def claims(self) -> Iterator[Claim]:
        for path, value in _flatten(self.statement.traits):
            yield Claim(self.deck, self.id, path, value)


class Claim(NamedTuple):
    """The stated value of one trait of a card."""

    deck: str
    id: str
    path: Path
    value: Any


class Moment(NamedTuple):
    """The moment of an observation: the game's number, the state, and the action."""

    game: int
    state: Any
    action: Action


class GameEvidence:
    """The evidence from games, each piece with the first moment that showed it, and the sentences to compare."""

    def __init__(self) -> None:
        self.stated: list[Reading] = []
        self.games = 0
        self.moments: dict[Evidence, Moment] = {}
        self._of: dict[tuple[str, str], list[Evidence]] = {}
        self._ids: dict[tuple[str, Path], set[Any]] = {}
        self._draw = Evenly()

    def watch(self, game: Game[Any], evidence: Observer, room: int) -> int:
        """Play one more game of at most `room` transitions; return their number."""
        steps = 0
        self.games += 1
        played = transitions(game, f"{SEED}/{self.games - 1}", self._draw)
        for steps, (before, action, after) in enumerate(played, start=1):
            for one in evidence(before, action, after):
                if one not in self.moments:
                    self._note(one, Moment(self.games, before, action))
            if steps == room:
                break
        return steps

    def _note(self, evidence: Evidence, moment: Moment) -> None:
        self.moments[evidence] = moment
        self._of.setdefault((evidence.deck, evidence.card), []).append(evidence)
        if evidence.among is not None:
            self._ids.setdefault((evidence.deck, evidence.path), set()).add(evidence.value)

    def contradiction(self, claim: Claim) -> Evidence | None:
        """The first evidence that contradicts a claim."""
        return next((one for one in self._of.get((claim.deck, claim.id), ()) if _contradicts(one, claim)), None)

    def unseen(self, claim: Claim) -> list[str]:
        """The parts of a claim that no game has shown."""
        evidence = self._of.get((claim.deck, claim.id), [])
        here = {(one.value, one.among) for one in evidence if one.path == claim.path}
        ids = self._ids.get((claim.deck, claim.path), set())
        if claim.value is None:
            return [] if any(among is None for _, among in here) else self._unseen_below(claim, evidence)
        if not ids:
            return [] if here else [_plain(claim.value)]
        listed = ids if claim.value == ANY else _listed(claim.value)
        return sorted(_plain(i) for i in (listed or ids) if (i, bool(listed)) not in here)

    def _unseen_below(self, claim: Claim, evidence: list[Evidence]) -> list[str]:
        """For a card stated to have nothing: the ids that other cards have at the path and this one has not refused."""
        refused = {(one.path, one.value) for one in evidence if one.among is False}
        below = [
            (path, id_)
            for (deck, path), ids in self._ids.items()
            if deck == claim.deck and path[: len(claim.path)] == claim.path
            for id_ in ids
        ]
        return sorted(_plain(id_) for path, id_ in below if (path, id_) not in refused) if below else ["nothing"]

    def settled(self, claim: Claim) -> bool:
        return not self.unseen(claim) or self.contradiction(claim) is not None


def game_evidence(context: CheckContext) -> GameEvidence | None:
    """The evidence from games of a kit, played once for all checks; None if no engine plays the kit."""
    proof = equalised_proof(context)
    if proof is None:
        return None
    stated = _readings(context)
    claims = [claim for one in stated for claim in one.claims()]
    # The same claims about a game with the same rules have the same results.
    evidence: GameEvidence = memo(
        proof,
        ("played", repr(claims)),
        lambda: guard.ask(proof.game, "a random game", lambda: play_games(proof, claims)),
    )
    evidence.stated = stated
    return evidence


def _readings(context: CheckContext) -> list[Reading]:
    """All readings of all sentences on a kit's cards."""
    return [
        Reading(deck, id_, card, sentence, statement)
        for deck, id_, card in context.cards()
        if card.plain_traits
        for sentence in rules_text(context, deck, id_)
        for statement in statements(context, sentence.text)
    ]


def play_games(proof: Proof[Any], claims: list[Claim]) -> GameEvidence:
    """Play until every claim is settled. New ids can reopen a settled claim, so all claims are tested again at the end.

    Without claims no game is played.
    """
    evidence, room, open_ = GameEvidence(), LONGEST, claims
    while claims and evidence.games < MOST and room > 0 and (open_ or evidence.games < LEAST):
        room -= evidence.watch(proof.game, proof.evidence, room)
        open_ = [claim for claim in open_ if not evidence.settled(claim)]
        open_ = open_ or [claim for claim in claims if not evidence.settled(claim)]
    return evidence


def _flatten(traits: Any, before: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Each value in a statement, with its path."""
    if isinstance(traits, dict):
        for key, value in traits.items():
            yield from _flatten(value, (*before, key))
    else:
        yield before, traits


def _contradicts(evidence: Evidence, claim: Claim) -> bool:
    """Whether evidence and claim cannot both be true."""
    path, stated = claim.path, claim.value
    if evidence.path == path:
        if evidence.among is None:
            return not holds(stated, evidence.value)
        return (stated == ANY or evidence.value in _listed(stated)) is not evidence.among
    if stated is None and evidence.path[: len(path)] == path:
        return evidence.value is not None and evidence.among is not False
    # A whole that was observed to be missing contains nothing.
    return path[: len(evidence.path)] == evidence.path and evidence.value is None and evidence.among is None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
