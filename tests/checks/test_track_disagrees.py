"""A proof that answers nothing on purpose: what is drawn all the same is an error, and not skipped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pnp import checks
from pnp.checks import crooked_board, track_disagrees
from pnp.checks.support import printed
from pnp.diagnostics import Diagnostic
from pnp.games.lists.proof import ListsProof
from pnp.games.rhino.proof import RhinoProof
from pnp.games.tilt.proof import TiltProof
from pnp.graphics.drawing import Text
from tests.conftest import edit
from tests.support.printed import context_of, only, ready


def with_new_engine(context: checks.CheckContext) -> checks.CheckContext:
    """The same pieces with an engine and a proof made now."""
    return checks.context(context.render, context.pieces, checks.open_game(context.render.kit))


@pytest.mark.slow
def test_a_track_of_a_game_without_tracks_is_an_error(monkeypatch):
    context = ready("rhino")
    assert list(track_disagrees.check(context)) == []
    monkeypatch.setattr(RhinoProof, "tracks", lambda _self: {})
    found = list(track_disagrees.check(with_new_engine(context)))
    assert {one.code for one in found} == {"track-disagrees"}
    assert found[0].message.startswith("the engine has no track ")
    assert found[0].hints == ("this game has no tracks",)


@pytest.mark.slow
def test_a_board_of_a_game_without_boards_is_an_error(monkeypatch):
    context = ready("tilt")
    assert list(crooked_board.check(context)) == []
    monkeypatch.setattr(TiltProof, "boards", lambda _self: {})
    found = list(crooked_board.check(with_new_engine(context)))
    assert {one.code for one in found} == {"crooked-board"}
    assert all(one.message.endswith(": this game has no board") for one in found)


def tracked(printed_kit: checks.CheckContext) -> list[Diagnostic]:
    return list(track_disagrees.check(printed_kit))


def retold(printed_kit: checks.CheckContext, id_: str, old: str, new: str) -> checks.CheckContext:
    """The context with one text of a track's drawing changed."""

    def changed(items):
        for item in items:
            if isinstance(item, Text):
                yield item._replace(text=new) if item.text == old else item
            elif hasattr(item, "items"):
                yield item._replace(items=tuple(changed(item.items)))
            else:
                yield item

    piece = printed_kit.pieces[id_][0]
    drawing = type(piece.front)(piece.front.name, piece.front.size, tuple(changed(piece.front.items)))
    front = type(piece)(piece.id, piece.component, piece.title, piece.size, drawing)
    return replace(printed_kit, pieces={**printed_kit.pieces, id_: [front]})


def test_the_tracks_of_the_kit_are_the_engines(printed_kit):
    assert tracked(printed_kit) == []
    for id_ in ("position-track", "score-track"):
        assert list(printed.tags(printed_kit.pieces[id_][0].front.items, "Cell"))


@pytest.mark.parametrize(
    ("id_", "old", "new", "message"),
    [
        ("score-track", "2", "3", "cell 3 of the track has 3, but in play it is 2"),
        ("position-track", "Flanking", "Flinking", "cell 2 of the track has flanked, flinking, but in play it is"),
    ],
)
def test_a_cell_that_says_something_else_is_an_error(printed_kit, id_, old, new, message):
    found = only(tracked(retold(printed_kit, id_, old, new)))
    assert found.message.startswith(message)
    assert found.span == printed_kit.render.kit.components[id_].at("steps")


def test_a_track_of_what_the_engine_does_not_count_is_an_error(kit):
    line = edit(kit, "kit.yaml", "steps: target_score", "steps: score_cards_per_turn")
    found = only(tracked(context_of(kit)))
    assert found.span.line == line
    assert "has no track 'score_cards_per_turn'" in found.message


@pytest.mark.slow
def test_the_boxes_of_a_card_are_the_steps_of_play(monkeypatch):
    context = ready("lists")
    assert list(track_disagrees.check(context)) == []
    monkeypatch.setattr(ListsProof, "tracks", lambda _self: {"injury_limit": range(6), "target": range(11)})
    found = only_one_message(track_disagrees.check(with_new_engine(context)))
    assert found == "the boxes have the numbers 0, 1, 2, 3, 4, 5, 6, but in play they are 0, 1, 2, 3, 4, 5"
    monkeypatch.setattr(ListsProof, "tracks", lambda _self: {"target": range(11)})
    assert only_one_message(track_disagrees.check(with_new_engine(context))) == "the engine has no track 'injury_limit'"


def only_one_message(found: Iterable[Diagnostic]) -> str:
    (message,) = {one.message for one in found}
    return message
