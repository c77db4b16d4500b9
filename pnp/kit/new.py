"""A kit and a new name -> the files of an overlay of it, or of a whole copy.

What an overlay begins with lies in `starters`: examples of every usual change, as remarks, for each engine that has a
folder there, and for any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

from pnp.diagnostics import Diagnostics, Span, filenames
from pnp.graphics.images import SUFFIXES
from pnp.kit import load, paths, show, tables
from pnp.kit.model import Kit
from pnp.kit.overlay import tables_of
from pnp.kit.paths import KIT_FILE
from pnp.kit.yaml import Node, parse, read_bytes, read_text

STARTERS = Path(__file__).parent / "starters"
README = "README.md"
RESERVED = {"all", paths.COMMON}
LONGEST = 40
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_BARE = re.compile(r"[\w./-]+")
_COPIED = {".yaml", ".csv", ".xlsx", ".md", ".ttf", ".otf", ".py", *SUFFIXES}


class StartError(ValueError):
    """No kit can have this name, or extend that one from there; the message says why."""


def check_name(name: str) -> None:
    """Refuse what is no plain name, or that of a kit on the shelf. Raises StartError."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        said = f"{name!r} is no plain name: take small letters, digits and hyphens, up to {LONGEST}"
        raise StartError(f"{said}, as in 'my-rhino'")
    if name in paths.game_names() or name in RESERVED:
        raise StartError(f"{name!r} is a name that pnp has already; take another, as in 'my-{name}'")
    if filenames.problem(name):
        raise StartError(f"{name!r} is a name that Windows keeps for itself; take another, as in 'my-{name}'")


def overlay(kit: Kit, base: Path, folder: Path) -> dict[str, bytes]:
    """The files of a small overlay of a kit, which lies in `base`. Raises StartError."""
    own = STARTERS / (kit.engine or "any")
    starter = own if own.is_dir() else STARTERS / "any"
    words = {**_examples(kit), "name": folder.name, "path": folder.name, "base": _way(base, folder)}
    files = sorted(path for path in starter.iterdir() if path.suffix == ".yaml")
    made = {path.name: Template(path.read_text("utf-8")).safe_substitute(words) for path in files}
    made[README] = _readme(words)
    return {name: text.encode() for name, text in made.items()}


def _readme(words: Mapping[str, str]) -> str:
    return Template((STARTERS / README).read_text("utf-8")).safe_substitute(words)


def _way(base: Path, folder: Path) -> str:
    """How an overlay names its base, as YAML: by its name on the shelf, or by the way to the folder next to it."""
    home, base = folder.resolve(), base.resolve()
    installed = paths.installed_kit(base.name)
    if installed and base == installed.resolve():
        return base.name
    if base.parent == home.parent:
        way = f"../{base.name}"
        return way if _BARE.fullmatch(way) else show.quoted(way)
    raise StartError(f"a kit extends one that lies next to it: make it in {base.parent}, or take --full for a copy")


def _examples(kit: Kit) -> dict[str, str]:
    """Names out of a kit for examples to speak of."""
    cards = [(deck, id_, card) for deck, found in kit.cards.items() for id_, card in found.items()]
    deck, id_, card = next((entry for entry in cards if entry[2].art), cards[0])
    others = [other.art for _, _, other in cards if other.art and other.art != card.art]
    guides = [name for name, spec in kit.components.items() if spec.kind == "guide"]
    component = [*guides, *list(kit.components)[-1:]][0]
    colours = [name for name in kit.palette if name == "accent"] or list(kit.palette) or ["ink"]
    art = others[0] if others else "mine.png"
    return {"deck": deck, "card": id_, "art": art, "component": component, "colour": colours[0]}


# Whole copies ------------------------------------------------------------------------------------------------


def copy(kit: Kit, base: Path, folder: Path, diagnostics: Diagnostics) -> dict[str, bytes]:
    """The files of a kit that says everything itself: all of the base's, and of what that is laid over."""
    made: dict[str, bytes] = {}
    layers = paths.layers(base, diagnostics)
    for layer in reversed(layers):
        for place in (paths.root() / "art" / layer.name, layer):
            found = dict(_files(place))
            taken = set(map(_picture, found))
            made = {name: data for name, data in made.items() if _picture(name) not in taken}
            read = (
                (name, read_bytes(path, Span(str(path)), diagnostics, paths.MAX_HASHED)) for name, path in found.items()
            )
            made |= {name: data for name, data in read if data is not None}
    for file, node in load.merged(base, diagnostics).items() if len(layers) > 1 else ():
        made[file] = show.plain(node).encode()
    for said in map(tables_of, layers) if len(layers) > 1 else ():  # what is in tables stands in cards.yaml now
        for name in tables.files(said) if said else ():
            made.pop(name, None)
    made[KIT_FILE] = _renamed(base, folder.name, len(layers) == 1, diagnostics).encode()
    made[README] = _readme({"name": folder.name, "path": folder.name, "base": kit.slug}).encode()
    return made


def _picture(name: str) -> str:
    """What a file goes by: pictures go without their suffixes, so that the uppermost is taken of those of one name."""
    stem, dot, suffix = name.rpartition(".")
    return stem if f"{dot}{suffix}".lower() in SUFFIXES else name


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """What a kit is made of in a folder: no links, nothing hidden, and no kits that lie inside it."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_symlink() or path.name.startswith(".") or path.name == README:
            continue
        if path.is_dir() and not (path / KIT_FILE).is_file() and path.name != "output":
            yield from ((f"{path.name}/{name}", inner) for name, inner in _files(path))
        elif path.suffix.lower() in _COPIED and path.is_file():
            yield path.name, path


def _renamed(base: Path, name: str, verbatim: bool, diagnostics: Diagnostics) -> str:
    """The base's `kit.yaml` with another title, and as a custom edition; with its remarks, where they can be kept."""
    text = read_text(base / KIT_FILE, diagnostics) if verbatim else None
    alone = parse(text, KIT_FILE, Diagnostics()) if text is not None else None
    node = alone or load.merged(base, diagnostics)[KIT_FILE]
    if text is not None:
        wanted: dict[str, Any] = {**node.plain(), "title": name, "edition": "custom"}
        text = re.sub(r"^edition:.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^title:.*$", f"title: {name}\nedition: custom", text, count=1, flags=re.MULTILINE)
        again = parse(text, KIT_FILE, Diagnostics())
        if again and again.plain() == wanted:
            return text
    here = Span(KIT_FILE)
    said = {"title": Node(name, here), "edition": Node("custom", here)}
    return show.plain(Node({**node.value, **said}, here))
