"""Outputs that are closed, full or read by nobody, and Ctrl-C at any time: an exit code, and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from tests.conftest import SMALL
from tests.support.patience import LAST_RESORT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="says it in the words of a POSIX shell")

STOPPED = {130, -signal.SIGINT}
"""The second is Python's own way before this program is reached; a shell shows it as 130, too."""


def shell(line: str) -> tuple[int, str]:
    """The exit code of a line in which `pnp` is this program and SMALL the small set, and all that it wrote to what was
    left open."""
    line = line.replace("pnp ", f"{sys.executable} -m pnp ", 1).replace("SMALL", str(SMALL))
    done = subprocess.run(["/bin/bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("pnp list >&-", 0, ""), ("pnp check SMALL 2>&-", 0, "no errors, in small; ignored: 1 unproved-words\n"),
        ("pnp check SMALL <&- >&- 2>&-", 0, ""), ("pnp show rhino | head -1", 2, "# kit.yaml\n"),
    ],
)  # fmt: skip
def test_an_output_that_is_closed_is_quiet(line, code, message):
    assert shell(line) == (code, message)


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device here")  # noqa: PTH110
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("pnp list >/dev/full", 2), ("pnp --help >/dev/full", 2), ("pnp check SMALL >/dev/full", 2),
        ("pnp check nosuch 2>/dev/full", 2),
    ],
)  # fmt: skip
def test_an_output_that_is_full_is_reported(line, code):
    wanted = "" if "2>" in line else "Error: No space left on device\n"
    assert shell(line) == (code, wanted)


@pytest.mark.slow
def test_files_of_a_build_do_not_get_the_numbers_of_closed_streams(tmp_path):
    assert shell(f"pnp build SMALL --only bracket --output {tmp_path} <&- >&- 2>&-") == (0, "")
    (file,) = tmp_path.glob("*.pdf")
    assert file.read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
def test_ctrl_c_while_it_starts_ends_it_at_once():
    begin = "print(flush=True); import runpy; runpy.run_module('pnp', run_name='__main__', alter_sys=True)"
    line = [sys.executable, "-c", begin, "simulate", "rhino", "--games", "9000"]
    heard = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    for step in range(4):
        process = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard, start_new_session=True
        )
        process.stdout.readline()  # Python itself has started, however long that took
        time.sleep(0.04 + 0.08 * step)
        if process.poll() is not None:
            process.communicate()
            break
        os.killpg(process.pid, signal.SIGINT)
        _, message = process.communicate(timeout=LAST_RESORT)
        assert process.returncode in STOPPED | {0}, (step, message)
        assert process.returncode in STOPPED or not message
        assert "Traceback" not in message or process.returncode == -signal.SIGINT
        assert "ignored" not in message
        with pytest.raises(ProcessLookupError):  # nothing of its group is left
            os.killpg(process.pid, 0)


INTERRUPTED = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background ignore it
import pnp.__main__, pnp.cli

class Turned:
    def __set_name__(self, owner, name):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt as error:
            raise ValueError from error

class Ignored:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def turned(prog_name):
    type("Card", (), {"count": Turned()})

def ignored(prog_name):
    Ignored()
    for _ in range(9000):
        time.sleep(0.1)

pnp.cli.main = CASE
pnp.__main__.main()
"""


@pytest.mark.parametrize("case", ["turned", "ignored"])
def test_ctrl_c_ends_quietly_although_other_code_handles_it(case):
    line = [sys.executable, "-c", INTERRUPTED.replace("CASE", case)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=LAST_RESORT)
    assert (done.returncode, done.stderr) == (130, "")
