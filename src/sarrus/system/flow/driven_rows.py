"""Rows of the loops and of driven coordinates, together.

A coordinate that follows a law is a row like those of the loops, with an effort as its
multiplier:  value = law(t),  rate = law'(t),  acceleration = law''(t). A ball or free joint that
follows a pose has a row for each of its velocities; how far it is from the pose is a shift and a
turn in the axes of its child (`pose_gap`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.dynamics.derivatives.driven import DrivenRows
from sarrus.dynamics.inverse import as_vector
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.joint_type import JointType
from sarrus.spatial.arrays import Array, Scalar, join
from sarrus.system.flow.joint_law import JointLaw, Law, coordinate_laws, joint_law, pose_gap
from sarrus.system.flow.pose_law import PoseLaw
from sarrus.system.flow.prescribed import scalar_law

if TYPE_CHECKING:
    from sarrus.system.state import State
    from sarrus.system.system import System

START, START_RATE = 1e-6, 1e-3
"""How far driven coordinates may be from their laws at the start, in SI units."""


POSES = (4, 7)
"""Coordinates of the joints that are led and held as poses: ball and free joints."""


@dataclass(frozen=True)
class Driven:
    """A coordinate that follows a law, or one that is held where it is (no law).

    q, v: its places in the tree (q is -1 for parts of ball and free joints); or cut: the number of
    the cut joint and of its velocity; round: what of that coordinate leads back to the same pose, a
    whole turn or once round a curve, 0 if nothing; whole: the law of a ball or free joint, of which
    this is a velocity; posed: whether such a joint is held as a whole; check: refuses times at
    which the law is no motion.
    """

    name: str
    q: int = -1
    v: int = -1
    law: Law | None = None
    cut: tuple[int, int] | None = None
    round: float = 0.0
    whole: JointLaw | None = None
    posed: bool = False
    check: Callable[[Iterable[float]], None] | None = None

    @property
    def is_held(self) -> bool:
        """Whether it stays where it is."""
        return self.law is None and self.whole is None


def joint_laws(driven: Iterable[Driven]) -> list[JointLaw]:
    """Return the laws of ball and free joints, each once."""
    return list({id(d.whole): d.whole for d in driven if d.whole is not None}.values())


def held_poses(driven: Iterable[Driven]) -> list[int]:
    """Return the numbers of cut ball and free joints that are held."""
    return list(dict.fromkeys(d.cut[0] for d in driven if d.posed and d.cut is not None))


def jets_at(
    driven: Sequence[Driven], t: Scalar, motion: Callable[[JointLaw], tuple[Array, Array, Array]]
) -> list[tuple[Scalar, Scalar]]:
    """Return the rates and accelerations that laws prescribe, (0, 0) for what is held.

    motion: of the joint of a law, at its own state.
    """
    of_joints = {id(law): motion(law) for law in joint_laws(driven)}
    found: list[tuple[Scalar, Scalar]] = []
    for d in driven:
        if d.whole is not None:
            _, v, vdot = of_joints[id(d.whole)]
            found.append((v[_part(d)], vdot[_part(d)]))
        elif d.law is not None:
            found.append(d.law(t)[1:])
        else:
            found.append((0.0, 0.0))
    return found


def _part(d: Driven) -> int:
    """Return which of the velocities of its joint a part of a whole is."""
    if d.whole is None:
        return 0
    return d.v - d.whole.v.start if d.cut is None else d.cut[1]


@dataclass(frozen=True)
class Rows:
    """All rows at given positions and time; hold: where held coordinates are."""

    closed: ClosedPositions
    driven: tuple[Driven, ...]
    t: Scalar
    hold: Array | None = None

    @property
    def count(self) -> int:
        """Number of all rows."""
        return self.closed.where.tree.n_rows + len(self.driven)

    @cached_property
    def jacobian(self) -> Array:
        """Phi_v, with a row for each driven coordinate at its end."""
        if not self.driven:
            return self.closed.jacobian
        return np.concatenate([self.closed.jacobian, self.driven_jacobian])

    @cached_property
    def driven_jacobian(self) -> Array:
        """A row for each driven coordinate, all of them."""
        rows = [self.row(d) for d in self.driven]
        return np.array(rows) if rows else np.zeros((0, self.closed.where.tree.nv))

    def row(self, d: Driven) -> Array:
        """Return the row that gives the rate of a driven coordinate from v."""
        if d.cut is not None:
            return self.closed.cut_rates(d.cut[0])[d.cut[1]]
        row = [0.0] * self.closed.where.tree.nv
        row[d.v] = 1.0
        return np.array(row)

    @property
    def gap(self) -> Array:
        """How far the loops are open, and driven coordinates from their laws."""
        if not self.driven:
            return self.closed.residual
        off = [self._off(k, d) for k, d in enumerate(self.driven)]
        return join(self.closed.residual, as_vector(off))

    def _off(self, k: int, d: Driven) -> Scalar:
        if d.whole is not None:
            return self._joint_gaps[id(d.whole)][_part(d)]
        if d.posed and d.cut is not None:
            return self._held_gap(d.cut[0])[d.cut[1]]
        if d.law is None and d.q < 0 and (d.cut is None or not self._has_coordinate(d.cut)):
            return 0.0  # part of a ball joint, held by its velocity alone
        if d.cut is None:
            now: Scalar = self.closed.where.q[d.q]
        else:
            now = self.closed.cuts[d.cut[0]].coordinates[d.cut[1]]
        if d.law is not None:
            wanted = d.law(self.t)[0]
        else:
            wanted = 0.0 if self.hold is None else self.hold[k]
        off = now - wanted
        if not d.round:
            return off
        rate = 2.0 * np.pi / d.round
        return np.sin(off) if rate == 1.0 else np.sin(rate * off) / rate

    def _has_coordinate(self, cut: tuple[int, int]) -> bool:
        """Whether a velocity of a cut joint is the rate of a coordinate."""
        return self.closed.where.tree.cuts[cut[0]].type.quaternion_at is None

    def joint_coordinates(self, law: JointLaw) -> Array:
        """Return the coordinates of a joint, in the tree or cut."""
        if law.cut is None:
            return self.closed.where.q[law.q]
        return self.closed.cuts[law.cut].coordinates

    @cached_property
    def _joint_gaps(self) -> dict[int, Array]:
        """How far ball and free joints are from their laws."""
        laws = joint_laws(self.driven)
        return {id(law): law.gap(self.t, self.joint_coordinates(law)) for law in laws}

    def _held_gap(self, cut: int) -> Array:
        """Return how far a cut ball or free joint is from where it is held."""
        if self.hold is None:
            return np.zeros(self.closed.where.tree.cuts[cut].type.nv)
        cuts, held = self.closed.where.tree.cuts, held_poses(self.driven)
        before = [cuts[k].type.nq for k in held[: held.index(cut)]]
        first = len(self.driven) + sum(before)
        wanted = self.hold[first : first + cuts[cut].type.nq]
        return pose_gap(cuts[cut].type, self.closed.cuts[cut].coordinates, wanted)

    def rates(self) -> Array:
        """Return the rates that the laws prescribe."""

        def motion(law: JointLaw) -> tuple[Array, Array, Array]:
            return law.motion(self.t, self.joint_coordinates(law), np.zeros(law.kind.nv))

        return as_vector([rate for rate, _ in jets_at(self.driven, self.t, motion)])

    def slip(self, v: Array) -> Array:
        """How fast the loops open, and driven coordinates leave their laws."""
        found = self.jacobian @ v
        if not self.driven:
            return found
        still = len(found) - len(self.driven)
        return join(found[:still], found[still:] - self.rates())

    def power(self, multipliers: Array, v: Array) -> Scalar:
        """Return the power of the drives: efforts times rates."""
        total: Scalar = 0.0
        for k, d in enumerate(self.driven):
            if not d.is_held:
                effort = multipliers[len(multipliers) - len(self.driven) + k]
                total = total + effort * (self.row(d) @ v)
        return total


@dataclass(frozen=True)
class RowsInMotion:
    """All rows with velocities."""

    rows: Rows
    motion: ClosedVelocities

    @staticmethod
    def of(
        motion: ClosedVelocities, driven: tuple[Driven, ...], t: Scalar, hold: Array | None
    ) -> RowsInMotion:
        """Return the rows of loops in motion."""
        return RowsInMotion(Rows(motion.positions, driven, t, hold), motion)

    @property
    def gamma(self) -> Array:
        """The right side of Phi_v vdot = gamma."""
        if not self.rows.driven:
            return self.motion.gamma
        return join(self.motion.gamma, self.driven.gamma)

    @property
    def driven(self) -> DrivenRows:
        """The rows of driven coordinates alone, for derivatives."""
        every = self.rows.driven
        places = tuple(d.v if d.cut is None else d.cut for d in every)
        wanted = [acceleration for _, acceleration in jets_at(every, self.rows.t, self._joint)]
        gamma = as_vector([self._without_bias(d, a) for d, a in zip(every, wanted, strict=True)])
        return DrivenRows(places, self.rows.driven_jacobian, gamma)

    def _joint(self, law: JointLaw) -> tuple[Array, Array, Array]:
        """Return the motion of a joint by its law."""
        speed = self.motion.speed
        v = speed.v[law.v] if law.cut is None else self.motion.cuts[law.cut].rates
        return law.motion(self.rows.t, self.rows.joint_coordinates(law), v)

    def _without_bias(self, d: Driven, wanted: Scalar) -> Scalar:
        if d.cut is None:
            return wanted
        return wanted - self.motion.cut_rate_bias(d.cut[0])[d.cut[1]]


def driven_coordinates(
    system: System, laws: Mapping[str, Any], locked: Iterable[str]
) -> tuple[Driven, ...]:
    """Return the coordinates of laws and those locked, by name; all that cannot be, at once."""
    found: list[Driven] = []
    problems: list[Problem] = []
    for name, law in laws.items():
        try:
            found += _driven_by_law(system, name, law)
        except ModelError as problem:
            problems += problem.problems
    for name in locked:
        found += _locked_rows(system, name)
    if problems:
        raise ModelError(problems)
    return tuple({(d.v, d.cut): d for d in found}.values())


def law_of_joint(system: System, name: str, law: Any) -> JointLaw | None:
    """Return the law of a ball or free joint, None where a name is no such joint."""
    bare = name.removeprefix("joint:")
    if bare not in system.model.joint_index:
        return None
    kind = system.model.joint(bare).type
    if kind.quaternion_at is None:
        return None
    if kind.nq not in POSES:
        rule = (
            f"is a {kind.type_name} joint: no law leads its coordinates and its quaternion at once"
        )
        action = "lead a point of the body (PointDrive), or write the slider or hinge and the ball "
        action += "as two joints with a body without mass between them, and drive these"
        raise ModelError(Problem("D04", f"drive '{name}'", rule, action=action))
    layout, cuts = system.compiled.layout, [cut.name for cut in system.topology.cuts]
    found = joint_law(bare, kind, law)
    if bare in cuts:
        return found.at(slice(0, 0), slice(0, 0), cuts.index(bare))
    return found.at(layout.q_slice[bare], layout.v_slice[bare], None)


def start_of_laws(
    system: System, laws: Mapping[str, Any], t: float
) -> tuple[dict[str, Any], dict[str, Any], tuple[JointLaw, ...]]:
    """Return coordinates and rates by name at a time, and the laws of ball and free joints."""
    values: dict[str, Any] = {}
    rates: dict[str, Any] = {}
    joints: list[JointLaw] = []
    for name, law in laws.items():
        bare = name.removeprefix("joint:")
        whole = law_of_joint(system, name, law)
        if whole is not None:
            whole.check((t,))
            joints.append(whole)
            continue
        if bare not in system.model.joint_index:
            values[name], rates[name] = (float(x) for x in scalar_law(name, law)(t)[:2])
            continue
        joint = system.model.joint(bare)
        every = coordinate_laws(bare, joint.type, law)
        every.check((t,))
        for k, one in every.laws.items():
            coordinate = joint.coordinate_names[k] if joint.type.nq > 1 else name
            values[coordinate], rates[coordinate] = (float(x) for x in one(t)[:2])
    return values, rates, tuple(joints)


def _driven_by_law(system: System, name: str, law: Any) -> list[Driven]:
    place = system.compiled.located_rate(name)[1]
    whole = law_of_joint(system, name, law)
    if whole is not None:
        return [
            replace(d, whole=whole, posed=False, check=whole.check)
            for k, d in enumerate(_locked_rows(system, name))
            if k in whole.parts
        ]
    if place.stop - place.start > 1 or isinstance(law, PoseLaw):
        return _coordinates_following(system, name, law)
    for d in _locked_rows(system, name) if name not in system.velocities else ():
        if d.q >= 0 or (d.cut is not None and _is_measured(system, d.cut)):
            return [replace(d, law=scalar_law(name, law))]
    raise ModelError(_not_driven(name))


def _is_measured(system: System, cut: tuple[int, int]) -> bool:
    """Whether a velocity of a cut joint is the rate of one of its coordinates."""
    return system.model.joint(system.topology.cuts[cut[0]].name).type.quaternion_at is None


def _coordinates_following(system: System, name: str, law: Any) -> list[Driven]:
    """Return the coordinates of a joint that follows one law as a whole."""
    bare = name.removeprefix("joint:")
    if bare not in system.model.joint_index:
        raise ModelError(_not_driven(name))
    joint = system.model.joint(bare)
    laws = coordinate_laws(bare, joint.type, law)
    return [
        replace(d, name=joint.coordinate_names[k], law=laws.laws[k], check=laws.check)
        for k, d in enumerate(_locked_rows(system, name))
        if k in laws.laws
    ]


def _locked_rows(system: System, name: str) -> list[Driven]:
    vector, place = system.compiled.located_rate(name)
    slices = system.compiled.layout.v_slice if vector == "v" else system.compiled.loops.cut_v
    if place.start == place.stop:
        return []  # a weld is held anyway
    joint = next(j for j, p in slices.items() if p.start <= place.start < p.stop)
    kind, first = system.model.joint(joint).type, slices[joint].start
    found = []
    for k in range(place.start, place.stop):
        within, ball = k - first, kind.quaternion_at is not None
        if vector == "v":
            q = -1 if ball else system.compiled.layout.q_slice[joint].start + within
            found.append(Driven(name, q, k))
        else:
            number = [cut.name for cut in system.topology.cuts].index(joint)
            posed = ball and kind.nq in POSES and place == slices[joint]
            turn = 0.0 if ball else round_of(kind, within)
            found.append(Driven(name, cut=(number, within), round=turn, posed=posed))
    return found


def round_of(kind: JointType, k: int) -> float:
    """Return what leads a measured coordinate of a joint back to the same pose; 0 if nothing.

    Ways that are counted round by round have none.
    """
    if kind.coordinates[k].unit == "rad":
        return 2.0 * np.pi
    return 0.0 if kind.counts_rounds else kind.periods[k]


def check_laws(driven: Iterable[Driven], times: Iterable[float]) -> None:
    """Refuse laws of joints that at one of some times are no motion of the joint."""
    listed = list(times)
    for check in {id(d.check): d.check for d in driven if d.check is not None}.values():
        check(listed)


def check_start(system: System, driven: Iterable[Driven], state: State) -> None:
    """Refuse a start at which coordinates are not where their laws or locks have them."""
    listed, problems = list(driven), []
    check_laws(listed, (state.t,))
    for law in joint_laws(listed):
        problems += _joint_off_start(system, law, state)
    for d in listed:
        if d.whole is not None:
            continue
        q, v = _now(system, d, state)
        value, rate = (q, 0.0) if d.law is None else (float(x) for x in d.law(state.t)[:2])
        off = value - q
        if d.round:
            off -= d.round * float(np.rint(off / d.round))
        if abs(off) > START * (1.0 + abs(value)) or abs(rate - v) > START_RATE * (1.0 + abs(rate)):
            problems.append(_off_start(d, (q, v), (value, rate), state.t))
    if problems:
        raise ModelError(problems)


def _now(system: System, d: Driven, state: State) -> tuple[float, float]:
    if d.cut is None:
        return float(state.q[d.q]) if d.q >= 0 else 0.0, float(state.v[d.v])
    joint = system.topology.cuts[d.cut[0]].name
    measured, rates = np.asarray(state.cut_q), np.asarray(state.cut_v)
    if system.model.joint(joint).type.quaternion_at is not None:
        return 0.0, float(rates[system.compiled.loops.cut_v[joint].start + d.cut[1]])
    q = measured[system.compiled.loops.cut_q[joint].start + d.cut[1]]
    return float(q), float(rates[system.compiled.loops.cut_v[joint].start + d.cut[1]])


def joint_state(system: System, law: JointLaw, state: State) -> tuple[np.ndarray, np.ndarray]:
    """Return coordinates and velocities of the joint of a law at a state."""
    if law.cut is None:
        return np.asarray(state.q[law.q]), np.asarray(state.v[law.v])
    loops, cut_q, cut_v = system.compiled.loops, np.asarray(state.cut_q), np.asarray(state.cut_v)
    return cut_q[loops.cut_q[law.name]], cut_v[loops.cut_v[law.name]]


def given_accelerations(driven: Iterable[Driven], state: State) -> dict[str, Any]:
    """Return the accelerations that laws prescribe at a state, by names."""
    listed = list(driven)
    found = {d.name: d.law(state.t)[2] for d in listed if d.law is not None}
    for law in joint_laws(listed):
        found |= law.accelerations(state.t, *joint_state(state.system, law, state))
    return found


def _joint_off_start(system: System, law: JointLaw, state: State) -> list[Problem]:
    """Return the problem of a ball or free joint that does not start on its law."""
    q, v = joint_state(system, law, state)
    wanted, rates = (np.asarray(x, dtype=float) for x in law.motion(state.t, q, v)[:2])
    parts = list(law.parts)
    gap = np.asarray(law.kind.difference(q, law.kind.with_unit_quaternion(wanted)), dtype=float)[
        parts
    ]
    slip = (np.asarray(v, dtype=float) - rates)[parts]
    turns = np.array([law.kind.velocities[k].unit == "rad/s" for k in parts])
    size, pace = 1.0 + float(np.max(np.abs(wanted))), 1.0 + float(np.max(np.abs(rates)))
    if np.max(np.abs(gap)) <= START * size and np.max(np.abs(slip)) <= START_RATE * pace:
        return []
    off = [
        f"{np.linalg.norm(part[chosen]):.3g} {unit}"
        for part, units in ((gap, ("m", "rad")), (slip, ("m/s", "rad/s")))
        for unit, chosen in zip(units, (~turns, turns), strict=True)
        if np.any(chosen)
    ]
    listed = ", ".join(f"'{name}'" for name in law.names())
    return [
        Problem(
            "D11",
            f"driven '{law.name}'",
            f"is off its law at t = {state.t:g} s by {', '.join(off)}",
            cause=f"the law prescribes {listed} in the axes of the child",
            action=f"start from assemble({{'{law.name}': law}}, t={state.t:g}), or change the law",
        )
    ]


def _off_start(
    d: Driven, now: tuple[float, float], wanted: tuple[float, float], t: float
) -> Problem:
    what = "locked" if d.law is None else "driven"
    return Problem(
        "D11",
        f"{what} '{d.name}'",
        f"is at {now[0]:.9g} with rate {now[1]:.6g} at t = {t:g} s, and should be at "
        f"{wanted[0]:.9g} with rate {wanted[1]:.6g}",
        action="start from assemble() with this coordinate and rate, or change the law",
    )


def _not_driven(name: str) -> Problem:
    return Problem(
        "D09",
        f"drive '{name}'",
        "must be an angle, a displacement or a whole joint",
        cause="this is a rate, or a single component of a ball or free joint",
        action="name one coordinate ('A.angle'), give a PoseLaw for the joint, or use an effort "
        "law in inputs=",
    )
