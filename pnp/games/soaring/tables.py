"""Find the contents of soaring's printed tables by revealing hands, and by dealing and drafting a round."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from pnp.games.soaring.engine import CLOCKWISE, COUNTER_CLOCKWISE
from pnp.games.soaring.observe import Standing, best, standing
from pnp.games.soaring.positions import dealt, passes_to
from pnp.rules.proofs import Cell

if TYPE_CHECKING:
    from pnp.games.soaring.engine import Soaring, State

Row = list[Cell]
ROUNDS = 3
"""The number of rounds in the table of passing directions: games of three or four players are over by then."""
SIDE_PILE, SIDE_AGAIN = "side_pile", "side_again"
"""The names of the first and the second choice from a side pile."""


def tables(game: Soaring) -> dict[str, list[Row]]:
    """The rows of each table. The names of draft tables contain the number of players."""
    engines = [game.for_players(int(number)) for number in game.rules.setup]
    ranking = standing(game)
    drafts: dict[str, list[Row]] = {f"draft_{engine.players}": draft(engine) for engine in engines}
    dealt = [_dealt(engine) for engine in engines]
    return drafts | {
        "ladder": _ladder(ranking),
        "ties": _ties(game, ranking),
        "tiers": _tiers(game, ranking),
        # A deal with side piles is said in words: it leaves no card over, and no row would show that.
        "setup": [row[:3] for row in dealt if row[3] is None],
        "aside": [row[:2] for row in dealt],
        "passing": _passing(game),
    }


OVER = ">"
"""The cell between a card and the next worse one of its value."""


def _ladder(ranking: Standing) -> list[Row]:
    """The cards of each value, with the best first and `>` between them.

    The best cards of the suits are in the same columns in all rows: where a suit has fewer cards than in the longest
    row, `>` is in the middle of the room between two suits.
    """
    most = max((cards for _, cards in ranking.ladder), key=len)
    return [[value, *_spread(cards, most, ranking.suits)] for value, cards in ranking.ladder]


def _spread(cards: tuple[str, ...], longest: tuple[str, ...], suits: Mapping[str, str]) -> Row:
    """The cells of the cards of one value, as many as the longest row has. The last card of a suit ends its columns."""
    row: Row = []
    for suit in dict.fromkeys(suits[card] for card in longest):
        mine = [card for card in cards if suits[card] == suit]
        room = 2 * sum(suits[card] == suit for card in longest) - 1 + bool(row)
        cells: Row = [cell for card in mine for cell in (OVER, card)]
        cells = cells[not row :]
        if len(cells) == 1:
            cells = [*[None] * (room - 1), *cells]
        elif len(mine) == 1 and len(cells) < room:
            cells = [*[None] * ((room - 2) // 2), *cells[:-1], *[None] * ((room - 1) // 2), *cells[-1:]]
        row += [*cells, *[None] * (room - len(cells))]
    return row


def _ties(game: Soaring, ranking: Standing) -> list[Row]:
    """For each pair of suits, the one that wins ties."""
    rows: list[Row] = []
    for one, other in combinations(game.rules.suits, 2):
        pairs = [
            pair
            for _, cards in ranking.ladder
            for pair in combinations(cards, 2)
            if {ranking.suits[card] for card in pair} == {one, other}
        ]
        winners = sorted({ranking.suits[best(game, pair, low=low)] for pair in pairs for low in (False, True)})
        rows.append([[one, other], *winners])
    return rows


def _tiers(game: Soaring, ranking: Standing) -> list[Row]:
    """For each card without a value: the suits that beat it, the card, the other suits, in a high and in a low hand."""
    rows: list[Row] = []
    for card in ranking.apart:
        high, low = (_groups(game, ranking, card, low=low) for low in (False, True))
        rows += [[place, *tiers] for place, tiers in enumerate(zip(high, low, strict=True), start=1)]
    return rows


def _groups(game: Soaring, ranking: Standing, card: str, *, low: bool) -> list[Cell]:
    """The suits that beat `card`, the card itself, and the other suits."""
    above = {suit for c, suit in ranking.suits.items() if best(game, (card, c), low=low) == c}
    return [sorted(above), card, sorted(set(ranking.suits.values()) - above)]


def _passing(game: Soaring) -> list[Row]:
    """For each round, the way in which packs go. Clockwise is to the next seat."""
    rows: list[Row] = []
    engine = game.for_players(max(map(int, game.rules.setup)))
    for number in range(1, ROUNDS + 1):
        seat = passes_to(engine, engine.setup()._replace(rounds=number - 1))
        rows.append([number, CLOCKWISE if seat == 1 else COUNTER_CLOCKWISE])
    return rows


# A round -------------------------------------------------------------------------------------------------------


def together(game: Soaring, state: State) -> State:
    """The state after all seats make their first choice in the current step."""
    return rest_chosen(game, game.apply(state, game.legal(state)[0]))


def rest_chosen(game: Soaring, state: State) -> State:
    """The state after the remaining seats make their first choice."""
    while state.picks:
        state = game.apply(state, game.legal(state)[0])
    return state


def _dealt(game: Soaring) -> Row:
    """The number of players, of cards set aside, of cards dealt to each and in a side pile."""
    start = dealt(game)
    return [game.players, len(start.deck), len(start.packs[0]), len(start.side[0]) or None]


def draft(game: Soaring) -> list[Row]:
    """Each player's steps from the deal to the first hand: where the cards are from, and how many are seen, discarded,
    kept and passed on."""
    state = dealt(game)
    rows: list[Row] = []
    discarded = 0
    while state.phase != "play":
        look = len(state.side[0]) if state.phase == "side" else len(state.packs[0]) + discarded
        source = _source(game, rows, from_side=state.phase == "side")
        before, state = state, together(game, state)
        dropped, kept, passed = (_more(before, state, pile) for pile in ("discards", "hands", "passed"))
        if before.phase == "discard":
            discarded = dropped
            continue
        # When packs have become too small to choose from, the last one is kept whole.
        whole = passed if before.phase == "draft" and state.phase != "draft" else 0
        rows.append([source, look, discarded + dropped or None, kept - whole, passed or None])
        if whole:
            rows.append([_source(game, rows), whole, None, whole, None])
        discarded = 0
    return rows


def _source(game: Soaring, rows: list[Row], *, from_side: bool = False) -> str:
    """Where the cards of the next step are from: the deal, a pass, the rival, or the side pile."""
    if from_side:
        return SIDE_AGAIN if rows[-1][0] == SIDE_PILE else SIDE_PILE
    if not rows:
        return "deal"
    return f"pass_{len(rows)}" if game.players > 2 else "given"


def _more(before: State, after: State, pile: str) -> int:
    """The number of cards that the first seat gains in a pile."""
    return len(getattr(after, pile)[0]) - len(getattr(before, pile)[0])
