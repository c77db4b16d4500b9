"""`pnp balance`: reports, conditions, blocks kept, failing games and wrong use."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import click
import pytest

from pnp.kit import trust
from pnp.lab import blocks
from tests.conftest import RHINO, SIX, edit, run
from tests.support import goofspiel
from tests.support.patience import LAST_RESORT


@pytest.mark.slow
def test_a_report_is_printed_as_text_and_as_json():
    result = run("balance", "rhino", "--games", 200, "--seed", 3)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("rhino: 200 games, 2 players, policy random, seed 3\n")
    assert "Which cards matter?" in result.stdout
    assert result.stderr == ""
    data = json.loads(run("balance", "rhino", "--games", 200, "--seed", 3, "--format", "json").stdout)
    assert f"wins {100 * data['first_player']:.1f} %" in result.stdout
    assert data["cards"]["lunge"]["name"] == "Lunge"
    page = run("balance", "rhino", "--games", 200, "--seed", 3, "--format", "html")
    assert page.stdout.startswith("<!doctype html>\n")
    assert page.stdout.endswith("</html>\n")
    assert "cards matter" not in run("balance", "rhino", "--games", 50, "--no-cards").stdout


def test_conditions_decide_the_exit_code():
    def code(*conditions: str) -> int:
        words = [word for condition in conditions for word in ("--fail-if", condition)]
        return run("balance", "duel", "--games", 60, "--no-cards", *words).exit_code

    assert code("first_player > 0.99") == 0
    assert code("length.median > 3") == 1
    assert code("first_player > 0.99", "draws == 0") == 1
    result = run("balance", "duel", "--games", 60, "--no-cards", "--fail-if", "length.p5 < 90 and draws == 0")
    assert result.stderr == "fails: length.p5 < 90 and draws == 0; length.p5 is 6, draws is 0\n"


def test_a_folder_inside_a_file_is_refused_before_any_game_counts_as_damaged(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    result = run("balance", "duel", "--games", 10, "--no-cards", "--output", tmp_path / "file" / "inside")
    assert (result.exit_code, "damaged" in result.stderr) == (2, False)
    assert "Error: cannot write to" in result.stderr


def test_charts_are_written_as_files(tmp_path):
    words = ("balance", "duel", "--games", 60, "--no-cards", "--figures", tmp_path / "new")
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, f"figures in {tmp_path / 'new'}: seats.svg, lengths.svg\n")
    assert result.stdout == run(*words[:-2]).stdout
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["lengths.svg", "seats.svg"]
    assert run(*words, "--fail-if", "games > 1").exit_code == 1
    (tmp_path / "file").write_text("", "utf-8")
    inside = run(*words[:-1], tmp_path / "file" / "inside")
    assert inside.exit_code == 2
    assert f"Error: cannot write to {tmp_path / 'file' / 'inside'}" in inside.stderr


@pytest.mark.slow
def test_blocks_are_kept_and_a_damaged_one_is_played_again(tmp_path):
    words = ("balance", "duel", "--games", 300, "--output", tmp_path)
    first = run(*words)
    kept = sorted((tmp_path / "blocks").iterdir())
    assert len(kept) == 2
    kept[0].write_text("{}", "utf-8")
    again = run(*words)
    assert again.stdout == first.stdout
    assert again.stderr == f"warning: {kept[0]} is damaged, or was not written here; its games are played again\n"
    assert run(*words).stderr == ""


def test_skill_and_changes_are_reported():
    words = ("--skill", "eager", "--vary", "rules.target_score=2,9", "--drop", "Lunge", "--no-cards")
    result = run("balance", "rhino", "--games", 60, *words)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert any(line.startswith("  eager over random ") and line.endswith(": wins more") for line in lines)
    at = lines.index("What if rules.target_score were different? (60 games each; * is the kit as it is)")
    assert [line.split("  ")[1] for line in lines[at + 2 : at + 5]] == ["2", "3 *", "9"]
    assert "What if a card were left out? (60 games each; * is the kit as it is)" in lines
    chance = run("balance", "lists", "--games", 20, "--skill", "eager", "--stakes", 2).stdout
    assert "\nDoes skill win?\n  pure chance: no player ever had a choice" in chance
    assert "decision matter" not in chance


def test_stakes_are_estimated_if_there_is_a_choice(monkeypatch):
    monkeypatch.setattr("pnp.cli.balance.PLAYOUTS_OF_STAKE", 2)
    words = ("balance", "soaring", "--games", 5, "--no-cards", "--stakes", 4)
    assert "How much does a decision matter? (at 4 decisions, if all go on at random)" in run(*words).stdout
    data = json.loads(run(*words, "--format", "json").stdout)
    assert data["stakes"]["decisions"] == 4
    low, high = data["stakes"]["over_worst_interval"]
    assert low <= data["stakes"]["over_worst"] <= high
    assert run("balance", "rhino", "--stakes", 1).exit_code == 2


@pytest.mark.slow
def test_a_small_kit_is_solved():
    pytest.importorskip("pyspiel")
    words = ("balance", SIX, "--games", 10, "--no-cards", "--solve")
    result = run(*words)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    at = lines.index("What if neither player makes a mistake? (per game: +1 for a win, -1 for a defeat)")
    solution = json.loads(run(*words, "--format", "json").stdout)["solution"]
    assert lines[at + 1] == f"  first       the player who begins gains {solution['first_player']:+.3f}"
    assert solution["exploitability"] < 0.002
    assert solution["bounds"][0] <= solution["value"] <= solution["bounds"][1]
    assert f"{solution['positions']:,} positions" in lines[at + 4]
    assert run(*words, "--fail-if", "solution.first_player > 0.5").exit_code == 1


def test_a_game_that_cannot_be_solved_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    result = run("balance", "rhino", "--games", 10, "--solve")
    assert result.exit_code == 2
    assert "'--solve': solving needs the package 'open-spiel': pip install -e '.[solve]'" in words_of(result)


def test_a_game_too_large_to_solve_is_refused(monkeypatch):
    pytest.importorskip("pyspiel")
    monkeypatch.setattr("pnp.lab.solve.MAX_POSITIONS", 200)
    result = run("balance", "rhino", "--games", 10, "--solve")
    assert result.exit_code == 2
    assert "'--solve': the game has more than 200 positions, too many to solve; make an edition" in words_of(result)
    assert "pnp new small --from rhino" in words_of(result)


def test_an_engine_that_fails_is_not_solved(own):
    pytest.importorskip("pyspiel")
    cards = (own / "cards.yaml").read_text("utf-8").splitlines()
    (own / "cards.yaml").write_text("\n".join(cards[:4]), "utf-8")  # with three cards it is small enough
    edit(own, "engine.py", "(45, 45)", "(1, 2)")
    run("trust", own, "--yes")
    result = run("balance", own, "--games", 10, "--players", 2, "--solve")
    assert result.exit_code == 1
    assert "error[unusable-plugin]: game goofspiel: `apply` failed in position" in result.stderr
    assert "the game was not solved" in result.stderr


def words_of(result) -> str:
    return " ".join(result.stderr.split())


def test_two_kits_are_compared_by_the_same_seeds(tmp_path):
    kit = tmp_path / "longer"
    shutil.copytree(RHINO, kit)
    edit(kit, "rules.yaml", "target_score: 3", "target_score: 5")
    result = run("balance", "rhino", "--games", 200, "--no-cards", "--against", kit)
    assert result.exit_code == 0, result.output
    assert f"What differs from {kit}? (games with the same seeds)" in result.stdout
    row = next(line for line in result.stdout.splitlines() if line.startswith("  length.mean"))
    assert row.endswith("  lower")
    wrong = run("balance", "rhino", "--against", "rino")
    assert wrong.exit_code == 2
    assert "'--against': there is no game 'rino'; did you mean 'rhino'?" in " ".join(wrong.stderr.split())
    assert "a game for 2, not for 3" in run("balance", "soaring", "--players", 3, "--against", "rhino").stderr


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A kit with an engine of its own that fails in some games."""
    return failing(tmp_path, monkeypatch, "1 / (self.standings(state) != (45, 45))")


