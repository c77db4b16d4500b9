"""The options of a build."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_type_hints

from pnp.graphics.inksaver import Ink
from pnp.imposition import Flip
from pnp.imposition.cuts import Style
from pnp.imposition.printers import Printer
from pnp.kit import NamedSize, PrintFacts, sizes
from pnp.pdf import Standard, icc
from pnp.pipeline import choices

Backs = Literal["long", "short", "gutterfold", "separate", "none"]
Sequence = Literal["sheets", "sides"]
Rulebook = Literal["pages", "booklet"]
Profile = Literal["home", "shop"]
Ranges = tuple[tuple[int, int], ...]


class Earlier(NamedTuple):
    """An earlier state of a set: fingerprints and titles by piece id. `name` is what the user called it."""

    name: str
    drawings: Mapping[str, str]
    titles: Mapping[str, str]


class BuildOptions(NamedTuple):
    """The options of one build: a kit's folder, a paper, how backs are printed, components (none: all)."""

    kit: Path
    paper: NamedSize
    backs: Backs = "long"
    only: tuple[str, ...] = ()
    draft: bool = False
    """Print despite errors, with DRAFT across every sheet."""
    order: Sequence = "sheets"
    """Front and back of each sheet in turn, or all fronts and then all backs."""
    card_size: NamedSize | None = None
    """Another size for the cards."""
    rulebook: Rulebook = "pages"
    """Pages side by side on one side of the paper, or sheets to fold and staple."""
    marks: Style = "corner"
    bleed: float | None = None
    """Bleed in mm; None: as in papers.yaml."""
    gap: float | None = None
    """Gap between pieces in mm; None: the default of their kind."""
    ink: Ink = "colour"
    """Print in colour, in greys, or with little ink. Checks always run on the drawings in colour."""
    printer: Printer | None = None
    """The printer to correct for. Only the drawing on the page shifts; placements stay the same."""
    cards: tuple[str, ...] = ()
    """Ids of the cards to print; none: all pieces."""
    copies: int | None = None
    """Copies of each piece; None: the kit's own numbers."""
    pages: Ranges = ()
    """Sheets to print of each file, by first and last page number on their labels; none: all."""
    since: Earlier | None = None
    """Print only pieces whose drawing differs from this state."""
    profile: Profile = "home"
    """Sheets for a home printer, or one piece per page for a print shop, which ignores `paper`."""
    ink_limit: float = 300
    """Maximum ink coverage for a print shop: the sum of all inks at one point, in percent."""
    icc: icc.Profile | None = None
    """The ICC profile of a shop's printing condition; None: FOGRA39."""
    pdfx: Standard = "x4"
    """The standard that a shop's files conform to: PDF/X-4 or PDF/X-1a:2003."""
    all_copies: bool = False
    """Whether a shop's files repeat each piece for every copy."""

    @property
    def flip(self) -> Flip:
        """The edge on which two-sided sheets are flipped. Separate files for backs are laid out for the long edge."""
        return "short" if self.backs == "short" else "long"

    @property
    def picked(self) -> bool:
        """Whether only some pieces of the components are printed."""
        return bool(self.cards) or self.since is not None


def from_choices(folder: Path, wanted: Mapping[str, Any], facts: PrintFacts) -> BuildOptions:
    """The options for building the kit in a folder, without `since`.

    Raises ChoiceError, and TypeError for the name of an unknown option.
    """
    for name in wanted:
        if name not in choices.Choices.__annotations__:
            raise TypeError(f"there is no option {name!r}")
    chosen = {name: value for name, value in wanted.items() if value is not None and name != "since"}
    choices.check_profile(chosen, {name for name, value in chosen.items() if value is not False and value != ()})
    for name, hint in get_type_hints(BuildOptions).items():
        if name in chosen:
            chosen[name] = choices.checked(name, chosen[name], hint)
    if "icc" in chosen:
        chosen["icc"] = profile(Path(chosen["icc"]))
    choices.check_version(chosen)
    chosen.setdefault("paper", "a4")
    chosen |= {name: size(name, str(chosen[name]), facts) for name in ("paper", "card_size") if name in chosen}
    return BuildOptions(folder, **chosen)


def profile(path: Path) -> icc.Profile:
    """The ICC profile that the user gave as an option. Raises ChoiceError."""
    try:
        return icc.read(path)
    except icc.ProfileError as error:
        raise choices.ChoiceError("--icc", str(error)) from None
    except OSError as error:
        raise choices.ChoiceError("--icc", f"cannot read {path}: {error.strerror or error}") from None


def size(name: Literal["paper", "card_size"], text: str, facts: PrintFacts) -> NamedSize:
    """The paper or card size that the user gave as an option. Raises ChoiceError."""
    try:
        return sizes.paper(text, facts) if name == "paper" else sizes.card_size(text, facts)
    except ValueError as error:
        raise choices.ChoiceError(choices.option(name), str(error)) from None
