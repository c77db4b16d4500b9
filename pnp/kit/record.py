"""The base of data classes that are built from nodes of data files.

Each has an `origin`, the node it was built from, so that diagnostics can point at `origin.at("key")`. Records with
equal data are equal, wherever they were written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from pnp.diagnostics import Span
from pnp.kit.schema import Model, Name, Untyped


@dataclass(frozen=True, kw_only=True)
class Record(Model):
    """Base of data classes built from a node of a data file."""

    OWN_KEYS: ClassVar[str] = ""
    """The key below which people write keys of their own, if there is one."""
    ELSEWHERE: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Hints for keys that are written in another file."""

    origin: Untyped = field(repr=False, compare=False)

    def at(self, *path: str | int) -> Span:
        """The place in the file of one of this record's values."""
        return self.origin.at(*path)


@dataclass(frozen=True, kw_only=True)
class Extending(Record):
    """Base of what may extend another of its kind: then it may leave out all other keys."""

    extends: Name | None = None
    """The name of another one in the kit, whose keys it has, but for those that it gives itself."""
