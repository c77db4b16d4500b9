"""Finished exports read back: how many copies of each piece they have, and the picture of a card at its trim."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

import pypdf
import pypdfium2
from PIL import Image

Files = Mapping[str, bytes]


def data(files: Files, name: str) -> Any:
    return json.loads(files[name])


def picture(files: Files, name: str) -> Image.Image:
    return Image.open(io.BytesIO(files[name])).convert("RGB")


def slug(text: str) -> str:
    """A title as files are named."""
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split())


def wanted(files: Files) -> Counter[str]:
    """The copies of the pieces that are not left out by their titles; the pages of rulebooks by their component."""
    listing = data(files, "export.json")
    found: Counter[str] = Counter()
    for piece in listing["pieces"]:
        component = piece["id"].partition("/")[0]
        if not {component, piece["id"]} & set(listing["left_out"]):
            found[component if component == "rulebook" else slug(piece["title"])] += piece["copies"]
    return +found


def counted(files: Files, target: str) -> Counter[str]:
    """What a finished export has of each piece, by the same names."""
    pages = {slug(one["title"]) for one in data(files, "export.json")["pieces"] if one["id"].startswith("rulebook/")}
    found: Counter[str] = Counter()
    for name, number in READERS[target](files):
        found["rulebook" if name in pages else name] += number
    return found


def _titles(files: Files) -> dict[str, str]:
    return {piece["id"]: slug(piece["title"]) for piece in data(files, "export.json")["pieces"]}


def _book(files: Files) -> Iterator[tuple[str, int]]:
    yield "rulebook", len(pypdfium2.PdfDocument(files["rulebook.pdf"]))


def _png(files: Files) -> Iterator[tuple[str, int]]:
    """A picture is of all copies."""
    copies = {piece["id"]: piece["copies"] for piece in data(files, "export.json")["pieces"]}
    titles = _titles(files)
    for name in files:
        if name.endswith(".png") and not name.endswith("-back.png"):
            yield titles[name.removesuffix(".png")], copies[name.removesuffix(".png")]


def _cgs(files: Files) -> Iterator[tuple[str, int]]:
    yield from _book(files)
    for name in files:
        if name.startswith("decks/"):
            for number, title in re.findall(r"^(\d+) \[\S+\] (.+)$", files[name].decode(), re.MULTILINE):
                yield slug(title), int(number)


def _mpc(files: Files) -> Iterator[tuple[str, int]]:
    titles = _titles(files)
    for name in files:
        if name.endswith(".xml"):
            for card in ET.fromstring(files[name]).iterfind("fronts/card"):  # noqa: S314 - our own
                yield titles[card.findtext("id", "").removesuffix(".png")], len(card.findtext("slots", "").split(","))


def _tts_objects(files: Files) -> Iterator[dict[str, Any]]:
    (name,) = (name for name in files if name.endswith(".json") and name != "export.json")
    waiting = list(data(files, name)["ObjectStates"])
    while waiting:
        thing = waiting.pop()
        yield thing
        waiting.extend(thing.get("ContainedObjects", ()))


def _tts(files: Files) -> Iterator[tuple[str, int]]:
    yield from _book(files)
    for thing in _tts_objects(files):
        if thing["Name"] not in ("DeckCustom", "Custom_PDF", "Custom_Token"):  # a token is the pointer of a dial
            yield slug(thing["Nickname"]), 1


def _tabletopia(files: Files) -> Iterator[tuple[str, int]]:
    yield from _book(files)
    for name in files:
        found = re.fullmatch(r"[^/]+/\d+-(.+?)(?:-x(\d+))?\.png", name)
        if found and not found[1].endswith(("-back", "-pointer")):
            yield found[1], int(found[2] or 1)


def _screentop(files: Files) -> Iterator[tuple[str, int]]:
    yield from _book(files)
    for title, number in re.findall(r"^(?:  \d+\.|\S+\.png:) (.+) × (\d+)$", files["decks.txt"].decode(), re.MULTILINE):
        if not title.endswith(": pointer"):
            yield slug(title), int(number)


def _ttp_templates(files: Files) -> Iterator[dict[str, Any]]:
    for name in sorted(files):
        if "/Templates/" in name:
            yield data(files, name)


def _ttp(files: Files) -> Iterator[tuple[str, int]]:
    for template in _ttp_templates(files):
        if template["Type"] == "Cardboard Figure":
            yield slug(template["Name"]), 1
        for cell in template.get("Indices", ()):
            if not template["Name"].endswith(": pointer"):
                yield slug(template["CardNames"][str(cell)]), 1


def _tgc(files: Files) -> Iterator[tuple[str, int]]:
    titles, calls = _titles(files), {call["name"]: call["params"] for call in data(files, "calls.json")["calls"]}
    for params in calls.values():
        face = params.get("face_id") or params.get("image_id") or params.get("side1_id")
        if face:
            name = calls[face[1:]]["file"].removesuffix(".png")
            yield titles[name.removesuffix("-1") if "side1_id" in params else name], params.get("quantity", 1)


def _dtc(files: Files) -> Iterator[tuple[str, int]]:
    """Labels of pages say the card, the copy and the side."""
    for name in files:
        if name.endswith(".pdf"):
            for label in pypdf.PdfReader(io.BytesIO(files[name])).page_labels[1::2]:
                yield slug(label.rpartition(",")[0].rsplit(" ", 3)[0]), 1


def _dtc_card(files: Files, id_: str, title: str) -> Image.Image:
    """The front of the first copy at its trim, at 300 dpi."""
    name = f"{id_.partition('/')[0]}.pdf"
    labels = pypdf.PdfReader(io.BytesIO(files[name])).page_labels
    number = next(n for n, label in enumerate(labels) if n % 2 and label.startswith(f"{title} "))
    page = pypdfium2.PdfDocument(files[name])[number].render(scale=300 / 72).to_pil().convert("RGB")
    return _inner(page, 744, 1039)


READERS: dict[str, Callable[[Files], Iterator[tuple[str, int]]]] = {
    "png": _png, "card-game-simulator": _cgs, "makeplayingcards": _mpc, "tabletop-simulator": _tts,
    "tabletopia": _tabletopia, "screentop": _screentop, "tabletop-playground": _ttp, "thegamecrafter": _tgc,
    "drivethrucards": _dtc,
}  # fmt: skip


def _cell(sheet: Image.Image, columns: int, rows: int, cell: int) -> Image.Image:
    width, height = sheet.width // columns, sheet.height // rows
    left, top = cell % columns * width, cell // columns * height
    return sheet.crop((left, top, left + width, top + height))


def _inner(image: Image.Image, width: int, height: int) -> Image.Image:
    left, top = (image.width - width) // 2, (image.height - height) // 2
    return image.crop((left, top, left + width, top + height))


def _tts_card(files: Files, _id: str, title: str) -> Image.Image:
    card = next(thing for thing in _tts_objects(files) if thing["Name"] == "Card" and thing["Nickname"] == title)
    key, cell = divmod(card["CardID"], 100)
    sheet = card["CustomDeck"][str(key)]
    return _cell(picture(files, sheet["FaceURL"]), sheet["NumWidth"], sheet["NumHeight"], cell)


def _ttp_card(files: Files, id_: str, title: str) -> Image.Image:
    deck = f"{id_.partition('/')[0]}.png"
    template = next(one for one in _ttp_templates(files) if one["FrontTexture"] == deck)
    cell = next(int(cell) for cell, name in template["CardNames"].items() if name == title)
    (name,) = (name for name in files if name.endswith(f"/Textures/{deck}"))
    return _cell(picture(files, name), template["NumHorizontal"], template["NumVertical"], cell)


def _screentop_card(files: Files, id_: str, title: str) -> Image.Image:
    deck = id_.partition("/")[0]
    text = files["decks.txt"].decode()
    about = re.search(rf"^{deck}\.png: .*, (\d+) columns, (\d+) rows.*\n((?:  .+\n)+)", text, re.MULTILINE)
    assert about
    cell = next(n for n, line in enumerate(about[3].splitlines()) if f" {title} × " in line)
    return _cell(picture(files, f"{deck}.png"), int(about[1]), int(about[2]), cell)


def _tabletopia_card(files: Files, id_: str, title: str) -> Image.Image:
    folder = id_.partition("/")[0]
    name = next(name for name in files if re.fullmatch(rf"{folder}/\d+-{slug(title)}(-x\d+)?\.png", name))
    return picture(files, name)


CARDS: dict[str, Callable[[Files, str, str], Image.Image]] = {
    "png": lambda files, id_, _title: picture(files, f"{id_}.png"),
    "card-game-simulator": lambda files, id_, _title: picture(
        files, f"sets/{id_.partition('/')[0]}/{id_.replace('/', '.')}.png"
    ),
    "makeplayingcards": lambda files, id_, _title: _inner(picture(files, f"{id_}.png"), 744, 1039),
    "tabletop-simulator": _tts_card,
    "tabletopia": _tabletopia_card,
    "screentop": _screentop_card,
    "tabletop-playground": _ttp_card,
    "drivethrucards": _dtc_card,
    "thegamecrafter": lambda files, id_, _title: _inner(picture(files, f"{id_}.png"), 744, 1039),
}
"""The front of a card of 63 × 88 mm at its trim, by the card's id and title."""
