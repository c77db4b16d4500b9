"""Facts of Joust (Cobcroft) about blows, results and the end of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.rules.claims import Play
from pnp.rules.tilt.facts import fact
from pnp.rules.tilt.moments import TiltMoment
from pnp.rules.tilt.observe import FAR, KNIGHTS, bare, covers, hands, hits, kind_of, played
from pnp.rules.tilt.parry_facts import FACTS
from pnp.rules.tilt.probes import blow, clash, empty
from pnp.rules.tilt.state import LEAN, OVER
from pnp.rules.tilt.strike import DISQUALIFIED, LANCE_BROKEN, MISS, UNHORSED, Knight

__all__ = ["FACTS"]

if TYPE_CHECKING:
    from pnp.rules.tilt.engine import Tilt


def strong(game: Tilt, aim: str) -> Knight:
    """A knight with all cards in play that add to the impact, and no others."""
    cards = {card for card, traits in game.knights.items() if traits.impact}
    return empty(game, aim, standing=frozenset(cards))


def plain(game: Tilt, aim: str = "b3") -> Knight:
    """A knight with no card in play, whose shield does not cover a square."""
    return empty(game, "a1", shield=bare(game, aim).shield)


@fact("strike.same_time")
def _same_time(play: Play) -> Any:
    """Whether both blows have the same results with either knight as First Player."""
    game = play.game
    one, other = strong(game, "a3"), strong(game, "b2")
    found = [clash(game, one, other, (6, 6), first=seat, seat=seat).strikes[-1].blows for seat in (0, 1)]
    return all([b.result for b in blows] == [b.result for b in found[0]] for blows in found)


# Hits ---------------------------------------------------------------------------------------------------------


def misses(game: Tilt) -> list[str]:
    return [cell for cell in game.target.cells if kind_of(game, cell) == MISS]


@fact("hit.shielded_miss")
def _shielded(play: Play) -> Any:
    """Whether a blow at a miss square is a hit if a shield covers it, and only then."""
    game = play.game
    return all(
        (blow(game, strong(game, cell), empty(game, "a1", shield=place), (5, 5)).result != MISS)
        == (cell in covers(game, place))
        for cell in misses(game)
        for place in game.shields
    )


@fact("hit.shielded_points")
def _shielded_points(play: Play) -> list[int]:
    """The points of a lance that breaks on a shield over a miss square."""
    game = play.game
    blows = [
        blow(game, strong(game, cell), empty(game, "a1", shield=place), (6, speed))
        for place in game.shields
        for cell in misses(game)
        if cell in covers(game, place)
        for speed in range(1, game.rules.speed.max + 1)
    ]
    return sorted({b.points for b in blows if b.result == LANCE_BROKEN})


@fact("hit.breaks")
def _breaks(play: Play) -> list[str]:
    """The squares on which a lance may break for no points."""
    return [cell for cell in play.game.target.cells if kind_of(play.game, cell) == "break"]


@fact("break.result")
def _break(play: Play) -> Any:
    """The results of blows at break squares that do not disqualify, and the lowest Impact that breaks the lance."""
    game = play.game
    blows = [
        blow(game, own, empty(game, "a1", shield=place), (speed, speed))
        for cell in play.fact("hit.breaks")
        for place in game.shields
        for speed in range(1, game.rules.speed.max + 1)
        for own in (empty(game, cell), strong(game, cell))
    ]
    results = sorted({b.result for b in blows if b.result != DISQUALIFIED})
    least = min(b.impact for b in blows if b.lance_broken)
    whole = max(b.impact for b in blows if not b.lance_broken) < least
    return [*results, max(b.points for b in blows), least - 1 if whole else "mixed"]


@fact("hit.disqualified")
def _disqualified(play: Play) -> list[str]:
    game = play.game
    return [c for c in game.target.cells if blow(game, empty(game, c), plain(game, c)).result == DISQUALIFIED]


@fact("hit.double")
def _double(play: Play) -> list[str]:
    """The squares on which a broken lance scores two points."""
    game = play.game
    found = []
    for cell in hits(game):
        for speed in range(1, game.rules.speed.max + 1):
            dealt = blow(game, empty(game, cell), plain(game, cell), (speed, speed))
            if dealt.result == LANCE_BROKEN and dealt.points == 2:
                found.append(cell)
    return sorted(set(found))


# Impact and Balance -------------------------------------------------------------------------------------------


@fact("impact.speeds")
def _speeds(play: Play) -> dict[str, int]:
    """The bonus for both speeds together."""
    game = play.game
    most = game.rules.speed.max
    found = {}
    for both in range(2, 2 * most + 1):
        speeds = (min(most, both - 1), both - min(most, both - 1))
        found[str(both)] = blow(game, empty(game, "b3"), plain(game), speeds).impact - _further(game)
    return found


def _further(game: Tilt) -> int:
    """The bonus of the knight who rode further, by blows of two knights who differ only in that."""
    state = clash(game, empty(game, "b3"), empty(game, "b3"))
    one, other = state.strikes[-1].blows
    return one.impact - other.impact


@fact("impact.further")
def _further_bonus(play: Play) -> Any:
    return _further(play.game)


@fact("impact.further_tie")
def _tie(play: Play) -> Any:
    """Whether both knights may have ridden equally far when they meet."""
    return any(m.ridden[0] == m.ridden[1] for m in play.moments if m.met)


@fact("impact.slow")
def _slow(play: Play) -> Any:
    """The bonus for a combined speed of 1."""
    game = play.game
    rein = next((card for card in game.horses if game.horses[card].slower), "")
    one, other = empty(game, "b3"), empty(game, "b3", hands=hands(game, 1, rein))
    return clash(game, one, other, (1, 0)).strikes[-1].blows[0].impact - _further(game)


@fact("lean.effect")
def _lean(play: Play) -> dict[str, Any]:
    """What a rival's leaning changes for blows on the same half, the other half, the head and the middle column."""
    game = play.game
    found: dict[str, set[int]] = {"same half": set(), "other half": set(), "middle": set()}
    for side in ("left", "right"):
        for cell in game.target.cells:
            straight = blow(game, empty(game, cell), empty(game, "a1")).impact
            leaning = blow(game, empty(game, cell), _leaning(game, side)).impact
            half = game.target.half(cell)
            key = "middle" if half is None else "same half" if half == side else "other half"
            found[key].add(leaning - straight)
    return {key: next(iter(changes)) if len(changes) == 1 else sorted(changes) for key, changes in found.items()}


