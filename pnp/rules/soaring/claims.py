"""What sentences may state about soaring's deal, draft, rounds and end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.lexicon.lexicon import Word
from pnp.rules.claims import Always, Claim, Claims, Holds, Play, Statement, Words, WordsError
from pnp.rules.soaring.engine import DEAL, DISCARD, DRAFT, PLAY
from pnp.rules.soaring.moments import SoaringMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = SoaringMoment

LEFT = {"left": 1, "right": -1, "clockwise": 1, "anticlockwise": -1}
"""By how many seats to the left packs go."""


EITHER = ("win", "out", "aside.hidden", "downer.whatever")
"""The claims whose sentences join their parts by “or”; all others do so by “and”."""


def joined(claim: Claim) -> Claim:
    """The claim, which now also reads “and” and “or”."""
    expected = "or" if claim.name in EITHER else "and"

    def make(words: Words, play: Play) -> Iterable[Statement]:
        if not set(words.every("link")) <= {expected}:
            raise WordsError("'and' and 'or' make a difference in it")
        return claim.make(words, play)

    return claim._replace(make=make)


# The end of the game -------------------------------------------------------------------------------------------


@claim("win", settles=["win.by", "win.count"])
def _win(words: Words, play: Play) -> Statements:
    """With n players, the first to win k hands (or rounds) wins the game."""
    words.one("has", "with")
    *players, count = (int(number) for number in words.every("number"))
    order = words.one("order")
    won = words.every("result")
    words.about(optional=["game", "player"])
    unit = "rounds" if words.has("thing", "round") else "hands"
    words.about(*([] if unit == "rounds" else ["hand"]))
    words.skip("source", "to")
    if order != "first" or won not in (("win", "win"), ("win",)) or not players:
        raise WordsError("the first player who wins them wins the game")
    numbers = {int(n) for n, by in play.fact("win.by").items() if by == unit}
    yield Holds(set(players) == numbers, f"{unit} win with {', '.join(map(str, sorted(numbers)))} players")
    yield Always(lambda m: m.reveals and m.players in players and max(m.after.wins) >= count, lambda m: m.over)
    yield Always(
        lambda m: m.reveals and m.players in players and m.over,
        lambda m: m.winners == (m.after.wins.index(count),) if count in m.after.wins else False,
    )
    if unit == "hands":
        yield Always(lambda m: m.reveals and m.players in players and m.over, lambda m: m.winners == (m.taker,))


@claim("end.at_once", settles=["win.mid_round"])
def _at_once(words: Words, play: Play) -> Statements:
    """The game ends at once when a player has won n hands, even in the middle of a round."""
    words.one("end", "ends")
    times = {words.one("time"), words.one("time")}
    words.one("person", "somebody")
    words.one("result", "win")
    count = words.number()
    words.one("spot", "middle")
    words.about("game", "hand", "round")
    words.skip("source", "in")
    yield Holds(times == {"at_once", "when"} and play.fact("win.mid_round"), "no game ends in the middle of a round")
    yield Always(lambda m: m.reveals and m.game.by_hands, lambda m: m.over == (max(m.after.wins) >= count))


@claim("round.again", settles=["round.all_cards"])
def _again(words: Words, play: Play) -> Statements:
    """If nobody has won at the end of a round, shuffle all cards and deal again."""
    words.one("cond", "if")
    words.one("person", "nobody")
    words.one("result", "win")
    words.one("thing", "end")
    everything = words.one("quant") == "all"
    words.one("often", "again")
    words.about("round", "shuffle", "card", "deal")
    yield Always(lambda m: m.ends_round and not m.over, lambda m: m.after.phase == DEAL)
    yield Always(
        lambda m: m.begins_round and m.round > 1, lambda m: (set(m.before.deck) == set(m.game.deck)) == everything
    )


@claim("tokens.kept", settles=["win.kept"])
def _tokens(words: Words, play: Play) -> Statements:
    """Keep your tokens."""
    keep = not words.negated()
    words.one("party", "you")
    words.about("keep", "token")
    yield Holds(play.fact("win.kept") == keep, f"what was won counts on: {play.fact('win.kept')}")
    yield Always(
        lambda m: m.begins_round and m.previous and m.previous.reveals and m.game.by_hands,
        lambda m: (sum(m.before.wins) == sum(m.previous.before.wins) + 1) == keep,
    )


# Words: a hand and a round -------------------------------------------------------------------------------------


@claim("hand.is", settles=["hand.winners"])
def _hand(words: Words, play: Play) -> Statements:
    """A hand is one reveal: each player reveals n cards, and one card wins."""
    everyone = words.one("person") == "everybody"
    cards, winners = (int(number) for number in words.every("number")[-2:])
    words.one("result", "win")
    words.about("hand", "reveal", "card")
    yield Holds(play.fact("hand.winners") == winners, f"cards that win a hand: {play.fact('hand.winners')}")
    yield Always(
        lambda m: m.reveals and m.goes_on,
        lambda m: everyone == all(len(then) - len(now) == cards for then, now in _hands(m)),
    )


def _hands(m: M) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each player's hand at the beginning of a hand that was revealed, and after it."""
    return list(zip(m.before.hands, m.after.hands, strict=True))


