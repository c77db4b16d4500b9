"""The boundary for mistakes of this program: an unexpected exception is an error at the place that was handled.

It is never taken for wrong data, and it hides no other diagnostics. An exception is expected if this program defines
its class, or if it is about a file or a device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pnp.diagnostics.diagnostic import Diagnostic, Diagnostics, Span

T = TypeVar("T")
HINT = "this is a mistake in pnp, not in your files: please report it, with the file; PNP_DEBUG=1 shows the traceback"
_tracers: list[Callable[[BaseException], None]] = []


def trace(show: Callable[[BaseException], None]) -> None:
    """Pass every exception of this program, and of plug-ins, to `show`, to see where it was raised."""
    _tracers[:] = [show]


def traced(error: BaseException | None) -> None:
    """Pass an exception to the function that was given to `trace`."""
    for show in _tracers:
        if error:
            show(error)


def reason(error: BaseException) -> str:
    """The type and message of an exception, on one line. Of an exception in another process it is the last line."""
    text = str(error).strip().rpartition("\n")[2] if is_mistake(error) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())


def failure(error: BaseException) -> str:
    """The message for an unexpected exception."""
    return f"pnp itself failed, please report it: {type(error).__name__}: {error}"


def is_mistake(error: BaseException) -> bool:
    """Whether an exception of this program says that it has a mistake."""
    return bool(getattr(error, "is_mistake", False))


def is_expected(error: BaseException) -> bool:
    """Whether an exception is handled elsewhere."""
    is_own = type(error).__module__.partition(".")[0] == "pnp"
    return (is_own or isinstance(error, OSError)) and not is_mistake(error)


def bounded(call: Callable[[], T], default: T, span: Span, what: str, diagnostics: Diagnostics) -> T:
    """The result of a call that handles what is at a place; after an unexpected exception an error and the default.

    `what` names in the message what was handled. Raises expected exceptions.
    """
    try:
        return call()
    except Exception as error:
        if is_expected(error):
            raise
        diagnostics.add([internal(error, span, what)])
        return default


def internal(error: Exception, span: Span, what: str) -> Diagnostic:
    """The error for an unexpected exception at a place."""
    traced(error)
    return Diagnostic(span, "error", "internal", f"{what} failed: {reason(error)}", (HINT,))
