"""A changed rule of the engine contradicts a printed sentence, and the check of the kit reports that sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.games.duel.engine import KEEP, Duel, State
from tests.support.printed import states

Change = Callable[..., Any]


def turned(game: Duel, rule: Change, state: State, card: str) -> State:
    """The player who called wrong attacks first."""
    after = rule(game, state, card)
    return after._replace(attacker=1 - after.attacker)


def dealt_more(game: Duel, rule: Change, state: State, card: str) -> State:
    """Each player draws one card more at the beginning."""
    after = rule(game, state, card)
    return after._replace(due=(after.due[0] + 1, after.due[1] + 1))


def announced_by_defender(game: Duel, rule: Change, state: State) -> int | None:
    return 1 - state.attacker if state.phase == "target" else rule(game, state)


def started_at_five(game: Duel, rule: Change, state: State, action: Any) -> State:
    after = rule(game, state, action)
    return after._replace(total=5) if state.phase == "target" else after


def must_swap(game: Duel, rule: Change, state: State) -> Any:
    return tuple(action for action in rule(game, state) if action != KEEP)


def only_adds(game: Duel, rule: Change, state: State) -> Any:
    return tuple(action for action in rule(game, state) if action[-1] != "subtract")


def away(game: Duel, rule: Change, total: int, target: int) -> int:
    """The defender counts cards away from the target."""
    return -rule(game, total, target)  # type: ignore[no-any-return]


def won_by_hitter(game: Duel, rule: Change, state: State, seat: int, how: str) -> State:
    """A defender who hits the target wins."""
    return rule(game, state, game.actor(state) if how == "reached" else seat, how)  # type: ignore[no-any-return]


def missed_won_by_attacker(game: Duel, rule: Change, state: State, seat: int, how: str) -> State:
    return rule(game, state, state.attacker if how == "held" else seat, how)  # type: ignore[no-any-return]


def forfeits_all(game: Duel, rule: Change, state: State) -> State:
    """A forfeit loses the whole hand."""
    return game._won(state, 1 - state.attacker, "forfeited")


def forfeits_late(game: Duel, rule: Change, state: State, action: Any) -> State:
    """The attacker may not forfeit after the first exchange."""
    after = rule(game, state, action)
    first = after.phase == "forfeit" and len(after.played[0]) == 1
    return after._replace(phase="defend") if first else after  # type: ignore[no-any-return]


def returned_hidden(game: Duel, rule: Change, *given: Any) -> State:
    after = rule(game, *given)
    hidden = tuple(tuple(sorted(after.hidden[s] + after.exposed[s])) for s in (0, 1))
    return after._replace(hidden=hidden, exposed=((), ()))


def roles_stay(game: Duel, rule: Change, *given: Any) -> State:
    after = rule(game, *given)
    return after._replace(attacker=1 - after.attacker)


def winner_draws(game: Duel, rule: Change, *given: Any) -> State:
    after = rule(game, *given)
    return after._replace(due=after.due[::-1])


def drawn_exposed(game: Duel, rule: Change, state: State, card: str) -> State:
    after = rule(game, state, card)
    seat = 0 if state.due[0] else 1
    if state.target is None:
        return after
    hidden, exposed = list(after.hidden), list(after.exposed)
    hidden[seat], exposed[seat] = (), tuple(sorted((*after.exposed[seat], card)))
    return after._replace(hidden=tuple(hidden), exposed=tuple(exposed))


def fewest_win(game: Duel, rule: Change, state: State) -> Any:
    outcome = rule(game, state)
    return outcome and outcome._replace(winners=(1 - outcome.winners[0],))


def turned_card_returns(game: Duel, rule: Change, *given: Any) -> State:
    """The card that was turned over goes under the deck after a round."""
    after = rule(game, *given)
    return after._replace(under=(*after.under, after.aside)) if after.aside not in after.under else after


CHANGED = [
    (turned, "_turn", "If it has the colour called, the caller attacks first."),
    (dealt_more, "_turn", "Deal 3 hidden cards to each player."),
    (announced_by_defender, "actor", "The attacker announces the target, a whole number from 1 to 76."),
    (started_at_five, "apply", "The total begins at 0."),
    (must_swap, "legal", "if all 3 of your cards are exposed, you may swap one card."),
    (drawn_exposed, "_draw", "Put it face down under the deck, and draw one hidden card."),
    (only_adds, "legal", "The attacker may add or subtract it."),
    (away, "sign", "If the total is below the target, the defender must add the card."),
    (won_by_hitter, "_won", "The attacker wins even if the defender’s card hits it."),
    (missed_won_by_attacker, "_won", "If the total misses the target after 3 exchanges, the defender wins the round."),
    (forfeits_all, "_forfeit",
     "If the attacker forfeits, the defender takes only the cards that the attacker has played."),
    (forfeits_late, "apply", "After 1 or 2 exchanges the attacker may forfeit."),
    (returned_hidden, "_end_round", "All other played cards return to their players, exposed."),
    (roles_stay, "_end_round",
     "After every round, the attacker becomes the defender, and the defender becomes the attacker."),
    (winner_draws, "_end_round", "The loser draws 3 new cards."),
    (fewest_win, "outcome", "The first player with 10 points or more wins at once."),
    (turned_card_returns, "_end_round", "The turned card is out of the game, face up."),
]  # fmt: skip


def changed(monkeypatch: pytest.MonkeyPatch, method: str, change: Change) -> None:
    rule = getattr(Duel, method)
    monkeypatch.setattr(Duel, method, lambda game, *given: change(game, rule, *given))


@pytest.mark.slow
@pytest.mark.parametrize(("change", "method", "sentence"), CHANGED, ids=[row[0].__name__ for row in CHANGED])
def test_a_changed_rule_makes_its_sentence_false(context, monkeypatch, change, method, sentence):
    changed(monkeypatch, method, change)
    assert "false" in states(context, sentence)


@pytest.mark.slow
def test_the_engine_as_it_is_proves_these_sentences(context):
    assert {state for *_, sentence in CHANGED for state in states(context, sentence)} == {"proved"}
