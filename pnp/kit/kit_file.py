"""The data class of `kit.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pnp.diagnostics.filenames import NAME
from pnp.kit import paths
from pnp.kit.beside import With
from pnp.kit.model import Checks, Credit, Icon, IconName, Language, Table
from pnp.kit.name_of import COLOUR_OF_PICTURE, ENGINES, FONTS, NameOf, PictureIdea
from pnp.kit.print_facts import CardSize
from pnp.kit.record import Record
from pnp.kit.schema import Between, ByForm, Colour, Matching, Name, Paint, Sound, Untyped

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
