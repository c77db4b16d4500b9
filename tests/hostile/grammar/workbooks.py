"""XLSX workbooks by parts: shared and inline texts, styles, formulas, cells far away, wrong and missing parts."""

from __future__ import annotations

import io
import warnings
import zipfile
from random import Random
from typing import Any

from tests.hostile.grammar import kit
from tests.hostile.grammar.rules import Files, Rules, written

_OOX = "http://schemas.openxmlformats.org"
_DOCUMENT = f"{_OOX}/officeDocument/2006/relationships"
_MAIN = f'xmlns="{_OOX}/spreadsheetml/2006/main" xmlns:r="{_DOCUMENT}"'
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_COLUMNS = ("id", "name", "count", *(f"asides.{letter}" for letter in "abcdefgh"))

RULES: Rules = {
    "types": (
        f'<Types xmlns="{_OOX}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.'
        f'openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_TYPE}.sharedStrings+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/></Types>',
    ),
    "root": (
        f'<Relationships xmlns="{_OOX}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
    "workbook": (
        f'<workbook {_MAIN}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
        f'<workbook {_MAIN}>$bookpr?<sheets>$sheetref$sheetref*</sheets>$names?</workbook>',
    ),
    "bookpr": (
        '<workbookPr date1904="1"/>', '<bookViews><workbookView activeTab="$whole"/></bookViews>', "<workbookPr/>",
    ),
    "sheetref": (
        '<sheet name="S" sheetId="1" r:id="rId1"/>', '<sheet name="S" sheetId="1" r:id="rId1"/>',
        '§<sheet name="$plain" sheetId="$digit" r:id="rId$digit" state="$state"/>', '§<sheet name="S" r:id="rId1"/>',
    ),
    "state": ("visible", "hidden", "veryHidden", "§x"),
    "names": (
        '<definedNames><definedName name="$id">S!$reference</definedName></definedNames>',
        '§<definedNames><definedName name="_xlnm.Print_Area" localSheetId="$digit">$plain</definedName></definedNames>',
    ),
    "links": (
        f'<Relationships xmlns="{_OOX}/package/2006/relationships">$link</Relationships>',
    ),
    "link": (
        f'<Relationship Id="rId1" Type="{_DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{_DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/>'
        f'<Relationship Id="rId3" Type="{_DOCUMENT}/styles" Target="styles.xml"/>',
            f'§<Relationship Id="rId1" Type="{_DOCUMENT}/worksheet" Target="$target"/>',
        f'§<Relationship Id="rId1" Type="{_DOCUMENT}/worksheet" Target="$target" TargetMode="External"/>',
        f'§<Relationship Id="rId1" Type="{_DOCUMENT}/chartsheet" Target="worksheets/sheet1.xml"/>',
        f'§<Relationship Id="rId$digit" Type="{_DOCUMENT}/$id" Target="$target"/>$link',
    ),
    "target": (
        "worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml", "../../../../etc/passwd", "sheet9.xml", "",
        "file:///etc/passwd", "worksheets\\sheet1.xml", "https://example.org/x", "styles.xml", "sharedStrings.xml",
    ),
    "sheet": (
        f"<worksheet {_MAIN}><sheetData>$header$row</sheetData></worksheet>",
        f"<worksheet {_MAIN}><sheetData>$header$row$row*</sheetData></worksheet>",
        f"<worksheet {_MAIN}>$before?<sheetData>$header$row$row*</sheetData>$after*</worksheet>",
        f"§<worksheet {_MAIN}><sheetData>$row*</sheetData></worksheet>", f"§<worksheet {_MAIN}/>",
    ),
    "before": (
        '<dimension ref="A1:$reference"/>', '§<dimension ref="$plain"/>',
        "§<cols><col min='1' max='$number' hidden='1'/></cols>",
        "§<sheetViews><sheetView><pane ySplit='$number' state='frozen'/></sheetView></sheetViews>",
    ),
    "after": (
        '<mergeCells><mergeCell ref="A1:B$digit"/></mergeCells>', '§<mergeCells><mergeCell ref="$plain"/></mergeCells>',
        '<autoFilter ref="A1:$reference"/>', '<hyperlinks><hyperlink ref="A1" r:id="rId9"/></hyperlinks>',
        "<dataValidations/>", "<legacyDrawing r:id='rId7'/>", "§<sheetData>$row</sheetData>",
        "<conditionalFormatting/>",
    ),
    "header": (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>name</t></is></c></row>',
        '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c>'
        '<c r="C1" t="s"><v>0</v></c><c r="D1" t="inlineStr"><is><t>asides.$id</t></is></c></row>',
        "<row>$known</row>", "<row>$known</row>",
        '<row><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>asides.a</t></is></c></row>', "§$row",
    ),
    "known": ("".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in _COLUMNS),),
    "row": (
        '<row r="2"><c r="A2" t="inlineStr"><is><t>ada</t></is></c>'
        '<c r="B2" t="inlineStr"><is><t>Ada</t></is></c></row>',
        '§<row r="$digit"><c r="A$digit" t="inlineStr"><is><t>$id</t></is></c>$cell$cell*</row>',
        "§<row>$cell$cell*</row>", '<row>$word$word$cell*</row>', '<row>$word$word$cell$cell</row>',
        '§<row r="$row_number" hidden="1">$cell*</row>', "<row/>", '§<row r="$row_number"/>',
        '§<row r="$digit$digit">$cell*</row>', "§$cell",
    ),
    "row_number": (
        "3", "$digit", "§0", "§-1", "49999", "50001", "1048576", "§1048577", "§99999999999", "§x", "§", "§2.5",
    ),
    "word": ('<c t="inlineStr"><is><t>$id</t></is></c>',),
    "cell": (
        '<c t="inlineStr"><is><t>$plain</t></is></c>', "<c$where?$style?><v>$value</v></c>",
        '§<c$where? t="$kind"$style?>$inside*</c>', '<c$where? t="s"><v>$shared</v></c>',
        '<c$where? t="s"><v>$shared</v></c>', '<c$where? t="b"><v>$digit</v></c>',
        '<c$where? t="str"><f>$formula</f><v>$plain</v></c>', '<c$where?><f>$formula</f><v>$value</v></c>',
        "§<c$where?><f>$formula</f></c>", '§<c$where? t="e"><v>#DIV/0!</v></c>',
        '§<c$where? t="d"><v>2020-01-01</v></c>',
        '<c$where? t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t>$plain</t></r></is></c>', "<c/>",
        "<c r='A1'/>", '<c$where?><f t="shared" ref="A1:A3" si="$digit">$formula</f><v>1</v></c>',
        '<c$where?><f t="array" ref="$reference">x</f></c>',
    ),
    "where": (' r="B2"', '§ r="$reference"', ' r="$reference"', '§ r="$plain"'),
    "reference": (
        "C2", "A1", "D$digit", "B$digit", "§XFD1", "§GS2", "GR2", "§A1048576", "§XFD1048576", "§XFE1", "§A0", "§AAAA1",
        "§1A", "§$A$1", "§a2",
    ),
    "style": (' s="1"', '§ s="$digit"', '§ s="$number"'),
    "kind": ("n", "s", "b", "e", "d", "str", "inlineStr", "§x", "§"),
    "inside": (
        "<v>$value</v>", "<v/>", "<is><t>$plain</t></is>", "<is/>", "<f/>", "<f>$formula</f>", "§<v>$plain</v>",
        "§$plain",
    ),
    "value": (
        "2", "$digit", "§$number", "$number", "1.0", "1E3", "§1e16", "9999999999999999", "§44000.5", "§-1", "§TRUE",
        "§", " 1 ",
    ),
    "shared": ("0", "1", "2", "§$digit", "§$number", "§x", "§-1", "§"),
    "formula": (
        "1+1", "SUM(A1:A9)", "cmd|' /C calc'!A0", '"x"', "HYPERLINK(&quot;https://x&quot;)", "[1]S!A1", "$plain",
    ),
    "plain": (
        "x", "Ada", "", "$id", "crown.svg", "é 漢字", " x ", "_x000D_\n", "_x0041_", "§_x0000_", "&#10;", "§&#0;",
        "a\nb", "§&#xD800;", "§&x;", "=1+1", "{name}", "§{{ x }}", "1", "1e5", "TRUE", "§\x0b", "asides.a", "count",
        "art", "😀", "§&#x202e;",
        "x" * 30, "§<b/>",
    ),
    "strings": (
        f'<sst {_MAIN}><si><t>asides.a</t></si><si><t>Ada</t></si><si><t>bo</t></si></sst>',
        f'<sst {_MAIN} count="$number"><si><t>count</t></si>$string*</sst>', f"§<sst {_MAIN}/>",
        f"§<sst {_MAIN}>$string*</sst>",
    ),
    "string": (
        "<si><t>x</t></si>", "<si><t>$plain</t></si>", "<si><r><t>$plain</t></r><r><t>$plain</t></r></si>", "<si/>",
        "<t>x</t>", "<si><t xml:space='preserve'> </t><rPh sb='0' eb='1'><t>x</t></rPh></si>",
    ),
    "styles": (
        f'<styleSheet {_MAIN}><numFmts><numFmt numFmtId="164" formatCode="$format"/></numFmts>'
        "<fonts><font/></fonts><fills>"
        f"<fill><patternFill/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/>$xf$xf*</cellXfs></styleSheet>",
        f"§<styleSheet {_MAIN}><cellXfs><xf/>$xf*</cellXfs></styleSheet>", f"§<styleSheet {_MAIN}/>",
    ),
    "format": ("yyyy-mm-dd", "0.00", "@", "[h]:mm", "[Red]0;-0", "", "General", "§$plain"),
    "xf": (
        '<xf numFmtId="14" applyNumberFormat="1"/>', '<xf numFmtId="164"/>', '§<xf numFmtId="$number"/>', "<xf/>",
        '§<xf fontId="$digit"/>',
    ),
}  # fmt: skip

