"""The entry point of the command line."""

from __future__ import annotations


def main() -> None:
    """Run the command line on what was typed."""
    try:
        from pnp.cli import main as commands

        commands(prog_name="pnp")
    except KeyboardInterrupt:  # while modules are imported; once a command runs, it handles Ctrl-C itself
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
