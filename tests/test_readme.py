"""The README's words: its commands run, its links lead somewhere, its wheel works in an empty folder."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
TOUR = re.findall(r"^\$ pnp (.+)$", README, re.MULTILINE)


def test_the_two_commands_are_there_to_paste():
    commands = [line for line in README.splitlines() if line.startswith("python3 -m venv ")]
    assert commands == [
        "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/pnp build rhino --paper a4",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest",
    ]


@pytest.mark.parametrize("command", TOUR)
def test_every_command_of_the_tour_runs(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*shlex.split(command))
    assert result.exit_code == 0, result.output


def test_the_tour_has_commands():
    assert len(TOUR) >= 5


def test_the_error_shown_is_the_error_given(kit, tmp_path, monkeypatch):
    (shown,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    place, rest = shown.split(": ", 1)
    _, line, column = place.split(":")
    text = (kit / "cards.yaml").read_text("utf-8")
    (kit / "cards.yaml").write_text(text.replace("swerve.svg", "swreve.svg"), "utf-8")
    monkeypatch.chdir(tmp_path)
    result = run("build", "rhino/")
    assert f"rhino/cards.yaml:{line}:{column}: {rest.splitlines()[0]}" in result.stderr
    assert "\n".join(rest.splitlines()[1:]) in result.stderr


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").glob("*.md")), ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_built_files_are_ignored_by_git():
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert "/output/*" in ignored
    assert "!/output/README.md" in ignored


def test_a_wheel_carries_its_data_and_builds_from_an_empty_folder(tmp_path, built):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    empty = tmp_path / "empty"
    empty.mkdir()
    script = f"import sys; sys.path.insert(0, {str(site)!r}); from pnp.cli import main; main()"
    command = [sys.executable, "-c", script, "build", "rhino", "--paper", "a4"]
    result = subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    out = empty / "output" / "rhino-a4"
    for file in out.iterdir():
        assert file.read_bytes() == (built().folder / file.name).read_bytes()
    probe = script.replace("from pnp.cli import main; main()", "import pnp; print(pnp.__file__)")
    where = subprocess.run([sys.executable, "-c", probe], cwd=empty, capture_output=True, text=True, check=True)
    assert str(site) in where.stdout