def _leaning(game: Tilt, side: str) -> Knight:
    """A knight who has played a card to lean to a side."""
    for card in game.knights:
        state = played(game, KNIGHTS, card, FAR, game.knight("a1"), game.knight("a1"))
        if state.phase == LEAN:
            leant = game.apply(state, (LEAN, side)).knights[0]
            return empty(game, "a1", standing=leant.standing, lean=leant.lean)
    raise LookupError("no card leans")


@fact("shield.counts")
def _counts(play: Play) -> list[str]:
    """What a shield changes for the blow at a square that it covers."""
    game = play.game
    place = game.rules.first_shield
    other = next(p for p in game.shields if "b3" not in covers(game, p))
    one, two = (blow(game, empty(game, "b3"), empty(game, "a1", shield=held)) for held in (place, other))
    changed = {"Balance": one.balance - two.balance, "Impact": one.impact - two.impact}
    return [name for name, by in changed.items() if by]


@fact("net.zero")
def _zero(play: Play) -> Any:
    """The results of hits with a net of 0 or less."""
    return sorted({b.blow.result for m in play.moments for b in m.blows if b.blow.net <= 0 and b.hits})


# The end of a tilt and of a match -----------------------------------------------------------------------------


def _results(one: str, other: str) -> Any:
    return lambda m: m.met and m.results == (one, other)


