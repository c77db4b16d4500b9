"""Hundreds of kits that grammars write, the same ones at every run: each ends soon, with places for all that is wrong.

`pytest tests/hostile/test_grammar.py --grammar 20000` tries more than the 100 of every run, and `--grammar-case 1234`
only that one. A failure names its case.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.hostile.grammar import GRAMMARS, case
from tests.hostile.oracle import expect_build, expect_diagnostics, expect_harmless
from tests.hostile.test_fuzz import place, tried

BATCHES = 2
BUILT_SHARE, OTHER_SHARE = 0.3, 0.08
"""The shares of cases without errors that are built, and of all cases that are also shown, exported or previewed."""


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_case_has_the_same_files_at_every_run(name):
    number = list(GRAMMARS).index(name)
    assert case(number) == case(number)
    assert case(number)[0] == name


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_written_kits_are_harmless(tmp_path, batch, request):
    count, single = (request.config.getoption(option) for option in ("--grammar", "--grammar-case"))
    numbers = [single] if single is not None else range(count)
    ends = tried(numbers[batch::BATCHES], lambda number: attack(number, tmp_path))
    if len(numbers) >= 100:
        assert ends >= {0, 1}, "the kits are all sound, or all wrong"


def attack(number: int, folder: Path) -> int:
    """Try one kit; the exit code of its check."""
    name, files = case(number)
    what, out, chance = f"case {number} ({name})", folder / "out", Random(-number - 1)
    kit = place(folder / "kits" / "own", files)
    result = expect_harmless(what, kit, "check", kit, "--format", "json", out=out)
    expect_diagnostics(what, result)
    if chance.random() < OTHER_SHARE:
        _other_command(what, kit, out, chance)
    if result.exit_code == 0 and chance.random() < BUILT_SHARE:
        shutil.rmtree(out, ignore_errors=True)
        built = expect_harmless(f"{what}; build", kit, "build", kit, "--output", out, out=out)
        assert built.exit_code == 0, f"{what}; build: {built.output}"
        expect_build(what, out)
    return result.exit_code


def _other_command(what: str, kit: Path, out: Path, chance: Random) -> None:
    command = chance.choice((
        ("show", kit),
        ("export", kit, "--force", "--output", out / f"cards.{chance.choice(('csv', 'xlsx', 'json'))}"),
        ("preview", kit, "--dpi", 40, "--output", out / "faces.png"),
    ))  # fmt: skip
    expect_harmless(f"{what}; {command[0]}", kit, *command, out=out)
