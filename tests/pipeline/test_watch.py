"""`pnp watch`: a page that follows a kit, for this machine only; tried with a browser where there is one."""

from __future__ import annotations

import http.client
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.kit import paths
from pnp.pipeline.watch import files
from pnp.pipeline.watch.redraw import View, Watch
from pnp.pipeline.watch.server import Server
from tests.conftest import RHINO, edit, options_for, run

WAIT = 20.0
"""How long a slow machine may take; how long it did take is told."""
SOON = 5.0
PAGES = 30
"""So many pages `rhino` has on A4."""


class Site(NamedTuple):
    """A kit that is watched and served."""

    kit: Path
    watch: Watch
    server: Server

    def get(self, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=WAIT)
        connection.putrequest(method, path, skip_host=True)
        sent = {"Host": f"127.0.0.1:{self.server.server_port}"} | headers
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def raw(self, text: str) -> str:
        """What is answered to some bytes."""
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=WAIT) as line:
            line.sendall(text.encode("latin-1"))
            return line.makefile("rb").read().decode()

    def checked(self) -> View:
        """The view when all is known of it."""
        return until(self.watch, lambda view: view.checked)


def until(watch: Watch, fits: Any) -> View:
    end = time.monotonic() + WAIT
    view = watch.view
    while not fits(view):
        assert time.monotonic() < end, view
        view = watch.after(view.number, 1)
    return view


@contextmanager
def served(kit: Path) -> Iterator[Site]:
    watch = Watch(options_for(kit, "a4"))
    with Server(watch, 0, kit.parent) as server, watch.following():
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield Site(kit, watch, server)
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def site(kit: Path) -> Iterator[Site]:
    """A kit that a test may change."""
    with served(kit) as found:
        yield found


@pytest.fixture(scope="module")
def still() -> Iterator[Site]:
    """A kit that stays as it is."""
    with served(RHINO) as found:
        found.checked()
        yield found


def view_of(page: bytes) -> dict[str, Any]:
    (message,) = re.findall(r'<script type="application/json" id="first">(.*?)</script>', page.decode(), re.DOTALL)
    found: dict[str, Any] = json.loads(message)
    return found


class News:
    """A reader of the events."""

    def __init__(self, site: Site) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", site.server.server_port, timeout=WAIT)
        self.connection.request("GET", "/events")
        self.answer = self.connection.getresponse()

    def next(self) -> dict[str, Any]:
        while True:
            line = self.answer.readline().decode()
            assert line, "the news ended"
            if line.startswith("data: "):
                found: dict[str, Any] = json.loads(line.removeprefix("data: "))
                return found

    def until(self, fits: Any) -> dict[str, Any]:
        while not fits(view := self.next()):
            pass
        return view


@pytest.mark.slow
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
    assert message["title"] == "Rhinoceros Joust"
    assert (message["stale"], message["diagnostics"], message["checked"]) == (False, [], True)
    assert len(message["sheets"]) == PAGES


