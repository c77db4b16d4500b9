"""A kit's folder and those it extends -> one tree of nodes for each of its files.

A kit whose `kit.yaml` says `extends: rhino` is an overlay: its files hold what is other than in the base, and may be
missing. Mappings are merged key by key, scalars and lists take the place of what was there, and null takes a key away;
where the value itself is to be null, `~` says so. Every node keeps the place it was written at, so whatever is found
wrong later is told in the file that said it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp import tables
from pnp.source import Faults, Node, Span, did_you_mean, read

KIT_FILE, CARDS_FILE = "kit.yaml", "cards.yaml"
TABLES_KEY = "cards"
"""The key of `kit.yaml` that names tables with cards."""
NOTHING = "~"
"""How an overlay writes a null that is a value, and takes nothing away."""
MAX_LAYERS = 20
MAX_KIT_FILE = 2_000_000

_PLAIN = re.compile(r"[^\s./\\:~][^/\\:\x00-\x1f]*")
"""The name of a folder, on any system: nothing hidden, and no way."""


# Layers ------------------------------------------------------------------------------------------------------


def extends(folder: Path) -> Node | None:
    """What a kit says it extends; None for a kit that stands alone, or cannot be read."""
    file = folder / KIT_FILE
    try:
        with file.open("rb") as stream:
            text = stream.read(MAX_KIT_FILE)
    except (OSError, ValueError):
        return None
    if b"extends" not in text and b"\\" not in text:  # most kits stand alone, and need not be read a second time
        return None
    node = read(file, Faults())
    return node.value.get("extends") if node and isinstance(node.value, dict) else None


def layers(folder: Path, shelf: Path, faults: Faults) -> tuple[Path, ...]:
    """The folders that a kit is made of, its own first and its base last; `shelf` is the folder of all named kits.

    Where a layer cannot be had there is a fault, and those above it are all there is.
    """
    found, known = [folder], {folder.resolve()}
    while (node := extends(found[-1])) is not None:
        if shadows(found[-1], shelf, node.span, faults):
            break
        base = _base(found[-1], node, shelf, faults)
        if base is None:
            break
        if base.resolve() in known or len(found) >= MAX_LAYERS:
            told = " -> ".join(layer.name for layer in (*found, base))
            faults.error(node.span, "circular-extends", f"this never comes to a kit that stands alone: {told}")
            break
        found.append(base)
        known.add(base.resolve())
    return tuple(found)


def shadows(folder: Path, shelf: Path, span: Span, faults: Faults) -> bool:
    """A kit of one's own is told from those of the shelf by its name, so it may not have one of theirs."""
    named = shelf / folder.name
    if not _is_kit(named) or named.resolve() == folder.resolve():
        return False
    message = f"this kit has the name of {folder.name!r}, which is on the shelf"
    faults.error(span, "shadowed-kit", message, f"give its folder another name, such as 'my-{folder.name}'")
    return True


def _base(folder: Path, node: Node, shelf: Path, faults: Faults) -> Path | None:
    """The folder of the kit that is named: on the shelf, or inside or next to the overlay's own."""
    text = node.value
    if not isinstance(text, str) or not text:
        faults.error(node.span, "wrong-type", "expected the name of a kit, or the way to one", "write 'extends: rhino'")
        return None
    if _PLAIN.fullmatch(text) and _is_kit(shelf / text):
        return shelf / text
    home = folder.resolve()
    if not _stays_near(text) or not _lies_near(home, text):
        hint = "name a kit of the shelf, a folder inside this one, or one next to it: ../other"
        slashes = "data files have slashes, not backslashes, on all systems" if "\\" in text else ""
        faults.error(node.span, "outside-path", f"'{text}' leads out of the kit and what is next to it", slashes, hint)
        return None
    if _is_kit(home / text):
        return (home / text).resolve()
    inside, beside = (f"./{name}" for name in _kits(home)), (f"../{name}" for name in _kits(home.parent))
    near = did_you_mean(text, [*_kits(shelf), *inside, *beside]) or f"kits: {', '.join(_kits(shelf))}"
    faults.error(node.span, "unknown-kit", f"there is no kit {text!r} to extend", near)
    return None


def awaited(folder: Path, shelf: Path) -> list[Path]:
    """Where the base that a kit names lies, or would lie if it were there."""
    node = extends(folder)
    text = node.value if node and isinstance(node.value, str) else ""
    found = [shelf / text] if _PLAIN.fullmatch(text) else []
    home = folder.resolve()
    return [*found, home / text] if _stays_near(text) and _lies_near(home, text) else found


def _stays_near(text: str) -> bool:
    first, *others = text.removesuffix("/").split("/")
    plain = all(_PLAIN.fullmatch(part) for part in others) and len(text) < 200
    return plain and (bool(_PLAIN.fullmatch(first)) or (first in (".", "..") and bool(others)))


def _lies_near(home: Path, text: str) -> bool:
    """Whether a folder is near still when all links are followed."""
    try:
        return (home / text).resolve().is_relative_to(home.parent)
    except (OSError, RuntimeError, ValueError):
        return False


def _is_kit(folder: Path) -> bool:
    try:
        return (folder / KIT_FILE).is_file()
    except (OSError, ValueError):
        return False


def _kits(folder: Path) -> list[str]:
    """The kits in a folder by name."""
    try:
        return sorted(path.name for path in folder.iterdir() if _is_kit(path))
    except OSError:
        return []


