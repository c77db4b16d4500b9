"""The entry point of the command line."""

from __future__ import annotations

import gc

OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Python's own 700 suits programs that make and drop many objects in circles; a build keeps nearly all that it makes,
and looking through them so often takes a tenth of its time."""


def main() -> None:
    """Run the command line on what was typed."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        from pnp.cli import main as commands

        commands(prog_name="pnp")
    except KeyboardInterrupt:  # while modules are imported; once a command runs, it handles Ctrl-C itself
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
