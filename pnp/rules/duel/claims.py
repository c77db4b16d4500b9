"""What sentences may state about the setup, the hands and the end of a duel, and the meanings of its phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.rules.claims import Always, Claims, Holds, Meaning, Play, Statement, Words, WordsError
from pnp.rules.duel import claims_round
from pnp.rules.duel.claims_round import condition, everyone, joined
from pnp.rules.duel.engine import CALL, DRAW, TARGET, TURN
from pnp.rules.duel.moments import ATTACKER, DEFENDER, EXPOSED, HIDDEN, OTHER, PLAYED, DuelMoment

CLAIMS = Claims(claims_round.CLAIMS)
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = DuelMoment


# Setup ----------------------------------------------------------------------------------------------------


@claim("call", settles=["call.colours"])
def _call(words: Words, play: Play) -> Statements:
    """One player calls red or black."""
    count, colours = words.number(), set(words.every("name"))
    joined(words, "or")
    words.about("call", optional=["player", "colour"])
    callers = {m.actor for m in play.moments if m.phase == CALL}
    yield Holds(len(callers) == count, f"{len(callers)} of the players call")
    yield Always(lambda m: m.phase == CALL, lambda m: {action[1] for action in m.legal} == colours)


@claim("call.turn")
def _turn(words: Words, play: Play) -> Statements:
    """Then the same player turns over the top card of the deck."""
    words.one("time", "after")
    words.one("quant", "same")
    words.skip("extreme", "highest")
    words.about("reveal", "card", optional=["player", "deck"])
    yield Always(lambda m: m.phase == CALL, lambda m: m.phase_after == TURN and m.verbs_after == {"turn"})
    yield Always(lambda m: m.turns, lambda m: m.game.left(m.before) - m.game.left(m.after) == 1)


@claim("call.right", settles=["call.right"])
def _right(words: Words, play: Play) -> Statements:
    """If the card has the colour that was called, the caller attacks first."""
    is_right = condition(words)
    party, role = words.one("party", "caller", "rival"), words.one("role")
    words.one("order", "first")
    words.about("colour", "call", optional=["card"])
    yield Always(
        lambda m: m.turns and m.called == is_right,
        lambda m: m.caller_attacks == ((party == "caller") == (role == ATTACKER)),
    )


@claim("call.wrong", settles=["call.wrong"])
def _wrong(words: Words, play: Play) -> Statements:
    """Otherwise the other player attacks first."""
    words.one("cond", "otherwise")
    other = words.one("quant", "other", "same") == "other"
    role = words.one("role")
    words.one("order", "first")
    words.about("player")
    yield Always(
        lambda m: m.turns and not m.called, lambda m: m.caller_attacks != (other == (role == ATTACKER))
    )  # fmt: skip


@claim("call.suits", settles=["call.right", "call.wrong"])
def _suits(words: Words, play: Play) -> Statements:
    """You called red: if the card is one of the hearts or diamonds, you attack first; otherwise your rival does."""
    words.one("party", "you")
    words.one("cond", "if")
    party, role = words.one("party", "you", "rival"), words.one("role")
    colour, suits = words.name(), set(words.every("name"))
    words.one("order", "first")
    joined(words, "or")
    words.about("call", optional=["card"])
    mine = (party == "you") == (role == ATTACKER)

    def relevant(m: M) -> bool:
        return m.turns and m.before.call == colour

    yield Always(
        lambda m: relevant(m) and m.game.traits[m.card].suit in suits, lambda m: m.caller_attacks == mine
    )  # fmt: skip
    yield Always(
        lambda m: relevant(m) and m.game.traits[m.card].suit not in suits, lambda m: m.caller_attacks != mine
    )  # fmt: skip


@claim("aside", settles=["aside.returns", "aside.public"])
def _aside(words: Words, play: Play) -> Statements:
    """The card that was turned over stays face up: it is out of the game."""
    lie = words.one("lie")
    words.one("source", "out")
    words.about("card", "game", optional=["leave", "stay", "turn", "reveal", "deck"])
    words.skip("spot", "beside")
    yield Always(
        lambda m: m.turns,
        lambda m: all((m.game.view(m.after, seat)["aside"] == m.card) == (lie == "up") for seat in (0, 1)),
    )
    yield Always(lambda m: m.before.aside, lambda m: m.after.aside == m.before.aside)
    yield Holds(play.fact("aside.returns") is False, "the card comes back into play")


@claim("deal", settles=["deal.cards"])
def _deal(words: Words, play: Play) -> Statements:
    """Deal n hidden cards to each player."""
    count = words.number()
    kind = words.maybe("face")
    words.one("source", "to")
    every = everyone(words)
    words.about("deal", "card", optional=["player"])

    def dealt(m: M) -> list[int]:
        return [len(cards) for cards in getattr(m.before, str(kind))] if kind else m.full

    yield Always(
        lambda m: m.phase == TARGET and not m.before.rounds,
        lambda m: all(size == count for size in dealt(m)) == every,
    )


# Hands ----------------------------------------------------------------------------------------------------


@claim("hand.secret", settles=["hand.hidden"])
def _secret(words: Words, play: Play) -> Statements:
    """Only you may look at your hidden cards."""
    words.one("quant", "only")
    viewer = words.one("party", "you", "rival")
    words.one("mode", "may")
    owner = words.one("party", "you", "rival")
    kind = str(words.one("face"))
    words.about("look", optional=["card"])
    if owner != viewer:
        raise WordsError("it must say that only the owner looks")
    yield Always(lambda m: m.phase == TARGET and any(getattr(m.before, kind)), lambda m: m.secret(kind))


@claim("hand.seen", settles=["hand.exposed_seen"])
def _seen(words: Words, play: Play) -> Statements:
    """Both players may look at exposed cards."""
    every = everyone(words)
    words.one("mode", "may")
    kind = str(words.one("face"))
    words.about("look", optional=["player", "card"])

    def seen(m: M) -> bool:
        cards = [list(cards) for cards in getattr(m.before, kind)]
        return all(m.game.view(m.before, seat)[kind] == cards for seat in (0, 1))

    yield Always(lambda m: m.phase == TARGET and any(getattr(m.before, kind)), lambda m: seen(m) == every)


@claim("hand.play", settles=["hand.exposed_playable"])
def _play(words: Words, play: Play) -> Statements:
    """You may play any card of your hand, hidden or exposed."""
    words.one("party", "you")
    may = words.one("mode") == "may"
    every = words.one("quant", "any", "all", "none") != "none"
    kinds = [str(kind) for kind in words.every("face")]
    words.skip("party", "you")
    joined(words, "or")
    words.about("play", "card", "hand")

    def named(m: M) -> frozenset[str]:
        return frozenset().union(*(m.own[kind] for kind in kinds))

    yield Always(lambda m: m.plays, lambda m: (m.playable == named(m)) == (may and every))


@claim("suit", settles=["suit.matters"])
def _suit(words: Words, play: Play) -> Statements:
    """In a round, the suit of a card does not matter."""
    matters = not words.negated()
    words.about("suit", "matter", optional=["round", "card"])
    words.skip("source", "in")
    yield Holds(play.fact("suit.matters") == matters, f"suits matter: {play.fact('suit.matters')}")
    yield Always(lambda m: m.plays, lambda m: (abs(m.total_after - m.total) == m.value) == (not matters))


@claim("drawn", settles=["drawn.exposed"])
def _drawn(words: Words, play: Play) -> Statements:
    """Cards you draw are hidden. Or: every card is drawn hidden."""
    every = words.maybe("quant") in (None, "all")
    words.skip("party", "you")
    kind = str(words.one("face"))
    words.about("draw", "card")

    def grows(m: M) -> bool:
        return any(m.card in cards for cards in getattr(m.after, kind)) and getattr(m.after, kind) != getattr(
            m.before, kind
        )

    yield Always(lambda m: m.phase == DRAW, lambda m: grows(m) == every)


# After a round --------------------------------------------------------------------------------------------


@claim("won.cards", settles=["won.cards"])
def _won(words: Words, play: Play) -> Statements:
    """The winner takes all n cards of the loser: played, exposed and hidden. Or: played or not."""
    results = words.every("result")
    every = everyone(words)
    count = words.maybe("number")
    either = words.negated()
    kinds = [HIDDEN, EXPOSED] if either else [str(kind) for kind in words.every("face")]
    joined(words, "or" if either else "and")
    words.about("take", "card", "play", optional=["round"])
    if results not in (("win", "lose"), ("lose", "win")):
        raise WordsError("it must say who takes cards, and whose they are: the winner, the loser")

    def taken(m: M) -> bool:
        taker, other = m.taker, OTHER[m.taker]
        taker, other = (taker, other) if results[0] == "win" else (other, taker)
        return m.taken[taker] == m.cards(other, PLAYED, *kinds)

    yield Always(lambda m: m.is_won, lambda m: taken(m) == every)
    if count is not None:
        yield Always(lambda m: m.is_won, lambda m: len(m.taken[m.taker]) == count)
    yield Always(lambda m: m.is_won, lambda m: {m.taker: "win", OTHER[m.taker]: "lose"}[_winner(m)] == "win")


def _winner(moment: M) -> str:
    """Who wins a round, by the target."""
    return ATTACKER if moment.hits else DEFENDER


@claim("won.draws", settles=["won.draws"])
def _won_draws(words: Words, play: Play) -> Statements:
    """The loser draws n new cards."""
    result, count = words.one("result", "win", "lose"), words.number()
    words.about("draw", "card", optional=["new"])

    def drawer(m: M) -> str:
        return _winner(m) if result == "win" else OTHER[_winner(m)]

    yield Always(
        lambda m: m.is_won and not m.over, lambda m: m.due(drawer(m)) == count and not m.due(OTHER[drawer(m)])
    )  # fmt: skip


@claim("forfeit.cards", settles=["forfeit.cards"])
def _forfeit_cards(words: Words, play: Play) -> Statements:
    """If the attacker forfeits, the defender takes only the cards that the attacker has played."""
    words.one("cond", "if")
    parties = words.every("party")
    if parties == ("you", "you"):  # on the attacker's role card: if you forfeit, what you have played
        who, taker, owner = ATTACKER, str(words.one("role")), ATTACKER
    elif parties:
        raise WordsError("it must name the attacker, or say 'you', both times")
    else:
        who, taker, owner = (str(words.one("role")) for _ in range(3))
    words.one("quant", "only")
    words.about("forfeit", "take", "card", "play")
    yield Always(
        lambda m: m.verb == "forfeit",
        lambda m: m.acting == who and m.taken == {taker: m.cards(owner, PLAYED), OTHER[taker]: []},
    )


@claim("forfeit.draws", settles=["forfeit.draws"])
def _forfeit_draws(words: Words, play: Play) -> Statements:
    """The attacker draws as many new cards."""
    role = str(words.one("role"))
    words.one("bound", "exactly")
    words.about("draw", optional=["card", "new"])
    yield Always(
        lambda m: m.verb == "forfeit" and not m.over,
        lambda m: m.due(role) == len(m.taken[m.taker]) and not m.due(OTHER[role]),
    )


@claim("returned", settles=["played.returned"])
def _returned(words: Words, play: Play) -> Statements:
    """All other played cards return to the hands of their players, exposed."""
    every = everyone(words)
    words.one("quant", "other")
    kind = str(words.one("face"))
    words.skip("source", "to")
    words.skip("party", "rival")
    words.about("play", "card", "return", optional=["hand", "player"])

    def back(m: M) -> bool:
        seat = m.seat(m.taker)
        return set(m.cards(m.taker, PLAYED)) <= set(getattr(m.after, kind)[seat])

    relevant = lambda m: m.ended and not m.over and m.cards(m.taker, PLAYED)  # noqa: E731
    yield Always(relevant, lambda m: back(m) == every)


@claim("hand.full", settles=["hand.full"])
def _full(words: Words, play: Play) -> Statements:
    """Then both players have n cards again."""
    words.one("time", "after")
    every = everyone(words)
    count = words.number()
    words.one("often", "again")
    words.about(optional=["player", "card", "hand"])
    yield Always(lambda m: m.phase == TARGET, lambda m: all(size == count for size in m.full) == every)


@claim("roles", settles=["roles.change"])
def _roles(words: Words, play: Play) -> Statements:
    """After every round, the attacker becomes the defender, and the defender becomes the attacker."""
    words.one("time", "after")
    every = everyone(words)
    roles = [str(role) for role in words.every("role")]
    joined(words, "and")
    words.about("round", optional=["become"])
    if sorted(roles[::2]) != sorted(OTHER) or len(roles) != 4:
        raise WordsError("it must say what becomes of the attacker and of the defender")

    def become(m: M) -> bool:
        new = {ATTACKER: m.after.attacker, DEFENDER: 1 - m.after.attacker}
        return all(m.seat(old) == new[now] for old, now in zip(roles[::2], roles[1::2], strict=True))

    yield Always(lambda m: m.ended and not m.over, lambda m: become(m) == every)


# Points and the end ---------------------------------------------------------------------------------------


@claim("points.each", settles=["points.each", "points.public"])
def _each(words: Words, play: Play) -> Statements:
    """Each card that you have taken is n point."""
    every = everyone(words)
    count = words.number()
    words.skip("party", "you")
    words.about("card", "take", "point")

    def counted(m: M) -> bool:
        return m.result == [points * count for points in m.points]

    yield Always(lambda m: m.over, lambda m: counted(m) == every)


@claim("points.least", settles=["points.least"])
def _least(words: Words, play: Play) -> Statements:
    """Every round brings at least n point."""
    every = everyone(words)
    words.one("bound", "least")
    count = words.number()
    words.about("round", "bring", "point")
    yield Holds(play.fact("points.least") == count, f"the fewest points of a round are {play.fact('points.least')}")
    yield Always(lambda m: m.ended, lambda m: (bool(m.taker) and len(m.taken[m.taker]) >= count) == every)


@claim("win", settles=["win.points", "win.exact", "win.at_once", "win.who"])
def _win(words: Words, play: Play) -> Statements:
    """The first player with n points or more wins at once."""
    first, count = words.one("order") == "first", words.number()
    bound = words.maybe("bound") or "least"
    won = words.one("result", "win", "lose") == "win"
    words.skip("time", "at_once")
    words.skip("has", "with")
    words.about("point", optional=["player", "game"])
    if bound != "least":
        raise WordsError(f"{count} points or more win, as several cards may come at once")
    yield Always(lambda m: m.ended, lambda m: m.over == (max(m.points) >= count))
    yield Always(lambda m: m.over, lambda m: (min(m.points) < count) == first)
    yield Always(lambda m: m.over, lambda m: (m.points[m.winners[0]] == max(m.points)) == won)


@claim("rounds.most", settles=["rounds.most"])
def _rounds(words: Words, play: Play) -> Statements:
    """No game has more than n rounds."""
    none = words.one("quant", "none", "all") == "none"
    words.one("bound", "more")
    count = words.number()
    words.about("game", "round")
    most = play.fact("rounds.most")
    yield Holds(most == count, f"a game in which each round brings as few points as possible has {most} rounds")
    yield Always(lambda m: m.over, lambda m: (m.after.rounds <= count) == none)


# The meanings of phrases ----------------------------------------------------------------------------------


def _index(words: Words, traits: Mapping[str, Any]) -> None:
    """`J`, `Q` and `K` mean 11, 12 and 13; `A` is no word of meaning, and numbers are fields."""
    if traits["value"] in (11, 12, 13) and words.one("rank") != traits["value"]:
        raise WordsError(f"it does not mean a value of {traits['value']}")


MEANINGS: Mapping[str, Meaning] = {"index": _index}
