"""The motion of a whole joint by a law: its coordinates, velocities and accelerations.

A ball or free joint has a quaternion, whose rates are not its velocities: its motion is that of a
pose (`PoseLaw`). Of other joints every coordinate has a law of its own; a law of the whole joint is
taken apart into these.

What is not prescribed of a ball or free joint stays free. Its velocities are components in the
axes of the child, so that those of a position alone depend on how the child stands:

    v = R^T dx/dt,    dv/dt = R^T d2x/dt2 - w x v

and those of a direction d of the child's axis a (a = R^T d, across a):

    w = a x R^T dd/dt,    dw/dt = a x (R^T d2d/dt2 - w x R^T dd/dt)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.background import chosen_policy
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import JointType
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, cross, join
from sarrus.spatial.rotation import quaternion_matrix, quaternion_product, unit_vector
from sarrus.system.flow.pose_law import PoseLaw, nested_pose
from sarrus.system.flow.prescribed import (
    is_scalar,
    parts_of,
    scalar_law,
    three_functions,
    value_of_function,
)
from sarrus.system.flow.vector_law import AXES, VectorLaw, is_table
from sarrus.system.quantities.base_input import is_numbers

Law = Callable[[Scalar], tuple[Scalar, Scalar, Scalar]]
"""Value, rate and acceleration of one coordinate."""
ALLOWED = 1e-9
"""How far a pose may be from those that a joint allows [m or rad]."""
CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])
MOST_SAMPLES = 20000


@dataclass(frozen=True, eq=False)
class JointLaw:
    """The motion of a ball or free joint; parts: which of its velocities are prescribed.

    motion: (q, v, vdot) of the joint from the time and from its own q and v, of which it takes
    what is not prescribed; depends: whether prescribed velocities depend on these; check: refuses
    times at which the law is no motion; q, v: places of the joint in the tree, or cut: its number
    among the cut joints.
    """

    name: str
    kind: JointType
    parts: tuple[int, ...]
    motion: Callable[[Scalar, Array, Array], tuple[Array, Array, Array]]
    check: Callable[[Iterable[float]], None]
    depends: bool = False
    q: slice = field(default_factory=lambda: slice(0, 0))
    v: slice = field(default_factory=lambda: slice(0, 0))
    cut: int | None = None

    def at(self, q: slice, v: slice, cut: int | None) -> JointLaw:
        """Return the law with the places of its joint."""
        return replace(self, q=q, v=v, cut=cut)

    @property
    def q_places(self) -> list[int]:
        """Places in the tree's q of the coordinates that are prescribed."""
        quaternion = self.kind.quaternion_at or 0
        linear = set(range(quaternion)) if 0 in self.parts and quaternion else set()
        angular = set(range(quaternion, self.kind.nq)) if self._angular & {*self.parts} else set()
        return [self.q.start + k for k in sorted(linear | angular)]

    @property
    def _angular(self) -> set[int]:
        return {k for k, c in enumerate(self.kind.velocities) if c.unit == "rad/s"}

    @property
    def is_whole(self) -> bool:
        """Whether every velocity is prescribed."""
        return len(self.parts) == self.kind.nv

    @property
    def units(self) -> list[str]:
        """The units of what is missing to the motion, rad or m."""
        return [self.kind.velocities[k].unit.removesuffix("/s") for k in self.parts]

    def names(self) -> list[str]:
        """Return the names of the velocities that are prescribed."""
        return [f"{self.name}.{self.kind.velocities[k].name}" for k in self.parts]

    def at_instant(self, t: float) -> JointLaw:
        """Return the law at one time, in numbers; one that depends on its joint stays as it is."""
        if self.depends:
            return self
        q_now, v_now, vdot_now = (np.asarray(x, dtype=float) for x in self.without_state(t))
        places, parts = [k - self.q.start for k in self.q_places], list(self.parts)

        def motion(t: Scalar, q: Array, v: Array) -> tuple[Array, Array, Array]:
            q, v, vdot = np.array(q, dtype=float), np.array(v, dtype=float), np.zeros(len(v))
            q[places], v[parts], vdot[parts] = q_now[places], v_now[parts], vdot_now[parts]
            return q, v, vdot

        return replace(self, motion=motion)

    def towards(self, other: JointLaw, part: float, times: tuple[float, float]) -> JointLaw:
        """Return the law of the way from this to another one at two times, a part of it gone."""

        def motion(t: Scalar, q: Array, v: Array) -> tuple[Array, Array, Array]:
            first = self.kind.with_unit_quaternion(self.motion(times[0], q, v)[0])
            last, rate, more = other.motion(times[1], q, v)
            way = self.kind.difference(self.kind.with_unit_quaternion(last), first)
            return self.kind.add(first, part * way), rate, more

        return replace(other, motion=motion)

    def way_since(self, t: float, before: JointLaw, then: float, q: np.ndarray) -> np.ndarray:
        """Return how far the law has led its joint, at q, since an earlier law and time."""
        still = np.zeros(self.kind.nv)
        now, first = self.motion(t, q, still)[0], before.motion(then, q, still)[0]
        way = self.kind.difference(
            self.kind.with_unit_quaternion(now), self.kind.with_unit_quaternion(first)
        )
        return np.asarray(way, dtype=float)[list(self.parts)]

    def miss(self, t: float, q: np.ndarray) -> np.ndarray:
        """Return what is missing from q to the law, in numbers, however far it is."""
        wanted = self.kind.with_unit_quaternion(self.motion(t, q, np.zeros(self.kind.nv))[0])
        return np.asarray(self.kind.difference(wanted, q), dtype=float)[list(self.parts)]

    def rates(self, t: float, q: np.ndarray) -> np.ndarray:
        """Return the velocities that are prescribed at q, in numbers."""
        found = self.motion(t, q, np.zeros(self.kind.nv))[1]
        return np.asarray(found, dtype=float)[list(self.parts)]

    def accelerations(self, t: float, q: np.ndarray, v: np.ndarray) -> dict[str, Any]:
        """Return the accelerations that are prescribed at a state, by name."""
        vdot = np.asarray(self.motion(t, q, v)[2], dtype=float)
        if self.is_whole:
            return {self.name: vdot}
        return dict(zip(self.names(), vdot[list(self.parts)].tolist(), strict=True))

    def without_state(self, t: Scalar) -> tuple[Array, Array, Array]:
        """Return the motion of a law that does not depend on the joint's state."""
        return self.motion(t, self.kind.neutral(), np.zeros(self.kind.nv))

    def gap(self, t: Scalar, q: Array) -> Array:
        """Return how far the joint is from its law, all components: shifts and turns."""
        return pose_gap(self.kind, q, self.motion(t, q, np.zeros(self.kind.nv))[0])

    @cached_property
    def _kernel(self) -> Kernel:
        shapes = {"t": (1,), "q": (self.kind.nq,), "v": (self.kind.nv,)}

        def equation(t: Any, q: Any, v: Any) -> dict[str, Any]:
            q, v, _ = self.motion(t[0], q, v)
            return {"q_law": join(q, np.zeros(0)), "v_law": join(v, np.zeros(0))}

        return KernelFactory(Cache(None), policy=chosen_policy()).make(
            "joint law", equation, shapes
        )

    def rows(self, t: np.ndarray, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return coordinates and velocities at many times, a row for each."""
        found = outputs_of_rows(self._kernel, {"t": t[:, None], "q": q, "v": v}, {})
        return found["q_law"], found["v_law"]


def pose_gap(kind: JointType, q: Array, wanted: Array) -> Array:
    """Return how far q of a ball or free joint is from wanted: shift and turn in child axes.

    The turn is 2 tan(angle/2) about its axis: it vanishes at no other position, up to half a turn.
    """
    e = q[len(q) - 4 :]
    off = quaternion_product(CONJUGATE * wanted[len(q) - 4 :], e)
    turn = 2.0 * off[1:4] / off[0]
    if kind.nq == 4:
        return turn
    return join(quaternion_matrix(e).T @ (q[0:3] - wanted[0:3]), turn)


def joint_law(name: str, kind: JointType, value: Any) -> JointLaw:
    """Return the law of a ball or free joint from what the user gives."""
    functions = three_functions(value)
    if functions is not None:
        return _by_functions(name, kind, functions)
    law = value if isinstance(value, PoseLaw) else _coordinates_law(name, kind, value)
    free = kind.nq == 7
    if law.places and not free:
        rule = f"says a position, which the {kind.type_name} joint has not"
        action = "leave position out, and give the rotation alone"
        raise ModelError(Problem("D04", f"drive '{name}'", rule, action=action))
    first = 3 if free else 0
    parts = [*range(3)] if law.places else []
    if law.turns:
        parts += [first + k for k in range(3)]
    elif law.direction is not None:
        parts += [first + k for k in range(3) if AXES[k] != law.of]
    depends = not law.turns

    def motion(t: Scalar, q: Array, v: Array) -> tuple[Array, Array, Array]:
        e, w, al = q[len(q) - 4 :], v[first : first + 3], np.zeros(3)
        if law.turns:
            turn = law.turn(t)
            e, w, al = turn.quaternion, turn.w, turn.al
        elif law.direction is not None:
            e, w, al = _pointing_rotation(law, t, e, w)
        if not free:
            return e, w, al
        p, linear, shift = q[0:3], v[0:3], np.zeros(3)
        if law.places:
            p, rate, second = law.translation(t)
            R = quaternion_matrix(e)
            linear = R.T @ rate
            shift = R.T @ second - cross(w, linear)
        return join(p, e), join(linear, w), join(shift, al)

    element = f"drive '{name}'"
    return JointLaw(name, kind, tuple(parts), motion, lambda times: law.check(element, times),
                    depends)  # fmt: skip


def _pointing_rotation(law: PoseLaw, t: Scalar, e: Array, w: Array) -> tuple[Array, Array, Array]:
    """Return the rotation nearest to e at which an axis has the direction of a law."""
    d, rate, second = law.direction_motion(t)
    a = np.eye(3)[AXES.index(law.of)]
    now = quaternion_matrix(e) @ a
    e = quaternion_product(unit_vector(join(np.array([1.0 + now @ d]), cross(now, d))), e)
    R = quaternion_matrix(e)
    g = R.T @ rate
    w = (a @ w) * a + cross(a, g)
    return e, w, cross(a, R.T @ second - cross(w, g))


def _by_functions(name: str, kind: JointType, functions: tuple[Any, ...]) -> JointLaw:
    """Return the law of three functions: coordinates, velocities and accelerations."""
    laws = [(part, size) for part, size in zip(functions, (kind.nq, kind.nv, kind.nv), strict=True)]

    def motion(t: Scalar, q: Array, v: Array) -> tuple[Array, Array, Array]:
        found = []
        for part, size in laws:
            values = np.ravel(np.array(value_of_function(name, part, t)))
            if len(values) != size:
                raise ModelError(_wrong_count(name, kind, len(values)))
            found.append(values)
        return kind.with_unit_quaternion(found[0]), found[1], found[2]

    def check(times: Iterable[float]) -> None:
        for t in times:
            for values in motion(t, kind.neutral(), np.zeros(kind.nv)):
                if not np.all(np.isfinite(np.asarray(values, dtype=float))):
                    rule = f"does not stay finite at t = {t:g} s"
                    raise ModelError(Problem("D04", f"drive '{name}'", rule))

    return JointLaw(name, kind, tuple(range(kind.nv)), motion, check)


def _wrong_count(name: str, kind: JointType, found: int) -> Problem:
    rule = f"needs three functions of t: its {kind.nq} coordinates (the quaternion last), its "
    rule += f"{kind.nv} velocities and {kind.nv} accelerations"
    cause = f"one of them returned {found} numbers"
    action = "or give a PoseLaw, whose velocities and accelerations follow"
    return Problem("D04", f"drive '{name}'", rule, cause=cause, action=action)


def _coordinates_law(name: str, kind: JointType, value: Any) -> PoseLaw:
    """Return the law of a pose from a law of all coordinates, or of a pose."""
    n, first = kind.nq, kind.quaternion_at or 0
    if is_numbers(value, (n,)):
        e, p = tuple(value[first:]), tuple(value[:first])
        return PoseLaw(p or None, quaternion=e)
    if callable(value):
        shape = _shape_at_zero(name, value)
        if shape == (n,):
            position = (lambda t: value(t)[:first]) if first else None
            return PoseLaw(position, quaternion=lambda t: value(t)[first:])
        if first and shape in ((4, 4), (2,), ()):
            return PoseLaw(pose=value)
        if not first and shape == (3, 3):
            return PoseLaw(rotation=value)
    elif is_table(value, n):
        times, rows = value[0], np.asarray(value[1], dtype=float)
        places = (times, rows[:, :first]) if first else None
        return PoseLaw(places, quaternion=(times, rows[:, first:]))
    listed = "(x, y, z, w, x, y, z)" if first else "(w, x, y, z)"
    raise ModelError(
        Problem(
            "D04",
            f"drive '{name}'",
            f"is no motion of a {kind.type_name} joint",
            value=repr(value)[:80],
            action=f"give a PoseLaw, or a function of t or a table of its coordinates {listed}",
        )
    )


def _shape_at_zero(name: str, value: Callable[[Any], Any]) -> tuple[int, ...]:
    """Return the shape of what a function returns; () for a pose, (2,) for its two parts."""
    found = value_of_function(name, value, 0.0)
    if isinstance(found, (tuple, list)) and len(found) == 2:
        return (2,)
    return () if hasattr(found, "position") else np.shape(found)


# --- joints whose velocities are the rates of their coordinates ---------------------------------


@dataclass(frozen=True)
class CoordinateLaws:
    """Laws of coordinates of a joint, by their numbers; check: refuses times that are no motion."""

    laws: dict[int, Law]
    check: Callable[[Iterable[float]], None]


def coordinate_laws(name: str, kind: JointType, raw: Any) -> CoordinateLaws:
    """Return the law of each coordinate of a joint from one law of the joint."""
    if isinstance(raw, PoseLaw):
        return _of_pose(name, kind, raw)
    n = kind.nq
    functions = three_functions(raw)
    if n == 1:
        law = scalar_law(name, raw)
        return CoordinateLaws({0: law}, lambda times: None)
    if functions is not None:
        every = [_component_functions(name, functions, k, n) for k in range(n)]
        return CoordinateLaws(dict(enumerate(every)), lambda times: None)
    if is_scalar(raw) or not (callable(raw) or isinstance(raw, (tuple, list, np.ndarray))):
        raise ModelError(_no_whole(name, kind, raw))
    vector = VectorLaw.of(f"drive '{name}'", raw, n)

    def component(k: int) -> Law:
        def law(t: Scalar) -> tuple[Scalar, Scalar, Scalar]:
            jets = vector.jets(t)
            if len(jets) != n:
                raise ModelError(_no_whole(name, kind, raw))
            value, rate, acceleration = jets[k]
            return value, rate, acceleration

        return law

    def check(times: Iterable[float]) -> None:
        for t in times:
            vector.check(name, t)

    return CoordinateLaws({k: component(k) for k in range(n)}, check)


def _no_whole(name: str, kind: JointType, value: Any) -> Problem:
    listed = ", ".join(c.name for c in kind.coordinates)
    return Problem(
        "D04",
        f"drive '{name}'",
        f"needs {kind.nq} laws, of {listed}",
        value=repr(value)[:80],
        action=f"give a function of t that returns them, a table, {kind.nq} laws, a PoseLaw, or "
        f"one law for '{name}.{kind.coordinates[0].name}' and so on",
    )


def _component_functions(name: str, functions: tuple[Any, ...], k: int, n: int) -> Law:
    def law(t: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        found = [np.ravel(np.array(value_of_function(name, part, t))) for part in functions]
        if any(len(values) != n for values in found):
            rule = f"needs {n} values, rates and accelerations of its three functions"
            raise ModelError(Problem("D04", f"drive '{name}'", rule))
        return found[0][k], found[1][k], found[2][k]

    return law


def _of_pose(name: str, kind: JointType, law: PoseLaw) -> CoordinateLaws:
    """Return the laws of coordinates at poses that the joint allows."""
    if law.direction is not None:
        rule = f"leaves a turn open, which the {kind.type_name} joint needs"
        raise ModelError(Problem("D04", f"drive '{name}' / direction", rule))
    known = {"m": law.places, "rad": law.turns}
    chosen = [k for k, c in enumerate(kind.coordinates) if known[c.unit]]
    if not chosen:
        missing = "rotation" if law.places else "position"
        rule = f"must say the {missing}, by which the {kind.type_name} joint moves"
        raise ModelError(Problem("D04", f"drive '{name}'", rule))

    def component(k: int) -> Law:
        return lambda t: parts_of(kind.coordinates_of(nested_pose(law, t))[k])

    def check(times: Iterable[float]) -> None:
        listed = [float(t) for t in times]
        law.check(f"drive '{name}'", listed)
        for t in listed:
            _check_allowed(name, kind, law, t)
        for k in chosen:
            if kind.coordinates[k].unit == "rad" and len(listed) > 1:
                _check_turns(f"{name}.{kind.coordinates[k].name}", component(k), listed)

    return CoordinateLaws({k: component(k) for k in chosen}, check)


def _check_allowed(name: str, kind: JointType, law: PoseLaw, t: float) -> None:
    """Refuse a pose that the joint does not allow, with what is off."""
    nested = nested_pose(law, t)
    X = Transform.of(
        np.array([parts_of(x)[0] for x in np.ravel(nested.matrix)], dtype=float).reshape(3, 3),
        np.array([parts_of(x)[0] for x in nested.position], dtype=float),
    )
    at = kind.pose(np.asarray(kind.coordinates_of(X), dtype=float))
    shift = float(np.linalg.norm(np.asarray(at.position, dtype=float) - X.position))
    cosine = 0.5 * (float(np.trace(np.asarray(at.matrix, dtype=float).T @ X.matrix)) - 1.0)
    turn = float(np.arccos(np.clip(cosine, -1.0, 1.0)))
    off = [f"{shift:.3g} m" if law.places and shift > ALLOWED else ""]
    off += [f"{np.degrees(turn):.3g} deg" if law.turns and turn > 1e-7 else ""]
    if any(off):
        rule = f"leaves the motion of the {kind.type_name} joint at t = {t:g} s by "
        rule += " and ".join(part for part in off if part)
        action = "give poses of M in F that the joint allows, or laws of its coordinates"
        raise ModelError(Problem("D19", f"drive '{name}'", rule, action=action))


def _check_turns(name: str, law: Law, times: list[float]) -> None:
    """Refuse an angle that passes half a turn: poses do not tell whole turns."""
    jets = [law(t) for t in times]
    fastest = max(abs(float(jet[1])) for jet in jets)
    span = times[-1] - times[0]
    count = min(int(2.0 * fastest * span) + len(times), MOST_SAMPLES)
    every = np.linspace(times[0], times[-1], count)
    angles = np.array([float(law(float(t))[0]) for t in every])
    jumps = np.flatnonzero(np.abs(np.diff(angles)) > np.pi)
    if jumps.size:
        rule = f"passes half a turn at about t = {every[jumps[0]]:.4g} s, and a pose does not say "
        rule += "how many turns were made"
        action = f"give the law of the angle itself, for '{name}'"
        raise ModelError(Problem("D04", f"drive '{name}'", rule, action=action))
