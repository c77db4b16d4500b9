"""Rule files: what the sentences of a game state, and what play must show for them, as data beside the kit."""

from pnp.rulefile.files import FILE, paths_of, texts
from pnp.rulefile.pattern import Reader
from pnp.rulefile.proving import Proved, Prover
from pnp.rulefile.reader import Rules, Text
from pnp.rulefile.rule import Nearest, Read, Rule, nearest, readers

__all__ = [
    "FILE", "Nearest", "Proved", "Prover", "Read", "Reader", "Rule", "Rules", "Text", "nearest", "paths_of", "readers",
    "texts",
]  # fmt: skip
