"""True and false sentences for claims of rhino: a changed word is another statement, which play disproves."""

from __future__ import annotations

import pytest

from pnp import rules
from pnp.checks.support.film import film
from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.lexicon import lexicon
from pnp.rules.claims import Play, Words, prove
from pnp.rules.rhino.engine import Rhino, State, changed, with_stack
from pnp.rules.rhino.facts import FACTS
from tests.rules.conftest import make

CASES = [
    ("positions.ways", "Two rhinos can stand in three ways.", "Two rhinos can stand in two ways."),
    ("positions.ways", "Two rhinos can stand in 3 ways.", "Three rhinos can stand in three ways."),
    (
        "positions.mirror",
        "When you move a step to the right, your rival moves a step to the left.",
        "When you move a step to the right, your rival moves a step to the right.",
    ),
    (
        "positions.mirror",
        "When you move left, your rival moves a step right.",
        "When you move a step to the right, the rival of your rival moves a step to the left.",
    ),
    ("card.where", "Where you may play it as a move.", "Where your rival may play it as a move."),
    ("card.where", "You can play it as a move.", "You cannot play it as a move."),
    ("move.only_counters", "The Best at Jousting only counters.", "Dodge only counters."),
    ("counter.any", "The Best at Jousting counters any card.", "Dodge counters any card."),
    ("effects", "What it does: gains or gains, scores, resets, only counters.", "It gains or scores, only counters."),
    (
        "effects",
        "A card gains, scores or resets, or it only counters.",
        "What it does: gains or loses, scores, resets, only counters.",
    ),
    (
        "idle",
        "After 20 turns in a row without a card played, discarded or drawn, the bout is a draw.",
        "After 20 turns in a row without a card played, discarded or drawn, the bout is lost.",
    ),
    ("deck.count", "Use all 62 move cards.", "Use all 61 move cards."),
    ("deck.count", "There must be 62 move cards.", "There must be 61 move cards."),
    (
        "idle",
        "After 20 turns without a card played, discarded or drawn, the bout is drawn.",
        "After 20 turns in a row without a card played, discarded or drawn, the bout is a discard.",
    ),
    (
        "deal.top_speed",
        "Shuffle the move cards and deal each rider as many as the rhino’s top speed.",
        "Shuffle the move cards or deal each rider as many as the rhino’s top speed.",
    ),
    ("gain.beyond", "Steps beyond chasing are lost.", "Steps beyond flanking are lost."),
    ("gain.beyond", "Steps beyond the best position are lost.", "Steps beyond the worst position are lost."),
    (
        "draw.own_turn",
        "If you counter, you do not draw before your own turn.",
        "If you counter, you do not draw before the rival’s turn.",
    ),
    (
        "draw.own_turn",
        "If you counter, you do not draw a card before your own turn.",
        "If you counter, you draw before your own turn.",
    ),
    (
        "counter.may",
        "Whenever you play a move, your rival may counter it with a card from their hand.",
        "Whenever you play a move, your rival must counter it with a card from their hand.",
    ),
    (
        "counter.may",
        "Whenever your rival plays a move, you may counter it with a card from your hand.",
        "Whenever you play a move, you may counter it with a card from your hand.",
    ),
    (
        "counter.chain",
        "Then you may counter that card, then your rival may counter again, and so on.",
        "Then you may counter that card, then you may counter again, and so on.",
    ),
    (
        "stack.own",
        "If the last card is yours, the move stands.",
        "If the last card is yours, the move fails.",
    ),
    (
        "stack.last",
        "A move stands if the rider who played it has the last card; otherwise it fails.",
        "A move stands if the rider who played it has the first card; otherwise it fails.",
    ),
    (
        "stack.last",
        "A move stands if the rider who played it has the last card; otherwise it fails.",
        "A move fails if the rider who played it has the last card; otherwise it stands.",
    ),
    ("card.discarded", "Then discard the card.", "Then draw the card."),
    ("draw.own_turn", "Countering draws no card.", "Countering draws one card."),
    (
        "stack.alone",
        "A card that nobody counters stands.",
        "A card that nobody counters fails.",
    ),
    (
        "reset",
        "Reset (Burst of Speed): draw 1 card, and put both rhinos head-to-head.",
        "Reset (Burst of Speed): draw 2 cards, and put both rhinos head-to-head.",
    ),
]


@pytest.fixture(scope="module")
def seen():
    proof = rules.proof(make("rhino"))
    assert proof is not None
    return Play(proof.game, list(film(proof)), proof.facts())


def state(seen: Play, claim: str, text: str) -> str:
    """The state of the verdict on a sentence."""
    proof, english = rules.proof(seen.game), lexicon("en")
    kit = load.open_kit(paths.data_folder() / "rhino", Diagnostics())
    assert proof
    assert english
    assert kit
    names = {text: id_ for id_, text in kit.phrasebook.names.items()}
    return prove(proof.claims()[claim], Words(english.words(text, names)), seen).state


@pytest.mark.parametrize(("claim", "true", "false"), CASES)
def test_a_changed_word_is_reported(seen, claim, true, false):
    assert state(seen, claim, true) == "proved"
    assert state(seen, claim, false) in ("false", "unread", "never")


def test_the_stack_is_not_in_a_pile_that_is_made_for_its_move(seen, monkeypatch):
    assert seen.fact("draw.stack_reshuffled") is False
    resolve = Rhino._resolve

    def discard_first(self: Rhino, state: State) -> State:
        return resolve(self, changed(state, discards=with_stack(state)))

    monkeypatch.setattr(Rhino, "_resolve", discard_first)
    assert Play(seen.game, [], FACTS).fact("draw.stack_reshuffled") is True
