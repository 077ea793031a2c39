"""The kinematics rig: a corner is moved through travel and steer, and loaded at its tyre."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.suspension.contact_load import ContactLoad, equilibrium
from sarrus.suspension.corner import corner_of
from sarrus.suspension.measures import measures
from sarrus.suspension.pickups import joint_forces, spring_forces, spring_pulls
from sarrus.suspension.position import Kinematics, OutOfReach, Position
from sarrus.suspension.sweep import Sweep, sweep_of
from sarrus.system import System

Row = dict[str, tuple[Any, str, str, bool]]


class Unreachable(SimulationStopped):
    """A sweep that leaves the reach of the suspension; `sweep` holds all rows up to there."""

    sweep: Sweep | None = None


@with_checks
class Rig:
    """A kinematics rig for one suspension corner of any kind, with the chassis as ground.

    Vehicle axes: x forward, y to the left, z up. wheel: the body on the hub; its revolute joint
    gives carrier, centre and spin axis, which for a wheel without a hub are given (in the drawing).
    center: wheel centre [m], if it is not the point of the hub. radius [m]: that of the wheel's
    cylinder by default. steering_axis: two joints of the carrier, or two points of the drawing.
    steer: the joint that steers, such as a rack. springs: springs and dampers between two points,
    all by default. carried_by: the spring that carries a given vertical load, the first by
    default. seats: for revolute joints that are held at two points, the two named frames of the
    parent, between which its force is split. hold: other coordinates that stay, by name.

    The design position is the drawing with its loops closed. Travel is the height of the wheel
    centre above that, steer the coordinate of the steering joint; the hub is held.
    """

    def __init__(
        self,
        system: System,
        wheel: str = "wheel",
        *,
        center: Any = None,
        spin_axis: Any = None,
        radius: Any = None,
        steering_axis: Sequence[Any] | None = None,
        steer: str | None = None,
        springs: Sequence[str] | None = None,
        carried_by: str | None = None,
        seats: Mapping[str, Sequence[str]] | None = None,
        hold: Mapping[str, Any] | None = None,
    ) -> None:
        self.system = system
        self.corner = corner_of(
            system.model, wheel, center=center, spin_axis=spin_axis, radius=radius,
            steering_axis=steering_axis, steer=steer, springs=springs, seats=seats or {},
            hold=hold or {},
        )  # fmt: skip
        lines = {spring.name: spring for spring in self.corner.springs}
        if carried_by is not None and carried_by not in lines:
            rule = f"is none of the springs of this rig: {', '.join(lines) or 'none'}"
            raise ModelError(Problem("M09", "rig / carried_by", rule, value=f"'{carried_by}'"))
        self.carried_by = lines[carried_by] if carried_by else next(iter(lines.values()), None)
        self.kinematics = Kinematics(system, self.corner)
        try:
            self.design: Position = self.kinematics.design
        except ModelError as error:
            if steer is None and any(p.code == "D02" for p in error.problems):
                raise ModelError(self._free_steering()) from None
            raise

    @property
    def heading(self) -> str:
        """What the rig holds, for titles."""
        return f"{self.system.model.name}: {self.corner.side_name} corner"

    # --- sweeps ---------------------------------------------------------------------------------

    def travel(
        self,
        lower: float,
        upper: float,
        steps: int = 17,
        *,
        steer: float = 0.0,
        load: ContactLoad | None = None,
    ) -> Sweep:
        """Return the corner at equally spaced travels [m], with forces if a load is given.

        Raises `Unreachable`, with the rows up to there, where a loop cannot follow.
        """
        heights = even_values("travel", lower, upper, steps)
        title = f"Wheel travel {lower * 1e3:g} to {upper * 1e3:g} mm, {self._at_steer(steer)}"
        return self._sweep(title, heights, np.array([steer]), load, (steps,))

    def steer(
        self,
        lower: float,
        upper: float,
        steps: int = 17,
        *,
        travel: float = 0.0,
        load: ContactLoad | None = None,
    ) -> Sweep:
        """Return the corner at equally spaced coordinates of the steering joint [m or rad]."""
        self._check_steer()
        values = even_values("steer", lower, upper, steps)
        title = f"Steer {self._steer_text(lower, upper)}, travel {travel * 1e3:g} mm"
        return self._sweep(title, np.array([travel]), values, load, (steps,))

    def grid(
        self,
        travel: tuple[float, float, int],
        steer: tuple[float, float, int],
        *,
        load: ContactLoad | None = None,
    ) -> Sweep:
        """Return all combinations of travel and steer, each (lower, upper, steps)."""
        self._check_steer()
        heights, values = even_values("travel", *travel), even_values("steer", *steer)
        title = f"Travel {travel[0] * 1e3:g} to {travel[1] * 1e3:g} mm by steer "
        title += self._steer_text(*steer[:2])
        return self._sweep(title, heights, values, load, (travel[2], steer[2]))

    def load_cases(
        self, cases: Mapping[str, ContactLoad], *, travel: float = 0.0, steer: float = 0.0
    ) -> Sweep:
        """Return the forces at all pickup points, a row for each load case."""
        position = self.at(travel, steer)
        rows = [{"case": (name, "", "load case", True), **self._row(position, load)}
                for name, load in cases.items()]  # fmt: skip
        title = f"Load cases at travel {travel * 1e3:g} mm, {self._at_steer(steer)}"
        return sweep_of(title, rows, (len(rows),), [position] * len(rows))

    def at(self, travel: float = 0.0, steer: float = 0.0) -> Position:
        """Return one position; raises `Unreachable` if there is none."""
        try:
            return self.kinematics.reach(self.design, travel, steer)
        except OutOfReach as stop:
            raise Unreachable(self._beyond(stop.last, travel, steer)) from None

    def design_sweep(self) -> Sweep:
        """Return the design position as a sweep of one row."""
        return sweep_of("Design position", [self._row(self.design, None)], (1,))

    def report(self, sweep: Sweep | None = None) -> str:
        """Return the design position in words and numbers, and a sweep if one is given."""
        title = f"{self.heading}, wheel '{self.corner.wheel}' on '{self.corner.carrier}'"
        design = self.design_sweep()
        lines = [title, "x forward, y to the left, z up; camber positive with the top outward,"]
        lines += ["toe with the front inward, motion ratio: change of length per wheel travel", ""]
        lines += [design.report()]
        return "\n".join(lines if sweep is None else [*lines, "", sweep.report()]) + "\n"

    # --- rows -----------------------------------------------------------------------------------

    def _sweep(
        self,
        title: str,
        heights: np.ndarray,
        values: np.ndarray,
        load: ContactLoad | None,
        shape: tuple[int, ...],
    ) -> Sweep:
        found: dict[tuple[int, int], Position] = {}
        problems: list[Problem] = []
        begin = _nearest_zero(heights)
        for j, start in self._walk(self.design, [(heights[begin], s) for s in values], problems):
            targets = [(z, values[j]) for z in heights]
            for i, position in self._walk(start, targets, problems):
                found[i, j] = position
        positions = [found[key] for key in sorted(found)]
        rows = [self._row(position, load) for position in positions]
        sweep = sweep_of(title, rows, shape if not problems else (len(rows),), positions)
        if problems:
            stopped = Unreachable(problems)
            stopped.sweep = sweep
            raise stopped
        return sweep

    def _walk(
        self, start: Position, targets: Sequence[tuple[float, float]], problems: list[Problem]
    ) -> Iterator[tuple[int, Position]]:
        """Go through the targets from the one that is nearest to the start, both ways."""
        here = np.array([start.travel, start.steer])
        first = int(np.argmin([np.abs(np.array(target) - here).sum() for target in targets]))
        for way in (range(first, len(targets)), range(first - 1, -1, -1)):
            position = start
            for k in way:
                try:
                    position = self.kinematics.reach(position, *map(float, targets[k]))
                except OutOfReach as stop:
                    problems.append(self._beyond(stop.last, *targets[k]))
                    break
                yield k, position

    def _row(self, position: Position, load: ContactLoad | None) -> Row:
        row: Row = {"travel": (position.travel, "m", "height above the design position", True)}
        if self.corner.steer is not None:
            text = f"coordinate of '{self.corner.steer}'"
            row["steer"] = (position.steer, self._steer_unit, text, True)
        for name, measured in measures(position).items():
            row[name] = (measured.value, measured.unit, measured.description, True)
        return row if load is None else {**row, **self._forces(position, load)}

    def _forces(self, position: Position, load: ContactLoad) -> Row:
        found = equilibrium(position, load, self.carried_by)
        row: Row = {"wheel_load": (found.vertical, "N", "vertical force of the road", True)}
        steer = self.corner.steer
        if steer is not None:
            effort, unique = found.motion.efforts[steer][0], found.motion.unique_efforts[steer]
            unit = "N" if self._steer_unit == "m" else "N m"
            row[f"{steer}.effort"] = (float(effort), unit, f"effort that holds '{steer}'", unique)
        pulls = spring_pulls(found, None if self.carried_by is None else self.carried_by.name)
        for part in (*spring_forces(found, pulls), *joint_forces(found)):
            row[part.name] = (part.value, part.unit, part.description, part.unique)
        return row

    # --- words ----------------------------------------------------------------------------------

    @property
    def _steer_unit(self) -> str:
        joint = self.system.model.joint(self.corner.steer or "")
        return joint.type.coordinates[0].unit

    def _at_steer(self, steer: float) -> str:
        return "no steering" if self.corner.steer is None else f"steer {self._steer_text(steer)}"

    def _steer_text(self, *values: float) -> str:
        """Return values of the steering joint for a title: in mm as the travel, or in degrees."""
        factor, unit = (1e3, "mm") if self._steer_unit == "m" else (np.degrees(1.0), "deg")
        return f"{' to '.join(f'{factor * value:g}' for value in values)} {unit}"

    def _free_steering(self) -> Problem:
        """Return that something besides the travel is free, with what may be meant."""
        held = {*self.corner.hold, self.corner.hub}
        slides = [
            joint.name
            for joint in self.system.model.joints
            if "ground" in (joint.parent, joint.child)
            and joint.type.nq == 1
            and not joint.type.is_hinge
            and joint.name not in held
        ]
        name = slides[0] if slides else "rack"
        return Problem(
            "K04",
            "rig / steer",
            "is not given, and the corner has a freedom besides its travel",
            cause="a rack or another joint that steers",
            action=f"name it: steer='{name}' (on the command line --steer {name}), or hold "
            f"the joint that is free: hold={{'{name}': 0}}",
        )

    def _check_steer(self) -> None:
        if self.corner.steer is None:
            raise ModelError(steering_unknown())

    def _beyond(self, last: Position, travel: float, steer: float) -> Problem:
        loops = self.kinematics.blocking_loops(last)
        steered = (
            "" if self.corner.steer is None else f" and steer {last.steer:.6g} {self._steer_unit}"
        )
        wanted = "" if self.corner.steer is None else f", steer {steer:.6g} {self._steer_unit}"
        return Problem(
            "K07",
            f"travel {travel:.6g} m{wanted}",
            f"is out of reach: the suspension stops at travel {last.travel:.6g} m{steered}, where "
            + (f"the {' and the '.join(loops)} cannot follow" if loops else "it cannot follow"),
            cause="a stretched or folded pair of links, or a hard point that is wrong",
            action="sweep less far, or change the hard points of this loop",
        )


def steering_unknown() -> Problem:
    """Return that a rig cannot steer."""
    rule = "is not known, so that the wheel cannot be steered"
    return Problem("K04", "rig / steer", rule, action="name the joint: steer=")


def even_values(what: str, lower: float, upper: float, steps: int) -> np.ndarray:
    """Return equally spaced values, from the lower to the upper one."""
    if not (np.isfinite(lower) and np.isfinite(upper) and lower < upper):
        rule = "must go from a lower to an upper number"
        raise ModelError(Problem("K08", what, rule, value=f"{lower!r} to {upper!r}"))
    if not isinstance(steps, (int, np.integer)) or steps < 2:
        raise ModelError(Problem("K08", f"{what} / steps", "must be 2 or more", value=f"{steps!r}"))
    found = np.linspace(lower, upper, steps)
    return np.where(np.abs(found) < 1e-12 * (upper - lower), 0.0, found)


def _nearest_zero(values: np.ndarray) -> int:
    return int(np.argmin(np.abs(values)))
