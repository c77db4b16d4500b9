"""The examples of layout.md -> their pictures in pictures/layout: `python docs/layout.py`, or with names only these.

An example is a block of YAML after a comment `<!-- example: NAME -->`. It is a `faces.yaml` with a face `card`. Further
files follow it, each after a line `---` and a line with the file's name as a comment, `# cards.yaml`. Files that an
example leaves out are those of `USUAL`; its `kit.yaml` is added to the usual one. Pictures come from `drawings`.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from pnp import pdf
from pnp.diagnostics import Diagnostics
from pnp.export.pictures import cut_corners, cut_to
from pnp.graphics import Drawing, Group, Piece, Transform
from pnp.graphics.drawing import RECTANGLE, Use
from pnp.pdf import png
from pnp.pipeline import job

HERE = Path(__file__).parent
PAGE = HERE / "layout.md"
PICTURES = HERE / "pictures" / "layout"
DRAWINGS = PICTURES / "drawings"

GROUND = "#e9e4da"
DPI, FINER, GAP = 74, 3, 14
"""Pixels per inch, how many times finer the faces are drawn first, and the pixels between them."""
MOST = 6
"""Faces in a row."""

_EXAMPLE = re.compile(r"<!-- example: ([\w-]+) -->\n+```yaml\n(.*?)```", re.DOTALL)
_FILE = re.compile(r"# ([\w-]+\.(?:yaml|md|csv))\n")

USUAL_KIT = {
    "title": "An example",
    "components": {"cards": {"kind": "deck", "title": "Cards", "size": "poker", "face": "card"}},
}
USUAL_CARDS = """\
cards:
  wolf: {name: Wolf, count: 3, art: wolf.svg, asides: {type: beast, rarity: common, text: Howl. All foes step back.}}
  queen: {name: The Queen, art: queen.svg, asides: {type: person, rarity: rare, text: Draw two cards.}}
"""


def examples() -> dict[str, dict[str, str]]:
    """The files of each example, by the example's name."""
    found = {}
    for name, block in _EXAMPLE.findall(PAGE.read_text("utf-8")):
        first, *others = re.split(r"^---\n", block, flags=re.MULTILINE)
        files = {"faces.yaml": first}
        for part in others:
            named = _FILE.match(part)
            if named is None:
                raise ValueError(f"example {name}: after --- comes the name of a file, as in '# cards.yaml'")
            files[named[1]] = part[named.end() :]
        found[name] = files
    return found


def write_kit(folder: Path, files: dict[str, str]) -> None:
    """Write an example's kit into a folder."""
    own: dict[str, Any] = yaml.safe_load(files.get("kit.yaml", "")) or {}
    table = "cards" in own or "cards.csv" in files
    cards = {} if table else {"cards.yaml": USUAL_CARDS}
    kit = {"kit.yaml": yaml.safe_dump({**USUAL_KIT, **own}, sort_keys=False)}
    for name, text in {**cards, **files, **kit}.items():
        (folder / name).write_text(text, "utf-8")
    used = " ".join(path.read_text("utf-8") for path in folder.iterdir())
    for drawing in DRAWINGS.iterdir():
        if drawing.name in used:
            shutil.copy(drawing, folder)


def lay_out(folder: Path) -> job.Layout:
    """The example's layout. Raises ValueError with the diagnostics of a kit with errors or warnings."""
    diagnostics = Diagnostics()
    options = job.usual_options(folder, diagnostics)
    layout = job.lay_out(options[0], diagnostics) if options else None
    said = [f"{one.span.line}: {one.message}" for one in diagnostics if one.severity != "note"]
    if layout is None or said:
        raise ValueError("\n".join(said))
    return layout


def picture(files: dict[str, str]) -> Image.Image:
    """The fronts of an example's cards in a row, and the backs if they have any."""
    with tempfile.TemporaryDirectory() as folder:
        write_kit(Path(folder), files)
        layout = lay_out(Path(folder))
        pieces = [piece for piece in layout.all_pieces if piece.component in layout.plan.context.kit.components][:MOST]
        fronts = [_drawn(layout, piece, piece.front) for piece in pieces]
        backs = {id(piece.back): _drawn(layout, piece, piece.back) for piece in pieces if piece.back}
    return _row([*fronts, *backs.values()][:MOST])


def _drawn(layout: job.Layout, piece: Piece, side: Drawing) -> Image.Image:
    """A side of a card, cut along its shape, or at its trim with its corners rounded."""
    cut = Drawing(side.name, side.size, (Group((Use(side, Transform()),)),))
    data = png.write(pdf.Page(side.size, (), cut, side.name), layout.plan.context.fonts, FINER * DPI)
    drawn = Image.open(io.BytesIO(data)).convert("RGB")
    rounded = cut_corners(drawn, round(piece.radius * FINER * DPI / 25.4))
    clear = rounded if piece.shape == RECTANGLE else cut_to(drawn, piece)
    ground = Image.new("RGB", drawn.size, GROUND)
    ground.paste(drawn, mask=clear.getchannel("A"))
    return ground.reduce(FINER)


def _row(faces: list[Image.Image]) -> Image.Image:
    width = sum(face.width for face in faces) + GAP * (len(faces) + 1)
    height = max(face.height for face in faces)
    whole, x = Image.new("RGB", (width, height + 2 * GAP), GROUND), GAP
    for face in faces:
        whole.paste(face, (x, GAP + (height - face.height) // 2))
        x += face.width + GAP
    return whole


def main(names: list[str]) -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, files in examples().items():
        if not names or name in names:
            drawn = picture(files).quantize(256, kmeans=2, dither=Image.Dither.NONE)
            drawn.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
