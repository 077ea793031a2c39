"""The states of a simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.late_dataclass import dataclass
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.orientations import continuous_angles, nearest_turn
from sarrus.system.flow.flow import ENERGY_BALANCE
from sarrus.system.history.solving import ModeSolver
from sarrus.system.output_settings import OutputSettings
from sarrus.system.rows.chunk import Chunk, chunk_size
from sarrus.system.simulation.keeping import KeptRows

if TYPE_CHECKING:
    from sarrus.system.simulation.mode_kernels import Simulator
    from sarrus.system.simulation.run import Run
    from sarrus.system.system import System


@dataclass(frozen=True, eq=False)
class RunSource:
    """The states of a simulation, which may live in a file."""

    run: Run

    @property
    def system(self) -> System:
        """The system whose states they are."""
        return self.run.system

    def __reduce__(self) -> tuple[type, tuple[Run]]:
        """Pickle the run alone: what is kept of it is made again."""
        return type(self), (self.run,)

    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.run.t

    @property
    def shown(self) -> OutputSettings:
        """What the model file wants to see of them."""
        return self.run.shown

    @property
    def balance(self) -> bool:
        """Whether work, loss and corrections of energy were kept."""
        return True

    @property
    def note(self) -> str:
        """What to add to the description of efforts and all that follows from them."""
        return ""

    @property
    def sampled(self) -> bool:
        """Whether some efforts come from sampled controllers."""
        return any(segment.sim.actuation.sampled for segment in self.run.segments)

    def own_definitions(self) -> list[Definition]:
        """Return channels that only this source has."""
        return []

    @cached_property
    def _solvers(self) -> dict[int, ModeSolver]:
        return {}

    def solver(self, sim: Simulator) -> ModeSolver:
        """Return what solves the states of a mode."""
        return self._solvers.setdefault(id(sim), ModeSolver(sim))

    def chunks(self, first: int, last: int) -> Iterator[Chunk]:
        """Go through states first to last (excluded), a bounded number at a time."""
        most, order = chunk_size(self.system), self.run.order
        keeping = self.run.keeping if order is not None and "keep" in order.settings else None
        for piece in self.run.pieces(first, last):
            for at in range(0, len(piece.t), most):
                rows = slice(at, at + most)
                t, y, held = piece.t[rows], piece.y[rows], piece.held[rows]
                chunk = self.chunk(piece.sim, piece.first + at, t, y, held)
                if keeping is not None:
                    chunk.kept = KeptRows(keeping, piece.loads[rows])
                yield chunk

    def chunk(
        self,
        sim: Simulator,
        first: int,
        t: np.ndarray,
        y: np.ndarray,
        held: np.ndarray,
        cut_q: Callable[[Chunk], np.ndarray] | None = None,
    ) -> Chunk:
        """Return the chunk of rows y = (q, v, turned, z, work, loss, corrections) of a mode."""
        cut_q = self.cut_coordinates if cut_q is None else cut_q
        return mode_chunk(self.solver(sim), first, t, y, held, cut_q)

    # --- continuous angles of cut joints --------------------------------------------------------

    @cached_property
    def _angles(self) -> dict[int, np.ndarray]:
        """Angles of the state before that of a number, for numbers at which chunks began."""
        return {}

    def cut_coordinates(self, chunk: Chunk) -> np.ndarray:
        """Return the coordinates of the cut joints, with the turns made since the first state."""
        turns = list(self.system.compiled.loops.wrapped)
        values = chunk.closure["y"]
        if not turns:
            return values
        out = values.copy()
        out[:, turns] = continuous_angles(values[:, turns], self._angles_before(chunk.first))
        self._angles[chunk.first + len(chunk)] = out[-1, turns]
        return out

    def _angles_before(self, first: int) -> np.ndarray | None:
        """Return the angles of the state before this one, from the nearest that is known."""
        if first and first not in self._angles:
            start = max((k for k in self._angles if k < first), default=0)
            for chunk in self.chunks(start, first):
                self.cut_coordinates(chunk)
        return self._angles[first] if first else None


def mode_chunk(
    solve: ModeSolver,
    first: int,
    t: np.ndarray,
    y: np.ndarray,
    held: np.ndarray,
    cut_q: Callable[[Chunk], np.ndarray] | None = None,
) -> Chunk:
    """Return the chunk of rows of the mode that a solver solves.

    cut_q: coordinates of the cut joints with their turns, where the rows do not count these.
    """
    sim = solve.sim
    nq, end = sim.system.nq, sim.system.nq + sim.system.nv
    q, v, balance = y[:, :nq], y[:, nq:end], y[:, y.shape[1] - ENERGY_BALANCE :]
    turned = sim.cut_angles(y)
    if turned.shape[1] and np.all(np.isfinite(turned)):
        cut_q = partial(_with_turns, turned=turned)
    own = sim.rows_at(t, y)
    return Chunk(
        sim.system, first, t, q, v, sim.last_values, solve, balance, cut_q, sim, held,
        solve.drive_efforts, own.get("base"), own.get(TURNED), own.get(STATES),
    )  # fmt: skip


def _with_turns(chunk: Chunk, turned: np.ndarray) -> np.ndarray:
    """Return the coordinates of the cut joints, with the turns counted along the run."""
    out = chunk.closure["y"].copy()
    wrapped = list(chunk.system.compiled.loops.wrapped)
    loops = chunk.system.compiled.loops
    out[:, wrapped] = nearest_turn(out[:, wrapped], turned, loops.periods)
    return out
