"""Entry points of other distributions: found without an import, never in place of what is there, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path

import pytest

from pnp import checks, rules
from pnp.kit import plugins
from tests.conftest import ROOT, edit
from tests.support import goofspiel, three_cards

pytestmark = pytest.mark.slow

Pnp = Callable[..., subprocess.CompletedProcess[str]]


def pnp_with(site: Path, cwd: Path) -> Pnp:
    """Runs `pnp` in a folder, with distributions that are installed in another."""
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "COLUMNS": "200", "PYTHONUTF8": "1"}

    def run(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "pnp", *arguments]
        return subprocess.run(
            line, cwd=cwd, env=env, input=answers, capture_output=True, text=True, encoding="utf-8", check=False
        )

    return run


def installed(site: Path, name: str, entries: str, modules: dict[str, str]) -> Path:
    """A distribution as pip leaves it, without building it; the file with its entry points."""
    info = site / f"{name}-0.3.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.3\n", "utf-8")
    (info / "entry_points.txt").write_text(entries, "utf-8")
    (info / "RECORD").write_text(f"{info.name}/METADATA,,\n{info.name}/entry_points.txt,,\n", "utf-8")
    for module, text in modules.items():
        path = site / module
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return info / "entry_points.txt"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Where distributions are installed."""
    return tmp_path / "site"


@pytest.fixture
def pnp(site: Path, tmp_path: Path) -> Pnp:
    """Runs `pnp` beside a kit of three cards, which nothing plays."""
    kit = three_cards.write(tmp_path / "here" / "cards")
    (kit / "green.svg").write_text(goofspiel.ART, "utf-8")
    return pnp_with(site, tmp_path / "here")


# A whole distribution ----------------------------------------------------------------------------------------


def test_a_distribution_adds_a_game_with_its_data_and_art_and_a_check(tmp_path):
    source, site, here = goofspiel.distribution(tmp_path / "source"), tmp_path / "site", tmp_path / "here"
    here.mkdir()
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target", str(site)]
    install = [sys.executable, "-m", "pip", "install", *options, str(source)]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pnp = pnp_with(site, here)
    listed = pnp("list")
    assert listed.returncode == 0, listed.stderr
    assert "  goofspiel      Goofspiel: " in listed.stdout
    found = pnp("check", "goofspiel")
    assert found.returncode == 0, found.stderr
    name = f"{Path('card_data', 'goofspiel', 'cards.yaml')}:2:15: warning[unlucky-name]: ace brings bad luck"
    assert name in found.stdout
    assert "1 warning, in goofspiel" in found.stdout
    built = pnp("build", "goofspiel")
    assert built.returncode == 0, built.stderr
    assert list((here / "output" / "goofspiel-a4").glob("*.pdf"))
    assert "(nothing has changed: " in pnp("build", "goofspiel").stdout
    engine = site / "pnp_goofspiel" / "engine.py"
    engine.write_text(engine.read_text("utf-8") + "\n", "utf-8")
    assert "nothing has changed" not in pnp("build", "goofspiel").stdout
    simulated = pnp("simulate", "goofspiel", "--games", "40")
    assert simulated.returncode == 0, simulated.stderr
    assert simulated.stdout.startswith("40 games of goofspiel")
    played = pnp("play", "goofspiel", "--seed", "3", answers="1\n" * 13)
    assert played.returncode == 0, played.stderr
    assert "over by rounds" in played.stdout
    extended = pnp("new", "mine", "--from", "goofspiel")
    assert extended.returncode == 0, extended.stderr
    assert "extends: goofspiel\n" in (here / "mine" / "kit.yaml").read_text("utf-8")
    assert (site / "pnp_goofspiel" / "card_data" / "goofspiel" / "kit.yaml").is_file()
    assert '"value"' in pnp("schema", "cards-goofspiel").stdout


GAME = "[pnp.games]\ngoofspiel = pnp_goofspiel\n"
DATA = "card_data/goofspiel/"


