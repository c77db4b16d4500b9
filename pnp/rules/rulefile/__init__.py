"""Rule files: what the sentences of a game state, and what play must show for them, as data beside the kit."""

from pnp.rules.rulefile.files import FILE, texts
from pnp.rules.rulefile.pattern import Reader
from pnp.rules.rulefile.proving import Proved, Prover
from pnp.rules.rulefile.reader import Rules, Text
from pnp.rules.rulefile.rule import Nearest, nearest, readers

__all__ = ["FILE", "Nearest", "Proved", "Prover", "Reader", "Rules", "Text", "nearest", "readers", "texts"]
