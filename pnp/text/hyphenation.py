"""A word and its language -> the places where it may be parted at a line's end.

The patterns are those of the dictionaries that the package pyphen carries, read as Frank Liang devised them; its own
reader takes every pattern of a language apart before the first word, for German more time than a whole build.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

SOFT = "\u00ad"
"""A soft hyphen: it is printed where a line ends with it, and is nothing anywhere else."""

MOST = 60
"""Longer words, and words with more soft hyphens, stay whole: what is longer is no word, and could take for ever."""

LEAST = 3
"""So many letters stay before a hyphen, and so many come after it."""

_COUNTED = re.compile(r"(\d?)(\D)")
_WORD = re.compile(r"[^\W\d_]+")


class Hyphens:
    """Where words of a language may be parted; not at all if there is no dictionary of it.

    `names` are texts whose words stay whole: whoever looks for a card by its name looks for it in one piece.
    """

    def __init__(self, language: str = "", names: Iterable[str] = ()) -> None:
        self._language = language
        self._names = {word.casefold() for name in names for word in _WORD.findall(name)}

    def parts(self, word: str) -> tuple[str, ...]:
        """A word, with the signs beside it, in the parts that it may be broken into; only itself if it stays whole."""
        found = _WORD.findall(word)
        # What is more than one word by its signs (it’s, head-to-head), or has digits in it, stays whole.
        if len(found) != 1 or not 2 * LEAST <= len(found[0]) <= MOST or any(sign.isdigit() for sign in word):
            return (word,)
        core = found[0]
        if core.casefold() in self._names or (core.isupper() and core != word.title()):
            return (word,)
        start = word.index(core)
        lower = core.lower()
        found_in = _positions(lower, self._language) if len(lower) == len(core) else []
        places = [place for place in found_in if LEAST <= place <= len(core) - LEAST]
        edges = [0, *(start + place for place in places), len(word)]
        return tuple(word[a:b] for a, b in pairwise(edges))


def soft_parts(word: str) -> tuple[str, ...]:
    """A word in the parts that its own soft hyphens make of it."""
    return tuple(part for part in word.split(SOFT) if part) if word.count(SOFT) <= MOST else (word,)


def _positions(word: str, language: str) -> list[int]:
    """Before which letters a word of small letters may be parted: where the highest number of all patterns is odd."""
    encoding, patterns = _patterns(language)
    if not patterns:
        return []
    dotted = f".{word}."
    levels = [0] * (len(dotted) + 1)
    for start in range(len(dotted)):
        for end in range(start + 1, len(dotted) + 1):
            pattern = patterns.get(dotted[start:end].encode(encoding, "replace"))
            if pattern:
                for at, level in enumerate(_levels(pattern.decode(encoding)), start):
                    levels[at] = max(levels[at], level)
    return [at - 1 for at in range(2, len(dotted) - 1) if levels[at] % 2]


def _levels(pattern: str) -> list[int]:
    """The numbers before the letters of a pattern and after the last: `a1bc` has 0, 1, 0, 0."""
    return [int(digit or 0) for digit, _ in _COUNTED.findall(f"{pattern.strip()} ")]


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[str, dict[bytes, bytes]]:
    """The encoding of a language's dictionary, and its patterns by their letters, all as they are in the file.

    Bytes are quick to take apart, and only the few patterns that some word has are looked into. What spells a word
    otherwise where it is parted (`a1b/c=d,1,2`) has letters that no word has, and is never found.
    """
    path = dictionary(language)
    if path is None:
        return "ascii", {}
    encoding, _, rest = path.read_bytes().replace(b"\r", b"").partition(b"\n")
    patterns = dict(zip(rest.translate(None, b"0123456789 \t").split(b"\n"), rest.split(b"\n"), strict=True))
    return encoding.decode("ascii").strip().lower().removeprefix("microsoft-"), patterns


def dictionary(language: str) -> Path | None:
    """The file of a language: of its country if one is named, else of the country of its name, else the first."""
    spec = importlib.util.find_spec("pyphen")
    places = spec.submodule_search_locations if spec else None
    folder = Path(next(iter(places))) / "dictionaries" if places else Path()
    short, _, country = language.partition("-")
    for name in (f"{short}_{country}", short, f"{short}_{short.upper()}"):
        if (folder / f"hyph_{name}.dic").is_file():
            return folder / f"hyph_{name}.dic"
    return next(iter(sorted(folder.glob(f"hyph_{short}_*.dic"))), None) if short else None
