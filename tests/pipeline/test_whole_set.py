"""The whole set that a build of a part belongs to."""

from types import SimpleNamespace

from pnp.pipeline.whole_set import SetPiece, WholeSet


def _set() -> WholeSet:
    return WholeSet({id_: SetPiece("deck", id_.upper(), 2, f"new-{id_}", filler=False) for id_ in ("a", "b", "c")})


def test_what_is_not_printed_is_the_rest_of_the_set():
    assert list(_set().left_out({"b"}, None)) == ["a", "c"]
    assert _set().left_out({"a", "b", "c"}, None) == {}


def test_a_change_that_was_not_chosen_keeps_its_earlier_drawing_and_a_new_piece_is_left_for_the_next_build():
    since = SimpleNamespace(drawings={"a": "old-a", "b": "old-b"})
    left = _set().left_out({"b"}, since)
    assert {id_: piece.drawing for id_, piece in left.items()} == {"a": "old-a"}
    assert left["a"].copies == 2
