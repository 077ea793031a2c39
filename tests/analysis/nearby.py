"""States near a state, and differences between them: derivatives without any derivative.

A neighbour has other independent coordinates and velocities; the others are found by closing the
loops. What happens there is asked for by the dense solution of `System.accelerations`, which shares
no code with the linearisation.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sarrus.system import Motion, State, System
from sarrus.system.one_state.reducing import independent_places

Read = Callable[..., Any]
"""An output: what is read where something happens, and with which parameters."""

STEPS = (-3, -2, -1, 1, 2, 3)
WEIGHTS = np.array([-1, 9, -45, 45, -9, 1]) / 60.0
"""Central differences of order 6."""


@dataclass
class Nearby:
    """Neighbours of a state; driven: laws that give (value, rate, acceleration) at a time."""

    system: System
    state: State
    independent: Sequence[int]
    efforts: Mapping[str, Any] = field(default_factory=dict)
    driven: Mapping[str, Callable[[float], tuple[float, float, float]]] = field(
        default_factory=dict
    )
    locked: Sequence[str] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def motion(
        self, dx: Any = None, dv: Any = None, du: Mapping[str, float] | None = None
    ) -> Motion:
        """What happens with other independent coordinates, velocities and efforts."""
        state = self.neighbor(dx, dv)
        efforts = {name: _value(law, state) for name, law in self.efforts.items()}
        for name, more in (du or {}).items():
            efforts[name] = efforts.get(name, 0.0) + more
        wanted = {name: law(state.t)[2] for name, law in self.driven.items()}
        return self.system.accelerations(
            state, efforts=efforts, driven=wanted, locked=self.locked, **self._given
        )

    @property
    def _given(self) -> dict[str, Any]:
        return {"parameters": self.numbers} if self.numbers else {}

    @property
    def _last(self) -> tuple[np.ndarray, ...]:
        return self.system.compiled.last_inputs(**self._given)

    def neighbor(self, dx: Any = None, dv: Any = None) -> State:
        """The consistent state with changed independent coordinates and velocities."""
        system, chosen = self.system, list(self.independent)
        others = [k for k in range(system.nv) if k not in chosen]
        shift = np.zeros(system.nv)
        if dx is not None:
            shift[chosen] = dx
        q = system.add(self.state.q, shift)
        for _ in range(30):
            gap, rows, _ = self._rows(q)
            move = np.zeros(system.nv)
            if len(gap) and others:
                move[others] = np.linalg.lstsq(rows[:, others], -gap, rcond=1e-9)[0]
            q = system.add(q, move)
            if np.max(np.abs(move), initial=0.0) < 1e-15:
                break
        _, rows, rates = self._rows(q)
        v = np.zeros(system.nv)
        v[chosen] = self.state.v[chosen] + (0.0 if dv is None else dv)
        if len(rows) and others:
            right = rates - rows[:, chosen] @ v[chosen]
            v[others] = np.linalg.lstsq(rows[:, others], right, rcond=1e-9)[0]
        y, C = system.compiled.loops.closure(q, *self._last)[2:]
        return State(system, q, v, self.state.t, y, C @ v)

    def _rows(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Gaps, rows and rates of loops, drives and locks."""
        system = self.system
        phi, Phi, y, C = system.compiled.loops.closure(q, *self._last)
        scale = system.compiled.loops.row_scale
        gaps, rows, rates = [scale * phi], [scale[:, None] * Phi], [np.zeros(len(phi))]
        for name in (*self.driven, *self.locked):
            vector, place = system.compiled.located_rate(name)
            rows.append((np.eye(system.nv) if vector == "v" else C)[place])
            value, rate = (
                self.driven[name](self.state.t)[:2] if name in self.driven else (None, 0.0)
            )
            rates.append(np.full(len(rows[-1]), rate))
            gaps.append(np.atleast_1d(self._off(name, q, y, value)))
        return np.concatenate(gaps), np.vstack(rows), np.concatenate(rates)

    def _off(self, name: str, q: np.ndarray, y: np.ndarray, value: float | None) -> Any:
        system = self.system
        vector, place = system.compiled.place_of(name, ("q", "cut_q"))
        kind = system.model.joint(system.compiled.joint_at(vector, place)[0]).type
        start = (self.state.q if vector == "q" else system.compiled.loops.closure(self.state.q)[2])[
            place
        ]
        here = (q if vector == "q" else y)[place]
        if kind.quaternion_at is not None:
            return kind.difference(here, start)
        return here - (start if value is None else value)

    # --- derivatives ------------------------------------------------------------------------------

    def by_position(self, read: Read, h: float = 1e-3) -> np.ndarray:
        """The derivative of an output by the independent coordinates."""
        return self._differences(lambda step: read(self.motion(dx=step)), h)

    def by_velocity(self, read: Read, h: float = 1e-2) -> np.ndarray:
        """The derivative of an output by the independent velocities."""
        return self._differences(lambda step: read(self.motion(dv=step)), h)

    def by_effort(self, read: Read, names: Sequence[str]) -> np.ndarray:
        """The derivative of an output by efforts, which is exact: they enter linearly."""
        found = [
            (_flat(read(self.motion(du={name: 1.0}))) - _flat(read(self.motion(du={name: -1.0}))))
            / 2.0
            for name in names
        ]
        return np.array(found).T

    def by_number(
        self, read: Read, name: str, h: float = 1e-3, first: int | None = None
    ) -> np.ndarray:
        """The derivative of an output by all numbers of a parameter, independent ones held.

        read: may look at the parameters in its second argument; first: how many of the numbers,
        where others would open the loops.
        """
        full = self.system.compiled.full_parameter(name)
        known = self.system.compiled.compiler.parameters
        value = dict(zip(known.names, known.defaults, strict=True))[full]
        columns = []
        for unit in np.eye(value.size).reshape(value.size, *value.shape)[:first]:
            size = h * max(0.1, float(np.max(np.abs(value))))
            values = []
            for k in STEPS:
                there = replace(self, numbers={**self.numbers, name: value + k * size * unit})
                values.append(_flat(read(there.motion(), there.numbers)))
            columns.append(WEIGHTS @ np.array(values) / size)
        return np.array(columns).T

    def _differences(self, read: Callable[[np.ndarray], Any], h: float) -> np.ndarray:
        size = self.system.compiled.loops.column_scale[list(self.independent)]
        columns = []
        for unit, scale in zip(np.eye(len(size)), size, strict=True):
            values = np.array([_flat(read(k * h * scale * unit)) for k in STEPS])
            columns.append(WEIGHTS @ values / (h * scale))
        return np.array(columns).T

    def turning(self, h: float = 1e-4) -> np.ndarray:
        """How independent tangent coordinates grow at the same velocities, along the motion.

        A neighbour at dtheta goes its way with its own velocities for a moment; dtheta is then
        what takes the state of reference to it.
        """
        system, chosen = self.system, list(self.independent)
        f, eps = len(chosen), 1e-4

        def apart(step: np.ndarray, s: float) -> np.ndarray:
            other = self.neighbor(dx=step)
            there = system.add(other.q, s * other.v)
            return system.difference(there, system.add(self.state.q, s * self.state.v))[chosen]

        found = np.zeros((f, f))
        for k, unit in enumerate(np.eye(f)):
            rates = [(apart(e * unit, h) - apart(e * unit, -h)) / (2 * h) for e in (eps, -eps)]
            found[:, k] = (rates[0] - rates[1]) / (2 * eps)
        return found


