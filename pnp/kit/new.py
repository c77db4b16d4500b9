"""Make the files of a new kit: an overlay of another kit, or a full copy.

The folder `starters` contains the first files of overlays, with examples of common changes as comments: one folder for
each of some engines, and `any` for all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.files import NAME, problem
from pnp.graphics.images import SUFFIXES
from pnp.kit import load, paths, show, tables, work_file
from pnp.kit.languages import primary
from pnp.kit.model import Kit
from pnp.kit.overlay import tables_of
from pnp.kit.paths import KIT_FILE
from pnp.kit.tables.columns import slug
from pnp.sources import Node
from pnp.sources.yaml import parse, read_bytes, read_text

STARTERS = Path(__file__).parent / "starters"
README = "README.md"
TRANSLATION = "translation.yaml"
RESERVED = {"all", paths.COMMON}
LONGEST = 40
_BARE = re.compile(r"[\w./-]+")
_MADE = {"output", "schemas"}
"""Folders with files that pnp writes."""
_COPIED = {".yaml", ".csv", ".tsv", ".xlsx", ".ods", ".json", ".md", ".ttf", ".otf", ".py", ".rules", *SUFFIXES}


def check_name(name: str) -> None:
    """Raise ValueError for a name that is invalid, reserved or in use by an installed kit."""
    if not re.fullmatch(NAME, name) or len(name) > LONGEST:
        message = f"{name!r} is not a valid name: use at most {LONGEST} lower-case letters, digits and hyphens"
        near = slug(name).replace("_", "-")[:LONGEST].strip("-")
        raise ValueError(f"{message}, such as {near if re.fullmatch(NAME, near) else 'my-game'!r}")
    if name in paths.game_names() or name in RESERVED:
        raise ValueError(f"pnp already uses the name {name!r}: choose another, such as 'my-{name}'")
    if problem(name):
        raise ValueError(f"Windows reserves the name {name!r}: choose another, such as 'my-{name}'")


def check_place(folder: Path, base: Path | None) -> None:
    """Raise ValueError if a kit, which is an overlay of `base` if that is given, cannot be made in a folder."""
    if folder.exists() or folder.is_symlink():
        raise ValueError(f"{folder} already exists")
    if base:
        _extends(base, folder)


def overlay(kit: Kit, base: Path, folder: Path) -> dict[str, bytes]:
    """The files of a small overlay of `kit`, whose folder is `base`. Raises ValueError."""
    own = STARTERS / (kit.engine or "any")
    starter = own if own.is_dir() else STARTERS / "any"
    words = {**_examples(kit), "name": folder.name, "path": folder.name, "base": _extends(base, folder)}
    sources = sorted(path for path in starter.iterdir() if path.suffix == ".yaml")
    files = {path.name: Template(path.read_text("utf-8")).safe_substitute(words) for path in sources}
    files[README] = _readme(words)
    return {name: text.encode() for name, text in files.items()}


def translation(base: Path, folder: Path, language: str, texts: bytes) -> dict[str, bytes]:
    """The files of a kit that is `base` in another language; `texts` is its work file. Raises ValueError."""
    work = work_file.file_name(language)
    words = {"name": folder.name, "path": folder.name, "base": _extends(base, folder), "language": language}
    kit = Template((STARTERS / TRANSLATION).read_text("utf-8")).safe_substitute(words, work=work)
    return {KIT_FILE: kit.encode(), work: texts, README: _readme(words).encode()}


def _readme(words: Mapping[str, str]) -> str:
    return Template((STARTERS / README).read_text("utf-8")).safe_substitute(words)


def _extends(base: Path, folder: Path) -> str:
    """The value of `extends`, as YAML: the name of an installed kit, or the path of a folder beside the new one."""
    home, base = folder.resolve(), base.resolve()
    installed = paths.installed_kit(base.name)
    if installed and base == installed.resolve():
        return base.name
    if base.parent == home.parent:
        path = f"../{base.name}"
        return path if _BARE.fullmatch(path) else show.quoted(path)
    raise ValueError(f"the new kit must be beside its base: make it in {base.parent}, or make a copy with --full")


def _examples(kit: Kit) -> dict[str, str]:
    """Names from a kit for the examples in its overlay."""
    cards = [(deck, id_, card) for deck, entries in kit.cards.items() for id_, card in entries.items()]
    deck, id_, card = next((entry for entry in cards if entry[2].art), cards[0])
    others = [other.art for _, _, other in cards if other.art and other.art != card.art]
    guides = [name for name, spec in kit.components.items() if spec.kind == "guide"]
    component = [*guides, *list(kit.components)[-1:]][0]
    colours = [name for name in kit.palette if name == "accent"] or list(kit.palette) or ["ink"]
    art = others[0] if others else "mine.png"
    return {"deck": deck, "card": id_, "art": art, "component": component, "colour": colours[0]}


# Full copies -------------------------------------------------------------------------------------------------


def copy(kit: Kit, base: Path, folder: Path, diagnostics: Diagnostics) -> dict[str, bytes]:
    """The files of a full copy of `kit`, with all of its layers merged."""
    files: dict[str, bytes] = {}
    layers = paths.layers(base, diagnostics)
    for layer in reversed(layers):
        for place in (paths.root() / "art" / layer.name, layer):
            own = dict(_files(place))
            replaced = set(map(_picture, own))
            files = {name: data for name, data in files.items() if _picture(name) not in replaced}
            raw = {name: read_bytes(path, Span(str(path)), diagnostics, paths.MAX_HASHED) for name, path in own.items()}
            files |= {name: data for name, data in raw.items() if data is not None}
    for file, node in load.merged(base, diagnostics).items() if len(layers) > 1 else ():
        files[file] = show.plain(node).encode()
    for named in map(tables_of, layers) if len(layers) > 1 else ():  # the merged cards.yaml replaces tables
        for name in tables.files(named) if named else ():
            files.pop(name, None)
    rules = _rules(kit, layers, diagnostics)
    files |= {paths.RULE_FILE: rules.encode()} if rules else {}
    files[KIT_FILE] = _renamed(base, folder.name, len(layers) == 1, diagnostics).encode()
    files[README] = _readme({"name": folder.name, "path": folder.name, "base": kit.slug}).encode()
    return files


def _rules(kit: Kit, layers: Sequence[Path], diagnostics: Diagnostics) -> str:
    """The rules of a game and the sentences of its editions as one file; empty if at most one layer has rules."""
    found = [(layer / paths.RULE_FILE, kit.spoken[str(layer)]) for layer in reversed(layers)]
    texts = [(read_text(path, diagnostics), language) for path, language in found if path.is_file()]
    read = [(text, primary(language)) for text, language in texts if text]
    return joined(read) if len(read) > 1 else ""


def _picture(name: str) -> str:
    """The name under which a file replaces others: a picture's without its suffix, any other's with it."""
    stem, dot, suffix = name.rpartition(".")
    return stem if f"{dot}{suffix}".lower() in SUFFIXES else name


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """A kit's files in a folder, without links, hidden files and kits in folders inside it."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_symlink() or path.name.startswith(".") or path.name == README:
            continue
        if path.is_dir() and not (path / KIT_FILE).is_file() and path.name not in _MADE:
            yield from ((f"{path.name}/{name}", inner) for name, inner in _files(path))
        elif path.suffix.lower() in _COPIED and path.is_file():
            yield path.name, path


