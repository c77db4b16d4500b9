"""The page: its parts and its policy, and in a browser its cards, filters, keys, faults and widths."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.studio import page
from tests.conftest import edit
from tests.support import big_deck
from tests.support.chromium import Page, needs_browser, opened
from tests.support.watching import Site, served, until

COUNT = 300
FAULTY, LOST = 180, 30
"""Every second, fifth or tenth card of the deck has a fault; every tenth has no picture."""
WIDTHS = (1440, 375)


def test_the_policy_allows_what_is_in_the_page_and_nothing_else():
    html = page.template()
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = page.policy(html)
    assert f"script-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy


def test_every_file_of_the_page_is_in_it():
    html = page.template()
    for file in page.FOLDER.iterdir():
        if file.suffix in (".js", ".css"):
            assert file.read_text("utf-8") in html, file.name
    assert not re.search(r"https?:|@import|url\(|innerHTML|style=\"|onclick", html)


def test_no_two_scripts_define_one_name():
    defined = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", page.template(), re.MULTILINE)
    assert len(defined) > 100
    assert len(defined) == len(set(defined))


def test_every_part_that_a_script_names_is_in_the_page():
    html = page.template()
    named = set(re.findall(r'at\("([a-z-]+)"\)', html))
    assert named
    assert named <= set(re.findall(r'id="([a-z-]+)"', html))


def test_a_view_cannot_end_its_element():
    view = json.dumps({"title": "</script><script>alert(1)</script>"})
    filled = page.filled(page.template(), view)
    assert "<script>alert" not in filled
    assert json.loads(re.findall(r'id="first">(.*?)</script>', filled, re.DOTALL)[0]) == json.loads(view)


# In a browser ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A large deck with faults."""
    with served(big_deck.write(tmp_path_factory.mktemp("deck") / "mine", COUNT)) as site:
        site.checked()
        yield site


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with opened(tmp_path_factory.mktemp("browser") / "profile") as found:
        yield found


