"""Load kits: find, read, validate and merge their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pnp.components import component, element_keys, element_kinds
from pnp.diagnostics import Diagnostics, Span, did_you_mean, mistakes
from pnp.diagnostics.files import is_there, leads_out, named
from pnp.kit import (
    component_texts,
    extending,
    kit_data,
    label_files,
    languages,
    overlay,
    paths,
    phrases,
    printed_texts,
    schema,
    sizes,
    work_file,
)
from pnp.kit.expressions import Words
from pnp.kit.kit_file import KitFile
from pnp.kit.labels import SheetWords
from pnp.kit.model import (
    Card,
    Component,
    Credit,
    FaceBook,
    Font,
    Icon,
    Kit,
    PhraseBook,
    Ruling,
    SheetBook,
)
from pnp.kit.sizes import OwnPapers, PrintFacts, with_own
from pnp.sources import Node
from pnp.sources.yaml import keys_of, read

T = TypeVar("T")

KIT_FILES = ("kit.yaml", "rules.yaml", "cards.yaml", "faces.yaml", "phrases.yaml", "rulings.yaml", "examples.yaml")
NEEDED = (paths.KIT_FILE,)
"""The file that every kit needs. A kit with an engine also needs RULES."""
RULES = "rules.yaml"
MAX_CARDS = 25_000
_FONT_FILE = re.compile(r"[\w-][\w .,\[\]-]{0,79}")
"""Variable fonts have their axes in brackets: `NotoSansThai[wdth,wght].ttf`."""
_FONT_PACKAGE = re.compile(r"fontpkg-[a-z0-9-]+|pymupdf-fonts")


def print_facts(diagnostics: Diagnostics, own: Path | None = None) -> PrintFacts | None:
    """Load the papers and card sizes, and the papers of a user's `own` file if there is one. None after errors."""
    noted = Diagnostics()
    facts = _record(PrintFacts, paths.data_folder() / paths.PAPERS_FILE, noted)
    mine = _record(OwnPapers, own, noted) if own and own.is_file() else None
    together = with_own(facts, mine, noted) if facts else None
    diagnostics.add(noted)
    return together if not noted else None


def font_roles(diagnostics: Diagnostics, kit: Path | None = None) -> dict[str, Font]:
    """The fonts by role: the shared ones, and those of the kit's own `fonts.yaml`, which come first."""
    roles = _record(dict[str, Font], paths.fonts_folder() / paths.FONTS_FILE, diagnostics) or {}
    for folder in reversed(paths.layers(kit, Diagnostics())) if kit else ():
        own = (
            _record(dict[schema.Name, Font], folder / paths.FONTS_FILE, diagnostics)
            if is_there(folder / paths.FONTS_FILE)
            else None
        )
        roles |= {role: _own_font(font, folder, diagnostics) for role, font in (own or {}).items()}
    return roles


SIGNS = "signs"
"""The shared role with signs such as ♠ and →: the fallback of a kit's own font that names none."""


def _own_font(font: Font, folder: Path, diagnostics: Diagnostics) -> Font:
    """Check a kit's own font, which must be a file in the kit's folder or in a font package."""
    path = named(folder / font.file)
    if font.package is not None and not _FONT_PACKAGE.fullmatch(font.package):
        message = f"{font.package!r} is not a font package"
        diagnostics.error(font.at("package"), "bad-form", message, "names of font packages begin with 'fontpkg-'")
    elif not _FONT_FILE.fullmatch(font.file) or leads_out(path):
        hint = "copy the font file into the kit's folder, and write its file name here"
        diagnostics.error(font.at("file"), "outside-path", f"{font.file!r} is outside the kit's folder", hint)
    elif font.package is None:
        font = replace(font, file=str(path.absolute()))
    return font if font.fallback else replace(font, fallback=(SIGNS,))


def open_rules(folder: Path, diagnostics: Diagnostics) -> tuple[str, Span, Node, dict[str, dict[str, Card]]] | None:
    """Load what is needed to play a game: its engine's name and where that is written, its rules and its cards.

    None if there are errors.

    The engine is the one in `kit.yaml`, or the one with the folder's name if there is no such file.
    """
    files = ("rules.yaml", "cards.yaml", "phrases.yaml")
    nodes = _nodes(folder, (*files, *(("kit.yaml",) if is_there(folder / "kit.yaml") else ())), diagnostics)
    rules, cards = nodes.get("rules.yaml"), _cards(nodes.get("cards.yaml"), diagnostics)
    book = _built(PhraseBook, nodes.get("phrases.yaml"), diagnostics)
    kit = _built(KitFile, nodes.get("kit.yaml"), diagnostics)
    name = kit.engine if kit else folder.name
    if name is None and kit:
        diagnostics.error(kit.origin.span, "unknown-engine", "no engine plays this kit", "name one: 'engine: …'")
    if not (name and rules and cards is not None and book) or diagnostics:
        return None
    return name, kit.at("engine") if kit else rules.span, rules, phrases.name_cards(cards, book.names)


