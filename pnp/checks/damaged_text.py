"""A text that another program damaged: letters in a wrong encoding, `\\n` for a line end, or a spreadsheet's error.

`cafÃ©` and `itâ€™s` are “café” and “it’s” in UTF-8, read as Windows-1252. `#REF!`, `#N/A` and `Loading...` alone in a
cell are what a spreadsheet shows instead of a value, `NaN`, `undefined` and `=A1+B2` what programs write. All of them
print as they are. This is a warning: a text may mean them.

PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: AÇÃO… AMANHÃ” Â vs. √2`
PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Take card #1. Loading... now`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Is it my cafÃ©?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Itâ€™s my turn`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: "#REF!"`
FAIL: rulebook.md: `Keep your hand secret.` -> `Keep your hand secret: cafÃ©.`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support import written
from pnp.diagnostics import Diagnostic
from pnp.kit import damage
from pnp.kit.fields import within


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for every damaged text."""
    for text, span in written.typed_texts(context):
        found = damage.found(text)
        if found:
            place = within(text, span, found.start, found.length)
            yield diagnostic(__name__, place, found.message, found.hint, severity="warning")
