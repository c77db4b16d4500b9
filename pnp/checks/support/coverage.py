"""What each printed sentence rests on: counts by document, and the report as text, JSON and a page to look at."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.checks.support import film
from pnp.checks.support.context import CheckContext
from pnp.checks.support.pinned import facts_of, known_entries, without_braces, written
from pnp.checks.support.sentences import (
    DERIVED,
    PROVED,
    UNCLASSIFIED,
    Sentence,
    by_document,
    language_of,
    place,
    sentences,
    trial,
)
from pnp.checks.support.shaded import Shade, picture, shades
from pnp.diagnostics import PlacedText, counted
from pnp.graphics import Rect
from pnp.graphics.content import Content
from pnp.rules.moments import FactError
from pnp.text import marked
from pnp.text.vector import VectorWriter

UNPROVED = "unproved"
CLASSES = (
    DERIVED,
    PROVED,
    UNPROVED,
    *(marked.VOUCHED, marked.RULING, marked.EXAMPLE, marked.LABEL, marked.FLAVOUR, marked.ADVICE, marked.CREDIT),
    UNCLASSIFIED,
)
"""The classes of sentences in the order of the report. `unproved` is one that play does not bear out."""
RULES = (PROVED, UNPROVED, marked.VOUCHED, UNCLASSIFIED)
"""The classes of sentences that state rules in prose, or may do so."""


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
    """A position of play that bears it out, or one in which play shows something else, as an SVG image."""
    details: tuple[str, ...] = ()
    """For a page: the rule with the words in its places, the facts, who vouches for it and why."""

    @property
    def head(self) -> str:
        """The class and the place, with what the sentence rests on unless the details have it."""
        is_in_details = bool(self.details) and self.kind != marked.EXAMPLE
        return f"{self.kind}{f': {self.rests}' if self.rests and not is_in_details else ''} ({self.place})"


class ShadedPiece(NamedTuple):
    """A side of a piece as SVG, with its sentences shaded; its name, and its width in mm."""

    name: str
    width: float
    svg: str


class PieceCoverage(NamedTuple):
    """The sentences of one piece, and its shades by side as SVG: each has the number of its sentence in `data-line`."""

    lines: list[CoverageLine]
    sentences: list[Sentence]
    sides: dict[str, str]


class Coverage(NamedTuple):
    """The sentences of a kit by document, which is a component's title."""

    kit: str
    documents: dict[str, list[CoverageLine]]
    pieces: Mapping[str, list[ShadedPiece]] = MappingProxyType({})
    """The pieces of each document, if they were drawn."""
    definitions: str = ""
    """What the pictures of pieces have in common, as SVG."""

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


def coverage(context: CheckContext, *, drawn: bool = False) -> Coverage:
    """What the printed sentences of a kit rest on; also on its pieces, if they are to be `drawn`."""
    kit = context.render.kit
    documents = {
        kit.components[id_].title: [_line(context, sentence, detailed=drawn) for sentence in printed]
        for id_, printed in by_document(context).items()
    }
    found = Coverage(kit.slug, documents)
    return _drawn(context, found) if drawn else found


def _drawn(context: CheckContext, found: Coverage) -> Coverage:
    """The coverage with the pieces of each document."""
    writer, kit = VectorWriter(context.render.fonts, "d", address=_within_page), context.render.kit
    pieces: dict[str, list[ShadedPiece]] = {}
    for piece, drawing in (*context.drawings(), *((piece, piece.front) for piece in context.described)):
        numbers = {sentence[:4]: at for at, sentence in enumerate(by_document(context).get(piece.component, ()))}
        shaded, title = list(shades(context, piece, drawing)), kit.components[piece.component].title
        marks = _marks(shaded, [numbers.get(one.sentence[:4]) for one in shaded], found.documents.get(title, []))
        svg = writer.picture(writer.items(drawing.items) + marks, Rect(0, 0, *drawing.size))
        shown = ShadedPiece(piece.title, drawing.size.w, svg)
        pieces.setdefault(title, []).append(shown)
    return found._replace(pieces=pieces, definitions=writer.definitions)


