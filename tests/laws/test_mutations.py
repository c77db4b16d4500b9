"""Proof that the checks can fail: every value of every kit, made wrong, is reported at its own line.

A sample is tried at every run, the same one: several values are wrong at once, and those that are not reported then are
tried with fewer others, at last alone. With `--all-mutants` each of all values is tried alone, which takes some minutes
more. Values that may be changed without anything being wrong are in `free/`, a file for each kit, each with its reason.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths, vouched
from pnp.sources.yaml import read
from tests.laws.mutation import FILES, Mutant, changed, mutants, reasons, run, unnoticed
from tests.support.batches import silent

SAMPLES = {"rhino": 36}
SAMPLE = 4
"""How many values of a kit are tried, of the other kits."""
KITS = [paths.data_folder() / name for name in paths.game_kits()]
each = pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)


@cache
def every(kit: Path) -> list[Mutant]:
    return mutants(kit)


def held(kit: Path) -> list[Mutant]:
    """The mutants of a kit that must be reported."""
    free = [re.compile(pattern) for pattern in reasons(kit)]
    return [mutant for mutant in every(kit) if not any(one.fullmatch(mutant.name) for one in free)]


@each
def test_there_are_mutants_of_every_file_each_of_one_line(kit):
    files = {mutant.file for mutant in every(kit)}
    data = [path for path in kit.glob("*.yaml") if path.name != vouched.FILE]  # its texts are compared with all others
    assert files == {path.name for path in data if read(path, Diagnostics()).value}
    assert files <= set(FILES)
    assert len(every(kit)) > 100
    for mutant in every(kit)[::97]:
        text = (kit / mutant.file).read_text("utf-8")
        rows = zip(text.split("\n"), changed(text, mutant, mutant.new[0]).split("\n"), strict=True)
        different = [n for n, (a, b) in enumerate(rows, start=1) if a != b]
        assert different in ([mutant.line], [mutant.line + 1]), mutant.name


@pytest.mark.slow
@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_every_value_made_wrong_is_reported_at_its_own_line_or_is_free(kit, tmp_path, request):
    if request.config.getoption("--all-mutants"):
        assert [(mutant.name, codes) for mutant, found, codes in run(held(kit)) if not found] == []
        return
    sample = Random(0).sample(held(kit), SAMPLES.get(kit.name, SAMPLE))
    copied = Path(shutil.copytree(kit, tmp_path / kit.name))
    missed = silent(sample, lambda several: unnoticed(several, copied))
    assert [(mutant.name, codes) for mutant, found, codes in run(missed) if not found] == []


@each
def test_no_reason_is_left_over(kit):
    names = [mutant.name for mutant in every(kit)]
    for pattern, reason in reasons(kit).items():
        assert any(re.fullmatch(pattern, name) for name in names), pattern
        assert reason
