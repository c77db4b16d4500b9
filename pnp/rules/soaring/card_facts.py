"""Facts of soaring's hands: who wins them, what the special cards do, and what the options change."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Facts, Play
from pnp.rules.soaring.engine import DEAL, PLAY, SIDE
from pnp.rules.soaring.moments import SoaringMoment
from pnp.rules.soaring.observe import best, lowers, ranked, standing
from pnp.rules.soaring.positions import about_to_reveal, dealt

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring

FACTS = Facts()
fact = FACTS.fact
M = SoaringMoment
LOW, HIGH = "lowest", "highest"


@fact("rank.value")
def _value(play: Play) -> Any:
    """Whether the highest or the lowest printed value wins a high hand."""
    return play.value(lambda m: m.is_plain and not m.low and _values_differ(m), _extreme)


@fact("rank.low_value")
def _low_value(play: Play) -> Any:
    return play.value(lambda m: m.is_plain and m.low and _values_differ(m), _extreme)


def _values_differ(m: M) -> bool:
    return len({m.value(card) for card in m.table}) > 1


def _extreme(m: M) -> str:
    values = [m.value(card) for card in m.table]
    return {max(values): HIGH, min(values): LOW}.get(m.value(m.winner), "another")


@fact("rank.suits")
def _rank_suits(play: Play) -> Any:
    """The suits, from the one that wins ties to the one that loses them."""
    return _tied(play.game, low=False)


@fact("rank.low_suits")
def _low_suits(play: Play) -> Any:
    return _tied(play.game, low=True)


def _tied(game: Soaring, *, low: bool) -> list[str]:
    """The suits by the number of ties that they win."""
    found = standing(game)
    won = dict.fromkeys(game.rules.suits, 0)
    for _, cards in found.ladder:
        for pair in combinations(cards, 2):
            if found.suits[pair[0]] != found.suits[pair[1]]:
                won[found.suits[best(game, pair, low=low)]] += 1
    return sorted(won, key=lambda suit: -won[suit])


@fact("rank.ties")
def _ties(play: Play) -> bool:
    """Whether the winner of two cards depends on who plays them, as in a tie."""
    game = play.game
    return any(
        best(game, (a, b), low=low) != best(game, (b, a), low=low)
        for a, b in combinations(game.deck, 2)
        for low in (False, True)
    )


@fact("downer.twin")
def _twin(play: Play) -> Any:
    return play.value(lambda m: m.is_plain and not m.low and _twin_wins(m), _which_twin)


@fact("downer.low_twin")
def _low_twin(play: Play) -> Any:
    """Whether the Downer or the plain card of its suit and value wins a low hand."""
    return play.value(lambda m: m.is_plain and m.low and _twin_wins(m), _which_twin)


def _twin_wins(m: M) -> bool:
    return any(m.winner in pair for pair in m.twins)


def _which_twin(m: M) -> str:
    return "downer" if m.winner in m.downers else "plain"


def _next(m: M) -> str:
    return LOW if m.after.low else HIGH


@fact("downer.next")
def _downer_next(play: Play) -> Any:
    """Who wins the hand after a Downer that wins its hand."""
    return play.value(lambda m: m.goes_on and m.winner in m.downers, _next)


@fact("downer.loses")
def _downer_loses(play: Play) -> Any:
    """Whether a Downer that does not win its hand makes the next one low."""
    return play.value(lambda m: m.goes_on and m.downers and m.winner not in m.downers, lambda m: m.after.low)


@fact("downer.two")
def _downer_two(play: Play) -> Any:
    """Whether a second Downer in a hand undoes the first."""
    return play.value(lambda m: m.goes_on and len(m.downers) > 1, lambda m: not m.after.low)


@fact("downer.in_low")
def _in_low(play: Play) -> Any:
    """Who wins the hand after a low one with a Downer."""
    return play.value(lambda m: m.goes_on and m.low and m.downers, _next)


@fact("downer.lasts")
def _lasts(play: Play) -> Any:
    """For how many hands a Downer makes the lowest card win."""
    game = play.game.for_players(2)
    plain = [card for card in ranked(game) if not lowers(game, card)]
    downer = next(card for card in game.deck if lowers(game, card))
    state = game.setup()._replace(phase=PLAY, hands=(tuple(sorted((downer, *plain[:4]))), tuple(sorted(plain[4:9]))))
    count = 0
    for cards in ((downer, plain[4]), *zip(plain[:4], plain[5:9], strict=True)):
        count += state.low
        for card in cards:
            state = game.apply(state, ("play", card))
    return count


@fact("downer.carried")
def _carried(play: Play) -> Any:
    """Whether a Downer in the last hand of a round makes the next round's first hand low."""
    return play.value(lambda m: m.ends_round and m.downers and not m.over, lambda m: m.after.low)


@fact("round.begins")
def _round_begins(play: Play) -> Any:
    """Whether the highest or the lowest card wins the first hand of a round."""
    return play.value(lambda m: m.is_plain and m.is_first_hand and _values_differ(m) and m.was_dealt, _extreme)


