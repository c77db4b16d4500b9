"""Names of cards in an edition that no page shows.

The base has other names for these cards, and prints them nowhere either: its faces show something else, such as a value
and a suit. Only messages and the files for digital tables have the new names, so the cards look as before. A
translation gives names to all cards, so nothing is reported there.

PASS: stable/kit.yaml: is `extends: rhino`; stable/cards.yaml: is `moves: {swerve: {name: Swoop}}`
FAIL: stable/kit.yaml: is `extends: duel`; stable/cards.yaml: is `deck: {five_of_clubs: {name: Five of Cups}}`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit import paths
from pnp.kit.languages import primary

_SEPARATORS = re.compile(r"[\W_]+")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning at the first name of each deck's cards that is printed nowhere, with the number of the others."""
    kit = context.render.kit
    is_translation = len({primary(language) for language in kit.spoken.values()}) > 1
    if not context.whole or is_translation or paths.extends(kit.folder) is None:
        return
    printed = [_letters(" ".join(text.text for text in drawing.texts())) for _, drawing in context.drawings()]
    for deck, cards in kit.cards.items():
        own = [card for card in cards.values() if Path(card.at("name").file).parent == kit.folder]
        idle = [card for card in own if not any(_letters(card.name) in text for text in printed)]
        if idle:
            others = f", and neither is any of {len(idle) - 1} others of this deck" if idle[1:] else ""
            message = f"the name {idle[0].name!r} is on no page{others}"
            hint = f"what cards of {deck!r} show is in their face, in faces.yaml: another field, a sign or a picture"
            yield diagnostic(__name__, idle[0].at("name"), message, hint, severity="warning")


def _letters(text: str) -> str:
    """A text in lower case without what parts words, which may be on two lines."""
    return _SEPARATORS.sub("", text).casefold()