def failing(tmp_path, monkeypatch, line):
    """A kit with an engine of its own with this line in it."""
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "settings"))
    monkeypatch.setattr(trust, "_store", [])
    kit = goofspiel.kit(tmp_path / "goofspiel")
    engine = kit / "engine.py"
    text = engine.read_text("utf-8")
    text = text.replace("verb, card = action\n", f"verb, card = action\n        {line}\n")
    engine.write_text(text, "utf-8")
    run("trust", kit, "--yes")
    return kit


def test_a_failing_game_is_reported_with_its_seed_and_other_blocks_are_kept(own, tmp_path):
    result = run("balance", own, "--games", 1000, "--no-cards", "--workers", 1, "--output", tmp_path)
    assert result.exit_code == 1
    assert "error[unusable-plugin]: game goofspiel: `apply` failed in position" in result.stderr
    assert " games of goofspiel were played" in result.stderr
    assert len(list((tmp_path / "blocks").iterdir())) == 4 - len(seeds(result))
    alone = run("balance", own, "--no-cards", "--games", 1, "--seed", seeds(result)[0])
    assert alone.exit_code == 1
    assert "ZeroDivisionError" in alone.stderr
    assert "0 of 1 games of goofspiel were played" in alone.stderr


@pytest.mark.slow
def test_an_engine_that_ends_its_process_is_reported_with_the_seed_and_other_blocks_are_kept(tmp_path, monkeypatch):
    own = failing(
        tmp_path,
        monkeypatch,
        "if self.standings(state) == (45, 45) and verb == 'bid' and card > 't': __import__('os')._exit(3)",
    )
    words = ("balance", own, "--no-cards", "--workers", 2, "--output", tmp_path)
    result = run(*words, "--games", 1500)
    assert result.exit_code == 1
    assert "the process that played this game was ended, as by os._exit" in result.stderr
    kept = len(list((tmp_path / "blocks").iterdir()))
    assert kept == 6 - len(seeds(result)) > 0
    assert f"{250 * kept:,} of 1,500 games of goofspiel were played" in result.stderr
    alone = run(*words, "--games", 1, "--seed", seeds(result)[0])
    assert (alone.exit_code, seeds(alone)) == (1, seeds(result)[:1])


