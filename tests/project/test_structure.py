"""The project itself: its map, its layers, its folders of alternatives, its habits."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import pairwise
from pathlib import Path

import pytest

import pnp
from pnp import components
from pnp.components import elements
from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.kit.model import Component
from pnp.sources.yaml import parse, read

HOUSE = Path(pnp.__file__).parent
ROOT = HOUSE.parent
MODULES = sorted(HOUSE.rglob("*.py"))
ELSEWHERE = {"distributed", "gymnasium", "numpy", "pettingzoo", "pyspiel", "pydantic_core"}
"""Packages of the extras, for balance and for programs that learn; and one that pydantic brings."""


def test_no_stage_knows_of_what_stands_above_it():
    result = subprocess.run([Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


@pytest.mark.slow
def test_every_module_has_a_docstring_and_is_not_long():
    for path in MODULES:
        text = path.read_text("utf-8")
        assert ast.get_docstring(ast.parse(text)), path
        assert len(text.splitlines()) < 480, path


def test_only_the_command_line_prints_or_exits():
    for path in MODULES:
        if path.parent.name != "cli" and path.name != "__main__.py":
            text = path.read_text("utf-8")
            assert not re.search(r"\bprint\(|sys\.exit|import click", text), path


def _constants(path: Path) -> list[str]:
    """The texts in a module that are no docstrings of modules, classes, functions and values."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in alone]


def test_only_the_games_name_a_game():
    """`lists` is a word of English too."""
    games = set(paths.game_kits()) - {"lists"}
    for path in MODULES:
        if not path.is_relative_to(HOUSE / "games") and games & set(
            re.findall(r"[a-z]+", path.read_text("utf-8").lower())
        ):
            named = {text for text in _constants(path) if games & set(re.findall(r"[a-z]+", text.lower()))}
            assert not named, path


def test_every_file_of_the_components_folder_is_a_kind():
    files = {p.stem for p in (HOUSE / "components" / "kinds").glob("*.py")} - {"__init__"}
    assert set(components.kinds()) == files
    assert len(files) >= 6


@pytest.mark.parametrize("name", components.names())
def test_every_kind_is_documented_complete_and_refuses_unknown_keys(name):
    kind = components.kind(name)
    assert issubclass(kind.Spec, Component)
    assert kind.Spec.__doc__
    assert "Spec(" not in kind.Spec.__doc__, "the docstring is dataclasses' own"
    assert isinstance(kind.SHEETS, str)
    assert kind.SCHEME in ("grid", "nest", "pages", "tile")
    assert kind.GAP >= 0
    diagnostics = Diagnostics()
    node = parse(f"kind: {name}\ntitle: x\nnonsense: 1\n", "kit.yaml", diagnostics)
    assert components.component(node, diagnostics) is None
    assert [d.message for d in diagnostics if d.code == "unknown-key"] == ["unknown key 'nonsense'"]


@pytest.mark.parametrize("name", elements.names())
def test_every_element_is_documented(name):
    assert elements.kind(name).Spec.__doc__
    assert "(*" not in elements.kind(name).Spec.__doc__


@pytest.mark.slow
def test_every_shipped_kit_opens():
    described = {path.parent.name: read(path, Diagnostics()) for path in ROOT.glob("card_data/*/kit.yaml")}
    assert paths.kit_names() == sorted(described)
    games = [name for name in sorted(described) if "extends" not in described[name].value]
    assert paths.game_kits() == games
    assert 0 < len(games) < len(described), "there are games, and editions of them"
    for name in described:
        diagnostics = Diagnostics()
        assert load.open_kit(ROOT / "card_data" / name, diagnostics), list(diagnostics)


def test_licences_name_every_font_and_the_designer():
    text = (ROOT / "LICENSES.md").read_text("utf-8")
    for name in ("Lilita One", "Atkinson Hyperlegible", "D. Vincent Baker", "SIL Open Font License", "CC BY 4.0"):
        assert name in text


def test_licences_name_every_library():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    requirements = project["dependencies"] + extras["emoji"] + extras["cluster"] + extras["solve"]
    names = {re.split(r"[>=]", requirement)[0] for requirement in requirements}
    text = (ROOT / "LICENSES.md").read_text("utf-8")
    fonts = {name for name in names if name.startswith("fontpkg-") or name == "pymupdf-fonts"}
    assert all(f"`{name}`" in text for name in fonts)
    table = text.partition("**Libraries.**")[2].partition("**")[0]
    assert set(re.findall(r"^\| `([\w-]+)`.* \| \S.* \|$", table, re.MULTILINE)) == names - fonts


def test_dependencies_each_have_a_reason():
    lines = (ROOT / "pyproject.toml").read_text("utf-8").split("dependencies = [")[1].split("]")[0].splitlines()
    for above, line in pairwise(lines):
        if line.strip().startswith('"') and not above.strip().startswith('"'):
            assert above.strip().startswith("#"), line


def test_what_pictures_and_pages_need_is_in_the_default_installation():
    """Else a command recommends what the usual installation, the action and the hook cannot do."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {canonical(re.split(r"[>=]", requirement)[0]) for requirement in project["dependencies"]}
    lines = [line for path in MODULES for line in path.read_text("utf-8").splitlines()]
    imports = (re.match(r" *(?:from|import) (\w+)(?:[.\w]* import | as |[.\w]*(?:$|, ))", line) for line in lines)
    packages = {found[1] for found in imports if found} - sys.stdlib_module_names - {"pnp"}
    of = packages_distributions()
    assert {name for name in packages if not declared & set(map(canonical, of.get(name, ())))} <= ELSEWHERE


def canonical(name: str) -> str:
    """The name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_exception_has_a_reason():
    texts = [path.read_text("utf-8") for path in MODULES]
    classes = [name for text in texts for name in re.findall(r"^ *class (\w+Error)\b", text, re.MULTILINE)]
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition("| exception |")[2].partition("\n\n")[0]
    listed = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+Error)`", row.split("|")[1])]
    assert sorted(listed) == sorted(classes)
