"""The lines of a kit's templates, and its rulings, as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.diagnostics import Diagnostics, Span
from pnp.sources.yaml import read_text

_FIELD = re.compile(r"\{[{%#](?:(?!\{[{%#]).)*?[}%#]\}|<!--.*?-->")
_HIDDEN = "\0"


class TemplateLine(NamedTuple):
    """A line of a template or a ruling. In `hidden` placeholder characters replace fields and comments."""

    span: Span
    hidden: str


def lines(context: CheckContext) -> Iterator[TemplateLine]:
    """The lines of the used templates, and the rulings."""
    for path in context.render.templates.files():
        for number, line in enumerate((read_text(path, Diagnostics()) or "").split("\n"), start=1):
            yield _line(Span(str(path), number), line)
    for ruling in context.render.kit.rulings.values():
        yield _line(ruling.at("question"), ruling.question)
        yield _line(ruling.at("answer"), ruling.answer)


def _line(span: Span, text: str) -> TemplateLine:
    return TemplateLine(span, _FIELD.sub(lambda field: _HIDDEN * len(field[0]), text))
