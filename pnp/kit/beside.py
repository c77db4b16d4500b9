"""Keys of data files that have an effect only beside another key, or only without it.

They are annotations of a model's fields, `Annotated[float, With("stroke")]`. The errors come from these, the rules in
schemas for editors, and a sentence in the list of all keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics
from pnp.sources import Node


class With(NamedTuple):
    """The key has an effect only beside another key, or only if that has a certain value."""

    key: str
    value: object = None

    @property
    def sentence(self) -> str:
        return f"Only with `{self._other}`."

    @property
    def _other(self) -> str:
        return self.key if self.value is None else f"{self.key}: {self.value}"

    def problem(self, keys: Mapping[str, Node]) -> tuple[str, str]:
        """What is wrong, and what to do; two empty texts if the other key is there."""
        other = keys.get(self.key)
        if other is not None and (self.value is None or other.value == self.value):
            return "", ""
        add = f"add '{self.key}: …'" if self.value is None else f"write '{self._other}'"
        return f"without '{self._other}'", f"{add}, or remove it"


class Unless(NamedTuple):
    """The key has no effect beside another key, or if that has a certain value."""

    key: str
    value: object = None

    @property
    def sentence(self) -> str:
        return f"Not with `{self.key}`."

    def problem(self, keys: Mapping[str, Node]) -> tuple[str, str]:
        """What is wrong, and what to do; two empty texts if the other key is not there."""
        other = keys.get(self.key)
        if other is None or (self.value is not None and other.value != self.value):
            return "", ""
        return f"beside '{self.key}'", "remove one of them"


Condition = With | Unless


def conditions(hints: Mapping[str, Any]) -> dict[str, Condition]:
    """The conditions of keys among the types of a model's fields."""
    notes = ((key, one) for key, hint in hints.items() for one in getattr(hint, "__metadata__", ()))
    return {key: one for key, one in notes if isinstance(one, Condition)}


def required(found: Mapping[str, Condition]) -> dict[str, list[str]]:
    """The keys that need another one, as JSON Schema has them."""
    return {key: [one.key] for key, one in found.items() if isinstance(one, With)}


def report(keys: Mapping[str, Node], found: Mapping[str, Condition], diagnostics: Diagnostics) -> None:
    """Report each key of a mapping that has no effect there."""
    for key in sorted(keys.keys() & found.keys()):
        what, remedy = found[key].problem(keys)
        if what:
            diagnostics.error(keys[key].key_span, "unknown-key", f"{key!r} has no effect {what}", remedy)
