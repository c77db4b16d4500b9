"""Data classes for kits, cards, faces and the other contents of kits' data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pnp.diagnostics import counted
from pnp.kit.annotations import ANY_KEY, CODES, FACE, STYLE, FaceChoice, FontName, NameOf, PictureIdea, With
from pnp.kit.languages import LANGUAGE, Form, is_right_to_left
from pnp.kit.record import Extending, Record
from pnp.kit.schema import (
    Between,
    ByForm,
    Id,
    Matching,
    Name,
    OrExpression,
    Paint,
    Side,
    Untyped,
)
from pnp.kit.sizes import CardSize, Stock
from pnp.kit.work_file import NONE, WorkFiles
from pnp.sources import Node

MAX_COPIES = 999
Copies = Annotated[int, Between(0, MAX_COPIES)]
IconName = Annotated[str, Matching(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*", "a name of lower-case letters and digits")]
Language = Annotated[str, Matching(LANGUAGE, "a language code like 'en' or 'pt-BR'")]


@dataclass(frozen=True, kw_only=True)
class Font(Record):
    """A font role: a file of a PyPI font package or, if no package is given, a file beside `fonts.yaml`."""

    file: str
    """The name of the font file: TTF, OTF, TTC, WOFF or WOFF2."""
    index: int | None = None
    """The number of the font in a collection (TTC), counted from 0."""
    package: str | None = None
    """The font package that contains the file; by default, the file is beside `fonts.yaml`."""
    fallback: tuple[FontName, ...] = ()
    """Other roles whose fonts have the characters that this one lacks, tried in order."""
    borrow: str = ""
    """Characters whose glyphs are those of the first fallback, because it has better ones."""
    widths: dict[str, Annotated[float, Between(0.2, 2)]] = field(default_factory=dict)
    """Characters whose glyphs are too wide or too narrow, each with the share of its width: `{"-": 0.55, " ": 1.3}`."""
    made: Literal["bold", "italic", "bold-italic"] | None = None
    """A cut that the program makes of the letters, thicker or slanted, where there is none by the font's maker."""


@dataclass(frozen=True, kw_only=True)
class Credit(Record):
    """The game's designer and licence, printed in the rulebook and on the first page."""

    designer: str
    """Who designed the game."""
    title: str
    """The name of the published game."""
    notice: str
    """The rights notice, such as a copyright line."""
    licence: str
    """The licence of this kit."""
    typefaces: str = ""
    """A sentence that names the printed typefaces and their licence; left out, it is made from the fonts printed."""
    year: Annotated[int, Between(1000, 3000)] | None = None
    """The year of publication, if known."""


@dataclass(frozen=True, kw_only=True)
class Card(Record):
    """One card design."""

    OWN_KEYS: ClassVar[str] = "asides"
    name: str
    """The card's printed name. It may contain names of `phrases.yaml`, by their ids in braces: `{a} 5`."""
    count: Copies = 1
    """The number of copies in the deck."""
    face: FaceChoice | None = None
    """The card's face, if not the deck's."""
    back: FaceChoice | None = None
    """The face of the card's back, if not the deck's."""
    art: PictureIdea | None = None
    """The file name of the card's picture."""
    revised: Annotated[int, Between(1, 99)] | None = None
    """The number of this revision of a card that was printed before: 2 prints “rev. 2” in a corner, and lists the card
    in the printing guide."""
    traits: Untyped | None = None
    """The card's effects in the game, read by the engine."""
    words: dict[Id, str] = field(default_factory=dict)
    """The rules text on the card, by field; by default, it is generated from the traits."""
    asides: dict[Id, Annotated[str | tuple[str, ...], ByForm()]] = field(default_factory=dict)
    """Flavour text and other texts that faces show, or lists of texts."""

    @property
    def plain_asides(self) -> dict[str, str | list[str]]:
        """The asides as plain data: texts and lists."""
        return {key: text if isinstance(text, str) else list(text) for key, text in self.asides.items()}

    @property
    def aside_texts(self) -> dict[str, str]:
        """The asides as texts; the items of a list are joined with commas."""
        return {key: text if isinstance(text, str) else ", ".join(text) for key, text in self.asides.items()}

    @property
    def plain_traits(self) -> dict[str, Any]:
        """The traits as plain data; an empty mapping if there are none."""
        plain = self.traits.plain() if self.traits else None
        return plain if isinstance(plain, dict) else {}


