"""Revise worked examples in a kit's own `examples.yaml`, so that the merged file has the wanted ones.

Of an example that a base has, only what differs from the base is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostics
from pnp.kit import modeline, overlay, paths, yaml_edit
from pnp.sources import Node
from pnp.sources.yaml import parse, read_text

FILE = "examples.yaml"
_SCHEMA, _OVERLAY_SCHEMA = "examples.schema.json", "examples.overlay.schema.json"

Wanted = Mapping[str, Mapping[str, Any] | None]
"""The examples as they are to be, by id; None for one that is removed."""


class Examples:
    """The worked examples of a kit by layer: its own file's, and those of its bases."""

    def __init__(self, folder: Path) -> None:
        self._file, self._bases = folder / FILE, paths.layers(folder, Diagnostics())[1:]
        self._text = (read_text(self._file, Diagnostics()) or "") if self._file.is_file() else self._first_line()
        tree = overlay.trees(self._bases, [FILE], Diagnostics(), {}).get(FILE) if self._bases else None
        self._base = _mapping(tree)

    @property
    def inherited(self) -> frozenset[str]:
        """The ids of the examples of the bases."""
        return frozenset(self._base)

    @property
    def own(self) -> frozenset[str]:
        """The ids in the kit's own file."""
        return frozenset(_mapping(self._parsed(self._text)))

    def revised(self, wanted: Wanted) -> bytes:
        """The kit's own file with the wanted examples.

        Raises ValueError if the file cannot be changed so that they are merged from it.
        """
        text = self._text
        for id_, example in wanted.items():
            for path, value in self._patches(text, id_, example):
                text = yaml_edit.with_value(text, (id_, *path), value)
        self._check(text, wanted)
        is_dos = self._file.is_file() and b"\r\n" in self._file.read_bytes()
        return (text.replace("\n", "\r\n") if is_dos else text).encode()

    def _patches(self, text: str, id_: str, example: Mapping[str, Any] | None) -> Iterator[tuple[tuple[str, ...], Any]]:
        """The paths and values to write into the own entry of an example."""
        if example is None:
            yield (), None
            return
        base = self._base.get(id_) or {}
        own = _mapping(self._parsed(text)).get(id_) or {}
        patch = _difference(base, example)
        if not own:
            yield (), patch
        else:
            yield from _missing(own, patch, base)

    def _check(self, text: str, wanted: Wanted) -> None:
        """Raise ValueError if a text does not lead to the wanted examples."""
        diagnostics = Diagnostics()
        tree = parse(text, str(self._file), diagnostics)
        base = overlay.trees(self._bases, [FILE], Diagnostics(), {}).get(FILE) if self._bases else None
        whole = overlay.merged(base, tree, diagnostics, FILE) if tree and base else tree
        merged = _mapping(whole)
        if diagnostics or any(merged.get(id_) != example for id_, example in wanted.items()):
            raise ValueError(f"{FILE} has a form that cannot be changed line by line")

    def _parsed(self, text: str) -> Node | None:
        return parse(text, str(self._file), Diagnostics())

    def _first_line(self) -> str:
        """The line that names the schema, as in the kit's other files; empty if they have none."""
        line = next(filter(None, (modeline.of(path) for path in sorted(self._file.parent.glob("*.yaml")))), "")
        schema = _OVERLAY_SCHEMA if self._bases else _SCHEMA
        return f"{line.rpartition('/')[0]}/{schema}\n" if "/" in line else ""


def _mapping(node: Node | None) -> dict[str, Any]:
    plain = node.plain() if node else None
    return plain if isinstance(plain, dict) else {}


def _difference(base: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What an overlay writes so that a mapping becomes another: changed values, and null for removed keys."""
    patch: dict[str, Any] = {key: None for key in base if key not in wanted}
    for key, value in wanted.items():
        before = base.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = _difference(before, value)
            patch |= {key: inner} if inner else {}
        elif key not in base or before != value or type(before) is not type(value):
            patch[key] = value
    return patch


def _missing(
    own: Mapping[str, Any], patch: Mapping[str, Any], base: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The changes after which an own entry has what a patch has. Own keys that change nothing stay."""
    surplus = [key for key in own if key not in patch and own[key] != base.get(key)]
    if any(not isinstance(own[key], dict) for key in surplus):
        yield (), patch
        return
    for key, value in ((key, patch.get(key, {})) for key in (*patch, *surplus)):
        before = own.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            below = base.get(key)
            inner = _missing(before, value, below if isinstance(below, dict) else {})
            yield from (((key, *path), found) for path, found in inner)
        elif before != value or key not in own or type(before) is not type(value):
            yield (key,), value
