"""Kits in repositories of git."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import edit

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def committed(folder: Path) -> Path:
    """The folder, in a repository of its own with everything in it committed."""
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def recolour(kit: Path) -> None:
    """Change what is drawn on one card."""
    (kit / "mine.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#123456"/></svg>'
    )
    edit(kit, "cards.yaml", "art: dodge.svg", "art: mine.svg")
