"""Read YAML into nodes with the file, line and column of every value.

Only a subset of YAML is allowed: no aliases, anchors, tags or duplicate keys, one document, limited size and depth.
`no`, `off` and `007` are texts. Nothing here raises for wrong data: errors are added to a `Diagnostics` list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar

import yaml

from pnp.diagnostics import Diagnostic, Diagnostics, Span, files
from pnp.sources.node import Node
from pnp.sources.yaml_errors import mistake
from pnp.sources.yaml_part import spliced

MAX_BYTES = 2_000_000
MAX_DEPTH = 20
MAX_NODES = 200_000
CARDS_FILE = "cards.yaml"
MAX_CARDS_BYTES, MAX_CARDS_NODES = 20_000_000, 600_000
"""The limits of `cards.yaml`, and of tables with cards: 25,000 cards with ten keys each, which take 300 MB."""
MOST_KEPT = 1_000_000
"""How many characters of texts are kept with their nodes, of 30 bytes for each. The shipped kits have 800,000."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16."""
_START, _ZEROS = 400, 0.25
"""The bytes from which UTF-16 without a mark is recognised, and the least part of them that are zero: every other byte
of ASCII characters is, which keys and separators are."""
_SIGNS = "–—‘’“”„‚«»…•€£©®™°±×÷½¼¾§¡¿²³\u00a0"
"""Signs that are frequent in Windows-1252."""


_STARTS = frozenset({yaml.MappingStartEvent, yaml.SequenceStartEvent})
_ENDS = frozenset({yaml.MappingEndEvent, yaml.SequenceEndEvent})
_VALUES = _STARTS | _ENDS | {yaml.ScalarEvent}
_SHARING = _STARTS | {yaml.ScalarEvent, yaml.AliasEvent}
"""The events that may have an anchor or a tag."""


def keys_of(node: Node | None) -> dict[str, Node]:
    """The nodes by key of a mapping; none of anything else."""
    return node.value if node is not None and isinstance(node.value, dict) else {}


def read_text(
    path: Path, diagnostics: Diagnostics, *, limit: int | None = None, within: Iterable[Path] = ()
) -> str | None:
    """The text of a UTF-8 file with line ends as `\\n`; None after an error. `within` is as in `read_bytes`."""
    limit = limit or (MAX_CARDS_BYTES if path.name == CARDS_FILE else MAX_BYTES)
    data = read_bytes(path, Span(str(path)), diagnostics, limit, within)
    return None if data is None else decoded(data, str(path), diagnostics)


def read_bytes(
    path: Path, here: Span, diagnostics: Diagnostics, limit: int, within: Iterable[Path] = ()
) -> bytes | None:
    """The bytes of a kit's file; None after an error, at the place `here`.

    A link may lead to its own folder or to the folders `within`, so that a kit cannot print other files of the user's.
    """
    if files.leads_out(path, within):
        diagnostics.error(
            here, "outside-path", "this is a link to a file outside the kit", "copy the file into the kit"
        )
        return None
    try:
        return files.read(path, limit)
    except files.TooLargeError:
        diagnostics.error(here, "file-too-large", f"this file is larger than {limit // 1000} kB")
    except files.NotAFileError:
        diagnostics.error(here, "unreadable-file", "this is not a regular file")
    except FileNotFoundError:
        diagnostics.error(here, "unreadable-file", f"{path.name} is missing", files.similar(path.parent, path.name))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        diagnostics.error(here, "unreadable-file", f"cannot read this file: {reason}")
    return None


