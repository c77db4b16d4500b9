"""The server of `pnp watch`: what it answers, and what it refuses."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.checks import coverage
from pnp.diagnostics.files import ChangedError
from pnp.kit import first
from pnp.studio import server, start
from tests.conftest import edit
from tests.support import big_deck
from tests.support.chromium import Page, needs_browser, opened
from tests.support.watching import News, Site, served, until


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "", "[::1]:{port}"]
)
def test_other_hosts_are_refused(still, host):
    for path in ("/", "/events", "/sheet/x", "/card/x", "/faults/1-0-0.json"):
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
        "/sheet/{key}-110.png%0a", "/card/{key}.json", "/card/{zero}.json", "/card/../cards.yaml", "/card/swerve.json",
        "/faults/0-0-0.json", "/faults/-1-0-0.json", "/faults/2-99-0.json", "/faults/2-0-9999999999.json",
        "/side/{zero}-110.png", "/side/../sheet/{key}-110.png", "/assets/start.js", "/start.js", "/style.css",
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


def test_a_reader_that_goes_away_leaves_no_traces(site, capfd):
    site.checked()
    for _ in range(3):
        with News(site) as news:
            news.next()
    edit(site.kit, "faces.yaml", "style: card-effect", "style: card-efect")
    until(site.watch, lambda view: view.diagnostics)
    assert capfd.readouterr().err == ""


def test_the_oldest_pictures_go_when_there_are_too_many(still, monkeypatch):
    keys = list(still.checked().shown.pictures)[:5]
    for key in keys[:4]:
        assert still.get(f"/side/{key}-60.png")[0] == 200
    kept = [len(still.server._pictures[key, 60]) for key in keys[2:4]]
    last = len(still.get(f"/side/{keys[4]}-60.png")[2])
    still.server._pictures.pop((keys[4], 60))
    monkeypatch.setattr(server, "MAX_PICTURES", sum(kept) + last)
    assert still.get(f"/side/{keys[4]}-60.png")[0] == 200
    assert [key for key, _ in still.server._pictures] == keys[2:]
    monkeypatch.setattr(server, "MAX_PICTURES", 1)
    assert still.get(f"/side/{keys[0]}-60.png")[0] == 200
    assert [key for key, _ in still.server._pictures] == keys[:1], "the last one is kept in any case"


def test_faults_of_an_earlier_view_are_not_mixed_with_those_of_this_one(tmp_path):
    with served(big_deck.write(tmp_path / "mine", 20)) as site:
        number = site.checked().number
        assert site.get(f"/faults/{number}-0-0.json")[0] == 200
        assert site.get(f"/faults/{number - 1}-0-0.json")[0] == 404


def test_only_loopback_is_listened_on(still):
    assert still.server.server_address[0] == "127.0.0.1"
    assert still.server.url == f"http://127.0.0.1:{still.server.server_port}/"


@pytest.mark.slow
def test_pictures_are_kept_while_their_sheets_are_in_view(tmp_path):
    with served(big_deck.write(tmp_path / "mine", 20, faults=False)) as site:
        before = site.checked().sheets
        assert len(before) > 1
        for sheet in before:
            assert site.get(f"/sheet/{sheet.key}-60.png")[0] == 200
        assert {key for key, _ in site.server._pictures} == {sheet.key for sheet in before}
        edit(site.kit, "cards.csv", ",Card 1,", ",Card one,")
        after = until(site.watch, lambda view: view.sheets and view.sheets != before).sheets
        changed = next(sheet for sheet in after if sheet.key not in {sheet.key for sheet in before})
        assert site.get(f"/sheet/{changed.key}-60.png")[0] == 200
        assert {key for key, _ in site.server._pictures} <= {sheet.key for sheet in after}


def test_a_picture_that_was_changed_is_not_served(still, monkeypatch):
    key = still.checked().sheets[0].key

    def changed(*_: object) -> bytes:
        raise ChangedError(0, "it was changed", "photo.jpg")

    monkeypatch.setattr(server.png, "write", changed)
    status, _, body = still.get(f"/sheet/{key}-220.png")
    assert (status, body) == (404, b"a picture was saved since then\n")


COUNT = 300
FAULTY, LOST = 180, 30
"""Every second, fifth or tenth card of the deck has a fault; every tenth has no picture."""
WIDTHS = (1440, 375)


def test_the_policy_allows_what_is_in_the_page_and_nothing_else():
    html = server.template()
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = server.policy(html)
    assert f"script-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy


def test_every_file_of_the_page_is_in_it():
    html = server.template()
    for file in server.PAGE_FOLDER.iterdir():
        if file.suffix in (".js", ".css"):
            assert file.read_text("utf-8") in html, file.name
    assert not re.search(r"https?:|@import|url\(|innerHTML|style=\"|onclick", html)


def test_no_two_scripts_define_one_name():
    defined = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", server.template(), re.MULTILINE)
    assert len(defined) > 100
    assert len(defined) == len(set(defined))


def test_every_part_that_a_script_names_is_in_the_page():
    html = server.template()
    named = set(re.findall(r'at\("([a-z-]+)"\)', html))
    assert named
    assert named <= set(re.findall(r'id="([a-z-]+)"', html))


def test_a_view_cannot_end_its_element():
    view = json.dumps({"title": "</script><script>alert(1)</script>"})
    filled = server.filled(server.template(), view)
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


@pytest.fixture
def desk(deck: Site, browser: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of the deck, in a desktop's width unless a test has another as its parameter."""
    browser.dark(dark=False)
    browser.open(deck.server.url, getattr(request, "param", WIDTHS[0]))
    browser("localStorage.clear(); document.documentElement.dataset.theme = ''")
    yield browser
    assert browser.problems == []


