"""Prescribed motions at one time: what they ask for, and the closed position that has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.solvers.assembly import Closure, assembly_from
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system.flow.base_motion import base_law
from sarrus.system.flow.driven_rows import joint_state, law_of_joint
from sarrus.system.flow.joint_law import JointLaw, Law, coordinate_laws
from sarrus.system.flow.pose_law import PoseLaw, samples_of
from sarrus.system.flow.prescribed import (
    Jet,
    Prescribed,
    columns_of,
    prescribed_motion,
    three_functions,
)
from sarrus.system.names import check_body, external_loads
from sarrus.system.one_state.assembling import (
    Wanted,
    assembly_of,
    closure_at,
    flipped_joints,
    guess_with_values,
    joint_coordinates,
    joint_rows,
    largest,
    measured_state,
    too_open,
    units_of_miss,
)
from sarrus.system.one_state.data_tolerance import openings
from sarrus.system.one_state.mobility import nearby_positions
from sarrus.system.quantities.base_input import is_numbers
from sarrus.system.rows.motion import Motion, motion, point_rows, rate_rows
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.driven.native_instant import NativeInstants
    from sarrus.system.system import System

SINGULAR = 1e-3
"""Where the least singular value has fallen below this part of its largest, positions, rates and
accelerations have lost digits by its first, second and third power."""
MET = 1e-9
"""How far a coordinate may be from its prescribed value [m or rad]."""


@with_checks
@dataclass(frozen=True)
class PointDrive:
    """A point r [m] of a body made to follow a path: a function of t giving its world position.

    components: which of "xyz" are prescribed.
    """

    body: str
    r: Any
    path: Any
    components: str = "xyz"

    def __post_init__(self) -> None:
        if len(set(self.components) & set("xyz")) != len(self.components):
            rule = "must be letters of 'xyz', none of them twice"
            raise ModelError(Problem("M31", "PointDrive / components", rule, repr(self.components)))

    @property
    def axes(self) -> list[int]:
        """The world axes along which it is prescribed."""
        return ["xyz".index(c) for c in self.components]


class PrescribedMotion:
    """Laws of coordinates and of points, with the last inputs of kernels."""

    def __init__(
        self,
        system: System,
        motions: Mapping[str, Any],
        points: Sequence[PointDrive],
        keywords: Mapping[str, Any],
        span: tuple[float, float],
    ) -> None:
        self.system, self.points, self.span = system, tuple(points), span
        self.laws: dict[str, Prescribed] = {}
        joints = []
        for name, given_motion in motions.items():
            law = law_of_joint(system, name, given_motion)
            if law is None:
                self.laws |= _coordinate_motions(system, name, given_motion, span)
            else:
                law.check(samples_of(span))
                joints.append(law)
        self.joints: tuple[JointLaw, ...] = tuple(joints)
        self.paths = tuple(prescribed_motion(f"point of {p.body}", p.path) for p in points)
        for p in points:
            check_body(system.model, p.body)
        system.compiled.last_inputs(**keywords)  # refuses what is no number
        self.keywords = {name: value for name, value in keywords.items() if name != "t"}
        self._base = base_law(self.keywords.get("base"), span)
        self.keywords |= {} if self._base is None else {"base": self._base}
        self.usual: tuple[np.ndarray, ...] = system.compiled.last_inputs(**self.keywords, t=0.0)
        self._place = list(system.compiled.compiler.defaults).index("t")

    @property
    def native(self) -> NativeInstants | None:
        """Native calls for it, None where more than coordinates of joints is prescribed."""
        if not self.laws or self.points or self.joints or self._base is not None:
            return None
        return self.system.compiled.native_instants

    def at(self, t: float) -> Instant:
        """Return what is prescribed at a time; every law is evaluated once."""
        jets = {name: law(t) for name, law in self.laws.items()}
        joints = tuple(law.at_instant(t) for law in self.joints)
        return self._instant(t, jets, tuple(path(t) for path in self.paths), joints)

    def between(self, a: Instant, b: Instant, part: float) -> Instant:
        """Return the values on the straight way between those of two instants."""

        def mixture(x: Jet, y: Jet) -> Jet:
            return (x[0] + part * (y[0] - x[0]), y[1], y[2])

        jets = {name: mixture(a.jets[name], b.jets[name]) for name in self.laws}
        joints = tuple(
            x.towards(y, part, (a.t, b.t)) for x, y in zip(a.joints, b.joints, strict=True)
        )
        return self._instant(b.t, jets, tuple(map(mixture, a.leads, b.leads)), joints)

    def _instant(
        self,
        t: float,
        jets: dict[str, Jet],
        leads: tuple[Jet, ...],
        joints: tuple[JointLaw, ...] = (),
    ) -> Instant:
        # forces that depend on time have that of the instant
        last = (*self.usual[: self._place], np.array([t]), *self.usual[self._place + 1 :])
        if self._base is not None:
            last = self.system.compiled.last_inputs(**self.keywords, t=t)
        return Instant(self, t, jets, leads, last, joints)


@dataclass(frozen=True, eq=False)
class Instant:
    """One instant: the values, rates and accelerations of all that is prescribed.

    joints: the laws of ball and free joints at this time.
    """

    motion: PrescribedMotion
    t: float
    jets: Mapping[str, Jet]
    leads: Sequence[Jet]
    last: tuple[np.ndarray, ...]
    joints: tuple[JointLaw, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of what is driven."""
        return [*self.jets, *(law.name for law in self.joints)]

    @property
    def system(self) -> System:
        """The system that is driven."""
        return self.motion.system

    @property
    def keywords(self) -> dict[str, Any]:
        """The keywords of calls at the instant."""
        return {**self.motion.keywords, "t": self.t}

    @cached_property
    def wanted(self) -> Wanted:
        """The values of the driven coordinates."""
        values = {name: _plain(jet[0]) for name, jet in self.jets.items()}
        return Wanted(values, {}, self.joints, self.t)

    def first_position(
        self, q: np.ndarray, native: NativeInstants | None, efforts: Mapping[str, Any]
    ) -> Position:
        """Return the closed position with the prescribed values that is found from a guess.

        native: what finds it where it is plain; efforts: that are known.
        """
        quick = None if native is None else native.position(self, q, efforts)
        if quick is not None:
            return quick
        start = guess_with_values(self.system, q, self.wanted, self.last)
        found = self.position(assembly_of(self.system, self.wanted, start, 24, self.last).q)
        state = measured_state(self.system, found.q, found.v, self.t, self.wanted, self.last)
        return replace(found, cut_q=np.asarray(state.cut_q))

    def position(self, q: np.ndarray, cut_q: np.ndarray | None = None) -> Position:
        """Return the closed position that has the prescribed values, near q, or raise.

        cut_q: where the coordinates of the cut joints will be, which decides on whole turns.
        """
        system, loops = self.system, self.system.compiled.loops
        found = assembly_from(self.closure, system.compiled.layout.add, q)
        far = not found.closed or found.missed > MET or too_open(system, found.q, self.last)
        if far or flipped_joints(system, found.q, self.last):
            miss = np.abs(self.closure(found.q).miss)
            raise ModelError(self._impossible(found.gaps[-1], miss, found.q))
        q = system.compiled.layout.with_unit_quaternions(found.q)
        _, Phi, y, C = loops.closure(q, *self.last)
        E, rates = self.rows(q, C)
        A = loops.scaled_matrix(Phi, E)
        v = A.solve(np.concatenate([np.zeros(loops.m), rates]))
        return Position(self, q, A, v, y if cut_q is None else loops.with_turns(y, cut_q), C)

    def closure(self, q: np.ndarray) -> Closure:
        """Return the loops and what is prescribed at a position."""
        here = closure_at(self.system, q, self.wanted, self.last)
        if not self.motion.points:
            return here
        misses, rows, keywords = [here.miss], [here.Y], self.keywords
        for p, lead in zip(self.motion.points, self.leads, strict=True):
            at = self.system.point(p.body, p.r, q, **keywords).position[p.axes]
            misses.append(lead[0][p.axes] - at)
            rows.append(self.system.jacobian(p.body, p.r, q, **keywords)[p.axes])
        return Closure(here.phi, here.A, np.concatenate(misses), np.vstack(rows))

    def rows(self, q: np.ndarray, C: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows of all prescribed rates and their values; C: rates of cut joints."""
        system, keywords = self.system, self.keywords
        rows, rates = [np.zeros((0, system.nv))], [np.zeros(0)]
        for name, jet in self.jets.items():
            row, rate = rate_rows(system, name, jet[1], C)
            rows.append(row)
            rates.append(rate)
        for law in self.joints:
            rows.append(joint_rows(system, law, C))
            rates.append(law.rates(self.t, self._joint(law, q)))
        for p, lead in zip(self.motion.points, self.leads, strict=True):
            rows.append(system.jacobian(p.body, p.r, q, **keywords)[p.axes])
            carried = np.zeros(3)
            if "base" in keywords:
                still = system.point(p.body, p.r, q, np.zeros(system.nv), **keywords)
                carried = np.asarray(still.velocity)
            rates.append((lead[1] - carried)[p.axes])
        return np.vstack(rows), np.concatenate(rates)

    def _joint(self, law: JointLaw, q: np.ndarray) -> np.ndarray:
        """Return the coordinates of the joint of a law at a position."""
        if law.cut is None:
            return q[law.q]
        loops = self.system.compiled.loops
        return joint_coordinates(self.system, law, q, loops.closure(q, *self.last)[2])

    def change_since(self, before: Instant, q: np.ndarray) -> np.ndarray:
        """Return how far all that is prescribed has moved, in the order of `rows`.

        q: where the mechanism was before.
        """
        parts = [np.zeros(0)]
        for name, jet in self.jets.items():
            parts.append(self._cut_turns(name, jet[0], before.jets[name][0]))
        for law, first in zip(self.joints, before.joints, strict=True):
            parts.append(law.way_since(self.t, first, before.t, self._joint(law, q)))
        for p, now, then in zip(self.motion.points, self.leads, before.leads, strict=True):
            parts.append((now[0] - then[0])[p.axes])
        return np.concatenate(parts)

    def has_rates_of(self, change: np.ndarray, before: Instant, q: np.ndarray) -> bool:
        """Whether the prescribed rates, here and before, are those of the change since."""
        h = self.t - before.t
        now, then = self._rates(q), before._rates(q)
        pace = float(np.max(np.abs([now, then]), initial=0.0))
        off = np.abs(change - 0.5 * h * (now + then))
        return bool(np.max(off, initial=0.0) <= 0.1 * abs(h) * pace)

    def _rates(self, q: np.ndarray) -> np.ndarray:
        """Return the rates of all that is prescribed at a position, in the order of `rows`."""
        compiled, parts = self.system.compiled, [np.zeros(0)]
        for name, jet in self.jets.items():
            place = compiled.located_rate(name)[1]
            parts.append(np.broadcast_to(jet[1], (place.stop - place.start,)))
        parts += [law.rates(self.t, self._joint(law, q)) for law in self.joints]
        points = zip(self.motion.points, self.leads, strict=True)
        return np.concatenate([*parts, *(lead[1][p.axes] for p, lead in points)])

    def _cut_turns(self, name: str, now: np.ndarray, then: np.ndarray) -> np.ndarray:
        compiled = self.system.compiled
        joint, _ = compiled.joint_at(*compiled.place_of(name, ("q", "cut_q")))
        kind = self.system.model.joint(joint).type
        if kind.quaternion_at is None or len(now) != kind.nq:
            return now - then
        return np.asarray(
            kind.difference(kind.with_unit_quaternion(now), kind.with_unit_quaternion(then))
        )

    def check(self, here: Position) -> list[Problem]:
        """Refuse drives that leave the mechanism free; passive freedoms are only noted."""
        system = self.system
        left = system.nv - here.A.rank
        if (left or here.A.smallest < SINGULAR) and self._is_singular(here):
            raise ModelError(
                undecided_motion(self, "it starts there, and nothing says which way it goes")
            )
        if not left:
            return []
        passive = system.mobility(here.state, **self.keywords).passive
        if left <= len(passive):
            listed = ", ".join(f"'{name}'" for name in passive)
            return [
                Problem(
                    "D06",
                    f"bodies {listed}",
                    "can move by themselves and are kept at rest",
                    severity="notice",
                )
            ]
        raise ModelError(
            Problem(
                "D02",
                "drives " + (", ".join(f"'{name}'" for name in self.names) or "(none)"),
                f"leave {left} of the mechanism's freedoms open",
                cause="fewer coordinates are driven than the mechanism has degrees of freedom, "
                "or a joint that should close a loop is missing",
                action="drive more coordinates, lock them (a number), or simulate instead",
            )
        )

    def _is_singular(self, here: Position) -> bool:
        """Whether loops and drives have more rank, or a far larger least value, nearby."""
        loops = self.system.compiled.loops
        alone = loops.scaled_matrix(here.A.A[: loops.m])
        for q in nearby_positions(self.system, here.q, alone, self.last):
            _, Phi, _, C = loops.closure(q, *self.last)
            A = loops.scaled_matrix(Phi, self.rows(q, C)[0])
            if A.rank > here.A.rank or here.A.smallest < SINGULAR * A.smallest:
                return True
        return False

    @property
    def _units(self) -> list[str]:
        """The units of what is missing to all that is prescribed."""
        units = [unit for name in self.jets for unit in units_of_miss(self.system, name)]
        units += [unit for law in self.joints for unit in law.units]
        return units + ["m" for point in self.motion.points for _ in point.axes]

    def _impossible(self, gap: float, miss: np.ndarray, q: np.ndarray) -> Problem:
        """Return the problem of a position that is out of reach."""
        if gap > 1e-9 or too_open(self.system, q, self.last):
            length = self.system.compiled.loops.length
            every = openings(self.system, q, self.last)
            worst = max(every, key=lambda o: max(o.gap / length, o.tilt))
            rule = (
                f"cannot be closed at t = {self.t:.6g} s: joint '{worst.joint}' is open by {worst}"
            )
        else:
            rule = f"cannot be reached at t = {self.t:.6g} s: {largest(miss, self._units)} are left"
        return Problem(
            "D07",
            "drives " + ", ".join(f"'{name}'" for name in self.names),
            rule,
            cause="the motion leaves the reach of the mechanism (a dead point or too short a link)",
            action="look at the motion up to this time, or change the drive or the lengths",
        )


@dataclass(frozen=True, eq=False)
class Position:
    """A closed position at an instant, with the velocities of the prescribed rates.

    A: rows of the loops, then of what is driven; freedoms left over stay at rest; cut_q: the
    coordinates of the cut joints, with the turns made on the way; C: rows of their rates; known:
    the motion here with the efforts of the drive, where it was found with the position.
    """

    instant: Instant
    q: np.ndarray
    A: ScaledMatrix
    v: np.ndarray
    cut_q: np.ndarray
    C: np.ndarray
    known: Motion | None = None

    def cut_coordinates_after(self, dv: np.ndarray) -> np.ndarray:
        """Return the coordinates of the cut joints with those angles that a displacement turns."""
        loops, found = self.instant.system.compiled.loops, self.cut_q.copy()
        if loops.wrapped:
            found[list(loops.wrapped)] += (self.C @ dv)[list(loops.wrapped_rates)]
        return found

    @cached_property
    def state(self) -> State:
        """The state."""
        instant = self.instant
        return State(instant.system, self.q, self.v, instant.t, self.cut_q, self.C @ self.v)

    def motion(
        self, efforts: Mapping[str, Any], loads: Any, share: bool, z: np.ndarray | None = None
    ) -> Motion:
        """Return accelerations, efforts and multipliers here; z: states of force elements."""
        if self.known is not None:
            return self.known
        here = self.state if z is None else replace(self.state, own_z=z)
        instant, prescribed_motion = self.instant, self.instant.motion
        t = instant.t
        now = {name: effort_at(name, effort, t) for name, effort in efforts.items()}
        on_bodies = {} if loads is None else _value("loads", loads, t)
        if not isinstance(on_bodies, Mapping):
            rule = "must be wrenches by the names of bodies"
            raise ModelError(Problem("M31", "drive / loads", rule, repr(on_bodies)[:80]))
        driven: dict[str, Any] = {name: jet[2] for name, jet in instant.jets.items()}
        for law in instant.joints:
            driven |= law.accelerations(t, *joint_state(instant.system, law, self.state))
        pairs = zip(prescribed_motion.points, instant.leads, strict=True)
        rows = point_rows(self.state, [(p, lead[2]) for p, lead in pairs], instant.keywords)
        ext = external_loads(instant.system, on_bodies, self.q, instant.keywords)
        last = instant.system.compiled.last_at(instant.last, here)
        return motion(here, now, driven, (), ext, share, last, rows)


def _coordinate_motions(
    system: System, name: str, value: Any, span: tuple[float, float]
) -> dict[str, Prescribed]:
    """Return the motions of a coordinate, or of those of a joint that follows one law."""
    bare = name.removeprefix("joint:")
    known = bare in system.model.joint_index
    n = system.model.joint(bare).type.nq if known else 1
    listed = isinstance(value, (tuple, list)) and three_functions(value) is None
    listed = (listed and not _is_table(value)) or is_numbers(value, (n,))
    apart = n > 1 and listed
    if not known or not (isinstance(value, PoseLaw) or apart):
        return {name: prescribed_motion(name, value)}
    joint = system.model.joint(bare)
    found = coordinate_laws(bare, joint.type, value)
    found.check(samples_of(span))
    laws = [found.laws[k] for k in sorted(found.laws)]
    if len(laws) == joint.type.nq:
        return {name: Prescribed(lambda t: columns_of(*zip(*(x(t) for x in laws), strict=True)))}
    return {joint.coordinate_names[k]: _motion_of(one) for k, one in found.laws.items()}


def _motion_of(law: Law) -> Prescribed:
    return Prescribed(lambda t: columns_of(*law(t)))


def _is_table(values: Sequence[Any]) -> bool:
    """Tell whether something is (times, values)."""
    return len(values) == 2 and np.ndim(values[0]) == 1 and not callable(values[1])


def undecided_motion(instant: Instant, why: str) -> Problem:
    """Return the problem of a motion that a singular position leaves undecided."""
    return Problem(
        "D17",
        "drives " + ", ".join(f"'{name}'" for name in instant.names),
        f"do not decide the motion at the singular position at t = {instant.t:.6g} s: {why}",
        cause="a flat or dead position, where two assemblies meet",
        action="begin beside it (times, guess), pass it without a stop, or drive another joint",
    )


def _plain(values: np.ndarray) -> Any:
    return float(values[0]) if values.size == 1 else values


def effort_at(name: str, effort: Any, t: float) -> Any:
    """Return a known effort at a time."""
    return _value(f"effort '{name}'", effort, t)


def _value(what: str, law: Any, t: float) -> Any:
    """Return what is known, or what a function of the user says at a time."""
    if not callable(law):
        return law
    try:
        return law(t)
    except ModelError:
        raise
    except Exception as problem:
        rule = f"fails at t = {t:g} s: {type(problem).__name__}: {problem}"
        raise ModelError(Problem("D08", what, rule)) from problem
