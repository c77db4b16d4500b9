"""Samples: the same on one process and on many, with killed processes, kept blocks and failing games."""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from random import Random

import pytest

from pnp import lab, rules
from pnp.diagnostics import Diagnostics
from pnp.kit.plugins import PluginError
from pnp.lab import sampling
from pnp.lab.blocks import Failure, GameBlock, PlayPlan, blocks, game_seed, play_block
from pnp.lab.sampling import ClusterError, FailedGameError, cluster, sample, whole
from pnp.rules.folder import open_engine
from tests.conftest import RHINO, run
from tests.support.engines import make

PLAN = PlayPlan(520, seed=9)


class Kept(dict):
    """A store in memory."""

    put = dict.__setitem__


@pytest.mark.slow
def test_many_processes_count_what_one_counts(six_cards):
    game = six_cards
    assert sample(game, PLAN, workers=7) == sample(game, PLAN, workers=1)


@pytest.mark.slow
def test_large_samples_are_played_by_all_cores(engine, monkeypatch):
    used = []

    def processes(count):
        used.append(count)
        return ThreadPoolExecutor(1)

    monkeypatch.setattr(sampling, "processes", processes)
    monkeypatch.setattr(sampling, "cores", lambda: 3)
    alone = sample(engine("duel"), PlayPlan(300))
    assert used == []
    monkeypatch.setattr(sampling, "PARALLEL_FROM", 2)
    assert sample(engine("duel"), PlayPlan(300)) == alone
    assert used == [2], "no more processes than blocks"


@pytest.mark.slow
def test_lists_of_games_are_in_order_whatever_block_comes_first(six_cards, monkeypatch):
    game = six_cards
    listed = PlayPlan(600, rows=True)
    stakes = PlayPlan(9, playouts=1)
    wanted = [sample(game, plan, workers=1).tally for plan in (listed, stakes)]
    assert (len(wanted[0].rows), len(wanted[1].stakes)) == (600, 9)
    monkeypatch.setattr(sampling, "_computed", lambda job, todo, *_: (
        (block, play_block(job.game, job.plan, block)) for block in reversed(todo)))  # fmt: skip
    assert [sample(game, plan).tally for plan in (listed, stakes)] == wanted


def test_stakes_are_estimated_by_many_processes(engine):
    game, plan = engine("soaring"), PlayPlan(8, playouts=2)
    assert sample(game, plan, workers=2) == sample(game, plan, workers=1)


@pytest.mark.slow
def test_any_executor_and_any_order_give_the_same(six_cards):
    game, alone = six_cards, sample(six_cards, PLAN, workers=1)
    with ThreadPoolExecutor(3) as executor:
        assert sample(game, PLAN, executor=executor) == alone
        assert executor.submit(int).result() == 0, "the executor stays open"
    backwards = [play_block(game, PLAN, block) for block in reversed(list(blocks(PLAN)))]
    total = backwards[0]
    for tally in backwards[1:]:
        total.add(tally)
    assert total == alone.tally


@pytest.mark.slow
def test_kept_blocks_are_not_played_again(engine, monkeypatch):
    game, store, steps = engine("duel"), Kept(), []
    first = sample(game, PlayPlan(600), workers=1, store=store)
    assert [block.size for block in store] == [250, 250, 100]
    del store[next(iter(store))]
    played = []
    monkeypatch.setattr(sampling, "play_block", lambda *job: played.append(job[2].number) or play_block(*job))
    assert sample(game, PlayPlan(600), workers=1, store=store, step=steps.append) == first
    assert played == [0]
    assert sorted(steps) == [100, 250, 250]


def failing(rounds: int):
    """A game of duel that fails if it is over after so many rounds or more."""
    game = make("duel")
    game.length = lambda state: state.rounds // (state.rounds < rounds)
    return game


@pytest.mark.slow
def test_a_failing_block_leaves_the_others():
    game, store = failing(16), Kept()
    found = sample(game, PlayPlan(1000), workers=1, store=store)
    assert len(found.failures) == 1
    assert found.tally.games == 1000 - 250 * len(found.failures) == 250 * len(store)
    with pytest.raises(FailedGameError, match="ZeroDivisionError") as error:
        whole(found)
    seed = error.value.failure.seed
    assert isinstance(play_block(game, PlayPlan(1, seed), next(blocks(PlayPlan(1, seed)))), Failure)


def test_a_game_that_always_fails_is_not_played_for_hours():
    game = make("duel")
    game.length = lambda _state: 1 // 0
    assert len(sample(game, PlayPlan(100_000), workers=1).failures) == sampling.MOST_FAILURES


