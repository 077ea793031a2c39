"""Flexible beams as the page draws them: bent surfaces along chains of segments, with stress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.body import PlacedShape
from sarrus.model.forces import SegmentElasticity
from sarrus.model.joint import Joint
from sarrus.model.joints.beam_segment import Segment
from sarrus.model.shapes import Box, Cylinder
from sarrus.spatial import Transform
from sarrus.viewer.joints import body_numbers
from sarrus.viewer.links import numbers

LIKE = 0.25
"""Part by which the section of a shape may differ from that of a segment beside it (tapers)."""
SAME = 1e-9
"""How far the end of a segment may be from the start of the next [m, or of a unit vector]."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A segment with its elasticity: where it begins on one body and ends on the other."""

    joint: Joint
    elasticity: SegmentElasticity
    start: Transform
    end: Transform


def beams_of(model: Model, read: Mapping[str, np.ndarray] | None = None) -> list[dict[str, Any]]:
    """Return the chains of segments; read: values of their stresses over time, of a run."""
    number = body_numbers(model)
    return [_beam(chain, number, read or {}) for chain in _chains(_pieces(model))]


def stress_names(model: Model) -> list[str]:
    """Return the channels of the stress of segments."""
    return [f"{e.name}.stress" for e in _elasticities(model) if e.outer_y or e.outer_z]


def is_of_a_beam(model: Model, body: str, placed: PlacedShape) -> bool:
    """Tell whether a shape of a body is the section of a segment that begins or ends there."""
    shape = placed.shape
    if not isinstance(shape, (Box, Cylinder)):
        return False
    for e in _elasticities(model):
        joint = model.joint(e.joint)
        if body not in (joint.parent, joint.child):
            continue
        y, z = _outer(e)
        found = (
            (0.5 * shape.size[1], 0.5 * shape.size[2])
            if isinstance(shape, Box)
            else (shape.radius, shape.radius)
        )
        if np.allclose(found, (y, z), rtol=LIKE, atol=0.0):
            return True
    return False


def _elasticities(model: Model) -> list[SegmentElasticity]:
    return [e for e in model.forces if isinstance(e, SegmentElasticity)]


def _outer(e: SegmentElasticity) -> tuple[float, float]:
    """Return the half sizes of a section; those of a circle where nothing is known but its area."""
    radius = float(np.sqrt(e.area / np.pi))
    return (e.outer_y or radius, e.outer_z or radius)


def _pieces(model: Model) -> list[Piece]:
    found = []
    for e in _elasticities(model):
        joint = model.joint(e.joint)
        kind = joint.type
        if isinstance(kind, Segment):
            start, end = (
                Transform.of(np.array(pose.rotation), np.array(pose.position))
                for pose in (joint.on_parent, joint.on_child)
            )
            found.append(Piece(joint, e, start @ kind.rest.inverse, end))
    return found


def _chains(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Return the pieces in rows, each beginning where the one before ends."""
    chains: list[list[Piece]] = []
    for piece in pieces:
        last = chains[-1][-1] if chains else None
        if last is not None and last.joint.child == piece.joint.parent:
            gap = last.end.inverse @ piece.start
            off = [np.max(np.abs(gap.position)), np.max(np.abs(gap.matrix - np.eye(3)))]
            if max(off) < SAME:
                chains[-1].append(piece)
                continue
        chains.append([piece])
    return chains


def _beam(
    chain: Sequence[Piece], number: Mapping[str, int], read: Mapping[str, np.ndarray]
) -> dict[str, Any]:
    first = chain[0]
    peaks = [
        np.max(np.abs(read[name])) for p in chain if (name := f"{p.elasticity.name}.stress") in read
    ]
    return {
        "name": first.joint.name.rpartition(".")[0] or first.joint.name,
        "round": first.elasticity.is_round or not first.elasticity.outer_y,
        "modulus": first.elasticity.young_modulus,
        "peak": float(max(peaks)) if peaks else None,
        "pieces": [
            {
                "a": {"body": number[p.joint.parent], **_place(p.start)},
                "b": {"body": number[p.joint.child], **_place(p.end)},
                "rest": numbers(p.joint.type.rest_turn),  # type: ignore[attr-defined]
                "length": p.joint.type.length,  # type: ignore[attr-defined]
                "outer": numbers(np.array(_outer(p.elasticity))),
            }
            for p in chain
        ],
    }


def _place(X: Transform) -> dict[str, Any]:
    return {"at": numbers(X.position), "axes": numbers(X.matrix.ravel())}
