"""SVG text -> PNG, by resvg in a process of its own, which ends when its time is up, whoever waits for it or does not.

What resvg has begun it cannot be kept from finishing, so it is not begun in the process that draws the kit. This file
is also what that process runs: by itself, with nothing of the kit but one text, and nothing of the user but resvg.
"""

from __future__ import annotations

import sys

MEMORY = 1_000_000_000
"""Most bytes that the process may take, where the system can be asked to see to it."""


class TooLongError(Exception):
    """It was not finished in time."""


def rendered(text: str, pixels: tuple[int, int], colour: str, seconds: float, package: str) -> bytes:
    """A PNG; nothing if resvg, which lies in the folder `package`, makes none of it.

    `currentColor` is `colour`, where one is given.
    """
    import subprocess

    width, height = map(str, pixels)
    command = [sys.executable, "-I", "-S", __file__, package, str(seconds), width, height]
    # XML has no such sign, so it ends the colour.
    said = f"{colour}\0{text}".encode(errors="replace")
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere)  # noqa: S603 - this very file
    except OSError:  # there is no Python to start
        return b""
    with process:
        try:
            picture, _ = process.communicate(said, seconds)
        except subprocess.TimeoutExpired:
            raise TooLongError from None
        finally:  # whatever happened, an interruption too: it is over, and not left behind
            process.kill()
            process.wait()
    return picture if process.returncode == 0 else b""


def _confine(seconds: float) -> None:
    """End this process in time, and when it is interrupted or takes too much, though resvg listens to nobody."""
    import faulthandler
    import signal
    from contextlib import suppress

    faulthandler.dump_traceback_later(seconds, exit=True)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _answer(package: str, seconds: str, width: str, height: str) -> None:
    _confine(float(seconds))
    sys.path.append(package)
    import resvg_py

    colour, _, text = sys.stdin.buffer.read().decode().partition("\0")
    picture = resvg_py.svg_to_bytes(
        svg_string=text,
        width=int(width),
        height=int(height),
        skip_system_fonts=True,
        style_sheet=f"svg{{color:{colour}}}" if colour else None,
    )
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    _answer(*sys.argv[1:])
