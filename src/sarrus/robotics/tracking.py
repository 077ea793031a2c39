"""How well a controlled robot follows its task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem
from sarrus.robotics.controllers import Controller, Sample
from sarrus.robotics.following import Jets
from sarrus.robotics.motors import Drive
from sarrus.robotics.placement import on_body
from sarrus.robotics.plant import Friction, Plant
from sarrus.robotics.task import Task
from sarrus.robotics.task_result import RPM
from sarrus.robotics.trajectory.checking import vector
from sarrus.system import Event, Run, Sampled, State
from sarrus.system.requests import check_positive
from sarrus.system.simulation.events import Attach, Detach

LOST = 10.0
"""How far [rad or m] a joint may be from the task before the control counts as lost."""


@dataclass(frozen=True, eq=False)
class Tracking:
    """A simulated task under control: rows over time, columns over joints.

    t [s]; q, qd: what the joints did; wanted: what they should do; sample_times [s], asked and
    efforts [N m or N]: what the controller asked for and what the motors gave from there on.
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
    last: State | None = None
    times: list[float] = field(default_factory=list)
    asked: list[np.ndarray] = field(default_factory=list)
    given: list[np.ndarray] = field(default_factory=list)

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
    def rotors(self) -> np.ndarray:
        own = [self.drives[n].reflected_inertia if n in self.drives else 0.0 for n in self.names]
        return np.array(own)

    def effort(self, k: int, t: float, state: State) -> float:
        """Return the effort of joint number k from a sample on."""
        if state is not self.last:
            self.last = state
            self._sample(t, state)
        return float(self.given[-1][k])

    def _sample(self, t: float, state: State) -> None:
        n = len(self.names)
        q, qd = state.q[:n], state.v[:n]
        k = min(round(t * self.rate), len(self.wanted[0]) - 1)
        rows = (self.wanted[0][k], self.wanted[1][k], self.wanted[2][k])
        self._check(t, rows[0] - q)
        model = self.task.holding(self.task.sequence.held(t))
        asked = self.controller.efforts(Sample(t, q, qd, rows, model, self.rotors))
        self.times.append(t)
        self.asked.append(asked)
        self.given.append(self._limited(asked, qd))

    def _check(self, t: float, error: np.ndarray) -> None:
        """Refuse a controller that has lost the robot, whose motion then never ends."""
        k = int(np.argmax(np.abs(np.nan_to_num(error, nan=np.inf))))
        if abs(error[k]) < LOST:
            return
        raise ModelError(
            Problem(
                "R48",
                "tracking",
                f"does not follow: joint '{self.names[k]}' is {error[k]:.3g} away from the task "
                f"at t = {t:.4g} s",
                cause="gains that are too high for the inertia of the joint and the rate",
                action="take smaller gains, a higher rate, or control: computed_torque",
            )
        )

    def _limited(self, asked: np.ndarray, qd: np.ndarray) -> np.ndarray:
        given = np.array(asked, dtype=float)
        for k, name in enumerate(self.names):
            if name in self.drives:
                most = float(self.drives[name].limit(qd[k], asked[k] * qd[k] < 0.0))
                given[k] = np.clip(asked[k], -most, most)
        return given


@checked
def track(
    task: Task,
    controller: Controller,
    *,
    rate: float = 1000.0,
    drives: Mapping[str, Drive] | None = None,
    friction: Mapping[str, Friction] | None = None,
    offset: Any = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
) -> Tracking:
    """Return the simulated motion of a robot whose controller follows a task.

    rate: of the controller [1/s], between whose samples efforts are held. drives: by joint, whose
    rotors turn along and whose peak curves limit the efforts. friction: of gears, by joint; a drive
    with an efficiency below 1 has losses already. offset: of the joints from the task at the start
    [rad or m]. Payloads move along when they are gripped, and the controller knows of them.
    """
    check_positive(rate=rate, rtol=rtol, atol=atol)
    loop = _Loop(task, controller, dict(drives or {}), float(rate))
    plant = Plant.of(task.model, loop.drives, dict(friction or {}))
    n = len(loop.names)
    shift = np.zeros(n) if offset is None else vector("offset", offset, n)
    inputs = {
        name: Sampled(lambda t, state, k=k: loop.effort(k, t, state), 1.0 / rate)  # type: ignore[misc]
        for k, name in enumerate(loop.names)
    }
    run = plant.system.simulate(
        plant.state(loop.wanted[0][0] + shift, loop.wanted[1][0]),
        until=task.sequence.duration,
        inputs=inputs,
        events=_payloads(task),
        every=1.0 / rate,
        rtol=rtol,
        atol=atol,
    )
    t = run.t
    wanted = task.jets(t, np.zeros(len(t), dtype=bool))[0]
    told = [np.array(rows) for rows in (loop.times, loop.asked, loop.given)]
    return Tracking(task, run, t, run.q[:, :n], run.v[:, :n], wanted, *told)


def _payloads(task: Task) -> list[Event]:
    """Return the grips and releases of a task as events."""
    events: list[Event] = []
    body, name = "", "payload"
    for b in task.sequence.boundaries:
        if b.what == "grip" and b.held is not None:
            body, load = on_body(task.model, b.held, task.grip_frame)
            fixed = Attach(name, body, load.mass, load.com, load.inertia)
            events.append(Event(b.time, do=fixed, name=b.label or "grip"))
        elif b.what == "release" and body:
            events.append(Event(b.time, do=Detach(name, body), name=b.label or "release"))
    return events
