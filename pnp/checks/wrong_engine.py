"""An engine that does not play as it declares: other actions, other endings, or not for the players of `kit.yaml`.

The `verbs` and `endings` of an engine are what logs, reports of play and exports go by. Those that random games show
must be among them. The smallest and the largest number of players in `kit.yaml` must be numbers that it plays with.
Numbers and traits that no model of the engine reads are a warning.

PASS: kit.yaml: `players: [2, 2]` -> `players: [2,2]`
FAIL: kit.yaml: `players: [2, 2]` -> `players: [2, 3]`
FAIL: kit.yaml: `players: [2, 2]` -> `players: [5, 9]`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import play_of
from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.kit import Kit
from pnp.rules import guard, loading
from pnp.rules.game import Source
from pnp.rules.moments import Play
from pnp.rules.playing import for_players


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for each verb and ending that play has and the engine does not name, and for wrong players."""
    game, play, kit = context.game, play_of(context), context.render.kit
    if game is None or play is None:
        return
    for name, words, begin in guard.ask(game, "a random game", lambda: _missing(play)):
        for word in words:
            message = f"{begin} {word!r}, which the engine's `{name}` lack"
            yield diagnostic(__name__, kit.at("engine"), message, did_you_mean(word, getattr(game, name)), _ADD)
    yield from _unread(kit, game.source)
    for players in dict.fromkeys(kit.players):
        try:
            for_players(game, players)
        except ValueError as error:
            yield diagnostic(__name__, kit.at("players"), str(error), "write the numbers that the engine plays with")


def _unread(kit: Kit, source: Source | None) -> Iterator[Diagnostic]:
    """A warning for numbers and traits that no model of the engine reads, so that a misspelt one is no error."""
    module = loading.records(source.engine, source.own) if source else None
    if module and kit.rules.value and not hasattr(module, "Rules"):
        message = "the engine has no model `Rules`, so a misspelt number here is no error"
        yield diagnostic(__name__, kit.rules.span, message, _MODELS, severity="warning")
    traits = getattr(module, "TRAITS", {})
    if module and isinstance(traits, Mapping):
        yield from _decks(kit, traits)


def _decks(kit: Kit, traits: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """A warning for each deck that only the engine or only the kit has traits of."""
    for deck in sorted(traits.keys() - {*kit.cards, *kit.below["decks"]}):
        message = f"`TRAITS` of the engine names the deck {deck!r}, which there is not"
        yield diagnostic(__name__, kit.at("engine"), message, did_you_mean(deck, kit.cards), severity="warning")
    for deck in kit.cards.keys() - traits.keys():
        card = next((card for card in kit.cards[deck].values() if card.traits), None)
        if card:
            message = f"`TRAITS` of the engine lacks the deck {deck!r}, so a misspelt trait is no error"
            yield diagnostic(__name__, card.at("traits"), message, _MODELS, severity="warning")


_MODELS = "write its model, a class that extends `Record` of pnp.kit"
_ADD = "add it, or correct the engine"


def _missing(play: Play) -> list[tuple[str, list[str], str]]:
    """The verbs and endings that random games show and their engine, for that number of players, does not name."""
    verbs, endings = set[str](), set[str]()
    for moment in play.moments:
        game: Any = moment.game
        verbs |= {moment.verb}.difference(game.verbs)
        outcome = game.outcome(moment.after) if moment.actor_after is None else None
        endings |= {outcome.ending}.difference(game.endings) if outcome else set()
    return [("verbs", sorted(verbs), "an action begins with"), ("endings", sorted(endings), "a game ends with")]
