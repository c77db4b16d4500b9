"""Data files in a kit's folder that are not read are reported by name."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostic
from pnp.kit.load import KIT_FILES
from pnp.kit.unread import unread
from tests.conftest import run
from tests.support import three_cards


@pytest.fixture
def kit(tmp_path):
    return three_cards.write(tmp_path / "mine")


def _only(kit) -> Diagnostic:
    (found,) = unread(kit, KIT_FILES)
    return found


@pytest.mark.parametrize("name", ["papers.yaml", "palette.yaml", "styles.yaml", "papers.yml"])
def test_a_shared_file_in_a_kit_is_an_error(kit, name):
    (kit / name).write_text("{}")
    found = _only(kit)
    assert (found.severity, found.span.file) == ("error", str(kit / name))
    assert found.message == f"{name} is not read: it is a file of the program, and kits cannot replace it"
    assert found.hints
    assert ("whose place 'pnp list' shows" in found.hints[0]) == name.startswith("papers")


@pytest.mark.parametrize(
    ("name", "meant"), [("ruling.yaml", "rulings.yaml"), ("cards.yml", "cards.yaml"), ("Face.yaml", "faces.yaml")]
)
def test_a_misspelt_name_is_a_warning_with_the_right_one(kit, name, meant):
    (kit / name).write_text("{}")
    found = _only(kit)
    assert found.severity == "warning"
    assert found.hints[0].startswith(f"did you mean {meant}?")


@pytest.mark.parametrize("name", ["fonts.yaml", "vouched.yaml", "sheets.en.yaml", "ideas.yaml", "papers.md"])
def test_other_files_are_none_of_its_business(kit, name):
    (kit / name).write_text("{}")
    assert unread(kit, KIT_FILES) == []


def test_it_keeps_a_kit_from_being_built_and_hides_no_other_error(kit, tmp_path):
    (kit / "papers.yaml").write_text("papers: {}")
    (kit / "cards.yaml").write_text("all: {long: {name: Far too long a name to fit the box of this card, count: 1}}")
    result = run("check", kit)
    assert result.exit_code == 1
    assert "papers.yaml:1:1: error[unread-file]: papers.yaml is not read" in result.stdout
    assert "error[text-overflow]" in result.stdout
    built = run("build", kit, "--output", tmp_path / "out")
    assert built.exit_code == 1
    assert not (tmp_path / "out").exists()
