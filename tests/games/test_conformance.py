"""What every engine must be: pure, agreeing with itself, discreet, finite, and replayable from its log alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp import games, rules
from pnp.rules.game import CHANCE, RefusalError
from tests.support.engines import PLAYS, recorded, replayed, seats

ENGINES = rules.names()
LONGEST = 4000
"""No random game of any engine takes more actions; each engine's own tests prove its tighter bound."""

conforming = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_every_file_of_the_folder_is_an_engine():
    files = {path.parent.name for path in Path(games.__file__).parent.glob("*/engine.py")}
    assert set(ENGINES) == files
    assert "rhino" in files


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
@conforming
@given(seed=st.integers(0, 2**32))
def test_play_keeps_every_promise_at_every_step(engine, name, seed):
    game, rng, log = engine(name), Random(seed), []
    state = game.setup()
    while (who := game.actor(state)) is not None:
        assert game.outcome(state) is None
        legal = game.legal(state)
        assert legal
        assert list(legal) == sorted(set(legal))
        assert all(isinstance(word, str) and word and " " not in word for action in legal for word in action)
        assert all(action[0] in game.verbs for action in legal)
        assert all(game.allows(state, action) for action in legal[:20])
        assert not game.allows(state, ("nonsense",))
        assert not game.allows(state, (*legal[0], "more"))
        if who == CHANCE:
            outcomes = game.chance(state)
            assert tuple(sorted(action for action, _ in outcomes)) == legal
            assert all(isinstance(weight, int) and weight > 0 for _, weight in outcomes)
            action = rules.playing.drawn(outcomes, rng)
        else:
            assert 0 <= who < game.players
            action = legal[rng.randrange(len(legal))]
        before = hash(state)
        after = game.apply(state, action)
        assert hash(state) == before
        assert game.apply(state, action) == after
        log.append(rules.game.written(action))
        state = after
        assert len(log) < LONGEST
    assert game.legal(state) == ()
    outcome = game.outcome(state)
    assert outcome.ending in game.endings
    assert len(outcome.points) == game.players
    assert set(outcome.winners) <= set(range(game.players))
    assert game.length(state) >= 0
    assert replayed(game, log) == state


@pytest.mark.parametrize("name", ENGINES)
@conforming
@given(seed=st.integers(0, 2**32), stop=st.integers(0, 120))
def test_a_view_is_plain_data_and_a_position_is_words(engine, name, seed, stop):
    game, rng = engine(name), Random(seed)
    state = game.setup()
    for _ in range(stop):
        if (who := game.actor(state)) is None:
            break
        legal = game.legal(state)
        action = rules.playing.drawn(game.chance(state), rng) if who == CHANCE else legal[rng.randrange(len(legal))]
        state = game.apply(state, action)
    assert game.show(state).strip()
    for seat in range(game.players):
        json.dumps(game.view(state, seat))


@pytest.mark.parametrize("name", ENGINES)
def test_what_an_engine_tells_of_beginners_hands_and_standings_agrees_with_play(engine, name):
    game, began = engine(name), set()
    assert game.table_verbs <= game.verbs
    cards = {id_ for deck in game.source.cards.values() for id_ in deck}
    for seed in range(12):
        beginners, state = [], game.setup()
        rng = Random(seed)
        while (who := game.actor(state)) is not None:
            beginners.append(game.beginner(state))
            legal = game.legal(state)
            hand = game.hand(state, who) if who != CHANCE else None
            if hand is not None:
                assert len(set(hand)) == len(hand)
                assert set(hand) <= cards
                named = {word for verb, *words in legal for word in words if verb not in game.table_verbs}
                assert named & cards <= set(hand)
            action = rules.playing.drawn(game.chance(state), rng) if who == CHANCE else rng.choice(legal)
            state = game.apply(state, action)
        beginners.append(game.beginner(state))
        decided = [seat for seat in beginners if seat is not None]
        assert len(set(decided)) <= 1
        assert beginners[len(beginners) - len(decided) :] == decided
        assert all(0 <= seat < game.players for seat in decided)
        began |= set(decided)
        won, best = game.outcome(state).winners, game.standings(state)
        assert best is None or len(best) == game.players
        if best and len(won) == 1 and game.outcome(state).ending in ("score", "points", "hands", "rounds", "reached"):
            assert best[won[0]] == max(best)
    assert began in (set(), {0, 1})


@pytest.mark.parametrize("name", ENGINES)
def test_three_refusals_with_the_position(engine, name):
    game = engine(name)
    state = game.setup()
    with pytest.raises(RefusalError, match="is not an action") as unreadable:
        rules.step(game, state, "castle kingside")
    assert game.show(state) in str(unreadable.value)
    wrong = f"{rules.game.written(game.legal(state)[0])} more"
    with pytest.raises(RefusalError, match="not allowed; allowed: ") as illegal:
        rules.step(game, state, wrong)
    assert rules.game.written(game.legal(state)[0]) in str(illegal.value)
    end = rules.playing.play(game, Random(7))
    with pytest.raises(RefusalError, match="the game is over") as over:
        rules.step(game, end, wrong)
    codes = [refused.value.code for refused in (unreadable, illegal, over)]
    assert codes == ["unreadable-action", "illegal-action", "gameover-action"]


@pytest.mark.parametrize("name", ENGINES)
def test_there_is_a_recorded_play_for_every_way_the_game_can_end(engine, name):
    ended, possible = set(), set(engine(name).endings)
    for path in sorted(PLAYS.glob(f"{name}-*.txt")):
        game = engine(name, **seats(path.stem))
        outcome = game.outcome(replayed(game, recorded(path.stem)))
        assert outcome is not None, f"{path.name} does not end the game"
        ended.add(outcome.ending)
        possible |= set(game.endings)
    assert ended == possible


@pytest.mark.parametrize("name", ENGINES)
def test_the_same_seed_plays_the_same_game(engine, name):
    game = engine(name)
    first, second = [], []
    rules.playing.play(game, Random(5), log=first)
    rules.playing.play(game, Random(5), log=second)
    assert first == second
