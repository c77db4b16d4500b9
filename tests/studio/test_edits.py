"""Edits of text files: only one stretch changes, and each is undone to the byte, or refused with a sentence."""

from __future__ import annotations

import os

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import parse
from pnp.studio import edits
from pnp.studio.edits import (
    ElementChange,
    RefusedEditError,
    changed_node,
    created,
    edited,
    left_out,
    said_over,
    undone,
    with_element,
)


def louder(text: str) -> str:
    return text.replace("quiet", "loud")


@pytest.mark.parametrize(
    "data", [b"a: quiet\nb: 1\n", b"\xef\xbb\xbfa: quiet\r\nb: 1\r\n", "é: quiet # e\u0301\n".encode(), b"a: quiet"]
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


def test_a_file_that_does_not_exist_is_made_and_taken_away_again(tmp_path):
    file = tmp_path / "new.yaml"
    first = edited(file, lambda text: f"{text}a: 1\n")
    second = edited(file, lambda text: f"{text}b: 1\n")
    assert file.read_text("utf-8") == "a: 1\nb: 1\n"
    assert first
    assert second
    again = undone(second)
    gone = undone(first)
    assert not file.exists()
    made = undone(gone)
    undone(again)
    assert file.read_text("utf-8") == "a: 1\nb: 1\n"
    file.write_text("# mine\na: 1\n", "utf-8")
    undone(made)
    assert file.read_text("utf-8") == "# mine\n", "what another program has written stays"


def test_an_edit_is_found_again_after_another_program_has_saved(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("a: quiet\nb: 1\n", "utf-8")
    edit = edited(file, louder)
    assert edit
    file.write_text(f"# {'new ' * 30}\n{file.read_text('utf-8')}", "utf-8")
    undone(edit)
    assert file.read_text("utf-8").endswith("\na: quiet\nb: 1\n")


def test_of_a_long_text_an_edit_keeps_what_it_changes(tmp_path):
    file = tmp_path / "a.yaml"
    file.write_text("b: 1\n" * 20_000 + "a: quiet\n" + "c: 1\n" * 20_000, "utf-8")
    edit = edited(file, louder)
    assert edit
    assert (edit.start, edit.old, edit.new) == (100_003, "quiet", "loud")
    assert sum(len(part) for part in edit if isinstance(part, str | bytes)) < 200


@pytest.mark.parametrize(("before", "after"), [("", "a"), ("aa", "aaa"), ("abab", "ab"), ("ab", ""), ("xay", "xby")])
def test_the_stretch_of_an_edit_is_undone_exactly(tmp_path, before, after):
    file = tmp_path / "a.yaml"
    file.write_text(before, "utf-8")
    edit = edited(file, lambda _: after)
    assert edit
    again = undone(edit)
    assert file.read_text("utf-8") == before
    undone(again)
    assert file.read_text("utf-8") == after


def test_a_new_file_is_taken_away_and_made_again(tmp_path):
    file = tmp_path / "a.png"
    made = created(file, b"data")
    with pytest.raises(RefusedEditError, match=r"there is a file a\.png already"):
        created(file, b"other")
    gone = undone(made)
    assert not file.exists()
    assert undone(gone) == made
    assert file.read_bytes() == b"data"
    file.write_bytes(b"other")
    with pytest.raises(RefusedEditError, match=r"a\.png was saved since then"):
        undone(made)
    file.unlink()
    with pytest.raises(RefusedEditError, match=r"a\.png cannot be removed"):
        undone(made)
    with pytest.raises(RefusedEditError, match=r"cannot be written"):
        created(tmp_path / "none" / "a.png", b"data")


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


def changed(text: str, **wanted) -> object:
    node = parse(text, "faces.yaml", Diagnostics())
    assert node
    return changed_node(node, ElementChange("move", 0, node.plain(), **wanted)).plain()


@pytest.mark.parametrize(
    ("text", "box", "after"),
    [
        ("{text: a, box: [1, 2, 3, 4]}", (1.5, 2, 3, 4), {"text": "a", "box": [1.5, 2, 3, 4]}),
        ("{rectangle: [1, 2, 3, 4]}", (1 / 3, 2, 3, 4), {"rectangle": [0.333, 2, 3, 4]}),
        ("{circle: [5, 5, 2]}", (4, 3, 4, 4), {"circle": [6, 5, 2]}),
        ("{line: [0, 0, 4, 0]}", (1, 1, 4, 0), {"line": [1, 1, 5, 1]}),
        ("{polygon: [[0, 0], [2, 0], [0, 2]]}", (1, 0, 4, 2), {"polygon": [[1, 0], [5, 0], [1, 2]]}),
    ],
)
def test_a_box_moves_any_kind_of_element(text, box, after):
    assert changed(text, box=box) == after


def test_values_replace_others_and_none_removes_them():
    assert changed("{text: a, colour: red}", values={"colour": None, "when": "x", "box": [1.0, 2.5, 3, 4]}) == {
        "text": "a", "when": "x", "box": [1, 2.5, 3, 4],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "faces: {move: {extends: move, elements: [{id: title, colour: red}]}}\n"),
        ("# mine\n", "# mine\nfaces: {move: {extends: move, elements: [{id: title, colour: red}]}}\n"),
        ("faces:\n  a: {}\n", "faces:\n  a: {}\n  move: {extends: move, elements: [{id: title, colour: red}]}\n"),
        (
            "faces: {move: {size: [1, 2]}}\n",
            "faces: {move: {size: [1, 2], extends: move, elements: [{id: title, colour: red}]}}\n",
        ),
        (
            "faces:\n  move:\n    extends: card\n    elements:\n      - {id: foot, box: [1, 2, 3, 4]}  # low\n",
            "faces:\n  move:\n    extends: card\n    elements:\n      - {id: foot, box: [1, 2, 3, 4]}  # low\n"
            "      - {id: title, colour: red}\n",
        ),
        (
            "faces: {move: {extends: move, elements: [{id: title, box: [1, 2, 3, 4], colour: blue}]}}\n",
            "faces: {move: {extends: move, elements: [{id: title, box: [1, 2, 3, 4], colour: red}]}}\n",
        ),
    ],
)
def test_a_face_says_a_value_over_that_of_the_one_that_it_extends(before, after):
    assert said_over(before, face="move", id_="title", values={"colour": "red"}) == after


def test_a_long_face_is_written_in_lines():
    text = ""
    for number in range(4):
        text = (
            with_element(text, face="move", values={"rectangle": [number, 0, 10, 10], "fill": "a" * 30})
            if text
            else ("faces:\n  other: {}\n")
        )
    assert max(map(len, text.splitlines())) < 260
    assert text.startswith("faces:\n  other: {}\n  move: {extends: move, elements: [")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "faces: {move: {extends: move, without: [title]}}\n"),
        ("faces: {move: {extends: card}}\n", "faces: {move: {extends: card, without: [title]}}\n"),
        ("faces: {move: {extends: card, without: [a]}}\n", "faces: {move: {extends: card, without: [a, title]}}\n"),
        (
            "faces: {move: {extends: card, elements: [{id: title, colour: red}, {id: b, colour: red}]}}\n",
            "faces: {move: {extends: card, elements: [{id: b, colour: red}], without: [title]}}\n",
        ),
    ],
)
def test_a_face_leaves_out_an_element(before, after):
    assert left_out(before, face="move", id_="title") == after
