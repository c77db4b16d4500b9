"""HTML in a text, which is printed as it is typed: `<b>`, `<br>`, `&amp;`.

Tables from the web and from card databases have such tags for bold, italic and line ends. On a face, the filter `html`
makes Markdown of them: `{asides.text|html}` in `text` or `markdown`. In all other texts write Markdown: `**bold**`,
`*italic*`.

PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: "Is it *my* turn? 2 < 3 > 1 & so on"`
PASS: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: "Is it <u>my</u> turn? &nothing;"`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Is it <b>my</b> turn?`
FAIL: cards.yaml: `cry: "Is it my turn? Is it? Is it now?"` -> `cry: Is it my turn &amp; now?`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support import written
from pnp.diagnostics import Diagnostic
from pnp.sources import html
from pnp.text.fit import quoted


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for every line with HTML, however many pieces it is on."""
    for line in written.texts(context):
        tag = html.found(line.text)
        if tag:
            start = line.text.index(tag)
            place = written.place(context, line, start, start + len(tag))
            message = f"{quoted(line.text)} prints the HTML {tag!r} as it is typed"
            hint = "let the face make Markdown of it: {asides.text|html}; a tag without its other one stays as it is"
            yield diagnostic(__name__, place, message, hint)
