"""Of temporary files and folders nothing remains."""

from __future__ import annotations

import pytest

from pnp import writing


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
