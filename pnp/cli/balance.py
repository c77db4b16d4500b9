"""The command that answers designers' questions by play: `balance`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import click

from pnp import rules, writing
from pnp.cli.console import CONTEXT, WRONG_DATA, echo, refuse
from pnp.cli.here import kit_argument
from pnp.cli.params import (
    GameName,
    Output,
    cannot_write,
    choice,
    players_option,
    refused,
    schema_option,
    seed_option,
    writing_to,
)
from pnp.diagnostics import Diagnostics, Span, terminal
from pnp.kit import plugins
from pnp.kit.fields import Expression, ExpressionError
from pnp.lab import text
from pnp.lab.blocks import PlayPlan, Step
from pnp.lab.page import page
from pnp.lab.paired import compare, ladder
from pnp.lab.report import BalanceReport, Solution, make_report, plain, stakes_of
from pnp.lab.sampling import MOST, ClusterError, cluster, sample
from pnp.lab.search import PLAYOUTS_OF_STAKE, POLICIES
from pnp.lab.sections import chart_files
from pnp.lab.solve import SolveError, solve
from pnp.lab.store import Blocks
from pnp.lab.subject import Subject, open_named, open_subject
from pnp.lab.tallies import Tally
from pnp.lab.variation import (
    Variation,
    VariationError,
    condition,
    current,
    holds,
    of_number,
    shown,
    variation,
    without,
    without_cards,
)
from pnp.sources.git_objects import HistoryError


@contextmanager
def _refused_condition() -> Iterator[None]:
    """Report a condition of `--fail-if` that cannot be read, or that has no value."""
    try:
        yield
    except ExpressionError as error:
        raise click.BadParameter("; ".join((error.message, *error.hints)), param_hint="'--fail-if'") from None


def _conditions(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[Expression, ...]:
    """Conditions over the numbers of the report."""
    with _refused_condition():
        return tuple(condition(one, [each.name for each in fields(BalanceReport)]) for one in given)


def _variations(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[Variation, ...]:
    """Numbers of the kit, each with values for it."""
    with refused("--vary", VariationError):
        return tuple(map(variation, given))


def _schema() -> str:
    from pnp.lab.report import schema  # imported here because pydantic is slow

    return json.dumps(schema(), indent=2, ensure_ascii=False)


@click.command(context_settings=CONTEXT)
@kit_argument("game", GameName())
@click.option(
    "--games",
    type=click.IntRange(1, MOST),
    metavar="N",
    default=2000,
    show_default=True,
    help="How many games to play.",
)
@choice("--policy", among=tuple(POLICIES), about="How all seats choose.")
@seed_option
@players_option
@click.option("--workers", type=click.IntRange(1, 1000), metavar="N",
              help="Number of processes that play.  [default: one per core, or one for few games]")  # fmt: skip
@click.option("--cluster", "address", metavar="ADDRESS",
              help="Play on the Dask cluster of this scheduler, tcp://host:port, instead.")  # fmt: skip
@click.option("--cards/--no-cards", default=True, show_default=True,
              help="Count what happens to cards, and who leads; it takes time.")  # fmt: skip
@click.option("--skill", type=click.Choice(tuple(POLICIES)[1:]),
              help="Also play each policy up to this one against the one below it.")  # fmt: skip
@click.option("--stakes", type=click.IntRange(2, 1000), metavar="N",
              help="Also estimate how much a decision matters, in each of N games; it takes time.")  # fmt: skip
@click.option(
    "--vary",
    callback=_variations,
    multiple=True,
    metavar="NUMBER=VALUES",
    help="Also play with other numbers: rules.target_score=2..5, cards.lunge.count=8,14; may be repeated.",
)
@click.option("--drop", multiple=True, metavar="CARD", help="Also play without this card; may be repeated.")
@click.option("--solve", is_flag=True, help="Also solve the game, which must be very small, for two players.")
@click.option("--against", metavar="KIT",
              help="Compare with this kit by the same seeds: a game, a folder, or KIT@REV of git.")  # fmt: skip
@click.option("--fail-if", "conditions_", callback=_conditions, multiple=True, metavar="CONDITION",
              help="Exit with 1 if this is true of the report, as 'first_player > 0.56'; may be repeated.")  # fmt: skip
@choice("--format", "form", among=("text", "json", "html"), about="html is a page with charts.")
@click.option("--output", "-o", "folder", type=Output(folder=True), metavar="DIR",
              help="Keep blocks of games there as they are played, so that a stopped run goes on.")  # fmt: skip
@click.option("--figures", type=Output(folder=True), metavar="DIR",
              help="Also write each chart there as an SVG file: seats.svg, lengths.svg …")  # fmt: skip
@schema_option(_schema)
def balance(game: Path, games: int, seed: int, players: int | None, form: str, **chosen: Any) -> None:
    """Play KIT many times and report, with intervals, what a designer wants to know.

    The report shows whether the game is fair, how long it takes and which cards matter. docs/balance.md reads one line
    by line. Exit code 0: reported, 1: errors in data or a condition of --fail-if is true, 2: wrong usage.

    \b
    Examples:  pnp balance rhino --games 500
               pnp balance kits/mine --games 500 --against duel
    """
    subject = _subject(game, players)
    plan = PlayPlan(games, seed, (chosen["policy"],), chosen["cards"], rows=chosen["against"] is not None)
    with _executor(chosen["address"], chosen["workers"]) as executor:
        found = _report(subject, plan, Lab(chosen["workers"], chosen["folder"], executor), chosen)
    if form == "json":
        echo(*json.dumps(plain(found), indent=1, ensure_ascii=False).split("\n"))
    else:
        echo(*(page(found).split("\n") if form == "html" else text.lines(found)))
    if chosen["figures"]:
        _write_figures(found, chosen["figures"])
    _fail_if(chosen["conditions_"], plain(found))


def _write_figures(found: BalanceReport, folder: Path) -> None:
    """Write the charts, and list them on stderr, because files of other reports may be in the folder too."""
    files = chart_files(found)
    with writing_to(folder):
        writing.write_folder(folder, files)
    echo(f"figures in {folder}: {', '.join(files)}", err=True)


@contextmanager
def _executor(address: str | None, workers: int | None) -> Iterator[Executor | None]:
    """The executor of a cluster; None without one."""
    if address is None:
        yield None
        return
    if workers is not None:
        raise click.UsageError("--workers is for this computer: a cluster has workers of its own")
    with refused("--cluster", ClusterError), cluster(address) as executor:
        yield executor


def _report(subject: Subject, plan: PlayPlan, lab: Lab, chosen: dict[str, Any]) -> BalanceReport:
    """Play what the options ask for."""
    other = _other(chosen["against"], subject) if chosen["against"] is not None else None
    _check_paths(subject, chosen["vary"], chosen["drop"])
    solution = _solution(subject) if chosen["solve"] else None
    found, tally = lab.report(subject, plan)
    if other:
        found = replace(found, against=compare(other.name, (found, tally), lab.report(other, plan)))
    quick = plan._replace(cards=False, rows=False)
    if chosen["skill"] and found.decisions.most:
        found = replace(found, skill=ladder(chosen["skill"], subject, plan, lab.play))
    if chosen["stakes"] and found.decisions.most:
        stakes = lab.play(subject, quick._replace(games=chosen["stakes"], playouts=PLAYOUTS_OF_STAKE)).stakes
        found = replace(found, stakes=stakes_of(stakes))
    curves = [of_number(each, subject, quick, lab.play) for each in chosen["vary"]]
    if chosen["drop"]:
        curves.append(without_cards(chosen["drop"], subject, quick, lab.play))
    return replace(found, curves=curves, solution=solution)


def _solution(subject: Subject) -> Solution:
    """Solve the game. Exits with 2 if it is too large or OpenSpiel is not installed, with 1 if its engine fails."""
    try:
        with refused("--solve", SolveError):
            return solve(subject.game, subject.name)
    except plugins.PluginError as error:
        _refuse_games(subject, [(str(error), "")], "the game was not solved")


def _check_paths(subject: Subject, vary: tuple[Variation, ...], drop: tuple[str, ...]) -> None:
    """Refuse numbers and cards that the kit does not have, before anything is played."""
    with refused("--vary", VariationError):
        for each in vary:
            current(subject, each.path)
    with refused("--drop", VariationError):
        for name in drop:
            without(subject, name)


def _subject(folder: Path, players: int | None) -> Subject:
    """Open the kit. Exits with 1 if its data has errors."""
    diagnostics = Diagnostics()
    with refused("--players", rules.PlayersError):
        subject = open_subject(folder.name, folder, diagnostics, players)
    if subject is None:
        refuse(diagnostics, "no game was played")
    return subject


def _other(name: str, subject: Subject) -> Subject:
    """Open the kit of --against, with the players of the other."""
    diagnostics = Diagnostics()
    with refused("--against", HistoryError, rules.PlayersError), ExitStack() as stack:
        other = open_named(name, stack, diagnostics, subject.game.players)
    if other is None:
        refuse(diagnostics, "nothing was compared")
    return other


class Lab(NamedTuple):
    """How many processes play, where blocks are kept, and the cluster that plays instead."""

    workers: int | None
    folder: Path | None
    executor: Executor | None = None

    def report(self, subject: Subject, plan: PlayPlan) -> tuple[BalanceReport, Tally]:
        """Play a kit; the report and the tally. Exits with 1 if a game failed."""
        tally = self.play(subject, plan)
        return make_report(subject, plan, tally), tally

    def play(self, subject: Subject, plan: PlayPlan) -> Tally:
        """Play the games with a progress bar. Exits with 1 if one failed."""
        of = f"{subject.name}, {' against '.join(plan.policies)}" if len(plan.policies) > 1 else subject.name
        try:
            store = Blocks(self.folder, subject.game, plan, _warn) if self.folder else None
            with _progress(f"{plan.games:,} {'decisions' if plan.playouts else 'games'} of {of}", plan.games) as step:
                sampled = sample(subject.game, plan, self.workers, self.executor, store, step)
        except plugins.PluginError as error:
            _refuse_games(subject, [(str(error), "")], "the games were not played to their end")
        except OSError as error:
            cannot_write(self.folder or Path(), error)
        if sampled.failures:
            failed = [
                (failure.message, f"play this game alone: add --games 1 --seed {failure.seed} to this command")
                for failure in sampled.failures
            ]
            _refuse_games(subject, failed, f"{sampled.tally.games:,} of {plan.games:,} games of {of} were played")
        return sampled.tally


def _warn(path: Path) -> None:
    echo(f"warning: {path} is damaged, or was not written here; its games are played again", err=True)


def _refuse_games(subject: Subject, failed: list[tuple[str, str]], result: str) -> NoReturn:
    """Report games that failed at the line that names the engine, and exit with 1."""
    diagnostics = Diagnostics()
    span = subject.game.source.span if subject.game.source else Span(subject.name)
    for message, hint in failed:
        diagnostics.error(span, "unusable-plugin", message, *filter(None, (hint, plugins.HINT)))
    refuse(diagnostics, result)


@contextmanager
def _progress(label: str, games: int) -> Iterator[Step]:
    """A progress bar with the games per second, on a terminal."""
    start, done, hidden = time.monotonic(), 0, not sys.stderr.isatty()
    bar: Any = click.progressbar(
        length=games, label=terminal.line(label), file=sys.stderr, hidden=hidden,
        item_show_func=lambda rate: f"{rate:,.0f} games/s" if rate else "",
    )  # fmt: skip
    with bar:

        def step(played: int) -> None:
            nonlocal done
            done += played
            bar.update(played, done / max(time.monotonic() - start, 0.001))

        yield step


def _fail_if(wanted: tuple[Expression, ...], numbers: dict[str, Any]) -> None:
    """Exit with 1 if one of the conditions is true."""
    true = []
    for one in wanted:
        with _refused_condition():
            if holds(one, numbers):
                true.append(f"fails: {one.source}; {shown(one, numbers)}")
    if true:
        echo(*true, err=True)
        sys.exit(WRONG_DATA)
