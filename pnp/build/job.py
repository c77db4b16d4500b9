"""Build a kit: load it, draw its pieces, check them, lay them out on sheets, and write a PDF for each stock.

Everything that can be wrong with the data is found before a byte is written; `build.output` sees to it that a folder
holds one whole build.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__, checks, components, pdf
from pnp.build import manifest, output, per_piece, plan, select, sheets, unchanged
from pnp.build import pages as paging
from pnp.build.choices import ChoiceError
from pnp.build.options import Backs, BuildOptions
from pnp.build.pages import Volume
from pnp.build.sheets import Group, TooManyError
from pnp.components.context import Bench
from pnp.components.resize import resized
from pnp.diagnostics.diagnostic import Diagnostic, Faults, did_you_mean
from pnp.graphics import colours
from pnp.graphics.colour import hexadecimal
from pnp.graphics.drawing import Piece
from pnp.graphics.images import Gallery, Swaps
from pnp.graphics.inksaver import Inks
from pnp.imposition import Flip, Sheet
from pnp.imposition.marks import LABEL_FONT
from pnp.kit import load, paths, phrases
from pnp.kit.labels import HOLE
from pnp.kit.model import Font, Kit, Measure
from pnp.kit.templates import Templates
from pnp.kit.yaml import Node
from pnp.pdf import Condition
from pnp.text.fit import ROLES, Fonts, Run, checked
from pnp.text.hyphenation import Hyphens
from pnp.text.icons import Icons, named

__all__ = ["Backs", "BuildOptions", "BuildResult", "Laid", "bench", "laid_out", "make", "proved"]

Progress = Callable[[int], None]

PROVED_ON = ("a4", "letter")


class Printed(NamedTuple):
    """A finished file in memory."""

    file: manifest.File
    data: bytes


class BuildResult(NamedTuple):
    """A finished build in memory. Empty if only changes were wanted and there are none."""

    files: Mapping[str, bytes]
    """The contents of the files by name, `manifest.json` last."""
    gone: tuple[str, ...] = ()
    """Pieces that were in the set at the time since when changes were wanted, and that no longer are."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What `manifest.json` contains; empty where the result is."""
        found: dict[str, Any] = json.loads(self.files.get(unchanged.MANIFEST, b"{}"))
        return found

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write all files into a folder, or none of them; the names of files of an earlier build that it removed.

        An empty result changes nothing. Raises OSError; then the folder is as it was, unless it is an
        `output.HalfwayError`.
        """
        if not self.files:
            return ()
        folder = Path(folder)
        output.recover(folder)
        obsolete = [name for name in unchanged.own_files(folder, self.manifest["kit"]) if name not in self.files]
        output.write_folder(folder, self.files, obsolete)
        return tuple(obsolete)


class Laid(NamedTuple):
    """A kit that is drawn and laid out, whatever its faults: its pieces by component, and the pages of each file."""

    desk: Bench
    made: dict[str, list[Piece]]
    planned: list[tuple[Volume, list[pdf.Page]]]

    def pieces(self) -> list[Piece]:
        """All pieces, in the order of the kit's components."""
        return [piece for id_ in self.desk.kit.components for piece in self.made[id_]]

    def checked(self) -> checks.Desk:
        """What the checks look at: all pieces but those that describe the finished set."""
        early = (id_ for id_, spec in self.desk.kit.components.items() if not components.tells_of_set(spec))
        return checks.desk(self.desk, self.desk.faults, {id_: self.made[id_] for id_ in early})


