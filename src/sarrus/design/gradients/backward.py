"""A run gone back: from derivatives of an objective by its samples to those by all inputs.

The adjoint w of the state goes from the end of the run to its start,

    w_k = (dPhi_k/dy)^T w_{k+1} + s_k,

through the steps that were taken (`kernels.loops.adjoint`), with the rows in use and the sizes of
steps as they were, and through events (`jumps`). Of equal steps that is the derivative of what was
computed, to rounding. Of steps with error control it is the derivative along the same steps, some
of them divided (`refinement`), which differs from that of the motion by the error of the run. Kinks
inside a step cost more digits; steps end at those that a law names (`switches`).
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.design.gradients.adjoint_kernels import AdjointKernels, products
from sarrus.design.gradients.law_numbers import LawNumbers
from sarrus.design.gradients.tape import (
    ControlledSteps,
    EqualSteps,
    Filling,
    KernelInputs,
    SingleStep,
    TapedLeg,
)
from sarrus.kernels.loops.adjoint import equal_steps_back, runge_kutta_back
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.fixed import FixedLoop
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.event_watch import switch_count
from sarrus.system.simulation.mode_kernels import Simulator

NEAR = 1e-6
"""Part of a step within which times are the same."""
ASIDE = 1e-5
"""Part of the way to the middle of a step at which slopes beside a jump are taken."""
CONTINUOUS = 1e-7
"""Part of the slope by which it may change where a law is continuous."""


@dataclass
class Totals:
    """Derivatives by inputs, summed over a run.

    flat: by the parameters that are inputs of each mode's equations, by the identity of these;
    efforts: by (tau, tau_cut), likewise; hold: by held coordinates; simulators: the equations.
    """

    kernels: AdjointKernels
    flat: dict[int, np.ndarray] = field(default_factory=dict)
    efforts: dict[int, np.ndarray] = field(default_factory=dict)
    hold: dict[int, np.ndarray] = field(default_factory=dict)
    simulators: dict[int, Simulator] = field(default_factory=dict)
    overridden: dict[int, frozenset[str]] = field(default_factory=dict)
    """Full names of parameters that events have set, by the identity of a mode's equations."""
    laws: np.ndarray | None = None
    """Derivatives by numbers of laws."""
    carried: dict[int, dict[str, np.ndarray]] = field(default_factory=dict)
    """Of modes with payloads: how mass, com and inertia of a body follow its own, by its name."""

    def add(self, sim: Simulator, x_bar: np.ndarray) -> None:
        """Add x_bar of the kernels of a mode."""
        sizes, x_bar = self.kernels.sizes(sim), self.kernels.of_inputs(sim, x_bar)
        self.add_parameters(sim, x_bar[sizes.part("p")])
        self.simulators[id(sim)] = sim
        both = np.concatenate([x_bar[sizes.part("tau")], x_bar[sizes.part("tau_cut")]])
        self.efforts[id(sim)] = self.efforts.get(id(sim), np.zeros(len(both))) + both
        laws = x_bar[sizes.part("laws")]
        if len(laws):
            self.laws = laws.copy() if self.laws is None else self.laws + laws
        held = x_bar[sizes.part("hold")]
        if len(held):
            self.hold[id(sim)] = self.hold.get(id(sim), np.zeros(len(held))) + held

    def add_parameters(self, sim: Simulator, p_bar: np.ndarray) -> None:
        """Add derivatives by the parameters that are inputs of a mode."""
        self.simulators[id(sim)] = sim
        self.flat[id(sim)] = self.flat.get(id(sim), 0.0) + p_bar

    @property
    def p(self) -> dict[str, np.ndarray]:
        """Derivatives by all parameters, by their full names."""
        found: dict[str, np.ndarray] = {}
        for key, p_bar in self.flat.items():
            fixed = self.overridden.get(key, frozenset())
            own = self.simulators[key].system.compiled.compiler.parameters.split(p_bar)
            for body, slopes in self.carried.get(key, {}).items():
                own |= _of_body(body, own, slopes)
            for name, part in own.items():
                if name not in fixed:
                    found[name] = found[name] + part if name in found else np.asarray(part)
        return found


