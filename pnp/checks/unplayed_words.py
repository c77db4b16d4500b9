"""A sentence on a card that no randomly played game has tested, at least in part.

Such a sentence may be right or wrong. Either the card cannot come into the game, or not into a position in which the
sentence matters, or so rarely that most players will never see it. This is a warning: the kit is printed.

PASS: cards.yaml: `count: 8` -> `count: 9`
FAIL: cards.yaml: `count: 3\\n    art: spin.svg\\n    traits` -> `count: 0\\n    art: spin.svg\\n    traits`
FAIL: cards.yaml: `positions: [flanked], effect: {gain: 2}` -> `positions: [chasing], effect: {gain: 2}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.played import GameEvidence, Reading, game_evidence
from pnp.checks.support.printed import place
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for every sentence with a part that was neither observed nor disproved."""
    evidence = game_evidence(context)
    if evidence is None:
        return
    for one in evidence.stated:
        missing = _missing(one, evidence)
        if missing:
            names = context.render.kit.phrasebook.names
            listed = ", ".join(names.get(id_, id_) for id_ in missing)
            words = f"{one.card.name!r} says {one.sentence.text!r}"
            message = f"{words}, and {evidence.games} games have not shown it: {listed}"
            where = place(context, one.card, one.sentence)
            yield diagnostic(
                __name__, where, message, "check whether this card can come into play at all", severity="warning"
            )


def _missing(one: Reading, evidence: GameEvidence) -> list[str]:
    """The parts of a sentence that no game showed; none if it is disproved, which `disproved_words` reports."""
    claims = list(one.claims())
    if any(evidence.contradiction(claim) for claim in claims):
        return []
    return [part for claim in claims for part in evidence.unseen(claim)]