@dataclass(frozen=True, kw_only=True)
class Phrase(Record):
    """A sentence for a pattern of traits. `{name}` in the pattern matches any value, which replaces `{name}` in the
    sentence."""

    traits: Untyped
    """The pattern that traits must match, with `{name}` for any value."""
    words: str
    """The sentence, with the same placeholders."""
    badge: dict[Id, str] = field(default_factory=dict)
    """Fields that a face shows beside the words, such as an icon or a colour."""

    @cached_property
    def form(self) -> Any:
        """The pattern as plain data. Do not modify it."""
        return self.traits.plain()


@dataclass(frozen=True, kw_only=True)
class PhraseBook(Record):
    """`phrases.yaml`: the printed names of a game's ids, and its phrases by field. The first match is used."""

    names: dict[Id, str] = field(default_factory=dict)
    """The printed names of ids. A name may contain others, by their ids in braces: `rival {unhorsed}`."""
    between: str = ", "
    """The separator between the items of a list: `, `."""
    last: dict[Id, str] = field(default_factory=dict)
    """The separator before the last item of a list, by field: ` or `."""
    fields: dict[Id, tuple[Phrase, ...]] = field(default_factory=dict)
    """The phrases of each field. The first whose traits match is used."""
    texts: dict[str, str] = field(default_factory=dict)
    """Replacements for texts in the base's phrases: the base's text, and this kit's."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Alternative texts of pictures, by file name; by default, the title inside the picture file."""
    tables: dict[Id, tuple[str, ...]] = field(default_factory=dict)
    """The heading cells of the engine's tables in rulebooks, by table name. They may contain printed names by their ids
    in braces: `{attacker} loses`."""
    nouns: dict[Id, tuple[str, ...]] = field(default_factory=dict)
    """The game's own nouns, which the lexicon lacks, each with the words for it: `{weapon: [weapon, weapons]}`."""


@dataclass(frozen=True, kw_only=True)
class SheetBook(Record):
    """`sheets.xx.yaml`: the labels of sheets, components and books in the language xx.

    The shared files are in `card_data/common`. A kit's own file is merged over the shared one, or replaces a missing
    one.
    """

    decimal: Annotated[str, Matching(r"[.,٫]", "a decimal separator like '.'")]
    """The decimal separator."""
    between: str
    """The separator between the items of a list: `, `."""
    counted: dict[Id, dict[Form, str]]
    """Labels with a count, by key: a text for each plural form of the language, with `{n}` for the number."""
    words: dict[Id, str]
    """All other labels, by key, with placeholders in braces."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Alternative texts of the shared pictures, by file name."""


@dataclass(frozen=True, kw_only=True)
class Ruling(Record):
    """An answer to a question that the rules leave open. A template prints it, marked as a ruling."""

    question: str
    """The question."""
    answer: str
    """The answer in this kit."""
    asks: str | None = None
    """The fact of the game that it answers."""
    also: tuple[str, ...] = ()
    """Further facts on which the answer rests."""
    says: dict[str, str] = field(default_factory=dict)
    """Words that the answer must have, by the fact's value; not needed for yes, no and numbers."""
    untested: str = ""
    """The reason why it answers no fact: it is not about play."""


