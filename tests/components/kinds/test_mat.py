"""Mats."""

from __future__ import annotations

from tests.support.kinds import made, texts


def test_a_mat_is_a_face_at_its_own_size(grass):
    (piece,) = made(grass, "kind: mat\ntitle: Mat\nsize: [130, 90]\nface: title\nback: credits\ncopies: 2\n")
    assert piece.size == (130, 90)
    assert piece.copies == 2
    assert "Rhinoceros Joust" in " ".join(texts(piece))
    assert piece.back is not None
