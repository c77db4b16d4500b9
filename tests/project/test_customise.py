"""docs/customise.md: every change in its tables works in a new overlay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import load, paths
from pnp.pipeline import job, severity
from tests.support.batches import batches, problems
from tests.support.new import made

PAGE = Path(__file__).parents[2] / "docs" / "customise.md"
GAMES = ("rhino", "tilt", "soaring", "lists", "duel")
COMMON = "every game"


class Change(NamedTuple):
    """A row of a table: the game, what it changes, the lines by file, and the result."""

    game: str
    title: str
    lines: tuple[tuple[str, str], ...]
    result: str


def changes() -> Iterator[Change]:
    """All rows of the tables, with the game of the heading above them."""
    game = ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            named = re.search(r"`(\w+)`", line)
            game = named[1] if named else COMMON
        elif line.startswith("| ") and not line.startswith("| to change"):
            _, title, written, result, _ = re.split(r" ?\| ?", line)
            yield Change(game, title, tuple(re.findall(r"`(\w+\.yaml)`: `([^`]+)`", written)), result)


CHANGES = list(changes())
OWN = [change for change in CHANGES if change.game != COMMON]
SHARED = [change for change in CHANGES if change.game == COMMON]


def merged(old: Any, new: Any) -> Any:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def changed(folder: Path, game: str, *made_changes: Change) -> Path:
    """A new overlay with the lines of some changes."""
    kit = made(folder, game, name="mine")
    for change in made_changes:
        for file, line in change.lines:
            before = yaml.safe_load((kit / file).read_text("utf-8")) if (kit / file).exists() else {}
            text = yaml.safe_dump(merged(before or {}, yaml.safe_load(line)), allow_unicode=True, sort_keys=False)
            (kit / file).write_text(text, "utf-8")
    return kit


def found_in(kit: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    return [diagnostic for diagnostic in sorted({*diagnostics, *found}) if diagnostic.severity != "note"]


def test_every_row_has_lines_and_every_game_has_rows():
    assert all(change.lines and change.result for change in CHANGES)
    assert {change.game for change in CHANGES} == {*GAMES, COMMON}
    assert min(sum(change.game == game for change in OWN) for game in GAMES) >= 7


@cache
def shipped(game: str) -> dict[str, Any]:
    """The data of a game by file, without changes."""
    return {file: node.plain() for file, node in load.merged(paths.data_folder() / game, Diagnostics()).items()}


def kind(change: Change) -> str:
    return f"{change.game}, {'to read' if change.result.endswith('Vouch') else 'nothing to read'}"


def places(change: Change) -> set[tuple[str, ...]]:
    """The entries that a change writes, by file and key."""
    return {(file, *path) for file, line in change.lines for path in leaves(yaml.safe_load(line))}


def leaves(data: Any) -> Iterator[tuple[str, ...]]:
    if not isinstance(data, dict) or not data:
        yield ()
        return
    yield from ((str(key), *path) for key, value in data.items() for path in leaves(value))


# Each change of every game is tried in one game by itself, and in all games with the others.
TRIED = [*OWN, *(change._replace(game=GAMES[at % len(GAMES)]) for at, change in enumerate(SHARED))]


@pytest.mark.slow
@pytest.mark.parametrize("several", batches(TRIED, kind, 12))
def test_a_change_has_no_errors(several, tmp_path):
    """Changes that write different entries are tried together, and alone where something is found."""
    folders = (tmp_path / str(number) for number in count())

    def found(tried):
        written = [place for change in tried for place in places(change)]
        assert len(set(written)) == len(written), "they write the same entry"
        kit = changed(next(folders), tried[0].game, *tried)
        return [
            one for one in found_in(kit) if not (one.code in severity.TO_READ and tried[0].result.endswith("Vouch"))
        ]

    assert problems(several, found) == []


@pytest.mark.parametrize("change", OWN, ids=lambda change: f"{change.game}: {change.title}")
def test_a_change_of_a_game_differs_from_the_game(change):
    before = shipped(change.game)
    for file, line in change.lines:
        assert file not in before or merged(before[file], yaml.safe_load(line)) != before[file]


def test_the_second_line_of_a_title_is_printed(tmp_path):
    two = next(change for change in SHARED if "two lines" in change.title)
    assert load.open_kit(changed(tmp_path, "duel", two), Diagnostics()).title_lines[1] == "For the Garden"
