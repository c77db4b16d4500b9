"""A kit's name -> the kit: its files found, read, checked against the schema and joined.

Data lie in `card_data/`, `fonts/` and `art/`: inside the package when it was installed from a wheel, beside it
in a checkout.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pnp import overlay, schema, sheetwords, translating
from pnp.geometry import measured
from pnp.model import (
    Card,
    Component,
    Credit,
    FaceBook,
    Font,
    Icon,
    Kit,
    KitFile,
    Measure,
    PhraseBook,
    PrintFacts,
    Ruling,
    SheetBook,
)
from pnp.source import Faults, Node, Span, did_you_mean, read

T = TypeVar("T")

KIT_FILES = ("kit.yaml", "rules.yaml", "cards.yaml", "faces.yaml", "phrases.yaml", "rulings.yaml", "examples.yaml")
NEEDED = ("kit.yaml", "cards.yaml", "faces.yaml")
"""The files without which there is no kit. One that an engine plays has all of them."""
COMMON = "common"
"""The folder, in `card_data` and in `art`, of what all kits share: text styles, templates, pictures."""
FONTS_FILE = "fonts.yaml"
_FONT_FILE = re.compile(r"[\w-][\w .-]{0,79}")
_FONT_PACKAGE = re.compile(r"fontpkg-[a-z0-9-]+")
_HASHED = {".yaml", ".csv", ".xlsx", ".md", ".svg", ".png", ".jpg", ".jpeg"}
_TEXT = {".yaml", ".csv", ".md", ".svg"}

FONT_FILES = {".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"}

_elsewhere: ContextVar[Path | None] = ContextVar("_elsewhere", default=None)


@contextmanager
def rooted(folder: Path | None) -> Iterator[None]:
    """Take a folder for the root meanwhile; None changes nothing."""
    token = _elsewhere.set(folder or _elsewhere.get())
    try:
        yield
    finally:
        _elsewhere.reset(token)


def root() -> Path:
    """The folder that holds `card_data`, `fonts` and `art`."""
    elsewhere = _elsewhere.get()
    if elsewhere:
        return elsewhere
    package = Path(__file__).resolve().parent
    inside = package / "_data"
    return inside if inside.is_dir() else package.parent


def kit_names() -> list[str]:
    """The kits that are here: every folder of `card_data` with a `kit.yaml`."""
    return sorted(path.parent.name for path in (root() / "card_data").glob("*/kit.yaml"))


def game_kits() -> list[str]:
    """The kits that stand alone, one for each game; all others are editions of one of them."""
    return [name for name in kit_names() if game_of(name) == name]


def game_of(name: str) -> str:
    """The kit that a kit on the shelf is an edition of in the end; one that stands alone is its own."""
    return layers(root() / "card_data" / name, Faults())[-1].name


def find(name: str) -> Path | None:
    """The folder of a kit: of that name on the shelf, or the folder that a path leads to, if it has a `kit.yaml`."""
    shelved = root() / "card_data" / name
    for folder in (shelved, Path(name)) if name in kit_names() else (Path(name),):
        if (folder / "kit.yaml").is_file():
            return folder.resolve()
    return None


def layers(kit: Path, faults: Faults) -> tuple[Path, ...]:
    """A kit's folder and, if it is an overlay, those it is laid over, down to one that stands alone."""
    return overlay.layers(kit, root() / "card_data", faults)


def art_folders(kit: Path) -> list[Path]:
    """Where a kit's pictures are looked for: beside its data first, then in its art, then in that of all kits.

    An overlay's own come before those of the kit it is laid over.
    """
    own = [place for folder in layers(kit, Faults()) for place in (folder, root() / "art" / folder.name)]
    return [*own, root() / "art" / COMMON]


def template_folders(kit: Path) -> list[Path]:
    """Where a kit's templates are looked for: in its own folders, then among those that all kits share."""
    return [*layers(kit, Faults()), root() / "card_data" / COMMON]


def print_facts(faults: Faults) -> PrintFacts | None:
    """The papers and card sizes."""
    return _record(PrintFacts, root() / "card_data" / "papers.yaml", faults)


LANDSCAPE = "-landscape"
SMALLEST_PAPER, LARGEST_PAPER = 50.0, 2000.0
SMALLEST_CARD, LARGEST_CARD = 20.0, 300.0


