"""A game played at random -> what the transitions showed of cards, held against what their sentences state.

A statement is split into claims, one for each trait it speaks of. A claim is disproved by one sight that it denies;
it is exercised when every part of it was seen: each member of a list, each id there is for “any”, each id not
allowed for “none”. Games are played until all claims are one or the other, and not for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pnp import rules
from pnp.checks import CheckContext
from pnp.checks.support.answers import evened
from pnp.checks.support.memo import memo
from pnp.checks.support.printed import Sentence, rules_text, statements
from pnp.kit.model import Card
from pnp.kit.phrases import Statement, holds
from pnp.rules import Action, Game, Sight

SEED = "21"
"""One of those with which few games show everything."""
LEAST, MOST = 4, 250
"""So many games are played at least, and at most."""
LONGEST = 25_000
"""No more transitions than this are looked at: data may be such that a game does not end."""
ANY = "any"

Path = tuple[str, ...]
Witness = Callable[[Any, Action, Any], Iterable[Sight]]


class Said(NamedTuple):
    """A sentence on a card, and one way in which it is read."""

    deck: str
    id: str
    card: Card
    sentence: Sentence
    statement: Statement

    def claims(self) -> Iterator[Claim]:
        for path, value in _leaves(self.statement.traits):
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
    """The sights of some games, each with the moment it was first seen at, and what they are held against."""

    def __init__(self) -> None:
        self.stated: list[Said] = []
        self.games = 0
        self.moments: dict[Sight, Moment] = {}
        self._of: dict[tuple[str, str], list[Sight]] = {}
        self._ids: dict[tuple[str, Path], set[Any]] = {}
        self._draw = rules.Evenly()

    def watch(self, game: Game[Any], witnessed: Witness, room: int) -> int:
        """One more game, of at most `room` transitions; how many there were."""
        steps = 0
        self.games += 1
        played = rules.transitions(game, f"{SEED}/{self.games - 1}", self._draw)
        for steps, (before, action, after) in enumerate(played, start=1):
            for sight in witnessed(before, action, after):
                if sight not in self.moments:
                    self._note(sight, Moment(self.games, before, action))
            if steps == room:
                break
        return steps

    def _note(self, sight: Sight, moment: Moment) -> None:
        self.moments[sight] = moment
        self._of.setdefault((sight.deck, sight.card), []).append(sight)
        if sight.among is not None:
            self._ids.setdefault((sight.deck, sight.path), set()).add(sight.value)

    def denial(self, claim: Claim) -> Sight | None:
        """The first sight that a claim denies."""
        return next((sight for sight in self._of.get((claim.deck, claim.id), ()) if _denies(claim, sight)), None)

    def unseen(self, claim: Claim) -> list[str]:
        """The parts of a claim that no game has shown."""
        found = self._of.get((claim.deck, claim.id), [])
        here = {(sight.value, sight.among) for sight in found if sight.path == claim.path}
        ids = self._ids.get((claim.deck, claim.path), set())
        if claim.value is None:
            return [] if any(among is None for _, among in here) else self._unseen_below(claim, found)
        if not ids:
            return [] if here else [_plain(claim.value)]
        listed = ids if claim.value == ANY else _listed(claim.value)
        return sorted(_plain(i) for i in (listed or ids) if (i, bool(listed)) not in here)

    def _unseen_below(self, claim: Claim, found: list[Sight]) -> list[str]:
        """Where a card is said to have nothing: the ids of whatever others have there, not seen to be refused."""
        refused = {(sight.path, sight.value) for sight in found if sight.among is False}
        below = [
            (path, id_)
            for (deck, path), ids in self._ids.items()
            if deck == claim.deck and path[: len(claim.path)] == claim.path
            for id_ in ids
        ]
        return sorted(_plain(id_) for path, id_ in below if (path, id_) not in refused) if below else ["nothing"]

    def settled(self, claim: Claim) -> bool:
        return not self.unseen(claim) or self.denial(claim) is not None


def seen(context: CheckContext) -> Seen | None:
    """What games show of the cards; None where the engine shows nothing. They are played once for all who ask."""
    game = evened(context)
    witnessed = getattr(game, "witnessed", None)
    if game is None or witnessed is None:
        return None
    stated = _said(context)
    claims = [claim for one in stated for claim in one.claims()]
    # The same claims about a game by the same rules are settled the same: it need not be played again.
    found = memo(game, ("played", repr(claims)), lambda: watched(game, witnessed, claims))
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


def watched(game: Game[Any], witnessed: Witness, claims: list[Claim]) -> Seen:
    """Play until every claim is settled. What is settled may be open again once more ids were seen: look twice.

    Where nothing is stated, nothing is played.
    """
    found, room, open_ = Seen(), LONGEST, claims
    while claims and found.games < MOST and room > 0 and (open_ or found.games < LEAST):
        room -= found.watch(game, witnessed, room)
        open_ = [claim for claim in open_ if not found.settled(claim)]
        open_ = open_ or [claim for claim in claims if not found.settled(claim)]
    return found


def _leaves(traits: Any, before: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Each value in a statement with its path."""
    if isinstance(traits, dict):
        for key, value in traits.items():
            yield from _leaves(value, (*before, key))
    else:
        yield before, traits


def _denies(claim: Claim, sight: Sight) -> bool:
    """Whether both cannot be true."""
    path, stated = claim.path, claim.value
    if sight.path == path:
        if sight.among is None:
            return not holds(stated, sight.value)
        return (stated == ANY or sight.value in _listed(stated)) is not sight.among
    if stated is None and sight.path[: len(path)] == path:
        return sight.value is not None and sight.among is not False
    # Where the whole was seen to be missing, nothing in it can be there.
    return path[: len(sight.path)] == sight.path and sight.value is None and sight.among is None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
