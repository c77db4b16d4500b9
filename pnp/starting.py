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

from pnp import shelf, showing
from pnp.model import Kit
from pnp.overlay import KIT_FILE
from pnp.source import Faults, Node, Span, parse, read_text

STARTERS = Path(__file__).parent / "starters"
README = "README.md"
RESERVED = {"all", shelf.COMMON}
LONGEST = 40
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_PICTURES = {".svg", ".png", ".jpg", ".jpeg"}
_COPIED = {".yaml", ".md", ".ttf", ".otf", *_PICTURES}


class StartError(ValueError):
    """No kit can have this name, or extend that one from there; the message says why."""


def check_name(name: str) -> None:
    """Refuse what is no plain name, or that of a kit on the shelf. Raises StartError."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        said = f"{name!r} is no plain name: take small letters, digits and hyphens, up to {LONGEST}"
        raise StartError(f"{said}, as in 'my-rhino'")
    if name in shelf.game_names() or name in RESERVED:
        raise StartError(f"{name!r} is a name that pnp has already; take another, as in 'my-{name}'")


def overlay(kit: Kit, base: Path, folder: Path) -> dict[str, bytes]:
    """The files of a small overlay of a kit, which lies in `base`. Raises StartError."""
    starter = STARTERS / kit.engine if (STARTERS / kit.engine).is_dir() else STARTERS / "any"
    words = {**_examples(kit), "name": folder.name, "path": folder.name, "base": _way(base, folder)}
    files = sorted(path for path in starter.iterdir() if path.suffix == ".yaml")
    made = {path.name: Template(path.read_text("utf-8")).safe_substitute(words) for path in files}
    made[README] = _readme(words)
    return {name: text.encode() for name, text in made.items()}


def _readme(words: Mapping[str, str]) -> str:
    return Template((STARTERS / README).read_text("utf-8")).safe_substitute(words)


def _way(base: Path, folder: Path) -> str:
    """How an overlay names its base: as it is called on the shelf, or by the way to the folder next to it."""
    home, base = folder.resolve(), base.resolve()
    if base == (shelf.root() / "card_data" / base.name).resolve():
        return base.name
    if base.parent == home.parent:
        return f"../{base.name}"
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


def copy(kit: Kit, base: Path, folder: Path, faults: Faults) -> dict[str, bytes]:
    """The files of a kit that says everything itself: all of the base's, and of what that is laid over."""
    made: dict[str, bytes] = {}
    layers = shelf.layers(base, faults)
    for layer in reversed(layers):
        for place in (shelf.root() / "art" / layer.name, layer):
            made |= {name: path.read_bytes() for name, path in _files(place)}
    for file, node in shelf.merged(base, faults).items() if len(layers) > 1 else ():
        made[file] = showing.plain(node).encode()
    made[KIT_FILE] = _renamed(base, folder.name, len(layers) == 1, faults).encode()
    made[README] = _readme({"name": folder.name, "path": folder.name, "base": kit.slug}).encode()
    return made


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """What a kit is made of in a folder: no links, nothing hidden, and no kits that lie inside it."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_symlink() or path.name.startswith(".") or path.name == README:
            continue
        if path.is_dir() and not (path / KIT_FILE).is_file() and path.name != "output":
            yield from ((f"{path.name}/{name}", inner) for name, inner in _files(path))
        elif path.suffix.lower() in _COPIED and path.is_file():
            yield path.name, path


def _renamed(base: Path, name: str, verbatim: bool, faults: Faults) -> str:
    """The base's `kit.yaml` with another title, and as a custom edition; with its remarks, where they can be kept."""
    node = shelf.merged(base, faults)[KIT_FILE]
    wanted: dict[str, Any] = {**node.plain(), "title": name, "edition": "custom"}
    text = read_text(base / KIT_FILE, faults) if verbatim else None
    if text is not None:
        text = re.sub(r"^edition:.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^title:.*$", f"title: {name}\nedition: custom", text, count=1, flags=re.MULTILINE)
        again = parse(text, KIT_FILE, Faults())
        if again and again.plain() == wanted:
            return text
    here = Span(KIT_FILE)
    said = {"title": Node(name, here), "edition": Node("custom", here)}
    return showing.plain(Node({**node.value, **said}, here))
