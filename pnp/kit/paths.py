"""Find the folders of kits, the kits they extend, and a hash of all files that a kit is printed from.

Data is in `card_data/`, `fonts/` and `art/`, inside the package if it was installed from a wheel and beside it in a
checkout. This module imports nothing slow, because a build with nothing to do needs no other module.

A kit's folder is found by a name or path from the user.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics, Span, did_you_mean, files, unknown
from pnp.diagnostics.files import LONGEST_KIT, problem, problem_of_path, short, similar
from pnp.kit import plugins
from pnp.sources import Node
from pnp.sources.yaml import read

KIT_FILE = "kit.yaml"
FONTS_FILE = "fonts.yaml"
PAPERS_FILE = "papers.yaml"
OWN_PAPERS = f"your own {PAPERS_FILE}, whose place 'pnp list' shows"
"""The file for papers that are not shipped, as hints name it."""
RULE_FILE = "proof.rules"
COMMON = "common"
"""The folder of shared files, in `card_data` and in `art`: text styles, templates, pictures."""
MAX_LAYERS = 20
MAX_KIT_FILE = 2_000_000
MAX_HASHED = 50_000_000
"""Maximum bytes of a file that a kit is printed from."""
FONT_FILES = {".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"}
_HASHED = {".yaml", ".csv", ".tsv", ".xlsx", ".ods", ".md", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".po"}
KINDS = _HASHED | FONT_FILES | {".json"}
"""The suffixes of a kit's files."""
_VOUCHED = re.compile(r"vouched(?:\.[\w-]+)?\.yaml$")
"""Files that nothing is printed from."""
_TEXT = {".yaml", ".csv", ".tsv", ".md", ".svg", ".po"}

_PLAIN = re.compile(r"[^\s./\\:~][^/\\:\x00-\x1f]*")
"""The plain name of a folder on any system: not hidden, and not a path."""

_elsewhere: ContextVar[Path | None] = ContextVar("_elsewhere", default=None)


@contextmanager
def rooted(folder: Path | None) -> Iterator[None]:
    """Use another folder as the root in a `with` block; None changes nothing."""
    token = _elsewhere.set(folder or _elsewhere.get())
    try:
        yield
    finally:
        _elsewhere.reset(token)


def root() -> Path:
    """The folder that contains `card_data`, `fonts` and `art`."""
    elsewhere = _elsewhere.get()
    if elsewhere:
        return elsewhere
    package = Path(__file__).resolve().parents[1]
    inside = package / "_data"
    return inside if inside.is_dir() else package.parent


def data_folder() -> Path:
    """The folder of installed kits."""
    return root() / "card_data"


def installed_folders() -> list[Path]:
    """The folders of installed kits: that of this program, and the `card_data` of each package of `pnp.games`."""
    return [data_folder(), *(folder for folder, _ in _added_folders())]


def _added_folders() -> Iterator[tuple[Path, plugins.Plugin]]:
    """The folders of kits that other distributions add, each once."""
    seen = set()
    for plugin in plugins.added(plugins.GAMES):
        package = plugins.folder(plugin.module)
        if package and package not in seen and (package / "card_data").is_dir():
            seen.add(package)
            yield package / "card_data", plugin


def installed_kit(name: str) -> Path | None:
    """The folder of an installed kit. Of several with one name it is the first, and this program's come first."""
    return next((folder / name for folder in installed_folders() if _is_kit(folder / name)), None)


def unused_kits() -> Iterator[Diagnostic]:
    """A warning for each kit of another distribution whose name is taken."""
    before = {COMMON, "all", *_kits(data_folder())}
    for folder, plugin in _added_folders():
        for name in _kits(folder):
            if name in before:
                message = f"{plugin.distribution} is not used here: there is another kit with the name {name!r}"
                hint = "update or uninstall this distribution"
                yield Diagnostic(Span(str(folder / name / KIT_FILE)), "warning", "unusable-plugin", message, (hint,))
            before.add(name)


def kit_names() -> list[str]:
    """The kits that are installed: every folder with a `kit.yaml` in `card_data`, of other distributions too."""
    return sorted({name for folder in installed_folders() for name in _kits(folder)} - {COMMON, "all"})


