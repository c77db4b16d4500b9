"""The table of options of a build: one row for each, with all that the command line, the API and the manifest need.

A row is a field of `Choices`, or of `CommandLine` if Python does not have it: the name, the type that the user gives,
and an `Option`. click's options, the limits, the refusals and the manifest are made from it. What the pipeline reads is
the field of the same name in `BuildOptions`. Imports nothing slow, because the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from os import PathLike
from typing import Annotated, Any, Literal, NamedTuple, TypedDict, get_args, get_origin, get_type_hints

Backs = Literal["long", "short", "gutterfold", "separate", "none"]
Cutter = Literal["silhouette", "silhouette-card-maker", "cameo-5-alpha", "scanncut", "generic", "cricut"]
EdgeArt = Literal["mirror", "stretch"]
Ink = Literal["colour", "grey", "low"]
Order = Literal["sheets", "sides", "piles"]
Profile = Literal["home", "shop"]
Rulebook = Literal["auto", "pages", "booklet"]
Standard = Literal["x4", "x1a"]
Style = Literal["corner", "lines", "dots", "none"]

Meaning = Literal["paper", "card size", "printer", "colour", "pages", "slots", "area", "icc", "pdf", "folder"]
"""What a text means that is not taken as it is."""
PATHS: tuple[Meaning, ...] = ("icc", "pdf", "folder")
"""The meanings that name a file or a folder of this machine, which no page may choose."""


class Option(NamedTuple):
    """An option. `name` and `type` are those of its field; without a `default`, that of its type is used."""

    help: str
    default: Any = None
    limits: tuple[float, float] | None = None
    """The minimum and maximum of a number."""
    metavar: str | None = None
    meaning: Meaning | None = None
    only_shop: bool = False
    """Whether it is refused at home."""
    not_shop: str = ""
    """Why it is refused for a shop."""
    shop_accepts: Any = None
    """A value that is allowed for a shop anyway."""
    recorded: bool = True
    """Whether manifests have it. Others depend on more than the kit: its errors, its history, the user's files."""
    partial: bool = False
    """Whether it prints part of a set. Such a build does not replace the files of the whole set."""
    changes_drawings: bool = False
    """Whether drawings depend on it."""
    after: str = ""
    """The option after which help has this one; none: the one of the field before it."""
    heading: str = ""
    """The heading of help that begins with it."""
    short: str = ""
    """Its one letter with a hyphen, if it has one."""
    name: str = ""
    type: Any = None

    @property
    def is_path(self) -> bool:
        """Whether it names a file or a folder of this machine."""
        return self.meaning in PATHS

    @property
    def flag(self) -> str:
        """The option as the command line spells it."""
        return flag(self.name)

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number."""
        return int in (self.type, *get_args(self.type))

    @property
    def is_list(self) -> bool:
        """Whether it is a list of names."""
        return get_origin(self.type) is Sequence

    @property
    def among(self) -> tuple[str, ...]:
        """The values to choose from, if these are few."""
        literals = (kind for kind in (self.type, *get_args(self.type)) if get_origin(kind) is Literal)
        return next(map(get_args, literals), ())


def flag(name: str) -> str:
    """The name of an option as the command line spells it."""
    return f"--{name.replace('_', '-')}"


ICC = Option("For a shop: the ICC profile of its press, for CMYK.  [default: FOGRA39]", metavar="FILE", meaning="icc")
BLEED = (0, 3.175)
"""The limits of bleed in mm: 3.175 mm are 1/8 in."""


# fmt: off
class Choices(TypedDict, total=False):
    """The options of `pnp build`, except those of the command line. The defaults are the same."""

    paper: Annotated[str, Option(
        "A name from `pnp list`, also as NAME-landscape, or measures: 200x300mm, 8.5x11in.", "a4", meaning="paper",
        heading="Paper", not_shop="each page is as large as its piece",
    )]
    profile: Annotated[Profile, Option(
        "Sheets for a printer at home, or single pieces for a print shop: with bleed, in CMYK, a file for each size.",
        changes_drawings=True,
    )]
    backs: Annotated[Backs, Option(
        "Edge on which your printer flips two-sided sheets; or fronts and backs side by side to fold and glue, in "
        "files of their own, or fronts only.",
        not_shop="fronts and backs come in turn", shop_accepts="none",
    )]
    order: Annotated[Order, Option(
        "Front and back of each sheet in turn; or all fronts and then all backs, for printers that print one side; or "
        "in turn, with cards that are in order once the sheets are cut in one stack and the piles laid together.",
        not_shop="fronts and backs come in turn", shop_accepts="sheets",
    )]
    reverse: Annotated[bool, Option(
        "With --order sides: the backs last first, for a printer that takes the last sheet of a stack first.",
        not_shop="fronts and backs come in turn",
    )]
    card_size: Annotated[str | None, Option(
        "Lay the cards out for another size: a name from `pnp list` or of the kit, or measures like 70x120mm.",
        meaning="card size", changes_drawings=True,
    )]
    scale_cards: Annotated[bool, Option(
        "With a smaller --card-size: scale the cards down, words and all. Otherwise words keep their size, and must "
        "fit.",
        changes_drawings=True,
    )]
    rulebook: Annotated[Rulebook, Option(
        "A booklet to fold and staple in a file of its own, or pages side by side, printed on one side. "
        "`auto` is a booklet if sheets are printed on both sides.",
        not_shop="shops fold and staple booklets themselves", shop_accepts="auto",
    )]
    creep: Annotated[float | None, Option(
        "How far each sheet of a booklet pushes out the next one inside it, 0 to 0.5 mm: the thickness of your paper. "
        "Inner pages are as much nearer to the fold.  [default: 0.1 for paper, 0.32 for cardstock]",
        limits=(0, 0.5), metavar="MM", not_shop="shops fold and staple booklets themselves",
    )]
    marks: Annotated[Style, Option(
        "Cut marks: short marks, lines across the sheet for a guillotine, dots on the corners, or none.",
        not_shop="shops cut at the trim box", shop_accepts="none",
    )]
    mark_colour: Annotated[str | None, Option(
        "Colour of cut marks, such as #00aacc.  [default: #000000]", metavar="#RRGGBB", meaning="colour",
        not_shop="shops cut at the trim box",
    )]
    mark_width: Annotated[float | None, Option(
        "Width of cut marks, 0.05 to 1 mm.  [default: 0.15]", limits=(0.05, 1), metavar="MM",
        not_shop="shops cut at the trim box",
    )]
    mark_length: Annotated[float | None, Option(
        "Length of short marks outside of the cards, 1 to 20 mm, where there is room.  [default: 3]", limits=(1, 20),
        metavar="MM", not_shop="shops cut at the trim box",
    )]
    bleed: Annotated[float | None, Option(
        "How far ink extends past the trim, up to 3.175 mm (1/8 in).  [default: 3]", limits=BLEED, metavar="MM",
        changes_drawings=True,
    )]
    bleed_from: Annotated[EdgeArt | None, Option(
        "Make the bleed of faces that have none from their own edge: mirror what is there, or stretch the outermost "
        "0.2 mm."
    )]
    gap: Annotated[float | None, Option(
        "Gap between cards, 0 to 50 mm.  [default: 0; with --cutter 2]", limits=(0, 50), metavar="MM",
        not_shop="each piece has a page of its own",
    )]
    margin: Annotated[float | None, Option(
        "How far from each edge of the paper your printer prints nothing, 0 to 25 mm; 0 for printers without a border."
        "  [default: 6.35]", limits=(0, 25), metavar="MM", not_shop="each piece has a page of its own",
    )]
    job_note: Annotated[bool, Option(
        "Write a note for a copy shop too: paper, sides, flip, scale and cuts, as a text and a PDF.",
        not_shop="it is for copy shops, which print sheets",
    )]
    only: Annotated[Sequence[str], Option(
        "Print only these components.", metavar="COMPONENT,...", heading="Choose"
    )]
    cards: Annotated[Sequence[str], Option(
        "Print only these cards and their standees.", metavar="CARD,...", partial=True
    )]
    copies: Annotated[int | None, Option(
        "Print N copies of each piece, instead of the kit's own numbers.", limits=(1, 999), metavar="N", partial=True
    )]
    pages: Annotated[str, Option(
        "Print only these sheets of each file, both sides, by the page numbers on their labels.", (), metavar="1-3,7",
        meaning="pages", partial=True, not_shop="there are no sheets to choose from; use --cards instead",
    )]
    since: Annotated[str | None, Option(
        "Print only what looks different from an earlier manifest.json, from a print with this hash on its sheets, or "
        "from a git revision.",
        metavar="REF", partial=True, recorded=False,
    )]
    ink: Annotated[Ink, Option(
        "In colour, in greys, or with little ink: outlines instead of areas, light patterns, dark text.", heading="Ink"
    )]
    ink_limit: Annotated[int, Option(
        "For a shop: the maximum ink at any point, all four inks together.", 300, (150, 400), "PERCENT", only_shop=True,
        heading="Print shops",
    )]
    pdfx: Annotated[Standard, Option(
        "For a shop: PDF/X-4, or PDF/X-1a:2003, which has neither transparency nor layers.", only_shop=True
    )]
    icc: Annotated[str | PathLike[str] | None, ICC._replace(only_shop=True)]
    all_copies: Annotated[bool, Option(
        "For a shop: repeat the pages of each piece for every copy.", only_shop=True
    )]
    cutter: Annotated[Cutter | None, Option(
        "Print this cutting machine's registration marks on the fronts, and write the files that it cuts by.",
        not_shop="shops cut with machines of their own", heading="Cutting",
    )]
    inset: Annotated[float | None, Option(
        "With --cutter silhouette or cameo-5-alpha: the marks' distance from the paper's edges, 10 to 30 mm; sheet "
        "feeders need 15.9.  [default: 10]", limits=(10, 30), metavar="MM",
        not_shop="shops cut with machines of their own",
    )]
    area: Annotated[str | None, Option(
        "With --cutter cricut: the size that your version of Design Space prints and cuts, in the middle of a sheet.  "
        "[default: 171.45x234.95mm]",
        metavar="SIZE", meaning="area",
        not_shop="shops cut with machines of their own",
    )]
    underlay: Annotated[str | PathLike[str] | None, Option(
        "Print the first page of this PDF under the fronts of sheets to cut, such as the marks of another program.",
        metavar="FILE.pdf", meaning="pdf", recorded=False, not_shop="shops add marks of their own",
    )]
    skip: Annotated[Sequence[int] | str, Option(
        "Leave these slots of each sheet of cards empty, counted row by row from the top left of the front.", (),
        metavar="1,4", meaning="slots", not_shop="each piece has a page of its own",
    )]
    ignore: Annotated[Sequence[str], Option(
        "Do not report errors, warnings and notes with these codes.", metavar="CODE,..."
    )]
    strict: Annotated[bool, Option(
        "Stop for matters of taste too, such as low contrast or coarse pictures. Otherwise they are warnings, but for "
        "a game with an engine that is not a `custom` edition.", recorded=False,
    )]
    draft: Annotated[bool, Option(
        "Print despite errors, with DRAFT across each sheet.", recorded=False,
        not_shop="fix the errors before you send files to a shop",
    )]


class CommandLine(Choices, total=False):
    """All options of `pnp build`."""

    output: Annotated[str | None, Option(
        "Folder for the files; with `all`, each kit has a folder in it.  [default: output/KIT-PAPER or "
        "output/KIT-shop, with -part for a choice of cards, copies or pages]",
        meaning="folder", recorded=False, after="paper", short="-o",
    )]
    printer: Annotated[str | None, Option(
        "Correct this printer's errors; see `pnp calibrate`.", meaning="printer", recorded=False,
        not_shop="it corrects errors of home printers", after="ink",
    )]
    together: Annotated[bool, Option(
        "Print the cards of several kits in one file, cards of one size on shared sheets; all else is in files of each "
        "kit.", not_shop="each piece has a page of its own", after="since",
    )]
    fetch: Annotated[bool, Option(
        "First fetch the tables that the kit names by https:// addresses, and keep them.", recorded=False, after="skip",
        heading="Data and errors",
    )]
    workers: Annotated[int | None, Option(
        "Use up to N processes: for several kits, or for the cards of a large deck.  [default: the number of cores]",
        limits=(1, 1000), metavar="N", recorded=False, after="draft",
    )]
# fmt: on


@cache
def rows(table: type) -> Mapping[str, Option]:
    """The options of a table by their names, in the order in which help lists them."""
    found: list[Option] = []
    for name, hint in get_type_hints(table, include_extras=True).items():
        option = hint.__metadata__[0]._replace(name=name, type=get_args(hint)[0])
        names = [one.name for one in found]
        place = names.index(option.after) + 1 if option.after else len(found)
        found.insert(place, option if option.default is not None else option._replace(default=_usual(option)))
    return {option.name: option for option in found}


def _usual(option: Option) -> Any:
    """The default of an option's type: the first of a few values, unless there may be none."""
    if option.type is bool:
        return False
    if get_origin(option.type) is Literal:
        return option.among[0]
    return () if option.is_list else None


def default(name: str) -> Any:
    """The value of an option of a build that the user did not give."""
    return rows(CommandLine)[name].default


def named(**properties: Any) -> tuple[str, ...]:
    """The names of options of a build that have these properties."""
    return tuple(
        name
        for name, option in rows(CommandLine).items()
        if all(getattr(option, key) == value for key, value in properties.items())
    )