def seeds(result) -> list[str]:
    """The seeds of the games that failed."""
    return re.findall(r"play this game alone: add --games 1 --seed (\d+) to this command", result.stderr)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--vary", "rules.target_score=3,999999999"), "0 of 1 games of rhino with rules.target_score=999999999 were"),
        (("--drop", "swerve"), "0 of 1 games of rhino without swerve were played"),
        (("--skill", "eager"), "0 of 1 games of rhino, eager against random were played"),
        (("--stakes", 2), "0 of 2 games of rhino were played"),
    ],
)
def test_every_game_that_fails_is_reproduced_by_its_seed(monkeypatch, words, named):
    """Whatever else was asked for: here, in all games of the option, but in none of the kit as it is."""
    usual = blocks.play

    def fails(game, rng, policy, log):
        kit = game.rules.target_score == 3 and game.deck[game.kinds.index("swerve")] == 8
        asked = policy.__closure__ and {"eager", "pick"} & set(map(str, policy_of(policy)))
        if not kit or asked:
            raise ZeroDivisionError("broken")
        return usual(game, rng, policy, log)

    def policy_of(policy):
        inside = dict(zip(policy.__code__.co_freevars, policy.__closure__, strict=True))
        yield inside["first"].cell_contents.__name__
        yield "pick" if inside["pick"].cell_contents else ""

    monkeypatch.setattr(blocks, "play", fails)
    run_ = ("balance", "rhino", "--no-cards", *words, "--games", 40)
    found = seeds(run(*run_))
    alone = run(*run_, "--games", 1, "--seed", found[0])
    assert (alone.exit_code, seeds(alone)[0]) == (1, found[0])
    assert named in alone.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_keeps_the_blocks_played(tmp_path):
    words = [sys.executable, "-m", "pnp", "balance", "rhino", "--games", "20000", "--workers", "2"]
    process = subprocess.Popen(
        [*words, "--output", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    folder, end = tmp_path / "blocks", time.monotonic() + LAST_RESORT
    while time.monotonic() < end and (not folder.exists() or len(list(folder.glob("*.json"))) < 2):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=LAST_RESORT)
    assert process.returncode == 130
    assert (out, err) == ("", "\nstopped\n")
    kept = len(list(folder.glob("*.json")))
    assert 2 <= kept < 80
    with pytest.raises(ProcessLookupError):  # nothing of its group is left
        os.killpg(process.pid, 0)
    result = run("balance", "rhino", "--games", 250 * 2, "--output", tmp_path)
    assert result.exit_code == 0