def _of_body(body: str, own: dict[str, Any], slopes: np.ndarray) -> dict[str, Any]:
    """Return derivatives by a body's own mass properties from those with its payloads."""
    names = [f"body:{body}.{part}" for part in ("mass", "com", "inertia")]
    if any(name not in own for name in names):
        return {}
    whole = np.concatenate([np.ravel(np.asarray(own[name], dtype=float)) for name in names])
    bar = slopes.T @ whole
    return dict(zip(names, (bar[0], bar[1:4], bar[4:].reshape(3, 3)), strict=True))


@dataclass
class Sources:
    """Derivatives of the objective by the rows that were kept: s (row, y) at times t (row)."""

    t: np.ndarray
    s: np.ndarray

    @property
    def balance(self) -> bool:
        """Whether some are by the energy balance."""
        return bool(np.any(self.s[:, -ENERGY_BALANCE:]))


class Backward:
    """Goes back along a tape; `totals` gathers derivatives by inputs."""

    def __init__(
        self,
        method: str,
        sources: Sources,
        laws: LawNumbers | None = None,
        kernels: AdjointKernels | None = None,
    ) -> None:
        self.method, self.sources = method, sources
        self.kernels = kernels or AdjointKernels(sources.balance, laws)
        self.totals = Totals(self.kernels)

    # --- legs -----------------------------------------------------------------------------------

    def through(self, leg: TapedLeg, w: np.ndarray) -> tuple[np.ndarray, float | None]:
        """Return the adjoint at the start of a leg from that at its end.

        The second number is how the objective changes with the time of the start where the first
        step shrinks with it, None where that is to be told by the flow.
        """
        rows = np.arange(*leg.rows)
        if leg.parts and isinstance(leg.parts[0], ControlledSteps):
            return self._over_adaptive_leg(leg, rows, w), None
        return self._equal(leg, rows, w)

    def _over_adaptive_leg(self, leg: TapedLeg, rows: np.ndarray, w: np.ndarray) -> np.ndarray:
        sim, table = leg.sim, CONTROLLED[self.method]
        times, sources = self.sources.t[rows], self.sources.s[rows]
        for part in reversed(leg.parts):
            if not isinstance(part, ControlledSteps) or not len(part.steps):
                continue
            starts, sizes, states = part.steps[:, 0], part.steps[:, 1], part.steps[:, 2:]
            ends = np.append(starts[1:], part.end)
            mine = (times > starts[0]) if part is not leg.parts[0] else np.ones(len(times), bool)
            w = np.ascontiguousarray(w, dtype=float).copy()
            own, own_sources = times[mine], sources[mine]
            last = len(starts)
            for jump in [*reversed(law_jumps(self.kernels, sim, part)), None]:
                first = 0 if jump is None else jump.step
                total, steps = np.zeros(self.kernels.inputs_width(sim)), slice(first, last)
                later = (own > starts[first]) if first else np.ones(len(own), bool)
                runge_kutta_back(
                    table, self._kernels(sim, part.inputs),
                    (starts[steps], sizes[steps], ends[steps], states[steps]),
                    (own[later], own_sources[later]), w, total,
                )  # fmt: skip
                self.totals.add(sim, total)
                own, own_sources, last = own[~later], own_sources[~later], first
                if jump is not None:
                    sigma = float(w @ jump.change) / jump.rate
                    w = w + sigma * jump.by_y
                    self.totals.add(sim, sigma * jump.by_x)
            times, sources = times[~mine], sources[~mine]
        return w

    def _kernels(
        self, sim: Simulator, inputs: KernelInputs
    ) -> tuple[BoundKernel, BoundKernel, BoundKernel | None]:
        slope = BoundKernel(self.kernels.slope_value(sim), inputs)
        back = BoundKernel(self.kernels.slope(sim), inputs)
        closing = None
        if sim.needs_projection:
            closing = BoundKernel(self.kernels.closing(sim), inputs)
        return slope, back, closing

    def _equal(
        self, leg: TapedLeg, rows: np.ndarray, w: np.ndarray
    ) -> tuple[np.ndarray, float | None]:
        left = _Left(self.sources, rows, self._step_size(leg))
        moved: float | None = None
        waiting: dict[float, np.ndarray] = {}
        n = self.kernels.width(leg.sim)
        w = w.copy()
        for k, part in enumerate(reversed(leg.parts)):
            if k == 0:
                w[:n] += left.at(_end(part))
            if isinstance(part, EqualSteps):
                w = self._steps(leg.sim, part, left, w)
            elif isinstance(part, SingleStep):
                w, time_bar = self.single(leg.sim, part, w[:n])
                w = w + left.at(part.t) + waiting.pop(part.t, 0.0)
                moved = float(time_bar[0] - time_bar[1]) if part.begins else None
            elif isinstance(part, Filling):
                w = self._fill(leg.sim, part, w, waiting)
        return w[:n], moved

    @staticmethod
    def _step_size(leg: TapedLeg) -> float:
        sizes = [part.h for part in leg.parts if isinstance(part, (EqualSteps, SingleStep))]
        return max(sizes, default=1.0)

    def single(
        self, sim: Simulator, part: SingleStep, w: np.ndarray, count: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the adjoint before a single step, and the derivatives by its time and size.

        count: whether derivatives by inputs are added to the totals.
        """
        kernel = self.kernels.step(sim, part.method)
        found = products(kernel, part.inputs, y=part.y, w=w, t=np.array([part.t]),
                         h=np.array([part.h]))  # fmt: skip
        if count:
            self.totals.add(sim, found["x_bar"])
        return found["y_bar"].copy(), found["time_bar"].copy()

    def _steps(self, sim: Simulator, part: EqualSteps, left: _Left, w: np.ndarray) -> np.ndarray:
        kernel = self.kernels.step(sim, self.method)
        bound = BoundKernel(kernel, {**part.inputs, "h": np.array([part.h])})
        size = self.kernels.width(sim) * (1 + METHODS[self.method].history)
        whole = np.zeros(size)
        whole[: len(w)] = w
        total = np.zeros(self.kernels.inputs_width(sim))
        source_at, sources = left.among(part)
        firsts = range(0, part.count, part.thinned) if part.thinned > 1 else range(1)
        for first in reversed(firsts):
            states = part.states
            if part.thinned > 1:
                states = self._retaken(sim, part, first)
            at = source_at[first : first + len(states)]
            equal_steps_back(bound, part.t0, part.h, part.first + first, states,
                             np.ascontiguousarray(at), sources, whole, total)  # fmt: skip
        self.totals.add(sim, total)
        return whole

    def _retaken(self, sim: Simulator, part: EqualSteps, first: int) -> np.ndarray:
        """Return the states of steps of which only the first was kept."""
        count = min(part.thinned, part.count - first)
        loop = FixedLoop(
            BoundKernel(sim.step_kernel(self.method), {**part.inputs, "h": np.array([part.h])})
        )
        y = part.states[first // part.thinned].copy()
        begin, k = y.copy(), part.first + first
        _, rows, _ = loop.run(y, part.t0, part.h, (k, k + count), 1, -np.inf)
        return np.vstack([begin[None, :], rows[:-1]])

    def _fill(
        self, sim: Simulator, part: Filling, w: np.ndarray, waiting: dict[float, np.ndarray]
    ) -> np.ndarray:
        """Hand the adjoints of the slopes of a multistep method back to the states they are of."""
        n = sim.size
        kernel = self.kernels.slope(sim)
        found = w[:n].copy()
        for k, (t, y) in enumerate(zip(part.times, part.states, strict=True)):
            slope_bar = w[n * (k + 1) : n * (k + 2)]
            if not len(slope_bar) or not np.any(slope_bar):
                continue
            back = products(kernel, part.inputs, y=y, w=slope_bar, t=np.array([t]))
            self.totals.add(sim, back["x_bar"])
            if k == 0 and part.current:
                found = found + back["y_bar"]
            else:
                waiting[t] = waiting.get(t, 0.0) + back["y_bar"]
        return found


@dataclass(frozen=True, eq=False)
class LawJump:
    """Where a force law jumps, at the start of a step: as an event at which the state stays.

    change: of the slope, f+ - f-; by_y, by_x: derivatives of what changes its sign there, and rate:
    how it changes with time.
    """

    step: int
    change: np.ndarray
    by_y: np.ndarray
    by_x: np.ndarray
    rate: float


def law_jumps(kernels: AdjointKernels, sim: Simulator, part: ControlledSteps) -> list[LawJump]:
    """Return where laws of force elements jump along steps with error control, which end there.

    At most kinks the slope is continuous, and that their times move has no effect; contacts with
    damping jump where they begin. The slopes on both sides are those a little away, towards the
    middles of the steps, extrapolated.
    """
    states, starts, sizes = part.steps[:, 2:], part.steps[:, 0], part.steps[:, 1]
    count = switch_count(sim) if len(starts) > 1 and states.shape[1] == sim.size else 0
    if not count:
        return []
    kernel = kernels.switches(sim, count)
    entries = {**part.inputs, "laws": np.zeros(len(kernels.laws or ()))}
    middles = 0.5 * (states[:-1] + states[1:])
    bound = BoundKernel(kernel, entries)

    def values(t: float, y: np.ndarray) -> np.ndarray:
        bound.inputs["y"][...], bound.inputs["t"][...] = y, t
        bound()
        return bound.outputs["g"].copy()

    slope = BoundKernel(sim.slope_kernel(), part.inputs)

    def beside(t: float, y: np.ndarray, h: float, middle: np.ndarray) -> np.ndarray:
        found = []
        for k in (1.0, 2.0):
            slope.inputs["y"][...] = y + k * ASIDE * (middle - y)
            slope.inputs["t"][...] = t + k * ASIDE * 0.5 * h
            slope()
            found.append(slope.outputs["ydot"].copy())
        return np.asarray(2.0 * found[0] - found[1])

    inner = [values(t + 0.5 * h, y) for t, h, y in zip(starts, sizes, middles, strict=False)]
    jumps = []
    for k in range(1, len(inner)):
        changed = np.flatnonzero(inner[k - 1] * inner[k] < 0.0)
        if not len(changed):
            continue
        t, y = float(starts[k]), states[k]
        size = np.minimum(np.abs(inner[k - 1]), np.abs(inner[k]))[changed]
        at = np.abs(values(t, y))[changed] / size
        if at.min() > NEAR:
            continue
        before = beside(t, y, -sizes[k - 1], middles[k - 1])
        after = beside(t, y, sizes[k], middles[k])
        if np.max(np.abs(after - before)) <= CONTINUOUS * np.max(np.abs(before)):
            continue
        bound.inputs["w"][...] = np.eye(count)[changed[int(np.argmin(at))]]
        values(t, y)
        by_y, by_x, by_t = (bound.outputs[n].copy() for n in ("y_bar", "x_bar", "time_bar"))
        jumps.append(LawJump(k, after - before, by_y, by_x, float(by_t[0] + by_y @ before)))
        bound.inputs["w"][...] = 0.0
    return jumps


def _end(part: Any) -> float:
    """Return the time where a part of a leg ends."""
    if isinstance(part, EqualSteps):
        return float(part.t0 + (part.first + part.count) * part.h)
    if isinstance(part, SingleStep):
        return float(part.t + part.h)
    return float(part.times[0])


class _Left:
    """The rows of a leg of equal steps whose sources were not added yet."""

    def __init__(self, sources: Sources, rows: np.ndarray, h: float) -> None:
        self.t, self.s, self.h = sources.t[rows], sources.s[rows], h
        self.open = np.ones(len(rows), bool)

    def at(self, t: float) -> np.ndarray:
        """Return the sum of the sources at a time, which are then done."""
        mine = self.open & (np.abs(self.t - t) <= NEAR * self.h)
        self.open &= ~mine
        return np.asarray(self.s[mine].sum(axis=0))

    def among(self, part: EqualSteps) -> tuple[np.ndarray, np.ndarray]:
        """Return which steps have sources where they begin, and these."""
        number = np.round((self.t - part.t0) / part.h).astype(np.int64) - part.first
        mine = self.open & (number >= 0) & (number < part.count)
        self.open &= ~mine
        at = np.zeros(part.count, np.int64)
        at[number[mine]] = 1 + np.arange(int(mine.sum()))
        return at, np.ascontiguousarray(self.s[mine])
