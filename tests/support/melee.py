"""The game of `docs/add-a-game.md`, as a kit with its own engine or as a distribution of its own."""

from __future__ import annotations

from pathlib import Path

from tests.project.test_docs import DOCS, blocks, text_of

ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 7"><rect width="9" height="7" fill="#0a0"/></svg>'
CHECK = '''"""A card whose name begins with a letter that brings bad luck."""

from pnp.checks import diagnostic


def check(context):
    for _, id_, card in context.cards():
        if card.name.startswith("A"):
            yield diagnostic(__name__, card.at("name"), f"{id_} brings bad luck", severity="warning")
'''
PYPROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "pnp-melee"
version = "0.3"

[project.entry-points."pnp.games"]
melee = "pnp_melee"

[project.entry-points."pnp.checks"]
unlucky_name = "pnp_melee.unlucky_name"
"""


def files() -> dict[str, str]:
    """The files of the page in their last form, by their paths in the repository."""
    return {
        block.file: "\n".join(block.lines) + "\n" for block in blocks(text_of(DOCS / "add-a-game.md")) if block.file
    }


def _data() -> dict[str, str]:
    """The data files, with a picture on each card."""
    found = {Path(file).name: text for file, text in files().items() if file.startswith("card_data/melee/")}
    art = "      - {art: shield-of-arms, box: [20, 58, 23, 18]}\n  cover:"
    return found | {"shield-of-arms.svg": ART, "faces.yaml": found["faces.yaml"].replace("  cover:", art)}


def _code(package: str) -> dict[str, str]:
    """The modules of the game, which import each other from a package."""
    found = {Path(file).name: text for file, text in files().items() if file.startswith("pnp/rules/melee/")}
    return {name: text.replace("from pnp.rules.melee.", f"from {package}.") for name, text in found.items()}


def _write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def kit(folder: Path) -> Path:
    """Write a kit with its own engine into a new folder; the folder."""
    code = _code("")
    del code["__init__.py"]
    data = _data()
    data["kit.yaml"] = data["kit.yaml"].replace("engine: melee", "engine: engine.py")
    _write(folder, data | code)
    return folder


def distribution(folder: Path) -> Path:
    """Write the source of a distribution with the game, its data, art and a check into a new folder; the folder."""
    data = {f"pnp_melee/card_data/melee/{name}": text for name, text in _data().items()}
    code = {f"pnp_melee/{name}": text for name, text in _code("pnp_melee").items()}
    _write(folder, data | code | {"pnp_melee/unlucky_name.py": CHECK, "pyproject.toml": PYPROJECT})
    return folder
