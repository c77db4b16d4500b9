"""What the sentences of an open card rest on: the data for the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.studio.edits import RefusedEditError
from pnp.studio.shown import card_key
from tests.conftest import edit
from tests.support.chromium import Page, needs_browser
from tests.support.studio_page import Studio, studio_of
from tests.support.watching import Site, served, until


@pytest.fixture
def site(six: Path) -> Iterator[Site]:
    with served(six, edits=True) as found:
        found.checked()
        yield found


def key(site: Site, id_: str) -> str:
    return next(card_key(piece) for piece in site.watch.view.shown.pieces if piece.id == id_)


def read(site: Site, id_: str = "rulebook/2"):
    status, _, body = site.get(f"{site.server.root}/proof/{key(site, id_)}.json")
    return json.loads(body) if status == 200 else status


def test_each_shade_has_its_sentence_and_its_class(site):
    found = read(site)
    shades = re.findall(r'class="shade (\w+)" fill="url\(#p-(\w+)\)" data-line="(\d+)"><rect', found["sides"]["front"])
    assert {int(line) for _, _, line in shades} == set(range(len(found["lines"])))
    assert all(kind == filled == found["lines"][int(line)]["kind"] for kind, filled, line in shades)
    assert {"proved", "flavour"} <= {one["name"] for one in found["classes"]} == {kind for kind, _, _ in shades}
    assert all(f'id="p-{one["name"]}"' in found["patterns"] for one in found["classes"])


def test_a_proved_sentence_has_its_rule_and_a_position(site):
    (line,) = [one for one in read(site)["lines"] if one["text"].startswith("Deal 1 hidden")]
    assert line["details"][0].startswith("proved, by the rule deal (six/proof.rules:")
    assert re.fullmatch(r"borne out in \d+ moments of play", line["details"][1])
    assert line["position"].startswith("<svg role")
    assert "player 1" in line["position"]


def test_there_is_no_proof_of_files_that_are_not_checked_yet(site):
    number = site.watch.view.number
    edit(site.kit, "rulebook.md", "Deal {{ rules.hand_size }} hidden", "Deal 2 hidden")
    assert site.watch.checked_context() is None
    assert read(site) == {}
    until(site.watch, lambda view: view.number > number and view.checked)
    (line,) = [one for one in read(site)["lines"] if one["text"].startswith("Deal 2 hidden")]
    assert line["kind"] == "unproved"
    assert line["wrong"]


@pytest.mark.parametrize("id_", ["0" * 32, "../x", "deck"])
def test_other_pieces_have_none(site, id_):
    assert site.get(f"{site.server.root}/proof/{id_}.json")[0] == 404


def vouch(site: Site, **data: str):
    status, body = site.post(f"vouch/{key(site, 'rulebook/2')}", {"class": "flavour", "why": "", "by": "", **data})
    return json.loads(body) if status == 200 else (status, body.decode().strip())


def test_a_text_without_an_entry_asks_for_what_the_entry_needs(site):
    (site.kit / "vouched.yaml").write_text("sentences: []\n", "utf-8")
    until(site.watch, lambda _: site.watch.checked_context() is not None)
    asked = {one["text"]: one["vouch"]["needs"] for one in read(site)["lines"] if one["vouch"]}
    assert asked["One card wins your heart."] == ["why", "by"]
    assert asked["Name a number, then reach it."] == []
    text = "One card wins your heart."
    assert vouch(site, text=text, by="Ann") == (422, "write why it is true although no play shows it")
    assert vouch(site, text="Two cards", by="Ann") == (422, "this text is vouched for already, or it has changed")
    assert vouch(site, text=text, by="Ann", why="A feeling")["undo"] == 1
    written = (site.kit / "vouched.yaml").read_text("utf-8")
    assert re.search(
        r'text: "One card wins your heart."\n    why: "A feeling"\n    by: "Ann, \d{4}-\d\d-\d\d"', written
    )
    assert vouch(site, text=text, by="Ann", why="A feeling")[0] == 422, "it is being checked"
    assert site.post(f"undo/{key(site, 'rulebook/2')}", {})[0] == 200
    assert (site.kit / "vouched.yaml").read_text("utf-8") == "sentences: []\n"


def test_a_file_of_another_kit_is_not_written(site, tmp_path):
    with pytest.raises(RefusedEditError, match=r"other\.yaml is not in this kit"):
        site.server.session.write("rulebook/2", {tmp_path / "other.yaml": [lambda _: "x"]})
    assert not (tmp_path / "other.yaml").exists()


@pytest.fixture
def rules(six: Path, browser: Page) -> Iterator[Studio]:
    """A kit with proved sentences, and its page of rules."""
    with studio_of(six, browser, "rulebook/2") as found:
        yield found


@pytest.mark.slow
@needs_browser
def test_sentences_are_shaded_by_what_they_rest_on_until_an_edit(rules):
    rules.page("at('to-proof').click()")
    rules.page.until("proof.data && document.querySelectorAll('.shade').length > 8")
    shade = "[...document.querySelectorAll('.shade.proved')].find(one => proof.data.lines[one.dataset.line].position)"
    rules.page(f"{shade}.firstChild.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true }}))")
    assert rules.page("sentences().filter(one => one.open).length") == 1
    assert "by the rule" in rules.page("sentences().find(one => one.open).textContent")
    rules.page.until(f"{shade}.classList.contains('picked')")
    path = rules.site.kit / "rulebook.md"
    path.write_text(path.read_text("utf-8").replace("The total begins at 0.", "The total begins at 4."), "utf-8")
    rules.page.until("proof.data && document.querySelectorAll('.shade.unproved').length")
    rules.page.until("at('proof').querySelector('.wrong')?.textContent.length > 9")
    rules.page("at('to-proof').click()")
    assert rules.page("document.querySelectorAll('.shade').length") == 0
    assert rules.page.problems == []


@pytest.mark.slow
@needs_browser
def test_a_sentence_is_vouched_for_beside_it_and_taken_back(rules):
    path = rules.site.kit / "vouched.yaml"
    before = path.read_text("utf-8").replace("One card wins your heart.", "Two cards win it.")
    path.write_text(before, "utf-8")
    rules.page("at('to-proof').click()")
    rules.page.until("document.querySelectorAll('.sentence.asked form').length")
    rules.page("document.querySelector('.vouch button').click()")
    rules.page.until("canvas.piece.undo === 1 && proof.data && !document.querySelector('.sentence.asked')")
    entry = '  - text: "One card wins your heart."\n    why: "It says what players feel"\n    by: "The tests, 20'
    assert entry in path.read_text("utf-8")
    rules.page("takeBack('undo')")
    rules.page.until("document.querySelectorAll('.sentence.asked form').length")
    assert path.read_text("utf-8") == before
    assert rules.page.problems == []