each_width = pytest.mark.parametrize("desk", WIDTHS, indirect=True)


def visible(page: Page) -> list[str]:
    """The names of the thumbnails that no filter hides."""
    return page("[...cards.children].filter(one => !one.hidden).map(one => one.children[1].textContent)")


def text(page: Page, id_: str) -> str:
    return page(f"at('{id_}').textContent")


@pytest.mark.slow
@needs_browser
def test_all_cards_have_thumbnails_and_those_in_view_are_drawn(desk):
    assert text(desk, "matching") == f"{COUNT} pieces"
    desk.until("cards.querySelector('img').dataset.shown")
    drawn = "cards.querySelectorAll('img[data-shown]').length"
    assert 0 < desk(drawn) < COUNT / 4
    last = f"cards.children[{COUNT - 1}].querySelector('img')"
    assert not desk(f"{last}.dataset.shown")
    desk("cards.scrollTop = cards.scrollHeight")
    assert desk.until(f"{last}.dataset.shown").startswith("side/")
    assert desk(drawn) < COUNT / 2, "those that were scrolled past are not drawn"


@needs_browser
@each_width
def test_nothing_is_wider_than_the_page(desk):
    for pane in ("cards", "faults", "sheets"):
        desk(f"showPane('{pane}')")
        assert desk("innerWidth") in WIDTHS, "a phone shows all of a page that is too desk, in a smaller size"
        right = "Math.max(...[...document.querySelectorAll('header *, #filters *')].map(one => %s.right))"
        assert desk(right % "one.getBoundingClientRect()") <= desk("innerWidth")


@needs_browser
@each_width
def test_panes_are_side_by_side_or_one_at_a_time(desk):
    shown = "['pieces', 'diagnostics', 'sheets'].filter(id => at(id).offsetWidth > 0)"
    if desk("innerWidth") == 1440:
        assert desk(shown) == ["pieces", "diagnostics", "sheets"]
        assert desk("at('sheets').getBoundingClientRect().left >= at('pieces').getBoundingClientRect().right")
        return
    assert desk(shown) == ["pieces"]
    desk.click("#to-sheets")
    assert desk(shown) == ["sheets"]
    desk.until("sheets.querySelector('img').dataset.shown")
    desk.click("#to-faults")
    assert desk(shown) == ["diagnostics"]


