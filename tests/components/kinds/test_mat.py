"""Mats."""

from __future__ import annotations

from tests.support.kinds import made, texts


def test_a_mat_is_a_face_at_its_own_size(grass):
    (piece,) = made(grass, "kind: mat\ntitle: Mat\nsize: [130, 90]\nface: title\nback: credits\ncopies: 2\n")
    assert piece.size == (130, 90)
    assert piece.copies == 2
    assert "Rhinoceros Joust" in " ".join(texts(piece))
    assert piece.back is not None


def test_there_is_a_mat_of_each_colour(grass):
    found = made(grass, "kind: mat\ntitle: Mat\nsize: [130, 90]\nface: title\ncolours: [ink, accent]\n")
    assert [(piece.id, piece.title, piece.copies) for piece in found] == [
        ("x/ink", "Mat, ink", 1),
        ("x/accent", "Mat, accent", 1),
    ]