def bench(folder: Path, faults: Faults, card_size: str | None = None, bleed: float | None = None) -> Bench | None:
    """A kit with everything it is drawn with, its cards laid out for another size if one is named; None with faults.

    Raises LookupError for an unknown card size, which the caller has checked.
    """
    facts = load.print_facts(faults)
    roles = load.font_roles(faults, folder)
    kit = load.open_kit(folder, faults)
    if not (facts and roles and kit):
        return None
    if card_size:
        found = load.card_size(card_size, facts)
        if found is None:
            raise LookupError(card_size)
        name, measure = found
        facts = replace(facts, cards={**facts.cards, name: measure})
        kit = resized(kit, facts, name)
    if bleed is not None:
        facts = replace(facts, bleed=bleed)
    fonts = Fonts(_roles(kit, roles, faults), paths.fonts_folder(), faults)
    for style in kit.facebook.styles.values():
        colours.colour(style.colour, kit.palette, style.at("colour"), faults)
    swaps = _swaps(kit, faults)
    if faults:
        return None
    icons = {named(name): icon.art for name, icon in kit.icons.items()}
    pixels = dict.fromkeys(kit.rasterise, facts.fine_dpi)
    gallery = Gallery(
        paths.art_folders(folder), faults, swaps, pixels, icons, {**kit.sheets.pictures, **kit.phrasebook.pictures}
    )
    _legible(kit, fonts, faults)
    names = [card.name for deck in kit.cards.values() for card in deck.values()]
    fonts.icons, fonts.hyphens = Icons(kit.icons, gallery.drawing), Hyphens(kit.language, [kit.title, *names])
    cards = {id_: card for deck in kit.cards.values() for id_, card in deck.items()}
    faulty = checks.faulty(kit)
    words = {
        id_: phrases.write(card, kit.phrasebook, Faults() if id_ in faulty else faults, cards)
        for id_, card in cards.items()
    }
    only_words = {id_: written for id_, (written, _, _) in words.items()}
    installed = paths.is_installed(folder)
    templates = Templates(kit, paths.template_folders(folder), only_words, faults, faulty, installed=installed)
    desk = Bench(kit, facts, fonts, gallery, templates, words, faults)
    desk.faulty = faulty
    desk.resized = card_size is not None
    return desk


def _swaps(kit: Kit, faults: Faults) -> Swaps:
    """What pictures' colours are replaced by. One that is written in two ways may be replaced once."""
    found: dict[str, str | None] = {}
    spelt: dict[str, str] = {}
    nodes: Node | None = kit.origin.value.get("recolour")
    for text, node in nodes.value.items() if nodes else ():
        old = hexadecimal(text) or text
        if old in found:
            message = f"{text!r} is the same colour as {spelt[old]!r}, which is replaced already"
            faults.error(node.key_span, "duplicate-key", message, "take one of them out")
        new = kit.recolour[old]
        found[old] = None if new == "none" else colours.colour(new, kit.palette, node.span, faults)
        spelt[old] = text
    return found


def _legible(kit: Kit, fonts: Fonts, faults: Faults) -> None:
    """A fault for signs that labels and marks need and their font has not; of all words, at the first with one."""
    checked(fonts, [Run(kit.title, LABEL_FONT)], kit.at("title"), faults)
    said = {key: HOLE.sub("", words) for key, words in kit.sheets.words.items()}
    first = next((key for key, words in said.items() if fonts.missing(words, LABEL_FONT)), "")
    if first:
        checked(fonts, [Run(" ".join(said.values()), LABEL_FONT)], kit.sheets.at("words", first), faults)


def _roles(kit: Kit, known: dict[str, Font], faults: Faults) -> dict[str, Font]:
    """The font roles that a kit prints with, those it replaces being others; fonts nobody uses are not read."""
    roles = {role: known[role] for role in ROLES if role in known}
    for style in kit.facebook.styles.values():
        if style.font in known:
            roles[style.font] = known[style.font]
        else:
            hint = did_you_mean(style.font, known)
            faults.error(style.at("font"), "unknown-font", f"there is no font role {style.font!r}", hint)
    for role, other in kit.fonts.items():
        for key in (role, other):
            if key not in known:
                hint = did_you_mean(key, known)
                faults.error(kit.at("fonts", role), "unknown-font", f"there is no font role {key!r}", hint)
        if role in roles and other in known:
            roles[role] = known[other]
    return roles


