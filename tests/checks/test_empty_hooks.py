"""A proof that answers nothing on purpose: what is drawn all the same is a fault, and not skipped."""

from __future__ import annotations

from pnp import checks
from pnp.build import job
from pnp.checks import crooked_board, track_disagrees
from pnp.diagnostics.diagnostic import Faults
from pnp.kit import paths
from pnp.rules.rhino.proof import RhinoProof
from pnp.rules.tilt.proof import TiltProof


def desk_of(name: str) -> checks.Desk:
    faults = Faults()
    bench = job.bench(paths.shelf() / name, faults)
    assert bench, list(faults)
    return checks.desk(bench, faults)


def test_a_track_of_a_game_without_tracks_is_a_fault(monkeypatch):
    desk = desk_of("rhino")
    assert list(track_disagrees.check(desk)) == []
    monkeypatch.setattr(RhinoProof, "tracks", lambda _self: {})
    found = list(track_disagrees.check(desk))
    assert {one.code for one in found} == {"track-disagrees"}
    assert found[0].message.startswith("the engine knows no track of ")
    assert found[0].hints == ("this game counts nothing on a track",)


def test_a_board_of_a_game_without_boards_is_a_fault(monkeypatch):
    desk = desk_of("tilt")
    assert list(crooked_board.check(desk)) == []
    monkeypatch.setattr(TiltProof, "boards", lambda _self: {})
    found = list(crooked_board.check(desk))
    assert {one.code for one in found} == {"crooked-board"}
    assert all(one.message.endswith(": this game is not played on a board") for one in found)
