"""`python -m pnp` -> the command line."""

from pnp.cli import main

if __name__ == "__main__":
    main()
