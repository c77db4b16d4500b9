"""Games played at the terminal."""

from __future__ import annotations

from click.testing import CliRunner

from pnp.cli import main
from tests.conftest import run

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
