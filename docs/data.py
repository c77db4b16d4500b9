"""Writes docs/data.md, every key of every data file, from the program's models and their docstrings.

The vocabulary of traits, a part of that, goes into docs/phrase-books.md too, between two marks.

Run it as `python docs/data.py` after changing a model; a test fails when that was forgotten.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pnp import components, games, rules
from pnp.components import elements
from pnp.kit import Component, jsonschema
from pnp.kit.kit_file import KitFile
from pnp.kit.model import Face
from pnp.kit.schema import Between, Matching, keys_of, types_of
from pnp.pipeline import schemas
from pnp.sources import Node

PAGE = Path(__file__).with_name("data.md")
PHRASES = Path(__file__).with_name("phrase-books.md")
BEGIN, END = "<!-- vocabulary -->\n", "<!-- end of vocabulary -->\n"

HEAD = """\
# Data files: every key

`docs/data.py` writes this page from the program's models. Keys marked *needed* are required; for the others, the third
column has the default. Any other key is an error, and the hint names the nearest key.

An *id* is made of lower-case letters, digits and underscores (`take_1`), the *name* of a component, deck, face or text
style of lower-case letters, digits and hyphens (`move-cards`).

Files are plain YAML: no anchors, aliases or tags, and no key twice. `no`, `off` and `007` are texts. Lengths are
millimetres unless the description of a key has another unit. A kit that `extends` another may leave out any key and
any file, and contains only what differs. `null` removes a key; `~` gives it the value null.

Colours are `'#rrggbb'` or `'#rgb'`, in quotes, or names from the kit's palette where the key allows it. CSS colour
names are not read: `gold` is the kit's own gold.
Cards may also be in CSV, XLSX, ODS or JSON files: [Tables](tables.md).

## In your editor

`pnp schema --output schemas` writes JSON Schema (draft 2020-12) for all of these files into the folder `schemas`.
Editors with the YAML language server (VS Code with the YAML extension, Neovim, Helix, Emacs) complete keys, show what
they mean and underline errors. The first line of a file names its schema, as a path from the file:

```yaml
# yaml-language-server: $schema=../../schemas/kit.schema.json
```

| file | schema | in a kit that extends another |
|---|---|---|
"""

AFTER = """
`pnp new` writes both: the first line of each file, and the schemas. In a Git repository all kits share one copy of
them: the nearest folder `schemas` above the kit, or a new one at the top of the repository. Elsewhere, and if the
repository uses a folder of that name for something else, they are in the kit's own folder `schemas`.

In a kit that `extends` another, `kit.schema.json` requires no key. `cards.schema.json` is for any game; the schema of
an engine also has its traits. `pnp schema` writes the schemas that the installed `pnp` reads, so write them again after
an update. A file that matches its schema may still be wrong in play; only `pnp check` finds that. `3.0` is a whole
number in JSON Schema, but not in `pnp`.

### The names of your kit

`pnp schema --for KIT --output KIT/schemas` writes the schemas of one kit, with its names: cards, decks, faces, text
styles, colours, card sizes, font roles, pictures, rules, and the ids of its engine. Editors complete these names, and
underline those that the kit does not have: `size: pokre`, `counters: [spn]`. The command prints the first lines that
the files need for it. Fields in braces, colours like `'#c8452f'` and measures stay valid, and pictures that may be
missing are only completed.

