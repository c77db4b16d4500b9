"""Every scalar of a kit's YAML -> the same kit with that one value plausibly wrong, and what the checks say of it.

Run as a script, it prints the score and the values whose change was not reported:
`python -m tests.laws.mutation [KIT[:FILE…]]`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pnp import checks
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import paths
from pnp.pipeline import job
from pnp.sources import Node
from pnp.sources.yaml import read
from tests.conftest import options_for
from tests.support.examples import EARLY

FILES = ("kit.yaml", "rules.yaml", "cards.yaml", "phrases.yaml", "rulings.yaml", "examples.yaml", "faces.yaml")


class Mutant(NamedTuple):
    """One value of one file, and what it is changed to."""

    kit: Path
    file: str
    path: tuple[str, ...]
    line: int
    column: int
    old: str
    new: tuple[str, ...]
    """Wrong values, tried in turn: a change that leaves an example true is no error, and the next is tried."""

    @property
    def name(self) -> str:
        return f"{self.file}:{'.'.join(self.path)}"


def scalars(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Every plain value of a file with its path."""
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            yield from scalars(inner, (*path, key))
    elif isinstance(node.value, list):
        for index, inner in enumerate(node.value):
            yield from scalars(inner, (*path, str(index)))
    else:
        yield path, node


TURNS = (1, 2, 3, 4)
"""Examples are tried with a few wrong values: a change that leaves an example true is no error."""


class Families:
    """The ids of a kit in families: each deck's cards, each list of ids in its rules; one stands for another."""

    def __init__(self, kit: Path) -> None:
        cards, rules = (read(kit / file, Diagnostics()).plain() for file in ("cards.yaml", "rules.yaml"))
        self._families = [list(deck) for deck in cards.values()]
        self._families += [value for value in rules.values() if _is_ids(value)]
        self._families += [list(value) for value in rules.values() if isinstance(value, dict) and _is_ids(list(value))]

    def wrong(self, node: Node, turn: int = 1) -> str:
        """Something of the same kind that is another value; each turn another one."""
        value = node.value
        if isinstance(value, bool):
            return "false" if value else "true"
        if isinstance(value, int):
            return str(value + turn)
        if isinstance(value, float):
            return str(value + 30)
        *before, last = str(node.text).split(" ")
        for family in self._families:
            if last in family and len(family) > 1:
                return " ".join([*before, family[(family.index(last) + turn) % len(family)]])
        return f"{node.text}x" if node.text else "x"


def _is_ids(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item.isidentifier() for item in value)


def mutants(kit: Path) -> list[Mutant]:
    """Every value of a kit's files with what is put in its place."""
    found, families = [], Families(kit)
    for file in filter(lambda file: (kit / file).is_file(), FILES):
        root = read(kit / file, Diagnostics())
        for path, node in scalars(root):
            place = (node.span.line, node.span.column)
            turns = TURNS if file == "examples.yaml" else TURNS[:1]
            options = tuple(dict.fromkeys(families.wrong(node, turn) for turn in turns))
            found.append(Mutant(kit, file, path, *place, node.text, options))
    return found


PLAYING = ("false-sentence", "unsaid-rule", "low-contrast")
"""Checks that take longer than all others together: they run last."""


def message(kit: Path) -> Iterator[list[Diagnostic]]:
    """All diagnostics of a kit, as `pnp check` reports them: the sooner the less must be drawn to find them."""
    diagnostics = Diagnostics()
    planned = job.plan(options_for(kit), diagnostics)
    if planned is None:
        yield list(diagnostics)
        return
    bare = planned.check_context({})
    yield [*diagnostics, *(diagnostic for code in EARLY for diagnostic in checks.checks()[code].check(bare))]
    pieces: job.Pieces = {}
    for id_ in planned.components:
        pieces |= job.draw(replace(planned, components=(id_,)))
        yield list(diagnostics)
    drawn = planned.check_context(pieces)
    modules = {code: module for code, module in checks.checks().items() if code not in EARLY}
    for code in sorted(modules, key=PLAYING.__contains__):
        yield list(modules[code].check(drawn))
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    yield [*diagnostics, *found]


def _prepare(place: str) -> None:
    """Give this process a folder of its own."""
    global _place
    _place = Path(place, str(os.getpid()))


