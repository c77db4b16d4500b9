"""An order (kit, paper, backs, what to print) -> finished files in a folder, all of them or none.

This is the road through the house in one place: the kit from the shelf, its components' pieces, the sheets they
lie on, a PDF for each stock, the manifest. Everything that can be wrong with the data is found before a byte is
written; files are written beside their names and then renamed, so what was there stays whole until then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pnp import __version__, checks, components, imposition, marks, shelf, wording
from pnp.art import Gallery
from pnp.bench import Bench
from pnp.drawing import Piece
from pnp.imposition import NoRoomError, Placed, Room, Sheet
from pnp.ink import manifest, pdf
from pnp.model import Font, Kit, Measure
from pnp.source import Diagnostic, Faults, did_you_mean
from pnp.template import Templates
from pnp.text import ROLES, Fonts

Backs = Literal["long", "short", "none"]
Progress = Callable[[str, int], None]

PROVED_ON = ("a4", "letter")
STOCKS = {"cardstock": "cardstock, 200 to 300 g/m²", "paper": "plain paper, 80 to 100 g/m²"}


class Order(NamedTuple):
    """What is wanted: a kit's folder, the name of a paper, how backs are printed, components (none: all of them)."""

    kit: Path
    paper: str
    backs: Backs = "long"
    only: tuple[str, ...] = ()
    draft: bool = False
    """Print in spite of faults, with DRAFT across every sheet."""


class Group(NamedTuple):
    """Sheets that belong together: `name` stands on their labels, `cut` says whether they get cut marks."""

    name: str
    stock: str
    sheets: tuple[Sheet, ...]

    @property
    def backed(self) -> bool:
        return any(sheet.back for sheet in self.sheets)


class Printed(NamedTuple):
    """A finished file in memory."""

    file: manifest.File
    data: bytes
    holds: tuple[str, ...]
    cards: int


class UnknownComponentError(LookupError):
    """The order names a component that the kit does not have; `known` are those it has."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.name, self.known = name, tuple(known)


class Job(NamedTuple):
    """Everything an order makes: the PDFs and the manifest."""

    printed: tuple[Printed, ...]
    manifest: bytes


def bench(folder: Path, faults: Faults) -> Bench | None:
    """A kit with everything it is drawn with, or None with faults."""
    facts = shelf.print_facts(faults)
    roles = shelf.font_roles(faults)
    kit = shelf.open_kit(folder, faults)
    if not (facts and roles and kit):
        return None
    fonts = Fonts(_roles(kit, roles, faults), shelf.fonts_folder(), faults)
    for style in kit.facebook.styles.values():
        if style.colour not in kit.palette and not style.colour.startswith("#"):
            hint = did_you_mean(style.colour, kit.palette)
            faults.error(style.at("colour"), "unknown-colour", f"the palette has no colour {style.colour!r}", hint)
    if faults:
        return None
    gallery = Gallery(shelf.art_folders(folder), faults)
    words = {
        id_: wording.write(card, kit.phrasebook, faults) for deck in kit.cards.values() for id_, card in deck.items()
    }
    only_words = {id_: written for id_, (written, _, _) in words.items()}
    templates = Templates(kit, shelf.template_folders(folder), only_words, faults)
    return Bench(kit, facts, fonts, gallery, templates, words, faults)


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


def make(order: Order, faults: Faults, progress: Progress = lambda _what, _steps: None) -> Job | None:
    """Draw, prove, impose and print an order in memory; None, with faults, if anything is wrong.

    A draft is printed in spite of faults, as long as the kit can be drawn at all.

    `progress` is told what has been done and how many steps are left in all, an estimate until all is imposed.
    Raises UnknownComponentError for a name in `order.only` that the kit lacks.
    """
    desk = bench(order.kit, faults)
    if desk is None:
        return None
    for name in order.only:
        if name not in desk.kit.components:
            raise UnknownComponentError(name, desk.kit.components)
    paper = _paper(desk, order)
    version = shelf.data_version(order.kit, desk.fonts.files(), faults)
    wanted = [id_ for id_ in desk.kit.components if not order.only or id_ in order.only]
    early = [id_ for id_ in wanted if not _is_last(desk.kit, id_)]
    made = {}
    for number, id_ in enumerate(early):
        made[id_] = components.pieces(id_, desk.kit.components[id_], desk)
        progress(id_, 2 * len(wanted) - number)
    faults.add(fault for fault in checks.run(checks.desk(desk, faults, made)) if fault.severity == "error")
    groups = _groups(desk, made, paper, order.backs)
    for id_ in wanted:
        if id_ not in made:
            made[id_] = _last_pieces(desk, id_, order, paper, version, groups, made)
    if faults and not order.draft:
        return None
    groups = _groups(desk, {id_: made[id_] for id_ in wanted}, paper, order.backs)
    if faults and not order.draft:
        return None
    return _print(desk, order, paper, version, groups, progress)


def proved(folder: Path, faults: Faults) -> list[Diagnostic]:
    """All that the checks find in a kit; faults in its data, and in laying it out on paper, go to `faults`.

    Everything is drawn and laid out as for printing, on the two papers that most people have.
    """
    desk = bench(folder, faults)
    if desk is None:
        return []
    drawn = checks.desk(desk, faults)
    for paper in PROVED_ON:
        groups = _groups(desk, drawn.pieces, desk.facts.papers[paper], "long")
        for id_ in desk.kit.components.keys() - drawn.pieces.keys():
            order = Order(folder, paper)
            _last_pieces(desk, id_, order, _paper(desk, order), "0" * 64, groups, drawn.pieces)
    return checks.run(drawn)


def _paper(desk: Bench, order: Order) -> Measure:
    """The paper of an order. Raises LookupError for one that is not known, which whoever asked has checked."""
    found = shelf.paper(order.paper, desk.facts)
    if found is None:
        raise LookupError(order.paper)
    return found[1]


def _is_last(kit: Kit, id_: str) -> bool:
    return getattr(components.kind(kit.components[id_].kind), "LAST", False)


def _groups(desk: Bench, made: dict[str, list[Piece]], paper: Measure, backs: Backs) -> list[Group]:
    """The pieces of all components on their sheets, in the order of the kit's components."""
    together: dict[tuple[str, str, str, float], list[Piece]] = {}
    for id_, pieces in made.items():
        spec = desk.kit.components[id_]
        kind = components.kind(spec.kind)
        together.setdefault((kind.SHEETS, spec.stock, kind.SCHEME, kind.GAP), []).extend(pieces)
    room = Room(paper.extent, desk.facts.margin)
    groups = []
    for (name, stock, scheme, gap), pieces in together.items():
        try:
            sheets = imposition.arrange(scheme, pieces, room, gap)
        except NoRoomError as error:
            where = desk.kit.components[error.piece.component]
            desk.faults.error(
                where.at("size") if "size" in where.origin.value else where.origin.key_span,
                "too-large",
                f"{error.piece.title!r}, {error.piece.size}, does not fit {paper.title}, which prints {error.area}",
                "choose a larger paper, or make the piece smaller",
            )
            continue
        if backs != "none":
            sheets = [imposition.duplex(sheet, backs) for sheet in sheets]
        if sheets:
            groups.append(Group(name, stock, tuple(sheets)))
    return groups


