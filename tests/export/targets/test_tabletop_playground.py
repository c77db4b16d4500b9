"""Tabletop Playground: templates by its schema, indices that point into their sheets, and counts.

The program's schema has no licence and is not kept here. `PNP_TTP_SCHEMA`, the path of its `schema.json`, makes the
tests use it too.
"""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image

INDEX, NAME = {"type": "integer", "minimum": -3}, {"type": "string"}
BASE = {
    "type": "object",
    "required": ["Type", "GUID", "Name", "Metadata", "CollisionType", "SurfaceType", "Models", "Tags"],
    "properties": {
        "GUID": {"type": "string", "pattern": "^[0-9A-F]{32}$"},
        "CollisionType": {"enum": ["Regular", "Ground", "Penetrable", "Static"]},
        "SurfaceType": {"enum": ["Plastic", "Wood", "Metal", "Cardboard", "Cloth", "Glass", "Silent"]},
        "FrontTexture": {"type": "string", "minLength": 1},
    },
}
CARD: dict[str, Any] = {
    "required": ["FrontTexture", "BackIndex", "HiddenIndex", "Indices", "CardNames", "CardMetadata", "CardTags"],
    "properties": {
        "Type": {"const": "Card"},
        "BackIndex": INDEX,
        "HiddenIndex": INDEX,
        "NumHorizontal": {"type": "integer", "minimum": 1, "maximum": 128},
        "NumVertical": {"type": "integer", "minimum": 1, "maximum": 128},
        "Indices": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}},
        "Model": {"anyOf": [{"enum": ["Rounded", "Square", "Round", "Hexagonal"]}, {"pattern": r"\.png$"}]},
        "Width": {"type": "number", "minimum": 0.1},
        "Height": {"type": "number", "minimum": 0.1},
        "Thickness": {"type": "number", "minimum": 0.01},
        "CardNames": {"type": "object", "additionalProperties": NAME},
    },
}
FIGURE: dict[str, Any] = {
    "required": ["FrontTexture", "BackTexture"],
    "properties": {"Type": {"const": "Cardboard Figure"}, "Models": {"type": "array", "minItems": 1}},
}
"""The keys that are written here."""


@pytest.fixture
def files(made) -> dict[str, bytes]:
    return made("tabletop-playground")


@pytest.fixture
def templates(files) -> list[dict]:
    return [json.loads(data) for name, data in files.items() if name.startswith("small/Templates/")]


def test_templates_have_the_keys_of_the_schema(templates, files):
    for template in templates:
        jsonschema.validate(template, BASE)
        jsonschema.validate(template, CARD if template["Type"] == "Card" else FIGURE)
        assert f"small/Templates/{template['GUID']}.json" in files
    manifest = json.loads(files["small/manifest.json"])
    assert manifest.keys() == {"Name", "Version", "GUID"}
    ids = [template["GUID"] for template in templates]
    assert len({manifest["GUID"], *ids}) == len(ids) + 1


def test_templates_are_valid_by_the_programs_own_schema(templates):
    path = os.environ.get("PNP_TTP_SCHEMA")
    if not path:
        pytest.skip("PNP_TTP_SCHEMA is not set")
    schema = json.loads(Path(path).read_text("utf-8"))
    for template in templates:
        kind = "CardTemplate" if template["Type"] == "Card" else "FigureTemplate"
        jsonschema.validate(template, {**schema, "$ref": f"#/definitions/{kind}"})
        assert template.keys() <= schema["definitions"][kind]["properties"].keys()


def test_indices_point_into_their_sheets(templates, files):
    for template in (one for one in templates if one["Type"] == "Card"):
        columns, rows = template["NumHorizontal"], template["NumVertical"]
        assert max(template["Indices"]) < columns * rows
        assert {str(cell) for cell in template["Indices"]} == template["CardNames"].keys()
        front = Image.open(io.BytesIO(files[f"small/Textures/{template['FrontTexture']}"]))
        assert front.width % columns == front.height % rows == 0
        assert max(front.size) <= 4096
        shape = front.width / columns / (front.height / rows)
        assert shape == pytest.approx(template["Width"] / template["Height"], rel=0.07)
        if template["BackIndex"] == -3:
            back = Image.open(io.BytesIO(files[f"small/Textures/{template['BackTexture']}"]))
            assert back.size == front.size
        assert (template["BackIndex"] == -1) is (template["BackTexture"] == "")


def test_every_texture_is_used_and_there(templates, files):
    used = {one[key] for one in templates for key in ("FrontTexture", "BackTexture") if one[key]}
    assert {f"small/Textures/{name}" for name in used} == {name for name in files if "/Textures/" in name}


def test_there_are_as_many_of_each_as_the_kit_has(templates, files):
    listed = json.loads(files["export.json"])
    wanted, found = Counter(), Counter()
    for piece in listed["pieces"]:
        if piece["id"].partition("/")[0] not in listed["left_out"]:
            wanted[piece["title"]] += piece["copies"]
    for template in templates:
        for cell in template.get("Indices", ()):
            found[template["CardNames"][str(cell)]] += 1
        if template["Type"] == "Cardboard Figure":
            found[template["Name"]] += 1
    assert {title: number for title, number in found.items() if not title.endswith(": pointer")} == +wanted


def test_cards_have_round_corners_boards_none_and_tokens_are_round(templates):
    models = {template["Name"]: template["Model"] for template in templates if template["Type"] == "Card"}
    by_name = {template["Name"]: template for template in templates}
    assert models["Move cards"] == "Rounded"
    assert by_name["Move cards"]["Width"] == 6.3
    assert {name for name, model in models.items() if model == "Round"} == {
        f"{name}, {colour}" for name in ("Score markers", "Speed dials") for colour in ("black", "white")
    } | {"Injury markers, black"}
    (board,) = [one for one in templates if one["CollisionType"] == "Ground" and one["Width"] > 30]
    assert board["Model"] == "Square"
    assert {template["HiddenInHand"] for template in templates if template["Type"] == "Card"} == {True, False}
    assert (by_name["Move cards"]["HiddenInHand"], board["HiddenInHand"]) == (True, False)
    assert (board["Width"], board["Height"]) == (34.5, 10.1)