def _nodes(folder: Path, files: Collection[str], diagnostics: Diagnostics) -> dict[str, Node]:
    """A kit's files by name, with its layers merged and the texts of its work files in their places.

    Files that a kit may leave out are empty. The result is empty if a layer is missing.
    """
    trees = _layered(folder, files, diagnostics)
    language = _language(trees.get(paths.KIT_FILE))
    work = work_file.read(paths.layers(folder, Diagnostics()), language, diagnostics) if language else work_file.NONE
    return work_file.applied(trees, work, _foreign(folder, language, language)) if work.files else trees


def _language(tree: Node | None) -> str:
    """The language in the tree of a `kit.yaml`; "" if it has none, or is wrong."""
    node = keys_of(tree).get("language")
    text = node.value if node is not None else None
    return text if isinstance(text, str) and re.fullmatch(languages.LANGUAGE, text) else ""


def _foreign(folder: Path, own: str, language: str) -> Callable[[Span], bool]:
    """A function that returns whether a place is in another language. `own` is that of the kit itself.

    Pictures are in folders of their own, which have the names of the layers.
    """
    spoken, wanted = _spoken(folder, own), languages.primary(language)
    by_name = {Path(place).name: one for place, one in spoken.items()}

    def is_foreign(span: Span) -> bool:
        place = Path(span.file).parent
        return languages.primary(spoken.get(str(place)) or by_name.get(place.name, language)) != wanted

    return is_foreign


class Unworked(NamedTuple):
    """A kit as it is without its work files."""

    language: str
    trees: Mapping[str, Node]
    is_foreign: Callable[[Span], bool]
    """Whether a place is in a layer that is in another language."""


def unworked(folder: Path, diagnostics: Diagnostics, language: str = "") -> Unworked | None:
    """Load a kit's files, with its layers merged, without its work files; None after errors.

    With `language`, as the base of a kit in that language.
    """
    trees = _layered(folder, KIT_FILES, diagnostics)
    own = _language(trees.get(paths.KIT_FILE)) or languages.FIRST
    wanted = language or own
    return None if diagnostics or not trees else Unworked(wanted, trees, _foreign(folder, own, wanted))


def _layered(folder: Path, files: Collection[str], diagnostics: Diagnostics) -> dict[str, Node]:
    """A kit's files by name, with its layers merged. Files that a kit may leave out are empty.

    The result is empty if a layer is missing.
    """
    before = diagnostics.noted
    folders = paths.layers(folder, diagnostics)
    if diagnostics.noted != before:
        return {}
    common = _common(files, diagnostics)
    trees = overlay.trees(folders, [file for file in files if file == paths.KIT_FILE], diagnostics, common)
    kit = trees.get(paths.KIT_FILE)
    has_engine = kit is None or not isinstance(kit.value, dict) or "engine" in kit.value
    needed = {*NEEDED, RULES} if has_engine else NEEDED
    absent = [f for f in files if f not in needed and not any(overlay.has_file(layer, f) for layer in folders)]
    present = [file for file in files if file not in (paths.KIT_FILE, *absent)]
    empty = {file: _absent(folder / file, common) for file in absent}
    return printed_texts.translated(trees | overlay.trees(folders, present, diagnostics, common) | empty, diagnostics)


def _absent(path: Path, common: Mapping[tuple[str, str], Node]) -> Node:
    """What a file contains that a kit leaves out: what every kit has of it."""
    here = Span(str(path))
    shared = {key: node for (file, key), node in common.items() if file == path.name}
    return Node({key: Node(node.value, node.span, here, key) for key, node in shared.items()}, here)


def _common(files: Collection[str], diagnostics: Diagnostics) -> dict[tuple[str, str], Node]:
    """The shared colours and text styles, over which a kit's own are merged."""
    keys = {("kit.yaml", "palette"): "palette.yaml", ("faces.yaml", "styles"): "styles.yaml"}
    trees = {
        key: read(paths.data_folder() / paths.COMMON / file, diagnostics)
        for key, file in keys.items()
        if key[0] in files
    }
    return {key: node for key, node in trees.items() if node is not None}


