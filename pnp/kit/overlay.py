"""Merge the files of a kit with those of the kits it extends.

A kit with `extends: rhino` in its `kit.yaml` is an overlay: its files contain only what differs from the base, and may
be missing. Mappings are merged key by key, scalars and lists replace the base's, and null removes a key; `~` sets a
value to null. A face that extends a face of its own name extends the base's. Nodes keep the places where they were
written, so diagnostics point at the right layer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.diagnostics.files import is_there
from pnp.kit import paths, tables
from pnp.kit.languages import FIRST
from pnp.kit.paths import KIT_FILE
from pnp.sources import Node
from pnp.sources.node import dotted
from pnp.sources.yaml import CARDS_FILE, keys_of, read

RULES_FILE = "rules.yaml"
FACES_FILE = "faces.yaml"
FACES, EXTENDS = "faces", "extends"
BASE_MARK = " (base)"
"""The end of the name under which a base's face is kept for the face of the same name that extends it. It is no valid
name of a face, so no kit has it."""
TABLES_KEY = "cards"
"""The key of `kit.yaml` that names tables with cards."""
NOTHING = "~"
"""The null that an overlay writes as a value, instead of removing a key."""

Common = Mapping[tuple[str, str], Node]
"""Shared values, by file and key."""


def trees(folders: Sequence[Path], files: Iterable[str], diagnostics: Diagnostics, common: Common) -> dict[str, Node]:
    """Each file of a kit as one tree: the base's, with the layers above it merged over it one by one."""
    by_file = {file: _tree(folders, file, diagnostics, common) for file in files}
    return {file: node for file, node in by_file.items() if node is not None}


def _tree(folders: Sequence[Path], file: str, diagnostics: Diagnostics, common: Common) -> Node | None:
    base, *above = [folder for folder in reversed(folders) if has_file(folder, file)] or [folders[-1]]
    node = _over_common(_own(base, file, diagnostics, folders, whole=True), file, diagnostics, common)
    for folder in above:
        patch = _own(folder, file, diagnostics, folders, whole=False)
        if patch is None or node is None:
            return None
        if file == KIT_FILE:
            patch = _without_extends(patch)
        elif file == FACES_FILE:
            node, patch = _beside_base_faces(node, patch)
        if file == CARDS_FILE:
            node = _without_removed(node, patch)
        node = merged(node, patch, diagnostics, file)
    return node


def _without_removed(cards: Node, patch: Node) -> Node:
    """The cards of a base, whose traits do not list the cards that a patch removes from their deck: a shorter list of
    what a card counters needs no lines of its own."""
    decks = keys_of(cards)
    found = dict(decks)
    for deck, changes in keys_of(patch).items():
        ids = keys_of(decks.get(deck))
        removed = {id_ for id_, card in keys_of(changes).items() if card.value is None and card.text != NOTHING}
        if removed & ids.keys():
            found[deck] = decks[deck].replaced({id_: _unlisted(card, removed) for id_, card in ids.items()})
    return cards.replaced(found) if found != decks else cards


def _unlisted(card: Node, ids: Collection[str]) -> Node:
    """A card whose traits list none of some ids."""
    traits = keys_of(card).get("traits")
    if traits is None or not isinstance(traits.value, dict):
        return card
    return card.replaced({**card.value, "traits": traits.replaced(dict(_listing(traits, ids)))})


def _listing(traits: Node, ids: Collection[str]) -> Iterator[tuple[str, Node]]:
    for key, node in traits.value.items():
        if isinstance(node.value, list):
            rest = [item for item in node.value if item.value not in ids]
            yield key, node if len(rest) == len(node.value) else node.replaced(rest)
        elif isinstance(node.value, dict):
            yield key, node.replaced(dict(_listing(node, ids)))
        else:
            yield key, node


def _beside_base_faces(base: Node, patch: Node) -> tuple[Node, Node]:
    """Both trees of `faces.yaml`, with the patch's faces that extend the base's of the same name moved to the base.

    Each is in the place of the base's face, which has another name. The order matters: labels belong to a face.
    """
    faces, changes = _faces(base), _faces(patch)
    same = [name for name, face in changes.items() if name in faces and _extended(face) == name]
    if not same:
        return base, patch
    kept = dict(faces)
    for name in same:
        mark = _free(name, BASE_MARK, faces)
        kept |= {name: _renamed(changes[name], {name: mark}), mark: faces[name]}
    rest = {name: face for name, face in changes.items() if name not in same}
    return _with(base, FACES, kept), _with(patch, FACES, rest)


def with_plain_names(tree: Node) -> Node:
    """The tree of `faces.yaml` with valid names for the faces that are kept for others: `move-base`."""
    faces = _faces(tree)
    plain: dict[str, str] = {}
    for name in faces:
        if name.endswith(BASE_MARK):
            plain[name] = _free(name.replace(BASE_MARK, ""), "-base", {*faces, *plain.values()})
    if not plain:
        return tree
    return _with(tree, FACES, {plain.get(name, name): _renamed(face, plain) for name, face in faces.items()})


