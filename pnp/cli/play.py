"""Commands that play: `simulate`, `replay` and `play`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random  # noqa: TID251 - seeded, and the seed is shown
from secrets import randbelow
from typing import Any

import click

from pnp import lab, rules
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.here import Argument, kit_argument, word_behind
from pnp.cli.params import GameName, Output, choice, players_option, refused, seed_option, write
from pnp.diagnostics import Diagnostics, Span, terminal
from pnp.kit import plugins
from pnp.lab.sampling import FailedGameError
from pnp.lab.search import POLICIES, eager
from pnp.rules.folder import open_engine
from pnp.rules.game import CHANCE, read, written
from pnp.rules.playing import drawn, read_log
from pnp.sources.yaml import read_text


def _engine(folder: Path, players: int | None) -> Any:
    """Open the game's engine. Exits with 1 if its data has errors."""
    diagnostics = Diagnostics()
    with refused("--players", rules.PlayersError):
        game = open_engine(folder, diagnostics, players)
    if game is None:
        refuse(diagnostics, "no game was played")
    return game


@contextmanager
def _failures_reported(engine: Any) -> Iterator[None]:
    """Report an engine of others that fails, and exit with 1."""
    try:
        yield
    except plugins.PluginError as error:
        diagnostics = Diagnostics()
        diagnostics.error(engine.source.span, "unusable-plugin", str(error), *_hints(error))
        refuse(diagnostics, "the game was not played to its end")


def _hints(error: plugins.PluginError) -> list[str]:
    seed = f"play this game alone: --games 1 --seed {error.failure.seed}" if isinstance(error, FailedGameError) else ""
    return [plugins.HINT, *([seed] if seed else [])]


@click.command(context_settings=CONTEXT)
@kit_argument("game", GameName())
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    default=1000,
    show_default=True,
    help="How many games to play.",
)
@choice("--policy", among=tuple(POLICIES), about="How all seats choose; the first two do not think.")
@seed_option
@players_option
@choice("--format", "form", among=("text", "json"))
def simulate(game: Path, games: int, policy: str, seed: int, players: int | None, form: str) -> None:
    """Play KIT many times and report how games go.

    The report shows how long games last, who wins and how they end.

    \b
    Example:  pnp simulate rhino --games 1000
    """
    engine = _engine(game, players)
    hidden = not sys.stderr.isatty()
    label = f"{games} games of {terminal.line(game.name)}"
    bar = click.progressbar(length=games, label=label, file=sys.stderr, hidden=hidden)
    with _failures_reported(engine), bar:
        report = lab.simulate(engine, games, seed, policy, bar.update)
    if form == "json":
        echo(*json.dumps(report._asdict(), indent=1).split("\n"))
        return
    echo(*_report_text(report))


def _report_text(report: Any) -> list[str]:
    def share(count: int) -> str:
        return f"{count} ({100 * count / report.games:.1f} %)"

    wins = ", ".join(f"seat {seat + 1} {share(count)}" for seat, count in enumerate(report.wins))
    endings = ", ".join(f"{name} {share(count)}" for name, count in report.endings.items())
    return [
        f"{report.games} games of {report.game}, policy {report.policy}, seed {report.seed}",
        f"length in {report.unit}: mean {report.mean:g}, median {report.median:g}, "
        f"95 % within {report.p95}, longest {report.longest}",
        f"wins: {wins}; draws {share(report.draws)}",
        f"endings: {endings}",
        f"reshuffles: {report.reshuffles}",
    ]