def merged(folder: Path, diagnostics: Diagnostics, files: Collection[str] = KIT_FILES) -> dict[str, Node]:
    """A kit's files by name, with its layers merged, as nodes that are not validated."""
    nodes = _nodes(folder, files, diagnostics)
    faces = nodes.get(overlay.FACES_FILE)
    return {**nodes, overlay.FACES_FILE: overlay.with_plain_names(faces)} if faces else nodes


def _cards(node: Node | None, diagnostics: Diagnostics) -> dict[str, dict[str, Card]] | None:
    return _built(dict[schema.Name, dict[schema.Id, Card]], node, diagnostics)


def _kit_file(node: Node | None, diagnostics: Diagnostics) -> KitFile | None:
    """The contents of `kit.yaml`, with its card sizes checked."""
    file = _built(KitFile, node, diagnostics)
    if file:
        sizes.check(file.sizes, diagnostics)
    return file


def kit_file(folder: Path, diagnostics: Diagnostics) -> KitFile | None:
    """Load only a kit's `kit.yaml`, with its layers merged; None if there are errors."""
    return _built(KitFile, _nodes(folder, (paths.KIT_FILE,), diagnostics).get(paths.KIT_FILE), diagnostics)


def open_kit(folder: Path, diagnostics: Diagnostics) -> Kit | None:
    """Load the kit in a folder; None if its files have errors, except for those about data that is left out."""
    present = _nodes(folder, KIT_FILES, diagnostics)
    file = _kit_file(present.get("kit.yaml"), diagnostics)
    cards = _cards(present.get("cards.yaml"), diagnostics)
    facebook = _facebook(present.get("faces.yaml"), diagnostics)
    phrasebook = _built(PhraseBook, present.get("phrases.yaml"), diagnostics)
    rulings = _built(dict[str, Ruling], present.get("rulings.yaml"), diagnostics)
    sheets = _sheet_book(folder, file, diagnostics) if file else None
    if cards is not None and phrasebook:
        _check_names(phrasebook, cards, diagnostics)
        cards = phrases.name_cards(cards, phrasebook.names)
    components = _components(file, cards, phrasebook, sheets, present.get("rules.yaml"), diagnostics)
    if file:
        _check_shadows(folder, file, diagnostics)
    if cards == {}:
        _expect_no_decks(components, folder, present["cards.yaml"].span, diagnostics)
    if (
        not (file and cards is not None and facebook and phrasebook and rulings is not None and sheets)
        or diagnostics.blocks
    ):
        return None
    _check_ids(cards, diagnostics)
    _check_traits(cards, phrasebook, diagnostics)
    if diagnostics.blocks:
        return None
    return Kit(
        **_of_kit_file(file),
        folder=folder,
        slug=folder.name,
        rules=present["rules.yaml"],
        cards=cards,
        components=components,
        facebook=facebook,
        phrasebook=_with_card_names(phrasebook, cards, file.language),
        rulings=rulings,
        examples=present["examples.yaml"],
        sheets=sheets,
        spoken=_spoken(folder, file.language),
        work=work_file.read(paths.layers(folder, Diagnostics()), file.language, Diagnostics()),
        base_sizes=_base_sizes(folder),
        below=overlay.ids([*paths.layers(folder, Diagnostics())[1:], *_own_game(folder, file)]),
    )


def _components(
    file: KitFile | None,
    cards: Mapping[str, Mapping[str, Card]] | None,
    phrasebook: PhraseBook | None,
    sheets: SheetBook | None,
    rules: Node | None,
    diagnostics: Diagnostics,
) -> dict[str, Component]:
    """The components of a kit without errors. Their texts are filled in if all data that these can name are read."""
    nodes = file.components if file else {}
    if file and cards is not None and phrasebook and sheets and rules:
        nodes = _filled(nodes, file, cards, phrasebook, sheets, rules, diagnostics)
    return {id_: spec for id_, node in nodes.items() if (spec := component(node, diagnostics))}


def _check_shadows(folder: Path, file: KitFile, diagnostics: Diagnostics) -> None:
    """Report a kit that has the name of another. A full copy may keep the name."""
    if file.edition == "custom":
        paths.shadows(folder, file.at("edition"), diagnostics)
    elif file.engine != folder.name:
        paths.shadows(folder, file.at("engine"), diagnostics)


def _of_kit_file(file: KitFile) -> dict[str, Any]:
    """The fields of a kit that `kit.yaml` alone determines."""
    return {
        **{name: getattr(file, name) for name in _SAME},
        "title": file.one_title,
        "title_lines": file.title_lines,
        "credit": file.credit or Credit(origin=file.origin, designer="", title=file.one_title, notice="", licence=""),
        "icons": {name: _icon(file, name) for name in file.icons},
        "floors": {str(key): value for key, value in file.floors.items()},
    }


