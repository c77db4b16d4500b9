"""Tables from the web: fetched on demand only, kept beside the kit, and replaced only by tables that can be read."""

from __future__ import annotations

import _thread
import os
import socket
import stat
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import fetch, load
from tests.conftest import run
from tests.support.web import LAST_RESORT, Answer, Drip, Web, dripping

CSV = b"id,name,count,asides.text\nstorm,Storm,4,All step back\n"
FACES = "faces:\n  front: {elements: [{rectangle: [8, 8, 40, 12], fill: ink}]}\n"


@pytest.fixture
def web(web: Web) -> Web:
    web.answers["/events.csv"] = Answer(CSV)
    return web


@pytest.fixture
def name_server(monkeypatch) -> Iterator[threading.Event]:
    """A lookup of host names that ends with the test; the event is set while one waits."""
    asked, is_over = threading.Event(), threading.Event()

    def look_up(*_arguments: object, **_settings: object) -> None:
        asked.set()
        is_over.wait(LAST_RESORT)
        raise socket.gaierror("unknown host")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    yield asked
    is_over.set()
    for thread in threading.enumerate():
        if thread.name == "pnp fetch":
            thread.join(LAST_RESORT)


def kit(folder: Path, url: str, more: str = "") -> Path:
    """A kit with the deck of a table at an address."""
    folder.mkdir()
    deck = "components:\n  events: {kind: deck, title: Events, size: poker, face: front}\n"
    (folder / "kit.yaml").write_text(f"title: Web\n{deck}cards:\n  events: {{file: '{url}'{more}}}\n", "utf-8")
    (folder / "faces.yaml").write_text(FACES, "utf-8")
    return folder


def fetched(folder: Path) -> tuple[list[fetch.Fetched], list[str]]:
    diagnostics = Diagnostics()
    found = fetch.fetch(folder, diagnostics)
    return found, [f"{one.span.line}: {one.message}" for one in diagnostics]


def cards(folder: Path) -> list[str]:
    diagnostics = Diagnostics()
    opened = load.open_kit(folder, diagnostics)
    assert opened, list(diagnostics)
    return [card.name for card in opened.cards["events"].values()]


