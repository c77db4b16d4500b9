"""The claims of JOUST!: each proves a true sentence, often in other words than the rulebook's, and no false one."""

from __future__ import annotations

import pytest

from pnp.checks.support.film import proved
from pnp.rules.lists.claims import CLAIMS

SENTENCES = {
    "knights.alike": ("Every knight rides and strikes in the same way.", "All knights ride and strike in other ways."),
    "list.columns": ("Every lane has 13 squares.", "Each lane has 12 squares."),
    "start.tokens": ("Every knight begins the tournament with no tokens.", "Begin with all tokens."),
    "slot.knights": ("Two knights joust in every slot.", "In each slot, three knights joust."),
    "joust.passes": ("Jousts have one or more passes.", "A joust has one or fewer passes."),
    "pass.order": (
        "In every pass, roll for the initiative, then ride, then strike.",
        "In each pass, ride, roll for the initiative, then strike.",
    ),
    "place.starts": ("Place every knight on a start square.", "Place no knights on their start squares."),
    "place.pennants": ("Nobody has the advantage.", "Everybody has the advantage."),
    "injuries.start": ("Start every joust with zero injuries.", "Begin each joust with 1 injury."),
    "injuries.keep": ("From pass to pass, keep your injuries.", "Do not keep your injuries from pass to pass."),
    "initiative.roll": ("Each knight rolls the D6.", "Both knights roll the D12."),
    "initiative.higher": ("The better roll has the initiative.", "The lower roll has the initiative."),
    "initiative.tie": ("On a tie, both knights roll again.", "On a win, both roll again."),
    "initiative.each": ("In each pass, roll for the initiative.", "Roll for the initiative in no pass."),
    "ride.first": ("The knight without the initiative rides last.", "The knight with the initiative rides last."),
    "ride.roll": (
        "Roll the D6; ride as many squares forward.",
        "Roll the D6, and ride that many squares back.",
    ),
    "ride.turns": ("After that, the other knight rides.", "Then the same knight rides, and so on in turn."),
    "ride.back": ("Never ride backwards.", "Never ride forward."),
    "ride.alongside": (
        "As soon as both are in the same column, both knights stop.",
        "As soon as both knights are in other columns, both stop.",
    ),
    "ride.all": (
        "Until then, you have to ride every square of your roll.",
        "Until then, you may ride all squares of your roll.",
    ),
    "ride.excess": ("Squares past that column are lost.", "Squares beyond that column are won."),
    "zone": ("The halfway zone is columns 6 to 8.", "Columns 6 to 9 are the halfway zone."),
    "advantage.past": (
        "The knight who has ridden beyond the zone has the advantage.",
        "If you meet past the zone, your opponent has the advantage.",
    ),
    "advantage.none": (
        "If you meet in the zone, no one has it.",
        "If you meet in the zone, somebody has the advantage.",
    ),
    "advantage.initiative": ("The initiative doesn’t matter for the advantage.", "The initiative matters."),
    "strike.roll": ("To strike, roll the D12.", "Roll the D6 to strike."),
    "strike.first": (
        "The knight without the advantage strikes last.",
        "The knight without the advantage strikes first.",
    ),
    "strike.unseats": (
        "If that strike unseats the rival, there is no reply.",
        "If that strike unseats the opponent, there is any reply.",
    ),
    "strike.reply": (
        "Otherwise the opponent has to strike, even if spent.",
        "Otherwise the opponent may strike too, even if spent.",
    ),
    "strike.together": (
        "If nobody has the advantage, both strike simultaneously.",
        "If somebody has the advantage, both knights strike at the same time.",
    ),
    "injuries.add": (
        "Add each injury to the injuries of the knight.",
        "Subtract every injury from the injuries of the knight.",
    ),
    "hit.self": (
        "A right leg that is hit gives you 2 injuries, and your opponent none.",
        "A hit on the right arm gives you 2 injuries, and your opponent none.",
    ),
    "hit.spends": ("A right leg that is hit can leave you spent.", "A hit on the left leg can leave you spent."),
    "hit.unseats": ("Just a hit on the full body unseats.", "Only a hit on the head unseats."),
    "spent": ("A knight with at least 6 injuries is spent.", "A knight with 5 or more injuries is spent."),
    "outcome.first": ("Use the first true line.", "Use the last line of the table that is true."),
    "outcome.pass": ("If none of the lines is true, ride another pass.", "If any line is true, ride another pass."),
    "end.both_unseated": (
        "If both are unseated, nobody wins, and both knights rest.",
        "If both knights are unseated, somebody wins, and both rest.",
    ),
    "outcome.ends": ("That ends the joust.", "It does not end the joust."),
    "end.both_spent": (
        "If both are spent but seated, nobody wins, and both rest.",
        "If both knights are spent but seated, nobody wins, and both do not rest.",
    ),
    "end.one_unseated": (
        "If one knight is unseated, the other wins 1 token, even if spent.",
        "If one knight is unseated, the same wins 1 token, even if spent.",
    ),
    "end.one_spent": (
        "If one knight is spent, the other wins 1 token.",
        "If one knight is spent, the other wins 2 tokens.",
    ),
    "end.unseated_rest": (
        "The unseated knight rests, and so does a spent winner.",
        "The unseated knight does not rest, and so does a spent winner.",
    ),
    "end.spent_rests": ("The knight who is spent rests.", "The spent knight does not rest."),
    "rest.next": ("A knight who rests misses exactly one slot.", "A resting knight misses exactly 2 slots."),
    "return.when": (
        "The pair that withdrew has to joust again in the slot after the next joust.",
        "A withdrawn pair may joust again in the slot after the next joust.",
    ),
    "return.only": ("No other pair can joust in that slot.", "Any other pair may joust in that slot."),
    "idle.when": (
        "If less than two knights are fit, the slot is idle.",
        "If fewer than two knights are fit, the slot is not idle.",
    ),
    "idle.counts": (
        "A slot that is skipped counts as the slot that a withdrawn pair misses.",
        "A skipped slot does not count as the slot that a withdrawn pair misses.",
    ),
    "rest.players": ("With two players, no one rests.", "With more than 2 players, nobody rests."),
    "win": ("The first with 10 victory tokens wins.", "The first knight with 10 tokens loses the tournament."),
    "wager.who": (
        "Before a joust, everybody who does not joust may wager.",
        "Before a joust, all players who do not joust must wager.",
    ),
    "wager.on": ("Choose 1 of the 2 knights.", "Choose two of the three knights."),
    "wager.held": (
        "Stake at least one chip, but no more than you hold.",
        "Stake at least 2 chips, but never more than you hold.",
    ),
    "wager.dealt": (
        "Never stake more chips than you began with.",
        "Never stake fewer chips than you began with.",
    ),
    "wager.open": ("Every wager is open.", "Wagers are hidden."),
    "wager.pays": (
        "If one knight alone is unseated, the correct wager wins its stake.",
        "If one knight alone is unseated, a correct wager loses its stake.",
    ),
    "wager.loses": ("A wrong bet on a stake is a wager that loses.", "A wrong wager wins its stake."),
    "wager.returned": ("Otherwise, every stake is returned.", "Otherwise, no stakes are returned."),
    "wager.tournament": ("The chips don’t win the tournament.", "Chips win the tournament."),
}


