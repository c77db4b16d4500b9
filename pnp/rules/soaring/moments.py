"""Moments of a game of soaring, with names for what claims speak of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from pnp.rules.claims import Moment
from pnp.rules.soaring.engine import DEAL, DRAFT, PLAY, SIDE, State
from pnp.rules.soaring.observe import best

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring


class SoaringMoment(Moment["Soaring", State]):
    """A transition of a game. `seat` is that of the player who chooses; choices take effect after the last one."""

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def phase(self) -> str:
        return self.before.phase

    @property
    def seat(self) -> int:
        return len(self.before.picks)

    @property
    def is_last_choice(self) -> bool:
        """Whether all others have chosen, so that the choices take effect."""
        return self.phase != DEAL and self.seat == self.players - 1

    @property
    def round(self) -> int:
        return self.before.rounds + 1

    # The deal and the draft -----------------------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        """Whether the last card of a deal is dealt."""
        return self.phase == DEAL and self.after.phase != DEAL

    @property
    def begins_round(self) -> bool:
        """Whether the first card of a round is dealt."""
        return self.phase == DEAL and not any(self.before.packs)

    @property
    def drafts(self) -> bool:
        """Whether packs are passed."""
        return self.phase == DRAFT and self.is_last_choice

    @cached_property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each player has chosen in this step."""
        return (*self.before.picks, self.action[1:])

    def rest(self, seat: int) -> frozenset[str]:
        """The cards of a player's pack that are not kept."""
        return frozenset(self.before.packs[seat]) - frozenset(self.choices[seat])

    def holder(self, cards: frozenset[str]) -> int:
        """The player who has these cards after the step, in the pack or in the hand."""
        piles = zip(self.after.packs, self.after.hands, strict=True)
        return next(seat for seat, (pack, hand) in enumerate(piles) if cards <= {*pack, *hand})

    @cached_property
    def passed_left(self) -> int:
        """By how many seats to the left packs are passed; -1 if to the right."""
        steps = {(self.holder(self.rest(seat)) - seat) % self.players for seat in range(self.players)}
        step = steps.pop() if len(steps) == 1 else 0
        return -1 if step == self.players - 1 and self.players > 2 else step

    @cached_property
    def kept(self) -> frozenset[int]:
        """The number of cards that players keep when packs are passed."""
        return frozenset(len(pick) for pick in self.choices)

    @cached_property
    def taken_from_side(self) -> list[tuple[int, int]]:
        """For each player, how many cards were kept and discarded when cards are taken from side piles."""
        return [
            (len(self.after.hands[seat]) - len(self.before.hands[seat]),
             len(self.after.discards[seat]) - len(self.before.discards[seat]))
            for seat in range(self.players)
        ]  # fmt: skip

    @cached_property
    def left_beside(self) -> list[set[str]]:
        """For each player, the cards that are left of the own side pile."""
        gone = [{*self.after.hands[seat], *self.after.discards[seat]} for seat in range(self.players)]
        return [set(pile) - cards for pile, cards in zip(self.before.side, gone, strict=True)]

    @property
    def takes_from_side(self) -> bool:
        return self.phase == SIDE and self.is_last_choice

    # Hands -----------------------------------------------------------------------------------------------------

    @property
    def reveals(self) -> bool:
        return self.phase == PLAY and len(self.after.tables) > len(self.before.tables)

    @cached_property
    def table(self) -> tuple[str, ...]:
        """The revealed cards, by seat."""
        return self.after.tables[-1]

    @property
    def low(self) -> bool:
        return self.before.low

    @cached_property
    def taker(self) -> int:
        """The player who wins the hand."""
        counts = (self.before.wins, self.after.wins) if self.game.by_hands else (self.before.taken, self.after.taken)
        more = [seat for seat, (then, now) in enumerate(zip(*counts, strict=True)) if now > then]
        # The last hand of a round between two players is not counted apart.
        return more[0] if more else self.table.index(best(self.game, self.table, low=self.low))

    @property
    def winner(self) -> str:
        """The card that wins the hand."""
        return self.table[self.taker]

    @property
    def loser(self) -> str:
        """The first card that does not win the hand."""
        return next(card for card in self.table if card != self.winner)

    @property
    def is_first_hand(self) -> bool:
        """Whether this is the first hand of a round."""
        return not any(self.before.taken)

    @property
    def is_last_hand(self) -> bool:
        """Whether this is the last hand of a round."""
        return len(self.before.hands[0]) == 1

    @property
    def ends_round(self) -> bool:
        return self.reveals and self.after.rounds > self.before.rounds

    @property
    def was_dealt(self) -> bool:
        """Whether the round began with a deal, not with a scene."""
        return any(self.before.looks)

    @property
    def goes_on(self) -> bool:
        """Whether another hand of the same round follows."""
        return self.reveals and not self.is_last_hand and not self.over

    @cached_property
    def rhinos(self) -> tuple[str, ...]:
        """The revealed cards without a value."""
        return tuple(card for card in self.table if self.game.traits[card].ranks)

    @cached_property
    def downers(self) -> tuple[str, ...]:
        """The revealed cards that say that they beat the plain card of their suit and value."""
        return tuple(card for card in self.table if self.game.traits[card].beats_regular_same_value)

    def value(self, card: str) -> int:
        """The value that is printed on a card."""
        return self.game.traits[card].value or 0

    def suit(self, card: str) -> str:
        """The suit that is printed on a card."""
        return self.game.traits[card].suit or card

    @cached_property
    def is_plain(self) -> bool:
        """Whether a hand is revealed without a card that changes the order."""
        return self.reveals and not self.rhinos

    @cached_property
    def twins(self) -> tuple[tuple[str, str], ...]:
        """The pairs on the table of a Downer and the plain card of its suit and value."""
        return tuple((downer, card) for downer in self.downers for card in self.table if self._is_twin(downer, card))

    def _is_twin(self, downer: str, card: str) -> bool:
        return card != downer and all(of(downer) == of(card) for of in (self.suit, self.value))