@claim("round.is", settles=["round.hands"])
def _round(words: Words, play: Play) -> Statements:
    """A round goes from one deal to the last card."""
    words.one("source", "from")
    deals = words.maybe("number")
    words.one("source", "to")
    order = words.one("order")
    words.about("round", "deal", "card")
    if int(deals or 1) != 1:
        raise WordsError("a round has one deal")
    if order not in ("first", "last"):
        raise WordsError("it must say 'the last card'")
    yield Always(
        lambda m: m.reveals and m.was_dealt and not m.over,
        lambda m: m.ends_round == (m.is_last_hand if order == "last" else m.is_first_hand),
    )
    yield Always(lambda m: m.ends_round and not m.over, lambda m: m.after.phase == DEAL)


@claim("round.hands", settles=["round.hands", "held"])
def _round_hands(words: Words, play: Play) -> Statements:
    """With n players a round has k hands. Or: a round has k hands with n players."""
    hands_last = [word.value("number") is None for word in words if word.value("number") is not None or _is_hand(word)]
    if hands_last and hands_last[-1]:
        words.one("has", "with")
        players, hands = words.number(), words.number()
    else:
        words.skip("has", "with")
        hands, players = words.number(), words.number()
    words.about("hand", optional=["count", "player", "round"])
    yield Always(
        lambda m: m.ends_round and m.was_dealt and m.players == players, lambda m: sum(m.before.taken) + 1 == hands, 5
    )
    yield Always(
        lambda m: m.phase != PLAY and m.after.phase == PLAY and m.players == players,
        lambda m: {len(hand) for hand in m.after.hands} == {hands},
    )


def _is_hand(word: Word) -> bool:
    return any(sense.value == "hand" for sense in word.senses)


@claim("round.ends", settles=["round.hands"])
def _round_ends(words: Words, play: Play) -> Statements:
    """Play hands until nobody has a card."""
    words.one("time", "until")
    nobody = words.one("person") == "nobody"
    words.about("play", "hand", "card")
    yield Always(lambda m: m.reveals and not m.over, lambda m: m.ends_round == (m.is_last_hand == nobody))


# The deal --------------------------------------------------------------------------------------------------


@claim("deck.shuffle", settles=["deck.cards"])
def _shuffle(words: Words, play: Play) -> Statements:
    """Shuffle all n cards. Or: shuffle the n cards."""
    everything = words.maybe("quant") in ("all", None)
    count = words.number()
    words.about("shuffle", "card")
    yield Always(
        lambda m: m.begins_round,
        lambda m: len(m.before.deck) == count and (set(m.before.deck) == set(m.game.deck)) == everything,
    )


@claim("deal.rest", settles=["deal.aside", "deal.cards"])
def _rest(words: Words, play: Play) -> Statements:
    """Set aside some cards face down, and deal all the others."""
    aside = words.one("quant")
    words.one("lie", "down")
    dealt, others = words.one("quant"), words.one("quant")
    words.about("set_aside", "card", "deal")
    if (aside, others) != ("some", "other"):
        raise WordsError("it must say that some cards are set aside, and the others dealt")
    yield Holds(play.fact("aside.hidden"), "a view shows the cards that are set aside")
    yield Always(lambda m: m.is_dealt, lambda m: 0 < len(m.after.deck) < len(m.game.deck))
    yield Always(
        lambda m: m.is_dealt,
        lambda m: (
            (len(m.after.deck) + sum(map(len, (*m.after.packs, *m.after.side))) == len(m.game.deck)) == (dealt == "all")
        ),
    )


@claim("aside.hidden", settles=["aside.hidden"])
def _aside_hidden(words: Words, play: Play) -> Statements:
    """Nobody may look at the cards that are set aside. Or: at cards that are discarded or set aside."""
    words.one("person", "nobody")
    words.one("mode", "may")
    words.about("look", "card", "set_aside", optional=["discard"])
    yield Holds(play.fact("discard.hidden"), "a view shows the cards that others discard")
    yield Holds(play.fact("aside.hidden"), "a view shows the cards that are set aside")


