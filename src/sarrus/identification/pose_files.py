"""Measured poses from tables: positions of joints, and where a frame was found to be."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.identification.calibration import POSES, MeasuredPoses
from sarrus.identification.files import columns_of, factor_of, joint_and_kind, unit_of
from sarrus.model import Model


def read_poses(path: str | os.PathLike[str], model: Model) -> MeasuredPoses:
    """Return the poses of a table (.csv or .parquet).

    Columns: joints as in `read_measurements` (`q1.angle [deg]`, or `q1 [deg]`), and x, y, z; rx,
    ry, rz (a rotation vector); distance: with units in brackets, SI without.

    Example:
        identification.read_poses("poses.csv", arm.model)
    """
    name = os.fspath(path)
    columns = columns_of(name)
    q: dict[str, np.ndarray] = {}
    found: dict[str, np.ndarray] = {}
    for head, (unit, values) in columns.items():
        if head in ("x", "y", "z", "rx", "ry", "rz", "distance"):
            own = "rad" if head.startswith("r") else "m"
            found[head] = values * factor_of(name, head, unit, own)
            continue
        if head in model.joint_index and model.joint(head).type.nq == 1:
            q[head] = values * factor_of(name, head, unit, unit_of("q", head, model))
            continue
        place = joint_and_kind(head, model)
        if place is not None and place[0] == "q":
            q[place[1]] = values * factor_of(name, head, unit, unit_of("q", place[1], model))
    if not q:
        rule = "has no column with the position of a joint of the model"
        raise ModelError(Problem(POSES, f"file '{name}'", rule, ", ".join(list(columns)[:8])))
    parts: dict[str, Any] = {}
    for kind, heads in (("position", ("x", "y", "z")), ("rotation", ("rx", "ry", "rz"))):
        there = [head in found for head in heads]
        if all(there):
            parts[kind] = np.stack([found[head] for head in heads], axis=1)
        elif any(there):
            rule = f"has some of the columns {', '.join(heads)}, and not all"
            raise ModelError(Problem(POSES, f"file '{name}'", rule))
    if "distance" in found:
        parts["distance"] = found["distance"]
    return MeasuredPoses(q, name=os.path.basename(name), **parts)
