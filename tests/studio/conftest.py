"""Fixtures of tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import SMALL, edit
from tests.support.chromium import Page, opened
from tests.support.studio_page import Studio, studio_of
from tests.support.watching import Site, served


@pytest.fixture
def site(small: Path) -> Iterator[Site]:
    """A kit that a test may change."""
    with served(small) as found:
        yield found


@pytest.fixture(scope="module")
def still() -> Iterator[Site]:
    """A kit that stays as it is."""
    with served(SMALL) as found:
        found.checked()
        yield found


@pytest.fixture(scope="module")
def shut(tmp_path_factory) -> Iterator[Site]:
    """A kit that may be edited, for tests in which everything is refused."""
    kit = shutil.copytree(SMALL, tmp_path_factory.mktemp("kits") / "small")
    with served(Path(kit), edits=True) as found:
        found.checked()
        yield found


@pytest.fixture
def overlay(tmp_path) -> Path:
    """An edition of the small set that says nothing of its own."""
    base = Path(shutil.copytree(SMALL, tmp_path / "kits" / "small"))
    edit(base, "faces.yaml", '{text: "{name}", box: [6, 6, 40, 8]', '{id: title, text: "{name}", box: [6, 6, 40, 8]')
    kit = tmp_path / "kits" / "mine"
    kit.mkdir()
    (kit / "kit.yaml").write_text("extends: ../small\ntitle: Mine\n", "utf-8")
    return kit


@pytest.fixture(scope="session")
def browser(tmp_path_factory) -> Iterator[Page]:
    with opened(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def studio(small: Path, browser: Page) -> Iterator[Studio]:
    """The page of the small set, with a card that is open."""
    with studio_of(small, browser, "moves/swerve") as found:
        yield found
