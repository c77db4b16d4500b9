"""Compare two kits by games with the same seeds.

Each game of one kit is paired with the game of the same number of the other, so what both have in common, such as the
same first cards, does not blur the difference. Draws and endings are compared as independent shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from pnp.pipeline.balance.intervals import difference, mean_of
from pnp.pipeline.balance.report import Against, Difference, Report
from pnp.rules.blocks import Block
from pnp.rules.sampling import Store
from pnp.rules.tallies import Row, Tally


class Rows:
    """A store that also remembers the games of each block; it keeps the blocks in another store, if there is one."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store
        self._rows: dict[int, list[Row]] = {}

    def get(self, block: Block) -> Tally | None:
        tally = self.store.get(block) if self.store is not None else None
        if tally is not None:
            self._rows[block.first] = tally.rows
        return tally

    def put(self, block: Block, tally: Tally) -> None:
        self._rows[block.first] = tally.rows
        if self.store is not None:
            self.store.put(block, tally)

    def all(self) -> list[Row]:
        """All games, in their order."""
        return list(chain.from_iterable(rows for _, rows in sorted(self._rows.items())))


def compare(name: str, here: tuple[Report, Sequence[Row]], there: tuple[Report, Sequence[Row]]) -> Against:
    """The differences of two samples of the same size and seed, each a report and its games."""
    (one, rows), (other, others) = here, there
    found = []
    pairs = [(a, b) for a, b in zip(rows, others, strict=True) if a.began >= 0 and b.began >= 0]
    if pairs and one.first_player is not None and other.first_player is not None:
        won = [a.began - b.began for a, b in pairs]
        found.append(_paired("first_player", one.first_player, other.first_player, won))
    for number, at in (("length", 1), ("decisions", 2)):
        both = getattr(one, number).mean, getattr(other, number).mean
        found.append(_paired(f"{number}.mean", *both, [a[at] - b[at] for a, b in zip(rows, others, strict=True)]))
    found.append(_shares("draws", one.draws, other.draws, one.games))
    for ending in dict.fromkeys((*one.endings, *other.endings)):
        shares = one.endings.get(ending, 0.0), other.endings.get(ending, 0.0)
        found.append(_shares(f"endings.{ending}", *shares, one.games))
    return Against(name, found)


def _paired(number: str, here: float, there: float, differences: list[int]) -> Difference:
    """A difference of means, with the interval of the mean of the differences."""
    mean, (low, high) = mean_of(differences)
    return Difference(number, here, there, mean, (low, high), _answer(low, high))


def _shares(number: str, here: float, there: float, games: int) -> Difference:
    low, high = difference((round(here * games), games), (round(there * games), games))
    return Difference(number, here, there, here - there, (low, high), _answer(low, high))


def _answer(low: float, high: float) -> str:
    return "higher" if low > 0 else "lower" if high < 0 else "cannot tell" if low < high else "the same"
