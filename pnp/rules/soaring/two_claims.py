"""What sentences may state about soaring with two players, and about its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.soaring.claims import rests_are_kept
from pnp.rules.soaring.engine import DEAL, DISCARD, PLAY, SIDE
from pnp.rules.soaring.moments import SoaringMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = SoaringMoment


def _is_two(then: Callable[[M], Any]) -> Callable[[M], Any]:
    return lambda m: m.players == 2 and then(m)


@claim("two.deal", settles=["deal.aside", "deal.cards"])
def _two_deal(words: Words, play: Play) -> Statements:
    """Set aside n cards, and deal k cards to each player."""
    aside, cards = words.number(), words.number()
    everyone = words.one("person") == "everybody"
    words.about("set_aside", "card", "deal")
    words.skip("source", "to")
    yield Always(
        _is_two(lambda m: m.is_dealt),
        lambda m: len(m.after.deck) == aside and everyone == all(len(pack) == cards for pack in m.after.packs),
    )


@claim("two.side", settles=["deal.side", "side.piles"])
def _two_side(words: Words, play: Play) -> Statements:
    """Put a side pile of n cards face down on the left of each player."""
    count = words.number()
    words.one("lie", "down")
    words.one("side", "left")
    everyone = words.one("person") == "everybody"
    words.about("put", "side_pile", "card")
    yield Always(_is_two(lambda m: m.is_dealt), lambda m: everyone == all(len(pile) == count for pile in m.after.side))


@claim("two.draft", settles=["discard.cards", "draft.keeps"])
def _two_draft(words: Words, play: Play) -> Statements:
    """Discard n cards, keep k cards, and give one card to your rival."""
    gone, kept, given = words.number(), words.number(), words.number()
    parties = words.every("party")
    words.about("discard", "card", "keep", "give")
    words.skip("source", "to")
    if parties != ("you", "rival"):
        raise WordsError("it must say that you give to your rival")
    yield Always(_is_two(lambda m: m.phase == DISCARD), lambda m: len(m.action) - 1 == gone)
    yield Always(_is_two(lambda m: m.drafts), lambda m: m.kept == {kept} and len(m.rest(0)) == given)
    yield Always(_is_two(lambda m: m.drafts), lambda m: m.holder(m.rest(0)) == 1 and m.holder(m.rest(1)) == 0)


@claim("two.given", settles=["draft.last_kept"])
def _given(words: Words, play: Play) -> Statements:
    """Keep the card that your rival gives you."""
    parties = words.every("party")
    words.about("keep", "card", "give")
    if parties != ("you", "rival", "you"):
        raise WordsError("it must say that your rival gives it to you")
    yield Always(_is_two(lambda m: m.drafts), rests_are_kept)


@claim("side.pick", settles=["side.keeps", "side.discards"])
def _pick(words: Words, play: Play) -> Statements:
    """Then look at your side pile: discard n cards, and keep k cards."""
    words.one("time", "after")
    words.skip("party", "you")
    gone, kept = words.number(), words.number()
    words.about("look", "side_pile", "discard", "card", "keep")
    yield Always(lambda m: m.takes_from_side, lambda m: _picked(m, gone, kept))
    yield Always(lambda m: m.after.phase == SIDE and m.phase not in (SIDE, DEAL), lambda m: m.drafts)


@claim("side.again", settles=["side.own"])
def _pick_again(words: Words, play: Play) -> Statements:
    """Repeat this with the other n cards of the same side pile: as many are discarded and kept as before."""
    words.one("often", "again")
    words.skip("has", "with")
    left = words.number()
    words.skip("source", "from")
    quants = words.every("quant")
    words.about("side_pile", "card")
    if quants not in (("other", "same"), ("other", "other")):
        raise WordsError("it must say that the other cards are of the same side pile")
    same = quants[1] == "same"
    gone, kept = play.fact("side.discards"), play.fact("side.keeps")
    yield Always(
        lambda m: m.takes_from_side and any(m.after.side), lambda m: {len(pile) for pile in m.after.side} == {left}
    )
    yield Always(lambda m: m.takes_from_side, lambda m: _picked(m, gone, kept))
    yield Always(
        lambda m: m.takes_from_side and any(m.after.side),
        lambda m: same == (m.left_beside == [set(pile) for pile in m.after.side]),
    )
    yield Always(
        lambda m: m.phase == SIDE and not m.takes_from_side and len(m.before.side[0]) < play.fact("deal.side")["2"],
        lambda m: set(m.action[1:]) - {"drop"} <= set(m.before.side[m.seat]),
    )


def _picked(m: M, gone: int, kept: int) -> bool:
    return all(counts == (kept, gone) for counts in m.taken_from_side)


@claim("two.held", settles=["held"])
def _held(words: Words, play: Play) -> Statements:
    """You now hold n cards."""
    words.one("party", "you")
    words.skip("time", "after")
    count = words.number()
    words.about("hold", "card")
    yield Always(
        _is_two(lambda m: m.phase != PLAY and m.after.phase == PLAY),
        lambda m: {len(hand) for hand in m.after.hands} == {count},
    )


@claim("two.token", settles=["win.by"])
def _no_token(words: Words, play: Play) -> Statements:
    """If you win a hand, take no token."""
    words.one("cond", "if")
    words.skip("party", "you")
    words.one("result", "win")
    none = words.one("quant", "none", "some") == "none"
    words.about("hand", "take", "token")
    yield Always(_is_two(lambda m: m.reveals and not m.ends_round), lambda m: (m.after.wins == m.before.wins) == none)


@claim("round.winner", settles=["round.winner", "win.by"])
def _round_winner(words: Words, play: Play) -> Statements:
    """The player with the most hands wins the round, and takes n of their own tokens."""
    words.skip("has", "with")
    words.skip("party", "rival", "you")
    words.skip("owner", "mine")
    most = words.one("extreme") == "highest"
    words.one("result", "win")
    count = words.number()
    words.about("hand", "round", "take", "token", optional=["player"])

    def gains(m: M) -> list[int]:
        taken = [hands + (seat == m.taker) for seat, hands in enumerate(m.before.taken)]
        wanted = max(taken) if most else min(taken)
        return [count if hands == wanted else 0 for hands in taken]

    yield Always(
        _is_two(lambda m: m.ends_round and m.was_dealt),
        lambda m: [now - then for then, now in zip(m.before.wins, m.after.wins, strict=True)] == gains(m),
    )


@claim("two.win", settles=["win.by", "win.count"])
def _two_win(words: Words, play: Play) -> Statements:
    """With n tokens you win the game."""
    words.one("has", "with")
    words.one("party", "you")
    count = words.number()
    words.one("result", "win")
    words.about("token", "game")
    yield Holds(play.fact("win.count")["2"] == count, f"a game of two ends with {play.fact('win.count')['2']} tokens")
    yield Always(_is_two(lambda m: m.reveals), lambda m: m.over == (max(m.after.wins) >= count))
    yield Always(_is_two(lambda m: m.reveals and m.over), lambda m: m.winners == (m.after.wins.index(count),))


# Options -------------------------------------------------------------------------------------------------------


@claim("option.shadow", settles=["option.shadow"])
def _shadow(words: Words, play: Play) -> Statements:
    """A Downer in the last hand of a round makes the first hand of the next round low."""
    orders, level = words.every("order"), words.one("level")
    words.about("downer", "hand", "round")
    words.skip("source", "in")
    right = orders == ("last", "first", "next") and level == "low" and play.fact("option.shadow")
    yield Holds(right, "with this option the first hand is low after a Downer in the last one")


@claim("option.crossing", settles=["option.crossing"])
def _crossing(words: Words, play: Play) -> Statements:
    """With 2 players, swap the side piles before you choose again. Or: swap the other n cards of your side piles …"""
    words.one("has", "with")
    players = words.number()
    if words.maybe("quant") == "other":
        left = play.fact("deal.side")["2"] - play.fact("side.discards") - play.fact("side.keeps")
        yield Holds(words.number() == left, f"{left} cards are left in a side pile")
        words.skip("source", "from")
    words.one("time", "before")
    words.skip("party", "you")
    words.one("often", "again")
    words.about("swap", "side_pile", "choose", optional=["player", "card"])
    yield Holds(players == 2 and play.fact("option.crossing"), "with this option the side piles change sides")
