"""Find the direction of text, and the visual order of a line that has text in both directions, by Unicode's rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of Hebrew, Arabic and the other scripts of that direction, and the marks that ask for it."""


def has_rtl(text: str) -> bool:
    """Whether a text has characters that run from right to left."""
    return not text.isascii() and bool(_RIGHT_TO_LEFT.search(text))


def begins_rtl(text: str, *, otherwise: bool = False) -> bool:
    """Whether a paragraph runs from right to left: its first letter decides, or `otherwise` if it has no letters."""
    if has_rtl(text):
        from bidi.algorithm import get_base_level

        if get_base_level(text) % 2:
            return True
    return otherwise and not any(map(str.isalpha, text))


def levels(text: str, *, rtl: bool) -> list[int]:
    """The embedding level of each character of a line in a paragraph of a direction; odd ones are right to left."""
    from bidi import algorithm

    base = 1 if rtl else 0
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, ("L", "R")[base]
    algorithm.get_embedding_levels(text, storage)
    for index, character in enumerate(storage["chars"]):
        character["index"] = index
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    _resolve_brackets(storage["chars"])
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    found = [base] * len(text)
    for character in storage["chars"]:
        found[character["index"]] = character["level"]
    return found


_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}


def _resolve_brackets(characters: Sequence[dict[str, Any]]) -> None:
    """Give both brackets of a pair one direction: rule N0, which python-bidi leaves out."""
    open_ones: list[int] = []
    for at, character in enumerate(characters):
        if character["ch"] in _BRACKETS:
            open_ones.append(at)
        pairs = [n for n in open_ones if _BRACKETS[characters[n]["ch"]] == character["ch"]]
        if pairs:
            first = pairs[-1]
            del open_ones[open_ones.index(first) :]
            own = "LR"[character["level"] % 2]
            inside = {_STRONG.get(one["type"]) for one in characters[first + 1 : at]} - {None}
            before = (_STRONG.get(one["type"]) for one in reversed(characters[:first]))
            context = next((found for found in before if found), own)
            if inside:
                way = own if own in inside else context
                characters[first]["type"] = character["type"] = way


def visual_order(levels: Sequence[int]) -> list[int]:
    """The indices of pieces with these levels from left to right: rule L2 of the bidirectional algorithm."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def ordered(text: str) -> list[tuple[str, bool]]:
    """The parts of a line from left to right, each of one direction, and whether it runs from right to left."""
    found = levels(text, rtl=begins_rtl(text))
    runs = groupby(zip(text, found, strict=True), itemgetter(1))
    parts = [(level, "".join(one for one, _ in same)) for level, same in runs]
    order = visual_order([level for level, _ in parts])
    return [(parts[at][1], parts[at][0] % 2 == 1) for at in order]
