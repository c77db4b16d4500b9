"""What is typed -> the command line; a build that would change nothing is told of before any of it is loaded."""

from __future__ import annotations

import sys
from contextlib import suppress


def main() -> None:
    """Run the command line on what was typed."""
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:  # while the commands are being loaded; later on they see to it themselves
        raise SystemExit(130) from None


def _run(arguments: list[str]) -> None:
    command: Command | None = None
    if arguments[:1] == ["build"]:
        from pnp.cache.builds import Command

        with suppress(OSError):  # the folder it is given in may be gone, which is told as other faults of files are
            command = Command(arguments)
        said = command.unchanged() if command else None
        if said is not None:
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
            sys.stdout.write(said)
            return
    from pnp.cli import main as commands

    commands(arguments, prog_name="pnp", obj=command)


if __name__ == "__main__":
    main()
