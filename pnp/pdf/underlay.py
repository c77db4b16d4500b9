"""An underlay: the first page of any PDF, to be drawn under the fronts of sheets.

A child process reads the file, because a damaged or hostile one may need much time and memory, and writes what is drawn
as the one form of a new file; see `underlay_reader`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from pnp import writing
from pnp.diagnostics import files
from pnp.graphics import Size

MAX_BYTES = 20_000_000
"""The largest file that is read."""
MAX_SECONDS = 20.0
FORM = "Underlay"
"""The name of the form in the file that the child writes."""


class Underlay(NamedTuple):
    """A page as a PDF file that has only one form, and its size in mm."""

    data: bytes
    size: Size


def read(path: Path) -> Underlay:
    """Read the first page of a file. Raises OSError, and ValueError for one that cannot be an underlay."""
    data = files.read(path, MAX_BYTES)
    with writing.temporary_folder("underlay") as folder, writing.Tree(folder) as tree:
        copy = folder / "underlay.pdf"
        tree.create(copy.name, data, lasts=False)
        command = [sys.executable, "-P", "-m", "pnp.pdf.underlay_reader", str(copy)]
        try:
            child = subprocess.run(command, capture_output=True, timeout=MAX_SECONDS, check=False)  # noqa: S603
        except subprocess.TimeoutExpired:
            raise ValueError(f"reading it takes more than {MAX_SECONDS:g} seconds") from None
    head, _, form = child.stdout.partition(b"\n")
    if child.returncode or not head:
        raise ValueError("it cannot be read; it is damaged, or needs too much memory")
    about = json.loads(head)
    if "error" in about:
        raise ValueError(about["error"])
    return Underlay(form, Size(about["w"], about["h"]))