def test_sheets_are_what_is_printed_but_for_the_label(still, built):
    still.checked()
    sheets = view_of(still.get()[2])["sheets"]
    number, sheet = next((n, s) for n, s in enumerate(sheets) if s["label"] == "Cards 1 front")
    status, headers, data = still.get(f"/sheet/{sheet['key']}-110.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    mine = Image.open(io.BytesIO(data)).convert("RGB")
    cards = [s for s in sheets if s["file"] == sheet["file"]]
    printed = pypdfium2.PdfDocument(built().file("cardstock"))[cards.index(sheet)].render(scale=110 / 72).to_pil()
    assert number >= 0
    assert mine.size == printed.size
    box = (0, round(mine.height * 0.04), mine.width, round(mine.height * 0.96))
    difference = ImageStat.Stat(ImageChops.difference(mine.crop(box), printed.convert("RGB").crop(box)))
    assert max(difference.mean) < 0.01


@pytest.mark.slow
def test_a_save_is_seen_and_what_it_changes_is_drawn_anew(site):
    before = site.checked()
    news = News(site)
    assert news.next()["checked"]
    saved = time.monotonic()
    edit(site.kit, "cards.yaml", "name: Swerve", "name: Swoop")
    view = news.next()
    seen = time.monotonic() - saved
    fresh = [s for s in view["sheets"] if s["key"] not in {sheet.key for sheet in before.sheets}]
    assert fresh
    assert site.get(f"/sheet/{fresh[0]['key']}-110.png")[0] == 200
    shown = time.monotonic() - saved
    sys.stdout.write(f"\nafter a save: told in {seen:.2f} s, shown in {shown:.2f} s\n")
    assert shown < SOON
    assert len(fresh) < len(view["sheets"]), "what did not change keeps its picture"


@pytest.mark.slow
def test_faults_are_shown_at_their_place_and_go_again(site):
    site.checked()
    news = News(site)
    line = edit(site.kit, "cards.yaml", "count: 8", "count: 9")
    message = news.until(lambda view: view["diagnostics"])
    assert message["checked"]
    assert not message["stale"]
    assert message["sheets"]
    assert message["diagnostics"][0]["head"].startswith(f"rhino/cards.yaml:{line}:12: error[not-canonical]")
    assert "^" in message["diagnostics"][0]["more"]
    edit(site.kit, "cards.yaml", "count: 9", "count: 8")
    assert not news.until(lambda view: view["checked"] and not view["diagnostics"])["stale"]


@pytest.mark.slow
def test_the_last_good_sheets_stay_while_a_kit_cannot_be_drawn(site):
    good = site.checked()
    line = edit(site.kit, "cards.yaml", "count: 8", "count: [")
    bad = until(site.watch, lambda view: view.stale)
    assert bad.sheets == good.sheets
    assert (bad.diagnostics[0].code, bad.diagnostics[0].span.line >= line) == ("bad-yaml", True)
    assert site.get(f"/sheet/{bad.sheets[0].key}-60.png")[0] == 200
    edit(site.kit, "cards.yaml", "count: [", "count: 8")
    assert until(site.watch, lambda view: view.checked and not view.stale).diagnostics == ()


@pytest.mark.slow
def test_a_kit_that_cannot_be_drawn_at_first_is_waited_for(kit):
    edit(kit, "cards.yaml", "count: 8", "count: eight")
    watch = Watch(options_for(kit, "a4"))
    with watch.following():
        assert until(watch, lambda view: view.diagnostics).sheets == ()
        edit(kit, "cards.yaml", "count: eight", "count: 8")
        assert len(until(watch, lambda view: view.checked and view.sheets).sheets) == PAGES


@pytest.mark.slow
def test_a_new_picture_and_a_lost_file_are_seen(site):
    site.checked()
    (site.kit / "swerve.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    until(site.watch, lambda view: view.number > 2 and view.checked)
    (site.kit / "phrases.yaml").unlink()
    assert until(site.watch, lambda view: view.stale).diagnostics[0].code == "unreadable-file"


@pytest.mark.slow
def test_every_layer_is_followed_with_its_pictures(kit):
    low, top = kit.with_name("low"), kit.with_name("top")
    for folder, base in ((low, "../rhino"), (top, "../low")):
        folder.mkdir()
        (folder / "kit.yaml").write_text(f"extends: {base}\n", "utf-8")
    kit = kit.rename(kit.with_name("stud"))
    (low / "kit.yaml").write_text("extends: ../stud\n", "utf-8")
    art = paths.root() / "art"
    assert {top, low, kit, art / "common", paths.data_folder() / "common"} <= set(files.places(top))
    with served(top) as site:
        first = site.checked()
        assert first.sheets
        edit(kit, "cards.yaml", "name: Swerve", "name: Sidestep")
        second = until(site.watch, lambda view: view.checked and view.number > first.number)
        assert [s.key for s in second.sheets] != [s.key for s in first.sheets]
        shutil.copy(art / "rhino" / "stomp.svg", low / "dodge.svg")
        third = until(site.watch, lambda view: view.checked and view.number > second.number)
        assert [s.key for s in third.sheets] != [s.key for s in second.sheets]


@pytest.mark.slow
def test_a_base_that_is_not_there_is_waited_for(kit):
    top = kit.with_name("top")
    top.mkdir()
    (top / "kit.yaml").write_text("extends: ../stud\n", "utf-8")
    with served(top) as site:
        assert until(site.watch, lambda view: view.checked).diagnostics[0].code == "unknown-kit"
        kit.rename(kit.with_name("stud"))
        assert until(site.watch, lambda view: view.checked and not view.stale).sheets
        (kit.with_name("stud") / "kit.yaml").rename(kit.parent / "away")
        until(site.watch, lambda view: view.stale)
        (kit.parent / "away").rename(kit.with_name("stud") / "kit.yaml")
        assert until(site.watch, lambda view: view.checked and not view.stale).sheets


@pytest.mark.slow
def test_a_fault_of_the_program_does_not_end_the_watch(site, monkeypatch):
    from pnp.pipeline import job

    good = site.checked()
    real = job.lay_out

    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(job, "lay_out", broken)
    edit(site.kit, "cards.yaml", "count: 8", "count: 9")
    view = until(site.watch, lambda view: view.failure)
    assert "ZeroDivisionError: oops" in view.failure
    assert view.sheets == good.sheets
    monkeypatch.setattr(job, "lay_out", real)
    edit(site.kit, "cards.yaml", "count: 9", "count: 8")
    assert not until(site.watch, lambda view: view.checked and not view.failure).stale


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "", "[::1]:{port}"]
)
def test_other_hosts_are_refused(still, host):
    for path in ("/", "/events", "/sheet/x"):
        status, _, body = still.get(path, Host=host.format(port=still.server.server_port))
        assert status == 403
        assert b"Rhino" not in body


