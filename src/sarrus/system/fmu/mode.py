"""One mode of an FMU: its programs, its rows, and which of its coordinates are independent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.program import Program
from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.fmu.equations import FmuEquations
from sarrus.system.fmu.sources import PASSED, ModeSource, safe_text
from sarrus.system.live.constants import parameter_places
from sarrus.system.live.equations import ALIVE, EVENT_NUMBERS
from sarrus.system.one_state.reducing import named_places
from sarrus.system.simulation.mode_kernels import Simulator

if TYPE_CHECKING:
    from sarrus.system.live.events import LiveEvents
    from sarrus.system.system import System

PREFERRED = 1e-3
"""Pivots of coordinates that shall be independent, as parts of others'."""
CHART = ("position_row", "velocity_row", "position_free", "velocity_free")
"""Independent rows, coordinates and velocities at the start."""
SHARED = ("t", "p", "tau", "tau_cut", EVENT_NUMBERS, ALIVE)
"""Inputs of kernels that all modes share; others every mode has for itself."""


@dataclass(frozen=True, eq=False)
class FmuMode:
    """A mode, by its number; y: the whole state at the start.

    independent: coordinates that are states with loops, at first; events: those of the FMU, None
    without any; method: of the steps of Co-Simulation.
    """

    number: int
    sim: Simulator
    y: np.ndarray
    outputs: Outputs
    method: str
    independent: tuple[str, ...] = ()
    events: LiveEvents | None = None
    charted: bool = False
    """Whether states are independent coordinates, as they are where a mode has loops."""

    @property
    def system(self) -> System:
        """The system of the mode."""
        return self.sim.system

    @cached_property
    def equations(self) -> FmuEquations:
        """The equations."""
        return FmuEquations(self.sim, self.outputs, self.method, self.events, self.charted)

    @cached_property
    def programs(self) -> dict[str, Program]:
        """The programs, by the names of their functions."""
        return self.equations.programs

    @cached_property
    def values(self) -> dict[str, np.ndarray]:
        """Values of the inputs of the programs that do not change during steps."""
        T = self.sim.choice(self.y) if self.system.closed else None
        values = {"hold": self.sim.hold, **self.sim.inputs(T)}
        return {k: np.asarray(x, dtype=float) for k, x in values.items()}

    # --- rows -----------------------------------------------------------------------------------

    @property
    def n_rows(self) -> int:
        """Number of rows of loops, drives and locks."""
        rows = self.programs.get("rows")
        return 0 if rows is None else rows.outputs[0].size

    @cached_property
    def kept(self) -> list[int]:
        """The rows in use."""
        return list(self.sim.row_choice.kept) if self.system.closed else [*range(self.n_rows)]

    @property
    def rank(self) -> int:
        """Number of rows in use that do not follow from others."""
        return self.sim.row_choice.rank if self.system.closed else self.n_rows

    @cached_property
    def scale(self) -> np.ndarray:
        """Factors of the rows, which make them lengths of the model and radians."""
        if self.system.closed:
            return np.asarray(self.sim.row_choice.scale, dtype=float)[: self.n_rows]
        return np.ones(self.n_rows)

    @cached_property
    def holonomic(self) -> np.ndarray:
        """Which of all rows close positions."""
        loops = self.system.compiled.loops.holonomic if self.system.closed else np.zeros(0, bool)
        return np.concatenate([loops, np.ones(len(self.sim.driven), bool)])

    @cached_property
    def row_names(self) -> list[str]:
        """Names of all rows."""
        loops = self.system.compiled.loops.row_names if self.system.closed else ()
        return [*loops, *(d.name for d in self.sim.driven)]

    @property
    def _rows(self) -> np.ndarray:
        """The rows in use at the start, not scaled."""
        sim, q = self.sim, self.y[: self.system.nq]
        if self.system.closed:
            return sim.row_choice.all_rows(q, sim.last)
        return sim.all_rows(q)

    @cached_property
    def freedoms(self) -> tuple[int, int]:
        """Numbers of independent coordinates and velocities."""
        nv, kept = self.system.nv, self.kept
        if not kept or np.all(self.holonomic[kept]):
            return nv - self.rank, nv - self.rank
        closing = [k for k in kept if self.holonomic[k]]
        columns = self.system.compiled.loops.column_scale
        rows = ScaledMatrix(self._rows[closing], self.scale[closing], columns)
        return nv - (rows.rank if closing else 0), nv - self.rank

    @cached_property
    def chart(self) -> dict[str, Any]:
        """Independent coordinates at the start, as `choose_chart` of core.h chooses them."""
        system, y = self.system, self.y
        columns = system.compiled.loops.column_scale
        s, r = self.freedoms
        rows = self.scale[:, None] * self._rows * columns
        kept = self.kept
        closing = np.array([rows[k] if self.holonomic[k] else 0.0 * rows[k] for k in kept])
        picked = _pick(closing, [], system.nv - s)
        all_picked = _pick(rows[kept], picked, system.nv - r)
        wanted = named_places(system, self.independent)
        liked = np.where(np.isin(np.arange(system.nv), wanted), PREFERRED, 1.0)[:, None]
        free_q = _others(_pick(liked * rows[kept][picked].T, [], system.nv - s), system.nv)
        free_v = _others(_pick(liked * rows[kept][all_picked].T, [], system.nv - r), system.nv)
        layout = system.compiled.layout
        q = layout.with_unit_quaternions(y[: system.nq])
        T = np.array([layout.rate(q, unit) for unit in np.eye(system.nv)], dtype=float).T
        A = np.linalg.solve(T.T @ T, T.T)[free_q]
        texts = []
        for row in A:
            places = np.flatnonzero(np.abs(row) > 1e-12)
            single = len(places) == 1 and abs(row[places[0]] - 1.0) < 1e-12
            texts.append(system.coordinates[places[0]] if single else "")
        x = [*(A @ q), *(y[system.nq + k] for k in free_v)]
        return {
            "x": x,
            "free": [*free_q, *free_v],
            "texts": [*texts, *[""] * len(free_v)],
            "position_row": [kept[k] for k in picked],
            "velocity_row": [kept[k] for k in all_picked],
            "position_free": free_q,
            "velocity_free": free_v,
        }

    # --- code -----------------------------------------------------------------------------------

    def source(self, whole: System, after: Sequence[int]) -> ModeSource:
        """Return what the code of the mode is written from.

        whole: the system of the first mode, whose numbers all modes take theirs from; after: the
        mode that follows on each event.
        """
        s, r = self.freedoms if self.charted else (0, 0)
        tau, tau_cut = (self.values[name] for name in ("tau", "tau_cut"))
        cut = np.zeros(whole.compiled.loops.n_cut_v)
        cut[_cut_places(self.system, whole)] = tau_cut
        numbers: dict[str, Sequence[float]] = {"effort": [*tau.tolist(), *cut.tolist()]}
        places: dict[str, Sequence[int]] = {}
        if "rows" in self.programs:
            numbers["row_scale"] = [float(x) for x in self.scale]
        if self.charted:
            places = {"kept": self.kept, "closes": [int(x) for x in self.holonomic]}
            first = not self.number
            places |= {name: self.chart[name] if first else [] for name in CHART}
        if self.events is not None:
            places["after"] = list(after)
        rows = self.programs.get("rows")
        return ModeSource(
            number=self.number,
            programs=self.programs,
            sizes={
                "ns": s,
                "nr": r,
                "nrows": self.n_rows,
                "nk": len(self.kept) if self.charted else 0,
                "mixes": int(self.charted and self.sim.mixing),
                "nhold": 0 if rows is None else _size(rows, "hold"),
                "nswitches": self.equations.n_switches,
                "nkinks": self.equations.n_kinks,
            },
            numbers=numbers,
            places=places,
            row_names=[safe_text(x) for x in self.row_names[: self.n_rows]],
            own=self.own,
            taken=self.places_among(whole) if self.number else {},
        )

    @cached_property
    def ports(self) -> dict[str, int]:
        """Inputs of the programs that functions take from one structure, with their sizes."""
        return {
            port.name: port.size
            for name, program in self.programs.items()
            for port in program.inputs
            if port.name not in PASSED[name][0]
        }

    @property
    def own(self) -> list[str]:
        """Inputs that the mode has for itself."""
        return [name for name in self.ports if self.number and name not in SHARED]

    def places_among(self, whole: System) -> dict[str, list[int]]:
        """Return where inputs that are fewer here stand among those of the first mode."""
        found = {}
        own, every = parameter_places(self.system), parameter_places(whole)
        if list(own) != list(every):
            pairs = [
                (place.start + k, every[name].start + k)
                for name, place in own.items()
                for k in range(place.stop - place.start)
            ]
            found["p"] = [there for _, there in sorted(pairs)]
        efforts = _cut_places(self.system, whole)
        if efforts != [*range(whole.compiled.loops.n_cut_v)]:
            found["tau_cut"] = efforts
        return found


