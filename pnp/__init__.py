"""Print-and-play kits: game data to proved words, drawings, pieces, sheets and print-ready PDFs.

`docs/architecture.md` explains the stages; the layers in `pyproject.toml` say which of them may import which.
"""

__version__ = "0.1.0"
