"""Fixtures of tests of this folder."""

from __future__ import annotations

import shutil

import pytest

from pnp.kit import paths


@pytest.fixture
def lists(tmp_path):
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")
