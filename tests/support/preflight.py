"""Facts and diagnostics of PDF files."""

from __future__ import annotations

import importlib.metadata
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from pypdf.generic import NameObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.pdf import preflight
from pnp.pdf.preflight import reader, rules
from tests.support.foreign import A4, MM, SQUARE, File, Stream, asking, font, form, picture, press_card, saved, sheets

KNOWN = load.print_facts(Diagnostics())
SIZES = {measure.title: measure.extent for measure in (*KNOWN.cards.values(), *KNOWN.papers.values())}
TITLE_FONT = "fontpkg-lilita-one"


def read(file: File | bytes, folder: Path) -> dict[str, Any]:
    """The facts about a file, read in this process."""
    path = saved(file, folder / "file.pdf")
    return preflight.merged(path.stat().st_size, reader.parts(str(path)))


def judge(facts: dict[str, Any], profile: str = "home") -> list[rules.PageDiagnostic]:
    dpi = KNOWN.fine_dpi if profile == "shop" else KNOWN.least_dpi
    return rules.judge(facts, shop=profile == "shop", least_dpi=dpi)


def codes(facts: dict[str, Any], profile: str = "home") -> set[str]:
    return {diagnostic.code for diagnostic in judge(facts, profile)}


# Every diagnostic, made and not made --------------------------------------------------------------------------------


def with_resources(content: bytes, resources: Callable[[File], Any], **entries: Any) -> File:
    file = asking(File())
    file.page(A4, content, resources(file), **entries)
    return file


def text(*, embedded: bool, shown: bool = True) -> File:
    content = b"BT /F 12 Tf (Rhino) Tj ET" if shown else b"BT /F 12 Tf ET"
    return with_resources(content, lambda file: {"Font": {"F": font(file, embedded=embedded)}})


def text_in_a_form() -> File:
    def resources(file: File) -> Any:
        inside = {"Font": {"F": font(file)}}
        return {"XObject": {"X": form(file, b"BT /F 12 Tf [(Rh) 20 (ino)] TJ ET", inside)}}

    return with_resources(b"q 2 0 0 2 0 0 cm /X Do Q", resources)


def pictured_in_a_form() -> File:
    def resources(file: File) -> Any:
        inside = {"XObject": {"I": picture(file, 100, 100)}}
        return {"XObject": {"X": form(file, b"q 0 36 -36 0 0 0 cm /I Do Q", inside, Matrix=[2, 0, 0, 2, 40, 40])}}

    return with_resources(b"q 0.6 0.8 -0.8 0.6 90 90 cm /X Do Q", resources)


def labelled(duplex: str | None) -> File:
    file = sheets(A4, A4, duplex=duplex or "")
    if duplex is None:
        file.root(ViewerPreferences={"PrintScaling": "/None"})
    file.root(PageLabels={"Nums": [0, {"P": "Cards 1 front"}, 1, {"P": "Cards 1 back"}]})
    return file


def bomb(wide: int = 10, deep: int = 8) -> File:
    file = asking(File())
    inner = picture(file, 9, 9)
    for _ in range(deep):
        moves = b"".join(b"q 1 0 0 1 %d 0 cm /X Do Q " % number for number in range(wide))
        inner = form(file, moves, {"XObject": {"X": inner}})
    file.page(A4, b"/X Do", {"XObject": {"X": inner}})
    return file


def with_boxes(**boxes: Any) -> File:
    file = asking(File())
    file.page(A4, **boxes)
    return file


def labelled_without_preferences() -> File:
    file = File()
    file.page()
    return file


def declared(standard: bytes, state: dict[str, Any] | None = None) -> File:
    """A card that declares a PDF/X standard, painted in a graphics state; it contains no profile."""
    file = press_card(b"/S gs " + SQUARE, lambda _: {"ExtGState": {"S": state or {}}})
    if standard == b"PDF/X-4":
        named = b"<x><pdfxid:GTS_PDFXVersion>%s</pdfxid:GTS_PDFXVersion></x>" % standard
        file.root(Metadata=Stream({"Type": "/Metadata", "Subtype": "/XML"}, named))
        return untrapped(file)
    return untrapped(file, standard.decode())


def untrapped(file: File, standard: str = "") -> File:
    """The file with its standard, and with the word that it is not trapped."""
    file.writer.add_metadata({"/GTS_PDFXVersion": standard} if standard else {})
    file.writer._info[NameObject("/Trapped")] = NameObject("/False")
    return file


# What is read off a file -----------------------------------------------------------------------------------------


def page(content: bytes, folder: Path, resources: Callable[[File], Any] = lambda _: {}, **entries: Any) -> Any:
    return read(with_resources(content, resources, **entries), folder)["pages"][0]


def title_font() -> Path:
    """The file of a font that is installed as a package."""
    files = importlib.metadata.files(TITLE_FONT) or []
    return next(Path(str(file.locate())) for file in files if file.suffix == ".ttf")


def drawn_carelessly(path: Path) -> Path:
    """A page that uses no feature for print shops: fonts that are not embedded, pictures in several colour spaces."""
    pdfmetrics.registerFont(TTFont("Lilita", title_font()))
    canvas = Canvas(str(path), pagesize=(300 * MM, 200 * MM), pdfVersion=(1, 6))
    canvas.setTitle("Foreign")
    canvas.drawString(50, 50, "Helvetica")
    canvas.setFont("Lilita", 20)
    canvas.drawString(50, 90, "Lilita")
    photo = io.BytesIO()
    Image.effect_noise((90, 60), 50).convert("CMYK").save(photo, "JPEG")
    canvas.saveState()
    canvas.rotate(20)
    canvas.drawImage(ImageReader(photo), 200, 100, 144, 72)
    canvas.restoreState()
    canvas.drawImage(ImageReader(Image.new("RGB", (40, 40), "red")), 10, 10, 36, 36)
    canvas.showPage()
    canvas.save()
    return path
