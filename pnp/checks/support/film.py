"""Play games of a kit, try its printed sentences on them by the rules of its rule file, and keep the traits of cards as
the engine's proof observes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pnp import rulefile
from pnp.checks.support.context import CheckContext, by_game, memoised
from pnp.diagnostics import Diagnostics, Span
from pnp.kit import Kit, paths
from pnp.kit.languages import FIRST, is_for, primary
from pnp.lexicon import Word, lexicon
from pnp.rulefile import GameRules, Nearest, Prover, Read, Reader, nearest, readers
from pnp.rules import Proof, guard
from pnp.rules.moments import Moment, Play, Verdict, moments
from pnp.rules.playing import Evenly, transitions
from pnp.rules.proofs import PhraseWords
from pnp.sources.yaml import keys_of, read

SEED = "words"
MOST_MOMENTS = 6_000
"""The number of moments after which no further game from the setup is begun."""
MOST_GAMES = 80
FROM_EACH_SCENE, LENGTH_FROM_SCENE = 3, 60
"""How many games are played from each scene, and for how many moments."""
_TWO, _PERSON = 2, "person"
"""Two players, and the axis of words for players."""

_KNOWN: dict[Hashable, Play | Prover] = {}
"""The latest plays by the data of their games: editions of a game, and a kit that is checked again, have the same."""
_MOST_KNOWN = 3


def play_of(context: CheckContext) -> Play | None:
    """What is seen of a kit's game; None if no engine plays it. Played once for all checks."""
    seen = _seen(context)
    return seen.play if isinstance(seen, Prover) else seen


def prover_of(context: CheckContext) -> Prover | None:
    """What tries sentences by the rules of a kit's game; None if it has no rule file."""
    seen = _seen(context)
    return seen if isinstance(seen, Prover) else None


@memoised(by_game)
def rules_of(context: CheckContext) -> GameRules | None:
    """The rules of a kit's game; None if it has no rule file. Errors in it are the render context's diagnostics."""
    if context.proof is None:
        return None
    diagnostics = Diagnostics()
    texts = rulefile.texts(context.render.kit, diagnostics)
    found = GameRules(texts, diagnostics, context.proof.vocabulary()) if texts else None
    if found:
        found.compile(lambda language: reader_of(context, language))
    context.render.diagnostics.add(diagnostics)
    return found


@memoised(by_game)
def _seen(context: CheckContext) -> Play | Prover | None:
    proof = context.proof
    return None if proof is None or context.game is None else _played(context, proof)


def _played(context: CheckContext, proof: Proof[Any]) -> Play | Prover:
    source, rules = proof.game.source, rules_of(context)
    cards = [(deck, id_, card.count, card.plain_traits) for deck, id_, card in context.cards()]
    # The functions of an engine and its proof are part of the key, so that a changed engine is played again.
    functions = [value for kind in (type(proof.game), type(proof)) for value in vars(kind).values() if callable(value)]
    key = (repr((context.render.kit.rules.plain(), cards)), rules.text if rules else "", *functions)
    if source is None or source.own is not None:
        return _play(proof, rules)
    play = _KNOWN.pop(key, None) or _play(proof, rules)
    _KNOWN[key] = play
    while len(_KNOWN) > _MOST_KNOWN:
        del _KNOWN[next(iter(_KNOWN))]
    return play


def _play(proof: Proof[Any], rules: GameRules | None) -> Play | Prover:
    moments = guard.ask(proof.game, "a random game", lambda: list(_films(proof, rules)))
    if rules:
        return Prover(rules, proof.game, moments, proof.facts())
    return Play(proof.game, moments, proof.facts())


