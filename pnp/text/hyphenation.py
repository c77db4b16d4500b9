"""Hyphenate words with the dictionaries of the package pyphen, by Frank Liang's algorithm.

pyphen's own code is not used because it parses all patterns of a language before the first word, which takes longer for
German than a whole build.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

SOFT = "\u00ad"
"""A soft hyphen, printed only at the end of a line."""

MOST = 60
"""The maximum length of a word, and of its soft hyphens, to be hyphenated. It limits the time."""

LEAST = 3
"""The minimum number of letters before and after a hyphen."""

_COUNTED = re.compile(r"(\d?)(\D)")
_WORD = re.compile(r"[^\W\d_]+")


class Hyphens:
    """Hyphenation of a language; without a dictionary, no words are hyphenated.

    Words of `names` are never hyphenated, so that players find the names of cards.
    """

    def __init__(self, language: str = "", names: Iterable[str] = ()) -> None:
        self.language = language
        self._names = {word.casefold() for name in names for word in _WORD.findall(name)}

    def parts(self, word: str) -> tuple[str, ...]:
        """The parts of a word, with its punctuation, between which it may be hyphenated."""
        cores = _WORD.findall(word)
        # Words with punctuation inside (it’s, head-to-head) or digits stay whole.
        if len(cores) != 1 or not 2 * LEAST <= len(cores[0]) <= MOST or any(letter.isdigit() for letter in word):
            return (word,)
        core, lower = cores[0], cores[0].lower()
        if core.casefold() in self._names or (core.isupper() and core != word.title()) or len(lower) != len(core):
            return (word,)
        start = word.index(core)
        places = [place for place in _positions(lower, self.language) if LEAST <= place <= len(core) - LEAST]
        edges = [0, *(start + place for place in places), len(word)]
        return tuple(word[a:b] for a, b in pairwise(edges))


def soft_parts(word: str) -> tuple[str, ...]:
    """The parts of a word between its soft hyphens."""
    return tuple(part for part in word.split(SOFT) if part) if word.count(SOFT) <= MOST else (word,)


def _positions(word: str, language: str) -> list[int]:
    """The positions in a lower-case word at which the highest number of all matching patterns is odd."""
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
    """The encoding of a language's dictionary, and its patterns by their letters, both as bytes of the file.

    Splitting bytes is fast, and only patterns that occur in a word are parsed. Patterns that change the spelling
    (`a1b/c=d,1,2`) contain characters that no word has, so they never match.
    """
    path = dictionary(language)
    if path is None:
        return "ascii", {}
    encoding, _, rest = path.read_bytes().replace(b"\r", b"").partition(b"\n")
    patterns = dict(zip(rest.translate(None, b"0123456789 \t").split(b"\n"), rest.split(b"\n"), strict=True))
    return encoding.decode("ascii").strip().lower().removeprefix("microsoft-"), patterns


def dictionary(language: str) -> Path | None:
    """The dictionary of a language: for its country if given, else for the country of the same name, else the first."""
    spec = importlib.util.find_spec("pyphen")
    places = spec.submodule_search_locations if spec else None
    folder = Path(next(iter(places))) / "dictionaries" if places else Path()
    short, _, country = language.partition("-")
    for name in (f"{short}_{country}", short, f"{short}_{short.upper()}"):
        if (folder / f"hyph_{name}.dic").is_file():
            return folder / f"hyph_{name}.dic"
    return next(iter(sorted(folder.glob(f"hyph_{short}_*.dic"))), None) if short else None
