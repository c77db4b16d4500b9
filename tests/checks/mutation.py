"""Every scalar of a kit's YAML -> the same kit with that one value plausibly wrong, and what the checks say of it.

Run as a script it prints the score and the values that nobody missed: `python -m tests.checks.mutation`.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from pnp import press
from pnp.source import Diagnostic, Faults, Node, Span, read
from tests.conftest import RHINO

FILES = ("kit.yaml", "rules.yaml", "cards.yaml", "phrases.yaml", "rulings.yaml", "examples.yaml", "faces.yaml")


class Mutant(NamedTuple):
    """One value of one file, and what it is changed to."""

    file: str
    path: tuple[str, ...]
    line: int
    column: int
    old: str
    new: tuple[str, ...]
    """Wrong values, tried in turn: a change that leaves an example true is no fault, and the next is tried."""

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
IDS = ["fleeing", "flanked", "head_to_head", "flanking", "chasing"]
CARDS = ["swerve", "dodge", "lunge", "best_at_jousting", "stomp", "stampede", "spin", "charge", "tricky_move"]


def wrong(node: Node, turn: int = 1) -> str:
    """Something of the same kind that is another value; each turn another one."""
    value = node.value
    if isinstance(value, bool):
        return "false" if value else "true"
    if isinstance(value, int):
        return str(value + turn)
    if isinstance(value, float):
        return str(value + 30)
    text = str(node.text)
    for family in (IDS, CARDS):
        if text in family:
            return family[(family.index(text) + turn) % len(family)]
    for verb in ("play ", "counter "):
        if text.startswith(verb):
            card = text.removeprefix(verb)
            return verb + CARDS[(CARDS.index(card) + turn) % len(CARDS)] if card in CARDS else verb + "swerve"
    return f"{text}x" if text else "x"


def mutants(kit: Path = RHINO) -> list[Mutant]:
    found = []
    for file in FILES:
        root = read(kit / file, Faults())
        for path, node in scalars(root):
            place = (node.span.line, node.span.column)
            turns = TURNS if file == "examples.yaml" else TURNS[:1]
            options = tuple(dict.fromkeys(wrong(node, turn) for turn in turns))
            found.append(Mutant(file, path, *place, node.text, options))
    return found


def told(kit: Path) -> list[Diagnostic]:
    """All faults of a kit, as `pnp check` tells them."""
    faults = Faults()
    found = press.proved(kit, faults)
    return [*faults, *found]


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
    """Whether an error at the mutant's own line of its own file tells of it, and the codes of all that was told."""
    codes: set[str] = set()
    with tempfile.TemporaryDirectory() as place:
        kit = Path(place) / "rhino"
        shutil.copytree(RHINO, kit)
        path = kit / mutant.file
        text = path.read_text("utf-8")
        for new in mutant.new:
            path.write_text(changed(text, mutant, new), "utf-8")
            try:
                found = told(kit)
            except Exception as error:  # noqa: BLE001 - a crash is what this looks for, too
                return mutant, False, [f"CRASH {error!r}"]
            codes |= {d.code for d in found}
            if any(d.severity == "error" and _is_at(d.span, mutant) for d in found):
                return mutant, True, sorted(codes)
    return mutant, False, sorted(codes)


def _is_at(span: Span, mutant: Mutant) -> bool:
    return Path(span.file).name == mutant.file and span.line == mutant.line


def run(wanted: list[Mutant]) -> list[tuple[Mutant, bool, list[str]]]:
    with ProcessPoolExecutor() as pool:
        return list(pool.map(tried, wanted, chunksize=8))


def main() -> None:
    only = sys.argv[1:]
    results = run([m for m in mutants() if not only or any(m.name.startswith(o) for o in only)])
    for mutant, found, codes in results:
        if not found:
            print(f"{mutant.name}: {mutant.old!r} -> {mutant.new!r}  {' '.join(codes)}")  # noqa: T201
    print(f"{sum(found for _, found, _ in results)} of {len(results)} found")  # noqa: T201


if __name__ == "__main__":
    main()