def paper(name: str, facts: PrintFacts) -> tuple[str, Measure] | None:
    """A paper by its name in papers.yaml or by its measures, and by which name files tell it from others.

    `a4`, `a4-landscape`, `200x300mm`, `8.5x11in`. None for a name that is neither, or for measures beyond 50 to
    2,000 mm.
    """
    wanted = name.strip().lower()
    upright = facts.papers.get(wanted.removesuffix(LANDSCAPE))
    if upright and wanted.endswith(LANDSCAPE):
        return wanted, replace(upright, title=f"{upright.title} landscape", size=upright.extent.turned())
    if upright:
        return wanted, upright
    size = measured(wanted)
    if size is None or not all(SMALLEST_PAPER <= side <= LARGEST_PAPER for side in size):
        return None
    return f"{size.w:g}x{size.h:g}mm", Measure(origin=facts.origin, title=str(size), size=size)


def card_size(name: str, facts: PrintFacts) -> tuple[str, Measure] | None:
    """A card size by its name in papers.yaml or by its measures, 20 to 300 mm; None for what is neither."""
    wanted = name.strip().lower()
    if wanted in facts.cards:
        return wanted, facts.cards[wanted]
    size = measured(wanted)
    if size is None or not all(SMALLEST_CARD <= side <= LARGEST_CARD for side in size):
        return None
    return f"{size.w:g}x{size.h:g}mm", Measure(origin=facts.origin, title=str(size), size=size)


def font_roles(faults: Faults, kit: Path | None = None) -> dict[str, Font]:
    """The typefaces by role: those of all kits, and in place of them or besides those of a kit's own `fonts.yaml`."""
    roles = _record(dict[str, Font], fonts_folder() / FONTS_FILE, faults) or {}
    for folder in reversed(layers(kit, Faults())) if kit else ():
        own = _record(dict[schema.Name, Font], folder / FONTS_FILE, faults) if (folder / FONTS_FILE).is_file() else None
        roles |= {role: _own_font(font, folder, faults) for role, font in (own or {}).items()}
    return roles


def _own_font(font: Font, folder: Path, faults: Faults) -> Font:
    """A typeface of a kit: a file of its folder, or of a font package; what leads elsewhere is refused."""
    path = folder / font.file
    if font.package is not None and not _FONT_PACKAGE.fullmatch(font.package):
        message = f"{font.package!r} is no font package"
        faults.error(font.at("package"), "bad-form", message, "font packages are called 'fontpkg-…'")
    elif not _FONT_FILE.fullmatch(font.file) or (path.is_symlink() and path.resolve().parent != folder.resolve()):
        hint = "copy the font's file into the kit's folder, and name it as it is called there"
        faults.error(font.at("file"), "outside-path", f"{font.file!r} leads out of the kit", hint)
    elif font.package is None:
        return replace(font, file=str(path.absolute()))
    return font


def fonts_folder() -> Path:
    return root() / "fonts"


def game_names() -> list[str]:
    """The games that can be played: every folder of `card_data` with rules, its own or its base's, printable or not."""
    return sorted(path.name for path in (root() / "card_data").iterdir() if _is_game(path))


def _is_game(folder: Path) -> bool:
    return (folder / "rules.yaml").is_file() or overlay.extends(folder) is not None


def find_game(name: str) -> Path | None:
    """As `find`, for a game that need not have anything to print."""
    shelved = root() / "card_data" / name
    for folder in (shelved, Path(name)) if name in game_names() else (Path(name),):
        if _is_game(folder):
            return folder.resolve()
    return None


def open_rules(folder: Path, faults: Faults) -> tuple[str, Node, dict[str, dict[str, Card]]] | None:
    """A game's engine by name, its rules and its cards: all that is needed to play it; None with faults.

    The engine is the one that `kit.yaml` names, or the folder's namesake where there is no such file.
    """
    files = ("rules.yaml", "cards.yaml", *(("kit.yaml",) if (folder / "kit.yaml").is_file() else ()))
    nodes = _nodes(folder, files, faults)
    rules, cards = nodes.get("rules.yaml"), _cards(nodes.get("cards.yaml"), faults)
    kit = _built(KitFile, nodes.get("kit.yaml"), faults)
    name = kit.engine if kit else folder.name
    if name is None and kit:
        faults.error(kit.origin.span, "unknown-engine", "no engine plays this kit", "name one: 'engine: …'")
    return (name, rules, cards) if name and rules and cards is not None and not faults else None


def _nodes(folder: Path, files: Iterable[str], faults: Faults) -> dict[str, Node]:
    """A kit's files by name, its layers laid over each other; nothing where a layer is not to be had.

    What a kit that nothing plays need not say is empty where it does not say it.
    """
    before = faults.noted
    folders = layers(folder, faults)
    if faults.noted != before:
        return {}
    common = _common(faults)
    found = overlay.trees(folders, [file for file in files if file == overlay.KIT_FILE], faults, common)
    kit = found.get(overlay.KIT_FILE)
    played = kit is None or not isinstance(kit.value, dict) or "engine" in kit.value
    spared = () if played else (file for file in files if file not in NEEDED)
    absent = [file for file in spared if not any((place / file).is_file() for place in folders)]
    left = [file for file in files if file not in (overlay.KIT_FILE, *absent)]
    nothing = {file: Node({}, Span(str(folder / file))) for file in absent}
    return translating.translated(found | overlay.trees(folders, left, faults, common) | nothing, faults)


