"""Change single values in the text of a YAML file; comments, order and all other text stay as they are.

A value has a path of keys and of indexes in lists. New values are written in flow style, on one line, or if that is too
long, in lines of their own; a text keeps the quotes or the block that it had, and of a list of numbers only those are
written that change. `changed` proves each change: the new text must be read as the old one with this change and no
other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import dedent
from typing import Any, NamedTuple

import yaml

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import show
from pnp.sources import Node
from pnp.sources.yaml import YamlLoader, keys_of, parse, typed

_NOWHERE = Span("")
WIDE = 118
"""The longest line that an added value may make."""
Path = Sequence[str | int]
REMOVED = object()
"""In place of a value: the key or the item is removed."""


class _Change(NamedTuple):
    """New text in place of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def changed(text: str, path: Path, value: Any, file: str = "") -> str:
    """A YAML text with a value at a path, or without it for `REMOVED`. `file` is its name, by which readings are kept.

    A missing key is added, and so is an item after the last one of a list. Raises ValueError if that cannot be done by
    changing only the characters of this value.
    """
    return _proved(text, _with_part(text, path, value, file), path, value, file)


def _with_part(text: str, path: Path, value: Any, file: str) -> str:
    """The text of `with_value`. Only the lines of the entry that the first two keys name are read for it, if it has
    lines of its own: all of a long file takes PyYAML long."""
    lines = _lines_of(parsed(text, file), text, path) if len(path) > 2 else None
    if lines is None:
        return with_value(text, path, value)
    starts = _Text(text).starts
    start, end = starts[lines[0]], min(starts[lines[1]], len(text))
    return text[:start] + with_value(text[start:end], path[1:], value) + text[end:]


def _lines_of(root: Node, text: str, path: Path) -> tuple[int, int] | None:
    """The first line of the second key of a path, from 0, and the line after its value; None if other text is there."""
    last = text.count("\n") + 1
    for key in path[:2]:
        entries = keys_of(root)
        if key not in entries:
            return None
        begins = sorted(node.key_span.line for node in entries.values())
        first = entries[str(key)].key_span.line
        last = next((line - 1 for line in begins if line > first), last)
        if begins.count(first) > 1:
            return None
        root = entries[str(key)]
    before = text.split("\n")[first - 1][: root.key_span.column - 1]
    return None if before.strip() else (first - 1, last)


def inserted(text: str, path: Path, value: Any) -> str:
    """A YAML text with a new item in a list, before the one that its path names now. Raises ValueError."""
    *above, number = path
    before = _at(_plain(text), above)
    if not isinstance(before, list) or not isinstance(number, int) or not 0 <= number < len(before):
        return changed(text, path, value)
    lines = _Text(text)
    node = _found(yaml.compose(text, Loader=YamlLoader), above)
    start = lines.offset(node.value[number].start_mark)
    between = ", " if node.flow_style else f"\n{' ' * node.start_mark.column}- "
    after = text[:start] + flow(value) + between + text[start:]
    return _proved(text, after, above, [*before[:number], value, *before[number:]])


def swapped(text: str, path: Path, one: int, other: int) -> str:
    """A YAML text in which two items of a list change places; what is between them stays. Raises ValueError."""
    items = _at(_plain(text), path)
    if not isinstance(items, list) or not 0 <= min(one, other) <= max(one, other) < len(items):
        raise ValueError("there is no such item")
    node = _found(yaml.compose(text, Loader=YamlLoader), path)
    lines, (first, second) = _Text(text), (node.value[number] for number in sorted((one, other)))
    start, end = lines.offset(first.start_mark), lines.end(first)
    begin, stop = lines.offset(second.start_mark), lines.end(second)
    after = text[:start] + text[begin:stop] + text[end:begin] + text[start:end] + text[stop:]
    items[one], items[other] = items[other], items[one]
    return _proved(text, after, path, items)


def source(text: str, path: Path) -> str:
    """The text of a value that exists, as it is written there; its lines begin at the left."""
    lines, node = _Text(text), _found(yaml.compose(text, Loader=YamlLoader), path)
    first, *more = text[lines.offset(node.start_mark) : lines.end(node)].rstrip().split("\n")
    indent = node.start_mark.column
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip())) :] for line in more)])


