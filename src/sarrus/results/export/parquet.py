"""Parquet: a column for each scalar, with unit and description in the metadata of its field.

The metadata of the file hold under `sarrus` where the table comes from, and under
`sarrus.channels` name, unit, description and uniqueness of each column, all as JSON.
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.results.export.contents import Contents
from sarrus.system.channels.definition import Definition
from sarrus.system.history.channel import About

GROUP = 1 << 17
"""Rows that are written together."""


def write_parquet(contents: Contents, path: str) -> None:
    """Write the file, some states at a time."""
    arrow = import_module("pyarrow")
    schema = _schema(arrow, contents)
    with import_module("pyarrow.parquet").ParquetWriter(path, schema) as writer:
        waiting: list[np.ndarray] = []
        for rows in contents.rows():
            waiting.append(rows)
            if sum(map(len, waiting)) >= GROUP:
                writer.write_table(_table(arrow, schema, waiting))
                waiting = []
        writer.write_table(_table(arrow, schema, waiting))
        writer.add_key_value_metadata({"sarrus.channels": _json(_channels(contents))})


def _schema(arrow: Any, contents: Contents) -> Any:
    described: list[About | Definition] = [contents.time, *(c.about for c in contents.columns)]
    fields = [
        arrow.field(
            about.name,
            arrow.float64(),
            nullable=False,
            metadata={"unit": about.unit, "description": about.description},
        )
        for about in described
    ]
    return arrow.schema(fields, metadata={"sarrus": _json(contents.attributes)})


def _table(arrow: Any, schema: Any, parts: list[np.ndarray]) -> Any:
    rows = np.concatenate(parts) if parts else np.zeros((0, len(schema)))
    columns = [arrow.array(np.ascontiguousarray(column)) for column in rows.T]
    return arrow.Table.from_arrays(columns, schema=schema)


def _channels(contents: Contents) -> list[dict[str, Any]]:
    """Return what is known of each column after reading."""
    time = {key: getattr(contents.time, key) for key in ("name", "unit", "description")}
    notices = contents.notices()
    return [time] + [
        {
            "name": column.about.name,
            "unit": column.about.unit,
            "description": column.about.description,
            "unique": contents.unique(column),
            "because": contents.because(column),
            **({"notices": notices} if notices else {}),
        }
        for column in contents.columns
    ]


def _json(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)
