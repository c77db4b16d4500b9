"""Commands that check: `check` and `explain`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli import deferred, many
from pnp.cli.console import CONTEXT, WRONG_DATA, echo, echo_styled, late_progress_bar, paint, refuse
from pnp.cli.params import (
    ALL,
    BY_NAME,
    KitNames,
    Named,
    check_path,
    choice,
    fetch_option,
    fetch_tables,
    ignore_option,
    schema_option,
    strict_option,
    warnings_option,
    workers_option,
    write,
    wrong_use,
)
from pnp.confined import cores
from pnp.diagnostics import Diagnostic, Diagnostics, did_you_mean, report
from pnp.diagnostics import text as reports
from pnp.kit import paths
from pnp.pipeline import unchanged

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
            return tuple(filter(None, [paths.kit_at(file)]))
        if value not in self.names() and file.is_dir() and (below := self._below(file, param, ctx)):
            return below
        return super().convert(value, param, ctx)

    def _below(self, folder: Path, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Path, ...]:
        try:
            return tuple(paths.kits_below(folder))
        except ValueError as error:
            self.fail(str(error), param, ctx)


FOR_PROGRAMS = ("json", "github", "gitlab", "junit", "sarif")
"""The formats of reports for other programs."""


class ReportingCommand(click.Command):
    """A command that writes a report also if it cannot run, because programs read the report whatever the exit code."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        form = "" if ctx.resilient_parsing else _wanted_format(args)
        with _failure_reported(form):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with _failure_reported(ctx.params["form"]):
            return super().invoke(ctx)


def _wanted_format(arguments: Sequence[str]) -> str:
    """The value of `--format`, read without click, which stops at the first wrong argument; "" if it is wrong."""
    options = list(takewhile(lambda word: word != "--", arguments))
    values = [after for word, after in pairwise(options) if word == "--format"]
    values += [word.removeprefix("--format=") for word in options if word.startswith("--format=")]
    return values[-1] if values else ""


@contextmanager
def _failure_reported(form: str) -> Iterator[None]:
    """Write a report of an error that ends the command, in a format for programs. The error is raised again."""
    try:
        yield
    except (click.ClickException, OSError) as error:
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        if form in FOR_PROGRAMS:
            echo(*report.failure(form, message).split("\n"))
        raise


@click.command(cls=ReportingCommand, context_settings=CONTEXT)
@click.argument("kits", type=KitsOrFile(editions=True), nargs=-1, metavar="[KIT]...")
@choice(
    "--format",
    "form",
    among=("text", *FOR_PROGRAMS),
    about="Text for people, JSON for tools, annotations for GitHub, Code Quality for GitLab, JUnit for lists of tests, "
    "SARIF for code hosts and editors.",
)
@click.option(
    "--all", "every", is_flag=True, help="List each error, also where the same one is on many cards. Text only."
)
@click.option("--changed", is_flag=True, help="Leave out kits that passed on this computer and have not changed since.")
@fetch_option
@ignore_option
@strict_option
@workers_option
@warnings_option
@click.option("--coverage", is_flag=True, help="Show what each printed sentence rests on: a table, or JSON.")
@click.option(
    "--coverage-page", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write an HTML page with every sentence, coloured by what it rests on.",
)  # fmt: skip
@click.option(
    "--explain", metavar="FILE:LINE",
    help="Only show what the texts of this line rest on: the rule that reads each, or the words that none reads.",
)  # fmt: skip
@click.option(
    "--mend", is_flag=True,
    help="First make the worked examples follow play: write their new results into the kit's own examples.yaml, leave "
    "out those that cannot be played, and find other positions for those that a page shows.",
)  # fmt: skip
@schema_option(lambda: deferred.check_report.schema_text())
def check(
    kits: tuple[tuple[Path, ...], ...],
    form: str,
    every: bool,
    changed: bool,
    fetch: bool,
    ignore: tuple[str, ...],
    strict: bool,
    workers: int | None,
    warnings_as_errors: bool,
    coverage: bool,
    coverage_page: Path | None,
    explain: str | None,
    mend: bool,
) -> None:
    """Check that what KITs print agrees with their rules.

    A KIT is a name from `pnp list`, a folder with kits in it or below it, a file of a kit, or `all` for every kit that
    comes with pnp, editions too. Without a KIT, those below the current folder are checked, or all if there are none.

    Every count, sentence, table and example is compared with the game's engine. Errors are reported with file, line
    and column. Exit code 0: no errors, 1: errors, 2: wrong usage. Files outside any kit are skipped, so that hooks can
    pass all changed files.
    """
    drawn = coverage_page is not None
    _refuse_useless(form, every=every, changed=changed, coverage=coverage, reads_all=fetch or coverage or drawn)
    _refuse_both(explain, mend=mend)
    with wrong_use():
        deferred.ignoring.checked(ignore)
    failing = frozenset({"error", "warning"} if warnings_as_errors else {"error"})
    folders, where = _chosen(kits)
    if explain is not None:
        _explain(folders, explain)
        return
    if mend:
        _mend(folders, to_stderr=form != "text")
    hashes: dict[Path, str] = {}
    if changed:
        hashes = {folder: unchanged.digest(folder, (ignore, strict, sorted(failing))) for folder in folders}
        folders, where = _not_passed(folders, where, hashes)
    failed = {folder: list(fetch_tables([folder])) if fetch else [] for folder in folders}
    by_kit = _checked(folders, ignore, workers, strict=strict, covered=coverage or drawn, drawn=drawn)
    by_kit = {folder: one._replace(diagnostics=[*failed[folder], *one.diagnostics]) for folder, one in by_kit.items()}
    _note_passed(by_kit, hashes, failing)
    covered = [checked.coverage for checked in by_kit.values() if checked.coverage]
    found = _print(by_kit, where, covered if coverage else [], form, failing, every=every, ignore=ignore)
    if coverage_page:  # after the report, which is then there if the page cannot be written
        write(coverage_page, deferred.checks.coverage.as_page(covered).encode())
    sys.exit(_exit_code(found, failing))


