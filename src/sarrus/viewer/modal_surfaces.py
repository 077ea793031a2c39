"""Modal bodies as the page draws them: surfaces that follow the modes, with their stress.

The page knows the poses of bodies alone. Modal coordinates follow from those of the masses and
interface frames that follow the modes, whose shifts are linear in them: q = P d, with the shifts d
from their places at rest, in axes of the reference frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.forces.modal_elasticity import ModalElasticity
from sarrus.model.joint import Joint
from sarrus.model.joints import ModeShape
from sarrus.spatial.arrays import Array
from sarrus.viewer.joints import body_numbers
from sarrus.viewer.links import numbers

RANK = 1e-9
"""Part of the greatest singular value of shifts by modes below which one counts as zero."""


@dataclass(frozen=True, eq=False)
class Follower:
    """A body that follows modes. shift: of its frame in axes of the parent by them, 3 x n."""

    joint: Joint
    shift: Array
    is_linear: bool


def surfaces_of(model: Model, read: Mapping[str, np.ndarray] | None = None) -> list[dict[str, Any]]:
    """Return the surfaces of modal bodies; read: values of their modal coordinates over time."""
    number = body_numbers(model)
    found = []
    for e in _elasticities(model):
        modes = model.joint(e.joint)
        followers = _readers(followers_of(model, e), len(e.stiffness))
        if not followers:
            continue
        shifts = np.concatenate([f.shift for f in followers])
        found.append(
            {
                "name": e.name.rpartition(".")[0] or e.name,
                "body": number[modes.parent],
                "readers": [
                    {
                        "body": number[f.joint.child],
                        "at": numbers(np.array(f.joint.on_child.position)),
                        "rest": numbers(np.array(f.joint.on_parent.position)),
                    }
                    for f in followers
                ],
                "modes": [numbers(row) for row in np.linalg.pinv(shifts, rcond=RANK)],
                "positions": numbers(np.array(e.surface).ravel()),
                "shapes": [numbers(row) for row in np.array(e.surface_shapes)],
                "stresses": [numbers(row) for row in np.array(e.surface_stresses)],
                "triangles": [int(k) for row in e.triangles for k in row],
                "peak": _peak(e, read or {}),
            }
        )
    return found


def coordinate_names(model: Model) -> list[str]:
    """Return the channels of the modal coordinates of bodies whose surface has stress."""
    return [name for e in _elasticities(model) for name in e.elastic_coordinates]


def bodies_under_surfaces(model: Model) -> set[str]:
    """Return the reference frames, masses and interface frames of bodies whose surface is drawn."""
    found = set()
    for e in _elasticities(model):
        followers = followers_of(model, e)
        if _readers(followers, len(e.stiffness)):
            found |= {model.joint(e.joint).parent, *(f.joint.child for f in followers)}
    return found


def followers_of(model: Model, e: ModalElasticity) -> list[Follower]:
    """Return the bodies that follow the modes of an elasticity, that of its own joint first."""
    modes, n = model.joint(e.joint), len(e.stiffness)
    by_joint: dict[str, Array] = {e.joint: np.eye(n)}
    for coupler in model.couplers:
        others = [term for term in coupler.terms if term.joint != e.joint]
        if len(others) != 1 or len(others) == len(coupler.terms):
            continue
        own = others[0]
        joint = model.joint(own.joint)
        if isinstance(joint.type, ModeShape) and joint.parent == modes.parent:
            rows = by_joint.setdefault(own.joint, np.zeros((joint.type.nv, n)))
            for term in coupler.terms:
                if term is not own:
                    rows[own.index, term.index] -= term.factor / own.factor
    found = []
    for name, rows in by_joint.items():
        joint = model.joint(name)
        if isinstance(joint.type, ModeShape):
            shape = np.array(joint.type.shape).T[:3] @ rows
            R = np.array(joint.on_parent.rotation)
            found.append(Follower(joint, R @ shape, not joint.type.second))
    return found


def _readers(followers: list[Follower], n: int) -> list[Follower]:
    """Return what modal coordinates are read from; nothing where it does not determine them."""
    for chosen in ([f for f in followers if f.is_linear], followers):
        shifts = np.concatenate([np.zeros((1, n)), *(f.shift for f in chosen)])
        values = np.linalg.svd(shifts, compute_uv=False)
        if len(values) >= n and values[n - 1] > RANK * values[0]:
            return chosen
    return []


def _elasticities(model: Model) -> list[ModalElasticity]:
    return [e for e in model.forces if isinstance(e, ModalElasticity) and e.surface]


def _peak(e: ModalElasticity, read: Mapping[str, np.ndarray]) -> float | None:
    """Return the largest stress of a run; None where its modal coordinates are not known."""
    names = e.elastic_coordinates
    if not e.surface_stresses or any(name not in read for name in names):
        return None
    q = np.array([np.asarray(read[name], dtype=float).ravel() for name in names])
    return float(np.max(np.abs(np.array(e.surface_stresses) @ q), initial=0.0))