def _cut_places(system: System, whole: System) -> list[int]:
    """Return where velocities of cut joints of a system stand in another one with more."""
    known, own = whole.compiled.loops.cut_v, system.compiled.loops.cut_v
    found = [0] * system.compiled.loops.n_cut_v
    for name, place in own.items():
        for k in range(place.stop - place.start):
            found[place.start + k] = known[name].start + k
    return found


def _size(program: Program, name: str) -> int:
    return sum(port.size for port in program.inputs if port.name == name)


def shared_values(modes: Sequence[FmuMode], usual: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return the values of the inputs that the functions of all modes share, by their fields.

    usual: those that are there at any rate; what modes have for themselves carries their number.
    """
    found = {name: np.asarray(value, dtype=float) for name, value in usual.items()}
    for mode in modes:
        for name, size in mode.ports.items():
            if (not mode.number and name not in found) or name in mode.own:
                found[f"{name}{mode.number or ''}"] = mode.values.get(name, np.zeros(size))
    return {**found, "p": modes[0].values.get("p", found["p"])}


def _pick(vectors: np.ndarray, known: Sequence[int], count: int) -> list[int]:
    """Return vectors by what they add to those picked before, as `pick` of core.h does."""
    left, picked = np.array(vectors, dtype=float), list[int]()
    for k in range(count):
        squares = np.sum(left * left, axis=1)
        squares[picked] = -1.0
        best = known[k] if k < len(known) else int(np.argmax(squares))
        picked.append(best)
        square = float(left[best] @ left[best])
        if square > 0.0:
            parts = left @ left[best] / square
            parts[best] = 0.0
            left -= np.outer(parts, left[best])
    return picked


def _others(picked: Sequence[int], count: int) -> list[int]:
    return [k for k in range(count) if k not in picked]
