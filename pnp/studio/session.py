"""Edit an open kit: each edit is written into its files at once, and can be undone.

Only the characters of the changed values are written. What a base kit says is not changed there: the kit's own files
say it over. A page sends with each edit the values that it shows; an edit of others is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext
from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.components.elements import Element
from pnp.components.faces import elements_of
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.content import Content
from pnp.kit import Kit, paths, yaml_edit
from pnp.kit.extending import WITHOUT
from pnp.kit.model import Face
from pnp.kit.overlay import EXTENDS, FACES, FACES_FILE
from pnp.pipeline import BuildOptions, causes, job
from pnp.sources import Node
from pnp.sources.yaml import parse
from pnp.studio import cells, opened, pictures, redraw, report
from pnp.studio.cells import CellChange
from pnp.studio.edits import (
    Edit,
    ElementChange,
    NewFile,
    RefusedEditError,
    StaleError,
    changed_node,
    created,
    edited,
    node_of,
    undone,
    with_element,
)
from pnp.studio.element_files import Changes, ElementEdit, ElementFiles, by_file
from pnp.studio.exports import Exports
from pnp.studio.opened import OpenPiece
from pnp.studio.pictures import Dropped
from pnp.studio.redraw import DATA, Watch

MOST_BITMAPS = 500
NOTHING: Mapping[Path, bytes] = {}
TYPED = "as typed"
"""In place of a file, where the errors of a typed element are."""


class Session:
    """An open kit and its edits. All methods may be called from several threads."""

    def __init__(self, options: BuildOptions, near: Path, own_papers: Path | None = None) -> None:
        self._options, self._near = options, near
        self.folder = options.kit.resolve()
        self._lock = threading.RLock()
        self._plan: job.Plan | None = None
        self._seen: redraw.State | None = None
        self._problems: tuple[Diagnostic, ...] = ()
        self._done: list[list[Edit | NewFile]] = []
        self._undone: list[list[Edit | NewFile]] = []
        self._bitmaps: dict[str, Content] = {}
        self.exports = Exports(options, own_papers)
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

    def source(self, wanted: ElementChange) -> dict[str, Any]:
        """The text of an element, as it is in its file. Raises RefusedEditError."""
        with self._lock:
            return {"text": ElementFiles(self.folder).source(wanted.face, self._element(wanted))}

    def rewrite(self, id_: str, wanted: ElementChange, text: str) -> dict[str, Any]:
        """Write an element as another text, unless that has errors. Raises RefusedEditError."""
        with self._lock:
            if found := _errors(self.tried(id_, wanted, text), wanted):
                raise RefusedEditError(f"nothing was written: {found[0]}")
            return self._edit(id_, [wanted], partial(ElementFiles.rewrites, text=text))

    def tried(self, id_: str, wanted: ElementChange, text: str | None = None) -> dict[str, Any]:
        """A piece as it would be with a change, or with an element as `text` has it; nothing is written.

        Raises RefusedEditError.
        """
        with self._lock:
            element = self._element(wanted)
            found = Diagnostics()
            node = changed_node(element.origin, wanted)
            if text is not None:
                node = parse(text, str(self._near / TYPED), found) or Node(None, Span(TYPED))
            changed = elements.element(node, found) if not found else None
            if changed is None:
                return {"problems": self._faults(found)}
            again = opened.opened(self._open_plan().context, id_, {(wanted.face, wanted.number): changed})
            return self._described(again) if again else {"problems": self._faults(found)}

    def change(self, id_: str, *wanted: ElementChange) -> dict[str, Any]:
        """Write changes of elements, all of them or none, and draw the piece again. Raises RefusedEditError."""
        return self._edit(id_, wanted, ElementFiles.changes)

    def change_style(self, id_: str, name: str, shown: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """Write other values of a text style, and draw the piece again. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            style = self._open_plan().context.kit.facebook.styles.get(name)
            if style is None or style.origin.plain() != shown:
                raise StaleError("the kit was saved since the page showed this style")
            self._write(ElementFiles(self.folder).style(name, style.origin, values))
            return self._after(id_)

    def drop(self, id_: str, dropped: Dropped) -> dict[str, Any] | None:
        """Write a picture into the kit's folder, and show it on a face or in place of another.

        Raises RefusedEditError.
        """
        with self._lock:
            self._expect_own()
            context = self._open_plan().context
            self._face(dropped.face)
            element = self._element(dropped.on) if dropped.on else None
            picture = pictures.checked(dropped.name, dropped.data, context.gallery, self.folder)
            changes = pictures.changes(ElementFiles(self.folder), context.kit, id_, dropped, element, picture)
            self._write(changes, {} if picture.is_there else {self.folder / picture.name: dropped.data})
            return self._after(id_)

    def drop_on_cell(self, id_: str, cell: CellChange, name: str, data: bytes) -> dict[str, Any] | None:
        """Write a picture into the kit's folder and its name into a cell; the table. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            if not isinstance(cell.shown, str | None):
                raise RefusedEditError("this cell has no text, so it cannot name a picture")
            context, deck = self._deck(id_)
            picture = pictures.checked(name, data, context.gallery, self.folder)
            written = cell._replace(value=picture.name)
            changes = by_file(cells.changes(context.kit, deck, self.folder, [written]))
            self._write(changes, {} if picture.is_there else {self.folder / picture.name: data})
            return self.table(id_)

    def undo(self, id_: str, *, again: bool = False) -> dict[str, Any]:
        """Undo the last edit, or make the one `again` that was undone last. Raises RefusedEditError."""
        with self._lock:
            source, target = (self._undone, self._done) if again else (self._done, self._undone)
            if not source:
                raise RefusedEditError("there is nothing to undo" if not again else "there is nothing to make again")
            target.append(_all_undone(source[-1]))
            source.pop()
            return self._after(id_)

    def write(self, id_: str, changes: Changes) -> dict[str, Any]:
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

    def duplicate(self, id_: str, *wanted: ElementChange) -> dict[str, Any]:
        """Write elements once more, a little lower to the right: each above it, or on top of the kit's own face."""
        return self._edit(id_, wanted, ElementFiles.copies)

    def delete(self, id_: str, *wanted: ElementChange) -> dict[str, Any]:
        """Remove elements from their faces; a face leaves out one that it has from the face that it extends."""
        return self._edit(id_, wanted, ElementFiles.removals)

    def raise_by(self, id_: str, wanted: ElementChange, by: int) -> dict[str, Any]:
        """Draw an element above the next one of its face (1), or below the one before (-1)."""
        return self._edit(id_, [wanted], partial(ElementFiles.swaps, by=by))

    def _edit(self, id_: str, wanted: Sequence[ElementChange], edit: ElementEdit) -> dict[str, Any]:
        with self._lock:
            self._expect_own()
            elements = [self._element(one) for one in wanted]
            self._write(edit(ElementFiles(self.folder), list(zip(elements, wanted, strict=True))))
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
            return cells.table(plan.context.kit, name, self.folder, self._cell_faults()) | counts | editable

    def _cell_faults(self) -> cells.CellFaults:
        """What the checks found, by its place; nothing while they run."""
        found = self.watch.view.diagnostics if self.watch and self.checked else ()
        return {one.span[:3]: (one.severity, one.message) for one in reversed(found)}

    def change_cards(self, id_: str, change: Callable[[Kit, str, Path], list[cells.Change]]) -> dict[str, Any] | None:
        """Write changes of the deck that a piece is of, which `change` finds; the table. Raises RefusedEditError."""
        with self._lock:
            self._expect_own()
            context, name = self._deck(id_)
            self._write(by_file(change(context.kit, name, self.folder)))
            return self.table(id_)

    def _deck(self, id_: str) -> tuple[RenderContext, str]:
        """The open kit, and the deck that a piece is of."""
        context = self._open_plan().context
        name = cells.deck_of(context.kit, id_.partition("/")[0])
        if name is None:
            raise StaleError("this deck no longer exists")
        return context, name

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
        now = redraw.state(redraw.places(self._options.kit))
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
            "picture_bytes": pictures.MAX_BYTES,
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

    def _write(self, changes: Changes, new: Mapping[Path, bytes] = NOTHING) -> None:
        """Make changes and new files, all of them or none."""
        done: list[Edit | NewFile] = []
        try:
            done += [created(file, data) for file, data in new.items()]
            for file, several in changes.items():
                made = edited(file, partial(_changed_by, several))
                done += [made] if made else []
        except RefusedEditError:
            _all_undone(done)
            raise
        if done:
            self._done.append(done)
            self._undone.clear()


def _errors(tried: Mapping[str, Any], wanted: ElementChange) -> list[str]:
    """The errors of an element that was tried."""
    keys = [(one["face"], one["number"]) for one in tried.get("elements", ())]
    number = keys.index((wanted.face, wanted.number)) if keys else -1
    about = [fault for fault in tried.get("faults", ()) if number in fault["elements"]]
    return [fault["head"] for fault in (*tried["problems"], *about) if fault["severity"] == "error"]


def _changed_by(changes: Sequence[Callable[[str], str]], text: str) -> str:
    for change in changes:
        text = change(text)
    return text


def _all_undone(edits: Sequence[Edit | NewFile]) -> list[Edit | NewFile]:
    """Undo edits, all of them or none; the edits that make them again."""
    made: list[Edit | NewFile] = []
    try:
        for edit in reversed(edits):
            made = [*made, undone(edit)]
    except RefusedEditError:
        for edit in reversed(made):
            undone(edit)
        raise
    return made
