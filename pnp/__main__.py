"""The entry point of the command line."""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

OBJECTS_BETWEEN_COLLECTIONS = 1_000_000
"""A build keeps nearly all its objects; with Python's default of 700, collections take a tenth of its time."""
_ABORTED, _CANNOT_WRITE, _STOPPED = 1, 2, 130
_BY_SIGNAL = 128
"""What is added to a signal's number for the exit code of a program that it ended: 130 for Ctrl-C, 143 for SIGTERM."""
_AGAIN = 0.2
"""Seconds until an ignored interruption is repeated. By then Python must have reported it, or it is ignored again."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_interrupted: list[int] = []
"""The signals that arrived."""


def main() -> None:
    """Run the command line. Ctrl-C and SIGTERM end it at any time, without a traceback."""
    usual = (signal.default_int_handler, signal.SIG_DFL)
    mine = [number for number in _SIGNALS if signal.getsignal(number) in usual]  # unless a script ignores them
    _handle(mine, _leave)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    _open_streams()
    from pnp.cli import main as commands

    if mine:
        sys.unraisablehook = _unraisable
    code: str | int | None = _STOPPED
    try:  # a signal may arrive at any time: also just before and just after the commands
        _handle(mine, _interrupt)
        code = _exit_code(commands)
        _handle(mine, _leave)
    except KeyboardInterrupt:
        _handle(mine, _leave)
    if _interrupted:
        code = _BY_SIGNAL + _interrupted[0] if code == _STOPPED else code
        # After an interruption of text that it executed, as while it makes a dataclass, Python ends by the signal
        # itself, although that has been handled. It forgets that interruption when it evaluates another text.
        eval("None")  # noqa: S307 - a text of this program
    gc.freeze()  # the process ends, so nothing is looked through for objects to free
    sys.exit(code if _flushed() else code or _CANNOT_WRITE)


def _exit_code(commands: Callable[..., object]) -> str | int | None:
    """Run the commands; the exit code."""
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
    return code


def _handle(signals: Sequence[int], handler: Callable[[int, Any], object]) -> None:
    for number in signals:
        signal.signal(number, handler)


def _leave(number: int, _frame: object) -> None:
    """Exit at once. During imports there is nothing to clean up, and an exception might be swallowed."""
    os._exit(_BY_SIGNAL + number)


def _interrupt(number: int, _frame: object) -> NoReturn:
    """Raise KeyboardInterrupt, and record the signal."""
    _interrupted.append(number)
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
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # noqa: TID251 - the null device
    return complete


if __name__ == "__main__":
    main()
