"""A field in a face's text without a space before or after it.

`{name}x` prints “Swervex”. That is nearly always a typing error, and it is on every card of the deck. A number may
touch one or two letters, as in `c{count}` and `{asides.range}mm`, and scripts without spaces need none.

PASS: faces.yaml: `text: "{kit.title}"` -> `text: "{kit.title}!"`
PASS: faces.yaml: `text: "{name}"` -> `text: "{name} c{count}"`
PASS: faces.yaml: `text: "{kit.title}"` -> `text: "{kit.title}の"`
FAIL: faces.yaml: `text: "{kit.title}"` -> `text: "{kit.title}x"`
FAIL: faces.yaml: `text: "{name}"` -> `text: "{name} {count}copies"`
FAIL: faces.yaml: `"{kit.players} players"` -> `"{kit.players}players"`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic
from pnp.kit import kit_data
from pnp.kit.fields import field_value
from pnp.sources import Node

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Letters of scripts that have no spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_TOUCHING = re.compile(rf"((?:(?![{_UNSPACED}])\w)*)\{{([\w.]+)\}}(?=((?:(?![{_UNSPACED}])\w)*))")
_UNIT = re.compile(r"[^\W\d_]{0,2}")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every text of a face in which a field touches a word."""
    for face in context.render.kit.facebook.faces.values():
        for element in face.elements:
            text = element.value.get("text") if isinstance(element.value, dict) else None
            if isinstance(text, Node) and isinstance(text.value, str) and _is_glued(context, text.value):
                yield diagnostic(
                    __name__,
                    text.span,
                    f"a field touches a letter or digit in {text.value!r}",
                    "put a space between them",
                )


def _is_glued(context: CheckContext, text: str) -> bool:
    for before, path, after in _TOUCHING.findall(text):
        is_unit = _UNIT.fullmatch(before) and _UNIT.fullmatch(after)
        if (before or after) and not (is_unit and _is_number(context, path)):
            return True
    return False


def _is_number(context: CheckContext, path: str) -> bool:
    """Whether a field is a number on all cards that have it."""
    cards = kit_data.cards(context.render.kit.cards).values()
    values = [value for card in cards if (value := field_value(card, path)) is not None]
    return bool(values) and all(str(value).isdecimal() for value in values)
