"""Paths in the file: {type: PointPath, x: [0, 20, 40, 60], y: [0, 0, 2, 8]}."""

from __future__ import annotations

from typing import Any

from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.roads import of_type
from sarrus.formats.yaml.values import Reader
from sarrus.model.options import Kind
from sarrus.paths import TYPES


def path(at: At, raw: Any, kind: Kind) -> Any:
    """Return a path of a record with `type` and the fields of that path."""
    return of_type(at, raw, TYPES, kind, "path", "write {type: PointPath, x: [...], y: [...]}")


PATHS: dict[str, Reader] = {"path": path}
