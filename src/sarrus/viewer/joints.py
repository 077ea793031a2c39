"""Joints as the page draws them: type, place on both bodies, travel, and what they bear."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from sarrus.model import GROUND, Model
from sarrus.model.joint import Joint
from sarrus.model.joints import JointType, Part
from sarrus.system.history import Channel
from sarrus.viewer.embedding import Packer, load_steps
from sarrus.viewer.links import numbers

PARTS = ("force", "moment")
PRECISION = 1 / 30_000
"""Step of a load, as part of its largest value over time."""


def body_numbers(model: Model) -> dict[str, int]:
    """Return the numbers of ground (0) and the bodies in the arrays of the page."""
    return {GROUND: 0, **{body.name: k + 1 for k, body in enumerate(model.bodies)}}


def load_names(model: Model) -> list[str]:
    """Return the channels of what all joints bear, in joint axes on the child."""
    kinds = ("reaction", "wrench")
    return [f"joint:{j.name}.{k}.{p}" for j in model.joints for k in kinds for p in PARTS]


def joints_of(model: Model, read: dict[str, Channel]) -> list[dict[str, Any]]:
    """Return all joints with their frames on parent and child, and what is unique of their loads.

    Loads are in the axes of the frame on the child, at its origin. What `read` does not hold is
    left out.
    """
    number = body_numbers(model)
    found = []
    for joint in model.joints:
        loads = [read.get(f"joint:{joint.name}.reaction.{part}") for part in PARTS]
        found.append(
            {
                "name": joint.name,
                "type": joint.type.type_name,
                "parent": number[joint.parent],
                "child": number[joint.child],
                "onParent": pose_of(joint.on_parent),
                "onChild": pose_of(joint.on_child),
                "coordinates": [[c.name, c.unit] for c in joint.type.coordinates],
                "parameters": [[name, value] for name, value in joint.type.parameters.items()],
                "glyph": [_part(part) for part in joint.type.glyph],
                "held": _is_held(joint.type),
                "free": not joint.type.n_rows,
                "rod": joint.type.placement == "two points" and joint.type.n_rows > 0,
                "travel": _travel(joint, read),
                "unique": [_unique(load) for load in loads],
                "because": sorted(
                    {name for load in loads if load is not None for name in load.because}
                ),
            }
        )
    return found


def _part(part: Part) -> dict[str, Any]:
    """Return a part of a glyph without what is as usual."""
    usual = Part(part.shape, part.size)
    found = {f.name: getattr(part, f.name) for f in fields(part)}
    extra = {k: v for k, v in found.items() if v != getattr(usual, k)}
    return {"shape": part.shape, "size": list(part.size), **extra}


def _is_held(kind: JointType) -> bool:
    """Tell whether a foot may stand under a joint to ground: its place stays, or nearly."""
    if not kind.in_tree or not kind.n_rows:
        return False
    return kind.keeps_origin or (kind.axial and kind.travel is None)


def _unique(load: Channel | None) -> list[bool]:
    unique = True if load is None else load.unique
    return [bool(unique)] * 3 if isinstance(unique, bool) else [bool(u) for u in unique]


def pose_of(pose: Any) -> dict[str, list[float]]:
    """Return position and axes of a pose, row by row, as the page reads them."""
    return {"at": numbers(pose.position), "axes": numbers(np.array(pose.rotation).ravel())}


def travel_names(model: Model) -> list[str]:
    """Return the channels of the displacements of joints that slide."""
    names = (_travel_name(joint) for joint in model.joints)
    return [name for name in names if name is not None]


def _travel_name(joint: Joint) -> str | None:
    k = joint.type.travel
    return None if k is None else f"joint:{joint.name}.{joint.type.coordinates[k].name}"


def _travel(joint: Joint, read: dict[str, Channel]) -> list[float] | None:
    """Return how far a joint slides, for the length of its guide."""
    name = _travel_name(joint)
    if name is None or name not in read:
        return None
    values = np.nan_to_num(np.asarray(read[name]))
    return [float(np.min(values)), float(np.max(values))]


def pack_loads(model: Model, read: dict[str, Channel], packer: Packer) -> dict[str, float]:
    """Add reactions and efforts of all joints, frames x joints x 6; return their largest values.

    Efforts are what drives and force elements of the joint itself put on its child.
    """
    if not model.joints:
        return {}
    reaction, wrench = (_channel_rows(model, read, kind) for kind in ("reaction", "wrench"))
    largest = {}
    for name, values in (("reactions", reaction), ("efforts", wrench - reaction)):
        noise = 1e-9 * np.max(np.abs(wrench), initial=0.0)
        values = np.where(np.abs(values) > noise, values, 0.0)
        packer.add_steps(name, packer.frames(values), load_steps(values, PRECISION))
        for k, part in enumerate(PARTS):
            sizes = np.linalg.norm(values[..., 3 * k : 3 * k + 3], axis=2)
            largest[f"{name}.{part}"] = typical_largest(sizes)
    return largest


def _channel_rows(model: Model, read: dict[str, Channel], kind: str) -> np.ndarray:
    rows = [
        np.concatenate([np.asarray(read[f"joint:{j.name}.{kind}.{p}"]) for p in PARTS], axis=1)
        for j in model.joints
    ]
    return np.nan_to_num(np.stack(rows, axis=1), nan=0.0, posinf=0.0, neginf=0.0)


def typical_largest(sizes: np.ndarray) -> float:
    """Return a size that arrows are scaled by: what only short peaks exceed."""
    if not sizes.size:
        return 0.0
    return float(np.max(np.percentile(sizes, 95.0, axis=0)))
