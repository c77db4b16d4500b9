"""Tables of cards, and the kits they are in."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import openpyxl

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import export, load, paths, tables
from pnp.sources import Node, xlsx
from pnp.sources.grid import number


def book(*rows: list[Any], title: str = "Moves", **others: list[list[Any]]) -> bytes:
    """A workbook as another program writes it."""
    made = openpyxl.Workbook()
    made.active.title = title
    for row in rows:
        made.active.append(row)
    for name, more in others.items():
        sheet = made.create_sheet(name)
        for row in more:
            sheet.append(row)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def workbook(
    *rows: list[Any],
    hidden: Iterable[int] = (),
    merged: Iterable[str] = (),
    formats: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """A workbook with rows, of which some are hidden, with merged ranges, and with the formats of numbers by cell."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Moves"
    for row in rows:
        sheet.append(row)
    for line in hidden:
        sheet.row_dimensions[line].hidden = True
    for area in merged:
        sheet.merge_cells(area)
    for cell, form in formats.items():
        sheet[cell].number_format = form
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def as_bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode()


def tree(
    folder: Path, content: str | bytes, name: str = "cards.csv", whole: bool = True
) -> tuple[Node | None, Diagnostics]:
    """The tree of cards of one table, and its diagnostics."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(as_bytes(content))
    diagnostics = Diagnostics()
    return tables.of_kit(folder, Node(name, Span("kit.yaml"), None, name), diagnostics, whole=whole), diagnostics


def plain(folder: Path, content: str | bytes, name: str = "cards.csv", whole: bool = True) -> Any:
    node, diagnostics = tree(folder, content, name, whole)
    assert node, list(diagnostics)
    return node.plain()


def diagnostic(folder: Path, content: str | bytes, name: str = "cards.csv") -> Diagnostic:
    """The only diagnostic of a table."""
    node, diagnostics = tree(folder, content, name)
    (found,) = diagnostics
    assert node is None
    assert Path(found.span.file) == folder / name
    return found


def label(found: Diagnostic) -> tuple[str, int, int, int, str]:
    """The code and the place of a diagnostic."""
    return found.code, found.span.line, found.span.column, found.span.width, str(found.span.cell)


def stable(folder: Path, cards: str = "cards.csv", **contents: str | bytes) -> Path:
    """An overlay of rhino with its cards in tables; files are named with `_` for the point."""
    kit = folder / "stable"
    kit.mkdir(parents=True)
    (kit / "kit.yaml").write_text(f"extends: rhino\ntitle: stable\ncards: {cards}\n", "utf-8")
    for name, content in contents.items():
        (kit / name.replace("_", ".")).write_bytes(as_bytes(content))
    return kit


# Workbooks ---------------------------------------------------------------------------------------------------

ROWS = [["deck", "id", "name", "count"], ["d", "a", "A", 1]]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def sheet(inner: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{inner}</sheetData></worksheet>'


OURS = xlsx.written("Cards", ROWS)


# Export ------------------------------------------------------------------------------------------------------


def with_table(folder: Path, kit: str, form: str) -> Path:
    """A copy of a kit with its cards in a table that was exported of it."""
    base = paths.data_folder() / kit
    shutil.copytree(base, folder)
    name = f"cards.{form}"
    (folder / name).write_bytes(export.written(load.merged(base, Diagnostics())["cards.yaml"], form, Diagnostics()))
    if form != "json":
        (folder / "cards.yaml").unlink()
        with (folder / "kit.yaml").open("a", encoding="utf-8") as file:
            file.write(f"\ncards: {name}\n")
    else:
        (folder / name).replace(folder / "cards.yaml")
    return folder


def node(value: Any) -> Node:
    here = Span("cards.yaml")
    if isinstance(value, dict):
        return Node({key: node(inner) for key, inner in value.items()}, here)
    if isinstance(value, list):
        return Node([node(inner) for inner in value], here)
    return Node(value, here, None, number(value) if isinstance(value, float) else "")


# ODS ---------------------------------------------------------------------------------------------------------

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    [f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "style", "table", "text")]
    + [f'xmlns:fo="{_OASIS}:xsl-fo-compatible:1.0"']
    + ['xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"']
)


def packed(**parts: str | bytes) -> bytes:
    """A zip file of XML files, named without their suffix."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(f"{name}.xml", content)
    return stream.getvalue()


def ods_content(styles: str = "", **sheets: str) -> str:
    """The main file of an ODS workbook with sheets, each the XML of its rows."""
    tables = "".join(f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in sheets.items())
    return (
        f"<office:document-content {_NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )


def ods(styles: str = "", **sheets: str) -> bytes:
    """An ODS workbook with sheets, each the XML of its rows."""
    return packed(content=ods_content(styles, **sheets))


def ods_row(*cells: Any, times: int = 1, keys: str = "") -> str:
    """The XML of a row: of texts, numbers, booleans and XML of cells."""
    inner = "".join(cell if str(cell).startswith("<") else ods_cell(cell) for cell in cells)
    return f'<table:table-row table:number-rows-repeated="{times}" {keys}>{inner}</table:table-row>'


def ods_cell(value: Any, shown: str = "", keys: str = "") -> str:
    """The XML of a cell, and what it shows of its value."""
    if value is None:
        return f"<table:table-cell {keys}/>"
    kind, name = ("string", "string-value")
    if isinstance(value, bool):
        kind, name = "boolean", "boolean-value"
    elif isinstance(value, int | float):
        kind, name = "float", "value"
    written = str(value).lower() if isinstance(value, bool) else value
    said = "" if kind == "string" else f'office:{name}="{written}"'
    text = shown or str(value)
    return f'<table:table-cell office:value-type="{kind}" {said} {keys}><text:p>{text}</text:p></table:table-cell>'
