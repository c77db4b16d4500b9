"""Rule files: what the sentences of a game state, and what play must show for them, as data beside the kit."""

from pnp.rulefile.files import FILE, paths_of, texts
from pnp.rulefile.pattern import Reader
from pnp.rulefile.proving import Proved, Prover
from pnp.rulefile.reader import GameRules, RuleFile
from pnp.rulefile.rule import Nearest, Read, Rule, nearest, readers

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
