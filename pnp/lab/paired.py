"""Compare two kits by games with the same seeds.

Each game of one kit is paired with the game of the same number of the other, so what both have in common, such as the
same first cards, does not blur the difference.

The ladder of skill: each policy against the one below it.

If thinking harder wins more often, the game rewards skill. In a game in which no player ever has a choice, no policy
can differ from another.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.lab.blocks import PlayPlan
from pnp.lab.intervals import mean_of, wilson
from pnp.lab.report import Against, BalanceReport, KitDifference, Rung
from pnp.lab.search import POLICIES, policy
from pnp.lab.subject import Play, Subject
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


BLOCKS = 12
"""The maximum number of blocks for a rung: slow policies have small blocks, so they play fewer games."""


def pairs(top: str) -> list[tuple[str, str]]:
    """Each policy up to `top`, with the one below it. Raises ValueError for the lowest policy and unknown ones."""
    policy(top)
    names = list(POLICIES)
    names = names[: names.index(top) + 1]
    if len(names) < 2:
        raise ValueError(f"{top!r} is the lowest policy: there is none below it")
    return list(zip(names[1:], names[:-1], strict=True))


def ladder(top: str, subject: Subject, plan: PlayPlan, play: Play) -> list[Rung]:
    """The ladder up to a policy. The plan has the most games for a rung, and the seed. Raises ValueError."""
    return [_rung(pair, subject.game.players, play(subject, _plan(pair, plan))) for pair in pairs(top)]


def _plan(pair: tuple[str, str], plan: PlayPlan) -> PlayPlan:
    return PlayPlan(min(plan.games, BLOCKS * policy(pair[0]).block), plan.seed, pair)


def _rung(pair: tuple[str, str], players: int, tally: Tally) -> Rung:
    """The result of a rung; its share is of the games with a winner."""
    decided = sum(count for result, count in tally.results.items() if result.winners)
    low, high = wilson(tally.challenges, decided)
    even = 1 / players
    answer = "wins more" if low > even else "wins less" if high < even else "cannot tell"
    share = tally.challenges / decided if decided else None
    return Rung(pair[0], pair[1], tally.games, even, share, (low, high), answer, policy(pair[0]).about)
