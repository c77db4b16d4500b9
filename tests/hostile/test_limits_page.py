"""docs/limits.md names every limit with the number that the program has."""

import ast
import importlib
import re
from pathlib import Path

import pytest

import pnp

ROOT = Path(pnp.__file__).parent
PAGE = ROOT.parent / "docs" / "limits.md"
ROWS = re.findall(r"^\| .* \| ([\d,]+) \| `([\w.]+)\.(\w+)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
ELSEWHERE = {"pnp.components.elements.tiles.MAX_TILES"}
"""Limits of layout, not of what a kit may cost; docs/data.md has them."""


def test_the_page_has_the_programs_numbers():
    numbers = {f"{module}.{name}": int(number.replace(",", "")) for number, module, name in ROWS}
    assert len(numbers) > 50
    assert numbers == {f"{module}.{name}": getattr(importlib.import_module(module), name) for _, module, name in ROWS}


@pytest.mark.slow
def test_the_page_has_every_limit():
    found = set()
    for path in ROOT.rglob("*.py"):
        module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.parse(path.read_text("utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            names = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            found |= {f"{module}.{name}" for name in names if name.startswith("MAX_")}
    assert found - ELSEWHERE <= {f"{module}.{name}" for _, module, name in ROWS}
