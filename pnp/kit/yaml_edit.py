"""Change single values in the text of a YAML file; comments and all other text stay as they are.

Values are written in flow style, on one line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from pnp.diagnostics import Span
from pnp.kit import show
from pnp.sources.yaml import Node, YamlLoader

_NOWHERE = Span("")


class _Change(NamedTuple):
    """New text in place of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """A YAML text in which a mapping of mappings has a value at a path of keys. Missing keys are added.

    Raises ValueError if a value on the path is no mapping.
    """
    root = yaml.compose(text, Loader=YamlLoader)
    if root is None:
        return f"{_ended(text)}{flow(path[0])}: {flow(_nested(path[1:], value))}\n"
    change = _change(_Text(text), root, path, value)
    return text[: change.start] + change.text + text[change.end :]


def flow(value: Any) -> str:
    """Plain data as YAML in flow style."""
    return show.flow(_node(value))


def _node(value: Any) -> Node:
    if isinstance(value, Mapping):
        return Node({str(key): _node(item) for key, item in value.items()}, _NOWHERE)
    return Node(list(map(_node, value)) if isinstance(value, list | tuple) else value, _NOWHERE)


class _Text:
    """A text with the offsets of its lines."""

    def __init__(self, text: str) -> None:
        self.text, self._starts = text, [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def offset(self, mark: Any) -> int:
        return min(self._starts[int(mark.line)] + int(mark.column), len(self.text))

    def end(self, node: Any) -> int:
        """The offset after a value. The mark of a block is after the comments that follow it: its last value counts."""
        if node.id == "scalar" or node.flow_style or not node.value:
            return self.offset(node.end_mark)
        last = node.value[-1]
        return self.end(last) if node.id == "sequence" else self.value_end(*last)

    def value_end(self, key: Any, value: Any) -> int:
        """The offset after the value of a key; after the colon if it is empty."""
        colon = self.text.index(":", self.offset(key.end_mark)) + 1
        return max(colon, self.end(value)) if _is_written(value) else colon

    def line_end(self, offset: int) -> int:
        """The offset of the next line end."""
        found = self.text.find("\n", offset)
        return len(self.text) if found < 0 else found


def _is_written(value: Any) -> bool:
    """Whether a value has characters of its own in the text."""
    return bool(value.id != "scalar" or value.value or value.style)


def _change(text: _Text, mapping: Any, path: Sequence[str], value: Any) -> _Change:
    """The change that writes a value at a path below a mapping."""
    if mapping.id != "mapping":
        raise ValueError(f"line {mapping.start_mark.line + 1} is no mapping")
    name, *rest = path
    for key, inner in mapping.value:
        if key.value == name and rest and inner.id == "mapping":
            return _change(text, inner, rest, value)
        if key.value == name:
            start, end = text.offset(key.end_mark), text.value_end(key, inner)
            return _Change(start, end, f": {flow(_nested(rest, value))}")
    return _added(text, mapping, f"{flow(name)}: {flow(_nested(rest, value))}")


def _added(text: _Text, mapping: Any, entry: str) -> _Change:
    """The change that adds an entry at the end of a mapping."""
    if not mapping.value:
        return _Change(text.offset(mapping.start_mark), text.offset(mapping.end_mark), f"{{{entry}}}")
    end = text.value_end(*mapping.value[-1])
    if mapping.flow_style:
        return _Change(end, end, f", {entry}")
    end, indent = text.line_end(end), " " * mapping.value[0][0].start_mark.column
    return _Change(end, end, f"\n{indent}{entry}")


def _nested(path: Sequence[str], value: Any) -> Any:
    """A value inside mappings with the keys of a path."""
    for key in reversed(path):
        value = {key: value}
    return value


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
