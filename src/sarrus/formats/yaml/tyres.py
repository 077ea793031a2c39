"""Tyres in the file: `tyre: car.tir`, or {type: BrushTyre, radius: 0.3 m, ...}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.formats.tir import read_tyre
from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.roads import file_value, of_fields, report_broken
from sarrus.formats.yaml.values import Reader
from sarrus.model.building.references import nearest_feature
from sarrus.model.options import Kind
from sarrus.tyres.types import TYPES


def tyre(at: At, raw: Any, kind: Kind) -> Any:
    """Return a tyre: that of a file beside the model, or of a record with `type` and fields."""
    if isinstance(raw, str):
        return file_value(at, raw, "tyre", read_tyre)
    if not isinstance(raw, Mapping):
        action = "write the name of a tyre file (.tir), or {type: BrushTyre, radius: ..., ...}"
        return at.refuse(raw, "must be a tyre", action)
    if "type" not in raw:
        return at.missing("type", f"give one of {', '.join(TYPES)}")
    chosen = raw["type"]
    if not isinstance(chosen, str) or chosen not in TYPES:
        there = at.key("type", "type")
        action = nearest_feature(str(chosen), TYPES)
        there.report("M09", "is not a tyre", value=there.literal(chosen), action=action)
        return report_broken(at)
    return of_fields(at, raw, TYPES[chosen], kind)


TYRES: dict[str, Reader] = {"tyre": tyre}
