"""Games on a Dask cluster: the same totals, also if a worker is killed."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec

import pytest

from pnp.lab.blocks import PlayPlan
from pnp.lab.cluster import ClusterError, cluster
from pnp.lab.sampling import sample
from tests.conftest import run

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
    game, plan, steps = lab("duel", 20).subject.game, PlayPlan(3000, seed=4), []

    def step(games):
        steps.append(games)
        if len(steps) == 3:
            worker = next(iter(local.workers.values()))
            os.kill(worker.process.pid, signal.SIGKILL)

    with cluster(local.scheduler_address) as executor:
        assert sample(game, plan, executor=executor, step=step) == sample(game, plan, workers=1)
    assert len(steps) == 12


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
