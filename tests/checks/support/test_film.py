"""The language and the words of texts, as checks read them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from pnp.checks import CheckContext
from pnp.checks.support import film
from pnp.checks.support.sentences import sentences
from pnp.diagnostics import Span
from pnp.kit import paths
from pnp.rules.proofs import PhraseWords
from tests.conftest import edit
from tests.support.printed import context_of, ready, reported


@pytest.mark.parametrize(
    ("language", "file", "expected"),
    [
        ("de", "common/how-to-print.de.md", "de"),
        ("de-AT", "common/how-to-print.de.md", "de-AT"),
        ("pl", "common/how-to-print.md", "en"),
        ("pl", "kit/rulebook.md", "pl"),
    ],
)
def test_a_shared_file_is_in_the_language_of_its_name(language, file, expected, small):
    context = context_of(small)
    common = str(paths.data_folder() / paths.COMMON)
    kit = replace(context.render.kit, language=language, spoken={common: "en"})
    context = replace(context, render=replace(context.render, kit=kit))
    place = file.replace("common", common)
    assert film.language_at(context, Span(place)) == expected


def test_words_of_another_language_are_read_with_its_lexicon(small):
    context = context_of(small)
    read = film.words_of(context, "Roba dos cartas.", "es-MX")
    assert isinstance(read, PhraseWords)
    assert [word.text for word in read] == ["Roba", "dos", "cartas"]
    assert film.words_of(context, "Roba dos cartas.", "la") is None


@pytest.fixture
def duel() -> CheckContext:
    return ready("duel")


def test_a_sentence_is_tried_by_the_rule_that_reads_it(duel):
    found = film.by_rules(duel, "The total begins at 0.", "en")
    assert found
    assert (found.name, found.settles, found.verdict.state) == ("total", ("total.start",), "proved")
    assert film.is_read(duel, "The total begins at 5.", "en-GB")
    assert not film.is_read(duel, "The total begins at 0.", "de")
    assert film.by_rules(duel, "The target begins at 0.", "en") is None


def test_what_no_rule_reads_is_told_with_the_nearest_form(duel):
    near = film.near(duel, "The target begins at 0.", "en")
    assert near is None or "target" in near.message
    near = film.near(duel, "The total ends at 0.", "en")
    assert near
    assert near.message == "'ends' stands where 'begins' or '[may]' is read"


def test_a_question_states_nothing(duel):
    assert film.is_read(duel, "The total begins at 0.", "en")
    assert not film.is_read(duel, "The total begins at 0?", "en")


def test_words_exchanged_within_a_proved_sentence_are_noticed(duel):
    true = "If the total is below the target, the defender must add."
    assert true in {sentence.text for sentence in sentences(duel) if sentence.kind == "proved"}
    for false in (
        "If the target is below the total, the defender must add.",
        "If the total is below the target, the attacker must add.",
        "If the defender is below the target, the total must add.",
    ):
        found = film.by_rules(duel, false, "en")
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


@pytest.mark.parametrize("kit", SENTENCES)
def test_true_sentences_are_proved_in_other_words_too_and_others_are_not(kit: str) -> None:
    context, written = ready(kit), SENTENCES[kit]
    language = context.render.kit.language

    def tried(texts) -> dict[str, tuple[str, str]]:
        trials = {text: film.by_rules(context, text, language) for text in texts}
        return {text: (one.verdict.state, one.verdict.message) if one else ("", "") for text, one in trials.items()}

    assert {text: one for text, one in tried(written["proved"]).items() if one[0] != "proved"} == {}
    others = tried(written.get("not proved", ()))
    assert {text for text, (state, _) in others.items() if state in ("proved", "seldom")} == set()
    for text, (state, message) in tried(written["refuted"]).items():
        assert (state, message.endswith(written["refuted"][text])) == ("false", True), (text, message)
    for text, message in written.get("unread", {}).items():
        near = film.near(context, text, language)
        assert not film.is_read(context, text, language)
        assert not message or (near and near.message) == message
