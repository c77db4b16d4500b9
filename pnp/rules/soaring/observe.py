"""Observe the traits of soaring's cards by revealing them in hands.

Two cards have the same value if the same one wins both a high hand and a low hand. Otherwise, the one with the higher
value wins the high hand. Traits are never read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cmp_to_key, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring

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


def best(game: Soaring, cards: Sequence[str], *, low: bool = False) -> str:
    """The card that wins a hand."""
    return cards[game.winner(cards, low=low)]


@lru_cache(16)
def standing(game: Soaring) -> Standing:
    """Observe the order of the cards."""
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
    """The numbers of the values, by which the engine compares, from the highest."""
    called = sorted({game.order(card, amid=False, low=False)[1] for cards in classes for card in cards}, reverse=True)
    if len(called) == len(classes):
        return called
    return [game.order(cards[0], amid=False, low=False)[1] for cards in classes]


def _suits(game: Soaring, cards: Group) -> dict[str, str]:
    """The suits of cards, in the order of a value that all suits have, from the best to the worst.

    If a value is missing from some suits, hands do not show from which, so the engine's own order is used.
    """
    groups = _classes(cards, lambda a, b: not _level(game, a, b))
    if len(groups) != len(game.rules.suits):
        return {card: game.rules.suits[-game.order(card, amid=False, low=False)[2]] for card in cards}
    groups.sort(key=lambda group: min(cards.index(card) for card in group))
    return {card: suit for suit, group in zip(game.rules.suits, groups, strict=True) for card in group}


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
    return seen | ({"next_hand_lowest_wins": True} if game.next_low((card,)) else {})


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
