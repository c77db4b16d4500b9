"""Export a kit for digital tables and print shops, one target per module of `targets` or of another distribution.

A target's module has `LABEL`, its name as people write it, and `files(printed)`, which gives the contents of each file
by its path in the export's folder. `printed` is the finished set: its pieces, and their faces as pictures.
"""

from pnp.export.printed import Deck, PrintedSet, Settings, backed
from pnp.export.registry import REGISTRY, bleed, files, label, targets

__all__ = ["REGISTRY", "Deck", "PrintedSet", "Settings", "backed", "bleed", "files", "label", "targets"]
