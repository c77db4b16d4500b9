"""Measured words and the width of a column -> lines: as few as can be, and as even as so few can be.

Lines are filled one after the other, which tells how many there must be; then, of all ways to make so many, the one is
taken whose lines are most alike (the squares of what they leave empty are least). A number stays with what it counts,
an icon with its word and a dash with the word before it; a last line is no single short word if that can be helped.
Where a line would be left with much room, the next word is parted if its style allows it: never the last one, nor in
three lines running.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.text.hyphenation import SOFT, soft_parts
from pnp.text.icons import FIRST

EMPTY = 0.18
"""A word is parted only if its line would else leave more than this share of its width empty."""

EVEN = 0.08
"""Lines that leave no more than this share of their width empty are as even as anybody could wish."""

WIDOW = 0.2
"""A word that is all of a last line, and narrower than this share of the width, should not stand alone."""

RUNNING = 2
"""So many lines running may end in a hyphen."""

NEAR = 4
"""A line's end is moved by fewer words than this: what is moved further makes other lines worse."""

_SLACK = 1e-6
_DASHES = ("–", "—")
_HYPHENED, _LONELY = 0.02, 1.0  # what a hyphen and a widow cost, where an empty line costs 1

# A text, its font and its width: thousands of them are made in every build, and plain tuples are made in half the time.
Piece = tuple[str, str, float]
# The same with its offset from the line's left end, which comes first.
Placed = tuple[float, str, str, float]
Word = list[Piece]


class Measures(NamedTuple):
    """What lines are broken by: the width of a text in a font, the parts of a word, in which font words are parted
    (none if that is empty), and whether those are too that are too long for a line of their own."""

    width: Callable[[str, str], float]
    parts: Callable[[str], Sequence[str]]
    parted: str = ""
    forced: bool = True


def lines(words: list[Word], measure: float, by: Measures) -> list[list[Placed]]:
    """The words of each line with their places; one line without any for no words at all."""
    if not words:
        return [[]]
    row = _Row(words, by)
    if row.right[-1] <= measure + _SLACK:
        return [row.placed(0, len(words))]
    ends = row.filled(measure)
    if len(ends) == 2 and any(row.hyphens):
        # Of two lines the second has room enough: a hyphen saves nothing but a word that is too long for a line.
        whole = _Row(words, by._replace(parted=""))
        unparted = whole.filled(measure)
        if len(unparted) == 2 and whole.fits(unparted, measure):
            row, ends = whole, unparted
    if row.is_ragged(ends, measure):
        ends = row.evened(ends, measure)
    return [row.placed(start, end) for start, end in pairwise([0, *ends])]


class _Row:
    """Words on one line that has no end: where each begins and ends, and how wide a hyphen after it would be.

    A word that is parted becomes two, the first of them with a hyphen and without a space after it.
    """

    def __init__(self, words: list[Word], by: Measures) -> None:
        self.words, self.by = list(words), by
        self.hyphens = [0.0] * len(words)
        self.rest: tuple[int, Sequence[str]] = (-1, ())
        self.left, self.right = list[float](), list[float]()
        end = 0.0
        for word in words:
            if self.right:
                end += by.width(" ", word[0][1])
            self.left.append(end)
            for _, _, width in word:
                end += width
            self.right.append(end)

    def filled(self, measure: float) -> list[int]:
        """The words with which lines end that take as much as they can, each by the number of the next."""
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
        """How far a line goes that begins with a word: one word at least."""
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
        """Whether no line should begin with a word: a dash, a last number, or what a number or an icon before is of."""
        word, before = self.words[at][0][0], self.words[at - 1][-1][0]
        if before[-1] >= FIRST or word in _DASHES or (word[-1] in ".;:" and word[:-1].isdigit()):
            return True
        return before[-1].isdigit() and before.lstrip("+−(").isdigit() and word[0].isalpha()

    def part(self, start: int, end: int, measure: float, running: int) -> int:
        """Part the word that would stand next on a line, or is alone too long for it; where the line ends now."""
        alone = end == start + 1 and self.width(start, end) > measure + _SLACK
        at = start if alone else end
        if running >= RUNNING and not alone:
            return end
        parts = self.parts(at, alone=alone)
        room = self.left[start] + measure + _SLACK - self.left[at]
        text, font, _ = self.words[at][0]
        soft = SOFT in text
        if len(parts) < 2 or not (alone or soft or self.left[at] - self.left[start] < (1 - EMPTY) * measure):
            return end
        hyphen = self.by.width(SOFT, font)
        first, fits = "", (0, "", 0.0)
        for count, part in enumerate(parts[:-1], 1):
            first += part
            width = self.by.width(first, font)
            if width + hyphen > room:
                break
            fits = (count, first, width)
        count, first, width = fits
        if not count:
            return end
        last = "".join(parts[count:])
        self.words[at : at + 1] = [[(first, font, width)], [(last, font, self.by.width(last, font))]]
        self.hyphens[at : at + 1] = [hyphen, 0.0]
        # The parts together are as wide as the word: whatever follows has its place already.
        self.right.insert(at, self.left[at] + width)
        self.left.insert(at + 1, self.left[at] + width)
        self.rest = (at + 1, parts[count:])
        return at + 1

    def parts(self, at: int, *, alone: bool) -> Sequence[str]:
        """The parts of a word, which is alone too long for a line or not; none if it must stay whole."""
        if len(self.words[at]) != 1:
            return ()
        text, font, _ = self.words[at][0]
        if at == self.rest[0]:
            return self.rest[1]
        if SOFT in text:
            return soft_parts(text)
        may = self.by.forced if alone else at < len(self.words) - 1
        return self.by.parts(text) if may and font == self.by.parted else ()

    def is_widow(self, start: int, measure: float) -> bool:
        return start > 0 and start == len(self.words) - 1 and self.width(start, start + 1) < WIDOW * measure

    def is_ragged(self, ends: list[int], measure: float) -> bool:
        """Whether other ends could be better: where there are two lines, only if the second is a widow."""
        if len(ends) == 1:
            return False
        if self.is_widow(ends[-2], measure):
            return True
        least = (1 - EVEN) * measure
        return len(ends) > 2 and any(self.width(*line) < least for line in pairwise([0, *ends[:-1]]))

    def evened(self, ends: list[int], measure: float) -> list[int]:
        """Other ends for as many lines, with which they leave least empty, by the squares of it."""
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
        """How early each line may end so that the others can still take all that follows."""
        found = [ends[-1]]
        for end in reversed(ends[:-1]):
            after = found[-1]
            room = self.right[after - 1] + self.hyphens[after - 1] - measure - _SLACK
            found.append(min(end, max(bisect_left(self.left, room), end - NEAR + 1)))
        return found[::-1]

    def runs(self, ends: Sequence[int]) -> int:
        """The most lines running that end in a hyphen."""
        most = running = 0
        for end in ends:
            running = running + 1 if self.hyphens[end - 1] else 0
            most = max(most, running)
        return most

    def placed(self, start: int, end: int) -> list[Placed]:
        """A line's words from its left end on; a hyphen is a part of the last of them, soft ones within are gone."""
        found: list[Placed] = []
        base = self.left[start]
        for word, x in zip(self.words[start:end], self.left[start:end], strict=True):
            at = x - base
            for text, font, width in word:
                found.append((at, text.replace(SOFT, "") if SOFT in text else text, font, width))
                at += width
        if self.hyphens[end - 1]:
            at, text, font, width = found[-1]
            found[-1] = (at, text + SOFT, font, width + self.hyphens[end - 1])
        return found
