"""Preflight of any PDF: report its contents, and problems that will print badly at home or at a print shop.

`reader` reads facts with pypdf and PDFium in a child process, `rules` turns them into diagnostics, `report` shows both.
Facts are plain JSON, in mm from a page's own origin, y upwards. Boxes are `[left, bottom, width, height]`, empty if
invalid; `seen` is the size that viewers show; `ink` is the highest total of a CMYK colour in percent; `fine` has the
thinnest line and the smallest text in several inks and in white, in pt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import files

MAX_SECONDS = 60.0
"""The maximum computing time to read a file, in seconds."""


def read(path: Path) -> dict[str, Any]:
    """The facts about a file, read by the confined child process. Raises OSError."""
    with files.opened(path) as file:
        length = file.seek(0, 2)
    parts, stopped = list[dict[str, Any]](), ""
    try:
        last, _ = call(
            "pnp.pdf.preflight.reader:task", str(path.absolute()), limits=Limits(MAX_SECONDS), note=parts.append
        )
        parts.append(last)
    except StoppedError as error:
        stopped = str(error)
    return merged(length, parts, stopped)


def merged(length: int, parts: Iterable[dict[str, Any]], stopped: str = "") -> dict[str, Any]:
    """Facts from the reader's parts; `stopped` is why it did not reach the end."""
    facts: dict[str, Any] = {
        "length": length,
        "version": "",
        "total": 0,
        "encrypted": False,
        "repairs": [],
        "pages": [],
        "standard": "",
    }
    facts |= {"damage": "", "unfinished": ""}
    for part in parts:
        facts["pages"] += [part.pop("page")] if "page" in part else []
        facts |= part
    done, total = len(facts["pages"]), facts["total"]
    if stopped or done < total:
        message = f"only {done} of {total} pages were read: {stopped or 'it has too many'}"
        facts |= {"unfinished": message} if total else {"damage": stopped}
    return facts


@cache
def explanations() -> dict[str, str]:
    """The explanation of each code: what it is, why it matters, its severity with a hint, files that pass and fail."""
    folder = Path(__file__).parent / "codes"
    return {path.stem: path.read_text("utf-8").strip() for path in sorted(folder.glob("*.txt"))}
