"""Tables from the web: fetched on demand only, kept beside the kit, and replaced only by tables that can be read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import address, fetch, load, tables
from tests.conftest import run
from tests.support.web import Answer, Web, served

CSV = b"id,name,count,asides.text\nstorm,Storm,4,All step back\n"
FACES = "faces:\n  front: {elements: [{rectangle: [8, 8, 40, 12], fill: ink}]}\n"


@pytest.fixture
def web(monkeypatch) -> Iterator[Web]:
    monkeypatch.setattr(address, "SCHEMES", ("https", "http"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with served() as server:
        server.answers["/events.csv"] = Answer(CSV)
        yield server


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


def test_without_a_kept_file_the_error_says_what_to_do(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
    result = run("check", folder)
    assert result.exit_code == 1
    assert "this table was not fetched yet, so there is no events.csv" in result.output
    assert "pnp check web --fetch" in result.output
    assert web.asked == []


def test_the_option_fetches_and_checks(web, tmp_path):
    folder = kit(tmp_path / "web", f"{web.address}/events.csv")
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
    monkeypatch.setattr(tables, "MAX_BYTES", 20)
    _, (wrong,) = fetched(kit(tmp_path / "web", f"{web.address}/events.csv"))
    assert "the table is larger than" in wrong


def test_an_answer_that_never_ends_is_given_up(web, tmp_path, monkeypatch):
    monkeypatch.setattr(fetch, "PATIENCE", -1.0)
    _, (wrong,) = fetched(kit(tmp_path / "web", f"{web.address}/events.csv"))
    assert "took longer than" in wrong


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a.csv",
        "ftp://example.org/a.csv",
        "file:///etc/passwd",
        "https://user:word@example.org/a",
        "https://",
    ],
)
def test_only_https_is_fetched(tmp_path, url):
    folder = kit(tmp_path / "web", url)
    found, (wrong,) = fetched(folder)
    assert not found
    assert "must begin with https://" in wrong or "is not an address that can be fetched" in wrong
    result = run("check", folder)
    assert result.exit_code == 1
    assert "must begin with https://" in result.output or "is not an address" in result.output


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
