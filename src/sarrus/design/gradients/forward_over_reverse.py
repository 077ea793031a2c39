"""Products of second derivatives with a direction: the pass back, differentiated along it.

A run y_{k+1} = Phi_k(y_k, x) changes along a direction dx of what it is made of by

    dy_{k+1} = Phi_y dy_k + Phi_x dx,

from the start, whose loops close for all of it, to the end (`forward`). The adjoints change by

    dw_k = Phi_y^T dw_{k+1} + d(Phi_y)^T w_{k+1} + ds_k,   d(x_bar) = sum of the same of Phi_x,

with d(.) the change along (dy_k, dx): one pass forward and one back, whatever the number of names.
States and adjoints with their changes behind are gone through by the loops of gradients; only the
kernels differ (`DirectionKernels`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.design.gradients.adjoint_kernels import AdjointKernels, DirectionKernels, products
from sarrus.design.gradients.backward import NEAR, Backward, Sources, Totals, law_jumps
from sarrus.design.gradients.gradient import Gradient, Objective, value_and_weights
from sarrus.design.gradients.instant_gradients import DriveAdjoint
from sarrus.design.gradients.named import Derivatives
from sarrus.design.gradients.run_gradient import RunAdjoint, RunOutputs
from sarrus.design.gradients.start import StartAdjoint, add_start_values, start_differentials
from sarrus.design.gradients.tape import (
    ControlledSteps,
    EqualSteps,
    SingleStep,
    TapedEvent,
    TapedLeg,
)
from sarrus.design.gradients.variables import CONSTANT, INPUT, PARAMETER, START, Variable
from sarrus.kernels.loops.adjoint import dense_weights
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.fixed import FixedLoop
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.differentials import Differentials
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.flow.controlled import CONTROLLED
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.flow.step_gradients import ALONG
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.mode_kernels import Simulator

STEP = 1e-4
"""Part by which samples are moved for the second derivatives of an objective by them."""


@dataclass
class DirectionTotals(Totals):
    """Changes of derivatives by inputs along a direction, and these derivatives themselves."""

    values: Totals | None = None

    def add(self, sim: Simulator, x_bar: np.ndarray) -> None:
        """Add x_bar of the kernels of a mode, with its changes."""
        super().add(sim, x_bar)
        if self.values is not None:
            self.values.add(sim, x_bar[: len(x_bar) // 2])


@dataclass(frozen=True, eq=False)
class Direction:
    """How all that a run is made of changes; parameters: by their full names.

    theta, v: of the start, by places among the velocities of the tree; z: states of elements.
    """

    of: Derivatives
    changes: Mapping[str, np.ndarray]
    parameters: dict[str, np.ndarray] = field(default_factory=dict)
    theta: dict[int, float] = field(default_factory=dict)
    v: dict[int, float] = field(default_factory=dict)
    z: dict[int, float] = field(default_factory=dict)

    def read(self) -> Direction:
        """Fill in what the direction means, and return it."""
        known = self.of.system.compiled.compiler.parameters
        shapes = {n: np.shape(d) for n, d in zip(known.names, known.defaults, strict=True)}
        for v in self.of.variables:
            if v.name not in self.changes:
                continue
            change = np.asarray(self.changes[v.name], dtype=float)
            if v.kind == PARAMETER:
                whole = np.zeros(shapes[v.element])
                whole[... if v.part is None else v.part] = change
                self._add(v.element, whole)
            elif v.kind == CONSTANT and self.of.constants is not None:
                place = self.of.constants.names.index(v.name)
                for name, slopes in self.of.constants.derivatives().items():
                    self._add(name, slopes[..., place] * float(change))
            elif v.kind == START:
                self._start(v, np.ravel(change))
        return self

    def _add(self, name: str, change: np.ndarray) -> None:
        self.parameters[name] = self.parameters.get(name, 0.0) + change

    def _start(self, v: Variable, change: np.ndarray) -> None:
        vector, places = self.of.place(v)
        table = {"q": self.theta, "v": self.v, "z": self.z}[vector]
        table.update(zip(places, change.tolist(), strict=True))

    def inputs(self, kernels: AdjointKernels, sim: Simulator) -> np.ndarray:
        """Return the changes of the inputs of a mode's kernels, as x_bar is ordered."""
        sizes = kernels.sizes(sim)
        found = np.zeros(sizes.total)
        known = sim.system.compiled.compiler.parameters
        parts = [np.ravel(self.parameters.get(name, np.zeros(np.shape(default))))
                 for name, default in zip(known.names, known.defaults, strict=True)]  # fmt: skip
        if parts:
            found[sizes.part("p")] = np.concatenate(parts)
        if kernels.laws is not None:
            found[sizes.part("laws")] = self._laws(kernels)
        for v in self.of.variables:
            numbers = kernels.laws.numbers if kernels.laws is not None else ()
            of_law = any(n.variable.name == v.name for n in numbers)
            if v.kind == INPUT and v.name in self.changes and not of_law:
                vector, place = sim.system.compiled.located_rate(v.element)
                first = sizes.part("tau" if vector == "v" else "tau_cut").start
                found[first + place.start : first + place.stop] += np.asarray(self.changes[v.name])
        return found

    def _laws(self, kernels: AdjointKernels) -> np.ndarray:
        found = []
        for n in () if kernels.laws is None else kernels.laws.numbers:
            change = np.ravel(np.asarray(self.changes.get(n.variable.name, 0.0), dtype=float))
            found.append(change[n.place if isinstance(n.place, int) and change.size > 1 else 0])
        return np.array(found)


