"""Numbers about cards: how often they are held, playable and played, and how their holders fare.

The names are those of 17lands: GIH WR is the share of wins with the card in hand at some decision, GND WR that without
it, IWD the difference of the two. None of them shows that a card causes wins: long games show more cards, and a policy
that plays a card badly makes it look bad.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pnp.lab.card_counts import DISPOSAL
from pnp.lab.intervals import Interval, difference, wilson
from pnp.lab.tallies import CardTally, Tally
from pnp.rules.game import Game


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