def _filled(
    nodes: Mapping[str, Node],
    file: KitFile,
    cards: Mapping[str, Mapping[str, Card]],
    phrasebook: PhraseBook,
    sheets: SheetBook,
    rules: Node,
    diagnostics: Diagnostics,
) -> dict[str, Node]:
    """The components of a kit, with the expressions in their texts filled in."""
    names = _with_card_names(phrasebook, cards, file.language).names
    words = Words(SheetWords(file.language, sheets), sheets.between, names)
    scope = {"cards": kit_data.cards(cards), "kit": {"title": file.one_title}, "rules": rules.plain()}
    return {id_: component_texts.filled(node, scope, words, diagnostics) for id_, node in nodes.items()}


def _expect_no_decks(components: Mapping[str, Component], folder: Path, place: Span, diagnostics: Diagnostics) -> None:
    """Report decks of a kit without cards, before all that follows from that."""
    if decks := [id_ for id_, spec in components.items() if spec.kind == "deck"]:
        hint = f"write one into cards.yaml, such as '{decks[0]}: {{dodge: {{name: Dodge}}}}'"
        if table := overlay.unnamed_table(folder):
            hint = f"{table} is read if kit.yaml names it: 'cards: {table}'"
        diagnostics.error(place, "no-cards", "this kit has no decks, but prints one", hint)


def _facebook(node: Node | None, diagnostics: Diagnostics) -> FaceBook | None:
    """The faces and text styles, with all that they extend; None if there are errors."""
    kinds = extending.Kinds(element_kinds(), element_keys)
    return _built(FaceBook, extending.resolved(node, kinds, diagnostics) if node else None, diagnostics)


def _with_card_names(book: PhraseBook, cards: Mapping[str, Mapping[str, Card]], language: str) -> PhraseBook:
    """The phrase book with the names of cards, in `names`, among the nouns that have a card's id, and in phrases."""
    by_id = {id_: card.name for deck in cards.values() for id_, card in deck.items()}
    written = {**by_id, **book.names}
    names = {id_: phrases.expanded(name, written) for id_, name in written.items()}
    nouns = {key: tuple(dict.fromkeys([*words, *filter(None, [by_id.get(key)])])) for key, words in book.nouns.items()}
    fields = {key: tuple(phrases.named(phrase, names) for phrase in each) for key, each in book.fields.items()}
    tables = {key: tuple(phrases.headed(cell, names, language) for cell in head) for key, head in book.tables.items()}
    return replace(book, names=names, nouns=nouns, fields=fields, tables=tables)


_SAME = (
    "origin", "tagline", "edition", "engine", "language", "players", "minutes", "ages", "palette", "recolour",
    "fonts", "rasterise", "checks", "sizes",
)  # fmt: skip
"""What a kit has as `kit.yaml` has it."""


def _icon(file: KitFile, name: str) -> Icon:
    """An icon of a kit. If it is only a file name, its origin is that value."""
    icon = file.icons[name]
    return icon if isinstance(icon, Icon) else Icon(origin=file.origin.value["icons"].value[name], art=icon)


def _spoken(folder: Path, kit_language: str) -> dict[str, str]:
    """The languages of a kit's layers, by folder. A layer without a language has its base's."""
    mine, *below = paths.layers(folder, Diagnostics())
    spoken: dict[str, str] = {}
    language = languages.FIRST
    for place in reversed(below):
        node = read(place / paths.KIT_FILE, Diagnostics())
        text = keys_of(node).get("language")
        language = spoken[str(place)] = str(text.value) if text else language
    return {str(mine): kit_language, **spoken, str(paths.data_folder() / paths.COMMON): languages.FIRST}


def _own_game(folder: Path, file: KitFile) -> list[Path]:
    """The shipped kit of a kit's game: a whole copy of it still asks for parts that were removed from the copy."""
    found = paths.find_game(file.engine) if file.engine else None
    return [found] if found and found != folder else []


def _base_sizes(folder: Path) -> dict[str, dict[str, str]]:
    """The sizes of decks in each of a kit's bases, by folder: those for which its own faces are laid out."""
    sizes: dict[str, str] = {}
    found: dict[str, dict[str, str]] = {}
    for place in reversed(paths.layers(folder, Diagnostics())[1:]):
        node = read(place / paths.KIT_FILE, Diagnostics())
        parts = (node.plain() if node and isinstance(node.value, dict) else {}).get("components")
        for id_, part in (parts if isinstance(parts, dict) else {}).items():
            if isinstance(part, dict) and isinstance(part.get("size"), str):
                sizes[id_] = part["size"]
        found[str(place)] = dict(sizes)
    return found