def test_our_names_are_answered(still):
    port = still.server.server_port
    assert still.get(Host=f"localhost:{port}")[0] == 200
    assert still.get(Host=f"LocalHost:{port}")[0] == 200
    assert still.raw("GET / HTTP/1.0\r\n\r\n").startswith("HTTP/1.0 403")
    twice = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n"
    assert still.raw(twice).startswith("HTTP/1.0 403")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused(still, method):
    status, headers, body = still.get(method=method)
    assert (status, headers["allow"]) == (405, "GET, HEAD")
    assert b"Rhino" not in body


def test_head_has_no_body(still):
    still.checked()
    key = still.watch.view.sheets[0].key
    for path in ("/", f"/sheet/{key}-60.png", "/events"):
        status, headers, body = still.get(path, "HEAD")
        assert (status, body) == (200, b"")
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/cards.yaml", "/../cards.yaml", "/%2e%2e/cards.yaml", "//etc/passwd", "/sheet/../../cards.yaml", "/?x", "/#",
        "*", "/sheet/{key}-111.png", "/sheet/{key}-110.png?x", "/sheet/{key}-110.png/..", "/sheet/{zero}-110.png",
        "/favicon.ico", "/sheet/{key}.png", "/sheet/{KEY}-110.png", "http://127.0.0.1/", "/page.html", "/events/",
        "/sheet/{key}-110.png%0a",
    ],
)  # fmt: skip
def test_other_paths_are_refused(still, path):
    key = still.checked().sheets[0].key
    named = path.format(key=key, zero="0" * 32, KEY=key.upper() if key.upper() != key else "X")
    status, headers, body = still.get(named)
    assert status == 404
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert len(body) < 60


def test_nonsense_is_refused(still):
    assert still.raw("nonsense that is no request\r\n\r\n") == "Bad request version ('request')\n"
    assert "414" in still.raw(f"GET /{'x' * 70000} HTTP/1.0\r\n\r\n").splitlines()[0]
    assert still.get()[0] == 200


@pytest.mark.slow
def test_a_reader_that_goes_away_leaves_no_traces(site, capfd):
    site.checked()
    for _ in range(3):
        news = News(site)
        news.next()
        news.connection.close()
        news.answer.close()
    edit(site.kit, "cards.yaml", "count: 8", "count: 9")
    until(site.watch, lambda view: view.diagnostics)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_what_is_in_the_data_cannot_end_the_script_it_is_told_in(site):
    site.checked()
    edit(site.kit, "cards.yaml", "art: swerve.svg", "art: </script><script>alert(1)</script>.svg")
    view = until(site.watch, lambda view: view.diagnostics)
    assert view.diagnostics
    page = site.get()[2].decode()
    assert "<script>alert" not in page
    assert any(
        "</script>" in diagnostic["more"] + diagnostic["head"] for diagnostic in view_of(page.encode())["diagnostics"]
    )


def test_only_loopback_is_listened_on(still):
    assert still.server.server_address[0] == "127.0.0.1"
    assert still.server.url == f"http://127.0.0.1:{still.server.server_port}/"


@pytest.mark.slow
def test_pictures_are_kept_while_their_sheets_are_in_view(site):
    before = site.checked().sheets
    for sheet in before:
        assert site.get(f"/sheet/{sheet.key}-60.png")[0] == 200
    assert {key for key, _ in site.server._pictures} == {sheet.key for sheet in before}
    edit(site.kit, "cards.yaml", "name: Swerve", "name: Swerved")
    after = until(site.watch, lambda view: view.sheets and view.sheets != before).sheets
    changed = next(sheet for sheet in after if sheet.key not in {sheet.key for sheet in before})
    assert site.get(f"/sheet/{changed.key}-60.png")[0] == 200
    assert {key for key, _ in site.server._pictures} <= {sheet.key for sheet in after}


