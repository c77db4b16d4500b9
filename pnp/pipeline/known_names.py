"""Collect the names in one kit, for the schemas of its files.

They are read from the merged files and not from a loaded kit, because a kit with errors has names too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from pnp import checks, rules
from pnp.components.kinds import deck
from pnp.diagnostics import Diagnostics
from pnp.graphics.images import SUFFIXES
from pnp.kit import load, paths, sizes
from pnp.kit.annotations import (
    ANY_KEY,
    CARD_COMPONENTS,
    CODES,
    ENGINES,
    FONTS,
    PICTURES,
    RULE_PATHS,
    SIZES,
    STYLE_PREFIXES,
    TEMPLATES,
    Names,
)
from pnp.kit.languages import names as languages_of
from pnp.kit.plugins import PluginError
from pnp.pipeline import ignoring
from pnp.sources import Node
from pnp.sources.node import dotted

FILES = ("kit.yaml", "rules.yaml", "cards.yaml", "faces.yaml", "phrases.yaml")
"""The files that have names."""
_TEXT_FILE = ".md"
_BODY = "-body"
"""The end of the name of the one text style that Markdown needs."""


class KnownNames:
    """The names in a kit, by the path of `NameOf`."""

    def __init__(self, folder: Path, files: Mapping[str, Node]) -> None:
        self.folder, self.files = folder, files
        self.of = cache(self._of)

    def _of(self, path: tuple[str, ...]) -> Names:
        collect = _SETS.get(path[0])
        if collect:
            return collect(self)
        return _sorted(text for node in self.nodes(path) for text in _texts(node))

    def nodes(self, path: tuple[str, ...]) -> list[Node]:
        """The nodes at a path, which begins with a file."""
        file, *steps = path
        nodes = [self.files[file]] if file in self.files else []
        for step in steps:
            nodes = [inner for node in nodes for inner in _inside(node, step)]
        return nodes

    def engine(self) -> str | None:
        """The engine that `kit.yaml` names; None if it names none."""
        return next((node.value for node in self.nodes(("kit.yaml", "engine")) if isinstance(node.value, str)), None)


def read(folder: Path, diagnostics: Diagnostics) -> KnownNames | None:
    """The names in a kit; None, with errors, if a file that has names cannot be read."""
    files = load.merged(folder, diagnostics, FILES)
    return KnownNames(folder, files) if files.keys() >= set(FILES) else None


def _inside(node: Node, step: str) -> list[Node]:
    """The values of a node at a key, or all of its values."""
    if isinstance(node.value, dict):
        return list(node.value.values()) if step == ANY_KEY else [node.value[step]] if step in node.value else []
    return list(node.value) if isinstance(node.value, list) and step == ANY_KEY else []


def _texts(node: Node) -> Iterator[str]:
    """The keys of a mapping, the texts of a list, or a text."""
    if isinstance(node.value, dict):
        yield from node.value
    elif isinstance(node.value, list):
        yield from (item.value for item in node.value if isinstance(item.value, str))
    elif isinstance(node.value, str):
        yield node.value


def _sorted(names: Iterable[str]) -> Names:
    return Names(tuple(sorted(set(names))))


# Sets of names that are not at one place in a file -----------------------------------------------------------


def _sizes(kit: KnownNames) -> Names:
    facts = load.print_facts(Diagnostics())
    shared = facts.cards if facts else {}
    return _sorted(sizes.with_landscape({*shared, *kit.of(("kit.yaml", "sizes")).names}))


def _pictures(kit: KnownNames) -> Names:
    """The files in the kit's folders and its icons. A picture may be named with another suffix or without one."""
    files = [file for folder in paths.art_folders(kit.folder) for file in _files(folder) if _has(SUFFIXES, file)]
    icons = [f":{name}:" for name in kit.of(("kit.yaml", "icons")).names]
    stems = "|".join(sorted({_quoted(Path(file).stem) for file in files}))
    suffixes = "|".join("".join(f"[{c}{c.upper()}]" for c in suffix[1:]) for suffix in SUFFIXES)
    return _sorted([*files, *icons])._replace(also=rf"(?:{stems})(?:\.(?:{suffixes}))?" if stems else "")


def _templates(kit: KnownNames) -> Names:
    """The Markdown files, also by the name under which a kit in another language finds its own."""
    files = [file for folder in paths.template_folders(kit.folder) for file in _files(folder)]
    texts = [Path(file) for file in files if _has((_TEXT_FILE,), file)]
    named = next((n.value for n in kit.nodes(("kit.yaml", "language")) if isinstance(n.value, str)), "en")
    ends = tuple(f".{language}" for language in languages_of(named))
    plain = (f"{file.stem.rpartition('.')[0]}{file.suffix}" for file in texts if file.stem.endswith(ends))
    return _sorted([*(file.name for file in texts), *plain])


def _files(folder: Path) -> list[str]:
    """The names of the files in a folder; none if it cannot be read."""
    try:
        return [path.name for path in folder.iterdir() if path.is_file()]
    except OSError:
        return []


def _has(suffixes: tuple[str, ...], file: str) -> bool:
    return file.lower().endswith(suffixes)


def _quoted(text: str) -> str:
    """A text as a regular expression of JSON Schema, which allows fewer escapes than Python."""
    return re.sub(r"[\\^$.*+?()\[\]{}|/]", r"\\\g<0>", text)


def _style_prefixes(kit: KnownNames) -> Names:
    styles = kit.of(("faces.yaml", "styles")).names
    return _sorted(style.removesuffix(_BODY) for style in styles if style.endswith(_BODY))


def _components_of_cards(kit: KnownNames) -> Names:
    components = next((n.value for n in kit.nodes(("kit.yaml", "components")) if isinstance(n.value, dict)), {})
    kind = deck.__name__.rpartition(".")[2]
    return _sorted(id_ for id_, node in components.items() if [n.value for n in _inside(node, "kind")] == [kind])


def _codes(_kit: KnownNames) -> Names:
    try:
        return _sorted(code for code in checks.explanations() if not ignoring.problem(code))
    except PluginError:
        return Names(())


_SETS: Mapping[str, Callable[[KnownNames], Names]] = {
    SIZES: _sizes,
    FONTS: lambda kit: _sorted(load.font_roles(Diagnostics(), kit.folder)),
    PICTURES: _pictures,
    TEMPLATES: _templates,
    RULE_PATHS: lambda kit: _sorted(path for node in kit.nodes(("rules.yaml",)) for path in dotted(node)),
    STYLE_PREFIXES: _style_prefixes,
    CARD_COMPONENTS: _components_of_cards,
    ENGINES: lambda _kit: _sorted((*rules.names(), "engine.py")),
    CODES: _codes,
}
