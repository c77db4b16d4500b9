"""The lexicon: the meanings of words that rules use, in each language, independent of any kit.

A `Lexicon` splits a sentence into words and finds the meaning of each: a value on an axis, such as `first` on the axis
`order`. The rules of a game compare them with play, so that a changed word is another statement.
"""

from pnp.lexicon.forms import Sense, Word
from pnp.lexicon.lexicon import ALIKE, NAME, Lexicon, languages, lexicon

__all__ = ["ALIKE", "NAME", "Lexicon", "Sense", "Word", "languages", "lexicon"]
