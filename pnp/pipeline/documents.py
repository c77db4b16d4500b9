"""Write the files of a build: a PDF for each, and the manifest.

Write the cut files of a build: those of each different layout, and the pictures of sheets that a program prints.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.diagnostics.grouping import by_key
from pnp.diagnostics.program import PROGRAM
from pnp.graphics import Piece
from pnp.graphics.inksaver import LEAST_LINE, Inks
from pnp.imposition import Flip
from pnp.imposition.layout import CutLayout, without_cut_lines
from pnp.pdf import Page, PrintingCondition
from pnp.pipeline import guide, manifest, pages, per_piece, unchanged
from pnp.pipeline.manifest import WholeSet
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile
from pnp.pipeline.result import BuildResult, Files

if TYPE_CHECKING:
    from pnp.pdf.frame import FinishedPdf


Pages = list[tuple[str, list[Page]]]
"""The pages of each file, by its name."""


class CutFile(NamedTuple):
    """A finished cut file or picture, and its entry in the manifest."""

    data: bytes
    entry: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.entry["path"])


class _Sheet(NamedTuple):
    """A front that a machine cuts: its file, its page from 1."""

    file: str
    number: int
    page: Page

    @property
    def entry(self) -> dict[str, Any]:
        return {"file": self.file, "page": self.number}


def pictures(options: BuildOptions, made: Pages) -> int:
    """How many pictures of sheets a build draws."""
    return len(_alike(made)) if options.machine and options.machine.pictures else 0


def _for_machine(
    context: RenderContext, options: BuildOptions, made: Pages, step: Callable[[], None]
) -> Iterator[CutFile]:
    """The cut files of all sheets; `step` is called after each picture."""
    from pnp.export import cut_files  # these need Pillow; most builds have no machine
    from pnp.export.printed import encoded

    alike = by_key(_sheets(made), lambda sheet: _layout(sheet).id)
    stem = f"{options.kit.name}-{options.paper}"
    for sheets in alike.values():
        layout = _layout(sheets[0])
        if layout.machine.by_template:
            continue
        listed = [sheet.entry for sheet in sheets]
        if not layout.machine.pictures:
            yield _file(f"{stem}-cut-{layout.name}.dxf", cut_files.dxf(layout), layout, listed)
        yield _file(f"{stem}-cut-{layout.name}.svg", cut_files.svg(layout), layout, listed)
    if options.machine and options.machine.pictures:
        for sheets in _alike(made):
            sheet, layout = sheets[0], _layout(sheets[0])
            (picture,) = cut_files.pictures([sheet.page], context.fonts)
            name = f"{sheet.file.removesuffix('.pdf')}-page-{sheet.number:02d}-{layout.name}.png"
            w, h = cut_files.size(layout)
            data = encoded(picture, cut_files.DPI)
            shown = {"w": round(w, 2), "h": round(h, 2), "dpi": cut_files.DPI}
            yield _file(name, data, layout, [one.entry for one in sheets], picture=shown)
            step()


def _alike(made: Pages) -> list[list[_Sheet]]:
    """The sheets that look the same, together: one upload serves them all."""

    def look(sheet: _Sheet) -> Hashable:
        return _layout(sheet).id, *((one.drawing, one.rect, one.turn, one.bleed) for one in sheet.page.placed)

    return list(by_key(_sheets(made), look).values())


def _sheets(made: Pages) -> Iterator[_Sheet]:
    """The fronts that a machine cuts."""
    for name, drawn in made:
        for number, page in enumerate(drawn, start=1):
            if page.layout:
                yield _Sheet(name, number, page)


def _layout(sheet: _Sheet) -> CutLayout:
    if sheet.page.layout is None:
        raise ValueError("no machine cuts this sheet")
    return sheet.page.layout


def _file(name: str, data: bytes, layout: CutLayout, sheets: list[dict[str, Any]], **more: Any) -> CutFile:
    """A file with its entry. `box` is that of all cuts, in mm from the paper's top left corner."""
    from pnp.export import cut_files

    box = cut_files.bounds(layout.cuts)
    corner = {"x": round(box.x, 2), "y": round(layout.paper.h - box.far, 2)}
    entry = {
        "path": name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "machine": layout.machine.name,
        "inset": layout.machine.inset[0],
        "layout": layout.id,
        "version": layout.machine.version,
        "cuts": len(layout.cuts),
        "scores": len(layout.scores),
        "box": {**corner, "w": round(box.w, 2), "h": round(box.h, 2)},
        "sheets": sheets,
        **more,
    }
    return CutFile(data, entry)


class _FinishedPdf(NamedTuple):
    """A finished PDF, whose photos are read when it is saved."""

    file: manifest.File
    data: FinishedPdf


