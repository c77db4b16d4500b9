"""`docs/add-a-game.md` is followed in a copy of the repository: its files are written and its commands run in order."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.test_docs import DOCS, ROOT, agrees, blocks, expected_code, steps, text_of

PAGE = DOCS / "add-a-game.md"
COPIED = ("pnp", "card_data", "art", "fonts", "docs", "tests", "pyproject.toml")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the page needs of the repository."""
    folder = tmp_path_factory.mktemp("clone")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


def run_in(clone: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program of the page with the copy of `pnp`, not the installed one."""
    name, *arguments = shlex.split(command)
    if name == "pytest":
        arguments = ["-p", "no:cacheprovider", "-n", "0", *arguments]
    module = [] if name == "python" else ["-m", name]
    env = {**os.environ, "PYTHONPATH": str(clone), "COLUMNS": "200", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *module, *arguments], cwd=clone, env=env, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_the_steps_make_a_game_that_is_played_checked_tested_and_printed(clone):
    commands = []
    for block in blocks(text_of(PAGE)):
        if block.file:
            path = clone / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(block.lines) + "\n", "utf-8")
        for step in steps(block) if block.language == "console" else ():
            done = run_in(clone, step.command)
            output = done.stdout + done.stderr
            wrong = f"add-a-game.md:{step.line - 1}: $ {step.command}\n{output}"
            assert done.returncode == expected_code(step.shown), wrong
            assert agrees(step.shown, output), wrong
            commands.append(step.command.split()[0])
    assert {"pnp", "pytest", "ruff", "python"} <= set(commands)
    assert "### `melee`" in (clone / "docs" / "phrase-books.md").read_text("utf-8")
    assert list((clone / "output" / "melee-a4").glob("*.pdf"))


def test_the_game_is_not_in_the_repository():
    assert not (ROOT / "card_data" / "melee").exists(), "the page would test a game that is already there"
