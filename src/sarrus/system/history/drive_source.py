"""The motions of a driven mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.system.channels.definition import XYZ, Definition
from sarrus.system.driven.driving import Drive
from sarrus.system.output_settings import OutputSettings
from sarrus.system.rows.chunk import Chunk, chunk_size
from sarrus.system.rows.motion import POINT, Motion
from sarrus.system.rows.solution import Solution, drive_efforts_of, of_motions

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True, eq=False)
class DriveSource:
    """The motions of a driven mechanism, which were found one by one."""

    drive: Drive

    @property
    def system(self) -> System:
        """The system whose states they are."""
        return self.drive.system

    def __reduce__(self) -> tuple[type, tuple[Drive]]:
        """Pickle the drive alone: what is kept of it is made again."""
        return type(self), (self.drive,)

    @property
    def t(self) -> np.ndarray:
        """Times [s]."""
        return self.drive.t

    @property
    def shown(self) -> OutputSettings:
        """What the model file wants to see of them."""
        return self.drive.shown

    @property
    def balance(self) -> bool:
        """Whether work, loss and corrections of energy were kept."""
        return False

    @property
    def note(self) -> str:
        """What to add to the description of efforts and all that follows from them."""
        return ""

    def own_definitions(self) -> list[Definition]:
        """Return channels that only this source has: the forces that lead points."""
        found = []
        for name, value in self.drive.motions[0].efforts.items() if self.drive.motions else ():
            if name.startswith(POINT):
                size = np.size(value)
                parts = XYZ if size == 3 else tuple(str(k) for k in range(size))
                text = f"force that leads {name}, in the world's axes that are prescribed"
                force = _point_force(name)
                full = f"{name}.effort"
                found.append(Definition("system", full, "N", text, force, (size,), parts))
        return found

    @cached_property
    def inputs(self) -> Mapping[str, np.ndarray]:
        """Values of the last inputs of kernels."""
        values = dict(self.system.compiled.compiler.defaults)
        last = self.system.compiled.last_inputs(**self.drive.keywords)
        return dict(zip(values, last, strict=True)) if last else values

    def chunks(self, first: int, last: int) -> Iterator[Chunk]:
        """Go through states first to last (excluded), a bounded number at a time."""
        most, law = chunk_size(self.system), self.drive.base
        for at in range(first, last, most):
            stop = min(last, at + most)
            motions = self.drive.motions[at:stop]
            q = np.array([m.state.q for m in motions]).reshape(stop - at, self.system.nq)
            v = np.array([m.state.v for m in motions]).reshape(stop - at, self.system.nv)

            def solve(chunk: Chunk, found: tuple[Motion, ...] = motions) -> Solution:
                return of_motions(self.system, found)

            def drives(
                chunk: Chunk, found: tuple[Motion, ...] = motions
            ) -> tuple[np.ndarray, np.ndarray]:
                return drive_efforts_of(self.system, found)

            yield Chunk(
                self.system,
                at,
                self.t[at:stop],
                q,
                v,
                self.inputs,
                solve,
                cut_q=lambda chunk: self._cut_coordinates[chunk.first : chunk.first + len(chunk)],
                drives=drives,
                base=None if law is None else law.rows(self.t[at:stop]),
                turned=self._cut_angles(motions),
                z=self._states(motions),
            )

    @cached_property
    def _cut_coordinates(self) -> np.ndarray:
        """Coordinates of the cut joints at all times, with the turns made since the first."""
        rows = [m.state.cut_q for m in self.drive.motions]
        return np.array(rows, dtype=float).reshape(len(rows), -1)

    def _states(self, motions: tuple[Motion, ...]) -> np.ndarray | None:
        """Return the states of force elements, where some have any."""
        if not self.system.states:
            return None
        last = self.system.compiled.last_inputs(**self.drive.keywords)
        return np.array([self.system.compiled.states_at(m.state, last) for m in motions])

    def _cut_angles(self, motions: tuple[Motion, ...]) -> np.ndarray | None:
        """Return what angles of cut joints are, where force elements see them."""
        if not self.system.compiled.compiler.counts:
            return None
        return np.array([self.system.compiled.cut_angles(m.state) for m in motions], dtype=float)


def _point_force(name: str) -> Callable[[Any], np.ndarray]:
    return lambda chunk: chunk.solution.points[name]
