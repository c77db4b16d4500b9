"""Extract sentences from finished drawings, and tell rules text from names, labels and flavour text.

Extract running text from finished drawings: paragraphs, and tables with their rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.checks.support.context import CheckContext, memo, memoised
from pnp.components.context import Scope, filled
from pnp.components.elements import markdown as markdown_element
from pnp.components.elements import text as text_element
from pnp.components.faces import elements_of
from pnp.components.kinds.deck import printers
from pnp.components.repeat import scopes
from pnp.components.sides import of_card
from pnp.diagnostics import Diagnostics, PlacedText, Span, TextSource
from pnp.graphics import Drawing, Group, Item, Piece, Tag
from pnp.graphics.drawing import At, Holder, Text, TextBlock, Use, every, is_own, walk
from pnp.kit import Card, phrases
from pnp.kit.fields import parted
from pnp.kit.phrases import Statement
from pnp.text import Fonts, marked
from pnp.text.extract import joined
from pnp.text.table import HEAD_SEPARATOR

# Fields that are more than a count, a name or a term: a text with one of them is rules text.
_SAYS_MORE = re.compile(r"\{(?!count\}|(?:deck|kit|cards|components|decks|total)[.\[]|'[a-z_]+'\|said\b)")
_OF_RULES = re.compile(r"rules\.[\w.]+")
"""A list of the rules: an element that it repeats prints the same on every card."""
_COUNT = re.compile(r"count$|(?:deck|kit)\.")
_LEAVES = {"P", "H1", "H2", "H3", "H4", "LBody", "TD", "TH", "Cell", "Tab", "Face"}
_INNER = {"L", "Table", "BlockQuote"}
_SKIPPED = {"Artifact", "TOC", "Index", "Figure"}
"""Page numbers and running heads, and lists made of headings and terms."""
_BULLET = re.compile(r"^(?:\d+\.|[•–·]) ")


class PrintedText(NamedTuple):
    """A printed text, and where it was written."""

    text: str
    origin: Span


def tags(items: Iterable[Item], role: str) -> Iterator[Tag]:
    """Every tag of a role in items, at any depth."""
    return (item for item in every(items) if isinstance(item, Tag) and item.role == role)


def sentences(fonts: Fonts, drawing: Drawing) -> Iterator[PrintedText]:
    """The texts of a drawing's text elements, and the blocks of its Markdown elements, each on one line.

    The words in squares of a grid are left out: they are about the squares.
    """
    for tag in every(drawing.items, lambda item: not (isinstance(item, Tag) and item.role == "Square")):
        # Lines of running text are in groups of their own; only text elements contain their texts directly.
        if isinstance(tag, Tag) and tag.role == "P" and tag.origin and any(isinstance(i, Text) for i in tag.items):
            yield PrintedText(joined(fonts, texts(tag.items)), tag.origin)
    for column in drawing.tags(markdown_element.COLUMN):
        for text, origin, _ in blocks(fonts, column.items, column.origin):
            if text and origin:
                yield PrintedText(text, origin)


Printed = tuple[str, Span | None, TextBlock | None]
"""The text of a block, where it is written or its template is named, and its block in the template."""


def blocks(fonts: Fonts, items: Iterable[Item], origin: Span | None) -> Iterator[Printed]:
    """The text of each block in items, by default written at `origin`.

    A block is a paragraph, a heading, a list item, a cell, or a text outside of these.
    """
    for item, at in walk(items, At(origin=origin), is_open):
        if isinstance(item, Text):
            yield item.text.strip(), at.origin, None
        elif isinstance(item, Tag) and item.role == "Figure":
            yield from _scenes(fonts, item)
        elif isinstance(item, Tag) and is_block(item):
            text = joined(fonts, texts(item.items))
            yield _BULLET.sub("", text) if item.role == "LBody" else text, item.origin or at.origin, item.block
            for inner in every(item.items, is_own):  # a panel in a cell of a table
                if isinstance(inner, Tag) and inner.role == "Figure":
                    yield from _scenes(fonts, inner)


def is_open(item: Holder) -> bool:
    """Whether an item may have blocks inside it."""
    return is_own(item) and not (isinstance(item, Tag) and (item.role in _SKIPPED or is_block(item)))


def is_block(tag: Tag) -> bool:
    return tag.role in _LEAVES and not any(
        isinstance(inner, Tag) and (inner.role in _INNER or inner.block) for inner in tag.items
    )


def _scenes(fonts: Fonts, figure: Tag) -> Iterator[Printed]:
    """The text in pictures, also in pictures in them."""
    for item in every(figure.items, lambda item: isinstance(item, Group)):
        if isinstance(item, Use):
            yield from blocks(fonts, item.drawing.items, None)


def texts(items: Iterable[Item]) -> Iterator[Text]:
    """Every text in items, in reading order, without those of placed drawings."""
    return (item for item in every(items, is_own) if isinstance(item, Text))


def rules_text(context: CheckContext, deck: str, id_: str) -> list[PrintedText]:
    """The rules text on a card's front: all sentences except its name, flavour, labels and counts."""
    fronts = [piece.front for piece in context.prints(deck, id_)]
    return memo(context.render, (rules_text, deck, id_, *fronts), lambda: _rules_text(context, deck, id_, fronts))


