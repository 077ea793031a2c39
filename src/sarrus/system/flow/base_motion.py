"""The motion of a prescribed base over time: its pose by laws, its rates by differentiation.

Of a position p(t) and a rotation R(t), velocity, acceleration, angular velocity and angular
acceleration follow exactly, by dual numbers:

    (w x) = dR/dt R^T,   (al x) = skew part of d2R/dt2 R^T.

Numbers alone are the motion at one instant, which goes on with constant accelerations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.spatial import AxisRotation
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.spatial.dual import Dual
from sarrus.spatial.rotation import rotation_about
from sarrus.system.flow.prescribed import jets_of, prescribed, scalar_law
from sarrus.system.quantities.base_input import (
    DATA,
    GroundMotion,
    ground_motion_of,
    is_numbers,
    no_rotation,
    rotation_first,
    turned_by_angles,
)

Motion = tuple[Array, Array, Array]
"""A vector or matrix with its first and second derivative."""
ROTATION = 1e-9
"""How far the matrix of a law may be from a rotation."""


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
        factory = KernelFactory(Cache(None))
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
    if isinstance(base, GroundMotion) and base.follows_laws:
        base = base_law(base, (now, now))
    return ground_motion_of(_numbers(base, now)) if isinstance(base, BaseLaw) else base


def _numbers(law: BaseLaw, t: float) -> np.ndarray:
    return np.asarray(law(t), dtype=float)


def _check(law: BaseLaw, t: float, allowed: float) -> None:
    found = _numbers(law, t)
    if not np.all(np.isfinite(found)):
        raise ModelError(Problem("D04", f"base at t = {t:g} s", "does not stay finite"))
    problems = no_rotation("base / rotation", found[0:9].reshape(3, 3), allowed, f" at t = {t:g} s")
    if problems:
        raise ModelError(problems)


# --- translation --------------------------------------------------------------------------------


def _translation(base: GroundMotion, span: tuple[float, float]) -> Callable[[Scalar], Motion]:
    if not is_numbers(base.position, (3,)):
        base.refuse_rates("position", ("velocity", "acceleration"))
        return _vector_law("base / position", base.position, span, 3)
    p, v, a = (
        np.asarray(x, dtype=float) for x in (base.position, base.velocity, base.acceleration)
    )
    start = span[0]

    def uniform(t: Scalar) -> Motion:
        s = t - start
        return p + v * s + 0.5 * a * (s * s), v + a * s, a

    return uniform


def _vector_law(
    name: str, law: Any, span: tuple[float, float], size: int
) -> Callable[[Scalar], Motion]:
    """Return values, rates and accelerations: of a function of t, a table, or of a law each."""
    if callable(law):
        return lambda t: _columns(name, jets_of(name, law, t), size)
    if not isinstance(law, (tuple, list, np.ndarray)):
        raise ModelError(_no_vector(name, law, size))
    if len(law) == 2:  # a table of rows
        times, rows = np.asarray(law[0], dtype=float), np.asarray(law[1], dtype=float)
        if rows.ndim != 2 or rows.shape[1] != size:
            rule = f"must have times and rows of {size} numbers"
            raise ModelError(Problem("N14", f"{name} / table", rule, f"shape {rows.shape}"))
        law = tuple((times, column) for column in rows.T)
    if len(law) != size:
        raise ModelError(_no_vector(name, law, size))
    axes = [float(part) if is_numbers(part, ()) else part for part in law]
    for axis, part in zip("xyz", axes, strict=True):
        for t in span:  # tables are refused beyond their rows
            prescribed(f"{name} {axis}", part)(t)
    laws = [scalar_law(f"{name} {axis}", part) for axis, part in zip("xyz", axes, strict=True)]
    return lambda t: _columns(name, [part(t) for part in laws], size)


def _columns(name: str, jets: Any, size: int) -> Motion:
    if len(jets) == 9 and name.endswith("position"):
        raise ModelError(rotation_first(name))
    if len(jets) != size:
        raise ModelError(_no_vector(name, jets, size))
    value, rate, acceleration = (np.array([jet[k] for jet in jets]) for k in range(3))
    return value, rate, acceleration


def _no_vector(name: str, law: Any, size: int) -> Problem:
    rule = f"must be {size} numbers or laws of t, a function of t that returns them, or a table"
    return Problem("D04", name, rule, value=repr(law)[:80])


# --- rotation -----------------------------------------------------------------------------------


def _rotation(base: GroundMotion, span: tuple[float, float]) -> Callable[[Scalar], Motion]:
    name = "base / rotation"
    if is_numbers(base.rotation, (3,), (3, 3)):
        return _uniform_turn(base, span[0])
    base.refuse_rates("rotation", ("angular_velocity", "angular_acceleration"))
    if not callable(base.rotation):
        angles = _vector_law(name, base.rotation, span, 3)
        return lambda t: _turning(_turned([_nested(*jet) for jet in zip(*angles(t), strict=True)]))
    function = base.rotation

    def turning(t: Scalar) -> Motion:
        jets = jets_of(name, function, t)
        if len(jets) not in (3, 9):
            raise ModelError(_no_vector(name, jets, 3))
        duals = [_nested(*jet) for jet in jets]
        return _turning(_turned(duals) if len(jets) == 3 else np.array(duals).reshape(3, 3))

    return turning


def _nested(value: Scalar, rate: Scalar, acceleration: Scalar) -> Dual:
    """Return a number with two derivatives with respect to time."""
    return Dual(Dual(value, rate), Dual(rate, acceleration))


def _turned(angles: Any) -> Array:
    """Return R = Rz(yaw) Ry(pitch) Rx(roll)."""
    turns = [AxisRotation.about(axis, angle) for axis, angle in enumerate(angles)]
    return (turns[2] @ turns[1] @ turns[0]).matrix


def _turning(R: Array) -> Motion:
    """Return R, w and al of a matrix with two derivatives."""
    entries = [_jet(x) for x in np.ravel(R)]
    now, rate, second = (np.array([e[k] for e in entries]).reshape(3, 3) for k in range(3))
    return now, _axial(rate @ now.T), _axial(second @ now.T)


def _jet(x: Any) -> tuple[Scalar, Scalar, Scalar]:
    if not isinstance(x, Dual):
        return x, 0.0, 0.0
    inner, outer = Dual.parts(x.value), Dual.parts(x.rate)
    return inner[0], inner[1], outer[1]


def _axial(m: Array) -> Array:
    """Return the vector of the skew part of a matrix."""
    return np.array([0.5 * (m[j, i] - m[i, j]) for i, j in ((1, 2), (2, 0), (0, 1))])


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

    def turning(t: Scalar) -> Motion:
        s = t - start
        angle = rate * s + 0.5 * acceleration * (s * s)
        return rotation_about(n, angle) @ R0, n * (rate + acceleration * s), al

    return turning
