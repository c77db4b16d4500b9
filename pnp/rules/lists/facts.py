"""Facts of JOUST!: answers found by playing and by trying positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Facts, Play
from pnp.rules.game import CHANCE
from pnp.rules.lists.engine import INITIATIVE, KNIGHTS, RIDE, STRIKE
from pnp.rules.lists.moments import ListsMoment
from pnp.rules.lists.observe import met, placed, riding, rolled, seen, striking
from pnp.rules.lists.variants import film, three, wagers

if TYPE_CHECKING:
    from pnp.rules.lists.engine import Lists

FACTS = Facts()
fact = FACTS.fact
M = ListsMoment

MOST = 60
"""An upper bound for injuries and tokens that are tried."""

# Knights and slots -----------------------------------------------------------------------------------------------


@fact("knights.alike")
def _alike(play: Play) -> bool:
    """Whether the same rolls have the same results for every pair of knights."""
    found = set()
    for pair in (action for action in play.game.legal(play.game.setup()) if action[0] == "pair"):
        state = play.game.apply(play.game.setup(), pair)
        for roll in ("initiative 5", "initiative 2", "ride 6", "ride 3", "ride 6"):
            state = play.game.apply(state, tuple(roll.split()))
        found.add((state.injuries, state.course))
    return len(found) == 1


@fact("begins")
def _begins(play: Play) -> Any:
    """The tokens, injuries and resting knights at the start of a tournament."""
    start = play.game.setup()
    return [max(start.tokens), max(start.injuries), len(start.resting)]


@fact("slot.knights")
def _slot_knights(play: Play) -> Any:
    return play.value(lambda m: m.verb in ("pair", "return"), lambda m: len(set(m.jousters)))


@fact("pairing.any")
def _pairing(play: Play) -> Any:
    """Whether all knights that do not rest can be paired."""

    def everyone(m: M) -> bool:
        paired = {frozenset(action[1:]) for action in m.legal}
        fit = [str(seat + 1) for seat in range(m.game.players) if seat not in m.before.resting]
        return paired == {frozenset((a, b)) for a in fit for b in fit if a != b}

    return play.value(lambda m: m.verb == "pair", everyone)


@fact("choices")
def _choices(play: Play) -> list[str]:
    """The actions that players choose, with chips to wager; the dice decide all others."""
    return sorted({m.verb for m in wagers(play) if m.actor != CHANCE})


# A pass ----------------------------------------------------------------------------------------------------------


@fact("pass.phases")
def _phases(play: Play) -> Any:
    """The order of the rolls of a pass, and what follows them if the joust goes on."""
    order = [INITIATIVE]
    for _ in range(3):
        after = {m.verb for m in play.moments if m.previous and m.previous.verb == order[-1] and _same(m)}
        order.extend(after - set(order[-1:]))
    return order


def _same(moment: M) -> bool:
    """Whether a moment is in the same joust as the one before it."""
    previous: Any = moment.previous
    return previous is not None and bool(previous.goes_on)


@fact("list.columns")
def _columns(play: Play) -> int:
    """The columns of the list: as many as there are to ride, and the first."""
    state = placed(play.game)
    first, last = (play.game.column(state.course.ridden, knight) for knight in KNIGHTS)
    return int(1 + last - first)


@fact("list.starts")
def _starts(play: Play) -> Any:
    """The columns of both knights at the beginning of a pass, counted from the left."""
    found = sorted({m.columns for m in play.moments if m.pass_begins})
    return found[0] if len(found) == 1 else found


@fact("initiative.die")
def _initiative_die(play: Play) -> int:
    return len(play.game.legal(placed(play.game)))


@fact("initiative.higher")
def _higher(play: Play) -> Any:
    """Whether the higher roll has the initiative."""
    return play.value(
        lambda m: m.verb == INITIATIVE and m.verbs_after == {RIDE},
        lambda m: (m.roll > m.before.course.rolls[0]) == (m.after.course.leader == m.roller),
    )


@fact("initiative.tie")
def _tie(play: Play) -> Any:
    """What follows equal rolls."""
    return play.value(
        lambda m: m.verb == INITIATIVE and m.before.course.rolls == (m.roll,),
        lambda m: "again" if m.verbs_after == {INITIATIVE} and not m.after.course.rolls else "decided",
    )


@fact("initiative.each_pass")
def _each_pass(play: Play) -> Any:
    """Whether the knights roll for the initiative in every pass."""
    return play.value(lambda m: m.pass_ends and m.goes_on, lambda m: m.verbs_after == {INITIATIVE})


@fact("ride.die")
def _ride_die(play: Play) -> int:
    return len(play.game.legal(riding(play.game)))


@fact("ride.first")
def _rides_first(play: Play) -> Any:
    return play.value(
        lambda m: m.verb == INITIATIVE and m.verbs_after == {RIDE},
        lambda m: "initiative" if m.roller_after == m.after.course.leader else "other",
    )


@fact("ride.turns")
def _turns(play: Play) -> Any:
    """Who rides after a knight that is not yet alongside."""
    return play.value(
        lambda m: m.verb == RIDE and not m.meets, lambda m: "same" if m.roller == m.roller_after else "other"
    )


@fact("ride.all_squares")
def _all_squares(play: Play) -> Any:
    """Whether a knight must ride all squares of a roll, if there are as many between the knights."""
    return play.value(lambda m: m.verb == RIDE and m.roll <= m.left, lambda m: m.ahead[m.roller] == m.roll)


@fact("ride.excess")
def _excess(play: Play) -> Any:
    """What becomes of the squares of a roll that lie beyond the other knight."""
    return play.value(
        lambda m: m.verb == RIDE and m.roll > m.left, lambda m: "lost" if m.ahead[m.roller] == m.left else "ridden"
    )


@fact("ride.back")
def _back(play: Play) -> bool:
    """Whether a knight ever rides back."""
    return any(min(m.ahead) < 0 for m in play.moments if m.verb == RIDE)


@fact("ride.ends")
def _ride_ends(play: Play) -> Any:
    """The columns between the knights when they stop."""
    return play.value(lambda m: m.meets, lambda m: abs(m.columns_after[1] - m.columns_after[0]))


@fact("advantage.columns")
def _advantage(play: Play) -> dict[str, list[int]]:
    """The first and the last column, counted from your own start, with an advantage for you, the opponent, nobody."""
    game = play.game
    found: dict[str, list[int]] = {}
    for column in range(1, play.fact("list.columns") + 1):
        state = met(game, (column - 1, play.fact("list.columns") - column))
        who = {None: "nobody", 0: "you", 1: "opponent"}[state.course.advantage]
        found.setdefault(who, []).append(column)
    return {who: [min(columns), max(columns)] for who, columns in found.items()}


@fact("zone.columns")
def _zone(play: Play) -> int:
    """The number of columns in which nobody has the advantage."""
    low, high = play.fact("advantage.columns")["nobody"]
    return int(high - low + 1)


@fact("advantage.by_initiative")
def _by_initiative(play: Play) -> bool:
    """Whether the initiative ever decides who has the advantage."""
    game, last = play.game, play.fact("list.columns") - 1
    for steps in range(1, last):
        before = riding(game, (steps - 1, last - steps))
        holders = {
            rolled(game, before._replace(course=before.course._replace(leader=leader)), [1]).course.advantage
            for leader in KNIGHTS
        }
        if len(holders) > 1:
            return True
    return False


@fact("advantage.by_ride")
def _by_ride(play: Play) -> bool:
    """Whether the squares that a knight rode decide who has the advantage."""
    holders: dict[tuple[int, int], set[int | None]] = {}
    for m in play.moments:
        if m.meets:
            holders.setdefault(m.after.course.ridden, set()).add(m.after.course.advantage)
    return all(len(found) == 1 for found in holders.values())


# Strikes ---------------------------------------------------------------------------------------------------------


@fact("strike.die")
def _strike_die(play: Play) -> int:
    return len(play.game.legal(striking(play.game, None)))


@fact("strike.first")
def _strikes_first(play: Play) -> Any:
    """Whether the knight with the advantage strikes first."""
    return play.value(lambda m: m.first_strike and m.holder is not None, lambda m: m.roller == m.holder)


@fact("strike.reply_after_unseating")
def _reply_unseated(play: Play) -> Any:
    """Whether a knight that the advantage has unseated strikes."""
    return play.value(
        lambda m: m.first_strike and m.holder is not None and m.unseats(m.roll), lambda m: m.verbs_after == {STRIKE}
    )


@fact("strike.reply_spent")
def _reply_spent(play: Play) -> Any:
    """Whether a knight that the advantage has left spent, but seated, strikes."""
    limit = play.fact("spent.injuries")
    return play.value(
        lambda m: m.first_strike and m.holder is not None and not m.unseats(m.roll) and any(m.spent(limit)),
        lambda m: m.verbs_after == {STRIKE},
    )


@fact("strike.together")
def _together(play: Play) -> Any:
    """Whether both knights strike if nobody has the advantage, even if the first roll unseats."""
    return play.value(lambda m: m.first_strike and m.holder is None, lambda m: m.verbs_after == {STRIKE})


@fact("hit.injuries")
def _injuries(play: Play) -> dict[str, list[int]]:
    """The injuries of the opponent and of the striker, by roll, where there are any."""
    shown = {roll: seen(play.game, roll) for roll in range(1, play.fact("strike.die") + 1)}
    return {str(roll): [other, own] for roll, (other, own, _) in shown.items() if other or own}


@fact("hit.unseats")
def _unseats(play: Play) -> list[int]:
    """The rolls that unseat."""
    return [roll for roll in range(1, play.fact("strike.die") + 1) if seen(play.game, roll)[2]]


@fact("hit.self_can_spend")
def _self_spends(play: Play) -> Any:
    """Whether injuries by one's own blow can end a joust."""
    game, limit = play.game, play.fact("spent.injuries")
    own = next((roll for roll in game.hits if seen(game, roll)[1]), None)
    if own is None:
        return False
    return bool(rolled(game, striking(game, None, (limit - 1, 0)), [own, harmless(game)]).last)


