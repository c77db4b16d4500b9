"""What is wrong with data, as values with places.

Stages that read data collect diagnostics in `Faults` and go on; only programming errors raise. The reporters `text`,
`report` and `terminal` write them for people and for programs. `files` opens files of strangers safely.
"""

from pnp.diagnostics.diagnostic import (
    Cell,
    DataError,
    Diagnostic,
    Diagnostics,
    Part,
    Span,
    counted,
    did_you_mean,
)

__all__ = ["Cell", "DataError", "Diagnostic", "Diagnostics", "Part", "Span", "counted", "did_you_mean"]