@pytest.mark.parametrize("place", ["beside the engine", "in another kit"])
def test_a_rule_file_may_be_beside_the_engine_of_a_package_or_in_any_kit(site, pnp, tmp_path, place):
    """No game needs a proof in Python."""
    files = goofspiel.package("proof.rules" if place == "beside the engine" else f"{DATA}proof.rules")
    mine = tmp_path / "here" / "mine"
    if place == "in another kit":
        inner = [name for name in files if name.startswith(DATA)]
        goofspiel.write(mine, {name.removeprefix(DATA): files.pop(name) for name in inner})
    else:
        goofspiel.write(mine, {"kit.yaml": "extends: goofspiel\ntitle: Goofspiel\nedition: custom\n"})
    installed(site, "pnp-goofspiel", GAME, {f"pnp_goofspiel/{name}": text for name, text in files.items()})
    done = pnp("check", "mine", "--coverage")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "91 % of the rule sentences of mine are proved by play" in done.stdout
    rules = next((tmp_path).rglob("proof.rules"))
    rules.write_text(
        rules.read_text("utf-8").replace("after.hands[actor] else 'once'", "after.hands[actor] else 'twice'"), "utf-8"
    )
    done = pnp("check", "mine")
    assert "error[false-sentence]: play disproves 'You may use each bid only once.'" in done.stdout


SPINNER = '''"""A spinner."""
from dataclasses import dataclass, replace
from pnp.components.kinds import token
from pnp.kit.model import Component
SHEETS, SCHEME, GAP = "pieces", "column", 8.0
@dataclass(frozen=True, kw_only=True)
class Spec(token.Spec):
    """A spinner."""
pieces = token.pieces
'''
DISC = '''"""A disc."""
from dataclasses import dataclass
from pnp.components.elements import Box, Element, rectangle
@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A disc."""
    disc: Box
def draw(context, element, scope):
    print("the disc is drawn")
    return []
'''
COLUMN = '''"""A column."""
from pnp.imposition.schemes import nest
def arrange(pieces, room, gap):
    print("the column is arranged")
    return nest.arrange(pieces, room, gap)
'''
SPIN = '  spin: {kind: spinner, title: Spin, diameter: 30, art: green.svg, colours: ["#aa0000"]}\n'
PARTS = "[pnp.components]\nspinner = own.spinner\n[pnp.elements]\ndisc = own.disc\n[pnp.schemes]\ncolumn = own.column\n"


def test_kinds_elements_and_schemes_are_found(site, pnp, tmp_path):
    modules = {"own/spinner.py": SPINNER, "own/disc.py": DISC, "own/column.py": COLUMN}
    installed(site, "own", PARTS, modules)
    kit = tmp_path / "here" / "cards"
    with (kit / "kit.yaml").open("a", encoding="utf-8") as stream:
        stream.write(SPIN)
    text = (kit / "faces.yaml").read_text("utf-8")
    (kit / "faces.yaml").write_text(text.replace("[{text:", "[{disc: [1, 1, 4, 4]}, {text:"), "utf-8")
    done = pnp("check", "cards")
    assert "the disc is drawn" in done.stdout
    assert "the column is arranged" in done.stdout
    assert "error" not in done.stdout
    assert "Traceback" not in done.stderr


# Names -------------------------------------------------------------------------------------------------------


NAMES = [
    ("[pnp.checks]\nsmall_type = evil.small_type", "pnp itself has 'small_type' among its checks"),
    ("[pnp.checks]\nbad_yaml = evil.bad_yaml", "pnp itself has 'bad_yaml' among its checks"),
    ("[pnp.games]\nrhino = evil", "pnp itself has 'rhino' among its games"),
    ("[pnp.games]\nall = evil", "pnp itself has 'all' among its games"),
    ("[pnp.components]\ndeck = evil.deck", "pnp itself has 'deck' among its components"),
    ("[pnp.elements]\ntext = evil.text", "pnp itself has 'text' among its elements"),
    ("[pnp.schemes]\ngrid = evil.grid", "pnp itself has 'grid' among its schemes"),
    ("[pnp.checks]\none = evil.two", "'one' must be the name of a module called 'one', but names 'evil.two'"),
    ("[pnp.checks]\nnone = evil.one:check", "'none' must be the name of a module called 'none'"),
    (
        "[pnp.checks]\nO-n e = evil.one",
        "'O-n e' must start with a lower-case letter and contain only lower-case letters, digits and underscores",
    ),
    (
        "[pnp.games]\nmy_game = evil",
        "'my_game' must start with a lower-case letter and contain only lower-case letters, digits and hyphens",
    ),
]


