"""Facts of a duel: answers found by playing and by trying positions that legal actions reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Facts, Play
from pnp.rules.duel import positions
from pnp.rules.duel.engine import ADD, ATTACK, CALL, DEFEND, DRAW, FORFEIT, FORFEITED, HELD, SWAP, TARGET, State
from pnp.rules.duel.moments import ATTACKER, DEFENDER, EXPOSED, HIDDEN, OTHER, PLAYED, DuelMoment
from pnp.rules.duel.observe import value

if TYPE_CHECKING:
    from pnp.rules.duel.engine import Duel

FACTS = Facts()
fact = FACTS.fact
M = DuelMoment


# Setup ----------------------------------------------------------------------------------------------------


@fact("call.colours")
def _colours(play: Play) -> Any:
    """The colours that may be called."""
    return play.value(lambda m: m.phase == CALL, lambda m: sorted(action[1] for action in m.legal))


@fact("call.right")
def _right(play: Play) -> Any:
    """Who attacks first if the card has the colour that was called."""
    return play.value(lambda m: m.turns and m.called, _first)


@fact("call.wrong")
def _wrong(play: Play) -> Any:
    return play.value(lambda m: m.turns and not m.called, _first)


def _first(moment: M) -> str:
    return "caller" if moment.caller_attacks else "other"


@fact("aside.returns")
def _aside(play: Play) -> Any:
    """Whether the card that was turned over comes back into play: to a hand, to the points or under the deck."""

    def is_back(m: M) -> bool:
        after = m.after
        piles = (*after.hidden, *after.exposed, *after.played, *after.points, after.under)
        everywhere = sum(pile.count(after.aside) for pile in piles) + after.pile[m.game.kind_of[after.aside]]
        return bool(everywhere >= m.game.deck[m.game.kind_of[after.aside]])

    return play.value(lambda m: m.ended, is_back)


@fact("aside.public")
def _aside_public(play: Play) -> Any:
    return play.value(
        lambda m: m.turns, lambda m: all(m.game.view(m.after, seat)["aside"] == m.card for seat in (0, 1))
    )


@fact("deal.cards")
def _deal(play: Play) -> Any:
    """The number of cards dealt to each player."""
    return play.value(lambda m: m.phase == TARGET and not m.before.rounds, lambda m: m.full)


@fact("deck.cards")
def _cards(play: Play) -> int:
    return int(play.game.left(play.game.setup()))


@fact("deck.after_setup")
def _after_setup(play: Play) -> Any:
    return play.value(lambda m: m.phase == TARGET and not m.before.rounds, lambda m: m.game.left(m.before))


@fact("deck.least")
def _deck_least(play: Play) -> int:
    """The fewest cards that are ever left in the deck: after a game that takes as many as possible to draw."""
    sizes = [play.game.left(positions.slowest(play.game)), *(play.game.left(m.after) for m in play.moments)]
    return int(min(sizes))


@fact("deck.runs_out")
def _runs_out(play: Play) -> bool:
    return bool(play.fact("deck.least") == 0)


# Hands ----------------------------------------------------------------------------------------------------


@fact("hand.hidden")
def _hidden(play: Play) -> Any:
    """Whether the rival cannot see hidden cards."""
    return play.value(lambda m: m.phase == TARGET, lambda m: m.secret(HIDDEN))


@fact("hand.exposed_seen")
def _exposed_seen(play: Play) -> Any:
    """Whether both players see exposed cards."""

    def seen(m: M) -> bool:
        return all(m.game.view(m.before, s)["exposed"] == [list(cards) for cards in m.before.exposed] for s in (0, 1))

    return play.value(lambda m: m.phase == TARGET, seen)


@fact("hand.exposed_playable")
def _exposed_playable(play: Play) -> Any:
    """Whether a player may play exposed cards."""
    return play.value(lambda m: m.plays and m.own[EXPOSED], lambda m: m.own[EXPOSED] <= m.playable)


@fact("hand.full")
def _full(play: Play) -> Any:
    """The number of cards of each player at the beginning of a round."""
    return play.value(lambda m: m.phase == TARGET, lambda m: m.full)


@fact("suit.matters")
def _suit(play: Play) -> bool:
    """Whether cards of one rank have different values in a round."""
    game = play.game
    ranks: dict[str, set[Any]] = {}
    for card in game.kinds:
        ranks.setdefault(game.traits[card].rank, set()).add(value(game, card))
    return any(len(found) > 1 for found in ranks.values())


# A round --------------------------------------------------------------------------------------------------


@fact("round.order")
def _order(play: Play) -> list[str]:
    """The steps of a round in which a player swaps and the attacker goes on, each with who acts."""
    game = play.game
    state, found = _exposed(game), []
    rounds = game.length(state)
    for _ in range(positions.MOST_ACTIONS):
        if game.length(state) > rounds:
            break
        step = f"{ATTACKER if game.actor(state) == state.attacker else DEFENDER}: {state.phase}"
        if state.phase != DRAW and step not in found:
            found.append(step)
        state = game.apply(state, _keenest(game, state))
    return found


def _exposed(game: Duel) -> State:
    """The second announcement, after a round in which all cards of the next attacker became exposed."""
    return positions.drawn(game, positions.held(game, positions.dealt(game, ([], []))))


def _keenest(game: Duel, state: State) -> Any:
    """The highest target, a swap, an attack that subtracts, or going on."""
    legal = game.legal(state)
    if state.phase == TARGET:
        return max(legal, key=lambda action: int(action[1]))
    return legal[0] if state.phase == FORFEIT else legal[-1]


@fact("target.range")
def _range(play: Play) -> Any:
    """The lowest and the highest target."""

    def ends(m: M) -> list[int]:
        numbers = [int(action[1]) for action in m.legal]
        return [min(numbers), max(numbers)]

    return play.value(lambda m: m.phase == TARGET, ends)


@fact("target.who")
def _announcer(play: Play) -> Any:
    """Who announces the target: the player who then attacks."""
    attackers = [m.before.attacker for m in play.moments if m.phase == ATTACK]
    return play.value(lambda m: m.phase == TARGET and attackers, lambda m: m.acting)


@fact("target.reach")
def _reach(play: Play) -> int:
    """The highest total of a round: all cards of two hands added, as high as they come."""
    game = play.game
    values = sorted(value(game, card) or 0 for card, n in zip(game.kinds, game.deck, strict=True) for _ in range(n))
    return sum(values[-sum(play.fact("deal.cards")) :])


@fact("total.start")
def _start(play: Play) -> Any:
    return play.value(lambda m: m.phase == TARGET, lambda m: m.after.total)


@fact("total.negative")
def _negative(play: Play) -> bool:
    """Whether the total may fall below zero."""
    return any(m.after.total < 0 for m in play.moments)


@fact("swap.needs")
def _needs(play: Play) -> Any:
    """The number of exposed and of hidden cards of a player who may swap."""
    return play.value(lambda m: m.phase == SWAP, lambda m: [len(m.own[EXPOSED]), len(m.own[HIDDEN])])


@fact("swap.optional")
def _swap_optional(play: Play) -> Any:
    return play.value(lambda m: m.phase == SWAP, lambda m: "keep" in m.verbs)


@fact("swap.both")
def _both(play: Play) -> bool:
    """Whether both players may ever swap in the same round."""
    return any(len(m.all_exposed) > 1 for m in play.moments if m.phase in (TARGET, SWAP))


@fact("swap.again")
def _again(play: Play) -> Any:
    """Whether a player who has swapped may swap again in the round."""
    return play.value(_has_swapped, lambda m: m.phase_after == SWAP and m.actor_after == m.previous.previous.actor)


def _has_swapped(moment: M) -> bool:
    """Whether the moment after a swap's draw."""
    previous = moment.previous
    return bool(previous and previous.verb == "swap" and moment.phase == DRAW and previous.previous)


