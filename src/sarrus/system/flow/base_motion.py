"""The motion of a prescribed base over time: its pose by laws, its rates by differentiation.

Of a position p(t) and a rotation R(t), velocity, acceleration, angular velocity and angular
acceleration follow exactly, by dual numbers:

    (w x) = dR/dt R^T,   (al x) = skew part of d2R/dt2 R^T.

Laws of poses (`PoseLaw`) say the same by quaternions, axes and angles, or paths. Numbers alone
are the motion at one instant, which goes on with constant accelerations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.background import chosen_policy
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.spatial.rotation import quaternion_matrix, rotation_about
from sarrus.system.flow.pose_law import (
    ROTATION,
    PoseLaw,
    axial,
    check_rotation,
    matrix_of_turns,
    samples_of,
)
from sarrus.system.flow.prescribed import jets_of, nested_jet
from sarrus.system.flow.vector_law import Motion, VectorLaw, no_vector, split
from sarrus.system.quantities.base_input import (
    DATA,
    GroundMotion,
    ground_motion_of,
    is_numbers,
    rotation_first,
    turned_by_angles,
)


@dataclass(frozen=True, eq=False)
class BaseLaw:
    """The motion of ground as a function of time: `law(t)` are its 24 numbers or symbols."""

    translation: Callable[[Scalar], Motion]
    rotation: Callable[[Scalar], Motion]

    def __call__(self, t: Scalar) -> Array:
        """Return the numbers of `GroundMotion.flat` at a time."""
        p, v, a = self.translation(t)
        R, w, al = self.rotation(t)
        return join(np.ravel(R), p, v, w, a, al)

    @cached_property
    def _kernel(self) -> Kernel:
        shapes = {"t": (1,)}
        factory = KernelFactory(Cache(None), policy=chosen_policy())
        return factory.make("base motion", lambda t: {"base": self(t[0])}, shapes)

    def rows(self, t: np.ndarray) -> np.ndarray:
        """Return the motion at many times, a row of 24 numbers for each."""
        return outputs_of_rows(self._kernel, {"t": np.asarray(t, dtype=float)[:, None]}, {})["base"]


def base_law(base: Any, span: tuple[float, float]) -> BaseLaw | None:
    """Return the motion of a base over a span of time; None where it rests, or is one instant's.

    Numbers say how it moves at the beginning of the span. Laws are checked at both of its ends.
    """
    if base is None or isinstance(base, BaseLaw):
        return base
    if isinstance(base, PoseLaw):
        if base.direction is not None:
            rule = "leaves a turn of ground open"
            raise ModelError(Problem("D04", "base / direction", rule, action="give a rotation"))
        base.check("base", samples_of(span))
        return _base_law(base)
    if not isinstance(base, GroundMotion) or not base.moves:
        return None
    if base.follows_laws or span[1] > span[0]:
        law = BaseLaw(_translation(base, span), _rotation(base, span))
        numbers = is_numbers(base.rotation, (3, 3))
        for t in span:
            _check(law, t, 2.0 * DATA if numbers else ROTATION)
        return law
    return None


def at_instant(base: Any, t: float | None) -> Any:
    """Return the motion at a time in numbers; what is no motion comes back as it is."""
    now = 0.0 if t is None else float(np.ravel(t)[0])
    if isinstance(base, PoseLaw) or (isinstance(base, GroundMotion) and base.follows_laws):
        base = base_law(base, (now, now))
    return ground_motion_of(_numbers(base, now)) if isinstance(base, BaseLaw) else base


def _numbers(law: BaseLaw, t: float) -> np.ndarray:
    return np.asarray(law(t), dtype=float)


def _check(law: BaseLaw, t: float, allowed: float) -> None:
    found = _numbers(law, t)
    if not np.all(np.isfinite(found)):
        raise ModelError(Problem("D04", f"base at t = {t:g} s", "does not stay finite"))
    check_rotation("base / rotation", found[0:9].reshape(3, 3), t, allowed)


# --- translation --------------------------------------------------------------------------------


def _translation(base: GroundMotion, span: tuple[float, float]) -> Callable[[Scalar], Motion]:
    if not is_numbers(base.position, (3,)):
        base.refuse_rates("position", ("velocity", "acceleration"))
        return _vector_law("base / position", base.position, span).columns
    p, v, a = (
        np.asarray(x, dtype=float) for x in (base.position, base.velocity, base.acceleration)
    )
    start = span[0]

    def uniform(t: Scalar) -> Motion:
        s = t - start
        return p + v * s + 0.5 * a * (s * s), v + a * s, a

    return uniform


def _vector_law(name: str, law: Any, span: tuple[float, float]) -> VectorLaw:
    """Return three numbers over time; tables are refused beyond their rows."""
    found = VectorLaw.of(name, law, 3)
    if callable(law) and name.endswith("position") and len(found.jets(span[0])) == 9:
        raise ModelError(rotation_first(name))
    for t in span:
        found.check(name, t)
    return found


# --- rotation -----------------------------------------------------------------------------------


def _rotation(base: GroundMotion, span: tuple[float, float]) -> Callable[[Scalar], Motion]:
    name = "base / rotation"
    if is_numbers(base.rotation, (3,), (3, 3)):
        return _uniform_turn(base, span[0])
    base.refuse_rates("rotation", ("angular_velocity", "angular_acceleration"))
    if not callable(base.rotation):
        angles = _vector_law(name, base.rotation, span)
        return lambda t: _turn_of_matrix(matrix_of_turns(angles.jet(t)))
    function = base.rotation

    def turn_law(t: Scalar) -> Motion:
        jets = jets_of(name, function, t)
        if len(jets) not in (3, 9):
            raise ModelError(no_vector(name, jets, 3))
        duals = [nested_jet(*jet) for jet in jets]
        return _turn_of_matrix(
            matrix_of_turns(duals) if len(jets) == 3 else np.array(duals).reshape(3, 3)
        )

    return turn_law


def _turn_of_matrix(R: Array) -> Motion:
    """Return R, w and al of a matrix with two derivatives."""
    now, rate, second = split(R)
    return now, axial(rate @ now.T), axial(second @ now.T)


def _base_law(law: PoseLaw) -> BaseLaw:
    """Return the motion of ground by a law of its pose; what it leaves free is at rest."""

    def rotation(t: Scalar) -> Motion:
        turn = law.turn(t)
        R = quaternion_matrix(turn.quaternion)
        return R, R @ turn.w, R @ turn.al

    return BaseLaw(law.translation, rotation)


def _uniform_turn(base: GroundMotion, start: float) -> Callable[[Scalar], Motion]:
    """Return the turn with a constant angular acceleration, which must be along the velocity."""
    R0 = turned_by_angles(base.rotation)
    w, al = (np.asarray(x, dtype=float) for x in (base.angular_velocity, base.angular_acceleration))
    axis = w if np.linalg.norm(w) >= np.linalg.norm(al) else al
    size = float(np.linalg.norm(axis))
    if size == 0.0:
        return lambda t: (R0, np.zeros(3), np.zeros(3))
    n = axis / size
    if np.linalg.norm(np.cross(w, al)) > 1e-12 * float(np.linalg.norm(w) * np.linalg.norm(al)):
        rule = "is not along the angular velocity: the turn over time is then not known"
        action = "give rotation= as a function of t"
        raise ModelError(Problem("D04", "base / angular_acceleration", rule, action=action))
    rate, acceleration = float(w @ n), float(al @ n)

    def turn_law(t: Scalar) -> Motion:
        s = t - start
        angle = rate * s + 0.5 * acceleration * (s * s)
        return rotation_about(n, angle) @ R0, n * (rate + acceleration * s), al

    return turn_law