def _exit_code(found: Iterable[Diagnostic], failing: frozenset[str]) -> int:
    return WRONG_DATA if any(diagnostic.severity in failing for diagnostic in found) else 0


def _not_passed(folders: Iterable[Path], where: str, hashes: Mapping[Path, str]) -> tuple[tuple[Path, ...], str]:
    """The kits that are not as they were when they passed, and words that name them."""
    left = tuple(folder for folder in folders if not unchanged.has_passed(folder, hashes[folder]))
    return left, ", ".join(folder.name for folder in left) or f"{where}: unchanged since they passed"


def _print(
    by_kit: dict[Path, Checked],
    where: str,
    covered: list[coverages.Coverage],
    form: str,
    failing: frozenset[str],
    *,
    every: bool,
    ignore: tuple[str, ...],
) -> list[Diagnostic]:
    """Print the report in the wanted format; its diagnostics."""
    found = _every(checked.diagnostics for checked in by_kit.values())
    ignored = _every(checked.ignored for checked in by_kit.values())
    if form == "text":
        left_out = f"; ignored: {report.by_code(ignored) or 'none'}" if ignored or ignore else ""
        _print_text(found, covered, f"in {where}{left_out}", every=every)
        return found
    text = report.write(form, found, Path.cwd(), _context(by_kit, failing))
    echo(*(_with_counts(text, covered, ignored) if form == "json" else text).split("\n"))
    echo(f"checked: {where}", err=True)
    return found


def _refuse_both(explain: str | None, *, mend: bool) -> None:
    if mend and explain is not None:
        raise click.BadOptionUsage("--mend", "not with --explain, which changes nothing; leave one out")


def _refuse_useless(form: str, *, every: bool, changed: bool, coverage: bool, reads_all: bool) -> None:
    """Refuse options that have no effect together."""
    if every and form != "text":
        raise click.BadOptionUsage("--all", f"not with --format {form}, which always lists each error; leave --all out")
    if coverage and form not in ("text", "json"):
        raise click.BadOptionUsage("--coverage", f"not with --format {form}, which lists errors only; use text or json")
    if changed and reads_all:
        raise click.BadOptionUsage("--changed", "not with --fetch or --coverage, which look at every kit; leave it out")


def _print_text(
    found: Iterable[Diagnostic], covered: Iterable[coverages.Coverage], result: str, *, every: bool
) -> None:
    """Print the report for people, after the coverage of kits."""
    for one in covered:
        echo(*deferred.checks.coverage.as_text(one), "")
    echo_styled(reports.lines(found, Path.cwd(), paint, result, every=every))


def _chosen(kits: Sequence[tuple[Path, ...]]) -> tuple[tuple[Path, ...], str]:
    """The kits to check, and words that name them: those given, else those below this folder, else all."""
    try:
        here = () if kits else tuple(paths.kits_below(Path()))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if kits or here:
        folders = tuple(dict.fromkeys((*chain.from_iterable(kits), *here)))
        return folders, ", ".join(folder.name for folder in folders) or "no kit"
    folders = KitNames(editions=True).convert(ALL, None, None)
    return folders, f"the {len(folders)} kits that come with pnp, because there is no kit below this folder"


