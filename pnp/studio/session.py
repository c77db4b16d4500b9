"""Edit an open kit: each edit is written into its files at once, and can be undone.

Only the characters of the changed values are written. What a base kit says is not changed there: the kit's own files
say it over. A page sends with each edit the values that it shows; an edit of others is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext
from pnp.components import elements
from pnp.components.elements import Element
from pnp.components.faces import elements_of
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.diagnostics.files import composed
from pnp.graphics.content import Content
from pnp.kit import Kit, paths, yaml_edit
from pnp.kit.extending import ID, WITHOUT
from pnp.kit.model import Face
from pnp.kit.overlay import EXTENDS, FACES, FACES_FILE
from pnp.pipeline import BuildOptions, causes, job
from pnp.studio import cells, files, opened, report
from pnp.studio.changes import ElementChange, beside, changed_node, left_out, node_of, said_over, with_element
from pnp.studio.edits import Edit, RefusedEditError, edited, undone
from pnp.studio.exports import Exports
from pnp.studio.opened import OpenPiece
from pnp.studio.redraw import DATA, Watch

MOST_BITMAPS = 500


class StaleError(RefusedEditError):
    """The files are no longer as the page shows them."""


class NamelessError(RefusedEditError):
    """An element of a base that has no id: its face must be copied into the kit before the element can be changed."""


class Session:
    """An open kit and its edits. All methods may be called from several threads."""

    def __init__(self, options: BuildOptions, near: Path) -> None:
        self._options, self._near = options, near
        self.folder = options.kit.resolve()
        self._lock = threading.RLock()
        self._plan: job.Plan | None = None
        self._seen: files.State | None = None
        self._problems: tuple[Diagnostic, ...] = ()
        self._done: list[list[Edit]] = []
        self._undone: list[list[Edit]] = []
        self._bitmaps: dict[str, Content] = {}
        self.exports = Exports(options)
        self.watch: Watch | None = None
        """What follows the kit for the same page. Set by the server."""

    @property
    def checked(self) -> CheckContext | None:
        """What the checks looked at; None while they run."""
        return self.watch.checked_context() if self.watch else None

    @property
    def is_shipped(self) -> bool:
        """Whether the kit comes with the program, and so is not edited."""
        return paths.is_installed(self.folder)

    def bitmap(self, digest: str) -> bytes | None:
        """The bytes of a bitmap of a piece that was described. Raises ChangedError if its file was saved since."""
        content = self._bitmaps.get(digest)
        return content.read() if content else None

    def piece(self, id_: str) -> dict[str, Any] | None:
        """A piece for the page, as its files are now; None if there is none, or if it cannot be opened."""
        with self._lock:
            plan = self._current()
            one = opened.opened(plan.context, id_) if plan else None
            return self._described(one) if one else None

    def tried(self, id_: str, wanted: ElementChange) -> dict[str, Any]:
        """A piece as it would be with a change; nothing is written. Raises RefusedEditError."""
        with self._lock:
            element = self._element(wanted)
            found = Diagnostics()
            changed = elements.element(changed_node(element.origin, wanted), found)
            if changed is None:
                return {"problems": self._faults(found)}
            again = opened.opened(self._open_plan().context, id_, {(wanted.face, wanted.number): changed})
            return self._described(again) if again else {"problems": self._faults(found)}

    def change(self, id_: str, wanted: ElementChange) -> dict[str, Any]:
        """Write a change of an element, and draw the piece again. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            element = self._element(wanted)
            self._write(self._changes(element, wanted))
            return self._after(id_)

    def undo(self, id_: str, *, again: bool = False) -> dict[str, Any]:
        """Undo the last edit, or make the one `again` that was undone last. Raises RefusedEditError."""
        with self._lock:
            source, target = (self._undone, self._done) if again else (self._done, self._undone)
            if not source:
                raise RefusedEditError("there is nothing to undo" if not again else "there is nothing to make again")
            target.append(_all_undone(source[-1]))
            source.pop()
            return self._after(id_)

    def write(self, id_: str, changes: Mapping[Path, Sequence[Callable[[str], str]]]) -> dict[str, Any]:
        """Change texts of the kit, which is one edit, and draw the piece again. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            if others := [file.name for file in changes if not opened.is_in(str(file), self.folder)]:
                raise RefusedEditError(f"{others[0]} is not in this kit, so it is not changed here")
            self._write(changes)
            return self._after(id_)

    def add(self, id_: str, face: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Write a new element on top of a face. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            self._face(face)
            added = node_of(dict(values), Span("")).plain()
            self._write({self.folder / FACES_FILE: [partial(with_element, face=face, values=added)]})
            return self._after(id_)

    def duplicate(self, id_: str, wanted: ElementChange) -> dict[str, Any]:
        """Write an element once more, a little lower to the right: above it, or on top of the kit's own face."""
        with self._lock:
            self._expect_own()
            element = self._element(wanted)
            values = beside(element).plain()
            values.pop(ID, None)
            path = self._whole_in(wanted.face, element)
            if path is None:
                change = partial(with_element, face=wanted.face, values=values)
                self._write({self.folder / FACES_FILE: [change]})
            else:
                after = (*path[:-1], int(path[-1]) + 1)
                self._write({Path(element.origin.span.file): [partial(yaml_edit.inserted, path=after, value=values)]})
            return self._after(id_)

    def delete(self, id_: str, wanted: ElementChange) -> dict[str, Any]:
        """Remove an element from its face; the face leaves out one that it has from the face that it extends."""
        with self._lock:
            self._expect_own()
            element = self._element(wanted)
            path = self._whole_in(wanted.face, element)
            if path is not None:
                change = partial(yaml_edit.changed, path=path, value=yaml_edit.REMOVED)
                self._write({Path(element.origin.span.file): [change]})
            else:
                change = partial(left_out, face=wanted.face, id_=self._id_of(element))
                self._write({self.folder / FACES_FILE: [change]})
            return self._after(id_)

    def raise_by(self, id_: str, wanted: ElementChange, by: int) -> dict[str, Any]:
        """Draw an element above the next one of its face (1), or below the one before (-1)."""
        with self._lock:
            self._expect_own()
            element = self._element(wanted)
            path = self._whole_in(wanted.face, element)
            if path is None:
                raise RefusedEditError("this element is of the face that this one extends, whose order stays")
            number = int(path[-1])
            change = partial(yaml_edit.swapped, path=path[:-1], one=number, other=number + by)
            self._write({Path(element.origin.span.file): [change]})
            return self._after(id_)

    def table(self, id_: str) -> dict[str, Any] | None:
        """The deck that a piece is of as a table; None if there is none, or if the kit cannot be opened."""
        with self._lock:
            plan = self._current()
            name = cells.deck_of(plan.context.kit, id_.partition("/")[0]) if plan else None
            if plan is None or name is None:
                return None
            counts = {"undo": len(self._done), "redo": len(self._undone)}
            editable = {"editable": not self.is_shipped, "problems": self._faults(self._problems)}
            return cells.table(plan.context.kit, name, self.folder) | counts | editable

    def change_cards(self, id_: str, change: Callable[[Kit, str, Path], list[cells.Change]]) -> dict[str, Any] | None:
        """Write changes of the deck that a piece is of, which `change` finds; the table. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            plan = self._open_plan()
            name = cells.deck_of(plan.context.kit, id_.partition("/")[0])
            if name is None:
                raise StaleError("this deck no longer exists")
            by_file: dict[Path, list[Callable[[str], str]]] = {}
            for file, one in change(plan.context.kit, name, self.folder):
                by_file.setdefault(file, []).append(one)
            self._write(by_file)
            return self.table(id_)

    def kit(self) -> Kit:
        """The kit as its files are now. Raises StaleError if it has errors."""
        with self._lock:
            return self._open_plan().context.kit

    def copy_face(self, id_: str, face: str) -> dict[str, Any]:
        """Write all elements of a face of a base into the kit's own, so that each can be changed."""
        with self._lock:
            self._expect_own()
            known = self._face(face).origin.plain()
            copied = {key: value for key, value in known.items() if key not in (EXTENDS, WITHOUT)}
            copied |= {EXTENDS: None} if EXTENDS in known else {}
            change = partial(yaml_edit.changed, path=(FACES, face), value=copied)
            self._write({self.folder / FACES_FILE: [change]})
            return self._after(id_)

    def _expect_own(self) -> None:
        if self.is_shipped:
            name = self._options.kit.name
            raise RefusedEditError(f"{name} comes with pnp: make your own with `pnp new mine --from {name}`")

    # What is open ------------------------------------------------------------------------------------------------

    def _current(self) -> job.Plan | None:
        """The kit as its files are now; the last one that could be opened, with its problems, if this cannot."""
        now = files.state(files.places(self._options.kit))
        if now != self._seen:
            found = Diagnostics()
            plan = job.plan(self._options, found, DATA)
            self._plan, self._problems = plan or self._plan, tuple(found) if plan is None else ()
            self._seen = now
        return self._plan

    def _open_plan(self) -> job.Plan:
        """The kit as its files are now, which must be without errors."""
        plan = self._current()
        if plan is None or self._problems:
            raise StaleError("the kit cannot be opened now: mend its errors, or undo the last edit")
        return plan

    def _face(self, name: str) -> Face:
        face = self._open_plan().context.kit.facebook.faces.get(name)
        if face is None:
            raise StaleError("this face no longer exists")
        return face

    def _element(self, wanted: ElementChange) -> Element:
        listed = elements_of(self._open_plan().context, wanted.face, self._face(wanted.face))
        element = listed[wanted.number] if 0 <= wanted.number < len(listed) else None
        if element is None or element.origin.plain() != wanted.shown:
            raise StaleError("the kit was saved since the page showed this element")
        return element

    def _described(self, one: OpenPiece) -> dict[str, Any]:
        made = opened.described(one, self.folder)
        for digest in made.bitmaps:
            self._bitmaps.pop(digest, None)
        self._bitmaps |= made.bitmaps
        while len(self._bitmaps) > MOST_BITMAPS:
            del self._bitmaps[next(iter(self._bitmaps))]
        found = tuple(causes.moved(self._options.kit, one.diagnostics))
        about = opened.about(found, made.data["elements"])
        for element in made.data["elements"]:
            del element["lines"]
        faults = [
            fault | {"elements": numbers} for fault, numbers in zip(self._faults(one.diagnostics), about, strict=True)
        ]
        return made.data | {
            "faults": faults,
            "problems": self._faults(self._problems),
            "editable": not self.is_shipped,
            "undo": len(self._done),
            "redo": len(self._undone),
        }

    def _faults(self, found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
        return [report.of_diagnostic(one, self._near) for one in causes.moved(self._options.kit, found)]

    def _after(self, id_: str) -> dict[str, Any]:
        """The piece after an edit. It is as before, with the problems, if the kit cannot be opened any more."""
        plan = self._current()
        one = opened.opened(plan.context, id_) if plan else None
        return self._described(one) if one else {"problems": self._faults(self._problems), "gone": True}

    # Where it is written -----------------------------------------------------------------------------------------

    def _write(self, changes: Mapping[Path, Sequence[Callable[[str], str]]]) -> None:
        """Make changes, all of them or none."""
        done: list[Edit] = []
        try:
            for file, several in changes.items():
                made = edited(file, partial(_changed_by, several))
                done += [made] if made else []
        except RefusedEditError:
            _all_undone(done)
            raise
        if done:
            self._done.append(done)
            self._undone.clear()

    def _changes(self, element: Element, wanted: ElementChange) -> dict[Path, list[Callable[[str], str]]]:
        """What changes the texts of the files concerned."""
        before, after = element.origin, changed_node(element.origin, wanted)
        found: dict[Path, list[Callable[[str], str]]] = {}
        over: dict[str, Any] = {}
        for key in dict.fromkeys([*before.value, *after.value]):
            new = after.value[key].plain() if key in after.value else yaml_edit.REMOVED
            if key in before.value and key in after.value and new == before.value[key].plain():
                continue
            span = before.value[key].span if key in before.value else before.span
            path = self._path(span)
            if path is None or (wanted.here and path[:2] != (FACES, wanted.face)):
                over[key] = None if new is yaml_edit.REMOVED else new
            else:
                path = path if key in before.value else (*path, key)
                found.setdefault(Path(span.file), []).append(
                    partial(yaml_edit.changed, path=path, value=new, file=span.file)
                )
        if over:
            change = partial(said_over, face=wanted.face, id_=self._id_of(element), values=over)
            found.setdefault(self.folder / FACES_FILE, []).append(change)
        return found

    def _path(self, span: Span) -> tuple[str | int, ...] | None:
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

    def _whole_in(self, face: str, element: Element) -> tuple[str | int, ...] | None:
        """The path of an element that a face of the kit's own has whole; None for one of a face that this extends."""
        path = self._path(element.origin.value[opened.kind_of(element)].span)
        return path[:-1] if path is not None and path[:2] == (FACES, face) else None

    def _id_of(self, element: Element) -> str:
        if element.id:
            return str(element.id)
        span = element.origin.span
        where = f"{Path(span.file).parent.name}/{Path(span.file).name}:{span.line}"
        raise NamelessError(f"this element is in {where} and has no id there, by which another face could change it")


def _changed_by(changes: Sequence[Callable[[str], str]], text: str) -> str:
    for change in changes:
        text = change(text)
    return text


def _all_undone(edits: Sequence[Edit]) -> list[Edit]:
    """Undo edits, all of them or none; the edits that make them again."""
    made: list[Edit] = []
    try:
        for edit in reversed(edits):
            made = [*made, undone(edit)]
    except RefusedEditError:
        for edit in reversed(made):
            undone(edit)
        raise
    return made
