"""The Python API: load, check, build, export and preview a kit.

Wrong data raises DataError, wrong options ValueError.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Unpack

from pnp.checks import CheckContext, coverage
from pnp.diagnostics import DataError, Diagnostic, Diagnostics
from pnp.kit import Kit, paths
from pnp.kit import load as files
from pnp.pipeline import exporting, job
from pnp.pipeline import preview as pictures
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.choices import checked as checked_choice
from pnp.pipeline.exporting import ExportResult
from pnp.pipeline.option_table import Choices, CommandLine, rows
from pnp.pipeline.options import BuildOptions, from_choices
from pnp.pipeline.result import BuildResult

__all__ = [
    "BuildOptions", "BuildResult", "DataError", "Diagnostic", "ExportResult", "Kit", "build", "check", "export_kit",
    "load", "preview",
]  # fmt: skip


AnyKit = Kit | str | os.PathLike[str]
"""A kit that was loaded, its name, or its folder."""


def _folder(kit: AnyKit) -> Path:
    """The folder of a kit. Raises ValueError if there is no such kit."""
    return kit.folder if isinstance(kit, Kit) else paths.kit_folder(os.fspath(kit))


def _loaded(kit: AnyKit) -> Kit | None:
    """The kit, if it is one that was loaded, and perhaps changed since."""
    return kit if isinstance(kit, Kit) else None


@contextmanager
def _arguments() -> Iterator[None]:
    """Name the arguments of Python in errors, in place of the options of the command line."""
    try:
        yield
    except ChoiceError as error:
        raise ChoiceError(error.option.removeprefix("--").replace("-", "_"), error.message) from None


def load(kit: str | os.PathLike[str], *, fetch: bool = False) -> Kit:
    """Load a kit by name or from its folder. With `fetch`, first fetch the tables that it names by addresses.

    Raises DataError, and ValueError if there is no such kit.
    """
    diagnostics = Diagnostics()
    folder = _folder(kit)
    if fetch:
        from pnp.kit import fetch as web  # imported here because it is rarely needed, and imports much of the web

        web.fetch(folder, diagnostics)
    opened = None if diagnostics else files.open_kit(folder, diagnostics)
    if opened is None or diagnostics:
        raise DataError(diagnostics)
    return opened


def check(kit: AnyKit) -> list[Diagnostic]:
    """All diagnostics of a kit, sorted by file, line and column, also of one that cannot be loaded.

    A loaded kit is checked as it is given. Raises ValueError if there is no such kit.
    """
    return checked(_folder(kit), loaded=_loaded(kit)).diagnostics


class Checked(NamedTuple):
    """The diagnostics of a kit, sorted, and those that were ignored."""

    diagnostics: list[Diagnostic]
    ignored: tuple[Diagnostic, ...] = ()
    coverage: coverage.Coverage | None = None
    """What the printed sentences rest on; None if it was not asked for, or the kit cannot be drawn."""


def checked(
    folder: Path,
    ignore: Iterable[str] = (),
    progress: job.Progress = lambda _left: None,
    loaded: Kit | None = None,
    *,
    strict: bool = False,
    covered: bool = False,
    drawn: bool = False,
    workers: int = 1,
) -> Checked:
    """Check a kit that may not load, without the codes of `ignore`. For a large deck `progress` is called.

    Up to `workers` processes draw a large deck. If `strict`, matters of taste are errors. If `covered`, the kit's
    coverage is found too, with its pieces if they are to be `drawn`.
    """
    diagnostics = Diagnostics()
    found: list[coverage.Coverage] = []

    def look(context: CheckContext) -> None:
        if covered:
            found.append(coverage.coverage(context, drawn=drawn))

    reported = job.check(folder, diagnostics, ignore, progress, loaded, workers, strict=strict, look=look)
    return Checked(sorted({*diagnostics, *reported}), diagnostics.ignored, found[0] if found else None)


@_arguments()
def build(kit: AnyKit, *, workers: int = 1, **wanted: Unpack[Choices]) -> BuildResult:
    """Build a kit in memory, with the options of `pnp build`.

    A loaded kit is built as it is given, with the pictures and templates that its folder has now. Up to `workers`
    processes draw a large deck, and write while they check. Raises DataError, ValueError for wrong options, and OSError
    if a picture is changed while it runs.
    The options, by their names here:
    """
    diagnostics = Diagnostics()
    facts = files.print_facts(diagnostics)
    if facts is None:
        raise DataError(diagnostics)
    workers = checked_choice(rows(CommandLine)["workers"], workers)
    options: BuildOptions | None = from_choices(_folder(kit), wanted, facts)
    if options and "since" in wanted:
        from pnp.pipeline import diff  # imported here because it is rarely needed

        options = diff.since(options, wanted["since"], diagnostics)
    result = job.build(options, diagnostics, loaded=_loaded(kit), workers=workers) if options else None
    if result is None:
        raise DataError(diagnostics)
    return result


build.__doc__ = f"{inspect.cleandoc(build.__doc__ or '')}\n\n" + "\n".join(
    f"    {name}: {kind.__forward_arg__.removeprefix('Annotated[').partition(',')[0]}"
    for name, kind in Choices.__annotations__.items()
)


@_arguments()
def export_kit(kit: AnyKit, target: str, **wanted: Unpack[exporting.Wanted]) -> ExportResult:
    """Export a kit in memory for a digital table or a print shop, with the options of `pnp export`.

    A loaded kit is exported as it is given. Raises DataError, and ValueError for a wrong option or one without effect
    on the target.
    """
    diagnostics = Diagnostics()
    result = exporting.run(_folder(kit), target, exporting.settings(target, wanted), diagnostics, loaded=_loaded(kit))
    if result is None:
        raise DataError(diagnostics)
    return result


@_arguments()
def preview(kit: AnyKit, card: str | None = None, dpi: int | None = None) -> bytes:
    """A PNG of all faces of a kit, or of one card, front and back. A loaded kit is drawn as it is given.

    Raises DataError if the kit cannot be drawn, and ValueError for an unknown card or a resolution that is too fine.
    """
    if dpi is not None and not pictures.LEAST_DPI <= dpi <= pictures.MOST_DPI:
        raise ChoiceError("--dpi", f"{dpi} is not in the range {pictures.LEAST_DPI}<=x<={pictures.MOST_DPI}.")
    diagnostics = Diagnostics()
    options = job.usual_options(_folder(kit), diagnostics)
    layout = job.lay_out(options[0], diagnostics, loaded=_loaded(kit)) if options else None
    if layout is None:
        raise DataError(diagnostics)
    return pictures.picture(layout.plan.context, layout.all_pieces, card, dpi).data