Write them again when you have added names. A kit with errors has names too; only a file that cannot be read as YAML
stops the command.
"""

_HELD = {
    (KitFile, "components"): "[component](#components)",
    (Face, "elements"): "[element](#elements)",
}


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD.rstrip("\n"), *_schemas(), AFTER.rstrip("\n"), *_files()]) + "\n"


def with_vocabulary(text: str) -> str:
    """The page on phrase books with the traits that engines play."""
    before, _, rest = text.partition(BEGIN)
    tables = "\n".join(line for engine in rules.names() for line in _vocabulary(engine))
    return f"{before}{BEGIN}{tables}\n\n{END}{rest.partition(END)[2]}"


def _vocabulary(engine: str) -> Iterator[str]:
    """What each deck of a game may have for traits, keys in keys one under the other."""
    yield f"\n### `{engine}`"
    if not schemas.decks(engine):
        yield "\nIs played without cards: what stands on them goes under `asides`."
    for deck, traits in schemas.decks(engine).items():
        yield f"\nThe deck `{deck}`: {_lowered(_about(traits))}"
        yield "\n| trait | may be | left out | meaning |\n|---|---|---|---|"
        yield from _traits(traits, "")


def _traits(record: Any, above: str) -> Iterator[str]:
    said, hints = _meanings(record), types_of(record)
    defaults = {f.name: f.default for f in dataclasses.fields(record)}
    for key, optional in keys_of(record).items():
        inner = [hints[key]] if dataclasses.is_dataclass(hints[key]) else _inner(hints[key])
        null = type(None) in typing.get_args(hints[key]) and not optional
        form = " or ".join([*("mapping" for _ in inner), *(["null"] if inner and null else [])])
        needed = _shown(defaults[key]) if optional else "*needed*"
        yield f"| `{above}{key}` | {form or _type(hints[key])} | {needed} | {said[key]} |"
        for one in inner:
            yield from _traits(one, f"{above}{key}.")


def _about(record: Any) -> str:
    """What a model is, as its docstring has it."""
    return " ".join(record.__doc__.split())


def _meanings(record: Any) -> dict[str, str]:
    """What each key of a model means."""
    return {key: schema["description"] for key, schema in jsonschema.keys(record).items()}


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _schemas() -> Iterator[str]:
    for name, file in schemas.kinds().items():
        part = f"`{schemas.file_name(name, part=True)}`" if file.layered else "–"
        yield f"| `{file.place}` | `{schemas.file_name(name)}` | {part} |"


def _files() -> Iterator[str]:
    message: set[Any] = set()
    for name, file in schemas.kinds().items():
        engine = name.removeprefix("cards-")
        yield f"\n## {_title(name, file)}\n\n{file.about}"
        if engine != name:
            yield from _decks(engine, message)
            continue
        if dataclasses.is_dataclass(file.type):
            yield from _table(file.type, keys_of(file.type))
            for inner in _inner(file.type):
                yield from _records(inner, message)
        else:
            yield f"\nThe file is a {_type(file.type)}."
            yield from _records(file.type, message)
        if name == "kit":
            yield from _kinds("Components", components, "kind", Component, message)
        if name == "faces":
            yield from _kinds("Elements", elements, "", elements.Element, message)


def _title(name: str, file: schemas.DataFile) -> str:
    short, _, engine = name.partition("-")
    return f"`{Path(file.place).name}` of `{engine}`" if engine else f"`{short}.yaml`"


def _decks(engine: str, message: set[Any]) -> Iterator[str]:
    for deck, traits in schemas.decks(engine).items():
        yield f"\nIn the deck `{deck}`, `traits` are {_type(traits)}."
    for traits in schemas.decks(engine).values():
        yield from _records(traits, message)


def _kinds(title: str, folder: Any, key: str, shared: Any, message: set[Any]) -> Iterator[str]:
    """The kinds of a folder, with what they have in common listed once."""
    yield f"\n### {title}\n\n{_LEADS[title]}"
    yield from _table(shared, dict(keys_of(shared)))
    for name, spec in schemas.specs(folder).items():
        yield f"\n#### `{name}`" if not key else f"\n#### `kind: {name}`"
        yield f"\n{_first_line(spec)}"
        yield from _table(spec, {k: v for k, v in keys_of(spec).items() if k not in keys_of(shared)})
        message.add(spec)
        for inner in _inner(spec):
            yield from _records(inner, message, level=5)


_LEADS = {
    "Components": "Every component has these keys, and those of its kind.",
    "Elements": "An element is of the kind that one of its keys names, and may have these keys besides.",
}


def _first_line(spec: Any) -> str:
    """What a kind turns into what, as its module says."""
    text = str(sys.modules[spec.__module__].__doc__).partition("\n\n")[0]
    return " ".join(text.split()).replace("->", "→")


def _heading(record: Any) -> str:
    """A record's name; of an engine's, with the engine's, because several have the same."""
    if not record.__module__.startswith(f"{games.__name__}."):
        return str(record.__name__)
    engine = record.__module__.split(".")[2]
    return f"{record.__name__} in {engine}"


