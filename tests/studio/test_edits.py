"""Edits of text files: only one stretch changes, and each is undone to the byte, or refused with a sentence."""

from __future__ import annotations

import os

import pytest

from pnp.studio import edits
from pnp.studio.edits import RefusedEditError, edited, undone


def louder(text: str) -> str:
    return text.replace("quiet", "loud")


@pytest.mark.parametrize(
    "data",
    [
        b"a: quiet\nb: 1\n",
        b"\xef\xbb\xbfa: quiet\r\nb: 1\r\n",
        "é: quiet # e\u0301\n".encode(),
        b"a: quiet",
    ],
)
def test_an_edit_is_undone_to_the_byte_and_made_again(tmp_path, data):
    file = tmp_path / "a.yaml"
    file.write_bytes(data)
    edit = edited(file, louder)
    assert edit
    assert file.read_bytes() == data.replace(b"quiet", b"loud")
    assert (edit.old, edit.new) == ("quiet", "loud")
    again = undone(edit)
    assert file.read_bytes() == data
    undone(again)
    assert file.read_bytes() == data.replace(b"quiet", b"loud")


def test_what_changes_nothing_is_no_edit(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\n", "utf-8")
    before = file.stat().st_mtime_ns
    assert edited(file, louder) is None
    assert file.stat().st_mtime_ns == before


def test_a_file_that_does_not_exist_is_made(tmp_path):
    edited(tmp_path / "new.yaml", lambda text: f"{text}a: 1\n")
    assert (tmp_path / "new.yaml").read_text("utf-8") == "a: 1\n"


def test_an_edit_is_found_again_after_another_program_has_saved(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("a: quiet\nb: 1\n", "utf-8")
    edit = edited(file, louder)
    assert edit
    file.write_text(f"# {'new ' * 30}\n{file.read_text('utf-8')}", "utf-8")
    edits_before = file.read_text("utf-8")
    if edit.after not in edits_before:
        pytest.fail("the text is there still")
    undone(edit._replace(start=edit.start))
    assert file.read_text("utf-8").endswith("\na: quiet\nb: 1\n")


@pytest.mark.parametrize("text", ["a: other\nb: 1\n", "a: loud\nb: 1\n# a: loud\nb: 1\n", ""])
def test_an_edit_that_is_not_found_is_not_undone(tmp_path, text):
    file = tmp_path / "a.yaml"
    file.write_text("a: quiet\nb: 1\n", "utf-8")
    edit = edited(file, louder)
    assert edit
    file.write_text(text, "utf-8")
    with pytest.raises(RefusedEditError, match=r"a\.yaml was saved since then"):
        undone(edit)
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"a: quiet\r\nb: 1\n", "line ends of several kinds"),
        (b"a: quiet\rb: 1\n", "line ends of several kinds"),
        (b"a: quiet \xff\n", "not UTF-8"),
    ],
)
def test_files_that_would_not_stay_as_they_are_are_refused(tmp_path, data, why):
    file = tmp_path / "a.yaml"
    file.write_bytes(data)
    with pytest.raises(RefusedEditError, match=why):
        edited(file, louder)
    assert file.read_bytes() == data


def test_a_change_that_cannot_be_made_is_refused_with_its_reason(tmp_path):
    def change(text: str) -> str:
        raise ValueError("no such value")

    with pytest.raises(RefusedEditError, match=r"a\.yaml was not changed: no such value"):
        edited(tmp_path / "a.yaml", change)
    assert not (tmp_path / "a.yaml").exists()


def test_a_link_to_a_file_outside_is_not_written_through(tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text("a: quiet\n", "utf-8")
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "a.yaml").symlink_to(other)
    with pytest.raises(RefusedEditError, match="a link to a file outside the kit"):
        edited(tmp_path / "kit" / "a.yaml", louder)
    assert other.read_text("utf-8") == "a: quiet\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be written here")
def test_a_folder_that_may_not_be_written_is_named(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("a: quiet\n", "utf-8")
    tmp_path.chmod(0o500)
    with pytest.raises(RefusedEditError, match=r"a\.yaml cannot be written"):
        edited(file, louder)


def test_a_full_disk_is_said(tmp_path, monkeypatch):
    def full(path: object, data: bytes) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(edits.writing, "write_file", full)
    with pytest.raises(RefusedEditError, match=r"a\.yaml cannot be written: No space left"):
        edited(tmp_path / "a.yaml", lambda text: f"{text}a: 1\n")
