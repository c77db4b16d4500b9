"""What is typed -> the command line; a build that would change nothing is told of before any of it is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line on what was typed."""
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:  # while the commands are being loaded; later on they see to it themselves
        raise SystemExit(130) from None


def _run(arguments: list[str]) -> None:
    said = _unchanged(arguments)
    if said is not None:
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        sys.stdout.write(said)
        return
    from pnp.cli import main as commands

    commands(arguments, prog_name="pnp", obj=arguments)


def _unchanged(arguments: list[str]) -> str | None:
    if arguments[:1] != ["build"]:
        return None
    from pnp.cache import builds

    return builds.unchanged(arguments)


if __name__ == "__main__":
    main()
