"""Random mechanisms in motion: trees of all joint types with force elements, loops and couplers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pytest

from random_trees import (
    ALL_TYPES,
    USUAL,
    closed_pose,
    joint_type,
    random_coordinates,
    random_pose,
    random_tree,
)
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import Accelerations, accelerations, positions, velocities
from sarrus.dynamics.loads import applied_loads
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.model import GROUND, Joint, Model, Pose
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.forces import (
    CoordinateLoad,
    ForceElement,
    JointDamper,
    JointTorque,
    Load,
    MomentLoad,
    PointForce,
    PointLoad,
    SpringDamper,
    Torque,
)
from sarrus.model.forces.element import Scene
from sarrus.model.joints import TYPES, Distance, GearPair
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial.arrays import cross
from sarrus.topology import Layout, Topology, analyze, layout

FAST, ALL = 48, 200
CLOSING = [name for name, kind in TYPES.items() if kind.placement != "curve"]
"""Types of joints that close loops; those on curves have tests of their own (tests/curves)."""


def some_slow(seeds: Sequence[int]) -> list[Any]:
    """Return seeds for `parametrize`: those from 48 on are run by `make slow`."""
    slow = pytest.mark.slow
    return [seed if seed < FAST else pytest.param(seed, marks=slow) for seed in seeds]


@dataclass(frozen=True)
class Odd(ForceElement):
    """A user's element: looks at all that a scene shows, loads bodies in every way.

    Among others it pulls at a point that it finds by contact, and at one that stands in space.
    """

    name: str
    body_a: str
    body_b: str
    joint: str

    type_name: ClassVar[str] = "odd"

    def loads(self, scene: Scene) -> Sequence[Load]:
        X = scene.pose(self.body_a)
        w = scene.angular_velocity(self.body_b)
        p = scene.point(self.body_b, (0.1, 0.2, -0.3))
        u = scene.direction(self.body_a, (0.0, 1.0, 0.3))
        contact = scene.point(self.body_a, X.inverse.point(p.position))
        pull = X.matrix @ cross(w, p.velocity) + np.sin(p.position[0]) * contact.velocity
        effort = scene.coordinate(self.joint, 0) ** 2 * scene.rate(self.joint, 0)
        return (
            PointLoad(self.body_a, contact.position + u, pull),
            MomentLoad(self.body_b, u * (w @ w) + np.array([1.0, 2.0, 3.0])),
            PointLoad(self.body_b, np.array([0.3, 0.1, 0.2]), np.array([1.0, -2.0, 0.5])),
            CoordinateLoad(self.joint, 0, effort),
        )


@dataclass(frozen=True)
class Moving:
    """A mechanism at q, v, vdot, with multipliers of all rows and efforts on cut joints."""

    model: Model
    cut: tuple[str, ...]
    q: np.ndarray
    v: np.ndarray
    vdot: np.ndarray
    lam: np.ndarray
    tau_cut: np.ndarray
    base: BaseMotion

    @cached_property
    def topology(self) -> Topology:
        return analyze(self.model, cut=self.cut)

    @cached_property
    def layout(self) -> Layout:
        return layout(self.topology)

    @cached_property
    def tree(self) -> Tree:
        return Tree.of(self.topology, self.layout)

    @property
    def nv(self) -> int:
        return self.layout.nv

    @property
    def cut_efforts(self) -> np.ndarray | None:
        return self.tau_cut if self.tau_cut.size else None

    @property
    def looks_at_cuts(self) -> bool:
        """Whether a measured coordinate of a cut joint takes part: no complex numbers there.

        Nor are there where teeth mesh, whose rows are of angles.
        """
        if any(isinstance(joint.type, GearPair) for joint in self.topology.cuts):
            return True
        users = [*self.model.forces, *(t for c in self.model.couplers for t in c.terms)]
        return bool(self.tau_cut.size) or any(getattr(u, "joint", "") in self.cut for u in users)

    def motion(self, q: Any, v: Any, vdot: Any) -> Accelerations:
        return accelerations(velocities(positions(self.tree, q, self.base), v), vdot)

    @cached_property
    def moving(self) -> Accelerations:
        return self.motion(self.q, self.v, self.vdot)

    # the equations as the other chapters have them

    def efforts(self, q: Any, v: Any, vdot: Any) -> Any:
        """tau = M vdot + c - f - Phi^T lam - C^T tau_cut."""
        moving = self.motion(q, v, vdot)
        tau = inverse_dynamics(moving, applied_loads(moving.velocities, 0.0)).tau
        closed = ClosedPositions(moving.velocities.positions)
        if self.lam.size:
            tau = tau - closed.jacobian.T @ self.lam
        return tau - self._cut_efforts(closed)

    def _cut_efforts(self, closed: ClosedPositions) -> Any:
        total, at = np.zeros(self.nv), 0
        for k, cut in enumerate(self.tree.cuts):
            if self.tau_cut.size and cut.type.nv:
                total = total + closed.cut_rates(k).T @ self.tau_cut[at : at + cut.type.nv]
            at += cut.type.nv
        return total

    def loops(self, q: Any, v: Any, vdot: Any) -> Any:
        """Phi, Phi_v v, Phi_v vdot - gamma and gamma, as four rows."""
        closed = ClosedVelocities(self.motion(q, v, vdot).velocities)
        Phi, gamma = closed.positions.jacobian, closed.gamma
        return np.array([closed.positions.residual, Phi @ v, Phi @ vdot - gamma, gamma])

    @cached_property
    def rows(self) -> np.ndarray:
        """A mixture of the rows that are independent."""
        Phi = ClosedPositions(self.moving.velocities.positions).jacobian
        if not Phi.size:
            return np.zeros((0, len(Phi)))
        U, s, _ = np.linalg.svd(np.asarray(Phi, dtype=float))
        return U[:, : int(np.sum(s > 1e-3 * s[0]))].T

    def factors(self, q: Any, penalty: float = 0.0) -> SchurFactors:
        where = positions(self.tree, q, self.base)
        order = [k for link in reversed(self.tree.links) for k in range(link.v.start, link.v.stop)]
        Phi = self.rows @ ClosedPositions(where).jacobian
        return SchurFactors(mass_matrix(where), Phi, tuple(order), penalty)

    def solution(self, q: Any, v: Any, tau: Any) -> Any:
        """vdot and multipliers of the mixed rows: complex numbers by LAPACK, others by Schur."""
        speed = velocities(positions(self.tree, q, self.base), v)
        still = accelerations(speed, np.zeros(self.nv))
        passive = inverse_dynamics(still, applied_loads(speed, 0.0)).tau
        closed = ClosedVelocities(speed)
        h = tau - passive + self._cut_efforts(closed.positions)
        gamma, factors = self.rows @ closed.gamma, self.factors(q)
        if np.iscomplexobj(h) or np.iscomplexobj(gamma) or np.iscomplexobj(factors.M):
            return np.linalg.solve(matrix_of(factors), np.concatenate([h, gamma]))
        found = factors.solve(h, gamma)
        return np.concatenate([found.vdot, found.lam])


def matrix_of(factors: SchurFactors) -> np.ndarray:
    """Return [M, -Phi^T; Phi, 0]."""
    m = len(factors.Phi)
    return np.block([[factors.M, -factors.Phi.T], [factors.Phi, np.zeros((m, m))]])


def elements(rng: np.random.Generator, model: Model, cut: Sequence[str]) -> list[ForceElement]:
    """One force element of every type, and a user's."""
    bodies = [GROUND, *(body.name for body in model.bodies)]
    tip = bodies[-1]

    def body(first: int = 0) -> str:
        return bodies[int(rng.integers(first, len(bodies)))]

    def point() -> tuple[float, float, float]:
        return vector3(rng.uniform(-1, 1, 3))

    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    found: list[ForceElement] = [
        SpringDamper("spring", body(), tip, point(), point(), 30.0, 4.0, 0.4),
        PointForce("weight", body(1), point(), point()),
        PointForce("thrust", body(1), point(), point(), True),
        Torque("torque", body(), body(), vector3(axis), 1.7),
    ]
    movable = [j for j in model.joints if j.type.nv and not (j.name in cut and _ball(j))]
    if movable:
        some = [movable[int(rng.integers(len(movable)))] for _ in range(3)]
        found += [
            JointDamper("damper", some[0].name, 0.7, some[0].type.nv - 1),
            JointTorque("motor", some[1].name, 1.3, 0),
            Odd("odd", body(1), body(1), some[2].name),
        ]
    return found