def _renamed(base: Path, name: str, verbatim: bool, diagnostics: Diagnostics) -> str:
    """The base's `kit.yaml` with another title and as a custom edition. If possible, its comments are kept."""
    text = read_text(base / KIT_FILE, diagnostics) if verbatim else None
    alone = parse(text, KIT_FILE, Diagnostics()) if text is not None else None
    node = alone or load.merged(base, diagnostics)[KIT_FILE]
    if text is not None:
        wanted: dict[str, Any] = {**node.plain(), "title": name, "edition": "custom"}
        text = re.sub(r"^edition:.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^title:.*$", f"title: {name}\nedition: custom", text, count=1, flags=re.MULTILINE)
        parsed = parse(text, KIT_FILE, Diagnostics())
        if parsed and parsed.plain() == wanted:
            return text
    here = Span(KIT_FILE)
    changed = {"title": Node(name, here), "edition": Node("custom", here)}
    return show.plain(Node({**node.value, **changed}, here))


# Rule files ---------------------------------------------------------------------------------------------------

# A full copy has one rule file, which is joined from those of its layers.

_HEAD = re.compile(r"([a-z]\w*(?:\.\w+)*)\s*(?:\[[\w. ]*\])?\s*")
_SENTENCE = re.compile(r'^(\s+)(")', re.MULTILINE)


def joined(texts: Sequence[tuple[str, str]]) -> str:
    """A game's rule file with the sentences that editions add to its rules. `texts` are the files with their
    languages, that of the game first; each sentence gets its language.
    """
    (base, first), *editions = texts
    lines = _in_language(base, first).splitlines()
    for text, language in editions:
        added = {name: _in_language(block, language) for name, block in _blocks(text)}
        lines = [more for line in lines for more in (line, *added.get(_name(line), "").splitlines())]
    return "\n".join(lines) + "\n"


def _in_language(text: str, language: str) -> str:
    return _SENTENCE.sub(rf"\1{language} \2", text)


def _name(line: str) -> str:
    """The name of the rule that begins with a line; empty for any other line."""
    head = _HEAD.fullmatch(line)
    return head[1] if head else ""


def _blocks(text: str) -> Iterable[tuple[str, str]]:
    """Each rule of a file by its name, with its lines."""
    name, block = "", list[str]()
    for line in [*text.splitlines(), "end"]:
        if line[:1].isspace():
            block.append(line)
        elif line:
            if name and block:
                yield name, "\n".join(block)
            name, block = _name(line), []