@fact("rhino.order")
def _rhino_order(play: Play) -> Any:
    """The suits above and below the card without a value, in a high hand."""
    return _classes(play.game, low=False)


@fact("rhino.low_order")
def _rhino_low(play: Play) -> Any:
    return _classes(play.game, low=True)


def _classes(game: Soaring, *, low: bool) -> list[list[str]]:
    found = standing(game)
    card = found.apart[0]
    beats = {suit for other, suit in found.suits.items() if best(game, (card, other), low=low) == card}
    return [sorted(set(found.suits.values()) - beats), [card], sorted(beats)]


@fact("rhino.low_reversed")
def _low_reversed(play: Play) -> bool:
    """Whether the order of the classes is reversed in a low hand."""
    return bool(play.fact("rhino.low_order") == play.fact("rhino.order")[::-1])


@fact("rhino.cycle")
def _cycle(play: Play) -> Any:
    """The suit that wins when the Rhino, a card that it beats, and a lower card that beats it are revealed."""
    game, found = play.game, standing(play.game)
    rhino, (above, _, below) = found.apart[0], play.fact("rhino.order")
    tables = [
        (rhino, strong, weak)
        for strong in found.suits if found.suits[strong] in below
        for weak in found.suits if found.suits[weak] in above and found.values[weak] < found.values[strong]
    ]  # fmt: skip
    winners = sorted({found.suits.get(best(game, table), rhino) for table in tables})
    return winners[0] if len(winners) == 1 else winners


@fact("rhino.low_cycle")
def _low_cycle(play: Play) -> Any:
    """The suits that win a low hand of the Rhino, a card that it beats in a high one, and a lower card of another suit
    that beats it there."""
    game, found = play.game, standing(play.game)
    rhino, (above, _, below) = found.apart[0], play.fact("rhino.order")
    return sorted({
        found.suits.get(best(game, (rhino, strong, weak), low=True), rhino)
        for strong in found.suits if found.suits[strong] in below
        for weak in found.suits if found.suits[weak] in above and found.values[weak] < found.values[strong]
    })  # fmt: skip


@fact("rhino.no_better")
def _no_better(play: Play) -> Any:
    """What wins a high hand of the Rhino and of cards that are all of the suits below it."""
    game, found = play.game, standing(play.game)
    rhino, (_, _, below) = found.apart[0], play.fact("rhino.order")
    cards = [card for card, suit in found.suits.items() if suit in below]
    winners = sorted({best(game, (rhino, *pair)) for pair in combinations(cards, 2)})
    return winners[0] if len(winners) == 1 else winners


@fact("rhino.low_twin")
def _rhino_low_twin(play: Play) -> Any:
    """Whether the Downer or the plain card of its suit and value wins a low hand with the Rhino."""
    game, found = play.game, standing(play.game)
    places = {card: (value, found.suits[card]) for value, cards in found.ladder for card in cards}
    pairs = [
        (downer, card)
        for downer in places if lowers(game, downer)
        for card in places if not lowers(game, card) and places[card] == places[downer]
    ]  # fmt: skip
    downers = {best(game, (*pair, found.apart[0]), low=True) == pair[0] for pair in pairs}
    return "other" if len(downers) != 1 else "downer" if True in downers else "plain"


@fact("downer.none")
def _downer_none(play: Play) -> Any:
    """Who wins the hands of a round in which no Downer is revealed."""
    return play.value(
        lambda m: m.goes_on and m.was_dealt and not any(lowers(m.game, card) for table in _round(m) for card in table),
        _next,
    )


def _round(m: M) -> tuple[tuple[str, ...], ...]:
    """The hands of this round, with the one that is revealed."""
    return m.after.tables[len(m.after.tables) - sum(m.after.taken) :]


# Options -------------------------------------------------------------------------------------------------------


@fact("option.shadow")
def _shadow(play: Play) -> bool:
    """Whether with the option a Downer in the last hand of a round makes the next round's first hand low."""
    game = _varied(play.game, carry_low=True)
    downer = next(card for card in game.deck if lowers(game, card))
    others = [card for card in ranked(game) if not lowers(game, card)]
    shown = [downer, *others[4 : 3 + game.players]]
    hands = play.fact("round.hands")[str(game.players)]
    state = about_to_reveal(game, shown, [k % game.players for k in range(hands - 1)])
    for card in shown:
        state = game.apply(state, ("play", card))
    return bool(state.phase == DEAL and state.low)


@fact("option.crossing")
def _crossing(play: Play) -> bool:
    """Whether with the option players get what is left of the other's side pile."""
    game = _varied(play.game, second_pick="swap").for_players(2)
    state = dealt(game)
    while state.phase != SIDE or state.picks:
        state = game.apply(state, game.legal(state)[0])
    piles = state.side
    for _ in range(game.players):
        state = game.apply(state, game.legal(state)[0])
    return all(set(state.side[seat]) < set(piles[1 - seat]) for seat in range(2))


def _varied(game: Soaring, **changes: Any) -> Soaring:
    return type(game)(replace(game.rules, **changes), game.traits, game.players)