def _last_pieces(
    desk: Bench, id_: str, order: Order, paper: Measure, version: str, groups: list[Group], made: dict[str, list[Piece]]
) -> list[Piece]:
    """The pieces of a component that tells of the finished set."""
    spec = desk.kit.components[id_]
    kind = components.kind(spec.kind)
    own = Group(kind.SHEETS, spec.stock, (Sheet(paper.extent, ()),))
    desk.plan = _plan(desk, order, paper, version, [own, *groups], made)
    return components.pieces(id_, spec, desk)


def _plan(
    desk: Bench, order: Order, paper: Measure, version: str, groups: list[Group], made: dict[str, list[Piece]]
) -> dict[str, Any]:
    """What the first page tells of the set."""
    files = []
    for stock in STOCKS:
        mine = [group for group in groups if group.stock == stock]
        if mine:
            backed = any(group.backed for group in mine)
            files.append(
                {
                    "name": f"{_file_name(order, stock)}",
                    "stock_says": STOCKS[stock].split(",")[0],
                    "sheets": sum(len(group.sheets) for group in mine),
                    "sides_say": f"both, flip on {order.backs} edge" if backed else "one",
                    "holds": [group.name.lower() for group in mine],
                }
            )
    counted = dict.fromkeys(made, 0)
    for placed in (placed for group in groups for sheet in group.sheets for placed in sheet.front):
        counted[placed.piece.component] += 1
    backed = any(group.backed for group in groups)
    return {
        "files": files,
        "edge": order.backs if backed else "",
        "paper": paper.title,
        "version": version[:8],
        "radius": f"{desk.facts.corner:g}",
        "contents": [
            {"title": desk.kit.components[id_].title, "count": count}
            for id_, count in counted.items()
            if desk.kit.components[id_].stock == "cardstock"
        ],
    }


def _file_name(order: Order, stock: str) -> str:
    return f"{order.kit.name}-{order.paper}-{stock}.pdf"