def test_files_are_seen_wherever_data_can_be(tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("a.yaml", "deep/er/b.SVG", "c.pdf", ".git/d.yaml", "deep/e.csv"):
        (tmp_path / name).write_text("x")
    found = files.state([tmp_path, tmp_path / "nowhere", tmp_path / "c.pdf"])
    assert {Path(name).name for name in found} == {"a.yaml", "b.SVG", "e.csv", "c.pdf"}


def test_several_saves_in_a_row_are_waited_for(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("")
    left = [3]

    def pause(_: float) -> None:
        if left[0]:
            left[0] -= 1
            file.write_text("x" * (9 - left[0]))

    assert files.settled([tmp_path], pause)[str(file)][1] == 9
    assert left == [0]


def test_everything_a_kit_is_made_of_is_looked_at(kit):
    places = files.places(kit)
    for needed in (
        kit,
        paths.root() / "art" / "common",
        paths.data_folder() / "common",
        paths.root() / "fonts",
    ):
        assert needed in places
    assert str(paths.data_folder() / "papers.yaml") in files.state(places)


# The command ---------------------------------------------------------------------------------------------------


@contextmanager
def started(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "pnp", "watch", *map(str, arguments)]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what a shell starts behind it does not hear Ctrl-C
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, preexec_fn=heard, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()  # whatever went wrong: nobody waits for it for ever


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_the_command_prints_its_address_and_ctrl_c_ends_it(kit):
    with started(kit) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "watching rhino; stop with Ctrl-C\n"
        # Alone on its line: terminals would make a comma behind it part of the link.
        (port,) = re.findall(r"^http://127\.0\.0\.1:(\d+)/$", process.stdout.readline())
        line = process.stdout.readline()
        assert re.fullmatch(rf"{PAGES} pages drawn in \d+\.\d\d s: no errors\n", line)
        with socket.create_connection(("127.0.0.1", int(port)), timeout=WAIT) as reader:
            reader.sendall(f"GET /events HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert reader.recv(100).startswith(b"HTTP/1.0 200")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=WAIT)
    assert (out, err, process.returncode) == ("", "stopped\n", 130)


def test_a_port_that_is_taken_is_a_wrong_use(kit):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("watch", kit, "--port", taken.getsockname()[1])
    assert result.exit_code == 2
    assert "choose another, or 0 for any free port" in result.stderr
    assert "Traceback" not in result.output


# A browser ------------------------------------------------------------------------------------------------------

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")


def browser(site: Site, profile: Path, *flags: str, path: str = "/") -> list[str]:
    assert BROWSER is not None
    quiet = ("--no-first-run", "--disable-gpu", "--disable-background-networking", f"--user-data-dir={profile}")
    alone = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    return [BROWSER, "--headless", *quiet, *alone, *flags, f"{site.server.url.rstrip('/')}{path}"]


@needs_browser
def test_a_browser_shows_sheets_and_faults(site, tmp_path):
    site.checked()
    line = edit(site.kit, "cards.yaml", "count: 8", "count: 9")
    until(site.watch, lambda view: view.checked and view.diagnostics)
    command = browser(site, tmp_path / "profile", "--timeout=6000", "--enable-logging=stderr", "--dump-dom")
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    page = result.stdout
    assert "CONSOLE" not in result.stderr
    assert page.count("<figure") == len(site.watch.view.sheets)
    shown = re.findall(r'data-shown="(/sheet/[0-9a-f]{32}-\d+\.png)"', page)
    assert shown, "no picture came"
    assert f"/sheet/{site.watch.view.sheets[0].key}" in shown[0]
    assert f"rhino/cards.yaml:{line}:12: error[not-canonical]" in page
    assert "2 errors" in page
    assert "1 / " in page


@needs_browser
def test_a_browser_follows_a_save(site, tmp_path):
    """The pictures that an open page asks for after a save, and when it had them."""
    site.checked()
    command = browser(site, tmp_path / "profile", "--remote-debugging-port=0")
    sent: list[tuple[str, float]] = []
    real = site.server.picture

    def noted(key: str, dpi: int) -> bytes | None:
        data = real(key, dpi)
        sent.append((key, time.monotonic()))
        return data

    site.server.picture = noted  # type: ignore[method-assign]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            await_true(lambda: len(sent) > 1)
            time.sleep(1)
            took = []
            for name in ("Swoop", "Swing", "Sway"):
                known = {sheet.key for sheet in site.watch.view.sheets}
                saved = time.monotonic()
                text = re.sub(r"name: Sw\w+", f"name: {name}", (site.kit / "cards.yaml").read_text("utf-8"), count=1)
                (site.kit / "cards.yaml").write_text(text, "utf-8")

                def new(known: set[str] = known, saved: float = saved) -> list[float]:
                    return [at for key, at in sent if at > saved and key not in known]

                await_true(new)
                took.append(new()[0] - saved)
                until(site.watch, lambda view: view.checked)
                time.sleep(0.3)
        finally:
            process.terminate()
    message = ", ".join(f"{seconds:.2f} s" for seconds in took)
    sys.stdout.write(f"\nin a browser, from a save to its picture: {message}\n")
    assert max(took) < SOON


def await_true(fits: Any) -> None:
    end = time.monotonic() + 3 * WAIT
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)
