"""A card with words that no randomly played game could use.

Its words may be right or wrong. Either the card cannot come into the game, or so rarely that most players will never
see it. This is a warning: the kit is printed.

PASS: cards.yaml: `count: 8` -> `count: 9`
FAIL: cards.yaml: `count: 3\\n    art: spin.svg\\n    traits` -> `count: 0\\n    art: spin.svg\\n    traits`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import observed, play_of
from pnp.checks.support.printed import place, rules_text, statements
from pnp.diagnostics import Diagnostic
from pnp.rules.moments import Moment


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for each card whose words are read as rules, and which no action of a game from the setup names."""
    play = play_of(context)
    if play is None:
        return
    named = {word for moment in _of_games(play.moments) for word in moment.action[1:]}
    played = {deck for deck, id_, _ in context.cards() if id_ in named}
    for deck, id_, card in context.cards():
        if deck not in played or id_ in named or observed(context, deck, id_) is None:
            continue
        stated = (one for one in rules_text(context, deck, id_) if any(statements(context, one.text)))
        if first := next(stated, None):
            message = f"{card.name!r} was not played in any random game"
            hint = "check whether this card can come into play at all"
            yield diagnostic(__name__, place(context, card, first), message, hint, severity="warning")


def _of_games(moments: Iterable[Moment[Any, Any]]) -> Iterator[Moment[Any, Any]]:
    """The moments of games that were played from the setup, and not from a scene."""
    is_game = False
    for moment in moments:
        if moment.previous is None:
            is_game = moment.before == moment.game.setup()
        if is_game:
            yield moment
