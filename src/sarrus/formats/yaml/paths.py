"""Paths in the file: {type: PointPath, x: [0, 20, 40, 60], y: [0, 0, 2, 8]}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.roads import of_fields, report_broken
from sarrus.formats.yaml.values import Reader
from sarrus.model.building.references import nearest_feature
from sarrus.model.options import Kind
from sarrus.paths import TYPES


def path(at: At, raw: Any, kind: Kind) -> Any:
    """Return a path of a record with `type` and the fields of that path."""
    if not isinstance(raw, Mapping):
        action = "write {type: PointPath, x: [...], y: [...]}"
        return at.refuse(raw, "must be a path", action)
    if "type" not in raw:
        return at.missing("type", f"give one of {', '.join(TYPES)}")
    chosen = raw["type"]
    if not isinstance(chosen, str) or chosen not in TYPES:
        there = at.key("type", "type")
        action = nearest_feature(str(chosen), TYPES)
        there.report("M09", "is not a path", value=there.literal(chosen), action=action)
        return report_broken(at)
    return of_fields(at, raw, TYPES[chosen], kind)


PATHS: dict[str, Reader] = {"path": path}
