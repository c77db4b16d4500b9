"""JSON Schemas of the data files, for editors and other programs.

Choose the folder with the schemas of a kit, and name them in the first lines of its files.

The kits of a Git repository share one folder. A kit outside of a repository has its own, so that it can be moved.
"""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp import components, rules
from pnp.components import elements
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.imposition import printers
from pnp.kit import Card, PrintFacts, Record, Style, jsonschema, modeline, paths
from pnp.kit.kit_file import KitFile
from pnp.kit.model import FaceBook, Font, PhraseBook, Ruling, SheetBook
from pnp.kit.plugins import PluginError
from pnp.kit.schema import Colour, Id, Json, Name, Untyped
from pnp.kit.vouched import VouchedBook
from pnp.pipeline.known_names import KnownNames
from pnp.rules import loading
from pnp.sources.yaml import read


@dataclass(frozen=True, kw_only=True)
class Example(Record):
    """A worked example that the engine plays: a position, moves, and their result."""

    form: str
    """`play`, or another form that the proof of the game reads: what the example is about."""
    then: Untyped
    """The expected result, value by value."""
    given: Untyped | None = None
    """The position in which the example begins; for `play`, the `seed` of chance and the number of `players`."""
    moves: tuple[str, ...] = ()
    """Actions as they are typed in play."""


class DataFile(NamedTuple):
    """A kind of data file: its name, path, purpose and type, and whether overlays may change it."""

    name: str
    place: str
    about: str
    type: Any
    layered: bool = False


@cache
def kinds() -> dict[str, DataFile]:
    """Every kind of data file by name."""
    kit = [
        ("kit", KitFile, "What a kit is, and the components it is made of."),
        ("cards", dict[Name, dict[Id, Card]], "The cards: by deck, then by id."),
        ("faces", FaceBook, "How cards look: text styles and face templates."),
        ("phrases", PhraseBook, "How ids and traits are worded."),
        ("rulings", dict[str, Ruling], "Answers to questions that the rules leave open, by id."),
        ("vouched", VouchedBook, "Printed texts that no rule proves, as a person read them."),
        ("examples", dict[str, Example], "Worked examples, by id: printed in the rulebook, and played by the engine."),
    ]
    files = [DataFile(name, f"card_data/KIT/{name}.yaml", about, type_, layered=True) for name, type_, about in kit]
    for engine in rules.names():
        if not usable(engine):
            continue
        if hasattr(loading.records(engine), "Rules"):
            about = f"The numbers and tables that the engine `{engine}` plays by."
            type_ = rules_type(engine)
            files.append(DataFile(f"rules-{engine}", "card_data/KIT/rules.yaml", about, type_, layered=True))
        if decks(engine):
            about = f"The cards of a kit that the engine `{engine}` plays: by deck, then by id."
            cards = dict[Name, dict[Id, Card]]
            files.append(DataFile(f"cards-{engine}", "card_data/KIT/cards.yaml", about, cards, layered=True))
    files += [
        DataFile("papers", "card_data/papers.yaml", "Papers, card sizes and what home printers need. A user's own "
                 "`papers.yaml`, whose place `pnp list` shows, has the key `papers` only.", PrintFacts),
        DataFile("styles", "card_data/common/styles.yaml", "Text styles that every kit has.", dict[Name, Style]),
        DataFile("sheets", "card_data/common/sheets.xx.yaml", "The words on sheets, by language.", SheetBook),
        DataFile("vouched-common", "card_data/common/vouched.xx.yaml", "Shared vouched texts.", VouchedBook),
        DataFile("palette", "card_data/common/palette.yaml", "Colours that every kit has.", dict[Name, Colour]),
        DataFile("fonts", "fonts/fonts.yaml", "Font roles: which file plays which.", dict[str, Font]),
        DataFile("printers", printers.FILE, "What printers do wrong, by the name of the printer.",
                 dict[printers.NameOfPrinter, printers.Profile]),
    ]  # fmt: skip
    return {one.name: one for one in files}


def rules_type(engine: str) -> Any:
    """The record that an engine reads `rules.yaml` as."""
    return loading.records(engine).Rules


def decks(engine: str) -> dict[str, Any]:
    """The records that an engine reads the traits of cards as, by deck; none if it has no cards."""
    traits: dict[str, Any] = getattr(loading.records(engine), "TRAITS", {})
    return traits


def usable(engine: str) -> bool:
    """Whether an engine has records; one of another distribution may have none, or not be importable."""
    try:
        return any(hasattr(loading.records(engine), records) for records in ("Rules", "TRAITS"))
    except PluginError:
        return False


def left_out() -> list[Diagnostic]:
    """A warning for each plug-in that cannot be loaded, so that schemas made before have none of its keys."""
    registries = (components.REGISTRY, elements.REGISTRY, loading.REGISTRY)
    broken = [diagnostic for registry in registries for diagnostic in registry.broken()]
    return [diagnostic._replace(severity="warning") for diagnostic in broken]


def specs(registry: Any) -> dict[str, Any]:
    """The spec records of a registry of kinds (components or elements), by kind."""
    return {name: module.Spec for name, module in registry.kinds().items()}


PART = "In an overlay it contains only what differs from the base."


