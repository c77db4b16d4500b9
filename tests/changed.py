"""Run the tests that belong to what was changed: `nox`, or `nox -s changed -- REVISION`.

For a module of the program these are the tests of its own name, with the slow ones, and the quick tests of all files
that import it; for a kit the tests of its name; for a page its commands. Without a revision, changed is what is not
committed. What no test belongs to is listed: `nox -s fast` and `nox -s test` run more.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath
from typing import NamedTuple

from tests.support.cases import FOLDER, identified

ROOT = Path(__file__).parents[1]
NOTHING_FAILED, NO_TESTS = 0, 5
"""Exit codes of pytest."""
CASES = "tests/cases/test_wrong.py::test_a_case_gives_what_it_shows"
"""The test of cases as data. Each case is a parameter of it."""


class Selection(NamedTuple):
    """Tests to run whole, tests whose slow ones are left out, and files that have no test."""

    whole: list[str]
    quick: list[str]
    without: list[str]


def selected(files: list[str]) -> Selection:
    """The tests that belong to files."""
    whole, quick, without = set[str](), set[str](), []
    for file in files:
        own, others = set(own_tests(file)), importers(file)
        whole |= own
        quick |= others
        if not own and not others:
            without.append(file)
    if any(file.startswith(("pnp/", "card_data/")) for file in files):
        quick.add(CASES.partition("::")[0])  # their messages list names of all kinds, checks and papers
    return Selection(sorted(whole), sorted(quick - whole), without)


def own_tests(file: str) -> Iterator[str]:
    """The tests that have a file's name."""
    path = PurePath(file)
    match path.parts:
        case ("pnp", "checks", name) if path.suffix == ".py":  # a check is tested by the examples in its docstring
            yield "tests/checks/test_checks.py"
            yield from _there(f"tests/checks/test_{name}")
        case ("pnp", *folders, name) if path.suffix == ".py":
            yield from _there(f"tests/{'/'.join([*folders, f'test_{name}'])}")
            yield from _there(f"tests/{'/'.join([*folders, path.stem])}")
            yield from _cases(f"tests/cases/wrong/{'/'.join([*folders, path.stem])}.txt")
            if folders == ["components", "elements"]:
                yield from _drawn("elements", path.stem)
        case ("tests", "cases", "wrong", *_) if path.suffix == ".txt":
            yield from _cases(file)
        case ("tests", ("cases" | "golden"), ("drawn" | "drawings"), *folders, _):
            yield from _drawn("/".join(folders), path.stem)
        case ("tests", *_, name) if name.startswith("test_"):
            yield from _there(file)
        case ("card_data", "papers.yaml"):
            yield "tests/laws/test_papers.py"
        case ("card_data" | "art", kit, *_):
            yield from (one.relative_to(ROOT).as_posix() for one in sorted(ROOT.glob(f"tests/kits/test_{kit}*.py")))
        case ("docs", *_) | ("README.md",) if path.suffix == ".md":
            yield f"tests/project/test_docs.py::test_a_page_can_be_followed[{file}]"


def _there(path: str) -> list[str]:
    return [path] if (ROOT / path).exists() else []


def _drawn(folder: str, name: str) -> Iterator[str]:
    """The tests that compare drawn cases; of an element that has no cases of its own, those of shapes."""
    if folder == "elements" and not (ROOT / "tests" / "cases" / "drawn" / folder / f"{name}.yaml").exists():
        name = "shapes"
    calls = (f'element_test("{name}")', f'kind_test("{name}")', f'case_test("{folder}/{name}"')
    wanted = calls[:1] if folder == "elements" else calls[1:2] if folder == "kinds" else calls[2:]
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if any(call in path.read_text("utf-8") for call in wanted):
            yield path.relative_to(ROOT).as_posix()


def _cases(path: str) -> list[str]:
    """The tests of a file of cases."""
    return [f"{CASES}[{name}]" for name in identified(ROOT / path)] if (ROOT / path).exists() else []


def cases_of(package: str) -> Iterator[str]:
    """The tests of all files of cases of a package."""
    for path in sorted(FOLDER.glob(f"{package}/**/*.txt")):
        yield from _cases(path.relative_to(ROOT).as_posix())


def importers(file: str) -> set[str]:
    """The test files that import a module of the program or of the tests."""
    if not file.endswith(".py"):
        return set()
    name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return {test for test, imported in imports().items() if name in imported}


@cache
def imports() -> dict[str, set[str]]:
    """What each test file imports: modules, and names that may be modules."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return {path.relative_to(ROOT).as_posix(): set(imported(path.read_text("utf-8"))) for path in paths}


def imported(source: str) -> Iterator[str]:
    """The modules that a source imports, and what it imports from them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def changed(revision: str) -> list[str]:
    """The files that differ from a revision, and those that Git does not know yet."""
    lines = (
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        for words in (["diff", "--name-only", revision], ["ls-files", "--others", "--exclude-standard"])
    )
    return sorted({file for several in lines for file in several})


def main() -> int:
    """Run the tests. Returns the exit code of the first run that failed."""
    found = selected(changed(sys.argv[1] if len(sys.argv) > 1 else "HEAD"))
    if found.without:
        print("no test has the name of:", *found.without, sep="\n  ")
    for tests, more in ((found.whole, []), (found.quick, ["-m", "not slow"])):
        if tests:
            code = subprocess.run([sys.executable, "-m", "pytest", *more, *tests], cwd=ROOT, check=False).returncode
            if code not in (NOTHING_FAILED, NO_TESTS):
                return code
    return NOTHING_FAILED


if __name__ == "__main__":
    sys.exit(main())
