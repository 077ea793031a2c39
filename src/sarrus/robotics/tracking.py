"""How well a controlled robot follows its task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.output_units import IN_SI, OutputUnits, shown_number
from sarrus.robotics.controllers import Controller, Sample
from sarrus.robotics.following import Jets, check_robot
from sarrus.robotics.gear_losses import GearLosses
from sarrus.robotics.motors import Drive
from sarrus.robotics.plant import Friction, Plant
from sarrus.robotics.rotors import rotors_of
from sarrus.robotics.task import Task
from sarrus.robotics.task_result import RPM
from sarrus.robotics.trajectory.checking import positive, vector
from sarrus.system import Run, Sampled, State
from sarrus.system.checks import check_positive

SHARE = 0.01
"""How far a joint may be from its path, over the largest way of a joint of the same unit."""

STANDING = 1e-3
"""How far [rad or m] it may be where all joints of its unit stand still."""

LOST_CONTROL = "R48"
"""The code of a controller that has lost the robot."""

LOST = 10.0
"""How far [rad or m] a joint may be from the task before the control counts as lost."""


@dataclass(frozen=True, eq=False)
class Tracking:
    """A simulated task under control: rows over time, columns over joints.

    t [s]; q, qd: what the joints did; wanted: what they should do; sample_times [s], asked and
    efforts [N m or N]: what the controller asked for and what the motors gave from there on, N
    times the torque of the motor, before the losses of the gear. drives: by joint, ideal where
    there is none. tolerances [rad or m]: how far each joint may be from its path.
    """

    task: Task
    run: Run
    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    wanted: np.ndarray
    sample_times: np.ndarray
    asked: np.ndarray
    efforts: np.ndarray
    drives: Mapping[str, Drive]
    tolerances: np.ndarray

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints in the order of the columns."""
        return tuple(j.name for j in self.task.system.compiled.layout.joints if j.type.nv)

    @property
    def faults(self) -> tuple[str, ...]:
        """Which joints miss their path, and which motors cannot give what is asked of them."""
        return self.faults_in(IN_SI)

    def faults_in(self, shown: OutputUnits) -> tuple[str, ...]:
        """Return the faults with their numbers in the units given."""
        found = []
        units = self.task.system.compiled.layout.q_units
        for k, name in enumerate(self.joints):
            worst = int(np.argmax(np.abs(self.errors[:, k])))
            off, most = abs(self.errors[worst, k]), self.tolerances[k]
            count = int(np.count_nonzero(self.saturated[:, k]))
            if off > most:
                found.append(
                    f"{name} is {shown_number(off, units[k], shown, 3)} off its path at "
                    f"{shown_number(self.t[worst], 's', shown)}, "
                    f"{shown_number(most, units[k], shown, 3)} is allowed"
                )
            if count:
                found.append(
                    f"the motor of {name} is at its limit in {count} of {len(self.asked)} samples"
                )
        return tuple(found)

    def __str__(self) -> str:
        return self.text()

    def text(self, shown: OutputUnits = IN_SI) -> str:
        """Return how far it is off its path at most, in the units given."""
        used = self.errors / self.tolerances
        row, k = np.unravel_index(np.argmax(np.abs(used)), used.shape)
        unit = self.task.system.compiled.layout.q_units[k]
        missing = [name for name in self.joints if name not in self.drives]
        ideal = f"; drives of {', '.join(missing)} are ideal" if missing else ""
        return (
            f"{self.joints[k]} is at most {shown_number(abs(self.errors[row, k]), unit, shown, 3)} "
            f"off its path, {shown_number(self.tolerances[k], unit, shown, 3)} is allowed{ideal}"
        )

    @property
    def errors(self) -> np.ndarray:
        """What is missing to the wanted coordinates [rad or m]."""
        return self.wanted - self.q

    @property
    def peak_errors(self) -> np.ndarray:
        """The largest error of each joint [rad or m]."""
        return np.max(np.abs(self.errors), axis=0)

    @property
    def rms_errors(self) -> np.ndarray:
        """The root mean square of each joint's error over time [rad or m]."""
        squares = self.errors**2
        return np.sqrt(np.trapezoid(squares, self.t, axis=0) / (self.t[-1] - self.t[0]))

    @property
    def final_errors(self) -> np.ndarray:
        """The errors at the end [rad or m]."""
        return self.errors[-1]

    @property
    def rpm(self) -> np.ndarray:
        """Speeds of the joints [1/min]; those of slides mean nothing."""
        return self.qd * RPM

    @property
    def saturated(self) -> np.ndarray:
        """Where a motor could not give what was asked for, rows over samples."""
        return self.efforts != self.asked


