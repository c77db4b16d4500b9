"""The examples in explanations -> the same kits, edited as they say, and their diagnostics.

An example is a line `PASS: …` or `FAIL: …` of one step or several, with '; ' between them. A step names a file and what
is done to it. `cards.yaml` is a file of the rhino kit, `tilt/cards.yaml` one of another game, and `fonts/fonts.yaml`
the one of the fonts. `\\n` stands for the end of a line:

    cards.yaml: `old` -> `new`              the first `old` is replaced
    cards.yaml: `old` -> `new` everywhere   every `old` is
    cards.yaml: `old` -> `new` × 1000       the first is, by so many of the new
    cards.yaml: is `text`                   the whole file is this text; it may be a new file, in a new folder
    cards.yaml: removed                     there is no such file
    cards.yaml: saved as cp1252             the same text in another encoding
    cards.yaml: 200 kB                      filled up with empty lines to this size
    swerve.png: 900 × 600 pixels            a white picture of this size; also '… with a bad profile', '… in two frames'
    cards.xlsx: workbook of `text`          a workbook with this CSV in it; nobody worked its formulas out
    cards.xlsx: workbook of `text` without row 3    the same with a hidden row
    cards.xlsx: workbook of `text` and of `text`    the same with two sheets, Sheet and Sheet1
    Mine.ttf: a locked font                 a font that may not be embedded; or `plain`, or `variable`

A file `log.txt` is a game to be replayed. Otherwise a kit is proved as by `pnp check`; of a game that has no kit yet,
the engine is made.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import openpyxl
from PIL import Image

from pnp import checks
from pnp.checks.support.film import rules_of
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import paths
from pnp.pipeline import job, sheets
from pnp.pipeline.sheets import TooManyError
from pnp.rules.folder import open_engine
from tests.conftest import options_for, run
from tests.support import fonts

HOME = paths.root()
EARLY = ("not-canonical", "crooked-phrase", "idle-phrase", "false-example", "unplayable")
"""Checks that look at data and engine alone: what they find needs no drawing."""
KIT = "rhino"
LOG = "log.txt"


class Step(NamedTuple):
    """One thing done to one file; `do` tells which lines of it are others now."""

    file: str
    do: Callable[[Path], range]

    @property
    def folder(self) -> str:
        return self.file.rpartition("/")[0] or KIT

    def path(self, root: Path) -> Path:
        """Where the file is in a copy of all the data."""
        folder = root / "fonts" if self.folder == "fonts" else root / "card_data" / self.folder
        return folder / self.file.rpartition("/")[2]


class Example(NamedTuple):
    """What is done, and whether it must pass."""

    code: str
    passes: bool
    says: str
    steps: tuple[Step, ...]

    @property
    def game(self) -> str:
        """The folder of the kit or game that is looked at."""
        return next((step.folder for step in self.steps if step.folder != "fonts"), KIT)


class Found(NamedTuple):
    """What was found in an example: the diagnostics, and which of them lie where something was changed."""

    diagnostics: list[Diagnostic]
    here: list[Diagnostic]


_EXAMPLE = re.compile(r"^(PASS|FAIL): (.+)$", re.MULTILINE)
_STEP = re.compile(
    r"(?P<file>[\w./-]+): (?:"
    r"`(?P<old>[^`]+)` -> `(?P<new>[^`]*)`(?P<everywhere> everywhere)?(?: × (?P<times>\d+))?"
    r"|workbook of `(?P<cells>[^`]+)`(?: without row (?P<hidden>\d+))?(?: and of `(?P<second>[^`]+)`)?"
    r"|is `(?P<text>[^`]*)`|(?P<removed>removed)|saved as (?P<encoding>[\w-]+)"
    r"|(?P<size>\d+) kB|(?P<width>\d+) × (?P<height>\d+) pixels(?P<how> with a bad profile| in two frames)?"
    r"|a (?P<font>plain|locked|variable) font)(?:; |$)"
)


def examples(texts: dict[str, str]) -> list[Example]:
    """Every example of some explanations. Raises ValueError for a line that is none."""
    found = []
    for code, text in texts.items():
        for verdict, says in _EXAMPLE.findall(text):
            found.append(Example(code, verdict == "PASS", says, tuple(steps(says))))
    return found


def steps(says: str) -> Iterable[Step]:
    """The steps of an example, or of a line of a case."""
    at = 0
    while at < len(says):
        match = _STEP.match(says, at)
        if match is None:
            raise ValueError(f"no step of an example: {says[at:]!r}")
        yield Step(match["file"], _deed(match))
        at = match.end()


def _deed(match: re.Match[str]) -> Callable[[Path], range]:
    """What a step does to its file."""
    if match["old"]:
        old, new = _text(match["old"]), _text(match["new"]) * int(match["times"] or 1)
        return lambda path: _replace(path, old, new, everywhere=bool(match["everywhere"]))
    if match["cells"]:
        return lambda path: _fill(path, _text(match["cells"]), int(match["hidden"] or 0), match["second"] or "")
    if match["removed"]:
        return lambda path: _whole(path, None)
    if match["encoding"]:
        return lambda path: _whole(path, path.read_text("utf-8").encode(match["encoding"]))
    if match["size"]:
        return lambda path: _whole(path, path.read_bytes().ljust(int(match["size"]) * 1000, b"\n"))
    if match["font"]:
        return lambda path: _whole(path, own_font(match["font"]))
    if match["width"]:
        return lambda path: _paint(path, int(match["width"]), int(match["height"]), match["how"] or "")
    return lambda path: _whole(path, _text(match["text"]).encode())


def own_font(kind: str) -> bytes:
    """A font of one of the kinds above."""
    return {"plain": fonts.packaged, "locked": fonts.locked, "variable": fonts.variable}[kind]()


def _text(written: str) -> str:
    return written.replace("\\n", "\n")


def _replace(path: Path, old: str, new: str, *, everywhere: bool) -> range:
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, -1 if everywhere else 1), "utf-8")
    start = text[: text.index(old)].count("\n") + 1
    return range(start, start + new.count("\n") + 1)


def _whole(path: Path, data: bytes | None) -> range:
    if data is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return range(1, (data or b"").count(b"\n") + 2)


def _paint(path: Path, width: int, height: int, how: str) -> range:
    white = Image.new("1", (width, height), 1)
    if "frames" in how:
        white.save(path, save_all=True, append_images=[Image.new("1", (width, height), 0)])
    else:
        white.save(path, icc_profile=b"none" if "profile" in how else None)
    return range(1)


def _fill(path: Path, text: str, hidden: int, second: str) -> range:
    book = openpyxl.Workbook()
    sheets = [(book.active, text), *([(book.create_sheet(), _text(second))] if second else [])]
    for sheet, cells in sheets:
        for row in csv.reader(cells.splitlines()):
            sheet.append([float(cell) if cell.isdigit() else cell for cell in row])
    if hidden:
        book.active.row_dimensions[hidden].hidden = True
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)
    return range(1, len(text.splitlines()) + 1)


def data_in(root: Path) -> Path:
    """Write a copy of all the data into an empty folder; the folder. `paths.root` must lead there for `tried`."""
    for folder in ("card_data", "fonts"):
        shutil.copytree(HOME / folder, root / folder)
    (root / "art").symlink_to(HOME / "art", target_is_directory=True)
    return root


def what(example: Example) -> str:
    """What is looked at; examples of the same may be tried together."""
    return f"{example.game} {LOG}" if any(step.file.endswith(LOG) for step in example.steps) else example.game


def together(several: Sequence[Example]) -> Example:
    """An example with the steps of several ones that look at the same."""
    return several[0]._replace(steps=tuple(step for example in several for step in example.steps))


def tried(example: Example, root: Path, only: Collection[str] | None = None) -> Found:
    """What is found when an example's steps are done in a copy of all the data, which is restored afterwards.

    All examples share one copy, because pictures are read once from each place. The errors found are those in
    data and those of all checks, or of some of them, or with `only=()` of none.
    """
    (found,) = tried_at_once([example], root, only)
    return found


def tried_at_once(several: Sequence[Example], root: Path, only: Collection[str] | None = None) -> list[Found]:
    """What is found when the steps of examples of the same kit are done, as by `tried`: all of it, and for each
    example what lies at its own changes."""
    home = HOME / "card_data" / several[0].game
    is_kit = (home / "kit.yaml").is_file() or not home.is_dir()
    changed: list[dict[str, list[range]]] = [{} for _ in several]

    def found(diagnostics: Iterable[Diagnostic], at: int = 0) -> Found:
        lines = changed[at]
        here = [f for f in diagnostics if any(f.span.line in near for near in lines.get(f.span.file, ()))]
        return Found(list(diagnostics), here)

    try:
        for example, lines in zip(several, changed, strict=True):
            for step in example.steps:
                path = step.path(root)
                lines.setdefault(str(path), []).append(step.do(path))
        folder = root / "card_data" / several[0].game
        if (folder / LOG).is_file():
            diagnostics = _replayed(several[0].game, folder / LOG)
        else:
            diagnostics = _made(folder) if not is_kit else _proved(folder, only)
    finally:
        for example in several:
            for step in example.steps:
                _restore(step.path(root), step.path(HOME))
    return [found(diagnostics, at) for at in range(len(several))]


def _restore(path: Path, original: Path) -> None:
    """Make a file what it is at home; remove it if it is not there, and its folder if that is not there."""
    if original.is_file():
        shutil.copyfile(original, path)
    elif original.parent.is_dir():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path.parent, ignore_errors=True)


def _proved(folder: Path, only: Collection[str] | None) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    if only is None:
        found = job.check(folder, diagnostics)
        return [*diagnostics, *found]
    planned = job.plan(options_for(folder), diagnostics)
    if planned is None:
        return list(diagnostics)
    if not only:
        rules_of(planned.check_context({}))  # the errors of the engine and of its rules
    drawn = {}
    if not only or not set(only) <= set(EARLY):
        drawn = job.draw(planned)
        try:
            job.impose(planned, drawn)
        except TooManyError as error:
            diagnostics.add([sheets.too_many(planned.context, error)])
    context = planned.check_context(drawn)
    found = [one for code in only for one in checks.checks()[code].check(context)]
    return [*diagnostics, *found]


def _made(folder: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    open_engine(folder, diagnostics)
    return list(diagnostics)


_TOLD = re.compile(r"^(.+):(\d+):(\d+): (\w+)\[([\w-]+)\]: (.*)$", re.MULTILINE)


def _replayed(game: str, log: Path) -> list[Diagnostic]:
    """What `pnp replay` says of a log."""
    label = _TOLD.findall(run("replay", game, log).stderr)
    return [
        Diagnostic(Span(str((Path.cwd() / file).resolve()), int(line), int(column)), severity, code, message)
        for file, line, column, severity, code, message in label
    ]