_place = Path()


@cache
def _copied(kit: Path) -> Path:
    return Path(shutil.copytree(kit, _place / kit.name))


def changed(text: str, mutant: Mutant, new: str) -> str:
    """The file's text with the one value replaced at its place."""
    lines = text.split("\n")
    line = lines[mutant.line - 1]
    rest = line[mutant.column - 1 :]
    quote = rest[0] if rest[:1] in ("'", '"') else ""
    if quote:
        end = rest.index(quote, 1) + 1
        lines[mutant.line - 1] = line[: mutant.column - 1] + quote + new + quote + rest[end:]
    elif rest.startswith(mutant.old) and mutant.old:
        lines[mutant.line - 1] = line[: mutant.column - 1] + new + rest[len(mutant.old) :]
    elif rest[:2] == ">-":
        following = lines[mutant.line]
        indent = len(following) - len(following.lstrip())
        lines[mutant.line] = following[:indent] + "x" + following[indent:]
    else:
        lines[mutant.line - 1] = line[: mutant.column - 1] + new + re.sub(r"^(null|~)", "", rest)
    return "\n".join(lines)


def tried(mutant: Mutant) -> tuple[Mutant, bool, list[str]]:
    """Whether an error is reported at the mutant's own line of its own file, and the codes of all diagnostics."""
    codes: set[str] = set()
    kit = _copied(mutant.kit)
    path = kit / mutant.file
    text = path.read_text("utf-8")
    try:
        for new in mutant.new:
            path.write_text(changed(text, mutant, new), "utf-8")
            for found in message(kit):
                codes |= {d.code for d in found}
                if any(d.severity == "error" and _is_at(d.span, mutant) for d in found):
                    return mutant, True, sorted(codes)
    except Exception as error:  # noqa: BLE001 - a crash is what this looks for, too
        return mutant, False, [f"CRASH {error!r}"]
    finally:
        path.write_text(text, "utf-8")
    return mutant, False, sorted(codes)


def unnoticed(several: Sequence[Mutant], kit: Path) -> list[Mutant]:
    """The mutants that no error is reported for if all are made in a kit, which is restored afterwards."""
    texts = {file: (kit / file).read_text("utf-8") for file in {mutant.file for mutant in several}}
    left = list(several)
    try:
        for mutant in sorted(several, key=lambda one: (one.line, one.column), reverse=True):
            path = kit / mutant.file
            path.write_text(changed(path.read_text("utf-8"), mutant, mutant.new[0]), "utf-8")
        for found in message(kit):
            errors = [one.span for one in found if one.severity == "error"]
            left = [mutant for mutant in left if not any(_is_at(span, mutant) for span in errors)]
            if not left:
                break
    finally:
        for file, text in texts.items():
            (kit / file).write_text(text, "utf-8")
    return left


def _is_at(span: Span, mutant: Mutant) -> bool:
    return Path(span.file).name == mutant.file and span.line == mutant.line


def reasons(kit: Path) -> dict[str, str]:
    """Values by name, and why a change of them alone makes nothing wrong."""
    node = read(Path(__file__).parent / "free" / f"{kit.name}.yaml", Diagnostics())
    return node.plain() if node else {}


def run(wanted: list[Mutant]) -> list[tuple[Mutant, bool, list[str]]]:
    with tempfile.TemporaryDirectory() as place, ProcessPoolExecutor(initializer=_prepare, initargs=(place,)) as pool:
        return list(pool.map(tried, wanted, chunksize=8))


def main() -> None:
    for wanted in sys.argv[1:] or paths.game_kits():
        name, _, prefix = wanted.partition(":")
        kit = paths.find(name)
        assert kit, name
        free = [re.compile(pattern) for pattern in reasons(kit)]
        held = [m for m in mutants(kit) if m.name.startswith(prefix) and not any(f.fullmatch(m.name) for f in free)]
        results = run(held)
        for mutant, found, codes in results:
            if not found:
                print(f"{name}/{mutant.name}: {mutant.old!r} -> {mutant.new!r}  {' '.join(codes)}")  # noqa: T201
        print(f"{name}: {sum(found for _, found, _ in results)} of {len(results)} found")  # noqa: T201


if __name__ == "__main__":
    main()
