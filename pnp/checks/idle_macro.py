"""A macro that no template and no ruling calls.

Its words are on no page, but people who change or translate the kit read and keep them as if they were.

PASS: macros.md: `{% macro white() %}flag{% endmacro %}` -> `{% macro white() %}banner{% endmacro %}`
FAIL: macros.md: `{% macro white() %}` -> `{% macro red() %}crown{% endmacro %}\\n{% macro white() %}`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import Kit
from pnp.sources.yaml import read_text

_UNCALLED = re.compile(r"\{#.*?#\}|\{%-?\s*from\s.*?%\}", re.DOTALL)
"""Comments, and what imports macros."""
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)")
_CALL = re.compile(r"(?<!macro )\b(\w+)\s*\(")


def _called(kit: Kit, texts: Iterable[str]) -> set[str]:
    """The names that templates and rulings call."""
    rulings = [text for one in kit.rulings.values() for text in (one.question, one.answer, *one.says.values())]
    return {match[1] for text in (*texts, *rulings) for match in _CALL.finditer(text)}


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """An error, in custom editions a warning, for each macro of a kit's folder that no template of its layers calls."""
    if not context.whole:
        return
    kit = context.render.kit
    files = [
        *context.render.templates.files(),
        *chain.from_iterable(Path(folder).glob("*.md") for folder in kit.spoken),
    ]
    texts = {path: _without(read_text(path, Diagnostics()) or "") for path in dict.fromkeys(files)}
    called = _called(kit, texts.values())
    severity = "warning" if kit.edition == "custom" else "error"  # an edition may print fewer pages
    for path, text in texts.items():
        for macro in _MACRO.finditer(text):
            if path.parent == kit.folder and macro[1] not in called:
                message = f"no template calls the macro {macro[1]!r}"
                yield diagnostic(__name__, _span(path, text, macro), message, "remove it", severity=severity)


def _without(text: str) -> str:
    """A template without comments and imports, with the same lines."""
    return _UNCALLED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _span(path: Path, text: str, macro: re.Match[str]) -> Span:
    start = macro.start(1)
    line = text.count("\n", 0, start) + 1
    return Span(str(path), line, start - text.rfind("\n", 0, start), len(macro[1]))
