"""Make the report of a sample: shares with their intervals, lengths, endings and verdicts.

The fields are the keys of `pnp balance --format json`; shares are between 0 and 1.

Numbers about how much a decision matters.

The JSON Schema of the report that `pnp balance --format json` writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pnp.kit import jsonschema
from pnp.kit.schema import Json
from pnp.lab.blocks import PARTS, PlayPlan
from pnp.lab.cards import CardNumbers, card_numbers
from pnp.lab.intervals import Interval, IntervalVerdict, Spread, mean_interval, mean_of, spread, verdict, wilson
from pnp.lab.search import PLAYOUTS_OF_STAKE
from pnp.lab.subject import Subject
from pnp.lab.tallies import Stake, Tally


@dataclass(frozen=True)
class Stakes:
    """How many more games the best action wins than others, if all players go on at random."""

    decisions: int
    """The number of decisions that were looked at, each of another game."""
    actions: float
    """The mean number of legal actions at a decision."""
    playouts: int
    """The number of games that were played to their end for each action."""
    over_average: float
    """The share of wins of the best action minus the mean of all, as the mean of all decisions."""
    over_average_interval: Interval
    """Its 95 % interval."""
    over_worst: float
    """The share of wins of the best action minus that of the worst."""
    over_worst_interval: Interval
    """Its 95 % interval."""


def stakes_of(found: Sequence[Stake]) -> Stakes | None:
    """The means of some decisions; None if there are none."""
    if not found:
        return None
    average, worst = mean_of(one.over_average for one in found), mean_of(one.over_worst for one in found)
    actions = sum(one.actions for one in found) / len(found)
    return Stakes(len(found), actions, 2 * PLAYOUTS_OF_STAKE, *average, *worst)


FORMAT = 1
WITHOUT = "without"
"""The `number` of the curve of the kit without some of its cards."""


@dataclass(frozen=True)
class Intervals:
    """The 95 % intervals of the numbers with the same names."""

    first_player: Interval | None
    """Of the share that the player wins who began."""
    seats: list[Interval]
    """Of the share that each seat wins."""
    draws: Interval
    """Of the share of draws."""
    endings: dict[str, Interval]
    """Of the share of each kind of ending."""
    length: Interval
    """Of the mean length."""
    decisions: Interval
    """Of the mean number of decisions."""
    minutes: Interval
    """Of the mean of the estimated minutes."""


@dataclass(frozen=True)
class KitDifference:
    """A number of this kit, the same number of the other, and their difference."""

    number: str
    """The key of the number in both reports."""
    here: float
    """The number of this kit."""
    there: float
    """The number of the other kit."""
    difference: float
    """The first minus the second."""
    interval: Interval
    """The 95 % interval of the difference."""
    answer: str
    """`higher`, `lower`, `cannot tell` if the interval contains 0, or `the same` if no game differs."""


@dataclass(frozen=True)
class Against:
    """The comparison with another kit."""

    kit: str
    """The other kit, as it was named."""
    differences: list[KitDifference]
    """The numbers compared."""


@dataclass(frozen=True)
class Rung:
    """A policy against the one below it."""

    policy: str
    """The policy, which has one seat, in turn."""
    over: str
    """The policy of all other seats."""
    games: int
    """The number of games."""
    even: float
    """The share that equal policies would win."""
    share: float | None
    """The share of the games with a winner that the policy won; null if there were none."""
    interval: Interval
    """The 95 % interval of the share."""
    answer: str
    """`wins more`, `wins less` or `cannot tell`."""
    cost: str
    """How the policy chooses, and so what it costs."""


@dataclass(frozen=True)
class Point:
    """The kit with one value of a number."""

    value: float | str
    """The value, or the name of a card that was dropped."""
    refused: str | None = None
    """Why the engine refuses it; then there are no numbers."""
    first_player: float | None = None
    """The share that the player wins who began."""
    first_player_interval: Interval | None = None
    """Its 95 % interval."""
    seats: list[float] = field(default_factory=list)
    """The share of all games that each seat won."""
    draws: float | None = None
    """The share of draws."""
    length: float | None = None
    """The mean length."""
    length_interval: Interval | None = None
    """Its 95 % interval."""


@dataclass(frozen=True)
class Curve:
    """How a game changes with a number, or without cards."""

    number: str
    """The number, as it was named, or `without`."""
    current: float | str
    """The kit's own value; without cards, the name of the kit as it is."""
    games: int
    """The number of games for each point."""
    points: list[Point]
    """The values that were played."""
    changes: bool
    """Whether any game differs between the points; true if there is only one that can be played."""