def _films(proof: Proof[Any], rules: GameRules | None) -> Iterator[Moment[Any, Any]]:
    """The moments of games for each number of players."""
    variants = list(proof.variants())
    for variant in variants:
        make: Callable[..., Moment[Any, Any]] = partial(rules.moment if rules else Moment, variant.game)
        yield from film(variant, MOST_MOMENTS // len(variants), make)


def film(
    proof: Proof[Any], most: int = MOST_MOMENTS, make: Callable[..., Moment[Any, Any]] | None = None
) -> Iterator[Moment[Any, Any]]:
    """The moments of games from the scenes, then from the setup, at most some of the latter."""
    draw, game, make = Evenly(), proof.game, make or partial(Moment, proof.game)
    for number, scene in enumerate(proof.scenes()):
        for again in range(FROM_EACH_SCENE):
            played = transitions(game, f"{SEED}/{number}/{again}", draw, scene)
            yield from (moment for _, moment in zip(range(LENGTH_FROM_SCENE), moments(make, played), strict=False))
    seen = 0
    for number in range(MOST_GAMES):
        for moment in moments(make, transitions(game, f"{SEED}/{number}", draw)):
            seen += 1
            yield moment
            if seen >= most:
                return


@memoised()
def names_of(context: CheckContext) -> dict[str, str]:
    """The ids of printed names: of ids, of cards that are played, and codes of squares such as A3."""
    kit = context.render.kit
    cards = [(id_, card) for _, id_, card in context.cards()]
    others = {id_ for id_, card in cards if not card.plain_traits}
    codes = {card.aside_texts.get("short", ""): id_ for id_, card in cards if id_ not in others}
    names = {words: id_ for id_, words in kit.phrasebook.names.items() if id_ not in others}
    return {**{code: id_ for code, id_ in codes.items() if code[-1:].isdigit()}, **names}


def language_at(context: CheckContext, span: Span) -> str:
    """The language of a text by its place: an edition may still have texts of its base, in that one's language.

    A shared file has the kit's language in its name: `how-to-print.de.md`.
    """
    kit = context.render.kit
    if is_for(Path(span.file).name, kit.language):
        return kit.language
    return kit.spoken.get(str(Path(span.file).parent), kit.language)


def words_of(context: CheckContext, text: str, language: str = "") -> PhraseWords | None:
    """The words of a sentence in a language, by default the kit's; None if it has no lexicon."""
    known = lexicon(language or context.render.kit.language)
    kit = context.render.kit
    return PhraseWords(for_players(kit, known.words(text, names_of(context), kit.phrasebook.nouns))) if known else None


def for_players(kit: Kit, words: list[Word]) -> list[Word]:
    """The words as a game for its number of players has them: with two, “both players” are “all players”."""
    is_for_two = max(kit.players, default=0) == _TWO
    return [word._replace(shade="") if is_for_two and word.value(_PERSON) else word for word in words]


def reader_of(context: CheckContext, language: str) -> Reader | None:
    """What finds the words of meaning in sentences of rule files; None if their language has no lexicon.

    They are written with the names of the kit that they came with, which an overlay may change.
    """
    known = lexicon(language)
    if known is None:
        return None
    kit = context.render.kit
    names = {**_names_of_bases(context, language), **names_of(context)}
    words = partial(known.words, names=names, nouns=kit.phrasebook.nouns)
    return lambda text: for_players(kit, words(text))


@memoised()
def _names_of_bases(context: CheckContext, language: str) -> dict[str, str]:
    """The ids of the names that the layers of a kit in one language had first, and the kit of its game."""
    kit = context.render.kit
    folders = [Path(folder) for folder, spoken in kit.spoken.items() if primary(spoken) == primary(language)]
    game = paths.find_game(kit.engine) if kit.engine else None
    found: dict[str, str] = {}
    for folder in (*folders, *([game] if game and primary(language) == FIRST else [])):
        node = read(folder / "phrases.yaml", Diagnostics()) if (folder / "phrases.yaml").is_file() else None
        for id_, words in keys_of(keys_of(node).get("names")).items():
            if isinstance(words.value, str) and "{" not in words.value:
                found[words.value] = str(id_)
    return found


def observed(context: CheckContext, deck: str, id_: str) -> Mapping[str, Any] | None:
    """A card's traits as observed in play; None for a card that is not played."""
    return _observed(context).get((deck, id_))


@memoised(by_game)
def _observed(context: CheckContext) -> dict[tuple[str, str], Mapping[str, Any] | None]:
    proof = context.proof
    return {(deck, id_): proof.observe(deck, id_) for deck, id_, _ in context.cards()} if proof else {}


MOST_ACCEPTED = 3
"""The number of accepted sentences that a message lists."""


class Trial(NamedTuple):
    """What a sentence was tried by, the facts that it states, and the verdict."""

    name: str
    settles: tuple[str, ...]
    verdict: Verdict


def proves(context: CheckContext) -> bool:
    """Whether anything proves sentences of the kit's game."""
    return rules_of(context) is not None


def is_read(context: CheckContext, text: str, language: str) -> bool:
    """Whether a rule of the kit's rule file reads a text. Without such a file, none does."""
    return bool(readings(context, text, language))


@memoised(by_game)
def by_rules(context: CheckContext, text: str, language: str) -> Trial | None:
    """The trial of a sentence by the kit's rule file; None if no rule reads it."""
    prover, every = prover_of(context), readings(context, text, language)
    if prover is None:
        return None
    found = guard.ask(prover.play.game, "a rule", lambda: prover.proved(every))
    return Trial(found.rule.name, found.rule.settles, found.verdict) if found else None


@memoised(by_game)
def readings(context: CheckContext, text: str, language: str) -> list[Read]:
    """The rules that read a text, with the words in their holes. A question states nothing."""
    rules = rules_of(context)
    if rules is None:  # first of all: to find the words of a text takes longer than all else here
        return []
    read, words = reader_of(context, language), words_of(context, text, language)
    if read is None or words is None:
        return []
    found = readers(list(rules.rules.values()), list(words), primary(language), read)
    return [one for one in found if text.count("?") == one.pattern.text.count("?")]


@memoised(by_game)
def near(context: CheckContext, text: str, language: str) -> Nearest | None:
    """Why no rule reads a text, by the rules that read most of it; None if none reads any of it."""
    rules = rules_of(context)
    if rules is None:  # first of all: to find the words of a text takes longer than all else here
        return None
    read, words = reader_of(context, language), words_of(context, text, language)
    if read is None or words is None:
        return None
    return nearest(list(rules.rules.values()), list(words), primary(language), read)


def accepted(nearest: Nearest) -> str:
    """The hint with the sentences that the nearest rules read, the first ones of many."""
    return f"accepted: {' or '.join(nearest.accepted[:MOST_ACCEPTED])}"
