"""Write the files of a build: a PDF for each, and the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.diagnostics.program import PROGRAM
from pnp.graphics import Piece
from pnp.graphics.inksaver import LEAST_LINE, Inks
from pnp.imposition import Flip
from pnp.imposition.layout import without_cut_lines
from pnp.pdf import Page, PrintingCondition
from pnp.pipeline import cutting, job_note, manifest, pages, per_piece, screen, unchanged
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile
from pnp.pipeline.result import BuildResult, Files
from pnp.pipeline.whole_set import WholeSet

if TYPE_CHECKING:
    from pnp.pdf.frame import FinishedPdf


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
    left = len(notes) + sum(len(pages) for _, pages in (*files, *books)) + cutting.pictures(options, made)
    inks = Inks(options.ink)

    def step() -> None:
        nonlocal left
        left -= 1
        progress(left)

    printed = [_printed(context, options, file, pages, inks, step) for file, pages in files]
    printed += [_to_read(context, file, pages, step) for file, pages in (*books, *notes)]
    inked = [(name, _recoloured(_uncut(pages), inks)) for name, pages in made]
    cut = list(cutting.cut_files(context, options, inked, step)) if options.machine else []
    last = {id_ for id_, spec in context.kit.components.items() if components.describes_set(spec)}
    texts = {f"{note.name.removesuffix('.pdf')}.txt": job_note.text(context, options, files) for note, _ in notes}
    hashes = {name: hashlib.sha256(text).hexdigest() for name, text in texts.items()}
    more = {"cut_files": [one.entry for one in cut], "texts": hashes}
    about = _about(context, options, version) | {key: entries for key, entries in more.items() if entries}
    listed = manifest.write(about, [one.file for one in printed], context.fingerprints, last, whole, options.since)
    data = {one.file.name: one.data for one in printed}
    return BuildResult(Files({**data, **texts, **{one.name: one.data for one in cut}, unchanged.MANIFEST: listed}))


def _notes(
    context: RenderContext, options: BuildOptions, files: job_note.Printed
) -> list[tuple[OutputFile, list[Page]]]:
    """The note for a copy shop as a file with its page, if it is wanted."""
    if not options.job_note or not files:
        return []
    name = f"{options.kit.name}-{options.paper}-{job_note.NAME}.pdf"
    return [(OutputFile(name, screen.SCREEN, (), ()), [job_note.page(context, options, files)])]


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
    bare: dict[Piece, Piece] = {}

    def without_lines(piece: Piece) -> Piece:
        if piece not in bare:
            bare[piece] = replace(piece, front=without_cut_lines(piece.front))
        return bare[piece]

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
