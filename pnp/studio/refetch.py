"""Fetch the tables of a watched kit again and again. What has changed is redrawn as any other save is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.kit import fetch
from pnp.kit.fetch import Fetched

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