@fact("spent.injuries")
def _spent(play: Play) -> int:
    """The fewest injuries with which a knight cannot continue after harmless strikes."""
    game = play.game
    rolls = [harmless(game)] * 2
    return next(n for n in range(MOST) if rolled(game, striking(game, None, (n, 0)), rolls).last)


def harmless(game: Lists) -> int:
    """A roll of the strike die without any effect."""
    return next(roll for roll in game.hits if seen(game, roll) == (0, 0, False))


# How a joust ends ------------------------------------------------------------------------------------------------


@fact("injuries.between_passes")
def _kept(play: Play) -> Any:
    """Whether injuries stay from one pass to the next."""
    return play.value(
        lambda m: m.pass_ends and m.goes_on and any(m.before.injuries),
        lambda m: all(now >= then for now, then in zip(m.after.injuries, m.before.injuries, strict=True)),
    )


@fact("injuries.after_joust")
def _healed(play: Play) -> Any:
    """The injuries with which jousts begin."""
    return play.value(lambda m: m.verb in ("pair", "return"), lambda m: max(m.after.injuries))


@fact("end.both_unseated")
def _both_unseated(play: Play) -> Any:
    return _ending(play, "both_unseated", lambda m: all(m.unseated))


@fact("end.one_unseated")
def _one_unseated(play: Play) -> Any:
    return _ending(play, "one_unseated", lambda m: sum(m.unseated) == 1)


