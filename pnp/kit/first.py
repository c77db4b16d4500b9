"""Make the files of a first kit, which extends no other: a small deck, its looks, and a page of rules.

The files are those of the folder `starters/_first`, which are examples with explanations as comments.
"""

from __future__ import annotations

from pathlib import Path
from string import Template

STARTER = Path(__file__).parent / "starters" / "_first"


def from_nothing(folder: Path) -> dict[str, bytes]:
    """The files of a first kit in a folder, with a few cards as examples."""
    return filled(folder, cards="cards.yaml")


def filled(folder: Path, **words: str) -> dict[str, bytes]:
    """The files of the starter, with the kit's name and `words` in place of their `$` fields."""
    title = folder.name.replace("-", " ").capitalize()
    fields = {"title": title, "path": folder.name, **words}
    sources = sorted(STARTER.iterdir())
    return {path.name: Template(path.read_text("utf-8")).substitute(fields).encode() for path in sources}