@needs_browser
def test_slash_searches_by_name_and_escape_clears(desk):
    desk.press("/")
    for letter in "card 29":
        desk.press(letter)
    assert visible(desk) == ["Card 29", *(f"Card 29{digit}" for digit in range(10))]
    assert text(desk, "matching") == f"11 of {COUNT} pieces"
    desk.press("Escape")
    assert len(visible(desk)) == COUNT


@needs_browser
def test_cards_are_filtered_by_fault(desk):
    desk.press("f")
    faulty = visible(desk)
    assert len(faulty) == FAULTY
    assert faulty[:3] == ["Card 2", "Card 4", "Card 5"]
    desk.press("f")
    assert len(visible(desk)) == COUNT


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
@each_width
def test_a_card_shows_its_source_and_its_faults(desk):
    desk.click(".thumb:nth-child(10)")
    desk.until("at('card-place').textContent === 'mine/cards.csv:11'")
    assert "art: lost10.svg" in text(desk, "card-source")
    assert "art: lost10.svg" in desk("at('card-source').querySelector('mark.error').textContent")
    assert "mine/cards.csv:11:13: error[missing-art]" in text(desk, "card-faults")
    assert "^^^^^^^^^^ row 11, column C ('art')" in text(desk, "card-faults")
    desk.until("at('card-sides').querySelector('img').naturalWidth > 200")
    desk.press("ArrowRight")
    desk.until("at('card-place').textContent === 'mine/cards.csv:12'")
    assert text(desk, "card-name") == "Card 11"
    desk.press("Escape")
    assert not desk("dialog.open")


@needs_browser
def test_a_fault_shows_its_card_and_a_group_all_its_faults(desk):
    desk("showPane('faults')")
    assert text(desk, "list").count("error[missing-art]") == 1
    assert f"on {LOST} cards; first: 'Card 10' in cards.csv:11" in text(desk, "list")
    desk.click("#list > li > .more")
    desk.until(f"document.querySelectorAll('#list > li:first-child > ul > li').length === {LOST}")
    assert "mine/cards.csv:301:15: error[missing-art]" in text(desk, "list")
    desk.click("#list > li:first-child > ul > li:last-child > .head")
    desk.until("at('card-place').textContent === 'mine/cards.csv:301'")
    assert text(desk, "card-name") == "Card 300"
    assert desk("at('card-source').getBoundingClientRect().top < innerHeight"), "its line is seen without scrolling"


@needs_browser
def test_a_group_of_many_comes_in_parts(desk):
    desk("showPane('faults')")
    items = "document.querySelectorAll('#list > li:nth-child(2) > ul > li').length"
    button = "#list > li:nth-child(2) > .more"
    assert desk(f"document.querySelector('{button}').textContent") == "show all 150"
    for number in (50, 100, 150):
        desk.click(button)
        desk.until(f"{items} === {number}")
    assert desk(f"document.querySelector('{button}').hidden")


@needs_browser
def test_sheets_fit_the_width_or_the_page_and_zoom(desk):
    desk("showPane('sheets')")
    size = "['width', 'height'].map(side => sheets.querySelector('img').getBoundingClientRect()[side])"
    fitted = desk(size)
    desk.press("p")
    whole = desk(size)
    assert whole[1] <= desk("sheets.clientHeight")
    assert whole[0] <= fitted[0]
    desk.press("0")
    assert desk(size) == fitted
    desk.press("+")
    assert desk(size)[0] == pytest.approx(1.4 * fitted[0], 0.01)
    desk.press("0")
    desk.press("ArrowRight")
    desk.until("at('where').textContent.startsWith('2 / ')")


