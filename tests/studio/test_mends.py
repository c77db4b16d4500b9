"""Buttons at errors: what they do, that it is one edit, and what they leave alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.studio.shown import card_key
from tests.conftest import edit
from tests.support.chromium import needs_browser
from tests.support.watching import Site, served, until, view_of


@pytest.fixture
def site(six: Path) -> Iterator[Site]:
    with served(six, edits=True) as found:
        found.checked()
        yield found


def faults(site: Site) -> list[dict[str, Any]]:
    until(site.watch, lambda _: site.watch.view.stale or site.watch.checked_context() is not None)
    return list(view_of(site.get(f"{site.server.root}/")[2])["diagnostics"])


def post(site: Site, name: str, **data: Any) -> Any:
    key = card_key(site.watch.view.shown.pieces[0])
    status, body = site.post(f"{name}/{key}", data)
    return json.loads(body) if status == 200 else (status, body.decode().strip())


def test_a_word_that_the_hint_names_is_written(site):
    before = (site.kit / "faces.yaml").read_text("utf-8")
    number = site.watch.view.number
    edit(site.kit, "faces.yaml", "style:", "styel:")
    until(site.watch, lambda view: view.number > number and view.checked)
    (one,) = [one for one in faults(site) if one.get("mend")]
    assert one["mend"] == "write 'style' in place of 'styel'"
    view = site.watch.view.number
    done = post(site, "mend", view=view, number=one["at"])
    assert done["done"] == ["'style' in place of 'styel'"]
    assert (site.kit / "faces.yaml").read_text("utf-8") == before
    assert post(site, "undo")["undo"] == 0
    assert "styel:" in (site.kit / "faces.yaml").read_text("utf-8")
    assert post(site, "mend", view=view - 1, number=0) == (422, "the kit was saved since the page showed this error")
    assert post(site, "mend", view="x", number=0) == (400, "'view' is a number")


def test_worked_examples_follow_play_again(six, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: ../six\ntitle: Mine\nedition: custom\n", "utf-8")
    (mine / "rules.yaml").write_text("hand_size: 2\n", "utf-8")
    (mine / "examples.yaml").write_text("# mine\n", "utf-8")
    with served(mine, edits=True) as site:
        site.checked()
        found = [one for one in faults(site) if one.get("mend")]
        assert {one["mend"] for one in found} == {"make the examples follow play"}
        done = post(site, "mend", view=site.watch.view.number, number=found[0]["at"])
        assert done["done"][0].startswith("B02 renewed: ")
        assert "hands: [2, 2]" in (mine / "examples.yaml").read_text("utf-8")
        assert post(site, "undo")["undo"] == 0
        assert (mine / "examples.yaml").read_text("utf-8") == "# mine\n"


@pytest.mark.slow
@needs_browser
def test_a_button_at_an_error_does_what_its_hint_says(studio):
    path = studio.site.kit / "faces.yaml"
    before = studio.faces
    path.write_text(before.replace("style: card-title", "styel: card-title", 1), "utf-8")
    studio.page("dialog.close()")
    studio.page.until("view.checked && view.diagnostics.some(one => one.mend)")
    words = "[...document.querySelectorAll('#list button.more')].find(one => one.textContent.startsWith('write'))"
    assert studio.page(f"{words}.textContent") == "write 'style' in place of 'styel'"
    studio.page(f"{words}.click()")
    studio.page.until("view.checked && !view.diagnostics.some(one => one.mend)")
    assert studio.faces == before
    studio.page("at('mended').querySelector('button').click()")
    studio.page.until("at('mended').hidden && view.diagnostics.some(one => one.mend)")
    assert "styel" in studio.faces


@pytest.mark.slow
@needs_browser
def test_so_does_one_at_an_error_of_the_open_card(studio):
    before = studio.faces
    (studio.site.kit / "faces.yaml").write_text(before.replace("style: card-title", "styel: card-title", 1), "utf-8")
    studio.page.until("Boolean(document.querySelector('#card-faults button.more'))")
    studio.page("document.querySelector('#card-faults button.more').click()")
    studio.page.until("at('said').textContent === `'style' in place of 'styel'`")
    assert studio.faces == before
    studio.page("at('undo').click()")
    studio.page.until("Boolean(document.querySelector('#card-faults li.error'))")
    assert "styel" in studio.faces
