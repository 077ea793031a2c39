"""All first derivatives at a state: of accelerations, outputs and constraints.

One kernel evaluates them exactly: by y = (q, v), by efforts, and by parameters of the model. From
them follow the derivatives along motions that the loops allow:

    dtheta = B dtheta_i + B_p dp            (tangent of the positions)
    dv     = B dv_i + C dtheta_i + C_p dp   (velocities that keep the loops closed)

with independent coordinates i, and those parts of theta and v that depend on them. Where rows are
of velocities alone (rolling), more positions than velocities are independent: B and C then belong
to motions that roll, and `B_placed`, `C_placed` to all positions that the other rows allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joint import Joint
from sarrus.summaries import with_summary
from sarrus.system.analysis.differential_kernels import body, chain_of_outputs
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.one_state.reducing import independent_places, independent_positions
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.state import State

NOISE = 1e-10
"""Part of the largest row, in comparable units, below which a row is nothing but rounding."""


@with_summary
@dataclass(frozen=True, eq=False)
class Differentials:
    """Values and derivatives at a state; `found` by name: "vdot", "vdot_y", "g_tau", ...

    y: (q, v, z), with the states z of force elements, whose rates are "zdot"; tau: efforts
    on the tree, then on cut joints; p: the parameters that were chosen.
    """

    sim: Simulator
    state: State
    found: Mapping[str, np.ndarray]
    independent: tuple[int, ...]
    rows: np.ndarray
    """Phi_v of loops and drives."""
    closing: np.ndarray | None = None
    """Places of the rows that close positions, None where all do."""
    placed: tuple[int, ...] = ()
    """Places of the coordinates that are independent, where not all rows close positions."""

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
            found[at, along] = _joint_tangent(joint, q[at])
        return found

    def turn_of_tangent(self, w: np.ndarray) -> np.ndarray:
        """Return how the tangent turns along w, nv x nv: zero but for ball and free joints."""
        layout, q = self.sim.system.compiled.layout, self.state.q
        found = np.zeros((self.sim.system.nv, self.sim.system.nv))
        for joint in layout.joints:
            if joint.type.quaternion_at is None:
                continue
            at, place = layout.q_slice[joint.name], layout.v_slice[joint.name]
            E, here, along = self.E[at, place], q[at], w[place]

            def turn_of_joint(
                dq: np.ndarray, joint: Any = joint, here: np.ndarray = here
            ) -> np.ndarray:
                # E is a polynomial of degree 2 in q, of which a central difference is the slope
                return 0.5 * (_joint_tangent(joint, here + dq) - _joint_tangent(joint, here - dq))

            by_q = np.column_stack([turn_of_joint(column) @ along for column in E.T])
            found[place, place] = np.linalg.pinv(E) @ (by_q - turn_of_joint(E @ along))
        return found

    def along(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of a value by theta and by v."""
        by_y = self.found[f"{name}_y"]
        return by_y[:, : self.nq] @ self.E, by_y[:, self.nq : self.nq + self.sim.system.nv]

    def by_states(self, name: str) -> np.ndarray:
        """Return the derivatives of a value by the states of force elements."""
        return self.found[f"{name}_y"][:, self.nq + self.sim.system.nv :]

    @cached_property
    def M(self) -> np.ndarray:
        """The mass matrix of the tree."""
        return np.asarray(self.sim.system.mass_matrix(self.state.q, **self.sim.kept_keywords))

    @cached_property
    def dependent(self) -> list[int]:
        """Places of the velocities that follow from the others."""
        return [k for k in range(self.sim.system.nv) if k not in self.independent]

    @cached_property
    def _inverse(self) -> np.ndarray:
        """The pseudo-inverse of the dependent columns, for rows in comparable units."""
        scale = self.row_sizes
        return np.linalg.pinv(scale[:, None] * self.rows[:, self.dependent], rcond=1e-10) * scale

    @cached_property
    def row_sizes(self) -> np.ndarray:
        """What makes rows comparable: 1 over their sizes."""
        loops = self.sim.system.compiled.loops
        if self.sim.system.closed and loops.set_aside is not None:
            return self.sim.row_choice.scale  # a row of noise must not be made large
        norms = np.linalg.norm(self.rows * loops.column_scale, axis=1)
        usual = self.sim.row_choice.scale if self.sim.system.closed else np.ones(len(norms))
        size = usual * norms
        real = size > NOISE * float(np.max(size, initial=0.0))
        return np.asarray(np.where(real, 1.0 / np.where(real, norms, 1.0), usual))

    def dependent_motion(self, right: np.ndarray) -> np.ndarray:
        """Return what the dependent ones do to meet rows @ x = right, the others still."""
        found = np.zeros((self.sim.system.nv, right.shape[1]))
        if len(self.rows):
            found[self.dependent] = self._inverse @ right
        return found

    def right_adjoint(self, x_bar: np.ndarray) -> np.ndarray:
        """Return the adjoint of `right` where the dependent ones meet rows @ x = right."""
        if not len(self.rows):
            return np.zeros(0)
        return np.asarray(self._inverse.T @ x_bar[self.dependent])

    @cached_property
    def B(self) -> np.ndarray:
        """Nv x f: how all tangent coordinates follow the independent ones."""
        chosen = list(self.independent)
        found = self.dependent_motion(-self.rows[:, chosen])
        found[chosen] = np.eye(len(chosen))
        return found

    @cached_property
    def C(self) -> np.ndarray:
        """How velocities change with the independent coordinates at the same independent rates."""
        return self.dependent_motion(-self.slip_along @ self.B)

    @cached_property
    def slip_along(self) -> np.ndarray:
        """How the rates at which loops open change with the tangent coordinates."""
        if "slip_q" not in self.found:
            return np.zeros((len(self.rows), self.sim.system.nv))
        return self.found["slip_q"] @ self.E

    @cached_property
    def B_p(self) -> np.ndarray:
        """How tangent coordinates follow parameters, the independent ones still."""
        return self.dependent_motion(-self._by_p("gap"))

    @cached_property
    def C_p(self) -> np.ndarray:
        """How velocities follow parameters, the independent ones still."""
        return self.dependent_motion(-(self.slip_along @ self.B_p + self._by_p("slip")))

    def _by_p(self, name: str) -> np.ndarray:
        n = self.found["vdot_p"].shape[1]
        return self.found.get(f"{name}_p", np.zeros((len(self.rows), n)))

    def by_independent(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of a value by independent coordinates and their velocities."""
        if name not in self._slopes:
            by_theta, by_v = self.along(name)
            self._slopes[name] = by_theta @ self.B + by_v @ self.C, by_v @ self.B
        return self._slopes[name]

    @property
    def places(self) -> tuple[int, ...]:
        """Places of the coordinates that are independent; with rolling, more than velocities."""
        return self.independent if self.closing is None else self.placed

    @cached_property
    def B_placed(self) -> np.ndarray:
        """How all tangent coordinates follow those that are independent."""
        if self.closing is None:
            return self.B
        chosen, nv = list(self.placed), self.sim.system.nv
        dependent = [k for k in range(nv) if k not in self.placed]
        rows = self.row_sizes[self.closing, None] * self.rows[self.closing]
        found = np.zeros((nv, len(chosen)))
        found[chosen] = np.eye(len(chosen))
        found[dependent] = -np.linalg.pinv(rows[:, dependent], rcond=1e-10) @ rows[:, chosen]
        return found

    @cached_property
    def C_placed(self) -> np.ndarray:
        """How velocities change with these coordinates at the same independent velocities."""
        return (
            self.C
            if self.closing is None
            else self.dependent_motion(-self.slip_along @ self.B_placed)
        )

    def by_independent_coordinates(self, name: str) -> np.ndarray:
        """Return the derivatives of a value by the coordinates that are independent."""
        if self.closing is None:
            return self.by_independent(name)[0]
        by_theta, by_v = self.along(name)
        return np.asarray(by_theta @ self.B_placed + by_v @ self.C_placed)

    @cached_property
    def _slopes(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        return {}

    def by_parameters(self, name: str) -> np.ndarray:
        """Return the derivatives of a value by parameters, the independent coordinates still."""
        by_theta, by_v = self.along(name)
        return self.found[f"{name}_p"] + by_theta @ self.B_p + by_v @ self.C_p


def _joint_tangent(joint: Joint, q: np.ndarray) -> np.ndarray:
    """Return E of one joint."""
    units = np.eye(joint.type.nv)
    return np.array([joint.type.rate(q, unit) for unit in units]).reshape(joint.type.nv, len(q)).T


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
    kernel = sim.kernel(
        f"differentials {outputs.key} {list(columns)}", {"y": (sim.size,)},
        body(sim, outputs, columns), sim.actuation.efforts, outputs.own, seldom=True,
    )  # fmt: skip
    entries = {**sim.inputs(sim.choice(y), held), "y": y, "t": np.array([state.t])}
    values = kernel(*[entries[port.name] for port in kernel.inputs])
    names = [port.name for port in kernel.outputs]
    tree = sim.system.compiled.compiler.tree
    found = chain_of_outputs(dict(zip(names, values, strict=True)), tree)
    rows = sim.all_rows(state.q)
    return differentials_along(
        sim, state, found, rows, independent_places(sim.system, rows, independent)
    )


def differentials_along(
    sim: Simulator,
    state: State,
    found: Mapping[str, np.ndarray],
    rows: np.ndarray,
    places: Sequence[int],
) -> Differentials:
    """Return derivatives along motions that rows allow, with the velocities that are independent.

    Where rows are of velocities alone, the independent positions are found among the others.
    """
    loops = sim.system.compiled.loops
    if not sim.system.closed or np.all(loops.holonomic):
        return Differentials(sim, state, found, tuple(places), rows)
    closing = np.concatenate([np.flatnonzero(loops.holonomic), np.arange(loops.m, len(rows))])
    placed = independent_positions(sim.system, rows[closing], places)
    return Differentials(sim, state, found, tuple(places), rows, closing, tuple(placed))
