"""A proof that answers nothing on purpose: what is drawn all the same is an error, and not skipped."""

from __future__ import annotations

from pnp import checks
from pnp.checks import crooked_board, track_disagrees
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.rules.rhino.proof import RhinoProof
from pnp.rules.tilt.proof import TiltProof
from tests.conftest import drawn_context


def drawn(name: str) -> checks.CheckContext:
    diagnostics = Diagnostics()
    context = open_context(paths.data_folder() / name, diagnostics)
    assert context, list(diagnostics)
    return drawn_context(context)


def test_a_track_of_a_game_without_tracks_is_an_error(monkeypatch):
    context = drawn("rhino")
    assert list(track_disagrees.check(context)) == []
    monkeypatch.setattr(RhinoProof, "tracks", lambda _self: {})
    found = list(track_disagrees.check(context))
    assert {one.code for one in found} == {"track-disagrees"}
    assert found[0].message.startswith("the engine has no track ")
    assert found[0].hints == ("this game has no tracks",)


def test_a_board_of_a_game_without_boards_is_an_error(monkeypatch):
    context = drawn("tilt")
    assert list(crooked_board.check(context)) == []
    monkeypatch.setattr(TiltProof, "boards", lambda _self: {})
    found = list(crooked_board.check(context))
    assert {one.code for one in found} == {"crooked-board"}
    assert all(one.message.endswith(": this game has no board") for one in found)