def test_a_table_is_fetched_once_and_kept(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    (found,), wrong = fetched(folder)
    assert not wrong
    assert (found.file, found.is_new) == (folder / "events.csv", True)
    assert found.file.read_bytes() == CSV
    assert cards(folder) == ["Storm"]
    assert web.asked == ["/events.csv"], "opening the kit asks for nothing"
    assert not fetched(folder)[0][0].is_new
    assert sorted(path.name for path in folder.iterdir()) == ["events.csv", "faces.yaml", "kit.yaml"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_file_can_be_read_like_any_other(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    fetched(folder)
    assert stat.S_IMODE((folder / "events.csv").stat().st_mode) == 0o644


def test_the_option_fetches_and_checks(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    result = run("check", folder)
    assert (result.exit_code, web.asked) == (1, [])
    assert "this table was not fetched yet, so there is no events.csv" in result.output
    assert "pnp check web --fetch" in result.output
    result = run("check", folder, "--fetch")
    assert "events.csv: fetched, http://127.0.0.1" in result.stderr
    assert web.asked == ["/events.csv"]
    assert result.exit_code == 0, result.output
    web.answers["/events.csv"] = Answer(CSV.replace(b"Storm", b"Gale"))
    result = run("build", folder, "--fetch", "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert cards(folder) == ["Gale"]
    assert (tmp_path / "out" / "manifest.json").is_file()


def test_loading_in_python_fetches_if_asked(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    with pytest.raises(pnp.DataError, match="not fetched yet"):
        pnp.load(folder)
    assert [card.name for card in pnp.load(folder, fetch=True).cards["events"].values()] == ["Storm"]
    web.answers.clear()
    with pytest.raises(pnp.DataError, match="the server answers 404"):
        pnp.load(folder, fetch=True)


def test_watch_fetches_before_it_begins(web, tmp_path, monkeypatch):
    def no_server(*_: object) -> None:
        raise OSError("busy")

    monkeypatch.setattr("pnp.cli.watch.Server", no_server)
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    result = run("watch", folder, "--fetch")
    assert "events.csv: fetched, http://127.0.0.1" in result.stderr
    assert cards(folder) == ["Storm"]
    web.answers.clear()
    assert "the server answers 404" in run("watch", folder, "--fetch").stderr
    assert cards(folder) == ["Storm"]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(b"<!DOCTYPE html><html>Sign in</html>", "text/html"), "is a web page and not a CSV file"),
        (Answer(b"\n <html>Sign in</html>"), "is a web page and not a CSV file"),
        (Answer(status=404), "the server answers 404"),
        (Answer(status=500), "the server answers 500"),
        (Answer(b""), "the table at this address cannot be read: this table is empty; events.csv is kept as it was"),
        (Answer(b'id,name\na,"b\n'), "the table at this address cannot be read"),
        (Answer(b"\xff\xfe\x00id"), "the table at this address cannot be read"),
        (Answer(status=302, location="file:///etc/passwd"), "is not allowed"),
        (Answer(status=302, location="ftp://example.org/a.csv"), "must begin with https://"),
        (Answer(status=302, location="/events.csv"), "infinite loop"),
        (Answer(CSV, length=len(CSV) + 100), "ends early"),
    ],
)
def test_a_bad_answer_is_an_error_and_the_kept_file_stays(web, tmp_path, answer, message):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    fetched(folder)
    web.answers["/events.csv"] = answer
    found, (wrong,) = fetched(folder)
    assert not found
    assert message in wrong
    assert wrong.startswith("5: ")
    assert (folder / "events.csv").read_bytes() == CSV
    assert [path.name for path in folder.glob(".*")] == []


def test_errors_of_fetching_are_those_of_the_command(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/none.csv")
    (folder / "events.csv").write_bytes(CSV)
    result = run("check", folder, "--fetch")
    assert result.exit_code == 1
    assert "the server answers 404" in result.output
    assert run("check", folder).exit_code == 0, "the kept table is used"
    result = run("build", folder, "--fetch", "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()


def test_redirects_are_followed(web, tmp_path):
    web.answers["/export"] = Answer(status=307, location=f"{web.address}/events.csv")
    folder = kit(tmp_path / "web", f"{web.address}/export")
    assert fetched(folder)[1] == []
    assert web.asked == ["/export", "/events.csv"]


def test_a_table_that_is_too_large_is_refused(web, tmp_path, monkeypatch):
    monkeypatch.setattr(fetch, "MAX_CARDS_BYTES", 20)
    _, (wrong,) = fetched(kit(tmp_path / "web", f"{web.address}/events.csv"))
    assert "the table is larger than" in wrong


OK, CONTINUE = b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
LOOP = b"HTTP/1.1 302 Found\r\nLocation: /%s\r\nContent-Length: 9999999\r\n\r\n" % (b"a" * 1000)
DRIPS = {
    "status line": Drip(b"HTTP/1.1 200 ", b"O"),
    "headers": Drip(OK, b"X"),
    "100 Continue": Drip(again=CONTINUE),
    "body": Drip(OK + b"\r\n", b"x"),
    "chunk size": Drip(CHUNKED + b"5;", b"x"),
    "trailers": Drip(CHUNKED + b"5\r\nid,na\r\n0\r\n", b"X: y\r\n"),
    "body of a redirect": Drip(LOOP, b"x"),
}


@pytest.mark.parametrize("drip", DRIPS.values(), ids=DRIPS)
def test_an_answer_that_drips_ends_at_the_deadline(plain, monkeypatch, drip):
    monkeypatch.setattr(fetch, "PATIENCE", 0.3)
    with dripping(drip) as host, pytest.raises(fetch.FetchError, match=r"took longer than 0\.3 seconds"):
        fetch.download(f"http://{host}/x")


def test_a_handshake_that_drips_ends_at_the_deadline(monkeypatch):
    monkeypatch.setattr(fetch, "PATIENCE", 0.3)
    record = Drip(b"\x16\x03\x03\x40\x00", b"\0")  # a TLS record of 16 kB
    with dripping(record) as host, pytest.raises(fetch.FetchError, match=r"took longer than 0\.3 seconds"):
        fetch.download(f"https://{host}/x")


def test_redirects_have_one_deadline_together(web, monkeypatch):
    monkeypatch.setattr(fetch, "PATIENCE", 0.5)
    for number in range(5):
        web.answers[f"/{number}"] = Answer(status=302, location=f"/{number + 1}", pause=0.2)
    web.answers["/5"] = Answer(CSV)
    with pytest.raises(fetch.FetchError, match=r"took longer than 0\.5 seconds"):
        fetch.download(f"{web.address}/0")


def test_the_lookup_of_a_host_has_the_same_deadline(name_server, monkeypatch):
    monkeypatch.setattr(fetch, "PATIENCE", 0.3)
    with pytest.raises(fetch.FetchError, match=r"took longer than 0\.3 seconds"):
        fetch.download("https://example.org/a.csv")
    assert name_server.wait(LAST_RESORT)


def test_ctrl_c_ends_a_download_that_waits(name_server):
    def press() -> None:
        name_server.wait(LAST_RESORT)
        _thread.interrupt_main()

    pressing = threading.Thread(target=press)
    pressing.start()
    with pytest.raises(KeyboardInterrupt):
        fetch.download("https://example.org/a.csv")
    pressing.join(LAST_RESORT)


FLOODS = {
    "100 Continue": Drip(again=CONTINUE * 1000, pause=0),
    "chunk sizes": Drip(CHUNKED, b"1;" + b"x" * 5000 + b"\r\n,\r\n", 0),
    "trailers": Drip(CHUNKED + b"5\r\nid,na\r\n0\r\n", b"X: y\r\n" * 1000, 0),
    "body of a redirect": Drip(LOOP, b"x" * 5000, 0),
}


@pytest.mark.parametrize("drip", FLOODS.values(), ids=FLOODS)
def test_a_server_that_sends_too_much_is_left(plain, monkeypatch, drip):
    monkeypatch.setattr(fetch, "MAX_OVERHEAD", 50_000)
    monkeypatch.setattr(fetch, "MAX_CARDS_BYTES", 50_000)
    with dripping(drip) as host, pytest.raises(fetch.FetchError, match="sends too much besides the table"):
        fetch.download(f"http://{host}/x")


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 500 \x1b[31mred\x1b]0;title\x07\r\n\r\n",
        b"HTTP/1.1 500 \x85\x9b31m one\rtwo\r\n\r\n",
        b"HTTP/1.1 500 " + b"\x1b" * 60_000 + b"\r\n\r\n",
        b"\x1b[31mred\n\n",
        b"HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: ftp://" + b"a" * 60_000 + b"\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: gopher://\x1b[31m\x9b\r\n\r\n",
    ],
)
def test_the_message_of_an_error_is_one_short_line_for_any_terminal(plain, answer):
    with dripping(Drip(answer)) as host, pytest.raises(fetch.FetchError) as raised:
        fetch.download(f"http://{host}/x")
    message = str(raised.value)
    assert message.isprintable()
    assert len(message) <= fetch.LONGEST
    assert host in message or "leads to another address" in message


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes, and only administrators make links")
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda path: path.symlink_to("other.csv"), "link"), (lambda path: path.symlink_to("nowhere"), "link"),
        (lambda path: path.symlink_to("/dev/zero"), "link"), (lambda path: path.mkdir(), "folder"),
        (os.mkfifo, "pipe or device"),
    ],
)  # fmt: skip
def test_what_is_no_file_in_the_place_of_a_kept_one_is_an_error(web, tmp_path, make, kind):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    (folder / "other.csv").write_bytes(CSV)
    make(folder / "events.csv")
    assert fetched(folder) == ([], [f"5: events.csv is a {kind}; remove it, the table would be kept there"])
    assert not stat.S_ISREG((folder / "events.csv").lstat().st_mode)
    assert web.asked == []