@dataclass(eq=False)
class _Loop:
    """Computes all efforts once at every sample, and remembers them."""

    task: Task
    controller: Controller
    drives: Mapping[str, Drive]
    rate: float
    plant: Plant
    last: State | None = None
    times: list[float] = field(default_factory=list)
    asked: list[np.ndarray] = field(default_factory=list)
    limited: list[np.ndarray] = field(default_factory=list)
    passed: np.ndarray = field(init=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(j.name for j in self.task.system.compiled.layout.joints if j.type.nv)

    @cached_property
    def wanted(self) -> Jets:
        """The task at all samples."""
        n = int(np.floor(self.task.sequence.duration * self.rate + 1e-6))
        t = np.minimum(np.arange(n + 1) / self.rate, self.task.sequence.duration)
        return self.task.jets(t, np.zeros(n + 1, dtype=bool))

    @cached_property
    def gears(self) -> GearLosses:
        own = [self.drives.get(name) for name in self.names]
        rotors = np.array([0.0 if d is None else d.reflected_inertia for d in own])
        eta = np.array([1.0 if d is None else d.gear.efficiency for d in own])
        spinning = tuple(r for r in rotors_of(self.task.model, self.drives) if r.gyroscopic)
        return GearLosses(rotors, eta, 1.0 / self.rate, spinning)

    def effort(self, k: int, t: float, state: State) -> float:
        """Return the effort of joint number k from a sample on."""
        if state is not self.last:
            self.last = state
            self._sample(t, state)
        return float(self.passed[k])

    def _sample(self, t: float, state: State) -> None:
        q, qd = state.q[self.plant.places], state.v[self.plant.places]
        k = min(round(t * self.rate), len(self.wanted[0]) - 1)
        rows = (self.wanted[0][k], self.wanted[1][k], self.wanted[2][k])
        self._check(t, rows[0] - q)
        model = self.task.with_payload(self.task.sequence.payload_at(t))
        asked = self.controller.efforts(Sample(t, q, qd, rows, model, self.gears))
        self.times.append(t)
        self.asked.append(asked)
        self.limited.append(self._limited_torque(asked, qd))
        self.passed = self.gears.passed_efforts(model, q, qd, self.limited[-1])

    def _check(self, t: float, error: np.ndarray) -> None:
        """Refuse a controller that has lost the robot, whose motion then never ends."""
        k = int(np.argmax(np.abs(np.nan_to_num(error, nan=np.inf))))
        if abs(error[k]) < LOST:
            return
        raise ModelError(
            Problem(
                LOST_CONTROL,
                "tracking",
                f"does not follow: joint '{self.names[k]}' is {error[k]:.3g} away from the task "
                f"at t = {t:.4g} s",
                cause="gains that are too high for the inertia of the joint and the rate, or "
                "motors that are too weak",
                action="take smaller gains, a higher rate, control: computed_torque, or stronger "
                "motors",
            )
        )

    def _limited_torque(self, asked: np.ndarray, qd: np.ndarray) -> np.ndarray:
        values = np.array(asked, dtype=float)
        for k, name in enumerate(self.names):
            if name in self.drives:
                most = float(self.drives[name].limit(qd[k], asked[k] * qd[k] < 0.0))
                values[k] = np.clip(asked[k], -most, most)
        return values


@with_checks
def track(
    task: Task,
    controller: Controller,
    *,
    rate: float = 1000.0,
    drives: Mapping[str, Drive] | None = None,
    friction: Mapping[str, Friction] | None = None,
    offset: Any = None,
    tolerance: Mapping[str, float] | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
) -> Tracking:
    """Return the simulated motion of a robot whose controller follows a task, from rest.

    rate: of the controller [1/s], between whose samples efforts are held. drives: by joint, whose
    rotors turn along, whose gears lose their part (`GearLosses`, at every sample) and whose peak
    curves limit the efforts; joints without one have ideal drives. friction: of gears, by joint, on
    top of the losses of an efficiency below 1. offset: of the joints from the task at the start
    [rad or m]. tolerance: how far joints may be from their path [rad or m], by joint; 1 % of the
    largest way of a joint of the same unit where none is given. Payloads move along when they are
    gripped, and the controller knows of them.

    Example:
        robotics.track(task, robotics.ComputedTorque(kp=400.0, kd=40.0), rate=500.0)
    """
    check_positive(rate=rate, rtol=rtol, atol=atol)
    check_robot(task.system)
    names = tuple(j.name for j in task.system.compiled.layout.joints if j.type.nv)
    plant = Plant.of(task.model, dict(drives or {}), dict(friction or {}), names)
    loop = _Loop(task, controller, dict(drives or {}), float(rate), plant)
    n = len(loop.names)
    shift = np.zeros(n) if offset is None else vector("offset", offset, n)
    inputs = {
        name: Sampled(lambda t, state, k=k: loop.effort(k, t, state), 1.0 / rate)  # type: ignore[misc]
        for k, name in enumerate(loop.names)
    }
    run = plant.system.simulate(
        plant.state(loop.wanted[0][0] + shift, np.zeros(n)),
        until=task.sequence.duration,
        inputs=inputs,
        events=task.payload_events(),
        every=1.0 / rate,
        rtol=rtol,
        atol=atol,
    )
    t = run.t
    wanted = task.jets(t, np.zeros(len(t), dtype=bool))[0]
    times, asked, value = (np.array(rows) for rows in (loop.times, loop.asked, loop.limited))
    allowed = _tolerances(task, loop.names, wanted, dict(tolerance or {}))
    q, v = run.q[:, plant.places], run.v[:, plant.places]
    return Tracking(task, run, t, q, v, wanted, times, asked, value, loop.drives, allowed)


def _tolerances(
    task: Task, names: tuple[str, ...], wanted: np.ndarray, values: Mapping[str, float]
) -> np.ndarray:
    """Return how far each joint may be from its path."""
    for name, value in values.items():
        if name not in names:
            rule, action = "is not a joint of this robot", nearest(name, list(names))
            raise ModelError(Problem("M09", f"tolerance of joint '{name}'", rule, action=action))
        positive(f"tolerance of joint '{name}'", value, "")
    units = task.system.compiled.layout.q_units[: len(names)]
    way = np.ptp(wanted, axis=0)
    largest = {unit: max(w for w, u in zip(way, units, strict=True) if u == unit) for unit in units}
    usual = [SHARE * largest[unit] or STANDING for unit in units]
    return np.array([values.get(name, most) for name, most in zip(names, usual, strict=True)])
