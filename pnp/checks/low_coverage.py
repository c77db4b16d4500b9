"""A kit in which play proves fewer sentences than it promises.

`floors: {proved: 60}` in kit.yaml is the least percentage of rule sentences that play must prove. So that a rulebook
does not lose its proofs one by one, raise it when more is proved. `pnp check --coverage` shows the percentage.
In a language without a lexicon there is none.

PASS: kit.yaml: `floors: {proved: 72}` -> `floors: {proved: 60}`
FAIL: kit.yaml: `floors: {proved: 72}` -> `floors: {proved: 99}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.coverage import percentage
from pnp.diagnostics import Diagnostic
from pnp.lexicon import lexicon


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error if the percentage is below the kit's floor."""
    kit = context.render.kit
    floor = kit.floors.get("proved")
    if floor is None or not context.whole or context.proof is None or lexicon(kit.language) is None:
        return
    reached = percentage(context)
    if reached < floor:
        message = f"play proves {reached} % of the rule sentences, below the floor of {floor} %"
        hint = "`pnp check --coverage-page FILE` shows which sentences are not proved"
        yield diagnostic(__name__, kit.at("floors", "proved"), message, hint)
