"""Objects that note what drawing meets, so that what was drawn in another process can be noted in this one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar


class Growing:
    """An object whose notes are dictionaries and sets that only grow.

    The value of a key never changes, unless it is a set that grows, or false and then true.
    """

    NOTES: ClassVar[tuple[str, ...]]
    """The names of these dictionaries and sets."""

    def lengths(self) -> dict[str, int]:
        """How long each is now."""
        return {name: len(getattr(self, name)) for name in self.NOTES}

    def news(self, before: Mapping[str, int]) -> dict[str, Any]:
        """What was noted after they were so long. What was there and may have changed is repeated."""
        return {name: _since(getattr(self, name), length) for name, length in before.items()}

    def learn(self, news: Mapping[str, Any]) -> None:
        """Note what another such object has noted."""
        for name, found in news.items():
            own = getattr(self, name)
            if isinstance(own, set):
                own |= found
                continue
            for key, value in found.items():
                both = key in own and isinstance(value, bool | set)
                own[key] = own[key] | value if both else own.get(key, value)


def _since(notes: Any, length: int) -> Any:
    if isinstance(notes, set) or any(isinstance(value, bool | set) for value in islice(notes.values(), 1)):
        return notes
    return dict(islice(notes.items(), length, None))