def test_a_name_that_is_taken_or_wrong_is_a_warning_and_is_not_used(site, pnp):
    names = ("__init__", "small_type", "bad_yaml", "deck", "text", "grid", "one", "two", "engine")
    modules = {f"evil/{name}.py": "raise ValueError('it ran')\n" for name in names}
    files = [installed(site, f"evil{number}", f"{entry}\n", modules) for number, (entry, _) in enumerate(NAMES)]
    installed(site, "first", "[pnp.checks]\nboth = first.both\n", {"first/both.py": "def check(_): return []\n"})
    installed(site, "second", "[pnp.checks]\nboth = second.both\n", {"second/both.py": "raise ValueError('it ran')\n"})
    done = pnp("check", "cards", "--all")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "second 0.3 is not used here: first 0.3 has added 'both' to the checks" in done.stdout
    missing = [
        message
        for number, (_, message) in enumerate(NAMES)
        if f"{files[number]}:2:1: warning[unusable-plugin]: evil{number} 0.3 is not used here: {message}"
        not in done.stdout
    ]
    assert missing == [], done.stdout
    assert "update or uninstall this distribution" in done.stdout
    assert "it ran" not in done.stdout + done.stderr


def test_a_kit_with_a_name_that_is_taken_is_not_used(site, pnp):
    installed(site, "evil", "[pnp.games]\nevil = evil\n", {"evil/__init__.py": ""})
    three_cards.write(site / "evil" / "card_data" / "rhino")
    listed = pnp("list")
    assert listed.returncode == 0
    assert "evil 0.3 is not used here: there is another kit with the name 'rhino'" in listed.stderr
    assert "My cards" not in listed.stdout
    assert "Chocolate Rhino" not in listed.stderr
    assert "there is another kit" in pnp("check", "cards").stdout


def test_a_broken_kit_of_another_distribution_hides_no_other(site, pnp):
    installed(site, "evil", "[pnp.games]\nevil = evil\n", {"evil/__init__.py": ""})
    kit = three_cards.write(site / "evil" / "card_data" / "bad")
    (kit / "kit.yaml").write_text("title: [\n", "utf-8")
    listed = pnp("list")
    assert listed.returncode == 1
    assert "kit.yaml:1:9: error[bad-yaml]" in listed.stderr
    assert "  rhino " in listed.stdout
    assert pnp("show", "rhino").returncode == 0


# Failures ----------------------------------------------------------------------------------------------------

FAILING = "print('imported')\nraise SystemExit('broken\\nin two lines')\n"


@pytest.fixture
def broken(site: Path) -> Path:
    """A distribution that adds one of each kind, and can import none of them."""
    groups = {"pnp.checks": "one", "pnp.components": "two", "pnp.elements": "three", "pnp.schemes": "four"}
    entries = "".join(f"[{group}]\n{name} = broken.{name}\n" for group, name in groups.items())
    modules = {f"broken/{name}.py": FAILING for name in ("one", "two", "three", "four", "engine", "proof")}
    three_cards.write(site / "broken" / "card_data" / "five")
    with (site / "broken" / "card_data" / "five" / "kit.yaml").open("a", encoding="utf-8") as stream:
        stream.write("engine: five\n")
    for name in ("rules", "phrases", "rulings", "examples"):
        (site / "broken" / "card_data" / "five" / f"{name}.yaml").write_text("{}\n", "utf-8")
    return installed(site, "broken", entries + "[pnp.games]\nfive = broken\n", {"broken/__init__.py": "", **modules})


REASON = "broken 0.3 cannot be loaded: SystemExit: broken in two lines"


@pytest.mark.parametrize("command", ["list", "simulate duel --games 5"])
def test_commands_that_do_not_use_it_do_not_import_it(pnp, broken, command):
    done = pnp(*command.split())
    assert done.returncode == 0, done.stderr
    assert "imported" not in done.stdout
    assert "Traceback" not in done.stderr