@pytest.fixture(params=WIDTHS)
def wide(deck: Site, browser: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of the deck in a desktop's and in a phone's width."""
    browser.dark(dark=False)
    browser.open(deck.server.url, request.param)
    browser("localStorage.clear(); document.documentElement.dataset.theme = ''")
    yield browser
    assert browser.problems == []


def visible(page: Page) -> list[str]:
    """The names of the thumbnails that no filter hides."""
    return page("[...cards.children].filter(one => !one.hidden).map(one => one.children[1].textContent)")


def text(page: Page, id_: str) -> str:
    return page(f"at('{id_}').textContent")


@pytest.mark.slow
@needs_browser
def test_all_cards_have_thumbnails_and_those_in_view_are_drawn(wide):
    assert text(wide, "matching") == f"{COUNT} pieces"
    wide.until("cards.querySelector('img').dataset.shown")
    drawn = "cards.querySelectorAll('img[data-shown]').length"
    assert 0 < wide(drawn) < COUNT / 4
    last = f"cards.children[{COUNT - 1}].querySelector('img')"
    assert not wide(f"{last}.dataset.shown")
    wide("cards.scrollTop = cards.scrollHeight")
    assert wide.until(f"{last}.dataset.shown").startswith("side/")
    assert wide(drawn) < COUNT / 2, "those that were scrolled past are not drawn"


@needs_browser
def test_nothing_is_wider_than_the_page(wide):
    for pane in ("cards", "faults", "sheets"):
        wide(f"showPane('{pane}')")
        assert wide("innerWidth") in WIDTHS, "a phone shows all of a page that is too wide, in a smaller size"
        right = "Math.max(...[...document.querySelectorAll('header *, #filters *')].map(one => %s.right))"
        assert wide(right % "one.getBoundingClientRect()") <= wide("innerWidth")


@needs_browser
def test_panes_are_side_by_side_or_one_at_a_time(wide):
    shown = "['pieces', 'diagnostics', 'sheets'].filter(id => at(id).offsetWidth > 0)"
    if wide("innerWidth") == 1440:
        assert wide(shown) == ["pieces", "diagnostics", "sheets"]
        assert wide("at('sheets').getBoundingClientRect().left >= at('pieces').getBoundingClientRect().right")
        return
    assert wide(shown) == ["pieces"]
    wide.click("#to-sheets")
    assert wide(shown) == ["sheets"]
    wide.until("sheets.querySelector('img').dataset.shown")
    wide.click("#to-faults")
    assert wide(shown) == ["diagnostics"]


@needs_browser
def test_slash_searches_by_name_and_escape_clears(wide):
    wide.press("/")
    for letter in "card 29":
        wide.press(letter)
    assert visible(wide) == ["Card 29", *(f"Card 29{digit}" for digit in range(10))]
    assert text(wide, "matching") == f"11 of {COUNT} pieces"
    wide.press("Escape")
    assert len(visible(wide)) == COUNT


@needs_browser
def test_cards_are_filtered_by_fault(wide):
    wide.press("f")
    faulty = visible(wide)
    assert len(faulty) == FAULTY
    assert faulty[:3] == ["Card 2", "Card 4", "Card 5"]
    wide.press("f")
    assert len(visible(wide)) == COUNT


@pytest.mark.slow
@needs_browser
def test_cards_are_filtered_by_component(still, browser):
    pieces = still.checked().shown.pieces
    browser.open(still.server.url, 375)
    assert browser("at('to-faults').disabled"), "there are none"
    browser("at('component').value = 'rhinos'; at('component').dispatchEvent(new Event('input'))")
    assert visible(browser) == [piece.title for piece in pieces if piece.component == "rhinos"]
    browser.press("Escape")
    assert len(visible(browser)) == len(pieces)


@needs_browser
def test_a_card_shows_its_source_and_its_faults(wide):
    wide.click(".thumb:nth-child(10)")
    wide.until("at('card-place').textContent === 'mine/cards.csv:11'")
    assert "art: lost10.svg" in text(wide, "card-source")
    assert "art: lost10.svg" in wide("at('card-source').querySelector('mark.error').textContent")
    assert "mine/cards.csv:11:13: error[missing-art]" in text(wide, "card-faults")
    assert "^^^^^^^^^^ row 11, column C ('art')" in text(wide, "card-faults")
    wide.until("at('card-sides').querySelector('img').naturalWidth > 200")
    wide.press("ArrowRight")
    wide.until("at('card-place').textContent === 'mine/cards.csv:12'")
    assert text(wide, "card-name") == "Card 11"
    wide.press("Escape")
    assert not wide("dialog.open")


@needs_browser
def test_a_fault_shows_its_card_and_a_group_all_its_faults(wide):
    wide("showPane('faults')")
    assert text(wide, "list").count("error[missing-art]") == 1
    assert f"on {LOST} cards; first: 'Card 10' in cards.csv:11" in text(wide, "list")
    wide.click("#list > li > .more")
    wide.until(f"document.querySelectorAll('#list > li:first-child > ul > li').length === {LOST}")
    assert "mine/cards.csv:301:15: error[missing-art]" in text(wide, "list")
    wide.click("#list > li:first-child > ul > li:last-child > .head")
    wide.until("at('card-place').textContent === 'mine/cards.csv:301'")
    assert text(wide, "card-name") == "Card 300"
    assert wide("at('card-source').getBoundingClientRect().top < innerHeight"), "its line is seen without scrolling"


@needs_browser
def test_a_group_of_many_comes_in_parts(wide):
    wide("showPane('faults')")
    items = "document.querySelectorAll('#list > li:nth-child(2) > ul > li').length"
    button = "#list > li:nth-child(2) > .more"
    assert wide(f"document.querySelector('{button}').textContent") == "show all 150"
    for number in (50, 100, 150):
        wide.click(button)
        wide.until(f"{items} === {number}")
    assert wide(f"document.querySelector('{button}').hidden")


@needs_browser
def test_sheets_fit_the_width_or_the_page_and_zoom(wide):
    wide("showPane('sheets')")
    size = "['width', 'height'].map(side => sheets.querySelector('img').getBoundingClientRect()[side])"
    fitted = wide(size)
    wide.press("p")
    whole = wide(size)
    assert whole[1] <= wide("sheets.clientHeight")
    assert whole[0] <= fitted[0]
    wide.press("0")
    assert wide(size) == fitted
    wide.press("+")
    assert wide(size)[0] == pytest.approx(1.4 * fitted[0], 0.01)
    wide.press("0")
    wide.press("ArrowRight")
    wide.until("at('where').textContent.startsWith('2 / ')")


@needs_browser
def test_arrows_move_between_thumbnails_and_enter_opens_one(wide):
    wide("cards.children[0].focus()")
    wide.press("ArrowRight")
    assert wide("document.activeElement.title") == "deck/c2"
    wide.press("ArrowDown")
    across = wide("getComputedStyle(cards).gridTemplateColumns.split(' ').length")
    assert wide("document.activeElement.title") == f"deck/c{2 + across}"
    wide.press("Enter")
    assert text(wide, "card-name") == f"Card {2 + across}"


@needs_browser
def test_the_page_is_dark_if_the_system_is_and_by_its_switch(wide):
    ground = "getComputedStyle(document.body).backgroundColor"
    light = wide(ground)
    wide.dark(dark=True)
    dark = wide(ground)
    assert light != dark
    wide.click("#theme")
    assert wide(ground) == light
    wide.click("#theme")
    assert wide(ground) == dark
    wide.dark(dark=False)
    wide.press("d")
    assert wide(ground) == dark
    wide.open(wide("location.href"), 1440)
    assert wide(ground) == dark, "the choice is remembered"


@needs_browser
def test_a_question_mark_lists_the_keys(wide):
    wide.press("?")
    assert "only cards with errors or warnings" in text(wide, "help")
    assert wide("at('help').open")
    wide.press("Escape")
    assert not wide("at('help').open")


@pytest.mark.slow
@needs_browser
def test_an_open_card_follows_a_save(browser: Page, tmp_path: Path):
    kit = big_deck.write(tmp_path / "small", 6, faults=False)
    with served(kit) as site:
        site.checked()
        browser.open(site.server.url, 1440)
        browser.click(".thumb:nth-child(3)")
        browser.until("at('card-source').textContent.includes('Card 3')")
        shown = browser("cards.children[1].querySelector('img').dataset.src")
        edit(kit, "cards.csv", "Card 3", "Third")
        browser.until("at('card-name').textContent === 'Third' && at('card-source').textContent.includes('Third')")
        assert browser("cards.children[1].querySelector('img').dataset.src") == shown
        edit(kit, "cards.csv", "c3,", "c9,")
        until(site.watch, lambda view: view.checked and any(piece.card == "c9" for piece in view.shown.pieces))
        browser.until("!dialog.open && cards.children[2].title === 'deck/c9'")
    browser.until("at('state').textContent.includes('has stopped')")
