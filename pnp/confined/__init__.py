"""Read what strangers made (fonts, tables, pictures, PDFs, templates) in one child process with limits.

`service` gives a task to the child, which `child` runs; `timing` limits the computing time of code in this process.
A task is a function that takes plain data and bytes and returns plain data and bytes, so that it works the same in
this process and in the child. `pool` starts others that only share work. The names below are imported on first use,
because the child process needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics.on_use import on_use

if TYPE_CHECKING:
    from pnp.confined.pool import FORKS, beside, can_share, cores, processes, signals_delayed
    from pnp.confined.service import Limits, StoppedError, call

__all__ = [
    "FORKS", "Limits", "StoppedError", "beside", "call", "can_share", "cores", "processes", "signals_delayed",
]  # fmt: skip

__getattr__ = on_use(
    __name__,
    {
        "Limits": "service",
        "StoppedError": "service",
        "call": "service",
        "FORKS": "pool",
        "beside": "pool",
        "can_share": "pool",
        "cores": "pool",
        "processes": "pool",
        "signals_delayed": "pool",
    },
)