def test_help_reads_no_entry_points():
    code = (
        "import sys; from pnp.cli import main\ntry: main(['--help'])\nfinally: print('pnp.kit.plugins' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.endswith("False\n")


def test_a_check_that_cannot_be_imported_is_an_error(pnp, broken):
    done = pnp("check", "cards")
    assert done.returncode == 1
    assert f"{broken}:2:1: error[unusable-plugin]: {REASON}" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("kit.yaml", "kind: deck", "kind: two", "kit.yaml:3:15"),
        ("faces.yaml", "{text: ", "{three: 1, text: ", "faces.yaml:4:23"),
        ("kit.yaml", "title: My cards", "title: My cards\nengine: five", "kit.yaml:2:9"),
    ],
)
def test_what_a_kit_uses_and_cannot_be_imported_is_an_error_at_its_place(pnp, broken, tmp_path, file, old, new, place):
    kit = tmp_path / "here" / "cards"
    edit(kit, file, old, new)
    for name in ("rules", "phrases", "rulings", "examples"):
        (kit / f"{name}.yaml").write_text("{}\n", "utf-8")
    done = pnp("check", "cards")
    assert done.returncode == 1
    assert f"{place}: error[unusable-plugin]: {REASON}" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_game_that_cannot_be_imported_is_an_error(pnp, broken):
    done = pnp("play", "five")
    assert done.returncode == 1, done.stderr
    assert f"kit.yaml:4:9: error[unusable-plugin]: {REASON}" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_scheme_that_cannot_be_imported_is_an_error(site, pnp, tmp_path):
    entries = PARTS.replace("[pnp.elements]\ndisc = own.disc\n", "")
    installed(site, "own", entries, {"own/spinner.py": SPINNER, "own/column.py": FAILING})
    with (tmp_path / "here" / "cards" / "kit.yaml").open("a", encoding="utf-8") as stream:
        stream.write(SPIN)
    done = pnp("check", "cards")
    assert done.returncode == 1
    assert "kit.yaml:4:16: error[unusable-plugin]: own 0.3 cannot be loaded: SystemExit" in done.stdout


# Modules that fail -------------------------------------------------------------------------------------------


INT = "TypeError: its result contains int"
NONE = "TypeError: 'NoneType' object is not iterable"
ERROR = "OSError: no more"
FAILS = "raise OSError('no\\nmore')"
PIECES = "pieces = token.pieces"
DRAWN = "return []"
FAILURES = {
    "spin_fails": (SPINNER, PIECES, f"def pieces(*_): {FAILS}", "pnp.components 'spin_fails': `pieces`", ERROR),
    "spin_none": (SPINNER, PIECES, "def pieces(*_): pass", "'spin_none': `pieces`", NONE),
    "spin_int": (SPINNER, PIECES, "def pieces(*_): yield 3", "'spin_int': `pieces`", INT),
    "disc_fails": (DISC, DRAWN, FAILS, "pnp.elements 'disc_fails': `draw`", ERROR),
    "disc_int": (DISC, DRAWN, "return [3]", "'disc_int': `draw`", INT),
    "disc_none": (DISC, DRAWN, "return None", "'disc_none': `draw`", NONE),
}
"""Components and elements that fail: what is written in place of what, what is named, and the error."""
CHECKS = {
    "one": ("yield 1 / 0", "ZeroDivisionError: division by zero"),
    "two": ("raise SystemExit('bye')", "SystemExit: bye"),
    "three": ("return None", "TypeError: 'NoneType' object is not iterable"),
    "four": ("return ['wrong']", "TypeError: str is not a Diagnostic"),
}


@pytest.mark.parametrize(
    ("module", "old", "new", "message"),
    [
        ("spinner", PIECES, f"    def __post_init__(self): {FAILS}\n{PIECES}", f"'spinner': `Spec` failed: {ERROR}"),
        ("column", 'print("the column is arranged")', FAILS, f"pnp.schemes 'column': `arrange` failed: {ERROR}"),
        ("column", "return nest", "return None or not nest", "failed: TypeError: 'bool' object is not iterable"),
    ],
)
def test_a_module_that_fails_before_or_after_drawing_is_an_error(site, pnp, tmp_path, module, old, new, message):
    modules = {"spinner": SPINNER, "column": COLUMN}
    assert old in modules[module]
    modules[module] = modules[module].replace(old, new)
    entries = "[pnp.components]\nspinner = own.spinner\n[pnp.schemes]\ncolumn = own.column\n"
    installed(site, "own", entries, {f"own/{name}.py": text for name, text in modules.items()})
    with (tmp_path / "here" / "cards" / "kit.yaml").open("a", encoding="utf-8") as stream:
        stream.write(SPIN)
    done = pnp("build", "cards")
    assert done.returncode == 1, done.stderr
    assert "error[unusable-plugin]: own 0.3, " in done.stderr
    assert f"{message}\n" in done.stderr
    assert "hint: set PNP_DEBUG=1 to see the traceback" in done.stderr
    assert "Traceback" not in done.stderr


