"""A model in a random state of motion, with the equations of the package run on floats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from dynamics.newton_euler import Motion, NewtonEuler
from random_trees import joint_type, random_body, random_coordinates, random_pose, random_tree
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.forward import HybridResult, hybrid_dynamics
from sarrus.dynamics.inverse import JointEfforts, inverse_dynamics
from sarrus.dynamics.kinematics import (
    Accelerations,
    Positions,
    Velocities,
    accelerations,
    positions,
    velocities,
)
from sarrus.dynamics.loads import AppliedLoads, applied_loads
from sarrus.model import GROUND, Joint, Model
from sarrus.model.pose import vector3
from sarrus.papers.state_vector import StateVectors, state_vectors
from sarrus.spatial import Transform
from sarrus.topology import Layout, Topology, analyze, layout

GRAVITY = (0.3, -0.4, -9.7)


@dataclass(frozen=True)
class State:
    """A model, coordinates q, velocities v, accelerations vdot, and all that follows from them."""

    model: Model
    q: np.ndarray
    v: np.ndarray
    vdot: np.ndarray
    base: BaseMotion = field(default_factory=BaseMotion.at_rest)

    @cached_property
    def topology(self) -> Topology:
        return analyze(self.model)

    @cached_property
    def layout(self) -> Layout:
        return layout(self.topology)

    @cached_property
    def tree(self) -> Tree:
        return Tree.of(self.topology, self.layout)

    @cached_property
    def where(self) -> Positions:
        return positions(self.tree, self.q, self.base)

    @cached_property
    def speed(self) -> Velocities:
        return velocities(self.where, self.v)

    @cached_property
    def motion(self) -> Accelerations:
        return accelerations(self.speed, self.vdot)

    @cached_property
    def loads(self) -> AppliedLoads:
        return applied_loads(self.speed, 0.0)

    @cached_property
    def inverse(self) -> JointEfforts:
        return inverse_dynamics(self.motion, self.loads)

    @cached_property
    def state_vectors(self) -> StateVectors:
        return state_vectors(self.speed, self.loads)

    def hybrid(self, tau: np.ndarray, driven: Collection[int] = ()) -> HybridResult:
        return hybrid_dynamics(self.speed, self.loads, tau, self.vdot, driven)

    @cached_property
    def newton_euler(self) -> NewtonEuler:
        """The independent equations of the same state."""
        X, V, A = self.base.pose, self.base.velocity, self.base.acceleration
        base = Motion(X.matrix, X.position, V[0:3], A[0:3], V[3:6], A[3:6])
        return NewtonEuler(self.topology, self.layout, self.q, self.v, self.vdot, base)

    def at(self, **changes: object) -> State:
        """Return another state of the same model; what does not depend on it is kept."""
        other = replace(self, **changes)
        if other.model is self.model:
            for name in ("topology", "layout", "tree"):
                other.__dict__[name] = getattr(self, name)
        return other

    def later(self, t: float) -> State:
        """Return the state after a short time t; the first order is enough for differences."""
        return self.at(q=self.layout.add(self.q, t * self.v), v=self.v + t * self.vdot)

    def rate(self, quantity: Callable[[State], np.ndarray], h: float = 1e-5) -> np.ndarray:
        """Return the rate of a quantity along the motion, by central differences."""
        return (quantity(self.later(h)) - quantity(self.later(-h))) / (2 * h)


def state_of(model: Model, seed: int = 0) -> State:
    rng = np.random.default_rng(seed)
    nv = sum(joint.type.nv for joint in model.joints)
    q = random_coordinates(model, rng)
    return State(model, q, rng.uniform(-2, 2, nv), rng.uniform(-3, 3, nv))


def random_state(seed: int, n: int, **options: object) -> State:
    return state_of(random_tree(seed, n, **options), seed + 1)


def chain_of(
    kinds: Sequence[str], seed: int, gravity: Sequence[float] = GRAVITY, reversals: bool = False
) -> Model:
    """A serial chain with the given joint types, from ground outward."""
    rng = np.random.default_rng(seed)
    bodies = tuple(random_body(rng, f"b{i}") for i in range(len(kinds)))
    joints = []
    for i, kind in enumerate(kinds):
        pair = (GROUND if i == 0 else f"b{i - 1}", f"b{i}")
        if reversals and rng.random() < 0.5:
            pair = pair[::-1]
        joints.append(
            Joint(f"j{i}", joint_type(kind, rng), *pair, random_pose(rng), random_pose(rng))
        )
    return Model("chain", vector3(gravity), bodies, tuple(joints))


def random_base(seed: int) -> BaseMotion:
    """A ground that stands anywhere, moves and turns."""
    rng = np.random.default_rng(seed)
    pose = random_pose(rng, 1.0)
    X = Transform.of(np.array(pose.rotation), np.array(pose.position))
    return BaseMotion(X, rng.normal(size=6), rng.normal(size=6))
