"""YAML files from the schemas that the program writes: parts of the small kit's own, or whole ones."""

from __future__ import annotations

from random import Random

import yaml

from tests.hostile import small
from tests.hostile.grammar.kit import dumped
from tests.hostile.grammar.rules import Files
from tests.hostile.grammar.schemas import Author

SMALL = small.files()
_FILES = ("kit", "cards", "faces", "phrases", "rulings", "fonts")


def write(chance: Random) -> Files:
    """The small kit, with parts of one or two files in place of the kit's own, or beside them."""
    made = dict(SMALL)
    if chance.random() < 0.9:  # else it is converted by another process, which is slow
        made["kit.yaml"] = made["kit.yaml"].replace(b"rasterise: [soft.svg]\n", b"")
        made["soft.svg"] = made["crown.svg"]
    wrong = chance.choice((0.0, 0.0, 0.01, 0.05))
    for name in chance.sample(_FILES, chance.choice((1, 1, 2))):
        author = Author(name, chance, wrong)
        found = {} if name == "rulings" else yaml.safe_load(made[f"{name}.yaml"])
        made[f"{name}.yaml"] = dumped(author.whole() if chance.random() < 0.15 else author.changed(found))
    return made