def write(
    context: RenderContext,
    options: BuildOptions,
    version: str,
    files: list[tuple[OutputFile, list[Page]]],
    books: list[tuple[OutputFile, list[Page]]],
    whole: WholeSet,
    progress: Callable[[int], None],
) -> BuildResult:
    """Write the files as PDFs, and the books to read; with their manifest, which lists the rest of the whole set too.

    `progress` is called after each page with the number of pages left.
    """
    made = [(file.name, pages) for file, pages in files]
    notes = _notes(context, options, files)
    left = len(notes) + sum(len(pages) for _, pages in (*files, *books)) + pictures(options, made)
    inks = Inks(options.ink)

    def step() -> None:
        nonlocal left
        left -= 1
        progress(left)

    printed = [_printed(context, options, file, pages, inks, step) for file, pages in files]
    printed += [_to_read(context, file, pages, step) for file, pages in (*books, *notes)]
    inked = [(name, _recoloured(_uncut(pages), inks)) for name, pages in made]
    cut = list(_for_machine(context, options, inked, step)) if options.machine else []
    last = {id_ for id_, spec in context.kit.components.items() if components.describes_set(spec)}
    texts = {f"{note.name.removesuffix('.pdf')}.txt": guide.note_text(context, options, files) for note, _ in notes}
    hashes = {name: hashlib.sha256(text).hexdigest() for name, text in texts.items()}
    more = {"cut_files": [one.entry for one in cut], "texts": hashes}
    about = _about(context, options, version) | {key: entries for key, entries in more.items() if entries}
    listed = manifest.write(about, [one.file for one in printed], context.fingerprints, last, whole, options.since)
    data = {one.file.name: one.data for one in printed}
    return BuildResult(Files({**data, **texts, **{one.name: one.data for one in cut}, unchanged.MANIFEST: listed}))


def _notes(context: RenderContext, options: BuildOptions, files: guide.Printed) -> list[tuple[OutputFile, list[Page]]]:
    """The note for a copy shop as a file with its page, if it is wanted."""
    if not options.job_note or not files:
        return []
    name = f"{options.kit.name}-{options.paper}-{guide.NAME}.pdf"
    return [(OutputFile(name, pages.SCREEN, (), ()), [guide.note_page(context, options, files)])]


def _about(context: RenderContext, options: BuildOptions, version: str) -> dict[str, Any]:
    """The manifest's entries about the whole build."""
    paper, (width, height) = options.paper.name, options.paper.size
    return {
        "kit": context.kit.slug,
        "title": context.kit.title,
        "data_version": version,
        "program": PROGRAM,
        "paper": {"name": paper, "w": width, "h": height} if options.profile == "home" else None,
        "options": unchanged.plain_options(options._asdict()),
        "fonts": sorted(path.name for path in context.fonts.files()),
        **({"underlay": hashlib.sha256(options.underlay.data).hexdigest()} if options.underlay else {}),
    }


def document(
    context: RenderContext, duplex: pdf.Duplex, sheets: Iterable[Page], condition: PrintingCondition | None = None
) -> pdf.Document:
    """A document with these pages and the kit's title, author and licence."""
    credit = context.kit.credit
    key = "author_year" if credit.year else "author"
    author = context.say(key, game=credit.title, designer=credit.designer, year=credit.year) if credit.designer else ""
    return pdf.Document(
        title=context.kit.title,
        author=author,
        subject=f"{credit.notice} {credit.licence}".strip(),
        language=context.kit.language,
        duplex=duplex,
        pages=tuple(sheets),
        condition=condition,
        say=context.say,
        right_to_left=context.kit.right_to_left,
    )


def _printed(
    context: RenderContext,
    options: BuildOptions,
    file: OutputFile,
    made: list[Page],
    inks: Inks,
    step: Callable[[], None],
) -> _FinishedPdf:
    condition = PrintingCondition(options.ink_limit, options.icc, options.pdfx) if options.profile == "shop" else None
    printable = document(context, _duplex(options, file), _recoloured(_uncut(made), inks), condition)
    least = LEAST_LINE if options.ink == "low" else 0.0
    printable = printable._replace(underlay=options.underlay, least_line=least)
    data = pdf.streamed(printable, context.fonts, step)
    decks = {id_ for id_, spec in context.kit.components.items() if spec.kind == "deck"}
    listed = manifest.File(
        name=file.name,
        sha256=data.digest(),
        stock=file.stock,
        sides="both" if file.two_sided else "one",
        flip=_flip(options, file) if file.two_sided else None,
        sheets=len(made) // len(file.sides),
        pages=tuple(made),
        printer=pages.correction(options, file.stock),
        once=options.profile == "shop" and not options.all_copies,
        cards=sum(1 for page in made for p in page.placed if p.side == "front" and p.piece.component in decks),
    )
    return _FinishedPdf(listed, data)


def _to_read(context: RenderContext, file: OutputFile, made: list[Page], step: Callable[[], None]) -> _FinishedPdf:
    """A book to read on a screen."""
    data = pdf.streamed(document(context, "Simplex", made), context.fonts, step)
    return _FinishedPdf(manifest.File(file.name, data.digest(), file.stock, None, None, 0, tuple(made)), data)


def _uncut(pages: list[Page]) -> list[Page]:
    """Leave out the cut lines of pieces that a machine cuts."""

    @cache
    def without_lines(piece: Piece) -> Piece:
        return replace(piece, front=without_cut_lines(piece.front))

    return [
        page._replace(placed=tuple(replace(placed, piece=without_lines(placed.piece)) for placed in page.placed))
        if page.layout
        else page
        for page in pages
    ]


def _recoloured(pages: list[Page], inks: Inks) -> list[Page]:
    """Recolour the pieces on pages; labels and marks stay black."""
    return [
        page._replace(placed=tuple(replace(placed, piece=inks.piece(placed.piece)) for placed in page.placed))
        for page in pages
    ]


def _flip(options: BuildOptions, file: OutputFile) -> Flip:
    """The edge on which a file's sheets are flipped, if it is two-sided."""
    return per_piece.flip(file) if options.profile == "shop" else options.flip


def _duplex(options: BuildOptions, file: OutputFile) -> pdf.Duplex:
    """The PDF's duplex setting, which viewers offer when printing."""
    if not file.two_sided or options.order == "sides":
        return "Simplex"
    return "DuplexFlipShortEdge" if _flip(options, file) == "short" else "DuplexFlipLongEdge"