def game_kits() -> list[str]:
    """The installed kits that extend no other, one for each game; all others are editions of one of them."""
    return [name for name in kit_names() if game_of(name) == name]


def game_of(name: str) -> str:
    """The kit at the end of an installed kit's chain of bases; the kit itself if it extends no other."""
    return layers(installed_kit(name) or data_folder() / name, Diagnostics())[-1].name


def find(name: str) -> Path | None:
    """The folder of an installed kit, by name, or of a kit at a path; None if it has no `kit.yaml`."""
    return _first(name, kit_names(), _is_kit)


def _first(name: str, known: Iterable[str], fits: Callable[[Path], bool]) -> Path | None:
    places = (*(folder / name for folder in installed_folders()), Path(name)) if name in known else (Path(name),)
    return next((folder.resolve() for folder in places if fits(folder)), None)


def is_installed(kit: Path) -> bool:
    """Whether a kit and all kits that it extends were installed, with this program or another distribution."""
    places = {folder.resolve() for folder in installed_folders()}
    return all(folder.resolve().parent in places for folder in layers(kit, Diagnostics()))


def art_folders(kit: Path) -> list[Path]:
    """The folders to search for a kit's pictures: for each layer, its data and its art; then the shared art.

    An overlay's folders come before its base's.
    """
    own = [place for folder in layers(kit, Diagnostics()) for place in (folder, root() / "art" / folder.name)]
    return [*own, root() / "art" / COMMON]


def template_folders(kit: Path) -> list[Path]:
    """The folders to search for a kit's templates: its layers, then the shared folder."""
    return [*layers(kit, Diagnostics()), data_folder() / COMMON]


def fonts_folder() -> Path:
    return root() / "fonts"


def game_names() -> list[str]:
    """The games that can be played: every folder of `card_data` with rules, its own or its base's, printable or not."""
    games = {path.name for folder in installed_folders() for path in folder.iterdir() if _is_game(path)}
    return sorted(games - {COMMON, "all"})


def _is_game(folder: Path) -> bool:
    return (folder / "rules.yaml").is_file() or extends(folder) is not None


def find_game(name: str) -> Path | None:
    """Like `find`, but for games, which need no `kit.yaml`."""
    return _first(name, game_names(), _is_game)


# Layers -----------------------------------------------------------------------------------------------------


def extends(folder: Path) -> Node | None:
    """The value of `extends` in a kit's `kit.yaml`; None if it has none or cannot be read."""
    file = folder / KIT_FILE
    try:
        text = files.read(file, MAX_KIT_FILE)
    except (OSError, ValueError):
        return None
    if b"extends" not in text and b"\\" not in text:  # saves parsing, as most kits extend no other
        return None
    node = read(file, Diagnostics())
    return node.value.get("extends") if node and isinstance(node.value, dict) else None


def layers(folder: Path, diagnostics: Diagnostics) -> tuple[Path, ...]:
    """The folders of a kit's layers, its own first and its lowest base last.

    A missing layer is an error, and the result ends above it.
    """
    folders, known = [folder], {folder.resolve()}
    while (node := extends(folders[-1])) is not None:
        if shadows(folders[-1], node.span, diagnostics):
            break
        base = _base(folders[-1], node, diagnostics)
        if base is None:
            break
        if base.resolve() in known or len(folders) >= MAX_LAYERS:
            report = " -> ".join(layer.name for layer in (*folders, base))
            diagnostics.error(node.span, "circular-extends", f"the kits extend each other in a circle: {report}")
            break
        folders.append(base)
        known.add(base.resolve())
    return tuple(folders)


def shadows(folder: Path, span: Span, diagnostics: Diagnostics) -> bool:
    """Whether a user's kit has the name of an installed kit, which is an error: names distinguish kits."""
    named = installed_kit(folder.name)
    if named is None or named.resolve() == folder.resolve():
        return False
    message = f"this kit has the same name as the installed kit {folder.name!r}"
    diagnostics.error(span, "shadowed-kit", message, f"rename its folder, for example to 'my-{folder.name}'")
    return True


