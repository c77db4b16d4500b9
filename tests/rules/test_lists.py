"""JOUST!: the worked examples, the rulings, the slots of a tournament, wagers, and what data are refused."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from random import Random

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.rules.game import CHANCE, RefusalError
from pnp.rules.lists.engine import INITIATIVE, OVER, PAIR, RIDE, STRIKE, WAGER, Course, Lists, State, Verdict
from tests.conftest import edit
from tests.rules.conftest import make, recorded, replayed

WEST, EAST = 0, 1
ROLLS = range(1, 13)


@pytest.fixture(scope="module")
def game(engine) -> Lists:
    return engine("lists")


def after(game: Lists, state: State, *actions: str) -> State:
    return _played(game, state, actions)


def rolled(game: Lists, state: State, die: str, *rolls: int) -> State:
    return _played(game, state, [f"{die} {roll}" for roll in rolls])


def _played(game: Lists, state: State, actions) -> State:
    for action in actions:
        state = rules.step(game, state, action)
    return state


def met(
    game: Lists, advantage: int | None = None, injuries: tuple[int, int] = (0, 0), start: State | None = None
) -> State:
    """The moment before the strikes of knights 1 and 2, where one has the advantage or nobody has."""
    ridden = {None: (6, 6), WEST: (8, 4), EAST: (4, 8)}[advantage]
    assert game.advantage(ridden) == advantage
    course = Course(WEST, WEST if advantage is None else advantage, ridden, advantage, ())
    state = start or game.setup()
    return state._replace(pair=(0, 1), passes=1, injuries=injuries, phase=STRIKE, course=course)


def struck(game: Lists, advantage: int | None, injuries: tuple[int, int], *rolls: int) -> State:
    return rolled(game, met(game, advantage, injuries), STRIKE, *rolls)


def pairs(game: Lists, state: State) -> list[str]:
    return [rules.game.written(action) for action in game.legal(state)]


UNSEATED, WITHDRAWN, BOTH_FELL = ("strike 12", "strike 1"), ("strike 1", "strike 1"), ("strike 12", "strike 12")
MEET = ("initiative 6", "initiative 1", "ride 6", "ride 6")


def joust(game: Lists, state: State, first: str, *strikes: str, injuries: tuple[int, int] = (0, 0)) -> State:
    """A joust of one pass that meets in the zone, its knights already injured."""
    return after(game, after(game, state, first, *MEET)._replace(injuries=injuries), *strikes)


def withdraw(game: Lists, state: State, first: str) -> State:
    return joust(game, state, first, *WITHDRAWN, injuries=(6, 6))


# The worked examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rolls", [pytest.param((4, 4, 5), id="Y01")])
def test_riding_until_alongside(game, rolls):
    state = after(game, game.setup(), "pair 1 2", "initiative 5", "initiative 2")
    for roll in rolls[:2]:
        state = rolled(game, state, RIDE, roll)
        assert state.phase == RIDE
    assert game.steps(state.course.ridden, rolls[2]) == 4
    state = rolled(game, state, RIDE, rolls[2])
    assert state.phase == STRIKE
    assert state.course.ridden == (8, 4)
    assert [game.column(state.course.ridden, knight) for knight in (WEST, EAST)] == [9, 9]
    assert state.course.advantage == state.course.leader == WEST


@pytest.mark.parametrize(
    ("ridden", "advantage"),
    [
        pytest.param((6, 6), None, id="Y02-6-6"),
        pytest.param((5, 7), None, id="Y02-5-7"),
        pytest.param((7, 5), None, id="Y02-7-5"),
        pytest.param((4, 8), EAST, id="Y02-4-8"),
        pytest.param((8, 4), WEST, id="Y02-8-4"),
    ],
)
def test_who_has_the_advantage(game, ridden, advantage):
    assert game.alongside(ridden)
    assert game.advantage(ridden) == advantage


OPPONENT = [0, 0, 1, 0, 1, 1, 0, 0, 2, 3, 4, 0]
OWN = [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("roll", "opponent", "own"),
    [pytest.param(roll, OPPONENT[roll - 1], OWN[roll - 1], id=f"Y03-{roll}") for roll in ROLLS],
)
def test_the_hit_table(game, roll, opponent, own):
    assert game.struck((0, 0), WEST, roll) == (own, opponent)
    assert game.struck((0, 0), EAST, roll) == (opponent, own)
    assert game.hits[roll].unseats == (roll == 12)


@pytest.mark.parametrize(
    ("advantage", "injuries", "rolls", "last", "tokens", "resting"),
    [
        pytest.param(WEST, (0, 0), (12,), "one_unseated", (1, 0), (1,), id="Y04"),
        pytest.param(None, (0, 0), (12, 12), "both_unseated", (0, 0), (0, 1), id="Y05"),
        pytest.param(None, (0, 5), (3, 1), "one_unable", (1, 0), (1,), id="Y08"),
        pytest.param(None, (5, 0), (7, 1), "one_unable", (0, 1), (0,), id="Y11"),
        pytest.param(EAST, (0, 0), (12,), "one_unseated", (0, 1), (0,), id="Y04-east"),
        pytest.param(None, (5, 5), (3, 3), "both_unable", (0, 0), (0, 1), id="both-unable"),
        pytest.param(EAST, (0, 0), (1, 12), "one_unseated", (1, 0), (1,), id="the-reply-unseats"),
    ],
)
def test_how_a_joust_ends(game, advantage, injuries, rolls, last, tokens, resting):
    state = struck(game, advantage, injuries, *rolls)
    assert state.phase == PAIR
    assert (state.last, state.tokens[:2], state.resting) == (last, tokens, resting)
    assert (state.slots, state.jousts) == (1, 1)
    assert state.pair == ()


@pytest.mark.parametrize(
    ("injuries", "rolls", "then"), [pytest.param((2, 3), (3, 5), (3, 4), id="Y09"), ((0, 0), (10, 9), (2, 3))]
)
def test_another_pass(game, injuries, rolls, then):
    state = struck(game, None, injuries, *rolls)
    assert (state.phase, state.injuries, state.passes) == (INITIATIVE, then, 2)
    assert state.course == Course(0, 0, (0, 0), None, ())
    assert state.tokens == (0, 0, 0, 0)


def test_y08_y11_verdicts(game):
    assert game.verdict((False, False), (0, 6)) == Verdict("one_unable", WEST, (EAST,))
    assert game.verdict((False, False), (7, 0)) == Verdict("one_unable", EAST, (WEST,))
    assert game.verdict((False, False), (5, 5)) is None


@pytest.mark.parametrize("rolls", [pytest.param([(3, 3), (2, 5)], id="Y12")])
def test_ties_for_the_initiative_are_rolled_again(game, rolls):
    state = after(game, game.setup(), "pair 1 2")
    rerolls = 0
    for both in rolls:
        state = rolled(game, state, INITIATIVE, *both)
        rerolls += state.phase == INITIATIVE
    assert rerolls == 1
    assert (state.phase, state.course.leader, state.course.mover) == (RIDE, EAST, EAST)
    assert [game.initiative(both) for both in rolls] == [None, EAST]


# The rulings --------------------------------------------------------------------------------------------------


@pytest.fixture
def kit(tmp_path):
    """A copy of the data, to change."""
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")


def test_yl1_thirteen_columns_make_twelve_steps(game, kit):
    assert game.distance == 12
    assert game.column((0, 0), WEST) == 1
    assert game.column((0, 0), EAST) == 13
    assert not game.alongside((7, 4))
    assert game.alongside((8, 4))
    edit(kit, "rules.yaml", "columns: 13", "columns: 9")
    edit(kit, "rules.yaml", "zone: [6, 8]", "zone: [5, 5]")
    short = make("lists", kit)
    state = rolled(short, after(short, short.setup(), "pair 1 2", "initiative 1", "initiative 2"), RIDE, 6, 6)
    assert (state.course.ridden, state.course.advantage) == ((2, 6), EAST)


def test_yl2_the_zone_is_three_columns_wide(game):
    no_advantage = [west for west in range(13) if game.advantage((west, 12 - west)) is None]
    assert [1 + west for west in no_advantage] == [6, 7, 8]


def test_yl3_past_the_zone_by_column_is_past_it_by_distance(game):
    for west in range(13):
        ridden = (west, 12 - west)
        further = None if abs(west - (12 - west)) <= 2 else int(west < 12 - west)
        assert game.advantage(ridden) == further
        assert game.column(ridden, WEST) == game.column(ridden, EAST)


def test_yl4_initiative_is_rolled_in_every_pass(game):
    state = struck(game, None, (0, 0), 1, 1)
    assert (state.phase, state.passes) == (INITIATIVE, 2)
    state = rolled(game, state, INITIATIVE, 1, 4)
    assert (state.phase, state.course.leader) == (RIDE, EAST)


def test_yl5_a_disabled_knight_still_strikes_back(game):
    state = struck(game, WEST, (0, 5), 11)
    assert (state.phase, state.injuries) == (STRIKE, (0, 9))
    assert game.unable(state.injuries[EAST])
    assert state.course.mover == EAST
    assert rolled(game, state, STRIKE, 12).tokens[:2] == (0, 1)
    assert rolled(game, state, STRIKE, 1).last == "one_unable"


def test_yl6_karma_may_disable_the_striker_himself(game):
    state = struck(game, WEST, (4, 0), 7, 1)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unable", (0, 1), (0,))
    assert struck(game, None, (4, 0), 7, 12).last == "one_unseated"
    assert struck(game, None, (4, 4), 7, 7).last == "both_unable"


def test_yl7_two_players_never_rest(engine):
    two = engine("lists", players=2)
    for strikes, injuries in ((UNSEATED, (0, 0)), (BOTH_FELL, (0, 0)), (WITHDRAWN, (6, 6))):
        state = joust(two, two.setup(), "pair 1 2", *strikes, injuries=injuries)
        assert (state.resting, state.due, state.later) == ((), (), ())
        assert pairs(two, state) == ["pair 1 2"]


def test_yl7_the_slot_is_idle_when_fewer_than_two_are_fit(engine):
    three = engine("lists", players=3)
    state = joust(three, three.setup(), "pair 1 2", *BOTH_FELL)
    assert three.fit(state.resting) == (2,)
    assert pairs(three, state) == ["idle"]
    state = after(three, state, "idle")
    assert (state.resting, state.slots, state.jousts) == ((), 2, 1)
    assert pairs(three, state) == ["pair 1 2", "pair 1 3", "pair 2 3"]


def test_yl8_a_withdrawn_pair_returns_after_the_next_joust(game):
    state = withdraw(game, game.setup(), "pair 1 2")
    assert (state.last, state.later, state.due) == ("both_unable", (0, 1), ())
    assert pairs(game, state) == ["pair 3 4"]
    state = joust(game, state, "pair 3 4", *UNSEATED)
    assert pairs(game, state) == ["return 1 2"]
    state = after(game, state, "return 1 2")
    assert (state.injuries, state.passes, state.due) == ((0, 0), 1, (0, 1))
    state = after(game, state, *MEET, *UNSEATED)
    assert (state.due, state.later) == ((), ())
    assert pairs(game, state) == ["pair 1 3", "pair 1 4", "pair 3 4"]


def test_yl8_a_withdrawn_pair_returns_after_an_idle_slot(engine):
    three = engine("lists", players=3)
    state = withdraw(three, three.setup(), "pair 2 3")
    assert pairs(three, state) == ["idle"]
    assert pairs(three, after(three, state, "idle")) == ["return 2 3"]


def test_yl8_two_pairs_may_wait_to_return_and_may_withdraw_again(game):
    state = withdraw(game, game.setup(), "pair 1 3")
    state = withdraw(game, state, "pair 2 4")
    assert (state.due, state.later, state.resting) == ((0, 2), (1, 3), (1, 3))
    state = withdraw(game, state, "return 1 3")
    assert (state.due, state.later, state.resting) == ((1, 3), (0, 2), (0, 2))
    state = joust(game, state, "return 2 4", *UNSEATED)
    assert pairs(game, state) == ["return 1 3"]


def test_yl9_both_rest_after_a_double_unseating_and_do_not_return(game):
    state = struck(game, None, (0, 0), 12, 12)
    assert (state.resting, state.due, state.later) == ((0, 1), (), ())
    assert pairs(game, state) == ["pair 3 4"]


def test_yl10_canonical_play_has_no_wagers(game):
    assert game.rules.wager_chips == 0
    assert after(game, game.setup(), "pair 1 2").phase == INITIATIVE


def test_yl11_no_joust_brings_more_than_one_token(engine):
    for players in (2, 3, 5):
        game, rng = engine("lists", players=players), Random(players)
        state = game.setup()
        while game.actor(state) is not None:
            before, state = state, game.apply(state, rules.playing.drawn(game.chance(state), rng))
            assert 0 <= sum(state.tokens) - sum(before.tokens) <= state.jousts - before.jousts <= 1
        assert sorted(state.tokens)[-2] < game.rules.target == max(state.tokens)


def test_yl13_the_whole_roll_is_ridden_until_alongside(game):
    assert [game.steps((0, 0), roll) for roll in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert [game.steps((5, 4), roll) for roll in range(1, 7)] == [1, 2, 3, 3, 3, 3]
    assert pairs(game, after(game, game.setup(), "pair 1 2", "initiative 2", "initiative 1")) == [
        f"ride {roll}" for roll in range(1, 7)
    ]


def test_yl14_unseating_is_judged_before_injuries(game):
    state = struck(game, None, (5, 0), 12, 11)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unseated", (1, 0), (0, 1))
    state = struck(game, None, (5, 5), 12, 3)
    assert (state.last, state.tokens[:2], state.resting) == ("one_unseated", (1, 0), (0, 1))
    assert game.verdict((True, True), (9, 9)) == Verdict("both_unseated", None, (WEST, EAST))
    assert game.verdict((False, True), (6, 0)) == Verdict("one_unseated", WEST, (WEST, EAST))
    assert game.verdict((False, True), (5, 9)) == Verdict("one_unseated", WEST, (EAST,))


def test_yl15_any_two_fit_knights_are_paired_by_chance(game):
    state = game.setup()
    assert game.actor(state) == CHANCE
    assert game.chance(state) == tuple(
        (("pair", a, b), 1) for a, b in (("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4"))
    )
    with pytest.raises(RefusalError, match="is not allowed; allowed: "):
        rules.step(game, struck(game, WEST, (0, 0), 12), "pair 1 2")


# The course of a pass -----------------------------------------------------------------------------------------


def test_riders_take_turns_and_the_initiative_rides_first(game):
    state = after(game, game.setup(), "pair 2 4", "initiative 1", "initiative 3")
    movers = []
    for _ in range(4):
        movers.append(state.course.mover)
        state = rolled(game, state, RIDE, 1)
    assert movers == [EAST, WEST, EAST, WEST]
    assert state.course.ridden == (2, 2)


def test_no_pass_takes_more_rides_than_there_are_steps(game):
    state = after(game, game.setup(), "pair 1 2", "initiative 6", "initiative 1")
    rides = 0
    while state.phase == RIDE:
        state, rides = rolled(game, state, RIDE, 1), rides + 1
    assert rides == game.distance
    assert state.course.advantage is None


def test_the_advantage_strikes_first_whoever_had_the_initiative(game):
    state = after(game, game.setup(), "pair 1 2", "initiative 1", "initiative 6")
    state = rolled(game, state, RIDE, 1, 6, 1, 4)
    assert (state.course.leader, state.course.advantage, state.course.mover) == (EAST, WEST, WEST)
    assert (state.course.ridden, state.phase) == ((10, 2), STRIKE)


def test_a_strike_with_the_advantage_counts_before_the_reply(game):
    assert rolled(game, met(game, EAST), STRIKE, 11).injuries == (4, 0)
    assert rolled(game, met(game, EAST), STRIKE, 11, 10).injuries == (4, 3)


def test_strikes_without_the_advantage_count_together(game):
    waiting = rolled(game, met(game), STRIKE, 12)
    assert (waiting.phase, waiting.injuries, waiting.course.rolls) == (STRIKE, (0, 0), (12,))
    assert rolled(game, met(game), STRIKE, 11, 10).injuries == (3, 4)
    swapped = met(game)._replace(course=Course(EAST, EAST, (6, 6), None, ()))
    assert rolled(game, swapped, STRIKE, 11, 10).injuries == (4, 3)
    assert rolled(game, swapped, STRIKE, 12, 1).tokens[:2] == (0, 1)
    assert rolled(game, swapped, STRIKE, 1, 12).tokens[:2] == (1, 0)


def test_dice_are_fair_and_have_all_their_sides(game):
    dice = {
        phase: game.chance(state)
        for phase, state in (
            (INITIATIVE, after(game, game.setup(), "pair 1 2")),
            (RIDE, after(game, game.setup(), "pair 1 2", "initiative 2", "initiative 1")),
            (STRIKE, met(game)),
        )
    }
    assert {phase: [(int(action[1]), weight) for action, weight in die] for phase, die in dice.items()} == {
        INITIATIVE: [(roll, 1) for roll in range(1, 7)],
        RIDE: [(roll, 1) for roll in range(1, 7)],
        STRIKE: [(roll, 1) for roll in ROLLS],
    }


# The tournament -----------------------------------------------------------------------------------------------


def test_the_tenth_token_wins_the_tournament(game):
    nine = game.setup()._replace(tokens=(9, 9, 0, 0), slots=30, jousts=30)
    won = rolled(game, met(game, WEST, start=nine), STRIKE, 12)
    assert (won.phase, game.actor(won), game.legal(won)) == (OVER, None, ())
    assert game.outcome(won) == ("unseating", (0,), (10, 9, 0, 0))
    assert game.length(won) == 31
    yielded = rolled(game, met(game, None, (6, 0), nine), STRIKE, 1, 1)
    assert game.outcome(yielded) == ("default", (1,), (9, 10, 0, 0))
    assert game.outcome(rolled(game, met(game, None, (0, 0), nine), STRIKE, 12, 12)) is None


def test_rest_lasts_for_exactly_one_joust(game):
    state = struck(game, WEST, (0, 0), 12)
    assert pairs(game, state) == ["pair 1 3", "pair 1 4", "pair 3 4"]
    state = joust(game, state, "pair 3 4", *UNSEATED)
    assert state.resting == (3,)
    assert pairs(game, state) == ["pair 1 2", "pair 1 3", "pair 2 3"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_any_number_of_players_from_two(engine, players):
    game = engine("lists", players=players)
    assert game.players == players
    wins, rng = Counter(), Random(players)
    for _ in range(20):
        state = game.setup()
        while game.actor(state) is not None:
            action = rules.playing.drawn(game.chance(state), rng)
            if action[0] == "idle":
                assert players == 3
                assert len(state.resting) == 2
            if action[0] in ("pair", "return"):
                assert not {int(word) - 1 for word in action[1:]} & set(state.resting)
            state = game.apply(state, action)
        wins[game.outcome(state).winners[0]] += 1
    assert set(wins) <= set(range(players))
    assert len(wins) > 1


def test_four_play_if_nobody_says_how_many(game):
    assert game.players == game.rules.players.usual == 4
    assert game.rules.players.recommended == 3


@pytest.mark.parametrize(
    ("play", "outcome"),
    [
        ("lists-unseating", ("unseating", (0,), (10, 1, 1, 0))),
        ("lists-default", ("default", (0,), (10, 0, 1, 0))),
    ],
)
def test_recorded_plays(game, play, outcome):
    assert game.outcome(replayed(game, recorded(play))) == outcome


def test_the_recorded_plays_show_every_ending_of_a_joust(game):
    seen, both_wait = {"lists-unseating": set(), "lists-default": set()}, False
    for play, kinds in seen.items():
        state = game.setup()
        for action in recorded(play):
            state = rules.step(game, state, action)
            kinds.add(state.last)
            both_wait |= bool(state.due and state.later)
    assert seen["lists-unseating"] - {""} == set(game.outcomes)
    assert both_wait


# What seats see -----------------------------------------------------------------------------------------------


def test_all_lies_open_to_all_seats(game):
    rng, state = Random(3), game.setup()
    while game.actor(state) is not None:
        views = [game.view(state, seat) for seat in range(game.players)]
        assert [view.pop("seat") for view in views] == [0, 1, 2, 3]
        assert all(view == views[0] for view in views)
        assert json.loads(json.dumps(views[0])) == views[0]
        state = game.apply(state, rules.playing.drawn(game.chance(state), rng))


def test_a_view_tells_the_joust_by_seats_and_board_columns(game):
    state = after(game, game.setup(), "pair 2 4", "initiative 1")
    assert game.view(state, 0)["joust"] == {
        "pair": [1, 3],
        "pass": 1,
        "injuries": [0, 0],
        "columns": [1, 13],
        "initiative": None,
        "advantage": None,
        "to_roll": 3,
        "rolls": [1],
    }
    state = after(game, state, "initiative 6", "ride 6", "ride 1", "ride 6")
    message = game.view(state, 0)["joust"]
    assert (message["columns"], message["initiative"], message["advantage"], message["to_roll"]) == ([2, 2], 3, 3, 3)
    assert game.view(game.setup(), 0)["joust"] == {}


def test_a_position_in_words(game):
    assert game.show(game.setup()) == (
        "slot 1, phase pair; knight 1 has 0 tokens, knight 2 has 0 tokens, knight 3 has 0 tokens, knight 4 has 0 tokens"
    )
    state = withdraw(game, withdraw(game, game.setup(), "pair 1 2"), "pair 3 4")
    assert "knight 3 has 0 tokens and rests" in game.show(state)
    assert "knights 1 and 2 return in the next slot; knights 3 and 4 return in the slot after" in game.show(state)
    state = after(game, state, "return 1 2", "initiative 1", "initiative 6", "ride 4")
    assert game.show(state).endswith(
        "\npass 1: knight 1 in column 1 with injuries 0, "
        "knight 2 in column 9 with injuries 0 and the initiative; next to roll is knight 1"
    )
    waiting = rolled(game, met(game), STRIKE, 5)
    assert game.show(waiting).endswith("next to roll is knight 2 after a 5")


# Wagers, where a group wants them -----------------------------------------------------------------------------


@pytest.fixture
def betting(kit) -> Lists:
    edit(kit, "rules.yaml", "wager_chips: 0", "wager_chips: 2")
    return make("lists", kit)


def test_bystanders_wager_in_turn_and_in_secret(betting):
    state = after(betting, betting.setup(), "pair 2 4")
    assert (state.phase, betting.actor(state)) == (WAGER, 0)
    assert pairs(betting, state) == ["pass", "wager 2 1", "wager 2 2", "wager 4 1", "wager 4 2"]
    state = after(betting, state, "wager 4 2")
    assert betting.actor(state) == 2
    assert [betting.view(state, seat)["wagers"] for seat in range(4)] == [[[3, 2]], [[]], [[]], [[]]]
    state = after(betting, state, "pass")
    assert [betting.view(state, seat)["wagers"] for seat in range(4)] == [[[3, 2], [0, 0]]] * 4
    assert (state.phase, state.wagers, betting.actor(state)) == (INITIATIVE, ((3, 2), (0, 0)), CHANCE)


@pytest.mark.parametrize(
    ("strikes", "injuries", "chips"),
    [
        (("strike 12", "strike 1"), (0, 0), (2, 2, 4, 1)),
        (("strike 1", "strike 12"), (0, 0), (2, 2, 0, 3)),
        (("strike 12", "strike 12"), (0, 0), (2, 2, 2, 2)),
        (("strike 1", "strike 1"), (0, 6), (2, 2, 2, 2)),
        (("strike 1", "strike 1"), (6, 6), (2, 2, 2, 2)),
    ],
)
def test_wagers_pay_even_money_when_one_knight_alone_is_unseated(betting, strikes, injuries, chips):
    state = after(betting, betting.setup(), "pair 1 2", "wager 1 2", "wager 2 1", *MEET)
    state = after(betting, state._replace(injuries=injuries), *strikes)
    assert (state.chips, state.wagers, state.phase) == (chips, (), PAIR)


def test_no_stake_is_greater_than_the_chips_at_the_start(betting):
    state = after(betting, betting.setup()._replace(chips=(9, 2, 1, 2)), "pair 2 4")
    assert pairs(betting, state) == ["pass", "wager 2 1", "wager 2 2", "wager 4 1", "wager 4 2"]


def test_who_has_no_chips_is_not_asked(betting):
    state = betting.setup()._replace(chips=(2, 2, 0, 1))
    state = after(betting, state, "pair 1 2")
    assert betting.actor(state) == 3
    assert pairs(betting, state) == ["pass", "wager 1 1", "wager 2 1"]
    broke = betting.setup()._replace(chips=(2, 2, 0, 0))
    assert after(betting, broke, "pair 1 2").phase == INITIATIVE


def test_a_tournament_with_wagers_ends_like_any_other(betting):
    log: list[rules.game.Action] = []
    state = rules.playing.play(betting, Random(4), log=log)
    assert {action[0] for action in log} >= {"wager", "pass"}
    assert all(chips >= 0 for chips in state.chips)
    assert replayed(betting, map(rules.game.written, log)) == state
    assert max(betting.outcome(state).points) == 10


# What data are refused ----------------------------------------------------------------------------------------


def faults_of(kit, file: str, **options) -> list[tuple[str, str]]:
    """The diagnostics of a file of the kit, each with the words it points at."""
    diagnostics = Diagnostics()
    make("lists", kit, diagnostics, **options)
    lines = (kit / file).read_text("utf-8").splitlines()
    assert all((f.severity, f.span.file) == ("error", str(kit / file)) for f in diagnostics)
    return [(f.code, lines[f.span.line - 1][f.span.column - 1 :]) for f in diagnostics]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("columns: 13 ", "rows: 13 ", [("missing-key", "players:"), ("unknown-key", "rows")]),
        ("target: 10", "target: ten", [("wrong-type", "ten")]),
        ("injury_limit: 6", "injury_limit: 0", [("out-of-range", "0")]),
        ("strike: 12}", "strike: 12, cards: 1}", [("unknown-key", "cards")]),
        ("{ride: 6, strike: 12}", "{ride: 6}", [("missing-key", "dice")]),
        ("zone: [6, 8]", "zone: [6, 7]", [("bad-zone", "[6, 7]")]),
        ("zone: [6, 8]", "zone: [8, 6]", [("bad-zone", "[8, 6]")]),
        ("zone: [6, 8]", "zone: [6, 20]", [("bad-zone", "[6, 20]")]),
        ("zone: [6, 8]", "zone: [0, 14]", [("out-of-range", "0, 14]")]),
        ("zone: [6, 8]", "zone: 6-8", [("wrong-type", "6-8")]),
        ("strike: 12}", "strike: 11}", [("unknown-id", '"12": {')]),
        ("strike: 12}", "strike: 13}", [("missing-key", "hit_table")]),
        ('"12": {', '"13": {', [("missing-key", "hit_table"), ("unknown-id", '"13"')]),
        ('"1": {', "one: {", [("bad-form", "one")]),
        ("location: chest, injury: 3", "injury: 3", [("missing-key", '"10"')]),
        ("location: chest", "location: The chest", [("bad-form", "The chest")]),
        ("injury: 3", "injury: three", [("wrong-type", "three")]),
        ("unseats: true", "unseats: 1", [("wrong-type", "1}")]),
        ("rest: [unseated]", "rest: [unsaddled]", [("bad-choice", "unsaddled")]),
        ("both_unseated: {tokens: 0", "both_unseated: {tokens: 1", [("bad-outcome", "1, rest")]),
        ("both_unable: {tokens: 0", "both_unable: {tokens: 1", [("bad-outcome", "1, rest")]),
        ("usual: 4", "usual: 1", [("too-few-players", "1}")]),
        ("least: 2", "least: 1", [("out-of-range", "1, recommended")]),
    ],
)
def test_an_error_in_the_rules_has_its_place(kit, old, new, expected):
    edit(kit, "rules.yaml", old, new)
    found = faults_of(kit, "rules.yaml")
    assert [code for code, _ in found] == [code for code, _ in expected]
    assert all(there.startswith(words) for (_, there), (_, words) in zip(found, expected, strict=True))


def test_a_misspelt_key_gets_a_hint(kit):
    edit(kit, "rules.yaml", "self_injury", "selfinjury")
    diagnostics = Diagnostics()
    assert make("lists", kit, diagnostics) is None
    (diagnostic,) = diagnostics
    assert diagnostic.code == "unknown-key"
    assert "did you mean 'self_injury'?" in diagnostic.hints


def test_rules_by_which_nobody_ever_wins_are_refused(kit):
    edit(kit, "rules.yaml", "one_unseated: {tokens: 1", "one_unseated: {tokens: 0")
    assert faults_of(kit, "rules.yaml") == []
    edit(kit, "rules.yaml", "one_unable: {tokens: 1", "one_unable: {tokens: 0")
    assert faults_of(kit, "rules.yaml") == [("endless-game", "outcomes:")]


def test_too_few_players_are_refused(kit):
    assert make("lists", kit, players=1) is None
    ((code, there),) = faults_of(kit, "rules.yaml", players=1)
    assert code == "too-few-players"
    assert there.startswith("2, recommended")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{name: Strike table, count: 2}", "{count: 2}", ("missing-key", "strike_table")),
        ("count: 2", "count: two", ("wrong-type", "two")),
        ("count: 2", "counts: 2", ("unknown-key", "counts")),
        ("strike_table:", "Strike-table:", ("bad-form", "Strike-table")),
        ("count: 2", "traits: {unseats: true}", ("unplayed-traits", "traits")),
    ],
)
def test_an_error_in_the_cards_has_its_place(kit, old, new, expected):
    edit(kit, "cards.yaml", old, new)
    ((code, there),) = faults_of(kit, "cards.yaml")
    assert code == expected[0]
    assert there.startswith(expected[1])


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("target: 10", "target: 1", lambda game: max(game.outcome(rules.playing.play(game, Random(1))).points) == 1),
        ("injury_limit: 6", "injury_limit: 4", lambda game: game.unable(4) and not game.unable(3)),
        ("rest_needs_players: 3", "rest_needs_players: 5", lambda game: not game.rests),
        ("usual: 4", "usual: 7", lambda game: game.players == 7),
        ("zone: [6, 8]", "zone: [7, 7]", lambda game: game.advantage((7, 5)) == WEST),
        ("location: head, injury: 4", "location: head, injury: 5", lambda game: game.struck((0, 0), 0, 11) == (0, 5)),
        (
            "one_unable: {tokens: 1, rest: [unable]}",
            "one_unable: {tokens: 1, rest: []}",
            lambda game: game.verdict((False, False), (0, 6)) == ("one_unable", WEST, ()),
        ),
    ],
)
def test_numbers_come_from_the_data(kit, old, new, check):
    edit(kit, "rules.yaml", old, new)
    assert check(make("lists", kit))
