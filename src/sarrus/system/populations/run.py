"""Runs of a population: what is asked of them, and what is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.kernels.loops.lane_run import CROSSED, STOPPED
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.resources import require_memory

if TYPE_CHECKING:
    from sarrus.system.system import System

CARRIED_START = {"lowest": 1.0, "ended": 0.0, "reached": 0.0, "why": 0.0}
"""With what the numbers of each lane begin."""
WORDS = ("max", "min", "last")
"""What may stand before the name of a channel that is kept."""


@dataclass(frozen=True)
class Kept:
    """What is kept of a run, by channel: samples in time, extremes, values at the end."""

    samples: tuple[str, ...] = ()
    extremes: tuple[str, ...] = ()
    last: tuple[str, ...] = ()

    @staticmethod
    def of(words: Sequence[str]) -> Kept:
        """Return what words such as "A.angle", "max A.rate", "last A.angle" ask for."""
        found: dict[str, dict[str, None]] = {"": {}, "max": {}, "min": {}, "last": {}}
        for word in words:
            first, _, rest = word.partition(" ")
            key, name = (first, rest.strip()) if first in WORDS and rest else ("", word)
            found[key][name] = None
        extremes = tuple({**found["max"], **found["min"]})
        return Kept(tuple(found[""]), extremes, tuple(found["last"]))


@dataclass(frozen=True)
class RunRequest:
    """The runs that are asked for: n rows y of states, and the inputs of their steps by name.

    inputs: values for all lanes, or a row for each (`varied`); kept: how many samples of each lane;
    closings: how often starts are projected on the loops; report: told of rows and steps done.
    """

    y: np.ndarray
    inputs: Mapping[str, np.ndarray]
    varied: frozenset[str]
    t0: float
    h: float
    steps: int
    every: int
    limit: float
    closings: int = 0
    report: Callable[[slice, int], None] = field(default=lambda rows, steps: None)

    @property
    def n(self) -> int:
        """Number of lanes."""
        return len(self.y)

    @property
    def kept(self) -> int:
        """Samples of each lane."""
        return self.steps // self.every + 1 if self.every else 0

    def rows_of(self, name: str, rows: slice) -> np.ndarray:
        """Return an input for some lanes: their rows, or the value that all share."""
        return self.inputs[name][rows] if name in self.varied else self.inputs[name]

    def lane_bytes(self, layout: Mapping[str, Any]) -> int:
        """Return the bytes of one lane on a device."""
        numbers = layout["size"] + self.kept * layout["n_samples"] + layout["n_events"]
        numbers += 2 * layout["n_extremes"] + len(layout["carried"])
        return int(8 * (numbers + sum(self.inputs[n][0].size for n in self.varied)))


@dataclass(frozen=True)
class LaneResults:
    """What was found of all lanes: last states, samples, extremes, and how each came to an end."""

    y: np.ndarray
    samples: np.ndarray
    least: np.ndarray
    greatest: np.ndarray
    carried: Mapping[str, np.ndarray]

    @staticmethod
    def empty(request: RunRequest, samples: int, extremes: int, dtype: Any) -> LaneResults:
        """Return room for what is asked for."""
        n = request.n
        numbers = request.y.size + n * (request.kept * samples + 2 * extremes + len(CARRIED_START))
        for_what = f"{n:,} runs with {request.kept:,} samples of {samples} channels"
        action = "keep fewer samples or channels, or run the starts in several calls"
        require_memory("population", float(np.dtype(dtype).itemsize * numbers), for_what, action)
        carried = {name: np.full(n, value) for name, value in CARRIED_START.items()}
        return LaneResults(
            np.empty(request.y.shape, dtype),
            np.full((n, request.kept, samples), np.nan, dtype),
            np.empty((n, extremes), dtype),
            np.empty((n, extremes), dtype),
            carried,
        )


@dataclass(frozen=True, eq=False)
class PopulationRun:
    """Runs of a population: `runs["A.angle"]` is (runs, times), `runs["max A.rate"]` (runs,).

    t [s]: times of the samples; q, v: the last states, (runs, nq) and (runs, nv); ended [s]: when
    each run came to its end; stopped: runs that came to a singular position or were not finite;
    crossed: runs that an event ended; steps: of each run; wall [s]: time of the call; lowest: the
    least watch of their loops, which falls towards 0 near singular positions.
    """

    system: System
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    ended: np.ndarray
    why: np.ndarray = field(repr=False)
    lowest: np.ndarray = field(repr=False)
    values: Mapping[str, np.ndarray] = field(repr=False)
    steps: int = 0
    wall: float = 0.0

    def __len__(self) -> int:
        return len(self.q)

    @property
    def stopped(self) -> np.ndarray:
        """Whether each run ended at a singular position, or not finite."""
        return self.why == STOPPED

    @property
    def crossed(self) -> np.ndarray:
        """Whether an event ended each run."""
        return self.why == CROSSED

    def __getitem__(self, word: str) -> np.ndarray:
        if word not in self.values:
            known = list(self.values)
            rule = "was not kept of these runs"
            action = f"{nearest(word, known)} ask for it: keep=[..., {word!r}]"
            raise ModelError(Problem("M09", f"'{word}'", rule, action=action))
        return self.values[word]

    def __repr__(self) -> str:
        ends = f"{int(self.stopped.sum())} stopped, {int(self.crossed.sum())} ended by an event"
        return f"<PopulationRun: {len(self):,} runs, {ends}; {', '.join(self.values)}>"
