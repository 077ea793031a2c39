"""Tyres in the file: `tyre: car.tir`, or {type: BrushTyre, radius: 0.3 m, ...}."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sarrus.errors import ModelError
from sarrus.formats.tir import read_tyre
from sarrus.formats.urdf.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.yaml.page import At
from sarrus.formats.yaml.roads import of_fields, report_broken
from sarrus.formats.yaml.values import Reader
from sarrus.model.building.references import nearest_feature
from sarrus.model.options import Kind
from sarrus.tyres.types import TYPES


def tyre(at: At, raw: Any, kind: Kind) -> Any:
    """Return a tyre: that of a file beside the model, or of a record with `type` and fields."""
    if isinstance(raw, str):
        return _of_file(at, raw)
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


def _of_file(at: At, name: str) -> Any:
    """Return the tyre of a file in the folder of the model file, or below it."""
    folder = os.path.dirname(at.place.file) if at.place is not None else ""
    try:
        path = MeshPaths(folder=folder or os.curdir).path_of(name)
    except MeshRefusedError as error:
        action = "put the tyre file beside the model file"
        at.report("F08", str(error), value=at.literal(name), action=action)
        return report_broken(at)
    try:
        return read_tyre(path or name)
    except ModelError as error:
        at.page.problems.extend(error.problems)
        return report_broken(at)


TYRES: dict[str, Reader] = {"tyre": tyre}
