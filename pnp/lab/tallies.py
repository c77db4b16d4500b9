"""Tallies of games: counts that can be added up in any order, and written as JSON.

A tally of many games is the sum of the tallies of its blocks, whichever process played them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

Json = Any


class Result(NamedTuple):
    """How a game ended: the kind of ending, the seats that won, and the seat that began, if one did."""

    ending: str
    winners: tuple[int, ...]
    beginner: int | None


@dataclass
class CardTally:
    """What happened to a card. A `share` is one seat in one game: a game of two players has two."""

    held: int = 0
    """The shares with the card in hand at a decision."""
    held_wins: int = 0
    """Those of them that won."""
    used: int = 0
    """The shares that played the card, other than to discard it."""
    used_wins: int = 0
    decisions: int = 0
    """The decisions made with the card in hand."""
    dealt: int = 0
    """The number of times that chance named the card."""
    able: Counter[str] = field(default_factory=Counter)
    """The decisions at which a legal action named the card, by the action's verb."""
    chosen: Counter[str] = field(default_factory=Counter)
    """The decisions at which the chosen action named it, by verb."""

    def add(self, other: CardTally) -> None:
        """Add another tally of the same card."""
        for name in _CARD_NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.able.update(other.able)
        self.chosen.update(other.chosen)


_CARD_NUMBERS = tuple(each.name for each in fields(CardTally) if each.name not in ("able", "chosen"))


class PairedGame(NamedTuple):
    """A game, to compare it with the game of the same number of another kit."""

    began: int
    """1 if the seat that began won, 0 if it lost, -1 for draws and if no seat began."""
    length: int
    decisions: int
    drawn: int
    """1 if no seat won, else 0."""
    ending: str


class Stake(NamedTuple):
    """A decision: its legal actions, and the share of wins of the best action minus that of others."""

    actions: int
    over_average: float
    over_worst: float


@dataclass
class Tally:
    """Counts of some games."""

    results: Counter[Result] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    """The games by length, in the game's unit."""
    decisions: Counter[int] = field(default_factory=Counter)
    """The games by the number of decisions with more than one legal action."""
    seconds: Counter[int] = field(default_factory=Counter)
    """The games by estimated duration in seconds."""
    leads: Counter[int] = field(default_factory=Counter)
    """The games by how often the lead in points went from one seat to another."""
    behind: Counter[int] = field(default_factory=Counter)
    """The games with a winner, by the percentage of decisions at which a later loser had the lead."""
    led: Counter[int] = field(default_factory=Counter)
    """The games in which one seat had the lead after 10 %, 20 % … 90 % of the decisions, by this percentage."""
    led_wins: Counter[int] = field(default_factory=Counter)
    """The games of `led` that the seat in the lead won."""
    led_draws: Counter[int] = field(default_factory=Counter)
    """The games of `led` that nobody won."""
    forced: int = 0
    """The actions of players to which there was no alternative."""
    reshuffles: int = 0
    challenges: int = 0
    """The games that the first of two policies won, if they play against each other."""
    cards: dict[str, CardTally] = field(default_factory=dict)
    rows: list[PairedGame] = field(default_factory=list)
    """The games in their order, if the plan asks for them; `add` leaves them out, because it adds in any order."""
    stakes: list[Stake] = field(default_factory=list)
    """A decision of each game that has one, in their order, if the plan asks for them; `add` leaves them out too."""

    @property
    def games(self) -> int:
        return self.results.total()

    def add(self, other: Tally) -> None:
        """Add another tally of the same game."""
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for name in _NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for id_, card in other.cards.items():
            self.cards.setdefault(id_, CardTally()).add(card)

    def wins(self, seat: int) -> int:
        """The games that a seat won, alone or with others."""
        return sum(count for result, count in self.results.items() if seat in result.winners)


_COUNTERS = ("results", "lengths", "decisions", "seconds", "leads", "behind", "led", "led_wins", "led_draws")
_NUMBERS = ("forced", "reshuffles", "challenges")


def plain(tally: Tally) -> Json:
    """A tally as plain data, sorted, so that equal tallies give equal texts."""
    return {
        "results": [[*result, count] for result, count in sorted(tally.results.items(), key=repr)],
        **{name: sorted(getattr(tally, name).items()) for name in _COUNTERS if name != "results"},
        **{name: getattr(tally, name) for name in _NUMBERS},
        "cards": {id_: _plain_card(card) for id_, card in sorted(tally.cards.items())},
        "rows": tally.rows,
        "stakes": tally.stakes,
    }


def _plain_card(card: CardTally) -> Json:
    numbers = [getattr(card, name) for name in _CARD_NUMBERS]
    return [numbers, dict(sorted(card.able.items())), dict(sorted(card.chosen.items()))]


def read(data: Json) -> Tally:
    """The tally that `plain` converted. Raises ValueError for data that are no tally."""
    try:
        results = Counter({Result(str(e), _seats(w), _seat(b)): _count(n) for e, w, b, n in data["results"]})
        found = Tally(results, cards={str(id_): _card(card) for id_, card in data["cards"].items()})
        for name in _COUNTERS:
            if name != "results":
                setattr(found, name, Counter({_count(value): _count(n) for value, n in data[name]}))
        for name in _NUMBERS:
            setattr(found, name, _count(data[name]))
        found.rows = [_row(*row) for row in data["rows"]]
        found.stakes = [Stake(_count(n), float(average), float(worst)) for n, average, worst in data["stakes"]]
        return found
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no tally: {error}") from None


def _card(data: Json) -> CardTally:
    numbers, able, chosen = data
    found = CardTally(able=_verbs(able), chosen=_verbs(chosen))
    for name, number in zip(_CARD_NUMBERS, numbers, strict=True):
        setattr(found, name, _count(number))
    return found


def _row(began: Json, length: Json, decisions: Json, drawn: Json, ending: Json) -> PairedGame:
    return PairedGame(_count(began + 1) - 1, _count(length), _count(decisions), _count(drawn), str(ending))


def _verbs(data: Mapping[str, Json]) -> Counter[str]:
    return Counter({str(verb): _count(n) for verb, n in data.items()})


def _count(value: Json) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a number of games")
    return value


def _seats(value: Json) -> tuple[int, ...]:
    return tuple(map(_count, value))


def _seat(value: Json) -> int | None:
    return None if value is None else _count(value)
