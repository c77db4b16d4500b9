"""Blocks of games: their seeds, and what is counted in them."""

from __future__ import annotations

from random import Random

import pytest

from pnp import rules
from pnp.lab import search
from pnp.lab.blocks import Failure, GameBlock, PlayPlan, blocks, game_seed, play_block
from pnp.rules import playing


def test_the_games_of_a_plan_are_divided_into_blocks():
    assert list(blocks(PlayPlan(600))) == [GameBlock(0, 0, 250), GameBlock(1, 250, 250), GameBlock(2, 500, 100)]
    assert list(blocks(PlayPlan(250))) == [GameBlock(0, 0, 250)]


def test_each_game_has_its_own_seed_and_is_played_again_alone(engine):
    seeds = [game_seed(1, number) for number in range(1000)]
    assert seeds[0] == 1
    assert len(set(seeds)) == 1000
    assert not set(seeds) & {game_seed(2, number) for number in range(1000)}
    game = engine("rhino")
    in_run = play_block(game, PlayPlan(40), GameBlock(0, 17, 1))
    alone = play_block(game, PlayPlan(1, seed=game_seed(1, 17)), GameBlock(0, 0, 1))
    assert in_run == alone


def test_decisions_forced_moves_and_seconds_are_counted(engine):
    game, log = engine("rhino"), []
    tally = play_block(game, PlayPlan(1, seed=5), GameBlock(0, 0, 1))
    decisions = forced = 0

    def counted(game, state, legal, rng):
        nonlocal decisions, forced
        forced += len(legal) == 1
        decisions += len(legal) > 1
        return legal[0] if len(legal) == 1 else playing.at_random(game, state, legal, rng)

    end = playing.play(game, Random(5), counted, log)
    assert tally.decisions == {decisions: 1}
    assert tally.forced == forced > 0
    assert tally.seconds == {8 * decisions + 2 * (len(log) - decisions): 1}
    assert tally.lengths == {game.length(end): 1}
    (result,) = tally.results
    assert result == (game.outcome(end).ending, game.outcome(end).winners, game.beginner(end))


def test_leads_are_counted_at_decisions(engine):
    """Compared with the points in the views of the same game."""
    game, points = engine("rhino"), []
    tally = play_block(game, PlayPlan(1, seed=5, cards=True), GameBlock(0, 0, 1))

    def watched(game, state, legal, rng):
        points.append(game.view(state, 0)["scores"])
        return legal[0] if len(legal) == 1 else playing.at_random(game, state, legal, rng)

    end = playing.play(game, Random(5), watched)
    led = [None if one == two else int(two > one) for one, two in points]
    told = [seat for seat in led if seat is not None]
    changes = sum(told[at] != told[at - 1] for at in range(1, len(told)))
    lost = sum(seat not in game.outcome(end).winners for seat in told)
    assert tally.leads == {changes: 1}
    assert tally.behind == {round(100 * lost / len(led)): 1}
    leaders = {part: led[len(led) * part // 100] for part in range(10, 100, 10)}
    assert tally.led == {part: 1 for part, seat in leaders.items() if seat is not None}
    winners = game.outcome(end).winners
    assert +tally.led_wins == {part: 1 for part, seat in leaders.items() if seat in winners}
    assert +tally.led_draws == {}
    assert play_block(game, PlayPlan(1, seed=5), GameBlock(0, 0, 1)).leads == {}


@pytest.mark.slow
def test_a_draw_is_no_win_of_the_leader(engine):
    """In some games of tilt one knight leads during the game, and the points are level at its end."""
    tally = play_block(engine("tilt"), PlayPlan(300, cards=True), GameBlock(0, 0, 300))
    drawn = sum(count for result, count in tally.results.items() if not result.winners)
    assert 0 < tally.led_draws[90] <= drawn
    assert all(tally.led_wins[part] + tally.led_draws[part] <= tally.led[part] <= 300 for part in range(10, 100, 10))


def test_two_policies_take_the_seats_by_the_seed_of_the_game(engine, monkeypatch):
    game = engine("rhino")

    def idles(_game, _state, legal, _rng):
        return next((action for action in legal if action[0] in search.PASSIVE), legal[0])

    monkeypatch.setitem(search.POLICIES, "weak", search.PolicyEntry(idles, 50, ""))
    weak = play_block(game, PlayPlan(100, policies=("weak", "random")), GameBlock(0, 0, 100))
    strong = play_block(game, PlayPlan(100, policies=("random", "weak")), GameBlock(0, 0, 100))
    assert weak.challenges == 0
    assert strong.challenges > 80
    assert min(weak.wins(0), weak.wins(1)) > 35, "the policies have both seats"
    plan = PlayPlan(40, policies=("weak", "random"))
    alone = PlayPlan(1, game_seed(1, 17), plan.policies)
    assert play_block(game, plan, GameBlock(0, 17, 1)) == play_block(game, alone, GameBlock(0, 0, 1))


def test_a_failing_game_is_named_with_its_seed(engine, monkeypatch):
    game = rules.loading.again(engine("duel"), engine("duel").source.cards)
    monkeypatch.setattr(game, "length", lambda state: 1 // (state.rounds - 7))
    failed = play_block(game, PlayPlan(200), GameBlock(0, 0, 200))
    assert isinstance(failed, Failure)
    assert failed.message == "game duel: ZeroDivisionError: integer division or modulo by zero"
    assert failed.seed == game_seed(1, failed.game)
    alone = play_block(game, PlayPlan(1, seed=failed.seed), GameBlock(0, 0, 1))
    assert alone.seed == failed.seed


def test_a_game_that_never_ends_is_a_failure(engine, monkeypatch):
    monkeypatch.setattr(playing, "MAX_ACTIONS", 20)
    failed = play_block(engine("rhino"), PlayPlan(1), GameBlock(0, 0, 1))
    assert failed.message.startswith("game rhino: it has not ended after 20 actions, in position 'turn ")
