"""Sentences about the shipped games, in `sentences/`: true ones are proved in other words too, others are not.

A false sentence has what play shows instead, or a part of that message.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pnp.checks import CheckContext
from pnp.checks.support.trials import Trial, by_rules
from pnp.kit import paths
from tests.support.printed import context_of

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


def tried(context: CheckContext, text: str) -> Trial | None:
    return by_rules(context, text, context.render.kit.language)


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
