"""`pnp show`: the merged data, with places."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.sources.yaml import parse
from tests.conftest import run
from tests.support.new import made


@pytest.mark.slow
def test_show_tells_where_each_value_of_a_card_comes_from(tmp_path):
    kit = made(tmp_path)
    (kit / "cards.yaml").write_text("moves:\n  swerve: {count: 9}\n", "utf-8")
    result = run("show", kit, "swerve")
    assert result.exit_code == 0
    shown = [re.sub(" +", " ", line).strip() for line in result.output.splitlines()]
    assert shown[:6] == [
        "# cards.yaml", "moves:", "swerve:", "name: Swerve # rhino/cards.yaml:6", "count: 9 # stable/cards.yaml:2",
        "art: swerve.svg # rhino/cards.yaml:8",
    ]  # fmt: skip
    assert "# effect: Gain 1 position # rhino/phrases.yaml:27" in shown


@pytest.mark.parametrize("base", ["soaring", "rhino-de"])
def test_what_is_shown_reads_back_as_the_same_data(base):
    folder = paths.data_folder() / base
    for file, node in load.merged(folder, Diagnostics()).items():
        diagnostics = Diagnostics()
        again = parse(run("show", base, "--file", file).output, file, diagnostics)
        assert list(diagnostics) == []
        assert again.plain() == node.plain()


def test_show_as_json_has_every_value_with_its_place(tmp_path):
    kit = made(tmp_path)
    shown = json.loads(run("show", kit, "--format", "json").output)
    assert [Path(layer).name for layer in shown["layers"]] == ["stable", "rhino"]
    (title,) = [v for v in shown["values"] if v["file"] == "kit.yaml" and v["path"] == ["title"]]
    assert (title["value"], Path(title["from"]), title["column"]) == ("stable", kit / "kit.yaml", 8)
    assert {"file": "rules.yaml", "path": ["target_score"], "value": 3}.items() <= next(
        v for v in shown["values"] if v["path"] == ["target_score"]
    ).items()
    one = json.loads(run("show", kit, "swerve", "--format", "json").output)["values"]
    assert {tuple(value["path"][:2]) for value in one} == {("moves", "swerve")}
