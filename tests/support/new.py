"""New kits, and the examples in their files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job, severity
from tests.conftest import options_for, run


def made(folder: Path, base: object = "rhino", *more: str, name: str = "stable") -> Path:
    result = run("new", name, "--from", base, folder, *more)
    assert result.exit_code == 0, result.output
    return folder / name


def errors(kit: Path) -> list[Diagnostic]:
    """Errors and warnings of a kit, except those about texts that a person has to read."""
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    wrong = (diagnostic for diagnostic in (*diagnostics, *found) if diagnostic.severity != "note")
    return [diagnostic for diagnostic in wrong if diagnostic.code not in severity.TO_READ]


def errors_without_checks(kit: Path) -> list[Diagnostic]:
    """Errors and warnings in the data of a kit and in drawing it."""
    diagnostics = Diagnostics()
    job.lay_out(options_for(kit), diagnostics)
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity != "note"]


# Examples ----------------------------------------------------------------------------------------------------


MODELINE = "# yaml-language-server: $schema="


class Example(NamedTuple):
    """Lines of a file that are remarks and may be used: the example's own, and the line that opens what it is in."""

    file: str
    lines: tuple[int, ...]
    says: str


def examples(kit: Path) -> list[Example]:
    """Every example in a kit's files: the lines between two explanations."""
    return [example for path in sorted(kit.glob("*.yaml")) for example in _examples(path)]


def _examples(path: Path) -> list[Example]:
    found: list[Example] = []
    lines = path.read_text("utf-8").splitlines()
    opening, mine, says = -1, [], []
    for number, line in enumerate([*lines, ""]):
        if line.startswith("# ") and not line.startswith(MODELINE):
            opening = number if not line.startswith("#  ") else opening
            mine.append(number)
            continue
        if line[:1].isalpha():
            opening = -1
        if mine:
            found.append(Example(path.name, _in_order(opening, mine), " ".join(says)))
            mine, says = [], []
        if line.startswith("##"):
            says.append(line.removeprefix("##").strip())
    return found


def _in_order(opening: int, mine: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for number in (opening, *mine) if number >= 0))


def use(kit: Path, example: Example) -> None:
    """Take the "# " away, and that of an example without which this one is not to be used."""
    path = kit / example.file
    lines = path.read_text("utf-8").splitlines()
    for number in example.lines:
        lines[number] = lines[number].removeprefix("# ")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    needed = re.search(r"in (\w+\.yaml) too\.$", example.says)
    if needed:
        for partner in [e for e in examples(kit) if e.file == needed[1] and f"of {example.file}" in e.says]:
            use(kit, partner)


def is_for_another(example: Example) -> bool:
    """Whether an example changes what another one makes necessary."""
    return re.search(r"for .* of \w+\.yaml", example.says) is not None


COUNTS = {"rhino": 25, "tilt": 20, "soaring": 18, "lists": 18, "duel": 19}