def _dies(flag: str, source: bytes, plan: PlayPlan, block: object) -> object:
    """Play a block, but end the process the first time."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return play_block(sampling._engine(source), plan, block)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no process is killed this way there")
@pytest.mark.parametrize("plan", [PLAN._replace(cards=True, rows=True), PlayPlan(7, playouts=1)])
def test_a_killed_process_is_started_again(six_cards, tmp_path, monkeypatch, plan):
    game = six_cards
    alone = sample(game, plan, workers=1)
    monkeypatch.setattr(sampling, "_play_elsewhere", partial(_dies, str(tmp_path / "flag")))
    assert sample(game, plan, workers=2) == alone
    assert (tmp_path / "flag").exists()


def _ends(number: int, source: bytes, plan: PlayPlan, block: GameBlock) -> object:
    """Play a block, but end the process instead of the game of a number."""
    if block.first <= number < block.first + block.size:
        os._exit(3)
    return play_block(sampling._engine(source), plan, block)


@pytest.mark.slow
def test_the_game_that_ends_its_process_is_found_and_other_blocks_are_kept(six_cards, monkeypatch):
    game, plan, store = six_cards, PLAN._replace(cards=True, rows=True), Kept()
    alone = Kept()
    sample(game, plan, workers=1, store=alone)
    monkeypatch.setattr(sampling, "_play_elsewhere", partial(_ends, 270))
    (failure,) = sample(game, plan, workers=2, store=store).failures
    assert (failure.game, failure.seed) == (270, game_seed(PLAN.seed, 270))
    assert failure.message.startswith("game duel: the process that played this game was ended, as by os._exit")
    assert store == {block: tally for block, tally in alone.items() if block.first != 250}


@pytest.mark.slow
def test_processes_that_are_always_ended_are_not_started_for_hours(six_cards, monkeypatch):
    monkeypatch.setattr(sampling, "_play_elsewhere", _always_ends)
    failures = sample(six_cards, PlayPlan(100_000), workers=2).failures
    assert [failure.game for failure in failures] == [0, 250, 500]


def _always_ends(*_job: object) -> None:
    os._exit(3)


@pytest.mark.parametrize("error", [BrokenExecutor, RuntimeError])
def test_an_executor_whose_processes_are_ended_is_an_error(engine, error):
    class Broken(ThreadPoolExecutor):
        def submit(self, *_job):
            future = Future()
            future.set_exception(error("gone"))
            return future

    message = f"game duel: it could not be played elsewhere: {error.__name__}: gone"
    with Broken() as executor, pytest.raises(PluginError, match=message):
        sample(engine("duel"), PLAN, executor=executor)


@pytest.mark.slow
def test_what_is_done_when_play_stops_is_kept(engine):
    """Three blocks fail. While they are collected, the next three are finished; the others have not begun."""
    game, plan, store, made = engine("duel"), PlayPlan(2000), Kept(), []

    class Failed(Future):
        def result(self, timeout=None):
            for block, future in list(zip(blocks(plan), made, strict=True))[3:6]:
                if not future.done():
                    future.set_result(play_block(game, plan, block))
            return super().result(timeout)

    class Slow(ThreadPoolExecutor):
        def submit(self, _function, _source, _plan, block):
            made.append(Failed() if block.number < 3 else Future())
            if block.number < 3:
                made[-1].set_result(Failure("broken", 1, block.first))
            return made[-1]

    with Slow() as executor:
        found = sample(game, plan, executor=executor, store=store)
    assert [failure.game for failure in found.failures] == [0, 250, 500]
    assert [block.number for block in store] == [3, 4, 5]
    assert found.tally.games == 750
    assert [future.cancelled() for future in made[6:]] == [True, True]


def test_an_engine_that_cannot_be_made_again_is_not_given_to_an_executor():
    game = make("duel")
    game.source = None
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="only engines made from a kit's data"):
        sample(game, PlayPlan(10), executor=executor)
    assert lab.simulate(game, 10).games == 10


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


needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra is not installed")


@pytest.fixture(scope="module")
def local():
    """A cluster of two worker processes on this computer."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


@needs_dask
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_counts_what_one_process_counts_even_if_a_worker_is_killed(lab, local):
    game, plan, steps = lab("duel", 20).subject.game, PlayPlan(1500, seed=4), []

    def step(games):
        steps.append(games)
        if len(steps) == 3:
            worker = next(iter(local.workers.values()))
            os.kill(worker.process.pid, signal.SIGKILL)

    with cluster(local.scheduler_address) as executor:
        assert sample(game, plan, executor=executor, step=step) == sample(game, plan, workers=1)
    assert len(steps) == 6


@needs_dask
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_command_plays_on_a_cluster(local):
    words = ("balance", "duel", "--games", 300, "--no-cards")
    assert run(*words, "--cluster", local.scheduler_address).stdout == run(*words).stdout


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_a_scheduler_is_an_error():
    with pytest.raises(ClusterError, match="there is no scheduler at nonsense"), cluster("nonsense"):
        pass


def test_a_cluster_that_cannot_be_used_is_an_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install -e '\.\[cluster\]'"), cluster("tcp://127.0.0.1:9"):
        pass
    result = run("balance", "duel", "--cluster", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    assert "'--cluster': a cluster needs the package 'distributed'" in " ".join(result.stderr.split())
    assert "a cluster has workers of its own" in run("balance", "duel", "--cluster", "x:1", "--workers", 2).stderr
