"""Which repositories are read: not those of other formats, and none that others lend objects to."""

import shutil
import subprocess

import pytest

from tests.support.git import git, needs_git
from tests.support.history import refused

pytestmark = needs_git


def test_other_repositories_that_objects_are_borrowed_from_are_not_read(tracked, tmp_path):
    shutil.move(tracked / ".git" / "objects", tmp_path / "objects")
    (tracked / ".git" / "objects" / "info").mkdir(parents=True)
    (tracked / ".git" / "objects" / "info" / "alternates").write_text(f"{tmp_path / 'objects'}\n")
    assert git(tracked, "log") is None
    assert "borrows from another repository" in refused(tracked)


@pytest.mark.parametrize("form", [["--object-format=sha256"], ["--ref-format=reftable"]])
def test_other_formats_are_refused(form, tracked):
    shutil.rmtree(tracked / ".git")
    try:
        git(tracked, "init", "-q", *form)
        git(tracked, "add", "-A")
        git(tracked, "commit", "-q", "-m", "first")
    except subprocess.CalledProcessError:
        pytest.skip("this git does not write that format")
    assert "can be read" in refused(tracked)


VERSION_1 = "[core]\n\trepositoryformatversion = 1\n"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (f"{VERSION_1}[extensions]\n\tobjectformat = sha256\n", "only repositories with objectformat sha1"),
        (f"{VERSION_1}[extensions]\n\trefstorage = reftable\n", "only repositories with refstorage files"),
        (
            f"{VERSION_1}[extensions]\n\tsurprise = x\n",
            "extension 'surprise' of git's repository format is not supported",
        ),
        ("[core]\n\trepositoryformatversion = 7\n", "version '7' of git's repository format is not supported"),
        ("[core\n", "is damaged"),
        ("\x00\xff[[[", "is damaged"),
    ],
)
def test_a_configuration_of_another_format_is_refused(settings, message, tracked):
    (tracked / ".git" / "config").write_bytes(settings.encode("latin-1"))
    assert message in refused(tracked)
