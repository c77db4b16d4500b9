"""Play games of a kit, and prove its sentences by them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

from pnp.checks.support.context import CheckContext
from pnp.checks.support.memo import memo
from pnp.diagnostics import Span
from pnp.lexicon import Lexicon, lexicon
from pnp.rules import Proof, guard
from pnp.rules.claims import Claim, Moment, Play, Verdict, Words, moments, prove
from pnp.rules.playing import Evenly, transitions

SEED = "words"
MOST_MOMENTS = 6_000
"""The number of moments after which no further game from the setup is begun."""
MOST_GAMES = 80
FROM_EACH_SCENE, LENGTH_FROM_SCENE = 3, 60
"""How many games are played from each scene, and for how many moments."""


_KNOWN: dict[Hashable, Play] = {}
"""The latest plays by the data of their games: editions of a game, and a kit that is checked again, have the same."""
_MOST_KNOWN = 8


def play_of(context: CheckContext) -> Play | None:
    """What is seen of a kit's game; None if no engine plays it. Played once for all checks."""
    proof = context.proof
    if proof is None or context.game is None:
        return None
    return memo(context.render, ("play", context.game), lambda: _played(context, proof))


def _played(context: CheckContext, proof: Proof[Any]) -> Play:
    source = proof.game.source
    cards = [(deck, id_, card.count, card.plain_traits) for deck, id_, card in context.cards()]
    # The functions of an engine are part of the key, so that a changed engine is played again.
    functions = [value for value in vars(type(proof.game)).values() if callable(value)]
    key = (repr((context.render.kit.rules.plain(), cards)), *functions)
    if source is None or source.own is not None:
        return _play(proof)
    play = _KNOWN.pop(key, None) or _play(proof)
    _KNOWN[key] = play
    while len(_KNOWN) > _MOST_KNOWN:
        del _KNOWN[next(iter(_KNOWN))]
    return play


def _play(proof: Proof[Any]) -> Play:
    return Play(proof.game, guard.ask(proof.game, "a random game", lambda: list(_films(proof))), proof.facts())


def _films(proof: Proof[Any]) -> Iterator[Moment[Any, Any]]:
    """The moments of games for each number of players."""
    variants = list(proof.variants())
    for variant in variants:
        yield from film(variant, MOST_MOMENTS // len(variants))


def film(proof: Proof[Any], most: int = MOST_MOMENTS) -> Iterator[Moment[Any, Any]]:
    """The moments of games from the scenes, then from the setup, at most some of the latter."""
    draw, game = Evenly(), proof.game
    for number, scene in enumerate(proof.scenes()):
        for again in range(FROM_EACH_SCENE):
            played = transitions(game, f"{SEED}/{number}/{again}", draw, scene)
            yield from (
                moment for _, moment in zip(range(LENGTH_FROM_SCENE), moments(proof.moment, played), strict=False)
            )
    seen = 0
    for number in range(MOST_GAMES):
        for moment in moments(proof.moment, transitions(game, f"{SEED}/{number}", draw)):
            seen += 1
            yield moment
            if seen >= most:
                return


def lexicon_of(context: CheckContext) -> Lexicon | None:
    """The lexicon of a kit's language."""
    return lexicon(context.render.kit.language)


def names_of(context: CheckContext) -> dict[str, str]:
    """The ids of printed names: of ids, of cards that are played, and codes of squares such as A3."""
    return memo(context.render, (names_of,), lambda: _names_of(context))


def _names_of(context: CheckContext) -> dict[str, str]:
    kit = context.render.kit
    cards = [(id_, card) for _, id_, card in context.cards()]
    others = {id_ for id_, card in cards if not card.plain_traits}
    codes = {card.aside_texts.get("short", ""): id_ for id_, card in cards if id_ not in others}
    names = {words: id_ for id_, words in kit.phrasebook.names.items() if id_ not in others}
    return {**{code: id_ for code, id_ in codes.items() if code[-1:].isdigit()}, **names}


def language_at(context: CheckContext, span: Span) -> str:
    """The language of a text by its place: an edition may still have texts of its base, in that one's language."""
    kit = context.render.kit
    return kit.spoken.get(str(Path(span.file).parent), kit.language)


def words_of(context: CheckContext, text: str, language: str = "") -> Words | None:
    """The words of a sentence in a language, by default the kit's; None if it has no lexicon."""
    known = lexicon(language or context.render.kit.language)
    return Words(known.words(text, names_of(context), context.render.kit.phrasebook.nouns)) if known else None


def proved(context: CheckContext, text: str, claim: Claim, language: str = "") -> Verdict | None:
    """The verdict on a sentence and its claim; None without an engine or a lexicon."""
    play, words = play_of(context), words_of(context, text, language)
    if play is None or words is None:
        return None
    verdict: Verdict = memo(
        play,
        ("proved", claim.name, *words),
        lambda: guard.ask(play.game, f"the claim {claim.name}", lambda: prove(claim, words, play)),
    )
    return verdict