def _ball(joint: Joint) -> bool:
    return joint.type.quaternion_at is not None


def random_mechanism(seed: int, loops: bool | None = None, n: int | None = None) -> Moving:
    """A tree of two to six bodies, half of them with a loop, with one element of every type.

    Loops are closed by every joint type in turn. Every third base moves; every fourth loop has a
    coupler.
    """
    rng = np.random.default_rng(seed)
    model = random_tree(seed, n or 2 + seed % 5, USUAL if seed < FAST else ALL_TYPES)
    q = random_coordinates(model, rng)
    base = _moving_base(rng) if seed % 3 == 0 else BaseMotion.at_rest()
    cut: tuple[str, ...] = ()
    if loops if loops is not None else seed % 2:
        model = _closed(model, q, rng, CLOSING[(seed // 2) % len(CLOSING)])
        cut = ("loop",)
        if seed % 4 == 1:
            model = _coupled(model, rng)
    model = replace(model, forces=tuple(elements(rng, model, cut)))
    tree_joints = [j for j in model.joints if j.name not in cut]
    nv = sum(j.type.nv for j in tree_joints)
    v, vdot = rng.uniform(-2, 2, (2, nv))
    closing = [j for j in model.joints if j.name in cut]
    n_rows = sum(j.type.n_rows for j in closing) + len(model.couplers)
    n_cut = sum(j.type.nv for j in closing) if seed % 8 == 3 else 0
    return Moving(model, cut, q, v, vdot, rng.normal(size=n_rows), rng.normal(size=n_cut), base)


def _moving_base(rng: np.random.Generator) -> BaseMotion:
    return BaseMotion(random_pose(rng, 1.0).transform, rng.normal(size=6), rng.normal(size=6))


def _closed(model: Model, q: np.ndarray, rng: np.random.Generator, kind: str) -> Model:
    """Return the model with one more joint, between two bodies, that is closed at q."""
    topology = analyze(model)
    where = positions(Tree.of(topology, layout(topology)), q)
    names = [GROUND, *(body.name for body in model.bodies)]
    child = names[int(rng.integers(1, len(names)))]
    parent = str(rng.choice([name for name in names if name != child]))
    on_parent, X_WP, X_WC = random_pose(rng), where.body(parent), where.body(child)
    if kind == "distance":
        on_child = random_pose(rng)
        gap = (X_WC @ on_child.transform).position - (X_WP @ on_parent.transform).position
        type_: Any = Distance(float(np.linalg.norm(gap)))
    else:
        type_ = joint_type(kind, rng)
        x = type_.with_unit_quaternion(rng.uniform(-1.0, 1.0, type_.nq))
        X_CM = X_WC.inverse @ X_WP @ on_parent.transform @ closed_pose(type_, x, rng)
        on_child = Pose(vector3(X_CM.position), matrix3(X_CM.matrix))
    joint = Joint("loop", type_, parent, child, on_parent, on_child)
    return replace(model, joints=(*model.joints, joint))


def _coupled(model: Model, rng: np.random.Generator) -> Model:
    """Return the model with a coupler of all coordinates but quaternions."""
    terms = []
    for joint in model.joints:
        plain = joint.type.quaternion_at if _ball(joint) else joint.type.nq
        in_loop = joint.name == "loop" and (_ball(joint) or joint.type.type_name == "helical")
        if plain and not in_loop:
            terms.append(CouplerTerm(joint.name, int(rng.integers(plain)), float(rng.normal())))
    return replace(model, couplers=(Coupler("gear", tuple(terms), 0.2),) if terms else ())
