"""Names of layers -> the optional content of a PDF: shown and printed, until a viewer switches it off."""

from __future__ import annotations

from pnp.drawing import CUT_LINES, FOLD_LINES, NOTES
from pnp.ink.file import File, array, dictionary, string

ORDER = (CUT_LINES, FOLD_LINES, NOTES)
"""How viewers list layers; any others follow by name."""


class Layers:
    """The layers of one file, each made when something is first drawn in it."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}

    def key(self, name: str) -> str:
        """What content streams call a layer."""
        return self._keys.setdefault(name, f"L{len(self._keys) + 1}")

    def told(self, file: File) -> dict[str, str]:
        """What the file's catalogue is to tell of all layers; nothing if there are none."""
        if not self._keys:
            return {}
        rank = {name: number for number, name in enumerate(ORDER)}
        names = sorted(self._keys, key=lambda name: (rank.get(name, len(rank)), name))
        groups = array(self.group(file, name) for name in names)
        shown = dictionary({"Name": string("Layers"), "Order": groups})
        return {"OCProperties": dictionary({"OCGs": groups, "D": shown})}

    def group(self, file: File, name: str) -> str:
        """A reference to a layer's object, which is made when first asked for."""
        known = f"layer {self.key(name)}"
        if file.number(known) is None:
            file.add(dictionary({"Type": "/OCG", "Name": string(name)}), known)
        return file.reference(known)
