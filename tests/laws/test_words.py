"""A word of meaning that changes in a proved sentence is noticed, by play or because no rule reads it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import lexicon_of, names_of, rules_of
from pnp.checks.support.sentences import Sentence, sentences, trial
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job

KITS = sorted(path.parent.name for path in paths.data_folder().glob("*/vouched.yaml"))
LEAST = 0.95
"""The least share of changed words that must be noticed in each kit."""


@pytest.fixture(scope="module", params=KITS)
def checked(request: pytest.FixtureRequest) -> CheckContext:
    """A kit, drawn once for all tests of this file."""
    diagnostics = Diagnostics()
    context = job.to_check(paths.data_folder() / request.param, diagnostics)
    assert context is not None, list(diagnostics)
    return context


def changed(context: CheckContext, sentence: Sentence) -> Iterator[tuple[str, str]]:
    """The sentence with one word replaced by one that means something else, for each word; and the change."""
    lexicon = lexicon_of(context)
    assert lexicon is not None
    for word in lexicon.words(sentence.text, names_of(context), context.render.kit.phrasebook.nouns):
        if word.neutral or not word.senses:
            continue
        for other in lexicon.replacements(word)[:3]:
            if sentence.text.count(word.text) == 1:
                yield sentence.text.replace(word.text, other), f"{word.text} -> {other}"


@pytest.mark.slow
def test_a_changed_word_is_noticed(checked: CheckContext) -> None:
    tried, survived = 0, []
    for sentence in sentences(checked):
        if sentence.kind != "proved":
            continue
        for text, change in changed(checked, sentence):
            tried += 1
            found = trial(checked, sentence._replace(text=text))
            if found and found.verdict.state in ("proved", "seldom"):
                survived.append(f"{change}: {text}")
    assert tried > 100
    assert 1 - len(survived) / tried >= LEAST, "\n".join(survived)


MOST_EXCHANGED = 600
"""The number of exchanges that are tried in each kit."""
LEAST_EXCHANGED = 0.97


def exchanged(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    """The sentence with each two of its words of meaning exchanged."""
    lexicon = lexicon_of(context)
    assert lexicon is not None
    every = lexicon.words(sentence.text, names_of(context), context.render.kit.phrasebook.nouns)
    words = [word for word in every if word.senses and sentence.text.count(word.text) == 1]
    for one, other in combinations(words, 2):
        if one.senses != other.senses:
            yield sentence.text.replace(one.text, "\0").replace(other.text, one.text).replace("\0", other.text)


@pytest.mark.slow
def test_two_exchanged_words_are_noticed(checked: CheckContext) -> None:
    every = [
        (sentence, text)
        for sentence in sentences(checked)
        if sentence.kind == "proved"
        for text in exchanged(checked, sentence)
    ]
    tried = every[:: 1 + len(every) // MOST_EXCHANGED]
    found = [(text, trial(checked, sentence._replace(text=text))) for sentence, text in tried]
    survived = [text for text, one in found if one and one.verdict.state in ("proved", "seldom")]
    assert len(tried) > 100
    assert 1 - len(survived) / len(tried) >= LEAST_EXCHANGED, "\n".join(survived)


FOR_OTHER_DATA = {
    "rhino": {"counter.may", "deal.as_many", "discard.as_many", "draw.as_many", "gain.beyond_best", "move.only_counter"}
}
"""Rules of sentences that the templates write for other cards only, such as rhinos that differ."""


@pytest.mark.slow
def test_no_rule_of_a_game_is_idle(checked: CheckContext) -> None:
    """Every rule with sentences is stated by a sentence of the game's kit."""
    kit = checked.render.kit
    if kit.engine != kit.slug or not checked.proof:
        pytest.skip("an edition may leave sentences out")
    found = [trial(checked, sentence) for sentence in sentences(checked) if sentence.kind == "proved"]
    rules = rules_of(checked)
    made = {rule.name for rule in rules.rules.values() if rule.patterns} if rules else set()
    assert made - {one.name for one in found if one} == FOR_OTHER_DATA.get(kit.slug, set())
