"""How many small faults quick tests find: `nox -s mutants`.

A mutant is the program with one fault, such as a person makes: `<` for `<=`, `and` for `or`, a number that is one too
large, a step left out. Some are sampled over all packages, the same ones at every run; each is put into a copy of the
project, and the tests of its module and its package run there until one fails. Mutants that no test finds are listed:
a test is missing there, or the fault changes nothing that anybody would see.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import partial
from pathlib import Path
from queue import Queue
from random import Random
from typing import NamedTuple

from tests.changed import NO_TESTS, NOTHING_FAILED, ROOT, cases_of, selected

SECONDS = 900
"""After so long, tests are stopped: a fault that makes the program endless is found."""
OTHER = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
OTHER |= {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
OTHER |= {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.And: ast.Or, ast.Or: ast.And}


class Mutant(NamedTuple):
    """A file of the program, and one place of it that is written otherwise."""

    file: str
    start: int
    end: int
    old: str
    new: str
    line: int

    @property
    def package(self) -> str:
        return package_of(self.file)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {' '.join(self.old.split())[:70]} -> {' '.join(self.new.split())[:70]}"


def package_of(file: str) -> str:
    """The folder of tests that belongs to a file of the program."""
    inside = Path(file).parts[1:]
    return inside[0] if len(inside) > 1 else "cli"


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """Every mutant of a file."""
    offsets = [0]
    for line in source.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    data = source.encode()
    for node in _in_functions(ast.parse(source)):
        for new in _changed(node):
            start, end = offsets[node.lineno - 1] + node.col_offset, offsets[node.end_lineno - 1] + node.end_col_offset
            text = "pass" if isinstance(node, ast.stmt) else f"({ast.unparse(new)})"
            yield Mutant(file, start, end, data[start:end].decode(), text, node.lineno)


def _in_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """What is executed when the program works: what stands in functions, without texts for people."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                yield from ast.walk(statement)


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """A node with a mistake in it, one for each that people make there."""
    if isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp):
        operators = node.ops if isinstance(node, ast.Compare) else [node.op]
        if type(operators[0]) in OTHER:
            new = deepcopy(node)
            other = OTHER[type(operators[0])]()
            if isinstance(new, ast.Compare):
                new.ops[0] = other
            else:
                new.op = other
            yield new
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()


def sampled(count: int, packages: list[str]) -> list[Mutant]:
    """Some mutants of the program, or of some packages, the same ones at every run."""
    files = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "pnp").rglob("*.py")))
    wanted = (file for file in files if "/_data/" not in file and package_of(file) in (packages or [package_of(file)]))
    found = [mutant for file in wanted for mutant in mutants(file, (ROOT / file).read_text("utf-8"))]
    return Random(7).sample(found, min(count, len(found)))


def looking_for(file: str) -> tuple[list[str], list[str]]:
    """The tests that may find a fault in a file: what `nox` runs whole, and what it runs without slow tests, with all
    of its package at the end."""
    found = selected([file])
    quick = [*found.quick, *cases_of(package_of(file)), f"tests/{package_of(file)}"]
    return found.whole, [test for test in quick if test not in found.whole]


def fails(copy: Path, files: Collection[str], wanted: list[str], *more: str) -> bool:
    """Whether a test that looks for faults in some files fails in a copy of the project, or does not end."""
    whole = [*dict.fromkeys(test for file in files for test in looking_for(file)[0])]
    quick = [*dict.fromkeys(test for file in files for test in looking_for(file)[1] if test not in whole)]
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-x", "-q", "-p", "no:cacheprovider", *more]
    env = {**os.environ, "PYTHONPATH": str(copy)}
    run = partial(subprocess.run, cwd=copy, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    try:
        codes = (
            run([*command, *chosen, *tests], timeout=SECONDS * len(files)).returncode
            for tests, chosen in ((whole, []), (quick, wanted))
            if tests
        )
        return any(code not in (NOTHING_FAILED, NO_TESTS) for code in codes)
    except subprocess.TimeoutExpired:
        return True


def is_found(copies: Queue[Path], wanted: list[str], mutant: Mutant) -> bool:
    """Whether a test of the mutant's module or package fails in a copy of the project that has it."""
    copy = copies.get()
    path = copy / mutant.file
    data = path.read_bytes()
    path.write_bytes(data[: mutant.start] + mutant.new.encode() + data[mutant.end :])
    try:
        return fails(copy, [mutant.file], wanted)
    finally:
        path.write_bytes(data)
        copies.put(copy)


def main() -> None:
    """Print the share of mutants found by package, and those that were not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help="packages of pnp (default: all)")
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--all", action="store_true", help="run slow tests too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    asked = parser.parse_args()
    chosen = sampled(asked.count, asked.packages)
    wanted = [] if asked.all else ["-m", "not slow"]
    tried, found = Counter(mutant.package for mutant in chosen), Counter[str]()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        copies: Queue[Path] = Queue()
        for number in range(asked.jobs):
            copies.put(_copy(Path(folder, str(number))))
        if fails(copies.queue[0], {one.file for one in chosen}, wanted, "-n", str(asked.jobs)):
            sys.exit("these tests fail without a fault")
        results = pool.map(partial(is_found, copies, wanted), chosen)
        for number, (mutant, seen) in enumerate(zip(chosen, results, strict=True), start=1):
            found[mutant.package] += seen
            if not seen:
                print(f"{number:4} of {len(chosen)} not found: {mutant}", flush=True)  # noqa: T201
    for package in sorted(tried):
        print(f"{package:14} {found[package]:4} of {tried[package]:4} found")  # noqa: T201
    print(f"{'together':14} {found.total():4} of {tried.total():4} found, {found.total() / tried.total():.0%}")  # noqa: T201


def _copy(folder: Path) -> Path:
    """Copy the files of the project that Git knows or does not ignore."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for file in subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, folder / file)
    return folder


if __name__ == "__main__":
    main()