@fact("end.disqualified")
def _end_disqualified(play: Play) -> Any:
    """Who wins if one knight is disqualified, and whether the match is over."""

    def ending(m: TiltMoment) -> str:
        return "rival wins the match" if m.winners == (1 - m.results.index(DISQUALIFIED),) else "?"

    return play.value(lambda m: m.met and m.results.count(DISQUALIFIED) == 1, ending)


@fact("end.both_disqualified")
def _both(play: Play) -> Any:
    when = _results(DISQUALIFIED, DISQUALIFIED)
    return play.value(when, lambda m: "drawn" if m.over and not m.winners else "?")


@fact("end.unhorsed")
def _unhorsed(play: Play) -> Any:
    def when(m: TiltMoment) -> bool:
        return m.met and m.results.count(UNHORSED) == 1 and DISQUALIFIED not in m.results

    return play.value(when, lambda m: "rider" if m.over and m.winners == (m.results.index(UNHORSED),) else "?")


@fact("end.both_unhorsed")
def _both_unhorsed(play: Play) -> Any:
    """Who wins if both are unhorsed with different nets."""

    def when(m: TiltMoment) -> bool:
        return m.met and m.results == (UNHORSED, UNHORSED) and m.nets[0] != m.nets[1]

    return play.value(when, lambda m: "higher net" if m.winners == (m.nets.index(max(m.nets)),) else "?")


@fact("end.both_unhorsed_level")
def _level_nets(play: Play) -> Any:
    """What happens if both are unhorsed with equal nets, before the last tilt."""
    game = play.game
    state = clash(game, *_equals(game), (6, 6), tilt=1)
    return "void" if state.phase != OVER and state.points == (0, 0) else "?"


def _equals(game: Tilt) -> tuple[Knight, Knight]:
    """Two knights whose nets are equal when they meet after the first has ridden further."""
    further = {card for card, traits in game.knights.items() if traits.impact and not traits.balance_lost}
    return (
        empty(game, "a3", shield=bare(game, "a3").shield),
        empty(game, "a3", standing=frozenset(further), shield=bare(game, "a3").shield),
    )


@fact("end.disqualified_first")
def _disqualified_first(play: Play) -> Any:
    """Who wins if one blow disqualifies its striker and the other one unhorses."""

    def when(m: TiltMoment) -> bool:
        return m.met and set(m.results) == {DISQUALIFIED, UNHORSED}

    return play.value(when, lambda m: "unhorsing knight" if m.winners == (m.results.index(UNHORSED),) else "other")


@fact("end.tilts")
def _tilts(play: Play) -> Any:
    """The number of tilts after which a match is over."""
    return max(m.before.tilt for m in play.moments if m.met)


@fact("end.level")
def _level(play: Play) -> Any:
    """What happens if the points are level after the last tilt."""
    last = play.fact("end.tilts")

    def when(m: TiltMoment) -> bool:
        return m.met and m.before.tilt == last and m.ordinary and m.after.points[0] == m.after.points[1]

    return play.value(when, lambda m: "drawn" if m.over and not m.winners else "?")


@fact("end.points")
def _points(play: Play) -> Any:
    """Who wins after the last tilt, if the points are not level."""
    last = play.fact("end.tilts")

    def when(m: TiltMoment) -> bool:
        return m.met and m.before.tilt == last and m.ordinary and m.after.points[0] != m.after.points[1]

    return play.value(when, lambda m: "most" if m.winners == (m.after.points.index(max(m.after.points)),) else "?")


@fact("tilt.kept")
def _kept(play: Play) -> Any:
    """What is kept for the next tilt: the points, and nothing else of the knights."""

    def fresh(m: TiltMoment) -> str:
        return "points" if all(knight == m.game.knight() for knight in m.after.knights) else "more"

    return play.value(lambda m: m.tilt_ended, fresh)


@fact("tilt.first")
def _first(play: Play) -> Any:
    """Who is First Player at the beginning of the next tilt."""
    return play.value(lambda m: m.tilt_ended, lambda m: "same" if m.after.first == m.opener else "other")
