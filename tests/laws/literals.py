"""Change one value of a kit in an overlay, build it, and find what its pages still print of the old value.

Tests of this folder take samples. Run as a program, it tries every title, name and count of a kit:
`python -m tests.laws.literals tilt soaring`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Text, walk
from pnp.kit import Kit, load, paths
from pnp.pipeline import job

NEW = "Quumble"
"""A name that no kit has."""


class Value(NamedTuple):
    """A value of a kit: what it is, its old text, and the overlay's files that change it."""

    what: str
    old: str
    files: dict[str, Any]


def values(kit: Kit) -> Iterator[Value]:
    """The title of a kit, the names of its cards and components, and its minutes and ages."""
    yield Value("title", kit.title_lines[-1], {"kit.yaml": {"title": [NEW, NEW]}})
    for deck, cards in kit.cards.items():
        for id_, card in cards.items():
            yield Value(f"card {id_}", card.name, {"cards.yaml": {deck: {id_: {"name": NEW}}}})
    for id_, spec in kit.components.items():
        yield Value(f"component {id_}", spec.title, {"kit.yaml": {"components": {id_: {"title": NEW}}}})
    for key in ("minutes", "ages"):
        old = getattr(kit, key)
        yield Value(key, f"{old}", {"kit.yaml": {key: 87}})


def shipped(kit: str) -> Kit:
    """A kit that comes with the program."""
    diagnostics = Diagnostics()
    found = load.open_kit(paths.data_folder() / kit, diagnostics)
    assert found is not None, list(diagnostics)
    return found


def pages(folder: Path) -> list[str]:
    """The texts of each side of a kit's pieces. Texts that do not fit or are not vouched for are among them."""
    made = job.to_check(folder, Diagnostics())
    assert made is not None, "the overlay cannot be drawn"
    drawings = (side for pieces in made.pieces.values() for piece in pieces for side in (piece.front, piece.back))
    return [
        " ".join(item.text for item, _, _ in walk(side.items) if isinstance(item, Text)) for side in drawings if side
    ]


def left(kit: Kit, value: Value, folder: Path) -> list[str]:
    """The places that print an old value although it has changed: some words around each."""
    files = {**value.files, "kit.yaml": {"extends": kit.slug, **value.files.get("kit.yaml", {})}}
    for name, data in files.items():
        (folder / name).write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    found = re.compile(rf"(?<!\w){re.escape(value.old)}(?!\w)")
    longer = sorted((name for name in _names(kit) if value.old in name and name != value.old), key=len, reverse=True)
    places = []
    for page in pages(folder):
        for name in longer:
            page = page.replace(name, "…")
        places += [page[max(0, m.start() - 25) : m.end() + 25] for m in found.finditer(page)]
    return places


def _names(kit: Kit) -> set[str]:
    names = {card.name for cards in kit.cards.values() for card in cards.values()}
    return names | {spec.title for spec in kit.components.values()} | {kit.title}


def tried(kit: Kit, value: Value) -> list[str]:
    """The places left by one value, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return left(kit, value, Path(folder))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        opened = shipped(name)
        for each in values(opened):
            for where in tried(opened, each):
                print(f"{name}: {each.what} {each.old!r}: … {where} …")  # noqa: T201 - a program's output
