"""A kit in which play proves fewer sentences than it promises.

`floors: {proved: 60}` in kit.yaml is the least percentage of rule sentences that play must prove. So that a rulebook
does not lose its proofs one by one, raise it when more is proved. `pnp check --coverage` shows the percentage. Overlays
do not inherit a floor, because they may leave out sentences of their base.

PASS: kit.yaml: `floors: {proved: 72}` -> `floors: {proved: 60}`
FAIL: kit.yaml: `floors: {proved: 72}` -> `floors: {proved: 99}`
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.coverage import percentage
from pnp.checks.support.sentences import UNCLASSIFIED, sentences
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error if the percentage is below the kit's floor."""
    kit = context.render.kit
    floor = kit.floors.get("proved")
    if floor is None or not context.whole or context.proof is None:
        return
    place = kit.at("floors", "proved")
    if Path(place.file).parent != kit.folder:  # the floor of a base, whose sentences an overlay may leave out
        return
    if any(sentence.kind == UNCLASSIFIED for sentence in sentences(context)):
        return  # errors already, and what becomes of them decides the percentage
    reached = percentage(context)
    if reached < floor:
        message = f"play proves {reached} % of the rule sentences, below the floor of {floor} %"
        hint = "`pnp check --coverage-page FILE` shows which sentences are not proved"
        yield diagnostic(__name__, place, message, hint)