def _rules_text(context: CheckContext, deck: str, id_: str, fronts: list[Drawing]) -> list[PrintedText]:
    card = context.render.kit.cards[deck][id_]
    # Each of these is removed once: a card may name itself among those it counters.
    not_rules = [card.name.lower(), *(text for aside in card.aside_texts.values() for text in _forms(aside.lower()))]
    numbers = {key: value for key, value in card.plain_traits.items() if isinstance(value, int)}
    not_rules += [str(value) for key, value in numbers.items() if not _is_stated(context, key, value)]
    plain = _plain_patterns(context, face_of(context, deck, id_))
    lists = _list_origins(context, face_of(context, deck, id_))
    found = []
    for sentence in dict.fromkeys(
        sentence for front in fronts for sentence in _with_lists(context, sentences(context.render.fonts, front), lists)
    ):
        if sentence.text.lower() in not_rules:
            not_rules.remove(sentence.text.lower())
        elif not any(pattern.fullmatch(sentence.text) for pattern in plain):
            found.append(sentence)
    return found


def _is_stated(context: CheckContext, key: str, value: int) -> bool:
    """Whether a phrase of the kit says a trait by its number alone, so that this number is rules text."""
    return any(one.traits == {key: value} for one in statements(context, str(value)))


def _with_lists(context: CheckContext, printed: Iterable[PrintedText], lists: set[Span]) -> Iterator[PrintedText]:
    """Sentences, with the items of a repeated trait read as one list in the place of the first item."""
    before: list[PrintedText] = []
    items: list[PrintedText] = []
    after: list[PrintedText] = []
    for sentence in printed:
        (items if sentence.origin in lists else after if items else before).append(sentence)
    yield from before
    if items:
        between = context.render.kit.phrasebook.between
        yield PrintedText(between.join(item.text for item in items), items[0].origin)
    yield from after


@memoised()
def _list_origins(context: CheckContext, face: str) -> set[Span]:
    """Where the text elements are written that a face repeats for each item of a trait."""
    found = context.render.kit.facebook.faces.get(face)
    elements = elements_of(context.render, face, found) if found else []
    return {
        element.at("text")
        for element in elements
        if isinstance(element, text_element.Spec) and "traits." in str(element.repeat or "") and "item" in element.text
    }


def _forms(aside: str) -> dict[str, None]:
    """A text as a text element prints it, and the blocks that a Markdown element makes of it."""
    return dict.fromkeys([aside, *(block.text for block in marked.blocks(aside))])


def place(context: CheckContext, card: Card, sentence: PrintedText) -> Span:
    """Where a sentence comes from: the card's own words, the face if it adds to them, else the card's traits.

    If only the phrase is in the overlay, and the traits are its base's, it is the phrase.
    """
    said = sentence.text.split()  # a face may print no-break spaces
    field = next((field for field, words in card.words.items() if words.split() == said), None)
    if field:
        return card.at("words", field)
    kit = context.render.kit
    book = kit.phrasebook
    written, _, _ = phrases.write(card, book, kit.language, Diagnostics())
    field = next((field for field, words in written.items() if words == sentence.text), None)
    if field is None:
        return sentence.origin
    phrase = phrases.phrase_for(card, book, field)
    above = phrase and _layer(context, phrase.at("words")) < _layer(context, card.at("traits"))
    return phrase.at("words") if phrase and above else card.at("traits")


def _layer(context: CheckContext, span: Span) -> int:
    """The index of a place's folder among the kit's layers, from the top."""
    folders = list(context.render.kit.spoken)
    folder = str(Path(span.file).parent)
    return folders.index(folder) if folder in folders else len(folders)


def face_of(context: CheckContext, deck: str, id_: str) -> str:
    """The name of the face that a card is printed with; empty if no component prints it."""
    kit = context.render.kit
    spec = next(iter(printers(kit, deck).values()), None)
    return of_card(kit, deck, spec, id_).face if spec else ""


