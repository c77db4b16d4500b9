"""Commands that check: `check` and `explain`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli import deferred
from pnp.cli.console import CONTEXT, WRONG_DATA, echo, echo_styled, late_progress_bar, paint
from pnp.cli.params import ALL, KitNames, Named, check_path, choice, fetch_option, fetch_tables, ignore_option, write
from pnp.diagnostics import Diagnostic, did_you_mean, report
from pnp.diagnostics import text as reports
from pnp.kit import names
from pnp.pipeline import passed

if TYPE_CHECKING:
    from pnp.checks import coverage as coverages
    from pnp.pipeline.api import Checked


class KitsOrFile(KitNames):
    """Like `KitNames`, or a folder, which means all kits below it, or a file in a kit's folder, which means that kit.

    A file outside any kit means none.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        check_path(self, value, param, ctx)
        file = Path(value)
        if value != ALL and file.is_file():
            return tuple(folder for folder in file.resolve().parents if (folder / "kit.yaml").is_file())[:1]
        if value not in self.names() and file.is_dir() and (below := self._below(file, param, ctx)):
            return below
        return super().convert(value, param, ctx)

    def _below(self, folder: Path, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Path, ...]:
        try:
            return tuple(names.kits_below(folder))
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command(context_settings=CONTEXT)
@click.argument("kits", type=KitsOrFile(editions=True), nargs=-1, metavar="[KIT]...")
@choice(
    "--format",
    "form",
    among=("text", "json", "github", "sarif"),
    about="Text for people, JSON for tools, annotations for GitHub, SARIF for code hosts and editors.",
)
@click.option(
    "--all", "every", is_flag=True, help="List each error, also where the same one is on many cards. Text only."
)
@click.option("--changed", is_flag=True, help="Leave out kits that passed on this computer and have not changed since.")
@fetch_option
@ignore_option
@click.option("--warnings-as-errors", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("--coverage", is_flag=True, help="Show what each printed sentence rests on: a table, or JSON.")
@click.option(
    "--coverage-page", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write an HTML page with every sentence, coloured by what it rests on.",
)  # fmt: skip
def check(
    kits: tuple[tuple[Path, ...], ...],
    form: str,
    every: bool,
    changed: bool,
    fetch: bool,
    ignore: tuple[str, ...],
    warnings_as_errors: bool,
    coverage: bool,
    coverage_page: Path | None,
) -> None:
    """Check that what KITs print agrees with their rules.

    A KIT is a name from `pnp list`, a folder with kits in it or below it, a file of a kit, or `all` for every kit that
    comes with pnp, editions too. Without a KIT, those below the current folder are checked, or all if there are none.

    Every count, sentence, table and example is compared with the game's engine. Errors are reported with file, line
    and column. Exit code 0: no errors, 1: errors, 2: wrong usage. Files outside any kit are skipped, so that hooks can
    pass all changed files.
    """
    if every and form != "text":
        raise click.BadOptionUsage("--all", f"not with --format {form}, which always lists each error; leave --all out")
    grave = {"error", "warning"} if warnings_as_errors else {"error"}
    folders, where = _chosen(kits)
    if changed and (fetch or coverage or coverage_page):
        raise click.BadOptionUsage("--changed", "not with --fetch or --coverage, which look at every kit; leave it out")
    hashes = {folder: passed.digest(folder, (ignore, sorted(grave))) for folder in folders} if changed else {}
    if hashes:
        folders = tuple(folder for folder in folders if not passed.has_passed(folder, hashes[folder]))
        where = ", ".join(folder.name for folder in folders) or f"{where}: unchanged since they passed"

    def done(folder: Path, found: Iterable[Diagnostic]) -> None:
        if hashes.get(folder) and not any(diagnostic.severity in grave for diagnostic in found):
            passed.note(folder, hashes[folder])

    diagnostics, ignored = _fetched_and_checked(folders, ignore) if fetch else _checked(folders, ignore, done)
    covered = _covered(folders, coverage_page) if coverage or coverage_page else []
    if form == "text":
        for one in covered if coverage else ():
            echo(*deferred.checks.coverage.as_text(one), "")
        left_out = f"; ignored: {report.by_code(ignored) or 'none'}" if ignored or ignore else ""
        echo_styled(reports.lines(diagnostics, Path.cwd(), paint, f"in {where}{left_out}", every=every))
    elif form == "json":
        data = json.loads(report.write(form, diagnostics, Path.cwd()))
        data |= {"coverage": deferred.checks.coverage.as_data(covered)} if coverage else {}
        data |= {"ignored": Counter(one.code for one in ignored)} if ignored else {}
        echo(*json.dumps(data, ensure_ascii=False, indent=1).split("\n"))
    else:
        echo(*report.write(form, diagnostics, Path.cwd()).split("\n"))
    if form != "text":
        echo(f"checked: {where}", err=True)
    sys.exit(WRONG_DATA if any(diagnostic.severity in grave for diagnostic in diagnostics) else 0)


def _chosen(kits: Sequence[tuple[Path, ...]]) -> tuple[tuple[Path, ...], str]:
    """The kits to check, and words that name them: those given, else those below this folder, else all."""
    try:
        here = () if kits else tuple(names.kits_below(Path()))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if kits or here:
        folders = tuple(dict.fromkeys((*chain.from_iterable(kits), *here)))
        return folders, ", ".join(folder.name for folder in folders) or "no kit"
    folders = KitNames(editions=True).convert(ALL, None, None)
    return folders, f"the {len(folders)} kits that come with pnp, because there is no kit below this folder"


def _fetched_and_checked(folders: Sequence[Path], ignore: tuple[str, ...]) -> Checked:
    """Fetch the tables of kits, and check the kits; with the errors of both."""
    failed = fetch_tables(folders)
    checked = _checked(folders, ignore)
    return checked._replace(diagnostics=[*failed, *checked.diagnostics])


def _checked(
    folders: Sequence[Path],
    ignore: tuple[str, ...],
    done: Callable[[Path, Iterable[Diagnostic]], None] = lambda *_: None,
) -> Checked:
    """Check kits, with a progress bar on a terminal for several kits, and for one with many cards.

    `done` is called after each kit with its diagnostics.
    """
    each: list[Checked] = []
    with ExitStack() as stack:
        bar: Iterable[Path] = folders
        progress: Callable[[int], None] = lambda _left: None  # noqa: E731
        if len(folders) == 1:
            progress = stack.enter_context(late_progress_bar(f"checking {folders[0].name}"))
        else:
            hidden = not sys.stderr.isatty()
            bar = stack.enter_context(click.progressbar(folders, label="checking", file=sys.stderr, hidden=hidden))
        for folder in bar:
            each.append(deferred.api.checked(folder, ignore, progress))
            done(folder, each[-1].diagnostics)
    diagnostics = [diagnostic for checked in each for diagnostic in checked.diagnostics]
    return deferred.api.Checked(diagnostics, tuple(one for checked in each for one in checked.ignored))


def _covered(folders: Iterable[Path], page: Path | None) -> list[coverages.Coverage]:
    """What the printed sentences of kits rest on; also written as a page if `page` is given."""
    every = [found for folder in folders if (found := deferred.api.coverage_of(folder))]
    if page:
        write(page, deferred.checks.coverage.as_page(every).encode())
    return every


class Code(Named):
    """The code of a diagnostic."""

    name = "code"

    def names(self) -> Iterable[str]:
        return _explanations()

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        code, known = str(value), _explanations()
        if code not in known:
            self.fail(f"there is no code {code!r}; {did_you_mean(code, known) or 'pnp explain lists them'}", param, ctx)
        return code


def _explanations() -> dict[str, str]:
    """Explanations of all codes, of checks, of data errors and of preflight."""
    return {**deferred.checks.explanations(), **deferred.preflight.explanations()}


@click.command(context_settings=CONTEXT)
@click.argument("code", type=Code(), required=False)
def explain(code: str | None) -> None:
    """Explain the CODE of an error, warning or note.

    The text explains what CODE means, why it matters and how to fix it, with examples that pass and fail. Without CODE,
    list all codes.
    """
    if code:
        echo(code, "", *_explanations()[code].split("\n"))
        return
    texts = deferred.checks.explanations()
    printed = {name: texts[name] for name in deferred.checks.checks()}
    _list("checks of printed content", printed)
    echo("")
    _list("errors in data", {name: text for name, text in texts.items() if name not in printed})
    echo("")
    _list("preflight of PDFs", deferred.preflight.explanations())


def _list(title: str, texts: dict[str, str]) -> None:
    """Print codes under a title, each with the first sentence of its explanation."""
    echo(f"{title}:")
    for code, text in texts.items():
        summary = " ".join(text.partition("\n\n")[0].split())
        echo(f"  {code:<18} {summary}")