def rewritten(text: str, path: Path, new: str) -> str:
    """A YAML text in which a value that exists is written as the text `new`. Raises ValueError."""
    lines, node = _Text(text), _found(yaml.compose(text, Loader=YamlLoader), path)
    start, end = lines.offset(node.start_mark), lines.end(node)
    new = dedent(new).strip()
    written = re.sub(r"\n(?=.)", "\n" + " " * node.start_mark.column, new)
    after = text[:start] + written + text[len(text[:end].rstrip()) :]
    return _proved(text, after, path, _plain(f"{new}\n"))


def _proved(before: str, after: str, path: Path, value: Any, file: str = "") -> str:
    """The text after a change, if what it says is as before with another value at a path. Raises ValueError."""
    old, new = parsed(before, file), parsed(after, file)
    while len(path) > 1 and _shares_others(old, new, path[0]):
        old, new, path = old.value[path[0]], new.value[path[0]], path[1:]
    if not _is_same(new.plain(), _with(old.plain(), path, value)):
        raise ValueError("this value is written in a form that cannot be changed in place")
    return after


def _shares_others(old: Node, new: Node, key: str | int) -> bool:
    """Whether two mappings have the same nodes but for one key: parts of a text that stay are not read again."""
    if not isinstance(old.value, dict) or not isinstance(new.value, dict) or key not in old.value:
        return False
    is_alike = list(old.value) == list(new.value)
    return is_alike and all(new.value[name] is node for name, node in old.value.items() if name != key)


def _found(node: Any, path: Path) -> Any:
    """The node of PyYAML at a path that exists."""
    for step in path:
        if isinstance(step, int):
            node = node.value[step]
        else:
            node = next(value for key, value in node.value if key.value == step)
    return node


def _at(tree: Any, path: Path) -> Any:
    """What plain data have at a path; None if they do not have it."""
    for step in path:
        try:
            tree = tree[step]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


def with_value(text: str, path: Path, value: Any) -> str:
    """A YAML text with a value at a path; what comes out of it is not proved. Missing keys are added.

    Raises ValueError if a value on the path is neither a mapping nor a list that has the next step.
    """
    root = yaml.compose(text, Loader=YamlLoader)
    if root is None:
        return f"{_ended(text)}{_entry(path[0], _nested(path[1:], value), 0)}\n"
    change = _change(_Text(text), root, path, value)
    return text[: change.start] + change.text + text[change.end :]


def flow(value: Any) -> str:
    """Plain data as YAML in flow style."""
    return show.flow(_node(value))


def path_at(text: str, line: int, column: int, file: str = "") -> tuple[str | int, ...] | None:
    """The path of the value that begins at a line and a column, from 1 as in spans; None if there is none.

    A mapping in a block begins where its first key does.
    """
    node, path = parsed(text, file), tuple[str | int, ...]()
    while (node.span.line, node.span.column) != (line, column):
        inner = _children(node)
        before = [(step, one) for step, one in inner if (one.key_span.line, one.key_span.column) <= (line, column)]
        if not before:
            return None
        step, node = before[-1]
        path = (*path, step)
    return path


def _children(node: Node) -> Iterable[tuple[str | int, Node]]:
    if isinstance(node.value, dict):
        return node.value.items()
    return enumerate(node.value) if isinstance(node.value, list) else ()


def _node(value: Any) -> Node:
    if isinstance(value, Mapping):
        return Node({str(key): _node(item) for key, item in value.items()}, _NOWHERE)
    return Node(list(map(_node, value)) if isinstance(value, list | tuple) else value, _NOWHERE)


