"""States of a run between which others are interpolated.

Coordinates follow the polynomial of degree five through positions, velocities and accelerations
at both ends of their interval (degree three where accelerations are not known), with quaternions
of length one; velocities are those of that path. Driven coordinates follow their laws, and loops
are closed in the mass norm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.kernels import Kernel
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow
from sarrus.system.history.equations import path, velocities_on_path
from sarrus.system.history.hermite import Ends
from sarrus.system.history.run_source import RunSource
from sarrus.system.history.solving import mapped_by_choice, rows_of
from sarrus.system.one_state.reducing import projected_state
from sarrus.system.rows.chunk import Chunk

if TYPE_CHECKING:
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.system import System

FAR = 4096
"""States in a row that nobody needs from which on they are not read."""


class Knots:
    """Some states of a run with the rates of their coordinates."""

    def __init__(self, base: RunSource, numbers: np.ndarray) -> None:
        self.system = base.system
        self.numbers = numbers[numbers < len(base.t)]
        self.modes: list[Any] = []
        parts: list[list[np.ndarray]] = []
        for lo, hi in _groups(self.numbers):
            for chunk in base.chunks(lo, hi + 1):
                inside = (self.numbers >= chunk.first) & (self.numbers < chunk.first + len(chunk))
                if np.any(inside):
                    parts.append(self._read(chunk.some(self.numbers[inside] - chunk.first)))
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        self.t, self.q, self.rate, self.second, self.balance, self.flow = columns[:6]
        self.y, self.held, self.turned, self.spin, self.z, self.z_rate = columns[6:]

    def _read(self, chunk: Chunk) -> list[np.ndarray]:
        layout = self.system.compiled.layout
        equation = partial(path, layout=layout)
        # of the mode: an element that an event has switched off takes its parameters with it
        kernel = chunk.system.compiled.loops.kernel("history_path", ("q", "v", "vdot"), equation)
        rates = chunk.outputs(kernel)
        self.modes += [chunk.mode] * len(chunk)
        n = len(chunk)
        balance = np.zeros((n, ENERGY_BALANCE)) if chunk.balance is None else chunk.balance
        flow = chunk.solution.flow
        flow = np.full((n, ENERGY_BALANCE - 1), np.nan) if flow is None else flow
        y, loops = rows_of(chunk), self.system.compiled.loops
        wrapped = list(loops.wrapped)
        turned = chunk.cut_q[:, wrapped] if wrapped else np.zeros((n, 0))
        spin = chunk.cut_v[:, list(loops.wrapped_rates)] if wrapped else np.zeros((n, 0))
        ends = [chunk.t, chunk.q, rates["qdot"], rates["qddot"], balance, flow]
        return [*ends, y, chunk.held, turned, spin, *self._states(chunk)]

    def _states(self, chunk: Chunk) -> list[np.ndarray]:
        """Return the states of force elements and their rates."""
        if chunk.z is None:
            return [np.zeros((len(chunk), 0))] * 2
        return [chunk.z, chunk.z_rate]

    def place(self, numbers: np.ndarray) -> np.ndarray:
        """Return where states with these numbers stand here."""
        return np.searchsorted(self.numbers, numbers)

    def between(self, sim: Simulator, left: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return the rows y at times t, each in the interval that starts at its left state."""
        right = np.minimum(left + 1, len(self.t) - 1)
        h = self.t[right] - self.t[left]
        s = np.divide(t - self.t[left], h, out=np.ones(len(t)), where=h > 0.0)
        inside = (s > 0.0) & (s < 1.0)
        y = self.y[np.where(s >= 1.0, right, left)].copy()
        k = np.flatnonzero(inside)
        if len(k):
            found = self._interpolation(left[k], right[k], h[k], s[k])
            y[k] = closed_rows(sim, sim.lawful(t[k], found), t[k])
        return y

    def _interpolation(
        self, a: np.ndarray, b: np.ndarray, h: np.ndarray, s: np.ndarray
    ) -> np.ndarray:
        sign = self._same_side(self.q[a], self.q[b])
        ends = Ends(h, self.q[a], sign * self.q[b], self.rate[a], sign * self.rate[b])
        second = self.second[a], sign * self.second[b]
        q, qdot = (ends.fifth(s, *second, derivative=d) for d in (0, 1))
        defaults = self.system.compiled.compiler.defaults
        out = outputs_of_rows(_path_kernel(self.system), {"q": q, "qdot": qdot}, defaults)
        work = Ends(h, self.balance[a, :2], self.balance[b, :2], self.flow[a], self.flow[b]).third(
            s
        )
        part = s[:, None]
        line = (1.0 - part) * self.balance[a] + part * self.balance[b]
        line[:, :2] = np.where(np.isfinite(work), work, line[:, :2])
        turned = Ends(h, self.turned[a], self.turned[b], self.spin[a], self.spin[b]).third(s)
        z = Ends(h, self.z[a], self.z[b], self.z_rate[a], self.z_rate[b]).third(s)
        return np.concatenate([out["q"], out["v"], turned, z, line], axis=1)

    def _same_side(self, q0: np.ndarray, q1: np.ndarray) -> np.ndarray:
        """Return -1 for quaternions that changed to the other sign of the same rotation, else 1."""
        sign = np.ones(q0.shape)
        for joint in self.system.compiled.layout.joints:
            at = joint.type.quaternion_at
            if at is not None:
                start = self.system.compiled.layout.q_slice[joint.name].start + at
                four = slice(start, start + 4)
                flipped = np.sum(q0[:, four] * q1[:, four], axis=1) < 0.0
                sign[flipped, four] = -1.0
        return sign


