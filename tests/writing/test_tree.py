"""Files below a folder are reached without following links, also where files cannot be opened in an open folder."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from pnp import writing
from pnp.writing import Tree, tree


@pytest.fixture(params=[True, False], ids=["relative", "by whole paths"])
def inside(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a link out of it; without relative opening it is as on Windows."""
    if not request.param:
        monkeypatch.setattr(tree, "RELATIVE", False)
    elif not tree.RELATIVE:
        pytest.skip("this system cannot open files in an open folder")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "v.txt").write_bytes(b"precious")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "out").symlink_to("../elsewhere")
    (folder / "link.txt").symlink_to("../elsewhere/v.txt")
    yield folder
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "elsewhere").iterdir()] == [("v.txt", b"precious")]


@pytest.mark.parametrize(
    "action",
    [
        lambda tree: tree.create("out/x", b"x"), lambda tree: tree.create("out/v.txt", b"x"),
        lambda tree: tree.create("out/deep/x", b"x"), lambda tree: tree.create_folder("out/x"),
        lambda tree: tree.move("out/v.txt", "x"), lambda tree: tree.move("mine.txt", "out/x"),
        lambda tree: tree.remove("out/v.txt"), lambda tree: tree.expect_free("out/x"),
        lambda tree: tree.expect_free("link.txt"), lambda tree: tree.create("../x", b"x"),
        lambda tree: tree.move("mine.txt", "../x"), lambda tree: tree.remove("../elsewhere/v.txt"),
    ],
)  # fmt: skip
def test_nothing_is_done_through_a_link_or_outside(inside, action):
    (inside / "mine.txt").write_bytes(b"mine")
    with Tree(inside) as opened, pytest.raises(writing.PlaceError):
        action(opened)
    assert (inside / "mine.txt").read_bytes() == b"mine"


def test_a_link_is_neither_read_nor_emptied(inside):
    with Tree(inside) as opened:
        assert opened.digest("link.txt", 100) == opened.digest("out/v.txt", 100) == ""
        opened.remove_folder("out")
        opened.remove("link.txt")
        assert not (inside / "link.txt").is_symlink()


def test_files_are_created_moved_and_removed(inside):
    with Tree(inside) as opened:
        assert opened.create("a/b/c.txt", b"abc") == sha256(b"abc").hexdigest()
        assert opened.digest("a/b/c.txt", 3) == sha256(b"abc").hexdigest()
        assert opened.digest("a/b/c.txt", 2) == ""
        with pytest.raises(FileExistsError):
            opened.create("a/b/c.txt", b"x")
        opened.move("a/b/c.txt", "d/e.txt")
        assert (inside / "d" / "e.txt").read_bytes() == b"abc"
        assert [opened.kind(name) for name in ("d", "d/e.txt", "out", "a/b/c.txt")] == [
            "folder", "file", "link", "nothing"
        ]  # fmt: skip
        opened.remove("d/e.txt")
        opened.remove("d/e.txt")
        opened.remove_folder("d")
        assert opened.kind("d") == "nothing"


def test_no_folder_stays_open(inside):
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not list open files")
    before = len([*Path("/proc/self/fd").iterdir()])
    with Tree(inside) as opened:
        opened.create("a/b/c/d.txt", b"x")
        opened.move("a/b/c/d.txt", "e/f/g.txt")
        for name in ("out/x", "e/f/g.txt/x", "no/such"):
            with pytest.raises(OSError):  # noqa: PT011 - of several kinds
                opened.move(name, "x")
    assert len([*Path("/proc/self/fd").iterdir()]) == before


def test_the_first_link_of_a_path_is_found(inside, monkeypatch):
    monkeypatch.chdir(inside)
    assert writing.link_in(Path("out/x/y")) == Path("out")
    assert writing.link_in(Path("link.txt")) == Path("link.txt")
    assert writing.link_in(Path("no/such")) is None


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", "", ".", "a//b"])
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path, name):
    with pytest.raises(writing.PlaceError, match="is not the name of a file in this folder"):
        writing.write_folder(tmp_path / "out", {name: b"x"})
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("name", ["top", ""])
def test_a_temporary_folder_has_its_name_and_is_removed(name):
    with writing.temporary_folder(name) as folder:
        assert folder.is_dir()
        assert folder.name == name or not name
        (folder / "x").write_bytes(b"x")
    assert not folder.exists()


def test_a_scratch_file_is_read_back():
    with writing.scratch_file(4) as file:
        file.write(b"more than four")
        file.seek(5)
        assert file.read() == b"than four"
