"""The fields and words that tests of expressions have."""

from __future__ import annotations

from pnp.kit.expressions import Words


class _Labels:
    language = "en"

    def listed(self, texts: list[str]) -> str:
        return " & ".join(texts)


WORDS = Words(_Labels(), ", ", {"fire": "Fire"})  # type: ignore[arg-type]
FIELDS = {
    "name": "Imp",
    "asides": {"cost": "3", "half": "0.5", "rarity": "rare", "tags": ("fire", "undead"), "row": "a, b", "no": "007"},
    "traits": {"move": {"gain": 2}, "any": ["x", "y"]},
    "views": [{"hand": {"dodge": 2}}, {"hand": {"spin": 1}}],
    "item": "4",
    "rules": {"bands": [{"least": 0}, {"least": 6, "points": 1}]},
}