def _note_passed(by_kit: Mapping[Path, Checked], hashes: Mapping[Path, str], failing: Collection[str]) -> None:
    """Remember the kits in which nothing is wrong, by their hashes; if that fails, they are checked again next time."""
    for folder, checked in by_kit.items():
        if hashes.get(folder) and not any(diagnostic.severity in failing for diagnostic in checked.diagnostics):
            with suppress(OSError):
                unchanged.note(folder, hashes[folder])


def _every(lists: Iterable[Iterable[Diagnostic]]) -> list[Diagnostic]:
    """The diagnostics of all kits, each once. Two editions of a game report the same error of their base."""
    return list(dict.fromkeys(chain.from_iterable(lists)))


def _context(by_kit: dict[Path, Checked], failing: frozenset[str]) -> report.ReportContext:
    """What reports for programs contain besides the diagnostics."""
    return report.ReportContext(
        explanations=_explanations(),
        kits={folder: checked.diagnostics for folder, checked in by_kit.items()},
        overlays=deferred.check_report.overlays(by_kit, Path.cwd()),
        failing=failing,
    )


def _with_counts(text: str, covered: list[coverages.Coverage], ignored: list[Diagnostic]) -> str:
    """A report in JSON with the coverage of kits, and the number of ignored diagnostics by code."""
    data = json.loads(text)
    data |= {"coverage": deferred.checks.coverage.as_data(covered)} if covered else {}
    data |= {"ignored": Counter(one.code for one in ignored)} if ignored else {}
    return json.dumps(data, ensure_ascii=False, indent=1)


def _checked(
    folders: Sequence[Path],
    ignore: tuple[str, ...],
    workers: int | None,
    *,
    strict: bool,
    covered: bool = False,
    drawn: bool = False,
) -> dict[Path, Checked]:
    """Check kits, with a progress bar on a terminal for several kits, and for one with many cards."""
    check = partial(deferred.api.checked, ignore=ignore, strict=strict, covered=covered, drawn=drawn)
    if len(folders) == 1:
        with late_progress_bar(f"checking {folders[0].name}") as progress:
            return {folders[0]: check(folders[0], progress=progress, workers=workers or cores())}
    return dict(zip(folders, many.results(check, folders, workers, "checking"), strict=True))


def _mend(folders: Sequence[Path], *, to_stderr: bool) -> None:
    """Make the worked examples of kits follow play, and list what was done. Reports do not contain the list."""
    _refuse_installed(folders)
    for folder in folders:
        diagnostics = Diagnostics()
        try:
            changes = deferred.job.mend(folder, diagnostics)
        except (ValueError, OSError) as error:
            reason = getattr(error, "strerror", None) or error
            raise click.ClickException(f"cannot write {folder.name}/examples.yaml: {reason}") from None
        nothing = "correct the errors below first" if diagnostics else "all worked examples follow play"
        echo(*(f"{folder.name}: {line}" for line in list(map(str, changes)) or [nothing]), err=to_stderr)


def _refuse_installed(folders: Iterable[Path]) -> None:
    """Refuse to change kits that come with pnp or another distribution, unless the user gave their paths."""
    context = click.get_current_context()
    named = context.meta.get(BY_NAME, set())
    by_path = context.params["kits"] and ALL not in named
    installed = {folder.name for folder in folders if paths.installed_kit(folder.name) == folder}
    refused = installed & named if by_path else installed
    if refused:
        hint = "name your own kit, or give the path of its folder"
        message = f"kits that come with pnp, such as {min(refused)}; {hint}"
        raise click.BadOptionUsage("--mend", f"--mend does not change {message}")


def _explain(folders: Sequence[Path], line: str) -> None:
    """Print what the texts of a line of one kit rest on."""
    file, _, number = line.rpartition(":")
    if not file or not number.isdecimal():
        raise click.BadParameter(f"{line!r} is not FILE:LINE, such as rulebook.md:12", param_hint="'--explain'")
    if len(folders) != 1:
        raise click.UsageError("--explain needs one KIT, such as: pnp check KIT --explain rulebook.md:49")
    diagnostics = Diagnostics()
    context = deferred.job.to_check(folders[0], diagnostics)
    if context is None:
        refuse(diagnostics, "nothing was explained")
    found = deferred.checks.explained(context, file, int(number))
    if not found:
        raise click.UsageError(f"no page of {folders[0].name} prints a text from line {number} of {file}")
    echo(*found)


class Code(Named):
    """The code of a diagnostic."""

    name = "code"

    def names(self) -> Iterable[str]:
        return _explanations()

    def unknown(self, name: str) -> str:
        return f"there is no code {name!r}; {did_you_mean(name, self.names()) or 'pnp explain lists them'}"


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
