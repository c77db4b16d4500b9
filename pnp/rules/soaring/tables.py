"""The tables that soaring's texts print, found by trying the engine, and by dealing and drafting a round."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pnp.rules.proofs import Cell
from pnp.rules.soaring.observe import Standing, best, standing

if TYPE_CHECKING:
    from pnp.rules.soaring.engine import Soaring, State

Row = list[Cell]
ROUNDS = 4
"""So many rounds are listed with the way that packs go."""


def tables(game: Soaring) -> dict[str, list[Row]]:
    """Rows by table. Drafts are named after the number of players."""
    engines = [game.for_players(int(number)) for number in game.rules.setup]
    found = standing(game)
    drafts: dict[str, list[Row]] = {f"draft_{engine.players}": draft(engine) for engine in engines}
    dealt = [_dealt(engine) for engine in engines]
    return drafts | {
        "ladder": _ladder(found),
        "ties": _ties(game, found),
        "tiers": _tiers(game, found),
        "setup": dealt,
        "aside": [row[:2] for row in dealt],
        "passing": [[number, game.direction(number)] for number in range(1, ROUNDS + 1)],
    }


def _ladder(found: Standing) -> list[Row]:
    """Each value with its cards from the best, the shorter rows filled up with nothing."""
    most = max(len(cards) for _, cards in found.ladder)
    return [[value, *cards, *[None] * (most - len(cards))] for value, cards in found.ladder]


def _ties(game: Soaring, found: Standing) -> list[Row]:
    """For each two suits, whose card wins where the values are the same."""
    rows: list[Row] = []
    for one, other in combinations(game.rules.suits, 2):
        pairs = [
            pair
            for _, cards in found.ladder
            for pair in combinations(cards, 2)
            if {found.suits[card] for card in pair} == {one, other}
        ]
        winners = sorted({found.suits[best(game, pair, low=low)] for pair in pairs for low in (False, True)})
        rows.append([[one, other], *winners])
    return rows


def _tiers(game: Soaring, found: Standing) -> list[Row]:
    """With a card that stands apart on the table: the suits above it, itself, the suits below it."""
    rows: list[Row] = []
    for card in found.apart:
        above = {suit for c, suit in found.suits.items() if best(game, (card, c)) == c}
        tiers: list[Cell] = [sorted(above), card, sorted(set(found.suits.values()) - above)]
        rows += [[place, tier] for place, tier in enumerate(tiers, start=1)]
    return rows


# A round -------------------------------------------------------------------------------------------------------


def dealt(game: Soaring) -> State:
    """A deal, in whatever order the cards come first."""
    state = game.setup()
    while state.phase == "deal":
        state = game.apply(state, game.legal(state)[0])
    return state


def together(game: Soaring, state: State) -> State:
    """Everybody takes the first choice of the step that is under way."""
    return rest_chosen(game, game.apply(state, game.legal(state)[0]))


def rest_chosen(game: Soaring, state: State) -> State:
    """The seats that have not chosen yet take their first choices."""
    while state.picks:
        state = game.apply(state, game.legal(state)[0])
    return state


def _dealt(game: Soaring) -> Row:
    """The players, the cards set aside, dealt to each, held when play begins, and what wins."""
    start = dealt(game)
    state = start
    while state.phase != "play":
        state = together(game, state)
    kind, number = _goal(game)
    return [game.players, len(start.deck), len(start.packs[0]), len(state.hands[0]), number, kind]


def _goal(game: Soaring) -> tuple[str, int]:
    """What is counted, and how many of it end a game: one is played out."""
    state = dealt(game)
    while game.actor(state) is not None:
        state = game.apply(state, game.legal(state)[0])
    outcome = game.outcome(state)
    return (outcome.ending, max(outcome.points)) if outcome else ("", 0)


def draft(game: Soaring) -> list[Row]:
    """What each player does from the deal to the first hand: looks at so many cards, discards, keeps, passes on."""
    state = dealt(game)
    rows: list[Row] = []
    discarded = 0
    while state.phase != "play":
        look = len(state.side[0]) if state.phase == "side" else len(state.packs[0]) + discarded
        before, state = state, together(game, state)
        dropped, kept, passed = (_more(before, state, pile) for pile in ("discards", "hands", "passed"))
        if before.phase == "discard":
            discarded = dropped
            continue
        # When packs have become too small to choose from, the one that comes in is kept whole.
        whole = passed if before.phase == "draft" and state.phase != "draft" else 0
        rows.append([len(rows) + 1, look, discarded + dropped or None, kept - whole, passed or None])
        if whole:
            rows.append([len(rows) + 1, whole, None, whole, None])
        discarded = 0
    return rows


def _more(before: State, after: State, pile: str) -> int:
    """How many cards the first seat has more of in a pile."""
    return len(getattr(after, pile)[0]) - len(getattr(before, pile)[0])