def decoded(data: bytes, file: str, diagnostics: Diagnostics) -> str | None:
    """Like `read_text`, from bytes; `file` is the name for diagnostics.

    Letters and their marks are composed: macOS writes é as e with a mark, which other programs would find unequal. A
    file in UTF-16 is read as that.
    """
    encoding = _utf_16(data)
    if encoding:
        data = _from_utf_16(data, encoding)
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return files.composed(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").split("\n")
        diagnostics.error(
            Span(file, len(before), len(before[-1]) + 1),
            "not-utf-8",
            f"byte 0x{data[error.start]:02x} is not UTF-8 text{_other_encoding(data)}",
            "save the file in the UTF-8 encoding; spreadsheets call that 'CSV UTF-8'",
        )
        return None


def _utf_16(data: bytes) -> str:
    """The encoding of a text in UTF-16, by its byte order mark or by zeros in every other byte of its start; or ""."""
    if data[:2] in _UTF_16:
        return "utf-16"
    start = data[:_START]
    zeros = [start[at::2].count(0) / len(start) for at in (0, 1)] if len(data) % 2 == 0 and start else [0.0, 0.0]
    if min(zeros) or max(zeros) < _ZEROS:
        return ""
    return "utf-16-be" if zeros[0] else "utf-16-le"


def _from_utf_16(data: bytes, encoding: str) -> bytes:
    """A text in UTF-16 as UTF-8; as it is if it is not that."""
    try:
        return data.decode(encoding).encode("utf-8")
    except UnicodeError:
        return data


_OTHER_LETTERS = re.compile(r"[^\W\d_a-zA-Z]{3}|[^\0-\x7f]{4}")
"""What other encodings look like in Windows-1252: more letters with accents in a row than words have."""


def _other_encoding(data: bytes) -> str:
    """The encoding that a text seems to have instead of UTF-8."""
    if data.count(b"\0") > len(data) // 4:
        return "; the file seems to be in UTF-16"
    try:
        words = data.decode("cp1252")
    except UnicodeDecodeError:
        return ""
    strange = sum(
        not character.isascii() and not character.isalpha() and character not in _SIGNS for character in words
    )
    is_other = strange or _OTHER_LETTERS.search(words)
    return "" if is_other else "; the file seems to be in Windows-1252"


def read(path: Path, diagnostics: Diagnostics, within: Iterable[Path] = ()) -> Node | None:
    """The root node of a YAML file; None if there are errors. An empty file is an empty mapping."""
    text = read_text(path, diagnostics, within=within)
    return None if text is None else parse(text, str(path), diagnostics)


def has_forbidden(text: str, file: str, code: str, form: str, diagnostics: Diagnostics) -> bool:
    """Whether a text contains a character that its format does not allow; the first one is reported."""
    match = FORBIDDEN.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        span = Span(file, line, match.start() - text.rfind("\n", 0, match.start()))
        diagnostics.error(span, code, f"this character is not allowed in {form}", f"remove U+{ord(match[0]):04X}")
    return match is not None


def parse(text: str, file: str, diagnostics: Diagnostics) -> Node | None:
    """Like `read`, from text; `file` is the name for diagnostics."""
    node, found = _parsed(text, file)
    diagnostics.add(found)
    return node


_Reading = tuple[Node | None, tuple[Diagnostic, ...]]
"""A text's root node, and its diagnostics."""
_readings: dict[tuple[str, str], _Reading] = {}
"""What was read, by text and file: most files are as they were when a kit is opened again. The latest is the last."""
_lock = Lock()


def _parsed(text: str, file: str) -> _Reading:
    """A text as it is read in a file.

    A text that was read in another file, as for `pnp diff`, is not read again: its nodes are moved. Of one that was
    changed in one entry since it was read, only this entry is read.
    """
    with _lock:
        found = _readings.pop((text, file), None)
        others = () if found else [one for (other, _), one in _readings.items() if other == text]
        latest = None if found else next((one for one in reversed(_readings.items()) if one[0][1] == file), None)
    if found is None:
        first = next((node for node, wrong in others if node and not wrong), None)
        again = first.moved(file) if first else _partly(text, file, latest)
        found = (again, ()) if again else _read(text, file)
    with _lock:
        _readings[text, file] = found
        while len(_readings) > 1 and sum(len(other) for other, _ in _readings) > MOST_KEPT:
            del _readings[next(iter(_readings))]
    return found


def _partly(text: str, file: str, latest: tuple[tuple[str, str], _Reading] | None) -> Node | None:
    """The nodes of a text by those of the file's latest text, if only one entry differs and all limits are kept."""
    if latest is None or len(text) > MAX_NODES:  # a text has fewer values than characters
        return None
    (before, _), (root, found) = latest

    def read(part: str) -> Node | None:
        node, wrong = _read(part, file)
        return None if wrong else node

    return spliced(before, root, text, read) if root is not None and not found else None


def _read(text: str, file: str) -> _Reading:
    diagnostics = Diagnostics()
    return _root(text, file, diagnostics), tuple(diagnostics)


def _root(text: str, file: str, diagnostics: Diagnostics) -> Node | None:
    if has_forbidden(text, file, "bad-yaml", "YAML", diagnostics):
        return None
    try:
        events = _plain_events(text, file, diagnostics)
    except yaml.MarkedYAMLError as error:
        found = mistake(error, text, file)
        if "nesting depth" in (error.problem or ""):  # beyond the limit of libyaml, which reads ahead of its events
            diagnostics.error(found.span, *_TOO_DEEP)
            return None
        diagnostics.error(found.span, "bad-yaml", found.message, found.hint)
        return None
    except yaml.YAMLError as error:
        diagnostics.error(Span(file), "bad-yaml", f"this cannot be read as YAML: {error}")
        return None
    if not events:
        return Node({}, Span(file)) if events == [] else None
    reader = _NodeReader(file, diagnostics, text, events)
    node = reader.node(reader.event(), None)
    return None if reader.broken else node


def _plain_events(text: str, file: str, diagnostics: Diagnostics) -> list[Any] | None:
    """The values of a text as events of PyYAML, whose nodes would take twice as long: its starts, scalars and ends.

    None after errors: if it has aliases, anchors, tags or a second document, or is beyond the limits. This runs before
    any value is built, so that an alias bomb is never expanded.
    """
    before, depth, events, documents = diagnostics.noted, 0, list[Any](), list[Any]()
    most = MAX_CARDS_NODES if Path(file).name == CARDS_FILE else MAX_NODES
    read: Iterable[Any] = yaml.parse(text, Loader=YamlLoader)
    for count, event in enumerate(read, start=1):
        kind = type(event)
        if kind in _VALUES:
            events.append(event)
            depth += (kind in _STARTS) - (kind in _ENDS)
        elif kind is yaml.DocumentStartEvent:
            documents.append(event)
        too_many = _too_many(count, depth, most)
        problem = _sharing_problem(event) if kind in _SHARING else None
        problem = too_many or problem
        if problem:
            mark = event.start_mark
            diagnostics.error(Span(file, mark.line + 1, mark.column + 1), *problem)
        if too_many:
            break
    if diagnostics.noted > before:
        return None
    if len(documents) > 1:
        raise yaml.MarkedYAMLError(None, None, "found another document", documents[1].start_mark)
    return events


_TOO_DEEP = ("too-deep", f"nested more than {MAX_DEPTH} levels deep", "")


def _too_many(count: int, depth: int, most: int) -> tuple[str, str, str] | None:
    """The problem of so many events, so deep."""
    if depth > MAX_DEPTH:
        return _TOO_DEEP
    if count > most:
        return "too-many-values", f"more than {most} values in one file", "split the file"
    return None


def _sharing_problem(event: Any) -> tuple[str, str, str] | None:
    if type(event) is yaml.AliasEvent:
        return "alias", f"aliases (*{event.anchor}) are not supported", "repeat the value"
    if event.anchor:
        return "alias", f"anchors (&{event.anchor}) are not supported", "remove the anchor"
    if event.tag and event.tag != "!":
        return "tag", f"tags ({event.tag}) are not supported", "remove the tag; put the value in quotes if it is a text"
    return None


class _NodeReader:
    """Makes nodes of PyYAML's events and reports errors."""

    def __init__(self, file: str, diagnostics: Diagnostics, text: str, events: Iterable[Any]) -> None:
        self.file = file
        self.lines = text.count("\n") + (not text.endswith("\n"))
        self.last = len(text.rstrip("\n").rpartition("\n")[2])
        self.diagnostics = diagnostics
        self.event = iter(events).__next__
        self.broken = False

    def node(self, event: Any, key_span: Span | None) -> Node:
        """The node that begins with an event."""
        kind = type(event)
        if kind is yaml.ScalarEvent:
            return Node(_scalar(event), self._span(event, event), key_span, event.value)
        span = self._at(event.start_mark.line, event.start_mark.column)
        return Node(self._mapping() if kind is yaml.MappingStartEvent else self._sequence(), span, key_span)

    def _sequence(self) -> list[Node]:
        items = list[Node]()
        while type(event := self.event()) is not yaml.SequenceEndEvent:
            items.append(self.node(event, None))
        return items

    def _mapping(self) -> dict[str, Node]:
        nodes: dict[str, Node] = {}
        while type(key := self.event()) is not yaml.MappingEndEvent:
            if type(key) is not yaml.ScalarEvent:
                self._diagnostic(self._span(key, self._skip(key)), "bad-key", "a key must be a scalar")
                self._skip(self.event())
            elif key.value in nodes:
                first = nodes[key.value].key_span.line
                message = f"duplicate key {key.value!r}; first on line {first}"
                self._diagnostic(self._span(key, key), "duplicate-key", message)
                self._skip(self.event())
            else:
                nodes[key.value] = self.node(self.event(), self._span(key, key))
        return nodes

    def _skip(self, event: Any) -> Any:
        """Leave out the value that begins with an event; the event that ends it."""
        depth = int(type(event) in _STARTS)
        while depth:
            event = self.event()
            depth += (type(event) in _STARTS) - (type(event) in _ENDS)
        return event

    def _diagnostic(self, span: Span, code: str, message: str) -> None:
        self.broken = True
        self.diagnostics.error(span, code, message)

    def _span(self, first: Any, last: Any) -> Span:
        """The place from the start of an event to the end of another; as wide as one character if that is in another
        line."""
        start, end = first.start_mark, last.end_mark
        width = max(1, end.column - start.column) if start.line == end.line else 1
        return self._at(start.line, start.column, width)

    def _at(self, line: int, column: int, width: int = 1) -> Span:
        """A place in the file. A place after the last line, as of some empty values, becomes the end of that line."""
        if line >= self.lines:
            return Span(self.file, max(1, self.lines), self.last + 1)
        return Span(self.file, line + 1, column + 1, width)


_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)$")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def _scalar(raw: yaml.ScalarEvent) -> str | int | float | bool | None:
    """The value of a scalar by YAML 1.2's core schema; quoted and block scalars are texts."""
    text: str = raw.value
    return text if raw.style else typed(text)


def typed(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INT.match(text) and len(text) < 18:
        return int(text)
    if _FLOAT.match(text) and len(text) < 40 and isfinite(float(text)):
        return float(text)
    return text


class YamlLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """PyYAML's safe loader without its implicit types, which `_scalar` replaces."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


# Control characters, and YAML's line ends that editors do not count, after which line numbers would be wrong.
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
