"""A kit's files as they are now -> what there is to see of it: sheets at once, faults when all is checked.

A kit that cannot be drawn leaves the last sheets that could; its faults stand beside them.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from pnp import checks, pdf
from pnp.build import job
from pnp.build.options import BuildOptions
from pnp.build.watch import files
from pnp.components.fingerprint import Fingerprints
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.text.fit import Fonts

DATA = "preview"
"""What labels say instead of the data's version, which would change every sheet at every save."""


ENDING = 0.5
"""Seconds that are waited for what is being drawn when the watch ends; nothing of it is written."""


class Sheet(NamedTuple):
    """A side of a sheet; `key` is the same as long as its ink is."""

    key: str
    file: str
    page: pdf.Page
    fonts: Fonts


class View(NamedTuple):
    """What there is to see; `number` grows with every change of it."""

    number: int = 0
    title: str = ""
    sheets: tuple[Sheet, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    stale: bool = False
    """Whether the sheets are earlier ones, because the kit cannot be drawn as it is."""
    checked: bool = False
    """Whether the checks are done, so that the faults are all there are."""
    seconds: float = 0.0
    """How long drawing took, from the moment when the save was seen."""
    failure: str = ""
    """What went wrong in the program itself."""


class Watch:
    """Follows a kit in a thread of its own; whoever looks on waits for the next view."""

    def __init__(self, order: BuildOptions, message: Callable[[View], None] = lambda _view: None) -> None:
        self.order = order
        self.view = View(title=order.kit.name)
        self._message = message
        self._places = files.places(order.kit)
        self._seen: files.State = {}
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="pnp watch", daemon=True)

    @contextmanager
    def following(self) -> Iterator[Watch]:
        """Follow the kit meanwhile."""
        self._thread.start()
        try:
            yield self
        finally:
            self.stop()
            self._thread.join(ENDING)

    def stop(self) -> None:
        """Follow no longer, and let nobody wait."""
        self._stop.set()
        with self._news:
            self._news.notify_all()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def after(self, number: int, seconds: float) -> View:
        """The view once it is another than that number's, or as it is when the time is over or watching has ended."""
        with self._news:
            self._news.wait_for(lambda: self.stopped or self.view.number != number, seconds)
            return self.view

    def _follow(self) -> None:
        self._redraw()
        while not self._stop.wait(files.EVERY):
            if self._is_saved():
                self._redraw()

    def _is_saved(self) -> bool:
        return files.state(self._places) != self._seen

    def _redraw(self) -> None:
        begun = time.monotonic()
        try:
            self._places = files.places(self.order.kit)
            self._seen = files.settled(self._places, self._stop.wait)
            self._drawn(begun)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not end the watch: the next save may avoid it
            message = f"pnp itself failed, please report it: {type(error).__name__}: {error}"
            self._show(self.view._replace(stale=True, checked=True, failure=message))

    def _drawn(self, begun: float) -> None:
        diagnostics = Diagnostics()
        layout = job.lay_out(self.order, diagnostics, DATA)
        sheets = tuple(_sheets(layout)) if layout else ()
        view = View(diagnostics=tuple(diagnostics), seconds=time.monotonic() - begun)
        if layout is None:
            self._show(view._replace(title=self.view.title, sheets=self.view.sheets, stale=True, checked=True))
            return
        self._show(view._replace(title=layout.plan.context.kit.title, sheets=sheets))
        found = self._checked(layout)
        if found is not None:
            self._show(self.view._replace(diagnostics=tuple(sorted({*diagnostics, *found})), checked=True))

    def _checked(self, layout: job.Layout) -> set[Diagnostic] | None:
        """What the checks find; None if a file was saved while they ran."""
        context = layout.plan.check_context(layout.pieces)
        found: set[Diagnostic] = set()
        looked = time.monotonic()
        for module in checks.checks().values():
            if time.monotonic() - looked > files.EVERY:
                looked = time.monotonic()
                if self.stopped or self._is_saved():
                    return None
            found.update(module.check(context))
        return found

    def _show(self, view: View) -> None:
        with self._news:
            self.view = view._replace(number=self.view.number + 1)
            self._news.notify_all()
        self._message(self.view)


def _sheets(layout: job.Layout) -> Iterator[Sheet]:
    context = layout.plan.context
    for file, pages in layout.files:
        for page in pages:
            yield Sheet(_key(page, context.fingerprints), file.name, page, context.fonts)


def _key(page: pdf.Page, prints: Fingerprints) -> str:
    """A name for a page's ink."""
    parts: Iterable[object] = (
        page.paper,
        page.adjust,
        prints.side(page.printer_marks),
        [(prints.side(placed.drawing), placed.rect, placed.turn, placed.bleed) for placed in page.placed],
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