@claim("out", settles=["aside.played", "discard.played"])
def _out(words: Words, play: Play) -> Statements:
    """Cards that are discarded or set aside are out of the round."""
    words.one("source", "out")
    words.about("discard", "card", "round", optional=["set_aside"])
    for name in ("aside.played", "discard.played"):
        yield Holds(not play.fact(name), "such a card is played in the same round")
    yield Always(
        lambda m: m.reveals and m.was_dealt,
        lambda m: not {*m.table} & {*m.before.deck, *(card for pile in m.before.discards for card in pile)},
    )


@claim("hand.hidden", settles=["hand.hidden"])
def _hidden(words: Words, play: Play) -> Statements:
    """Keep your cards secret."""
    hidden = words.one("face") == "hidden"
    words.one("party", "you")
    words.about("keep", optional=["hand", "card"])
    yield Holds(play.fact("hand.hidden") == hidden, "a view of the game shows another player's hand")


@claim("high.first", settles=["round.begins"])
def _high_first(words: Words, play: Play) -> Statements:
    """Put the high and low card beside it, high side up. Or: each round begins with a high hand."""
    levels = words.every("level")
    if words.maybe("spot") is None:
        words.one("quant", "all")
        words.one("end", "begins")
        words.skip("has", "with")
        words.about("round", "hand")
    else:
        words.one("way", "up")
        words.about("put", "card", "side")
        levels = levels[-1:]  # the card may be named after both
    if len(levels) != 1:
        raise WordsError("it must say which hand begins a round: a high or a low one")
    first = "highest" if levels[0] == "high" else "lowest"
    yield Holds(play.fact("round.begins") == first, f"the first hand goes to the {play.fact('round.begins')} card")
    yield Always(lambda m: m.begins_round, lambda m: m.low == (levels[0] == "low"))


# The draft ---------------------------------------------------------------------------------------------------


@claim("discard", settles=["discard.cards", "discard.optional"])
def _discard(words: Words, play: Play) -> Statements:
    """You must discard n cards face down."""
    words.one("party", "you")
    mode, count = words.one("mode"), words.number()
    words.one("lie", "down")
    words.about("discard", "card")
    yield Always(lambda m: m.phase == DISCARD, lambda m: {len(action) - 1 for action in m.legal} == {count})
    yield Always(lambda m: m.phase == DISCARD, lambda m: (m.verbs == {"discard"}) == (mode == "must"))
    yield Always(lambda m: m.is_dealt, lambda m: m.after.phase == DISCARD)


@claim("draft.keep", settles=["draft.keeps"])
def _keep(words: Words, play: Play) -> Statements:
    """Keep n cards, and pass the others face down to the next player."""
    count = words.number()
    words.one("quant", "other")
    words.one("lie", "down")
    order = words.one("order")
    words.about("keep", "card", "pass", "player")
    words.skip("source", "to")
    if order != "next":
        raise WordsError("packs go to the next player")
    more = lambda m: m.drafts and m.players > 2  # noqa: E731
    yield Always(more, lambda m: m.kept == {count})
    yield Always(more, lambda m: m.passed_left in (1, -1))
    yield Holds(play.fact("hand.hidden"), "a view of the game shows another player's hand")


@claim("draft.repeat", settles=["draft.keeps"])
def _repeat(words: Words, play: Play) -> Statements:
    """Repeat step n with the cards that you get: the draft is step 2, after the discard."""
    words.one("often", "again")
    step = words.maybe("number")
    words.one("has", "with")
    words.one("party", "you")
    words.about("card", optional=["step"])
    # That nobody discards again is what play shows; the number is that of the book's list.
    yield Holds(step in (None, 2), "players discard in step 1, and draft in step 2")
    yield Always(lambda m: m.drafts, lambda m: m.after.phase != DISCARD)
    yield Always(
        lambda m: m.drafts and m.after.phase == DRAFT,
        lambda m: all(set(m.after.packs[m.holder(m.rest(seat))]) == m.rest(seat) for seat in range(m.players)),
    )


@claim("draft.last", settles=["draft.last_kept"])
def _last(words: Words, play: Play) -> Statements:
    """If you get only n cards, keep them."""
    words.one("cond", "if")
    words.skip("party", "you")
    words.one("quant", "only")
    count = words.number()
    words.about("card", "keep")
    yield Always(lambda m: m.drafts and len(m.rest(0)) == count, rests_are_kept)
    yield Always(lambda m: m.drafts and len(m.rest(0)) > count, lambda m: not rests_are_kept(m))


def rests_are_kept(m: M) -> bool:
    return all(m.rest(seat) <= set(m.after.hands[m.holder(m.rest(seat))]) for seat in range(m.players))


@claim("same_time", settles=["choice.hidden"])
def _same_time(words: Words, play: Play) -> Statements:
    """All players do this at the same time."""
    everyone = words.one("person") == "everybody"
    words.one("time", "same_time")
    words.about()
    yield Always(
        lambda m: m.phase != DEAL and not m.is_last_choice,
        lambda m: (m.after._replace(picks=()) == m.before._replace(picks=())) == everyone,
    )
    yield Holds(play.fact("choice.hidden"), "a view shows the choice of another player")


