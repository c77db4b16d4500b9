"""A changed rule of the engine contradicts a printed sentence, and the check of the kit reports that sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.games.duel.engine import KEEP, Duel, State
from tests.support.printed import states

Change = Callable[..., Any]


def dealt_more(game: Duel, rule: Change, state: State, card: str) -> State:
    """Each player draws one card more at the beginning."""
    after = rule(game, state, card)
    return after._replace(due=(after.due[0] + 1, after.due[1] + 1))


def must_swap(game: Duel, rule: Change, state: State) -> Any:
    return tuple(action for action in rule(game, state) if action != KEEP)


def away(game: Duel, rule: Change, total: int, target: int) -> int:
    """The defender counts cards away from the target."""
    return -rule(game, total, target)  # type: ignore[no-any-return]


def returned_hidden(game: Duel, rule: Change, *given: Any) -> State:
    after = rule(game, *given)
    hidden = tuple(tuple(sorted(after.hidden[s] + after.exposed[s])) for s in (0, 1))
    return after._replace(hidden=hidden, exposed=((), ()))


def fewest_win(game: Duel, rule: Change, state: State) -> Any:
    outcome = rule(game, state)
    return outcome and outcome._replace(winners=(1 - outcome.winners[0],))


CHANGED = [
    (dealt_more, "_turn", "Deal 3 hidden cards to each player."),
    (must_swap, "legal", "if all 3 of your cards are exposed, you may swap one card."),
    (away, "sign", "If the total is below the target, the defender must add the card."),
    (returned_hidden, "_end_round", "All other played cards return to their players, exposed."),
    (fewest_win, "outcome", "The first player with 10 points or more wins at once."),
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
