"""Export a kit for digital tables and print shops, one target per module of `targets` or of another distribution.

A target's module has `LABEL`, its name as people write it, and `files(printed)`, which gives the contents of each file
by its path in the export's folder. `printed` is the finished set: its pieces, and their faces as pictures. What a
target cannot use it adds to `printed.left_out`, with the reason. `OPTIONS` are the settings that it uses; without it,
`dpi` and `bleed`. `BLEED` is how far its pictures extend past the trim at least, in mm.
"""

from pnp.export.printed import PrintedDeck, PrintedSet, Settings, backed
from pnp.export.registry import REGISTRY, bleed, files, label, options, standard, taking, targets

__all__ = [
    "REGISTRY",
    "PrintedDeck",
    "PrintedSet",
    "Settings",
    "backed",
    "bleed",
    "files",
    "label",
    "options",
    "standard",
    "taking",
    "targets",
]