@needs_browser
def test_arrows_move_between_thumbnails_and_enter_opens_one(desk):
    desk("cards.children[0].focus()")
    desk.press("ArrowRight")
    assert desk("document.activeElement.title") == "deck/c2"
    desk.press("ArrowDown")
    across = desk("getComputedStyle(cards).gridTemplateColumns.split(' ').length")
    assert desk("document.activeElement.title") == f"deck/c{2 + across}"
    desk.press("Enter")
    assert text(desk, "card-name") == f"Card {2 + across}"


@needs_browser
def test_the_page_is_dark_if_the_system_is_and_by_its_switch(desk):
    ground = "getComputedStyle(document.body).backgroundColor"
    light = desk(ground)
    desk.dark(dark=True)
    dark = desk(ground)
    assert light != dark
    desk.click("#theme")
    assert desk(ground) == light
    desk.click("#theme")
    assert desk(ground) == dark
    desk.dark(dark=False)
    desk.press("d")
    assert desk(ground) == dark
    desk.open(desk("location.href"), 1440)
    assert desk(ground) == dark, "the choice is remembered"


@needs_browser
def test_a_question_mark_lists_the_keys(desk):
    desk.press("?")
    assert "only cards with errors or warnings" in text(desk, "help")
    assert desk("at('help').open")
    desk.press("Escape")
    assert not desk("at('help').open")


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


NAMES = {"pnp watch", "my-game", "en", "English", "Deutsch", "Français", "Español"}
SEVERITIES = {"error", "errors", "warning", "warnings", "note", "notes"}
"""Words that scripts put together."""
_STRING = r'"(?:[^"\\]|\\.)*"'


def used() -> Iterator[str]:
    """The words of the page and of its scripts."""
    for file in (server.PAGE_FOLDER / "page.html", start.FOLDER / "start.html"):
        body = re.sub(r"<script.*?</script>", "", file.read_text("utf-8").partition("<body")[2], flags=re.DOTALL)
        yield from (one.strip() for one in re.findall(r">([^<{}]+)<", body))
        yield from re.findall(r'(?:title|aria-label|placeholder)="([^"]+)"', body)
    for kind in coverage.CLASSES:
        yield from (kind, coverage.LOOKS[kind][1])
    yield from first.KINDS
    for file in (*server.PAGE_FOLDER.glob("*.js"), *start.FOLDER.glob("*.js")):
        text = file.read_text("utf-8")
        yield from map(json.loads, re.findall(rf"\btr\(({_STRING})", text))
        for pair in re.findall(rf'\btr\([^"`()]*\? ({_STRING}) : ({_STRING})', text):
            yield from map(json.loads, pair)


@pytest.mark.parametrize("language", server.LANGUAGES)
def test_every_word_of_the_page_is_in_every_language(language):
    wanted = {one for one in used() if re.search(r"[A-Za-z]{2}", one)} - NAMES | SEVERITIES
    assert set(server.known(language)) == wanted
    assert all(server.known(language).values())


@pytest.mark.parametrize("language", server.LANGUAGES)
def test_translations_have_the_same_values(language):
    for english, translation in server.known(language).items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", translation)), english


@pytest.mark.slow
@needs_browser
def test_the_page_speaks_the_language_that_is_chosen(still, tmp_path):
    with opened(tmp_path / "profile") as browser:
        browser.open(still.server.url, 1280)
        browser.until("view && view.cards.length && language === 'en'")
        browser("(localStorage.setItem('language', 'de'), location.reload())")
        browser.until("document.readyState === 'complete' && language === 'de' && view && view.cards.length")
        assert browser("document.documentElement.lang") == "de"
        assert browser("at('to-cards').textContent") == "Karten"
        assert browser("at('card-close').getAttribute('aria-label')") == "schließen"
        assert browser("at('search').placeholder") == "suchen (/)"
        assert re.fullmatch(r"\d+ Teile", browser("at('matching').textContent"))
        assert browser("at('state').textContent").startswith("in ")
        assert browser("document.documentElement.scrollWidth") <= 1280
        browser.open(still.server.url, 375)
        browser.until("language === 'de' && view && view.cards.length")
        assert browser("document.documentElement.scrollWidth") <= 375
        assert browser.problems == []