def scenes(game: Soaring) -> Iterator[State]:
    """The last hands of games in which the special cards meet those that they concern, in high and low hands."""
    if game.players == 3 and game.divider:
        yield from _within_classes(game)
    if game.players != 2:
        return
    special = [card for card in game.deck if game.traits[card].ranks or game.traits[card].beats_regular_same_value]
    pairs = [(one, card) for one in special for card in game.deck if _meets(game, one, card)]
    goal = (game.table.win.number - 1,) * 2
    for low in (False, True):
        for one, other in (*pairs, *combinations(special, 2)):
            hands = (one,), (other,)
            yield game.setup()._replace(phase=PLAY, hands=hands, deck=_others(game, *hands), low=low, wins=goal)
        downers = [card for card in special if not game.traits[card].ranks][:2]
        for spares in zip(game.deck[::2], game.deck[1::2], strict=False):
            # The first player has chosen a Downer, the other may; one more hand follows.
            held = tuple(tuple(sorted(pair)) for pair in zip(downers, spares, strict=True) if len(set(pair)) == 2)
            if len(held) == 2 and not set(downers) & set(spares):
                state = game.setup()._replace(phase=PLAY, hands=held, deck=_others(game, *held), low=low, wins=goal)
                yield state._replace(picks=((downers[0],),))


def _within_classes(game: Soaring) -> Iterator[State]:
    """Hands of the Rhino and two cards of one class, which may win: the highest class, and in low hands the lowest."""
    goal = (game.table.win.number - 1,) * 3
    rhino = tuple(card for card in game.deck if game.traits[card].ranks)[:1]
    suits = [[card for card in game.deck if game.traits[card].suit == suit] for suit in game.rules.suits]
    lows = ((suits[1][1], suits[2][1]), (suits[2][3], suits[1][3]), (suits[1][0], suits[2][0]))
    for low, pairs in ((False, ((suits[0][0], suits[0][3]), (suits[0][2], suits[0][1]))), (True, lows)):
        for pair in pairs:
            hands = rhino, *((card,) for card in pair)
            yield game.setup()._replace(phase=PLAY, hands=hands, deck=_others(game, *hands), low=low, wins=goal)


def _others(game: Soaring, *hands: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in game.deck if not any(card in hand for hand in hands))


def _meets(game: Soaring, special: str, card: str) -> bool:
    """Whether a card concerns a special one: its plain twin, or the best and worst card of each suit for the Rhino."""
    ours, its = game.traits[special], game.traits[card]
    if card == special or its.ranks or its.beats_regular_same_value:
        return False
    return its.value in (1, 5) if ours.ranks else (its.suit, its.value) == (ours.suit, ours.value)