def _common(faults: Faults) -> dict[tuple[str, str], Node]:
    """What all kits have already: colours and text styles. What a kit says of them itself is laid over it."""
    keys = {("kit.yaml", "palette"): "palette.yaml", ("faces.yaml", "styles"): "styles.yaml"}
    found = {key: read(root() / "card_data" / COMMON / file, faults) for key, file in keys.items()}
    return {key: node for key, node in found.items() if node is not None}


def merged(folder: Path, faults: Faults) -> dict[str, Node]:
    """What a kit's files come to, whatever their keys mean."""
    return _nodes(folder, KIT_FILES, faults)


def _cards(node: Node | None, faults: Faults) -> dict[str, dict[str, Card]] | None:
    return _built(dict[schema.Name, dict[schema.Id, Card]], node, faults)


def open_kit(folder: Path, faults: Faults) -> Kit | None:
    """The kit in that folder; None, with faults, if anything in its files is wrong."""
    present = _nodes(folder, KIT_FILES, faults)
    file = _built(KitFile, present.get("kit.yaml"), faults)
    cards = _cards(present.get("cards.yaml"), faults)
    facebook = _built(FaceBook, present.get("faces.yaml"), faults)
    phrasebook = _built(PhraseBook, present.get("phrases.yaml"), faults)
    rulings = _built(dict[str, Ruling], present.get("rulings.yaml"), faults)
    components = _components(file, faults) if file else {}
    sheets = _sheet_book(folder, file, faults) if file else None
    if file and _is_other(folder, file):
        place = file.at("edition" if file.edition == "custom" else "engine")
        overlay.shadows(folder, root() / "card_data", place, faults)
    if cards == {}:
        faults.error(present["cards.yaml"].span, "no-cards", "there are no decks here", "see the README: Add a game")
    if not (file and cards is not None and facebook and phrasebook and rulings is not None and sheets) or faults:
        return None
    _check_ids(cards, faults)
    _check_traits(cards, phrasebook, faults)
    if faults:
        return None
    names = {id_: card.name for deck in cards.values() for id_, card in deck.items()}
    return Kit(
        origin=file.origin,
        slug=folder.name,
        title=file.title,
        tagline=file.tagline,
        edition=file.edition,
        engine=file.engine,
        language=file.language,
        players=file.players,
        minutes=file.minutes,
        ages=file.ages,
        credit=file.credit or _nobody(file),
        palette=file.palette,
        recolour=file.recolour,
        fonts=file.fonts,
        rasterise=file.rasterise,
        rules=present["rules.yaml"],
        cards=cards,
        components=components,
        facebook=facebook,
        phrasebook=replace(phrasebook, terms={**names, **phrasebook.terms}),
        rulings=rulings,
        examples=present["examples.yaml"],
        sheets=sheets,
        spoken=_spoken(folder, file),
        icons={name: _icon(file, name) for name in file.icons},
    )


def _icon(file: KitFile, name: str) -> Icon:
    """An icon of a kit; one that is only a file name is told of where that is written."""
    icon = file.icons[name]
    return icon if isinstance(icon, Icon) else Icon(origin=file.origin.value["icons"].value[name], art=icon)


def _spoken(folder: Path, file: KitFile) -> dict[str, str]:
    """The languages of the folders that a kit is made of; one that does not say has that of its base."""
    mine, *below = layers(folder, Faults())
    found: dict[str, str] = {}
    language = sheetwords.FIRST
    for place in reversed(below):
        node = read(place / overlay.KIT_FILE, Faults())
        told = node.value.get("language") if node and isinstance(node.value, dict) else None
        language = found[str(place)] = str(told.value) if told else language
    return {str(mine): file.language, **found, str(root() / "card_data" / COMMON): sheetwords.FIRST}


def _sheet_book(folder: Path, file: KitFile, faults: Faults) -> SheetBook | None:
    """What sheets are lettered with in a kit's language: the words of all kits, with its own laid over them."""

    def told(language: str, places: Iterable[Path]) -> Iterator[Node]:
        names = [f"sheets.{name}.yaml" for name in reversed(sheetwords.names(language))]
        paths = (place / name for place in places for name in names)
        return (node for path in paths if path.is_file() and (node := read(path, faults)))

    common = root() / "card_data" / COMMON
    first = read(common / f"sheets.{sheetwords.FIRST}.yaml", faults)
    own = told(file.language, (common, *reversed(layers(folder, Faults()))))
    return sheetwords.book(first, list(own), file, faults) if first else None