def of_piece(context: CheckContext, id_: str) -> PieceCoverage | None:
    """What the sentences of a piece rest on; None if there is no such piece."""
    piece = context.by_id.get(id_)
    if piece is None:
        return None
    drawings = {"front": piece.front, "back": piece.back}
    shaded = {side: list(shades(context, piece, one)) if one else [] for side, one in drawings.items()}
    by_text = {shade.sentence[:3]: shade.sentence for mine in shaded.values() for shade in mine}
    numbers = {key: number for number, key in enumerate(by_text)}
    lines = [_line(context, sentence, detailed=True) for sentence in by_text.values()]
    sides = {side: _marks(mine, [numbers[one.sentence[:3]] for one in mine], lines) for side, mine in shaded.items()}
    return PieceCoverage(lines, list(by_text.values()), sides)


def _within_page(content: Content) -> str:
    """The address of a bitmap that is written into the page."""
    data = content.read()
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


def _marks(shaded: Sequence[Shade], numbers: Sequence[int | None], lines: Sequence[CoverageLine]) -> str:
    """The shades of sentences, each with the class and the number of its line in the list."""
    kinds = [one.sentence.kind if at is None else lines[at].kind for one, at in zip(shaded, numbers, strict=True)]
    return "".join(map(_mark, shaded, numbers, kinds))


def _mark(shade: Shade, number: int | None, kind: str) -> str:
    line = "" if number is None else f' data-line="{number}"'
    boxes = (f'<rect x="{x:.5g}" y="{y:.5g}" width="{w:.5g}" height="{h:.5g}"/>' for x, y, w, h in shade.boxes)
    return f'<g class="shade {kind}" fill="url(#p-{kind})"{line}>{"".join(boxes)}</g>'


def _line(context: CheckContext, sentence: Sentence, *, detailed: bool) -> CoverageLine:
    """A sentence of the report; `detailed` with what a page shows of it."""
    where = place(context, sentence).short
    line = CoverageLine(sentence.text, sentence.kind, _rests(context, sentence), where, _count(sentence))
    if sentence.kind == PROVED:
        line = _tried(context, sentence, line, detailed=detailed)
    explained = rests_on(context, sentence) if detailed and line.kind != DERIVED else ()
    details = tuple(text for text in explained if text != line.kind)
    return line._replace(details=details)


def _rests(context: CheckContext, sentence: Sentence) -> str:
    if sentence.kind in marked.RESTS_ON_FACTS:
        return "; ".join(f"{name}: {value}" for name, value in facts_of(context, sentence).items())
    names = ", ".join(sentence.names)
    return f"example {names}" if sentence.kind == marked.EXAMPLE else names


def _tried(context: CheckContext, sentence: Sentence, line: CoverageLine, *, detailed: bool) -> CoverageLine:
    """The line of a sentence that a rule reads, with a position of play if it is wrong, or if `detailed`."""
    tried = trial(context, sentence)
    if tried is None:
        return line._replace(kind=UNPROVED, rests="rule ")
    is_proved = tried.verdict.state == PROVED
    moment = tried.verdict.moment if detailed or not is_proved else None
    return line._replace(
        kind=PROVED if is_proved else UNPROVED,
        rests=f"rule {tried.name}",
        wrong="" if is_proved else tried.verdict.message,
        position=picture(moment, context.render.kit.phrasebook.names) if moment else "",
    )


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


