"""Words of a sentence and their meanings."""

from __future__ import annotations

from typing import NamedTuple


class Sense(NamedTuple):
    """A meaning: a value on an axis."""

    axis: str
    value: str | int


class Word(NamedTuple):
    """An expression in a sentence and its meanings; none if the lexicon lacks it. A neutral one need not be read,
    a minor one only in sentences.

    The voice of a verb is empty if it may be either, as that of “discarded” in “the cards discarded”; so are the case
    of a noun and its article (definite or indefinite). Words with one value and different shades, such as “highest” and
    “most”, do not mean the same.
    """

    text: str
    senses: tuple[Sense, ...]
    neutral: bool = False
    minor: bool = False
    voice: str = ""
    case: str = ""
    article: str = ""
    shade: str = ""

    def value(self, axis: str) -> str | int | None:
        """The value on an axis; None if it has none."""
        return next((sense.value for sense in self.senses if sense.axis == axis), None)

    def agrees(self, other: Word) -> bool:
        """Whether two words with one meaning say the same: “beats” and “is beaten” do not."""
        return self.shade == other.shade and not self.form_unlike(other)

    def form_unlike(self, other: Word) -> str:
        """The voice, case or article in which a word differs from another one; empty if it may be the same."""
        forms = ((self.voice, other.voice), (self.case, other.case), (self.article, other.article))
        return next((own for own, wanted in forms if own and wanted and own != wanted), "")