def _is_other(folder: Path, file: KitFile) -> bool:
    """Whether a kit is another than that of the shelf with its folder's name; a copy of it is none, if it is whole."""
    return file.edition == "custom" or file.engine != folder.name


def _nobody(file: KitFile) -> Credit:
    """The credit of a kit that names nobody."""
    return Credit(origin=file.origin, designer="", title=file.title, notice="", licence="")


def _record(kind: type[T], path: Path, faults: Faults) -> T | None:
    return _built(kind, read(path, faults), faults)


def _built(kind: type[T], node: Node | None, faults: Faults) -> T | None:
    return schema.build(kind, node, faults) if node else None


def _components(file: KitFile, faults: Faults) -> dict[str, Component]:
    from pnp.components import component

    made = {id_: component(node, faults) for id_, node in file.components.items()}
    return {id_: spec for id_, spec in made.items() if spec}


def _check_ids(cards: dict[str, dict[str, Card]], faults: Faults) -> None:
    """A card's id names it everywhere in its kit, so no two decks may share one."""
    seen: dict[str, Card] = {}
    for deck in cards.values():
        for id_, card in deck.items():
            if id_ in seen:
                first = seen[id_].origin.key_span
                there = f"in {first.cell.name}" if first.cell.name else f"on line {first.line}"
                if first.file != card.origin.key_span.file:
                    there = f"in {first.short}"
                hint = "an id is that of one card, whatever deck it is in: take another"
                faults.error(card.origin.key_span, "duplicate-card", f"{id_!r} is a card already, {there}", hint)
            seen[id_] = card


def _check_traits(cards: dict[str, dict[str, Card]], book: PhraseBook, faults: Faults) -> None:
    """Traits are a mapping, on cards and in the forms of phrases; what is in them is the engine's to know."""
    nodes = [card.traits for deck in cards.values() for card in deck.values() if card.traits]
    nodes.extend(phrase.traits for phrases in book.slots.values() for phrase in phrases)
    for node in nodes:
        if not isinstance(node.value, dict):
            faults.error(node.span, "wrong-type", "expected a mapping of traits", "write {name: value, …}")


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The sentence for a name that is not known, with the nearest that is."""
    known = list(known)
    hint = did_you_mean(name, known)
    return f"there is no {what} {name!r}" + (f"; {hint}" if hint else f"; there are {', '.join(known)}")


def _hashed_folders(kit: Path) -> Iterator[tuple[str, Path]]:
    """The folders that a kit is made of, by names that do not depend on where they lie."""
    for depth, folder in enumerate(layers(kit, Faults())):
        below = f" of base {depth}" if depth else ""
        yield f"kit{below}", folder
        yield f"art{below}", root() / "art" / folder.name
    yield "common art", root() / "art" / COMMON
    yield "common", root() / "card_data" / COMMON


def made_of(kit: Path) -> tuple[list[Path], list[Path], set[str]]:
    """The folders that a kit is made of, the files besides them, and the endings of what counts in the folders."""
    folders = [folder for _, folder in _hashed_folders(kit)]
    return folders, [root() / "card_data" / "papers.yaml", fonts_folder() / FONTS_FILE], _HASHED | FONT_FILES


def data_version(kit: Path, fonts: Iterable[Path], faults: Faults) -> str:
    """SHA-256, in hex, of all that a kit is printed from: its data, templates, pictures, fonts and the print facts.

    Line ends do not count, nor where the files lie, so a checkout on another system has the same version.
    """
    named = [("papers.yaml", root() / "card_data" / "papers.yaml"), ("fonts.yaml", root() / "fonts" / "fonts.yaml")]
    named.extend((f"fonts/{path.name}", path) for path in fonts)
    for place, folder in _hashed_folders(kit):
        files = (path for path in folder.rglob("*") if path.suffix.lower() in _HASHED and path.is_file())
        named.extend((f"{place}/{path.relative_to(folder).as_posix()}", path) for path in files)
    total = hashlib.sha256()
    for label, path in sorted(named):
        try:
            data = path.read_bytes()
        except OSError as error:
            faults.error(Span(str(path)), "unreadable-file", f"cannot read this file: {error.strerror or error}")
            continue
        if path.suffix.lower() in _TEXT:
            data = data.replace(b"\r\n", b"\n")
        total.update(f"{label} {len(data)}\n".encode("utf-8", "surrogatepass"))
        total.update(data)
    return total.hexdigest()
