"""Export a kit: plan, draw, check, and write the files of a target.

`export.json` lists the files of an export, how many copies of each piece it has, and the pieces that it leaves out with
the reason. It is for people and programs; the next export into the folder does not believe it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from pnp import export, writing
from pnp.diagnostics import Diagnostics
from pnp.diagnostics.program import PROGRAM
from pnp.graphics import Piece
from pnp.kit import Kit, load, sizes
from pnp.pdf.icc import OutputProfile
from pnp.pipeline import causes, job, per_piece
from pnp.pipeline.choices import ChoiceError, check_version, checked
from pnp.pipeline.option_table import BLEED, ICC, Option, flag, rows
from pnp.pipeline.options import BuildOptions, profile

LIST = "export.json"
OWNER = "export"
"""By which the files of an export are remembered."""
FORMAT = 2
USUAL = export.Settings()


# fmt: off
class Wanted(TypedDict, total=False):
    """The table of options of `pnp export --to`: what the user chose of the settings of an export."""

    dpi: Annotated[int, Option("Pixels per inch.", USUAL.dpi, (50, 1200), "N")]
    bleed: Annotated[float, Option(
        "How far pictures extend past the trim with --to png, in mm.", USUAL.bleed, BLEED, "MM"
    )]
    corners: Annotated[Literal["square", "round"], Option("The corners of cards with --to png.", USUAL.corners)]
    icc: Annotated[str | PathLike[str] | OutputProfile, ICC]
    sheets: Annotated[bool, Option("With --to png, also each deck in rows and columns.")]
    base_url: Annotated[str, Option(
        "Where you will put the files on the web, for those that name others.", USUAL.base_url, metavar="URL"
    )]
# fmt: on


class ExportResult(NamedTuple):
    """A finished export in memory."""

    files: Mapping[str, bytes]
    """The contents of the files by their paths in the folder, `export.json` last."""

    @property
    def listing(self) -> dict[str, Any]:
        """The contents of `export.json`."""
        data: dict[str, Any] = json.loads(self.files[LIST])
        return data

    @property
    def left_out(self) -> dict[str, str]:
        """Why pieces are not in the export, by their component or their id."""
        return dict(self.listing["left_out"])

    @property
    def notes(self) -> dict[str, str]:
        """What the target made of components, by their ids."""
        return dict(self.listing["notes"])

    def save(self, folder: str | Path) -> None:
        """Write all files into a folder, or none; remove unchanged ones of an earlier export. Raises OSError."""
        writing.write_folder(Path(folder), self.files, OWNER)


def settings(target: str, wanted: Mapping[str, Any]) -> export.Settings:
    """The settings of an export; those that are not wanted have their usual value.

    Raises ChoiceError for a target that does not exist, a setting that has no effect on it, or a wrong value, and
    PluginError for a target of another distribution that fails.
    """
    if target not in export.targets():
        raise ChoiceError("--to", f"{target!r} is not one of {', '.join(export.targets())}.")
    table, chosen = rows(Wanted), {}
    for name, value in wanted.items():
        if name not in table:
            raise TypeError(f"{name!r} is not an option of exports")
        if name not in export.options(target):
            *others, last = export.taking(name)
            fitting = f"{', '.join(others)} or {last}" if others else last
            raise ChoiceError(flag(name), f"it has no effect on {target}; only with --to {fitting}")
        chosen[name] = checked(table[name], value)
    if chosen.get("icc") is not None and not isinstance(chosen["icc"], OutputProfile):
        chosen["icc"] = profile(Path(chosen["icc"]))
    check_version({**chosen, "pdfx": export.standard(target)})
    return export.Settings(**chosen)


class DrawnKit(NamedTuple):
    """A kit that was drawn and checked, to be exported to one target or several with the same bleed."""

    plan: job.Plan
    pieces: tuple[Piece, ...]


def run(
    folder: Path,
    target: str,
    settings: export.Settings,
    diagnostics: Diagnostics,
    progress: Callable[[int], None] = lambda _left: None,
    loaded: Kit | None = None,
) -> ExportResult | None:
    """Export a kit in memory; None after errors. A kit that is already `loaded` is not read again.

    `progress` is called after each face with the number of faces left, an estimate. Raises PluginError for a target of
    another distribution that fails.
    """
    drawn = draw(folder, max(settings.bleed, export.bleed(target)), diagnostics, loaded)
    return finish(drawn, target, settings, progress) if drawn else None


def draw(folder: Path, bleed: float, diagnostics: Diagnostics, loaded: Kit | None = None) -> DrawnKit | None:
    """Draw the pieces of a kit with at least this bleed in mm, and check them; None after errors."""
    with causes.at_own_lines(folder, diagnostics):
        return _draw(folder, bleed, diagnostics, loaded)


def _draw(folder: Path, bleed: float, diagnostics: Diagnostics, loaded: Kit | None) -> DrawnKit | None:
    facts = load.print_facts(diagnostics)
    if facts is None:
        return None
    options = BuildOptions(folder, sizes.paper("a4", facts), bleed=bleed if bleed > facts.bleed else None)
    plan = job.plan(options, diagnostics, loaded=loaded)
    if plan is None:
        return None
    plan, drawn = job.draw_credited(plan)
    wrong = job.run_checks(plan, drawn)
    diagnostics.add(diagnostic for diagnostic in wrong if diagnostic.severity == "error")
    if diagnostics:
        return None
    pieces = (replace(piece, copies=per_piece.copies(piece)) for mine in drawn.values() for piece in mine)
    return DrawnKit(plan, tuple(piece for piece in pieces if piece.copies))


def finish(
    drawn: DrawnKit, target: str, settings: export.Settings, progress: Callable[[int], None] = lambda _left: None
) -> ExportResult:
    """The export of a kit that was drawn. Raises ChoiceError if the target can use none of its pieces."""
    printed = export.PrintedSet(drawn.plan.context, settings, drawn.pieces, _counter(drawn.pieces, progress))
    made = export.files(target, printed)
    left_out = {piece.component for piece in printed.pieces if {piece.component, piece.id} & printed.left_out.keys()}
    if left_out and left_out == {piece.component for piece in printed.pieces}:
        reasons = ", ".join(dict.fromkeys(printed.left_out.values()))
        raise ChoiceError("--to", f"this kit has nothing for {export.label(target)}: {reasons}")
    return ExportResult({**made, LIST: _list(drawn.plan, target, printed, sorted(made))})


def _counter(pieces: tuple[Piece, ...], progress: Callable[[int], None]) -> Callable[[], None]:
    """A function to call after each face."""
    left = sum(len(export.backed(piece)) for piece in pieces)

    def step() -> None:
        nonlocal left
        left -= 1
        progress(left)

    return step


def _list(plan: job.Plan, target: str, printed: export.PrintedSet, names: list[str]) -> bytes:
    about: dict[str, Any] = {
        "format": FORMAT,
        "program": PROGRAM,
        "kit": plan.context.kit.slug,
        "data_version": plan.version,
        "target": target,
        "settings": {name: _plain(getattr(printed.settings, name)) for name in export.options(target)},
        "pieces": [{"id": piece.id, "title": piece.title, "copies": piece.copies} for piece in printed.pieces],
        "notes": printed.notes,
        "left_out": printed.left_out,
        "files": names,
    }
    return (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode()


def _plain(value: Any) -> Any:
    """A setting as JSON: of a profile, what it is."""
    return value.summary if isinstance(value, OutputProfile) else value
