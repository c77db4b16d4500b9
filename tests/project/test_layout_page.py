"""The examples of docs/layout.md: each is a kit without errors, and its picture shows what it prints."""

import importlib.util
import re

import pytest
from PIL import Image

from tests.conftest import ROOT
from tests.support import look


def _script():
    spec = importlib.util.spec_from_file_location("layout_page", ROOT / "docs" / "layout.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()
EXAMPLES = SCRIPT.examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_what_its_picture_shows(name):
    kept = Image.open(SCRIPT.PICTURES / f"{name}.png").convert("RGB")
    now = SCRIPT.picture(EXAMPLES[name])
    assert look.compared(kept, now)[0] == "", f"run `python docs/layout.py {name}`"


def test_every_picture_is_of_an_example_and_follows_it():
    text = SCRIPT.PAGE.read_text("utf-8")
    shown = re.findall(r"```\n\n!\[[^\]]+\]\(pictures/layout/([\w-]+)\.png\)", text)
    assert shown == list(EXAMPLES)
    assert {path.stem for path in SCRIPT.PICTURES.glob("*.png")} == set(EXAMPLES)


def test_a_faulty_example_is_not_drawn():
    faulty = {
        "faces.yaml": "faces:\n  card:\n    elements:\n      - {text: '{nmae}', box: [5, 5, 50, 9], style: body}\n"
    }
    with pytest.raises(ValueError, match="4: there is no field 'nmae'"):
        SCRIPT.picture(faulty)


def test_a_file_without_a_name_is_refused(tmp_path, monkeypatch):
    page = tmp_path / "layout.md"
    page.write_text("<!-- example: odd -->\n```yaml\nfaces: {}\n---\ncards: {}\n```\n", "utf-8")
    monkeypatch.setattr(SCRIPT, "PAGE", page)
    with pytest.raises(ValueError, match="example odd: after --- comes the name of a file"):
        SCRIPT.examples()
