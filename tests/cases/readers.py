"""The readers of cases: each reads the text or the files of a case, and returns what was reported and the value."""

from __future__ import annotations

import ast
import pprint
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from jsonschema import Draft202012Validator

from pnp import components
from pnp.components import elements, faces
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics import picture_files
from pnp.graphics.images import Gallery
from pnp.kit import expressions, load, paths, tables
from pnp.kit.fields import ExpressionError, expression, field_value
from pnp.pipeline import job, schemas
from pnp.pipeline.context import open_context
from pnp.sources import Node, po, yaml
from pnp.text.layout import set_text
from pnp.text.styles import Setting, styles_of
from tests.conftest import ROOT, SMALL, fresh, run
from tests.support import engines, examples, kinds, records, small_deck, templates, text, three_cards
from tests.support.cases import Case, Reading, Source
from tests.support.expressions import FIELDS, WORDS
from tests.support.faces import SIZES as FACE_SIZES
from tests.support.svg import HEAD

Context = Callable[[], RenderContext]
"""The rhino kit with everything it is drawn with, opened when it is first needed."""


def reading(found: Diagnostics, folder: Path, value: object = "", file: str = "") -> Reading:
    shown = value if isinstance(value, str) else pprint.pformat(value, width=110, sort_dicts=False, compact=True)
    return Reading(list(found), folder, shown, file)


def content(case: Case) -> bytes:
    return case.text.data(escaped="escaped" in case.settings)


def words(case: Case) -> str:
    return content(case).decode("utf-8", "surrogatepass")


# Kits --------------------------------------------------------------------------------------------------------


@contextmanager
def installed(case: Case, folder: Path) -> Iterator[None]:
    """With `@ installed six`, this kit of the tests is installed, in place of the games that come with the program.

    Overlays of it are read in a tenth of the time. A case may install more in `../root/card_data`.
    """
    name = case.settings.get("installed")
    root = folder / "root" if name else None
    if root and name:
        shutil.copytree(SMALL.with_name(name), root / "card_data" / name)
        shutil.copytree(ROOT / "card_data" / paths.COMMON, root / "card_data" / paths.COMMON)
        shutil.copy(ROOT / "card_data" / paths.PAPERS_FILE, root / "card_data")
        for shared in ("fonts", "art"):
            (root / shared).symlink_to(ROOT / shared)
    with paths.rooted(root):
        yield


def kit_of(case: Case, folder: Path) -> Path:
    """The kit that a case names, with its own files and changes."""
    base = case.settings.get("kit", "none")
    shipped = paths.data_folder() / base
    kit = folder / case.settings.get("folder", base if shipped.is_dir() else "mine")
    if base == "three":
        three_cards.write(kit)
    elif base == "deck":
        small_deck.written(kit, small_deck.FACES + small_deck.BACK)
    elif base == "none":
        kit.mkdir()
    else:
        shutil.copytree(SMALL.parent / base if (SMALL.parent / base).is_dir() else shipped, kit)
    for source in case.files:
        path = kit / source.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.data(escaped="escaped" in case.settings))
    for line in case.text.lines:
        for step in examples.steps(line):
            step.do(kit / step.file)
    return kit


def checked(case: Case, folder: Path, _context: Context) -> Reading:
    """All errors and warnings of `pnp check`."""
    diagnostics = Diagnostics()
    with installed(case, folder):
        kit = kit_of(case, folder)
        diagnostics.add(job.check(kit, diagnostics))
    diagnostics.replace([one for one in diagnostics if one.severity != "note"])
    return reading(diagnostics, kit)


def loaded(case: Case, folder: Path, _context: Context) -> Reading:
    """What is wrong with the data of a kit, before anything is drawn."""
    kit, diagnostics = kit_of(case, folder), Diagnostics()
    load.open_kit(kit, diagnostics)
    return reading(diagnostics, kit)


def opened(case: Case, folder: Path, _context: Context) -> Reading:
    """What is wrong with the data of a kit, its templates and what it is drawn with."""
    kit, diagnostics = kit_of(case, folder), Diagnostics()
    open_context(kit, diagnostics)
    return reading(diagnostics, kit)


