"""Printed sentences are tried by the rule file of their game, in their language."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pnp.checks import CheckContext
from pnp.checks.support import trials
from pnp.checks.support.sentences import sentences
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from tests.conftest import edit
from tests.support.printed import reported


def context_of(folder: Path) -> CheckContext:
    diagnostics = Diagnostics()
    found = job.to_check(folder, diagnostics)
    assert found, list(diagnostics)
    return found


@pytest.fixture(scope="module")
def duel() -> CheckContext:
    return context_of(paths.data_folder() / "duel")


def test_a_sentence_is_tried_by_the_rule_that_reads_it(duel):
    found = trials.by_rules(duel, "The total begins at 0.", "en")
    assert found
    assert (found.name, found.settles, found.verdict.state) == ("total", ("total.start",), "proved")
    assert trials.is_read(duel, "The total begins at 5.", "en-GB")
    assert not trials.is_read(duel, "The total begins at 0.", "de")
    assert trials.by_rules(duel, "The target begins at 0.", "en") is None


def test_what_no_rule_reads_is_told_with_the_nearest_form(duel):
    near = trials.near(duel, "The target begins at 0.", "en")
    assert near is None or "target" in near.message
    near = trials.near(duel, "The total ends at 0.", "en")
    assert near
    assert near.message == "'ends' stands where 'begins' or '[may]' is read"


def test_a_question_states_nothing(duel):
    assert trials.is_read(duel, "The total begins at 0.", "en")
    assert not trials.is_read(duel, "The total begins at 0?", "en")


def test_of_two_players_both_are_all(contexts):
    assert trials.is_read(contexts("duel"), "Everybody may look at exposed cards.", "en")
    assert trials.is_read(contexts("soaring"), "Everybody does this at the same time.", "en")
    assert not trials.is_read(contexts("soaring"), "Both players do this at the same time.", "en")


@pytest.mark.parametrize(
    ("kit", "text", "message"),
    [
        ("rhino", "Then discard a card.", "'card' (indefinite) stands where 'card' is read"),
        (
            "soaring-de",
            "Im hohen Stich schlägt einen Abwind die normale 3 seiner Farbe.",
            "'3' stands where 'Farbe' is read",
        ),
        ("soaring", "A Downer does this whether it wins or loses, too.", "'too' stands where its end is read"),
    ],
)
def test_a_form_that_no_rule_reads_is_named(contexts, kit, text, message):
    near = trials.near(contexts(kit), text, contexts(kit).render.kit.language)
    assert near
    assert near.message == message


def test_words_exchanged_within_a_proved_sentence_are_noticed(duel):
    true = "If the total is below the target, the defender must add."
    assert true in {sentence.text for sentence in sentences(duel) if sentence.kind == "proved"}
    for false in (
        "If the target is below the total, the defender must add.",
        "If the total is below the target, the attacker must add.",
        "If the defender is below the target, the total must add.",
    ):
        found = trials.by_rules(duel, false, "en")
        assert found is None or found.verdict.state == "false"


@pytest.mark.slow
def test_an_unread_and_a_false_sentence_are_errors_at_their_lines(tmp_path):
    folder = tmp_path / "duel"
    shutil.copytree(paths.data_folder() / "duel", folder)
    unread = edit(folder, "rulebook.md", "must add the card", "must swap the card")
    false = edit(folder, "rulebook.md", "The **total** begins at 0.", "The **total** begins at 5.")
    found = reported(folder, "unclassified-words", "false-sentence", only=("rulebook",))
    told = {(one.span.line, one.code): one for one in found if one.severity == "error"}
    one = told[unread, "unclassified-words"]
    assert "'swap' stands where '[add]' is read" in one.message
    assert any("If the total is [below] the target" in hint for hint in one.hints)
    other = told[false, "false-sentence"]
    assert other.hints[0] == "`after.total` is 0, the sentence says 5"
    assert any("then player" in hint for hint in other.hints)


# Sentences about the shipped games: true ones are proved in other words too, others are not. A false one has what play
# shows instead, or a part of that message.

FILES = sorted((Path(__file__).parent / "sentences").glob("*.yaml"))
SENTENCES = {file.stem: yaml.safe_load(file.read_text("utf-8")) for file in FILES}
Contexts = Callable[[str], CheckContext]


@pytest.fixture(scope="module")
def contexts() -> Contexts:
    """The kits, each opened once."""
    found: dict[str, CheckContext] = {}

    def get(kit: str) -> CheckContext:
        if kit not in found:
            found[kit] = context_of(paths.data_folder() / kit)
        return found[kit]

    return get


def tried(context: CheckContext, text: str) -> trials.Trial | None:
    return trials.by_rules(context, text, context.render.kit.language)


@pytest.mark.parametrize(("kit", "text"), [(kit, text) for kit in SENTENCES for text in SENTENCES[kit]["proved"]])
def test_a_true_sentence_is_proved_in_other_words_too(contexts: Contexts, kit: str, text: str) -> None:
    trial = tried(contexts(kit), text)
    assert trial
    assert trial.verdict.state == "proved", trial.verdict.message


@pytest.mark.parametrize("kit", [kit for kit in SENTENCES if "not proved" in SENTENCES[kit]])
def test_other_sentences_are_not_proved(contexts: Contexts, kit: str) -> None:
    trials = {text: tried(contexts(kit), text) for text in SENTENCES[kit]["not proved"]}
    assert not {text for text, trial in trials.items() if trial and trial.verdict.state in ("proved", "seldom")}


@pytest.mark.parametrize(
    ("kit", "text", "message"), [(kit, *one) for kit in SENTENCES for one in SENTENCES[kit]["refuted"].items()]
)
def test_a_false_sentence_is_shown_with_what_play_shows(contexts: Contexts, kit: str, text: str, message: str) -> None:
    trial = tried(contexts(kit), text)
    assert trial
    assert trial.verdict.state == "false"
    assert trial.verdict.message.endswith(message)