def _base(folder: Path, node: Node, diagnostics: Diagnostics) -> Path | None:
    """The folder of an overlay's base: an installed kit, or a folder inside or beside the overlay's."""
    text = node.value
    if not isinstance(text, str) or not text:
        diagnostics.error(node.span, "wrong-type", "expected the name or path of a kit", "for example 'extends: chess'")
        return None
    installed = installed_kit(text) if _PLAIN.fullmatch(text) else None
    if installed:
        return installed
    home = folder.resolve()
    if not _is_near_path(text) or not _resolves_near(home, text):
        hint = "name an installed kit, a folder inside this one, or one beside it: ../other"
        slashes = "write paths with slashes, not backslashes, on all systems" if "\\" in text else ""
        diagnostics.error(node.span, "outside-path", f"'{text}' is not inside or beside this kit", slashes, hint)
        return None
    if _is_kit(home / text):
        return (home / text).resolve()
    inside = (f"./{name}" for name in _kits(home))
    beside = (f"../{name}" for name in _kits(home.parent) if name != home.name)
    near = did_you_mean(text, [*kit_names(), *inside, *beside]) or f"kits: {', '.join(kit_names())}"
    diagnostics.error(node.span, "unknown-kit", f"there is no kit {text!r} to extend", near)
    return None


def possible_bases(folder: Path) -> list[Path]:
    """The folders in which the base of a kit may be, whether or not they exist."""
    node = extends(folder)
    text = node.value if node and isinstance(node.value, str) else ""
    installed = [data_folder() / text] if _PLAIN.fullmatch(text) else []
    home = folder.resolve()
    return [*installed, home / text] if _is_near_path(text) and _resolves_near(home, text) else installed


def _is_near_path(text: str) -> bool:
    """Whether a path is that of a folder inside or beside the current one."""
    first, *others = text.removesuffix("/").split("/")
    plain = all(_PLAIN.fullmatch(part) for part in others) and len(text) < 200
    return plain and (bool(_PLAIN.fullmatch(first)) or (first in (".", "..") and bool(others)))


def _resolves_near(home: Path, text: str) -> bool:
    """Whether a path is inside or beside a folder after links are followed."""
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
    """The names of the kits in a folder."""
    try:
        return sorted(path.name for path in folder.iterdir() if _is_kit(path))
    except OSError:
        return []


# Version ----------------------------------------------------------------------------------------------------


def _hashed_folders(kit: Path) -> Iterator[tuple[str, Path]]:
    """The folders whose files are hashed for a kit, by names that do not depend on where the folders are."""
    for depth, folder in enumerate(layers(kit, Diagnostics())):
        below = f" of base {depth}" if depth else ""
        yield f"kit{below}", folder
        yield f"art{below}", root() / "art" / folder.name
    yield "common art", root() / "art" / COMMON
    yield "common", data_folder() / COMMON


def font_files(kit: Path) -> list[Path]:
    """The files of all font roles that a kit may use: the shared ones and its own."""
    paths = []
    for folder in (fonts_folder(), *layers(kit, Diagnostics())):
        node = read(folder / FONTS_FILE, Diagnostics()) if files.is_there(folder / FONTS_FILE) else None
        roles = node.plain() if node else {}
        fonts = [font for font in roles.values() if isinstance(font, dict)] if isinstance(roles, dict) else []
        named = [font for font in fonts if isinstance(font.get("file"), str)]
        paths += [font_path(font["file"], font.get("package"), folder) for font in named]
    return paths


def font_path(file: str, package: object, folder: Path) -> Path:
    """The path of a font file: in its package, or in the folder of the `fonts.yaml` that names it."""
    if not isinstance(package, str):
        return folder / file
    own = package_folder(package)
    return own / file if file.endswith(".py") else own / "files" / file


@cache
def package_folder(package: str) -> Path:
    """The folder of an installed package; one that is not installed has none, only its name."""
    return plugins.folder(package.replace("-", "_")) or Path(package)


