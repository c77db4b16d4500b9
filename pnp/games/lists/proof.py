"""The proof of `lists`, by which checks compare its kits with play.

Positions that random tournaments reach too seldom, and tournaments that show what the kit's own game lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.games.lists.engine import KNIGHTS, Lists, State
from pnp.games.lists.examples import FORMS
from pnp.games.lists.tables import boards, placed, rolled, striking, tables, tracks, variant
from pnp.rules.proofs import Proof, of_game

CHIPS = 10
"""The chips of each player in a tournament with wagers, if the kit's own has none."""
FALLS = 30
"""How often a knight is unseated before the other strikes at the same time, so that some unseat each other."""


def variants(game: Lists) -> Iterator[Lists]:
    """Tournaments of two players, in which nobody rests; of three, in which slots can be skipped; and with wagers."""
    for players in (2, 3):
        if players != game.players:
            yield variant(game, players)
    if not game.rules.wager_chips:
        yield variant(game, max(game.players, 4), CHIPS)


def scenes(game: Lists) -> Iterator[State]:
    """The last jousts, strikes of knights with many injuries, withdrawn pairs, ties, and knights who both fall."""
    start = game.setup()
    almost = (game.rules.target - 1,) * game.players  # the next token wins, so games from there are short
    yield start._replace(tokens=almost)
    yield start._replace(tokens=(0,) * (game.players - 1) + (game.rules.target - 1,))
    many = game.rules.injury_limit - 1
    for injuries in ((many, many), (many, 0), (0, many)):
        for advantage in (None, *KNIGHTS):
            yield striking(game, advantage, injuries)
    if game.rests:
        for pair in ((0, 1), (1, 2)):
            yield start._replace(resting=pair, later=pair, slots=1, jousts=1)
    for roll in range(1, game.rules.dice.ride + 1):
        yield rolled(game, placed(game), [roll])._replace(tokens=almost)
    yield from falls(game)


def falls(game: Lists) -> Iterator[State]:
    """Two knights strike at the same time, and the first has unseated the other."""
    almost = (game.rules.target - 1,) * game.players
    unseating = next((roll for roll, hit in game.hits.items() if hit.unseats), None)
    if unseating:
        for _ in range(FALLS):
            yield rolled(game, striking(game, None), [unseating])._replace(tokens=almost)


def scenes_of_variant(game: Lists) -> Iterator[State]:
    """What is rare with another number of players, or with wagers."""
    start = game.setup()
    limit = game.rules.injury_limit
    if game.rules.wager_chips:
        stake = min(3, game.rules.wager_chips)
        for state in falls(game):
            yield state._replace(wagers=tuple((state.pair[seat % 2], stake) for seat in range(len(state.wagers))))
    elif game.rests:
        for pair in ((0, 1), (1, 2), (0, 2)):
            yield start._replace(resting=pair, later=pair, slots=1, jousts=1)
    else:
        for advantage in (None, *KNIGHTS):
            yield striking(game, advantage, (limit, limit))  # almost any strikes leave both spent


class ListsProof(Proof[Lists]):
    """The proof of `lists`."""

    FORMS = FORMS
    boards, tables, tracks, scenes = of_game(boards), of_game(tables), of_game(tracks), of_game(scenes)

    def variants(self) -> Iterable[Proof[Lists]]:
        return (self, *map(_Variant, variants(self.game)))


class _Variant(ListsProof):
    """The proof of a tournament that shows what the kit's own game lacks."""

    scenes = of_game(scenes_of_variant)


def proof(game: Lists) -> ListsProof:
    """Make the proof of an engine."""
    return ListsProof(game)
