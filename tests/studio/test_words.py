"""The words of the page: every language has all of them, with the same places for values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from pnp.checks import coverage
from pnp.kit import first
from pnp.studio import page, start, words
from tests.support.chromium import needs_browser, opened

NAMES = {"pnp watch", "my-game", "en", "English", "Deutsch", "Français", "Español"}
SEVERITIES = {"error", "errors", "warning", "warnings", "note", "notes"}
"""Words that scripts put together."""
_STRING = r'"(?:[^"\\]|\\.)*"'


def used() -> Iterator[str]:
    """The words of the page and of its scripts."""
    for file in (page.FOLDER / "page.html", start.FOLDER / "start.html"):
        body = re.sub(r"<script.*?</script>", "", file.read_text("utf-8").partition("<body")[2], flags=re.DOTALL)
        yield from (one.strip() for one in re.findall(r">([^<{}]+)<", body))
        yield from re.findall(r'(?:title|aria-label|placeholder)="([^"]+)"', body)
    for kind in coverage.CLASSES:
        yield from (kind, coverage.LOOKS[kind][1])
    yield from first.KINDS
    for file in (*page.FOLDER.glob("*.js"), *start.FOLDER.glob("*.js")):
        text = file.read_text("utf-8")
        yield from map(json.loads, re.findall(rf"\btr\(({_STRING})", text))
        for pair in re.findall(rf'\btr\([^"`()]*\? ({_STRING}) : ({_STRING})', text):
            yield from map(json.loads, pair)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_word_of_the_page_is_in_every_language(language):
    wanted = {one for one in used() if re.search(r"[A-Za-z]{2}", one)} - NAMES | SEVERITIES
    assert set(words.known(language)) == wanted
    assert all(words.known(language).values())


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_translations_have_the_same_values(language):
    for english, translation in words.known(language).items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", translation)), english


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("width", [1280, 375])
def test_the_page_speaks_the_language_that_is_chosen(still, tmp_path, width):
    with opened(tmp_path / "profile") as browser:
        browser.open(still.server.url, width)
        browser.until("view && view.cards.length && language === 'en'")
        browser("(localStorage.setItem('language', 'de'), location.reload())")
        browser.until("document.readyState === 'complete' && language === 'de' && view && view.cards.length")
        assert browser("document.documentElement.lang") == "de"
        assert browser("at('to-cards').textContent") == "Karten"
        assert browser("at('card-close').getAttribute('aria-label')") == "schließen"
        assert browser("at('search').placeholder") == "suchen (/)"
        assert re.fullmatch(r"\d+ Teile", browser("at('matching').textContent"))
        assert browser("at('state').textContent").startswith("in ")
        assert browser("document.documentElement.scrollWidth") <= width
        assert browser.problems == []