def data_version(kit: Path, fonts: Iterable[Path], diagnostics: Diagnostics) -> str:
    """The SHA-256, in hex, of all files that a kit is printed from: data, templates, pictures, fonts and papers.

    Line ends and the location of the files are ignored, so a checkout on another system has the same version. So are
    files that are never printed: links out of the kit, pipes, and files that are too large.
    """
    named = [("papers.yaml", data_folder() / "papers.yaml"), ("fonts.yaml", root() / "fonts" / "fonts.yaml")]
    named.extend((f"fonts/{path.name}", path) for path in fonts)
    folders = dict(_hashed_folders(kit))
    for place, folder in folders.items():
        kinds = (path for path in folder.rglob("*") if _is_hashed(path, folder))
        own = (path for path in kinds if not files.leads_out(path, folders.values()))
        named.extend((f"{place}/{path.relative_to(folder).as_posix()}", path) for path in own)
    total = hashlib.sha256()
    for label, path in sorted(named):
        try:
            data = files.read(path, MAX_HASHED)
        except (files.NotAFileError, files.TooLargeError, FileNotFoundError):
            continue
        except OSError as error:
            diagnostics.error(Span(str(path)), "unreadable-file", f"cannot read this file: {error.strerror or error}")
            continue
        if path.suffix.lower() in _TEXT:
            data = data.replace(b"\r\n", b"\n")
        total.update(f"{label} {len(data)}\n".encode("utf-8", "surrogatepass"))
        total.update(data)
    return total.hexdigest()


def _is_hashed(path: Path, folder: Path) -> bool:
    """Whether a file in a kit's folder may change what is printed. Of JSON files, only tables do: they are directly in
    the folder, and manifests of builds are not."""
    if path.suffix.lower() == ".json":
        return path.parent == folder and path.name != "manifest.json"
    return path.suffix.lower() in _HASHED and not _VOUCHED.match(path.name)


def kit_at(path: Path) -> Path | None:
    """The kit that a path is in: the nearest folder with a `kit.yaml`, from the path upwards; None if there is none."""
    there = path.resolve()
    return next((folder for folder in (there, *there.parents) if (folder / KIT_FILE).is_file()), None)


def kit_folder(name: str) -> Path:
    """The folder of an installed kit, by name, or of a kit at a path: its folder, or a file in it.

    Raises ValueError if there is no such kit, or if the folder's name is not valid in the names of PDFs.
    """
    check_path(name)
    folder = find(name) or (kit_at(Path(name)) if Path(name).is_file() else None)
    if folder is None:
        raise ValueError(unknown_kit("kit", name, kit_names()))
    if re.search("[\ud800-\udfff]", folder.name):
        raise ValueError(f"the name of {name!r} is not UTF-8: rename the folder")
    failure = problem(folder.name, LONGEST_KIT)
    if failure:
        message = f"{short(folder.name)!r} is not a valid name for a kit's folder"
        raise ValueError(f"{message}: {failure}; rename the folder")
    return folder


MAX_FOLDERS = 20_000
"""How many folders are searched for kits."""
_NOT_SEARCHED = {"node_modules"}
_ENVIRONMENT = "pyvenv.cfg"
"""The file by which a virtual environment of Python is known."""


def kits_below(folder: Path) -> list[Path]:
    """The kits in a folder and below it, sorted. Hidden folders, links and environments of Python are not searched.

    Raises ValueError if there are too many folders to search.
    """
    found = []
    for number, (place, folders, names) in enumerate(os.walk(folder.resolve())):
        if number >= MAX_FOLDERS:
            raise ValueError(f"there are more than {MAX_FOLDERS:,} folders in {str(folder)!r}; name the kits")
        left_out = _ENVIRONMENT in names
        folders[:] = [] if left_out else sorted(n for n in folders if not n.startswith(".") and n not in _NOT_SEARCHED)
        if KIT_FILE in names and not left_out:
            found.append(kit_folder(place))
    return sorted(found)


def check_path(path: str | Path) -> None:
    """Raise ValueError for a path that is invalid on this system."""
    failure = problem_of_path(Path(path), windows=os.name == "nt")
    if failure:
        raise ValueError(failure)


def unknown_kit(what: str, named: str, known: list[str]) -> str:
    """The message for a name that is no kit or game. Suggestions include kits in the current folder."""
    if find(named):
        return f"the kit {named!r} has no engine: it can be printed, but not played"
    if Path(named).is_dir():
        near = similar(Path(named), "kit.yaml")
        return f"the folder {named!r} is not a {what}: it contains no kit.yaml{near and '; '}{near}"
    if Path(named).is_file():
        return f"{named!r} is a file that is in no {what}: there is no kit.yaml beside it or above it"
    here = sorted(path.parent.name for path in Path().glob("*/kit.yaml"))
    return unknown(what, named, dict.fromkeys((*known, *here)))