def unmarked(face: Node) -> Node:
    """A face as the kit has it: it extends a face of its own name."""
    base = _extended(face)
    return _renamed(face, {base: base.replace(BASE_MARK, "")}) if isinstance(base, str) else face


def _renamed(face: Node, names: Mapping[str, str]) -> Node:
    """A face that extends its base under a new name."""
    base = _extended(face)
    return _with(face, EXTENDS, names[base]) if isinstance(base, str) and base in names else face


def _faces(tree: Node) -> dict[str, Node]:
    return keys_of(keys_of(tree).get(FACES))


def _extended(face: Node) -> object:
    """The name of the face that a face extends; None if it extends none."""
    return face.value[EXTENDS].value if isinstance(face.value, dict) and EXTENDS in face.value else None


def _free(name: str, end: str, names: Collection[str]) -> str:
    """A name that is in no list of names: the old one with an end, or with several."""
    while name in names:
        name += end
    return name


def _with(tree: Node, key: str, value: object) -> Node:
    """A mapping with another value at a key, in the same place."""
    before = tree.value[key]
    return Node({**tree.value, key: Node(value, before.span, before.key_span)}, tree.span, tree.key_span)


def has_file(folder: Path, file: str) -> bool:
    """Whether a folder has a file of a kit. Tables count as `cards.yaml`."""
    return is_there(folder / file) or (file == CARDS_FILE and tables_of(folder) is not None)


def unnamed_table(folder: Path) -> str:
    """The first table in a folder whose `kit.yaml` names none; empty if there is none."""
    files = sorted(folder.iterdir()) if tables_of(folder) is None else []
    return next((path.name for path in files if path.suffix in tables.FORMS), "")


def tables_of(folder: Path) -> Node | None:
    """The value of `cards` in a folder's own `kit.yaml`, which names tables; None if there is none."""
    path = folder / KIT_FILE
    # Its errors are reported when the file is read itself.
    node = read(path, Diagnostics()) if is_there(path) else None
    named = keys_of(node).get(TABLES_KEY)
    return named if named is not None and named.value is not None else None


def _own(folder: Path, file: str, diagnostics: Diagnostics, within: Sequence[Path], *, whole: bool) -> Node | None:
    """A folder's own part of a file; None if there are errors. Links may lead to the folders `within`.

    Tables become cards, and the key that names them is removed from `kit.yaml`, so that overlays are not affected by
    it.
    """
    named = tables_of(folder) if file == CARDS_FILE else None
    node = read(folder / file, diagnostics, within) if named is None or is_there(folder / file) else None
    if file == KIT_FILE and node is not None and isinstance(node.value, dict) and TABLES_KEY in node.value:
        return Node({key: value for key, value in node.value.items() if key != TABLES_KEY}, node.span)
    if named is None:
        return node
    cards = tables.of_kit(folder, named, diagnostics, whole=whole, language=_language(folder))
    return tables.beside(cards, node, diagnostics) if cards is not None and node is not None else cards


def _language(folder: Path) -> str:
    """The language of a kit, by its own `kit.yaml` or those that it extends."""
    files = (read(layer / KIT_FILE, Diagnostics()) for layer in paths.layers(folder, Diagnostics()))
    named = (str(keys_of(file)["language"].value) for file in files if "language" in keys_of(file))
    return next(named, FIRST)


def ids(folders: Sequence[Path]) -> dict[str, frozenset[str]]:
    """The ids of the components, decks and cards that any of some layers has, removed or not, and the paths of its
    rules and of its cards' traits."""
    found: dict[str, set[str]] = {part: set() for part in ("components", "decks", "cards", "rules", "traits")}
    for folder in folders:
        kit, cards = (_own_keys(folder, file, folders) for file in (KIT_FILE, CARDS_FILE))
        found["components"].update(keys_of(kit.get("components")))
        found["decks"].update(cards)
        found["cards"].update(id_ for deck in cards.values() for id_ in keys_of(deck))
        for card in (card for deck in cards.values() for card in keys_of(deck).values()):
            found["traits"].update(dotted(keys_of(card).get("traits")))
        found["rules"].update(dotted(_own_keys(folder, RULES_FILE, folders)))
    return {part: frozenset(names) for part, names in found.items()}


def _own_keys(folder: Path, file: str, within: Sequence[Path]) -> Mapping[str, Node]:
    return keys_of(_own(folder, file, Diagnostics(), within, whole=False) if has_file(folder, file) else None)


def _over_common(node: Node | None, file: str, diagnostics: Diagnostics, common: Common) -> Node | None:
    """A base's file merged over the shared values."""
    for (name, key), shared in common.items():
        if node is not None and name == file and isinstance(node.value, dict):
            own = node.value.get(key)
            merge = _Merge(diagnostics, _WHOLE.get(file, ()))
            value = _over(shared, own, (key,), merge) if own else shared
            node = Node({**node.value, key: value}, node.span, node.key_span)
    return node