def _sheet_book(folder: Path, file: KitFile, diagnostics: Diagnostics) -> SheetBook | None:
    """The labels in a kit's language: the shared ones, with those of work files and the kit's own merged over them."""
    first, own = label_nodes(folder, file.language, diagnostics)
    work = work_file.read(paths.layers(folder, Diagnostics()), file.language, Diagnostics())
    own = [work_file.labels(first, work, file.language), *own] if first and work.files else own
    return label_files.read_book(first, own, file.language, diagnostics) if first else None


def label_nodes(folder: Path, language: str, diagnostics: Diagnostics) -> tuple[Node | None, list[Node]]:
    """The label file of the first language, and those of a kit's language: the shared one, then the kit's own."""
    common = paths.data_folder() / paths.COMMON
    places = (common, *reversed(paths.layers(folder, Diagnostics())))
    named = [place / f"sheets.{name}.yaml" for place in places for name in reversed(languages.names(language))]
    own = [node for path in named if is_there(path) and (node := read(path, diagnostics))]
    return read(common / f"sheets.{languages.FIRST}.yaml", diagnostics), own


def _record(kind: type[T], path: Path, diagnostics: Diagnostics) -> T | None:
    return _built(kind, read(path, diagnostics), diagnostics)


def _built(kind: type[T], node: Node | None, diagnostics: Diagnostics) -> T | None:
    if node is None:
        return None
    return mistakes.bounded(
        lambda: schema.build(kind, node, diagnostics), None, node.span, "reading this file", diagnostics
    )


def _check_ids(cards: dict[str, dict[str, Card]], diagnostics: Diagnostics) -> None:
    """Report ids that two cards share, in whichever decks, and too many cards."""
    seen: dict[str, Card] = {}
    every = [card for deck in cards.values() for card in deck.values()]
    if len(every) > MAX_CARDS:
        place = every[MAX_CARDS].origin.key_span
        diagnostics.error(
            place, "too-many-values", f"more than {MAX_CARDS:,} cards in one kit", "split it into several kits"
        )
        return
    for deck in cards.values():
        for id_, card in deck.items():
            if id_ in seen:
                first = seen[id_].origin.key_span
                there = f"in {first.cell.name}" if first.cell.name else f"on line {first.line}"
                if first.file != card.origin.key_span.file:
                    there = f"in {first.short}"
                message = f"there is already a card {id_!r}, {there}"
                hint = "ids must be unique among all decks: choose another"
                diagnostics.error(card.origin.key_span, "duplicate-card", message, hint)
            seen[id_] = card


def _check_traits(cards: dict[str, dict[str, Card]], book: PhraseBook, diagnostics: Diagnostics) -> None:
    """Report traits, of cards and phrases, that are not a mapping. The engine checks their contents."""
    nodes = [card.traits for deck in cards.values() for card in deck.values() if card.traits]
    nodes.extend(phrase.traits for phrases in book.fields.values() for phrase in phrases)
    for node in nodes:
        if not isinstance(node.value, dict):
            diagnostics.error(node.span, "wrong-type", "expected a mapping of traits", "write {name: value, …}")


def _check_names(book: PhraseBook, cards: Mapping[str, Mapping[str, Card]], diagnostics: Diagnostics) -> None:
    """Report ids without a name in names, heads of tables and names of cards. In cells, braces may be signs."""
    for card in (card for deck in cards.values() for card in deck.values()):
        if not card.at("name").cell.name:
            _report_unnamed(card.name, card.at("name"), book.names, diagnostics)
    names = {*book.names, *chain.from_iterable(cards.values())}
    texts = [(word, book.at("names", id_)) for id_, word in book.names.items()]
    texts += [(cell, book.at("tables", id_, n)) for id_, head in book.tables.items() for n, cell in enumerate(head)]
    for text, place in texts:
        _report_unnamed(text, place, names, diagnostics)


def _report_unnamed(text: str, place: Span, names: Collection[str], diagnostics: Diagnostics) -> None:
    for id_ in phrases.unnamed(text, names):
        hint = did_you_mean(id_, names) or f"give it one in phrases.yaml: 'names: {{{id_}: …}}'"
        diagnostics.error(place, "unknown-id", f"there is no name of {id_!r}", hint)
