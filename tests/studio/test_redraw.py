"""`pnp watch`: a page that follows a kit; tried with a browser where there is one."""

from __future__ import annotations

import io
import json
import queue
import re
import shutil
import time
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.diagnostics import Diagnostics
from pnp.kit import fetch, paths
from pnp.studio import redraw
from pnp.studio.redraw import Refetch, Watch
from tests.conftest import SMALL, edit, options_for, run
from tests.support import big_deck, overlays
from tests.support.chromium import needs_browser
from tests.support.patience import LAST_RESORT
from tests.support.watching import PAGES, News, served, until, view_of
from tests.support.web import Answer, Web

WRONG = ("style: card-effect", "style: card-efect")
"""An edit of faces.yaml, by which a text has a style that is not there."""


def test_the_page_is_whole_and_asks_nothing_of_others(still):
    still.checked()
    status, headers, page = still.get()
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert not re.search(r"https?://|@import|url\(", page.decode())
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    message = view_of(page)
    assert message["title"] == "Pocket Joust"
    assert (message["stale"], message["diagnostics"], message["checked"]) == (False, [], True)
    assert len(message["sheets"]) == PAGES


def test_sheets_are_what_is_printed_but_for_the_label(still, tmp_path):
    assert run("build", SMALL, "--output", tmp_path).exit_code == 0
    still.checked()
    sheets = view_of(still.get()[2])["sheets"]
    number, sheet = next((n, s) for n, s in enumerate(sheets) if s["label"] == "Cards 1 front")
    status, headers, data = still.get(f"/sheet/{sheet['key']}-110.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    mine = Image.open(io.BytesIO(data)).convert("RGB")
    cards = [s for s in sheets if s["file"] == sheet["file"]]
    printed = (
        pypdfium2.PdfDocument(tmp_path / "small-a4-cardstock.pdf")[cards.index(sheet)].render(scale=110 / 72).to_pil()
    )
    assert number >= 0
    assert mine.size == printed.size
    box = (0, round(mine.height * 0.04), mine.width, round(mine.height * 0.96))
    difference = ImageStat.Stat(ImageChops.difference(mine.crop(box), printed.convert("RGB").crop(box)))
    assert max(difference.mean) < 0.01


def test_a_save_is_seen_and_what_it_changes_is_drawn_anew(site):
    before = site.checked()
    with News(site) as news:
        assert news.next()["checked"]
        edit(site.kit, "cards.yaml", "name: Swerve", "name: Swoop")
        view = news.next()
        fresh = [s for s in view["sheets"] if s["key"] not in {sheet.key for sheet in before.sheets}]
        assert fresh
        assert site.get(f"/sheet/{fresh[0]['key']}-110.png")[0] == 200
        assert len(fresh) < len(view["sheets"]), "what did not change keeps its picture"


def test_errors_are_shown_at_their_place_and_go_again(site):
    site.checked()
    with News(site) as news:
        line = edit(site.kit, "faces.yaml", *WRONG)
        message = news.until(lambda view: view["diagnostics"] and view["checked"])
        assert not message["stale"]
        assert message["sheets"]
        (one,) = message["diagnostics"]
        assert one["head"].startswith(f"small/faces.yaml:{line}:63: error[unknown-style]")
        assert "^" in one["more"]
        edit(site.kit, "faces.yaml", *reversed(WRONG))
        assert not news.until(lambda view: view["checked"] and not view["diagnostics"])["stale"]


def test_the_last_good_sheets_stay_while_a_kit_cannot_be_drawn(site):
    good = site.checked()
    line = edit(site.kit, "cards.yaml", "count: 8", "count: [")
    bad = until(site.watch, lambda view: view.stale)
    assert bad.sheets == good.sheets
    assert (bad.diagnostics[0].code, bad.diagnostics[0].span.line >= line) == ("bad-yaml", True)
    assert site.get(f"/sheet/{bad.sheets[0].key}-60.png")[0] == 200
    edit(site.kit, "cards.yaml", "count: [", "count: 8")
    assert until(site.watch, lambda view: view.checked and not view.stale).diagnostics == ()


def test_every_layer_is_followed_with_its_pictures(small):
    low, top = small.with_name("low"), small.with_name("top")
    for folder, base in ((low, "../small"), (top, "../low")):
        folder.mkdir()
        (folder / "kit.yaml").write_text(f"extends: {base}\n", "utf-8")
    common = paths.root() / "art" / "common", paths.data_folder() / "common"
    assert {top, low, small, *common} <= set(redraw.places(top))
    with served(top) as site:
        first = site.checked()
        assert first.sheets
        edit(small, "cards.yaml", "name: Swerve", "name: Sidestep")
        second = until(site.watch, lambda view: view.checked and view.number > first.number)
        assert [s.key for s in second.sheets] != [s.key for s in first.sheets]
        shutil.copy(small / "trophy.svg", low / "dodge.svg")
        third = until(site.watch, lambda view: view.checked and view.number > second.number)
        assert [s.key for s in third.sheets] != [s.key for s in second.sheets]


def test_a_base_that_is_not_there_is_waited_for(small):
    top = small.with_name("top")
    top.mkdir()
    (top / "kit.yaml").write_text("extends: ../stud\n", "utf-8")
    with served(top) as site:
        assert until(site.watch, lambda view: view.checked).diagnostics[0].code == "unknown-kit"
        small.rename(small.with_name("stud"))
        assert until(site.watch, lambda view: view.checked and not view.stale).sheets
        (small.with_name("stud") / "kit.yaml").rename(small.parent / "away")
        until(site.watch, lambda view: view.stale)
        (small.parent / "away").rename(small.with_name("stud") / "kit.yaml")
        assert until(site.watch, lambda view: view.checked and not view.stale).sheets


def test_an_error_of_the_program_does_not_end_the_watch(site, monkeypatch):
    from pnp.pipeline import job

    good = site.checked()
    real = job.lay_out

    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(job, "lay_out", broken)
    edit(site.kit, "faces.yaml", *WRONG)
    view = until(site.watch, lambda view: view.failure)
    assert "ZeroDivisionError: oops" in view.failure
    assert view.sheets == good.sheets
    monkeypatch.setattr(job, "lay_out", real)
    edit(site.kit, "faces.yaml", *reversed(WRONG))
    assert not until(site.watch, lambda view: view.checked and not view.failure).stale


# A browser ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@needs_browser
def test_a_browser_shows_sheets_and_errors_and_follows_a_save(site, browser):
    """The pictures that an open page asks for after a save are new ones."""
    site.checked()
    line = edit(site.kit, "faces.yaml", *WRONG)
    until(site.watch, lambda view: view.checked and view.diagnostics)
    browser.problems.clear()
    browser.open(site.server.url, 1440)
    first = "document.querySelector('figure img').dataset.shown"
    assert browser.until(first).startswith(f"sheet/{site.watch.view.sheets[0].key}-")
    assert browser("document.querySelectorAll('figure').length") == len(site.watch.view.sheets)
    faults = browser("at('diagnostics').innerText")
    assert f"small/faces.yaml:{line}:63: error[unknown-style]" in faults
    assert "1 error" in faults
    assert browser("at('where').textContent") == f"1 / {len(site.watch.view.sheets)}"
    sent: list[str] = []
    real = site.server.picture

    def noted(key: str, dpi: int) -> bytes | None:
        sent.append(key)
        return real(key, dpi)

    site.server.picture = noted  # type: ignore[method-assign]
    for name in ("Swoop", "Swing", "Sway"):
        known = {sheet.key for sheet in site.watch.view.sheets}
        sent.clear()
        text = re.sub(r"name: Sw\w+", f"name: {name}", (site.kit / "cards.yaml").read_text("utf-8"), count=1)
        (site.kit / "cards.yaml").write_text(text, "utf-8")
        await_true(lambda known=known: set(sent) - known)
        until(site.watch, lambda view: view.checked)
    assert browser.problems == []
    browser.open("about:blank", 1440)


def await_true(fits: Any) -> None:
    end = time.monotonic() + 3 * LAST_RESORT
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)


