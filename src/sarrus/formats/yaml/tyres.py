"""Tyres in the file: `tyre: car.tir`, or {type: BrushTyre, radius: 0.3 m, ...}."""

from __future__ import annotations

from typing import Any

from sarrus.formats.tir import read_tyre
from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.roads import file_value, of_type
from sarrus.formats.yaml.values import Reader
from sarrus.model.options import Kind
from sarrus.tyres.types import TYPES


def tyre(at: At, raw: Any, kind: Kind) -> Any:
    """Return a tyre: that of a file beside the model, or of a record with `type` and fields."""
    if isinstance(raw, str):
        return file_value(at, raw, "tyre", read_tyre)
    action = "write the name of a tyre file (.tir), or {type: BrushTyre, radius: ..., ...}"
    return of_type(at, raw, TYPES, kind, "tyre", action)


TYRES: dict[str, Reader] = {"tyre": tyre}