def test_a_huge_kept_file_is_replaced_unread(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    with (folder / "events.csv").open("wb") as stream:
        stream.truncate(100_000_000)
    tracemalloc.start()
    try:
        (found,), wrong = fetched(folder)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (found.is_new, wrong) == (True, [])
    assert (folder / "events.csv").read_bytes() == CSV
    assert peak < 20_000_000


def test_only_https_is_fetched(tmp_path):
    found, (wrong,) = fetched(kit(tmp_path / "web", "http://example.org/a.csv"))
    assert not found
    assert "must begin with https://" in wrong


def test_the_tables_of_a_base_are_not_fetched(web, tmp_path):
    base = kit(tmp_path / "base", f"{web.address}/events.csv")
    (base / "events.csv").write_bytes(CSV)
    over = tmp_path / "over"
    over.mkdir()
    (over / "kit.yaml").write_text("extends: ../base\ntitle: Over\n", "utf-8")
    assert fetched(over) == ([], [])
    assert run("check", over, "--fetch").exit_code == 0
    assert web.asked == []


def test_the_file_of_another_table_is_not_replaced(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv", "}\n  others: {file: events.csv")
    (folder / "events.csv").write_bytes(b"id,name\na,B\n")
    _, (wrong,) = fetched(folder)
    assert "which is another table" in wrong
    assert (folder / "events.csv").read_bytes() == b"id,name\na,B\n"


def test_a_single_table_has_decks_and_columns_of_its_own(web, tmp_path):
    folder = kit(tmp_path / "web", "x")
    web.answers["/all"] = Answer(b"Set,Title\nevents,Storm\nevents,Gale\n")
    text = (folder / "kit.yaml").read_text("utf-8").partition("cards:")[0]
    single = f"cards: {{file: '{web.address}/all', columns: {{Set: deck, Title: name}}}}\n"
    (folder / "kit.yaml").write_text(text + single, "utf-8")
    assert fetched(folder)[1] == []
    assert (folder / "cards.csv").is_file()
    assert cards(folder) == ["Storm", "Gale"]


def test_a_new_kit_is_made_from_an_address(web, tmp_path):
    web.answers["/quest.csv"] = Answer(b"Name,Rules\nStorm,All step back and think about it\nGale,Draw two cards\n")
    result = run("new", "quest", tmp_path, "--table", f"{web.address}/quest.csv")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "quest"
    assert f'file: "{web.address}/quest.csv"' in (folder / "kit.yaml").read_text("utf-8")
    assert (folder / "cards.csv").is_file()
    assert run("check", folder).exit_code == 0
    assert run("check", folder, "--fetch").exit_code == 0
    assert web.asked == ["/quest.csv", "/quest.csv"]


def test_a_new_kit_from_a_bad_address_is_wrong_use(web, tmp_path):
    for url, message in ((f"{web.address}/none", "the server answers 404"), ("ftp://a.b/c", "must begin with https")):
        result = run("new", "quest", tmp_path, "--table", url)
        assert result.exit_code == 2
        assert message in " ".join(result.output.split())
    assert not (tmp_path / "quest").exists()
