"""Some states of a history, few enough to be looked at together, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sarrus.dynamics.formulations import RECURSIVE
from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.kernels import Kernel
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.system.channels.elements import numbered_quantities
from sarrus.system.channels.elements import state_rates as rates
from sarrus.system.channels.equations import OF_ALL, OF_BODIES, Quantity, joint_frames
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.loads import Form
from sarrus.system.channels.view import Part
from sarrus.system.rows.loads import joint_labels, row_loads, rows_in_stress
from sarrus.system.rows.self_stress import loose_efforts
from sarrus.system.rows.solution import Solution

if TYPE_CHECKING:
    from sarrus.system.simulation.keeping import KeptRows
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.system import System

MOST = 8192
"""States of a chunk at most."""
MOST_NUMBERS = 4_000_000
"""Numbers in the largest arrays of a chunk, about: fewer states where a state has many."""

Made = TypeVar("Made")

STATE = ("q", "v", "t")
TOTALS = ("force", "mass")
"""Outputs of kernels of bodies that are those of all bodies together."""
SOLVED = ("vdot", "lam", "tau_cut", "ext", "bearing")


class Chunk:
    """States of one mode, a row each; everything else is computed when it is asked for, once.

    first: number of the first state; balance: work, loss and corrections of energy, None where
    nobody kept it; inputs: values of the last inputs of kernels (parameters, motion of the base);
    cut_q: coordinates of cut joints where they are known, else they are measured; mode: the
    equations of the simulation that the states belong to; held: efforts on all velocities by
    sampled controllers, empty where there are none; drives: yields the efforts that drives and
    locks have found, on the tree and on cut joints; base, turned, z: the motion of ground, what
    angles of cut joints are near to, and the states of force elements, of each state where they
    change, else as in `inputs`.
    """

    def __init__(
        self,
        system: System,
        first: int,
        t: np.ndarray,
        q: np.ndarray,
        v: np.ndarray,
        inputs: Mapping[str, np.ndarray],
        solve: Callable[[Chunk], Solution],
        balance: np.ndarray | None = None,
        cut_q: Callable[[Chunk], np.ndarray] | None = None,
        mode: Simulator | None = None,
        held: np.ndarray | None = None,
        drives: Callable[[Chunk], tuple[np.ndarray, np.ndarray]] | None = None,
        base: np.ndarray | None = None,
        turned: np.ndarray | None = None,
        z: np.ndarray | None = None,
    ) -> None:
        self.system, self.first, self.inputs, self.balance = system, first, inputs, balance
        self.t, self.q, self.v = t, q, v
        self.held = np.zeros((len(t), 0)) if held is None else held
        self._solve, self._cut_q, self.mode = solve, cut_q, mode
        self._drives = drives or _no_drives
        self._base, self._turned, self.z = base, turned, z
        self.kept: KeptRows | None = None
        """Loads of joints that were recorded with the states."""
        self.formulation = RECURSIVE
        """How loads of the joints of the tree are found."""
        self._outputs: dict[int, dict[str, np.ndarray]] = {}
        self._made: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.t)

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """Numbers of the model that are inputs, by their full names."""
        p = self.inputs.get("p")
        return {} if p is None else self.system.compiled.compiler.parameters.split(p)

    @cached_property
    def solution(self) -> Solution:
        """Accelerations, multipliers and efforts of the drives."""
        return self._solve(self)

    def outputs(self, kernel: Kernel) -> dict[str, np.ndarray]:
        """Return what a kernel yields for every state, by name."""
        found = self._outputs.get(kernel.address)
        if found is None:
            found = outputs_of_rows(kernel, self.rows_of(kernel), self.inputs)
            self._outputs[kernel.address] = found
        return found

    def rows_of(self, kernel: Kernel) -> dict[str, np.ndarray]:
        """Return the inputs of a kernel that differ from state to state."""
        rows = self.own_rows
        for port in kernel.inputs:
            if port.name in STATE:
                rows[port.name] = self.t[:, None] if port.name == "t" else getattr(self, port.name)
            elif port.name in SOLVED:
                rows[port.name] = getattr(self.solution, port.name)
        return rows

    def once(self, make: Callable[[Chunk], Made]) -> Made:
        """Return make(chunk), which is computed once however often it is asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    @property
    def own_rows(self) -> dict[str, np.ndarray]:
        """The last inputs of kernels that differ from state to state."""
        found = {"base": self._base, TURNED: self._turned, STATES: self.z}
        return {name: rows for name, rows in found.items() if rows is not None}

    # --- what channels are read from: see `StateView` -------------------------------------------

    def of_body(self, quantity: str, body: str) -> dict[str, np.ndarray]:
        """Return a quantity of one body."""
        i = self.system.topology.index[body]
        found = self.outputs(self._kernel(quantity, OF_BODIES[quantity]))
        return {name: values[:, i] for name, values in found.items() if name not in TOTALS}

    def of_all(self, quantity: str) -> dict[str, np.ndarray]:
        """Return a quantity of the whole mechanism."""
        if quantity == "frames":
            return self._frames
        return self.outputs(self._kernel(quantity, OF_ALL[quantity]))

    @cached_property
    def _frames(self) -> dict[str, np.ndarray]:
        loops = self.system.compiled.loops
        return self.outputs(loops.kernel("frames", ("q",), joint_frames(loops.joints)))

    def _kernel(self, name: str, quantity: Quantity) -> Kernel:
        if quantity.kernel is None:
            return self.system.compiled.kernel(name)
        return self.system.compiled.loops.kernel(quantity.kernel, quantity.inputs, quantity.every)

    def of_element(self, part: Part) -> np.ndarray | None:
        """Return what a force element does, None where it is switched off."""
        system = self.system
        if part not in system.compiled.element_parts:
            return None
        more = ("bearing",) if system.compiled.loops.bearings else ()
        kernel = system.compiled.loops.kernel(
            "history_elements", ("q", "v", *more), numbered_quantities
        )
        return self.outputs(kernel)[str(system.compiled.element_parts.index(part))]

    @property
    def vdot(self) -> np.ndarray:
        """Accelerations of the tree."""
        return self.solution.vdot

    @property
    def tau(self) -> np.ndarray:
        """Efforts of drives on the velocities of the tree, given and found."""
        return self.solution.tau

    @property
    def tau_cut(self) -> np.ndarray:
        """Efforts of drives on the velocities of the cut joints, given and found."""
        return self.solution.tau_cut

    @property
    def drive_tau(self) -> np.ndarray:
        """The part of tau that drives and locks have found to enforce their motions."""
        return self.once(self._drives)[0]

    @property
    def drive_tau_cut(self) -> np.ndarray:
        """The same part of tau_cut."""
        return self.once(self._drives)[1]

    @cached_property
    def cut_vdot(self) -> np.ndarray:
        """Accelerations of the cut joints: C vdot + bias."""
        steady = self.of_all("cut_bias")["bias"]
        return np.einsum("kij,kj->ki", self.closure["C"], self.solution.vdot) + steady

    @property
    def multipliers(self) -> np.ndarray:
        """Multipliers of all rows, of smallest reactions where they are not unique."""
        return self.joint_loads.lam

    @property
    def base(self) -> np.ndarray | None:
        """The motion of a prescribed ground, None where it is fixed."""
        return self.inputs.get("base") if self._base is None else self._base

    joint_loads = cached_property(row_loads)
    """Loads of all joints, and what is open about them."""

    def load_labels(self, joint: str, form: Form, k: int) -> Labels:
        """Return what is unique about force (0) or moment (1) of a joint."""
        if self.kept is not None:
            owners = tuple(dict.fromkeys(self.system.compiled.spatial_loops.row_owner))
            own = form == Form(form.part)
            kept = self.kept.labels(joint, form.part, own, k, owners)
            if kept is not None:
                return kept
        return joint_labels(self, joint, form)[k]

    def effort_labels(self, vector: str, places: tuple[int, ...]) -> Labels:
        """Return whether efforts on velocities are unique, or shared with other drives."""
        loose, nowhere = self.once(loose_efforts), np.zeros(len(self), dtype=bool)
        each = ~np.stack([loose.get((vector, k), nowhere) for k in places], axis=1)
        return Labels(each, ("drives",), ~np.all(each, axis=1, keepdims=True))

    def row_labels(self, row: int, owner: str) -> Labels:
        """Return whether the multiplier of a row is unique."""
        each = np.ones((len(self), 1), dtype=bool)
        for some in self.joint_loads.stresses:
            own = rows_in_stress(some.lam, self.system.compiled.loops)
            each[some.rows, 0] &= ~np.any(own[:, row], axis=1)
        return Labels(each, (owner,), ~each)

    @property
    def z_rate(self) -> np.ndarray:
        """The rates of the states of force elements."""
        more = ("bearing",) if self.system.compiled.loops.bearings else ()
        inputs = ("q", "v", *more)
        return self.outputs(self.system.compiled.loops.kernel("state_rates", inputs, rates))["zdot"]

    # --- loops ----------------------------------------------------------------------------------

    @property
    def closure(self) -> dict[str, np.ndarray]:
        """phi, Phi, coordinates y of the cut joints, and rows C of their rates."""
        return self.outputs(self.system.compiled.loops.closure_kernel)

    @property
    def cut_q(self) -> np.ndarray:
        """Coordinates of the cut joints."""
        return self.closure["y"] if self._cut_q is None else self.once(self._cut_q)

    def some(self, rows: np.ndarray) -> Chunk:
        """Return the chunk of some of its states."""
        balance = None if self.balance is None else self.balance[rows]
        state = (self.t[rows], self.q[rows], self.v[rows])
        own = {name: values[rows] for name, values in self.own_rows.items()}
        more: dict[str, Any] = {
            "mode": self.mode,
            "held": self.held[rows],
            "drives": self._drives,
            **own,
        }
        if self._cut_q is not None and self.system.compiled.loops.wrapped:
            more["cut_q"] = lambda chunk: self.cut_q[rows]  # turns are not seen in some states
        part = Chunk(self.system, self.first, *state, self.inputs, self._solve, balance, **more)
        part.kept = None if self.kept is None else self.kept.some(rows)
        part.formulation = self.formulation
        return part

    @property
    def solved(self) -> bool:
        """Whether somebody has asked for the solution."""
        return "solution" in self.__dict__

    @cached_property
    def cut_v(self) -> np.ndarray:
        """Velocities of the cut joints."""
        return np.einsum("kij,kj->ki", self.closure["C"], self.v)


def _no_drives(chunk: Chunk) -> tuple[np.ndarray, np.ndarray]:
    n, system = len(chunk), chunk.system
    return np.zeros((n, system.nv)), np.zeros((n, system.compiled.loops.n_cut_v))


def chunk_size(system: System) -> int:
    """Return how many states of a system are looked at together."""
    loops = system.compiled.loops
    redundant = loops.m - system.compiled.closed_dynamics.rank if system.closed else 0
    per_state = (
        loops.m * (system.nv + loops.m)
        + 12 * len(loops.joints) * (1 + redundant)
        + 32 * len(system.topology.branches)
        + system.nv * (system.nv + loops.n_cut_v)
    )
    return int(np.clip(MOST_NUMBERS // max(per_state, 1), 16, MOST))