def test_each_module_that_fails_is_an_error_at_its_place(site, pnp, tmp_path):
    modules, kinds, discs = {}, "", ""
    for name, (text, old, new, _, _) in FAILURES.items():
        assert old in text
        modules[f"own/{name}.py"] = (
            text.replace(old, new).replace("disc: Box", f"{name}: Box").replace("column", "nest")
        )
    kinds = "".join(f"{name} = own.{name}\n" for name in FAILURES if name.startswith("spin"))
    discs = "".join(f"{name} = own.{name}\n" for name in FAILURES if name.startswith("disc"))
    installed(site, "own", f"[pnp.components]\n{kinds}[pnp.elements]\n{discs}", modules)
    kit = tmp_path / "here" / "cards"
    with (kit / "kit.yaml").open("a", encoding="utf-8") as stream:
        for name in FAILURES:
            if name.startswith("spin"):
                stream.write(SPIN.replace("spin:", f"{name.replace('_', '-')}:").replace("spinner", name))
    elements = "".join(f"{{{name}: [1, 1, 4, 4]}}, " for name in FAILURES if name.startswith("disc"))
    edit(kit, "faces.yaml", "[{text:", f"[{elements}{{text:")
    done = pnp("check", "cards", "--all")
    assert done.returncode == 1, done.stderr
    for *_, message, error in FAILURES.values():
        assert f"{message} failed: {error}\n" in done.stdout
    assert "error[unusable-plugin]: own 0.3, " in done.stdout
    assert "hint: set PNP_DEBUG=1 to see the traceback" in done.stdout
    assert "Traceback" not in done.stderr


def test_each_check_that_fails_is_an_error(site, pnp):
    entries = "[pnp.checks]\n" + "".join(f"{name} = own.{name}\n" for name in CHECKS)
    modules = {f"own/{name}.py": f"def check(_):\n    {body}\n" for name, (body, _) in CHECKS.items()}
    place = installed(site, "own", entries, modules)
    installed(site, "empty", "[pnp.checks]\nfive = empty.five\n", {"empty/five.py": ""})
    done = pnp("check", "cards", "--all")
    assert done.returncode == 1
    for line, (name, (_, message)) in enumerate(CHECKS.items(), start=2):
        error = f"{place}:{line}:1: error[unusable-plugin]: own 0.3: the check '{name}' failed: {message}\n"
        assert error in done.stdout
    assert "empty 0.3 cannot be used: empty.five does not define check" in done.stdout
    assert "Traceback" not in done.stderr


def test_schemas_warn_of_what_they_leave_out(pnp, broken):
    done = pnp("schema", "kit")
    assert done.returncode == 0, done.stderr
    assert f"{broken}:4:1: warning[unusable-plugin]: {REASON}" in done.stderr
    assert "schemas have none of their keys" in done.stderr
    assert "warning" not in done.stdout


# What is here ------------------------------------------------------------------------------------------------


def test_a_folder_is_found_without_an_import():
    assert plugins.folder("pnp.games.duel") == ROOT / "pnp" / "games" / "duel"
    assert plugins.folder("no_such_package") is None
    assert plugins.folder("pnp.no.such") is None
    assert plugins.folder("pnp.kit.plugins") is None


def test_entry_points_of_all_groups_are_read_once(monkeypatch):
    found, read = plugins.entry_points(), []
    plugins._entries.cache_clear()
    plugins._installed.cache_clear()
    monkeypatch.setattr(plugins, "entry_points", lambda: read.append(found) or found)
    assert [plugins.added(group) for group in plugins.GROUPS] == [()] * len(plugins.GROUPS)
    assert len(read) == 1


def test_the_games_of_this_program_are_entry_points_of_it():
    registry = plugins.Registry("pnp.games", [], plugins.GAMES, {}, packages=True)
    assert registry.own == {name: f"pnp.games.{name}" for name in ("duel", "lists", "rhino", "soaring", "tilt")}
    assert registry.plugin("duel") is None
    assert not list(registry.unused())


def test_nothing_is_added_where_the_tests_run():
    entries = (entry for found in distributions() for entry in found.entry_points)
    groups = {entry.group for entry in entries if not entry.value.startswith("pnp.games.")}
    assert not groups.intersection(plugins.GROUPS)
    assert checks.unusable() == []
    assert rules.names() == ["duel", "lists", "rhino", "soaring", "tilt"]