def make(order: BuildOptions, faults: Faults, progress: Progress = lambda _steps: None) -> BuildResult | None:
    """Draw, prove, impose and print an order in memory; None, with faults, if anything is wrong.

    A draft is printed in spite of faults, as long as the kit can be drawn at all.

    `progress` is called after each step with the number of steps that are left, an estimate until all is imposed.
    Raises ChoiceError for components, cards and pages that the kit does not have.
    """
    desk = bench(order.kit, faults, order.card_size, order.bleed)
    if desk is None:
        return None
    for name in order.only:
        if name not in desk.kit.components:
            raise ChoiceError("--only", load.unknown("component", name, desk.kit.components))
    version = paths.data_version(order.kit, desk.fonts.files(), faults)
    wanted = [id_ for id_ in desk.kit.components if not order.only or id_ in order.only]
    made = drawn(desk, wanted, progress)
    faults.add(fault for fault in checks.run(checks.desk(desk, faults, made)) if fault.severity == "error")
    made, gone = select.pieces(order, made, desk.prints.piece)
    if order.picked and not select.some(order, made):
        return None if faults and not order.draft else BuildResult({}, gone)
    shop = order.profile == "shop"
    try:
        groups = per_piece.groups(desk, made, order) if shop else _on_sheets(desk, order, made, wanted)
    except TooManyError as error:
        if order.copies is not None:
            raise ChoiceError("--copies", f"{error}: choose a part with --only or --cards") from None
        faults.add([sheets.too_many(desk, error)])
        return None
    if shop and not groups:
        raise ChoiceError("--only", "what it names tells how to print at home; there is nothing for a shop")
    if faults and not order.draft:
        return None
    job = _print(desk, order, version, groups, progress)
    return job and job._replace(gone=gone)


def drawn(desk: Bench, wanted: Iterable[str], progress: Progress = lambda _steps: None) -> dict[str, list[Piece]]:
    """The pieces of components, except of those that describe the finished set."""
    made = {}
    wanted = list(wanted)
    early = [id_ for id_ in wanted if not components.tells_of_set(desk.kit.components[id_])]
    for number, id_ in enumerate(early):
        made[id_] = components.pieces(id_, desk.kit.components[id_], desk)
        progress(2 * len(wanted) - number)
    return made


def _on_sheets(desk: Bench, order: BuildOptions, made: dict[str, list[Piece]], wanted: Iterable[str]) -> list[Group]:
    """All pieces on their sheets. Those that describe the finished set are drawn here, and added to what is made."""
    paper = _paper(desk, order)
    groups = sheets.groups(desk, made, paper, order)
    for id_ in wanted:
        if id_ not in made and (id_ in order.only or not order.picked):
            made[id_] = _last_pieces(desk, id_, order, paper, groups)
    return sheets.groups(desk, {id_: made[id_] for id_ in wanted if id_ in made}, paper, order)


def proved(folder: Path, faults: Faults) -> list[Diagnostic]:
    """All that the checks find in a kit; faults in its data, and in laying it out on paper, go to `faults`.

    Everything is drawn and laid out as for printing, on the two papers that most people have.
    """
    desk = bench(folder, faults)
    if desk is None:
        return []
    found = checks.desk(desk, faults)
    wrong = []
    for paper in PROVED_ON:
        try:
            _on_sheets(desk, BuildOptions(folder, paper), dict(found.pieces), desk.kit.components)
        except TooManyError as error:  # it can be printed in parts, if there is room for its pieces
            wrong = [sheets.too_many(desk, error, "warning")]
            _on_sheets(desk, BuildOptions(folder, paper), sheets.samples(found.pieces), desk.kit.components)
    return sorted({*checks.run(found), *wrong})


def laid_out(order: BuildOptions, faults: Faults, version: str = "0" * 64) -> Laid | None:
    """A kit as an order prints it, without the checks; None, with faults, if it cannot be drawn."""
    desk = bench(order.kit, faults, order.card_size)
    if desk is None:
        return None
    made = drawn(desk, desk.kit.components)
    try:
        groups = _on_sheets(desk, order, made, desk.kit.components)
    except TooManyError as error:
        faults.add([sheets.too_many(desk, error)])
        return None
    return Laid(desk, made, _planned(desk, order, version, groups))


def _paper(desk: Bench, order: BuildOptions) -> Measure:
    """The paper of an order. Raises LookupError for an unknown one, which the caller has checked."""
    found = load.paper(order.paper, desk.facts)
    if found is None:
        raise LookupError(order.paper)
    return found[1]


def _last_pieces(desk: Bench, id_: str, order: BuildOptions, paper: Measure, groups: list[Group]) -> list[Piece]:
    """The pieces of a component that describes the finished set."""
    spec = desk.kit.components[id_]
    kind = components.kind(spec.kind)
    own = Group(kind.SHEETS, desk.say(f"sheets_{kind.SHEETS}"), spec.stock, (Sheet(paper.extent, ()),))
    desk.plan = plan.plan(desk, order, paper, [own, *groups])
    made = components.pieces(id_, spec, desk)
    return made if order.copies is None else [replace(piece, copies=order.copies) for piece in made]


