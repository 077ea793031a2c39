"""Curves in the file: {type: PointCurve, through: [[0, 0], ...]}, or the name of a DXF file."""

from __future__ import annotations

from typing import Any

from sarrus.curves.types import TYPES
from sarrus.formats.dxf import read_curve
from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.roads import file_value, of_type
from sarrus.formats.yaml.values import Reader
from sarrus.model.options import Kind


def curve(at: At, raw: Any, kind: Kind) -> Any:
    """Return a curve of a record with `type` and the fields of that curve, or of a DXF file."""
    if isinstance(raw, str):
        return file_value(at, raw, "curve", read_curve)
    action = "write {type: PointCurve, through: [[..], ..]}, or the name of a file (.dxf)"
    return of_type(at, raw, TYPES, kind, "curve", action)


CURVES: dict[str, Reader] = {"space_curve": curve}
