"""The texts that people vouch for: `vouched.yaml` in a kit's folder.

It has the printed texts that no rule proves, as a person read them: sentences with the facts that they rest on, with
who vouches for them and why, the labels by place, and the flavour texts. `pnp vouch` writes it, one entry at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import is_there
from pnp.kit import paths, schema
from pnp.kit.languages import primary
from pnp.kit.model import Kit
from pnp.kit.record import Record
from pnp.kit.schema import Untyped
from pnp.sources import Node
from pnp.sources.yaml import read

FILE = "vouched.yaml"

SENTENCES, LABELS, FLAVOUR = "sentences", "labels", "flavour"


@dataclass(frozen=True, kw_only=True)
class Vouched(Record):
    """A sentence that a person vouches for."""

    text: str
    """The sentence as printed."""
    facts: Untyped | None = None
    """The facts that it rests on, with the values that they had."""
    why: str = ""
    """Why it is true although no play shows it, or why it states no rule. Rulings and examples need no reason."""
    by: str
    """Who vouches for it, and since when: `Ann, 2026-11-27`."""


@dataclass(frozen=True, kw_only=True)
class VouchedBook(Record):
    """`vouched.yaml`: printed texts as a person read them."""

    sentences: tuple[Vouched, ...] = ()
    """Rules, rulings and examples that no rule proves, and flavour and advice with words that rules have."""
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Headings, heads of tables and other labels, by the template or face that has them, in their order there."""
    flavour: tuple[str, ...] = ()
    """Flavour texts, advice and credits without words that rules have."""


class VouchedText(NamedTuple):
    """An entry: its part of the file, its text, its facts, who vouches for it and why, and its place in the file.

    `where` is the template or face of a label. `own`: whether it is in the kit's own folder, and not in a base's or in
    `common`.
    """

    part: str
    text: str
    span: Span
    own: bool
    facts: Mapping[str, Any] = {}
    why: str = ""
    by: str = ""
    where: str = ""


def entries(kit: Kit, diagnostics: Diagnostics) -> list[VouchedText] | None:
    """The entries of a kit's layers in its language, the kit's own first; None if there is no file with any."""
    found: list[VouchedText] | None = None
    for path in files(kit):
        if not is_there(path):
            continue
        here = read_entries(path, diagnostics, own=path.parent == kit.folder)
        if here is not None and (found is not None or path != common_file(kit)):
            found = (found or []) + here
    return found


def read_entries(path: Path, diagnostics: Diagnostics, *, own: bool) -> list[VouchedText] | None:
    """The entries of a file; None if it has errors."""
    node = read(path, diagnostics)
    book = schema.build(VouchedBook, node, diagnostics) if node else None
    return list(_entries(book, node, own=own)) if book and node else None


def files(kit: Kit) -> list[Path]:
    """The files with a kit's vouched texts that may exist: its own, those of bases in its language, and the shared."""
    layers = [Path(folder) for folder, language in kit.spoken.items() if primary(language) == primary(kit.language)]
    own = [folder / FILE for folder in layers if folder.name != paths.COMMON]
    return [*own, common_file(kit)]


def common_file(kit: Kit) -> Path:
    """The file with the shared texts in the kit's language."""
    return paths.data_folder() / paths.COMMON / f"vouched.{primary(kit.language)}.yaml"


def _entries(book: VouchedBook, node: Node, *, own: bool) -> Iterator[VouchedText]:
    for one in book.sentences:
        facts = one.facts.plain() if one.facts else {}
        yield VouchedText(SENTENCES, one.text, one.at("text"), own, facts, why=one.why, by=one.by)
    for where, texts in book.labels.items():
        for index, text in enumerate(texts):
            yield VouchedText(LABELS, text, node.at(LABELS, where, index), own, where=where)
    for index, text in enumerate(book.flavour):
        yield VouchedText(FLAVOUR, text, node.at(FLAVOUR, index), own)


HEAD = """\
# Printed texts that no rule proves, as a person read them, with the facts of the game that they rest on.
# `pnp vouch` adds and renews entries, one at a time. A text or a fact that changes is an error until then.
"""


def written(found: Iterable[VouchedText]) -> str:
    """The text of a file with entries."""
    listed = list(found)
    lines = [HEAD]
    for part, lines_of in ((SENTENCES, _sentences), (LABELS, _labels), (FLAVOUR, _flavour)):
        here = [entry for entry in listed if entry.part == part]
        if here:
            lines += [f"{part}:\n", *lines_of(here)]
    return "".join(lines)


def _sentences(found: list[VouchedText]) -> Iterator[str]:
    for entry in found:
        yield f"  - text: {_quoted(entry.text)}\n"
        if entry.facts:
            facts = ", ".join(f"{key}: {_quoted(entry.facts[key])}" for key in sorted(entry.facts))
            yield f"    facts: {{{facts}}}\n"
        if entry.why:
            yield f"    why: {_quoted(entry.why)}\n"
        yield f"    by: {_quoted(entry.by)}\n"


def _labels(found: list[VouchedText]) -> Iterator[str]:
    for where in dict.fromkeys(entry.where for entry in found):
        yield f"  {_quoted(where)}:\n"
        yield from (f"    - {_quoted(entry.text)}\n" for entry in found if entry.where == where)


def _flavour(found: list[VouchedText]) -> Iterator[str]:
    yield from (f"  - {_quoted(entry.text)}\n" for entry in found)


LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""The characters that end a line in YAML and do not in JSON."""


def _quoted(value: Any) -> str:
    """A value as YAML in one line: JSON, which YAML contains, with all ends of lines escaped."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True).translate(LINE_ENDS)
