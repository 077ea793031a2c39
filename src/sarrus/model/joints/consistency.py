"""Whether what a joint type says of itself agrees: the pose is the definition of all else.

Users' types are checked by this when they are registered and when they are first used; the types of
the package by the tests.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from sarrus.model.joints.joint_type import RULE, Coordinate, JointType
from sarrus.spatial import Transform
from sarrus.spatial.rotation import exponential, logarithm, quaternion_matrix, quaternion_of

STEP = 1e-4
TOLERANCE = 1e-6
"""Of differences over a step, relative to the sizes of what they are compared with."""
SPREAD = {"rad": 0.4, "m": 0.1}
"""How far coordinates go from the neutral position [rad, m]."""
TRIALS = 3
EQUATIONS = ("pose", "subspace", "residual", "residual_rows", "coordinates_of")
NAMES = ("type_name", "weight", "coordinates", "velocities", "row_names")


def incomplete(cls: Any) -> Iterator[str]:
    """Yield what a class lacks to be a joint type."""
    if not (inspect.isclass(cls) and issubclass(cls, JointType)):
        yield "is not a subclass of sarrus.model.joints.JointType"
        return
    if not is_dataclass(cls) or not cls.__dataclass_params__.frozen:
        yield "is not a frozen dataclass: write @dataclass(frozen=True) above it"
        return
    missing = [name for name in NAMES if not hasattr(cls, name)]
    missing += sorted(cls.__abstractmethods__)
    if missing:
        yield f"lacks {', '.join(missing)}"
        return
    if not (isinstance(cls.type_name, str) and cls.type_name.isidentifier()):
        yield f"has the type_name {cls.type_name!r}, which must be a name such as 'cam_slot'"
    for parts, allowed in ((cls.coordinates, ("rad", "m", "")), (cls.velocities, ("rad/s", "m/s"))):
        for part in parts:
            if not isinstance(part, Coordinate) or part.unit not in allowed:
                yield f"has {part!r} among its coordinates; the unit must be one of {allowed}"
    for number in fields(cls):
        if number.init and RULE not in number.metadata:
            yield f"has the field '{number.name}' without a unit: make it with `parameter(...)`"


@cache
def contradictions(kind: JointType) -> tuple[str, ...]:
    """Return what of a joint type contradicts its pose, or nothing.

    At some coordinates near the neutral ones: S is the derivative of the pose, `subspace_rate` that
    of S, S^T T = I, the coordinates of a pose are those that it was made of, the residual vanishes
    on all poses, its rows are its derivative, W S = 0, and W has full rank.
    """
    try:
        with np.errstate(all="ignore"):
            return tuple(dict.fromkeys(_of_tree(kind) if kind.in_tree else _of_rows(kind, _OPEN)))
    except Exception as problem:  # whatever a user's equations raise
        return (f"cannot be evaluated: {type(problem).__name__}: {problem}",)


def _of_tree(kind: JointType) -> Iterator[str]:
    start = kind.pose(kind.neutral())
    if not _near(_velocity(Transform.identity(), start), np.zeros(6)):
        yield "has a neutral position at which F and M do not coincide"
    for q, v in _trials(kind):
        yield from _at(kind, q, v)
        yield from _of_rows(kind, kind.pose(q))
        yield from _of_rows(kind, kind.pose(q) @ _OPEN)


def _at(kind: JointType, q: np.ndarray, v: np.ndarray) -> Iterator[str]:
    """Yield what does not agree at q, v."""
    X, S = kind.pose(q), kind.subspace(q)
    if S.shape != (6, kind.nv):
        yield f"has a subspace of shape {S.shape}; its {kind.nv} velocities need {(6, kind.nv)}"
        return
    for k, unit in enumerate(np.eye(kind.nv)):
        moved = _slope(partial(_displacement, kind, q, unit))
        if not _near(S[:, k], moved):
            yield _unequal("subspace", f"column {k}", S[:, k], moved, "the derivative of the pose")
    bent = _slope(lambda t: kind.subspace(kind.add(q, t * v)))
    if not _near(kind.subspace_rate(q, v), bent):
        yield "has a subspace_rate that is not the rate of change of its subspace"
    if not _near(S.T @ kind.effort_directions(q), np.eye(kind.nv)):
        yield "has effort_directions T with S^T T unlike 1: unit efforts must do unit work"
    again = kind.pose(kind.coordinates_of(X))
    if not _near(_velocity(X, again), np.zeros(6)):
        yield "has coordinates_of that do not give back the pose that they are taken of"
    if not _near(kind.velocity_of(q, kind.rate(q, v)), v):
        yield "has velocity_of that is not the inverse of rate"
    residual, W = kind.residual(X), kind.residual_rows(X)
    if len(residual) != kind.n_rows or len(kind.row_names) != kind.n_rows:
        named = f"{len(kind.row_names)} row_names"
        yield f"has {len(residual)} equations and {named}; both must be {kind.n_rows}"
        return
    if not _near(residual, np.zeros(kind.n_rows)):
        yield f"has the residual {_numbers_text(residual)} at a pose of its own; it must vanish"
    if W.shape == (kind.n_rows, 6) and kind.n_rows:
        if not _near(W @ S, np.zeros((kind.n_rows, kind.nv))):
            yield "has residual_rows W that forbid motions of its own: W S is not 0"
        if np.linalg.matrix_rank(W, tol=1e-9) < kind.n_rows:
            yield "has residual_rows that depend on each other at a pose of its own"


def _of_rows(kind: JointType, X: Transform) -> Iterator[str]:
    W = kind.residual_rows(X)
    if W.shape != (kind.n_rows, 6):
        yield f"has residual_rows of shape {W.shape}, not {(kind.n_rows, 6)}"
        return
    closing = list(kind.holonomic)
    for k, V in enumerate(np.eye(6)):
        change = _slope(partial(_residual_after, kind, X, V))
        if not _near(W[closing, k], change[closing]):
            rule = "the derivative of the residual"
            yield _unequal("residual_rows", f"column {k}", W[:, k], change, rule)


def _displacement(kind: JointType, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
    """Return how far the pose is after a short time t of the velocity v."""
    return _velocity(kind.pose(q), kind.pose(kind.add(q, t * v)))


def _residual_after(kind: JointType, X: Transform, V: np.ndarray, t: float) -> np.ndarray:
    """Return the residual after a short time t of the velocity V."""
    return kind.residual(_pose_after(X, t * V))


def _trials(kind: JointType) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(20240229)
    sizes = np.array([SPREAD.get(v.unit.removesuffix("/s"), 0.1) for v in kind.velocities])
    for _ in range(TRIALS):
        yield (
            kind.add(kind.neutral(), rng.uniform(-1, 1, kind.nv) * sizes),
            rng.normal(size=kind.nv),
        )


def _velocity(X: Transform, near: Transform) -> np.ndarray:
    """Return the small displacement from X to a pose near it, at M in M's axes."""
    turn = logarithm(quaternion_of(X.matrix.T @ near.matrix))
    return np.concatenate([X.matrix.T @ (near.position - X.position), turn])


def _pose_after(X: Transform, d: np.ndarray) -> Transform:
    turn = quaternion_matrix(exponential(d[3:6]))
    return Transform.of(X.matrix @ turn, X.position + X.matrix @ d[0:3])


_OPEN = _pose_after(Transform.identity(), np.array([0.05, -0.08, 0.06, 0.2, -0.3, 0.15]))
"""A displacement that no joint allows by itself."""


def _slope(f: Callable[[float], np.ndarray]) -> np.ndarray:
    """Return df/dt at zero by four points."""
    h = STEP
    return np.asarray((8.0 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h))


def _near(a: Any, b: Any) -> bool:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape or not np.all(np.isfinite(a)):
        return False
    return bool(
        np.max(np.abs(a - b), initial=0.0) <= TOLERANCE * (1.0 + np.max(np.abs(b), initial=0.0))
    )


def _unequal(what: str, part: str, says: np.ndarray, is_: np.ndarray, rule: str) -> str:
    return f"has {what} whose {part} {_numbers_text(says)} is not {rule}, {_numbers_text(is_)}"


def _numbers_text(values: np.ndarray) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in np.ravel(values)) + ")"
