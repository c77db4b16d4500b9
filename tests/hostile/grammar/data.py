"""YAML files from the schemas that the program writes: parts of the small kit's own, or whole ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import yaml

from pnp.kit import paths
from tests.hostile import small
from tests.hostile.grammar import kit
from tests.hostile.grammar.rules import Files
from tests.hostile.grammar.schemas import Author

SMALL = small.files()
SMALL["kit.yaml"] += kit.dumped({"checks": {"ignore": kit.IGNORED}})
_FILES = ("kit", "cards", "faces", "phrases", "rulings", "fonts")
_OVERLAYS = 0.15
"""The share of kits that extend a game, whose rules boards, tracks and tables print."""
_WRONG = (0.0, 0.0, 0.0, 0.01, 0.05)


def write(chance: Random) -> Files:
    """The small kit, with parts of one or two files in place of the kit's own, or beside them."""
    if chance.random() < _OVERLAYS:
        return _overlay(chance)
    made = dict(SMALL)
    if chance.random() < 0.9:  # else it is converted by another process, which is slow
        made["kit.yaml"] = made["kit.yaml"].replace(b"rasterise: [soft.svg]\n", b"")
        made["soft.svg"] = made["crown.svg"]
    wrong = chance.choice(_WRONG)
    return made | (_changed(made, chance, wrong) if chance.random() < 0.4 else _added(made, chance, wrong))


def _changed(made: Files, chance: Random, wrong: float) -> Files:
    """One or two files with other values at random places, or wholly other ones."""
    files: Files = {}
    for name in chance.sample(_FILES, chance.choice((1, 1, 2))):
        author = Author(name, chance, wrong)
        found = {} if name == "rulings" else yaml.safe_load(made[f"{name}.yaml"])
        files[f"{name}.yaml"] = kit.dumped(author.whole() if chance.random() < 0.15 else author.changed(found))
    return files


def _added(made: Files, chance: Random, wrong: float) -> Files:
    """One file with more components, or with more elements on a face."""
    name = chance.choice(("kit", "faces"))
    found = yaml.safe_load(made[f"{name}.yaml"])
    if name == "kit":
        found["components"] |= Author(name, chance, wrong).components()
    else:
        elements = found["faces"][chance.choice(("hero", "event", "back"))]["elements"]
        at = chance.randrange(len(elements) + 1)
        elements[at:at] = Author(name, chance, wrong).elements()
    return {f"{name}.yaml": kit.dumped(found)}


def _overlay(chance: Random) -> Files:
    """A kit that extends a game: other elements on one of its faces or on a new one, and new components."""
    game = chance.choice(paths.game_kits())
    wrong = chance.choice(_WRONG)
    rules = tuple(_dotted(_of_game(game, "rules")))
    face = chance.choice(("new", "new", *_of_game(game, "faces").get("faces", {})))
    mat = {"new": {"kind": "mat", "title": "New", "size": [100, 80], "face": "new"}} if face == "new" else {}
    components = Author("kit", chance, wrong, rules).components() if chance.random() < 0.5 else {}
    faces = {"faces": {face: {"elements": Author("faces", chance, wrong, rules).elements()}}}
    return {
        "kit.yaml": kit.dumped(
            {"extends": game, "components": {**mat, **components}, "checks": {"ignore": kit.IGNORED}}
        ),
        "faces.yaml": kit.dumped(faces),
        "crown.svg": kit.CROWN,
    }


@cache
def _of_game(game: str, name: str) -> Any:
    return yaml.safe_load((paths.data_folder() / game / f"{name}.yaml").read_bytes())


def _dotted(rules: Any, before: str = "") -> Iterator[str]:
    """The dotted names of all rules."""
    for key, value in rules.items():
        yield f"{before}{key}"
        if isinstance(value, dict):
            yield from _dotted(value, f"{before}{key}.")
