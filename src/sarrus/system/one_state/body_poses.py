"""States from body poses: the coordinates of all joints from where the bodies are.

With the poses of its parent P and child C, a joint has X_FM = (X_WP X_PF)^-1 X_WC X_CM. Its
coordinates are those of the nearest pose that the joint allows; what is left is its gap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Joint
from sarrus.model.building.references import nearest
from sarrus.model.pose import Pose
from sarrus.solvers.rank import ScaledMatrix
from sarrus.spatial import Transform
from sarrus.spatial.rotation import logarithm, quaternion_matrix, quaternion_of
from sarrus.system.checks import numbers
from sarrus.system.one_state.assembling import Wanted, assembly_of
from sarrus.system.results import BodyMotion

if TYPE_CHECKING:
    from sarrus.system.system import System

GAP = 1e-6
"""Gaps of joints up to this, in model lengths and rad, are rounding of what is given."""
SLIP = 1e-6
"""The same for velocities, relative."""


@dataclass(frozen=True)
class Gap:
    """By how much a joint is open: distance [m] and angle [rad]."""

    distance: float
    angle: float

    def size(self, length: float) -> float:
        """Return the larger of both, with lengths relative to that of the model."""
        return max(self.distance / length, self.angle)

    @staticmethod
    def between(X: Transform, Y: Transform) -> Gap:
        """Return how far one pose is from another."""
        turn = logarithm(quaternion_of(X.matrix.T @ Y.matrix))
        return Gap(float(np.linalg.norm(X.position - Y.position)), float(np.linalg.norm(turn)))


def coordinates_of_poses(
    system: System, poses: Mapping[str, Any], near: np.ndarray | None
) -> np.ndarray:
    """Return the coordinates of the tree at which all bodies have given poses.

    near: coordinates from which whole turns of angles are counted. Joints that the poses open are
    refused, each with its gap; gaps of rounding are closed.
    """
    at = _body_transforms(system, poses)
    q = system.neutral()
    problems: list[Problem] = []
    for joint in system.model.joints:
        X_WF = at[joint.parent] @ joint.on_parent.transform
        X_WM = at[joint.child] @ joint.on_child.transform
        X_FM = X_WF.inverse @ X_WM
        found = np.asarray(joint.type.coordinates_of(X_FM), dtype=float)
        gap = _gap(joint, X_FM, found)
        if gap.size(system.compiled.loops.length) > GAP:
            problems.append(_open(joint, gap))
        place = system.compiled.layout.q_slice.get(joint.name)
        if place is not None:
            q[place] = found if near is None else _with_turns_of(joint, found, near[place])
    if problems:
        raise ModelError(problems)
    return _closed_coordinates(system, q)


def _gap(joint: Joint, X_FM: Transform, q: np.ndarray) -> Gap:
    if not joint.type.in_tree:  # such as a distance, which has rows but no pose
        return Gap(float(np.max(np.abs(joint.type.residual(X_FM)))), 0.0)
    return Gap.between(joint.type.pose(q), X_FM)


def _with_turns_of(joint: Joint, q: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Return coordinates with the whole turns, or rounds, of those that are near."""
    periods = np.array(joint.type.periods, dtype=float)
    return q + periods * np.round((near - q) / np.where(periods, periods, 1.0))


def _closed_coordinates(system: System, q: np.ndarray) -> np.ndarray:
    """Return the coordinates with the loops closed, where rounding has left them open."""
    loops = system.compiled.loops
    gap = float(np.max(np.abs(loops.row_scale * loops.closure(q)[0]), initial=0.0))
    if gap <= 1e-12 or gap > GAP * (1 + len(system.model.joints)):
        return q  # closed, or open by what is no rounding (couplers): the state is refused
    found = assembly_of(system, Wanted({}, {}), q, 1)
    return found.q if found.closed else q


# --- velocities ----------------------------------------------------------------------------------


def velocities_of_motions(
    system: System, motions: Mapping[str, Any], q: np.ndarray
) -> np.ndarray | None:
    """Return the v at which bodies have given velocities; None where none are given.

    Those that joints and loops do not allow are refused, with the body and what is left.
    """
    rows, wanted, names = [], [], []
    poses = system.poses(q)
    for name, value in motions.items():
        body = _body_of(system, name)
        if not isinstance(value, BodyMotion) or value.velocity is None or body == GROUND:
            continue
        arm = poses[name].position - poses[body].position
        r = poses[body].rotation.T @ arm
        w = np.zeros(3) if value.angular_velocity is None else value.angular_velocity
        rows.append(system.jacobian(body, r, q))
        wanted.append(np.concatenate([numbers(f"velocity of '{name}'", value.velocity, 3), w]))
        names.append(name)
    if not rows:
        return None
    loops = system.compiled.loops
    J, rates = np.vstack(rows), np.concatenate(wanted)
    scale = np.tile(np.repeat([1.0 / loops.length, 1.0], 3), len(names))
    A = ScaledMatrix(
        np.vstack([loops.closure(q)[1], J]),
        np.concatenate([loops.row_scale, scale]),
        loops.column_scale,
    )
    v = A.solve(np.concatenate([np.zeros(loops.m), rates]))
    off = np.abs(scale * (J @ v - rates)).reshape(-1, 6)
    limit = SLIP * (1.0 + float(np.max(np.abs(scale * rates), initial=0.0)))
    wrong = [k for k in range(len(names)) if np.max(off[k]) > limit]
    if wrong:
        miss = (J @ v - rates).reshape(-1, 6)
        raise ModelError([_not_moving(names[k], miss[k]) for k in wrong])
    return v


