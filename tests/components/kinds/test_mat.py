"""Mats."""

from __future__ import annotations

from tests.conftest import run
from tests.support import three_cards
from tests.support.drawn import kind_test
from tests.support.kinds import label, made

test_is_drawn_as_reviewed = kind_test("mat")


def test_an_unknown_colour_of_a_mat_is_an_error(small_kit):
    made(small_kit, "kind: mat\ntitle: Mat\nsize: [130, 90]\nface: front\ncolours: [inkk]\n")
    assert [code for code, _ in label(small_kit)].count("unknown-colour") == 1


def test_a_mat_without_width_is_an_error(tmp_path):
    mat = "title: My cards\ncomponents: {mat: {kind: mat, title: Mat, size: [0, 5], face: front}}\n"
    kit = three_cards.write(tmp_path / "mine")
    (kit / "kit.yaml").write_text(mat, "utf-8")
    assert "kit.yaml:2:50: error[out-of-range]: '0' is not between 1 and 2000\n" in run("check", kit).output
