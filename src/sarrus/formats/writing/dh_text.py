"""A Denavit-Hartenberg table as the text of a file."""

from __future__ import annotations

import json
from typing import Any

from sarrus.formats.writing.dh_table import DhTable
from sarrus.formats.writing.yaml_layout import document
from sarrus.model.building.drawing import pose_options
from sarrus.model.pose import Pose

EARTH = (0.0, 0.0, -9.81)


def dh_record(table: DhTable) -> dict[str, Any]:
    """Return a table as plain values, as `read_dh` reads them."""
    found: dict[str, Any] = {"dh": table.convention, "name": table.name}
    if table.gravity != EARTH:
        found["gravity"] = list(table.gravity)
    if table.base_pose != Pose():
        found["base_pose"] = pose_options(table.base_pose)
    found |= {"rows": table.rows, "links": table.links}
    if table.tool is not None:
        found["tool"] = pose_options(table.tool) or {"at": [0.0, 0.0, 0.0]}
    return found


def dh_text(table: DhTable, *, as_json: bool = False) -> str:
    """Return a table as YAML, or as JSON."""
    record = dh_record(table)
    return json.dumps(record, indent=2) + "\n" if as_json else document(record)