@dataclass(frozen=True, kw_only=True)
class Style(Extending):
    """A text style."""

    extends: Annotated[Name, STYLE] | None = None
    """The name of another text style, whose keys it has, but for those that it gives itself."""
    font: FontName
    """The font role, as in `fonts.yaml`."""
    size: Annotated[float, Between(4, 200)]
    """The type size, in pt."""
    least: Annotated[float, Between(4, 200)] | None = None
    """The smallest size to which text may shrink to fit its box, in pt; by default, text does not shrink."""
    leading: Annotated[float, Between(0.7, 3)] = 1.2
    """The distance between lines, as a factor of the size."""
    colour: Paint = "ink"
    """The text's colour."""
    align: Literal["left", "centre", "right"] = "left"
    """The horizontal alignment."""
    valign: Literal["top", "middle", "bottom"] = "top"
    """The vertical alignment in the box."""
    capitals: bool = False
    """Whether the text is set in capitals."""
    hyphenate: bool = False
    """Whether words may be hyphenated where a line would be loose. Bold and italic words and names never are."""
    above: Annotated[float, Between(0, 100)] | None = None
    """The space above it in rulebooks, in pt; by default, it depends on the size."""
    below: Annotated[float, Between(0, 100)] | None = None
    """The space below a heading, table or box in rulebooks, in pt."""
    rule: Annotated[float, Between(0, 3)] = 0.0
    """The thickness of the line below a heading, in mm; 0 for none."""
    outline: Annotated[float, Between(0, 3)] = 0.0
    """How far a line of another colour stands out around the letters of a `text` element, in mm; 0 for none."""
    outline_colour: Annotated[Paint, With("outline")] = "paper"
    """The outline's colour."""
    shadow: tuple[Annotated[float, Between(-5, 5)], Annotated[float, Between(-5, 5)]] | None = None
    """How far right and down of the letters of a `text` element their shadow is, in mm; by default, there is none."""
    shadow_colour: Annotated[Paint, With("shadow")] = "ink"
    """The shadow's colour."""


@dataclass(frozen=True, kw_only=True)
class Face(Extending):
    """A face: the elements drawn on a card, from the bottom to the top. A face that extends another has that one's
    elements first."""

    extends: Annotated[Name, FACE] | None = None
    """The name of another face, whose keys it has, but for those that it gives itself."""
    elements: tuple[Untyped, ...]
    """The elements; each is drawn over the ones before it. In a face that extends another, an element with the `id` of
    one of the other's changes it."""
    without: tuple[Annotated[str, NameOf("faces.yaml", "faces", ANY_KEY, "elements", ANY_KEY, "id")], ...] = ()
    """The ids of elements of the extended face that this one does not have."""
    bleeds: bool = False
    """Whether elements that touch the trim extend into the bleed."""
    size: tuple[Side, Side] | None = None
    """The width and height of a face that books and other faces show as a picture, in mm; pieces have sizes of their
    own."""


@dataclass(frozen=True, kw_only=True)
class FaceBook(Record):
    """`faces.yaml`: the text styles and faces of a kit."""

    faces: dict[Name, Face] = field(default_factory=dict)
    """Faces by name."""
    styles: dict[Name, Style] = field(default_factory=dict)
    """Text styles by name, in addition to the shared ones, whose keys a kit may change."""
    texts: dict[str, str] = field(default_factory=dict)
    """Replacements for texts in the base's faces: the base's text, and this kit's."""


@dataclass(frozen=True, kw_only=True)
class Component(Record):
    """A component: something that players cut out or read. Each kind in `components/` has a subclass with more keys."""

    kind: str
    """The kind of component, which determines the other keys."""
    title: str
    """The title in lists and on labels."""
    stock: Stock = "cardstock"
    """The stock that it is printed on."""
    copies: Annotated[Copies, OrExpression()] = 1
    """The number of copies, or an expression of the rules in braces: `"{rules.rounds + 1}"`."""


