"""The command `trust`: allow the Python files in a kit's folder to run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import click

from pnp.cli.console import CONTEXT, WRONG_USE, echo, refuse
from pnp.cli.params import refused, write
from pnp.diagnostics import Diagnostics
from pnp.kit import trust as trusted
from pnp.kit.trust import PythonFiles
from pnp.writing.state import Memory


@click.command(context_settings=CONTEXT)
@click.argument("path", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option("--yes", is_flag=True, help="Allow without asking.")
@click.option("--list", "listed", is_flag=True, help="List the folders that are allowed.")
@click.option("--remove", is_flag=True, help="Allow PATH no longer.")
def trust(path: Path | None, yes: bool, listed: bool, remove: bool) -> None:
    """Allow the engine in the folder PATH to run.

    A kit with `engine: engine.py` has a program of its own, which can do whatever you can. It runs only after you
    allowed it here, and only as long as no Python file in the folder changes. Read the files first.

    \b
    Example:  pnp trust kits/goofspiel --yes
    """
    kept = _kept()
    if listed + remove + yes > 1 or (listed and path):
        raise click.UsageError("--list shows all folders, and --yes and --remove are for one: use one of them")
    if listed:
        _list(kept)
        return
    if path is None:
        raise click.UsageError("name a folder, or use --list")
    if remove:
        _remove(path, kept)
        return
    with refused("PATH", ValueError):
        code = trusted.read(path)
    _show(code)
    if kept.get(code.folder) == code.hash:
        echo("They are allowed already.")
        return
    if not yes:
        _ask()
    _keep(lambda kept: {**kept, code.folder: code.hash})
    echo("They may run now, until one of them changes.")


def _show(own: PythonFiles) -> None:
    """The files that would run, with their hashes."""
    echo(f"Python files in {own.folder}:")
    width = max(len(name) for name, _ in own.files)
    for name, data in own.files:
        echo(f"  {name:<{width}}  {len(data):>9,} bytes  sha256 {sha256(data).hexdigest()}")


def _ask() -> None:
    """Ask on a terminal; leave without a yes."""
    if not is_terminal():
        raise click.UsageError("there is no terminal to ask on; read the files, then use --yes")
    echo("pnp check, build, simulate, play and others will run them. They can do whatever you can.")
    if not click.confirm("Allow them to run?"):
        echo("They may not run.")
        sys.exit(WRONG_USE)


def is_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty()


def _list(kept: dict[str, str]) -> None:
    """Show the folders that are allowed, with the beginnings of their hashes."""
    echo(*([f"{hash_[:16]}  {folder}" for folder, hash_ in sorted(kept.items())] or ["no folder is allowed"]))


def _remove(path: Path, kept: dict[str, str]) -> None:
    folder = str(path.resolve())
    if folder not in kept:
        raise click.BadParameter(f"{folder} is not allowed; pnp trust --list lists what is", param_hint="'PATH'")
    _keep(lambda kept: {other: hash_ for other, hash_ in kept.items() if other != folder})
    echo(f"{folder} may not run any longer.")


def _kept() -> dict[str, str]:
    """The hashes that are kept, by folder; errors in their file end the command."""
    diagnostics = Diagnostics()
    folders = trusted.allowed(diagnostics)
    if diagnostics:
        refuse(diagnostics, "nothing was allowed")
    return folders


def _keep(change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    """Change the hashes that are kept. Another `pnp trust` at the same moment waits, so that no answer is lost."""
    store = trusted.store()
    if store is None:
        return
    try:
        with Memory(store).locked():
            write(store, trusted.written(change(_kept())).encode())
    except BlockingIOError:
        raise click.ClickException(f"another pnp trust is writing {store}; try again") from None
