"""The typed, frozen things the stages hand on: kits, cards, papers and what belongs to them.

Records built from YAML carry `origin`, the node they were built from, so that any later fault can point at
`origin.at("key")`. Two records are equal when their data are, wherever they were written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pnp.diagnostics import Span
from pnp.graphics.geometry import Size
from pnp.kit.schema import NAME, Between, ByForm, Colour, Id, Length, Matching, Model, Name, Paint, Untyped
from pnp.kit.yaml import Node

Stock = Literal["cardstock", "paper"]
Copies = Annotated[int, Between(0, 999)]
IconName = Annotated[str, Matching(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*", "a name of small letters and digits")]
Language = Annotated[str, Matching(r"[a-z]{2}(?:-[A-Z]{2})?", "a language like 'en' or 'pt-BR'")]


@dataclass(frozen=True, kw_only=True)
class Record(Model):
    """Anything built from a node of a data file."""

    origin: Untyped = field(repr=False, compare=False)

    def at(self, *path: str | int) -> Span:
        """The place of a value of this record in its file."""
        return self.origin.at(*path)


@dataclass(frozen=True, kw_only=True)
class Measure(Record):
    """A named width and height, upright, in mm: a paper or a card size."""

    title: str
    """The name that people read."""
    size: tuple[Annotated[float, Between(10, 2000)], Annotated[float, Between(10, 2000)]]
    """Width and height, upright, in mm."""

    @property
    def extent(self) -> Size:
        return Size(*self.size)


@dataclass(frozen=True, kw_only=True)
class PrintFacts(Record):
    """`papers.yaml`: the papers, the card sizes, and the margins home printers need, in mm."""

    papers: dict[Name, Measure]
    """Papers, by the names that `--paper` takes."""
    cards: dict[Name, Measure]
    """Card sizes, by the names that decks give as `size`."""
    margin: Length
    """Nothing is printed nearer to the paper's edge, in mm."""
    bleed: Length
    """How far ink goes on past the trim, in mm."""
    safe: Length
    """Nothing that matters stands nearer to the trim, in mm."""
    corner: Length
    """The radius of cards' corners, in mm."""
    smallest_type: Annotated[float, Between(1, 50)]
    """Smaller type, in pt, is a fault."""
    least_dpi: Annotated[float, Between(10, 2400)]
    """Pictures with fewer pixels to the inch, as they are printed, are a fault."""
    fine_dpi: Annotated[float, Between(10, 2400)]
    """Pictures with fewer are warned of; print shops ask for so many."""
    thickness: dict[Stock, Annotated[float, Between(0.02, 5)]]
    """How thick one sheet is, in mm, by stock."""


@dataclass(frozen=True, kw_only=True)
class Font(Record):
    """A typeface role: a file of a PyPI font package, or a file beside `fonts.yaml` when no package is named."""

    file: str
    """The name of the font file: TTF, OTF, TTC, WOFF or WOFF2."""
    index: int | None = None
    """Which font of a collection (TTC), counted from 0."""
    package: str | None = None
    """The font package it is in; left out, the file lies beside `fonts.yaml`."""


@dataclass(frozen=True, kw_only=True)
class Credit(Record):
    """Whose game this is, and on what terms; printed in the rulebook and on the first page."""

    designer: str
    """Who designed the game."""
    title: str
    """The name of the published game."""
    notice: str
    """What must be said of its rights: a line such as that of a copyright."""
    licence: str
    """On what terms this kit may be used."""
    year: Annotated[int, Between(1000, 3000)] | None = None
    """The year it was published; left out if it is unknown."""


@dataclass(frozen=True, kw_only=True)
class Card(Record):
    """One card design."""

    name: str
    """What the card is called, as it is printed."""
    count: Copies = 1
    """How many copies of it there are."""
    face: str | None = None
    """The face it is drawn with, if not its deck's."""
    back: str | None = None
    """The face of its back, if not its deck's."""
    art: str | None = None
    """The file name of its picture."""
    traits: Untyped | None = None
    """What the engine plays."""
    words: dict[Id, str] = field(default_factory=dict)
    """What the player reads, by slot; left out, it is written from the traits."""
    asides: dict[Id, str] = field(default_factory=dict)
    """Flavour, and whatever else faces show."""

    @property
    def plain_traits(self) -> dict[str, Any]:
        """The traits as plain data; an empty mapping when there are none."""
        plain = self.traits.plain() if self.traits else None
        return plain if isinstance(plain, dict) else {}


