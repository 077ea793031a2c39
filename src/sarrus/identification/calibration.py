"""Geometry of a machine from poses that were measured: kinematic calibration.

Every frame of a joint, the base of what measures, and the measured frame on its body may be off by
a small displacement (d, w) in its own axes,

    X -> X [Rot(w) | d],

six numbers each; where loops are closed by a cut joint, both its frames. Positions of all joints
follow from those that encoders tell, with the loops closed, and

    e = J delta,    J = d(pose)/d(delta) - d(pose)/dq (Phi_q)^+ d(Phi)/d(delta).

Which combinations can be seen is found as for inertias (`base`): a displacement along the axis
of a passive hinge moves nothing, one of the base is one of the first joint. Steps of Gauss and
Newton are taken in what is left, each kind of measurement with the weight of its own noise.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.identification.base import BaseParameters, base_parameters, weak_directions
from sarrus.identification.calibrated import Calibrated, Displacement
from sarrus.identification.motion import Follower
from sarrus.identification.pose_slopes import (
    left_jacobian,
    right_slope,
    slopes_by_frames,
)
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.building.references import nearest
from sarrus.spatial import Transform
from sarrus.spatial.arrays import skew
from sarrus.system import System

POSES = "I06"
"""Measured poses that cannot be used."""
NOTHING_SEEN = "I03"
UNEXCITED = "I11"
KINDS = ("position", "rotation", "distance")
BASE, TOOL, OFFSETS, FRAMES = "base", "tool", "offsets", "frames"
GROUPS = (BASE, TOOL, OFFSETS, FRAMES)
LETTERS = ("x", "y", "z", "rx", "ry", "rz")
ROUNDS = 40
WEAK = 1e-9
FLOOR = 1e-9
"""Least noise [m or rad]: what has none does not outweigh all else."""
FORBIDDEN = 1e-6
"""Part of a displacement that redundant rows of loops resist, above which it cannot be."""


@dataclass(frozen=True, eq=False, repr=False)
class MeasuredPoses:
    """Positions of joints, and where a frame was measured to be: a row for each pose.

    q: by joint, as encoders tell. position: (n, 3) [m]; rotation: (n, 3, 3), or rotation vectors
    (n, 3); distance: from `point` to the frame [m]; some of these, in the axes of what measures,
    whose base may be off (`base`).

    Example:
        MeasuredPoses({"q1": q1, "q2": q2}, position=found_by_tracker)
    """

    q: Mapping[str, np.ndarray]
    position: Any = field(default=None, kw_only=True)
    rotation: Any = field(default=None, kw_only=True)
    distance: Any = field(default=None, kw_only=True)
    point: tuple[float, float, float] = field(default=(0.0, 0.0, 0.0), kw_only=True)
    name: str = field(default="poses", kw_only=True)

    def __post_init__(self) -> None:
        q = {str(j): np.asarray(x, dtype=float).ravel() for j, x in self.q.items()}
        object.__setattr__(self, "q", q)
        sizes = {len(x) for x in q.values()}
        if not q or len(sizes) != 1:
            raise _problem(self.name, "needs the positions of joints, as many rows of each")
        n = sizes.pop()
        shapes = {"position": ((n, 3),), "rotation": ((n, 3, 3), (n, 3)), "distance": ((n,),)}
        known = 0
        for kind, allowed in shapes.items():
            value = getattr(self, kind)
            if value is None:
                continue
            rows = np.asarray(value, dtype=float)
            if rows.shape not in allowed:
                wanted = " or ".join(str(shape) for shape in allowed)
                raise _problem(
                    f"{self.name} / {kind}", f"must be of shape {wanted}", str(rows.shape)
                )
            if kind == "rotation" and rows.ndim == 2:
                rows = np.array([rotation_of(row) for row in rows])
            object.__setattr__(self, kind, rows)
            known += 1
        if not known:
            action = "give position=, rotation= or distance="
            raise _problem(self.name, "has nothing that was measured", action=action)

    def __len__(self) -> int:
        return len(next(iter(self.q.values())))

    def __repr__(self) -> str:
        kinds = ", ".join(kind for kind in KINDS if getattr(self, kind) is not None)
        return f"<MeasuredPoses '{self.name}': {len(self)} rows of {kinds}>"

    def without_gaps(self) -> MeasuredPoses:
        """Return the rows without a NaN."""
        good = np.all([np.isfinite(x) for x in self.q.values()], axis=0)
        for kind in KINDS:
            value = getattr(self, kind)
            if value is not None:
                good &= np.all(np.isfinite(value.reshape(len(value), -1)), axis=1)
        if not np.any(good):
            raise _problem(self.name, "has no row without a gap")
        parts = {k: getattr(self, k)[good] for k in KINDS if getattr(self, k) is not None}
        q = {j: x[good] for j, x in self.q.items()}
        return MeasuredPoses(q, point=self.point, name=self.name, **parts)


def rotation_of(w: np.ndarray) -> np.ndarray:
    """Return the rotation by a rotation vector."""
    angle = float(np.linalg.norm(w))
    K = skew(w)
    a = np.sinc(angle / np.pi)
    b = 0.5 * np.sinc(0.5 * angle / np.pi) ** 2
    return np.asarray(np.eye(3) + a * K + b * K @ K)


def turn_of(R: np.ndarray) -> np.ndarray:
    """Return the rotation vectors of rows of rotations, below half a turn."""
    axis = 0.5 * np.stack(
        [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1
    )
    sine = np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, 0.5 * (np.trace(R, axis1=1, axis2=2) - 1.0))
    scale = np.where(sine > 1e-12, angle / np.maximum(sine, 1e-300), 1.0)
    return np.asarray(scale[:, None] * axis)


@with_checks
def calibrate(
    system: System | Model,
    measured: MeasuredPoses | str | os.PathLike[str],
    *,
    frame: str = "",
    by: Sequence[str] | str = GROUPS,
    start: Any = None,
    check: MeasuredPoses | str | os.PathLike[str] | None = None,
    seed: int = 0,
) -> Calibrated:
    """Return errors of lengths, of zeros of joints and of frames, found from measured poses.

    measured: positions of the joints with encoders, and positions, poses or distances of a frame
    (`MeasuredPoses`, or a .csv file with columns such as q1 [deg], x [mm], rz [deg], distance).
    frame: a named frame or a body, by default the frame "tool", else the last body. by: which
    displacements are sought: "base" of what measures, "tool" of the frame on its body, "offsets" of
    the encoders, "frames" of all joints; "elbow" of one joint, "elbow.x" one number. start: q near
    which loops are closed. check: other poses to compare with. seed: of random positions by which
    it is told what can be seen at all.

    Example:
        found = calibrate(arm, MeasuredPoses(encoders, position=tracker), by=["base", "tool"])
    """
    from sarrus.identification.pose_files import read_poses

    compiled = system if isinstance(system, System) else system.compile(kernels=())
    poses = (
        measured if isinstance(measured, MeasuredPoses) else read_poses(measured, compiled.model)
    )
    search = _Calibration.of(compiled, poses.without_gaps(), frame, by, start, seed)
    other = None
    if check is not None:
        other = check if isinstance(check, MeasuredPoses) else read_poses(check, compiled.model)
    return search.solve(None if other is None else other.without_gaps())


@dataclass(frozen=True, eq=False)
class _Calibration:
    """Poses of a machine, and the displacements that are sought."""

    follower: Follower
    poses: MeasuredPoses
    frame: str
    displacements: tuple[Displacement, ...]
    seed: int

    @staticmethod
    def of(
        system: System, poses: MeasuredPoses, frame: str, by: Sequence[str] | str, start: Any,
        seed: int,
    ) -> _Calibration:  # fmt: skip
        from sarrus.robotics.placement import TOOL as TOOL_FRAME
        from sarrus.robotics.placement import last_body, place_on

        model = system.model
        if not frame:
            has_tool = any(f.name == TOOL_FRAME for f in model.frames)
            frame = TOOL_FRAME if has_tool else last_body(model)
        place_on(model, frame)
        found = _displacements(system, list(poses.q), by)
        names = [n for d in found for n in d.numbers]
        moving = system.compiled.variant(parameters=dict.fromkeys(names)) if names else system
        first = {j: float(x[0]) for j, x in poses.q.items()}
        return _Calibration(
            Follower(moving, list(poses.q), start, first), poses, frame, tuple(found), seed
        )

    @property
    def length(self) -> float:
        """A length typical of the mechanism [m]."""
        return self.follower.loops.length

    def put(self, delta: np.ndarray) -> None:
        """Let the frames of joints be displaced."""
        model = self.follower.system.model
        moved: dict[str, np.ndarray] = {}
        for d, value in zip(self.displacements, delta, strict=True):
            if d.joint:
                key = f"{d.joint}|{d.side}"
                moved.setdefault(key, np.zeros(6))[d.component] += value
        values: dict[str, Any] = {}
        for key, twist in moved.items():
            joint, _, side = key.rpartition("|")
            pose = model.joint(joint)
            X = with_displacement(
                (pose.on_parent if side == "parent" else pose.on_child).transform, twist
            )
            values[f"joint:{joint}.{side}_point"] = X.position
            values[f"joint:{joint}.{side}_rotation"] = np.asarray(X.matrix)
        if values:
            self.follower.put(values)

    def outside(self, delta: np.ndarray, what: str) -> np.ndarray:
        """Return the displacement of the base or of the measured frame."""
        twist = np.zeros(6)
        for d, value in zip(self.displacements, delta, strict=True):
            if d.what == what:
                twist[d.component] = value
        return twist

    def prediction(self, q: np.ndarray, delta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return positions and rotations of the frame as they are measured."""
        system = self.follower.system
        motion = system.poses(q, **self.follower.keywords)[self.frame]
        tool = self.outside(delta, TOOL)
        R_T, R_0 = rotation_of(tool[3:]), rotation_of((base := self.outside(delta, BASE))[3:])
        rotation = motion.rotation @ R_T
        position = motion.position + motion.rotation @ tool[:3]
        return base[:3] + position @ R_0.T, R_0 @ rotation

    def misses(self, q: np.ndarray, delta: np.ndarray, poses: MeasuredPoses) -> np.ndarray:
        """Return measured less predicted, a row for each pose."""
        position, rotation = self.prediction(q, delta)
        parts = []
        if poses.position is not None:
            parts.append(poses.position - position)
        if poses.rotation is not None:
            back = poses.rotation @ np.swapaxes(rotation, 1, 2)
            parts.append(turn_of(back))
        if poses.distance is not None:
            far = np.linalg.norm(position - np.array(poses.point), axis=1)
            parts.append((poses.distance - far)[:, None])
        return np.concatenate(parts, axis=1)

    @property
    def kinds(self) -> list[str]:
        """What each column of `misses` is of."""
        widths = {"position": 3, "rotation": 3, "distance": 1}
        return [k for k in KINDS if getattr(self.poses, k) is not None for _ in range(widths[k])]

    def closed_positions(
        self, poses: MeasuredPoses, delta: np.ndarray, near: np.ndarray | None
    ) -> np.ndarray:
        """Return q of all poses with displaced frames, near rows of q if there are any."""
        self.put(delta)
        wanted = np.stack([poses.q[j] for j in self.follower.independent], axis=1)
        if near is None or not self.follower.closes:
            return self.follower.positions(wanted)
        return self.follower.closed_near(near, wanted)

    def jacobian(
        self, q: np.ndarray, delta: np.ndarray, poses: MeasuredPoses
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return d(predicted)/d(delta), poses x columns x displacements; and what loops resist.

        The latter: for each displacement, the largest part that no motion of joints makes up for.
        """
        n, size = len(q), len(delta)
        columns = len(self.kinds)
        J = np.zeros((n, columns, size))
        resisted = np.zeros(size)
        J_q = self._by_joints(q, delta, poses)
        loops, closes = self.follower.loops, self.follower.closes
        if closes:
            self.put(delta)
            _, Phi, _, _ = loops.closure(q, *self.follower.last)
            Phi = (loops.row_scale[:, None] * Phi * loops.column_scale)[:, loops.closing]
            D = self.follower.rows_of_leading(q) * loops.column_scale
            A = np.concatenate([Phi, D], axis=1)
            inverse = np.linalg.pinv(A, rcond=1e-9)
        linear, angular, rates = self._slopes(q, delta)
        J[:] = self._columns(linear, angular, q, delta, poses)
        if closes:
            gaps_of_all = (loops.row_scale[:, None] * rates)[:, loops.closing]
        for k, d in enumerate(self.displacements):
            if closes and d.joint:
                gaps = gaps_of_all[:, :, k]
                right = np.concatenate([-gaps, np.zeros((n, D.shape[1]))], axis=1)
                dq = np.einsum("nvr,nr->nv", inverse, right)
                left = np.einsum("nrv,nv->nr", A, dq) - right
                size_of = max(float(np.max(np.abs(gaps))), 1e-300)
                resisted[k] = float(np.max(np.abs(left))) / size_of
                J[:, :, k] += np.einsum("ncv,nv->nc", J_q, dq * loops.column_scale)
        self.put(delta)
        return J, resisted

    def _by_joints(self, q: np.ndarray, delta: np.ndarray, poses: MeasuredPoses) -> np.ndarray:
        """Return d(predicted)/dv, poses x columns x velocities, of the tree."""
        system = self.follower.system
        self.put(delta)
        body, at = self._measured_point(delta)
        G = system.jacobian(body, at, q, **self.follower.keywords)
        R_0 = rotation_of(self.outside(delta, BASE)[3:])
        return self._columns(R_0 @ G[:, :3], R_0 @ G[:, 3:], q, delta, poses)

    def _measured_point(self, delta: np.ndarray) -> tuple[str, np.ndarray]:
        """Return the body of the measured frame, and where its displaced origin is in it."""
        from sarrus.robotics.placement import place_on

        body, X = place_on(self.follower.system.model, self.frame)
        tool = self.outside(delta, TOOL)
        return body, np.asarray(X.position, dtype=float) + np.asarray(X.matrix) @ tool[:3]

    def _slopes(
        self, q: np.ndarray, delta: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return how each displacement moves the measured frame, and opens the loops, at rest.

        Velocity and angular velocity in the axes of what measures, rows x 3 x displacements, and
        the rates of the loops' rows.
        """
        self.put(delta)
        system, n, size = self.follower.system, len(q), len(delta)
        rates = np.zeros((n, self.follower.loops.m, size))
        linear, angular = np.zeros((n, 3, size)), np.zeros((n, 3, size))
        base, tool = self.outside(delta, BASE), self.outside(delta, TOOL)
        R_0 = rotation_of(base[3:])
        if any(d.joint for d in self.displacements):
            body, at = self._measured_point(np.zeros(size))
            dp = self._input_rates(delta)
            v, w, rates = slopes_by_frames(system, q, self.follower.last, body, at, dp)
            linear, angular = R_0 @ v, R_0 @ w
        position, rotation = self.prediction(q, delta)
        R_B = rotation @ rotation_of(tool[3:]).T
        linear += np.cross(angular, (R_B @ tool[:3])[:, :, None], axis=1)
        unit = np.eye(3)
        for k, d in enumerate(self.displacements):
            i = d.component % 3
            if d.what == BASE and d.component < 3:
                linear[:, :, k] = unit[i]
            elif d.what == BASE:
                turn = left_jacobian(base[3:])[:, i]
                linear[:, :, k] = np.cross(turn, position - base[:3])
                angular[:, :, k] = turn
            elif d.what == TOOL and d.component < 3:
                linear[:, :, k] = R_B[:, :, i]
            elif d.what == TOOL:
                angular[:, :, k] = R_B @ left_jacobian(tool[3:])[:, i]
        return linear, angular, rates

    def _input_rates(self, delta: np.ndarray) -> np.ndarray:
        """Return how the inputs of the kernels, points and rotations, change with displacements."""
        compiled, model = self.follower.system.compiled, self.follower.system.model
        known = compiled.compiler.parameters
        starts = np.cumsum([0, *(value.size for value in known.defaults)])
        place = dict(zip(known.names, starts.tolist(), strict=False))
        dp = np.zeros((known.size, len(delta)))
        for k, d in enumerate(self.displacements):
            if not d.joint:
                continue
            joint, unit = model.joint(d.joint), np.eye(3)[d.component % 3]
            R = (joint.on_parent if d.side == "parent" else joint.on_child).transform.matrix
            name = f"joint:{d.joint}.{d.side}"
            if d.component < 3:
                at = place[f"{name}_point"]
                dp[at : at + 3, k] = R @ unit
                continue
            w = np.zeros(3)
            for other, value in zip(self.displacements, delta, strict=True):
                if (other.joint, other.side) == (d.joint, d.side) and other.component >= 3:
                    w[other.component - 3] = value
            at = place[f"{name}_rotation"]
            turn = skew(left_jacobian(w) @ unit) @ rotation_of(w)
            dp[at : at + 9, k] = (np.asarray(R) @ turn).ravel()
        return dp

    def _columns(
        self, linear: np.ndarray, angular: np.ndarray, q: np.ndarray, delta: np.ndarray,
        poses: MeasuredPoses,
    ) -> np.ndarray:  # fmt: skip
        """Return how what is measured changes with motions of the frame, rows x 3 x motions."""
        position, rotation = self.prediction(q, delta)
        parts = []
        if poses.position is not None:
            parts.append(linear)
        if poses.rotation is not None:
            miss = turn_of(poses.rotation @ np.swapaxes(rotation, 1, 2))
            parts.append(np.array([right_slope(m) @ w for m, w in zip(miss, angular, strict=True)]))
        if poses.distance is not None:
            away = position - np.array(poses.point)
            unit = away / np.linalg.norm(away, axis=1, keepdims=True)
            parts.append(np.einsum("ni,niv->nv", unit, linear)[:, None])
        return np.concatenate(parts, axis=1)

    def base_of_poses(self, allowed: Sequence[int]) -> BaseParameters:
        """Return what can be told at all, by random positions; allowed: what loops let be."""
        delta = np.zeros(len(self.displacements))
        self.put(delta)
        rows = np.unique(np.linspace(0, len(self.poses) - 1, min(len(self.poses), 6)).astype(int))
        wanted = np.stack([self.poses.q[j][rows] for j in self.follower.independent], axis=1)
        near = self.follower.positions(wanted)
        columns = len(self.kinds)
        count = max(20, int(np.ceil(3.0 * len(allowed) / columns)))
        q, _, _ = self.follower.walk(count, self.seed, near)
        n = len(q)
        fake = {
            "position": np.zeros((n, 3)), "rotation": np.tile(np.eye(3), (n, 1, 1)),
            "distance": np.zeros(n),
        }  # fmt: skip
        joints = {j: np.zeros(n) for j in self.poses.q}
        parts: dict[str, Any] = {
            k: v for k, v in fake.items() if getattr(self.poses, k) is not None
        }
        if "rotation" in parts:
            parts["rotation"] = self.prediction(q, delta)[1]
        J, _ = self.jacobian(q, delta, MeasuredPoses(joints, point=self.poses.point, **parts))
        chosen = [self.displacements[k] for k in allowed]
        weights = np.array([1.0 / self.length if k != "rotation" else 1.0 for k in self.kinds])
        W = (J * weights[:, None])[:, :, list(allowed)].reshape(-1, len(chosen))
        order = [(GROUPS.index(d.what), d.depth, d.component) for d in chosen]
        kinds = ["m" if d.component < 3 else "rad" for d in chosen]
        return base_parameters(W, [d.name for d in chosen], kinds, order)

    def solve(self, other: MeasuredPoses | None) -> Calibrated:
        """Return the calibrated geometry."""
        delta = np.zeros(len(self.displacements))
        q = self.closed_positions(self.poses, delta, None)
        _, resisted = self.jacobian(q[:4], delta, _rows(self.poses, slice(0, 4)))
        allowed = [k for k in range(len(delta)) if resisted[k] < FORBIDDEN]
        held = tuple(d.name for k, d in enumerate(self.displacements) if k not in allowed)
        if not allowed:
            raise _nothing("no displacement is possible: redundant loops resist all of them")
        base = self.base_of_poses(allowed)
        chosen = [allowed[k] for k in base.base]
        kinds = np.array(self.kinds)
        group = np.tile(kinds, len(self.poses))
        if not chosen:
            raise _nothing(
                "the measured frame moves with none of the displacements that are sought"
            )
        if group.size <= len(chosen):
            rule = f"are too few: {group.size} numbers for {len(chosen)} displacements"
            raise _nothing(rule)
        sigma = {k: self.length if k != "rotation" else 1.0 for k in KINDS}
        before = _size_of(self.misses(q, delta, self.poses), kinds)
        unexcited: list[str] = []
        cost = np.inf
        for round_ in range(ROUNDS):
            e = self.misses(q, delta, self.poses)
            J, _ = self.jacobian(q, delta, self.poses)
            W = J[:, :, chosen].reshape(-1, len(chosen))
            r = e.ravel()
            weight = np.array([1.0 / sigma[k] for k in group])
            cost = float(np.sum((weight * r) ** 2))
            sizes = np.linalg.norm(W * weight[:, None], axis=0)
            sizes = np.where(sizes > 0.0, sizes, 1.0)
            U, s, Vt = np.linalg.svd(W * weight[:, None] / sizes, full_matrices=False)
            kept = s > WEAK * s[0]
            step = np.zeros(len(delta))
            step[chosen] = (Vt[kept].T @ ((U[:, kept].T @ (weight * r)) / s[kept])) / sizes
            delta, q, worth = self._after_step(delta, step, q, weight, cost)
            e = self.misses(q, delta, self.poses)
            if not worth or float(np.max(np.abs(step))) < 1e-14 * self.length:
                break
            if round_ >= 1:
                sigma = _noise(e, kinds, len(chosen), sigma)
        J, _ = self.jacobian(q, delta, self.poses)
        W = J[:, :, chosen].reshape(-1, len(chosen))
        sigma = _noise(e, kinds, len(chosen), sigma)
        weight = np.array([1.0 / sigma[k] for k in group])
        sizes = np.maximum(np.linalg.norm(W * weight[:, None], axis=0), 1e-300)
        _, s, Vt = np.linalg.svd(W * weight[:, None] / sizes, full_matrices=False)
        kept = s > WEAK * s[0]
        factor = Vt[kept].T / s[kept] / sizes[:, None]
        lost = np.sqrt(np.sum(Vt[~kept] ** 2, axis=0)) > 0.1
        deviation = np.where(lost, np.inf, np.sqrt(np.sum(factor**2, axis=1)))
        unexcited = weak_directions(W, [base.names[k] for k in base.base], WEAK)
        checked = None
        if other is not None:
            missing = [
                k for k in KINDS if (getattr(other, k) is None) != (getattr(self.poses, k) is None)
            ]
            if missing:
                raise _problem(other.name, f"must have the same kinds of numbers: {missing[0]}")
            there = self.closed_positions(other, delta, None)
            checked = _size_of(self.misses(there, delta, other), kinds)
            self.put(delta)
        return Calibrated(
            self.follower.system, self.frame, tuple(self.displacements[k] for k in chosen),
            delta[chosen], deviation, group.size - len(chosen), base,
            held, tuple(unexcited), float(s[0] / s[-1]) if s[-1] > 0.0 else float("inf"),
            {k: sigma[k] for k in dict.fromkeys(self.kinds)}, before, _size_of(e, kinds), checked,
            (_unexcited_notice(unexcited),) if unexcited else (),
        )  # fmt: skip

    def _after_step(
        self, delta: np.ndarray, step: np.ndarray, q: np.ndarray, weight: np.ndarray, cost: float
    ) -> tuple[np.ndarray, np.ndarray, bool]:
        """Return delta and q after a step, shorter where it does not help; whether it did."""
        part = 1.0
        while part > 1e-4:
            there = delta + part * step
            near = self._positions_or_none(there, q)
            if near is not None:
                e = self.misses(near, there, self.poses).ravel()
                if float(np.sum((weight * e) ** 2)) <= cost:
                    return there, near, True
            part *= 0.5
        self.put(delta)
        return delta, q, False

    def _positions_or_none(self, delta: np.ndarray, near: np.ndarray) -> np.ndarray | None:
        """Return closed positions with displaced frames, None where the loops do not close."""
        try:
            return self.closed_positions(self.poses, delta, near)
        except ModelError:
            return None


def with_displacement(X: Transform, twist: np.ndarray) -> Transform:
    """Return a frame displaced in its own axes, twist: shift [m], then rotation vector [rad]."""
    R = np.asarray(X.matrix, dtype=float)
    return Transform.of(
        R @ rotation_of(twist[3:]), np.asarray(X.position, dtype=float) + R @ twist[:3]
    )


def _displacements(
    system: System, measured: Sequence[str], by: Sequence[str] | str
) -> list[Displacement]:
    """Return the displacements that names mean, in a fixed order."""
    every: list[Displacement] = []
    every += [Displacement(f"base.{x}", BASE, k) for k, x in enumerate(LETTERS)]
    every += [Displacement(f"tool.{x}", TOOL, k) for k, x in enumerate(LETTERS)]
    model = system.model
    reversed_ = {b.joint.name: b.reversed for b in system.topology.branches}
    depth = {b.joint.name: k for k, b in enumerate(system.topology.branches)}
    for joint in model.joints:
        cut = joint.name not in depth
        sides = ["parent", "child"] if cut else ["child" if reversed_[joint.name] else "parent"]
        if GROUND in (joint.parent, joint.child) and cut:
            sides = ["parent", "child"]
        encoder = None
        if joint.name in measured:
            encoder = 5 if joint.type.coordinates[0].unit == "rad" else 2
        for n, side in enumerate(sides):
            for k, letter in enumerate(LETTERS):
                name = f"{joint.name}.{letter}" if n == 0 else f"{joint.name}.child.{letter}"
                if n == 0 and k == encoder:
                    name = f"{joint.name}.offset"
                what = OFFSETS if n == 0 and k == encoder else FRAMES
                every.append(
                    Displacement(name, what, k, joint.name, side, depth.get(joint.name, 10**6))
                )
    wanted: dict[str, Displacement] = {}
    problems = []
    for name in [by] if isinstance(by, str) else by:
        fits = [
            d for d in every
            if name in (d.what, d.name, d.joint or None) or (name == FRAMES and d.what == FRAMES)
        ]  # fmt: skip
        if not fits:
            known = [*GROUPS, *(j.name for j in model.joints), *(d.name for d in every)]
            rule, action = "names no displacement of this model", nearest(name, known)
            problems.append(Problem("M09", f"by '{name}'", rule, action=action))
        wanted |= {d.name: d for d in fits}
    if problems:
        raise ModelError(problems)
    return [d for d in every if d.name in wanted]


def _rows(poses: MeasuredPoses, rows: Any) -> MeasuredPoses:
    parts = {k: getattr(poses, k)[rows] for k in KINDS if getattr(poses, k) is not None}
    q = {j: x[rows] for j, x in poses.q.items()}
    return MeasuredPoses(q, point=poses.point, name=poses.name, **parts)


def _size_of(e: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """Return by how much each pose is missed: its position or distance [m], else its turn [rad]."""
    lengths = kinds != "rotation"
    return np.asarray(np.linalg.norm(e[:, lengths] if np.any(lengths) else e, axis=1))


def _noise(
    e: np.ndarray, kinds: np.ndarray, count: int, before: Mapping[str, float]
) -> dict[str, float]:
    """Return the standard deviation of each kind of measurement that the fit leaves."""
    share = max(1.0 - count / e.size, 1.0 / e.size)
    found = dict(before)
    for kind in set(kinds.tolist()):
        part = e[:, kinds == kind]
        found[kind] = max(float(np.sqrt(np.mean(part**2) / share)), FLOOR)
    return found


def _unexcited_notice(names: Sequence[str]) -> Problem:
    return Problem(
        UNEXCITED, "measured poses", f"do not tell {', '.join(names[:8])} apart",
        cause="poses that are too few, or too much alike",
        action="measure poses all over the workspace, with other orientations", severity="warning",
    )  # fmt: skip


def _nothing(rule: str) -> ModelError:
    return ModelError(Problem(NOTHING_SEEN, "measured poses", rule))


def _problem(element: str, rule: str, value: str = "", action: str = "") -> ModelError:
    return ModelError(Problem(POSES, element, rule, value, action=action))
