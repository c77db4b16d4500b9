"""A change in a proved sentence is noticed, by play or because no rule reads it."""

from __future__ import annotations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import rules_of
from pnp.checks.support.sentences import sentences, trial
from pnp.kit import paths
from tests.laws.sentence_mutants import score
from tests.support.printed import ready

KITS = [*paths.game_kits(), "rhino-de", "soaring-fr"]
"""The games, and an edition in each other language."""
LEAST = {"single words": 0.95, "two words exchanged": 0.97, "two clauses exchanged": 0.9}
"""The least share of changes that must be noticed in each kit."""
MOST = 110
"""The number of changes of a kind that are tried in each kit."""


@pytest.fixture(params=KITS)
def checked(request: pytest.FixtureRequest) -> CheckContext:
    return ready(request.param)


@pytest.mark.slow
@pytest.mark.parametrize("kind", LEAST)
def test_a_change_is_noticed(checked: CheckContext, kind: str) -> None:
    found = score(checked, kind, MOST)
    assert found.tried > (10 if kind == "two clauses exchanged" else 100)
    assert found.share >= LEAST[kind], "\n".join(found.survived)


FOR_OTHER_DATA = {
    "rhino": {
        "counter.may",
        "counter.names_only",
        "deal.as_many",
        "discard.as_many",
        "draw.as_many",
        "gain.beyond_best",
        "move.only_counter",
    },
    "soaring": {"downer.suit", "goal.one", "goal.three"},
    "tilt": {"aim.keeps_loop", "start.behind", "win.level_nets_last", "win.more", "win.still_level"},
}
"""Rules of sentences that the templates write for other data only, such as rhinos that differ, or goals that do."""


@pytest.mark.slow
def test_no_rule_of_a_game_is_idle(checked: CheckContext) -> None:
    """Every rule with sentences is stated by a sentence of the game's kit."""
    kit = checked.render.kit
    if kit.slug not in paths.game_kits():  # an edition may leave sentences out
        return
    found = [trial(checked, sentence) for sentence in sentences(checked) if sentence.kind == "proved"]
    rules = rules_of(checked)
    made = {rule.name for rule in rules.rules.values() if rule.patterns} if rules else set()
    assert made - {one.name for one in found if one} == FOR_OTHER_DATA.get(kit.slug, set())