def _groups(numbers: np.ndarray) -> Iterator[tuple[int, int]]:
    """Go through first and last of numbers that lie near each other."""
    gaps = np.flatnonzero(np.diff(numbers) > FAR)
    starts = [0, *(int(g) + 1 for g in gaps)]
    ends = [*(int(g) for g in gaps), len(numbers) - 1]
    for a, b in zip(starts, ends, strict=True):
        yield int(numbers[a]), int(numbers[b])


def _path_kernel(system: System) -> Kernel:
    name = "history path velocities"
    kernels = system.compiled.simulation_kernels
    if name not in kernels:
        layout = system.compiled.layout

        def equation(x: Any) -> Mapping[str, Any]:
            return velocities_on_path(x.arrays["q"], x.arrays["qdot"], layout)

        shapes: dict[str, tuple[int, ...]] = {"q": (layout.nq,), "qdot": (layout.nq,)}
        kernels[name] = system.compiled.compiler.make(name, shapes, equation)
    return kernels[name]


def closed_rows(sim: Simulator, y: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return rows with their loops closed in the mass norm; the energy balance stays as it is."""
    if not sim.system.closed:
        return y
    kernel = sim.kernel("history closed", {"y": (sim.size,)}, _closed_arrays, None)
    out = mapped_by_choice(sim, kernel, {"y": y, "t": t[:, None]})
    found = out["y"]
    found[:, -ENERGY_BALANCE:] = y[:, -ENERGY_BALANCE:]
    off = np.flatnonzero(~np.all(np.isfinite(found), axis=1))
    for k in off:  # at a singular position: the dense way, or as it was interpolated
        found[k] = _projection(sim, y[k], float(t[k]))
    return found


def _closed_arrays(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    y = arrays["y"]
    slope = flow.slope(t, y)
    return {"y": flow.closed_state(t, y, slope.factors), "watch": np.array([slope.watch])}


def _projection(sim: Simulator, y: np.ndarray, t: float) -> np.ndarray:
    nq, nv = sim.system.nq, sim.system.nv
    try:
        state = projected_state(sim.system, y[:nq], y[nq : nq + nv], 1e-10, t, {})
    except ModelError:
        return y
    return np.concatenate([state.q, state.v, y[nq + nv :]])
