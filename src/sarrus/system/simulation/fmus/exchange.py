"""What a run exchanges with its FMUs.

All that an FMU yields is a state of its element, so that y holds it: of Model Exchange states,
rates, outputs and event indicators, of Co-Simulation outputs. In Model Exchange these are found
anew wherever the equations are evaluated; its states alone are integrated:

    dx/dt = rates(t, x, u),  loads by outputs(t, x, u),  u = told(t, q, v, z)

In Co-Simulation outputs hold from one exchange to the next: at t_k the FMU has gone from t_(k-1)
to t_k with what it was told at t_(k-1), is told the motion at t_k, and its outputs act until
t_(k+1). The error of this is of the order of the step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.loads import TreeScene
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.fmu import Fmu
from sarrus.spatial.arrays import join
from sarrus.system.flow.flow import Flow
from sarrus.system.simulation.events.actions import FmuEvent
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.fmus.process import FmuEnd, FmuFailure, FmuProcess

if TYPE_CHECKING:
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.system import System

NEAR = 1e-9
"""Part of a step by which steps of several FMUs may differ from whole multiples."""


@dataclass(eq=False)
class Link:
    """One FMU of a run: its element, its process, and where its numbers stand among all states.

    told: what it was told last, in its own units; answer: of the last evaluation, and of what.
    """

    element: Fmu
    process: FmuProcess
    first: int
    multiple: int = 1
    told: list[float] = field(default_factory=list)
    reached: float = 0.0
    asked: bytes = b""
    answer: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @property
    def count(self) -> int:
        """Number of its states."""
        return self.element.states_count

    def own_inputs(self, told: Sequence[float]) -> list[float]:
        """Return what it is told in its own units."""
        wires = self.element.told
        return [
            (float(u) - offset) / factor
            for u, (_, _, _, factor, offset) in zip(told, wires, strict=True)
        ]

    def own_states(self, z: np.ndarray) -> list[float]:
        """Return its states in its own units."""
        x = z[self.first : self.first + self.count]
        wires = self.element.state_wires
        return [(float(a) - off) / factor for a, (factor, off) in zip(x, wires, strict=True)]

    def put_states(self, z: np.ndarray, x: Sequence[float]) -> None:
        """Put its states into z, in SI units."""
        wires = self.element.state_wires
        for k, (value, (factor, offset)) in enumerate(zip(x, wires, strict=True)):
            z[self.first + k] = factor * value + offset

    def put_outputs(self, z: np.ndarray, y: Sequence[float], at: int) -> None:
        """Put its outputs into z, from number `at` of its own on, in SI units."""
        for k, (value, (_, _, _, factor, offset)) in enumerate(
            zip(y, self.element.shown, strict=True)
        ):
            z[self.first + at + k] = factor * value + offset

    def put_answer(self, z: np.ndarray) -> None:
        """Put rates, outputs and event indicators into z."""
        n, m = self.count, len(self.element.shown)
        factors = [factor for factor, _ in self.element.state_wires]
        z[self.first + n : self.first + 2 * n] = np.array(factors) * self.answer[:n]
        self.put_outputs(z, self.answer[n : n + m].tolist(), 2 * n)
        marks = self.answer[n + m :]
        z[self.first + 2 * n + m : self.first + 2 * n + m + len(marks)] = marks

    def not_finite(self, z: np.ndarray, last: int) -> str | None:
        """Return the name of the first number of it that is not finite."""
        for k in range(last):
            if not np.isfinite(z[self.first + k]):
                return self.element.memory[k][0]
        return None


class Exchange:
    """The FMUs of one run."""

    def __init__(self, system: System, stop: float) -> None:
        self.system, self.stop = system, stop
        self.links: list[Link] = []
        self.is_running = False
        at = 0
        for element in system.model.forces:
            if isinstance(element, Fmu):
                self.links.append(Link(element, FmuProcess(element), at))
            at += len(element.states)
        self.continuous = [x for x in self.links if x.element.is_continuous]
        self.stepping = [x for x in self.links if not x.element.is_continuous]
        self.every = self._common_step()
        self.taken = 0
        self.trouble: Problem | None = None
        """Where an FMU has yielded no numbers last, in a step that was tried."""

    def _common_step(self) -> float:
        """Return the smallest step, of which the others must be multiples; 0 without any."""
        steps = [float(link.element.every) for link in self.stepping]
        if not steps:
            return 0.0
        least = min(steps)
        for link in self.stepping:
            whole = link.element.every / least
            link.multiple = round(whole)
            if abs(whole - link.multiple) > NEAR * whole:
                rule = f"has the step {link.element.every:g} s, no multiple of the smallest, "
                rule += f"{least:g} s"
                raise ModelError(Problem("D10", f"fmu '{link.element.name}'", rule,
                                         action="give steps that fit into each other"))  # fmt: skip
        return least

    @property
    def is_continuous(self) -> bool:
        """Whether FMUs are asked wherever the equations are evaluated."""
        return self.is_running and bool(self.continuous)

    # --- what they are told ----------------------------------------------------------------------

    def _inputs(self, sim: Simulator, t: float, y: np.ndarray) -> dict[str, list[float]]:
        """Return what all FMUs are told at a state, by name, in their own units."""
        if not any(link.element.told for link in self.links):
            return {link.element.name: [] for link in self.links}
        bound = sim.told_kernel
        bound.inputs["y"][...] = y[: sim.size]
        bound.inputs["t"][...] = t
        bound()
        found, values, at = {}, bound.outputs["told"].tolist(), 0
        for link in self.links:
            n = len(link.element.told)
            found[link.element.name] = link.own_inputs(values[at : at + n])
            at += n
        return found

    # --- the run ---------------------------------------------------------------------------------

    def begin(self, sim: Simulator, t: float, y: np.ndarray) -> None:
        """Start all FMUs at a state, and put what they yield into it.

        Each is told what the others yield: those behind it as the model has them at the start.
        """
        z, self.is_running = sim.z(y), True
        for link in self.links:
            told = self._inputs(sim, t, y)[link.element.name]
            x, out = link.process.begin(t, self.stop, told)
            link.told, link.reached = told, t
            link.put_states(z, x)
            link.put_outputs(z, out, 2 * link.count if link.element.is_continuous else 0)
            self._check(link, z, t, link.count)
        self.fill(sim, t, y)
        for link in self.stepping:
            self._check(link, z, t, len(link.element.shown))

    def fill(self, sim: Simulator, t: float, y: np.ndarray) -> None:
        """Put what FMUs of Model Exchange yield at a state into it."""
        if not self.is_continuous:
            return
        told, z = self._inputs(sim, t, y), sim.z(y)
        for link in self.continuous:
            u, x = told[link.element.name], link.own_states(z)
            asked = np.array([t, *x, *u]).tobytes()
            if asked != link.asked:
                if not np.all(np.isfinite([*x, *u])):
                    n = link.count + len(link.element.shown) + link.element.indicator_count
                    link.answer = np.full(n, np.nan)
                else:
                    link.answer = np.array(link.process.evaluate(t, x, u))
                    if not np.all(np.isfinite(link.answer)):
                        self.trouble = _no_number(link.element, t, "rates or outputs")
                link.asked = asked
            link.put_answer(z)

    def check(self, sim: Simulator, t: float, y: np.ndarray) -> None:
        """Refuse a state at which an FMU yields no numbers."""
        for link in self.continuous:
            self._check(link, sim.z(y), t, len(link.element.memory))

    def _check(self, link: Link, z: np.ndarray, t: float, last: int) -> None:
        wrong = link.not_finite(z, last)
        if wrong is not None:
            raise FmuFailure(_no_number(link.element, t, f"'{wrong}'"))

    def step(self, sim: Simulator, t: float, y: np.ndarray) -> None:
        """Let FMUs of Co-Simulation go on to the next exchange, at t, and put outputs into y."""
        if not self.is_running or not self.stepping:
            return
        self.taken += 1
        z = sim.z(y)
        now = self._inputs(sim, t, y)
        for link in self.stepping:
            if self.taken % link.multiple:
                continue
            told = now[link.element.name]
            out = link.process.step(link.reached, t - link.reached, told)
            link.told, link.reached = told, t
            link.put_outputs(z, list(out), 0)
            self._check(link, z, t, len(link.element.shown))
            self._stop_if_ended(link, t, y)
        self.fill(sim, t, y)

    def _stop_if_ended(self, link: Link, t: float, y: np.ndarray | None = None) -> None:
        if link.process.ends:
            where = f"fmu '{link.element.name}' at t = {t:.9g} s"
            rule = "has asked for the end of the simulation, and the run ends there"
            action = "nothing, where this is what it models"
            notice = Problem("W59", where, rule, action=action, severity="notice")
            raise FmuEnd(notice, None if y is None else (t, y.copy()))

    def is_due(self, t: float) -> bool:
        """Whether an exchange is due at a time."""
        last = max((link.reached for link in self.stepping), default=t)
        return bool(self.stepping) and self.is_running and t - last >= (1.0 - NEAR) * self.every

    # --- events of Model Exchange ----------------------------------------------------------------

    @property
    def next_time(self) -> float:
        """The next time at which an FMU wants an event."""
        times = [link.process.next_event for link in self.continuous if self.is_running]
        return min((t for t in times if t is not None), default=np.inf)

    def due(self, sim: Simulator, t: float, y: np.ndarray) -> list[str]:
        """Return the FMUs that want an event after a step to a state: in time, or by its end."""
        found: list[str] = []
        if not self.is_continuous:
            return found
        self.check(sim, t, y)
        told, z = self._inputs(sim, t, y), sim.z(y)
        for link in self.continuous:
            u, x = told[link.element.name], link.own_states(z)
            wants = link.process.next_event is not None and t >= link.process.next_event
            kind = link.element.kind
            if not link.process.description.ability(kind, "completedIntegratorStepNotNeeded"):
                wants = link.process.completed(t, x, u) or wants
                link.asked = b""
            self._stop_if_ended(link, t)
            if wants:
                found.append(pending_event(link.element))
        return found

    def event(self, sim: Simulator, name: str, t: float, y: np.ndarray) -> dict[str, float]:
        """Let an FMU go through an event at a state; return all that it yields after it."""
        link = next(x for x in self.continuous if x.element.name == name)
        y = y.copy()
        z = sim.z(y)
        told = self._inputs(sim, t, y)[name]
        x = link.process.event(t, link.own_states(z), told)
        link.asked = b""
        self._stop_if_ended(link, t)
        link.put_states(z, x)
        self.fill(sim, t, y)
        self._check(link, z, t, len(link.element.memory))
        return {
            f"{name}.{own}": float(z[link.first + k])
            for k, (own, *_) in enumerate(link.element.memory)
        }

    # --- memory ----------------------------------------------------------------------------------

    def memory(self) -> dict[str, Any]:
        """Return all that FMUs need to go on, as far as they can give it."""
        return {
            "taken": self.taken,
            "fmus": {
                link.element.name: {
                    "told": link.told, "reached": link.reached, "next": link.process.next_event,
                    "state": link.process.state() if link.process.remembers else None,
                }
                for link in self.links
            },
        }  # fmt: skip

    def restore(self, known: Mapping[str, Any], begin: float) -> None:
        """Let FMUs go on from what `memory` has returned; begin: of the run."""
        self.taken, self.is_running = int(known["taken"]), True
        for link in self.links:
            kept = known["fmus"][link.element.name]
            if kept["state"] is None:
                rule = "cannot give its state, so that the run cannot go on from its file"
                action = "run again from the start; what the file has is whole"
                where = f"fmu '{link.element.name}'"
                raise ModelError(Problem("D21", where, rule, action=action))
            told = [float(u) for u in kept["told"]]
            link.process.begin(begin, self.stop, told)
            link.process.restore(bytes(kept["state"]))
            link.told, link.reached = told, float(kept["reached"])
            link.process.next_event = None if kept["next"] is None else float(kept["next"])

    def close(self) -> None:
        """End all FMUs; what is evaluated later takes what y holds of them."""
        self.is_running = False
        for link in self.links:
            link.process.close()


def _no_number(element: Fmu, t: float, what: str) -> Problem:
    rule = f"yields {what} that are no finite numbers, or discards the step"
    where = f"fmu '{element.name}' at t = {t:.9g} s"
    action = "look at what it is told before: the channels of the motion that its inputs read"
    return Problem("E-FMU", where, rule, action=action)


def pending_event(element: Fmu) -> str:
    """Return the name of the event by which an FMU asks for one."""
    return f"{element.name} (its own)"


def fmu_events(system: System) -> tuple[Event, ...]:
    """Return the events of a run that FMUs of Model Exchange have: zeros of their indicators."""
    found: list[Event] = []
    for element in system.model.forces:
        if not isinstance(element, Fmu) or not element.is_continuous:
            continue
        names = [name for name, *_ in element.memory]
        first = 2 * element.states_count + len(element.shown)
        done = FmuEvent(element.name)
        for name in names[first : first + element.indicator_count]:
            found.append(Event(f"{element.name}.{name}", done, name=f"{element.name} {name}"))
        pending = f"{element.name}.{names[-1]}"
        found.append(Event(pending, done, at=1.0, name=pending_event(element)))
    return tuple(found)


def told_body(links: Sequence[Link]) -> Callable[[Flow, Any, Mapping[str, Any]], Mapping[str, Any]]:
    """Return the equation of what all FMUs are told."""

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        x = flow.inputs_at(t, arrays["y"])
        scene = TreeScene(x.velocities, x.time)
        return {"told": join(*[list(link.element.told_values(scene)) for link in links])}

    return body
