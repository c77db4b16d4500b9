"""Render SVG to PNG with resvg, in a child process with limits of time and memory.

The child process runs this file as a script, without the rest of the program.
"""

from __future__ import annotations

import faulthandler
import subprocess
import sys
from contextlib import suppress

MEMORY = 1_000_000_000
"""The memory limit of the child process in bytes, on systems that can limit it."""
DPI = 96
"""The pixels per inch by which resvg converts mm, cm, in, pt and pc to pixels, as in CSS."""


def rendered(text: str, seconds: float, package: str) -> bytes:
    """Render an SVG text to a PNG. `package` is the folder in which resvg_py is installed.

    Raises RuntimeError with the reason.
    """
    command = [sys.executable, "-I", "-S", __file__, package, str(seconds)]
    try:
        # run() kills the child process at the timeout, and when it is interrupted.
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=seconds, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"rendering takes more than {seconds:g} s") from None
    except OSError as error:
        raise RuntimeError(f"cannot start Python: {error.strerror}") from None
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RuntimeError(
            last.partition(": ")[2] or "resvg crashed: the file is nested too deeply, or needs too much memory"
        )
    return done.stdout


def _child(package: str, seconds: str) -> None:
    faulthandler.dump_traceback_later(float(seconds), exit=True)  # in case the parent process has ended
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.path.append(package)
    import resvg_py

    text = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=text, dpi=DPI, skip_system_fonts=True))


if __name__ == "__main__":
    _child(*sys.argv[1:])
