"""Curves that bodies carry as the page draws them: discs of cams, walls of slots, wires."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.curves import SpaceCurve
from sarrus.model import Joint, Model
from sarrus.model.joints import Curvilinear
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.viewer.embedding import Packer
from sarrus.viewer.links import Solid, numbers

ROUND = 6
"""Sides of a wire."""
THICK, THIN = 0.16, 0.012
"""Thickness of a disc and radius of a wire, as part of the size of the curve."""
FINENESS = 240
"""Points of a curve, about."""
STEEL = "#9aa5af"

Triangles = tuple[np.ndarray, np.ndarray]


def curve_solids(model: Model, packer: Packer) -> dict[str, list[Solid]]:
    """Return what shows the curves of joints and contacts, by the body that carries them."""
    found: dict[str, list[Solid]] = {}
    for joint in model.joints:
        kind: Any = joint.type
        if kind.placement != "curve":
            continue
        axes = _axes_of(joint)
        add(found, joint.parent, kind.curve, axes, packer)
        if getattr(kind, "other", None) is not None and not kind.other.is_straight:
            add(found, joint.child, kind.other, joint.on_child, packer)
    for force in model.forces:
        curve = getattr(force, "curve", None)
        if isinstance(curve, SpaceCurve):
            carrier: Any = force
            add(found, carrier.base, curve, carrier.on_base, packer)
    return found


def _axes_of(joint: Joint) -> Pose:
    """Return the axes of the curve of a joint on its parent."""
    if not isinstance(joint.type, Curvilinear):
        return joint.on_parent
    X = joint.type.axes_of_curve(joint.on_parent.transform)
    return Pose(vector3(X.position), matrix3(X.matrix))


def add(
    found: dict[str, list[Solid]], body: str, curve: SpaceCurve, pose: Pose, packer: Packer
) -> None:
    """Add the mesh of a curve to those of a body, once for each place."""
    if curve.is_straight:
        return
    key = ("curve", repr(curve))
    if key not in packer.known:
        name = packer.known[key] = f"mesh{len(packer.known)}"
        vertices, faces = triangles(curve)
        packer.add_floats(f"{name}.vertices", vertices)
        packer.add_steps(f"{name}.faces", faces, 1.0)
    solid: Solid = {"kind": "mesh", "mesh": packer.known[key], "color": STEEL}
    solid["at"] = numbers(pose.position)
    solid["axes"] = numbers(np.array(pose.rotation).ravel())
    if solid not in found.setdefault(body, []):
        found[body].append(solid)


def triangles(curve: SpaceCurve) -> Triangles:
    """Return vertices [m] and triangles: a disc, a wall along an open plane curve, or a wire."""
    u = np.linspace(curve.start, curve.start + curve.period, FINENESS + 1)
    u = u[:-1] if curve.is_closed else u
    points = curve.points(u)
    if not curve.is_plane:
        return _wire(curve, u, points)
    half = 0.5 * THICK * curve.size if curve.is_closed else 0.03 * curve.size
    up = np.array([0.0, 0.0, half])
    n = len(points)
    vertices = np.vstack([points - up, points + up])
    last = n if curve.is_closed else n - 1
    ring = [(k, (k + 1) % n) for k in range(last)]
    faces = [t for a, b in ring for t in ((a, b, a + n), (b, b + n, a + n))]
    if not curve.is_closed:
        faces += [t[::-1] for t in faces]  # a wall is seen from both sides
        return vertices, np.array(faces)
    middle = np.mean(points, axis=0)
    vertices = np.vstack([vertices, middle - up, middle + up])
    for a, b in ring:
        faces += [(b, a, 2 * n), (a + n, b + n, 2 * n + 1)]
    if curve.area < 0.0:
        faces = [t[::-1] for t in faces]
    return vertices, np.array(faces)


def _wire(curve: SpaceCurve, u: np.ndarray, points: np.ndarray) -> Triangles:
    """Return a tube around a curve in space."""
    d = curve.points(u, 1)
    t = d / np.linalg.norm(d, axis=1)[:, None]
    side = np.array([curve.frame(float(x))[0] for x in u])
    other = np.cross(t, side)
    around = 2.0 * np.pi * np.arange(ROUND) / ROUND
    rings = [points + THIN * curve.size * (np.cos(a) * side + np.sin(a) * other) for a in around]
    n = len(points)
    faces = []
    for k in range(n if curve.is_closed else n - 1):
        for j in range(ROUND):
            a, b = j * n + k, j * n + (k + 1) % n
            c, e = (j + 1) % ROUND * n + k, (j + 1) % ROUND * n + (k + 1) % n
            faces += [(a, b, c), (b, e, c)]
    return np.vstack(rings), np.array(faces)
