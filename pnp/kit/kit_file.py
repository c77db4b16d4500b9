"""The data class of `kit.yaml`.

Data files in a kit's folder that are not read are reported: their names belong elsewhere or are misspelt. A kit that a
program has changed must have values such as files may have: what a program gives is not read from files, so nothing
else would refuse a number for a name, or a count of -1.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.diagnostics.files import NAME
from pnp.kit import paths
from pnp.kit.annotations import COLOUR_OF_PICTURE, ENGINES, FONTS, NameOf, PictureIdea, With
from pnp.kit.model import Card, Checks, Component, Credit, Icon, IconName, Kit, Language, Table
from pnp.kit.record import Record
from pnp.kit.schema import Between, ByForm, Colour, Matching, Name, Paint, Sound, Untyped, build, types_of
from pnp.kit.sizes import CardSize
from pnp.kit.vouched import FILE as VOUCHED
from pnp.sources import Node

_NAMED = Sound(
    "bad-form",
    lambda tables: "no table is named here" if tables == {} else "",
    {"minProperties": 1},
    "write the file name of a table for each deck, as in {heroes: heroes.csv}; without tables, remove 'cards'",
)


_ENGINE = Matching(rf"{NAME}|engine\.py", "the name of an engine, or 'engine.py'")
_FontRole = Annotated[Name, NameOf(FONTS)]


def _lines_of(title: str | tuple[str, ...]) -> tuple[str, ...]:
    return (title,) if isinstance(title, str) else title


def _wrong_lines(title: str | tuple[str, ...]) -> str:
    lines = _lines_of(title)
    if len(lines) not in (1, 2):
        return f"expected a title of one or two lines, found {len(lines)}"
    return "" if all(map(str.strip, lines)) else "a title has no empty lines"


_TITLE = Sound(
    "bad-form",
    _wrong_lines,
    {"minLength": 1, "minItems": 1, "maxItems": 2},
    "write the title as a text, or its two lines as a list: [Meadow Dash, The Card Game]",
)

Percent = Annotated[int, Between(0, 100)]

SHARED = {
    "papers": f"write card sizes under 'sizes' in kit.yaml; add a paper to {paths.OWN_PAPERS}, or give its size: "
    "--paper 200x300mm",
    "palette": "write its colours under 'palette' in kit.yaml",
    "styles": "write its text styles under 'styles' in faces.yaml",
}
"""The files of the program that kits do not have, without suffix, and what a kit uses instead."""


@dataclass(frozen=True, kw_only=True)
class KitFile(Record):
    """`kit.yaml`."""

    ELSEWHERE: ClassVar[Mapping[str, str]] = SHARED

    title: Annotated[str | tuple[str, ...], ByForm(), _TITLE]
    """The game's printed name; as a list, the two lines of covers and boxes: `[Meadow Dash, The Card Game]`."""
    components: dict[Name, Untyped]
    """The components by id, in the order in which they are printed."""
    engine: Annotated[str, _ENGINE, NameOf(ENGINES)] | None = None
    """The engine that plays the game, or `engine.py` for the one in the kit's folder, which runs only after
    `pnp trust`; without one, card texts are not checked."""
    tagline: str = ""
    """A short description of the game."""
    credit: Credit | None = None
    """The game's designer and licence."""
    palette: dict[Name, Colour] = field(default_factory=dict)
    """Colours by name for faces and styles; they override the shared ones."""
    cards: Annotated[str | Table | dict[Name, Annotated[str | Table, ByForm()]], ByForm(), _NAMED] | None = None
    """A CSV, TSV, XLSX, ODS or JSON file with one row per card, such a table, or one for each deck, instead of
    `cards.yaml` or in addition to it."""
    sizes: dict[Name, CardSize] = field(default_factory=dict)
    """Card sizes by name, for `size` of decks; they override the shared ones:
    `{coin: {size: [40, 40], shape: circle}}`."""
    icons: dict[IconName, Annotated[PictureIdea | Icon, ByForm()]] = field(default_factory=dict)
    """Icons by name, for `:name:` in any printed text and `art: ":name:"` on faces: each the file name of a picture, or
    a mapping."""
    recolour: dict[Colour, Annotated[Paint, COLOUR_OF_PICTURE]] = field(default_factory=dict)
    """Colours in SVG pictures, and the colours that replace them; `none` removes a shape, `currentColor` gives it the
    colour of the text around it, or `colour` of its element."""
    fonts: dict[_FontRole, _FontRole] = field(default_factory=dict)
    """Font roles, and the roles that replace them: `{title: inscription}`."""
    rasterise: tuple[str, ...] = ()
    """SVG files that are converted to pixels, and not reported for it: names, or patterns such as `icons/*.svg`."""
    edition: Literal["canonical", "custom"] = "canonical"
    """`canonical` must match the published game; `custom` is your own."""
    language: Language = "en"
    """The language of the kit's texts and its PDFs."""
    players: tuple[Annotated[int, Between(1, 20)], Annotated[int, Between(1, 20)]] = (2, 2)
    """The minimum and maximum number of players."""
    minutes: Annotated[int, Between(1, 10000)] | None = None
    """The duration of a game, in minutes."""
    ages: Annotated[int, Between(0, 99)] | None = None
    """The recommended minimum age, in years."""
    floors: Annotated[dict[Literal["proved"], Percent], With("engine")] = field(default_factory=dict)
    """The least percentage of rule sentences that play must prove: `{proved: 60}`. `pnp check` enforces it."""
    checks: Checks | None = None
    """What is checked: `{ignore: [typewriter-signs]}`."""
    texts: dict[str, str] = field(default_factory=dict)
    """Replacements for texts in the base's components: the base's text, and this kit's."""
    extends: str | None = None
    """The base of this kit, as the name of an installed kit or the path of a folder; this kit only contains what
    differs."""

    @property
    def title_lines(self) -> tuple[str, ...]:
        """The title as covers and boxes print it: one line or two."""
        return _lines_of(self.title)

    @property
    def one_title(self) -> str:
        """The title in one line, as in running text."""
        return " ".join(self.title_lines)


