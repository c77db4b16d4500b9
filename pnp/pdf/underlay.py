"""An underlay: the first page of any PDF, to be drawn under the fronts of sheets.

The confined child process reads the file, because a damaged or hostile one may need much time and memory, and writes
what is drawn as the one form of a new file; see `underlay_reader`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import files
from pnp.graphics import Size

MAX_BYTES = 20_000_000
"""The largest file that is read."""
MAX_SECONDS = 20.0
"""The maximum computing time to read it, in seconds."""
FORM = "Underlay"
"""The name of the form in the file that the child writes."""


class Underlay(NamedTuple):
    """A page as a PDF file that has only one form, and its size in mm."""

    data: bytes
    size: Size


def read(path: Path) -> Underlay:
    """Read the first page of a file. Raises OSError, and ValueError for one that cannot be an underlay."""
    data = files.read(path, MAX_BYTES)
    try:
        about, blobs = call("pnp.pdf.underlay_reader:task", None, data, limits=Limits(MAX_SECONDS))
    except StoppedError as error:
        raise ValueError(f"it cannot be read: {error}") from None
    if "error" in about:
        raise ValueError(about["error"])
    return Underlay(blobs[0], Size(about["w"], about["h"]))
