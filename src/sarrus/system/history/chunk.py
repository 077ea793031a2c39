"""Some states of a history, few enough to be looked at together, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.mapping import mapped
from sarrus.system.history.solution import Solution
from sarrus.system.quantities import loop_equations

if TYPE_CHECKING:
    from sarrus.system.simulation.simulator import Simulator
    from sarrus.system.system import System

MOST = 8192
"""States of a chunk at most."""
MOST_NUMBERS = 4_000_000
"""Numbers in the largest arrays of a chunk, about: fewer states where a state has many."""

Made = TypeVar("Made")

STATE = ("q", "v", "t")
SOLVED = ("vdot", "lam", "tau_cut", "ext", "bearing")


class Chunk:
    """States of one mode, a row each; everything else is computed when it is asked for, once.

    first: number of the first state; ledger: work, loss and booked energy, None where nobody kept
    it; given: values of the last inputs of kernels (parameters, motion of the base); cut_q:
    coordinates of the cut joints where they are known, else they are measured; mode: the
    equations of the simulation that the states belong to; held: efforts on all velocities by
    sampled controllers, empty where there are none.
    """

    def __init__(
        self,
        system: System,
        first: int,
        t: np.ndarray,
        q: np.ndarray,
        v: np.ndarray,
        given: Mapping[str, np.ndarray],
        solve: Callable[[Chunk], Solution],
        ledger: np.ndarray | None = None,
        cut_q: Callable[[Chunk], np.ndarray] | None = None,
        mode: Simulator | None = None,
        held: np.ndarray | None = None,
    ) -> None:
        self.system, self.first, self.given, self.ledger = system, first, given, ledger
        self.t, self.q, self.v = t, q, v
        self.held = np.zeros((len(t), 0)) if held is None else held
        self._solve, self._cut_q, self.mode = solve, cut_q, mode
        self._outputs: dict[int, dict[str, np.ndarray]] = {}
        self._made: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.t)

    @cached_property
    def solution(self) -> Solution:
        """Accelerations, multipliers and efforts of the drives."""
        return self._solve(self)

    def outputs(self, kernel: Kernel) -> dict[str, np.ndarray]:
        """Return what a kernel yields for every state, by name."""
        found = self._outputs.get(kernel.address)
        if found is None:
            rows = {
                port.name: self._rows(port.name)
                for port in kernel.inputs
                if port.name in STATE or port.name in SOLVED
            }
            found = self._outputs[kernel.address] = mapped(kernel, rows, self.given)
        return found

    def once(self, make: Callable[[Chunk], Made]) -> Made:
        """Return make(chunk), which is computed once however often it is asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    def _rows(self, name: str) -> np.ndarray:
        if name == "t":
            return self.t[:, None]
        return getattr(self if name in STATE else self.solution, name)

    def named(self, name: str) -> dict[str, np.ndarray]:
        """Return what a kernel of the system yields, such as "energy" or "body_positions"."""
        return self.outputs(self.system.kernel(name))

    @property
    def closure(self) -> dict[str, np.ndarray]:
        """phi, Phi, coordinates y of the cut joints, and rows C of their rates."""
        return self.outputs(self.system.loops.closure_kernel)

    @property
    def joint_frames(self) -> dict[str, np.ndarray]:
        """Axes of (F, M) and of (parent, child), positions of F and M, of all joints."""
        loops = self.system.loops
        equation = partial(loop_equations.frames, joints=loops.joints)
        return self.outputs(loops.kernel("frames", ("q",), equation))

    @property
    def cut_q(self) -> np.ndarray:
        """Coordinates of the cut joints."""
        return self.closure["y"] if self._cut_q is None else self.once(self._cut_q)

    def some(self, rows: np.ndarray) -> Chunk:
        """Return the chunk of some of its states."""
        ledger = None if self.ledger is None else self.ledger[rows]
        state = (self.t[rows], self.q[rows], self.v[rows])
        more = {"mode": self.mode, "held": self.held[rows]}
        return Chunk(self.system, self.first, *state, self.given, self._solve, ledger, **more)

    @property
    def solved(self) -> bool:
        """Whether somebody has asked for the solution."""
        return "solution" in self.__dict__

    @cached_property
    def cut_v(self) -> np.ndarray:
        """Velocities of the cut joints."""
        return np.einsum("kij,kj->ki", self.closure["C"], self.v)


def chunk_size(system: System) -> int:
    """Return how many states of a system are looked at together."""
    loops = system.loops
    redundant = loops.m - system.closed_dynamics.rank if system.closed else 0
    per_state = (
        loops.m * (system.nv + loops.m)
        + 12 * len(loops.joints) * (1 + redundant)
        + 32 * len(system.topology.branches)
        + system.nv * (system.nv + loops.n_cut_v)
    )
    return int(np.clip(MOST_NUMBERS // max(per_state, 1), 16, MOST))
