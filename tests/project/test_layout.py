"""Tests are where their modules are: `pnp/text/fit.py` is tested by `tests/text/test_fit.py`.

A file named after a package, `tests/games/duel/test_duel.py` or `tests/games/tilt/test_tilt.py`, tests all its modules.
Several files that test one module are in a folder of its name, `tests/graphics/svg/`. Tests of laws that cut across
packages are in `tests/laws/`, of hostile data in `tests/hostile/`, of shipped kits in `tests/kits/`, of docs and CI in
`tests/project/`. A module may have cases in place of a test file: `tests/cases/wrong/text/fit.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

MODULES = sorted((ROOT / "pnp").rglob("*.py"))
CASES = ROOT / "tests" / "cases" / "wrong"
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
ACROSS = {"cases", "decks", "hostile", "kits", "laws", "project"}
"""Folders that mirror no package."""

WITHOUT = """
    checks/support: faces names registry
    cli: calibrate diff params
    components: context registry
    components/kinds: guide
    diagnostics: program
    kit: label_files load model paths
    pdf: png
    pipeline: choices context options
    rules: examples folder
    text: extract
"""
"""Modules without a test file of their name, by folder; tests of others reach them. The list may only get shorter."""

OTHERS = {"games/conformance"}
"""Test files that are named after no module. The list may only get shorter."""

OF_RULES = ("test_changed_rules.py", "test_facts.py")
"""Tests of a game's engine with changed rules, and of its rule file, which is in the kit."""


def stem(path: Path) -> str:
    """`text/fit` for both `pnp/text/fit.py` and `tests/text/test_fit.py`."""
    relative = path.relative_to(ROOT)
    return Path(*relative.parts[1:-1], relative.stem.removeprefix("test_")).as_posix()


def names(path: Path) -> set[str]:
    """What a test file of a module may be named after: the module, or a package around it but for the outermost."""
    packages = [folder for folder in Path(stem(path)).parents if len(folder.parts) > 1]
    return {stem(path), *(name.as_posix() for package in packages for name in (package, package / package.name))}


def exceptions() -> Iterator[str]:
    """The modules of the list above."""
    folder = ""
    for word in WITHOUT.split():
        if word.endswith(":"):
            folder = word.rstrip(":")
        else:
            yield f"{folder}/{word}"


def test_every_module_has_a_test_file_of_its_name():
    """Checks are tested by the examples in their docstrings, and `__init__` files by what they collect."""
    tested = {*map(stem, TESTS), *(path.relative_to(CASES).with_suffix("").as_posix() for path in CASES.rglob("*.txt"))}
    folders = {Path(name).parent.as_posix() for name in tested}
    modules = [path for path in MODULES if not path.stem.startswith("__") and path.parent.name != "checks"]
    untested = {stem(path) for path in modules if not names(path) & tested and stem(path) not in folders}
    excepted = set(exceptions())
    assert untested - excepted == set(), "write a test file of this name"
    assert excepted - untested == set(), "take this out of WITHOUT"


def test_every_test_file_is_named_after_a_module():
    modules = {stem(path) for path in MODULES}
    packages = {path.relative_to(ROOT / "pnp").as_posix() for path in (ROOT / "pnp").rglob("*") if path.is_dir()}
    whole = {f"{package}/{Path(package).name}" for package in packages}
    named = [path for path in TESTS if path.name not in OF_RULES]
    mirrored = {stem(path) for path in named if path.relative_to(ROOT / "tests").parts[0] not in ACROSS}
    loose = {name for name in mirrored - modules - packages - whole if Path(name).parent.as_posix() not in modules}
    assert loose == OTHERS
