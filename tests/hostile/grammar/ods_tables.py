"""ODS workbooks by parts: repeated rows and cells, merged and hidden ones, styles, errors, wrong and missing parts."""

from __future__ import annotations

import io
import zipfile
from random import Random

from tests.hostile.grammar import kit
from tests.hostile.grammar.rules import Files, Rules, written

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "style", "table", "text"))
_ALL = f'{_NAMES} xmlns:fo="{_OASIS}:xsl-fo-compatible:1.0"'
_COLUMNS = ("id", "name", "count", "asides.a", "asides.b", "traits.a")

RULES: Rules = {
    "content": (
        f"<office:document-content {_ALL}><office:automatic-styles>$style*</office:automatic-styles><office:body>"
        "<office:spreadsheet>$sheet$other*</office:spreadsheet></office:body></office:document-content>",
        f"§<office:document-content {_ALL}><office:body><office:text/></office:body></office:document-content>",
    ),
    "sheet": ('<table:table table:name="S">$column?$header$line$line*</table:table>',),
    "other": ('<table:table table:name="$plain">$line*</table:table>', "§$sheet", "<table:named-expressions/>"),
    "style": (
        '<style:style style:name="$key" style:family="$family" style:parent-style-name="$key">'
        "<style:text-properties $font/></style:style>",
        '§<style:style style:name="$key"/>',
    ),
    "family": ("text", "text", "table-cell", "§x"),
    "font": (
        'fo:font-weight="bold"', 'fo:font-style="italic"', 'style:text-position="super 58%"',
        'style:text-line-through-style="solid"', '§style:text-position="$number"', '§fo:font-weight="$plain"',
    ),
    "key": ("T1", "T2", "ce1", "§"),
    "column": ('<table:table-column table:default-cell-style-name="$key" table:number-columns-repeated="$times"/>',),
    "header": (
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{name}</text:p></table:table-cell>" for name in _COLUMNS)
        + "</table:table-row>",
        "§$line",
    ),
    "line": (
        "<table:table-row$many?$hidden?>$word$word$cell*</table:table-row>",
        "<table:table-row$hidden?>$word$word$count$cell*</table:table-row>",
        '<table:table-row-group table:display="$boolean">$line</table:table-row-group>', "§<table:table-rows/>",
        '§<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>', "§$cell",
    ),
    "many": (' table:number-rows-repeated="$times"',),
    "hidden": (' table:visibility="$visibility"',),
    "visibility": ("collapse", "filter", "visible", "§x"),
    "times": ("1", "2", "3", "§0", "§-1", "§60000", "§99999999999", "§x", "§"),
    "boolean": ("true", "false", "§x"),
    "word": ("<table:table-cell><text:p>$id</text:p></table:table-cell>",),
    "count": ('<table:table-cell office:value-type="float" office:value="$digit">$text</table:table-cell>',),
    "cell": (
        "<table:table-cell$spread?$named?>$text*</table:table-cell>", "<table:covered-table-cell$spread?/>",
        '<table:table-cell office:value-type="$kind" office:value="$number"$spread?>$text*</table:table-cell>',
        '<table:table-cell office:value-type="boolean" office:boolean-value="$boolean"/>',
        '§<table:table-cell table:formula="of:=$plain">$text?</table:table-cell>',
        '§<table:table-cell office:value-type="string" office:string-value="$plain"/>',
    ),
    "spread": (
        ' table:number-columns-repeated="$times"', ' table:number-rows-spanned="$times"',
        ' table:number-columns-spanned="$times"',
    ),
    "named": (' table:style-name="$key"',),
    "kind": ("float", "percentage", "currency", "string", "§date", "§time", "§void", "§x"),
    "number": ("1", "2.5", "$digit", "§1e300", "§nan", "§inf", "§x", "§-1", "§"),
    "text": (
        "<text:p>$plain</text:p>", "<text:p>$plain$run$run*</text:p>", "§<text:h>$plain</text:h>",
        "<office:annotation><text:p>$plain</text:p></office:annotation>", "§<table:table>$line</table:table>",
    ),
    "run": (
        '<text:span text:style-name="$key">$plain</text:span>', '<text:s text:c="$times"/>', "<text:line-break/>",
        "<text:tab/>", "<text:a>$plain</text:a>", '<text:span text:style-name="$key">$plain$run</text:span>',
    ),
    "plain": ("x", "Ada", "", "$id", "é 漢字", " x ", "#REF!", "Err:502", "=1+1", "TRUE", "1", "§{", "§&#x202e;"),
    "styles": (f"<office:document-styles {_ALL}>$style*</office:document-styles>", "§<x/>"),
}  # fmt: skip


def write(chance: Random) -> Files:
    """A kit whose cards are in an ODS workbook."""
    elements = [{"text": "{asides.a} {count}", "box": [5, 20, 50, 20], "style": "name"}]
    table = {"file": "own.ods"}
    table |= chance.choice(({}, {}, {"rows": "visible"}, {"sheet": "S"}, {"sort": "count"}, {"where": "count > 1"}))
    made = kit.files(elements, cards=False, kit={"cards": {"own": table}})
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("content", "styles") if chance.random() < 0.95 else ("styles",):
            packed.writestr(zipfile.ZipInfo(f"{name}.xml"), written(RULES, name, chance, chance.choice((20, 60, 200))))
        packed.writestr(zipfile.ZipInfo("noise"), chance.randbytes(2_000))
    made["own.ods"] = stream.getvalue()
    return made
