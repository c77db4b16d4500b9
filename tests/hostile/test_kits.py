"""Kits from strangers: whatever is in their files, a diagnostic with a place comes soon, and nothing else happens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pnp.graphics import raster
from tests.conftest import edit, run


def expect_refused(kit: Path, *parts: str) -> str:
    """The report on a hostile kit: exit 1, a place in every diagnostic, no traceback, and nothing written."""
    before = {path: path.stat().st_mtime_ns for path in kit.parent.rglob("*")}
    result = run("check", kit)
    assert result.exit_code == 1, result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "error[" in result.stdout
    for part in parts:
        assert part in result.stdout, result.stdout[:2000]
    assert {path: path.stat().st_mtime_ns for path in kit.parent.rglob("*")} == before
    return result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_out_of_the_kit_is_refused(small):
    secret = small.parent / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>SECRET</title></svg>')
    (small / "mine.svg").symlink_to(secret)
    edit(small, "cards.yaml", "art: dodge.svg", "art: mine.svg")
    expect_refused(small, "error[outside-path]: 'mine.svg' is a link to a file outside the kit")


@pytest.mark.slow
def test_a_template_without_end_is_reported_and_the_command_ends(small):
    """A power, which nothing interrupts: the process ends. tests/kit/test_child.py tries more.

    The limit is lower than that of docs/limits.md, so that it ends sooner.
    """
    (small / "rulebook.md").write_text("# Turn\n\n{{ 9 ** (9 ** 9) }}\n", "utf-8")
    program = "from pnp.kit import child; child.SECONDS = 1; from pnp.__main__ import main; main()"
    command = [sys.executable, "-c", program, "check", str(small)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 1
    assert "rulebook.md:3:1: error[bad-template]: cannot fill this template: this takes more than 1 s" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
def test_svg_that_takes_minutes_as_pixels_is_broken_off(small, monkeypatch):
    monkeypatch.setattr(raster, "LONGEST", 0.5)
    line = '<path d="M0 0L99999 20L0 {}" stroke="#000" stroke-width=".01" stroke-dasharray=".1"/>'
    body = "\n".join(map(line.format, range(1, 2000)))
    (small / "dodge.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{body}</svg>', "utf-8"
    )
    edit(small, "kit.yaml", "palette:", "rasterise: [dodge.svg]\n\npalette:")
    expect_refused(
        small,
        "dodge.svg:1:1: error[svg-refused]: it cannot be drawn as pixels: it takes more than 0.5 seconds of computing",
        "hint: use fewer shapes, dashes and effects",
    )