def drawn(case: Case, folder: Path, _context: Context) -> Reading:
    """What is wrong with a kit until its pieces are drawn, and the texts on them if there are few.

    Pieces that describe the finished set are not drawn, for nothing is imposed.
    """
    kit, diagnostics = kit_of(case, folder), Diagnostics()
    context = open_context(kit, diagnostics)
    kinds = context.kit.components.items() if context else ()
    imposed = [(id_, spec) for id_, spec in kinds if not components.describes_set(spec)]
    pieces = [piece for id_, spec in imposed if context for piece in components.pieces(id_, spec, context)]
    lines = [
        f"{piece.id}: {[one.text for one in piece.front.texts()]}"
        + (f" back {back}" if piece.back and (back := [one.text for one in piece.back.texts()]) else "")
        for piece in pieces
    ]
    return reading(diagnostics, kit, "\n".join(lines) if "words" in case.settings else "")


def face(case: Case, folder: Path, _context: Context) -> Reading:
    """A face of a kit that is drawn alone, without the fields of a card."""
    kit, diagnostics = kit_of(case, folder), Diagnostics()
    context = open_context(kit, diagnostics)
    if context:
        name = case.settings["face"]
        faces.draw(context, name, FACE_SIZES[name], context.kit_scope(), Span("faces.yaml"))
    return reading(diagnostics, kit)


def filled(case: Case, folder: Path, _context: Context) -> Reading:
    """A template of a kit, which is opened once for all lines of a case."""
    key = (case.file, case.name)
    if key not in _OPENED:
        kit, diagnostics = kit_of(case._replace(sources=(Source("", ()), *case.sources[1:])), folder), Diagnostics()
        context = open_context(kit, diagnostics)
        assert context is not None, list(diagnostics)
        _OPENED.clear()
        _OPENED[key] = context, kit
    context, kit = _OPENED[key]
    name = f"t{folder.name}.md"  # texts are kept by their names
    (kit / name).write_bytes(content(case))
    context.diagnostics.replace([])
    return reading(context.diagnostics, kit, context.templates.fill(name, templates.HERE), name)


_OPENED: dict[tuple[Path, str], tuple[RenderContext, Path]] = {}


def engine(case: Case, folder: Path, _context: Context) -> Reading:
    """The engine of a shipped game, made of its own data as a case changes them."""
    kit, diagnostics = kit_of(case, folder), Diagnostics()
    game = engines.make(case.settings["kit"], kit, diagnostics)
    return reading(diagnostics, kit, "no game" if game is None else "")


def command(case: Case, folder: Path, _context: Context) -> Reading:
    """The exit code and the output of `@ run`, or of each line, in the folder around the kit of a case.

    If it fails, the files follow that it wrote, changed or removed.
    """
    line = case.settings.get("run") or words(case)
    changes = case.text if "run" in case.settings else Source("", ())
    kit = kit_of(case._replace(sources=(changes, *case.sources[1:])), folder)
    before = _files(folder)
    with chdir(folder):
        result = run(*shlex.split(line))
    output = result.output.replace(f"{folder}/", "").replace(str(ROOT), "ROOT")
    touched = sorted({name for name, _ in before.items() ^ _files(folder).items()}) if result.exit_code else []
    return Reading([], kit, f"exit {result.exit_code}\n{output}" + "".join(f"wrote {name}\n" for name in touched))


