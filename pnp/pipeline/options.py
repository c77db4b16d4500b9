"""The options of a build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pnp.graphics import Size
from pnp.imposition import Flip, templates
from pnp.imposition.cuts import PEN, MarkPen
from pnp.imposition.printers import Printer
from pnp.imposition.registration import GAP, LEAST_SIDE, MACHINES, Machine
from pnp.kit import NamedSize, PrintFacts, sizes
from pnp.kit.sizes import OwnSize
from pnp.pdf import icc, underlay
from pnp.pdf.underlay import Underlay
from pnp.pipeline import choices, ignoring
from pnp.pipeline.choices import ChoiceError, Ranges
from pnp.pipeline.option_table import (
    Backs,
    Choices,
    Cutter,
    EdgeArt,
    Ink,
    Order,
    Profile,
    Rulebook,
    Standard,
    Style,
    default,
    flag,
    rows,
)

UNDERLAY_SLACK = 1.0
"""How far the size of an underlay may be from the paper's, mm."""


class Earlier(NamedTuple):
    """An earlier state of a set: fingerprints, titles and numbers of copies by piece id. `name` is what the user called
    it."""

    name: str
    drawings: Mapping[str, str]
    titles: Mapping[str, str]
    copies: Mapping[str, int]


class BuildOptions(NamedTuple):
    """The options of one build of the kit in a folder: for each row of the table, what the pipeline reads."""

    kit: Path
    paper: NamedSize
    backs: Backs = default("backs")
    only: tuple[str, ...] = default("only")
    """Ids of components; none: all."""
    draft: bool = default("draft")
    order: Order = default("order")
    reverse: bool = default("reverse")
    card_size: NamedSize | OwnSize | None = default("card_size")
    scale_cards: bool = default("scale_cards")
    """Whether cards of a smaller size are scaled down, words and all."""
    rulebook: Rulebook = default("rulebook")
    """`auto` is a booklet if sheets are printed on both sides and two pages fit on the paper."""
    creep: float | None = default("creep")
    """How far a sheet of a booklet pushes out the next one, in mm; None: the thickness of its stock."""
    marks: Style = default("marks")
    mark_colour: str | None = default("mark_colour")
    mark_width: float | None = default("mark_width")
    mark_length: float | None = default("mark_length")
    """Of cut marks, in mm; None, as for their colour and width: the usual one."""
    bleed: float | None = default("bleed")
    """Bleed in mm; None: as in papers.yaml."""
    bleed_from: EdgeArt | None = default("bleed_from")
    """What the bleed of faces that have none is made of; None: they have none."""
    gap: float | None = default("gap")
    """Gap between pieces in mm; None: the default of their kind."""
    margin: float | None = default("margin")
    """The printer's margin in mm; None: as in papers.yaml."""
    job_note: bool = default("job_note")
    ink: Ink = default("ink")
    """Checks always run on the drawings in colour."""
    printer: Printer | None = default("printer")
    """The printer to correct for. Only the drawing on the page shifts; placements stay the same."""
    cards: tuple[str, ...] = default("cards")
    """Ids of the cards to print; none: all pieces."""
    copies: int | None = default("copies")
    pages: Ranges = default("pages")
    """Sheets to print of each file, by first and last page number on their labels; none: all."""
    since: Earlier | None = default("since")
    """Print only pieces whose drawing differs from this state."""
    profile: Profile = default("profile")
    """Sheets for a home printer, or one piece per page for a print shop, which ignores `paper`."""
    ink_limit: float = default("ink_limit")
    """Maximum ink coverage: the sum of all inks at one point, in percent."""
    icc: icc.OutputProfile | None = default("icc")
    pdfx: Standard = default("pdfx")
    all_copies: bool = default("all_copies")
    cutter: Cutter | None = default("cutter")
    """The machine that cuts the sheets of cardstock; None: they are cut by hand."""
    inset: float | None = default("inset")
    """The distance of the machine's marks from the paper's edges in mm; None: its usual one."""
    area: tuple[float, float] | None = default("area")
    """The area in which a machine without marks cuts, in mm; None: its usual one."""
    underlay: Underlay | None = default("underlay")
    skip: tuple[int, ...] = default("skip")
    """Slots of the grids of pieces that stay empty on each sheet, from 1."""
    together: bool = default("together")
    """Whether the cards are left for sheets with the cards of other kits."""
    ignore: tuple[str, ...] = default("ignore")
    """Codes of diagnostics that do not stop the build, in addition to those that the kit ignores."""
    strict: bool = default("strict")
    """Whether matters of taste are errors, also in a kit that is not strict itself."""

    @property
    def flip(self) -> Flip:
        """The edge on which two-sided sheets are flipped. Separate files for backs are laid out for the long edge."""
        return "short" if self.backs == "short" else "long"

    @property
    def machine(self) -> Machine | None:
        """The machine that cuts, if any."""
        usual = MACHINES[self.cutter] if self.cutter else None
        if usual and self.area:
            usual = usual.within(Size(*self.area))
        return usual.inset_by(self.inset) if usual and self.inset else usual

    @property
    def pen(self) -> MarkPen:
        """The pen of cut marks."""
        return MarkPen(self.mark_colour or PEN.colour, self.mark_width or PEN.width, self.mark_length or PEN.length)

    @property
    def card_gap(self) -> float | None:
        """The gap between cards in mm; None: the default of their kind."""
        return GAP if self.gap is None and self.cutter else self.gap

    @property
    def picked(self) -> bool:
        """Whether only some pieces of the components are printed."""
        return bool(self.cards) or self.since is not None


