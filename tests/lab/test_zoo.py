"""Engines as environments of PettingZoo."""

from __future__ import annotations

import warnings

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, seed_test

from pnp import rules
from pnp.lab import zoo
from pnp.lab.features import SIZE
from pnp.lab.variation import varied
from pnp.lab.zoo import KitEnv
from pnp.rules.game import written
from tests.conftest import ROOT

PLAYED = sorted(set(rules.names()) - {"lists"})
"""The games in which players decide something. PettingZoo expects that of every environment."""


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_environment_passes_the_tests_of_pettingzoo(lab, name, capsys):
    game = lab(name, 20).subject.game
    api_test(KitEnv(game), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: KitEnv(game), num_cycles=40)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_lists_with_wagers_passes_too(lab, capsys):
    api_test(KitEnv(varied(lab("lists", 20).subject, "rules.wager_chips", 3).game), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", PLAYED)
def test_agents_choose_among_legal_actions_and_get_the_payoffs(lab, name):
    game = lab(name, 20).subject.game
    env = KitEnv(game)
    env.reset(seed=4)
    rng, got = np.random.default_rng(4), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(10_000):
        seen, reward, ended, cut, _ = env.last()
        got[agent] += reward
        assert seen["observation"].shape == (SIZE,)
        legal = np.flatnonzero(seen["action_mask"])
        if ended or cut:
            assert not len(legal)
            env.step(None)
            continue
        assert game.actor(env._state) == env.possible_agents.index(agent)
        assert sorted(env.actions[number] for number in legal) == list(game.legal(env._state))
        env.step(int(rng.choice(legal)))
    assert env.agents == []
    assert list(got.values()) == list(game.returns(env._state))


def test_the_same_seed_is_the_same_game_and_other_seats_see_no_secrets(lab):
    game = lab("duel", 20).subject.game
    one, other = KitEnv(game), KitEnv(game)
    for env in (one, other):
        env.reset(seed=9)
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[0]))
    assert one.render() == other.render()
    one.reset()
    assert one.observe("player_1")["action_mask"].sum() == 0, "only the agent that acts has legal actions"
    hidden = other._state._replace(hidden=(other._state.hidden[0], ("ace_of_clubs", *other._state.hidden[1][1:])))
    before = other.observe("player_0")["observation"]
    other._state = hidden
    assert (other.observe("player_0")["observation"] == before).all()


def test_illegal_actions_are_refused(lab):
    env = KitEnv(lab("rhino", 20).subject.game)
    env.reset(seed=1)
    illegal = next(number for number, legal in enumerate(env.observe(env.agent_selection)["action_mask"]) if not legal)
    with pytest.raises(ValueError, match=f"action {illegal}, '{written(env.actions[illegal])}', is not legal"):
        env.step(illegal)
    with pytest.raises(ValueError, match="-1 is not an action: they are 0 to"):
        env.step(-1)
    with pytest.raises(ValueError, match="None is not an action"):
        env.step(None)


def test_a_game_that_does_not_end_is_cut_off(lab, monkeypatch):
    monkeypatch.setattr(zoo, "MAX_ACTIONS", 20)
    env = KitEnv(lab("rhino", 20).subject.game)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while not any(env.truncations.values()):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_game_without_decisions_is_over_at_once(lab):
    env = KitEnv(lab("lists", 20).subject.game)
    env.reset(seed=1)
    assert all(env.terminations.values())
    assert sum(env.rewards.values()) == 0


def test_the_example_of_the_docs_runs(lab, capsys):
    pytest.importorskip("pyspiel")
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    example = next(part for part in page.split("```python\n") if "KitEnv(game)" in part).partition("```")[0]
    known = {"game": lab("rhino", 20).subject.game}
    exec(example, known)  # noqa: S102
    assert capsys.readouterr().out in ("[1.0, -1.0]\n", "[-1.0, 1.0]\n")
    assert not known["env"].agents
