"""Hundreds of damaged kits, the same ones at every run: each ends soon, with places for all that is wrong.

`pytest tests/hostile/test_fuzz.py --fuzz 50000` tries more than the 60 of every run.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from pnp.kit import paths
from tests.hostile import small
from tests.hostile.damage import Files, damaged
from tests.hostile.oracle import expect_build, expect_diagnostics, expect_harmless

BATCHES = 2
GAMES_SHARE = 40
"""One in so many damaged kits is a game, whose rules are data too; the others are small, which is quicker."""
OTHER_SHARE, BUILT_SHARE = 12, 20
"""One in so many is also shown, exported or compared; one in so many of those without errors is built."""
SMALL = small.files()
GAMES = {
    kit.name: {path.name: path.read_bytes() for path in sorted(kit.glob("*.yaml"))}
    for kit in (paths.data_folder() / name for name in paths.game_kits())
}


def place(folder: Path, files: Files) -> Path:
    """A kit of these files in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def whole(number: int) -> tuple[str, Files]:
    """The kit to damage. Pixels of SVG, which a child process makes, are asked for in one of ten."""
    if number % GAMES_SHARE == 0:
        name = list(GAMES)[number // GAMES_SHARE % len(GAMES)]
        return name, GAMES[name]
    if number % 10 == 1:
        return "small", SMALL
    return "small", {**SMALL, "kit.yaml": SMALL["kit.yaml"].replace(b"rasterise: [soft.svg]\n", b""),
                     "soft.svg": SMALL["crown.svg"]}  # fmt: skip


def test_the_small_kit_is_sound(tmp_path):
    kit = place(tmp_path / "small", SMALL)
    result = expect_harmless("nothing", kit, "check", kit, "--format", "json")
    expect_diagnostics("nothing", result)
    assert result.exit_code == 0, result.output


def tried(numbers: Iterable[int], attack: Callable[[int], int]) -> set[int]:
    """The exit codes of all cases; every failure is reported by its first line."""
    ends, failures = set(), []
    for number in numbers:
        try:
            ends.add(attack(number))
        except AssertionError as failure:
            failures.append(str(failure).split("\n")[0])
    if failures:
        pytest.fail("\n".join(failures))
    return ends


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_kits_are_harmless(tmp_path, batch, request):
    ends = tried(range(batch, request.config.getoption("--fuzz"), BATCHES), lambda number: attack(number, tmp_path))
    if request.config.getoption("--fuzz") >= 60:
        assert ends >= {0, 1}, "the damage is too little, or too much"


def attack(number: int, folder: Path) -> int:
    """Try one damaged kit; the exit code of its check."""
    name, files = whole(number)
    what, files = damaged(files, Random(number))
    what, out = f"case {number}: {what}", folder / "out"
    kit = place(folder / "kits" / name, files)
    result = expect_harmless(what, kit, "check", kit, "--format", "json", out=out)
    expect_diagnostics(what, result)
    if number % OTHER_SHARE == 0:
        _other_commands(what, name, kit, out, Random(number))
    if result.exit_code == 0 and number // BATCHES % BUILT_SHARE == 0:
        shutil.rmtree(out, ignore_errors=True)
        built = expect_harmless(what, kit, "build", kit, "--output", out, out=out)
        assert built.exit_code == 0, f"{what}: {built.output}"
        expect_build(what, out)
    return result.exit_code


def _other_commands(what: str, name: str, kit: Path, out: Path, chance: Random) -> None:
    sound = place(kit.parent / "sound" / name, SMALL if name == "small" else GAMES[name])
    command = chance.choice((
        ("show", kit),
        ("export", kit, "--force", "--output", out / f"cards.{chance.choice(('csv', 'xlsx', 'json'))}"),
        ("preview", kit, "--dpi", 40, "--output", out / "faces.png"),
        ("diff", *chance.choice(((sound, kit), (kit, sound)))),
    ))  # fmt: skip
    expect_harmless(f"{what}; {command[0]}", kit.parent, *command, out=out)