@memoised()
def _plain_patterns(context: CheckContext, face: str) -> list[re.Pattern[str]]:
    """Patterns of a face's own texts, the same on every card: labels, and sentences about counts and the kit."""
    found = context.render.kit.facebook.faces.get(face)
    elements = elements_of(context.render, face, found) if found else []
    written = [(e.text, scope) for e in elements if isinstance(e, text_element.Spec) for scope in _scopes(context, e)]
    columns = (e.markdown for e in elements if isinstance(e, markdown_element.Spec))
    general = context.render.kit_scope()
    written += [(block.text, general) for column in columns for block in marked.blocks(column)]
    texts = ((text, scope) for text, scope in written if not _says_more(text, scope))
    return [re.compile("".join(_patterns(context, text, scope)), re.IGNORECASE) for text, scope in texts]


def _scopes(context: CheckContext, element: text_element.Spec) -> Iterator[Scope]:
    """What a text can name on every card, with the item of each repetition if the element is repeated for the rules."""
    scope = context.render.kit_scope()
    if isinstance(element.repeat, str) and _OF_RULES.fullmatch(element.repeat):
        yield from scopes(context.render, element, scope)
    else:
        yield scope


def _says_more(text: str, scope: Scope) -> bool:
    return _SAYS_MORE.search(text.replace("{item|said}", "") if "item" in scope else text) is not None


def _patterns(context: CheckContext, text: str, scope: Scope) -> Iterator[str]:
    """The patterns of a text's words and fields: any number for a count, and names and terms as they are printed."""
    for index, part in enumerate(parted(text)):
        if index % 2 == 0:
            yield re.escape(part)
        elif _COUNT.match(part):
            yield r"\d+"
        else:
            yield re.escape(filled(context.render, f"{{{part}}}", scope, context.render.kit.origin.span))


@memoised()
def statements(context: CheckContext, text: str) -> list[Statement]:
    """The distinct statements that the kit's phrase book reads in a sentence."""
    distinct: list[Statement] = []
    for statement in phrases.read(text, context.render.kit.phrasebook):
        if all(statement.traits != other.traits for other in distinct):
            distinct.append(statement)
    return distinct


class Paragraph(NamedTuple):
    """A paragraph of a template, with the places of its words, or a text on one page. `origin` is where the template is
    named or the text is written."""

    text: str
    origin: Span | None


class PrintedTable(NamedTuple):
    """A table's head and rows, as cells. A table that continues on the next page is one table.

    Cells of a template have the places where they are written; `origin` is where the template is named.
    """

    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    origin: Span | None

    def place(self, row: tuple[str, ...], cell: int = 0) -> Span | None:
        """Where a cell of a row is written; the place of the head if the row has none."""
        texts = (*row[cell:], *row, *self.head)
        return next((text.outermost for text in texts if isinstance(text, PlacedText)), self.origin)


def paragraphs(context: CheckContext, holding: str) -> Iterator[Paragraph]:
    """The paragraphs with at least one of the characters in `holding`; all paragraphs if it is empty."""
    for _, drawing in _drawings(context):
        for tag in drawing.tags("P"):
            text = tag.block.text if tag.block else text_of(context.render.fonts, tag.items)
            if not holding or not set(holding).isdisjoint(text):
                yield Paragraph(text, tag.origin)


def tables(context: CheckContext) -> list[PrintedTable]:
    """The tables of all components except printing guides."""
    printed: list[PrintedTable] = []
    last = ("", "")
    for piece, drawing in _drawings(context):
        for tag in drawing.tags("Table"):
            head, rows = _rows(context.render.fonts, tag)
            if tag.alt and not head and last == (piece.component, tag.alt):
                printed[-1].rows.extend(rows)
            else:
                last = (piece.component, tag.alt)
                printed.append(
                    PrintedTable(head or tuple(tag.alt.split(HEAD_SEPARATOR) if tag.alt else ()), rows, tag.origin)
                )
    return printed


def _rows(fonts: Fonts, table: Tag) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The cells of the head, if this part of the table has it, and of the rows."""
    head: tuple[str, ...] = ()
    rows = []
    for row in tags(table.items, "TR"):
        cells = [cell for cell in row.items if isinstance(cell, Tag)]
        words = tuple(_cell(fonts, cell) for cell in cells)
        if all(cell.role == "TH" for cell in cells):
            head = words
        else:
            rows.append(words)
    return head, rows


def _cell(fonts: Fonts, cell: Tag) -> str:
    """The text of a cell, with the place where it is written."""
    text, written = text_of(fonts, cell.items), cell.block.text if cell.block else ""
    place = written.outermost if isinstance(written, PlacedText) else None
    return PlacedText(text, [TextSource(0, place, runs=False)]) if place else text


def _drawings(context: CheckContext) -> Iterator[tuple[Piece, Drawing]]:
    """Every drawing, once, of all components except printing guides."""
    kinds = context.render.kit.components
    return ((piece, drawing) for piece, drawing in context.drawings() if kinds[piece.component].kind != "guide")


def text_of(fonts: Fonts, items: Iterable[Item]) -> str:
    """The text of some items, on one line."""
    return joined(fonts, texts(items))
