"""Kits -> the pictures of README.md and of the pages beside this file: `python docs/pictures.py`, in some minutes.

All of them are drawn from the kits as they are now; nothing in `output/` is read. It needs what the `test` extra
brings and, for the page of `pnp watch` alone, Chromium: without one that picture stays as it was. Names as arguments
draw only those: `python docs/pictures.py hero night`.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import scene
from PIL import Image, ImageColor, ImageDraw, ImageFilter
from scene import Thing

from pnp import pdf
from pnp.cli import main as command
from pnp.diagnostics.diagnostic import Diagnostics
from pnp.graphics import Drawing, Group, Transform
from pnp.graphics.drawing import Use
from pnp.graphics.geometry import Size
from pnp.kit import paths
from pnp.pdf import png
from pnp.pipeline import job
from pnp.pipeline import preview as proofs
from tests.support import chromium
from tests.support import goofspiel as sample

HERE = Path(__file__).parent / "pictures"
GROUND = "#e9e4da"
SHADE = (60, 45, 25)
MM = 25.4
FINER = 3
"""Everything is drawn so many times finer than it is shown, which keeps thin lines."""
MOST_BYTES = 300_000
IN_SCENES = 100
"""The resolution of pieces before they are drawn in perspective, in dpi."""
SMALL, ACROSS, APART = 17.0, 1200, 12
"""Contact sheets: the resolution of their pages, in dpi, their width and the space between pages, in pixels."""
BOX = Size(66.0, 26.0)
"""The width and depth of the closed tuck boxes in a scene, in mm."""

Picture = Image.Image
Cut = Callable[[str, float], Picture]


# What is shown: pieces and pages ----------------------------------------------------------------------------------


class DrawnKit:
    """A kit that is laid out, and its faces as pictures."""

    def __init__(self, name: str) -> None:
        diagnostics = Diagnostics()
        layout = job.lay_out(job.usual_options(paths.data_folder() / name, diagnostics)[0], diagnostics)
        if layout is None:
            raise SystemExit(f"{name} cannot be drawn: {[diagnostic.message for diagnostic in diagnostics]}")
        self.layout, self.context = layout, layout.plan.context
        self.pieces = {piece.id: piece for piece in layout.all_pieces}

    def drawn(self, drawing: Drawing, dpi: float) -> Picture:
        """A drawing cut at its trim."""
        cut = Drawing(drawing.name, drawing.size, (Group((Use(drawing, Transform()),)),))
        data = png.write(pdf.Page(drawing.size, (), cut, drawing.name), self.context.fonts, FINER * dpi)
        return Image.open(io.BytesIO(data)).convert("RGB").reduce(FINER)

    def card(self, id_: str, dpi: float, *, back: bool = False) -> Picture:
        """A card with round corners; `back` shows its other side."""
        piece = self.pieces[id_]
        picture = self.drawn(piece.back if back and piece.back else piece.front, dpi)
        return rounded(picture, self.context.facts.corner * dpi / MM)

    def flat(self, id_: str, dpi: float) -> Picture:
        """A board, a page or a mat as it is cut."""
        return self.drawn(self.pieces[id_].front, dpi).convert("RGBA")

    def round(self, id_: str, dpi: float) -> Picture:
        """A token, cut out."""
        picture = self.flat(id_, dpi)
        return rounded(picture, min(picture.size) / 2)

    def standee(self, id_: str, dpi: float) -> Picture:
        """The upright panel of something to fold."""
        piece = self.pieces[id_]
        width, height = piece.front.size
        tab = self.context.kit.components[piece.component].tab
        k = dpi / MM
        panel = (0.0, height / 2 * k, width * k, (height - tab) * k)
        return rounded(self.flat(id_, dpi).crop(tuple(map(round, panel))), 1.2 * k)

    def laid(self, cut: Cut, id_: str, x: float, y: float, turn: float = 0.0, lift: float = 0.0) -> Thing:
        """A piece flat on the table of a scene, cut out as a card, a board or a token."""
        return Thing(cut(id_, IN_SCENES), x, y, self.pieces[id_].front.size.w, turn, lift=lift)

    def standing(self, id_: str, x: float, y: float) -> Thing:
        """A standee on the table of a scene."""
        return Thing(self.standee(id_, IN_SCENES), x, y, self.pieces[id_].front.size.w, stands=True)

    def box(self, x: float, y: float) -> Thing:
        """The kit's tuck box, closed and upright: its cover on the front, its colour on the sides."""
        spec = self.context.kit.components["tuckbox"]
        colour = ImageColor.getrgb(self.context.colour(spec.colour, spec.at("colour")))
        cover = (
            self.card("extras/title", IN_SCENES)
            if "extras/title" in self.pieces
            else self.flat("rulebook/1", IN_SCENES)
        )
        return Thing(cover, x, y, BOX.w, stands=True, depth=BOX.h, colour=colour[:3])

    def pages_with(self, words: str, count: int, dpi: float) -> list[Picture]:
        """Pages of the rulebook from the one on that has this heading."""
        book = [piece for piece in self.pieces.values() if piece.component == "rulebook"]
        sizes = [max((t.size for t in page.front.texts() if t.text == words), default=0.0) for page in book]
        first = sizes.index(max(sizes))
        return [self.flat(piece.id, dpi) for piece in book[first : first + count]]


