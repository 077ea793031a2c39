"""What a task asks of every joint, by name and with units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.robotics.motors import Drive
from sarrus.robotics.rotors import Rotor, RotorMotion, rotor_motion, rotors_of
from sarrus.robotics.sampling import Samples
from sarrus.system import Channel, State
from sarrus.system.checks import check_positive
from sarrus.system.history.channel import About
from sarrus.system.results import Wrench

if TYPE_CHECKING:
    from sarrus.robotics.task import Task

EFFORT = {"rad": "N m", "m": "N"}
RPM = 30.0 / np.pi


@dataclass(frozen=True)
class Account:
    """The energy of one step: work of the drives, change of energy, heat of elements [J]."""

    label: str
    start: float
    end: float
    work: float
    change: float
    loss: float

    @property
    def error(self) -> float:
        """Work that is in neither energy nor heat [J]; what integration leaves."""
        return self.work - self.change - self.loss


@dataclass(frozen=True, eq=False)
class Spins:
    """Rotors of gyroscopic drives along a task: rows over time, columns over joints.

    turning [rad/s^2]: of the links that carry the motors, about the axes of the rotors; efforts
    [N m or N]: that the rotors need for themselves, at the joints; energies [J]: of all spins;
    loads: moments on the carriers [N m], world axes, by body.
    """

    turning: np.ndarray
    efforts: np.ndarray
    energies: np.ndarray
    loads: tuple[Mapping[str, np.ndarray], ...]

    def wrenches(self, row: int) -> dict[str, np.ndarray]:
        """Return the moments at a row as wrenches on bodies."""
        found = self.loads[row].items()
        return {name: np.concatenate([np.zeros(3), moment]) for name, moment in found}


@dataclass(frozen=True, eq=False, repr=False)
class TaskResult:
    """Samples of a task: rows over time, columns over joints.

    t [s] holds every knot twice, with the values of both of its sides. q [rad or m], qd, qdd;
    efforts [N m or N] of ideal drives at the joints; spans: the number of the step of each row.
    `result["joint2.torque"]` is a channel with its unit; `names` lists them. spins: what the rotors
    of gyroscopic drives do, where `with_rotors` has added it to efforts and reactions.
    """

    task: Task
    samples: Samples
    spans: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    efforts: np.ndarray
    spins: Spins | None = field(default=None, kw_only=True)

    def __repr__(self) -> str:
        size = f"{len(self.joints)} joints, {len(self.t)} samples, {self.duration:.4g} s"
        return f"<TaskResult '{self.task.title}': {size}>"

    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.samples.t

    @property
    def duration(self) -> float:
        """The time [s] that the task takes."""
        return float(self.t[-1] - self.t[0])

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """The joints in the order of the columns."""
        return tuple(j.name for j in self.task.system.compiled.layout.joints if j.type.nv)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units of the coordinates, rad or m."""
        return self.task.system.compiled.layout.q_units

    @property
    def powers(self) -> np.ndarray:
        """Mechanical power that each joint's drive gives [W]; negative: it takes."""
        return self.efforts * self.qd

    def column(self, joint: str) -> int:
        """Return the column of a joint."""
        if joint not in self.joints:
            action = nearest(joint, list(self.joints))
            rule = "is not a joint of this robot"
            raise ModelError(Problem("M09", f"joint '{joint}'", rule, action=action))
        return self.joints.index(joint)

    def mean(self, values: np.ndarray) -> np.ndarray:
        """Return the means over time of rows of values."""
        return self.samples.weights @ values / self.duration

    @property
    def rms_efforts(self) -> np.ndarray:
        """Root mean square of the efforts of each joint [N m or N]."""
        return np.sqrt(self.mean(self.efforts**2))

    @property
    def peak_efforts(self) -> np.ndarray:
        """Largest magnitude of each joint's effort [N m or N]."""
        return np.max(np.abs(self.efforts), axis=0)

    @property
    def peak_speeds(self) -> np.ndarray:
        """Largest magnitude of each joint's rate [rad/s or m/s]."""
        return np.max(np.abs(self.qd), axis=0)

    @property
    def most_varied(self) -> str:
        """The joint whose effort varies most: the largest minus the least magnitude (paper 3)."""
        return self.joints[int(np.argmax(np.ptp(np.abs(self.efforts), axis=0)))]

    @cached_property
    def reactions(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Constraint force [N] and moment [N m] of each joint, on the child, in joint axes."""
        force = np.zeros((len(self.t), len(self.joints), 3))
        moment = np.zeros_like(force)
        for k in range(len(self.t)):
            found = self._wrenches(k)
            for j, name in enumerate(self.joints):
                force[k, j], moment[k, j] = found[name].force, found[name].moment
        return {name: (force[:, j], moment[:, j]) for j, name in enumerate(self.joints)}

    def _wrenches(self, row: int) -> Mapping[str, Wrench]:
        system, q, qd = self._system(row), self.q[row], self.qd[row]
        if self.spins is None:
            return system.reactions(q, qd, self.qdd[row])
        driven = dict(zip(self.joints, self.qdd[row], strict=True))
        return system.reactions(system.state(q, qd), driven=driven, loads=self.spins.wrenches(row))

    def with_rotors(self, drives: Mapping[str, Drive]) -> TaskResult:
        """Return the same motion with what the rotors of gyroscopic drives do to the robot.

        drives: by joint; those that are not gyroscopic change nothing. Efforts are those that pass
        the joints, without what rotors need for themselves, as before.
        """
        rotors = [r for r in rotors_of(self.task.model, drives) if r.gyroscopic]
        if not rotors:
            return self
        for rotor in rotors:
            self.column(rotor.joint)
        return self._with_rotors(rotors)

    def _with_rotors(self, rotors: list[Rotor]) -> TaskResult:
        spins, extra = [], np.zeros_like(self.efforts)
        for k, (q, qd, qdd) in enumerate(zip(self.q, self.qd, self.qdd, strict=True)):
            system = self._system(k)
            spins.append(self._spin(rotors, k, system.state(q, qd), qdd))
            for body, moment in spins[-1].moments.items():
                extra[k] -= moment @ system.jacobian(body, (0.0, 0.0, 0.0), q)[3:6]
        found = replace(self, efforts=self.efforts + extra)
        return replace(found, spins=self._spins(rotors, spins))

    def _spin(self, rotors: list[Rotor], row: int, state: State, vdot: np.ndarray) -> RotorMotion:
        rates = {
            r.joint: (float(self.qd[row, k]), float(self.qdd[row, k]))
            for r in rotors
            for k in [self.column(r.joint)]
        }
        return rotor_motion(self._system(row), rotors, state, vdot, rates)

    def _spins(self, rotors: list[Rotor], rows: list[RotorMotion]) -> Spins:
        turning, own = np.zeros_like(self.efforts), np.zeros_like(self.efforts)
        for rotor in rotors:
            k = self.column(rotor.joint)
            turning[:, k] = [row.turning.get(rotor.joint, 0.0) for row in rows]
            own[:, k] = rotor.spin * (rotor.ratio * self.qdd[:, k] + turning[:, k])
        energies = np.array([row.energy for row in rows])
        return Spins(turning, own, energies, tuple(row.moments for row in rows))

    @cached_property
    def holding_efforts(self) -> np.ndarray:
        """Efforts that hold the robot still where it is at every sample [N m or N]."""
        still = np.zeros(self.q.shape[1])
        return np.array(
            [self._system(k).inverse_dynamics(q, still, still) for k, q in enumerate(self.q)]
        )

    @cached_property
    def rate_dependent(self) -> bool:
        """Whether force elements depend on rates or time, so that other speeds are no scaling."""
        if not self.task.model.forces:
            return False
        for k, (q, v) in enumerate(self.states(np.arange(len(self.t)))):
            moving, still = (self._system(k).applied_efforts(q, x) for x in (v, np.zeros_like(v)))
            if not np.allclose(moving, still, rtol=1e-9, atol=1e-9):
                return True
        return False

    def with_time_scale(self, factor: float) -> TaskResult:
        """Return the same path in a time that is `factor` times as long; exactly.

        Rates go with 1/factor, accelerations and what they need of efforts with its square; what
        holds the robot stays. Not where force elements depend on rates (`rate_dependent`).
        """
        check_positive(factor=factor)
        if self.rate_dependent:
            rule = "cannot be stretched: force elements of the robot depend on rates"
            action = "run the task again with other laws"
            raise ModelError(Problem("R42", f"task '{self.task.title}'", rule, action=action))
        return self.at_speed(factor)

    def at_speed(self, factor: float) -> TaskResult:
        """Return the samples of `stretched`, of robots with loops without their reactions."""
        s = 1.0 / factor
        moving = self.efforts - self.holding_efforts
        samples = replace(
            self.samples, t=factor * self.samples.t, weights=factor * self.samples.weights
        )
        spins = self.spins
        if spins is not None:
            spins = Spins(
                s * s * spins.turning,
                s * s * spins.efforts,
                s * s * spins.energies,
                tuple({name: s * s * n for name, n in row.items()} for row in spins.loads),
            )
        efforts = self.holding_efforts + s * s * moving
        return replace(
            self,
            samples=samples,
            qd=s * self.qd,
            qdd=s * s * self.qdd,
            efforts=efforts,
            spins=spins,
        )

    def _system(self, row: int) -> Any:
        return self.task.with_payload(self.task.sequence.spans[self.spans[row]].held)

    @cached_property
    def inertias(self) -> np.ndarray:
        """The diagonal of the mass matrix, payload included: what each drive feels."""
        return np.array([np.diag(self._system(k).mass_matrix(q)) for k, q in enumerate(self.q)])

    def states(self, rows: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield q and v of the whole mechanism at some rows."""
        for k in rows:
            yield self.q[k], self.qd[k]

    @property
    def bearing(self) -> tuple[str, ...]:
        """The joints that have reactions."""
        return self.joints

    @property
    def names(self) -> list[str]:
        """Names of all channels."""
        own = [f"{joint}.{what}" for joint in self.joints for what in _WHAT]
        rest = [joint for joint in self.bearing if joint not in self.joints]
        return own + [f"{joint}.{what}" for joint in rest for what in _LOADS]

    def __getitem__(self, name: str) -> Channel:
        joint = max((j for j in self.bearing if name.startswith(f"{j}.")), key=len, default="")
        what = name[len(joint) + 1 :]
        if f"{joint}.{what}" not in self.names:
            rule = "is not among the results"
            action = nearest(name, self.names)
            raise ModelError(Problem("M09", f"channel '{name}'", rule, action=action))
        values, unit, says, parts = (_LOADS | _WHAT)[what](self, joint)
        about = About(name, unit, f"{says} of joint '{joint}'", parts)
        return Channel.of(np.array(values), self.t, about)

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """The energy balance of every step that takes time."""
        found = []
        for k in dict.fromkeys(self.spans.tolist()):
            rows = np.flatnonzero(self.spans == k)
            a, b = rows[0], rows[-1]
            system, span = self._system(a), self.task.sequence.spans[k]
            from sarrus.system.analysis import dissipation

            heat = np.array([dissipation(system, *state) for state in self.states(rows)])
            weights = self.samples.weights[rows]
            first, last = (system.energy(*state).total for state in self.states(rows[[0, -1]]))
            label = span.label or f"step {k + 1}"
            work = float(np.sum(weights @ self.powers[rows]))
            if self.spins is not None:
                work += float(np.sum(weights @ (self.spins.efforts * self.qd)[rows]))
                first += float(self.spins.energies[a])
                last += float(self.spins.energies[b])
            times = float(self.t[a]), float(self.t[b])
            found.append(Account(label, *times, work, last - first, float(weights @ heat)))
        return tuple(found)


def _plain(which: str, suffix: str, says: str) -> Any:
    def read(result: TaskResult, joint: str) -> tuple[Any, str, str, tuple[str, ...]]:
        k = result.column(joint)
        return getattr(result, which)[:, k], result.units[k] + suffix, says, ()

    return read


def _effort(result: TaskResult, joint: str) -> tuple[Any, str, str, tuple[str, ...]]:
    k = result.column(joint)
    return result.efforts[:, k], EFFORT[result.units[k]], "effort of an ideal drive", ()


def _power(result: TaskResult, joint: str) -> tuple[Any, str, str, tuple[str, ...]]:
    return result.powers[:, result.column(joint)], "W", "power that an ideal drive gives", ()


def _reaction(part: int, unit: str) -> Any:
    says = f"constraint {'moment' if part else 'force'} on the child, in joint axes,"

    def read(result: TaskResult, joint: str) -> tuple[Any, str, str, tuple[str, ...]]:
        return result.reactions[joint][part], unit, says, ("x", "y", "z")

    return read


_LOADS: dict[str, Any] = {
    "reaction.force": _reaction(0, "N"),
    "reaction.moment": _reaction(1, "N m"),
}
_WHAT: dict[str, Any] = {
    "position": _plain("q", "", "coordinate"),
    "speed": _plain("qd", "/s", "rate"),
    "acceleration": _plain("qdd", "/s^2", "acceleration"),
    "effort": _effort,
    "torque": _effort,
    "power": _power,
    **_LOADS,
}
