"""Kits from strangers: whatever is in their files, a diagnostic with a place comes soon, and nothing else happens."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_a_template_without_end_is_reported_and_the_command_ends(small):
    """A power, which nothing interrupts: the process ends. tests/kit/test_child.py tries more.

    The limit is lower than that of docs/limits.md, so that it ends sooner.
    """
    (small / "rulebook.md").write_text("# Turn\n\n{{ 9 ** (9 ** 9) }}\n", "utf-8")
    program = "from pnp.kit import child; child.SECONDS = 0.8; from pnp.__main__ import main; main()"
    command = [sys.executable, "-c", program, "check", str(small)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 1
    assert "rulebook.md:3:1: error[bad-template]: cannot fill this template: this takes more than 0.8 s" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
