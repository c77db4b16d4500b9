"""Blocks kept as files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pnp.lab.blocks import PlayPlan, blocks, play_block
from pnp.lab.sampling import sample
from pnp.lab.store import Blocks, digest
from pnp.writing import state
from tests.support.engines import make


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The game, the plan, the sample of two blocks, and the folder where they are kept."""
    game, plan, folder = make("duel"), PlayPlan(300, cards=True, rows=True), tmp_path_factory.mktemp("played")
    store = Blocks(folder, game, plan, Path.unlink)
    return game, plan, sample(game, plan, workers=1, store=store), folder


@pytest.fixture
def kept(played, tmp_path):
    """The game, the plan, the store, the list of warnings and the sample of two blocks."""
    game, plan, first, folder = played
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    damaged = []
    return game, plan, Blocks(tmp_path, game, plan, damaged.append), damaged, first


def test_blocks_are_kept_and_found_again(kept, tmp_path, monkeypatch):
    game, plan, store, damaged, first = kept
    names = sorted(path.name for path in (tmp_path / "blocks").iterdir())
    assert [name.split("-", 3)[3] for name in names] == ["0-250.json", "250-50.json"]
    assert all(name.startswith("duel-random-") for name in names)
    monkeypatch.setattr("pnp.lab.sampling.play_block", None)
    assert sample(game, plan, workers=1, store=store) == first
    assert damaged == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda _text: "",
        lambda _text: "[" * 100_000,
        lambda text: text.replace('"forced":', '"forced":-'),
        lambda text: json.dumps(json.loads(text) | {"about": []}),
        lambda text: json.dumps(json.loads(text) | {"seal": ""}),
        lambda text: json.dumps(json.loads(text) | {"seal": "0" * 64}),
        lambda text: json.dumps({"about": json.loads(text)["about"], "tally": {}}),
        lambda text: text.replace('"results":[[', '"results":[["x",[0],null,1],['),
    ],
)
def test_a_damaged_file_is_played_again_with_a_warning(kept, tmp_path, damage):
    game, plan, store, damaged, first = kept
    path = sorted((tmp_path / "blocks").iterdir())[-1]
    good = path.read_text("utf-8")
    path.write_text(damage(good), "utf-8")
    assert sample(game, plan, workers=1, store=store) == first
    assert damaged == [path]
    assert path.read_text("utf-8") == good


def test_without_a_key_nothing_is_believed(kept, monkeypatch):
    game, plan, store, damaged, first = kept
    monkeypatch.setattr(state, "home", lambda: None)
    assert sample(game, plan, workers=1, store=store) == first
    assert len(damaged) == 2


def test_other_plans_and_kits_have_other_files(kept, tmp_path):
    game, plan, *_ = kept
    block = next(blocks(plan))
    others = [plan._replace(seed=2), plan._replace(policies=("eager",)), plan._replace(cards=False)]
    for other in others:
        assert Blocks(tmp_path, game, other, Path.unlink).get(block) is None
    changed = make("duel")
    card = next(iter(changed.source.cards["deck"]))
    deck = dict(changed.source.cards["deck"])
    from dataclasses import replace

    deck[card] = replace(deck[card], count=deck[card].count + 1)
    changed.source = changed.source._replace(cards={"deck": deck})
    assert digest(changed) != digest(game)
    assert digest(make("duel")) == digest(game)
    assert Blocks(tmp_path, changed, plan, Path.unlink).get(block) is None


@pytest.mark.slow
def test_a_longer_run_uses_the_whole_blocks_of_a_shorter_one(kept, tmp_path):
    game, plan, _, damaged, _ = kept
    longer = plan._replace(games=600)
    store = Blocks(tmp_path, game, longer, damaged.append)
    found = [store.get(block) is not None for block in blocks(longer)]
    assert found == [True, False, False]
    assert sample(game, longer, workers=1, store=store) == sample(game, longer, workers=1)
    assert play_block(game, plan, next(blocks(plan))) == store.get(next(blocks(plan)))
