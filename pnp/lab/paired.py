"""Compare two kits by games with the same seeds.

Each game of one kit is paired with the game of the same number of the other, so what both have in common, such as the
same first cards, does not blur the difference.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.lab.intervals import mean_of
from pnp.lab.report import Against, BalanceReport, KitDifference
from pnp.lab.tallies import PairedGame, Tally


def compare(name: str, here: tuple[BalanceReport, Tally], there: tuple[BalanceReport, Tally]) -> Against:
    """The differences of two samples of the same size and seed, each a report and its tally, which lists the games."""
    (one, tally), (other, of_other) = here, there
    pairs, found = list(zip(tally.rows, of_other.rows, strict=True)), []
    if one.first_player is not None and other.first_player is not None:
        here_won, there_won = _effects(tally.rows, one.first_player), _effects(of_other.rows, other.first_player)
        apart = one.first_player - other.first_player
        won = [apart + a - b for a, b in zip(here_won, there_won, strict=True)]
        found.append(_difference("first_player", one.first_player, other.first_player, won))
    for number in ("length", "decisions"):
        means = getattr(one, number).mean, getattr(other, number).mean
        found.append(_difference(f"{number}.mean", *means, [getattr(a, number) - getattr(b, number) for a, b in pairs]))
    found.append(_difference("draws", one.draws, other.draws, [a.drawn - b.drawn for a, b in pairs]))
    for ending in dict.fromkeys((*one.endings, *other.endings)):
        shares = one.endings.get(ending, 0.0), other.endings.get(ending, 0.0)
        ended = [(a.ending == ending) - (b.ending == ending) for a, b in pairs]
        found.append(_difference(f"endings.{ending}", *shares, ended))
    return Against(name, found)


def _effects(rows: Sequence[PairedGame], share: float) -> list[float]:
    """How far each game moves the share of wins of the player who began, which is of the games with a winner only.

    The mean of these numbers is 0, and their spread is that of the share (the delta method for a ratio).
    """
    decided = sum(row.began >= 0 for row in rows) / len(rows)
    return [(row.began - share) / decided if row.began >= 0 else 0.0 for row in rows]


def _difference(number: str, here: float, there: float, differences: Sequence[float]) -> KitDifference:
    """A difference of means, with the interval of the mean of the differences."""
    mean, (low, high) = mean_of(differences)
    answer = "higher" if low > 0 else "lower" if high < 0 else "cannot tell" if low < high else "the same"
    return KitDifference(number, here, there, mean, (low, high), answer)
