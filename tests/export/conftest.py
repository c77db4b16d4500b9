"""Exports in a low resolution."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from filelock import FileLock

from pnp import export
from pnp.diagnostics import Diagnostics
from pnp.export import PrintedSet, Settings
from pnp.graphics import Piece
from pnp.pipeline import exporting, job
from tests.conftest import RHINO, SMALL, edit, options_for

DPI = 60
Files = dict[str, bytes]
Made = Callable[..., Files]


FEW = {
    "moves/swerve", "moves/dodge", "rhinos/stomper", "summaries/summary", "extras/blank", "foldies/stomper",
    "score-track/white", "position-marker/brass", "score-markers/black", "tuckbox/box", "rulebook/1",
}  # fmt: skip
"""A few pieces of rhino, of most kinds that it has. Tests of all targets with them are quick."""


def few(rhino: exporting.DrawnKit) -> exporting.DrawnKit:
    """A few pieces of rhino."""
    return rhino._replace(pieces=tuple(piece for piece in rhino.pieces if piece.id in FEW))


MORE = """\
  summaries: {kind: deck, title: Turn summaries, size: euro-poker, face: summary, back: plain}
  titles: {kind: deck, title: Title cards, size: euro-poker, face: plain, back: rhino-back}
  injury-markers: {kind: token, title: Injury markers, diameter: 15, copies: 8, art: dodge.svg, colours: [black]}
  standees: {kind: foldie, title: Small standees, cards: rhinos, panel: [24, 42], tab: 11, face: pawn}
  list: {kind: mat, title: List board, size: [345, 101], face: list}
  riding-die: {kind: net, title: Six-sided die, sides: 6, edge: 20}
  striking-die: {kind: net, title: Twelve-sided die, sides: 12, edge: 14.5}
  speed-dials: {kind: dial, title: Speed dials, diameter: 50, least: 0, most: 6, colours: [black, white]}
  tuckbox: {kind: tuckbox, title: Tuck box, decks: [moves], face: list, back: list}
"""
CARDS = """\
summaries: {summary: {name: Your turn, count: 2}}
titles: {first: {name: First}, second: {name: Second, back: move-back}}
"""
FACES = """\
  summary: {elements: [{text: "{name}", box: [6, 6, 51, 10], style: card-title}]}
  pawn: {elements: [{art: "{art}", box: [2, 2, 20, 20]}, {text: "{name}", box: [2, 32, 20, 6], style: note}]}
  list: {elements: [{text: A board, box: [9, 9, 90, 20], style: note}]}
"""
"""More components for the small set: what digital tables and shops have a form of their own for."""


_PLACE = tempfile.TemporaryDirectory()
"""The folder of the copy, which is removed with this object."""


@cache
def table() -> Path:
    """A copy of the small set with more components, to be exported."""
    folder = Path(shutil.copytree(SMALL, Path(_PLACE.name, "small")))
    edit(folder, "kit.yaml", "  rulebook: {", f"{MORE}  rulebook: {{")
    for name, text in (("cards.yaml", CARDS), ("faces.yaml", FACES)):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)
    return folder


@cache
def drawn(kit: str, bleed: float) -> exporting.DrawnKit:
    """A kit drawn once for all targets with the same bleed: one that is shipped, or `small` with `MORE`; `few` are a
    few pieces of rhino."""
    if kit == "few":
        return few(drawn("rhino", bleed))
    diagnostics = Diagnostics()
    found = exporting.draw(table() if kit == "small" else RHINO.parent / kit, bleed, diagnostics)
    assert found is not None, list(diagnostics)
    return found


@cache
def export_of(shared: Path, kit: str, target: str, **more: Any) -> Files:
    """The files of an export in a low resolution, made once for all processes of a run."""
    name = "-".join([kit, target, *(f"{key}-{value}" for key, value in sorted(more.items()))])
    stored = shared / f"{name}.export.zip"
    with FileLock(stored.with_suffix(".lock")):
        if not stored.is_file():
            settings = Settings(**{"dpi": DPI, **more})
            done = exporting.finish(drawn(kit, max(settings.bleed, export.bleed(target))), target, settings)
            with ZipFile(stored, "w") as file:
                for path, data in done.files.items():
                    file.writestr(path, data)
        with ZipFile(stored) as file:
            return {path: file.read(path) for path in file.namelist()}


@pytest.fixture(scope="session")
def made(exports: Made) -> Made:
    """The files of the small set's exports by target, with settings besides the resolution."""
    return partial(exports, "small")


@pytest.fixture(scope="session")
def laid() -> job.Layout:
    """The small set drawn and imposed on A4."""
    diagnostics = Diagnostics()
    found = job.lay_out(options_for(table()), diagnostics)
    assert found is not None, list(diagnostics)
    return found


@pytest.fixture(scope="session")
def printed() -> PrintedSet:
    """The small set, to be exported without bleed."""
    return printed_set(0.0, dpi=DPI)


def printed_set(bleed: float, **settings: Any) -> PrintedSet:
    """The small set, drawn with this bleed in mm."""
    found = drawn("small", bleed)
    return PrintedSet(found.plan.context, Settings(**settings), found.pieces)


def piece(printed: PrintedSet, id_: str) -> Piece:
    """A piece of a set by its id."""
    return next(one for one in printed.pieces if one.id == id_)
