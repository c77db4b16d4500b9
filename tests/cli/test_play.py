"""simulate, replay and play: the same result for the same seed, refusals with their line, nothing given away."""

from __future__ import annotations

import json
import pickle
import shutil

import pytest
from click.testing import CliRunner

from pnp import rules
from pnp.cli import main
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.rules import simulation
from pnp.rules.folder import open_engine
from tests.conftest import RHINO, edit, run
from tests.rules.conftest import PLAYS


def test_a_simulation_tells_length_wins_and_endings():
    result = run("simulate", "rhino", "--games", 400, "--seed", 3)
    assert result.exit_code == 0, result.output
    first, *rest = result.stdout.splitlines()
    assert first == "400 games of rhino, policy random, seed 3"
    assert rest[0].startswith("length in turns: mean ")
    assert rest[1].startswith("wins: seat 1 ")
    assert rest[2] == "endings: score 400 (100.0 %)"
    assert rest[3].startswith("reshuffles: ")
    assert result.stderr == ""


@pytest.mark.slow
def test_a_seed_gives_the_same_result_in_json_and_another_seed_another():
    def report(seed: int) -> dict:
        return json.loads(run("simulate", "rhino", "--games", 300, "--seed", seed, "--format", "json").stdout)

    assert report(1) == report(1)
    assert report(1) != report(2)
    one = report(1)
    assert one["games"] == 300
    assert sum(one["wins"]) + one["draws"] == 300
    assert one["median"] <= one["p95"] <= one["longest"]


@pytest.mark.slow
def test_many_cores_count_what_one_core_counts(monkeypatch):
    game = open_engine(RHINO, Diagnostics())

    def counted() -> simulation.Report:
        return rules.simulate(game, 1100, seed=9)

    alone = counted()
    monkeypatch.setattr(simulation, "PARALLEL_FROM", 1)
    assert counted() == alone


@pytest.mark.slow
def test_progress_counts_every_game():
    seen = []
    rules.simulate(open_engine(RHINO, Diagnostics()), 620, policy="eager", step=seen.append)
    assert seen == [250, 250, 120]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "rino"], "there is no game 'rino'; did you mean 'rhino'?"),
        (["simulate", "rhino", "--games", "0"], "'--games': 0 is not in the range"),
        (["simulate", "rhino", "--players", "3"], "'--players': rhino is a game for 2, not for 3"),
        (["play", "rhino", "--seat", "3"], "'--seat': there are 2 seats"),
        (["replay", "rhino", "no-such-file.txt"], "does not exist"),
    ],
)
def test_wrong_use_is_reported(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_data_that_cannot_be_played_are_reported_with_their_place(tmp_path):
    kit = tmp_path / "rhino"
    shutil.copytree(RHINO, kit)
    line = edit(kit, "cards.yaml", "counters: [dodge, spin]", "counters: [dodge, spinn]")
    result = run("simulate", kit)
    assert result.exit_code == 1
    assert f"cards.yaml:{line}:" in result.stderr
    assert "error[unknown-id]: there is no move card 'spinn'" in result.stderr
    assert "1 error, no game was played" in result.stderr


def test_an_unknown_engine_is_reported(tmp_path):
    kit = tmp_path / "rhino"
    shutil.copytree(RHINO, kit)
    edit(kit, "kit.yaml", "engine: rhino", "engine: chess")
    result = run("simulate", kit)
    assert result.exit_code == 1
    assert "error[unknown-engine]: there is no engine 'chess'" in result.stderr


# replay ------------------------------------------------------------------------------------------------------


def test_a_recorded_game_is_replayed_to_its_end():
    result = run("replay", "rhino", PLAYS / "rhino-idle.txt")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "over by idle: a draw, 0 : 0"


def test_a_game_that_goes_on_is_shown(tmp_path):
    log = tmp_path / "log.txt"
    log.write_text("# only the riders\nride chipdip\n\nride tootsie\n")
    result = run("replay", "rhino", log)
    assert result.stdout.splitlines()[-1] == "the game goes on"


@pytest.mark.parametrize(
    ("text", "line", "code", "message"),
    [
        ("ride chipdip\nride chipdip\n", 2, "illegal-action", "'ride chipdip' is not allowed; allowed: ride stomper"),
        ("ride chipdip\n# remark\nknock knock\n", 3, "unreadable-action", "'knock knock' is not an action"),
    ],
)
def test_an_action_that_cannot_be_is_refused_at_its_line(tmp_path, text, line, code, message):
    log = tmp_path / "log.txt"
    log.write_text(text)
    result = run("replay", "rhino", log)
    assert result.exit_code == 1
    assert f"log.txt:{line}:1: error[{code}]: {message}" in result.stderr
    assert "hint: position: turn 1" in result.stderr
    assert "1 error, the log was not played to its end" in result.stderr


def test_an_action_after_the_end_is_refused(tmp_path):
    log = tmp_path / "log.txt"
    log.write_text((PLAYS / "rhino-score.txt").read_text("utf-8") + "pass\n")
    result = run("replay", "rhino", log)
    assert result.exit_code == 1
    assert "error[gameover-action]: the game is over, so 'pass' is not allowed" in result.stderr


# play --------------------------------------------------------------------------------------------------------


def played(answers: str, *options: object):
    return CliRunner().invoke(main, ["play", "rhino", "--seed", "3", *map(str, options)], input=answers)


def test_a_game_can_be_left_and_its_log_replayed(tmp_path):
    log = tmp_path / "game.txt"
    result = played("1\nquit\n", "--log", log)
    assert result.exit_code == 0
    assert "You left the table." in result.stdout
    assert log.read_text().splitlines()[0] == "ride chipdip"
    assert run("replay", "rhino", log).exit_code == 0


def test_a_whole_game_is_played_to_its_end(tmp_path):
    log = tmp_path / "game.txt"
    result = played("1\n" * 400, "--log", log)
    assert "over by score: seat " in result.stdout
    assert run("replay", "rhino", log).stdout.splitlines()[-1].startswith("over by score")


def test_answers_that_are_no_actions_are_asked_again():
    result = played("fly away\nride nobody\nride chipdip\nquit\n")
    assert "'fly away' is not an action; actions begin with counter, deal" in result.stdout
    assert "'ride nobody' is not allowed; allowed: ride chipdip, ride stomper" in result.stdout
    assert "rhinos         chipdip" in result.stdout


def test_the_end_of_input_ends_the_game():
    result = played("")
    assert result.exit_code == 0
    assert "You left the table." in result.stdout


def test_every_game_with_rules_has_an_engine():
    for name in paths.game_names():
        diagnostics = Diagnostics()
        assert open_engine(paths.data_folder() / name, diagnostics), list(diagnostics)


@pytest.mark.parametrize("name", rules.names())
def test_another_process_can_make_the_same_engine(name):
    game = open_engine(paths.data_folder() / name, Diagnostics())
    source = pickle.loads(pickle.dumps(game.source))  # noqa: S301 - our own
    again = rules.loading.make(source.engine, source.rules, source.cards, Diagnostics(), source.players)
    assert rules.simulate(again, 50) == rules.simulate(game, 50)