@fact("swap.card")
def _swapped(play: Play) -> Any:
    """Where the card goes."""
    return play.value(lambda m: m.verb == "swap", lambda m: "under" if m.after.under[-1:] == (m.card,) else "elsewhere")


@fact("swap.deck")
def _swap_deck(play: Play) -> Any:
    """The change of the number of cards in the deck by a swap and its draw."""
    return play.value(_has_swapped, lambda m: m.game.left(m.after) - m.game.left(m.previous.before))


@fact("defend.first")
def _defend_first(play: Play) -> Any:
    """Who plays the first card of a round."""
    return play.value(lambda m: m.plays and not any(m.before.played), lambda m: m.acting)


@fact("defend.ways")
def _defend_ways(play: Play) -> Any:
    """The number of ways to count a card of the defender."""
    return play.value(lambda m: m.phase == DEFEND, _ways)


def _ways(moment: M) -> int:
    return sum(action[1:2] == moment.action[1:2] for action in moment.legal)


@fact("defend.below")
def _below(play: Play) -> Any:
    """How the card of a defender counts if the total is below the target."""
    return play.value(lambda m: m.phase == DEFEND and m.total < m.target, _counted)


@fact("defend.above")
def _above(play: Play) -> Any:
    return play.value(lambda m: m.phase == DEFEND and m.total > m.target, _counted)


def _counted(moment: M) -> str:
    return ADD if moment.total_after > moment.total else "subtract"


@fact("attack.ways")
def _attack_ways(play: Play) -> Any:
    """The number of ways to count a card of the attacker."""
    return play.value(lambda m: m.phase == ATTACK, _ways)


@fact("play.compulsory")
def _compulsory(play: Play) -> Any:
    """Whether both players must play a card when it is their turn."""
    return play.value(lambda m: m.plays, lambda m: len(m.verbs) == 1)


@fact("hit.winner")
def _hit(play: Play) -> Any:
    """Who wins a round by the card of each player that hits the target."""

    def winner(role: str) -> Any:
        return play.value(lambda m: m.hits and m.acting == role, lambda m: m.taker)

    return {role: winner(role) for role in OTHER}


@fact("missed.winner")
def _missed(play: Play) -> Any:
    return play.value(lambda m: m.how == HELD, lambda m: m.taker)


