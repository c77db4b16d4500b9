"""Files that `pnp watch` follows."""

from __future__ import annotations

from pathlib import Path

from pnp.kit import paths
from pnp.studio import files


def test_files_are_seen_wherever_data_can_be(tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("a.yaml", "deep/er/b.SVG", "c.pdf", ".git/d.yaml", "deep/e.csv"):
        (tmp_path / name).write_text("x")
    found = files.state([tmp_path, tmp_path / "nowhere", tmp_path / "c.pdf"])
    assert {Path(name).name for name in found} == {"a.yaml", "b.SVG", "e.csv", "c.pdf"}


def test_several_saves_in_a_row_are_waited_for(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("")
    left = [3]

    def pause(_: float) -> None:
        if left[0]:
            left[0] -= 1
            file.write_text("x" * (9 - left[0]))

    assert files.settled([tmp_path], pause)[str(file)][1] == 9
    assert left == [0]


def test_everything_a_kit_is_made_of_is_looked_at(kit):
    places = files.places(kit)
    for needed in (
        kit,
        paths.root() / "art" / "common",
        paths.data_folder() / "common",
        paths.root() / "fonts",
    ):
        assert needed in places
    assert str(paths.data_folder() / "papers.yaml") in files.state(places)