# --- what is given -------------------------------------------------------------------------------


def _body_transforms(system: System, poses: Mapping[str, Any]) -> dict[str, Transform]:
    """Return the poses of all bodies and of ground; those welded to known bodies follow."""
    if not isinstance(poses, Mapping):
        rule = "must be poses by the names of bodies"
        raise ModelError(Problem("M25", "poses", rule, value=repr(poses)[:80]))
    found: dict[str, Transform] = {}
    problems: list[Problem] = []
    length = system.compiled.loops.length
    for name, value in poses.items():
        body = _body_of(system, name)
        X = _transform(f"pose of '{name}'", value)
        if body != name:
            frame = next(f for f in system.model.frames if f.name == name)
            X = X @ frame.pose.transform.inverse
        gap = Gap.between(found[body], X) if body in found else Gap(0.0, 0.0)
        if gap.size(length) > GAP:
            rule = f"is {gap.distance:.3g} m and {gap.angle:.3g} rad away from that of '{body}'"
            problems.append(Problem("M13", f"pose of '{name}'", rule))
        found.setdefault(body, X)
    found.setdefault(GROUND, Transform.identity())
    _add_welds(system, found)
    missing = [b.name for b in system.model.bodies if b.name not in found]
    if missing:
        listed = ", ".join(f"'{name}'" for name in missing[:12])
        action = "give them all, or use assemble() with the coordinates that are known"
        rule = f"are not given for {count(len(missing), 'body', 'bodies')}: {listed}"
        problems.append(Problem("M09", "poses", rule, action=action))
    if problems:
        raise ModelError(problems)
    return found


def _add_welds(system: System, found: dict[str, Transform]) -> None:
    """Add the poses of bodies that are fixed to known ones."""
    welds = [joint for joint in system.model.joints if joint.type.in_tree and not joint.type.nv]
    before = -1
    while len(found) != before:
        before = len(found)
        for joint in welds:
            X_PC = joint.on_parent.transform @ joint.on_child.transform.inverse
            if joint.parent in found:
                found.setdefault(joint.child, found[joint.parent] @ X_PC)
            elif joint.child in found:
                found[joint.parent] = found[joint.child] @ X_PC.inverse


def _body_of(system: System, name: str) -> str:
    """Return the body of that name, or that of a named frame."""
    if name == GROUND or name in system.model.body_index:
        return name
    for frame in system.model.frames:
        if frame.name == name:
            return frame.body
    known = [*system.model.body_index, *(frame.name for frame in system.model.frames), GROUND]
    rule = "is not a body or frame of this system"
    raise ModelError(Problem("M09", f"'{name}'", rule, action=nearest(str(name), known)))


def _transform(what: str, raw: Any) -> Transform:
    """Return a pose: a `BodyMotion`, a `Pose`, or (position, rotation matrix or quaternion)."""
    if isinstance(raw, (BodyMotion, Pose)):
        raw = (raw.position, raw.rotation)
    if not isinstance(raw, (tuple, list)) or len(raw) != 2:
        rule = "must be (position, rotation), a Pose, or what poses() and kinematics() return"
        raise ModelError(Problem("M25", what, rule, value=repr(raw)[:80]))
    position = numbers(f"{what} / position", raw[0], 3).ravel()
    rotation = numbers(f"{what} / rotation", raw[1])
    if rotation.shape == (4,) and np.any(rotation):
        return Transform.of(quaternion_matrix(rotation / np.linalg.norm(rotation)), position)
    off = np.inf
    if rotation.shape == (3, 3):
        off = float(np.max(np.abs(rotation.T @ rotation - np.eye(3))))
    if off > GAP or np.linalg.det(rotation) < 0.0:
        rule = "must be a rotation matrix, or a quaternion (w, x, y, z)"
        value = repr(rotation.tolist())[:80]
        raise ModelError(Problem("M20", f"{what} / rotation", rule, value=value))
    u, _, vt = np.linalg.svd(rotation)
    return Transform.of(u @ vt, position)


def _open(joint: Joint, gap: Gap) -> Problem:
    return Problem(
        "M13",
        f"joint '{joint.name}'",
        f"is open by {gap.distance:.3g} m and {gap.angle:.3g} rad between '{joint.parent}' and "
        f"'{joint.child}'",
        cause="the poses do not belong to one position of the mechanism, or their axes, units or "
        "order (position, rotation) are others",
        action="correct the poses, or use assemble() with the coordinates that are known",
    )


def _not_moving(name: str, miss: np.ndarray) -> Problem:
    return Problem(
        "M13",
        f"velocity of '{name}'",
        f"is {np.linalg.norm(miss[:3]):.3g} m/s and {np.linalg.norm(miss[3:]):.3g} rad/s away from "
        "all that joints and loops allow together with the others",
        action="correct the velocities, or leave them out and give v",
    )