def _files(folder: Path) -> dict[str, bytes]:
    """All files in a folder, by their paths in it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# Tables, YAML and other texts --------------------------------------------------------------------------------


def table(case: Case, folder: Path, _context: Context) -> Reading:
    """The cards of tables; the text is what `kit.yaml` writes below `cards`, or nothing if one table has all."""
    escaped = "escaped" in case.settings
    for source in case.files:
        (folder / source.name).write_bytes(source.data(escaped=escaped))
    diagnostics = Diagnostics()
    if case.text.lines:
        named = yaml.parse("\n".join(case.text.lines), "kit.yaml", diagnostics)
    else:
        named = Node(case.files[0].name, Span("kit.yaml"), None, case.files[0].name)
    node = tables.of_kit(folder, named, diagnostics, whole=True) if named else None
    return reading(diagnostics, folder, node.plain() if node else "", "kit.yaml")


def yaml_text(case: Case, folder: Path, _context: Context) -> Reading:
    """A YAML file."""
    diagnostics = Diagnostics()
    (folder / "f.yaml").write_bytes(content(case))
    node = yaml.read(folder / "f.yaml", diagnostics)
    return reading(diagnostics, folder, repr(node.plain()) if node else "", "f.yaml")


def record(case: Case, folder: Path, _context: Context) -> Reading:
    """A YAML text as the type that the case names."""
    diagnostics = Diagnostics()
    node = yaml.parse(words(case), "f.yaml", diagnostics)
    value = records.built(case.settings["type"], node, diagnostics) if node else None
    return reading(diagnostics, folder, "" if diagnostics else repr(value), "f.yaml")


def papers(case: Case, folder: Path, _context: Context) -> Reading:
    """The papers of a user; the value has the sizes of all."""
    diagnostics = Diagnostics()
    (folder / "papers.yaml").write_bytes(content(case))
    facts = load.print_facts(diagnostics, folder / "papers.yaml")
    sizes = {name: tuple(paper.size) for name, paper in facts.papers.items()} if facts else ""
    return reading(diagnostics, folder, sizes, "papers.yaml")


def work_file(case: Case, folder: Path, _context: Context) -> Reading:
    """A PO file."""
    diagnostics = Diagnostics()
    entries = po.parse(words(case), "texts.es.po", diagnostics)
    return reading(diagnostics, folder, "\n".join(map(repr, entries or ())), "texts.es.po")


def svg(case: Case, folder: Path, _context: Context) -> Reading:
    """An SVG file, or with `@ body` what is inside its root."""
    diagnostics = Diagnostics()
    data = HEAD.encode() + b"\n" + content(case) + b"\n</svg>" if "body" in case.settings else content(case)
    (folder / "x.svg").write_bytes(data)
    drawing = Gallery([folder], diagnostics).drawing("x.svg", Span("cards.yaml", 7, 3, 9), "#000000")
    shown = f"{drawing.size.w:g} × {drawing.size.h:g} {drawing.alt!r}" if drawing else ""
    found = reading(diagnostics, folder, shown, "x.svg")
    return _inside(found) if "body" in case.settings else found


def pixels(case: Case, folder: Path, _context: Context) -> Reading:
    """What is inside the root of an SVG file that a program of its own renders."""
    diagnostics = Diagnostics()
    source = picture_files.read(HEAD.encode() + b"\n" + content(case) + b"</svg>", folder / "x.svg", diagnostics)
    return _inside(reading(diagnostics, folder, source.text if source else "", "x.svg"))


def _inside(whole: Reading) -> Reading:
    """A reading with the lines that its text has below the line of the root."""
    found = [
        one._replace(span=one.span._replace(line=one.span.line - 1)) if one.span.file.endswith("x.svg") else one
        for one in whole.found
    ]
    return whole._replace(found=found)


def picture(case: Case, folder: Path, _context: Context) -> Reading:
    """A picture that a kit names; files with the ends of other names are empty."""
    diagnostics = Diagnostics()
    for source in case.files:
        path = folder / source.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.data(escaped="escaped" in case.settings))
    drawing = Gallery([folder], diagnostics).drawing(words(case), Span("kit.yaml", 7, 3, 9))
    return reading(diagnostics, folder, "a picture" if drawing else "")


def schema(case: Case, folder: Path, _context: Context) -> Reading:
    """Whether the JSON Schema of a file accepts it; with `@ part` as a file of an overlay."""
    made = schemas.schema(case.settings["schema"], part="part" in case.settings)
    node = yaml.parse(words(case), "f.yaml", Diagnostics())
    valid = node is not None and Draft202012Validator(made).is_valid(node.plain())
    return Reading([], folder, "valid" if valid else "not valid")


# Expressions, elements, components and Markdown --------------------------------------------------------------


def evaluated(case: Case, folder: Path, _context: Context) -> Reading:
    """An expression of a face; with `@ needed` a field below which nothing may be missing."""
    needed = (case.settings["needed"],) if "needed" in case.settings else ()
    source = words(case)
    try:
        value = expressions.value(expression(source), lambda path: field_value(FIELDS, path), WORDS, needed=needed)
    except ExpressionError as error:
        wrong = Diagnostic(Span("", 1, 1), "error", "bad-expression", error.message, tuple(error.hints))
        return Reading([wrong], folder)
    return Reading([], folder, repr(value))


def element(case: Case, folder: Path, context: Context) -> Reading:
    """An element of a face, drawn with the fields of `@ scope`."""
    mine = grass(context)
    spec = elements.element(yaml.parse(words(case), "faces.yaml", mine.diagnostics), mine.diagnostics)
    if spec:
        elements.draw(mine, spec, {**ast.literal_eval(case.settings.get("scope", "{}")), "origins": {}})
    return reading(mine.diagnostics, folder, "", "faces.yaml")


def component(case: Case, folder: Path, context: Context) -> Reading:
    """The texts on the pieces of a component, which is the text of the case or its file."""
    mine = grass(context)
    source = case.sources[-1]
    pieces = kinds.made(mine, "\n".join(source.lines))
    return reading(mine.diagnostics, folder, "\n".join(f"{one.id}: {kinds.texts(one)}" for one in pieces), "kit.yaml")


def grass(context: Context) -> RenderContext:
    """The rhino kit with rules of lists and colours of grass."""
    diagnostics = Diagnostics()
    kit = context().kit
    palette = {**kit.palette, "turf": "#eef3e0", "wood": "#e3d2b0"}
    rules = yaml.parse(kinds.RULES, "rules.yaml", diagnostics)
    return fresh(context(), kit=replace(kit, rules=rules, palette=palette), diagnostics=diagnostics)


def markdown(case: Case, folder: Path, context: Context) -> Reading:
    """The lines of a Markdown text that is set as wide as a page of a book."""
    diagnostics = Diagnostics()
    styles = {name: one for name, one in styles_of(context().kit.facebook.styles, "book").items() if name != "lead"}
    fonts, say = context().fonts, context().say
    setting = Setting(fonts, styles, text.COLOURS.__getitem__, text.PICTURES.get, text.HERE, diagnostics, say)
    return reading(diagnostics, folder, "\n".join(text.said(set_text(words(case), setting, text.WIDTH).strips)))


def called(case: Case, folder: Path, _context: Context) -> Reading:
    """What a function gives for a text, or with `@ literals` for values as Python writes them, or how it fails.

    Of a mapping of functions, the first value names one.
    """
    module, _, name = case.settings["call"].rpartition(".")
    function = getattr(import_module(module), name)
    arguments = ast.literal_eval(f"({words(case)},)") if "literals" in case.settings else (words(case),)
    try:
        value = function[arguments[0]](*arguments[1:]) if isinstance(function, Mapping) else function(*arguments)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what the case shows
        message, hints = str(error) or getattr(error, "message", ""), getattr(error, "hints", ())
        span = getattr(error, "span", Span(""))
        return Reading([Diagnostic(span, "error", type(error).__name__, message, tuple(hints))], folder)
    shown = list(value) if isinstance(value, Iterator) else value
    return reading(Diagnostics(), folder, repr(shown))


READERS: MappingProxyType[str, Callable[[Case, Path, Context], Reading]] = MappingProxyType({
    "check": checked, "load": loaded, "open": opened, "draw": drawn, "face": face, "template": filled, "table": table,
    "yaml": yaml_text, "record": record, "po": work_file, "svg": svg, "pixels": pixels, "expression": evaluated,
    "element": element, "component": component, "markdown": markdown, "call": called, "command": command,
    "engine": engine, "picture": picture, "schema": schema, "papers": papers,
})  # fmt: skip
