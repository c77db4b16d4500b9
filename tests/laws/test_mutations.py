"""Proof that the checks can fail: every value of every kit, made wrong, is reported at its own line.

Every sixth value of rhino is tried at every run, of the other kits a smaller sample, the same ones at every run; with
`--all-mutants` all of them, which takes some minutes more. Values that may be changed without anything being wrong are
in `free/`, a file for each kit, each with its reason.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths, vouched
from pnp.sources.yaml import read
from tests.laws.mutation import FILES, Mutant, changed, mutants, reasons, run

CHIEF = "rhino"
SHARES = {CHIEF: 6}
SHARE = 128
"""One in so many values of a kit is tried, of the other kits."""
PARTS = 4
"""In how many tests the values of the chief kit are tried, so that several processes can share them."""
KITS = [paths.data_folder() / name for name in paths.game_kits()]
ALL = {kit.name: mutants(kit) for kit in KITS}


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_there_are_mutants_of_every_file(kit):
    files = {mutant.file for mutant in ALL[kit.name]}
    data = [path for path in kit.glob("*.yaml") if path.name != vouched.FILE]  # its texts are compared with all others
    assert files == {path.name for path in data if read(path, Diagnostics()).value}
    assert files <= set(FILES)
    assert len(ALL[kit.name]) > 100


@pytest.mark.slow
@pytest.mark.parametrize("mutant", [m for found in ALL.values() for m in found[::97]], ids=lambda m: m.name)
def test_a_mutant_changes_one_line(mutant: Mutant):
    text = (mutant.kit / mutant.file).read_text("utf-8")
    other = changed(text, mutant, mutant.new[0])
    different = [n for n, (a, b) in enumerate(zip(text.split("\n"), other.split("\n"), strict=True), start=1) if a != b]
    assert different in ([mutant.line], [mutant.line + 1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kit", "part", "parts"),
    [(kit, part, parts) for kit in KITS for parts in [PARTS if kit.name == CHIEF else 1] for part in range(parts)],
    ids=lambda value: value.name if isinstance(value, Path) else str(value),
)
def test_every_value_made_wrong_is_reported_at_its_own_line_or_is_free(kit, part, parts, capsys, request):
    free, every = reasons(kit), ALL[kit.name]
    held = [mutant for mutant in every if not any(re.fullmatch(pattern, mutant.name) for pattern in free)]
    if not request.config.getoption("--all-mutants"):
        held = Random(0).sample(held, len(held) // SHARES.get(kit.name, SHARE))
    held = held[part::parts]
    results = run(held)
    assert not [mutant.name for mutant, _, codes in results if any(code.startswith("CRASH") for code in codes)]
    missed = [mutant.name for mutant, found, _ in results if not found]
    score = f"{len(held)} of {len(every)} values made wrong, {len(held) - len(missed)} found"
    with capsys.disabled():
        print(f"\n{kit.name}, part {part + 1} of {parts}: {score}", end=" ")  # noqa: T201
    assert missed == []


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_no_reason_is_left_over(kit):
    names = [mutant.name for mutant in ALL[kit.name]]
    for pattern, reason in reasons(kit).items():
        assert any(re.fullmatch(pattern, name) for name in names), pattern
        assert reason
