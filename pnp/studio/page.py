"""The page as one HTML text, assembled from the files of the folder `assets`."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from pnp.studio import words

FOLDER = Path(__file__).parent / "assets"
STYLES = ("style.css", "studio.css", "proof.css", "exports.css")
SCRIPTS = (
    "dom.js", "words.js", "sheets.js", "cards.js", "faults.js", "card.js", "canvas.js", "rulers.js", "several.js",
    "align.js", "turn.js", "drag.js", "values.js", "styles.js", "source.js", "drop.js", "studio.js", "table.js",
    "proof.js", "exports.js", "mends.js", "keys.js", "start.js",
)  # fmt: skip
"""The page's scripts in their order; all share one scope."""

_STYLE, _SCRIPTS, _FIRST, _EDITS, _WORDS = "{style}", "{scripts}", "{first view}", "{edits}", "{words}"


def template() -> str:
    """The page without a view."""
    html, *styles = ((FOLDER / name).read_text("utf-8") for name in ("page.html", *STYLES))
    scripts = ((FOLDER / name).read_text("utf-8") for name in SCRIPTS)
    html = html.replace(_WORDS, words.for_page())
    return html.replace(_STYLE, "\n".join(styles)).replace(_SCRIPTS, '"use strict";\n' + "\n".join(scripts))


def filled(page: str, view: str, *, edits: bool = False) -> str:
    """The page with a view as JSON, which cannot end the element that it is in; `edits` if it can edit the kit."""
    return page.replace(_EDITS, "edits" if edits else "looks").replace(_FIRST, view.replace("<", "\\u003c"))


def policy(page: str) -> str:
    """The page's Content-Security-Policy: its own style and script by hash, its own pictures and events."""

    def hashes(tag: str) -> str:
        inner = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        sums = (base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() for content in inner)
        return " ".join(f"'sha256-{total}'" for total in sums)

    return (
        f"default-src 'none'; script-src {hashes('script')}; style-src {hashes('style')}; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
