"""Seeded random trees of bodies, for identity tests and for comparison with peers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.curves import CircleCurve
from sarrus.model import GROUND, Body, Joint, Model, Pose
from sarrus.model.joints import TYPES, Curvilinear, GearPair, Helical, JointType, Rolling
from sarrus.model.joints.joint_type import parameters_of
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix, unit_vector
from sarrus.topology import Layout, Topology, analyze, layout

ALL_TYPES = tuple(name for name, kind in TYPES.items() if kind.in_tree)
USUAL = ALL_TYPES[: ALL_TYPES.index("weld") + 1]
"""The types that random trees have unless others are asked for."""


RING = CircleCurve(1.3)
"""The curve of random carriages."""


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    return quaternion_matrix(unit_vector(rng.normal(size=4)))


def axis_rotation(rng: np.random.Generator, angle: float) -> np.ndarray:
    """A turn by an angle about a random axis."""
    axis = np.sin(0.5 * angle) * unit_vector(rng.normal(size=3))
    return quaternion_matrix(np.array([np.cos(0.5 * angle), *axis]))


def random_pose(rng: np.random.Generator, size: float = 0.5) -> Pose:
    return Pose(vector3(rng.uniform(-size, size, 3)), matrix3(random_rotation(rng)))


def random_body(rng: np.random.Generator, name: str) -> Body:
    """A body of a random ellipsoid of mass, so that its inertia is physical."""
    axes = random_rotation(rng)
    a, b, c = rng.uniform(0.05, 0.4, 3) ** 2
    mass = rng.uniform(0.5, 3.0)
    inertia = axes @ np.diag([b + c, a + c, a + b]) @ axes.T * mass / 5
    inertia = 0.5 * (inertia + inertia.T)
    com = vector3(rng.uniform(-0.3, 0.3, 3))
    return Body(name, float(mass), com, matrix3(inertia), random_pose(rng))


def joint_type(name: str, rng: np.random.Generator) -> JointType:
    if name == "rolling":
        return Rolling(float(rng.uniform(0.2, 0.5)), crown=float(rng.uniform(0.02, 0.1)))
    if name == "helical":
        return Helical(float(rng.uniform(0.05, 0.4)))
    if name == "curvilinear":
        return Curvilinear(float(rng.uniform(0.0, 3.0)), RING, (0.0, 0.6, 0.8))
    numbers = {n: float(rng.uniform(0.3, 1.2)) for n in parameters_of(TYPES[name])}
    whole = {"teeth_1": 5.0, "teeth_2": 9.0, "teeth": 7.0, "starts": 2.0, "flank": -1.0}
    numbers |= {n: value for n, value in whole.items() if n in numbers}  # of gears
    if "module" in numbers:
        numbers |= {
            "module": 0.05 * numbers["module"],
            "distance": 0.0,
            "pressure_angle": 0.4,
            "lead_angle": 0.2,
            "twist": 1.5,
        }
        numbers = {n: x for n, x in numbers.items() if n in parameters_of(TYPES[name])}
    return TYPES[name](**numbers)


def closed_pose(kind: JointType, x: np.ndarray, rng: np.random.Generator) -> Transform:
    """Return a pose at which a joint is closed: of its coordinates, or of a wheel that touches."""
    if kind.in_tree:
        return kind.pose(x)
    if isinstance(kind, GearPair):
        off = Transform.of(
            axis_rotation(rng, 0.05), 0.02 * kind.module * rng.uniform(-1.0, 1.0, size=3)
        )
        return kind.nearest_pose(kind.drawn @ off)
    R, p = random_rotation(rng), rng.normal(size=3)
    if not isinstance(kind, Rolling):
        return kind.nearest_pose(Transform.of(R, p))
    return Transform.of(R, p - np.array([0.0, 0.0, kind.contact(Transform.of(R, p)).gap]))


def random_tree(
    seed: int,
    n: int,
    types: Sequence[str] = USUAL,
    chain: bool = False,
    reversals: bool = True,
    gravity: Sequence[float] = (0.3, -0.4, -9.7),
) -> Model:
    """A tree of n bodies with random joints; some joints point from the body to its parent."""
    rng = np.random.default_rng(seed)
    bodies = [random_body(rng, f"b{i}") for i in range(n)]
    joints = []
    for i in range(n):
        k = i - 1 if chain else int(rng.integers(-1, i))
        pair = (GROUND if k < 0 else f"b{k}", f"b{i}")
        if reversals and rng.random() < 0.3:
            pair = pair[::-1]
        kind = joint_type(str(rng.choice(list(types))), rng)
        joints.append(Joint(f"j{i}", kind, *pair, random_pose(rng), random_pose(rng)))
    return Model("random", vector3(gravity), tuple(bodies), tuple(joints))


def topology_of(model: Model) -> tuple[Topology, Layout]:
    topology = analyze(model)
    return topology, layout(topology)


def random_coordinates(model: Model, rng: np.random.Generator) -> np.ndarray:
    """Coordinates of all joints in order of declaration; quaternions have length one."""
    parts = [j.type.with_unit_quaternion(rng.uniform(-1.0, 1.0, j.type.nq)) for j in model.joints]
    return np.concatenate(parts) if parts else np.zeros(0)
