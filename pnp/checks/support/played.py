"""Play games at random, and compare the evidence of their transitions with what the sentences on cards state.

A statement is split into claims, one for each trait. A claim is disproved by one piece of evidence that contradicts
it. It is exercised when every part of it was seen: each member of a list, each existing id for “any”, each id that is
not allowed for “none”. Games are played until each claim is disproved or exercised, up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pnp.checks import CheckContext
from pnp.checks.support.answers import evened
from pnp.checks.support.memo import memo
from pnp.checks.support.printed import Sentence, rules_text, statements
from pnp.kit.model import Card
from pnp.kit.phrases import Statement, holds
from pnp.rules import Game
from pnp.rules.game import Action
from pnp.rules.playing import Evenly, transitions
from pnp.rules.proofs import Evidence, Proof

SEED = "21"
"""One of those with which few games show everything."""
LEAST, MOST = 4, 250
"""So many games are played at least, and at most."""
LONGEST = 25_000
"""No more transitions than this are looked at: data may be such that a game does not end."""
ANY = "any"

Path = tuple[str, ...]
Observer = Callable[[Any, Action, Any], Iterable[Evidence]]


class Said(NamedTuple):
    """A sentence on a card, and one way in which it is read."""

    deck: str
    id: str
    card: Card
    sentence: Sentence
    statement: Statement

    def claims(self) -> Iterator[Claim]:
        for path, value in _page_sides(self.statement.traits):
            yield Claim(self.deck, self.id, path, value)


class Claim(NamedTuple):
    """What is stated of one trait of a card."""

    deck: str
    id: str
    path: Path
    value: Any


class Moment(NamedTuple):
    """When something was seen: the number of the game, the state, and what was done in it."""

    game: int
    state: Any
    action: Action


class Seen:
    """The evidence of some games, each piece with the moment it was first seen at, and the sentences to compare."""

    def __init__(self) -> None:
        self.stated: list[Said] = []
        self.games = 0
        self.moments: dict[Evidence, Moment] = {}
        self._of: dict[tuple[str, str], list[Evidence]] = {}
        self._ids: dict[tuple[str, Path], set[Any]] = {}
        self._draw = Evenly()

    def watch(self, game: Game[Any], evidence: Observer, room: int) -> int:
        """One more game, of at most `room` transitions; how many there were."""
        steps = 0
        self.games += 1
        played = transitions(game, f"{SEED}/{self.games - 1}", self._draw)
        for steps, (before, action, after) in enumerate(played, start=1):
            for found in evidence(before, action, after):
                if found not in self.moments:
                    self._note(found, Moment(self.games, before, action))
            if steps == room:
                break
        return steps

    def _note(self, found: Evidence, moment: Moment) -> None:
        self.moments[found] = moment
        self._of.setdefault((found.deck, found.card), []).append(found)
        if found.among is not None:
            self._ids.setdefault((found.deck, found.path), set()).add(found.value)

    def contradiction(self, claim: Claim) -> Evidence | None:
        """The first evidence that contradicts a claim."""
        return next((one for one in self._of.get((claim.deck, claim.id), ()) if _contradicts(one, claim)), None)

    def unseen(self, claim: Claim) -> list[str]:
        """The parts of a claim that no game has shown."""
        found = self._of.get((claim.deck, claim.id), [])
        here = {(one.value, one.among) for one in found if one.path == claim.path}
        ids = self._ids.get((claim.deck, claim.path), set())
        if claim.value is None:
            return [] if any(among is None for _, among in here) else self._unseen_below(claim, found)
        if not ids:
            return [] if here else [_plain(claim.value)]
        listed = ids if claim.value == ANY else _listed(claim.value)
        return sorted(_plain(i) for i in (listed or ids) if (i, bool(listed)) not in here)

    def _unseen_below(self, claim: Claim, found: list[Evidence]) -> list[str]:
        """Where a card is stated to have nothing: the ids that other cards have there and that were not refused."""
        refused = {(one.path, one.value) for one in found if one.among is False}
        below = [
            (path, id_)
            for (deck, path), ids in self._ids.items()
            if deck == claim.deck and path[: len(claim.path)] == claim.path
            for id_ in ids
        ]
        return sorted(_plain(id_) for path, id_ in below if (path, id_) not in refused) if below else ["nothing"]

    def settled(self, claim: Claim) -> bool:
        return not self.unseen(claim) or self.contradiction(claim) is not None


def seen(context: CheckContext) -> Seen | None:
    """What games show of the cards; None where no engine plays the kit. They are played once for all checks."""
    proof = evened(context)
    if proof is None:
        return None
    stated = _said(context)
    claims = [claim for one in stated for claim in one.claims()]
    # The same claims about a game by the same rules are settled the same: it need not be played again.
    found = memo(proof, ("played", repr(claims)), lambda: watched(proof, claims))
    found.stated = stated
    return found


def _said(context: CheckContext) -> list[Said]:
    """All that the cards of a kit state."""
    return [
        Said(deck, id_, card, sentence, statement)
        for deck, id_, card in context.cards()
        if card.plain_traits
        for sentence in rules_text(context, deck, id_)
        for statement in statements(context, sentence.text)
    ]


def watched(proof: Proof[Any], claims: list[Claim]) -> Seen:
    """Play until every claim is settled. What is settled may be open again once more ids were seen: look twice.

    Where nothing is stated, nothing is played.
    """
    found, room, open_ = Seen(), LONGEST, claims
    while claims and found.games < MOST and room > 0 and (open_ or found.games < LEAST):
        room -= found.watch(proof.game, proof.evidence, room)
        open_ = [claim for claim in open_ if not found.settled(claim)]
        open_ = open_ or [claim for claim in claims if not found.settled(claim)]
    return found


def _page_sides(traits: Any, before: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Each value in a statement with its path."""
    if isinstance(traits, dict):
        for key, value in traits.items():
            yield from _page_sides(value, (*before, key))
    else:
        yield before, traits


def _contradicts(found: Evidence, claim: Claim) -> bool:
    """Whether evidence and claim cannot both be true."""
    path, stated = claim.path, claim.value
    if found.path == path:
        if found.among is None:
            return not holds(stated, found.value)
        return (stated == ANY or found.value in _listed(stated)) is not found.among
    if stated is None and found.path[: len(path)] == path:
        return found.value is not None and found.among is not False
    # Where the whole was seen to be missing, it can contain nothing.
    return path[: len(found.path)] == found.path and found.value is None and found.among is None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