@dataclass(frozen=True)
class Drama:
    """How the lead in points goes from one player to another."""

    lead_changes: Spread
    """How often the lead changes in a game."""
    loser_led: Spread
    """In games with a winner, the percentage of decisions at which a later loser led."""


@dataclass(frozen=True)
class Solution:
    """The solution of a small game for two players. A payoff is 1 for a win, -1 for a defeat and 0 for a draw."""

    positions: int
    """The number of positions of the game; those reached in several ways count several times."""
    decisions: int
    """The number of different things that a player may know when having to decide."""
    iterations: int
    """The iterations of CFR+ that found it."""
    value: float
    """The mean payoff of seat 1 if both play the solution."""
    bounds: Interval
    """The exact value of the game is between these: what seat 1 can be sure of, and what seat 2 can hold it to."""
    first_player: float | None
    """The mean payoff of the player who began; null if the engine does not report who."""
    exploitability: float
    """What a perfect opponent would gain against it on average; 0 for an exact solution."""


@dataclass(frozen=True)
class BalanceReport:
    """What `pnp balance --format json` writes."""

    format: int
    """The version of this format."""
    kit: str
    """The kit, as it was named."""
    game: str
    """The engine."""
    players: int
    """The number of players."""
    policy: str
    """How all seats choose."""
    seed: int
    """The seed of the run."""
    games: int
    """The number of games."""
    unit: str
    """The unit of lengths: turns, rounds, hands or jousts."""
    first_player: float | None
    """The share of the games with a winner that the player who began won; null if the engine does not report who."""
    seats: list[float]
    """The share of all games that each seat won."""
    draws: float
    """The share of games without a winner."""
    endings: dict[str, float]
    """The share of each kind of ending."""
    length: Spread
    """The length of games, in `unit`."""
    decisions: Spread
    """The decisions with more than one legal action in a game, of all players together."""
    minutes: Spread
    """The estimated minutes of a game."""
    stated_minutes: float | None
    """The minutes that `kit.yaml` states."""
    forced: float
    """The share of the players' actions to which there was no alternative."""
    reshuffles: float
    """The mean number of reshuffles in a game."""
    intervals: Intervals
    """The 95 % intervals of these numbers."""
    verdicts: list[IntervalVerdict]
    """What the intervals allow to conclude."""
    lengths: list[tuple[int, int]]
    """Each length, with its number of games."""
    drama: Drama | None = None
    """How the lead changes; null if it was not counted, or the engine does not report points."""
    leads: list[Lead] = field(default_factory=list)
    """How often the leader wins, after each tenth of a game; empty if it was not counted."""
    cards: dict[str, CardNumbers] = field(default_factory=dict)
    """The cards by id, those first that are most often in hand; empty unless they were counted."""
    against: Against | None = None
    """The comparison with another kit, if one was asked for."""
    skill: list[Rung] = field(default_factory=list)
    """The ladder of policies, if it was asked for."""
    stakes: Stakes | None = None
    """How much a decision matters, if that was asked for and there are decisions."""
    solution: Solution | None = None
    """The solution of the game, if it was asked for."""
    curves: list[Curve] = field(default_factory=list)
    """What happens with other numbers or without cards, if that was asked for."""


def make_report(subject: Subject, plan: PlayPlan, tally: Tally) -> BalanceReport:
    """The report of a sample of at least one game."""
    game, games = subject.game, tally.games
    wins = [tally.wins(seat) for seat in range(game.players)]
    began, of = first_player(tally)
    draws = sum(count for result, count in tally.results.items() if not result.winners)
    endings = _endings(tally)
    actions = tally.forced + sum(value * count for value, count in tally.decisions.items())
    return BalanceReport(
        format=FORMAT,
        kit=subject.name,
        game=game.name,
        players=game.players,
        policy=" against ".join(plan.policies),
        seed=plan.seed,
        games=games,
        unit=game.unit,
        first_player=began / of if of else None,
        seats=[won / games for won in wins],
        draws=draws / games,
        endings={name: count / games for name, count in endings.items()},
        length=spread(tally.lengths),
        decisions=spread(tally.decisions),
        minutes=spread(tally.seconds, 60),
        stated_minutes=subject.minutes,
        forced=tally.forced / actions if actions else 0.0,
        reshuffles=tally.reshuffles / games,
        intervals=_intervals(tally, wins, draws, (began, of)),
        verdicts=_verdicts(tally, wins, games - draws, (began, of)),
        lengths=sorted(tally.lengths.items()),
        drama=Drama(spread(tally.leads), spread(tally.behind)) if tally.leads and tally.behind else None,
        leads=lead_numbers(tally),
        cards=card_numbers(game, tally),
    )