# Files -------------------------------------------------------------------------------------------------------


Common = Mapping[tuple[str, str], Node]
"""What all kits have already of a key of a file, by both."""


def trees(folders: Sequence[Path], files: Iterable[str], faults: Faults, common: Common) -> dict[str, Node]:
    """Each file of a kit as one tree: the base's own, with those of the layers above it laid over, one by one."""
    found = {file: _tree(folders, file, faults, common) for file in files}
    return {file: node for file, node in found.items() if node is not None}


def _tree(folders: Sequence[Path], file: str, faults: Faults, common: Common) -> Node | None:
    base, *above = [folder for folder in reversed(folders) if is_said(folder, file)] or [folders[-1]]
    node = _over_common(_said(base, file, faults, whole=True), file, faults, common)
    for folder in above:
        patch = _said(folder, file, faults, whole=False)
        if patch is None or node is None:
            return None
        node = laid(node, _unnamed(patch) if file == KIT_FILE else patch, faults, file)
    return node


def is_said(folder: Path, file: str) -> bool:
    """Whether a folder says anything in a file of a kit; what it says of cards may be in tables."""
    return (folder / file).is_file() or (file == CARDS_FILE and tables_of(folder) is not None)


def tables_of(folder: Path) -> Node | None:
    """What a kit's own `kit.yaml` says of tables with cards; None if nothing."""
    path = folder / KIT_FILE
    node = read(path, Faults()) if path.is_file() else None  # what is wrong with it is told when it is read as itself
    said = node.value.get(TABLES_KEY) if node and isinstance(node.value, dict) else None
    return said if said is not None and said.value is not None else None


def _said(folder: Path, file: str, faults: Faults, *, whole: bool) -> Node | None:
    """What a folder itself says in a file; None with faults. How its cards are written is no part of `kit.yaml` any
    more: those that lie over it know nothing of that."""
    named = tables_of(folder) if file == CARDS_FILE else None
    node = read(folder / file, faults) if named is None or (folder / file).is_file() else None
    if file == KIT_FILE and node is not None and isinstance(node.value, dict) and TABLES_KEY in node.value:
        return Node({key: value for key, value in node.value.items() if key != TABLES_KEY}, node.span)
    if named is None:
        return node
    cards = tables.of_kit(folder, named, faults, whole=whole)
    return tables.beside(cards, node, faults) if cards is not None and node is not None else cards


def _over_common(node: Node | None, file: str, faults: Faults, common: Common) -> Node | None:
    """A base's file with what all kits have under what it says."""
    for (name, key), there in common.items():
        if node is not None and name == file and isinstance(node.value, dict):
            own = node.value.get(key)
            how = _Laying(faults, _WHOLE.get(file, ()))
            laid_over = _over(there, own, (key,), how) if own else there
            node = Node({**node.value, key: laid_over}, node.span, node.key_span)
    return node


def _unnamed(patch: Node) -> Node:
    """An overlay's `kit.yaml` without the name of its base: a custom edition, unless it says otherwise."""
    if not isinstance(patch.value, dict):
        return patch
    found = dict(patch.value)
    told = found.pop("extends", patch)
    found.setdefault("edition", Node("custom", told.span, told.key_span, "custom"))
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


def laid(base: Node, patch: Node, faults: Faults, file: str = "") -> Node:
    """A patch laid over a tree: what it says wins, and what it does not say stays as it is and where it was."""
    return _over(base, patch, (), _Laying(faults, _WHOLE.get(file, ())))


class _Laying(NamedTuple):
    faults: Faults
    whole: tuple[_Whole, ...]


def _over(base: Node, patch: Node, path: tuple[str, ...], how: _Laying) -> Node:
    if isinstance(base.value, dict) and isinstance(patch.value, dict):
        return Node(_merged(base, patch, path, how), patch.span, patch.key_span) if patch.value else base
    if base.value is not None and isinstance(base.value, dict) is not isinstance(patch.value, dict):
        what = repr(path[-1]) if path else "the file"
        message = f"{what} is {_form(patch)} here, and {_form(base)} in {base.span.short}"
        how.faults.error(patch.span, "layers-disagree", message, "write it in the same form as there")
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
            how.faults.error(node.key_span, "nothing-to-remove", message, _near(key, base))
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
            how.faults.error(node.key_span, "nothing-to-change", f"there is {what} to change", _near(key, base), added)
            return True
    return False


def _lost(whole: _Whole, key: str, node: Node, path: tuple[str, ...]) -> str | None:
    """Of what is told of in part: the key itself, or the first of those in it."""
    if _fits(whole.path, path):
        return key if _lacks(node, whole) else None
    if _fits(whole.path, (*path, key)) and isinstance(node.value, dict):
        return next((inner for inner, found in node.value.items() if _lacks(found, whole)), None)
    return None


def _fits(wanted: tuple[str | None, ...], path: tuple[str, ...]) -> bool:
    return len(wanted) == len(path) and all(name in (None, key) for name, key in zip(wanted, path, strict=True))


def _near(key: str, base: Node) -> str:
    """What may have been meant by a key that is not there."""
    return did_you_mean(key, base.value) or f"there are {', '.join(base.value)}"


def _lacks(node: Node, whole: _Whole) -> bool:
    return isinstance(node.value, dict) and whole.key not in node.value


def _form(node: Node) -> str:
    return "a mapping" if isinstance(node.value, dict) else "a list" if isinstance(node.value, list) else "one value"