def legs_of(known: RunAdjoint) -> list[TapedLeg]:
    """Return the legs of a run, without its events."""
    return [part for part in known.tape if isinstance(part, TapedLeg)]


def refusal(known: RunAdjoint | DriveAdjoint) -> str:
    """Return why a run has no exact second derivatives here, "" where it has them."""
    if known.laws is not None and not known.laws.is_linear:
        return "values of tables"
    if isinstance(known, DriveAdjoint):
        return ""
    if any(isinstance(part, TapedEvent) for part in known.tape):
        return "events"
    if known.method in METHODS and METHODS[known.method].history:
        return "slopes of earlier steps"
    legs = [(leg.sim, part) for leg in legs_of(known) for part in leg.parts]
    if any(isinstance(p, EqualSteps) and p.thinned > 1 for _, p in legs):
        return "more states than are kept"
    plain = AdjointKernels(True, known.laws)
    if any(isinstance(p, ControlledSteps) and law_jumps(plain, sim, p) for sim, p in legs):
        return "force laws that jump"
    first = known.tape[0].sim
    if len(first.hold) and known.system.closed:
        return "held coordinates"
    loops = known.system.compiled.loops
    return "rolling" if known.system.closed and not np.all(loops.holonomic) else ""


def objective_change(
    objective: Objective, t: np.ndarray, samples: np.ndarray, change: np.ndarray
) -> np.ndarray:
    """Return how derivatives of an objective by samples change along a change of these.

    An objective may say it by itself, `curvature(t, samples, change)`; else they are differences of
    fourth order of `sensitivity`, of which no run is needed.
    """
    own = getattr(objective, "curvature", None)
    if own is not None:
        return np.asarray(own(t, samples, change), dtype=float)
    size = np.max(np.abs(samples), axis=0, initial=0.0)
    part = float(np.max(np.abs(change) / np.where(size > 0.0, size, 1.0), initial=0.0))
    if not part:
        return np.zeros(samples.shape)
    h = STEP / part
    ends = [np.asarray(objective.sensitivity(t, samples + k * h * change), dtype=float)
            for k in (-2.0, -1.0, 1.0, 2.0)]  # fmt: skip
    return (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * h)


# --- the start, and every instant of a drive ------------------------------------------------------


