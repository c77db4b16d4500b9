"""Redraw a kit after every save: sheets at once, the checks' diagnostics when they are done.

While a kit cannot be drawn, the last sheets stay in view beside its errors.

Fetch the tables of a watched kit again and again. What has changed is redrawn as any other save is.

Detect changed files by polling names, times and sizes, which works on every system and kind of disk.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pnp import checks
from pnp.checks import CheckContext
from pnp.diagnostics import Diagnostic, Diagnostics, mistakes
from pnp.kit import fetch, paths, trust
from pnp.kit.fetch import Fetched
from pnp.pipeline import BuildOptions, causes, job, severity
from pnp.studio import shown
from pnp.studio.shown import Shown, ShownPage

State = dict[str, tuple[int, int]]

EVERY = 0.05
"""Seconds between two polls."""
SETTLED = 0.03
"""Seconds without a change after which a save counts as done."""
PATIENCE = 20
"""The number of changes in a row to wait for before drawing anyway."""
KINDS = paths.KINDS | {".yml", ".txt", ".py", ".rules"}
MOST = 20_000
"""The maximum number of files to poll. No kit has so many, but a kit's folder may be a home folder."""


def places(kit: Path) -> list[Path]:
    """The folders and files that a kit may use: those of all its layers, and the common ones.

    A layer that does not exist yet is included.
    """
    lowest = paths.layers(kit, Diagnostics())[-1]
    base = paths.possible_bases(lowest)
    folders = (*paths.art_folders(kit), *paths.template_folders(kit), *base, paths.fonts_folder())
    allowed = trust.store()
    return [*dict.fromkeys(folders), paths.data_folder() / "papers.yaml", *([allowed] if allowed else [])]


def state(places: Iterable[Path]) -> State:
    """The state of data files in folders, without hidden ones, and of files that are named."""
    times: State = {}
    for place in places:
        if place.is_file():
            _note(times, str(place))
        for folder, inner, names in os.walk(place):
            inner[:] = [name for name in inner if not name.startswith(".")]
            for name in names:
                if os.path.splitext(name)[1].lower() in KINDS and len(times) < MOST:  # noqa: PTH122 - many, often
                    _note(times, f"{folder}{os.sep}{name}")
    return times


def _note(state: State, path: str) -> None:
    """Record a file's time and size, unless it has gone since it was listed: editors replace what they save."""
    try:
        status = os.stat(path)  # noqa: PTH116 - as above
    except OSError:
        return
    state[path] = (status.st_mtime_ns, status.st_size)


def settled(places: list[Path], pause: Callable[[float], object]) -> State:
    """The state after the last of several changes that follow each other closely."""
    before = state(places)
    for _ in range(PATIENCE):
        pause(SETTLED)
        now = state(places)
        if now == before:
            break
        before = now
    return before


DATA = "preview"
"""Text on labels in place of the data version, which would change every sheet at every save."""


ENDING = 0.5
"""Seconds to wait for the drawing thread when the watch ends; it writes nothing."""


class View(NamedTuple):
    """What to show, with the diagnostics; `number` grows with every change."""

    number: int = 0
    title: str = ""
    shown: Shown = Shown()
    diagnostics: tuple[Diagnostic, ...] = ()
    stale: bool = False
    """Whether sheets and cards are from an earlier save, because the kit cannot be drawn now."""
    checked: bool = False
    """Whether the checks are done and all diagnostics are in."""
    seconds: float = 0.0
    """How long drawing took, from the detection of the save."""
    failure: str = ""
    """An error of the program itself."""
    context: CheckContext | None = None
    """What the checks looked at, once they are done."""

    @property
    def sheets(self) -> tuple[ShownPage, ...]:
        return self.shown.sheets


