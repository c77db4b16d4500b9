"""The game of `docs/add-a-game.md` is small, and play proves its sentences. `test_docs.py` follows the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pnp.checks import CheckContext
from pnp.checks.support.sentences import PROVED, sentences, trial
from pnp.diagnostics import Diagnostics
from pnp.kit import trust
from pnp.pipeline import job
from pnp.rules.proofs import HOOKS
from tests.conftest import edit, run
from tests.laws.sentence_mutants import exchanged, replaced
from tests.project.test_docs import DOCS, text_of
from tests.support import goofspiel

MOST_ENGINE, MOST_RULES, MOST_PAGE = 100, 60, 530
"""The maximum lines of the engine, without empty ones, of the rule file, and of the page."""
LEAST_PROVED = 80


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The kit as the page leaves it."""
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "settings"))
    monkeypatch.setattr(trust, "_store", [])
    folder = goofspiel.write(tmp_path / "goofspiel", goofspiel.files())
    run("trust", folder, "--yes")
    return folder


def checked(kit: Path) -> CheckContext:
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
    assert context is not None, list(diagnostics)
    return context


def test_it_is_small():
    files = goofspiel.files()
    assert len([line for line in files["engine.py"].splitlines() if line]) <= MOST_ENGINE
    assert len(files["proof.rules"].splitlines()) <= MOST_RULES
    assert len(text_of(DOCS / "add-a-game.md").splitlines()) <= MOST_PAGE


def test_most_of_its_rule_sentences_are_proved(own):
    output = run("check", own, "--coverage").output
    assert int(re.findall(r"(\d+) % of the rule sentences", output)[0]) >= LEAST_PROVED


def test_every_changed_word_and_every_two_exchanged_words_are_noticed(own):
    context = checked(own)
    proved = [sentence for sentence in sentences(context) if sentence.kind == PROVED]
    tried = [(one, text) for one in proved for text in replaced(context, one)]
    tried += [(one, text) for one in proved for text in exchanged(context, one)]
    assert len(tried) > 200
    found = [(text, trial(context, one._replace(text=text))) for one, text in tried]
    assert [text for text, one in found if one and one.verdict.state in ("proved", "seldom")] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('return state._replace(bid="")\n', 'return state._replace(bid="", prizes=())\n'),
        ("index(max(points))", "index(min(points))"),
        ("sum(self.values[card] for card in cards) for", "len(cards) for"),
    ],
)
def test_a_changed_rule_of_the_engine_disproves_a_sentence(own, old, new):
    edit(own, "engine.py", old, new)
    run("trust", own, "--yes")
    assert "error[false-sentence]" in run("check", own).output


def test_the_page_has_every_hook_of_a_proof():
    listed = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", text_of(DOCS / "add-a-game.md"), re.MULTILINE)))
    )
    assert {*HOOKS, "FORMS"} <= listed