def _intervals(tally: Tally, wins: list[int], draws: int, began: tuple[int, int]) -> Intervals:
    games = tally.games
    return Intervals(
        first_player=wilson(*began) if began[1] else None,
        seats=[wilson(won, games) for won in wins],
        draws=wilson(draws, games),
        endings={name: wilson(count, games) for name, count in _endings(tally).items()},
        length=mean_interval(tally.lengths),
        decisions=mean_interval(tally.decisions),
        minutes=mean_interval(tally.seconds, 60),
    )


def first_player(tally: Tally) -> tuple[int, int]:
    """The games that the player won who began, and the games with a winner in which the engine reports who began."""
    told = [
        (result, count) for result, count in tally.results.items() if result.winners and result.beginner is not None
    ]
    return sum(n for result, n in told if result.beginner in result.winners), sum(n for _, n in told)


def _endings(tally: Tally) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for result, count in tally.results.items():
        counts[result.ending] += count
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _verdicts(tally: Tally, wins: list[int], decided: int, first: tuple[int, int]) -> list[IntervalVerdict]:
    """The verdicts on who began and on each seat; of two seats, on the first, because the second is its opposite.

    If several seats can win, the even share is the mean number of winners by seat.
    """
    seats = len(wins)
    won = sum(len(result.winners) * count for result, count in tally.results.items())
    even = won / decided / seats if decided else 1 / seats
    found = [verdict("first player", *first, even)] if first[1] else []
    asked = wins if seats > 2 else wins[:1]
    return [*found, *(verdict(f"seat {s}", count, decided, even, len(asked)) for s, count in enumerate(asked, start=1))]


def point(value: float | str, tally: Tally, players: int) -> Point:
    """A point of a curve."""
    began, of = first_player(tally)
    return Point(
        value=value,
        first_player=began / of if of else None,
        first_player_interval=wilson(began, of) if of else None,
        seats=[tally.wins(seat) / tally.games for seat in range(players)],
        draws=sum(count for result, count in tally.results.items() if not result.winners) / tally.games,
        length=sum(value * count for value, count in tally.lengths.items()) / tally.games,
        length_interval=mean_interval(tally.lengths),
    )


def plain(report: Any) -> Any:
    """A report as plain data for JSON, with its numbers rounded to six digits after the point."""
    return _rounded(asdict(report))


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(value, 6) if isinstance(value, float) else value


# Leads --------------------------------------------------------------------------------------------------------

# How often the player who leads in points after a part of a game wins in the end.


@dataclass(frozen=True)
class Lead:
    """Who leads after a part of a game, and how the game ends."""

    after: int
    """The part of the game, in percent of its decisions."""
    games: int
    """The number of games in which one player leads at this point."""
    no_leader: float
    """The share of all games in which no player leads at this point."""
    wins: float | None
    """The share of `games` that the leader wins; null if no player ever leads."""
    interval: Interval
    """The 95 % interval of `wins`."""
    draws: float | None
    """The share of `games` that no player wins; null if no player ever leads."""


def lead_numbers(tally: Tally) -> list[Lead]:
    """The numbers after 10 %, 20 % … 90 % of a game; empty if the lead was not counted."""
    games = tally.leads.total()
    return [_lead(tally, part, games) for part in PARTS] if games else []


def _lead(tally: Tally, part: int, games: int) -> Lead:
    led, won, drawn = tally.led[part], tally.led_wins[part], tally.led_draws[part]
    return Lead(
        after=part,
        games=led,
        no_leader=1 - led / games,
        wins=won / led if led else None,
        interval=wilson(won, led),
        draws=drawn / led if led else None,
    )


def schema() -> Json:
    """The schema of a report."""
    (root,), defined = jsonschema.described([BalanceReport])
    return jsonschema.document(root, defined, "balance.json", "What `pnp balance --format json` writes.")
