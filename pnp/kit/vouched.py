"""The sentences that people vouch for: `vouched.yaml` in a kit's folder.

It has the printed sentences that no claim proves, as a person read them, with the facts that they rest on; and the
labels and the flavour texts of the kit. `pnp vouch` writes it, one entry at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import is_there
from pnp.kit import paths, schema
from pnp.kit.model import Kit
from pnp.kit.record import Record
from pnp.kit.schema import Untyped
from pnp.kit.yaml import Node, read

FILE = "vouched.yaml"

SENTENCES, LABELS, FLAVOUR = "sentences", "labels", "flavour"
PARTS = (SENTENCES, LABELS, FLAVOUR)


@dataclass(frozen=True, kw_only=True)
class Vouched(Record):
    """A sentence that a person vouches for."""

    text: str
    """The sentence as printed."""
    facts: Untyped | None = None
    """The facts that it rests on, with the values that they had."""


@dataclass(frozen=True, kw_only=True)
class VouchedBook(Record):
    """`vouched.yaml`: printed texts as a person read them."""

    sentences: tuple[Vouched, ...] = ()
    """Rules, rulings and examples that no claim proves."""
    labels: tuple[str, ...] = ()
    """Headings, heads of tables and other labels."""
    flavour: tuple[str, ...] = ()
    """Flavour texts, advice and credits. They may grow, but the words in them must not turn round."""


class Entry(NamedTuple):
    """An entry: its part of the file, its text, its facts, and its place."""

    part: str
    text: str
    facts: dict[str, Any]
    span: Span
    own: bool
    """Whether it is in the kit's own folder, and not in a base's or in `common`."""


def entries(kit: Kit, diagnostics: Diagnostics) -> list[Entry] | None:
    """The entries of a kit's layers in its language, the kit's own first; None if there is no file with any."""
    found: list[Entry] | None = None
    for path in files(kit):
        if not is_there(path):
            continue
        node = read(path, diagnostics)
        book = schema.build(VouchedBook, node, diagnostics) if node else None
        if book and node:
            shared = path == common_file(kit)
            if found is not None or not shared:
                found = (found or []) + list(_entries(book, node, own=path.parent == kit.folder))
    return found


def files(kit: Kit) -> list[Path]:
    """The files with a kit's vouched texts that may exist: its own, those of bases in its language, and the shared."""
    layers = [Path(folder) for folder, language in kit.spoken.items() if primary(language) == primary(kit.language)]
    own = [folder / FILE for folder in layers if folder.name != paths.COMMON]
    return [*own, common_file(kit)]


def primary(language: str) -> str:
    """A language without its region: `de` of `de-AT`."""
    return language.partition("-")[0]


def common_file(kit: Kit) -> Path:
    """The file with the shared texts in the kit's language."""
    return paths.data_folder() / paths.COMMON / f"vouched.{primary(kit.language)}.yaml"


def _entries(book: VouchedBook, node: Node, *, own: bool) -> Iterator[Entry]:
    for entry in book.sentences:
        facts = entry.facts.plain() if entry.facts else {}
        yield Entry(SENTENCES, entry.text, facts, entry.at("text"), own)
    for part, texts in ((LABELS, book.labels), (FLAVOUR, book.flavour)):
        for index, text in enumerate(texts):
            yield Entry(part, text, {}, node.at(part, index), own)


HEAD = """\
# Printed texts that no claim proves, as a person read them, with the facts of the game that they rest on.
# `pnp vouch` adds and renews entries, one at a time. A text or a fact that changes is an error until then.
"""


def written(found: Iterable[tuple[str, str, dict[str, Any]]]) -> str:
    """The text of a file with entries, given as part, text and facts."""
    listed = list(found)
    lines = [HEAD]
    for part in PARTS:
        here = [(text, facts) for name, text, facts in listed if name == part]
        if here:
            lines.append(f"{part}:\n")
        for text, facts in here:
            if part != SENTENCES:
                lines.append(f"  - {_quoted(text)}\n")
                continue
            lines.append(f"  - text: {_quoted(text)}\n")
            if facts:
                lines.append(
                    "    facts: {" + ", ".join(f"{key}: {_quoted(facts[key])}" for key in sorted(facts)) + "}\n"
                )
    return "".join(lines)


LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""The characters that end a line in YAML and do not in JSON."""


def _quoted(value: Any) -> str:
    """A value as YAML in one line: JSON, which YAML contains, with all ends of lines escaped."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True).translate(LINE_ENDS)