def _log_behind(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    log = word_behind(ctx, param, value)
    if log is None and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    return log


@click.command(context_settings=CONTEXT)
@kit_argument("game", GameName(), then="log")
@click.argument(
    "log",
    cls=Argument,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=False,
    callback=_log_behind,
)
@players_option
def replay(game: Path, log: Path, players: int | None) -> None:
    """Play the actions in LOG and show the last position.

    LOG has one action per line. An action that the rules do not allow is refused.

    \b
    Example:  pnp replay rhino log.txt
    """
    engine, diagnostics = _engine(game, players), Diagnostics()
    text = read_text(log.resolve() if log.is_symlink() else log, diagnostics)
    with _failures_reported(engine):
        state = engine.setup()
        for number, action in read_log(text or ""):
            try:
                state = rules.step(engine, state, action)
            except rules.RefusalError as error:
                message, _, position = str(error).partition("; in this position:\n")
                diagnostics.error(Span(str(log), number, 1, len(action)), error.code, message, f"position: {position}")
                break
        if diagnostics:
            refuse(diagnostics, "the log was not played to its end")
        echo(*engine.show(state).split("\n"))
        outcome = engine.outcome(state)
    echo(_outcome_text(outcome) if outcome else "the game goes on")


def _outcome_text(outcome: Any) -> str:
    won = " and ".join(f"seat {seat + 1}" for seat in outcome.winners)
    points = " : ".join(str(points) for points in outcome.points)
    return f"over by {outcome.ending}: {f'{won} won' if won else 'a draw'}, {points}"


@click.command(context_settings=CONTEXT)
@kit_argument("game", GameName())
@click.option("--seat", type=click.IntRange(1, 20), metavar="N", default=1, show_default=True, help="Your seat.")
@click.option("--seed", type=int, metavar="N", help="The same seed deals the same cards.  [default: a random one]")
@players_option
@click.option("--log", type=Output(), help="Write the game to this file, for `pnp replay`.")
def play(game: Path, seat: int, seed: int | None, players: int | None, log: Path | None) -> None:
    """Play KIT in the terminal, to try a deck before cutting it.

    All other seats play as in `pnp simulate --policy eager`.

    \b
    Examples:  pnp play duel
               pnp play rhino --seat 2 --seed 7
    """
    engine = _engine(game, players)
    if seat > engine.players:
        raise click.BadParameter(f"there are {engine.players} seats", param_hint="'--seat'")
    seed = randbelow(10**6) if seed is None else seed
    echo(f"{engine.name}, seed {seed}. Answer with a number or in words; 'quit' ends the game.")
    played: list[str] = []
    try:
        with _failures_reported(engine):
            outcome = _play_game(engine, seat - 1, seed, played)
        echo(_outcome_text(outcome))
    except (click.Abort, EOFError):
        echo("", "You left the table.")
    finally:
        if log:
            write(log, ("\n".join(played) + "\n").encode())
            echo(f"The game is in {log}.")


def _play_game(engine: Any, seat: int, seed: int, played: list[str]) -> Any:
    """Play one game, and return its outcome. Actions are appended to `played` as they happen."""
    rng = Random(seed)  # noqa: S311 - a deal is no secret
    state = engine.setup()
    while (who := engine.actor(state)) is not None:
        if who == CHANCE:
            action = drawn(engine.chance(state), rng)
        elif who == seat:
            action = _choose_action(engine, state, seat)
        else:
            action = eager(engine, state, engine.legal(state), rng)
            echo(f"seat {who + 1}: {_visible_action(engine, state, seat, action)}")
        played.append(written(action))
        state = engine.apply(state, action)
    return engine.outcome(state)


def _visible_action(engine: Any, state: Any, seat: int, action: tuple[str, ...]) -> str:
    """Another seat's action as text, with … for words that do not appear in this seat's view."""
    before, after = engine.view(state, seat), engine.view(engine.apply(state, action), seat)
    shown = {
        word for key in after if before.get(key) != after[key] for word in str(after[key]).replace("'", " ").split()
    }
    hidden = [word for word in action[1:] if not any(word == s.strip("[]{}(),:") for s in shown)]
    return " ".join("…" if word in hidden else word for word in action)


def _choose_action(engine: Any, state: Any, seat: int) -> tuple[str, ...]:
    """Prompt for an action until the player names a legal one."""
    legal = engine.legal(state)
    echo("")
    for key, value in engine.view(state, seat).items():
        echo(f"  {key:<14} {_plain(value)}")
    for number, action in enumerate(legal, start=1):
        echo(f"  {number:>3}  {written(action)}")
    while True:
        text = str(click.prompt("your action", prompt_suffix="> ")).strip()
        if text in ("quit", "exit"):
            raise click.Abort
        if text.isdecimal() and 1 <= int(text) <= len(legal):
            return tuple(legal[int(text) - 1])
        try:
            rules.step(engine, state, text)
        except rules.RefusalError as error:
            echo(str(error).partition("; in this position:")[0])
        else:
            return read(text)


def _plain(value: Any) -> str:
    """A value of a view for people. What is empty is a dash."""
    if isinstance(value, dict):
        shown = ", ".join(f"{key} {_plain(v)}" for key, v in value.items())
    elif isinstance(value, list | tuple):
        shown = ", ".join(map(_plain, value))
    elif isinstance(value, bool):
        shown = "yes" if value else "no"
    else:
        shown = "" if value is None else str(value)
    return shown or "–"
