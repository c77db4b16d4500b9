"""A word of meaning that changes in a proved sentence is noticed, by play or because the claim cannot read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.checks import CheckContext
from pnp.checks.support.film import lexicon_of, names_of, proved
from pnp.checks.support.sentences import Sentence, sentences
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job

KITS = sorted(path.parent.name for path in paths.data_folder().glob("*/vouched.yaml"))
LEAST = 0.95
"""The least share of changed words that must be noticed in each kit."""


def opened(kit: Path) -> CheckContext:
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
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
@pytest.mark.parametrize("kit", KITS)
def test_a_changed_word_is_noticed(kit: str) -> None:
    context = opened(paths.data_folder() / kit)
    assert context.proof
    claims = context.proof.claims()
    tried, survived = 0, []
    for sentence in sentences(context):
        if sentence.kind != "proved":
            continue
        claim = claims[sentence.names[0]]
        for text, change in changed(context, sentence):
            tried += 1
            verdict = proved(context, text, claim)
            if verdict and verdict.state in ("proved", "seldom"):
                survived.append(f"{change}: {text}")
    assert tried > 100
    assert 1 - len(survived) / tried >= LEAST, "\n".join(survived)


@pytest.mark.slow
@pytest.mark.parametrize("kit", KITS)
def test_no_claim_of_a_game_is_idle(kit: str) -> None:
    """Every claim of the game is stated by a sentence of its kits."""
    base = paths.data_folder() / kit
    context = opened(base)
    if context.render.kit.engine != kit or not context.proof:
        pytest.skip("an edition may leave sentences out")
    stated = {name for sentence in sentences(context) if sentence.kind == "proved" for name in sentence.names}
    assert set(context.proof.claims()) - stated == set()