def _records(kind: Any, message: set[Any], level: int = 3) -> Iterator[str]:
    """The tables of the records in a type, each once."""
    for record in [kind] if dataclasses.is_dataclass(kind) else _inner(kind):
        if record in message:
            continue
        message.add(record)
        yield f"\n{'#' * level} {_heading(record)}"
        yield f"\n{_about(record)}"
        yield from _table(record, keys_of(record))
        for inner in _inner(record):
            yield from _records(inner, message, level)


def _inner(kind: Any) -> list[Any]:
    """The records that a type or the keys of a record name."""
    if dataclasses.is_dataclass(kind):
        hints = [hint for key, hint in types_of(kind).items() if key != "origin"]
    else:
        hints = list(typing.get_args(kind))
    found: list[Any] = []
    for hint in hints:
        found.extend([hint] if dataclasses.is_dataclass(hint) else _inner(hint) if typing.get_args(hint) else [])
    return list(dict.fromkeys(found))


def _table(record: Any, keys: dict[str, bool]) -> Iterator[str]:
    if not keys:
        return
    said, hints = _meanings(record), types_of(record)
    defaults = {f.name: f.default for f in dataclasses.fields(record)}
    yield "\n| key | type | left out | meaning |\n|---|---|---|---|"
    for key, optional in keys.items():
        needed = _shown(defaults[key]) if optional else "*needed*"
        yield f"| `{key}` | {_type(hints[key], _HELD.get((record, key), 'anything'))} | {needed} | {said[key]} |"


def _shown(default: Any) -> str:
    """What a key that is left out is."""
    if default is None or default is dataclasses.MISSING or default in ("", ()):
        return ""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, tuple):
        return f"`[{', '.join(f'{one:g}' for one in default)}]`"
    return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"


_SCALARS = {str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "null"}


def _type(kind: Any, held: str = "mapping") -> str:
    """A type in words."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is Node:
        return "mapping" if held == "anything" else held
    if dataclasses.is_dataclass(kind):
        return f"[{kind.__name__}](#{_heading(kind).lower().replace(' ', '-')})"
    if origin is Annotated:
        return _ruled(args, held)
    if origin is Literal:
        return " or ".join(f"`{arg}`" if arg != "" else "nothing" for arg in args)
    if origin is tuple:
        return _list(args, held)
    if origin is dict:
        return f"mapping: {_type(args[0])} → {_type(args[1], held)}"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type(arg, held) for arg in args if arg is not type(None))
    return _SCALARS[kind]


def _list(args: tuple[Any, ...], held: str) -> str:
    if args[1:] == (...,):
        return f"list: {_type(args[0], held)}"
    return f"[{', '.join(_type(arg, held) for arg in args)}]" if len(args) < 3 else f"list of {len(args)} numbers"


def _ruled(args: tuple[Any, ...], held: str) -> str:
    inner, *rules = args
    for rule in rules:
        if isinstance(rule, Between):
            return f"{_type(inner, held)} {rule.json['minimum']:g} to {rule.json['maximum']:g}"
        if isinstance(rule, Matching):
            return rule.what.removeprefix("a ").removeprefix("an ").partition(" of ")[0].partition(",")[0]
    return _type(inner, held)


if __name__ == "__main__":
    PAGE.write_bytes(page().encode())
    PHRASES.write_bytes(with_vocabulary(PHRASES.read_text("utf-8")).encode())
