"""Simulations: length, wins, endings, and the same on many cores."""

from __future__ import annotations

import json
from random import Random

import pytest

from pnp import lab, rules
from pnp.diagnostics import Diagnostics
from pnp.lab.blocks import game_seed
from pnp.rules.folder import open_engine
from tests.conftest import RHINO, run


def test_a_simulation_tells_length_wins_and_endings():
    result = run("simulate", "rhino", "--games", 400, "--seed", 3)
    assert result.exit_code == 0, result.output
    first, *rest = result.stdout.splitlines()
    assert first == "400 games of rhino, policy random, seed 3"
    assert rest[0].startswith("length in turns: mean ")
    assert rest[1].startswith("wins: seat 1 ")
    assert rest[2] == "endings: score 400 (100.0 %)"
    assert rest[3].startswith("reshuffles: ")
    assert result.stderr == ""


@pytest.mark.slow
def test_a_seed_gives_the_same_result_in_json_and_another_seed_another():
    def report(seed: int) -> dict:
        return json.loads(run("simulate", "rhino", "--games", 300, "--seed", seed, "--format", "json").stdout)

    assert report(1) == report(1)
    assert report(1) != report(2)
    one = report(1)
    assert one["games"] == 300
    assert sum(one["wins"]) + one["draws"] == 300
    assert one["median"] <= one["p95"] <= one["longest"]


def test_progress_counts_every_game():
    seen = []
    lab.simulate(open_engine(RHINO, Diagnostics()), 620, policy="eager", step=seen.append)
    assert seen == [250, 250, 120]


def test_any_policy_can_be_simulated():
    result = run("simulate", "duel", "--games", 2, "--policy", "greedy")
    assert result.stdout.startswith("2 games of duel, policy greedy, seed 1\n")


def test_lengths_are_summed_up():
    game = open_engine(RHINO, Diagnostics())
    report = lab.simulate(game, 60, seed=4)
    lengths = sorted(
        game.length(rules.playing.play(game, Random(game_seed(4, number)), of_alternatives)) for number in range(60)
    )
    assert report.mean == round(sum(lengths) / 60, 3)
    assert (report.median, report.p95, report.longest) == ((lengths[29] + lengths[30]) / 2, lengths[56], lengths[59])


def of_alternatives(_game, _state, legal, rng):
    return legal[0] if len(legal) == 1 else legal[int(rng.random() * len(legal))]
