"""The Python API: load, check, build, export and preview a kit.

Wrong data raises DataError, wrong options ValueError.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Unpack

from pnp.checks import coverage
from pnp.diagnostics import DataError, Diagnostic, Diagnostics
from pnp.kit import Kit, names
from pnp.kit import fetch as web
from pnp.kit import load as files
from pnp.kit.git_objects import HistoryError
from pnp.pipeline import diff, exporting, job
from pnp.pipeline import preview as pictures
from pnp.pipeline.choices import ChoiceError, Choices
from pnp.pipeline.exporting import ExportResult
from pnp.pipeline.options import BuildOptions, from_choices
from pnp.pipeline.result import BuildResult

__all__ = [
    "BuildOptions", "BuildResult", "DataError", "Diagnostic", "ExportResult", "Kit", "build", "check", "export_kit",
    "load", "preview",
]  # fmt: skip


def load(kit: str | os.PathLike[str], *, fetch: bool = False) -> Kit:
    """Load a kit by name or from its folder. With `fetch`, first fetch the tables that it names by addresses.

    Raises DataError, and ValueError if there is no such kit.
    """
    diagnostics = Diagnostics()
    folder = names.kit_folder(os.fspath(kit))
    if fetch:
        web.fetch(folder, diagnostics)
    opened = None if diagnostics else files.open_kit(folder, diagnostics)
    if opened is None:
        raise DataError(diagnostics)
    return opened


def check(kit: Kit) -> list[Diagnostic]:
    """All diagnostics of a kit, sorted by file, line and column. The files are read again."""
    return check_folder(kit.folder)


class Checked(NamedTuple):
    """The diagnostics of a kit, sorted, and those that were ignored."""

    diagnostics: list[Diagnostic]
    ignored: tuple[Diagnostic, ...] = ()


def check_folder(folder: Path) -> list[Diagnostic]:
    """Like `check`, for a kit that may not load."""
    return checked(folder).diagnostics


def checked(folder: Path, ignore: Iterable[str] = (), progress: job.Progress = lambda _left: None) -> Checked:
    """Check a kit that may not load, without the codes of `ignore`. For a large deck `progress` is called."""
    diagnostics = Diagnostics()
    reported = job.check(folder, diagnostics, ignore, progress)
    return Checked(sorted({*diagnostics, *reported}), diagnostics.ignored)


def coverage_of(folder: Path) -> coverage.Coverage | None:
    """What the printed sentences of a kit rest on; None if it cannot be drawn."""
    context = job.to_check(folder, Diagnostics())
    return coverage.coverage(context) if context else None


def build(kit: Kit, **wanted: Unpack[Choices]) -> BuildResult:
    """Build a kit in memory, with the options of `pnp build`. The files are read again.

    Raises DataError, ValueError for wrong options, and OSError if a picture is changed while it runs.
    """
    diagnostics = Diagnostics()
    facts = files.print_facts(diagnostics)
    if facts is None:
        raise DataError(diagnostics)
    options = from_choices(kit.folder, wanted, facts)
    since = wanted.get("since")
    if since is not None:
        options = _since(options, since, diagnostics)
    result = job.build(options, diagnostics)
    if result is None:
        raise DataError(diagnostics)
    return result


def _since(options: BuildOptions, name: str, diagnostics: Diagnostics) -> BuildOptions:
    try:
        earlier = diff.earlier(options, name, diagnostics)
    except HistoryError as error:
        raise ChoiceError("--since", str(error)) from None
    if earlier is None:
        raise DataError(diagnostics)
    return options._replace(since=earlier)


def export_kit(kit: Kit, target: str, **wanted: Unpack[exporting.Wanted]) -> ExportResult:
    """Export a kit in memory for a digital table or a print shop, with the options of `pnp export`.

    The files are read again. Raises DataError, and ValueError for a wrong option or one without effect on the target.
    """
    diagnostics = Diagnostics()
    result = exporting.run(kit.folder, target, exporting.settings(target, wanted), diagnostics)
    if result is None:
        raise DataError(diagnostics)
    return result


def preview(kit: Kit, card: str | None = None, dpi: int | None = None) -> bytes:
    """A PNG of all faces of a kit, or of one card, front and back. The files are read again.

    Raises DataError if the kit cannot be drawn, and ValueError for an unknown card or a resolution that is too fine.
    """
    if dpi is not None and not pictures.LEAST_DPI <= dpi <= pictures.MOST_DPI:
        raise ChoiceError("--dpi", f"{dpi} is not in the range {pictures.LEAST_DPI}<=x<={pictures.MOST_DPI}.")
    diagnostics = Diagnostics()
    options = job.usual_options(kit.folder, diagnostics)
    layout = job.lay_out(options[0], diagnostics) if options else None
    if layout is None:
        raise DataError(diagnostics)
    return pictures.picture(layout.plan.context, layout.all_pieces, card, dpi).data