class Watch:
    """Follows a kit in a thread of its own. Clients wait for the next view with `after`."""

    def __init__(self, options: BuildOptions, on_view: Callable[[View], None] = lambda _view: None) -> None:
        self.options = options
        self.view = View(title=options.kit.name)
        self._on_view = on_view
        self._places = places(options.kit)
        self._seen: State = {}
        self._checked_files: State = {}
        """The files whose checks are done."""
        self._warnings: frozenset[Diagnostic] = frozenset()
        self._shown_warnings: frozenset[Diagnostic] = frozenset()
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="pnp watch", daemon=True)

    @contextmanager
    def following(self) -> Iterator[Watch]:
        """Follow the kit inside the `with` block."""
        self._thread.start()
        try:
            yield self
        finally:
            self.stop()
            self._thread.join(ENDING)

    def stop(self) -> None:
        """Stop following, and wake all waiting clients."""
        self._stop.set()
        self.wake()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def wake(self) -> None:
        """Make all waiting clients check whether to end."""
        with self._news:
            self._news.notify_all()

    def warn(self, found: Iterable[Diagnostic]) -> None:
        """Show these diagnostics as warnings beside those of the kit, in place of earlier ones."""
        self._warnings = frozenset(one._replace(severity="warning") for one in found)

    def after(self, number: int, seconds: float, ends: Callable[[], bool] = lambda: False) -> View:
        """Wait for a view with another number, at most `seconds` or until the watch stops; return the current view.

        A `wake` ends the wait if `ends` is true then.
        """
        with self._news:
            self._news.wait_for(lambda: self.stopped or self.view.number != number or ends(), seconds)
            return self.view

    def checked_context(self) -> CheckContext | None:
        """What the checks looked at; None if they are not done with the files as they are now."""
        context, seen = self.view.context, self._checked_files
        return None if context is None or state(self._places) != seen else context

    def _follow(self) -> None:
        self._redraw()
        while not self._stop.wait(EVERY):
            if self._is_saved():
                self._redraw()

    def _is_saved(self) -> bool:
        return state(self._places) != self._seen or self._warnings != self._shown_warnings

    def _redraw(self) -> None:
        begun = time.monotonic()
        try:
            self._shown_warnings = self._warnings
            self._places = places(self.options.kit)
            self._seen = settled(self._places, self._stop.wait)
            self._drawn(begun)
        except Exception as error:  # noqa: BLE001 - an internal error must not end the watch: the next save may avoid it
            self._show(self.view._replace(stale=True, checked=True, failure=mistakes.failure(error)))

    def _drawn(self, begun: float) -> None:
        diagnostics = Diagnostics()
        layout = job.lay_out(self.options, diagnostics, DATA)
        diagnostics.add(self._shown_warnings)
        drawn = shown.of_layout(layout) if layout else self.view.shown
        view = View(diagnostics=self._at_own_lines(diagnostics), seconds=time.monotonic() - begun)
        if layout is None:
            self._show(view._replace(title=self.view.title, shown=drawn, stale=True, checked=True))
            return
        self._show(view._replace(title=layout.plan.context.kit.title, shown=drawn))
        context = layout.plan.check_context(layout.pieces)
        reported = self._checked(layout.plan, context)
        if reported is not None:
            everything = self._at_own_lines({*diagnostics, *reported})
            self._checked_files = self._seen
            self._show(self.view._replace(diagnostics=everything, checked=True, context=context))

    def _at_own_lines(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        return tuple(causes.moved(self.options.kit, found))

    def _checked(self, plan: job.Plan, context: CheckContext) -> set[Diagnostic] | None:
        """The checks' diagnostics; None if a file was saved while they ran."""
        diagnostics: set[Diagnostic] = set()
        polled = time.monotonic()
        for module in checks.checks().values():
            if time.monotonic() - polled > EVERY:
                polled = time.monotonic()
                if self.stopped or self._is_saved():
                    return None
            found = module.check(context)
            diagnostics.update(severity.graded(plan.context.kit, found, strict=plan.options.strict))
        return set(context.render.diagnostics.kept(diagnostics.union(checks.unusable())))

    def _show(self, view: View) -> None:
        with self._news:
            self.view = view._replace(number=self.view.number + 1)
            self._news.notify_all()
        self._on_view(self.view)


News = Callable[[Sequence[Fetched], Diagnostics], None]


class Refetch:
    """Fetches a kit's tables every few seconds in a thread of its own.

    `on_news` gets the tables that have changed, and all that cannot be fetched: whenever a table has changed, or others
    than before cannot be fetched. So each failure is reported once, however long it lasts.
    """

    def __init__(self, kit: Path, seconds: float, failed: Diagnostics, on_news: News) -> None:
        self._kit, self._seconds, self._on_news = kit, seconds, on_news
        self._failed = _places(failed)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="pnp refetch", daemon=True)

    @contextmanager
    def following(self) -> Iterator[None]:
        """Fetch inside the `with` block, whose end waits for no download: a file is replaced in one step."""
        self._thread.start()
        try:
            yield
        finally:
            self._stop.set()

    def _follow(self) -> None:
        while not self._stop.wait(self._seconds):
            failed = Diagnostics()
            changed = [one for one in fetch.fetch(self._kit, failed) if one.is_new]
            places = _places(failed)
            if (changed or places != self._failed) and not self._stop.is_set():
                self._on_news(changed, failed)
            self._failed = places


def _places(failed: Diagnostics) -> set[object]:
    """The places in kit.yaml that name the tables which cannot be fetched."""
    return {one.span for one in failed}
