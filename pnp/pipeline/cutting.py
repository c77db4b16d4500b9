"""Write the cut files of a build: those of each different layout, and the pictures of sheets that a program prints."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from pnp.components.context import RenderContext
from pnp.diagnostics.grouping import by_key
from pnp.imposition.layout import CutLayout
from pnp.pdf import Page
from pnp.pipeline.options import BuildOptions

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


def cut_files(
    context: RenderContext, options: BuildOptions, made: Pages, step: Callable[[], None]
) -> Iterator[CutFile]:
    """The cut files of all sheets; `step` is called after each picture."""
    from pnp.export import cut_svg, dxf, silhouettes  # these need Pillow; most builds have no machine
    from pnp.export.printed import encoded

    alike = by_key(_sheets(made), lambda sheet: _layout(sheet).id)
    stem = f"{options.kit.name}-{options.paper}"
    for sheets in alike.values():
        layout = _layout(sheets[0])
        if layout.machine.by_template:
            continue
        listed = [sheet.entry for sheet in sheets]
        if not layout.machine.pictures:
            yield _file(f"{stem}-cut-{layout.name}.dxf", dxf.dxf(layout), layout, listed)
        yield _file(f"{stem}-cut-{layout.name}.svg", cut_svg.svg(layout), layout, listed)
    if options.machine and options.machine.pictures:
        for sheets in _alike(made):
            sheet, layout = sheets[0], _layout(sheets[0])
            (picture,) = silhouettes.pictures([sheet.page], context.fonts)
            name = f"{sheet.file.removesuffix('.pdf')}-page-{sheet.number:02d}-{layout.name}.png"
            w, h = silhouettes.size(layout)
            data = encoded(picture, silhouettes.DPI)
            shown = {"w": round(w, 2), "h": round(h, 2), "dpi": silhouettes.DPI}
            yield _file(name, data, layout, [one.entry for one in sheets], picture=shown)
            step()


def _alike(made: Pages) -> list[list[_Sheet]]:
    """The sheets that look the same, together: one upload serves them all."""

    def look(sheet: _Sheet) -> Hashable:
        return _layout(sheet).id, *((one.drawing, one.rect, one.turn, one.bleed) for one in sheet.page.placed)

    return list(by_key(_sheets(made), look).values())


def _sheets(made: Pages) -> Iterator[_Sheet]:
    """The fronts that a machine cuts."""
    for name, pages in made:
        for number, page in enumerate(pages, start=1):
            if page.layout:
                yield _Sheet(name, number, page)


def _layout(sheet: _Sheet) -> CutLayout:
    if sheet.page.layout is None:
        raise ValueError("no machine cuts this sheet")
    return sheet.page.layout


def _file(name: str, data: bytes, layout: CutLayout, sheets: list[dict[str, Any]], **more: Any) -> CutFile:
    """A file with its entry. `box` is that of all cuts, in mm from the paper's top left corner."""
    from pnp.export import silhouettes

    box = silhouettes.bounds(layout.cuts)
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
