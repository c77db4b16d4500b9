"""A kit's folder and those it extends -> one tree of nodes for each of its files.

A kit whose `kit.yaml` says `extends: rhino` is an overlay: its files hold what is other than in the base, and may be
missing. Mappings are merged key by key, scalars and lists take the place of what was there, and null takes a key away;
where the value itself is to be null, `~` says so. Every node keeps the place it was written at, so whatever is found
wrong later is told in the file that said it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.diagnostics.files import is_there
from pnp.kit import tables
from pnp.kit.paths import KIT_FILE
from pnp.kit.yaml import Node, read

CARDS_FILE = "cards.yaml"
TABLES_KEY = "cards"
"""The key of `kit.yaml` that names tables with cards."""
NOTHING = "~"
"""How an overlay writes a null that is a value, and takes nothing away."""

Common = Mapping[tuple[str, str], Node]
"""What all kits have already of a key of a file, by both."""


def trees(folders: Sequence[Path], files: Iterable[str], diagnostics: Diagnostics, common: Common) -> dict[str, Node]:
    """Each file of a kit as one tree: the base's own, with those of the layers above it laid over, one by one."""
    found = {file: _tree(folders, file, diagnostics, common) for file in files}
    return {file: node for file, node in found.items() if node is not None}


def _tree(folders: Sequence[Path], file: str, diagnostics: Diagnostics, common: Common) -> Node | None:
    base, *above = [folder for folder in reversed(folders) if is_said(folder, file)] or [folders[-1]]
    node = _over_common(_said(base, file, diagnostics, folders, whole=True), file, diagnostics, common)
    for folder in above:
        patch = _said(folder, file, diagnostics, folders, whole=False)
        if patch is None or node is None:
            return None
        node = laid(node, _unnamed(patch) if file == KIT_FILE else patch, diagnostics, file)
    return node


def is_said(folder: Path, file: str) -> bool:
    """Whether a folder says anything in a file of a kit; what it says of cards may be in tables."""
    return is_there(folder / file) or (file == CARDS_FILE and tables_of(folder) is not None)


def tables_of(folder: Path) -> Node | None:
    """What a kit's own `kit.yaml` says of tables with cards; None if nothing."""
    path = folder / KIT_FILE
    # What is wrong with it is reported when it is read as itself.
    node = read(path, Diagnostics()) if is_there(path) else None
    said = node.value.get(TABLES_KEY) if node and isinstance(node.value, dict) else None
    return said if said is not None and said.value is not None else None


def _said(folder: Path, file: str, diagnostics: Diagnostics, within: Sequence[Path], *, whole: bool) -> Node | None:
    """What a folder itself says in a file; None with faults. Links may lead to the folders `within`.

    How its cards are written is no part of `kit.yaml` any more: those that lie over it know nothing of that.
    """
    named = tables_of(folder) if file == CARDS_FILE else None
    node = read(folder / file, diagnostics, within) if named is None or is_there(folder / file) else None
    if file == KIT_FILE and node is not None and isinstance(node.value, dict) and TABLES_KEY in node.value:
        return Node({key: value for key, value in node.value.items() if key != TABLES_KEY}, node.span)
    if named is None:
        return node
    cards = tables.of_kit(folder, named, diagnostics, whole=whole)
    return tables.beside(cards, node, diagnostics) if cards is not None and node is not None else cards


def _over_common(node: Node | None, file: str, diagnostics: Diagnostics, common: Common) -> Node | None:
    """A base's file with what all kits have under what it says."""
    for (name, key), there in common.items():
        if node is not None and name == file and isinstance(node.value, dict):
            own = node.value.get(key)
            how = _Laying(diagnostics, _WHOLE.get(file, ()))
            laid_over = _over(there, own, (key,), how) if own else there
            node = Node({**node.value, key: laid_over}, node.span, node.key_span)
    return node


def _unnamed(patch: Node) -> Node:
    """An overlay's `kit.yaml` without the name of its base: a custom edition, unless it says otherwise."""
    if not isinstance(patch.value, dict):
        return patch
    found = dict(patch.value)
    label = found.pop("extends", patch)
    found.setdefault("edition", Node("custom", label.span, label.key_span, "custom"))
    return Node(found, patch.span, patch.key_span)


