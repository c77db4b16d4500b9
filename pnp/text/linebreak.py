"""Break measured words into as few lines as possible, and make these as even as possible.

First, lines are filled one by one, which gives their number. Then the breaks are chosen that minimise the sum of the
squares of the empty space in as many lines. A number stays with the next word or icon, an icon without a number with
its word, and a dash with the word before it; a short last word alone on a line is avoided. If a line would be too
empty, the next word is hyphenated if its style allows it, but never the last word, nor in three successive lines.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.text.characters import ZERO
from pnp.text.hyphenation import SOFT, soft_parts
from pnp.text.icons import FIRST

EMPTY = 0.18
"""A word is only hyphenated if the line would otherwise be emptier than this share of its width."""

EVEN = 0.08
"""Lines that are no emptier than this share of their width are not improved."""

WIDOW = 0.2
"""A single word on the last line is a widow if it is narrower than this share of the width."""

RUNNING = 2
"""The maximum number of successive lines that end in a hyphen."""

NEAR = 4
"""The end of a line is moved by fewer words than this, because moving it further makes other lines worse."""

_SLACK = 1e-6
_DASHES = ("–", "—")
_HYPHENED, _LONELY = 0.02, 1.0  # costs of a hyphen and a widow, where an empty line costs 1


class TextLook(NamedTuple):
    """The font role of a text, its own colour, if it has one, and its forms, such as `underline`."""

    font: str
    colour: str = ""
    form: str = ""


# A text, its look and its width. Plain tuples, because thousands are made in every build and named tuples are slower.
Piece = tuple[str, TextLook, float]
# The same, preceded by its offset from the line's left end.
Placed = tuple[float, str, TextLook, float]
Word = list[Piece]


def _is_number(word: str) -> bool:
    return word[-1].isdigit() and word.lstrip("+−(").isdigit()


class Measures(NamedTuple):
    """Functions and settings for breaking lines: the width of a text in a font, the parts of a word, the font in which
    words are hyphenated (empty for none), and whether that includes words too long for a line of their own."""

    width: Callable[[str, TextLook], float]
    parts: Callable[[str], Sequence[str]]
    parted: str = ""
    forced: bool = True


def lines(words: list[Word], measure: float, by: Measures) -> list[list[Placed]]:
    """The placed words of each line. Without words, there is one empty line."""
    if not words:
        return [[]]
    row = _Row(words, by)
    if row.right[-1] <= measure + _SLACK:
        return [row.placed(0, len(words))]
    ends = row.filled(measure)
    if len(ends) == 2 and any(row.hyphens):
        # With two lines, a hyphen is only useful for a word that is too long for a line.
        whole = _Row(words, by._replace(parted=""))
        unparted = whole.filled(measure)
        if len(unparted) == 2 and whole.fits(unparted, measure):
            row, ends = whole, unparted
    if row.is_ragged(ends, measure):
        ends = row.evened(ends, measure)
    return [row.placed(start, end) for start, end in pairwise([0, *ends])]


class _Row:
    """Words on one endless line, with the left and right end of each, and the width of the hyphen after it.

    A hyphenated word becomes two words, the first with a hyphen and without a space after it.
    """

    def __init__(self, words: list[Word], by: Measures) -> None:
        self.words, self.by = list(words), by
        self.hyphens = [0.0] * len(words)
        self.rest: tuple[int, Sequence[str]] = (-1, ())
        self.left, self.right = list[float](), list[float]()
        end = 0.0
        for word in words:
            if self.right and word[0][0][0] != ZERO:
                end += by.width(" ", word[0][1])
            self.left.append(end)
            for _, _, width in word:
                end += width
            self.right.append(end)

    def filled(self, measure: float) -> list[int]:
        """The ends of lines filled one by one, each as the index of the next line's first word."""
        ends: list[int] = []
        start = running = 0
        while start < len(self.words):
            end = self.reach(start, measure)
            if end < len(self.words) or self.width(start, end) > measure + _SLACK:
                end = self.part(start, end, measure, running)
            ends.append(end)
            running = running + 1 if self.hyphens[end - 1] else 0
            start = end
        return ends

    def reach(self, start: int, measure: float) -> int:
        """The end of a line that begins with a word and contains at least one."""
        limit = self.left[start] + measure + _SLACK
        end = bisect_right(self.right, limit, start)
        while end > start and self.hyphens[end - 1] and self.right[end - 1] + self.hyphens[end - 1] > limit:
            end -= 1
        back = end
        while start < back < len(self.words) and self.is_bound(back):
            back -= 1
        return back if back > start else max(end, start + 1)

    def width(self, start: int, end: int) -> float:
        return self.right[end - 1] + self.hyphens[end - 1] - self.left[start]

    def fits(self, ends: list[int], measure: float) -> bool:
        return all(self.width(start, end) <= measure + _SLACK for start, end in pairwise([0, *ends]))

    def is_bound(self, at: int) -> bool:
        """Whether a line should not begin with a word: a dash, a last number, or a word after a number or an icon. An
        icon that a number counts belongs to the number, and not to the word after it."""
        word, before = self.words[at][0][0], self.words[at - 1][-1][0]
        if word in _DASHES or (word[-1] in ".;:" and word[:-1].isdigit()):
            return True
        if before[-1] >= FIRST:
            return at < 2 or not _is_number(self.words[at - 2][-1][0])
        return _is_number(before) and (word[0].isalpha() or word[0] >= FIRST)

    def part(self, start: int, end: int, measure: float, running: int) -> int:
        """Hyphenate the word after a line, or a word too long for it, if possible, and return the new end of the
        line."""
        alone = end == start + 1 and self.width(start, end) > measure + _SLACK
        at = start if alone else end
        if running >= RUNNING and not alone:
            return end
        parts = self.parts(at, alone=alone)
        room = self.left[start] + measure + _SLACK - self.left[at]
        text, look, _ = self.words[at][0]
        soft = SOFT in text
        if len(parts) < 2 or not (alone or soft or self.left[at] - self.left[start] < (1 - EMPTY) * measure):
            return end
        hyphen = self.by.width(SOFT, look)
        count, first, width = self.longest(parts[:-1], look, room, hyphen)
        if not count:
            return end
        last = "".join(parts[count:])
        self.words[at : at + 1] = [[(first, look, width)], [(last, look, self.by.width(last, look))]]
        self.hyphens[at : at + 1] = [hyphen, 0.0]
        # The parts together are as wide as the word, so the places of later words do not change.
        self.right.insert(at, self.left[at] + width)
        self.left.insert(at + 1, self.left[at] + width)
        self.rest = (at + 1, parts[count:])
        return at + 1

    def longest(self, parts: Sequence[str], look: TextLook, room: float, hyphen: float) -> tuple[int, str, float]:
        """How many of the parts fit with a hyphen, the text that they are together, and its width."""
        text, fits = "", (0, "", 0.0)
        for count, part in enumerate(parts, 1):
            text += part
            width = self.by.width(text, look)
            if width + hyphen > room:
                break
            fits = (count, text, width)
        return fits

    def parts(self, at: int, *, alone: bool) -> Sequence[str]:
        """The parts of a word, which is `alone` if it is too long for a line; none if it must stay whole."""
        if len(self.words[at]) != 1:
            return ()
        text, look, _ = self.words[at][0]
        if at == self.rest[0]:
            return self.rest[1]
        if SOFT in text:
            return soft_parts(text)
        may = self.by.forced if alone else at < len(self.words) - 1
        return self.by.parts(text) if may and look.font == self.by.parted else ()

    def is_widow(self, start: int, measure: float) -> bool:
        return start > 0 and start == len(self.words) - 1 and self.width(start, start + 1) < WIDOW * measure

    def is_ragged(self, ends: list[int], measure: float) -> bool:
        """Whether other ends may be better; of two lines, only if the second is a widow."""
        if len(ends) == 1:
            return False
        if self.is_widow(ends[-2], measure):
            return True
        least = (1 - EVEN) * measure
        return len(ends) > 2 and any(self.width(*line) < least for line in pairwise([0, *ends[:-1]]))

    def evened(self, ends: list[int], measure: float) -> list[int]:
        """The ends of as many lines with the lowest total cost."""
        limit = measure + _SLACK
        best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
        for line, (earliest, latest) in enumerate(zip(self.earliest(ends, measure), ends, strict=True), 1):
            reached: dict[int, tuple[float, list[int]]] = {}
            for end in range(earliest, latest + 1):
                if end < latest and self.is_bound(end):
                    continue
                found = [
                    (cost + self.cost(start, end, measure, last=line == len(ends)), [*before, end])
                    for start, (cost, before) in best.items()
                    if start < end and (self.width(start, end) <= limit or end == start + 1)
                ]
                if found:
                    reached[end] = min(found, key=lambda way: way[0])
            best = reached
        evened = best[ends[-1]][1]
        return evened if self.runs(evened) <= RUNNING else ends

    def cost(self, start: int, end: int, measure: float, *, last: bool) -> float:
        if last:
            return _LONELY if self.is_widow(start, measure) else 0.0
        empty = 1 - self.width(start, end) / measure
        return empty * empty + (_HYPHENED if self.hyphens[end - 1] else 0.0)

    def earliest(self, ends: list[int], measure: float) -> list[int]:
        """The earliest end of each line with which the lines after it can take all remaining words."""
        breaks = [ends[-1]]
        for end in reversed(ends[:-1]):
            after = breaks[-1]
            room = self.right[after - 1] + self.hyphens[after - 1] - measure - _SLACK
            breaks.append(min(end, max(bisect_left(self.left, room), end - NEAR + 1)))
        return breaks[::-1]

    def runs(self, ends: Sequence[int]) -> int:
        """The highest number of successive lines that end in a hyphen."""
        most = running = 0
        for end in ends:
            running = running + 1 if self.hyphens[end - 1] else 0
            most = max(most, running)
        return most

    def placed(self, start: int, end: int) -> list[Placed]:
        """The words of a line with offsets from its left end, without soft hyphens except at its end."""
        found: list[Placed] = []
        base = self.left[start]
        for word, x in zip(self.words[start:end], self.left[start:end], strict=True):
            at = x - base
            for text, look, width in word:
                if not text.isascii():
                    text = text.replace(SOFT, "").removeprefix(ZERO)
                found.append((at, text, look, width))
                at += width
        if self.hyphens[end - 1]:
            at, text, look, width = found[-1]
            found[-1] = (at, text + SOFT, look, width + self.hyphens[end - 1])
        return found
