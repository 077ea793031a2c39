"""The history of a mechanism: every quantity of a run or a drive over time, by name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem, count
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.public_names import with_limits
from sarrus.system.channels.catalogue import Catalogue
from sarrus.system.history import tables
from sarrus.system.history.asking import Asking
from sarrus.system.history.channels import no_key
from sarrus.system.history.comparing import Comparison, compared
from sarrus.system.history.resampling import Resampled, checked_times
from sarrus.system.history.run_source import RunSource
from sarrus.system.history.source import Part, Source
from sarrus.system.simulation.run import Run


@with_limits
@checked
class History(Asking):
    """Every quantity of a run (or a drive) over time, asked for by name: `history["A.angle"]`.

    Values are computed from the stored states when they are asked for, a bounded number of states
    at a time. `history.channels("crank")` lists what there is, with units and descriptions;
    `history[1.0:2.0]` is the part between two times; `history.at(times)` has other times.
    measures: functions of the user by name, see `measure`.
    """

    def __init__(
        self,
        result: Any,
        *,
        measures: Mapping[str, Any] | None = None,
        catalogue: Catalogue | None = None,
        units: OutputUnits = IN_SI,
    ) -> None:
        part = result
        if not isinstance(result, Part):
            source = source_of(result)
            part = Part(source, 0, len(source.t))
        super().__init__(part, catalogue, units)
        for name, function in (measures or {}).items():
            self.measure(name, function)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice) and key.step is None:
            return self.between(key.start, key.stop)
        if not isinstance(key, str):
            raise ModelError(no_key(key))
        return self.channel(key)

    def __repr__(self) -> str:
        what = f"<History of '{self.system.model.name}': {count(len(self), 'state')}"
        return f"{what}, {self.t[0]:g} to {self.t[-1]:g} s>" if len(self) else f"{what}>"

    def film(self, path: str | os.PathLike[str], **how: Any) -> Path:
        """Write it as a film, .mp4, .webm or .gif; keywords as in `sarrus.viewer.film`.

        fps, size, speed, times, camera, labels, reactions, axes, clock, theme, ghost, overwrite.
        """
        from sarrus.viewer import film

        return film(self, path, **how)

    def write_html(self, path: str | os.PathLike[str], **how: Any) -> Path:
        """Write it as a page that any browser shows, without network; return the path.

        how: keywords of `sarrus.viewer.write_html`; live=True lets the mechanism run on the page,
        with sliders={...} for its numbers.

        Example:
            history.write_html("motion.html", overwrite=True)
        """
        from sarrus.viewer import write_html

        return write_html(self, path, **how)

    def _repr_html_(self) -> str:
        from sarrus.viewer import notebook_frame

        return notebook_frame(self)

    def between(self, start: float | None = None, end: float | None = None) -> History:
        """Return the part of the history from one time to another, both included [s].

        Example:
            part = history.between(0.02, 0.04)
        """
        t = self.t
        first = 0 if start is None else int(np.searchsorted(t, start, side="left"))
        last = len(t) if end is None else int(np.searchsorted(t, end, side="right"))
        at = self.part.first
        return self._over(Part(self.part.source, at + first, at + max(first, last)))

    def at(self, times: Any) -> History:
        """Return the history at other times [s], which must not decrease.

        States are interpolated from positions, velocities and accelerations and put back on the
        loops; everything else follows from them. At an event the state is that after it; where a
        time is given twice, that before comes first.

        Example:
            middle = history.at([0.025, 0.05])
        """
        source = self.part.source
        base = source.base if isinstance(source, Resampled) else source
        if not isinstance(base, RunSource):
            raise ModelError(_not_resampled())
        found = checked_times(times, self.t)
        return self._over(Part(Resampled(base, found), 0, len(found)))

    def _over(self, part: Part) -> History:
        return History(part, catalogue=self.catalogue, units=self.units)

    def in_units(self, *units: str | Sequence[str]) -> History:
        """Return the same history in other units: `history.in_units("mm", "deg", "kN", "rpm")`.

        Every channel is in the unit given of its dimension; otherwise each factor of its SI unit is
        replaced by the one given of its dimension, so that mm also gives mm/s and N mm. What is
        not named stays in SI. Without arguments: the units of the model file (its section `units`),
        "SI" for none. Times `t`, and those that are given to `at` and `between`, stay in seconds.

        Example:
            turns = history.in_units("mm", "deg", "rpm")["A.rate"]
        """
        chosen = units if units else self.part.source.shown.units
        return History(self.part, catalogue=self.catalogue, units=OutputUnits.of(*chosen))

    def export(
        self,
        path: str | os.PathLike[str],
        channels: Sequence[str] | None = None,
        *,
        times: Any = None,
        overwrite: bool = False,
        about: Mapping[str, Any] | None = None,
    ) -> Path:
        """Write channels over time to a .csv, .xlsx, .nc, .h5, .mat or .parquet file.

        channels: names, all coordinates and velocities of the joints by default; times: others
        than those of the history, see `at`; overwrite: a file that is there already is replaced
        instead of refused; about: more to keep in the file, such as the settings of the run.
        Numbers are exact, and units, descriptions and uniqueness of all channels go along. The
        file gets its name when it is complete; after an error there is none. Returns its path.

        Example:
            history.export("run.csv", ["A.angle", "C.reaction.force"])
        """
        from sarrus.results.export import export_history

        return export_history(self, path, channels, times=times, overwrite=overwrite, about=about)

    def compare(self, other: Any, channels: Sequence[str] | None = None) -> Comparison:
        """Return how channels of another history, run or drive differ from those of this one.

        channels: names, all coordinates and velocities that both have by default. Compared are
        the times of this history that both cover (those of the other if it is a drive, which has
        nothing between its times); where times differ, states are interpolated.

        Example:
            print(history.compare(other))
        """
        theirs = other if isinstance(other, History) else History(other)
        theirs = theirs.in_units(*self.units.names or ("SI",))
        if channels is None:
            channels = [name for name in self.coordinates() if name in theirs]
        elif isinstance(channels, str):
            channels = [channels]
        if not len(channels):
            raise ModelError(Problem("S08", "channels", "are none, so that nothing is compared"))
        mine, yours = _aligned(self, theirs)
        pairs = zip(
            tables.columns(mine.definitions(channels)),
            tables.columns(yours.definitions(channels)),
            strict=True,
        )
        return compared(mine.part, yours.part, list(pairs))

    def plot(self, *channels: str, **how: Any) -> Any:
        """Return a matplotlib Figure of channels over time, one panel for each unit.

        Keywords: against, polar, together, title, path; see `sarrus.results.plots.plot`.

        Example:
            figure = history.plot("A.rate", "C.reaction.force")
        """
        from sarrus.results.plots import plot

        return plot(self, *channels, **how)


def source_of(result: Any) -> Source:
    """Return the source of a run or a drive."""
    if isinstance(result, Run):
        return RunSource(result)
    from sarrus.system.driven.driving import Drive
    from sarrus.system.history.drive_source import DriveSource

    if isinstance(result, Drive):
        return DriveSource(result)
    raise ModelError(
        Problem("M31", "history", "must be that of a Run or a Drive", f"{result!r}"[:80])
    )


def _aligned(mine: History, yours: History) -> tuple[History, History]:
    """Return two histories over the same times."""
    if not np.array_equal(mine.t, yours.t) and len(mine) and len(yours):
        span = max(mine.t[0], yours.t[0]), min(mine.t[-1], yours.t[-1])
        inner, other = mine.between(*span), yours.between(*span)
        if np.array_equal(inner.t, other.t):
            mine, yours = inner, other
        elif not isinstance(yours.part.source, RunSource):
            mine, yours = mine.at(other.t), other
        else:
            mine, yours = inner, yours.at(inner.t)
    if len(mine) and len(mine) == len(yours):
        return mine, yours
    raise ModelError(Problem("S08", "histories", "have no times in common, so that they compare"))


def _not_resampled() -> Problem:
    return Problem(
        "S08",
        "drive",
        "is known at its own times only",
        action="drive again with times=..., which is exact",
    )