def from_choices(folder: Path, wanted: Mapping[str, Any], facts: PrintFacts) -> BuildOptions:
    """The options for building the kit in a folder, without `since`.

    Raises ChoiceError, and TypeError for the name of an unknown option.
    """
    table = rows(Choices)
    for name in wanted:
        if name not in table:
            raise TypeError(f"there is no option {name!r}")
    given = {name: value for name, value in wanted.items() if value is not None and name != "since"}
    choices.check_profile(given, {name for name, value in given.items() if value is not False and value != ()})
    chosen = {name: choices.checked(table[name], value) for name, value in given.items()}
    if "icc" in chosen:
        chosen["icc"] = profile(Path(chosen["icc"]))
    choices.check_version(chosen)
    ignoring.checked(chosen.get("ignore", ()))
    chosen |= on_paper({"paper": default("paper"), **chosen}, facts)
    if "card_size" in chosen:
        with _naming("--card-size"):
            chosen["card_size"] = sizes.card_size(str(chosen["card_size"]), facts)
    return BuildOptions(folder, **chosen)


@contextmanager
def _naming(option: str, path: Path | None = None) -> Iterator[None]:
    """Raise ChoiceError for a value or a file of an option that cannot be read."""
    try:
        yield
    except ValueError as error:
        raise ChoiceError(option, str(error)) from None
    except OSError as error:
        raise ChoiceError(option, f"cannot read {path}: {error.strerror or error}") from None


def profile(path: Path) -> icc.OutputProfile:
    """The ICC profile that the user gave as an option. Raises ChoiceError."""
    with _naming("--icc", path):
        return icc.read(path)


