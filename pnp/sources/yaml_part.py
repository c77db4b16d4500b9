"""Read a YAML text that differs from one that was read before in one entry: only this entry is read.

An entry is a key of a mapping below a key of the root, such as a face of `faces.yaml` or a card of `cards.yaml`, that
has lines of its own. All other nodes are those of the text before, moved down if lines were added above them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pnp.sources.node import Node

_AFTER = "after-the-entry"
"""A key that follows the entry while it is read alone, so that it ends where it does in its file."""


class _ChangedEntry(NamedTuple):
    """An entry: the key of the root that it is below, its own, and the lines from its first to the next one's."""

    top: str
    key: str
    start: int
    end: int


def spliced(before: str, root: Node, text: str, read: Callable[[str], Node | None]) -> Node | None:
    """The nodes of a text by those of one before; None if the two may differ in more than one entry.

    `read` reads the lines of the entry below its key of the root, at their numbers; None if they are wrong.
    """
    old, new = before.split("\n"), text.split("\n")
    found = _entry(root, old, *_differing(old, new))
    if found is None:
        return None
    top, by = root.value[found.top], len(new) - len(old)
    lines = [old[top.key_span.line - 1], *[""] * (found.start - 1), *new[found.start : found.end + by]]
    below = [_AFTER] if found.end < len(old) else []
    alone = read("\n".join([*lines, *(f"{key}:" for key in below)]))
    if alone is None or not isinstance(alone.value, dict) or [*alone.value] != [found.top, *below]:
        return None
    entries = alone.value[found.top].value
    if not isinstance(entries, dict) or [*entries] != [found.key]:
        return None
    if entries[found.key].key_span[:3] != top.value[found.key].key_span[:3]:
        return None
    inner = _lowered(top.value, found.key, by) | entries
    return root.replaced(_lowered(root.value, found.top, by) | {found.top: top.replaced(inner)})


def _differing(old: list[str], new: list[str]) -> tuple[int, int]:
    """The lines of a text, from 0 and without the last one, in which another text differs."""
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    same = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    return first, len(old) - same


def _entry(root: Node, lines: list[str], first: int, last: int) -> _ChangedEntry | None:
    """The entry that has these lines; lines that are only added are those of the entry above them."""
    line = first if last > first else first - 1
    top = _last_above(root, line)
    key = _last_above(root.value[top], line) if top is not None else None
    if top is None or key is None:
        return None
    tops, entries = _starts(root), _starts(root.value[top])
    start = entries[key]
    end = min((other for other in (*tops.values(), *entries.values()) if other > start), default=len(lines))
    begins = [len(lines[at]) - len(lines[at].lstrip()) + 1 for at in (tops[top], start)]
    is_block = begins == [1, root.value[top].value[key].key_span.column] and root.value[top].key_span.column == 1
    is_alone = [*tops.values(), *entries.values()].count(start) == 1
    return _ChangedEntry(top, key, start, end) if is_block and is_alone and start <= first and last <= end else None


def _starts(node: Node) -> dict[str, int]:
    """The line of each key of a mapping, from 0."""
    return {key: inner.key_span.line - 1 for key, inner in node.value.items()}


def _last_above(node: Node, line: int) -> str | None:
    """The last key of a mapping that is not below a line."""
    above = [key for key, start in _starts(node).items() if start <= line] if isinstance(node.value, dict) else []
    return above[-1] if above else None


def _lowered(nodes: Mapping[str, Node], key: str, by: int) -> dict[str, Node]:
    """The nodes of a mapping; those after a key are so many lines lower."""
    names = [*nodes]
    after = names[names.index(key) + 1 :] if by else ()
    return {name: node.lowered(by) if name in after else node for name, node in nodes.items()}
