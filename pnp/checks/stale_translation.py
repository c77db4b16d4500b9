"""A text in a work file that the kit does not have, or no longer has.

The text has changed in the base, or the edition has a translation of its own in another file. The translation in the
work file is not printed. `pnp translate KIT` refreshes the file: it keeps the translation and marks it as fuzzy if
there is a similar text, and otherwise moves it to the end. These are notes.

PASS: stable/kit.yaml: is `extends: rhino`
FAIL: stable/kit.yaml: is `extends: rhino\\nlanguage: es`; stable/texts.es.po: is `msgid "a"\\nmsgstr "b"`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.unfinished_translation import is_picture, texts
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One note for each translation of a text that there is not."""
    kit = context.render.kit
    known = {text.key for text in texts(context)} if kit.work.files else set()
    for key, entry in kit.work.entries.items():
        if key in known or not entry.text or is_picture(entry):
            continue
        source = entry.source if len(entry.source) <= 60 else f"{entry.source[:59]}…"
        message = f"{source!r} is not a text of this kit, or not one to translate, so its translation is not printed"
        hint = f"pnp translate {kit.slug} refreshes the file, and keeps what you wrote"
        yield diagnostic(__name__, entry.span, message, hint, severity="note")