@fact("end.both_spent")
def _both_spent(play: Play) -> Any:
    limit = play.fact("spent.injuries")
    return _ending(play, "both_unable", lambda m: not any(m.unseated) and all(m.spent(limit)))


@fact("end.one_spent")
def _one_spent(play: Play) -> Any:
    limit = play.fact("spent.injuries")
    return _ending(play, "one_unable", lambda m: not any(m.unseated) and sum(m.spent(limit)) == 1)


def _ending(play: Play, kind: str, when: Callable[[M], Any]) -> Any:
    """The tokens that an ending brings, and whether its pair returns."""
    found = [m for m in play.moments if m.pass_ends and when(m)]
    if any(m.after.last != kind for m in found if m.ends) or not all(m.ends for m in found):
        return "not the end"
    shown = sorted({(sum(m.gained), bool(m.after.later)) for m in found})
    return shown[0] if len(shown) == 1 else shown


@fact("end.spent_winner_wins")
def _spent_winner(play: Play) -> Any:
    """Whether a spent knight that alone is seated wins the token."""
    limit = play.fact("spent.injuries")
    return play.value(
        lambda m: m.pass_ends and sum(m.unseated) == 1 and m.spent(limit)[m.unseated.index(False)],
        lambda m: m.winner == m.unseated.index(False),
    )


