"""The history of a mechanism: every quantity of a run or a drive over time, by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, count
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.public_names import with_limits
from sarrus.system.channels import measures as geometry
from sarrus.system.channels.bodies import marker_definitions
from sarrus.system.channels.catalogue import Catalogue
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.loads import form_of, load_definitions, point_definition
from sarrus.system.channels.markers import JointMarker, marker_of
from sarrus.system.channels.units import in_units
from sarrus.system.history import tables
from sarrus.system.history.channel import Channel
from sarrus.system.history.channels import Channels, no_key, read
from sarrus.system.history.comparing import Comparison, comparison_of
from sarrus.system.history.resampling import Resampled, checked_times, refuse_lost
from sarrus.system.history.run_source import RunSource
from sarrus.system.history.source import Part, Source
from sarrus.system.history.user_measures import Quantities, user_measure
from sarrus.system.history.views import LoadHistory, PointHistory, PoseHistory
from sarrus.system.motion_pages import MotionPages
from sarrus.system.names import chosen_names, unknown
from sarrus.system.simulation.run import Run


@with_limits
@with_checks
class History(Channels, MotionPages):
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

    def __reduce__(self) -> tuple[Callable[..., History], tuple[Any, ...]]:
        """Pickle the run or drive and its part; measures are functions, and are refused."""
        own = [definition.name for definition in self.catalogue if definition.kind == "measure"]
        if own:
            shown = ", ".join(own[:3])
            action = "pickle the run, and measure in the other process"
            rule = "has measures of its own, which are functions and cannot be pickled"
            raise ModelError(Problem("M31", "history", rule, value=shown, action=action))
        return _history_again, (type(self), self.part, self.units)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice) and key.step is None:
            return self.between(key.start, key.stop)
        if not isinstance(key, str):
            raise ModelError(no_key(key))
        return self.read(key)[key]

    def __repr__(self) -> str:
        what = f"<History of '{self.system.model.name}': {count(len(self), 'state')}"
        return f"{what}, {self.t[0]:g} to {self.t[-1]:g} s>" if len(self) else f"{what}>"

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
            raise ModelError(_resampling_problem())
        found = checked_times(times, self.t)
        refuse_lost(found, self.lost)
        return self._over(Part(Resampled(base, found), 0, len(found)))

    @property
    def lost(self) -> tuple[tuple[float, float], ...]:
        """Spans of time [s] between whose ends states of a damaged file are lost."""
        source = self.part.source
        base = source.base if isinstance(source, Resampled) else source
        return base.run.lost if isinstance(base, RunSource) else ()

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
        """Write channels over time to a .csv, .xlsx, .nc, .h5, .mat or .parquet file, or record it.

        Recordings are .mcap, as Foxglove shows it, .bag of ROS 1 and folders .rosbag2 of ROS 2:
        with the channels they hold poses of all bodies, joints and reactions, in SI units.

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
        mine, yours = _histories_at_same_times(self, theirs)
        pairs = zip(
            tables.columns(mine.definitions(channels)),
            tables.columns(yours.definitions(channels)),
            strict=True,
        )
        return comparison_of(mine.part, yours.part, list(pairs))

    def plot(self, *channels: str, **how: Any) -> Any:
        """Return a matplotlib Figure of channels over time, one panel for each unit.

        Keywords: against, polar, together, title, path; see `sarrus.results.plots.plot`.

        Example:
            figure = history.plot("A.rate", "C.reaction.force")
        """
        from sarrus.results.plots import plot

        return plot(self, *channels, **how)

    # --- points -------------------------------------------------------------------------------

    def point(self, body: str, r: Any = (0.0, 0.0, 0.0), *, name: str = "") -> PointHistory:
        """Return position, velocity and acceleration of a point of a body or frame.

        r: in its axes [m]. With a name such as "seat", `history["seat.position"]` works as well.

        Example:
            path = history.point("coupler", (0.1, 0, 0)).position
        """
        marker = marker_of(self.system, (body, r))
        if isinstance(marker, JointMarker):
            raise ModelError(unknown("body", body, list(self.system.model.body_index)))
        short = name or f"{body}({', '.join(f'{float(x):g}' for x in np.asarray(r))})"
        found = tuple(marker_definitions("measure", short, marker, point=True))
        self._add_by_name(name, found)
        listed = self._in_chosen_units(d for d in found if d.listed)
        return PointHistory(self.part, listed, f"motion of {marker.description}", self.units)

    # --- loads ----------------------------------------------------------------------------------

    def reaction(self, joint: str, **how: Any) -> LoadHistory:
        """Return the constraint part of what passes through a joint, with uniqueness labels.

        on: "child" (at its joint point) or "parent" (at its own); axes: "joint", "body",
        "world", or the name of a body, frame or joint whose axes are taken; at: another point of
        reference, in world coordinates [m], or one that moves: the name of a body, frame or joint,
        or (body or frame, r in its axes).

        Example:
            force = history.reaction("C", axes="world").force
        """
        return self._load("reaction", joint, **how)

    def wrench(self, joint: str, **how: Any) -> LoadHistory:
        """Return all that passes through a joint, drives and joint forces included.

        Keywords as in `reaction`.

        Example:
            force = history.wrench("C").force
        """
        return self._load("wrench", joint, **how)

    def load(self, joint: str, **how: Any) -> LoadHistory:
        """Return the dynamic load history of a joint: its `wrench`, ready for `to_csv`.

        Example:
            bearing = history.load("C", axes="world")
        """
        return self._load("wrench", joint, **how)

    @with_checks
    def _load(
        self, part: str, joint: str, on: str = "child", axes: str = "joint", at: Any = None
    ) -> LoadHistory:
        name = joint.removeprefix("joint:")
        chosen_names("joint", [name], self.system.compiled.loops.joints)
        form = form_of(self.system, part, on, axes, at)
        short = f"{name}.{part}"
        loads = load_definitions(name, form, short)
        found = self._in_chosen_units((*loads, point_definition(name, form, short)))
        return LoadHistory(
            self.part, found, f"{part} of joint '{name}', {form.description}", self.units
        )

    # --- measures -------------------------------------------------------------------------------

    def measure(
        self,
        name: str,
        function: Callable[[Quantities], Any],
        *,
        unit: str = "",
        description: str = "",
    ) -> None:
        """Add a channel that is a function of others: `history[name]`.

        function: of x, where `x["A.angle"]` is a number, `x["crank.position"]` three numbers and
        `x.t` the time, at one state. Written with NumPy it runs in native code; if it cannot be
        traced it runs in Python, and the channel's description says so.

        Example:
            history.measure("double", lambda found: 2.0 * found["A.angle"], unit="rad")
        """
        self._check_free(name)
        found = user_measure(self.part, self.catalogue, name, function, unit, description)
        self._add_by_name(name, [found])

    def distance(self, a: Any, b: Any, *, name: str = "") -> Channel:
        """Return the distance of two points [m].

        A point: a body or frame (its origin), a joint ("joint:C"), or (body or frame, r). With a
        name, it becomes a channel of that name.

        Example:
            length = history.distance("crank", "rocker")
        """
        return self._one(name, geometry.distance(self.system, name or "distance", a, b))

    def angle(self, a: Any, b: Any, *, about: Any = None, name: str = "") -> Channel:
        """Return the angle between two lines, or by which frame b is turned in frame a [rad].

        Two bodies or frames: the angle of their relative rotation. A line: a joint (its axis),
        (body, direction) or (point, point). It is in [0, pi]; counted about the line `about`, in
        (-pi, pi].

        Example:
            found = history.angle(("crank", (1, 0, 0)), ("rocker", (1, 0, 0)))
        """
        found = geometry.angle(self.system, name or "angle", a, b, about)
        return self._one(name, found)

    def relative_pose(self, a: Any, b: Any, *, name: str = "") -> PoseHistory:
        """Return position and orientation of frame b in frame a.

        Example:
            pose = history.relative_pose("crank", "rocker").position
        """
        found = tuple(geometry.relative_pose(self.system, name or "relative", a, b))
        self._add_by_name(name, found)
        base, moving = (marker_of(self.system, place).description for place in (a, b))
        what = f"pose of {moving} in {base}"
        return PoseHistory(self.part, self._in_chosen_units(found), what, self.units)

    def transmission_angle(
        self, joint: str, *, toward: tuple[str, str] | None = None, name: str = ""
    ) -> Channel:
        """Return the angle at a joint between its two links, each towards its other joint [rad].

        toward: the other joint of the parent and of the child, where a link has several. A link
        that slides is represented by the normal of its guide.

        Example:
            angle = history.transmission_angle("C")
        """
        short = name or f"{joint}.transmission_angle"
        found = geometry.transmission_angle(self.system, short, joint, toward)
        return self._one(name, found)

    def _one(self, name: str, found: Definition) -> Channel:
        self._add_by_name(name, [found])
        return (
            self.channel(f"measure:{name}")
            if name
            else read(self.part, self._in_chosen_units([found]))[0]
        )

    def _in_chosen_units(self, found: Iterable[Definition]) -> tuple[Definition, ...]:
        """Return channels in the units chosen."""
        return tuple(in_units(definition, self.units) for definition in found)

    def _add_by_name(self, name: str, found: Iterable[Definition]) -> None:
        """Add channels under a name of the user, in place of earlier ones of that name."""
        if not name:
            return
        self._check_free(name)
        self.catalogue.remove("measure", name)
        for definition in found:
            self.catalogue.add(definition)
        self._forget()

    def _forget(self) -> None:
        self._kept.clear()

    def _check_free(self, name: str) -> None:
        taken = [d for d in self.catalogue if d.kind != "measure"]
        if not name or any(d.name == name or d.name.startswith(f"{name}.") for d in taken):
            raise ModelError(
                Problem(
                    "M08",
                    f"measure '{name}'",
                    "needs a name that no body, joint, force or channel has",
                )
            )


def _history_again(kind: type[History], part: Part, units: OutputUnits) -> History:
    """Return the history that was pickled."""
    return kind(part, units=units)


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


def _histories_at_same_times(mine: History, yours: History) -> tuple[History, History]:
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


def _resampling_problem() -> Problem:
    return Problem(
        "S08",
        "drive",
        "is known at its own times only",
        action="drive again with times=..., which is exact",
    )
