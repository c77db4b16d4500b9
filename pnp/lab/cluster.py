"""Play on a Dask cluster: a scheduler and its workers, on which this version of the program is installed too."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

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
