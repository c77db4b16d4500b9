"""`pnp play`, `replay` and `simulate`: logs, wrong use, wrong data."""

from __future__ import annotations

import pickle
import shutil

import pytest
from click.testing import CliRunner

from pnp import lab, rules
from pnp.cli import main
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.rules.folder import open_engine
from tests.conftest import RHINO, edit, run
from tests.support.engines import PLAYS


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


def played(answers: str, *options: object):
    return CliRunner().invoke(main, ["play", "rhino", "--seed", "3", *map(str, options)], input=answers)


def test_a_game_can_be_left_and_its_log_replayed(tmp_path):
    log = tmp_path / "game.txt"
    result = played("1\nquit\n", "--log", log)
    assert result.exit_code == 0
    assert result.stdout.endswith(f"\nYou left the table.\nThe game is in {log}.\n")
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


def test_a_position_is_shown_in_words_with_dashes_for_what_is_empty():
    shown = CliRunner().invoke(main, ["play", "duel", "--seed", "1"], input="quit\n").output
    lines = dict(line.split(maxsplit=1) for line in shown.splitlines() if line.startswith("  ") and line.split())
    assert [lines[key] for key in ("call", "hidden", "exposed", "target", "total")] == ["–", "–", "–, –", "–", "0"]
    shown = CliRunner().invoke(main, ["play", "soaring", "--seed", "1"], input="quit\n").output
    assert "\n  low            no\n" in shown


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


def test_an_action_after_the_end_is_refused(tmp_path):
    log = tmp_path / "log.txt"
    log.write_text((PLAYS / "rhino-score.txt").read_text("utf-8") + "pass\n")
    result = run("replay", "rhino", log)
    assert result.exit_code == 1
    assert "error[gameover-action]: the game is over, so 'pass' is not allowed" in result.stderr


@pytest.mark.parametrize("name", ["soaring", "lists"])
def test_another_process_can_make_the_same_engine(name):
    game = open_engine(paths.data_folder() / name, Diagnostics())
    source = pickle.loads(pickle.dumps(game.source))  # noqa: S301 - our own
    again = rules.loading.make(source.engine, source.rules, source.cards, Diagnostics(), source.players)
    assert lab.simulate(again, 50) == lab.simulate(game, 50)
