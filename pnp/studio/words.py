"""The words of the page in other languages: one file for each, by the English words, which are those of the page."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent / "assets"
LANGUAGES = ("de", "fr", "es")
"""The languages besides English."""


def known(language: str) -> dict[str, str]:
    """The words of a language by the English ones."""
    found: dict[str, str] = json.loads((FOLDER / f"words.{language}.json").read_text("utf-8"))
    return found


def for_page() -> str:
    """The words of all languages as JSON, which cannot end the element that it is in."""
    every = {language: known(language) for language in LANGUAGES}
    return json.dumps(every, ensure_ascii=False).replace("<", "\\u003c")
