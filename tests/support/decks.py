"""The decks of tests/decks: their kits, and the scripts that make their cards."""

from __future__ import annotations

import importlib.util
import shutil
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.conftest import ROOT

DECKS = ROOT / "tests" / "decks"


@cache
def script(deck: str) -> ModuleType:
    """The module `make.py` of a deck."""
    spec = importlib.util.spec_from_file_location(deck.replace("-", "_"), DECKS / deck / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kit(deck: str, folder: Path, **files: str | bytes) -> Path:
    """A copy of a deck's kit in a folder, with further files; `_` in their names is a point."""
    made = shutil.copytree(DECKS / deck, folder / deck)
    for name, content in files.items():
        (made / name.replace("_", ".")).write_bytes(content if isinstance(content, bytes) else content.encode())
    return made
