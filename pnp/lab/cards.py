"""Numbers about cards: how often they are held, playable and played, and how their holders fare.

The names are those of 17lands: GIH WR is the share of wins with the card in hand at some decision, GND WR that without
it, IWD the difference of the two. None of them shows that a card causes wins: long games show more cards, and a policy
that plays a card badly makes it look bad.

Count what happens to cards: held, playable, played, discarded, and whether their holders win.

Nothing here knows a game. A card is a word of an action that is an id of the kit's cards, and the engine's `hand`
lists who holds which.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from pnp.lab.intervals import Interval, difference, wilson
from pnp.lab.tallies import CardTally, Tally
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


@dataclass(frozen=True)
class CardNumbers:
    """What happened to a card. A share is of the players of all games; a game of two has two."""

    name: str
    """The card's printed name."""
    deck: str
    """Its deck."""
    copies: int
    """The number of copies."""
    held: float
    """The share of players with the card in hand at a decision."""
    dealt: float
    """How often chance dealt or turned over the card, per game."""
    able: float
    """Of the decisions with the card in hand, the share at which an action other than discarding named it."""
    verbs: dict[str, list[int]]
    """By verb, the decisions at which a legal action named the card, and those at which the chosen one did."""
    played: float
    """The share of players that played it."""
    gih_wr: float | None
    """The share of wins with the card in hand; null if nobody held it."""
    gnd_wr: float | None
    """The share of wins without the card in hand; null if everybody held it."""
    iwd: float | None
    """The difference of these two."""
    played_wr: float | None
    """The share of wins of those who played it."""
    iwd_interval: Interval | None
    """The 95 % interval of `iwd`."""
    played_interval: Interval | None
    """The 95 % interval of `played_wr`."""
    dead: str | None
    """Why the card is dead: `never held`, `never legal`, `never chosen` or `only put away`; else null."""


def card_numbers(game: Game[Any], tally: Tally) -> dict[str, CardNumbers]:
    """The numbers of each card in a deck of which some card was ever in a hand, those first that are held most."""
    if not tally.cards or game.source is None:
        return {}
    found: dict[str, CardNumbers] = {}
    for deck, cards in game.source.cards.items():
        seen = {id_: tally.cards.get(id_, CardTally()) for id_ in cards}
        if any(card.held for card in seen.values()):
            found |= {id_: _numbers(game, tally, seen[id_], (cards[id_].name, deck, cards[id_].count)) for id_ in cards}
    return dict(sorted(found.items(), key=lambda item: -item[1].held))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _numbers(game: Game[Any], tally: Tally, card: CardTally, printed: tuple[str, str, int]) -> CardNumbers:
    players = tally.games * game.players
    wins = sum(tally.wins(seat) for seat in range(game.players))
    without, without_wins = players - card.held, wins - card.held_wins
    both = bool(card.held and without)
    gih, gnd = _share(card.held_wins, card.held), _share(without_wins, without)
    playable = max((count for verb, count in card.able.items() if verb not in DISPOSAL), default=0)
    return CardNumbers(
        *printed,
        held=card.held / players,
        dealt=card.dealt / tally.games,
        able=min(1.0, playable / card.decisions) if card.decisions else 0.0,
        verbs={verb: [count, card.chosen[verb]] for verb, count in sorted(card.able.items())},
        played=card.used / players,
        gih_wr=gih,
        gnd_wr=gnd,
        iwd=gih - gnd if gih is not None and gnd is not None else None,
        played_wr=_share(card.used_wins, card.used),
        iwd_interval=difference((card.held_wins, card.held), (without_wins, without)) if both else None,
        played_interval=wilson(card.used_wins, card.used) if card.used else None,
        dead=_dead(card),
    )


def _dead(card: CardTally) -> str | None:
    if not card.held:
        return "never held"
    if not card.able:
        return "never legal"
    if not card.chosen.total():
        return "never chosen"
    return None if card.used else "only put away"
