"""The folder of the schemas, and the first lines of data files that lead there."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import modeline, paths
from pnp.pipeline import known_names, schema_folder, schemas
from tests.conftest import ROOT, run
from tests.support.new import MODELINE

SHARED = {
    "card_data/papers.yaml": "papers",
    "card_data/common/palette.yaml": "palette",
    "card_data/common/styles.yaml": "styles",
    "fonts/fonts.yaml": "fonts",
}


OURS = ROOT / "docs" / "schemas"
"""The schemas that the shipped data files name."""


def first_lines(kit) -> set[str]:
    return {path.read_text("utf-8").partition("\n")[0] for path in kit.glob("*.yaml")}


def repository(folder):
    (folder / ".git").mkdir(parents=True)
    return folder


# This repository ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_schemas_of_this_repository_are_those_that_the_program_writes(update_golden):
    folder = OURS
    if update_golden:
        for name, text in schemas.files().items():
            (folder / name).write_bytes(text.encode())
    written = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    assert written.keys() == schemas.files().keys()
    differ = [name for name, text in schemas.files().items() if written[name] != text]
    assert differ == [], "run `pnp schema --output docs/schemas`"


def expected() -> dict[str, str]:
    """The name of the schema of each shipped data file, by path."""
    common = {path.relative_to(ROOT).as_posix(): path.name for path in (ROOT / "card_data" / "common").glob("*.yaml")}
    kinds = {
        **{path: "sheets" for path, name in common.items() if name.startswith("sheets.")},
        **{path: "vouched-common" for path, name in common.items() if name.startswith("vouched.")},
        **SHARED,
    }
    found = {path: schemas.file_name(kind) for path, kind in kinds.items()}
    for kit in paths.kit_names():
        names = known_names.read(ROOT / "card_data" / kit, Diagnostics())
        found |= {f"card_data/{kit}/{file}": one.file_name for file, one in schemas.of_kit(names).items()}
    return found


@pytest.mark.slow
def test_every_shipped_data_file_names_its_schema():
    names = expected()
    for path in [*(ROOT / "card_data").rglob("*.yaml"), *(ROOT / "fonts").rglob("*.yaml")]:
        places = schema_folder.relative(OURS, path.parent)
        line = modeline.line(names[path.relative_to(ROOT).as_posix()], places)
        assert path.read_text("utf-8").partition("\n")[0] == line, path


# New kits ----------------------------------------------------------------------------------------------------


def test_the_kits_of_a_repository_share_their_schemas(tmp_path):
    top = repository(tmp_path / "games")
    for name in ("one", "two"):
        result = run("new", name, top / "kits")
        assert result.exit_code == 0, result.output
        assert "schemas for editors: ../../schemas" in result.output
        kit = top / "kits" / name
        assert not (kit / "schemas").exists()
        assert f"{MODELINE}../../schemas/kit.schema.json" in first_lines(kit)
        assert all((kit / line.removeprefix(MODELINE)).is_file() for line in first_lines(kit))


def test_schemas_that_a_repository_has_are_used_and_never_overwritten(tmp_path):
    top = repository(tmp_path / "games")
    folder = top / "kits" / "schemas"
    folder.mkdir(parents=True)
    (folder / "kit.schema.json").write_text("mine", "utf-8")
    assert run("new", "one", top / "kits").exit_code == 0
    assert f"{MODELINE}../schemas/kit.schema.json" in first_lines(top / "kits" / "one")
    assert (folder / "kit.schema.json").read_text("utf-8") == "mine"
    assert (folder / "cards.schema.json").is_file()
    assert not (top / "schemas").exists()


@pytest.mark.parametrize("foreign", [False, True])
def test_a_kit_has_its_own_schemas_if_it_cannot_share_them(foreign, tmp_path):
    top = tmp_path / "games"
    if foreign:
        (repository(top) / "schemas").mkdir()
    assert run("new", "one", top).exit_code == 0
    assert f"{MODELINE}schemas/kit.schema.json" in first_lines(top / "one")
    assert (top / "one" / "schemas" / "kit.schema.json").is_file()
    assert not foreign or list((top / "schemas").iterdir()) == []


def test_a_copy_of_a_shipped_kit_names_the_schemas_once(tmp_path):
    top = repository(tmp_path / "games")
    assert run("new", "one", top, "--from", "soaring", "--full").exit_code == 0
    text = (top / "one" / "cards.yaml").read_text("utf-8")
    assert text.startswith(f"{MODELINE}../schemas/cards-soaring.schema.json\n")
    assert text.count(MODELINE) == 1
