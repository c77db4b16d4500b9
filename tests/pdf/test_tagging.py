"""The structure of finished PDFs, walked with pypdf and pdfium: what is read, as what, and in which order."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any, NamedTuple

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

import pnp
from pnp import pdf
from pnp.graphics.drawing import CUT_LINES, Drawing, Group, Item, Path, Piece, Tag, Text, Use, layer, rectangle
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.imposition import Room, arrange

STOCKS = ("cardstock", "paper")
STANDARD = {
    "Document", "Sect", "Div", "BlockQuote", "H1", "H2", "H3", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH",
    "TD", "Figure", "TOC", "TOCI", "Index",
}  # fmt: skip
WITHIN = {"LI": "L", "Lbl": "LI", "LBody": "LI", "TR": "Table", "TH": "TR", "TD": "TR", "TOCI": "TOC"}
A5 = Size(148, 210)
SQUARE = Path(rectangle(Rect(10, 10, 20, 20)), "#ff0000")


class Node(NamedTuple):
    """An element: its role, its text for readers, its marks as (page, number), what it is made of."""

    role: str
    alt: str
    title: str
    marks: tuple[tuple[int, int], ...]
    kids: tuple[Node, ...]
    raw: Any

    def all(self) -> Iterator[Node]:
        yield self
        for kid in self.kids:
            yield from kid.all()


def tree(reader: pypdf.PdfReader) -> Node:
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}

    def node(reference: Any, parent: Any) -> Node:
        found = reference.get_object()
        assert found.raw_get("/P").idnum == parent.idnum
        kids = found.get("/K", [])
        kids = kids if isinstance(kids, list) else [found.raw_get("/K")]
        number = pages[found.raw_get("/Pg").idnum] if "/Pg" in found else -1
        return Node(
            found["/S"][1:],
            str(found.get("/Alt", "")),
            str(found.get("/T", "")),
            tuple((number, kid) for kid in kids if isinstance(kid, int)),
            tuple(node(kid, reference) for kid in kids if not isinstance(kid, int)),
            found,
        )

    assert reader.root_object["/MarkInfo"]["/Marked"]
    root = reader.root_object.raw_get("/StructTreeRoot")
    return node(root.get_object().raw_get("/K"), root)


def said(document: pypdfium2.PdfDocument) -> dict[tuple[int, int], str]:
    """The text on each mark, as pdfium takes it off the pages, not from inside forms."""
    texts: dict[tuple[int, int], str] = {}
    for number, page in enumerate(document):
        words = page.get_textpage()
        for obj in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1):
            key = (number, pdfium.FPDFPageObj_GetMarkedContentID(obj))
            size = pdfium.FPDFTextObj_GetText(obj, words, None, 0)
            buffer = (ctypes.c_ushort * size)()
            pdfium.FPDFTextObj_GetText(obj, words, buffer, size)
            texts[key] = texts.get(key, "") + bytes(buffer).decode("utf-16le").rstrip("\0")
    return texts


def outline(node: Node, texts: dict[tuple[int, int], str]) -> list[str]:
    """An element and its own, one a line: role, and what is read out."""
    words = "".join(texts.get(mark, "") for mark in node.marks)
    line = " ".join(part for part in (node.role, node.alt or words) if part).strip()
    return [line, *(f"  {inner}" for kid in node.kids for inner in outline(kid, texts))]


def written(*pages: pdf.Page, fonts) -> bytes:
    return pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", pages), fonts)


def page_of(*items: Item, heading: str = "", beside: tuple[Item, ...] = (), name: str = "p/1", **more: Any) -> pdf.Page:
    piece = Piece(name, "p", "Title", Size(60, 60), Drawing("d", Size(60, 60), items), **{"stock": "paper", **more})
    (sheet,) = arrange("grid", [piece], Room(A5, 5), 0)
    return pdf.Page(A5, sheet.front, Drawing("marks", A5, beside), "p", heading)


def read(*pages: pdf.Page, fonts) -> list[str]:
    data = written(*pages, fonts=fonts)
    return outline(tree(pypdf.PdfReader(io.BytesIO(data))), said(pypdfium2.PdfDocument(data)))


def text(words: str, y: float = 10.0, x: float = 5.0, font: str = "body") -> Text:
    return Text(x, y, words, font, 9, "#000000")


# A kit --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=STOCKS)
def file(built, request) -> File:
    return built().file(request.param)


def test_every_element_is_of_a_standard_kind_and_where_it_may_be(file):
    def check(node: Node, parent: str) -> None:
        assert node.role in STANDARD
        assert WITHIN.get(node.role, parent) == parent
        assert (node.role == "Figure") == bool(node.alt)
        assert node.kids or node.marks or node.role in ("TH", "TD")
        assert node.role != "TH" or node.raw["/A"]["/Scope"] == "/Column"
        for kid in node.kids:
            check(kid, node.role)

    root = tree(pypdf.PdfReader(file))
    assert root.role == "Document"
    assert {kid.role for kid in root.kids} == {"Sect"}
    check(root, "")


def test_pages_and_tree_tell_the_same_of_every_mark(file):
    reader = pypdf.PdfReader(file)
    nodes = {(mark): node.raw for node in tree(reader).all() for mark in node.marks}
    parents = reader.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    assert parents[::2] == list(range(len(reader.pages)))
    for number, page in enumerate(reader.pages):
        assert page["/StructParents"] == number
        assert page["/Tabs"] == "/S"
        held = parents[2 * number + 1]
        assert len(held) == sum(1 for at, _ in nodes if at == number)
        for mark, reference in enumerate(held):
            assert reference.get_object() is nodes[number, mark]


def test_forms_hold_no_marks_since_they_are_placed_more_than_once(file):
    for page in pypdf.PdfReader(file).pages:
        for form in page["/Resources"].get("/XObject", {}).values():
            assert b"MCID" not in form.get_object().get_data()
            assert b"Artifact" not in form.get_object().get_data()


def test_every_placed_piece_of_the_game_is_a_figure_that_says_what_is_on_it(built):
    build = built()
    titles = {piece["id"]: piece["title"] for piece in build.manifest["pieces"]}
    figures = [node.alt for node in tree(pypdf.PdfReader(build.file("cardstock"))).all() if node.role == "Figure"]
    placements = build.placements("cardstock")
    assert len(figures) == len(placements)
    for alt, placement in zip(figures, placements, strict=True):
        start = titles[placement["piece"]] + (", back" if placement["side"] == "back" else "")
        assert re.match(re.escape(start) + r"[.!?]", alt)
    swerve = next(alt for alt in figures if alt.startswith("Swerve. "))
    for phrase in ("Gain 1 position.", "If flanked or fleeing.", "flanked: yes.", "chasing: no.", "×8."):
        assert phrase in swerve
    assert swerve.count("Swerve. ") == 1, "its title is on it, but need not be said twice"


def test_sections_are_those_of_the_outline(file):
    reader = pypdf.PdfReader(file)
    assert [sect.title for sect in tree(reader).kids] == [
        entry.title for entry in reader.outline if not isinstance(entry, list)
    ]


# Running text -------------------------------------------------------------------------------------------------


def test_a_folded_book_is_read_in_the_order_of_its_pages(small):
    heads = ["Alpha", "Beta", "Gamma", "Delta"]
    (small / "rulebook.md").write_text("\n\n---\n\n".join(f"# {head}\n\nWords." for head in heads), "utf-8")
    data = pnp.build(small, only=["rulebook"], rulebook="booklet").files["small-a4-rulebook.pdf"]
    texts = said(pypdfium2.PdfDocument(data))
    marks = [mark for node in tree(pypdf.PdfReader(io.BytesIO(data))).all() for mark in node.marks]
    read = "".join(texts.get(mark, "") for mark in marks)
    assert re.findall("|".join(heads), read) == heads


def element_text(function: Any, element: Any) -> str:
    size = function(element, None, 0)
    buffer = ctypes.create_string_buffer(size)
    function(element, buffer, size)
    return buffer.raw.decode("utf-16le").rstrip("\0")


def walked(element: Any) -> Iterator[tuple[str, str, int]]:
    """The marks of an element and its own as pdfium has them, in reading order: role, text for readers, number."""
    role = element_text(pdfium.FPDF_StructElement_GetType, element)
    alt = element_text(pdfium.FPDF_StructElement_GetAltText, element)
    for i in range(pdfium.FPDF_StructElement_CountChildren(element)):
        child = pdfium.FPDF_StructElement_GetChildAtIndex(element, i)
        mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, i)
        if child:
            yield from walked(child)
        elif mark >= 0:
            yield role, alt, mark


def test_a_browser_reads_each_page_whole_and_in_the_order_of_its_text(file):
    """pdfium reads for a widespread browser. What is of other pages it leaves out."""
    ours = {mark: (node.role, node.alt) for node in tree(pypdf.PdfReader(file)).all() for mark in node.marks}
    for number, page in enumerate(pypdfium2.PdfDocument(file)):
        structure = pdfium.FPDF_StructTree_GetForPage(page)
        roots = range(pdfium.FPDF_StructTree_CountChildren(structure))
        found = [one for i in roots for one in walked(pdfium.FPDF_StructTree_GetChildAtIndex(structure, i))]
        pdfium.FPDF_StructTree_Close(structure)
        assert [mark for _, _, mark in found] == list(range(sum(1 for at, _ in ours if at == number)))
        assert [(role, alt) for role, alt, _ in found] == [ours[number, mark] for _, _, mark in found]


# Any drawing --------------------------------------------------------------------------------------------------


def test_texts_without_a_tag_are_paragraphs_and_the_rest_is_decoration(context):
    page = page_of(text("one"), text("two", 15), SQUARE, text("three", 20), heading="Here")
    assert read(page, fonts=context.fonts) == ["Document", "  Sect", "    Div", "      P one two", "      P three"]


def test_roles_that_pdf_does_not_know_are_paragraphs_if_there_are_words_in_them(context):
    page = page_of(Tag("Cell", (SQUARE, text("a")), "1.1"), Tag("Zone", (SQUARE,), "zone"), Tag("Cell", (text("b"),)))
    assert read(page, fonts=context.fonts)[3:] == ["      P a", "      P b"]


def test_pictures_that_nobody_has_described_are_decoration(context):
    message = Drawing("labelled", Size(9, 9), (SQUARE,), alt="A red square")
    worded = Drawing("worded", Size(9, 9), (SQUARE, text("STOP")))
    mute = Drawing("mute", Size(9, 9), (SQUARE,))
    uses = [Use(drawing, Transform.move(0, 10 * n)) for n, drawing in enumerate((message, worded, mute))]
    assert read(page_of(*uses), fonts=context.fonts)[3:] == ["      Figure A red square.", "      Figure STOP."]
    tagged = [Tag("Figure", (use,), alt) for use, alt in zip(uses, ("Mine", "", ""), strict=True)]
    assert read(page_of(*tagged), fonts=context.fonts)[3:] == ["      Figure Mine", "      Figure STOP."]


def test_what_is_in_a_layer_is_read_like_all_else(context):
    page = page_of(*layer(CUT_LINES, [Tag("H1", (text("Cut"),)), SQUARE]), Tag("Artifact", (text("not this"),)))
    assert read(page, fonts=context.fonts)[3:] == ["      H1 Cut"]


def test_paper_that_is_printed_more_than_once_is_read_as_one_figure_each_time(context):
    page = page_of(text("Name"), text("Title", 20), copies=2)
    assert read(page, fonts=context.fonts)[2:] == ["    Figure Title. Name Title."] * 2


def test_cardstock_is_read_as_figures(context):
    page = page_of(Tag("P", (text("Charge!"),)), Tag("Artifact", (text("glue here"),)), stock="cardstock")
    assert read(page, fonts=context.fonts)[2:] == ["    Figure Title. Charge!"]


def test_what_is_said_of_a_figure_stops_where_its_parts_end(context):
    end = 5 + context.fonts.width("bold", "bold", 9)
    lines = tuple(Group((text(line),)) for line in ("It is a", "long line"))
    table = Tag("Table", (row("TH", "A", "B"), row("TD", "1", "2"), row("TD", "3", "2")))
    message = Drawing("labelled", Size(9, 9), (SQUARE, text("unsaid")), alt="A square")
    stands_twice = Tag("P", (text("bold", font="bold"), text("er", x=end)))
    items = (text("Title"), Tag("P", lines), table, Use(message, Transform()), stands_twice, Group((stands_twice,)))
    (figure,) = read(page_of(*items, stock="cardstock"), fonts=context.fonts)[2:]
    assert figure == "    Figure Title. It is a long line. A, B. 1, 2. 3, 2. A square. bolder."


def test_a_word_in_two_fonts_stays_one_word(context):
    end = 5 + context.fonts.width("bold", "bold", 9)
    items = (text("bold", font="bold"), text("er", x=end), text("next", x=end + 20))
    assert read(page_of(Tag("P", items)), fonts=context.fonts)[3:] == ["      P bolder next"]


def test_the_hyphen_of_a_line_in_a_group_of_its_own_is_drawn(context):
    lines = tuple(Group((text(words),), Transform.move(40, y)) for words, y in (("rhi\u00ad", 0), ("noceros", 5)))
    page = pypdf.PdfReader(io.BytesIO(written(page_of(Tag("P", lines)), fonts=context.fonts))).pages[0]
    (hyphen,) = [line for line in page.extract_text().splitlines() if "rhi" in line]
    assert hyphen.strip() in {"rhi\u00ad", "rhi-"}


def row(role: str, *words: str) -> Item:
    cells = tuple(Tag(role, (text(word, x=5 + 20 * n),)) for n, word in enumerate(words))
    return Group((SQUARE, Tag("TR", cells)))


def test_a_table_that_goes_on_on_the_next_page_is_one_table(context):
    pages = [
        page_of(Tag("Table", (row("TH", "A", "B"), row("TD", "1", "2")), "A | B"), name="p/1"),
        page_of(Tag("Table", (row("TD", "3", "4"),), "A | B"), name="p/2"),
        page_of(Tag("Table", (row("TD", "5", "6"),), "A | C"), name="p/3"),
    ]
    lines = [line.strip() for line in read(*pages, fonts=context.fonts)]
    assert lines[3:] == [
        "Table", "TR", "TH A", "TH B", "TR", "TD 1", "TD 2", "TR", "TD 3", "TD 4",
        "Div", "Div", "Div", "P 5", "P 6",
    ], "rows without a head are a table only where they continue one"  # fmt: skip


def test_pictures_set_side_by_side_are_no_table(context):
    message = Drawing("labelled", Size(9, 9), (SQUARE,), alt="A square")
    cells = Tag(
        "TR", (Tag("TD", (Tag("Figure", (Use(message, Transform()),), message.alt),)), Tag("TD", (text("below"),)))
    )
    found = read(page_of(Tag("Table", (Group((cells,)),))), fonts=context.fonts)
    assert [line.strip() for line in found[3:]] == ["Div", "Div", "P", "Figure A square", "P below"]


def test_an_empty_page_and_an_empty_tag_leave_nothing_behind(context):
    empty = pdf.Page(A5, (), Drawing("none", A5, ()), "p")
    assert read(empty, page_of(Tag("P", ()), Tag("L", ())), page_of(text("x")), fonts=context.fonts)[2:] == [
        "    Div", "      P x",
    ]  # fmt: skip


def test_what_stands_beside_the_pieces_is_read_if_it_is_no_mark(context):
    page = pdf.Page(A5, (), Drawing("sheet", A5, (text("Measure me"), SQUARE)), "p")
    assert read(page, fonts=context.fonts) == ["Document", "  Sect", "    P Measure me"]
