"""Facts of soaring's deal, draft and rounds: answers found by playing and by trying positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Facts, Play
from pnp.rules.soaring.engine import DISCARD, DRAFT, PLAY
from pnp.rules.soaring.moments import SoaringMoment
from pnp.rules.soaring.observe import lowers, observe, ranked, standing
from pnp.rules.soaring.positions import dealt, passes_to

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring

FACTS = Facts()
fact = FACTS.fact
M = SoaringMoment
LOW, HIGH = "lowest", "highest"


def by_players(play: Play, when: Callable[[M], Any], value: Callable[[M], Any]) -> dict[int, Any]:
    """The value at all moments of games for each number of players."""
    numbers = sorted({m.players for m in play.moments})
    found = {n: play.value(lambda m, n=n: m.players == n and when(m), value) for n in numbers}  # type: ignore[misc]
    return {n: value for n, value in found.items() if value != "unseen"}


# The cards ---------------------------------------------------------------------------------------------------


@fact("deck.cards")
def _cards(play: Play) -> Any:
    """The number of cards that a round begins with."""
    return play.value(lambda m: m.begins_round, lambda m: len(m.legal))


@fact("deck.suits")
def _suits(play: Play) -> dict[str, list[int]]:
    """The values of each suit's plain cards."""
    game, found = play.game, standing(play.game)
    plain = [card for card in ranked(game) if not _observed(game, card).get("beats_regular_same_value")]
    return {
        suit: sorted(found.values[card] for card in plain if found.suits[card] == suit) for suit in game.rules.suits
    }


@fact("deck.downers")
def _downers(play: Play) -> dict[str, list[Any]]:
    """The suit and value of each Downer: a card that makes the next hand a low one."""
    seen = {card: _observed(play.game, card) for card in play.game.deck if lowers(play.game, card)}
    return {card: [traits["suit"], traits["value"]] for card, traits in seen.items()}


def _observed(game: Soaring, card: str) -> dict[str, Any]:
    return observe(game, "deck", card) or {}


# The deal ----------------------------------------------------------------------------------------------------


@fact("deal.aside")
def _aside(play: Play) -> Any:
    return by_players(play, lambda m: m.is_dealt, lambda m: len(m.after.deck))


@fact("deal.cards")
def _deal(play: Play) -> Any:
    return by_players(play, lambda m: m.is_dealt, lambda m: len(m.after.packs[0]))


@fact("deal.side")
def _side(play: Play) -> Any:
    return by_players(play, lambda m: m.is_dealt, lambda m: len(m.after.side[0]))


@fact("aside.hidden")
def _aside_hidden(play: Play) -> bool:
    """Whether views are the same for all cards that may be set aside."""
    state = dealt(play.game)
    other = state._replace(deck=tuple(reversed(state.deck[1:])) + state.packs[-1][:1])
    return all(play.game.view(state, seat) == play.game.view(other, seat) for seat in range(play.game.players - 1))


@fact("aside.played")
def _aside_played(play: Play) -> Any:
    """Whether a card that was set aside is revealed in the same round."""
    return play.value(lambda m: m.reveals and m.before.deck, lambda m: bool({*m.table} & {*m.before.deck}))


@fact("discard.hidden")
def _discard_hidden(play: Play) -> bool:
    """Whether a view is the same for all cards that other players may have discarded."""
    moment = next(
        m for m in play.moments if m.phase == PLAY and m.is_first_hand and m.before.deck and m.before.discards[1]
    )
    game, state = moment.game, moment.before
    discards = (state.discards[0], (state.deck[0],), *state.discards[2:])
    return bool(game.view(state, 0) == game.view(state._replace(discards=discards), 0))


@fact("hand.hidden")
def _hidden(play: Play) -> bool:
    """Whether a view is the same for all hands that another player may have."""
    moment = next(m for m in play.moments if m.phase == PLAY and m.is_first_hand and m.before.deck)
    game, state = moment.game, moment.before
    hands = (state.hands[0], tuple(sorted((*state.hands[1][1:], state.deck[0]))), *state.hands[2:])
    return bool(game.view(state, 0) == game.view(state._replace(hands=hands), 0))


@fact("choice.hidden")
def _choice_hidden(play: Play) -> bool:
    """Whether the view of a player is the same for all choices that another has made in this step."""

    def same(m: M) -> bool:
        views = [m.game.view(m.game.apply(m.before, action), 1) for action in m.legal]
        return all(view == views[0] for view in views)

    return bool(play.value(lambda m: m.seat == 0 and m.phase in (DISCARD, PLAY), same))


# The draft ---------------------------------------------------------------------------------------------------


@fact("discard.cards")
def _discard(play: Play) -> Any:
    return by_players(play, lambda m: m.phase == DISCARD, lambda m: len(m.action) - 1)


@fact("discard.optional")
def _discard_optional(play: Play) -> Any:
    return play.value(lambda m: m.phase == DISCARD, lambda m: m.verbs != {"discard"})


@fact("discard.played")
def _discard_played(play: Play) -> Any:
    """Whether a discarded card is revealed in the same round."""
    return play.value(
        lambda m: m.reveals, lambda m: any(card in pile for card in m.table for pile in m.before.discards)
    )


@fact("draft.keeps")
def _keeps(play: Play) -> Any:
    """The number of cards that players keep before they pass the others."""
    return by_players(play, lambda m: m.drafts, lambda m: sorted(m.kept)[0] if len(m.kept) == 1 else sorted(m.kept))


@fact("draft.last_kept")
def _last_kept(play: Play) -> Any:
    """Whether the cards that are passed last are kept."""
    return play.value(
        lambda m: m.drafts and m.after.phase != DRAFT,
        lambda m: all(m.rest(seat) <= set(m.after.hands[m.holder(m.rest(seat))]) for seat in range(m.players)),
    )