LOOKS = {
    DERIVED: ("#8fb0e6", "names, numbers and texts that come from the data"),
    PROVED: ("#69c678", "sentences that a rule reads and play bears out"),
    UNPROVED: ("#f0705e", "sentences that play does not bear out"),
    marked.VOUCHED: ("#f0c04a", "sentences for which a person vouches"),
    marked.RULING: ("#d8a93a", "answers of rulings"),
    marked.EXAMPLE: ("#58b9b9", "worked examples, which are played"),
    marked.LABEL: ("#b4b4b4", "headings and labels"),
    marked.FLAVOUR: ("#c48fdc", "flavour"),
    marked.ADVICE: ("#d6ae7d", "advice"),
    marked.CREDIT: ("#b9b96a", "credits"),
    UNCLASSIFIED: ("#f0705e", "sentences without a class"),
}
"""The colour and the meaning of each class on the page. Each has a pattern of its own, too."""
_PATTERNS = {
    kind: (at % 4 * 45, 2 + at // 4, kind in (marked.LABEL, marked.FLAVOUR, marked.ADVICE, marked.CREDIT))
    for at, kind in enumerate(CLASSES)
}
"""The pattern of each class: the angle and the distance of its lines, and whether they are dashed."""


def patterns(kinds: Iterable[str] = CLASSES) -> str:
    """The patterns by which the shades of classes are filled, as SVG definitions `p-CLASS`."""
    return "".join(_pattern(LOOKS[kind][0], f"p-{kind}", *_PATTERNS[kind]) for kind in kinds)


def _pattern(colour: str, id_: str, angle: int, gap: int, dashed: bool) -> str:
    size = f'width="{gap}" height="{gap}"'
    line = f'd="M0 {gap / 2:g}h{gap / 2 if dashed else gap:g}" stroke="{colour}" stroke-width=".35"'
    return (
        f'<pattern id="{id_}" {size} patternUnits="userSpaceOnUse" patternTransform="rotate({angle})">'
        f'<rect {size} fill="{colour}" fill-opacity=".4"/><path {line}/></pattern>'
    )


def swatch(kind: str) -> str:
    """A small picture of the pattern of a class."""
    rect = f'<rect width="8" height="5" fill="url(#p-{kind})"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="swatch" viewBox="0 0 8 5" aria-hidden="true">{rect}</svg>'


def as_page(every: Iterable[Coverage]) -> str:
    """The coverage of kits as one HTML page: each text shaded by its class, where it is printed and in a list."""
    from jinja2 import Environment

    kits = list(every)
    names = ", ".join(kit.kit for kit in kits)
    template = (Path(__file__).parent / "coverage.html").read_text("utf-8")
    page = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(template)
    return page.render(kits=kits, names=names, classes=CLASSES, looks=LOOKS, patterns=patterns(), swatch=swatch)


# Explanations -------------------------------------------------------------------------------------------------

# For each text of a line: what it rests on, and by which rule, or why no rule reads it.


def explained(context: CheckContext, file: str, line: int) -> list[str]:
    """Lines of text about each printed text that a line of a file prints, itself or by a macro; none if it prints none.

    `file` is the end of the file's path, such as `rulebook.md`.
    """
    wanted = Path(file).parts
    found: dict[str, None] = {}
    for sentence in sentences(context):
        span = place(context, sentence)
        lines = sentence.text.lines if isinstance(sentence.text, PlacedText) else set()
        if any(n == line and Path(name).parts[-len(wanted) :] == wanted for name, n in {span[:2], *lines}):
            about = (f"    {text}" for text in rests_on(context, sentence))
            found["\n".join([f"{span.short}: {sentence.text}", *about])] = None
    return [text for block in found for text in block.split("\n")]


def rests_on(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    """What a sentence rests on: the rule that reads it and the moments of play, or who vouches for it, and why."""
    if sentence.kind == PROVED:
        yield from _proved(context, sentence)
        return
    yield sentence.kind
    for name, value in facts_of(context, sentence).items():
        yield f"fact {name}: {value}"
    text = without_braces(written(context, sentence))
    entry = next((one for one in known_entries(context) or [] if without_braces(one.text) == text and one.by), None)
    if entry:
        yield f"vouched for by {': '.join(filter(None, (entry.by, entry.why)))}"
    nearest = film.near(context, sentence.text, language_of(context, sentence))
    if nearest and sentence.kind not in (marked.CREDIT, marked.LABEL):
        yield f"no rule reads it: {nearest.message}"
        yield from (f"accepted: {form}" for form in nearest.accepted)


def _proved(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    language = language_of(context, sentence)
    trial = film.by_rules(context, sentence.text, language)
    read = next(
        (one for one in film.readings(context, sentence.text, language) if trial and one.rule.name == trial.name),
        None,
    )
    if trial is None or read is None:
        yield "no rule reads it"
        return
    state = trial.verdict.state if not trial.verdict.message else f"{trial.verdict.state}: {trial.verdict.message}"
    yield f"{state}, by the rule {trial.name} ({read.rule.span.short})"
    if trial.verdict.relevant:
        yield f"borne out in {counted(trial.verdict.relevant, 'moment')} of play"
    yield f"read as: {read.pattern.shown}"
    for hole, value in read.holes.items():
        yield f"{hole}: {value}"
    play = film.play_of(context)
    for name in trial.settles:
        try:
            yield f"fact {name}: {play.fact(name) if play else ''}"
        except (KeyError, FactError) as error:
            yield f"fact {name}: {error}"
