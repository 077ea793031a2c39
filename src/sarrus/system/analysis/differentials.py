"""All first derivatives at a state: of accelerations, outputs and constraints.

One kernel evaluates them exactly: by y = (q, v), by efforts, and by parameters of the model. From
them follow the derivatives along motions that the loops allow:

    dtheta = B dtheta_i + B_p dp            (tangent of the positions)
    dv     = B dv_i + C dtheta_i + C_p dp   (velocities that keep the loops closed)

with independent coordinates i, and those parts of theta and v that depend on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sarrus.system.analysis.differential_kernels import body, chained
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.one_state.reducing import independent_places
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.state import State


@dataclass(frozen=True, eq=False)
class Differentials:
    """Values and derivatives at a state; `found` by name: "vdot", "vdot_y", "g_tau", ...

    y: (q, v); tau: efforts on the tree, then on cut joints; p: the parameters that were chosen.
    """

    sim: Simulator
    state: State
    found: Mapping[str, np.ndarray]
    independent: tuple[int, ...]
    rows: np.ndarray
    """Phi_v of loops and drives."""

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return self.sim.system.nq

    @cached_property
    def E(self) -> np.ndarray:
        """Nq x nv: dq = E dtheta."""
        return self.tangent(self.state.q)

    def tangent(self, q: np.ndarray) -> np.ndarray:
        """Return E at a position, joint by joint."""
        layout = self.sim.system.compiled.layout
        found = np.zeros((self.nq, self.sim.system.nv))
        for joint in layout.joints:
            at, along = layout.q_slice[joint.name], layout.v_slice[joint.name]
            for k, unit in enumerate(np.eye(along.stop - along.start)):
                found[at, along.start + k] = joint.type.rate(q[at], unit)
        return found

    def along(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of a value by theta and by v."""
        by_y = self.found[f"{name}_y"]
        return by_y[:, : self.nq] @ self.E, by_y[:, self.nq :]

    @cached_property
    def M(self) -> np.ndarray:
        """The mass matrix of the tree."""
        return np.asarray(self.sim.system.mass_matrix(self.state.q, **self.sim.kept_given))

    @cached_property
    def dependent(self) -> list[int]:
        """Places of the velocities that follow from the others."""
        return [k for k in range(self.sim.system.nv) if k not in self.independent]

    @cached_property
    def _inverse(self) -> np.ndarray:
        """The pseudo-inverse of the dependent columns, for rows in comparable units."""
        scale = self._scale
        return np.linalg.pinv(scale[:, None] * self.rows[:, self.dependent], rcond=1e-10) * scale

    @cached_property
    def _scale(self) -> np.ndarray:
        loops = self.sim.system.compiled.loops
        if self.sim.system.closed and loops.set_aside is not None:
            return self.sim.row_choice.scale  # a row of noise must not be made large
        norms = np.linalg.norm(self.rows * loops.column_scale, axis=1)
        return np.asarray(1.0 / np.where(norms > 0.0, norms, 1.0))

    def _following(self, right: np.ndarray) -> np.ndarray:
        """Return what the dependent ones do to meet rows @ x = right, the others still."""
        found = np.zeros((self.sim.system.nv, right.shape[1]))
        if len(self.rows):
            found[self.dependent] = self._inverse @ right
        return found

    @cached_property
    def B(self) -> np.ndarray:
        """Nv x f: how all tangent coordinates follow the independent ones."""
        chosen = list(self.independent)
        found = self._following(-self.rows[:, chosen])
        found[chosen] = np.eye(len(chosen))
        return found

    @cached_property
    def C(self) -> np.ndarray:
        """How velocities change with the independent coordinates at the same independent rates."""
        return self._following(-self._slip_along @ self.B)

    @cached_property
    def _slip_along(self) -> np.ndarray:
        if "slip_q" not in self.found:
            return np.zeros((len(self.rows), self.sim.system.nv))
        return self.found["slip_q"] @ self.E

    @cached_property
    def B_p(self) -> np.ndarray:
        """How tangent coordinates follow parameters, the independent ones still."""
        return self._following(-self._by_p("gap"))

    @cached_property
    def C_p(self) -> np.ndarray:
        """How velocities follow parameters, the independent ones still."""
        return self._following(-(self._slip_along @ self.B_p + self._by_p("slip")))

    def _by_p(self, name: str) -> np.ndarray:
        n = self.found["vdot_p"].shape[1]
        return self.found.get(f"{name}_p", np.zeros((len(self.rows), n)))

    def by_independent(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of a value by independent coordinates and their velocities."""
        if name not in self._slopes:
            by_theta, by_v = self.along(name)
            self._slopes[name] = by_theta @ self.B + by_v @ self.C, by_v @ self.B
        return self._slopes[name]

    @cached_property
    def _slopes(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        return {}

    def by_parameters(self, name: str) -> np.ndarray:
        """Return the derivatives of a value by parameters, the independent coordinates still."""
        by_theta, by_v = self.along(name)
        return self.found[f"{name}_p"] + by_theta @ self.B_p + by_v @ self.C_p


def differentials(
    sim: Simulator,
    state: State,
    outputs: Outputs,
    independent: Sequence[str] | None = None,
    held: tuple[np.ndarray, ...] | None = None,
    columns: Sequence[int] = (),
) -> Differentials:
    """Return all derivatives of one mode at a state; its laws can be traced.

    columns: of the parameters by which derivatives are taken, among all that are inputs.
    """
    y = sim.start(state)
    kernel = sim.compiled(
        f"differentials {outputs.key} {list(columns)}", {"y": (sim.size,)},
        body(sim, outputs, columns), sim.actuation.efforts, outputs.own, seldom=True,
    )  # fmt: skip
    given = {**sim.given(sim.choice(y), held), "y": y, "t": np.array([state.t])}
    values = kernel(*[given[port.name] for port in kernel.inputs])
    names = [port.name for port in kernel.outputs]
    tree = sim.system.compiled.compiler.tree
    found = chained(dict(zip(names, values, strict=True)), tree)
    rows = sim.all_rows(state.q)
    places = independent_places(sim.system, rows, independent)
    return Differentials(sim, state, found, tuple(places), rows)