_PARTS = {
    "[Content_Types].xml": "types", "_rels/.rels": "root", "xl/workbook.xml": "workbook",
    "xl/_rels/workbook.xml.rels": "links", "xl/worksheets/sheet1.xml": "sheet", "xl/sharedStrings.xml": "strings",
    "xl/styles.xml": "styles",
}  # fmt: skip


def write(chance: Random) -> Files:
    """A kit whose cards are in a workbook."""
    table: Any = "own.xlsx"
    if chance.random() < 0.05:
        table = {"file": "own.xlsx", "sheet": chance.choice(("S", "T", "", "s", "S!A1"))}
    elements = [{"text": "{asides.a} {count}", "box": [5, 20, 50, 20], "style": "name"}]
    made = kit.files(elements, cards=False, kit={"cards": {"own": table}})
    made["own.xlsx"] = _packed(_parts(chance), chance)
    return made


def _parts(chance: Random) -> list[tuple[str, bytes]]:
    """The parts of a workbook; in one of five, one is left out, is there twice, or has another's content."""
    budget = chance.choice((20, 60, 200))
    parts = [(name, _xml(rule, chance, budget)) for name, rule in _PARTS.items()]
    if chance.random() < 0.1:
        at = chance.randrange(len(parts))
        parts[at : at + 1] = chance.choice(([], [parts[at]] * 2, [(parts[at][0], chance.choice(parts)[1])]))
    if chance.random() < 0.05:
        parts.append(
            (chance.choice(("xl/vbaProject.bin", "../x.xml", "/x", "docProps/core.xml", "x" * 200, "")), b"<x/>")
        )
    return parts


def _xml(rule: str, chance: Random, budget: int) -> bytes:
    encoding = "utf-8" if chance.random() < 0.98 else chance.choice(("utf-16", "latin-1", "ascii"))
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n{written(RULES, rule, chance, budget)}'
    return text.encode(encoding, "xmlcharrefreplace")


def _packed(parts: list[tuple[str, bytes]], chance: Random) -> bytes:
    stream = io.BytesIO()
    method = chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA))
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", method) as packed:
        warnings.simplefilter("ignore")  # about parts that are there twice
        for name, data in parts:
            packed.writestr(zipfile.ZipInfo(name), data, method)
    return stream.getvalue()