SIMILAR = 0.8
"""How similar a name must be to that of a kit's file, 0 to 1, to be taken for misspelt."""


def unread(folder: Path, known: tuple[str, ...]) -> list[Diagnostic]:
    """An error for each shared file in a kit's layers, a warning for each misspelt name of a kit's file.

    `known` are the names of the files that a kit may have.
    """
    stems = [name.removesuffix(".yaml") for name in (*known, paths.FONTS_FILE, VOUCHED)]
    files = (path for layer in paths.layers(folder, Diagnostics()) for path in sorted(layer.iterdir()))
    found = (_diagnostic(path, stems) for path in files if path.suffix.lower() in (".yaml", ".yml"))
    return [diagnostic for diagnostic in found if diagnostic]


def _diagnostic(path: Path, stems: list[str]) -> Diagnostic | None:
    message = f"{path.name} is not read: "
    if path.stem in SHARED:
        text = f"{message}it is a file of the program, and kits cannot replace it"
        return Diagnostic(Span(str(path)), "error", "unread-file", text, (SHARED[path.stem],))
    near = difflib.get_close_matches(path.stem.lower(), stems, 1, SIMILAR)
    if not near or path.name == f"{near[0]}.yaml":
        return None
    text = f"{message}no file of a kit has this name"
    hint = f"did you mean {near[0]}.yaml? Rename it, or move it out of the kit's folder"
    return Diagnostic(Span(str(path)), "warning", "unread-file", text, (hint,))


HINT = "a program gave this kit"
_OF_FILE = (
    "title", "tagline", "engine", "edition", "language", "players", "minutes", "ages", "palette", "recolour", "fonts",
    "rasterise", "sizes", "icons", "floors",
)  # fmt: skip
"""The values of `kit.yaml` that a kit has as the file may have them."""


def sound(kit: Kit, diagnostics: Diagnostics) -> Kit | None:
    """The kit, or None after reporting each value that no file may have, at the place of the file's own."""
    found = Diagnostics()
    for name in _OF_FILE:
        value = getattr(kit, name)
        if value is not None:
            build(types_of(KitFile)[name], _node(value, kit.at(name)), found)
    for kind, record, span in _records(kit):
        if isinstance(record, kind):
            build(type(record), _node(record, span), found)
        else:
            found.error(span, "wrong-type", f"expected a {kind.__name__}, found {type(record).__name__}")
    diagnostics.add(one._replace(hints=(*one.hints, HINT)) for one in found)
    return None if found else kit


def _records(kit: Kit) -> Iterator[tuple[type[Record], Any, Span]]:
    """What kinds of records the kit must have, those that it has, and where these are written."""
    for cards in kit.cards.values():
        yield from ((Card, card, _place(card, kit)) for card in cards.values())
    yield from ((Component, component, _place(component, kit)) for component in kit.components.values())


def _place(record: Any, kit: Kit) -> Span:
    return record.origin.span if isinstance(record, Record) else kit.origin.span


def _node(value: Any, span: Span) -> Node:
    """A value as a file would have it."""
    if isinstance(value, Node):
        return value
    if isinstance(value, Record):
        return Node({key: _node(inner, value.at(key)) for key, inner in _keys(value)}, span)
    if isinstance(value, Mapping):
        return Node({key: _node(inner, span) for key, inner in value.items()}, span)
    if isinstance(value, (tuple, list)):
        return Node([_node(inner, span) for inner in value], span)
    return Node(value, span, text=str(value))


def _keys(record: Record) -> Iterator[tuple[str, Any]]:
    """The keys of a record, without those that a file would leave out, and their values."""
    for entry in fields(record):
        usual = entry.default if entry.default_factory is MISSING else entry.default_factory()
        value = getattr(record, entry.name)
        if entry.name != "origin" and value is not usual and value != usual:
            yield entry.name, value