def on_paper(wanted: Mapping[str, Any], facts: PrintFacts, hint: str = "") -> dict[str, Any]:
    """The options `paper` and `underlay`, looked up and read; `wanted` are those that the user gave.

    Raises ChoiceError for a paper that is not known, with `hint` at the end, and for what does not fit on it.
    """
    with _naming("--paper"):
        paper = sizes.paper(str(wanted["paper"]), facts, hint)
    if wanted.get("cutter") and min(paper.size) < LEAST_SIDE:
        raise ChoiceError(
            "--paper", f"{paper.title} is too small for --cutter: each side must be {LEAST_SIDE:g} mm or more"
        )
    _check_template(wanted, paper)
    movable = [machine.name for machine in MACHINES.values() if machine.movable]
    if wanted.get("inset") and wanted.get("cutter") not in movable:
        raise ChoiceError("--inset", f"only with --cutter {' or '.join(movable)}, whose marks can be moved")
    _check_area(wanted, paper)
    if paper.labels:
        _check_labels(wanted, paper)
    if wanted.get("printer") and (misfit := wanted["printer"].misfit(paper)):
        raise ChoiceError("--printer", misfit)
    path = wanted.get("underlay")
    return {"paper": paper, "underlay": _underlay(Path(path), paper) if path else None, **_by_hand(wanted)}


def _check_template(wanted: Mapping[str, Any], paper: NamedSize) -> None:
    """Raise ChoiceError for what the templates of a machine do not have, if it cuts by templates."""
    if not wanted.get("cutter") or not MACHINES[wanted["cutter"]].by_template:
        return
    if not templates.has_paper(paper.size):
        known = ", ".join(templates.PAPERS)
        raise ChoiceError("--paper", f"{wanted['cutter']} has templates for these papers only: {known}")
    if wanted.get("gap") is not None:
        message = f"not with --cutter {wanted['cutter']}: its templates have a gap of {templates.GAP:g} mm"
        raise ChoiceError("--gap", message)


def _by_hand(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The options that follow from the printer's profile for printing both sides by hand, unless the user gave them."""
    answers = wanted["printer"].by_hand if wanted.get("printer") and wanted.get("order") == "sides" else None
    found = {"backs": answers.backs, "reverse": answers.reverse} if answers else {}
    return {name: value for name, value in found.items() if wanted.get(name) is None}


def _check_labels(wanted: Mapping[str, Any], paper: NamedSize) -> None:
    """Raise ChoiceError for options given by the user that do not apply to a sheet of labels."""
    if wanted.get("marks", "none") not in ("none", "lines"):
        raise ChoiceError("--marks", f"{paper.title} is not cut; --marks lines outlines its labels for a test print")
    reasons = {"cutter": "is not cut", "gap": "has places of its own", "mark_length": "has no short marks"}
    if wanted.get("marks") != "lines":
        reasons |= dict.fromkeys(("mark_colour", "mark_width"), "has marks with --marks lines only")
    for name, reason in reasons.items():
        if wanted.get(name) is not None:
            raise ChoiceError(flag(name), f"not with --paper {paper}: a sheet of labels {reason}")
    if wanted.get("backs") == "gutterfold":
        raise ChoiceError("--backs", f"not with --paper {paper}: a sheet of labels is not folded and glued")


def _check_area(wanted: Mapping[str, Any], paper: NamedSize) -> None:
    """Raise ChoiceError for an area that no machine has, or that is larger than the paper."""
    if not wanted.get("area"):
        return
    boxed = [machine.name for machine in MACHINES.values() if machine.box]
    if wanted.get("cutter") not in boxed:
        raise ChoiceError("--area", f"only with --cutter {' or '.join(boxed)}, which has no marks of its own")
    if not Size(*wanted["area"]).fits(paper.size):
        raise ChoiceError("--area", f"{Size(*wanted['area'])} is larger than {paper.title}, {paper.size}")


def _underlay(path: Path, paper: NamedSize) -> Underlay:
    """The first page of a PDF file, which must be as large as the paper. Raises ChoiceError."""
    with _naming("--underlay", path):
        try:
            found = underlay.read(path)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    if any(abs(a - b) > UNDERLAY_SLACK for a, b in zip(found.size, paper.size, strict=True)):
        size = Size(*(round(side, 1) for side in found.size))
        raise ChoiceError("--underlay", f"{path} is {size}, but --paper is {paper.title}, {paper.size}")
    return found