def _print(
    desk: Bench, order: Order, paper: Measure, version: str, groups: list[Group], progress: Progress
) -> Job | None:
    by_stock = {stock: [g for g in groups if g.stock == stock] for stock in STOCKS}
    planned = {stock: _pages(desk, order, version, mine) for stock, mine in by_stock.items() if mine}
    left = sum(len(pages) for pages in planned.values())
    printed = []
    for stock, pages in planned.items():
        backed = any(group.backed for group in by_stock[stock])

        def step() -> None:
            nonlocal left
            left -= 1
            progress("page", left)

        data = pdf.write(_document(desk, order, pages, backed=backed), desk.fonts, step)
        printed.append(_printed(order, stock, by_stock[stock], pages, data, backed=backed))
    if desk.faults and not order.draft:
        return None
    about = {"name": order.paper, "w": paper.extent.w, "h": paper.extent.h}
    listing = manifest.write(
        desk.kit.slug, desk.kit.title, version, f"pnp {__version__}", about, [p.file for p in printed]
    )
    return Job(tuple(printed), listing)


def _document(desk: Bench, order: Order, pages: list[pdf.Page], *, backed: bool) -> pdf.Document:
    credit = desk.kit.credit
    flips: dict[str, pdf.Duplex] = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
    return pdf.Document(
        title=desk.kit.title,
        author=f"After {credit.title} by {credit.designer} ({credit.year})",
        subject=f"{credit.notice} {credit.licence}",
        language=desk.kit.language,
        duplex=flips[order.backs] if backed else "Simplex",
        pages=tuple(pages),
    )


def _printed(
    order: Order, stock: str, groups: list[Group], pages: list[pdf.Page], data: bytes, *, backed: bool
) -> Printed:
    file = manifest.File(
        name=_file_name(order, stock),
        sha256=hashlib.sha256(data).hexdigest(),
        stock=stock,
        sides="both" if backed else "one",
        flip=order.backs if backed else None,
        sheets=sum(len(group.sheets) for group in groups),
        pages=tuple(pages),
    )
    cards = sum(1 for page in pages for p in page.placed if p.side == "front" and p.piece.back is not None)
    return Printed(file, data, tuple(group.name for group in groups), cards)


def _pages(desk: Bench, order: Order, version: str, groups: list[Group]) -> list[pdf.Page]:
    """Fronts and backs in printing order. In a two-sided file a sheet without backs has an empty second side."""
    two_sided = any(group.backed for group in groups)
    total = sum(len(group.sheets) for group in groups) * (2 if two_sided else 1)
    pages: list[pdf.Page] = []
    for group in groups:
        for number, sheet in enumerate(group.sheets, start=1):
            for side, placed in (("front", sheet.front), ("back", sheet.back))[: 2 if two_sided else 1]:
                how = _how(order, group, side, two_sided=two_sided, empty=not placed)
                parts = (desk.kit.title, group.name, f"data {version[:8]}", f"page {len(pages) + 1} of {total}", *how)
                heading = group.name if number == 1 and side == "front" else ""
                name = f"{group.name} {number}" + (f" {side}" if two_sided else "")
                pages.append(_page(desk, order, sheet, placed, marks.Label(parts), name, heading))
    return pages


def _how(order: Order, group: Group, side: str, *, two_sided: bool, empty: bool) -> tuple[str, ...]:
    """The last parts of a label: which side this is, and how to print it."""
    if not two_sided:
        return "front", "print at 100 %, one-sided"
    if empty:
        return "back, stays empty", f"flip on {order.backs} edge"
    note = "" if group.backed else "nothing on its back"
    return side, note, f"print at 100 %, two-sided, flip on {order.backs} edge"


def _page(
    desk: Bench, order: Order, sheet: Sheet, placed: tuple[Placed, ...], label: marks.Label, name: str, heading: str
) -> pdf.Page:
    room = Room(sheet.paper, desk.facts.margin)
    around = placed or sheet.front
    furniture = marks.furniture(name, room, around, label, desk.fonts, cut=bool(placed), draft=order.draft)
    return pdf.Page(sheet.paper, placed, furniture, name, heading)


def deliver(job: Job, folder: Path) -> list[Path]:
    """Write a job's files into a folder, the manifest last. Raises OSError; then nothing has been replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [(folder / p.file.name, p.data) for p in job.printed]
    files.append((folder / "manifest.json", job.manifest))
    _replace_all(files)
    return [path for path, _ in files]


def _replace_all(files: Iterable[tuple[Path, bytes]]) -> None:
    waiting: list[tuple[Path, Path]] = []
    try:
        for path, data in files:
            beside = path.with_name(f".{path.name}.part")
            waiting.append((beside, path))
            beside.write_bytes(data)
        for beside, path in waiting:
            beside.replace(path)
    finally:
        for beside, _ in waiting:
            beside.unlink(missing_ok=True)
