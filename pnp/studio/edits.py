"""Edits of a kit's text files, each of which can be undone to the byte.

An edit changes one stretch of a file. It is undone where it was made; if another program has saved the file since,
where the same text with the same neighbours is. Byte order marks and line ends stay.

Changes of elements of faces: what an element becomes, and what the text of `faces.yaml` is then.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp import writing
from pnp.components.elements import Element
from pnp.components.places import box_of, with_box
from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import is_there, leads_out
from pnp.graphics import Rect
from pnp.kit import yaml_edit
from pnp.kit.extending import ELEMENTS, ID, WITHOUT
from pnp.kit.overlay import EXTENDS, FACES, FACES_FILE
from pnp.sources import Node
from pnp.sources.yaml import keys_of, parse

AROUND = 40
"""How many characters on both sides of an edit must be the same, so that it can be undone in a changed file."""


class RefusedEditError(Exception):
    """An edit that was not made, with the reason."""


class StaleError(RefusedEditError):
    """The files are no longer as the page shows them."""


class NamelessError(RefusedEditError):
    """An element of a base that has no id: its face must be copied into the kit before the element can be changed."""


class Edit(NamedTuple):
    """A made edit: in the text of the file, `new` is at `start` in place of `old`, between `left` and `right`."""

    file: Path
    start: int
    old: str
    new: str
    left: str
    right: str
    digest: bytes
    """That of the whole text after the edit: a thousand texts would take much memory."""
    is_new: bool = False
    """Whether there was no file before the edit: there is none again if it is empty after an undo."""


class NewFile(NamedTuple):
    """A made file with its SHA-256; or one that was taken away again, with its bytes."""

    file: Path
    digest: str
    data: bytes | None = None


class _TextFile(NamedTuple):
    """A text with line ends as `\\n`, and what its file has instead."""

    text: str
    mark: bytes = b""
    end: str = "\n"

    @property
    def data(self) -> bytes:
        return self.mark + self.text.replace("\n", self.end).encode()


def edited(file: Path, change: Callable[[str], str]) -> Edit | None:
    """Change a file's text; a file that does not exist has none. None if the text stays the same.

    Raises RefusedEditError, and nothing is written, if the file may not be changed or `change` raises ValueError.
    """
    before, is_new = _read(file), not is_there(file)
    try:
        after = change(before.text)
    except ValueError as error:
        raise RefusedEditError(f"{file.name} was not changed: {error}") from None
    if after == before.text:
        return None
    _write(file, before._replace(text=after))
    return _difference(file, before.text, after)._replace(is_new=is_new)


def created(file: Path, data: bytes) -> NewFile:
    """Write a new file. Raises RefusedEditError, also if there is one."""
    try:
        with writing.Tree(file.parent) as tree:
            return NewFile(file, tree.create(file.name, data))
    except FileExistsError:
        raise RefusedEditError(f"there is a file {file.name} already") from None
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be written: {error.strerror or error}") from None


def _taken_away(made: NewFile) -> NewFile:
    try:
        data = made.file.read_bytes()
        if hashlib.sha256(data).hexdigest() != made.digest:
            raise RefusedEditError(f"{made.file.name} was saved since then")
    except OSError as error:
        raise RefusedEditError(f"{made.file.name} cannot be removed: {error.strerror or error}") from None
    _remove(made.file)
    return made._replace(data=data)


def _remove(file: Path) -> None:
    try:
        with writing.Tree(file.parent) as tree:
            tree.remove(file.name)
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be removed: {error.strerror or error}") from None


def undone(edit: Edit | NewFile) -> Edit | NewFile:
    """Undo an edit, and return the edit that does it again. Raises RefusedEditError if it is not found in the file."""
    if isinstance(edit, NewFile):
        return _taken_away(edit) if edit.data is None else created(edit.file, edit.data)
    now = _read(edit.file)
    start = edit.start
    if _digest(now.text) != edit.digest:
        around = edit.left + edit.new + edit.right
        if now.text.count(around) != 1:
            raise RefusedEditError(f"{edit.file.name} was saved since then, and this place in it was changed")
        start = now.text.index(around) + len(edit.left)
    text = now.text[:start] + edit.old + now.text[start + len(edit.new) :]
    if edit.is_new and not text:
        _remove(edit.file)
    else:
        _write(edit.file, now._replace(text=text))
    return _edit(edit.file, text, start, edit.new, edit.old)._replace(is_new=edit.is_new)


def _read(file: Path) -> _TextFile:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return _TextFile("")
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be read: {error.strerror or error}") from None
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(mark) :].decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedEditError(f"{file.name} is not UTF-8 text: save it in that encoding first") from None
    lines = text.replace("\r\n", "\n")
    end = "\r\n" if "\r\n" in text else "\n"
    read = _TextFile(lines, mark, end)
    if "\r" in lines or read.data != data:
        raise RefusedEditError(f"{file.name} has line ends of several kinds: save it once in an editor")
    return read


def _write(file: Path, text: _TextFile) -> None:
    if leads_out(file):
        raise RefusedEditError(f"{file.name} is a link to a file outside the kit")
    try:
        writing.write_file(file, text.data)
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be written: {error.strerror or error}") from None


def _difference(file: Path, before: str, after: str) -> Edit:
    """The stretch in which two texts differ."""
    start = _shared(before, after)
    same = _shared(before[start:][::-1], after[start:][::-1])
    return _edit(file, after, start, before[start : len(before) - same], after[start : len(after) - same])


def _shared(one: str, other: str) -> int:
    """How many characters two texts share at their start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _edit(file: Path, after: str, start: int, old: str, new: str) -> Edit:
    end = start + len(new)
    return Edit(file, start, old, new, after[max(0, start - AROUND) : start], after[end : end + AROUND], _digest(after))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


