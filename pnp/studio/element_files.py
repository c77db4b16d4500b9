"""What writes edits of elements into the files of a kit.

An element of a face of the kit's own is changed where it is written. What a base kit has is not changed there: the
kit's own face has it over or leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pnp.components.elements import Element
from pnp.diagnostics import Span
from pnp.diagnostics.files import composed
from pnp.kit import yaml_edit
from pnp.kit.extending import ID, STYLES
from pnp.kit.overlay import FACES, FACES_FILE
from pnp.sources import Node
from pnp.studio import opened
from pnp.studio.edits import (
    ElementChange,
    NamelessError,
    RefusedEditError,
    StaleError,
    beside,
    changed_node,
    left_out,
    said_over,
    with_element,
)

Changes = dict[Path, list[Callable[[str], str]]]
"""What makes the new texts of files from the old ones, in their order."""
Wanted = Sequence[tuple[Element, ElementChange]]
Place = tuple[str | int, ...]


class ElementFiles(NamedTuple):
    """The folder of a kit whose elements are changed. The methods raise RefusedEditError."""

    folder: Path

    def changes(self, wanted: Wanted) -> Changes:
        """What writes other values of elements."""
        found: Changes = {}
        for element, change in wanted:
            after = changed_node(element.origin, change)
            over = self.differences(found, element.origin, after, (FACES, change.face) if change.here else ())
            if over:
                write = partial(said_over, face=change.face, id_=_id_of(element), values=over)
                found.setdefault(self.folder / FACES_FILE, []).append(write)
        return found

    def differences(self, found: Changes, before: Node, after: Node, inside: Place = ()) -> dict[str, Any]:
        """Add what writes the differing keys of a mapping where they are, below the path `inside`, to `found`.

        The result has those of other places by key, None for removed ones.
        """
        over: dict[str, Any] = {}
        for key in dict.fromkeys([*before.value, *after.value]):
            new = after.value[key].plain() if key in after.value else yaml_edit.REMOVED
            if key in before.value and key in after.value and new == before.value[key].plain():
                continue
            span = before.value[key].span if key in before.value else before.span
            path = self.path(span)
            if path is None or path[: len(inside)] != inside:
                over[key] = None if new is yaml_edit.REMOVED else new
            else:
                path = path if key in before.value else (*path, key)
                write = partial(yaml_edit.changed, path=path, value=new, file=span.file)
                found.setdefault(Path(span.file), []).append(write)
        return over

    def copies(self, wanted: Wanted) -> Changes:
        """What writes elements once more."""
        found: Changes = {}
        for element, change, path in self._last_first(wanted):
            values = beside(element).plain()
            values.pop(ID, None)
            file, write = self.folder / FACES_FILE, partial(with_element, face=change.face, values=values)
            if path is not None:
                file = Path(element.origin.span.file)
                write = partial(yaml_edit.inserted, path=(*path[:-1], int(path[-1]) + 1), value=values)
            found.setdefault(file, []).append(write)
        return found

    def removals(self, wanted: Wanted) -> Changes:
        """What removes elements from their faces."""
        found: Changes = {}
        for element, change, path in self._last_first(wanted):
            if path is not None:
                write = partial(yaml_edit.changed, path=path, value=yaml_edit.REMOVED)
                found.setdefault(Path(element.origin.span.file), []).append(write)
            else:
                write = partial(left_out, face=change.face, id_=_id_of(element))
                found.setdefault(self.folder / FACES_FILE, []).append(write)
        return found

    def swaps(self, wanted: Wanted, by: int) -> Changes:
        """What swaps an element with another one of its face."""
        ((element, change),) = wanted
        path = self.whole_in(change.face, element)
        if path is None:
            raise RefusedEditError("this element is of the face that this one extends, whose order stays")
        number = int(path[-1])
        write = partial(yaml_edit.swapped, path=path[:-1], one=number, other=number + by)
        return {Path(element.origin.span.file): [write]}

    def rewrites(self, wanted: Wanted, text: str) -> Changes:
        """What writes an element as another text; of one that is not the kit's own as a whole, what differs."""
        ((element, change),) = wanted
        path = self.whole_in(change.face, element)
        if path is not None:
            return {Path(element.origin.span.file): [partial(yaml_edit.rewritten, path=path, new=text)]}
        new = yaml_edit.parsed(text).plain()
        values = {key: new.get(key) for key in dict.fromkeys([*change.shown, *new])}
        return self.changes([(element, change._replace(values=values))])

    def style(self, name: str, style: Node, values: Mapping[str, Any]) -> Changes:
        """What writes other values of a text style; None removes a key. What it has from elsewhere is written over."""
        found: Changes = {}
        after = changed_node(style, ElementChange("", 0, {}, values=values))
        for key, value in self.differences(found, style, after, (STYLES, name)).items():
            write = partial(yaml_edit.changed, path=(STYLES, name, key), value=value)
            found.setdefault(self.folder / FACES_FILE, []).append(write)
        return found

    def source(self, face: str, element: Element) -> str:
        """The text of an element as it is in its file; with what it has from elsewhere, if it is not whole there."""
        path = self.whole_in(face, element)
        if path is None:
            return yaml_edit.flow(element.origin.plain())
        return yaml_edit.source(Path(element.origin.span.file).read_text("utf-8-sig"), path)

    def path(self, span: Span) -> Place | None:
        """The path in its file of a value of the kit's own; None for one of a base kit."""
        if not opened.is_in(span.file, self.folder):
            return None
        path = None
        with suppress(OSError, ValueError):
            text = composed(Path(span.file).read_text("utf-8-sig"))
            path = yaml_edit.path_at(text, span.line, span.column, span.file)
        if path is None:
            raise StaleError("the kit was saved since the page showed this element")
        return path

    def whole_in(self, face: str, element: Element) -> Place | None:
        """The path of an element that a face of the kit's own has whole; None for one of a face that this extends."""
        path = self.path(element.origin.value[opened.kind_of(element)].span)
        return path[:-1] if path is not None and path[:2] == (FACES, face) else None

    def _last_first(self, wanted: Wanted) -> list[tuple[Element, ElementChange, Place | None]]:
        """Elements with their paths in their own faces, the last ones first: so no edit moves the place of the next."""
        placed = [(element, change, self.whole_in(change.face, element)) for element, change in wanted]
        own = sorted((one for one in placed if one[2]), key=lambda one: one[1].number, reverse=True)
        return [*own, *(one for one in placed if not one[2])]


def by_file(listed: Iterable[tuple[Path, Callable[[str], str]]]) -> Changes:
    """Changes of files, together for each file."""
    found: Changes = {}
    for file, change in listed:
        found.setdefault(file, []).append(change)
    return found


ElementEdit = Callable[[ElementFiles, Wanted], Changes]


def _id_of(element: Element) -> str:
    if element.id:
        return str(element.id)
    span = element.origin.span
    where = f"{Path(span.file).parent.name}/{Path(span.file).name}:{span.line}"
    raise NamelessError(f"this element is in {where} and has no id there, by which another face could change it")
