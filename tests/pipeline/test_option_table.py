"""The table of options: a row reaches the command line, its help, the API, the limits and the manifest."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

import pnp
from pnp.graphics import inksaver
from pnp.imposition import cuts
from pnp.pdf import Standard
from pnp.pipeline import choices, option_table
from pnp.pipeline.option_table import Choices, CommandLine, Option, rows
from tests.conftest import ROOT
from tests.support import three_cards

ROW = """\
    glue: Annotated[int | None, Option(
        "Width of the flaps to glue.", limits=(2, 9), metavar="MM", not_shop="shops glue with machines"
    )]
"""
FIELD = '    glue: int | None = default("glue")\n'
"""What adds an option to the program: a row of the table, and the field that the pipeline would read."""

PROGRAM = """\
import sys
import pnp.pipeline
pnp.pipeline.__path__.insert(0, sys.argv.pop(1))
"""
Answer = tuple[int, str, str]
"""An exit code, and what was written to the output and as errors."""
LINES = """
import json
from click.testing import CliRunner
import pnp
from pnp.cli import main

answers = []
for line in json.loads(sys.argv[1]):
    if isinstance(line, str):
        try:
            answers.append((0, str(eval(line)), ""))
        except ValueError as error:
            answers.append((1, "", str(error)))
    else:
        done = CliRunner().invoke(main, line)
        answers.append((done.exit_code, done.stdout, done.stderr))
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Answer]]:
    """The program with one more option: a function that runs commands, which are lists, and lines of Python."""
    folder = tmp_path_factory.mktemp("pipeline")
    for name, before, added in (("option_table", "    paper: ", ROW), ("options", "    backs: ", FIELD)):
        text = (ROOT / "pnp" / "pipeline" / f"{name}.py").read_text("utf-8")
        start, found, end = text.partition(before)
        assert found
        (folder / f"{name}.py").write_text(start + added + found + end, "utf-8")

    def run(*lines: str | list[str]) -> list[Answer]:
        command = [sys.executable, "-c", PROGRAM + LINES, str(folder), json.dumps(lines)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return list(map(tuple, json.loads(done.stdout)))

    return run


@pytest.mark.slow
def test_a_row_is_an_option_of_the_command_line_and_of_the_api_and_in_the_manifest(
    program: Callable[..., list[Answer]], tmp_path: Path
) -> None:
    kit, out = str(three_cards.write(tmp_path / "mine")), tmp_path / "out"
    build = ["build", kit, "--output", str(out), "--glue"]
    usage, docs, first, again, other, made = program(
        ["build", "--help"], "pnp.build.__doc__", [*build, "4"], [*build, "4"], [*build, "5"],
        f"pnp.build({kit!r}, glue=4).manifest['options']['glue']",
    )  # fmt: skip
    assert "--glue MM Width of the flaps to glue. [2<=x<=9]" in " ".join(usage[1].split())
    assert "\n    glue: int | None\n    paper: str\n" in docs[1]
    assert first[0] == 0, first
    assert again[1].endswith("(nothing has changed: the files are up to date)\n")
    assert "nothing has changed" not in other[1]
    assert json.loads((out / "manifest.json").read_text("utf-8"))["options"]["glue"] == 5
    assert made == (0, "4", "")


def test_a_row_has_limits_and_is_refused_for_a_shop(program: Callable[..., list[Answer]]) -> None:
    far, near = program(["build", "rhino", "--glue", "1"], "pnp.build('rhino', glue=1)")
    message = "1 is not in the range 2<=x<=9."
    assert (far[0], near) == (2, (1, "", f"glue: {message}"))
    assert f"Error: Invalid value for '--glue': {message}" in far[2]
    message = "not with --profile shop: shops glue with machines"
    shop, api = program(
        ["build", "rhino", "--glue", "3", "--profile", "shop"], "pnp.build('rhino', glue=3, profile='shop')"
    )
    assert (shop[0], api) == (2, (1, "", f"glue: {message}"))
    assert f"Error: Invalid value for '--glue': {message}" in shop[2]


def test_values_are_those_of_what_draws() -> None:
    assert get_args(option_table.Style) == get_args(cuts.Style)
    assert get_args(option_table.Ink) == get_args(inksaver.Ink)
    assert get_args(option_table.Standard) == get_args(Standard)


def test_values_that_the_user_does_not_give_are_those_of_the_record() -> None:
    usual = pnp.BuildOptions._field_defaults
    table = rows(CommandLine)
    assert {name: table[name].default for name in usual} == usual
    assert (usual["backs"], usual["ink_limit"], usual["pages"], usual["bleed"]) == ("long", 300, (), None)


def test_each_row_is_a_field_of_the_record_and_its_text_is_read() -> None:
    table = rows(CommandLine)
    assert {*table} - {"output", "fetch", "workers"} == {*pnp.BuildOptions._fields} - {"kit"}
    with_the_kit = {"paper", "card size", "printer", "icc", "pdf", "folder"}
    assert {option.meaning for option in table.values() if option.meaning} == {*choices.READERS} | with_the_kit


def test_an_option_of_the_command_line_is_where_its_row_places_it() -> None:
    names = list(rows(CommandLine))
    assert names[:3] == ["paper", "output", "profile"]
    added = ("output", "printer", "together", "fetch", "workers")
    assert [name for name in names if name not in added] == list(rows(Choices))


def test_kinds_of_values_are_read_from_types() -> None:
    table = rows(Choices)
    assert table["cutter"].among == get_args(option_table.Cutter)
    assert [name for name, option in table.items() if option.is_list] == ["only", "cards", "ignore"]
    assert [name for name, option in table.items() if option.limits and option.is_whole] == ["copies", "ink_limit"]
    assert option_table.named(recorded=False) == (
        "output", "since", "printer", "underlay", "fetch", "strict", "draft", "workers",
    )  # fmt: skip
    assert Option("", name="all_copies").flag == option_table.flag("all_copies") == "--all-copies"


def test_every_option_that_names_a_file_is_known_as_one():
    named = {name for name, one in option_table.rows(option_table.Choices).items() if "FILE" in (one.metavar or "")}
    assert named == {"icc", "underlay"}
    assert all(option_table.rows(option_table.Choices)[name].is_path for name in named)
