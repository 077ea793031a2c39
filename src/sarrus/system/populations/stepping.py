"""Steps of rows of states as a function with exact derivatives: for training and optimal control.

x = (q, v, turned, z) is a state without its energy balance, u efforts that hold during the steps,
w chosen parameters; each has a row for every state. The derivatives are those of the steps as they
are computed (`flow.step_gradients`), carried back from the last step to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, join
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.flow.step_gradients import BAR, adjoints
from sarrus.system.flow.steps import METHODS
from sarrus.system.populations import in_kinds
from sarrus.system.populations.arrays import foreign
from sarrus.system.quantities.equations import Inputs

if TYPE_CHECKING:
    from sarrus.system.populations.population import Population
    from sarrus.system.simulation.mode_kernels import Simulator

ROWS = ("x", "u", "w")
"""The arrays that have a row for each state: states, inputs, parameters."""


@dataclass(frozen=True, eq=False)
class RowFunction:
    """A traced function of (x, u, w) at a time, and its pullback, for rows of states.

    body: its value (flow, t, y, h), numbers side by side; limit: where the least watch of the loops
    is below it, values are NaN.
    """

    stepper: Stepper
    name: str
    size: int
    body: Callable[..., tuple[Array, Any]]
    limit: float = 0.0

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel of the values."""

        def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            found, watch = self._trace(flow, t, arrays)
            if not isinstance(watch, (int, float)):
                fine = watch >= self.limit
                found = found * (fine * (1.0 / fine))  # 1 or NaN
            return {"value": found}

        return self._kernel(self.name, values, {})

    @cached_property
    def back(self) -> Kernel:
        """The kernel of the adjoints of x, u and w."""

        def values(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
            found, _ = self._trace(flow, t, arrays)
            by = {name: arrays[name] for name in ROWS if name in arrays}
            return adjoints(found, arrays[f"value{BAR}"], by)

        return self._kernel(f"pullback {self.name}", values, {f"value{BAR}": (self.size,)})

    def _trace(self, flow: Flow, t: Any, arrays: Mapping[str, Any]) -> tuple[Array, Any]:
        y = join(arrays["x"], np.zeros(ENERGY_BALANCE))
        return self.body(self.stepper._with_rows(flow, arrays), t, y, arrays["h"][0])

    def _kernel(self, name: str, body: Any, more: Mapping[str, tuple[int, ...]]) -> Kernel:
        own = self.stepper
        label = f"{name} of {own.inputs} {own.parameters}"
        shapes = {"x": (own.size,), "h": (1,), **more}
        shapes |= {k: (n,) for k, n in (("u", own.n_inputs), ("w", own.n_parameters)) if n}
        return own.sim.kernel(label, shapes, body, own.sim.actuation.efforts)

    def values(self, arrays: Mapping[str, Any], n: int) -> Any:
        """Return a row of values for each state."""
        return self._outputs(self.name, self.kernel, arrays, n)[0]

    def adjoints(self, arrays: Mapping[str, Any], bar: Any, n: int) -> dict[str, Any]:
        """Return the adjoints of x, u, w by name, from those of the values."""
        arrays = {**arrays, f"value{BAR}": bar}
        found = self._outputs(f"pullback {self.name}", self.back, arrays, n)
        return {
            port.name.removesuffix(BAR): a for port, a in zip(self.back.outputs, found, strict=True)
        }

    def _outputs(self, name: str, kernel: Kernel, arrays: Mapping[str, Any], n: int) -> Any:
        named = {port.name: arrays[port.name] for port in kernel.inputs}
        return self.stepper.population.evaluate(f"{name} {id(kernel)}", kernel, named, n)


@dataclass(frozen=True, eq=False)
class Stepper:
    """Steps of rows of states: `stepper(x, u, w)` is x after `steps` steps of length h [s].

    x: rows of `names`; u: rows of efforts on `inputs`, which hold during the steps; w: rows of
    `parameters`. Of arrays of PyTorch and JAX the result is of their kind and has a gradient; so
    has `read(x, u, w)`, rows of `channels`. A row whose loops come to a singular position is NaN.
    """

    population: Population
    sim: Simulator
    h: float
    steps: int
    method: str
    inputs: tuple[str, ...]
    parameters: tuple[str, ...]
    channels: tuple[str, ...]
    defaults: Mapping[str, np.ndarray]
    limit: float

    @property
    def size(self) -> int:
        """Numbers of a state."""
        return self.sim.size - ENERGY_BALANCE

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the numbers of a state are: coordinates, velocities, cut angles, own states."""
        system = self.sim.system
        counted = [f"turned {k}" for k in range(len(system.compiled.loops.wrapped))]
        own = system.compiled.state_names
        return (*system.coordinates, *system.velocities, *counted, *own)

    @cached_property
    def _input_places(self) -> tuple[tuple[str, int], ...]:
        found = [self.sim.system.compiled.located_rate(name) for name in self.inputs]
        return tuple((vector, k) for vector, at in found for k in range(at.start, at.stop))

    @cached_property
    def _parameter_places(self) -> tuple[int, ...]:
        compiled, places = self.sim.system.compiled, self.population.parameter_places()
        full = [compiled.full_parameter(name) for name in self.parameters]
        for name, known in zip(self.parameters, full, strict=True):
            if known not in places:
                compiled.last_inputs(parameters={name: 0.0})  # its refusal says why
        return tuple(k for name in full for k in range(places[name].start, places[name].stop))

    @property
    def n_inputs(self) -> int:
        """Numbers of a row of inputs."""
        return len(self._input_places)

    @property
    def n_parameters(self) -> int:
        """Numbers of a row of parameters."""
        return len(self._parameter_places)

    @property
    def own_parameters(self) -> np.ndarray:
        """The values that the model has for a row of parameters."""
        return np.asarray(self.defaults["p"], dtype=float)[list(self._parameter_places)]

    def _with_rows(self, flow: Flow, arrays: Mapping[str, Any]) -> Flow:
        """Return a flow with the efforts u and the parameters w of its row."""
        if self.n_inputs:
            flow = replace(flow, efforts=self._efforts(flow, arrays["u"]))
        if self.n_parameters:
            p = np.array((flow.last or {})["p"], dtype=object)
            p[list(self._parameter_places)] = arrays["w"]
            flow = replace(flow, last={**(flow.last or {}), "p": p})
        return flow

    def _efforts(self, flow: Flow, u: Array) -> Callable[[Inputs], tuple[Array, Array]]:
        def efforts(x: Inputs) -> tuple[Array, Array]:
            both = dict(zip(("v", "cut_v"), map(list, flow.efforts(x)), strict=True))
            for value, (vector, k) in zip(u, self._input_places, strict=True):
                both[vector][k] = both[vector][k] + value
            return np.array(both["v"]), np.array(both["cut_v"])

        return efforts

    @cached_property
    def _step_function(self) -> RowFunction:
        """One step, and its pullback."""
        step: Any = METHODS[self.method].step  # single steps have one, as `stepper` has checked

        def body(flow: Flow, t: Any, y: Array, h: Any) -> tuple[Array, Any]:
            following, watch = step(flow, y, t, h)
            return following[: self.size], watch

        return RowFunction(self, f"row step {self.method}", self.size, body, self.limit)

    @cached_property
    def _read(self) -> RowFunction:
        find = self.sim.system.compiled.catalogue.find

        def body(flow: Flow, t: Any, y: Array, h: Any) -> tuple[Array, Any]:
            reader = TracedState(self.sim.system, flow.inputs_at(t, y), flow, y)
            found = [c for name in self.channels for c in np.ravel(np.asarray(reader[name]))]
            return np.array(found), 1.0

        size = sum(int(np.prod(find(name).shape, dtype=int)) for name in self.channels)
        return RowFunction(self, f"row channels {list(self.channels)}", size, body)

    # --- values and adjoints ------------------------------------------------------------------

    def __call__(self, x: Any, u: Any = None, w: Any = None, t: float = 0.0) -> Any:
        """Return the rows after the steps; t: the time before them [s]."""
        return in_kinds.differentiable(self.values, self.adjoints, self.size, (x, u, w), t)

    def read(self, x: Any, u: Any = None, w: Any = None, t: float = 0.0) -> Any:
        """Return a row of channels for each state, their numbers side by side."""
        return in_kinds.differentiable(
            self.channel_values, self.channel_adjoints, self._read.size, (x, u, w), t
        )

    def values(self, rows: Sequence[Any], t: float) -> tuple[Any, tuple[Any, ...]]:
        """Return the rows after the steps, and the states at which each step began."""
        value, n = self._kernel_inputs(rows)
        before = []
        x = rows[0]
        for k in range(self.steps):
            before.append(x)
            x = self._step_function.values({**value, "x": x, "t": np.array([t + k * self.h])}, n)
        return x, tuple(before)

    def adjoints(
        self, rows: Sequence[Any], t: float, bar: Any, kept: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return the adjoints of x, u and w (None where there are none) from those of the result.

        kept: the states at which each step began, as `values` returns them.
        """
        value, n = self._kernel_inputs(rows)
        total: dict[str, Any] = {}
        for k in range(self.steps - 1, -1, -1):
            now = {**value, "x": kept[k], "t": np.array([t + k * self.h])}
            found = self._step_function.adjoints(now, bar, n)
            bar = found.pop("x")
            total = {name: total[name] + a if name in total else a for name, a in found.items()}
        return bar, total.get("u"), total.get("w")

    def channel_values(self, rows: Sequence[Any], t: float) -> tuple[Any, tuple[Any, ...]]:
        """Return a row of channels for each state."""
        value, n = self._kernel_inputs(rows)
        return self._read.values({**value, "t": np.array([t])}, n), ()

    def channel_adjoints(
        self, rows: Sequence[Any], t: float, bar: Any, kept: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return the adjoints of x, u and w from those of the channels."""
        value, n = self._kernel_inputs(rows)
        found = self._read.adjoints({**value, "t": np.array([t])}, bar, n)
        return found["x"], found.get("u"), found.get("w")

    def _kernel_inputs(self, rows: Sequence[Any]) -> tuple[dict[str, Any], int]:
        """Return all inputs of the kernels but the time, and the number of states."""
        n = self._count(rows)
        named = {name: array for name, array in zip(ROWS, rows, strict=True) if array is not None}
        values = {**self.defaults, "h": np.array([self.h]), **named}
        if self.sim.mixing and foreign(rows[0]) is None:
            loops, last = self.sim.system.compiled.loops, self.sim.last
            q = np.asarray(rows[0], dtype=float)[:, : self.sim.system.nq]
            _, Phi, _, C = loops.closure(q, *last)
            values["T"] = self.sim.row_choice.choices(Phi, C)
        return values, n

    def _count(self, rows: Sequence[Any]) -> int:
        problems, counts = [], set()
        sizes = (self.size, self.n_inputs, self.n_parameters)
        what = ("states", "inputs", "parameters")
        for name, label, array, size in zip(ROWS, what, rows, sizes, strict=True):
            there = None if array is None else foreign(array)
            shape = () if array is None else tuple(there.shape if there else np.shape(array))
            if array is None and size == 0:
                continue
            if len(shape) != 2 or shape[1] != size:
                rule = f"must be rows of {size} numbers"
                told = "nothing" if array is None else f"shape {shape}"
                problems.append(Problem("M25", f"{label} / {name}", rule, told))
            else:
                counts.add(shape[0])
        if len(counts) > 1:
            rule = f"are of different numbers of states: {sorted(counts)}"
            problems.append(Problem("M25", "x, u, w", rule))
        if problems:
            raise ModelError(problems)
        return counts.pop()
