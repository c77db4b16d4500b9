"""The entry point of the command line."""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
import threading
from typing import NoReturn

OBJECTS_BETWEEN_COLLECTIONS = 400_000
"""A build keeps nearly all its objects; with Python's default of 700, collections take a tenth of its time."""
_ABORTED, _CANNOT_WRITE, _STOPPED = 1, 2, 130
_AGAIN = 0.2
"""Seconds until an ignored interruption is repeated. By then Python must have reported it, or it is ignored again."""
_interrupted: list[bool] = []


def main() -> None:
    """Run the command line. Ctrl-C ends it at any time, without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # unless a script ignores it
        signal.signal(signal.SIGINT, _leave)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    _open_streams()
    from pnp.cli import main as commands

    handler = signal.getsignal(signal.SIGINT)
    if handler is _leave:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _unraisable
    code: str | int | None = _STOPPED
    try:
        commands(prog_name="pnp")
    except SystemExit as leaving:
        # Before a command has begun, click itself ends at Ctrl-C, with a code of its own.
        code = _STOPPED if _interrupted and leaving.code == _ABORTED else leaving.code
    except KeyboardInterrupt:  # outside the commands' own handling
        pass
    except Exception as error:
        if _interrupted:  # C code may turn a KeyboardInterrupt into its own error
            pass
        elif isinstance(error, OSError):  # the message of an error could not be written
            code = _CANNOT_WRITE
        else:
            raise
    if handler is _leave:
        signal.signal(signal.SIGINT, _leave)
    gc.freeze()  # the process ends, so nothing is looked through for objects to free
    sys.exit(code if _flushed() else code or _CANNOT_WRITE)


def _leave(_signal: int, _frame: object) -> None:
    """Exit at once. During imports there is nothing to clean up, and an exception might be swallowed."""
    os._exit(_STOPPED)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    """Raise KeyboardInterrupt, and record it."""
    _interrupted.append(True)
    raise KeyboardInterrupt


def _unraisable(ignored: sys.UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C that C code ignored; report other ignored errors as Python does."""
    if isinstance(ignored.exc_value, KeyboardInterrupt):
        threading.Timer(_AGAIN, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(ignored)


def _open_streams() -> None:
    """Open closed standard streams on the null device, so that no file opened later gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end


def _flushed() -> bool:
    """Flush stdout and stderr; whether that worked. Unwritable output is dropped, or Python would report it at exit."""
    complete = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            complete = False
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return complete


if __name__ == "__main__":
    main()
