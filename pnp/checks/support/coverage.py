"""What each printed sentence rests on: counts by document, and the report as text, JSON and a page to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.checks.support.pinned import facts_of
from pnp.checks.support.position import picture
from pnp.checks.support.sentences import (
    DERIVED,
    PROVED,
    UNCLASSIFIED,
    Sentence,
    by_document,
    place,
    sentences,
    trial,
)
from pnp.text import marked

UNPROVED = "unproved"
CLASSES = (
    DERIVED,
    PROVED,
    UNPROVED,
    *(marked.VOUCHED, marked.RULING, marked.EXAMPLE, marked.LABEL, marked.FLAVOUR, marked.ADVICE, marked.CREDIT),
    UNCLASSIFIED,
)
"""The classes of sentences in the order of the report. `unproved` is one that play does not bear out."""
RULES = (PROVED, UNPROVED, marked.VOUCHED)
"""The classes of sentences that state rules in prose."""


class CoverageLine(NamedTuple):
    """A sentence of the report, or several with one mark: its class, what it rests on, and where it is written."""

    text: str
    kind: str
    rests: str
    place: str
    sentences: int
    wrong: str = ""
    """For a sentence that play does not bear out, why."""
    position: str = ""
    """The position in which play shows something else, as an SVG image."""


class Coverage(NamedTuple):
    """The sentences of a kit by document, which is a component's title."""

    kit: str
    documents: dict[str, list[CoverageLine]]

    def counts(self, lines: Iterable[CoverageLine] | None = None) -> Counter[str]:
        """The number of sentences in each class, of all documents or of some lines. A sentence counts once."""
        every = lines if lines is not None else (line for lines in self.documents.values() for line in lines)
        return sum((Counter({line.kind: line.sentences}) for line in dict.fromkeys(every)), Counter())

    @property
    def proved(self) -> int:
        """The percentage of rule sentences that play proves."""
        return _percentage(self.counts())


def _percentage(counts: Counter[str]) -> int:
    """The percentage of rule sentences that play proves; 100 if there are none."""
    rules = sum(counts[kind] for kind in RULES)
    return 100 * counts[PROVED] // rules if rules else 100


def percentage(context: CheckContext) -> int:
    """The percentage of a kit's rule sentences that rules read. One that play disproves is an error of its own."""
    counts = Counter[str]()
    for sentence in sentences(context):
        counts[sentence.kind] += _count(sentence)
    return _percentage(counts)


def _count(sentence: Sentence) -> int:
    return len(list(marked.sentences(sentence.text)))


def coverage(context: CheckContext) -> Coverage:
    """What the printed sentences of a kit rest on."""
    kit = context.render.kit
    documents = {
        kit.components[id_].title: [_line(context, sentence) for sentence in printed]
        for id_, printed in by_document(context).items()
    }
    return Coverage(kit.slug, documents)


def _line(context: CheckContext, sentence: Sentence) -> CoverageLine:
    rests, kind, wrong, position = ", ".join(sentence.names), sentence.kind, "", ""
    if sentence.kind == PROVED:
        tried = trial(context, sentence)
        kind = PROVED if tried and tried.verdict.state == PROVED else UNPROVED
        rests = f"rule {tried.name if tried else ''}"
        if tried and kind == UNPROVED:
            wrong, moment = tried.verdict.message, tried.verdict.moment
            position = picture(moment, context.render.kit.phrasebook.names) if moment else ""
    elif sentence.kind in marked.RESTS_ON_FACTS:
        rests = "; ".join(f"{name}: {value}" for name, value in facts_of(context, sentence).items())
    elif sentence.kind == marked.EXAMPLE:
        rests = f"example {rests}"
    where = place(context, sentence).short
    return CoverageLine(sentence.text, kind, rests, where, _count(sentence), wrong, position)


def as_text(found: Coverage) -> list[str]:
    """A table with a row for each document."""
    shown = [kind for kind in CLASSES if found.counts()[kind]]
    rows = [
        [title, *(str(found.counts(lines)[kind] or "–") for kind in shown)] for title, lines in found.documents.items()
    ]
    rows = [["document", *shown], *rows, ["all, each once", *(str(found.counts()[kind]) for kind in shown)]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(shown) + 1)]
    lines = [
        row[0].ljust(widths[0])
        + "".join(f"  {cell.rjust(width)}" for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    return [*lines, f"{found.proved} % of the rule sentences of {found.kit} are proved by play"]


def as_data(every: Iterable[Coverage]) -> dict[str, Any]:
    """The coverage of kits as plain data, with every sentence."""
    return {
        found.kit: {
            "proved": found.proved,
            "counts": dict(found.counts()),
            "documents": {
                title: [
                    {"text": one.text, "class": one.kind, "rests_on": one.rests, "place": one.place} for one in lines
                ]
                for title, lines in found.documents.items()
            },
        }
        for found in every
    }


_COLOURS = {
    DERIVED: "#dfe7f3",
    PROVED: "#cdebd0",
    UNPROVED: "#f6b7ae",
    marked.VOUCHED: "#fbe7b2",
    marked.RULING: "#f8efcf",
    marked.EXAMPLE: "#d8ecec",
    marked.LABEL: "#ececec",
    marked.FLAVOUR: "#eee0f3",
    marked.ADVICE: "#f3e9df",
    marked.CREDIT: "#f0f0e0",
    UNCLASSIFIED: "#f6b7ae",
}

_PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>What {{ names }} rests on</title>
<style>
body { font: 16px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
.one { padding: .1em .25em; border-radius: .25em; margin-right: .2em }
small { color: #555 } details { display: inline } figure { margin: .5em 0; overflow-x: auto }
svg { background: #fff; font: 13px system-ui, sans-serif } .name { font-size: 10px }
summary { display: inline; cursor: pointer; list-style: none }
{% for kind, colour in colours.items() %}.{{ kind }} { background: {{ colour }} }
{% endfor %}</style></head><body>
{% for kit in kits %}<h1>{{ kit.kit }}</h1>
<p>{{ kit.proved }} % of the rule sentences are proved by play.
{% for kind in classes if kit.counts()[kind] -%}
<span class="one {{ kind }}">{{ kind }} {{ kit.counts()[kind] }}</span>
{% endfor %}</p>
{% for title, lines in kit.documents.items() %}<h2>{{ title }}</h2>
<p>{% for one in lines %}<details class="one {{ one.kind }}"{% if one.wrong %} open{% endif %}>
<summary>{{ one.text }}</summary>
<small> {{ one.kind }}{% if one.rests %}: {{ one.rests }}{% endif %} ({{ one.place }})
{%- if one.wrong %}<br>{{ one.wrong }}{% endif %}</small>
{%- if one.position %}<figure>{{ one.position | safe }}</figure>{% endif %}</details>
{% endfor %}</p>
{% endfor %}{% endfor %}</body></html>
"""


def as_page(every: Iterable[Coverage]) -> str:
    """The coverage of kits as one HTML page: each text coloured by its class; a click shows what it rests on."""
    from jinja2 import Environment

    kits = list(every)
    names = ", ".join(kit.kit for kit in kits)
    page = Environment(autoescape=True).from_string(_PAGE)
    return page.render(kits=kits, names=names, classes=CLASSES, colours=_COLOURS)