class _Whole(NamedTuple):
    """Things that can be changed in part where they are there, and else must have a key without which they are none."""

    path: tuple[str | None, ...]
    """The keys above them; None for any."""
    key: str
    what: str


_WHOLE = {
    KIT_FILE: (_Whole(("components",), "kind", "component"),),
    "cards.yaml": (_Whole((None,), "name", "card"),),
    "faces.yaml": (_Whole(("faces",), "elements", "face"), _Whole(("styles",), "font", "text style")),
    "rulings.yaml": (_Whole((), "question", "ruling"),),
    "examples.yaml": (_Whole((), "form", "example"),),
}


def laid(base: Node, patch: Node, diagnostics: Diagnostics, file: str = "") -> Node:
    """A patch laid over a tree: what it says wins, and what it does not say stays as it is and where it was."""
    return _over(base, patch, (), _Laying(diagnostics, _WHOLE.get(file, ())))


class _Laying(NamedTuple):
    diagnostics: Diagnostics
    whole: tuple[_Whole, ...]


def _over(base: Node, patch: Node, path: tuple[str, ...], how: _Laying) -> Node:
    if isinstance(base.value, dict) and isinstance(patch.value, dict):
        return Node(_merged(base, patch, path, how), patch.span, patch.key_span) if patch.value else base
    if base.value is not None and isinstance(base.value, dict) is not isinstance(patch.value, dict):
        what = repr(path[-1]) if path else "the file"
        message = f"{what} is {_form(patch)} here, and {_form(base)} in {base.span.short}"
        how.diagnostics.error(patch.span, "layers-disagree", message, "write it in the same form as there")
        return base
    return patch


def _merged(base: Node, patch: Node, path: tuple[str, ...], how: _Laying) -> dict[str, Node]:
    found: dict[str, Node] = dict(base.value)
    for key, node in patch.value.items():
        if node.text == NOTHING:
            found[key] = node
        elif key in found and node.value is not None:
            found[key] = _over(found[key], node, (*path, key), how)
        elif key in found:
            if found[key].value is not None:
                del found[key]
        elif node.value is None:
            message = f"there is no {key!r} to take away"
            how.diagnostics.error(node.key_span, "nothing-to-remove", message, _near(key, base))
        elif not _is_part(key, node, base, path, how):
            found[key] = node
    return found


def _is_part(key: str, node: Node, base: Node, path: tuple[str, ...], how: _Laying) -> bool:
    """Whether a new key changes a part of something that is not there at all; then there is a fault."""
    for whole in how.whole:
        lost = _lost(whole, key, node, path)
        if lost is not None:
            what = f"no {whole.what} {key!r}" if lost == key else f"no {key!r} with a {whole.what} {lost!r}"
            added = f"a new {whole.what} needs the key {whole.key!r}"
            how.diagnostics.error(
                node.key_span, "nothing-to-change", f"there is {what} to change", _near(key, base), added
            )
            return True
    return False


def _lost(whole: _Whole, key: str, node: Node, path: tuple[str, ...]) -> str | None:
    """Of what is told of in part: the key itself, or the first of those in it."""
    if _fits(whole.path, path):
        return key if _missing(node, whole) else None
    if _fits(whole.path, (*path, key)) and isinstance(node.value, dict):
        return next((inner for inner, found in node.value.items() if _missing(found, whole)), None)
    return None


def _fits(wanted: tuple[str | None, ...], path: tuple[str, ...]) -> bool:
    return len(wanted) == len(path) and all(name in (None, key) for name, key in zip(wanted, path, strict=True))


def _near(key: str, base: Node) -> str:
    """What may have been meant by a key that is not there."""
    return did_you_mean(key, base.value) or f"there are {', '.join(base.value)}"


def _missing(node: Node, whole: _Whole) -> bool:
    return isinstance(node.value, dict) and whole.key not in node.value


def _form(node: Node) -> str:
    return "a mapping" if isinstance(node.value, dict) else "a list" if isinstance(node.value, list) else "one value"
