"""Tables of a watched kit are fetched again: what has changed is redrawn, and a failure is reported once."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import fetch
from pnp.studio.redraw import Watch
from pnp.studio.refetch import Refetch
from tests.conftest import options_for, run
from tests.support.patience import LAST_RESORT
from tests.support.watching import until
from tests.support.web import Answer, Web

CSV = b"id,name,count\nstorm,Storm,1\n"
SOON = 0.02
FACES = "faces:\n  front: {elements: [{rectangle: [8, 8, 40, 12], fill: ink}]}\n"


@pytest.fixture
def web(web: Web) -> Web:
    web.answers["/events.csv"] = Answer(CSV)
    return web


@pytest.fixture
def kit(web, tmp_path) -> Path:
    """A kit with one table at an address, which was fetched once."""
    folder = tmp_path / "web"
    folder.mkdir()
    deck = "components:\n  events: {kind: deck, title: Events, size: poker, face: front}\n"
    table = f"cards:\n  events: {{file: '{web.address}/events.csv'}}\n"
    (folder / "kit.yaml").write_text(f"title: Web\n{deck}{table}", "utf-8")
    (folder / "faces.yaml").write_text(FACES, "utf-8")
    fetch.fetch(folder, Diagnostics())
    return folder


class News:
    """What a refetch reports."""

    def __init__(self) -> None:
        self._reports = queue.SimpleQueue[tuple[list[str], list[str]]]()

    def __call__(self, changed, failed) -> None:
        self._reports.put(([one.file.name for one in changed], [one.message for one in failed]))

    def next(self) -> tuple[list[str], list[str]]:
        return self._reports.get(timeout=LAST_RESORT)

    @property
    def is_over(self) -> bool:
        return self._reports.empty()


def asked_again(web: Web, times: int = 3) -> None:
    """Wait until the server was asked some more times."""
    wanted, waiting = len(web.asked) + times, queue.SimpleQueue[None]()
    for _ in range(int(LAST_RESORT / SOON)):
        if len(web.asked) >= wanted:
            return
        with pytest.raises(queue.Empty):
            waiting.get(timeout=SOON)
    raise AssertionError("nothing was fetched again")


def test_a_table_that_has_changed_is_reported_and_one_that_has_not_is_left_alone(web, kit):
    news, file = News(), kit / "events.csv"
    before = file.stat().st_mtime_ns
    with Refetch(kit, SOON, Diagnostics(), news).following():
        asked_again(web)
        assert news.is_over
        assert file.stat().st_mtime_ns == before
        web.answers["/events.csv"] = Answer(CSV.replace(b"Storm", b"Gale"))
        assert news.next() == (["events.csv"], [])
        asked_again(web)
    assert news.is_over
    assert b"Gale" in file.read_bytes()


def test_a_failure_is_reported_once_and_keeps_the_table_and_so_is_its_end(web, kit):
    news = News()
    with Refetch(kit, SOON, Diagnostics(), news).following():
        web.answers["/events.csv"] = Answer(b"no", status=503)
        changed, (message,) = news.next()
        assert (changed, "the server answers 503" in message) == ([], True)
        asked_again(web)
        assert news.is_over
        assert (kit / "events.csv").read_bytes() == CSV
        web.answers["/events.csv"] = Answer(CSV)
        assert news.next() == ([], [])


def test_a_failure_at_the_beginning_is_not_reported_again(web, kit):
    web.answers["/events.csv"] = Answer(b"no", status=503)
    failed, news = Diagnostics(), News()
    fetch.fetch(kit, failed)
    with Refetch(kit, SOON, failed, news).following():
        asked_again(web)
    assert news.is_over


@pytest.mark.slow
def test_the_page_shows_new_cards_and_a_failure_as_a_warning(web, kit):
    watch = Watch(options_for(kit, "a4"))

    def show(_changed, failed) -> None:
        watch.warn(failed)

    with watch.following(), Refetch(kit, SOON, Diagnostics(), show).following():
        first = until(watch, lambda view: view.checked)
        asked_again(web)
        assert watch.view.number == first.number, "nothing is redrawn while nothing changes"
        web.answers["/events.csv"] = Answer(CSV.replace(b"Storm", b"Gale"))
        until(watch, lambda view: [card.name for card in view.shown.cards.values()] == ["Gale"])
        web.answers["/events.csv"] = Answer(b"no", status=503)
        failing = until(watch, lambda view: view.checked and any("503" in one.message for one in view.diagnostics))
        assert {one.severity for one in failing.diagnostics if "503" in one.message} == {"warning"}
        web.answers["/events.csv"] = Answer(CSV)
        until(watch, lambda view: view.checked and not any("503" in one.message for one in view.diagnostics))


def test_every_is_for_tables_that_are_fetched(kit):
    result = run("watch", kit, "--every", 10)
    assert (result.exit_code, "--every is for tables that are fetched: add --fetch" in result.output) == (2, True)
    assert run("watch", kit, "--fetch", "--every", 1).exit_code == 2


def test_a_kit_without_addresses_has_nothing_to_fetch(kit):
    text = (kit / "kit.yaml").read_text("utf-8").partition("cards:")[0]
    (kit / "kit.yaml").write_text(f"{text}cards:\n  events: events.csv\n", "utf-8")
    assert "--fetch has nothing to fetch: no table is at an address" in run("check", kit, "--fetch").stderr
