"""Revisions of a kit: how they are named, and which files they have."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.kit import git as history
from pnp.sources import git_objects
from tests.support.git import git, needs_git
from tests.support.history import answer, hash_of, refused, revision
from tests.support.three_cards import CARDS

pytestmark = needs_git


@pytest.fixture
def story(tracked: Path) -> Path:
    """A repository with revisions that have one card each, called by the number of the commit; the last is a merge."""
    for number in range(1, 4):
        change(tracked, number)
    git(tracked, "checkout", "-q", "-b", "side", "HEAD~1")
    change(tracked, 9)
    git(tracked, "checkout", "-q", "-")
    git(tracked, "merge", "-q", "-s", "ours", "-m", "merge", "side")
    git(tracked, "tag", "light", "HEAD~2")
    git(tracked, "tag", "-a", "-m", "x", "heavy", "HEAD~1")
    return tracked


def change(kit: Path, number: int) -> None:
    (kit / "cards.yaml").write_text(f"all: {{card: {{name: N{number}, count: 1}}}}\n", "utf-8")
    git(kit, "commit", "-q", "-a", "-m", f"c{number}")


NAMES = {
    "HEAD": 3, "@": 3, "HEAD~1": 3, "HEAD~2": 2, "HEAD~": 3, "HEAD^": 3, "HEAD^^": 2, "HEAD^2": 9, "HEAD^2~1": 2,
    "HEAD^0": 3, "HEAD~0": 3, "side": 9, "heads/side": 9, "refs/heads/side": 9, "light": 2, "heavy": 3, "heavy~1": 2,
    "heavy^{}": 3, "heavy^{commit}": 3, "tags/heavy": 3,
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
def test_revisions_are_named_as_in_git(packed, story):
    if packed:
        git(story, "gc", "-q", "--aggressive", "--prune=now")
        assert not list((story / ".git" / "refs" / "heads").iterdir())
    for name, number in NAMES.items():
        assert f"N{number}," in revision(story, name), name
        assert hash_of(story, f"{name}^{{commit}}")  # git takes it, too
    whole = hash_of(story, "side")
    for length in (4, 5, 7, 20, 39, 40):
        assert "N9," in revision(story, whole[:length]), length
    assert "N9," in revision(story, whole.upper()[:12])
    assert "N2," in revision(story, f"{whole[:9]}~1")


@pytest.mark.parametrize(
    "name",
    ["HEAD~9", "HEAD^3", "HEAD^{tree}", "HEAD:cards.yaml", "side..HEAD", "~1", "^", "x" * 5000, "HEAD~99999999999",
     "../HEAD", "refs/../HEAD", "/etc/passwd", "0" * 40, "abcdef0", "HEAD\n", "-h", "@{1}", "ä", "\udcff"],
)  # fmt: skip
def test_what_names_no_revision_is_refused(name, story):
    assert refused(story, name).startswith("there is no revision ")


def test_a_branch_that_is_nearly_named_so_is_proposed(story):
    assert refused(story, "syde").endswith("; did you mean 'side'?")
    assert refused(story, "haevy").endswith("; did you mean 'heavy'?")


def test_a_hash_of_a_file_is_no_revision(story):
    assert "is not a commit" in refused(story, hash_of(story, "HEAD:kit.yaml"))


def test_a_beginning_of_several_hashes_is_refused(story, monkeypatch):
    both = {hash_of(story, name).encode() for name in ("HEAD", "side")}
    monkeypatch.setattr(git_objects.Objects, "beginning", lambda _self, _start: both)
    assert "2 commits in" in refused(story, "abcd")
    assert "write more of the hash" in refused(story, "abcd")


def test_replaced_objects_and_grafts_are_not_followed(story):
    git(story, "replace", hash_of(story, "HEAD~1"), hash_of(story, "side"))
    (story / ".git" / "info" / "grafts").write_text(f"{hash_of(story, 'HEAD')} {hash_of(story, 'side')}\n")
    assert "N3," in revision(story, "HEAD~1")


def test_files_are_those_that_git_has(story):
    for number in range(30):  # long enough that git packs differences
        (story / "notes.md").write_text("".join(f"line {line} {number if line == 7 else ''}\n" for line in range(400)))
        git(story, "add", "-A")
        git(story, "commit", "-q", "-m", "notes")
    git(story, "gc", "-q", "--aggressive", "--prune=now")
    for back in (0, 3, 17, 29):
        name = f"HEAD~{back}"
        assert revision(story, name, "notes.md").encode() == answer(story, "show", f"{name}:notes.md")


def test_line_ends_are_those_that_were_committed(tracked):
    (tracked / "cards.yaml").write_bytes(CARDS.encode())
    (tracked / ".gitattributes").write_text("*.yaml text eol=crlf\n")
    git(tracked, "add", "-A")
    git(tracked, "commit", "-q", "-m", "crlf")
    with history.kit_at(tracked, "HEAD") as past:
        assert (past.kit / "cards.yaml").read_bytes() == CARDS.encode()


def test_git_is_not_needed(tracked, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert shutil.which("git") is None
    assert revision(tracked) == CARDS