def _value(law: Any, state: State) -> Any:
    if not callable(law):
        return law
    return law(state.t, state) if len(inspect.signature(law).parameters) > 1 else law(state.t)


def _flat(value: Any) -> np.ndarray:
    return np.ravel(np.asarray(value, dtype=float))


def independent(system: System, state: State, locked: Sequence[str] = ()) -> list[int]:
    """The independent velocities that pivoting chooses."""
    _, Phi, _, C = system.compiled.loops.closure(state.q)
    held = []
    for name in locked:
        vector, place = system.compiled.located_rate(name)
        held.append((np.eye(system.nv) if vector == "v" else C)[place])
    return independent_places(system, np.vstack([Phi, *held]), None)


def places(system: System, names: Sequence[str]) -> list[int]:
    """The places of velocities by name."""
    return [list(system.velocities).index(name) for name in names]


def reading(system: System, name: str) -> Read:
    """How a channel is read from what happens, by the other interfaces of a system."""
    owner, _, what = name.rpartition(".")
    bodies = [*system.model.body_index, *(frame.name for frame in system.model.frames)]
    joint, _, kind = owner.rpartition(".")

    def read(m: Motion, numbers: Mapping[str, Any] | None = None) -> Any:
        given = {"parameters": numbers} if numbers else {}
        if owner in bodies:
            return getattr(system.kinematics(m.state.q, m.state.v, m.vdot, **given)[owner], what)
        if kind in ("reaction", "wrench"):
            ask = system.reactions if kind == "reaction" else system.wrenches
            return getattr(ask(m, joints=[joint], **given)[joint], what)
        if what == "effort":
            return m.efforts[owner]
        return m[owner] if what == "acceleration" else m.state[name]

    if what in ("x", "y", "z") and system.compiled.locate(name) is None:
        whole = reading(system, owner)
        return lambda *at: whole(*at)["xyz".index(what)]
    return read
