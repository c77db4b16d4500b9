"""Words on a card, or part of them, that no game at random put to the test.

Words that were never in play may be right or wrong: nobody has seen. Either the card cannot come into the game, or
not into a place where its words matter, or so seldom that most players will never read them. This is a warning: a
kit with unplayed words is printed.

PASS: cards.yaml: `count: 8` -> `count: 9`
FAIL: cards.yaml: `count: 3\\n    art: spin.svg\\n    traits` -> `count: 0\\n    art: spin.svg\\n    traits`
FAIL: cards.yaml: `positions: [flanked], effect: {gain: 2}` -> `positions: [chasing], effect: {gain: 2}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.played import Said, Seen, seen
from pnp.checks.support.printed import place
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for every sentence of which something was neither seen nor disproved."""
    found = seen(context)
    if found is None:
        return
    for one in found.stated:
        missing = _missing(one, found)
        if missing:
            terms = context.render.kit.phrasebook.terms
            listed = ", ".join(terms.get(id_, id_) for id_ in missing)
            words = f"{one.card.name!r} says {one.sentence.text!r}"
            message = f"{words}, and {found.games} games have not shown it: {listed}"
            where = place(context, one.card, one.sentence)
            yield diagnostic(__name__, where, message, "can this card come into play at all?", severity="warning")


def _missing(one: Said, found: Seen) -> list[str]:
    """The parts of a sentence that were not seen; none if the sentence is disproved: that is told elsewhere."""
    claims = list(one.claims())
    if any(found.contradiction(claim) for claim in claims):
        return []
    return [part for claim in claims for part in found.unseen(claim)]
