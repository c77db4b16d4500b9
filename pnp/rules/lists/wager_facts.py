"""Facts of the wagers of JOUST!, found in tournaments with chips."""

from __future__ import annotations

from typing import Any

from pnp.rules.claims import Facts, Play
from pnp.rules.game import CHANCE
from pnp.rules.lists.engine import INITIATIVE, State
from pnp.rules.lists.facts import harmless
from pnp.rules.lists.observe import rolled, striking
from pnp.rules.lists.variants import CHIPS, variant, wagers

FACTS = Facts()
fact = FACTS.fact


@fact("wager.who")
def _who(play: Play) -> Any:
    """Whether those who wager are all players with chips that are not in the joust."""
    rounds = [m for m in wagers(play) if m.verb in ("wager", "pass")]
    return all(m.actor not in m.before.pair and m.before.chips[m.actor or 0] > 0 for m in rounds) and _all_asked(play)


def _all_asked(play: Play) -> bool:
    ends = [m for m in wagers(play) if m.verb in ("wager", "pass") and m.verbs_after == {INITIATIVE}]
    return bool(ends) and all(len(m.after.wagers) == len(_onlookers(m.before)) for m in ends)


def _onlookers(state: State) -> list[int]:
    return [seat for seat, chips in enumerate(state.chips) if chips and seat not in state.pair]


@fact("wager.compulsory")
def _compulsory(play: Play) -> bool:
    """Whether a player who may wager must."""
    return not all("pass" in m.verbs for m in wagers(play) if m.actor != CHANCE)


@fact("wager.stakes")
def _stakes(play: Play) -> list[Any]:
    """The least stake, and the limits of the highest: the chips that a player holds, and those dealt."""
    poor, rich = _stakes_with(play, CHIPS - 7), _stakes_with(play, CHIPS + 7)
    limits = [
        "held" if max(poor) == CHIPS - 7 else "more",
        "dealt" if max(rich) == CHIPS else "more",
    ]
    return [min(poor), *limits]


def _stakes_with(play: Play, chips: int) -> list[int]:
    game = variant(play.game, 4, CHIPS)
    state = game.apply(game.setup()._replace(chips=(chips,) * 4), ("pair", "1", "2"))
    return [int(action[2]) for action in game.legal(state) if action[0] == "wager"]


@fact("wager.on")
def _wager_on(play: Play) -> bool:
    """Whether players may wager on either knight of the joust, and on no other."""
    asked = [m for m in wagers(play) if m.actor != CHANCE]
    return all({int(a[1]) - 1 for a in m.legal if a[0] == "wager"} == set(m.before.pair) for m in asked)


@fact("wager.open")
def _open(play: Play) -> bool:
    """Whether everybody sees each wager as soon as it is made."""
    made = [m for m in wagers(play) if m.verb in ("wager", "pass") and m.after.wagers]
    return all(
        m.game.view(m.after, seat)["wagers"] == [list(wager) for wager in m.after.wagers]
        for m in made
        for seat in range(m.game.players)
    )


@fact("wager.pays")
def _pays(play: Play) -> dict[str, int]:
    """What a stake of 3 brings: on the one knight that unseats, on the other, and after any other ending."""
    game = variant(play.game, 4, CHIPS)
    start = striking(game, None)._replace(wagers=((0, 3), (1, 3)))
    full, none = play.fact("hit.unseats")[0], harmless(game)
    won = rolled(game, start, [full, none]).chips
    both = rolled(game, start, [full, full]).chips
    limit = play.fact("spent.injuries")
    spent = rolled(game, start._replace(injuries=(0, limit)), [none, none]).chips
    return {
        "stake": 3,
        "right": won[2] - CHIPS,
        "wrong": won[3] - CHIPS,
        "both": both[2] - CHIPS,
        "spent": spent[2] - CHIPS,
    }


@fact("wager.wins_tournament")
def _wager_wins(play: Play) -> bool:
    """Whether chips alone can end a tournament."""
    game = variant(play.game, 4, CHIPS)
    return game.actor(game.setup()._replace(chips=(10**6, 0, 0, 0))) is None
