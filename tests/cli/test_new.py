"""`pnp new`: overlays pass all checks at once, their examples work, and new cards are played."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.rules.folder import open_engine
from tests.conftest import run
from tests.support.batches import batches, problems
from tests.support.new import COUNTS, MODELINE, errors, examples, is_for_another, made, use


@pytest.fixture(scope="module")
def overlays(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Path]:
    """Copies of new overlays, of which each is made once."""
    known: dict[str, Path] = {}

    def copied(base: str, folder: Path) -> Path:
        if base not in known:
            known[base] = made(tmp_path_factory.mktemp("new"), base)
        return Path(shutil.copytree(known[base], folder / "stable"))

    return copied


def of_data(kit: Path) -> Diagnostics:
    """The errors of opening a kit."""
    diagnostics = Diagnostics()
    assert load.open_kit(kit, diagnostics), list(diagnostics)
    return diagnostics


def plain(kit: Path) -> dict[str, Any]:
    """The data of a kit by file."""
    return {file: node.plain() for file, node in load.merged(kit, Diagnostics()).items()}


CHECKED = ("duel",)
"""The bases of which new overlays are checked whole; the others are only opened."""


@pytest.mark.slow
@pytest.mark.parametrize("base", COUNTS)
def test_an_overlay_of_any_kit_is_small_has_examples_and_checks_clean(base, tmp_path):
    kit = made(tmp_path, base)
    assert (errors(kit) if base in CHECKED else list(of_data(kit))) == []
    assert sum(path.stat().st_size for path in kit.glob("*.*")) < 8000
    assert len(examples(kit)) == COUNTS[base], [example.says for example in examples(kit)]
    assert len((kit / "README.md").read_text("utf-8").splitlines()) == 6
    text = "".join(path.read_text("utf-8") for path in kit.glob("*.*"))
    assert not re.search(r"\$\w", text.replace(MODELINE, ""))
    assert max(map(len, text.splitlines())) <= 120
    assert {line for line in text.splitlines() if line[:1].isalpha()} >= {f"extends: {base}", "title: stable"}
    found = load.open_kit(kit, Diagnostics())
    assert (found.title, found.edition, found.slug) == ("stable", "custom", "stable")


EXAMPLES = [(base, at) for base in ("soaring", "lists") for at in range(0, COUNTS[base], 2)]


@pytest.mark.slow
@pytest.mark.parametrize("several", batches(EXAMPLES, lambda example: example[0], 12))
def test_every_example_can_be_used(several, overlays, tmp_path):
    """Some of a kit are used together, and each by itself where something is found."""
    folders = (tmp_path / str(number) for number in count())

    def found(tried):
        folder = next(folders)
        folder.mkdir()
        kit = overlays(tried[0][0], folder)
        every = examples(kit)
        for example in (every[at] for _, at in tried if not is_for_another(every[at])):
            before = plain(kit)
            use(kit, example)
            assert plain(kit) != before, "the example says nothing new"
        return errors(kit)

    assert problems(several, found) == []


@pytest.mark.slow
def test_all_examples_can_be_used_at_once(tmp_path):
    kit = made(tmp_path)
    while found := [one for one in examples(kit) if "language" not in one.says]:  # the others are in English
        before = plain(kit)
        use(kit, found[0])
        assert plain(kit) != before or is_for_another(found[0]), "the example says nothing new"
    assert errors(kit) == []
    changed = load.open_kit(kit, Diagnostics())
    assert "feint" in changed.cards["moves"]
    assert "mumble" in changed.cards["rhinos"]
    assert "bracket" not in changed.components
    other = made(tmp_path, name="other")
    use(other, next(one for one in examples(other) if "language" in one.says))
    assert errors(other) == []


# What is refused ---------------------------------------------------------------------------------------------


def test_nothing_is_overwritten(tmp_path):
    kit = made(tmp_path)
    (kit / "cards.yaml").write_text("mine: true\n", "utf-8")
    for more in ([], ["--full"]):
        result = run("new", "stable", "--from", "rhino", tmp_path, *more)
        assert result.exit_code == 2
        assert "already exists" in " ".join(result.output.split())
    assert (kit / "cards.yaml").read_text("utf-8") == "mine: true\n"


def test_without_a_base_a_first_kit_is_made_and_never_overwritten(tmp_path):
    assert f"{tmp_path / 'quest'}: 6 files, a first kit of cards" in run("new", "quest", tmp_path).output
    (tmp_path / "quest" / "rules.md").write_text("mine", "utf-8")
    again = run("new", "quest", tmp_path)
    assert again.exit_code == 2
    assert "already exists" in " ".join(again.output.split())
    assert (tmp_path / "quest" / "rules.md").read_text("utf-8") == "mine"


def test_a_base_with_errors_is_reported_and_nothing_is_made(kit, tmp_path):
    (kit / "cards.yaml").write_text("moves: 1\n", "utf-8")
    result = run("new", "stable", "--from", kit, tmp_path)
    assert result.exit_code == 1
    assert "cards.yaml:1:8: error[wrong-type]" in result.output
    assert not (tmp_path / "stable").exists()


@pytest.mark.slow
def test_an_overlay_lies_next_to_a_base_that_is_not_shipped(tmp_path):
    first = made(tmp_path)
    second = made(tmp_path, first, name="paddock")
    assert "extends: ../stable\n" in (second / "kit.yaml").read_text("utf-8")
    assert list(of_data(second)) == []
    result = run("new", "other", "--from", first, tmp_path / "elsewhere")
    assert result.exit_code == 2
    assert "make it in" in result.output
    assert not (tmp_path / "elsewhere").exists()


# Playing -----------------------------------------------------------------------------------------------------

FEINT = "{name: Feint, count: %d, traits: {move: {positions: [fleeing, flanking], effect: {%s}}, counters: [%s]}}"


@pytest.mark.slow
def test_a_new_card_is_played_has_words_and_is_proved(tmp_path):
    effect, counters = "reset: head_to_head, draw: 1", "spin, feint"
    kit = made(tmp_path)
    (kit / "cards.yaml").write_text(f"moves:\n  feint: {FEINT % (5, effect, counters)}\n", "utf-8")
    assert errors(kit) == []
    assert "effect: Draw 1, head-to-head" in run("show", kit, "feint").output
    assert "counters: Spin, Feint " in run("show", kit, "feint").output
    game = open_engine(kit, Diagnostics())
    played = {action for at in range(20) for _, action, _ in rules.playing.transitions(game, f"feint {at}")}
    assert {("play", "feint"), ("counter", "feint")} <= played


def test_what_a_new_card_does_shows_in_simulations(tmp_path):
    kit = made(tmp_path)
    before = run("simulate", kit, "--games", 200).output
    (kit / "cards.yaml").write_text(f"moves:\n  feint: {FEINT % (30, 'score: true', 'lunge, stomp')}\n", "utf-8")
    (kit / "examples.yaml").write_text("R01: {then: {counters: [feint, best_at_jousting, dodge, swerve]}}\n", "utf-8")
    after = run("simulate", kit, "--games", 200).output
    assert before != after
    assert "200 games of " in after


def test_a_file_that_only_the_base_has_is_enough_to_play(tmp_path):
    kit = tmp_path / "stable"
    kit.mkdir()
    (kit / "kit.yaml").write_text("extends: rhino\n", "utf-8")
    one, other = (run("simulate", name, "--games", 50, "--format", "json").output for name in (kit, "rhino"))
    assert json.loads(one) == json.loads(other)