def _print(
    desk: Bench, order: BuildOptions, version: str, groups: list[Group], progress: Progress
) -> BuildResult | None:
    last = {id_ for id_, spec in desk.kit.components.items() if components.tells_of_set(spec)}
    planned = select.pages(order, _planned(desk, order, version, groups), last)
    left = sum(len(pages) for _, pages in planned)
    printed, inks = [], Inks(order.ink)
    for volume, pages in planned:

        def step() -> None:
            nonlocal left
            left -= 1
            progress(left)

        file = document(desk, _duplex(order, volume), _inked(pages, inks), _condition(order))
        printed.append(_printed(desk, order, volume, pages, pdf.write(file, desk.fonts, step)))
    if desk.faults and not order.draft:
        return None
    paper = _paper(desk, order).extent
    about = {
        "kit": desk.kit.slug,
        "title": desk.kit.title,
        "data_version": version,
        "program": f"pnp {__version__}",
        "paper": {"name": order.paper, "w": paper.w, "h": paper.h} if order.profile == "home" else None,
        "options": unchanged.plain_options(order._asdict()),
        "fonts": sorted(path.name for path in desk.fonts.files()),
    }
    files = {p.file.name: p.data for p in printed}
    return BuildResult(
        {**files, unchanged.MANIFEST: manifest.write(about, [p.file for p in printed], desk.prints, last)}
    )


def _planned(desk: Bench, order: BuildOptions, version: str, groups: list[Group]) -> list[select.Planned]:
    """The files of an order with their pages."""
    if order.profile == "shop":
        return [(volume, per_piece.pages(desk, order, volume)) for volume in per_piece.volumes(order, groups)]
    return [(volume, paging.pages(desk, order, version, volume)) for volume in paging.volumes(order, groups)]


def _flip(order: BuildOptions, volume: Volume) -> Flip:
    """The edge on which a volume's sheets are turned over, if they are."""
    return per_piece.flip(volume) if order.profile == "shop" else order.flip


def _duplex(order: BuildOptions, volume: Volume) -> pdf.Duplex:
    """The setting that viewers offer for a volume."""
    if not volume.two_sided or order.order == "sides":
        return "Simplex"
    return "DuplexFlipShortEdge" if _flip(order, volume) == "short" else "DuplexFlipLongEdge"


def _condition(order: BuildOptions) -> Condition | None:
    """The printing condition that colours are made for; none at home."""
    return Condition(order.ink_limit) if order.profile == "shop" else None


def _inked(pages: list[pdf.Page], inks: Inks) -> list[pdf.Page]:
    """The pages with what lies on them in other inks; labels and marks stay black."""
    return [
        page._replace(placed=tuple(replace(placed, piece=inks.piece(placed.piece)) for placed in page.placed))
        for page in pages
    ]


def document(
    desk: Bench, duplex: pdf.Duplex, pages: list[pdf.Page], condition: Condition | None = None
) -> pdf.Document:
    """A file of a kit."""
    credit = desk.kit.credit
    key = "author_year" if credit.year else "author"
    author = desk.say(key, game=credit.title, designer=credit.designer, year=credit.year) if credit.designer else ""
    return pdf.Document(
        title=desk.kit.title,
        author=author,
        subject=f"{credit.notice} {credit.licence}".strip(),
        language=desk.kit.language,
        duplex=duplex,
        pages=tuple(pages),
        condition=condition,
        say=desk.say,
    )


def _printed(desk: Bench, order: BuildOptions, volume: Volume, pages: list[pdf.Page], data: bytes) -> Printed:
    decks = {id_ for id_, spec in desk.kit.components.items() if spec.kind == "deck"}
    file = manifest.File(
        name=volume.name,
        sha256=hashlib.sha256(data).hexdigest(),
        stock=volume.stock,
        sides="both" if volume.two_sided else "one",
        flip=_flip(order, volume) if volume.two_sided else None,
        sheets=len(pages) // len(volume.sides),
        pages=tuple(pages),
        printer=paging.told(order, volume.stock),
        once=order.profile == "shop" and not order.all_copies,
        cards=sum(1 for page in pages for p in page.placed if p.side == "front" and p.piece.component in decks),
    )
    return Printed(file, data)
