"""The typed, frozen things the stages hand on: kits, cards, papers and what belongs to them.

Records built from YAML carry `origin`, the node they were built from, so that any later fault can point at
`origin.at("key")`. Two records are equal when their data are, wherever they were written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pnp.geometry import Size
from pnp.schema import Between, Colour, Id, Length, Matching, Name
from pnp.source import Node, Span

Stock = Literal["cardstock", "paper"]
Copies = Annotated[int, Between(0, 999)]
Language = Annotated[str, Matching(r"[a-z]{2}(?:-[A-Z]{2})?", "a language like 'en' or 'pt-BR'")]


@dataclass(frozen=True, kw_only=True)
class Record:
    """Anything built from a node of a data file."""

    origin: Node = field(repr=False, compare=False)

    def at(self, *path: str | int) -> Span:
        """The place of a value of this record in its file."""
        return self.origin.at(*path)


@dataclass(frozen=True, kw_only=True)
class Measure(Record):
    """A named width and height, upright, in mm: a paper or a card size."""

    title: str
    size: tuple[Annotated[float, Between(10, 2000)], Annotated[float, Between(10, 2000)]]

    @property
    def extent(self) -> Size:
        return Size(*self.size)


@dataclass(frozen=True, kw_only=True)
class PrintFacts(Record):
    """`papers.yaml`: the papers, the card sizes, and the margins home printers need, in mm."""

    papers: dict[Name, Measure]
    cards: dict[Name, Measure]
    margin: Length
    bleed: Length
    safe: Length
    corner: Length
    smallest_type: Annotated[float, Between(1, 50)]
    least_dpi: Annotated[float, Between(10, 2400)]
    thickness: dict[Stock, Annotated[float, Between(0.02, 5)]]


@dataclass(frozen=True, kw_only=True)
class Font(Record):
    """A typeface role: a file of a PyPI font package, or a TTF beside `fonts.yaml` when no package is named."""

    file: str
    package: str | None = None


@dataclass(frozen=True, kw_only=True)
class Credit(Record):
    """Whose game this is, and on what terms; printed in the rulebook and on the first page.

    `year` is left out where nobody knows it.
    """

    designer: str
    title: str
    notice: str
    licence: str
    year: Annotated[int, Between(1000, 3000)] | None = None


@dataclass(frozen=True, kw_only=True)
class Card(Record):
    """One card design. `traits` are what the engine plays, `words` what the player reads, `asides` flavour.

    `words` left out are written from the traits by the kit's phrase book.
    """

    name: str
    count: Copies = 1
    face: str | None = None
    back: str | None = None
    art: str | None = None
    traits: Node | None = None
    words: dict[Id, str] = field(default_factory=dict)
    asides: dict[Id, str] = field(default_factory=dict)

    @property
    def plain_traits(self) -> dict[str, Any]:
        """The traits as plain data; an empty mapping when there are none."""
        plain = self.traits.plain() if self.traits else None
        return plain if isinstance(plain, dict) else {}


@dataclass(frozen=True, kw_only=True)
class Phrase(Record):
    """A way to say a trait: where the traits have the form of `traits`, the card says `words`.

    `{name}` in the traits takes whatever stands there and puts it into the words. `glance` is what a face
    shows beside the words: an icon, a colour, a badge.
    """

    traits: Node
    words: str
    glance: dict[Id, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PhraseBook(Record):
    """`phrases.yaml`: how a game's ids are named, and its phrases by slot, the first that fits winning.

    `tables` tells tables in running text by the cells of their heads, for the engine to answer by that name.
    """

    terms: dict[Id, str]
    between: str
    last: dict[Id, str]
    slots: dict[Id, tuple[Phrase, ...]]
    tables: dict[Id, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Ruling(Record):
    """An answer to a question the rules leave open; printed in the rulebook's appendix and marked as a ruling."""

    question: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class Style(Record):
    """How a text is set: font role, size and least size in pt, leading as a factor of the size."""

    font: str
    size: Annotated[float, Between(4, 200)]
    least: Annotated[float, Between(4, 200)] | None = None
    leading: Annotated[float, Between(0.7, 3)] = 1.2
    colour: str = "ink"
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    capitals: bool = False


@dataclass(frozen=True, kw_only=True)
class Face(Record):
    """A face template: what is drawn on a card, from the bottom layer to the top, as `faces` reads it."""

    elements: tuple[Node, ...]
    bleeds: bool = False


@dataclass(frozen=True, kw_only=True)
class FaceBook(Record):
    """`faces.yaml`: the text styles and face templates of a kit."""

    styles: dict[Name, Style]
    faces: dict[Name, Face]


@dataclass(frozen=True, kw_only=True)
class Component(Record):
    """Something a player cuts out or reads. Each kind in `components/` has a subclass with what it needs."""

    kind: str
    title: str
    stock: Stock = "cardstock"
    copies: Copies = 1


@dataclass(frozen=True, kw_only=True)
class Kit(Record):
    """A whole game, ready to be drawn. `cards` are by deck, then by id; `rules` are the engine's own numbers."""

    slug: str
    title: str
    tagline: str
    edition: Literal["canonical", "custom"]
    engine: str
    language: str
    players: tuple[int, int]
    credit: Credit
    palette: Mapping[str, str]
    fonts: Mapping[str, str]
    rules: Node
    cards: Mapping[str, Mapping[str, Card]]
    components: Mapping[str, Component]
    facebook: FaceBook
    phrasebook: PhraseBook
    rulings: Mapping[str, Ruling]
    examples: Node


@dataclass(frozen=True, kw_only=True)
class KitFile(Record):
    """`kit.yaml` as it is written, before the other files of the folder join it.

    `fonts` puts one font role in the place of another: `{title: inscription}`.
    """

    title: str
    tagline: str
    engine: Name
    credit: Credit
    components: dict[Name, Node]
    palette: dict[Name, Colour]
    fonts: dict[Name, Name] = field(default_factory=dict)
    edition: Literal["canonical", "custom"] = "canonical"
    language: Language = "en"
    players: tuple[Annotated[int, Between(1, 20)], Annotated[int, Between(1, 20)]] = (2, 2)
