"""Do the same for many kits, several at a time in processes of their own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import click

from pnp.cli import deferred
from pnp.cli.console import STOPPED
from pnp.confined import cores, processes, signals_delayed

Item = TypeVar("Item")
Result = TypeVar("Result")


def results(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    workers: int | None,
    label: str,
    elsewhere: Callable[[Item], Result] | None = None,
) -> Iterator[Result]:
    """The results of `work` for some items, in their order, from up to `workers` processes, or one for each core.

    Processes do `elsewhere` in its place if it is given. What fails there, for whatever reason, is done again in this
    process, where errors are reported as usual. A progress bar is shown on a terminal, but with `elsewhere` not for
    what is done here, which shows its own.
    """
    count = min(workers or cores(), len(items))
    hidden = not sys.stderr.isatty()
    if count <= 1:
        with click.progressbar(items, label=label, file=sys.stderr, hidden=hidden or elsewhere is not None) as bar:
            yield from map(work, bar)
        return
    from concurrent.futures import as_completed  # imported here because it is slow and rarely needed

    store, act = deferred.trust.store(), elsewhere or work
    with processes(count) as executor:
        with signals_delayed():
            futures = [executor.submit(_work, store, act, item) for item in items]
        with click.progressbar(as_completed(futures), len(items), label, file=sys.stderr, hidden=hidden) as bar:
            for _ in bar:
                pass
    for item, future in zip(items, futures, strict=True):
        yield work(item) if future.exception() else future.result()


def _work(store: Path | None, work: Callable[[Item], Result], item: Item) -> Result:
    """Do it in another process, which may not have read what the user allowed.

    When the first process is interrupted, it ends this one by SIGTERM. Then half-written files are removed as after
    Ctrl-C, and the process ends before the executor begins another item.
    """
    if store:
        deferred.trust.use(store)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return work(item)
    except KeyboardInterrupt:
        os._exit(STOPPED)
    finally:
        signal.signal(signal.SIGTERM, before)
