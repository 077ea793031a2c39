"""The reduced equations of one mode: what native code needs to integrate independent coordinates.

`kernels.loops.reduced` solves them; here they get their kernels, and the choice of coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.loops.bound import BoundFunction, BoundKernel, PythonKernel
from sarrus.kernels.loops.reduced import (
    ClosedState,
    Closure,
    Partition,
    ReducedState,
    SlopeState,
    closed_state,
    equations,
    reduced_slope,
)
from sarrus.system.flow import reduced_terms
from sarrus.system.simulation.methods.independent import Choice, ScaledRows
from sarrus.system.simulation.mode_kernels import Simulator


class ReducedEquations:
    """The reduced equations of one mode in the coordinates that `choose` has chosen last.

    solve: one of `simulation.SOLVES`; inputs: values of the inputs that do not change during steps.
    """

    def __init__(self, sim: Simulator, solve: str, inputs: Mapping[str, np.ndarray]) -> None:
        self.sim, self.by_values = sim, solve == "svd"
        all_rows = self.by_values and sim.system.compiled.loops.set_aside is None
        self._all_rows = all_rows and sim.mixing
        choice = sim.row_choice
        if self._all_rows:
            closes = choice.closes_positions
        else:
            closes = np.array(choice.holonomic or (True,) * sim.rows, dtype=bool)
        closed = sum(choice.holonomic) if choice.holonomic is not None else sim.rows
        nv = sim.system.nv
        self.partition = Partition(nv, len(closes), np.flatnonzero(closes), sim.rows, closed)
        self.shared: dict[str, np.ndarray] = {}
        for kernel in (self._closure_kernel, self._terms_kernel):
            for port in kernel.inputs:
                if port.name not in ("y", "t", "step"):
                    self.shared.setdefault(port.name, np.zeros(port.shape))
        for name, value in inputs.items():
            if name in self.shared:
                self.shared[name][...] = value
        self.choice = Choice((), (), 1.0)

    def _kernel(
        self, name: str, shapes: dict[str, tuple[int, ...]], body: Any, laws: Any
    ) -> Kernel:
        if self._all_rows:
            name, body = f"{name} of all rows", reduced_terms.of_all_rows(body)
        return self.sim.kernel(name, {"y": (self.sim.size,), **shapes}, body, laws)

    @cached_property
    def _closure_kernel(self) -> Kernel:
        return self._kernel("closure", {"step": (self.sim.system.nv,)}, reduced_terms.closure, None)

    @cached_property
    def _terms_kernel(self) -> Kernel:
        laws = self.sim.actuation.efforts if self.sim.traced else None
        return self._kernel("terms", {}, reduced_terms.terms, laws)

    @cached_property
    def tangents_kernel(self) -> Kernel:
        """The kernel of what df/dy of the reduced equations is made of."""
        laws = self.sim.actuation.efforts if self.sim.traced else None
        return self._kernel("tangents", {}, reduced_terms.tangents, laws)

    # --- the choice ---------------------------------------------------------------------------

    def choose(self, y: np.ndarray, choice: Choice | None = None) -> None:
        """Choose the rows for a state, and the coordinates: by pivots unless they are given."""
        T = self.sim.choice(y, apart=True)
        if T is not None and "T" in self.shared:
            self.shared["T"][...] = T
        self.choice = choice or ScaledRows.at(self.sim, y).by_pivots()
        self.partition.set(self.choice.dependent, self.choice.closing)

    @property
    def names(self) -> list[str]:
        """The names of the independent velocities."""
        return [self.sim.system.velocities[k] for k in self.partition.independent]

    @property
    def controlled(self) -> np.ndarray:
        """Which entries of y are integrated: independent ones, states, turns, energy balance."""
        system, layout = self.sim.system, self.sim.system.compiled.layout
        found = np.ones(self.sim.size, dtype=bool)
        found[system.nq + self.partition.dependent] = False
        free = np.ones(system.nv, dtype=bool)
        free[self.partition.closing_dependent] = False
        # at a general position, so that no entry vanishes by chance
        q = system.add(system.neutral(), np.linspace(0.1, 0.9, system.nv))
        E = np.array([layout.rate(q, unit) for unit in np.eye(system.nv)], dtype=float)
        found[: system.nq] = np.any(E[free] != 0.0, axis=0)
        return found

    # --- native functions ---------------------------------------------------------------------

    def closure(self) -> Closure:
        """Return a closure with buffers of its own."""
        scale = self.sim.system.compiled.loops.column_scale
        kernel, parts = self._closure_kernel, self.partition
        return Closure(kernel, self.shared, parts, scale, self.by_values)

    def reduced_state(self, closure: Closure) -> ReducedState:
        """Return the equations at the states of a closure."""
        return equations(closure, BoundKernel(self._terms_kernel, {}, self.shared))

    def bound_slope(self) -> BoundFunction | PythonKernel:
        """Return ydot = f(t, y) with the dependent part of y found inside."""
        closure = self._slope_closure = self.closure()
        y, t = np.zeros(self.sim.size), np.zeros(1)
        outputs = {"ydot": np.zeros(self.sim.size), "watch": np.ones(1)}
        state = SlopeState()
        own = self.reduced_state(closure)
        state.bind(y=y, time=t, watch=outputs["watch"], equations=own)
        inputs = {**self.shared, "y": y, "t": t}
        bound = BoundFunction(reduced_slope, state, inputs, outputs)
        if self.sim.traced:
            return bound
        closing = self.bound_closing(python=False)

        def with_laws(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            closing.inputs["y"][...], closing.inputs["t"][...] = y, t
            closing()
            whole = closing.outputs["y"]
            if np.all(np.isfinite(whole)):
                self.sim.apply_laws(whole, float(t[0]), self.shared)
            bound()
            for name, value in bound.outputs.items():
                outputs[name][...] = value

        return PythonKernel(with_laws, bound.inputs, bound.outputs)

    def bound_closing(self, python: bool = True) -> Any:
        """Return what puts the dependent part of a state in place."""
        closure = self.closure()
        y, t = np.zeros(self.sim.size), np.zeros(1)
        outputs = {"y": np.zeros(self.sim.size)}
        state = ClosedState()
        state.bind(y=y, time=t, closed=outputs["y"], closure=closure.state)
        self._closing_closure = closure
        bound = BoundFunction(closed_state, state, {**self.shared, "y": y, "t": t}, outputs)
        if self.sim.traced or not python:
            return bound

        def run(inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
            bound()

        return PythonKernel(run, bound.inputs, bound.outputs)

    @property
    def iterations(self) -> int:
        """Steps of Newton's iteration so far."""
        return self._slope_closure.iterations + self._closing_closure.iterations
