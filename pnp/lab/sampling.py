"""Play the blocks of a plan in this process, in several, or on any executor of `concurrent.futures`, and add them up.

The total is the same with any number of processes, because the games are, and tallies can be added in any order.

Simulate thousands of games and count how they end: the quick look, on the code of `pnp balance`.

Play on a Dask cluster: a scheduler and its workers, on which this version of the program is installed too.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import lru_cache
from importlib import import_module
from itertools import islice
from statistics import median
from typing import Any, NamedTuple, Protocol

from pnp.confined import cores, processes, signals_delayed
from pnp.diagnostics import Diagnostics
from pnp.diagnostics.mistakes import reason
from pnp.kit.plugins import PluginError
from pnp.lab.blocks import Failure, GameBlock, PlayPlan, Step, blocks, game_seed, play_block
from pnp.lab.search import policy as find_policy
from pnp.lab.tallies import Tally
from pnp.rules.game import Game
from pnp.rules.loading import make

PARALLEL_FROM = 8
"""The minimum number of blocks for which starting processes saves time."""
MOST_FAILURES = 3
"""After as many failed blocks, no further ones are played; what is done by then is kept."""
_WAITING = 256
"""The maximum number of blocks that an executor is given at a time."""


class Store(Protocol):
    """Keeps the tallies of blocks."""

    def get(self, block: GameBlock) -> Tally | None:
        """The tally of a block that was played before."""

    def put(self, block: GameBlock, tally: Tally) -> None:
        """Keep the tally of a block."""


class Sample(NamedTuple):
    """The tally of all blocks that could be played, and the first failure in each of the others."""

    tally: Tally
    failures: tuple[Failure, ...]


class FailedGameError(PluginError):
    """A game of a sample failed. `failure` has the seed that plays it again."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def sample(
    game: Game[Any],
    plan: PlayPlan,
    workers: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    step: Step = lambda _games: None,
) -> Sample:
    """Play all games of a plan.

    `workers` is the number of processes, by default one per core if the sample is large enough to gain from it; the
    engine must be one that `make` made. `executor` plays the blocks instead. `store` may have some of them already.
    """
    total, failures, parts = Tally(), list[Failure](), list[tuple[int, Tally]]()

    def stopped() -> bool:
        return len(failures) >= MOST_FAILURES

    for block, found in _played(_Job(game, plan, stopped), workers, executor, store):
        if isinstance(found, Failure):
            failures.append(found)
            continue
        total.add(found)
        if found.rows or found.stakes:
            parts.append((block.first, Tally(rows=found.rows, stakes=found.stakes)))
        step(block.size)
    for _, part in sorted(parts, key=lambda part: part[0]):
        total.rows += part.rows
        total.stakes += part.stakes
    return Sample(total, tuple(sorted(failures, key=lambda failure: failure.game)))


def whole(sampled: Sample) -> Tally:
    """The tally of a sample. Raises FailedGameError if a game failed."""
    if sampled.failures:
        raise FailedGameError(sampled.failures[0])
    return sampled.tally


Found = tuple[GameBlock, Tally | Failure]


class _Job(NamedTuple):
    """What is played, until `stopped` is true."""

    game: Game[Any]
    plan: PlayPlan
    stopped: Callable[[], bool]


def _played(job: _Job, workers: int | None, executor: Executor | None, store: Store | None) -> Iterator[Found]:
    """Each block with its tally, or its failure; those that are kept come first."""
    todo = []
    for block in blocks(job.plan):
        kept = store.get(block) if store is not None else None
        if kept is None:
            todo.append(block)
        else:
            yield block, kept
    for block, found in _computed(job, todo, workers, executor):
        if store is not None and isinstance(found, Tally):
            store.put(block, found)
        yield block, found


def _computed(job: _Job, todo: list[GameBlock], workers: int | None, executor: Executor | None) -> Iterator[Found]:
    count = workers or (cores() if len(todo) >= PARALLEL_FROM else 1)
    if executor is not None:
        yield from _on_lent(executor, job, todo)
    elif count > 1 and job.game.source is not None:
        yield from _on_processes(job, todo, count)
    else:
        for block in todo:
            yield block, play_block(job.game, job.plan, block)
            if job.stopped():
                return


def _on_lent(executor: Executor, job: _Job, todo: list[GameBlock]) -> Iterator[Found]:
    if job.game.source is None:
        raise ValueError("only engines made from a kit's data can play on an executor")
    try:
        yield from _on(nullcontext(executor), job, todo, lent=True)
    except PluginError:
        raise
    except Exception as error:  # of any type: an executor is a library of others, as that of a cluster
        raise PluginError(f"game {job.game.name}: it could not be played elsewhere: {reason(error)}") from error


def _on_processes(job: _Job, todo: list[GameBlock], count: int) -> Iterator[Found]:
    """Play blocks in several processes. If one of them is ended, all are started again. Before that, the blocks that
    were under way are played with care up to the first that fails, because a game of them may have ended it."""
    left = {block.number: block for block in todo}
    while left and not job.stopped():
        try:
            for block, found in _on(processes(min(count, len(left))), job, [*left.values()]):
                del left[block.number]
                yield block, found
            continue
        except BrokenExecutor:
            under_way = [*islice(left.values(), count)]  # blocks are begun in their order
        for block in under_way:
            care = _play_with_care(job, block)
            del left[block.number]
            yield block, care
            if isinstance(care, Failure):
                break


