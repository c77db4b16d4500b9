"""The names that every game's rules have."""

from __future__ import annotations

from typing import ClassVar

from pnp.rulefile.moment import MOST_ACTIONS, NAMES, PLAY_NAMES, WHOLE, Seen, Shared, Whole
from pnp.rulefile.work import Work
from pnp.rules.moments import Play, kept
from tests.rulefile.nim import GAME, State


def moment(count: int = 3, state: State | None = None) -> Seen:
    before = state or GAME.setup()
    action = ("take", str(count))
    return Seen(GAME, before, action, GAME.apply(before, action))


def test_what_happens_has_names():
    seen = moment()
    assert (list(seen.seats), seen.actor, seen.rival, seen.chance) == ([0, 1], 0, 1, False)
    assert (seen.phase, seen.card, seen.choices, seen.ways) == ("take", "3", {"1", "2", "3"}, 1)
    assert (seen.score, seen.score_after, seen.scored) == ((0, 0), (3, 0), [3, 0])
    assert (seen.hands, seen.hands_after) == ([(), ()], [("match",), ()])
    assert (seen.gained("taken"), seen.lost("taken")) == ([["match"] * 3, []], [[], []])
    assert (seen.over, seen.result, seen.ending) == (False, [], "")
    last = moment(1, State(1, (("match",), ()), 1))
    assert (last.over, last.winners, last.result, last.ending) == (True, (1,), [1, 1], "last")


def test_what_seats_see_is_compared():
    seen = moment()
    assert seen.shown("left")
    assert not moment(1, State(9, (("match",), ()), 1)).secret("taken")
    assert seen.secret("taken")
    assert seen.view(seen.before, 0)["left"] == 10
    assert seen.applied(seen.before, ("take", "2"), left=5).left == 3


def test_a_game_is_played_on_purpose():
    whole = Whole(Play(GAME, [moment()], {}), Work())
    assert [m.action[1] for m in whole.playout()] == ["3", "3", "3", "1"]
    assert [m.action[1] for m in whole.playout("2", "1")] == ["2"] * 5
    assert whole.playout("2") is whole.playout("2")
    assert whole.setup == GAME.setup()


def test_a_game_that_never_ends_is_left():
    class Endless(type(GAME)):  # type: ignore[misc]
        def apply(self, state, _action):
            return state

    endless = Endless()
    whole = Whole(Play(endless, [Seen(endless, GAME.setup(), ("take", "1"), GAME.setup())], {}), Work())
    assert len(whole.playout()) == MOST_ACTIONS


def test_all_names_are_known():
    assert {"before", "after", "previous", "action", "actor", "legal", "verb", "phase", "gained"} <= NAMES
    assert WHOLE <= NAMES
    assert all(hasattr(Whole(Play(GAME, [], {}), Work()), name) for name in PLAY_NAMES - {"observed", "setup"})


def test_what_no_moment_changes_is_computed_once_for_each_game():
    class Other(type(GAME)):  # type: ignore[misc]
        pass

    asked: list[object] = []

    class RuleMoment(Seen):
        firsts: ClassVar[dict[int, Seen]] = {}
        matches = Shared(kept(lambda moment: asked.append(moment.game) or len(asked)))
        called = Shared(lambda moment, more: (moment.matches, more))

    other, before, action = Other(), GAME.setup(), ("take", "1")
    made = [RuleMoment(game, before, action, before) for game in (GAME, GAME, other)]
    assert [moment.matches for moment in (*made, *made)] == [1, 1, 2] * 2
    assert [moment.called(5) for moment in made] == [(1, 5), (1, 5), (2, 5)]
    assert made[0].called == made[1].called != made[2].called
    assert asked == [GAME, other]
