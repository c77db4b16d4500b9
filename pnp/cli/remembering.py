"""What a build reads and what it made -> a record by which the same command is answered at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from pnp.cache import builds


class Noted:
    """What a build command is made from, noted before any of it is read; None of it where nothing can be remembered.

    Not remembered is what depends on more than files (`--since` on git), what was told of on the way (`--draft`),
    and what was not typed on a command line.
    """

    def __init__(self, kits: Iterable[Path], wanted: dict[str, Any]) -> None:
        from pnp import shelf
        from pnp.cache import store
        from pnp.cli import calibrating

        self._command: builds.Command | None = click.get_current_context().find_root().obj
        if self._command is None or wanted["since"] or wanted["draft"]:
            self._command = None
            return
        folders: dict[Path, None] = {}
        files = {calibrating.store(): None} if wanted["printer"] else {}
        endings: set[str] = set()
        for kit in kits:
            with store.opened(shelf.root()):
                places, more, endings = shelf.made_of(kit)
            folders |= dict.fromkeys(places)
            files |= dict.fromkeys(more)
        self._inputs = builds.Inputs(folders, endings, files, shelf.root() / "card_data")
        self._state = self._command.state(self._inputs)

    def keep(self, lines: Sequence[str], files: Iterable[Path]) -> None:
        """Keep what came of it: the lines that it said, and the files."""
        if self._command is not None:
            said = "".join(f"{line}\n" for line in (*lines, builds.UNCHANGED))
            self._command.remember(self._inputs, self._state, files, said)