def watched(kit: Path) -> list[tuple[str, str, str, int]]:
    """What a watch shows of a kit when all is checked: code, severity, file and line."""
    follower = Watch(options_for(kit))
    with follower.following():
        view = follower.after(0, LAST_RESORT)
        while not view.checked:
            view = follower.after(view.number, LAST_RESORT)
    return [(each.code, each.severity, each.span.file, each.span.line) for each in view.diagnostics]


def checked(kit: Path) -> list[tuple[str, str, str, int]]:
    """The same of `pnp check`."""
    found = json.loads(run("check", kit, "--format", "json").stdout)["diagnostics"]
    return [(each["code"], each["severity"], each["file"], each["line"]) for each in found]


@pytest.mark.slow
def test_the_verdict_is_that_of_check(tmp_path):
    """Matters of taste are warnings, and an overlay's errors are at its own lines."""
    kit = big_deck.write(tmp_path / "mine", 20)
    found = watched(kit)
    assert found == checked(kit)
    assert ("low-contrast", "warning") in {each[:2] for each in found}
    other = overlays.kit(tmp_path / "other", kit="extends: rhino\nfonts: {body: title}\n")
    found = watched(other)
    assert found == checked(other)
    assert {Path(file).parent for _, severity, file, _ in found if severity != "note"} == {other}


def test_what_the_checks_looked_at_is_gone_as_soon_as_a_file_is_saved(site):
    site.checked()
    watch, before = site.watch, site.watch.checked_context()
    assert before is not None
    path = site.kit / "cards.yaml"
    path.write_text(path.read_text("utf-8") + "# more\n", "utf-8")
    assert watch.checked_context() is None
    watch._seen = redraw.state(watch._places)  # a redraw has begun, and its view is not shown yet
    assert watch.checked_context() is None
    watch._seen = {}
    until(watch, lambda _: watch.checked_context() is not None)
    assert watch.checked_context() is not before


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


class RefetchNews:
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
    news, file = RefetchNews(), kit / "events.csv"
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
    news = RefetchNews()
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
    failed, news = Diagnostics(), RefetchNews()
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


def test_files_are_seen_wherever_data_can_be(tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("a.yaml", "deep/er/b.SVG", "c.pdf", ".git/d.yaml", "deep/e.csv", "f.xlsx"):
        (tmp_path / name).write_text("x")
    found = redraw.state([tmp_path, tmp_path / "nowhere", tmp_path / "c.pdf"])
    assert {Path(name).name for name in found} == {"a.yaml", "b.SVG", "e.csv", "f.xlsx", "c.pdf"}


def test_several_saves_in_a_row_are_waited_for(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("")
    left = [3]

    def pause(_: float) -> None:
        if left[0]:
            left[0] -= 1
            file.write_text("x" * (9 - left[0]))

    assert redraw.settled([tmp_path], pause)[str(file)][1] == 9
    assert left == [0]


def test_everything_a_kit_is_made_of_is_looked_at(kit):
    places = redraw.places(kit)
    for needed in (kit, paths.root() / "art" / "common", paths.data_folder() / "common", paths.root() / "fonts"):
        assert needed in places
    assert str(paths.data_folder() / "papers.yaml") in redraw.state(places)
