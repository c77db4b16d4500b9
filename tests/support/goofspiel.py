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
name = "pnp-goofspiel"
version = "0.3"

[project.entry-points."pnp.games"]
goofspiel = "pnp_goofspiel"

[project.entry-points."pnp.checks"]
unlucky_name = "pnp_goofspiel.unlucky_name"
"""
PROOF = '''"""A proof with the hooks that the checks of this game call."""

from pnp.rules import Proof
from pnp.rules.proofs import WordsError


def worth(words, traits):
    words.about("worth", "point")
    if words.every("number") not in ((), (traits["value"],)):
        raise WordsError("it has another number")


class GoofspielProof(Proof):
    def observe(self, deck, card):
        return {"value": self.game.values[card]}

    def problems(self):
        return ()

    def tables(self):
        return {}

    def tracks(self):
        return {}

    def boards(self):
        return {}

    def tiles(self, deck, card):
        return None

    def meanings(self):
        return {"worth": worth}


def proof(game):
    return GoofspielProof(game)
'''
PHRASES = """nouns:
  worth: [worth]
fields:
  worth:
    - {traits: {value: 1}, words: "Worth 1 point"}
    - {traits: {value: "{n}"}, words: "Worth {n} points"}
"""
WORDS = '      - {text: "{words.worth}", box: [8, 66, 47.5, 3], style: small}\n'


def files() -> dict[str, str]:
    """The files of the page in their last form, by their names in the kit's folder."""
    found = {block.file: "\n".join(block.lines) + "\n" for block in blocks(text_of(DOCS / "add-a-game.md"))}
    return {name.removeprefix("goofspiel/"): text for name, text in found.items() if name}


def write(folder: Path, texts: dict[str, str]) -> Path:
    """Write files into a new folder; the folder."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def kit(folder: Path) -> Path:
    """Write the kit with its own engine, and with a proof for words on its cards, into a new folder; the folder."""
    texts = files()
    faces = texts["faces.yaml"].replace("faces:\n", "  small: {font: body, size: 7}\nfaces:\n", 1)
    words = {"faces.yaml": faces.replace("  back:\n", f"{WORDS}  back:\n", 1), "phrases.yaml": PHRASES}
    return write(folder, {**texts, **words, "proof.py": PROOF})


def package(rules: str = "card_data/goofspiel/proof.rules") -> dict[str, str]:
    """The files of a package with the game, its data, art and a check. `rules` is the place of its rule file."""
    texts = {name: text for name, text in files().items() if not name.startswith("tests/")}
    code = {"__init__.py": "", "engine.py": texts.pop("engine.py"), rules: texts.pop("proof.rules")}
    texts["kit.yaml"] = texts["kit.yaml"].replace("engine: engine.py", "engine: goofspiel")
    art = "      - {art: shield-of-arms, box: [50, 9, 5, 4]}\n  back:\n"
    texts |= {"faces.yaml": texts["faces.yaml"].replace("  back:\n", art, 1), "shield-of-arms.svg": ART}
    return code | {f"card_data/goofspiel/{name}": text for name, text in texts.items()}


def distribution(folder: Path) -> Path:
    """Write the source of a distribution with the package and a check into a new folder; the folder."""
    code = {f"pnp_goofspiel/{name}": text for name, text in {**package(), "unlucky_name.py": CHECK}.items()}
    return write(folder, {**code, "pyproject.toml": PYPROJECT})
