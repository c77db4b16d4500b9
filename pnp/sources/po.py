"""Read and write gettext PO files, which programs for translators open.

Only what a file for one kit needs is read: texts with a context, marks, comments and texts that are no longer used.
Everything else is an error at its line. No library reads these files here, because each text of a translation must keep
its line and column, and because a stranger's file is read within limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.sources.yaml import has_forbidden, read_text

MAX_BYTES = 10_000_000
MAX_ENTRIES = 100_000
MAX_TEXT = 20_000
"""Maximum length of one text, in characters."""
CODE = "bad-po"
FUZZY = "fuzzy"

_LINE = re.compile(r'(?P<old>#~ ?)?(?:(?P<key>msg\w+(?:\[\d+\])?)[ \t]*)?"(?P<text>(?:[^"\\]|\\.)*)"[ \t]*')
_COMMENT = re.compile(r"#(?![~|]).*|#~?\|.*")
_CHARACTER = re.compile(r"\\.|[^\\]", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_WRITTEN = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_KEYS = ("msgctxt", "msgid", "msgstr")
_CHARSET = re.compile(r"charset=([\w-]+)", re.IGNORECASE)


class PoString(NamedTuple):
    """One quoted string of a text: where it begins in the text, its place in the file, and how it is written."""

    start: int
    span: Span
    raw: str


class PlacedString(NamedTuple):
    """A text of a PO file with the places of its quoted strings."""

    text: str = ""
    pieces: tuple[PoString, ...] = ()

    @property
    def span(self) -> Span:
        """The place of its first string that is not empty."""
        return next((one.span for one in self.pieces if one.raw), self.pieces[0].span)

    def runs(self) -> Iterator[tuple[int, Span]]:
        """The offsets at which a run of characters begins that are beside each other in the file, with their places."""
        for piece in self.pieces:
            offset, column = piece.start, piece.span.column
            is_after_escape = True
            for character in _CHARACTER.findall(piece.raw):
                if is_after_escape:
                    yield offset, piece.span._replace(column=column, width=1)
                is_after_escape = len(character) > 1
                offset, column = offset + 1, column + len(character)

    def place(self, offset: int) -> Span:
        """The place of a character."""
        start, span = next((run for run in reversed(list(self.runs())) if run[0] <= offset), (offset, self.span))
        return span._replace(column=span.column + offset - start)


NOWHERE, EMPTY = Span(""), PlacedString()


@dataclass(frozen=True)
class PoEntry:
    """A text and its translation. `notes` are comments for the translator, `remarks` those of the translator."""

    context: str
    source: str
    text: str = ""
    fuzzy: bool = False
    obsolete: bool = False
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """Where the source is written: `rulebook.md:12`."""
    previous: str = ""
    """The source that a fuzzy translation is for."""
    span: Span = NOWHERE
    """The place of its source in the PO file."""
    written: PlacedString = field(default=EMPTY, compare=False)
    """The translation with its places."""

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.source


def read(path: Path, diagnostics: Diagnostics, within: Iterable[Path] = ()) -> list[PoEntry] | None:
    """The entries of a PO file, its header first; None if there are errors. `within` is as in `yaml.read_bytes`."""
    text = read_text(path, diagnostics, limit=MAX_BYTES, within=within)
    return None if text is None else parse(text, str(path), diagnostics)


def parse(text: str, file: str, diagnostics: Diagnostics) -> list[PoEntry] | None:
    """Like `read`, from text; `file` is the name for diagnostics."""
    if has_forbidden(text, file, CODE, "PO files", diagnostics):
        return None
    reader = _PoReader(file)
    try:
        return reader.entries(text)
    except PoError as error:
        diagnostics.error(error.span, CODE, error.message, error.hint)
        return None


class PoError(Exception):
    """The first thing in a PO file that cannot be read, with its place and a hint."""

    def __init__(self, span: Span, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.span, self.message, self.hint = span, message, hint


@dataclass
class _EntryLines:
    """The lines of one entry as they are read."""

    comments: list[str] = field(default_factory=list)
    strings: dict[str, list[tuple[Span, str]]] = field(default_factory=dict)
    last: str = ""
    obsolete: bool = False


class _PoReader:
    """Reads one PO file. Raises PoError at its first error."""

    def __init__(self, file: str) -> None:
        self._file = file

    def entries(self, text: str) -> list[PoEntry]:
        found: list[PoEntry] = []
        first: dict[tuple[str, str], int] = {}
        for block in self._blocks(text):
            entry = self._entry(block)
            if not found and not entry.obsolete:
                self._check_header(entry)
            if entry.key in first and not entry.obsolete:
                line = first[entry.key]
                raise PoError(entry.span, f"this text is already on line {line}", "remove one of the two")
            if not entry.obsolete:
                first[entry.key] = entry.span.line
            found.append(entry)
            if len(found) > MAX_ENTRIES:
                raise PoError(entry.span, f"more than {MAX_ENTRIES:,} texts in one file")
        return found

    def _check_header(self, entry: PoEntry) -> None:
        charset = _CHARSET.search(entry.text) if not (entry.source or entry.context) else None
        if charset and charset[1].lower() != "utf-8":
            raise PoError(entry.span, f"the charset is {charset[1]!r}; expected UTF-8", "save the file as UTF-8")

    def _blocks(self, text: str) -> Iterator[_EntryLines]:
        block = _EntryLines()
        for number, line in enumerate(text.split("\n"), start=1):
            is_comment = _COMMENT.fullmatch(line) is not None
            ends = is_comment or not line.strip() or line.lstrip("#~ ").startswith(("msgctxt", "msgid"))
            if ends and block.last == "msgstr":
                yield block
                block = _EntryLines()
            if is_comment:
                if block.strings:
                    raise PoError(Span(self._file, number), "a comment inside an entry", "move it above the entry")
                block.comments.append(line)
            elif line.strip():
                self._string(block, line, number)
        if block.last == "msgstr":
            yield block
        elif block.strings:
            raise PoError(Span(self._file, number), "the last entry has no msgstr", 'add msgstr ""')

    def _string(self, block: _EntryLines, line: str, number: int) -> None:
        match = _LINE.fullmatch(line)
        here = Span(self._file, number)
        if not match:
            hint = 'a line is: msgctxt, msgid or msgstr and a text in "…"; a comment begins with #'
            raise PoError(here, "this line is not of a PO file", hint)
        key = match["key"] or block.last
        if key not in _KEYS:
            message = f"{key} is not supported here" if key else "a text without a key"
            raise PoError(here, message, "an entry has msgctxt, msgid and msgstr, each once")
        if match["key"]:
            _check_order(block, key, here)
            block.last, block.obsolete = key, match["old"] is not None
        raw, column = match["text"], match.start("text") + 1
        for escape in re.finditer(r"\\(.)", raw):
            if escape[1] not in _ESCAPES:
                place = Span(self._file, number, column + escape.start(), 2)
                raise PoError(place, f"the escape sequence {escape[0]} is not supported", r"use \n, \t, \" and \\")
        block.strings.setdefault(key, []).append((Span(self._file, number, column, max(1, len(raw))), raw))

    def _entry(self, block: _EntryLines) -> PoEntry:
        context, source, text = (_joined(block.strings.get(key, [])) for key in _KEYS)
        for one in (context, source, text):
            if len(one.text) > MAX_TEXT:
                raise PoError(one.span, f"this text has more than {MAX_TEXT:,} characters")
        flags = {flag.strip() for line in _after(block.comments, "#,") for flag in line.split(",")}
        return PoEntry(
            context.text,
            source.text,
            text.text,
            fuzzy=FUZZY in flags,
            obsolete=block.obsolete,
            notes=tuple(_after(block.comments, "#.")),
            remarks=tuple(line[1:].strip() for line in block.comments if line == "#" or line.startswith("# ")),
            places=tuple(place for line in _after(block.comments, "#:") for place in line.split()),
            span=source.span,
            written=text,
        )


def _after(comments: Iterable[str], mark: str) -> Iterator[str]:
    return (line.removeprefix(mark).strip() for line in comments if line.startswith(mark))


def _joined(strings: Iterable[tuple[Span, str]]) -> PlacedString:
    """One text of several quoted strings."""
    pieces, text = [], ""
    for span, raw in strings:
        pieces.append(PoString(len(text), span, raw))
        text += re.sub(r"\\(.)", lambda escape: _ESCAPES[escape[1]], raw)
    return PlacedString(text, tuple(pieces))


# Writing -----------------------------------------------------------------------------------------------------


REMARKS = (
    "Write each translation behind msgstr, and leave msgid as it is. Copy what is in braces, comments <!-- so -->,",
    "icons and marks such as **. In braces, only words in quotes may be translated, and only if they are printed.",
)
"""The first lines of a new file."""


def header(name: str, language: str) -> PoEntry:
    """The first entry of a file, with what programs for translators read."""
    lines = (f"Project-Id-Version: {name}", f"Language: {language}", "MIME-Version: 1.0",
             "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit")  # fmt: skip
    return PoEntry("", "", "".join(f"{line}\n" for line in lines), remarks=REMARKS)


def write(entries: Iterable[PoEntry]) -> str:
    """The text of a PO file. Entries that are no longer used come last."""
    every = sorted(entries, key=lambda entry: entry.obsolete)
    return "\n".join("".join(f"{line}\n" for line in _lines(entry)) for entry in every)


def _check_order(block: _EntryLines, key: str, here: Span) -> None:
    """Raise PoError for a key that an entry cannot have after those that it has."""
    if key in block.strings or _KEYS.index(key) < (_KEYS.index(block.last) if block.last else 0):
        raise PoError(here, f"a second {key} in one entry", "separate entries by an empty line")
    if key == "msgstr" and "msgid" not in block.strings:
        raise PoError(here, "a msgstr without a msgid")


def _lines(entry: PoEntry) -> Iterator[str]:
    old = "#~ " if entry.obsolete else ""
    parts: tuple[tuple[str, Iterable[str]], ...] = (
        ("", (f"# {remark}".rstrip() for remark in entry.remarks)),
        ("#. ", entry.notes),
        ("#: ", entry.places),
        ("#, ", [FUZZY] if entry.fuzzy else ()),
        ("#~| " if entry.obsolete else "#| ", _quoted("msgid", entry.previous) if entry.previous else ()),
        (old, _quoted("msgctxt", entry.context) if entry.context else ()),
        (old, _quoted("msgid", entry.source)),
        (old, _quoted("msgstr", entry.text)),
    )
    for start, lines in parts:
        yield from (f"{start}{line}" for line in lines)


def _quoted(key: str, text: str) -> Iterator[str]:
    """A key and its text, each line of the text in a string of its own."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text) or [""]
    first = f'"{_escaped(lines[0])}"' if len(lines) == 1 else '""'
    yield f"{key} {first}"
    if len(lines) > 1:
        yield from (f'"{_escaped(line)}"' for line in lines)


def _escaped(text: str) -> str:
    return "".join(_WRITTEN.get(character, character) for character in text)