def test_every_claim_has_sentences():
    assert set(SENTENCES) == set(CLAIMS)


@pytest.mark.parametrize("name", SENTENCES)
def test_a_true_sentence_is_proved(context, name):
    verdict = proved(context, SENTENCES[name][0], CLAIMS[name])
    assert verdict
    assert verdict.state == "proved", verdict.message


def test_false_sentences_are_not_proved(context):
    verdicts = {name: proved(context, SENTENCES[name][1], CLAIMS[name]) for name in SENTENCES}
    states = {name: verdict and verdict.state for name, verdict in verdicts.items()}
    assert {name: state for name, state in states.items() if state not in ("false", "unread")} == {}


def test_nothing_is_joined_by_or(context):
    text = "If both knights are unseated, nobody wins, or both rest."
    verdict = proved(context, text, CLAIMS["end.both_unseated"])
    assert verdict
    assert (verdict.state, verdict.message) == ("unread", "it says 'or', but all that it names holds")


@pytest.mark.parametrize(
    ("name", "text", "states"),
    [
        ("rest.next", "A resting knight misses the next slot.", {"proved"}),
        ("rest.next", "A resting knight misses the last joust.", {"unread"}),
        ("idle.when", "If fewer than two knights can ride, skip the slot.", {"proved"}),
        ("idle.when", "If fewer than three knights can ride, skip the slot.", {"false"}),
        ("idle.when", "If more than two knights can ride, skip the slot.", {"false"}),
        ("idle.when", "If fewer than two knights must ride, skip the slot.", {"unread"}),
        ("idle.when", "If fewer than two knights can ride, do not skip the slot.", {"false"}),
        ("idle.when", "If fewer than two knights may joust, skip the slot.", {"proved"}),
        ("return.when", "A withdrawn pair misses one slot, then must joust again.", {"proved"}),
        ("return.when", "A withdrawn pair misses one slot, then must joust again in the next slot.", {"proved"}),
        ("return.when", "They miss one slot, then must joust again.", {"proved"}),
        ("return.when", "They miss two slots, then must joust again.", {"false"}),
        ("return.when", "They miss one slot, then may joust again.", {"false"}),
        ("end.both_spent", "If both are spent but seated, nobody wins, and both withdraw.", {"proved"}),
        ("end.both_spent", "If both are spent but seated, somebody wins, and both withdraw.", {"false"}),
        ("end.both_spent", "If both are spent but seated, nobody wins, and both do not withdraw.", {"false"}),
        ("end.both_unseated", "If both knights are unseated, nobody wins, and both withdraw.", {"false"}),
        ("return.when", "A withdrawn pair misses two slots, then must joust again.", {"false"}),
        ("return.when", "A withdrawn pair misses one slot, then may joust again.", {"false"}),
        ("return.only", "Only that pair may joust in that slot.", {"proved"}),
        ("return.only", "Only that pair must joust in that slot.", {"false"}),
        ("return.only", "After a withdrawn pair misses a slot, only that pair may joust in the next slot.", {"proved"}),
        ("return.only", "Before a withdrawn pair misses a slot, only that pair may joust in the next slot.", {"false"}),
        ("idle.counts", "A skipped slot counts as missed for a knight in a tent.", {"proved"}),
        ("idle.counts", "A skipped slot does not count as missed for a knight in a tent.", {"false"}),
        ("return.only", "Only that pair may not joust in that slot.", {"false"}),
        ("spent", "After both strikes, a knight with 6 or more injuries is spent.", {"proved"}),
        ("spent", "Before both strikes, a knight with 6 or more injuries is spent.", {"false"}),
        ("rest.next", "A resting knight misses the next slot, then leaves the tent.", {"proved"}),
        ("wager.dealt", "And never more chips than you began with.", {"proved"}),
        ("wager.dealt", "And never fewer chips than you began with.", {"unread"}),
        ("place.starts", "Begin each pass with both knights on their start squares.", {"proved"}),
        ("place.starts", "Begin each pass with no knights on their start squares.", {"unread"}),
    ],
)
def test_a_slot_may_be_skipped_and_the_next_joust_missed(context, name, text, states):
    verdict = proved(context, text, CLAIMS[name])
    assert verdict
    assert verdict.state in states, verdict.message