class _Text:
    """A text with the offsets of its lines."""

    def __init__(self, text: str) -> None:
        self.text, self.starts = text, [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def offset(self, mark: Any) -> int:
        return min(self.starts[int(mark.line)] + int(mark.column), len(self.text))

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

    def line_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1


def _is_written(value: Any) -> bool:
    """Whether a value has characters of its own in the text."""
    return bool(value.id != "scalar" or value.value or value.style)


def _change(text: _Text, node: Any, path: Path, value: Any) -> _Change:
    """The change that writes a value at a path below a mapping or a list."""
    name, *rest = path
    if isinstance(name, int):
        return _change_in_list(text, node, name, rest, value)
    if node.id != "mapping":
        raise ValueError(f"line {node.start_mark.line + 1} is no mapping")
    for number, (key, inner) in enumerate(node.value):
        if key.value == name:
            if rest and inner.id in ("mapping", "sequence"):
                return _change(text, inner, rest, value)
            if value is REMOVED:
                return _removed(text, node, number)
            written = _in_place(text, inner, value) if not rest and _is_written(inner) else None
            return written or _replaced(text, node, key, inner, _nested(rest, value))
    if value is REMOVED:
        raise ValueError(f"there is no {name!r} in line {node.start_mark.line + 1}")
    return _added(text, node, name, _nested(rest, value))


def _replaced(text: _Text, mapping: Any, key: Any, old: Any, value: Any) -> _Change:
    """The change that writes another value of a key, in lines of its own if it is too long for one."""
    end, column = text.value_end(key, old), key.start_mark.column
    entry = flow(value) if mapping.flow_style else _entry(key.value, value, column)
    if "\n" in entry:
        return _Change(text.line_start(text.offset(key.start_mark)) + column, end, entry[column:])
    return _Change(text.offset(key.end_mark), end, f": {flow(value)}")


def _change_in_list(text: _Text, node: Any, number: int, rest: Path, value: Any) -> _Change:
    if node.id != "sequence" or number > len(node.value) or (number == len(node.value) and value is REMOVED):
        raise ValueError(f"line {node.start_mark.line + 1} has no item {number}")
    if number == len(node.value):
        return _added(text, node, None, _nested(rest, value))
    inner = node.value[number]
    if rest:
        return _change(text, inner, rest, value)
    if value is REMOVED:
        return _removed(text, node, number)
    return _in_place(text, inner, value) or _Change(text.offset(inner.start_mark), text.end(inner), flow(value))


def _in_place(text: _Text, node: Any, value: Any) -> _Change | None:
    """The change of a value that keeps its form: a text its quotes or its block, a list what is between its items."""
    is_like = node.id == "sequence" and isinstance(value, list | tuple) and len(value) == len(node.value)
    if is_like and all(one.id == "scalar" and not one.style for one in node.value):
        return _numbers(text, node.value, value)
    if node.id != "scalar" or not isinstance(value, str) or not node.style:
        return None
    start, end = text.offset(node.start_mark), text.offset(node.end_mark)
    if node.style in "|>":
        return _block(text, node, value)
    single = "'" + value.replace("'", "''") + "'"
    return _Change(start, end, single if node.style == "'" and "\n" not in value else show.quoted(value))


def _numbers(text: _Text, nodes: Sequence[Any], values: Sequence[Any]) -> _Change | None:
    """The shortest change of a list in which some unquoted items change."""
    differing = [
        (text.offset(node.start_mark), text.offset(node.end_mark), flow(value))
        for node, value in zip(nodes, values, strict=True)
        if not _is_same(typed(node.value), value)
    ]
    if not differing:
        return None
    written, at = "", differing[0][0]
    for start, end, new in differing:
        written += text.text[at:start] + new
        at = end
    return _Change(differing[0][0], differing[-1][1], written)


def _block(text: _Text, node: Any, value: str) -> _Change | None:
    """A text in a block: its first line (`|`, `>-`) and its indentation stay."""
    start, end = text.offset(node.start_mark), text.offset(node.end_mark)
    head_end = text.line_end(start)
    indent = re.search(r"\n( +)\S", text.text[head_end:end])
    if indent is None or not value.strip() or value[0].isspace():
        return None
    last = re.search(r"[\n ]*\Z", text.text[head_end:end])
    between = "\n" if node.style == "|" else "\n\n"
    lines = (indent[1] + line if line else "" for line in value.rstrip("\n").split("\n"))
    return _Change(head_end, end, "\n" + between.join(lines) + (last[0] if last else ""))


def _added(text: _Text, node: Any, name: str | None, value: Any) -> _Change:
    """The change that adds a value at the end of a mapping, with a name, or of a list."""
    opening, closing = "{}" if node.id == "mapping" else "[]"
    inner = flow(value) if name is None else f"{flow(name)}: {flow(value)}"
    if not node.value:
        return _Change(text.offset(node.start_mark), text.offset(node.end_mark), f"{opening}{inner}{closing}")
    last = node.value[-1]
    end = text.value_end(*last) if node.id == "mapping" else text.end(last)
    if node.flow_style:
        return _Change(end, end, f", {inner}")
    column = (last[0] if node.id == "mapping" else node).start_mark.column
    end, indent = text.line_end(end), " " * column
    return _Change(end, end, f"\n{indent}- {inner}" if name is None else f"\n{_entry(name, value, column)}")


def _entry(name: Any, value: Any, column: int) -> str:
    """A key with its value, `column` characters from the left: on one line, or in several if that is too wide."""
    indent, inner = " " * column, " " * (column + 2)
    line = f"{indent}{flow(name)}: {flow(value)}"
    if len(line) <= WIDE or not isinstance(value, dict | list) or not value:
        return line
    if isinstance(value, list):
        return "\n".join([f"{indent}{flow(name)}:", *(f"{inner}- {flow(item)}" for item in value)])
    return "\n".join([f"{indent}{flow(name)}:", *(_entry(key, item, column + 2) for key, item in value.items())])


def _removed(text: _Text, node: Any, number: int) -> _Change:
    """The change that removes an entry of a mapping or a list, in a block with the whole lines that it is in."""
    is_mapping = node.id == "mapping"
    starts = [text.offset((one[0] if is_mapping else one).start_mark) for one in node.value]
    ends = [text.value_end(*one) if is_mapping else text.end(one) for one in node.value]
    if len(starts) == 1:
        end = text.offset(node.end_mark) if node.flow_style else ends[0]
        return _Change(text.offset(node.start_mark), end, "{}" if is_mapping else "[]")
    if node.flow_style:
        is_last = number + 1 == len(starts)
        return (
            _Change(ends[number - 1], ends[number], "") if is_last else _Change(starts[number], starts[number + 1], "")
        )
    start, end = text.line_start(starts[number]), text.line_end(ends[number]) + 1
    while not is_mapping and text.text[start + node.start_mark.column] != "-":  # a comment is beside the dash
        start = text.line_start(start - 1)
    if is_mapping and text.text[start : starts[number]].strip():  # the first key beside the dash of its item
        return _Change(starts[0], starts[1], "")
    return _Change(start, min(end, len(text.text)), "")


def _nested(path: Path, value: Any) -> Any:
    """A value inside mappings with the keys of a path."""
    if any(isinstance(step, int) for step in path):
        raise ValueError("a list on the path does not exist")
    for key in reversed(path):
        value = {key: value}
    return value


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def parsed(text: str, file: str = "") -> Node:
    """A text as nodes. Raises ValueError if it cannot be read."""
    found = Diagnostics()
    node = parse(text, file, found)
    if node is None:
        raise ValueError(f"this cannot be read as YAML: {next(iter(found)).message}")
    return node


def _plain(text: str, file: str = "") -> Any:
    """What a text says. Raises ValueError if it cannot be read."""
    return parsed(text, file).plain()


def _with(tree: Any, path: Path, value: Any) -> Any:
    """Plain data with a value at a path."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        items = list(tree)
        new = [] if value is REMOVED and not rest else [_with(items[step] if step < len(items) else None, rest, value)]
        return [*items[:step], *new, *items[step + 1 :]]
    inner = dict(tree) if isinstance(tree, dict) else {}
    if value is REMOVED and not rest:
        inner.pop(str(step), None)
        return inner
    return inner | {step: _with(inner.get(str(step)), rest, value)}


def _is_same(one: Any, other: Any) -> bool:
    """Whether plain data are equal; `1` and `1.0` are, `1` and `true` are not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_is_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)
