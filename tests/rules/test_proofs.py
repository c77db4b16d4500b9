"""Proofs: no hook can be missing or misspelt, and play loads none of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pnp import rules
from pnp.lexicon import lexicon
from pnp.rules import Game, Proof, proofs
from pnp.rules.proofs import PhraseWords, WordsError
from tests.support.engines import make

HOOKS = sorted(proofs.HOOKS)
ROOT = Path(rules.__file__).parents[2]


def _nothing(*_: Any) -> dict[str, Any]:
    return {}


def complete(**changes: Any) -> dict[str, Any]:
    """The members of a proof with every hook."""
    return {**dict.fromkeys(HOOKS, _nothing), **changes}


def test_the_hooks_are_those_that_checks_call():
    assert HOOKS == [
        "boards", "facts", "meanings", "observe", "problems", "scenes", "tables", "tiles", "tracks", "variants",
        "vocabulary",
    ]  # fmt: skip


def test_a_proof_without_hooks_answers_nothing():
    empty = Proof(make("duel"))
    assert (empty.observe("deck", "x"), empty.tiles("deck", "x")) == (None, None)
    assert list(empty.variants()) == [empty]
    for hook in sorted({*HOOKS} - {"observe", "tiles", "variants"}):
        assert len(getattr(empty, hook)()) == 0
    assert empty.example_problems({}) == [(("form",), "unknown form; known forms: play")]
    assert empty.renewed_example({}) is None


@pytest.mark.parametrize("name", rules.names())
def test_every_engine_has_a_proof(name):
    proof = rules.proof(make(name))
    assert isinstance(proof, Proof)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_proof_with_a_misspelt_hook_cannot_be_defined(hook):
    members = complete(**{f"{hook}s": _nothing})
    with pytest.raises(TypeError, match=f"Misspelt has the unknown hook {hook}s; hooks are FORMS, boards, facts"):
        type("Misspelt", (Proof,), members)


def test_a_proof_may_have_private_members():
    assert type("Fine", (Proof,), complete(_rows=_nothing))(make("duel")).tables() == {}


@pytest.mark.parametrize("method", sorted(Game.__abstractmethods__))
def test_an_engine_that_lacks_a_method_cannot_be_made(method):
    members = {name: _nothing for name in Game.__abstractmethods__ if name != method}
    with pytest.raises(TypeError, match=method):
        type("Holed", (Game,), members)()


def test_resampling_and_actions_are_required_of_an_engine():
    assert {"actions", "resample", "legal", "view", "outcome"} <= Game.__abstractmethods__


PLAY = """
import sys
from click.testing import CliRunner
from pnp.cli import main
for name in ("rhino", "tilt", "soaring", "lists", "duel"):
    result = CliRunner().invoke(main, ["simulate", name, "--games", "2"])
    assert result.exit_code == 0, result.output
print(*sorted(name for name in sys.modules if name.startswith(("pnp.rules.", "pnp.games.", "pnp.lab."))))
"""


@pytest.mark.slow
def test_play_loads_no_proof():
    run = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    loaded = set(run.stdout.split())
    assert {f"pnp.games.{name}.engine" for name in rules.names()} <= loaded
    proving = {"proof", "observe", "tables", "examples"}
    assert not {name for name in loaded if name.rpartition(".")[2] in proving}


def test_loading_the_package_loads_no_game_and_no_processes():
    code = "import sys, pnp.rules; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "pnp.rules" in loaded
    assert not {
        name for name in loaded if name.endswith(".engine") or name.startswith(("multiprocessing", "pnp.components"))
    }
    assert 3 <= len(rules.__all__) <= 10
    assert all(hasattr(rules, name) for name in rules.__all__)


ENGLISH = lexicon("en")
assert ENGLISH


def words(text: str, names: dict[str, str] | None = None) -> PhraseWords:
    return PhraseWords(ENGLISH.words(text, names or {}))


def test_words_are_read_in_their_order_on_each_axis() -> None:
    read = words("The first two cards go to the last player.")
    assert (read.one("order"), read.one("order"), read.number()) == ("first", "last", 2)
    with pytest.raises(WordsError, match="no word for 'order'"):
        read.one("order")


def test_all_values_on_an_axis_are_read_at_once() -> None:
    read = words("The first player and the last player may draw two cards.")
    assert read.every("order") == ("first", "last")
    assert read.every("order") == ()


def test_a_value_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(WordsError, match="means 'lose', not 'win'"):
        words("You lose.").one("result", "win")


def test_words_that_nothing_reads_are_left() -> None:
    read = words("You may never play two rhubarbs.")
    read.one("party", "you")
    read.about("play")
    assert [word.text for word in read.unread()] == ["may", "never", "two", "rhubarbs"]


def test_names_of_a_kit_are_read_as_their_ids_with_or_without_an_ending() -> None:
    read = words("Lunges beat Best of All.", {"Lunge": "lunge", "Best of All": "best"})
    assert (read.name(), read.name()) == ("lunge", "best")


def test_what_a_sentence_is_about_must_be_mentioned() -> None:
    with pytest.raises(WordsError, match="does not mention discard"):
        words("Draw a card.").about("draw", "discard", optional=["card"])
