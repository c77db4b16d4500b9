"""Observe the traits of soaring's cards by revealing them in hands.

Two cards have the same value if the same one wins both a high hand and a low hand. Otherwise, the one with the higher
value wins the high hand. Traits only give names to what play shows: the numbers of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cmp_to_key, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.games.soaring.engine import PLAY

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring

Group = tuple[str, ...]


class Standing(NamedTuple):
    """The order of a deck's cards, as observed in hands."""

    ladder: tuple[tuple[int, Group], ...]
    """The cards of each value, with the highest value and the best card first."""
    suits: dict[str, str]
    """The suit of each card with a value."""
    values: dict[str, int]
    apart: Group
    """The cards without a value, which change the order of the others."""


@lru_cache(20_000)
def _revealed(game: Soaring, cards: Group, *, low: bool) -> tuple[str, bool]:
    """The card that wins a hand, and whether the lowest card wins the next one, found by revealing the cards."""
    engine = _engine(game, len(cards))
    spare = [card for card in game.deck if card not in cards]
    hands = tuple(tuple(sorted(pair)) for pair in zip(cards, spare, strict=False))
    state = engine.setup()._replace(phase=PLAY, hands=hands, low=low)
    for card in cards:
        state = engine.apply(state, ("play", card))
    return cards[state.taken.index(1)], state.low


@lru_cache(16)
def _engine(game: Soaring, players: int) -> Soaring:
    """The game for a number of players, even for one that the rules have no setup for: hands are revealed alike."""
    if str(players) in game.rules.setup:
        return game.for_players(players)
    rules = replace(game.rules, setup={str(players): game.table})
    return type(game)(rules, game.traits, players)


def best(game: Soaring, cards: Sequence[str], *, low: bool = False) -> str:
    """The card that wins a hand."""
    return _revealed(_engine(game, 2), tuple(cards), low=low)[0]


def lowers(game: Soaring, card: str) -> bool:
    """Whether the lowest card wins the hand after any with this card."""
    return all(_revealed(_engine(game, 2), (card, other), low=False)[1] for other in game.deck if other != card)


def ranked(game: Soaring) -> list[str]:
    """The cards that have a value, from the best to the worst."""
    return [card for _, cards in standing(game).ladder for card in cards]


def standing(game: Soaring) -> Standing:
    """Observe the order of the cards, which is the same for each number of players."""
    return _standing(_engine(game, 2))


@lru_cache(16)
def _standing(game: Soaring) -> Standing:
    apart = tuple(card for card in game.deck if _unsettles(game, card))
    plain = [card for card in game.deck if card not in apart]
    classes = [_ranked(game, class_) for class_ in _classes(plain, lambda a, b: _level(game, a, b))]
    heads = _ranked(game, [cards[0] for cards in classes])
    classes.sort(key=lambda cards: heads.index(cards[0]))
    worth = _numbers(game, classes)
    suits: dict[str, str] = {}
    for cards in classes:
        suits |= _suits(game, cards)
    ladder = tuple(zip(worth, classes, strict=True))
    values = {card: value for value, cards in ladder for card in cards}
    return Standing(ladder, suits, values, apart)


def _unsettles(game: Soaring, card: str) -> bool:
    """Whether a card changes the winner of a hand without winning it."""
    others = [other for other in game.deck if other != card]
    return any(best(game, (a, b, card)) not in (best(game, (a, b)), card) for a, b in combinations(others, 2))


def _level(game: Soaring, a: str, b: str) -> bool:
    """Whether two cards have the same value: high and low hands have the same winner."""
    return best(game, (a, b)) == best(game, (a, b), low=True)


def _ranked(game: Soaring, cards: Sequence[str]) -> Group:
    """Cards from the best to the worst."""

    def compared(a: str, b: str) -> int:
        return -1 if best(game, (a, b)) == a else 1

    return tuple(sorted(cards, key=cmp_to_key(compared)))


def _classes(cards: Sequence[str], alike: Callable[[str, str], bool]) -> list[Group]:
    """Group cards so that each is alike to another of its group."""
    groups: list[list[str]] = []
    for card in cards:
        mine = [group for group in groups if any(alike(card, other) for other in group)]
        joined = [card, *(other for group in mine for other in group)]
        groups = [group for group in groups if group not in mine] + [joined]
    return [tuple(group) for group in groups]


def _numbers(game: Soaring, classes: list[Group]) -> list[int]:
    """The number of each class: the value on its cards, or its rank from below if the values contradict play.

    Play shows the order of values, not their numbers.
    """
    printed = [{game.traits[card].value or 0 for card in cards} for cards in classes]
    numbers = [min(values) for values in printed]
    if all(len(values) == 1 for values in printed) and numbers == sorted(set(numbers), reverse=True):
        return numbers
    return list(range(len(classes), 0, -1))


def _suits(game: Soaring, cards: Group) -> dict[str, str]:
    """The suits of cards, in the order of a value that all suits have, from the best to the worst.

    If a value is missing from some suits, hands do not show from which. Then they are those on the cards, if they do
    not contradict play.
    """
    groups = _classes(cards, lambda a, b: not _level(game, a, b))
    groups.sort(key=lambda group: min(cards.index(card) for card in group))
    if len(groups) != len(game.rules.suits):
        printed = [suit for card in cards if (suit := game.traits[card].suit)]
        if len(printed) == len(cards) and printed == sorted(printed, key=game.rules.suits.index):
            return dict(zip(cards, printed, strict=True))
    return {card: suit for suit, group in zip(game.rules.suits, groups, strict=False) for card in group}


def observe(game: Soaring, deck: str, card: str) -> dict[str, Any] | None:
    """A card's traits as observed in hands; None for cards that are not played."""
    if deck != "deck" or card not in game.deck:
        return None
    ranking = standing(game)
    seen: dict[str, Any]
    if card in ranking.apart:
        below, above = (list(_apart_from(game, card, wins=wins)) for wins in (False, True))
        seen = {"ranks": {"below": below, "above": above}}
    else:
        seen = {"suit": ranking.suits[card], "value": ranking.values[card]}
        if _tops(game, card):
            seen["beats_regular_same_value"] = True
    return seen | ({"next_hand_lowest_wins": True} if lowers(game, card) else {})


def _apart_from(game: Soaring, card: str, *, wins: bool) -> Iterator[str]:
    """The suits that the card beats, with `wins`, or that beat it, without."""
    suits = standing(game).suits
    for suit in game.rules.suits:
        others = [other for other in suits if suits[other] == suit]
        if others and all((best(game, (card, other)) == card) is wins for other in others):
            yield suit


def _tops(game: Soaring, card: str) -> bool:
    """Whether it beats a card of the same suit and value."""
    ranking = standing(game)
    twins = [
        c
        for c in ranking.suits
        if c != card and (ranking.suits[c], ranking.values[c]) == (ranking.suits[card], ranking.values[card])
    ]
    return bool(twins) and all(best(game, (card, twin)) == card for twin in twins)