@fact("missed.exchanges")
def _exchanges(play: Play) -> Any:
    """The number of exchanges after which a round ends."""
    return play.value(lambda m: m.how == HELD, lambda m: m.exchanges)


@fact("forfeit.optional")
def _forfeit_optional(play: Play) -> Any:
    return play.value(lambda m: "forfeit" in m.verbs, lambda m: len(m.verbs) > 1)


@fact("forfeit.exchanges")
def _forfeit_exchanges(play: Play) -> Any:
    """The numbers of exchanges after which the attacker may forfeit."""
    return play.values(lambda m: "forfeit" in m.verbs, lambda m: m.exchanges)


@fact("forfeit.after_last")
def _after_last(play: Play) -> Any:
    """Whether the attacker may forfeit after the last card."""
    return play.value(
        lambda m: m.phase == ATTACK and not m.hits and not m.cards(ATTACKER, HIDDEN, EXPOSED),
        lambda m: "forfeit" in m.verbs_after,
    )


# After a round --------------------------------------------------------------------------------------------


@fact("won.cards")
def _won(play: Play) -> Any:
    """The cards that the winner takes."""
    return play.value(lambda m: m.is_won, lambda m: _which(m, OTHER[m.taker]))


def _which(moment: M, loser: str) -> str:
    """Which cards of the loser are taken."""
    if moment.taken[moment.taker] == moment.cards(loser, PLAYED, HIDDEN, EXPOSED):
        return "all"
    return "played" if moment.taken[moment.taker] == moment.cards(loser, PLAYED) else "others"


@fact("forfeit.cards")
def _forfeit_cards(play: Play) -> Any:
    """Who takes which cards after a forfeit, if the attacker still has others."""
    return play.value(
        lambda m: m.how == FORFEITED, lambda m: [m.taker, _which(m, ATTACKER)] if m.taker == DEFENDER else [m.taker]
    )


@fact("forfeit.draws")
def _forfeit_draws(play: Play) -> Any:
    """Who draws as many cards as were lost after a forfeit."""
    return play.value(lambda m: m.how == FORFEITED and not m.over, _drawer)


@fact("won.draws")
def _won_draws(play: Play) -> Any:
    """Who draws as many cards as were lost after a round that is won."""
    return play.value(lambda m: m.is_won and not m.over, lambda m: "winner" if _drawer(m) == m.taker else "loser")


def _drawer(moment: M) -> str:
    lost = len(moment.taken[moment.taker])
    found = [role for role in OTHER if moment.due(role) == lost and not moment.due(OTHER[role])]
    return found[0] if found else "nobody"


@fact("drawn.exposed")
def _drawn(play: Play) -> Any:
    """Whether drawn cards are exposed."""
    return play.value(lambda m: m.phase == DRAW, lambda m: m.after.exposed != m.before.exposed)


@fact("played.returned")
def _returned(play: Play) -> Any:
    """How the cards come back that the winner has played."""

    def how(m: M) -> str:
        seat, cards = m.seat(m.taker), m.cards(m.taker, PLAYED)
        return EXPOSED if set(cards) <= set(m.after.exposed[seat]) else "otherwise"

    return play.value(lambda m: m.is_won and not m.over, how)


@fact("roles.change")
def _change(play: Play) -> Any:
    """Whether the attacker defends the next round, however the round ended."""
    return play.value(lambda m: m.ended and not m.over, lambda m: m.after.attacker != m.before.attacker)


@fact("points.public")
def _public(play: Play) -> Any:
    """Whether both players see all point cards."""

    def seen(m: M) -> bool:
        return all(m.game.view(m.after, seat)["points"] == [list(cards) for cards in m.after.points] for seat in (0, 1))

    return play.value(lambda m: m.ended, seen)


@fact("points.each")
def _each(play: Play) -> Any:
    """Whether each card that was taken counts for one point."""
    return play.value(lambda m: m.over, lambda m: m.result == m.points)


@fact("points.least")
def _least(play: Play) -> int:
    """The fewest points that a round brings."""
    return min([len(m.taken[m.taker]) if m.taker else 0 for m in play.moments if m.ended])


# The end --------------------------------------------------------------------------------------------------


@fact("win.points")
def _win_points(play: Play) -> int:
    """The fewest points that win."""
    return int(min(max(m.points) for m in play.moments if m.over))


@fact("win.exact")
def _win_exact(play: Play) -> bool:
    """Whether a player must reach the points exactly."""
    return all(max(m.points) == play.fact("win.points") for m in play.moments if m.over)


@fact("win.at_once")
def _win_at_once(play: Play) -> Any:
    return play.value(lambda m: m.ended and max(m.points) >= play.fact("win.points"), lambda m: m.over)


@fact("win.who")
def _win_who(play: Play) -> Any:
    """Who wins: the player with the most points."""

    def who(m: M) -> str:
        return "most" if [m.points.index(max(m.points))] == list(m.winners) else "other"

    return play.value(lambda m: m.over, who)


@fact("rounds.most")
def _rounds(play: Play) -> int:
    """The number of rounds of a game in which each round brings as few points as possible, by turns."""
    return int(play.game.length(positions.slowest(play.game)))