@fact("rest.who")
def _rests(play: Play) -> Any:
    """Whether exactly the unseated and spent knights of a joust rest."""
    limit = play.fact("spent.injuries")

    def right(m: M) -> bool:
        tired = tuple(k for k in KNIGHTS if m.unseated[k] or m.spent(limit)[k])
        return m.resting_after == tired

    return play.value(lambda m: m.ends and not m.over, right)


@fact("rest.jousts")
def _rest_jousts(play: Play) -> Any:
    """The number of jousts that a resting knight misses."""
    found = set()
    for seat in range(play.game.players):
        missed = 0
        for m in play.moments:
            if m.previous is None:
                missed = 0
            if m.ends:
                if missed and seat not in m.after.resting:
                    found.add(missed)
                missed = missed + 1 if seat in m.after.resting else 0
    return sorted(found)[0] if len(found) == 1 else sorted(found)


@fact("rest.two_players")
def _rest_two(play: Play) -> bool:
    """Whether knights ever rest in a tournament of two."""
    return any(m.after.resting for m in film(play, 2))


@fact("return.when")
def _returns(play: Play) -> Any:
    """The jousts of others before a withdrawn pair jousts again."""
    waits = []
    for m in play.moments:
        if m.verb == "return":
            withdrawn = _withdrawal(m)
            if withdrawn is not None:
                waits.append(m.before.jousts - withdrawn.after.jousts)
    found = sorted(set(waits))
    return found[0] if len(found) == 1 else found


def _withdrawal(moment: M) -> M | None:
    """The moment at which a pair that returns had withdrawn."""
    at: Any = moment.previous
    while at is not None and not (at.ends and at.after.later == moment.jousters):
        at = at.previous
    return at  # type: ignore[no-any-return]


@fact("return.before_others")
def _before_others(play: Play) -> Any:
    """Whether a returning pair is the only one that may joust in its slot."""
    return play.value(lambda m: m.slot_begins and m.before.due, lambda m: len(m.legal) == 1 and m.verb == "return")


@fact("return.unseated")
def _unseated_return(play: Play) -> bool:
    """Whether a pair ever returns if one of its knights was unseated."""
    return any(m.after.later for m in play.moments if m.ends and any(m.unseated))


@fact("idle.when")
def _idle_when(play: Play) -> Any:
    """The numbers of fit knights with which a slot is idle, in a tournament of three."""
    return sorted({_fit(m) for m in three(play) if m.verb == "idle"})


@fact("idle.recover")
def _idle_recover(play: Play) -> bool:
    """Whether all knights recover in an idle slot."""
    return all(not m.after.resting for m in three(play) if m.verb == "idle")


def _fit(moment: M) -> int:
    return moment.game.players - len(moment.before.resting)


# The end ---------------------------------------------------------------------------------------------------------


@fact("token.most")
def _token_most(play: Play) -> int:
    """The most tokens that a joust brings."""
    return int(max(sum(m.gained) for m in play.moments))


@fact("win.tokens")
def _win_tokens(play: Play) -> int:
    """The fewest tokens that win a tournament."""
    game = play.game
    unseating = [play.fact("hit.unseats")[0]]
    for held in range(MOST):
        start = striking(game, 0)._replace(tokens=(held, *game.setup().tokens[1:]))
        if game.actor(rolled(game, start, unseating)) is None:
            return held + 1
    raise ValueError("no number of tokens wins")


@fact("win.at_once")
def _at_once(play: Play) -> Any:
    goal = play.fact("win.tokens")
    return play.value(lambda m: m.ends and max(m.after.tokens) >= goal, lambda m: m.over)


@fact("win.tie")
def _win_tie(play: Play) -> bool:
    """Whether a tournament ever ends without exactly one winner."""
    return any(len(m.winners) != 1 for m in play.moments if m.over)