def _play_with_care(job: _Job, block: GameBlock) -> Tally | Failure:
    """Play a block in a process of its own, game by game, to find the game that ends the process."""
    total, number, source = Tally(), block.first, pickle.dumps(job.game.source)
    try:
        with processes(1) as executor:
            for number in range(block.first, block.first + block.size):
                found = _submit(executor, source, job.plan, GameBlock(block.number, number, 1)).result()
                if isinstance(found, Failure):
                    return found
                total.add(found)
                total.rows += found.rows
                total.stakes += found.stakes
    except BrokenExecutor:
        what = "the process that played this game was ended, as by os._exit, a crash in C code or too little memory"
        return Failure(f"game {job.game.name}: {what}", game_seed(job.plan.seed, number), number)
    return total


class _Stopped(Exception):  # noqa: N818 - no error
    """Leaves an executor without waiting for the blocks that it has not played."""


def _finished(waiting: Iterable[Future[Tally | Failure]], *, lent: bool) -> list[Future[Tally | Failure]]:
    """The blocks that are done, after those that are not begun are cancelled on an executor that is lent. Processes of
    our own are ended instead: their executor cannot do that to cancelled blocks."""
    left = [each for each in waiting if not (lent and each.cancel())]
    return [each for each in left if each.done() and not each.exception()]


def _on(
    opened: AbstractContextManager[Executor], job: _Job, todo: Iterable[GameBlock], *, lent: bool = False
) -> Iterator[Found]:
    """Play blocks on an executor, and give each when it is done. Raises BrokenExecutor after those that are done."""
    rest, source = iter(todo), pickle.dumps(job.game.source)
    waiting: dict[Future[Tally | Failure], GameBlock] = {}
    with suppress(_Stopped), opened as executor:
        while True:
            for block in islice(rest, _WAITING - len(waiting)):
                waiting[_submit(executor, source, job.plan, block)] = block
            if not waiting:
                return
            done = wait(waiting, return_when=FIRST_COMPLETED).done
            for future in sorted(done, key=lambda future: future.exception() is not None):
                yield waiting.pop(future), future.result()
            if job.stopped():
                yield from ((waiting[future], future.result()) for future in _finished(waiting, lent=lent))
                raise _Stopped


def _submit(executor: Executor, source: bytes, plan: PlayPlan, block: GameBlock) -> Future[Tally | Failure]:
    """Give a block to an executor, which may start a process for it."""
    with signals_delayed():
        return executor.submit(_play_elsewhere, source, plan, block)


@lru_cache(maxsize=2)
def _engine(source: bytes) -> Game[Any]:
    """The engine made from a pickled source, kept for the next block."""
    engine, rules, cards, players, own, span = pickle.loads(source)  # noqa: S301 - this program pickled it
    game = make(engine, rules, cards, Diagnostics(), players, own)
    if game is None:
        raise PluginError(f"{span.file}: the engine {engine} cannot be made again")
    return game


def _play_elsewhere(source: bytes, plan: PlayPlan, block: GameBlock) -> Tally | Failure:
    """Play a block in a process that may not have the engine yet."""
    return play_block(_engine(source), plan, block)


MOST = 10_000_000
"""The maximum number of games of a simulation."""


class SimulationReport(NamedTuple):
    """A simulation's result. Lengths are in the game's own unit; wins are by seat, from the first to act."""

    game: str
    games: int
    policy: str
    seed: int
    unit: str
    mean: float
    median: float
    p95: int
    longest: int
    wins: tuple[int, ...]
    draws: int
    endings: dict[str, int]
    reshuffles: int


def simulate(
    game: Game[Any],
    games: int = 1000,
    seed: int = 1,
    policy: str = "random",
    step: Callable[[int], None] = lambda _games: None,
) -> SimulationReport:
    """Play many games; the same seed plays the same ones. `policy` is how all seats choose: a name in `POLICIES`.

    `step` is called after each block with its number of games. Raises ValueError for other policies and for fewer
    than one game, and FailedGameError. Large samples are played by several processes.
    """
    if not 1 <= games <= MOST:
        raise ValueError(f"games: {games} is not in the range 1<=x<={MOST}.")
    find_policy(policy)
    return _report(game, games, policy, seed, whole(sample(game, PlayPlan(games, seed, (policy,)), step=step)))


def _report(game: Game[Any], games: int, policy: str, seed: int, tally: Tally) -> SimulationReport:
    lengths = sorted(tally.lengths.elements())
    endings = Counter[str]()
    for result, count in tally.results.items():
        endings[result.ending] += count
    return SimulationReport(
        game=game.name,
        games=games,
        policy=policy,
        seed=seed,
        unit=game.unit,
        mean=round(sum(lengths) / len(lengths), 3),
        median=float(median(lengths)),
        p95=lengths[max(0, -(-len(lengths) * 95 // 100) - 1)],
        longest=lengths[-1],
        wins=tuple(tally.wins(seat) for seat in range(game.players)),
        draws=sum(count for result, count in tally.results.items() if not result.winners),
        endings=dict(sorted(endings.items())),
        reshuffles=tally.reshuffles,
    )


TIMEOUT = 10
"""How long to wait for the scheduler, in seconds."""
RETRIES = 3
"""How often a block is played again if its worker was lost."""


class ClusterError(OSError):
    """A cluster cannot be used. The message has the reason."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor that plays on the cluster of a scheduler: `tcp://host:port`. Raises ClusterError."""
    try:
        distributed: Any = import_module("distributed")  # an extra, and slow
    except ImportError:
        hint = "pip install -e '.[cluster]' in your clone of pnp"
        raise ClusterError(f"a cluster needs the package 'distributed': {hint}") from None
    try:
        client = distributed.Client(address, timeout=TIMEOUT)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"there is no scheduler at {address}: {error}") from None
    with client:
        yield client.get_executor(retries=RETRIES)
