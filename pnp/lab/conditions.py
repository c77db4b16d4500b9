"""Conditions over the numbers of a report, for `--fail-if`: `first_player > 0.56`.

They are the expressions of faces, and their fields are the keys of the report in JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.kit import expressions
from pnp.kit.fields import Expression, ExpressionError, expression
from pnp.kit.filters import is_number


def condition(source: str, known: Iterable[str]) -> Expression:
    """A condition whose fields begin with known keys. Raises ExpressionError."""
    found, keys = expression(source), list(known)
    for path in expressions.fields(found):
        first = path.partition(".")[0]
        if first not in keys:
            raise _unknown(first, path, keys)
    return found


def holds(checked: Expression, report: dict[str, Any]) -> bool:
    """Whether a condition is true of a report's plain data. Raises ExpressionError, also for numbers without value and
    for what is neither true nor false."""
    found = expressions.value(
        checked, lambda path: _number(path, report), expressions.Words.plain(), needed=(expressions.EVERYTHING,)
    )
    if not isinstance(found, bool):
        raise ExpressionError(f"{checked.source} is neither true nor false", "compare numbers: first_player > 0.56")
    return found


def shown(checked: Expression, report: dict[str, Any]) -> str:
    """The values of a condition's fields, for a message: `first_player is 0.531`."""
    values = ((path, _number(path, report)) for path in expressions.fields(checked))
    return ", ".join(f"{path} is {value:g}" if is_number(value) else f"{path} is {value}" for path, value in values)


def _number(path: str, report: dict[str, Any]) -> Any:
    value: Any = report
    for key in path.split("."):
        if value is None:
            break
        if not isinstance(value, dict) or key not in value:
            raise _unknown(key, path, value if isinstance(value, dict) else ())
        value = value[key]
    if value is None:
        raise ExpressionError(f"{path} has no value in this report")
    return value


def _unknown(key: str, path: str, known: Iterable[str]) -> ExpressionError:
    names = list(known)
    place = path.rpartition(f".{key}")[0]
    where = f" in {place}" if place else ""
    hint = did_you_mean(key, names) or (f"there are {', '.join(names[:40])}" if names else "it is a number or a list")
    return ExpressionError(f"there is no number {key!r}{where}", hint)
