"""Diagnostics: errors, warnings and notes about data files, each with its file, line and column.

Code that reads data adds diagnostics to a `Diagnostics` list and goes on; only programming errors raise. `report`
writes them as text for people, or in a format for other programs. `files` safely opens files from untrusted sources.
"""

from pnp.diagnostics.diagnostic import (
    CardPlace,
    Cell,
    DataError,
    Diagnostic,
    Diagnostics,
    Part,
    Span,
    counted,
    did_you_mean,
    unknown,
)
from pnp.diagnostics.placed import PlacedText, TextSource

__all__ = [
    "CardPlace",
    "Cell",
    "DataError",
    "Diagnostic",
    "Diagnostics",
    "Part",
    "PlacedText",
    "Span",
    "TextSource",
    "counted",
    "did_you_mean",
    "unknown",
]