@dataclass(frozen=True, kw_only=True)
class Phrase(Record):
    """A way to word a trait. `{name}` in the traits takes any value and puts it into the words."""

    traits: Untyped
    """The form that traits must have, with `{name}` for what may stand there."""
    words: str
    """The sentence, with the same names in braces."""
    glance: dict[Id, str] = field(default_factory=dict)
    """What a face shows beside the words: an icon, a colour, a badge."""

    @cached_property
    def form(self) -> Any:
        """The form as plain data, which nobody may change."""
        return self.traits.plain()


@dataclass(frozen=True, kw_only=True)
class PhraseBook(Record):
    """`phrases.yaml`: how a game's ids are named, and its phrases by slot, the first that fits winning."""

    terms: dict[Id, str] = field(default_factory=dict)
    """How ids are said in words."""
    between: str = ", "
    """What stands between the members of a list: `, `."""
    last: dict[Id, str] = field(default_factory=dict)
    """What stands before the last member of a list instead, by slot: ` or `."""
    slots: dict[Id, tuple[Phrase, ...]] = field(default_factory=dict)
    """The phrases of each slot of words; the first whose traits fit is taken."""
    texts: dict[str, str] = field(default_factory=dict)
    """What phrases of the base say in this kit: the base's own words, and what is said instead."""
    pictures: dict[str, str] = field(default_factory=dict)
    """What pictures show, by file name, for readers who do not see them; left out, a picture tells it itself."""
    tables: dict[Id, tuple[str, ...]] = field(default_factory=dict)
    """Tables in running text, by the name that the engine answers to: the cells of their heads."""


@dataclass(frozen=True, kw_only=True)
class SheetBook(Record):
    """`sheets.xx.yaml`: what sheets, components and books are lettered with in the language xx, whatever the game.

    Those of all kits are in `card_data/common`; a kit's own are laid over them, and may be all there is.
    """

    decimal: Annotated[str, Matching(r"[.,٫]", "a decimal sign like '.'")]
    """The decimal sign."""
    between: str
    """What stands between the members of a list: `, `."""
    counted: dict[Id, dict[Literal["one", "few", "many", "other"], str]]
    """What is counted, by key: the words for each plural that the language has, with `{n}` for the number."""
    words: dict[Id, str]
    """All other words, by key, with names in braces for what is put in."""
    pictures: dict[str, str] = field(default_factory=dict)
    """What the pictures that all kits share show, by file name, for readers who do not see them."""


@dataclass(frozen=True, kw_only=True)
class Ruling(Record):
    """An answer to a question the rules leave open; printed in the rulebook's appendix and marked as a ruling."""

    question: str
    """What the rules leave open."""
    answer: str
    """How this kit plays it."""


@dataclass(frozen=True, kw_only=True)
class Style(Record):
    """How a text is set: font role, size and least size in pt, leading as a factor of the size."""

    font: str
    """A font role of `fonts.yaml`."""
    size: Annotated[float, Between(4, 200)]
    """Type size in pt."""
    least: Annotated[float, Between(4, 200)] | None = None
    """How small the type may get to fit its box, in pt; left out, it keeps its size."""
    leading: Annotated[float, Between(0.7, 3)] = 1.2
    """From line to line, as a factor of the size."""
    colour: Paint = "ink"
    """What it is printed in."""
    align: Literal["left", "centre", "right"] = "left"
    """To which side lines are set."""
    valign: Literal["top", "middle", "bottom"] = "top"
    """Where in its box the text stands."""
    capitals: bool = False
    """Whether all letters are capitals."""
    hyphenate: bool = False
    """Whether words are parted where lines would else be left with much room; never in bold or italics, nor names."""
    above: Annotated[float, Between(0, 100)] | None = None
    """The room above it in running text, in pt; left out, it goes with the size."""
    below: Annotated[float, Between(0, 100)] | None = None
    """The room below a heading, a table or a box in running text, in pt."""
    rule: Annotated[float, Between(0, 3)] = 0.0
    """How thick the line below a heading is, in mm; 0 for none."""


@dataclass(frozen=True, kw_only=True)
class Face(Record):
    """A face template: what is drawn on a card, from the bottom layer to the top, as `faces` reads it."""

    elements: tuple[Untyped, ...]
    """What is drawn, each over the one before it."""
    bleeds: bool = False
    """Whether what touches the trim is drawn on past it."""


