"""Make PDFs and exports of a kit for the page, one at a time; their files are kept in memory to be downloaded."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pnp import export
from pnp.diagnostics import Diagnostic, Diagnostics, mistakes
from pnp.kit import Kit, PrintFacts, load
from pnp.kit.plugins import PluginError
from pnp.pipeline import BuildOptions, exporting, job
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.option_table import Choices, Option, rows
from pnp.pipeline.options import from_choices
from pnp.studio import cells, report
from pnp.studio.edits import RefusedEditError

FIRST = ("paper", "marks", "backs", "ink", "copies", "draft")
"""The options that most people change, which the page shows first."""
_CHOSEN = ("only", "cards", "since")
"""Options that the page sets by what is chosen in it, and one that names a file of this machine."""
MOST_PROBLEMS = 50
"""The most errors of an export that the page lists."""
MOST_PIECES = 1_000
"""The most pieces that can be chosen to be printed."""


def offered(table: type, names: Collection[str] | None = None) -> dict[str, Option]:
    """The options of a table that the page has, of all or of some: those that read no file of this machine."""
    found = {name: one for name, one in rows(table).items() if not one.is_path}
    return {name: one for name, one in found.items() if name not in _CHOSEN and (names is None or name in names)}


def described(paper: str, papers: Sequence[str]) -> dict[str, Any]:
    """The options of builds and the targets of exports for the page. `paper` is the one of `papers` that it has at
    first."""
    build = [_option(one) for one in offered(Choices).values()]
    for one in build:
        one |= {"first": one["name"] in FIRST} | ({"default": paper} if one["name"] == "paper" else {})
    build.sort(key=lambda one: FIRST.index(one["name"]) if one["first"] else len(FIRST))
    return {"build": build, "targets": [_target(name) for name in export.targets()], "papers": list(papers)}


def _target(name: str) -> dict[str, Any]:
    options = offered(exporting.Wanted, export.options(name)).values()
    return {"name": name, "label": export.label(name), "options": [_option(one) | {"first": True} for one in options]}


def _option(one: Option) -> dict[str, Any]:
    """An option for the page. A number has limits, a choice its values, a list is typed with commas."""
    kind = "yes" if one.type is bool else "choice" if one.among else "number" if one.limits else "text"
    return {
        "name": one.name,
        "kind": "list" if one.is_list else kind,
        "help": one.help,
        "default": None if one.default == () else one.default,
        "among": one.among,
        "limits": one.limits,
        "whole": one.is_whole,
        "hint": one.metavar or "",
    }


class _ExportStopped(Exception):  # noqa: N818 - nothing is wrong
    """The user wants no more of what is being made."""


@dataclass
class _ExportState:
    """What is made, or was made last: its name, how much is left of it, its files, and what is wrong."""

    name: str = ""
    running: bool = False
    stopped: bool = False
    left: int = 0
    most: int = 0
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: Sequence[str] = ()
    problems: Sequence[Diagnostic] = ()
    refused: str = ""

    def step(self, left: int) -> None:
        """Note what is left after a step. Raises _ExportStopped if no more is wanted."""
        self.left, self.most = left, max(left, self.most)
        if self.stopped:
            raise _ExportStopped


Maker = Callable[[_ExportState], None]


class Exports:
    """Makes the PDFs and exports of a kit, each in a thread of its own, one at a time.

    `own_papers` is the user's papers.yaml, whether there is one or not.
    """

    def __init__(self, options: BuildOptions, own_papers: Path | None = None) -> None:
        self._options, self._own_papers = options, own_papers
        self._lock = threading.Lock()
        self._made = _ExportState()

    @property
    def paper(self) -> str:
        return str(self._options.paper)

    @property
    def papers(self) -> list[str]:
        """The names of all papers; none if a file of them has errors."""
        facts = self._facts()
        return list(facts.papers) if facts else []

    def _facts(self) -> PrintFacts | None:
        return load.print_facts(Diagnostics(), self._own_papers)

    def start(self, target: str, wanted: Mapping[str, Any], pieces: Sequence[str], kit: Kit | None) -> None:
        """Begin to make the files of a target, or PDFs if there is none; of all pieces, or of some of a `kit`.

        Raises RefusedEditError for options that do not fit, and while others are made.
        """
        if len(pieces) > MOST_PIECES:
            raise RefusedEditError(f"choose at most {MOST_PIECES:,} pieces, or print the whole set")
        make = self._maker(target, wanted, pieces, kit)
        with self._lock:
            if self._made.running:
                raise RefusedEditError("other files are still being made; try again when they are done")
            self._made = _ExportState(f"{self._options.kit.name}-{target or 'pdf'}", running=True)
        threading.Thread(target=_run, args=(self._made, make), name="pnp export", daemon=True).start()

    def stop(self) -> None:
        """Make no more after the step that is being done, if anything is being made."""
        with self._lock:
            if self._made.running:
                self._made.stopped = True

    def _maker(self, target: str, wanted: Mapping[str, Any], pieces: Sequence[str], kit: Kit | None) -> Maker:
        known = offered(exporting.Wanted if target else Choices)
        if unknown := [name for name in wanted if name not in known]:
            raise RefusedEditError(f"there is no option {unknown[0]!r} here")
        if target and pieces:
            raise RefusedEditError("an export has all pieces; only PDFs can be of some cards")
        try:
            return self._export(target, wanted) if target else self._build(wanted, pieces, kit)
        except (ChoiceError, PluginError, TypeError) as error:
            raise RefusedEditError(str(error)) from None

    def _build(self, wanted: Mapping[str, Any], pieces: Sequence[str], kit: Kit | None) -> Maker:
        facts = self._facts()
        if facts is None:
            raise RefusedEditError("papers.yaml has errors: `pnp list` shows them")
        options = from_choices(self._options.kit, {"paper": self.paper, **wanted}, facts)
        if kit and pieces:
            only, cards = _some(kit, pieces)
            options = options._replace(only=only, cards=cards)
        return partial(_build, options)

    def _export(self, target: str, wanted: Mapping[str, Any]) -> Maker:
        return partial(_export, self._options.kit, target, exporting.settings(target, wanted))

    def state(self, near: Path) -> dict[str, Any]:
        """What is made now, or was made last, for the page."""
        made = self._made
        return {
            "name": made.name,
            "running": made.running,
            "stopped": made.stopped,
            "left": made.left,
            "most": made.most,
            "files": list(made.files) if not made.running else [],
            "notes": list(made.notes),
            "problems": [report.of_diagnostic(one, near) for one in made.problems[:MOST_PROBLEMS]],
            "refused": made.refused,
        }

    def file(self, number: str) -> bytes | None:
        """A file that was made last, by its number; `all` of them in an archive. Raises ChangedError."""
        files = self._made.files
        if number == "all":
            return _archive(files) if files else None
        return next((files[name] for at, name in enumerate(files) if str(at) == number), None)


def _some(kit: Kit, pieces: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The components and cards of some pieces, by their ids. Cards can be chosen singly, other components as a whole.

    Raises RefusedEditError.
    """
    chosen: list[tuple[str, ...]] = []
    others: list[tuple[str, ...]] = []
    for id_ in pieces:
        component, _, name = id_.partition("/")
        deck = cells.deck_of(kit, component)
        names = [one for one in (name, name.rpartition("-")[0]) if deck and one in kit.cards[deck]]
        (chosen if names else others).append((component, *names[:1]))
    if chosen and others:
        raise RefusedEditError(f"print {others[0][0]} apart: with cards, only cards can be chosen")
    only = dict.fromkeys(component for component, *_ in (*chosen, *others))
    return tuple(only), tuple(dict.fromkeys(name for _, name in chosen))


def _run(made: _ExportState, make: Maker) -> None:
    try:
        make(made)
    except _ExportStopped:
        pass
    except (ChoiceError, PluginError, OSError) as error:
        made.refused = str(error)
    except Exception as error:  # noqa: BLE001 - an internal error must not end the page
        made.refused = mistakes.failure(error)
    finally:
        made.running = False


def _build(options: BuildOptions, made: _ExportState) -> None:
    found = Diagnostics()
    result = job.build(options, found, made.step)
    made.files, made.problems = result.files if result else {}, tuple(found)


def _export(kit: Path, target: str, settings: export.Settings, made: _ExportState) -> None:
    found = Diagnostics()
    result = exporting.run(kit, target, settings, found, made.step)
    made.problems = tuple(found)
    if result:
        made.files = result.files
        made.notes = [f"{name}: {note}" for name, note in result.notes.items()]
        made.notes += [f"without {name}: {reason}" for name, reason in result.left_out.items()]


def _archive(files: Mapping[str, bytes]) -> bytes:
    """Files as a ZIP archive, whose bytes are the same for the same files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()
