"""PDFs and exports from the page: options of the table, some cards, progress, downloads, refusals."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from pnp.pipeline import exporting
from pnp.pipeline.option_table import Choices, rows
from pnp.studio import exports
from pnp.studio.edits import RefusedEditError
from pnp.studio.shown import card_key
from tests.conftest import options_for
from tests.support.chromium import needs_browser
from tests.support.watching import Site, served


@pytest.fixture
def site(small) -> Iterator[Site]:
    with served(small, edits=True) as found:
        found.checked()
        yield found


def read(site: Site, path: str) -> Any:
    status, _, body = site.get(f"{site.server.root}/{path}")
    return json.loads(body) if status == 200 else status


def begun(site: Site, to: str = "", pieces: tuple[str, ...] = (), **options: Any) -> tuple[int, str]:
    key = card_key(site.watch.view.shown.pieces[0])
    status, words = site.post(f"export/{key}", {"to": to, "options": options, "pieces": pieces})
    return status, words.decode().strip()


def made(site: Site, to: str = "", pieces: tuple[str, ...] = (), **options: Any) -> dict[str, Any]:
    assert begun(site, to, pieces, **options) == (200, "{}")
    finish()
    return dict(read(site, "exporting.json"))


def finish() -> None:
    """Wait for the thread that makes files."""
    for thread in threading.enumerate():
        if thread.name == "pnp export":
            thread.join()


def words(site: Site, number: int) -> str:
    status, headers, data = site.get(f"{site.server.root}/made/{number}/x.pdf")
    assert (status, headers["content-type"]) == (200, "application/pdf")
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def test_two_cards_are_printed_and_no_others(site):
    state = made(site, pieces=("moves/swerve", "moves/dodge"), copies=1, paper="letter")
    assert state["files"] == ["small-letter-cardstock.pdf", "manifest.json"]
    assert (state["problems"], state["refused"]) == ([], "")
    assert state["left"] == 0 < state["most"]
    text = words(site, 0)
    assert ("Swerve" in text, "Dodge" in text, "Lunge" in text) == (True, True, False)


def test_components_without_cards_are_printed_as_a_whole(site):
    assert [name for name in made(site, pieces=("score-track/white",))["files"] if name.endswith(".pdf")]
    assert begun(site, pieces=("score-track/white", "moves/swerve")) == (
        422,
        "print score-track apart: with cards, only cards can be chosen",
    )


def test_the_files_of_an_export_are_one_archive_too(site):
    state = made(site, "png", dpi=60)
    status, headers, data = site.get(f"{site.server.root}/made/all/small.zip")
    assert (status, headers["content-type"]) == (200, "application/octet-stream")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == state["files"]
        assert json.loads(archive.read("export.json"))["settings"]["dpi"] == 60
    assert site.get(f"{site.server.root}/made/all/small.zip")[2] == data


def test_errors_are_beside_the_export_and_a_draft_is_made_anyway(site):
    path = site.kit / "faces.yaml"
    path.write_text(path.read_text("utf-8").replace("[6, 6, 40, 8]", "[6, 6, 4, 8]"), "utf-8")
    state = made(site)
    assert state["files"] == []
    assert state["problems"][0]["head"].startswith("small/faces.yaml:")
    assert len(made(site, draft=True)["files"]) > 1


@pytest.mark.parametrize(
    ("to", "options", "why"),
    [
        ("", {"paper": "nonsense"}, "--paper: there is no paper 'nonsense'"),
        ("", {"icc": "/etc/passwd"}, "there is no option 'icc' here"),
        ("", {"underlay": "/etc/passwd"}, "there is no option 'underlay' here"),
        ("", {"__class__": 1}, "there is no option '__class__' here"),
        ("png", {"icc": "/etc/passwd"}, "there is no option 'icc' here"),
        ("png", {"dpi": 9999}, "--dpi: 9999 is not in the range"),
        ("../x", {}, "--to: '../x' is not one of"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_words(shut, to, options, why):
    status, said = begun(shut, to, **options)
    assert status == 422
    assert why in said
    assert read(shut, "exporting.json")["name"] == "", "nothing was begun"


@pytest.mark.parametrize("data", [{"options": []}, {"to": 1}, {"pieces": "x"}, {"pieces": [1]}])
def test_what_no_page_sends_is_refused(shut, data):
    key = card_key(shut.watch.view.shown.pieces[0])
    assert shut.post(f"export/{key}", {"to": "", "options": {}, "pieces": []} | data)[0] == 400


def test_other_files_are_not_served(site):
    made(site, "png", dpi=60)
    for path in ("made/99/x", "made/0/../x", "made/kit.yaml", "made/-1/x", "made/all", "made/0/a/b"):
        assert site.get(f"{site.server.root}/{path}")[0] == 404, path


def test_one_export_is_made_at_a_time(site):
    site.server.session.exports._made.running = True
    assert begun(site)[1] == "other files are still being made; try again when they are done"


@pytest.mark.parametrize("to", ["", "png", "tabletop-simulator"])
def test_what_is_being_made_can_be_stopped(site, to):
    key = card_key(site.watch.view.shown.pieces[0])
    assert begun(site, to) == (200, "{}")
    assert site.post(f"stop/{key}", {})[0] == 200
    finish()
    state = read(site, "exporting.json")
    assert (state["stopped"], state["running"], state["files"]) == (True, False, [])
    assert (state["problems"], state["refused"]) == ([], "")
    assert site.post(f"stop/{key}", {})[0] == 200, "of nothing"
    assert made(site)["files"], "what is made afterwards is whole"


def test_the_page_has_every_option_but_those_that_read_files_here():
    known = exports.described("letter", ["a4", "letter"])
    names = {one["name"] for one in known["build"]}
    assert rows(Choices).keys() - names == {"icc", "underlay", "only", "cards", "since"}
    assert [one["name"] for one in known["build"]][: len(exports.FIRST)] == [*exports.FIRST]
    assert known["build"][0]["default"] == "letter"
    for one in known["build"]:
        assert one["help"] == rows(Choices)[one["name"]].help
    listed = {one["name"] for target in known["targets"] for one in target["options"]}
    assert listed == rows(exporting.Wanted).keys() - {"icc"}


def test_a_paper_of_the_users_own_can_be_chosen(small, tmp_path):
    own = tmp_path / "papers.yaml"
    own.write_text("papers:\n  my-paper: {title: My paper, size: [182, 257]}\n", "utf-8")
    mine, without = exports.Exports(options_for(small), own), exports.Exports(options_for(small))
    assert [*without.papers, "my-paper"] == mine.papers
    with pytest.raises(RefusedEditError, match="there is no paper 'my-paper'"):
        without.start("", {"paper": "my-paper"}, (), None)
    mine.start("", {"paper": "my-paper"}, (), None)
    finish()
    assert "small-my-paper-cardstock.pdf" in mine.state(small)["files"]


@pytest.mark.slow
@needs_browser
def test_several_cards_are_chosen_and_printed(studio):
    studio.page("(dialog.close(), at('choose').click())")
    for name in ("moves/swerve", "moves/dodge"):
        studio.page(f"thumbs.get(view.cards.find(card => card.id === '{name}').key).click()")
    assert studio.page("at('print-chosen').textContent") == "print these 2 cards"
    assert studio.page("dialog.open") is False
    studio.page("at('print-chosen').click()")
    studio.page.until("at('printing').open")
    studio.page("document.querySelector('[data-option=copies]').value = '1'")
    studio.page("at('export-make').click()")
    studio.page.until("at('printing-files').children.length === 3")
    names = "[...at('printing-files').querySelectorAll('a')].map(one => one.textContent)"
    assert studio.page(names) == ["all as small-pdf.zip", "small-a4-cardstock.pdf", "manifest.json"]
    studio.page("document.querySelector('[data-option=paper]').value = 'nonsense'")
    studio.page("at('export-make').click()")
    studio.page.until("at('printing-said').textContent.startsWith('--paper: there is no paper')")


@pytest.mark.slow
@needs_browser
def test_a_button_stops_what_is_being_made(studio):
    page = studio.page
    page("(dialog.close(), at('print-all').click())")
    page.until("at('printing').open")
    assert page("at('export-stop').hidden")
    page("showExport({ ...NOTHING, running: true, most: 10, left: 4 })")
    assert page("at('export-progress').value") == 6
    assert not page("at('export-stop').hidden || at('export-stop').disabled")
    page("at('export-stop').click()")
    assert page("at('export-stop').disabled")
    page("showExport({ ...NOTHING, running: true, stopped: true })")
    assert page("at('printing-said').textContent") == "stopping …"
    page("showExport({ ...NOTHING, stopped: true })")
    assert page("at('printing-said').textContent") == "stopped; nothing was made"
    assert page.problems == []
