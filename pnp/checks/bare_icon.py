"""The name of an icon in braces or brackets, which is printed as it is.

In texts an icon is its name between colons, `:score:`. In the cells of a table it may also be `{score}` or `[score]`,
if `kit.yaml` has `icons: braces` or `icons: brackets` beside the table's file. This is a note: the words may be meant.

PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Is it my :score:?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: "Is it my [score]?"`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: "Is it my {Score}?"`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support import written
from pnp.diagnostics import Diagnostic
from pnp.kit import damage
from pnp.kit.fields import within


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One note for every such name in a card's text."""
    icons = context.render.kit.icons
    for text, span in written.of_cards(context) if icons else ():
        for form, pattern in damage.WRITTEN.items():
            for match in pattern.finditer(text):
                name = damage.icon_named(match[1])
                if name in icons:
                    place = within(text, span, match.start(), len(match[0]))
                    hint = f"for the icon write :{name}:, or 'icons: {form}' beside the table's 'file' in kit.yaml"
                    yield diagnostic(__name__, place, f"{match[0]} is printed as it is", hint, severity="note")
