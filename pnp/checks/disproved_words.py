"""A sentence on a card that a randomly played game contradicts.

A card may act differently in the middle of a game than when it is tried alone. So games are played at random, and what
each state allows and each action changes is compared with the sentences on the cards. The message shows the position
that contradicts the sentence.

PASS: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Gain 1 position}`
FAIL: cards.yaml: `    name: Swerve` -> `    name: Swerve\\n    words: {effect: Gain 2 positions}`
FAIL: cards.yaml: `    name: Stampede` -> `    name: Stampede\\n    words: {where: If fleeing}`
FAIL: cards.yaml: `    name: Charge` -> `    name: Charge\\n    words: {counters: "Dodge, Stomp"}`
FAIL: cards.yaml: `    name: Tootsie` -> `    name: Tootsie\\n    words: {strength: Draw 3}`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.played import Moment, Reading, game_evidence
from pnp.checks.support.printed import place
from pnp.diagnostics import Diagnostic
from pnp.rules.game import Game, written
from pnp.rules.proofs import Evidence


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every sentence that evidence contradicts."""
    observed = game_evidence(context)
    if observed is None or context.game is None:
        return
    for one in observed.stated:
        contradictions = (observed.contradiction(claim) for claim in one.claims())
        evidence = next((one for one in contradictions if one), None)
        if evidence:
            message = _message(context, context.game, one, evidence, observed.moments[evidence])
            where = place(context, one.card, one.sentence)
            yield diagnostic(__name__, where, message, f"read as {one.statement.field} in phrases.yaml")


def _message(context: CheckContext, game: Game[Any], one: Reading, evidence: Evidence, moment: Moment) -> str:
    trait = " ".join(evidence.path).replace("_", " ")
    names = context.render.kit.phrasebook.names
    value = "nothing" if evidence.value is None else names.get(str(evidence.value), str(evidence.value))
    shown = f"its {trait} is {value}" if evidence.among is None else f"{value} is {_AMONG[evidence.among]} its {trait}"
    position = " ".join(game.show(moment.state).split())
    return (
        f"{one.card.name!r} says {one.sentence.text!r}, but in play {shown}: game {moment.game}, "
        f"before {written(moment.action)!r}: {position}"
    )


_AMONG = {True: "among", False: "not among"}
