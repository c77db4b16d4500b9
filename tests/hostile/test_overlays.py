"""Overlays that are refused, each with its place and a hint."""

import shutil
import sys

import pytest

from tests.conftest import SMALL, run
from tests.support.overlays import found_in, kit

# What is refused ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_a_base_elsewhere_is_refused(tmp_path):
    secret = kit(tmp_path / "far" / "secret", kit="title: SECRET\nextends: rhino\n")
    top = kit(tmp_path / "near" / "top", kit="extends: ./base\n")
    (top / "base").symlink_to(secret)
    (diagnostic,) = found_in(top)
    assert diagnostic.code == "outside-path"
    assert "SECRET" not in run("check", top).output


@pytest.mark.parametrize(
    "says", ["edition: custom\nengine: rhino", "engine: rhino", "engine: tilt\nedition: custom", ""]
)
def test_a_kit_of_ones_own_may_not_have_such_a_name_either(says, tmp_path):
    files = {"cards": "all: {one: {name: One}}\n", "faces": "faces: {plain: {elements: []}}\n"}
    deck = "components: {all: {kind: deck, title: All, size: mini, face: plain}}"
    mine = kit(tmp_path / "tilt", kit=f"title: Mine\n{deck}\n{says}\n", **files)
    for name in ("rules", "phrases", "rulings", "examples"):
        (mine / f"{name}.yaml").write_text("", "utf-8")
    (diagnostic,) = [diagnostic for diagnostic in found_in(mine) if diagnostic.code == "shadowed-kit"]
    line = (mine / "kit.yaml").read_text("utf-8").splitlines()[diagnostic.span.line - 1]
    label = "custom" if "edition" in says else "rhino" if says else "title: Mine"
    assert line[diagnostic.span.column - 1 :] == label
    assert diagnostic.hints == ("rename its folder, for example to 'my-tilt'",)
    result = run("build", mine, "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()
    if "engine" not in says:
        mine = mine.rename(tmp_path / "my-tilt")
        assert found_in(mine) == []


@pytest.mark.slow
def test_too_many_layers_are_refused(tmp_path):
    shutil.copytree(SMALL, tmp_path / "k0")
    for number in range(1, 30):
        kit(tmp_path / f"k{number}", kit=f"extends: ../k{number - 1}\n")
    assert [diagnostic.code for diagnostic in found_in(tmp_path / "k29")] == ["circular-extends"]
    assert found_in(tmp_path / "k10") == []
