"""`pnp new` without a name: what it asks a person, and that it asks no script."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def typed(folder: Path, *answers: str) -> tuple[int, str]:
    """The exit code and the output of `pnp new` at a terminal where a person types these answers."""
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "pnp", "new"]
    child = subprocess.Popen(command, cwd=folder, stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    os.close(follower)
    os.write(leader, "".join(f"{answer}\n" for answer in answers).encode())
    shown, _ = child.communicate(timeout=600)
    os.close(leader)
    return child.returncode, shown.decode()


@pytest.mark.slow
def test_a_person_is_asked_for_the_name_and_the_kind(tmp_path):
    code, shown = typed(tmp_path, "maze", "bord", "board", "")
    assert code == 0, shown
    assert "'bord' is not one of 'cards', 'board', 'dice', 'tokens', 'game', 'table', 'edition'" in shown
    assert "maze: 4 files, a first kit with a board" in shown
    assert "grid: 8" in (tmp_path / "maze" / "faces.yaml").read_text("utf-8")


@pytest.mark.slow
def test_enter_begins_with_cards_and_a_wrong_table_is_asked_for_again(tmp_path):
    assert "a first kit of cards" in typed(tmp_path, "quest", "", "")[1]
    (tmp_path / "mine.csv").write_text("name,count\nFox,2\n", "utf-8")
    code, shown = typed(tmp_path, "zoo", "table", "yours.csv", "mine.csv", "Deutsch", "de")
    assert code == 0, shown
    assert "'yours.csv' does not exist" in shown
    assert "'Deutsch' is not a language code like 'es' or 'pt-BR'" in shown
    assert "a kit with the cards of mine.csv" in shown
    assert "\nlanguage: de " in (tmp_path / "zoo" / "kit.yaml").read_text("utf-8")


@pytest.mark.slow
def test_an_edition_is_of_a_game(tmp_path):
    code, shown = typed(tmp_path, "joust", "edition", "tilt", "")
    assert code == 0, shown
    assert (tmp_path / "joust" / "kit.yaml").read_text("utf-8").count("extends: tilt") == 1


@pytest.mark.slow
def test_a_translation_is_an_edition_in_another_language(tmp_path):
    code, shown = typed(tmp_path, "duelo", "edition", "duel", "es")
    assert code == 0, shown
    assert "a translation of duel into 'es'" in shown


@pytest.mark.slow
def test_the_studio_asks_for_a_kit_where_there_is_none(tmp_path):
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-u", "-m", "pnp", "studio", "--no-open"]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what a shell starts behind it does not hear Ctrl-C
    pipes = {"stdin": follower, "stdout": subprocess.PIPE, "preexec_fn": heard}
    with subprocess.Popen(command, cwd=tmp_path, text=True, **pipes) as child:
        os.close(follower)
        os.write(leader, b"maze\nboard\n\n")
        assert child.stdout
        shown = ""
        for line in child.stdout:
            shown += line
            if "http://" in line:
                break
        child.send_signal(signal.SIGINT)
    os.close(leader)
    assert "editing maze" in shown, shown
    assert (tmp_path / "maze" / "kit.yaml").exists()
    assert child.returncode == 130