@fact("draft.three_as_four")
def _three_as_four(play: Play) -> bool:
    """Whether three players discard, keep and pass as four do."""
    return all(play.fact(name)["3"] == play.fact(name)["4"] for name in ("discard.cards", "draft.keeps"))


@fact("pass.way")
def _way(play: Play) -> Any:
    """The side to which packs are passed in each round."""
    rounds = play.values(lambda m: m.drafts and m.players > 2, lambda m: m.round)
    return {
        number: play.value(lambda m, n=number: m.drafts and m.players > 2 and m.round == n, _passed)  # type: ignore[misc]
        for number in rounds
    }


def _passed(moment: M) -> str:
    return {1: "left", -1: "right"}.get(moment.passed_left, "across")


@fact("pass.two")
def _two_ways(play: Play) -> Any:
    """Whether the direction changes which player gets a pack when there are two."""
    game = play.game.for_players(2)
    return len({passes_to(game, game.setup()._replace(rounds=number)) for number in range(4)}) > 1


@fact("side.keeps")
def _side_keeps(play: Play) -> Any:
    """The cards that players keep in each choice from a side pile."""
    return play.value(lambda m: m.takes_from_side, lambda m: m.taken_from_side[0][0])


@fact("side.discards")
def _side_discards(play: Play) -> Any:
    return play.value(lambda m: m.takes_from_side, lambda m: m.taken_from_side[0][1])


@fact("side.piles")
def _side_piles(play: Play) -> Any:
    """The number of side piles for each of two players: the cards that are neither dealt nor set aside."""
    cards, aside, deal, size = (play.fact(name) for name in ("deck.cards", "deal.aside", "deal.cards", "deal.side"))
    return (cards - aside["2"] - 2 * deal["2"]) // (2 * size["2"])


@fact("side.own")
def _side_own(play: Play) -> Any:
    """Whether players choose from the same side pile again."""
    return play.value(
        lambda m: m.takes_from_side and any(m.after.side),
        lambda m: m.left_beside == [set(pile) for pile in m.after.side],
    )


@fact("held")
def _held(play: Play) -> Any:
    """The cards in each hand when play begins."""
    return by_players(
        play, lambda m: m.phase != PLAY and m.after.phase == PLAY, lambda m: sorted(set(map(len, m.after.hands)))[0]
    )


# Hands and rounds ----------------------------------------------------------------------------------------------


@fact("play.any")
def _any(play: Play) -> Any:
    """Whether players may play any card that they hold."""
    return play.value(lambda m: m.phase == PLAY, lambda m: {a[1] for a in m.legal} == set(m.before.hands[m.seat]))


@fact("play.returns")
def _returns(play: Play) -> Any:
    """Whether a played card comes back into a hand in the same round."""
    return play.value(
        lambda m: m.reveals and not m.ends_round, lambda m: any({*hand} & {*m.table} for hand in m.after.hands)
    )


@fact("hand.winners")
def _winners(play: Play) -> Any:
    """How many players win a hand."""
    return play.value(lambda m: m.reveals and not m.ends_round, lambda m: sum(m.after.taken) - sum(m.before.taken))


@fact("round.hands")
def _hands(play: Play) -> Any:
    """The number of hands after which a round ends, if the game does not."""
    return by_players(play, lambda m: m.ends_round and m.was_dealt, lambda m: sum(m.before.taken) + 1)


@fact("round.all_cards")
def _all_cards(play: Play) -> Any:
    """Whether all cards are shuffled for each round."""
    return play.value(lambda m: m.begins_round and m.round > 1, lambda m: set(m.before.deck) == set(m.game.deck))


@fact("round.winner")
def _round_winner(play: Play) -> Any:
    """Who wins a round of two players."""

    def who(m: M) -> str:
        taken = [count + (seat == m.taker) for seat, count in enumerate(m.before.taken)]
        gains = [now - then for now, then in zip(m.after.wins, m.before.wins, strict=True)]
        return "most hands" if gains == [int(count == max(taken)) for count in taken] else "other"

    return play.value(lambda m: m.ends_round and not m.game.by_hands and sum(m.before.taken) > 3, who)


@fact("round.lead_can_be_lost")
def _lead(play: Play) -> Any:
    """Whether a player who has more than half of a round's hands can lose the round."""

    def lost(m: M) -> bool:
        leader = m.before.taken.index(max(m.before.taken))
        return bool(m.after.wins[leader] == m.before.wins[leader])

    size = play.fact("round.hands")["2"]
    return play.value(lambda m: m.players == 2 and m.ends_round and 2 * max(m.before.taken) > size, lost)


@fact("win.by")
def _by(play: Play) -> Any:
    """What wins a game: hands or rounds."""

    def unit(m: M) -> str:
        return "hands" if m.after.wins[m.taker] == 1 + m.before.wins[m.taker] and m.after.rounds == 0 else "rounds"

    return by_players(play, lambda m: m.reveals and m.round == 1 and sum(m.before.wins) == 0, unit)


@fact("win.count")
def _count(play: Play) -> Any:
    """How many hands or rounds win a game."""
    return by_players(play, lambda m: m.reveals and m.over, lambda m: max(m.after.wins))


@fact("win.mid_round")
def _mid_round(play: Play) -> bool:
    """Whether a game ends although cards are still held."""
    return any(m.reveals and m.over and any(m.after.hands) for m in play.moments)


@fact("win.kept")
def _kept(play: Play) -> Any:
    """Whether what was won counts on in the next round."""
    return play.value(
        lambda m: m.begins_round and m.previous and m.previous.reveals,
        lambda m: all(now >= then for now, then in zip(m.before.wins, m.previous.before.wins, strict=True)),
    )
