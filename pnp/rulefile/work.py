"""Count the work of expressions, so that one from a stranger cannot take the machine.

Work is counted in steps, not in seconds: a step is an item of a loop or of a list, or a call of a `let`. So an
expression is refused on every computer, or on none.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sized
from typing import Any

MOST_STEPS = 10_000_000
"""The maximum work of one line of a rule file, in all moments of play together."""
_MOST_BITS = 10_000
"""The maximum size of a number, in bits."""
_SMALL = 1_000_000
"""The size of numbers that are computed with at once, because nearly all are smaller."""

_SIMPLE = frozenset((int, str))
_MISSING = object()


class WorkError(Exception):
    """An expression does too much work."""


class Work:
    """Counts steps, and ends what needs too many."""

    def __init__(self) -> None:
        self._left = MOST_STEPS
        self._results: dict[tuple[int, Callable[..., Any], tuple[Any, ...]], Any] = {}

    def begin(self) -> None:
        """Begin another line."""
        self._left = MOST_STEPS
        self._results.clear()

    def spend(self, steps: int) -> None:
        """Count some steps. Raises WorkError."""
        self._left -= steps
        if self._left < 0:
            raise WorkError(f"it takes more than {MOST_STEPS:,} steps")

    def each(self, items: Iterable[Any]) -> Iterable[Any]:
        """The items of a loop, counted."""
        try:  # asking for a length is faster than isinstance(.., Sized), and counting here than a call of spend
            self._left -= len(items)  # type: ignore[arg-type]
        except TypeError:
            return self._counted(items)
        if self._left < 0:
            self.spend(0)
        return items

    def _counted(self, items: Iterable[Any]) -> Iterable[Any]:
        for item in items:
            self.spend(1)
            yield item

    def counting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that counts the items that it is given."""
        each = self.each

        def call(*arguments: Any) -> Any:
            if len(arguments) == 1:  # nearly always
                (one,) = arguments
                return function(each(one) if hasattr(one, "__iter__") else one)
            return function(*[each(one) if hasattr(one, "__iter__") else one for one in arguments])

        return call

    def counted_call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of a moment and other values. Its calls are counted, and its results for words and numbers kept
        for the rest of the line.
        """

        def call(moment: Any, *arguments: Any) -> Any:
            self._left -= 1
            if self._left < 0:
                self.spend(0)
            if not _SIMPLE.issuperset(map(type, arguments)):
                return function(moment, *arguments)
            # Moments live as long as the play that they are of, so no other object gets their identity.
            results, key = self._results, (id(moment), function, arguments)
            value = results.get(key, _MISSING)
            if value is _MISSING:
                value = results[key] = function(moment, *arguments)
            return value

        return call

    def joined(self, words: Iterable[str], between: str) -> str:
        """Some words as one text, with another text between each two. Its letters are counted before it is made."""
        parts = list(self.each(words))
        self.spend(sum(map(len, parts)) + len(between) * len(parts))
        return between.join(parts)

    def plus(self, left: Any, right: Any) -> Any:
        """`left + right`."""
        if type(left) is int and type(right) is int and -_SMALL < left < _SMALL and -_SMALL < right < _SMALL:
            return left + right
        return self._built(operator.add, left, right)

    def times(self, left: Any, right: Any) -> Any:
        """`left * right`."""
        for sequence, count in ((left, right), (right, left)):
            if isinstance(sequence, Sized) and isinstance(count, int):
                self.spend(len(sequence) * max(0, count))
        return self._built(operator.mul, left, right)

    def modulo(self, left: Any, right: Any) -> Any:
        """`left % right`, which formats no text."""
        if isinstance(left, (str, bytes)):
            raise TypeError("a text has no remainder")
        return left % right

    def _built(self, make: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
        if type(left) is int and type(right) is int and -_SMALL < left < _SMALL and -_SMALL < right < _SMALL:
            return make(left, right)
        for value in (left, right):
            if isinstance(value, int) and value.bit_length() > _MOST_BITS:
                raise WorkError("a number is too large")
            if isinstance(value, Sized):
                self.spend(len(value))
        return make(left, right)