@claim("pass.way", settles=["pass.way"])
def _way(words: Words, play: Play) -> Statements:
    """In the first round, pass to the left. Or: clockwise, pass to the left."""
    sides = {LEFT[str(value)] for value in (*words.every("side"), *words.every("way"))}
    number = 1 if words.has("order", "first") else words.maybe("number")
    words.skip("party", "you")
    words.skip("source", "in", "to")
    words.about("pass", optional=["round", "player", "card"])
    yield Holds(len(sides) == 1, "clockwise is to the left, counter-clockwise to the right")
    # Without a round, the words only say which side clockwise is.
    if number is not None:
        yield Always(lambda m: m.drafts and m.players > 2 and m.round == number, lambda m: {m.passed_left} == sides)


@claim("pass.first", settles=["pass.way"])
def _first_way(words: Words, play: Play) -> Statements:
    """Put the direction card in the middle, clockwise side up."""
    way = LEFT[str(words.maybe("side") or words.one("way", *LEFT))]
    words.one("spot", "middle")
    words.one("way", "up")
    words.about("put", "direction", "card", "side")
    words.skip("source", "in")
    yield Always(lambda m: m.drafts and m.players > 2 and m.round == 1, lambda m: m.passed_left == way)


@claim("pass.turns", settles=["pass.way"])
def _turns(words: Words, play: Play) -> Statements:
    """Flip the direction card after each round."""
    words.one("time", "after")
    words.one("quant", "all")
    words.about("flip", "round", optional=["direction", "card"])
    ways = play.fact("pass.way")
    yield Holds(
        all(ways[str(int(n) + 1)] != way for n, way in ways.items() if str(int(n) + 1) in ways),
        f"the ways by rounds: {ways}",
    )
    yield Always(
        lambda m: m.drafts and m.players > 2 and m.round > 1,
        lambda m: {1: "left", -1: "right"}[m.passed_left] != ways[str(m.round - 1)],
    )


# Playing a hand ----------------------------------------------------------------------------------------------


@claim("play.choose", settles=["play.any", "choice.hidden"])
def _choose(words: Words, play: Play) -> Statements:
    """Choose n cards from your hand, and put them face down. Or: choose n of your cards, …"""
    count = words.number()
    words.skip("source", "from")
    words.one("party", "you")
    hidden = words.one("lie") == "down"
    words.about("choose", "card", "put", optional=["hand", "lay", "place"])
    yield Always(
        lambda m: m.phase == PLAY, lambda m: {action[1:] for action in m.legal} == set(_some(m.before.hands[m.seat]))
    )
    yield Always(lambda m: m.phase == PLAY, lambda m: len(m.action) - 1 == count)
    yield Holds(play.fact("choice.hidden") == hidden, "a view shows the choice of another player")


def _some(hand: tuple[str, ...]) -> list[tuple[str]]:
    return [(card,) for card in hand]


@claim("play.reveal", settles=["choice.hidden"])
def _reveal(words: Words, play: Play) -> Statements:
    """When all players have chosen, reveal the cards at the same time."""
    words.one("time", "when")
    words.one("person", "everybody")
    words.one("time", "same_time")
    words.about("choose", "reveal", "card")
    yield Always(lambda m: m.phase == PLAY, lambda m: m.reveals == (m.seat == m.players - 1))


@claim("play.token", settles=["win.by"])
def _token(words: Words, play: Play) -> Statements:
    """The winner of the hand takes n tokens. Or: if you win the hand, take n of your tokens and put them in front of
    you.
    """
    words.skip("cond", "if")
    words.one("result", "win")
    words.skip("party", "you")
    words.skip("time", "before")  # German has one word for before and in front of
    count = words.number()
    words.about("hand", "take", "token", optional=["put", "front"])
    yield Always(
        lambda m: m.reveals and m.game.by_hands,
        lambda m: (
            [now - then for then, now in zip(m.before.wins, m.after.wins, strict=True)]
            == [count if seat == m.taker else 0 for seat in range(m.players)]
        ),
    )


@claim("play.out", settles=["play.returns"])
def _played_out(words: Words, play: Play) -> Statements:
    """The played cards stay out of the round. Or: they stay out of the round."""
    words.one("source", "out")
    words.skip("party", "rival")  # they, the cards
    words.about("stay", "round", optional=["play", "card"])
    yield Always(
        lambda m: m.reveals and not m.ends_round,
        lambda m: not any({*hand} & {*m.table} for hand in (*m.after.hands, *m.after.packs, *m.after.side)),
    )
