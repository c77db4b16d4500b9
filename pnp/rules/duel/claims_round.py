"""What sentences may state about a round of a duel, from the target to its end."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.lexicon import Word
from pnp.rules.claims import Always, Claims, Holds, Play, Statement, Value, Words, WordsError
from pnp.rules.duel.engine import ATTACK, DEFEND, DRAW, SWAP, TARGET
from pnp.rules.duel.moments import ATTACKER, DEFENDER, EXPOSED, OTHER, PLAYED, DuelMoment

CLAIMS = Claims()
claim = CLAIMS.claim
Statements = Iterator[Statement]
M = DuelMoment

WAYS = {"plus": "add", "minus": "subtract"}
"""The ways to count a card, by the words of the lexicon."""


def condition(words: Words) -> bool:
    """Whether what follows a condition holds if it is true: `if`; or if it is false: `unless`."""
    return words.one("cond", "if", "unless") == "if"


def everyone(words: Words) -> bool:
    """Whether a sentence is about all players or things: `each player`, `both`, `every`; or about none."""
    return words.has("person", "everybody") or words.one("quant", "all", "none") == "all"


def joined(words: Words, *expected: str) -> None:
    """Read all words that join others: `and` and `or`, which must be those expected, in any number."""
    wrong = set(words.every("link")) - set(expected)
    if wrong:
        raise WordsError(f"it joins by {', '.join(map(repr, sorted(map(str, wrong))))}")


def compared(bound: Value, left: int, right: int) -> bool:
    return {"less": left < right, "more": left > right, "exactly": left == right}[str(bound)]


@claim("round.roles")
def _roles(words: Words, play: Play) -> Statements:
    """In each round one player attacks, and the other player defends."""
    every = words.one("quant", "all", "none") == "all"
    count = words.number()
    first = words.one("role")
    other = words.one("quant", "other", "same") == "other"
    second = words.one("role")
    joined(words, "and")
    words.skip("source", "in")
    words.about("round", optional=["player"])
    mine, theirs = _phase(first), _phase(second)
    yield Holds(count == 1, "in a round, one player attacks")
    yield Always(lambda m: m.phase == mine, lambda m: (m.acting == first) == every)
    yield Always(lambda m: m.phase == theirs, lambda m: (m.acting != first) == other)


@claim("exchange", settles=["defend.first"])
def _exchange(words: Words, play: Play) -> Statements:
    """In an exchange the defender plays n card, then the attacker plays n. On a role card, `you` is one of them."""
    players = [str(word.value("role") or word.value("party")) for word in words if _is_player(word)]
    words.every("role")
    words.skip("party", "you")
    words.skip("source", "in")
    counts = words.number(), words.number()
    words.one("time", "after")
    words.about("exchange", "play", "card")
    if len(players) != 2 or players == ["you", "you"]:
        raise WordsError("it must name both players, in their order")
    first, second = (
        OTHER[str(other)] if name == "you" else name for name, other in zip(players, players[::-1], strict=True)
    )
    yield Holds(first != second, "an exchange has cards of both players")
    yield Always(
        lambda m: m.phase == ATTACK and not m.ended,
        lambda m: all(
            len(m.cards(role, PLAYED)) == n * m.exchanges for role, n in zip((first, second), counts, strict=True)
        ),
    )
    yield Always(
        lambda m: m.plays and len(m.before.played[0]) == len(m.before.played[1]), lambda m: m.acting == first
    )  # fmt: skip


def _is_player(word: Word) -> bool:
    return word.value("role") is not None or word.value("party") == "you"


def _phase(role: Value) -> str:
    """The phase in which a role plays cards."""
    return ATTACK if role == ATTACKER else DEFEND


def _named(words: Words, reader: str) -> str:
    """The role that a sentence names. If it names none, `you` is who has the role card on which it is printed."""
    role = words.maybe("role")
    words.skip("party", "you")
    return reader if role is None else str(role)


@claim("target", settles=["target.range", "target.who"])
def _target(words: Words, play: Play) -> Statements:
    """The attacker announces the target, a whole number from n to n."""
    role = _named(words, ATTACKER)
    words.one("source", "from")
    low = words.number()
    words.one("source", "to")
    high = words.number()
    words.about("target", optional=["announce", "whole_number"])
    words.skip("quant", "any")
    targets = {("target", str(number)) for number in range(low, high + 1)}
    yield Always(lambda m: m.phase == TARGET, lambda m: m.acting == role and set(m.legal) == targets)


@claim("total", settles=["total.start"])
def _start(words: Words, play: Play) -> Statements:
    """The total begins at n."""
    words.one("end", "begins")
    count = words.number()
    words.about("total")
    yield Always(lambda m: m.phase == TARGET, lambda m: m.after.total == count)


@claim("total.negative", settles=["total.negative"])
def _negative(words: Words, play: Play) -> Statements:
    """The total may become negative."""
    may = words.one("mode", "may", "never") == "may"
    words.about("total", "negative", optional=["become"])
    yield Always(
        lambda m: m.phase == ATTACK and m.total < max(m.game.traits[card].value for card in m.playable),
        lambda m: any(action[2] == "subtract" for action in m.legal) == may,
    )
    yield Always(lambda m: m.phase == ATTACK and m.action[2] == "subtract" and not m.ended and m.total < m.value,
                 lambda m: (m.after.total < 0) == may)  # fmt: skip


# Swap -----------------------------------------------------------------------------------------------------


@claim("swap", settles=["swap.needs", "swap.optional"])
def _swap(words: Words, play: Play) -> Statements:
    """Whether you attack or defend: if all n of your cards are exposed, you may swap one card."""
    roles = set(words.every("role"))
    joined(words, "or")
    holds = condition(words)
    words.one("quant", "all")
    count = words.number()
    kind = words.one("face")
    mode = words.one("mode")
    one = words.number()
    words.skip("party", "you")
    words.about("swap", optional=["card"])
    yield Always(lambda m: m.phase == TARGET and m.all_exposed, lambda m: (m.phase_after == SWAP) == holds)
    yield Always(lambda m: m.phase == TARGET and not m.all_exposed, lambda m: (m.phase_after == SWAP) != holds)
    yield Always(
        lambda m: m.phase == SWAP,
        lambda m: len(m.own[str(kind)]) == count and m.playable == m.own[str(kind)],
    )
    yield Always(lambda m: m.phase == SWAP, lambda m: ("keep" in m.verbs) == (mode == "may") and "swap" in m.verbs)
    swappers = {m.acting for m in play.moments if m.phase == SWAP}
    yield Holds(not roles or roles == swappers, f"who may swap: {' and '.join(sorted(swappers))}")
    yield Always(
        lambda m: m.verb == "swap",
        lambda m: sum(map(len, m.before.exposed)) - sum(map(len, m.after.exposed)) == one,
    )


@claim("swap.card", settles=["swap.card", "swap.deck"])
def _card(words: Words, play: Play) -> Statements:
    """Put it face down under the deck, and draw n hidden card."""
    lie = words.maybe("lie")
    under = words.one("bound", "less", "more") == "less"
    count = words.number()
    kind = str(words.one("face"))
    joined(words, "and")
    words.about("put", "deck", "draw", "card", optional=["new"])
    yield Always(lambda m: m.verb == "swap", lambda m: (m.after.under[-1:] == (m.card,)) == under)
    if lie is not None:
        yield Always(lambda m: m.verb == "swap", lambda m: (m.card in sum(m.after.exposed, ())) == (lie == "up"))
    yield Always(lambda m: m.verb == "swap", lambda m: sum(m.after.due) == count)
    yield Always(lambda m: m.phase == DRAW and m.before.target is not None, lambda m: _grows(m, kind))


def _grows(moment: M, kind: str) -> bool:
    return sum(map(len, getattr(moment.after, kind))) == sum(map(len, getattr(moment.before, kind))) + 1


@claim("swap.once", settles=["swap.again"])
def _once(words: Words, play: Play) -> Statements:
    """You may swap only once in a round."""
    may = words.one("mode", "may", "never") == "may"
    once = words.one("often") == "once"
    words.one("quant", "only")
    words.skip("party", "you")
    words.skip("source", "in")
    words.about("swap", "round")
    yield Holds(may and play.fact("swap.again") != once, "how often a player may swap")


@claim("swap.when")
def _when(words: Words, play: Play) -> Statements:
    """Swap before the first card is played."""
    time, order = words.one("time", "before", "after"), words.one("order", "first")
    words.about("swap", "card", "play")
    played = time == "after"
    yield Always(lambda m: m.phase == SWAP, lambda m: any(map(len, m.before.played)) == played and order == "first")


# Defend and attack ----------------------------------------------------------------------------------------


@claim("defend.play", settles=["play.compulsory"])
def _defend(words: Words, play: Play) -> Statements:
    """The defender must play n card."""
    yield from _plays(words, DEFENDER)


@claim("attack.play", settles=["play.compulsory"])
def _attack(words: Words, play: Play) -> Statements:
    """The attacker must play n card."""
    yield from _plays(words, ATTACKER)


def _plays(words: Words, expected: str) -> Statements:
    role = _named(words, expected)
    if role != expected:
        raise WordsError(f"it is about the {role}, not the {expected}")
    must, count = words.one("mode") == "must", words.number()
    words.about("play", "card", optional=["hand"])
    words.skip("source", "from")
    yield Always(lambda m: m.phase == _phase(role), lambda m: m.acting == role and (len(m.verbs) == 1) == must)
    yield Always(
        lambda m: m.phase == _phase(role) and not m.ended,
        lambda m: len(m.after.played[m.actor or 0]) - len(m.before.played[m.actor or 0]) == count,
    )


@claim("defend.count", settles=["defend.below", "defend.above", "defend.ways"])
def _count(words: Words, play: Play) -> Statements:
    """If the total is below the target, the defender must add the card."""
    holds = condition(words)
    bound = words.one("bound", "less", "more")
    role, mode, change = _named(words, DEFENDER), words.one("mode"), words.one("change")
    words.about("total", "target", optional=["card"])
    sign = 1 if change == "plus" else -1

    def relevant(m: M) -> bool:
        return m.plays and m.acting == role and compared(bound, m.total, m.target) == holds

    yield Always(relevant, lambda m: m.total_after == m.total + sign * m.value)
    yield Always(relevant, lambda m: (_ways(m) == 1) == (mode == "must"))


def _ways(moment: M) -> int:
    """The number of ways to count the card."""
    return sum(action[1] == moment.card for action in moment.legal)


@claim("attack.count", settles=["attack.ways"])
def _either(words: Words, play: Play) -> Statements:
    """The attacker may add or subtract it."""
    role, mode = _named(words, ATTACKER), words.one("mode")
    ways = {WAYS[str(change)] for change in words.every("change")}
    joined(words, "or")
    words.skip("quant", "any", "all")
    words.about(optional=["card"])

    def free(m: M) -> bool:
        return {action[2] for action in m.legal if action[1] == m.card and len(action) > 2} == ways

    yield Always(lambda m: m.plays and m.acting == role, lambda m: free(m) == (mode == "may"))
    yield Always(
        lambda m: m.plays and m.acting == role and m.action[-1] in ways,
        lambda m: m.total_after == m.total + (m.value if m.action[-1] == "add" else -m.value),
    )


@claim("hit", settles=["hit.winner"])
def _hit(words: Words, play: Play) -> Statements:
    """If the total hits the target, the attacker wins the round."""
    holds = condition(words)
    hits = words.one("act", "hit", "miss") == "hit"
    role, won = _named(words, ATTACKER), words.one("result", "win", "lose") == "win"
    words.skip("time", "at_once")
    words.about("total", "target", optional=["round"])
    yield Always(
        lambda m: m.plays and m.hits == (hits == holds),
        lambda m: m.is_won and (m.taker == role) == won,
    )


@claim("hit.defender", settles=["hit.winner"])
def _by_defender(words: Words, play: Play) -> Statements:
    """The attacker wins even if the defender’s card hits the target."""
    winner, won = words.one("role"), words.one("result", "win", "lose") == "win"
    holds = condition(words)
    by = _named(words, DEFENDER)
    hits = words.one("act", "hit", "miss") == "hit"
    words.about("card", optional=["target", "round", "total"])
    if OTHER[str(winner)] != by:
        raise WordsError("it must name both players")
    yield Always(
        lambda m: m.plays and m.acting == by and m.hits == (hits == holds),
        lambda m: m.is_won and (m.taker == winner) == won,
    )


@claim("missed", settles=["missed.winner", "missed.exchanges"])
def _missed(words: Words, play: Play) -> Statements:
    """If the total misses the target after n exchanges, the defender wins the round."""
    holds = condition(words)
    hits = words.one("act", "hit", "miss") == "hit"
    words.one("time", "after")
    count = words.number()
    role, won = _named(words, DEFENDER), words.one("result", "win", "lose") == "win"
    words.about("exchange", optional=["total", "target", "round", "card"])
    yield Always(
        lambda m: m.phase == ATTACK and m.hits == (hits == holds) and m.exchanges == count,
        lambda m: m.is_won and (m.taker == role) == won,
    )
    yield Always(lambda m: m.phase == ATTACK and not m.hits and m.exchanges < count, lambda m: not m.ended)


# Forfeit --------------------------------------------------------------------------------------------------


@claim("forfeit", settles=["forfeit.optional", "forfeit.exchanges", "forfeit.after_last"])
def _forfeit(words: Words, play: Play) -> Statements:
    """After n or n exchanges the attacker may forfeit."""
    words.one("time", "after")
    counts = {words.number(), words.number()}
    role, may = _named(words, ATTACKER), words.one("mode") == "may"
    joined(words, "or")
    words.about("exchange", "forfeit")
    yield Always(
        lambda m: m.phase == ATTACK and not m.hits and m.exchanges in counts,
        lambda m: ("forfeit" in m.verbs_after and len(m.verbs_after) > 1 and m.role(m.actor_after) == role) == may,
    )
    yield Always(
        lambda m: m.phase == ATTACK and m.exchanges not in counts, lambda m: ("forfeit" in m.verbs_after) != may
    )  # fmt: skip


@claim("forfeit.count", settles=["forfeit.cards", "forfeit.draws"])
def _forfeit_count(words: Words, play: Play) -> Statements:
    """After n exchanges: lose n, draw n. The heading names the attacker."""
    words.one("time", "after")
    count = words.number()
    role = str(words.maybe("role") or ATTACKER)
    words.one("result", "lose")
    lost, drawn = words.number(), words.number()
    joined(words, "and")
    words.about("exchange", "draw", optional=["card", "new"])

    def relevant(m: M) -> bool:
        return m.verb == "forfeit" and m.exchanges == count

    yield Always(relevant, lambda m: m.acting == role and len(m.taken[OTHER[role]]) == lost)
    yield Always(lambda m: relevant(m) and not m.over, lambda m: m.due(role) == drawn)


@claim("continue", settles=["round.order"])
def _continue(words: Words, play: Play) -> Statements:
    """If the attacker continues, go back to step n."""
    words.one("cond", "if")
    role = words.one("role")
    words.one("end", "continues")
    words.one("way", "back")
    number = words.number()
    words.skip("source", "to")
    words.about("step")
    order = [step.rpartition(" ")[2] for step in play.fact("round.order")]
    yield Always(
        lambda m: m.verb == "continue", lambda m: m.acting == role and m.phase_after in order[number - 1 : number]
    )  # fmt: skip


@claim("exposed")
def _exposed(words: Words, play: Play) -> Statements:
    """A card becomes exposed only after the round in which it was played."""
    kind = str(words.one("face"))
    words.one("quant", "only")
    time = words.maybe("time")
    if time not in (None, "when", "after"):
        raise WordsError(f"a card is exposed when it has been played, or after that round, not {time!r}")
    words.skip("source", "in")
    words.about("card", "play", optional=["become", "round"])

    def played_before(m: M) -> bool:
        new = set(sum(getattr(m.after, kind), ())) - set(sum(getattr(m.before, kind), ()))
        played = {*sum(m.before.played, ()), *([m.card] if m.plays else ())}
        return new <= played

    def more(m: M) -> bool:
        return not set(sum(getattr(m.after, kind), ())) <= set(sum(getattr(m.before, kind), ()))

    yield Always(more, lambda m: played_before(m) and (m.ended or time != "after"))
    yield Holds(kind == EXPOSED, "hidden cards are drawn")
