"""Versions of data: what changes them and what does not."""

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from tests.conftest import edit


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "count: 8", "count: 9"),
        ("rulebook.md", "Keep your hand secret", "Keep your hand hidden"),
        ("rules.yaml", "# Every number", "# Each number"),
    ],
)
def test_any_change_of_the_data_changes_their_version(kit, file, old, new):
    diagnostics = Diagnostics()
    before = paths.data_version(kit, [], diagnostics)
    assert paths.data_version(kit, [], diagnostics) == before
    edit(kit, file, old, new)
    assert paths.data_version(kit, [], diagnostics) != before


def test_what_is_no_data_does_not_change_the_version(kit):
    before = paths.data_version(kit, [], Diagnostics())
    (kit / ".DS_Store").write_bytes(b"x")
    (kit / "cards.yaml~").write_bytes(b"x")
    assert paths.data_version(kit, [], Diagnostics()) == before