def schema(name: str, *, part: bool = False, known: KnownNames | None = None) -> Json:
    """The schema of a kind of file, or of an overlay's part of such a file; with the `known` names of one kit."""
    file, nested = kinds()[name], _nested_models(name)
    (root, *types), defined = jsonschema.described([file.type, *nested.values()])
    schemas = dict(zip(nested, types, strict=True))
    if name == "kit":
        defined["KitFile"]["properties"]["components"]["additionalProperties"] = jsonschema.one_by_key("kind", schemas)
    elif name == "faces":
        defined["Face"]["properties"]["elements"]["items"] = jsonschema.one_by_name(schemas)
    elif nested:
        root["properties"] = {deck: _deck(root["additionalProperties"], traits) for deck, traits in schemas.items()}
    if part or name in ("kit", "faces"):
        defined = jsonschema.parts(defined)
    if name == "faces":
        styles = defined["FaceBook"]["properties"]["styles"]
        common = jsonschema.or_null(jsonschema.part(styles["additionalProperties"]))
        styles["properties"] = dict.fromkeys(_common_styles(), common)
        defined["FaceBook"]["properties"]["styles"] = jsonschema.or_null(styles)  # null: none of the common ones
    partial = jsonschema.part(root)
    if name == "kit" and not part:  # a kit that extends another may leave everything else out
        root = {"type": "object", "if": {"required": ["extends"]}, "then": partial, "else": root}
    document = jsonschema.document(
        partial if part else root, defined, Path(file.place).name, f"{file.about} {PART}" if part else file.about
    )
    return jsonschema.named(document, known.of if known else None)


def _nested_models(name: str) -> dict[str, Any]:
    """The models of the entries in a kind of file, by kind or by deck."""
    registry = {"kit": components, "faces": elements}.get(name)
    return specs(registry) if registry else decks(name.removeprefix("cards-")) if name.startswith("cards-") else {}


def _deck(deck: Json, traits: Json) -> Json:
    """A deck whose cards have traits of one kind."""
    played = {"type": "object", "properties": {"traits": traits}, "required": ["traits"]}
    return {**deck, "additionalProperties": {"allOf": [deck["additionalProperties"], played]}}


def _common_styles() -> list[str]:
    """The common styles, which a kit may change in part."""
    node = read(paths.root() / kinds()["styles"].place, Diagnostics())
    return list(node.value) if node else []


def of_file(file: str, engine: str | None) -> str | None:
    """The name of the schema of a file in a kit's folder; None if it has none."""
    stem = file.removesuffix(".yaml")
    known = (name for name in (f"{stem}-{engine}", stem) if name in kinds() and kinds()[name].layered)
    return next(known, None)


def file_name(name: str, *, part: bool = False) -> str:
    """The name of the file with a schema."""
    return f"{name}.overlay.schema.json" if part else f"{name}.schema.json"


class OfKit(NamedTuple):
    """The schema of a file of one kit: the kind of file, whether the file is a part of the base's, and the schema."""

    kind: str
    part: bool
    schema: Json

    @property
    def file_name(self) -> str:
        return file_name(self.kind, part=self.part)


def of_kit(known: KnownNames) -> dict[str, OfKit]:
    """The schemas of one kit, with its names, by the file in its folder."""
    engine, extends = known.engine(), paths.extends(known.folder) is not None
    every = {Path(file.place).name: of_file(Path(file.place).name, engine) for file in kinds().values() if file.layered}
    parts = {file: (kind, is_part(kind, overlay=extends)) for file, kind in every.items() if kind}
    return {file: OfKit(kind, part, schema(kind, part=part, known=known)) for file, (kind, part) in parts.items()}


def is_part(kind: str, *, overlay: bool) -> bool:
    """Whether a kit's file is only a part of its base's. The schema of `kit.yaml` has both forms."""
    return overlay and kind != "kit"


def files() -> dict[str, str]:
    """The text of all schemas, by file name."""
    wanted = [(name, part) for name, file in kinds().items() for part in ((False, True) if file.layered else (False,))]
    return {file_name(name, part=part): jsonschema.text(schema(name, part=part)) for name, part in sorted(wanted)}


FOLDER = "schemas"
_ALWAYS = file_name("kit")
"""The schema that every folder of schemas has, and by which it is recognised."""


def relative(places: Path, folder: Path) -> str:
    """The path of a folder of schemas from a kit's folder, with `/`; absolute if they are on different drives."""
    try:
        return Path(os.path.relpath(places.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return places.resolve().as_posix()


def shared(folder: Path) -> Path | None:
    """The folder for the schemas of all kits in the repository that a new kit is in.

    It is the nearest one above the kit, or a new one at the top of the repository. None outside of a repository, and
    if the repository has a folder of that name for something else. Links are not followed: they may lead out of it.
    """
    above = list(folder.resolve().parents)
    top = next((number for number, place in enumerate(above) if (place / ".git").exists()), None)
    if top is None:
        return None
    known = (place / FOLDER for place in above[: top + 1] if _has_schemas(place / FOLDER))
    new = above[top] / FOLDER
    return next(known, None if os.path.lexists(new) else new)


def _has_schemas(places: Path) -> bool:
    return (places / _ALWAYS).is_file() and places.resolve() == places


class NewKit(NamedTuple):
    """A new kit's files with their first lines, and its schemas by file name."""

    files: dict[str, bytes]
    schemas: dict[str, bytes]


def with_lines(files: Mapping[str, bytes], engine: str | None, places: str, *, part: bool) -> NewKit:
    """A new kit's files, each with a first line that names its schema in the folder `places`, and these schemas."""
    contents, needed = dict(files), dict[str, bytes]()
    for file, data in files.items():
        kind = of_file(file, engine)
        if kind is not None:
            in_part = is_part(kind, overlay=part)
            name = file_name(kind, part=in_part)
            contents[file] = modeline.with_line(data, modeline.line(name, places))
            needed[name] = jsonschema.text(schema(kind, part=in_part)).encode()
    return NewKit(contents, needed)
