"""Count what happens to cards: held, playable, played, discarded, and whether their holders win.

Nothing here knows a game. A card is a word of an action that is an id of the kit's cards, and the engine's `hand`
lists who holds which.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.lab.tallies import CardTally
from pnp.rules.game import Action, Game

DISPOSAL = frozenset({"discard", "drop"})
"""The verbs that put cards away without playing them. One may also be inside an action: `take a drop b`."""

Pairs = tuple[tuple[str, str], ...]
"""Verbs and cards."""


class CardCounts:
    """Counts decisions as they are, which is quick, and divides them into cards at the end."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._table = game.table_verbs
        self._ids = {id_ for deck in game.source.cards.values() for id_ in deck} if game.source else set()
        self._hands: Counter[tuple[str, ...]] = Counter()
        self._legal: Counter[tuple[Action, ...]] = Counter()
        self._chosen: Counter[Action] = Counter()
        self._all: Counter[Action] = Counter()
        self._tallies: dict[str, CardTally] = {}
        self._holders: set[tuple[int, tuple[str, ...]]] = set()
        self._actors: set[tuple[int, Action]] = set()

    def decide(self, state: Any, legal: tuple[Action, ...], action: Action) -> None:
        """Count a decision."""
        seat = self._game.actor(state) or 0
        hand = self._game.hand(state, seat)
        hand = tuple({card for _, card in self._named(legal)} if hand is None else hand)
        self._hands[hand] += 1
        self._holders.add((seat, hand))
        self._legal[legal] += 1
        self._chosen[action] += 1
        self._actors.add((seat, action))

    def end(self, winners: tuple[int, ...], log: list[Action]) -> None:
        """Count the end of a game."""
        held = {(seat, card) for seat, hand in self._holders for card in hand}
        used = {(seat, card) for seat, action in self._actors for card in self._used(action)}
        for seat, card in held:
            tally = self._tally(card)
            tally.held += 1
            tally.held_wins += seat in winners
        for seat, card in used:
            tally = self._tally(card)
            tally.used += 1
            tally.used_wins += seat in winners
        self._all.update(log)
        self._holders.clear()
        self._actors.clear()

    def total(self) -> dict[str, CardTally]:
        """The tally of each card."""
        for hand, count in self._hands.items():
            for card in hand:
                self._tally(card).decisions += count
        for legal, count in self._legal.items():
            for verb, card in self._named(legal):
                self._tally(card).able[verb] += count
        for action, count in self._chosen.items():
            for verb, card in self._named((action,)):
                self._tally(card).chosen[verb] += count
        for action, count in (self._all - self._chosen).items():
            for _, card in self._named((action,)):
                self._tally(card).dealt += count
        return self._tallies

    def _tally(self, card: str) -> CardTally:
        found = self._tallies.get(card)
        if found is None:
            found = self._tallies[card] = CardTally()
        return found

    def _named(self, actions: tuple[Action, ...]) -> Pairs:
        """The verbs and cards that actions name, each pair once."""
        named = (action for action in actions if action[0] not in self._table)
        return tuple(sorted({pair for action in named for pair in _verbs(action) if pair[1] in self._ids}))

    def _used(self, action: Action) -> set[str]:
        """The cards that an action names, but those it puts away."""
        return {card for verb, card in self._named((action,)) if verb not in DISPOSAL}


def _verbs(action: Action) -> list[tuple[str, str]]:
    """Each word of an action after the first, with its verb: the first word, or a word of `DISPOSAL` before it."""
    verb, found = action[0], []
    for word in action[1:]:
        if word in DISPOSAL:
            verb = word
        else:
            found.append((verb, word))
    return found