@dataclass(frozen=True, kw_only=True)
class FaceBook(Record):
    """`faces.yaml`: the text styles and face templates of a kit."""

    faces: dict[Name, Face]
    """Face templates by name."""
    styles: dict[Name, Style] = field(default_factory=dict)
    """Text styles by name, besides those that all kits have; of those, a kit may change some keys."""
    texts: dict[str, str] = field(default_factory=dict)
    """What faces of the base say in this kit: the base's own words, and what is said instead."""


@dataclass(frozen=True, kw_only=True)
class Component(Record):
    """Something a player cuts out or reads. Each kind in `components/` has a subclass with what it needs."""

    kind: str
    """Of what kind it is; the other keys are that kind's."""
    title: str
    """What it is called in lists and on labels."""
    stock: Stock = "cardstock"
    """What it is printed on."""
    copies: Copies = 1
    """How many of it are printed."""


@dataclass(frozen=True, kw_only=True)
class Kit(Record):
    """A whole game, ready to be drawn. `cards` are by deck, then by id; `rules` are the engine's own numbers; `spoken`
    are the languages of the folders that it is made of."""

    folder: Path = field(repr=False, compare=False)
    slug: str
    title: str
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
    icons: Mapping[str, Icon] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Icon(Record):
    """A picture that stands among words, where a text that is printed has its name between colons."""

    art: str
    """The file name of the picture."""
    says: str = ""
    """What is read out for it; left out, the title of the drawing."""


@dataclass(frozen=True, kw_only=True)
class Table(Record):
    """A table of cards in a file of the kit's folder."""

    file: str
    """The name of the CSV or XLSX file."""
    sheet: str | None = None
    """The sheet of an XLSX file; left out, its first."""


@dataclass(frozen=True, kw_only=True)
class KitFile(Record):
    """`kit.yaml` as it is written, before the other files of the folder join it."""

    title: str
    """The game's name, as it is printed."""
    components: dict[Name, Untyped]
    """What is printed, by id and in this order."""
    engine: Annotated[str, Matching(rf"{NAME}|engine\.py", "the name of an engine, or 'engine.py'")] | None = None
    """The engine that plays it, or `engine.py` for the one in the kit's folder, which runs only after `pnp trust`; left
    out, nothing plays it and its words are taken as given."""
    tagline: str = ""
    """What the game is, in a few words."""
    credit: Credit | None = None
    """Whose game it is; left out, nobody is named."""
    palette: dict[Name, Colour] = field(default_factory=dict)
    """The colours that faces and styles name; they take the place of those that all kits have."""
    cards: Annotated[str | dict[Name, Annotated[str | Table, ByForm()]], ByForm()] | None = None
    """A CSV or XLSX file with the cards, a row each, or such a table for each deck, instead of `cards.yaml` or besides
    it."""
    icons: dict[IconName, Annotated[str | Icon, ByForm()]] = field(default_factory=dict)
    """Pictures that stand for `:name:` in any text that is printed, and for `art: ":name:"` on faces, by their names:
    each the file name of a picture, or more of it."""
    recolour: dict[Colour, Paint] = field(default_factory=dict)
    """Colours of SVG pictures, and what each is painted in instead; `none` leaves it out."""
    fonts: dict[Name, Name] = field(default_factory=dict)
    """Font roles, and the role that takes the place of each: `{title: inscription}`."""
    rasterise: tuple[str, ...] = ()
    """SVG files that are printed as pixels, because they need what is not drawn exactly."""
    edition: Literal["canonical", "custom"] = "canonical"
    """`canonical` is held to the published game, `custom` is your own."""
    language: Language = "en"
    """The language of its words, which readers of the PDF are told."""
    players: tuple[Annotated[int, Between(1, 20)], Annotated[int, Between(1, 20)]] = (2, 2)
    """The least and the highest number of players."""
    minutes: Annotated[int, Between(1, 10000)] | None = None
    """How long a game takes, in minutes."""
    ages: Annotated[int, Between(0, 99)] | None = None
    """From which age on people like to play it."""
    texts: dict[str, str] = field(default_factory=dict)
    """What columns and notes of the base's components say in this kit: its own words, and what is said instead."""
    extends: str | None = None
    """The kit that this one is laid over, by name or by the way to its folder; all that is not said here is its."""