@dataclass(frozen=True, eq=False)
class StartAlong:
    """A start whose loops are closed, and its changes; d: what tells how it moves."""

    d: Differentials
    kernels: DirectionKernels
    direction: Direction
    y: np.ndarray

    @property
    def _given(self) -> dict[str, np.ndarray]:
        sim = self.d.sim
        return {**sim.inputs(sim.choice(self.y)), ALONG: self.direction.inputs(self.kernels, sim)}

    def forward(self) -> np.ndarray:
        """Return the change of y."""
        d, sim, nq, nv = self.d, self.d.sim, self.d.nq, self.d.sim.system.nv
        theta, v, change = np.zeros(nv), np.zeros(nv), np.zeros(sim.size)
        for table, array in ((self.direction.theta, theta), (self.direction.v, v)):
            for place, x in table.items():
                array[place] = x
        if sim.system.closed:
            kernel, rows = self.kernels.opening_value(sim), len(d.rows)

            def openings() -> np.ndarray:
                change[:nq], change[nq : nq + nv] = d.E @ theta, v
                found = products(kernel, self._given, y=np.concatenate([self.y, change]),
                                 t=np.array([d.state.t]))["open"]  # fmt: skip
                return found[len(found) // 2 :].copy()

            theta += d.dependent_motion(-openings()[:rows, None])[:, 0]
            v += d.dependent_motion(-openings()[rows : 2 * rows, None])[:, 0]
            sim.cut_angles(change)[...] = openings()[2 * rows :]
        change[:nq], change[nq : nq + nv] = d.E @ theta, v
        self._states(change)
        return change

    def _states(self, change: np.ndarray) -> None:
        sim, z = self.d.sim, self.d.sim.z(change)
        if sim.nz and self.d.state.own_z is None:
            p = sim.last_values.get("p", np.zeros(0))
            if len(p):
                dp = self.direction.inputs(self.kernels, sim)[self.kernels.sizes(sim).part("p")]
                compiler = sim.system.compiled.compiler
                z += compiler.start_states(p + dp) - compiler.start_states(p)
        for place, x in self.direction.z.items():
            z[place] = x

    def back(self, w: np.ndarray, change: np.ndarray, totals: Totals) -> StartAdjoint:
        """Return the changes of derivatives by the start; adds those by inputs to the totals.

        w: the adjoint of y with its change behind; change: of y.
        """
        d, sim, nq, nv = self.d, self.d.sim, self.d.nq, self.d.sim.system.nv
        w, dw = np.split(w, 2)
        dq = change[:nq]
        # E is of degree 2 in q at the most, so that this is its slope
        dE = 0.5 * (d.tangent(d.state.q + dq) - d.tangent(d.state.q - dq))
        if not sim.system.closed:
            theta, v = d.E.T @ dw[:nq] + dE.T @ w[:nq], dw[nq : nq + nv]
            return self._adjoint(theta[list(d.places)], v[list(d.independent)], dw, totals)
        kernel, raw = self.kernels.openings(sim), self._given
        y, nothing = np.concatenate([self.y, change]), np.zeros(len(d.rows))

        def openings(weights: Sequence[np.ndarray], moved: Sequence[np.ndarray]) -> dict[str, Any]:
            both = np.concatenate([*weights, *moved])
            found = products(kernel, raw, y=y, w=both, t=np.array([d.state.t]))
            return {name: x.copy() for name, x in found.items()}

        turned, still = sim.cut_angles(w), np.zeros(len(sim.cut_angles(w)))
        nu = -d.right_adjoint(w[nq : nq + nv])
        first = openings((nothing, nu, turned), (nothing, nothing, still))["y_bar"]
        lam = -d.right_adjoint(d.E.T @ (w[:nq] + first[:nq]))
        weights = (lam, nu, turned)
        value, moved = np.split(openings(weights, (nothing, nothing, still))["y_bar"], 2)
        v_bar = dw[nq : nq + nv] + moved[nq : nq + nv]
        d_nu, d_turned = -d.right_adjoint(v_bar), sim.cut_angles(dw)
        moved = np.split(openings(weights, (nothing, d_nu, d_turned))["y_bar"], 2)[1]
        theta = d.E.T @ (dw[:nq] + moved[:nq]) + dE.T @ (w[:nq] + value[:nq])
        d_lam = -d.right_adjoint(theta)
        totals.add(sim, openings(weights, (d_lam, d_nu, d_turned))["x_bar"])
        return self._adjoint(d.B_placed.T @ theta, d.B.T @ v_bar, dw, totals)

    def _adjoint(
        self, theta: np.ndarray, v: np.ndarray, dw: np.ndarray, totals: Totals
    ) -> StartAdjoint:
        d, z = self.d, self.d.sim.z(dw)
        if d.sim.nz and d.state.own_z is None:
            add_start_values(d.sim, z, totals)
        return StartAdjoint(
            dict(zip(d.places, theta.tolist(), strict=True)),
            dict(zip(d.independent, v.tolist(), strict=True)),
            z.copy(),
        )


# --- runs -----------------------------------------------------------------------------------------


class RunAlong:
    """A run without events along a direction: products of second derivatives of objectives."""

    def __init__(self, known: RunAdjoint, direction: Mapping[str, Any]) -> None:
        self.known = known
        self.of = Derivatives(known.system, known.variables, known.inputs, known.constants,
                              known.laws)  # fmt: skip
        self.direction = Direction(self.of, dict(direction)).read()
        first = known.tape[0].sim
        stay = [k for name in known.stay for k in self.of.places_of(name)]
        d = start_differentials(first, known.start, known.independent, [*self.of.wanted, *stay])
        self.kernels = DirectionKernels(True, known.laws)
        self.start = StartAlong(d, self.kernels, self.direction, known.tape[0].y)
        self.change = self.start.forward()
        self.rows = np.hstack([known.rows, np.zeros(known.rows.shape)])
        self.rows[0] = np.concatenate([known.rows[0], self.change])
        y = np.concatenate([known.tape[0].y, self.change])
        self.legs = []
        for leg in legs_of(known):
            moved, y = self._forward(leg, y)
            self.legs.append(moved)

    def _duals_of_inputs(
        self, sim: Simulator, inputs: Mapping[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        return {**inputs, ALONG: self.direction.inputs(self.kernels, sim)}

    def _forward(self, leg: TapedLeg, y: np.ndarray) -> tuple[TapedLeg, np.ndarray]:
        """Return a leg with the changes of its states, and the state with its change at its end."""
        parts: list[Any] = []
        times, found = [leg.t], [y]
        first = True
        for part in leg.parts:
            value = self._duals_of_inputs(leg.sim, part.inputs)
            if isinstance(part, ControlledSteps):
                steps, y = self._over_controlled_steps(leg, part, value, y, first)
                parts.append(replace(part, inputs=value, steps=steps))
                first = False
                continue
            if isinstance(part, EqualSteps):
                y = np.concatenate([part.states[0], y[leg.sim.size :]])
                states, y = self._over_equal_steps(leg.sim, part, value, y)
                parts.append(replace(part, inputs=value, states=states))
                times += [part.t0 + (part.first + 1 + k) * part.h for k in range(part.count)]
                found += [*states[1:], y]
            elif isinstance(part, SingleStep):
                y = np.concatenate([part.y, y[leg.sim.size :]])
                parts.append(replace(part, inputs=value, y=y))
                kernel = self.kernels.step_value(leg.sim, part.method)
                y = products(kernel, value, y=y, t=np.array([part.t]),
                             h=np.array([part.h]))["y_next"].copy()  # fmt: skip
                times.append(part.t + part.h)
                found.append(y)
        if not (leg.parts and isinstance(leg.parts[0], ControlledSteps)):
            self._keep(leg, np.array(times), np.array(found))
        return replace(leg, parts=parts), y

    def _keep(self, leg: TapedLeg, times: np.ndarray, found: np.ndarray) -> None:
        """Fill in the changes of the rows that were kept of equal steps."""
        n, rows = leg.sim.size, np.arange(*leg.rows)
        for row in rows:
            k = int(np.argmin(np.abs(times - self.known.t[row])))
            self.rows[row, n:] = found[k, n:]

    def _over_equal_steps(
        self, sim: Simulator, part: EqualSteps, inputs: Mapping[str, np.ndarray], y: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        kernel = self.kernels.step_value(sim, self.known.method)
        loop = FixedLoop(BoundKernel(kernel, {**inputs, "h": np.array([part.h])}))
        last = y.copy()
        _, rows, _ = loop.run(last, part.t0, part.h, (part.first, part.first + part.count), 1,
                              -np.inf)  # fmt: skip
        return np.vstack([y[None, :], rows[:-1]]), rows[-1].copy()

    def _over_controlled_steps(
        self,
        leg: TapedLeg,
        part: ControlledSteps,
        inputs: Mapping[str, np.ndarray],
        y: np.ndarray,
        first: bool,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return steps with the changes of their states, and those of the last state."""
        sim, table, n = leg.sim, CONTROLLED[self.known.method], leg.sim.size
        A, C = np.asarray(table.A, dtype=float), np.asarray(table.C, dtype=float)
        slope = BoundKernel(self.kernels.slope_value(sim), inputs)
        closing = None
        if sim.needs_projection:
            closing = BoundKernel(self.kernels.closing_value(sim), inputs)
        starts, sizes = part.steps[:, 0], part.steps[:, 1]
        ends = np.append(starts[1:], part.end)
        rows = np.arange(*leg.rows)
        times = self.known.t[rows]
        inside = (times <= part.end + NEAR * sizes[-1]) & ((times > starts[0]) | first)
        owner = np.clip(np.searchsorted(starts, times, side="left") - 1, 0, len(starts) - 1)

        def closed_state(value: np.ndarray, t: float) -> np.ndarray:
            if closing is None:
                return value
            closing.inputs["y"][...], closing.inputs["t"][...] = value, t
            closing()
            return closing.outputs["y_next"].copy()

        found = []
        for k, (t, h) in enumerate(zip(starts, sizes, strict=True)):
            y = np.concatenate([part.steps[k, 2:], y[n:]])
            found.append(y)
            K = np.zeros((table.EXTENDED, 2 * n))
            for j in range(table.EXTENDED):
                slope.inputs["y"][...] = y + h * (A[j, :j] @ K[:j])
                slope.inputs["t"][...] = t + C[j] * h
                slope()
                K[j] = slope.outputs["ydot"]
            mine = rows[inside & (owner == k)]
            at = np.append((self.known.t[mine] - t) / h, (ends[k] - t) / h)
            weights = dense_weights(table, np.where(np.abs(at - 1.0) < 1e-12, 1.0, at))
            for row, weight in zip(mine, weights, strict=False):
                self.rows[row, n:] = closed_state(y + h * (weight @ K), float(self.known.t[row]))[
                    n:
                ]
            y = closed_state(y + h * (weights[-1] @ K), float(ends[k]))
        return np.hstack([part.steps[:, :2], np.array(found)]), y

    def product(self, objective: Objective) -> Gradient:
        """Return second derivatives of an objective times the direction, by name."""
        return self.product_with_samples(objective)[0]

    def product_with_samples(self, objective: Objective) -> tuple[Gradient, np.ndarray, np.ndarray]:
        """Return the product, the samples of the channels, and how these change."""
        known, outputs = self.known, RunOutputs(list(objective.channels))
        g, dg = np.split(self._channels(outputs, None)[1], 2, axis=1)
        _, weights = value_and_weights(objective, known.t, g)
        change = objective_change(objective, known.t, g, dg)
        both = np.hstack([weights, change])
        sources = Sources(known.t, np.zeros(self.rows.shape))
        totals = DirectionTotals(self.kernels, values=Totals(AdjointKernels(True, known.laws)))
        found, _ = self._channels(outputs, both)
        for sim, rows, made in found:
            sources.s[rows] = made["y_bar"]
            totals.add(sim, made["x_bar"].sum(axis=0))
        n = known.rows.shape[1]
        kernels = replace(self.kernels, balance=bool(
            np.any(sources.s[:, n - ENERGY_BALANCE : n]) or np.any(sources.s[:, -ENERGY_BALANCE:])
        ))  # fmt: skip
        back = Backward(known.method, sources, known.laws, kernels)
        totals.kernels = back.totals.kernels = kernels
        back.totals = totals
        w = np.zeros(self.rows.shape[1])
        for leg in reversed(self.legs):
            w, _ = back.through(leg, w)
        if known.run.order is None or known.run.order.plan.start == known.t[0]:
            w = w + sources.s[0]
        at_start = self.start.back(w, self.change, totals)
        named = self.of.by_name(totals, at_start)
        named = with_constants(self.of, self.direction, named, totals)
        return Gradient(float(np.sum(weights * dg)), named, known.run), g, dg

    def _channels(
        self, outputs: Outputs, weights: np.ndarray | None
    ) -> tuple[list[Any], np.ndarray]:
        found, samples = [], []
        for sim, rows in self.known.pieces():
            if not len(rows):
                continue
            kernel = self.kernels.channels(sim, outputs)
            own = {**self.known.kernel_rows(sim, rows), "y": self.rows[rows]}
            count = 2 * len(outputs.names)
            own["w"] = np.zeros((len(rows), count)) if weights is None else weights[rows]
            value = self._duals_of_inputs(
                sim, {**sim.inputs(None), "laws": np.zeros(len(self.known.laws or ()))}
            )
            made = outputs_of_rows(kernel, own, value)
            found.append((sim, rows, made))
            samples.append(made["g"])
        return found, np.concatenate(samples)


class DriveAlong:
    """A drive along a direction: every instant is closed by its loops and laws."""

    def __init__(self, known: DriveAdjoint, direction: Mapping[str, Any]) -> None:
        self.known = known
        self.of = Derivatives(known.system, known.variables, known.inputs, known.constants,
                              known.laws)  # fmt: skip
        self.direction = Direction(self.of, dict(direction)).read()
        self.kernels = DirectionKernels(True, known.laws)
        self.instants = [
            StartAlong(known.closing(k), self.kernels, self.direction, y)
            for k, y in enumerate(known.rows)
        ]
        self.changes = np.array([instant.forward() for instant in self.instants])

    def product(self, objective: Objective) -> Gradient:
        """Return second derivatives of an objective times the direction, by name."""
        return self.product_with_samples(objective)[0]

    def product_with_samples(self, objective: Objective) -> tuple[Gradient, np.ndarray, np.ndarray]:
        """Return the product, the samples of the channels, and how these change."""
        known, outputs = self.known, Outputs(list(objective.channels))
        g, dg = np.split(self._channels(outputs, None)["g"], 2, axis=1)
        _, weights = value_and_weights(objective, known.t, g)
        both = np.hstack([weights, objective_change(objective, known.t, g, dg)])
        found = self._channels(outputs, both)
        totals = DirectionTotals(self.kernels, values=Totals(AdjointKernels(True, known.laws)))
        totals.add(known.sim, found["x_bar"].sum(axis=0))
        for instant, change, w in zip(self.instants, self.changes, found["y_bar"], strict=True):
            instant.back(w, change, totals)
        named = self.of.by_name(totals, None)
        named = with_constants(self.of, self.direction, named, totals)
        return Gradient(float(np.sum(weights * dg)), named, known.drive), g, dg

    def _channels(self, outputs: Outputs, weights: np.ndarray | None) -> dict[str, np.ndarray]:
        sim = self.known.sim
        kernel, own = self.kernels.channels(sim, outputs), self.known.kernel_rows()
        own["y"] = np.hstack([self.known.rows, self.changes])
        shape = (len(self.known.t), 2 * len(outputs.names))
        own["w"] = np.zeros(shape) if weights is None else weights
        values = {**sim.inputs(None), "laws": np.zeros(len(self.known.laws or ())),
                 ALONG: self.direction.inputs(self.kernels, sim)}  # fmt: skip
        return outputs_of_rows(kernel, own, values)


def with_constants(
    of: Derivatives, direction: Direction, named: dict[str, Any], totals: DirectionTotals
) -> dict[str, Any]:
    """Return products to which the bend of the map of constants is added."""
    along = {v.name: float(np.asarray(direction.changes[v.name])) for v in of.variables
             if v.kind == CONSTANT and v.name in direction.changes}  # fmt: skip
    if of.constants is None or not along or totals.values is None:
        return named
    bend = of.constants.derivative_changes(along)
    more = np.zeros(len(of.constants.names))
    for name, bar in totals.values.p.items():
        if name in bend:
            more += np.tensordot(np.asarray(bar), bend[name], axes=np.ndim(bar))
    places = {name: k for k, name in enumerate(of.constants.names)}
    for v in of.variables:
        if v.kind == CONSTANT:
            named[v.name] = named[v.name] + float(more[places[v.name]])
    return named
