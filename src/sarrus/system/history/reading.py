"""Reading channels: through the states once, a chunk at a time, for any number of channels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

import numpy as np

from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.labels import Labels
from sarrus.system.history.channel import About
from sarrus.system.history.source import Part
from sarrus.system.rows.chunk import Chunk


@dataclass
class Reader:
    """Reads some channels of a part, one chunk after the other, and notes what it meets.

    labels: what is unique over the states read so far, by channel; failed: times of the states
    that could not be solved.
    """

    part: Part
    definitions: Sequence[Definition]
    labels: dict[int, Labels] = field(default_factory=dict)
    failed: list[float] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[np.ndarray, list[np.ndarray]]]:
        """Go through the chunks: times, and the values of all channels."""
        for chunk in self.part.chunks():
            found = [np.asarray(d.equation(chunk), dtype=float) for d in self.definitions]
            self.note(chunk)
            yield chunk.t, found

    def note(self, chunk: Chunk) -> None:
        """Note what is unique about the channels of a chunk, and which states have no solution."""
        for k, definition in enumerate(self.definitions):
            if definition.labels is not None:
                self.labels[k] = self.labels.get(k, Labels()) | definition.labels(chunk)
        if chunk.solved:
            self.failed += [float(chunk.t[k]) for k in chunk.solution.failed]

    def about(self, k: int) -> About:
        """Return what is known of channel k after reading."""
        d = self.definitions[k]
        labels = self.labels.get(k)
        unique: tuple[bool, ...] | bool = True
        if labels is not None and labels.unique:
            unique = labels.unique if d.shape else labels.unique[0]
        because = () if labels is None else tuple(sorted(labels.because))
        notices = (_no_solution(self.failed),) if self.failed else ()
        return About(d.name, d.unit, d.description, d.components, unique, because, notices)


def _no_solution(times: Sequence[float]) -> Problem:
    shown = ", ".join(f"{t:.6g}" for t in times[:4]) + (", ..." if len(times) > 4 else "")
    return Problem(
        "W33",
        f"t = {shown} s",
        f"accelerations could not be found at {len(times)} states, which are not numbers (NaN)",
        cause="a singular position that the velocities contradict, or a run that overflowed",
        action="look at the states around it",
        severity="warning",
    )
