"""Rule files: what the sentences of a game state, and what play must show for them, as data beside the kit."""

from pnp.rulefile.line import Nearest, Read, Rule, nearest, readers
from pnp.rulefile.pattern import Reader
from pnp.rulefile.proving import Proved, Prover
from pnp.rulefile.reader import FILE, GameRules, RuleFile, paths_of, texts

__all__ = [
    "FILE",
    "GameRules",
    "Nearest",
    "Proved",
    "Prover",
    "Read",
    "Reader",
    "Rule",
    "RuleFile",
    "nearest",
    "paths_of",
    "readers",
    "texts",
]  # fmt: skip
