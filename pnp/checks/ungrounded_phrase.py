"""A phrase whose words do not mean what its traits are.

A phrase writes the words on cards and reads them back, so its own fixed words need another judge. The game defines what
each field of `phrases.yaml` means, and the lexicon of the kit's language finds the words of meaning in a phrase:
“Lose 1 position” cannot stand for a gain. A word that the lexicon does not have may not be in a phrase either. A phrase
of pictures alone needs no meaning: each of them has the name of a trait, `:red:` for a card whose colour is `red`.

PASS: phrases.yaml: `words: "Gain {n} positions"` -> `words: "Add {n} positions"`
FAIL: phrases.yaml: `words: "Gain {n} positions"` -> `words: "Lose {n} positions"`
FAIL: phrases.yaml: `words: "Score"` -> `words: "Lose all your points"`
FAIL: phrases.yaml: `words: "Any card"` -> `words: "Any Sunday"`
FAIL: duel/phrases.yaml: `words: ":red:"` -> `words: ":played:"`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.fields import is_of_removed_card
from pnp.checks.support.film import language_at, names_of
from pnp.diagnostics import Diagnostic
from pnp.kit.model import Phrase
from pnp.lexicon import lexicon
from pnp.rules.proofs import Meaning, PhraseWords, WordsError
from pnp.text.icons import NAMED, named

_PLACEHOLDER = re.compile(r"\{\w+\}")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each phrase whose words disagree with its traits, and for each field without a meaning."""
    if context.proof is None:
        return
    meanings = context.proof.meanings()
    book = context.render.kit.phrasebook
    for field, phrases in book.fields.items():
        if field not in meanings and not all(_is_pictures(phrase) for phrase in phrases):
            message = f"the game defines no meaning for the words of {field!r}, so they cannot be checked"
            hint = f"`meanings` of its proof has {', '.join(sorted(meanings)) or 'none'}"
            yield diagnostic(__name__, book.at("fields", field), message, hint)
            continue
        for phrase in phrases:
            problem = _other_picture(phrase) if _is_pictures(phrase) else _problem(context, meanings[field], phrase)
            if problem and not is_of_removed_card(context, field, phrase):
                message = f"{phrase.words!r} does not mean the same as its traits: {problem}"
                hint = (
                    f"write its words into the kit's own phrases.yaml: 'fields: {{{field}: [{{traits: …, words: …}}]}}'"
                )
                yield diagnostic(__name__, phrase.at("words"), message, hint)


def _is_pictures(phrase: Phrase) -> bool:
    return bool(phrase.words.strip()) and not NAMED.sub("", phrase.words).strip()


def _other_picture(phrase: Phrase) -> str:
    """Which pictures of a phrase have not the name of one of its traits; empty if all have."""
    others = [named(name) for name in NAMED.findall(phrase.words) if name not in phrase.form.values()]
    return f"none of them is named after {', '.join(others)}" if others else ""


def _problem(context: CheckContext, meaning: Meaning, phrase: Phrase) -> str:
    """Why the words of a phrase do not fit its traits; empty if they do, or if their language has no lexicon."""
    known = lexicon(language_at(context, phrase.at("words")))
    if known is None:
        return ""
    text, nouns = _PLACEHOLDER.sub(" ", phrase.words), context.render.kit.phrasebook.nouns
    words = PhraseWords(known.words(text, names_of(context), nouns))
    try:
        meaning(words, phrase.form)
    except WordsError as error:
        return str(error)
    except (KeyError, TypeError) as error:
        return f"its traits lack {error}"
    unread = words.unread()
    unknown = [repr(word.text) for word in unread if not word.senses]
    if unknown:
        return f"the lexicon lacks {', '.join(unknown)}"
    return f"{', '.join(repr(word.text) for word in unread)} has no place in it" if unread else ""
