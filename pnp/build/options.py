"""The options of a build."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from pnp.graphics.inksaver import Ink
from pnp.imposition import Flip
from pnp.imposition.cuts import Style
from pnp.imposition.printers import Printer
from pnp.kit.sizes import NamedSize

Backs = Literal["long", "short", "gutterfold", "separate", "none"]
Sequence = Literal["sheets", "sides"]
Rulebook = Literal["pages", "booklet"]
Profile = Literal["home", "shop"]
Ranges = tuple[tuple[int, int], ...]


class Earlier(NamedTuple):
    """How a set was once drawn: fingerprints and titles by the pieces' ids; `name` is what the reader calls it."""

    name: str
    drawings: Mapping[str, str]
    titles: Mapping[str, str]


class BuildOptions(NamedTuple):
    """What is wanted: a kit's folder, a paper, how backs are printed, components (none: all of them)."""

    kit: Path
    paper: NamedSize
    backs: Backs = "long"
    only: tuple[str, ...] = ()
    draft: bool = False
    """Print in spite of faults, with DRAFT across every sheet."""
    order: Sequence = "sheets"
    """Front and back of each sheet in turn, or all fronts and then all backs."""
    card_size: NamedSize | None = None
    """Another size for the cards."""
    rulebook: Rulebook = "pages"
    """Pages side by side on one side of the paper, or sheets to fold and staple."""
    marks: Style = "corner"
    bleed: float | None = None
    """How far ink runs past the trim, mm; None: as papers.yaml has it."""
    gap: float | None = None
    """Room between pieces, mm, instead of what their kind leaves."""
    ink: Ink = "colour"
    """In greys, or redrawn with little ink; what is drawn and checked is the same."""
    printer: Printer | None = None
    """Whose errors are taken back; the ink moves, what lies where does not."""
    cards: tuple[str, ...] = ()
    """Cards whose pieces alone are wanted, by id; none: all pieces."""
    copies: int | None = None
    """How often each piece is wanted, instead of the kit's own numbers."""
    pages: Ranges = ()
    """Which sheets of each file are wanted, by the first and last page numbers on their labels; none: all."""
    since: Earlier | None = None
    """Only pieces that were not drawn so then are wanted."""
    profile: Profile = "home"
    """Sheets for a home printer, or single pieces for a print shop, which have no paper of their own."""
    ink_limit: float = 300
    """The most ink that a shop's press gets anywhere, in percent of one full ink."""
    all_copies: bool = False
    """Whether a shop's files hold each piece as often as it is wanted, not once."""

    @property
    def flip(self) -> Flip:
        """The edge on which sheets are turned over, if they are; files of their own are made for the long one."""
        return "short" if self.backs == "short" else "long"

    @property
    def picked(self) -> bool:
        """Whether only some pieces of the components are wanted."""
        return bool(self.cards) or self.since is not None
