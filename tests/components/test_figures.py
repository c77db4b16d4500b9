"""Pictures that are made from a kit itself: cards with numbers, cards in other faces, boards, and scenes of play."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.components import figures
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Text
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.conftest import edit, fresh, run
from tests.support.books import HERE


@pytest.mark.parametrize(
    "shown",
    [
        "rhino swerve", "rhino stampede@sample", "rhino-night swerve", "rhino-night stampede@sample", "tilt up",
        "lists tower", "duel jack_of_hearts",
    ],
)  # fmt: skip
def test_the_numbers_beside_a_card_stand_apart_on_the_side_of_what_they_are_of(shown):
    name, card = shown.split()
    context = open_context(paths.data_folder() / name, Diagnostics())
    assert context is not None
    drawn = figures.figure(context, f"anatomy:{card}", HERE)
    assert drawn is not None
    discs = sorted((text.x < drawn.size.w / 2, text.y, text.text) for text in drawn.items if isinstance(text, Text))
    assert sorted(number for _, _, number in discs) == [str(n) for n in range(1, len(discs) + 1)]
    for (left, y, _), (other, below, _) in itertools.pairwise(discs):
        assert left != other or below - y > 2 * figures.CALLOUT_RADIUS, (y, below)
    if name == "rhino":
        assert [(left, number) for left, _, number in discs if number in "12"] == [(False, "2"), (True, "1")]


def test_the_numbers_may_be_beside_a_card_in_another_face():
    context = open_context(paths.data_folder() / "rhino", Diagnostics())
    assert context is not None
    sample, whole = (figures.figure(context, f"anatomy:swerve{face}", HERE) for face in ("@sample", ""))
    assert sample is not None
    assert whole is not None
    assert (sample.size.w, whole.size.w) == (36 + 2 * figures.CALLOUT_ROOM, 63 + 2 * figures.CALLOUT_ROOM)
    assert min(text.size for text in sample.texts()) >= 7
    assert figures.figure(context, "anatomy:swerve@card", HERE) is None


@pytest.mark.parametrize(
    ("shown", "full"), [("soaring a1@mini", 88 / 15), ("soaring a1@mini-token-ink", 0.0), ("rhino stampede@head", 0.0)]
)
def test_a_small_picture_knows_how_large_the_card_is(shown, full):
    name, card = shown.split()
    context = open_context(paths.data_folder() / name, Diagnostics())
    assert context is not None
    drawn = figures.figure(context, f"card:{card}", HERE)
    assert drawn is not None
    assert drawn.full == pytest.approx(full)


@pytest.mark.slow
def test_a_board_may_be_shown_and_one_that_is_not_there_is_an_error(kit):
    (message,) = shown(kit, "board:nothing")[1]
    assert "'nothing', but there is no such mat" in message


# Scenes -------------------------------------------------------------------------------------------------------

FACES = """
  stack:
    size: [60, 30]
    elements:
      - {text: "{moves} {then.applies}", box: [0, 0, 60, 6], style: card-where}
      - {art: "card:lunge@tiny", box: [0, 8, 20, 22]}
  tiny:
    size: [20, 22]
    elements:
      - {text: "{name}, {count}", box: [0, 0, 20, 6], style: card-where}
  seat:
    size: [60, 30]
    elements:
      - {text: "{move}; {views[0].cards_held}; {views[1].position}", box: [0, 0, 60, 6], style: card-where}
"""
PLAY = "T1: {form: play, given: {seed: 4}, moves: [ride stomper, ride tootsie], then: {scores: [0, 0]}}\n"


def shown(kit: Path, name: str) -> tuple[str, list[str]]:
    """The words of a picture of the kit, and the errors of drawing it."""
    context = open_context(kit, Diagnostics())
    assert context is not None
    context = fresh(context)
    drawn = figures.figure(context, name, HERE)
    return " ".join(text.text for text in drawn.texts()) if drawn else "", [one.message for one in context.diagnostics]


@pytest.fixture
def scenes(kit: Path) -> Path:
    edit(kit, "faces.yaml", "faces:\n", f"faces:{FACES}\n")
    edit(kit, "examples.yaml", "R01:", f"{PLAY}R01:")
    return kit


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("play:R21@stack", "play lunge, counter dodge, counter spin True Lunge, 11"),
        ("play:T1@seat", "ride tootsie; 5, 5; head_to_head"),
        ("play:T1.1@seat", "ride stomper; 0, 0; head_to_head"),
        ("play:T1.0@seat", "; 0, 0; head_to_head"),
        ("card:lunge@tiny", "Lunge, 11"),
    ],
)
def test_a_scene_is_filled_from_an_example_and_what_play_makes_of_it(scenes, name, words):
    assert shown(scenes, name) == (words, [])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("play:R211@stack", "examples.yaml has no example 'R211'"),
        ("play:R21@stac", "there is no face 'stac' in faces.yaml"),
        ("play:R21@move", "the face 'move' is shown as a picture, but has no size"),
        ("play:R21.1@stack", "the example R21 has no step '1'"),
        ("play:T1.3@seat", "the example T1 has no step '3'"),
        ("card:lung@tiny", "there is no card 'lung'"),
    ],
)
def test_what_cannot_be_shown_is_an_error(scenes, name, message):
    assert shown(scenes, name) == ("", [message])


def test_a_picture_that_shows_itself_is_an_error(scenes):
    edit(scenes, "faces.yaml", '{text: "{name}, {count}", box: [0, 0, 20, 6], style: card-where}',
         '{art: "card:{id}@tiny", box: [0, 0, 9, 9]}')  # fmt: skip
    assert shown(scenes, "card:lunge@tiny")[1] == ["the picture 'card:lunge@tiny' shows itself"]


def test_without_an_engine_nothing_is_played(scenes):
    context = open_context(scenes, Diagnostics())
    assert context is not None
    context = fresh(context, kit=replace(context.kit, engine=None), replay=lambda _example: ())
    assert figures.figure(context, "play:T1@seat", HERE) is None
    (error,) = context.diagnostics
    assert error.message == "the example T1 cannot be played, because the kit has no engine"


def test_an_error_in_the_rules_has_no_followers_in_pictures_and_steps(scenes):
    heading = "## More than two riders"
    edit(scenes, "rulebook.md", heading, f"{{{{ examples.T1.steps[0].move }}}}\n\n![](play:T1@seat#60)\n\n{heading}")
    edit(scenes, "cards.yaml", "positions: [flanked, fleeing]", "positions: [flanked, fleeng]")
    errors = [line for line in run("check", scenes).output.splitlines() if "error[" in line]
    (error,) = (line for line in errors if "not-canonical" not in line)
    assert "there is no position 'fleeng'" in error
