"""Names that some system does not take: of kits, of outputs and in data. A message says so; no error of the system."""

import os

import pytest

from pnp.diagnostics import files
from tests.conftest import RHINO, edit, run
from tests.support import three_cards
from tests.support.names import LONG


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("check", LONG), ("build", LONG), ("watch", LONG), ("play", LONG), ("diff", "rhino", LONG),
        ("build", "rhino", "--output", LONG), ("build", "rhino", "--output", f"a/{LONG}/b"),
        ("build", "rhino", "--output", "a\nb"), ("build", "rhino", "--since", LONG),
        ("export", "rhino", "--output", f"{LONG}.csv"), ("preview", "rhino", "--output", f"{LONG}.png"),
        ("diff", "rhino", "rhino", "--output", LONG), ("new", LONG, "--from", "rhino"),
        ("new", "mine", LONG, "--from", "rhino"), ("calibrate", "--output", LONG), ("schema", "--output", LONG),
        ("replay", "rhino", LONG), ("preflight", LONG), ("play", "rhino", "--log", LONG),
        ("build", "rhino", "--output", "/".join(["x" * 200] * 30)),
    ],
)  # fmt: skip
def test_overlong_arguments_are_refused_in_plain_words(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    result = run(*command)
    assert result.exit_code == 2, result.output
    assert "Error: " in result.output
    assert "Errno" not in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="no folder has such a name there")
@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("x" * 101, "it is 101 bytes long, and the maximum is 100"),
        ("CON", "Windows reserves this name for a device"),
        ("a:b", "Windows allows no : in file names"),
        ("x.", "Windows allows no dot at the end of file names"),
    ],
)
def test_a_kit_whose_files_could_not_be_named_is_refused(small, name, failure):
    folder = small.rename(small.with_name(name))
    for command in ("check", "build", "preview", "export"):
        result = run(command, folder)
        assert result.exit_code == 2
        assert f"is not a valid name for a kit's folder: {failure}; rename the folder" in (result.output)


def test_the_longest_name_of_a_kit_leads_to_names_that_files_can_have(tmp_path):
    folder = three_cards.write(tmp_path / ("x" * files.LONGEST_KIT))
    result = run("build", folder, "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output


@pytest.mark.slow
@pytest.mark.parametrize("key", ["art: ", "face: ", "back: "])
def test_overlong_names_in_data_have_their_place(small, key):
    line = edit(small, "cards.yaml", "    art: swerve.svg", f"    {key}{LONG}")
    result = run("check", small)
    assert result.exit_code == 1
    assert f"cards.yaml:{line}:" in result.stdout
    assert "Errno" not in result.output


def test_a_shipped_kit_has_a_name_for_all_systems():
    assert [path.name for path in RHINO.parent.iterdir() if files.problem(path.name, files.LONGEST_KIT)] == []
