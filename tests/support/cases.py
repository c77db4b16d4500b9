"""Cases as text: what is read, and below each line what is reported of it.

A file of cases begins with settings of all of them, such as `@ reader yaml`. Each case begins with a line `=== its
name`, after which come settings of its own, its text, and further files, each below a line `+++ its name`. Two kinds of
lines are not read, but are what reading must give:

    size: x
    #! 7 error[wrong-type] expected a number, found 'x'
    #!   hint: write it without quotes
    #= what was read, as Python shows it

A message has the columns that it marks in the line above it, or `line:columns`, or `file:line:columns` if the
place is elsewhere. `@ each` reads every line of the text alone; `@ each cards.csv` reads this file with each line in
place of `<>`. Files before the first case are those of all cases. With `@ escaped` what is read has escape sequences
of Python. The text of a case of a kit is changes of it, in the grammar of `tests/support/examples.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "cases" / "wrong"
_SETTING = re.compile(r"@ (\S+) ?(.*)")
_EXPECTED = ("#!", "#=")


class Source(NamedTuple):
    """A file of a case, or its text if it has no name."""

    name: str
    lines: tuple[str, ...]

    def filled(self, text: str) -> Source:
        """The file with a text in place of `<>`."""
        return self._replace(lines=tuple(line.replace("<>", text) for line in self.lines))

    def data(self, *, escaped: bool) -> bytes:
        """What is read. A file that is named ends with the end of a line."""
        text = "\n".join([*self.lines, ""] if self.name and self.lines else self.lines)
        if escaped:
            return text.encode("latin-1", "backslashreplace").decode("unicode_escape").encode("latin-1")
        return text.encode("utf-8")


class Case(NamedTuple):
    """A case: its file and name, its settings with those of the file, and what is read."""

    file: Path
    name: str
    settings: dict[str, str]
    own: tuple[str, ...]
    """The lines of its own settings."""
    sources: tuple[Source, ...]
    shared: tuple[Source, ...]
    """Files that all cases of its file have, if they have no other of that name."""
    written: str
    """The whole case as it is in its file."""

    @property
    def files(self) -> tuple[Source, ...]:
        """The files of the case, with those that all cases have."""
        own = {one.name for one in self.sources}
        return (*self.sources[1:], *(one for one in self.shared if one.name not in own))

    @property
    def text(self) -> Source:
        return self.sources[0]

    def trials(self) -> Iterator[Case]:
        """The case, or one for each line of its text, which is read alone or in place of `<>` in a file of the case."""
        target = self.settings.get("each")
        if target is None:
            yield self
            return
        for line in self.text.lines:
            if not target:
                yield self._replace(sources=(Source("", (line,)), *self.sources[1:]))
                continue
            files = [one.filled(line) if one.name == target else one for one in self.files]
            yield self._replace(sources=(Source("", ()), *files))


class Reading(NamedTuple):
    """What reading reported, the folder where it was done, and the value that was read, if the reader shows it."""

    found: list[Diagnostic]
    folder: Path
    value: str = ""
    file: str = ""
    """The file that the text of the case is, as diagnostics name it."""


def identified(path: Path) -> dict[str, Case]:
    """The cases of a file by what their tests are called."""
    name = path.relative_to(FOLDER).with_suffix("").as_posix()
    return {f"{name}/{re.sub(r'[^a-zA-Z0-9]+', '-', case.name)}": case for case in cases(path)}


def cases(path: Path) -> Iterator[Case]:
    """The cases of a file."""
    head, *pieces = re.split(r"^(?==== )", path.read_text("utf-8"), flags=re.MULTILINE)
    common = dict(_settings(head.splitlines()))
    shared = tuple(_sources(head.rstrip("\n").splitlines()))[1:]
    for piece in pieces:
        name, *lines = piece.removesuffix("\n").removesuffix("\n").split("\n")
        own = tuple(line for line in lines if _SETTING.fullmatch(line))
        rest = [line for line in lines if line not in own and not line.startswith(_EXPECTED)]
        settings = {**common, **dict(_settings(own))}
        yield Case(path, name.removeprefix("=== "), settings, own, tuple(_sources(rest)), shared, piece)


def _settings(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if found := _SETTING.fullmatch(line):
            yield found[1], found[2]


def _sources(lines: list[str]) -> Iterator[Source]:
    name, held = "", list[str]()
    for line in lines:
        if line.startswith("+++ "):
            yield Source(name, tuple(held))
            name, held = line.removeprefix("+++ "), []
        else:
            held.append(line)
    yield Source(name, tuple(held))


def rendered(case: Case, readings: list[Reading]) -> str:
    """The case as it is in its file if these are the readings of its trials."""
    readings = [one._replace(found=sorted(one.found, key=_shipped)) for one in readings]
    lines = [f"=== {case.name}", *case.own]
    trials = list(zip(case.trials(), readings, strict=True))
    if "each" in case.settings:
        for line, (_, reading) in zip(case.text.lines, trials, strict=True):
            lines += _annotated(Source("", (line,)), reading, case)
        for source in case.sources[1:]:
            lines += [f"+++ {source.name}", *source.lines]
    else:
        ((_, reading),) = trials
        for source in case.sources:
            lines += [f"+++ {source.name}"] if source.name else []
            lines += _annotated(source, reading, case)
    if "each" not in case.settings:
        lines += _elsewhere(case, readings[0])
        lines += [f"#= {line}" for line in readings[0].value.splitlines()]
    return "\n".join([*lines, "", ""])


def _annotated(source: Source, reading: Reading, case: Case) -> Iterator[str]:
    """A file with its messages below its lines; with what was read, if that is of one line."""
    each = "each" in case.settings
    mine = reading.found if each else [one for one in reading.found if _file(one, reading) == _key(source, reading)]
    for number, line in enumerate(source.lines, start=1):
        yield line
        for one in mine:
            if each or one.span.line == number or (number == len(source.lines) and one.span.line > number):
                same = _file(one, reading) == _key(source, reading) and one.span.line == number
                yield from _shown(one, reading, "" if same else _place(one, reading))
    if each:
        yield from (f"#= {line}" for line in reading.value.splitlines())


def _shipped(one: Diagnostic) -> bool:
    """Whether a message is at a file of the project; these come last, wherever the project and the folder are."""
    return Path(one.span.file).is_relative_to(ROOT)


def _key(source: Source, reading: Reading) -> str:
    return source.name or reading.file


def _elsewhere(case: Case, reading: Reading) -> Iterator[str]:
    """The messages at other files than those of the case, or at files that are empty."""
    there = {_key(source, reading) for source in case.sources if source.lines}
    for one in reading.found:
        if _file(one, reading) not in there:
            yield from _shown(one, reading, _place(one, reading))


def _file(one: Diagnostic, reading: Reading) -> str:
    """A file as cases name it: relative to the folder that is read, or to the project."""
    path = Path(one.span.file)
    if not path.is_absolute():
        return one.span.file
    for folder, before in ((reading.folder, ""), (reading.folder.parent, "../")):
        if path.is_relative_to(folder):
            return before + path.relative_to(folder).as_posix()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def _place(one: Diagnostic, reading: Reading) -> str:
    """The file and the line; shipped files have no line, for they change."""
    file = _file(one, reading)
    if _shipped(one):
        return f"{file}:"
    return f"{one.span.line}:" if file == reading.file else f"{file}:{one.span.line}:"


def _shown(one: Diagnostic, reading: Reading, place: str) -> Iterator[str]:
    span = one.span
    columns = f"{span.column}-{span.column + span.width - 1}" if span.width > 1 else f"{span.column}"
    where = place.removesuffix(":") if _shipped(one) else f"{place}{columns}"
    yield f"#! {where} {one.severity}[{one.code}] {_plain(one.full_message, reading)}"
    if str(span.cell):
        yield f"#!   cell: {_plain(str(span.cell), reading)}"
    yield from (f"#!   hint: {_plain(hint, reading)}" for hint in one.full_hints)


def _plain(text: str, reading: Reading) -> str:
    """A text in one line, without the folder of this run."""
    for folder, shown in ((reading.folder, "."), (reading.folder.parent, ".."), (ROOT, "ROOT")):
        text = text.replace(f"{folder}/", f"{shown}/").replace(str(folder), shown)
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
