"""CSV as spreadsheets and `pandas.read_csv` take it: names with units in one line, then numbers.

Nothing else is in the file. Where it comes from, and what its columns are, stands beside it in
`<file>-metadata.json`, where the W3C's "CSV on the Web" looks for it.
"""

from __future__ import annotations

import json
import os
from typing import Any

from sarrus.results.export.contents import Contents
from sarrus.storage.new_file import write_text
from sarrus.system.history.tables import csv_head, csv_line

CONTEXT = "http://www.w3.org/ns/csvw"


def write_csv(contents: Contents, path: str) -> None:
    """Write the file, rows as they are computed."""
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.write(csv_head([contents.time, *(column.about for column in contents.columns)]))
        for table in contents.rows():
            stream.writelines(csv_line(row) for row in table.tolist())


def metadata_path(path: str) -> str:
    """Return where the metadata of a CSV file stand."""
    return f"{path}-metadata.json"


def write_metadata(contents: Contents, path: str) -> None:
    """Write what is known of a CSV file that has been written."""
    time = contents.time
    columns: list[dict[str, Any]] = [
        {
            "name": time.name,
            "titles": time.label,
            "unit": time.unit,
            "description": time.description,
        }
    ]
    for column in contents.columns:
        about = column.about
        found = {
            "name": about.name,
            "titles": about.label,
            "unit": about.unit,
            "description": " ".join(about.description.split()),
            "unique": contents.unique(column),
        }
        if not found["unique"]:
            found["because"] = contents.because(column)
        columns.append(found)
    record = {
        "@context": CONTEXT,
        "url": os.path.basename(path),
        "tableSchema": {"columns": [{**c, "datatype": "number"} for c in columns]},
        **{str(key): value for key, value in contents.attributes.items()},
        **({"reading_notices": contents.notices()} if contents.notices() else {}),
    }
    text = json.dumps(record, indent=1, default=str, ensure_ascii=False)
    write_text(metadata_path(path), f"{text}\n", overwrite=True)
