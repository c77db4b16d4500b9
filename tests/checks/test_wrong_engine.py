"""What an engine says of itself, compared with what it plays."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp
from pnp.diagnostics import Diagnostic
from tests.conftest import edit, run

SAYS = 'endings, verbs = frozenset({"empty"}), frozenset({"take"})'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A first game, which its user has not allowed to run yet."""
    assert run("new", tmp_path / "beasts", "--kind", "game").exit_code == 0
    return tmp_path / "beasts"


def checked(kit: Path) -> list[Diagnostic]:
    assert run("trust", kit, "--yes").exit_code == 0
    found = pnp.check(kit)
    assert {one.code for one in found} <= {"wrong-engine"}
    return found


@pytest.mark.parametrize(
    ("written", "messages"),
    [
        (SAYS, []),
        (SAYS.replace("take", "tak"), ["an action begins with 'take', which the engine's `verbs` lack"]),
        (SAYS.replace("empty", "nope"), ["a game ends with 'empty', which the engine's `endings` lack"]),
        (SAYS.replace('"take"', '"take", "pass"'), []),
    ],
)
def test_verbs_and_endings_that_play_shows_must_be_named(game: Path, written: str, messages: list[str]) -> None:
    edit(game, "engine.py", SAYS, written)
    found = checked(game)
    assert [one.message for one in found] == messages
    assert {one.span.line for one in found} <= {8}


@pytest.mark.parametrize(("players", "wrong"), [("[2, 2]", []), ("[2, 4]", [4]), ("[1, 2]", [1]), ("[5, 9]", [5, 9])])
def test_a_game_is_printed_for_numbers_of_players_that_its_engine_plays_with(
    game: Path, players: str, wrong: list[int]
) -> None:
    edit(game, "kit.yaml", "players: [2, 2]", f"players: {players}")
    assert [one.message for one in checked(game)] == [f"beasts is a game for 2, not for {number}" for number in wrong]


def test_numbers_that_no_model_reads_are_a_warning(game: Path) -> None:
    edit(game, "engine.py", "class Rules(", "class Numbers(")
    edit(game, "engine.py", "build(Rules, rules", "build(Numbers, rules")
    (one,) = checked(game)
    assert (Path(one.span.file).name, one.span.line, one.severity) == ("rules.yaml", 2, "warning")
    assert one.message == "the engine has no model `Rules`, so a misspelt number here is no error"


def test_a_model_of_a_deck_that_there_is_not_is_a_warning(game: Path) -> None:
    edit(game, "engine.py", "TRAITS = {}", "TRAITS = {'beats': Rules}")
    (one,) = checked(game)
    assert (Path(one.span.file).name, one.span.line, one.severity) == ("kit.yaml", 8, "warning")
    assert one.message == "`TRAITS` of the engine names the deck 'beats', which there is not"


def test_traits_of_a_deck_that_the_engine_does_not_know_are_a_warning(game: Path) -> None:
    (game / "cards.yaml").write_text("beasts:\n  ox: {name: Ox, traits: {size: 3}}\n", "utf-8")
    components = "components:\n  beasts: {kind: deck, title: Beasts, face: beast, back: beast, size: poker}"
    edit(game, "kit.yaml", "components:", components)
    edit(
        game,
        "faces.yaml",
        "faces:",
        "faces:\n  beast: {elements: [{rectangle: [-3, -3, 69.5, 95], fill: ink}], bleeds: true}",
    )
    (one,) = (one for one in checked(game) if one.code == "wrong-engine")
    assert (one.severity, one.span.line) == ("warning", 2)
    assert one.message == "`TRAITS` of the engine lacks the deck 'beasts', so a misspelt trait is no error"