BESIDE = 2.0
"""How far a copy of an element is to the right of it and below it, in mm."""
DIGITS = 3
"""The decimal places of written lengths, in mm."""


class ElementChange(NamedTuple):
    """A change of an element of a face: another box, in mm, or other values by key; None removes a key.

    `values` are those that the page shows. With `here`, the face gets the change, not the one that it extends.
    """

    face: str
    number: int
    shown: Mapping[str, Any]
    box: tuple[float, float, float, float] | None = None
    values: Mapping[str, Any] = {}
    here: bool = False


def changed_node(node: Node, wanted: ElementChange) -> Node:
    """An element with the wanted box or values, rounded as they are written."""
    if wanted.box is not None:
        moved = with_box(node, Rect(*wanted.box))
        return Node({key: _rounded(inner) for key, inner in moved.value.items()}, node.span, node.key_span)
    values = dict(node.value)
    for key, value in wanted.values.items():
        if value is None:
            values.pop(key, None)
        else:
            values[key] = node_of(value, values[key].span if key in values else node.span)
    return Node(values, node.span, node.key_span)


def _rounded(node: Node) -> Node:
    """A value with its numbers rounded, and whole ones without a point."""
    if isinstance(node.value, list):
        return Node([_rounded(item) for item in node.value], node.span, node.key_span)
    if isinstance(node.value, float):
        number = round(node.value, DIGITS)
        return Node(int(number) if number.is_integer() else number, node.span, node.key_span)
    return node


def node_of(value: Any, span: Span) -> Node:
    """Plain data of a page as a node."""
    if isinstance(value, dict):
        return Node({str(key): node_of(item, span) for key, item in value.items()}, span)
    if isinstance(value, list):
        return Node([node_of(item, span) for item in value], span)
    return _rounded(Node(value, span, text=str(value)))


def beside(element: Element) -> Node:
    """An element a little lower to the right."""
    box = box_of(element.origin)
    if box is None:
        return element.origin
    return changed_node(element.origin, ElementChange("", 0, {}, (box.x + BESIDE, box.y + BESIDE, box.w, box.h)))


def _own_face(text: str, face: str) -> dict[str, Any] | None:
    """What `faces.yaml` says of a face; None if it does not have it."""
    found = keys_of(keys_of(parse(text, FACES_FILE, Diagnostics())).get(FACES)).get(face)
    return found.plain() if found and isinstance(found.value, dict) else None


def with_element(text: str, *, face: str, values: Mapping[str, Any]) -> str:
    """The text of `faces.yaml` with another element on top of a face."""
    own = _own_face(text, face)
    if own is None:
        return yaml_edit.changed(text, (FACES, face), {EXTENDS: face, ELEMENTS: [values]})
    if ELEMENTS not in own:
        text = text if EXTENDS in own else yaml_edit.changed(text, (FACES, face, EXTENDS), face)
        return yaml_edit.changed(text, (FACES, face, ELEMENTS), [values])
    return yaml_edit.changed(text, (FACES, face, ELEMENTS, len(own[ELEMENTS])), values)


def left_out(text: str, *, face: str, id_: str) -> str:
    """The text of `faces.yaml` in which a face leaves out an element of the face that it extends."""
    own = _own_face(text, face)
    if own is None:
        return yaml_edit.changed(text, (FACES, face), {EXTENDS: face, WITHOUT: [id_]})
    for number, one in enumerate(own.get(ELEMENTS) or ()):
        if isinstance(one, dict) and one.get(ID) == id_:  # what it says over that element
            text = yaml_edit.changed(text, (FACES, face, ELEMENTS, number), yaml_edit.REMOVED)
    if EXTENDS not in own:
        text = yaml_edit.changed(text, (FACES, face, EXTENDS), face)
    return yaml_edit.changed(text, (FACES, face, WITHOUT), [*(own.get(WITHOUT) or ()), id_])


def said_over(text: str, *, face: str, id_: str, values: Mapping[str, Any]) -> str:
    """The text of `faces.yaml` in which a face says values of an element over those of the face that it extends."""
    own = _own_face(text, face)
    listed = (own or {}).get(ELEMENTS) or ()
    number = next((at for at, one in enumerate(listed) if isinstance(one, dict) and one.get(ID) == id_), None)
    if number is None:
        return with_element(text, face=face, values={ID: id_, **values})
    for key, value in values.items():
        text = yaml_edit.changed(text, (FACES, face, ELEMENTS, number, key), value)
    return text