kit = cache(DrawnKit)


def rounded(picture: Picture, radius: float) -> Picture:
    """With round corners, what is outside them clear."""
    mask = Image.new("L", tuple(4 * side for side in picture.size), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), 4 * radius, fill=255)
    cut = picture.convert("RGBA")
    cut.putalpha(mask.resize(picture.size, Image.Resampling.LANCZOS))
    return cut


# Arranging --------------------------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A picture with the middle of its place and its turn in degrees."""

    picture: Picture
    x: float
    y: float
    turn: float = 0.0


def table(size: tuple[int, int], laid: list[Laid]) -> Picture:
    """Things on a plain ground, those last laid uppermost, each with a soft shadow."""
    whole = Image.new("RGB", size, GROUND)
    for thing in laid:
        picture = thing.picture.rotate(thing.turn, Image.Resampling.BICUBIC, expand=True)
        at = (round(thing.x - picture.width / 2), round(thing.y - picture.height / 2))
        shadow = Image.new("L", size, 0)
        shadow.paste(picture.getchannel("A").point(lambda v: v * 2 // 5), (at[0] + 2, at[1] + 4))
        whole.paste(SHADE, (0, 0), shadow.filter(ImageFilter.GaussianBlur(4)))
        whole.paste(picture, at, picture)
    return whole


def row(pictures: list[Picture], gap: int = 20) -> Picture:
    """Pictures side by side, their lower edges in one line."""
    height = max(p.height for p in pictures)
    x, laid = gap, []
    for picture in pictures:
        laid.append(Laid(picture, x + picture.width / 2, gap + height - picture.height / 2))
        x += picture.width + gap
    return table((x, height + 2 * gap), laid)


def save(name: str, picture: Picture) -> None:
    """As a PNG of few colours: flat drawings lose little by it."""
    file = HERE / f"{name}.png"
    for colours in (256, 160, 96):
        picture.quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(file, optimize=True)
        if file.stat().st_size < MOST_BYTES:
            break


# The pictures -----------------------------------------------------------------------------------------------------


def cards() -> Picture:
    names = ("moves/swerve", "moves/lunge", "moves/best_at_jousting", "moves/burst_of_speed", "rhinos/stomper")
    return row([kit("rhino").card(name, 74) for name in names])


def hero() -> Picture:
    """A bout of Rhinoceros Joust, with the boxes of the other games behind it."""
    camera = scene.Camera((1600, 900), height=330, back=400, down=34, wide=1.12)
    ground = scene.cloth(camera.size, near=(205, 162, 114), far=(92, 62, 40))
    return scene.photographed(camera, ground, [*_bout(), *_boxes()])


def _bout() -> Iterator[Thing]:
    rhino = kit("rhino")
    yield rhino.laid(rhino.flat, "position-track/track", 0, 98)
    yield rhino.laid(rhino.flat, "score-track/white", -157, 92, 6)
    yield rhino.laid(rhino.flat, "score-track/black", 157, 92, -5)
    for number, name in enumerate(("lunge", "stomp", "charge")):
        yield rhino.laid(rhino.card, f"moves/{name}", 68 * (number - 1), 14, (3, -2, 3)[number])
    for number in range(7):
        yield rhino.laid(partial(rhino.card, back=True), "moves/charge", 158, 14, 2, 1.2 * number)
    for number, name in enumerate(("swerve", "best_at_jousting", "burst_of_speed", "dodge", "stampede"), -2):
        place = (53 * number, -84 - 3 * number**2, -6 * number)
        yield rhino.laid(rhino.card, f"moves/{name}", *place, 0.4 * (number + 2))
    yield rhino.laid(rhino.card, "rhinos/stomper", -172, 0, 10)
    yield rhino.laid(rhino.round, "position-marker/brass", -10, 98, lift=1.5)
    yield rhino.laid(rhino.round, "score-markers/white", -146, 95, lift=1.5)
    yield rhino.laid(rhino.round, "score-markers/black", 125, 99, lift=1.5)
    yield rhino.standing("foldies/stomper", -36, 140)
    yield rhino.standing("foldies/thunderquake", 36, 140)


def _boxes() -> Iterator[Thing]:
    for name, x in (("soaring", -215), ("tilt", -130), ("lists", 130), ("duel", 215)):
        yield kit(name).box(x, 190)


def tilt() -> Picture:
    names = ("horses-gules/gallop", "knights-gules/parry", "aims-azure/left")
    drawn = [kit("tilt").card(name, 66) for name in names]
    return row([*drawn, kit("tilt").flat("target/mat", 42), kit("tilt").standee("standees/azure", 66)])


def soaring() -> Picture:
    names = ("deck/a1", "deck/c3", "deck/e5", "deck/soaring_rhino", "deck/e_downer")
    return row([kit("soaring").card(name, 74) for name in names])


def lists() -> Picture:
    drawn = [kit("lists").card(f"knights/{name}", 70) for name in ("star", "bell", "oak")]
    stands = [kit("lists").standee(f"standees/{name}", 70) for name in ("star", "bell")]
    return row([*drawn, kit("lists").flat("body-board/mat", 40), *stands])


def duel() -> Picture:
    names = ("deck/ace_of_spades", "deck/jack_of_clubs", "deck/queen_of_hearts", "deck/nine_of_diamonds")
    return row([*(kit("duel").card(name, 74) for name in names), kit("duel").card("deck/ace_of_spades", 74, back=True)])


def goofspiel() -> Picture:
    """The game that `add-a-game.md` builds."""
    with tempfile.TemporaryDirectory() as place:
        texts = sample.files()
        texts["kit.yaml"] = texts["kit.yaml"].replace("engine: engine.py\n", "")  # it would have to be allowed to run
        game = DrawnKit(str(sample.write(Path(place) / "goofspiel", texts)))
        drawn = [game.card(name, 74) for name in ("prizes/king", "red-bids/seven", "blue-bids/queen")]
        return row([*drawn, game.card("prizes/king", 74, back=True), game.flat("rulebook/2", 48)])


def night() -> Picture:
    """The same cards by day and by night."""
    names = (("moves/swerve", False), ("rhinos/stomper", False), ("moves/swerve", True))
    drawn = [kit(name).card(id_, 74, back=back) for name in ("rhino", "rhino-night") for id_, back in names]
    return row(drawn)


def sunset() -> Picture:
    """The same cards by day and at sunset."""
    names = (("deck/c4", False), ("deck/soaring_rhino", False), ("deck/c4", True))
    drawn = [kit(name).card(id_, 74, back=back) for name in ("soaring", "soaring-sunset") for id_, back in names]
    return row(drawn)


def rulebook() -> Picture:
    return row(kit("rhino").pages_with("A card", 2, 74))


def preview() -> Picture:
    """What `pnp preview rhino swerve` draws."""
    rhino = kit("rhino")
    page = proofs.card_proof(rhino.context, proofs.named(rhino.pieces.values(), "swerve"))
    data = png.write(page, rhino.context.fonts, 110 * FINER)
    return row([Image.open(io.BytesIO(data)).convert("RGBA").reduce(FINER)])


# Printed sheets, and the page of `pnp watch` ----------------------------------------------------------------------


def quietly(*arguments: str) -> None:
    """A command of pnp, and nothing of what it says."""
    with redirect_stdout(io.StringIO()):
        command.main([*arguments], standalone_mode=False)


@contextmanager
def made(*arguments: str) -> Iterator[Path]:
    """A folder in which a command has put its files; its name is the last argument."""
    with tempfile.TemporaryDirectory() as folder:
        quietly(*arguments, folder)
        yield Path(folder)


def page_of(file: Path, number: int, dpi: float) -> Picture:
    """A page of a PDF, by its number from 1."""
    document = pypdfium2.PdfDocument(file)
    try:
        drawn = document[number - 1].render(scale=FINER * dpi / 72).to_pil()
    finally:
        document.close()
    return drawn.convert("RGBA").reduce(FINER)


def sheets() -> Picture:
    """A sheet of cards, its back, and a sheet of standees."""
    with made("build", "rhino", "--paper", "a4", "--output") as folder:
        placements = json.loads((folder / "manifest.json").read_text("utf-8"))["placements"]
        wanted = (("moves/swerve", "front"), ("moves/swerve", "back"), ("foldies/stomper", "front"))
        found = [next(p for p in placements if (p["piece"], p["side"]) == one) for one in wanted]
        return row([page_of(folder / p["file"], p["page"], 46) for p in found])


def contact(name: str) -> Picture:
    """Every page of a kit on A4, small; of pages that differ only in their labels, such as backs, only the last."""
    with made("build", name, "--paper", "a4", "--output") as folder:
        files = json.loads((folder / "manifest.json").read_text("utf-8"))["files"]
        pages = [page_of(folder / file["path"], n, SMALL) for file in files for n in range(1, file["pages"] + 1)]
    inside = (page.crop((0, page.height // 16, page.width, page.height * 15 // 16)) for page in pages)
    different = {picture.tobytes(): page for picture, page in zip(inside, pages, strict=True)}.values()
    rows: list[list[Picture]] = [[]]
    for page in different:
        if sum(one.width + APART for one in (*rows[-1], page)) > ACROSS:
            rows.append([])
        rows[-1].append(page)
    deep = [max(page.height for page in one) for one in rows]
    laid = []
    for number, one in enumerate(rows):
        x, y = APART, APART + sum(deep[:number]) + number * APART + deep[number] / 2
        for page in one:
            laid.append(Laid(page, x + page.width / 2, y))
            x += page.width + APART
    return table((ACROSS + APART, round(sum(deep) + (len(rows) + 1) * APART)), laid)


def starters() -> Picture:
    """The first sheets of the kits that `pnp new` starts without cards."""
    found = []
    for kind in ("board", "dice", "tokens"):
        with made("new", kind, "--kind", kind) as folder, made("build", str(folder / kind), "--output") as built:
            found.append(page_of(min(built.glob("*-cardstock.pdf")), 1, 46))
    return row(found)


def cutters() -> Picture:
    """A sheet of cards with marks for a Silhouette, its back, a sheet for a ScanNCut, and a picture for a Cricut."""
    found = []
    with made("build", "rhino", "--cutter", "silhouette", "--output") as folder:
        found += [page_of(folder / "rhino-a4-cardstock.pdf", number, 46) for number in (1, 2)]
    with made("build", "rhino", "--cutter", "scanncut", "--output") as folder:
        found.append(page_of(folder / "rhino-a4-cardstock-one-sided.pdf", 1, 46))
    with made("build", "rhino", "--cutter", "cricut", "--only", "moves", "--output") as folder:
        cut = Image.open(min(folder.glob("*.png"))).convert("RGBA")
        scale = 46 / 300
        shown = Image.new("RGBA", found[0].size, "#b9c4cc")
        small = cut.resize((round(cut.width * scale), round(cut.height * scale)))
        shown.paste(small, ((shown.width - small.width) // 2, (shown.height - small.height) // 2), small)
        found.append(shown)
    return row(found)


def calibration() -> Picture:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheet.pdf"
        quietly("calibrate", "--output", str(file))
        return row([page_of(file, number, 62) for number in (1, 2)])


def labels() -> Picture:
    """Cards to break out, the back of such a sheet, and outlined labels without a card."""
    found = []
    with made("build", "rhino", "--paper", "cards-letter", "--only", "moves", "--output") as folder:
        found += [page_of(min(folder.glob("*.pdf")), number, 46) for number in (1, 2)]
    with made(
        "build", "rhino", "--paper", "avery-c32015", "--only", "score-markers", "--marks", "lines", "--output"
    ) as folder:
        found.append(page_of(min(folder.glob("*.pdf")), 1, 46))
    return row(found)


def by_hand() -> Picture:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "test.pdf"
        quietly("calibrate", "--by-hand", "--output", str(file))
        return row([_upper(page_of(file, number, 58), 0.55) for number in (1, 3)])


def job_note() -> Picture:
    with made("build", "rhino", "--job-note", "--output") as folder:
        return row([_upper(page_of(folder / "rhino-a4-job-note.pdf", 1, 66), 0.62)])


def _upper(page: Picture, share: float) -> Picture:
    return page.crop((0, 0, page.width, round(share * page.height)))


def edge_bleed() -> Picture:
    """The left edge of a card without bleed, on larger paper: as it is, mirrored, and stretched."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        mine = Path(place) / "mine"
        mine.mkdir()
        for name, text in EDGED.items():
            (mine / name).write_text(text, "utf-8")
        for bleed in ((), ("--bleed-from", "mirror"), ("--bleed-from", "stretch")):
            with made("build", str(mine), "--paper", "69x94mm", "--margin", "0", *bleed, "--output") as folder:
                page = page_of(min(folder.glob("*.pdf")), 1, 190)
                found.append(page.crop((0, round(0.3 * page.height), page.width // 2, round(0.78 * page.height))))
    return row(found)


EDGED = {
    "kit.yaml": "title: Pines\ncomponents: {cards: {kind: deck, title: Cards, size: euro-poker, face: front}}\n"
    "palette: {night: '#25315c', snow: '#e9eef5', pine: '#2f6f57', moon: '#f2c14e'}\n",
    "cards.yaml": "cards: {pines: {name: Pines}}\n",
    "faces.yaml": """\
faces:
  front:
    elements:
      - {rectangle: [0, 0, 63, 62], fill: night}
      - {rectangle: [0, 62, 63, 26], fill: snow}
      - {circle: [3, 40, 3.5], fill: moon}
      - {polygon: [[0, 52], [11, 62], [0, 62]], fill: pine}
      - {polygon: [[8, 62], [17, 38], [26, 62]], fill: pine}
      - {polygon: [[0, 76], [0, 73], [63, 66], [63, 69]], fill: pine}
""",
}
"""A kit whose face ends at its edge."""


def together() -> Picture:
    """Both sides of a sheet with the cards of two games."""
    with made("build", "rhino", "soaring", "--together", "--output") as folder:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        kits: dict[int, set[str]] = {}
        for one in manifest["placements"]:
            kits.setdefault(one["page"], set()).add(one["piece"].partition("/")[0])
        first = min(page for page, names in kits.items() if len(names) > 1)
        file = folder / manifest["files"][0]["path"]
        return row([page_of(file, number, 46) for number in (first, first + 1)])


def watch() -> Picture | None:
    """The page of a kit in which something is wrong; None without a browser."""
    return _served(MINE, "watch", _shown)


def coverage() -> Picture | None:
    """The page of what the sentences of rhino rest on, at its turn summaries; None without a browser."""
    if chromium.BROWSER is None:
        return None
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "page.html"
        with suppress(SystemExit):
            quietly("check", "rhino", "--coverage-page", str(file))
        with chromium.opened(Path(place) / "profile") as page:
            page.open(file.as_uri(), 1000, 900)
            page(
                "(() => { const one = document.querySelectorAll('section')[2]; "
                "one.querySelector('.shade.proved').dispatchEvent(new MouseEvent('click', { bubbles: true })); "
                "one.scrollIntoView(); scrollBy(0, -90); })()"
            )
            page.screenshot(file.with_suffix(".png"))
        return Image.open(file.with_suffix(".png")).convert("RGB")


def studio() -> Picture | None:
    """A card that is laid out by eye, one step after the other; None without a browser."""
    return _served({}, "studio", _laid_out)


def _served(files: dict[str, str], command: str, show: Callable[[str, Path], Picture]) -> Picture | None:
    """What is shown of a kit that is served; None without a browser."""
    if chromium.BROWSER is None:
        return None
    with tempfile.TemporaryDirectory() as place:
        mine = Path(place) / "my-rhino"
        if files:
            mine.mkdir()
        else:
            quietly("new", str(mine), "--from", "rhino", "--full")
        for name, text in files.items():
            (mine / name).write_text(text, "utf-8")
        serving = [sys.executable, "-u", "-m", "pnp", command, mine.name, "--no-open"]
        with subprocess.Popen(serving, cwd=place, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own program
            try:
                lines = iter(server.stdout or ())
                address = next(word for line in lines for word in line.split() if word.startswith("http:"))
                next(line for line in lines if "drawn in" in line)
                return show(address.rstrip(","), Path(place) / "page.png")
            finally:
                server.terminate()


MINE = {
    "kit.yaml": "extends: rhino\ntitle: Stable Joust\n",
    "faces.yaml": "styles:\n  card-where: {colour: pale}\n",
}
"""An overlay of rhino, some of whose words are too pale to be read."""


def _laid_out(address: str, file: Path) -> Picture:
    """A card with its title chosen, the title dragged into a box that is too small, and the cards as a table."""
    frames = []
    with chromium.opened(file.parent / "profile") as page:
        page.open(address, 1100, 700)
        page.until("view && view.cards.length > 5")
        page("openCard(view.cards.find(card => card.id === 'moves/lunge').key)")
        page.until("canvas.piece !== null")
        page("select(canvas.piece.elements.findIndex(one => one.label === 'name'))")
        for step in (
            "select(canvas.selected)",
            "change({ box: [16, 6, 12, 3] }, chosen())",
            "(dialog.close(), at('component').value = 'moves', openFirstTable())",
        ):
            page(step)
            page.until("at('component').value !== 'moves' || at('table').open")
            page.screenshot(file)
            frames.append(Image.open(file).convert("RGB").resize((825, 525), Image.Resampling.LANCZOS))
    return column(frames)


def column(frames: list[Picture]) -> Picture:
    """Pictures one below the other."""
    gap = 12
    whole = Image.new("RGB", (frames[0].width, sum(one.height + gap for one in frames) - gap), "white")
    for number, one in enumerate(frames):
        whole.paste(one, (0, number * (one.height + gap)))
    return whole


def _shown(address: str, file: Path) -> Picture:
    """The page once the pictures in view have come."""
    drawn = "[...document.querySelectorAll('img[data-near=\"1\"]')].every(one => one.dataset.shown)"
    with chromium.opened(file.parent / "profile") as page:
        page.open(address, 1200, 760)
        page.until("document.querySelectorAll('img[data-shown]').length > 5")
        page.until(drawn)
        page.screenshot(file)
    return Image.open(file).convert("RGB")


DRAWN: dict[str, Callable[[], Picture | None]] = {
    drawing.__name__: drawing
    for drawing in (
        hero, cards, sheets, starters, cutters, rulebook, night, sunset, tilt, soaring, lists, duel, goofspiel,
        calibration, by_hand, labels, edge_bleed, job_note, together, preview, watch, studio, coverage,
    )
}  # fmt: skip
DRAWN |= {
    f"contact-{name}": partial(contact, name)
    for name in ("rhino", "rhino-night", "tilt", "soaring", "soaring-sunset", "lists", "duel")
}


def main(names: list[str]) -> None:
    HERE.mkdir(exist_ok=True)
    for name in names or DRAWN:
        picture = DRAWN[name]()
        if picture is not None:
            save(name, picture)
            size = (HERE / f"{name}.png").stat().st_size // 1000
            sys.stdout.write(f"{name}.png: {picture.width} × {picture.height}, {size} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