@dataclass(frozen=True, kw_only=True)
class Checks(Record):
    """How `pnp` checks a kit."""

    ignore: tuple[Annotated[str, NameOf(CODES)], ...] = ()
    """Codes of checks whose diagnostics are not reported: `[typewriter-signs]`. The summary counts them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Kit(Record):
    """A whole game, ready to be drawn. `cards` are by deck, then by id; `rules` are the engine's own; `spoken` are the
    languages of the kit's layers, by folder."""

    folder: Path = field(repr=False, compare=False)
    slug: str
    title: str
    title_lines: tuple[str, ...]
    """The title as covers and boxes print it: one line or two."""
    tagline: str
    edition: Literal["canonical", "custom"]
    engine: str | None
    language: str
    players: tuple[int, int]
    minutes: int | None
    ages: int | None
    credit: Credit
    palette: Mapping[str, str]
    recolour: Mapping[str, str]
    fonts: Mapping[str, str]
    rasterise: tuple[str, ...]
    rules: Node
    cards: Mapping[str, Mapping[str, Card]]
    components: Mapping[str, Component]
    facebook: FaceBook
    phrasebook: PhraseBook
    rulings: Mapping[str, Ruling]
    examples: Node
    sheets: SheetBook
    spoken: Mapping[str, str]
    base_sizes: Mapping[str, Mapping[str, str]]
    below: Mapping[str, frozenset[str]]
    """The ids of the components, decks and cards of the layers below and of the game's shipped kit, also of those that
    this kit removes."""
    icons: Mapping[str, Icon] = field(default_factory=dict)
    sizes: Mapping[str, CardSize] = field(default_factory=dict)
    floors: Mapping[str, int] = field(default_factory=dict)
    checks: Checks | None = None
    work: WorkFiles = NONE
    """The translations of the kit's work files."""

    def __post_init__(self) -> None:
        if " ".join(self.title_lines) != self.title:  # a program has given the kit another title
            object.__setattr__(self, "title_lines", (self.title,))

    def __repr__(self) -> str:
        counts = f"{sum(self.totals.values())} cards in {counted(len(self.cards), 'deck')}"
        return f"<Kit {self.slug!r}: {self.title!r}, {counts}, in {str(self.folder)!r}>"

    def _repr_png_(self) -> bytes:
        """All faces as a picture, which notebooks show. It is drawn by packages above this one."""
        picture: bytes = import_module("pnp").preview(self)
        return picture

    @cached_property
    def right_to_left(self) -> bool:
        """Whether its language is written from right to left."""
        return is_right_to_left(self.language)

    @cached_property
    def all_cards(self) -> list[Card]:
        """The cards of all decks."""
        return [card for deck in self.cards.values() for card in deck.values()]

    @cached_property
    def numbers(self) -> dict[str, dict[str, int]]:
        """The number of each design in its deck, from 1."""
        return {deck: {id_: number for number, id_ in enumerate(cards, 1)} for deck, cards in self.cards.items()}

    @cached_property
    def totals(self) -> dict[str, int]:
        """The number of cards in each deck, copies included."""
        return {deck: sum(card.count for card in cards.values()) for deck, cards in self.cards.items()}


@dataclass(frozen=True, kw_only=True)
class Icon(Record):
    """A picture within text, written as its name between colons."""

    art: PictureIdea
    """The file name of the picture."""
    says: str = ""
    """The alternative text; by default, the title inside the picture file."""
    emoji: str = ""
    """The emoji in texts that is printed as this icon, such as "❤️"."""


@dataclass(frozen=True, kw_only=True)
class Table(Record):
    """A table of cards in a file of the kit's folder, or at an address of the web."""

    file: str
    """The name of the CSV, TSV, XLSX, ODS or JSON file, or the `https://` address of a published CSV file, which is
    fetched with `--fetch`."""
    sheet: str | None = None
    """The sheet of an XLSX or ODS file; by default, the only one that has cards. In a JSON file, the keys that lead to
    the list, as in `data.cards`."""
    columns: dict[str, str] = field(default_factory=dict)
    """Columns with names of their own, and the keys of a card that they contain: `{Title: name, Text: asides.text}`;
    `"#"` ignores a column."""
    rows: Literal["all", "visible"] | None = None
    """The rows of an XLSX or ODS file that are cards: `all`, or only those that are `visible` and neither hidden nor
    filtered out. By default all, with a note if some are hidden."""
    where: str | None = None
    """An expression over the columns. The rows for which it does not hold are left out, with a note:
    `Status != "draft"`."""
    sort: str | None = None
    """An expression over the columns by which the rows are sorted: `Cost`, `-Cost` or `[Type, Cost]`."""
    icons: Literal["braces", "brackets"] | None = None
    """How icons are written in its cells besides `:coin:`: `{coin}` with `braces`, `[coin]` with `brackets`."""

    @staticmethod
    def is_one(keys: Mapping[str, Any]) -> bool:
        """Whether a mapping is a single table and not tables by deck: its `file` is a text, and no other is."""
        others = (keys[key] for key in keys.keys() - {"file", "sheet", "rows", "where", "sort", "icons"})
        return _is_text(keys.get("file")) and not any(_is_text(one) or "file" in _keys(one) for one in others)


def _is_text(value: Any) -> bool:
    return isinstance(value.value if isinstance(value, Node) else value, str)


def _keys(value: Any) -> Mapping[str, Any]:
    inner = value.value if isinstance(value, Node) else value
    return inner if isinstance(inner, Mapping) else {}
