"""Workbooks (.xlsx, Office Open XML), which Excel, LibreOffice and openpyxl open.

Written with the standard library, a row at a time: numbers are numbers with all their digits, the
head is bold and stays in place, and cells without a number are empty. Equal contents make equal
files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.results.export.contents import Contents

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
"""Rows and columns of a sheet, the head among them."""
MOST_LETTERS = 32_767
"""Letters of a cell."""
WIDEST = 60
"""Letters that a column is wide at most."""
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STYLES = (
    f'{HEAD}<styleSheet xmlns="{MAIN}">'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table of a workbook: its name, names of the columns, and rows of numbers and texts."""

    name: str
    head: Sequence[str]
    rows: Iterable[Sequence[Any]]
    widths: Sequence[float] = ()


def write_xlsx(contents: Contents, path: str) -> None:
    """Write channels over time: their values, and where they come from on a second sheet."""
    check_size(len(contents), 1 + len(contents.columns))
    head = [contents.time.label, *(column.about.label for column in contents.columns)]
    values = (row for table in contents.rows() for row in table.tolist())
    about = Sheet("about", ("name", "value", "description", "unique"), _about(contents))
    write_workbook(path, [Sheet("values", head, values), about])


def _about(contents: Contents) -> Iterator[Sequence[Any]]:
    """Go through model and settings, then the columns; what is unique is known by now."""
    for name, value in contents.attributes.items():
        text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        yield name, text if isinstance(text, int | float) else str(text)
    for notice in contents.notices():
        yield "notice", notice
    yield ()
    yield "column", "unit", "description", "unique"
    yield contents.time.name, contents.time.unit, contents.time.description
    for column in contents.columns:
        about, open_loops = column.about, contents.because(column)
        unique = "yes" if contents.unique(column) else f"no, because of loop {open_loops}"
        yield about.name, about.unit, about.description, unique


def check_size(rows: int, columns: int) -> None:
    """Refuse a table that no sheet can hold."""
    if rows + 1 <= MOST_ROWS and columns <= MOST_COLUMNS:
        return
    raise ModelError(
        Problem(
            "X07",
            "workbook",
            f"has sheets of at most {MOST_ROWS:,} rows and {MOST_COLUMNS:,} columns, and the table "
            f"has {rows + 1:,} and {columns:,}",
            action="choose fewer channels or times, or write .csv, .nc, .h5 or .parquet",
        )
    )


def write_workbook(path: str, sheets: Sequence[Sheet]) -> None:
    """Write a workbook of some sheets."""
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        parts = {
            "[Content_Types].xml": _content_types(len(sheets)),
            "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
            "xl/workbook.xml": _workbook(sheets),
            "xl/_rels/workbook.xml.rels": _relations(
                [
                    *(("worksheet", f"worksheets/sheet{k + 1}.xml") for k in range(len(sheets))),
                    ("styles", "styles.xml"),
                ]
            ),
            "xl/styles.xml": STYLES,
        }
        for name, text in parts.items():
            file.writestr(_entry(name), text)
        for k, sheet in enumerate(sheets):
            with file.open(_entry(f"xl/worksheets/sheet{k + 1}.xml"), "w", force_zip64=True) as out:
                for text in _sheet(sheet):
                    out.write(text.encode("utf-8"))


def _entry(name: str) -> ZipInfo:
    """Return an entry without a date, so that equal contents make equal files."""
    found = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    found.compress_type = ZIP_DEFLATED
    return found


def _content_types(n: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{k + 1}.xml" ContentType="{kind}.worksheet+xml"/>'
        for k in range(n)
    )
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>'
        f"{sheets}</Types>"
    )


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    listed = "".join(
        f'<Relationship Id="rId{k + 1}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for k, (kind, target) in enumerate(targets)
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'


def _workbook(sheets: Sequence[Sheet]) -> str:
    listed = "".join(
        f'<sheet name="{escape(sheet.name)}" sheetId="{k + 1}" r:id="rId{k + 1}"/>'
        for k, sheet in enumerate(sheets)
    )
    return f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>'


def _sheet(sheet: Sheet) -> Iterator[str]:
    """Go through the text of a sheet; the head and the first column stay when one scrolls."""
    columns = "".join(
        f'<col min="{k + 1}" max="{k + 1}" width="{min(len(name) + 3, WIDEST)}" customWidth="1"/>'
        for k, name in enumerate(sheet.head)
    )
    yield (
        f'{HEAD}<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>'
        f"</sheetView></sheetViews><cols>{columns}</cols><sheetData>"
    )
    yield f'<row r="1">{"".join(_text(name, bold=True) for name in sheet.head)}</row>'
    for i, row in enumerate(sheet.rows, start=2):
        yield f'<row r="{i}">{"".join(map(_cell, row))}</row>'
    yield "</sheetData></worksheet>"


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float) and math.isfinite(value):
        return f"<c><v>{value!r}</v></c>"
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "<c/>"
    return _text(str(value))


def _text(value: str, bold: bool = False) -> str:
    kept = escape(NO_XML.sub("", value)[:MOST_LETTERS])
    style = ' s="1"' if bold else ""
    return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{kept}</t></is></c>'