def _without_extends(patch: Node) -> Node:
    """An overlay's `kit.yaml` without `extends`, and a custom edition by default."""
    if not isinstance(patch.value, dict):
        return patch
    keys = dict(patch.value)
    extends = keys.pop("extends", patch)
    keys.setdefault("edition", Node("custom", extends.span, extends.key_span, "custom"))
    return Node(keys, patch.span, patch.key_span)


class _Whole(NamedTuple):
    """A kind of thing with a required key: an overlay may write a part of an existing one, but a new one needs the
    key."""

    path: tuple[str | None, ...]
    """The path of the mapping that contains these things; None for any key."""
    key: str
    what: str
    instead: str = ""
    """A key that stands in for the required one."""


_WHOLE = {
    KIT_FILE: (_Whole(("components",), "kind", "component"),),
    "cards.yaml": (_Whole((None,), "name", "card"),),
    "faces.yaml": (
        _Whole(("faces",), "elements", "face", "extends"),
        _Whole(("styles",), "font", "text style", "extends"),
    ),
    "rulings.yaml": (_Whole((), "question", "ruling"),),
    "examples.yaml": (_Whole((), "form", "example"),),
}


def merged(base: Node, patch: Node, diagnostics: Diagnostics, file: str = "") -> Node:
    """Merge a patch over a tree. Values that are not in the patch keep their places."""
    return _over(base, patch, (), _Merge(diagnostics, _WHOLE.get(file, ())))


class _Merge(NamedTuple):
    """The settings of a merge."""

    diagnostics: Diagnostics
    whole: tuple[_Whole, ...]


def _over(base: Node, patch: Node, path: tuple[str, ...], merge: _Merge) -> Node:
    if isinstance(base.value, dict) and isinstance(patch.value, dict):
        return Node(_merged(base, patch, path, merge), patch.span, patch.key_span) if patch.value else base
    if base.value is not None and isinstance(base.value, dict) is not isinstance(patch.value, dict):
        what = repr(path[-1]) if path else "the file"
        message = f"{what} is {_form(patch)} here, but {_form(base)} in {base.span.short}"
        merge.diagnostics.error(patch.span, "layers-disagree", message, "write it in the base's form")
        return base
    return patch


def _merged(base: Node, patch: Node, path: tuple[str, ...], merge: _Merge) -> dict[str, Node]:
    merged: dict[str, Node] = dict(base.value)
    for key, node in patch.value.items():
        if node.text == NOTHING:
            merged[key] = node
        elif key in merged and node.value is not None:
            merged[key] = _over(merged[key], node, (*path, key), merge)
        elif key in merged:
            if merged[key].value is not None:
                del merged[key]
        elif node.value is None:
            message = f"there is no {key!r} to remove"
            merge.diagnostics.error(node.key_span, "nothing-to-remove", message, _near(key, base))
        elif not _is_part(key, node, base, path, merge):
            merged[key] = node
    return merged


def _is_part(key: str, node: Node, base: Node, path: tuple[str, ...], merge: _Merge) -> bool:
    """Whether a new key is only a part of something that the base does not have, which is an error."""
    for whole in merge.whole:
        incomplete = _incomplete(whole, key, node, path)
        if incomplete is not None:
            what = f"no {whole.what} {key!r}" if incomplete == key else f"no {key!r} with a {whole.what} {incomplete!r}"
            needed = " or ".join(repr(key) for key in (whole.key, whole.instead) if key)
            added = f"a new {whole.what} needs the key {needed}"
            merge.diagnostics.error(
                node.key_span, "nothing-to-change", f"there is {what} to change", _near(key, base), added
            )
            return True
    return False


def _incomplete(whole: _Whole, key: str, node: Node, path: tuple[str, ...]) -> str | None:
    """The first thing in a new value that lacks its required key: the value's own key, or a key inside it."""
    if _fits(whole.path, path):
        return key if _missing(node, whole) else None
    if _fits(whole.path, (*path, key)) and isinstance(node.value, dict):
        return next((inner for inner, child in node.value.items() if _missing(child, whole)), None)
    return None


def _fits(wanted: tuple[str | None, ...], path: tuple[str, ...]) -> bool:
    return len(wanted) == len(path) and all(name in (None, key) for name, key in zip(wanted, path, strict=True))


def _near(key: str, base: Node) -> str:
    """A hint for an unknown key: the nearest known key, or all of them."""
    return did_you_mean(key, base.value) or f"there are {', '.join(base.value)}"


def _missing(node: Node, whole: _Whole) -> bool:
    return isinstance(node.value, dict) and not {whole.key, whole.instead} & node.value.keys()


def _form(node: Node) -> str:
    return "a mapping" if isinstance(node.value, dict) else "a list" if isinstance(node.value, list) else "one value"
