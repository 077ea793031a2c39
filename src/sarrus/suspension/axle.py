"""The rig for a whole axle: two wheels on pads that go up together, or against each other in roll.

Left and right wheel stand on pads as one does on `ElasticRig`; what joins them, as an anti-roll
bar, a rack or the axle itself, is part of the model. At each position the axle is in equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.suspension.contact_load import ContactLoad
from sarrus.suspension.corner import Corner, corner_of
from sarrus.suspension.elastic import (
    FORCES,
    LOAD,
    ROUNDS,
    SHOWN,
    WORDS,
    Pad,
    Row,
    near,
    no_equilibrium,
    on_pad,
    pickup_forces,
)
from sarrus.suspension.measures import MEASURES
from sarrus.suspension.rig import even_values, steering_unknown
from sarrus.suspension.sweep import Sweep, sweep_of
from sarrus.suspension.wheel_angles import Wheel
from sarrus.system import State, System
from sarrus.system.analysis import Equilibrium

SIDES = ("left", "right")
PUSH = 50.0
"""Force [N] to either side by which the roll centre is looked for."""
TILT = 5e-4
"""Roll [rad] to either side by which slopes are taken."""
CENTER = "roll centre of the axle above the ground, where lateral forces do not roll the body"


@dataclass(frozen=True, eq=False)
class AxlePosition:
    """An axle in equilibrium on its pads.

    travel: of left and right wheel [m]; steer [m or rad]; load: at both tyres; state, wheels.
    """

    rig: AxleRig
    travel: tuple[float, float]
    steer: float
    load: ContactLoad
    state: State
    equilibrium: Equilibrium
    wheels: tuple[Wheel, Wheel]

    @property
    def loads(self) -> tuple[float, float]:
        """Vertical forces of the road, left and right [N]."""
        efforts = self.equilibrium.motion.efforts
        left, right = (float(efforts[pad.joint][0]) for pad in self.rig.pads)
        return left, right

    @property
    def roll_moment(self) -> float:
        """Moment of the wheel loads about the middle of the road that turns the body back [N m].

        Positive where it turns a body back that rolls to the right.
        """
        return -sum(f * float(w.patch[1]) for f, w in zip(self.loads, self.wheels, strict=True))


@with_checks
class AxleRig:
    """A rig for kinematics and compliance of an axle with two wheels, with the chassis as ground.

    left, right: the bodies that turn on the hubs; radius [m]: of both; steer: the joint that
    steers; hold: other coordinates that stay, by name. bar: the force element of an anti-roll
    bar, whose part of the roll stiffness is reported. Loads act at both contact patches alike.

    Example:
        rig = sarrus.suspension.AxleRig(system, steer="rack", bar="bar.torsion")
        print(rig.roll(-0.05, 0.05).report())
    """

    def __init__(
        self,
        system: System,
        left: str = "left.wheel",
        right: str = "right.wheel",
        *,
        radius: Any = None,
        steer: str | None = None,
        hold: Mapping[str, Any] | None = None,
        bar: str | None = None,
    ) -> None:
        self.system, self.steer_joint, self.bar = system, steer, bar
        model = system.model
        found = [
            corner_of(
                model, wheel, center=None, spin_axis=None, radius=radius, steering_axis=None,
                steer=steer, springs=None, seats={}, hold=hold or {},
            )
            for wheel in (left, right)
        ]  # fmt: skip
        self.corners: tuple[Corner, Corner] = (found[0], found[1])
        _check_sides(self.corners)
        self.pads = (Pad("rig_left"), Pad("rig_right"))
        self.bench = self._on_pads(model)
        self.design: AxlePosition = self._solution(None, (0.0, 0.0), 0.0, ContactLoad())
        self._loose = None if bar is None else self._without(bar, left, right, radius, hold)

    def _on_pads(self, model: Model) -> System:
        for corner, pad in zip(self.corners, self.pads, strict=True):
            model = on_pad(model, corner, pad)
        return model.compile(parameters=[name for pad in self.pads for name in pad.inputs])

    def _without(self, bar: str, left: str, right: str, radius: Any, hold: Any) -> AxleRig:
        """Return the same axle without the element of its anti-roll bar."""
        model = self.system.model
        names = [f.name for f in model.forces]
        if bar not in names:
            rule = "is not a force element of this model"
            raise ModelError(Problem("M09", "rig / bar", rule, f"'{bar}'", nearest(bar, names)))
        bare = replace(model, forces=tuple(f for f in model.forces if f.name != bar))
        return AxleRig(
            bare.compile(), left, right, radius=radius, steer=self.steer_joint, hold=hold
        )

    @property
    def heading(self) -> str:
        """What the rig holds, for titles."""
        return f"{self.system.model.name}: axle"

    @property
    def half_track(self) -> float:
        """Half the distance between the contact patches of the design position [m]."""
        left, right = (float(w.patch[1]) for w in self.design.wheels)
        return 0.5 * (left - right)

    # --- positions ------------------------------------------------------------------------------

    def at(
        self, left: float = 0.0, right: float = 0.0, steer: float = 0.0,
        load: ContactLoad | None = None,
    ) -> AxlePosition:  # fmt: skip
        """Return the axle in equilibrium at travels of its wheels [m], under a load at each."""
        return self._solution(self.design, (left, right), steer, load or ContactLoad())

    def _solution(
        self,
        start: AxlePosition | None,
        travel: tuple[float, float],
        steer: float,
        load: ContactLoad,
    ) -> AxlePosition:
        if load.vertical is not None:
            rule = "cannot be given on the pads, which are held at the travel: it follows from it"
            raise ModelError(Problem("K05", "contact load / vertical", rule))
        held: dict[str, Any] = {}
        for corner, pad, height in zip(self.corners, self.pads, travel, strict=True):
            held |= {**corner.hold, pad.joint: height}
            if corner.hub is not None:
                held[corner.hub] = 0.0
        if self.steer_joint is not None:
            held[self.steer_joint] = steer
        try:
            state = self.bench.assemble(held, guess=None if start is None else start.state.q)
            wheels = self._wheels(state)
            motion = None if start is None else start.equilibrium.motion
            for _ in range(ROUNDS):
                inputs = self._inputs(wheels, load, motion)
                found = self.bench.equilibrium(state, locked=list(held), parameters=inputs)
                motion = found.motion
                state, before, wheels = found.state, wheels, self._wheels(found.state)
                if near(wheels, before, self._inputs(wheels, load, motion), inputs):
                    break
        except (ModelError, SimulationStopped) as error:
            raise no_equilibrium(max(travel, key=abs), error) from None
        return AxlePosition(self, travel, steer, load, state, found, wheels)

    def _inputs(
        self, wheels: tuple[Wheel, Wheel], load: ContactLoad, motion: Any
    ) -> dict[str, Any]:
        """Return what the road does to both wheels, as inputs of the bench."""
        found: dict[str, Any] = {}
        for pad, wheel in zip(self.pads, wheels, strict=True):
            found |= pad.load(wheel, load, motion)
        return found

    def _wheels(self, state: State) -> tuple[Wheel, Wheel]:
        poses = self.bench.poses(state.q)
        left, right = (corner.wheel_at(poses[corner.carrier]) for corner in self.corners)
        return left, right

    def _in_roll(self, start: AxlePosition | None, roll: float, height: float) -> AxlePosition:
        """Return the axle at a roll angle about a height of the body."""
        up = self.half_track * np.tan(roll)
        return self._solution(start, (height - up, height + up), 0.0, ContactLoad())

    # --- sweeps ---------------------------------------------------------------------------------

    def roll(self, lower: float, upper: float, steps: int = 13, *, travel: float = 0.0) -> Sweep:
        """Return the axle at roll angles of the vehicle [rad], positive to the right.

        The right wheel goes up by half the track times tan(roll), the left one down, about `travel`
        [m]. Besides angles and loads of both wheels: the moment of the wheel loads and the roll stiffness,
        roll steer and roll camber (changes of the mean steer angle, and of camber to the road, by
        roll), the height of the roll centre, and what the anti-roll bar has of the stiffness.
        """  # noqa: E501
        title = f"Roll {np.degrees(lower):g} to {np.degrees(upper):g} deg"
        angles = even_values("roll", lower, upper, steps)
        rows = []
        for angle, position in zip(
            angles, self._walk([self._roll_target(a, travel) for a in angles]), strict=True
        ):
            row: Row = {"roll": (float(angle), "rad", "of the vehicle, to the right", True)}
            row |= self._roll_measures(position, float(angle), travel)
            rows.append({**row, **self._row(position)})
        return sweep_of(title, rows, (len(rows),))

    def _roll_target(self, angle: float, travel: float) -> tuple[float, float, float, ContactLoad]:
        up = self.half_track * np.tan(angle)
        return travel - up, travel + up, 0.0, ContactLoad()

    def _roll_measures(self, position: AxlePosition, angle: float, height: float) -> Row:
        up, down = (self._in_roll(position, angle + s * TILT, height) for s in (1.0, -1.0))
        (left, right), (left_, right_) = up.wheels, down.wheels
        steer = 0.5 * (
            left.steer_angle + right.steer_angle - left_.steer_angle - right_.steer_angle
        )
        stiffness = (up.roll_moment - down.roll_moment) / (2.0 * TILT)
        found: Row = {
            "roll_moment": (position.roll_moment, "N m", "of the wheel loads, turning back", True),
            "roll_stiffness": (stiffness, "N m/rad", "change of this moment by roll", True),
            "roll_steer": (steer / (2.0 * TILT), "rad/rad", "mean steer angle by roll", True),
        }
        for side, one, other, sign in (("left", left, left_, 1.0), ("right", right, right_, -1.0)):
            value = (one.camber - other.camber) / (2.0 * TILT) - sign
            text = f"camber of the {side} wheel to the road by roll"
            found[f"{side}.roll_camber"] = (value, "rad/rad", text, True)
        found["roll_center_height"] = (self.roll_center_height(position), "m", CENTER, True)
        if self._loose is not None:
            near = self._loose.at(*position.travel)
            a, b = (self._loose._in_roll(near, angle + s * TILT, height) for s in (1.0, -1.0))
            rest = (a.roll_moment - b.roll_moment) / (2.0 * TILT)
            text = f"part of '{self.bar}' in the roll stiffness"
            found["bar_roll_stiffness"] = (stiffness - rest, "N m/rad", text, True)
        return found

    def roll_center_height(self, position: AxlePosition) -> float:
        """Return the height of the roll centre above the ground [m], by forces.

        Equal lateral forces F/2 at both patches change the wheel loads by f_l and f_r; all of them
        act along one line, at the height h = -(y_l f_l + y_r f_r)/F.
        """
        loads = [replace(position.load, lateral=position.load.lateral + s * PUSH) for s in (1, -1)]
        up, down = (self._solution(position, position.travel, position.steer, x) for x in loads)
        changed = np.subtract(up.loads, down.loads)
        across = np.array([float(w.patch[1]) for w in position.wheels])
        return float(-(across @ changed) / (4.0 * PUSH))

    def travel(
        self, lower: float, upper: float, steps: int = 17, *, steer: float = 0.0,
        load: ContactLoad | None = None,
    ) -> Sweep:  # fmt: skip
        """Return the axle with both wheels at equally spaced travels [m]."""
        title = f"Wheel travel {lower * 1e3:g} to {upper * 1e3:g} mm, both wheels"
        values = even_values("travel", lower, upper, steps)
        targets = [(float(z), float(z), steer, load or ContactLoad()) for z in values]
        text = "of both wheels above the design position"
        return self._sweep(title, {"travel": (values, "m", text)}, targets)

    def steer(
        self, lower: float, upper: float, steps: int = 17, *, travel: float = 0.0,
        load: ContactLoad | None = None,
    ) -> Sweep:  # fmt: skip
        """Return the axle at equally spaced coordinates of the steering joint [m or rad]."""
        if self.steer_joint is None:
            raise ModelError(steering_unknown())
        values = even_values("steer", lower, upper, steps)
        targets = [(travel, travel, float(s), load or ContactLoad()) for s in values]
        return self._sweep(f"Steer at travel {travel * 1e3:g} mm, both wheels", {}, targets)

    def force(
        self, kind: str, lower: float, upper: float, steps: int = 13, *, travel: float = 0.0,
        steer: float = 0.0, axes: str = "chassis", torque_by: str = "carrier",
    ) -> Sweep:  # fmt: skip
        """Return the axle under the same force or moment of the road at each wheel.

        kind: "lateral" or "longitudinal" [N], "aligning" [N m], as of `ElasticRig.force`.
        """
        if kind not in FORCES:
            rule = f"is none of {', '.join(map(repr, FORCES))}"
            raise ModelError(Problem("S03", "rig / force", rule, value=repr(kind)[:80]))
        unit, text = FORCES[kind]
        values = even_values(kind, lower, upper, steps)
        loads = [ContactLoad(axes=axes, torque_by=torque_by, **{kind: float(x)}) for x in values]
        targets = [(travel, travel, steer, load) for load in loads]
        title = f"{WORDS[kind]} {lower:g} to {upper:g} {unit} at each wheel"
        return self._sweep(title, {kind: (values, unit, f"{text}, at each")}, targets)

    def design_sweep(self) -> Sweep:
        """Return the design position with what roll does there, as a sweep of one row."""
        row = {**self._roll_measures(self.design, 0.0, 0.0), **self._row(self.design)}
        return sweep_of("Design position", [row], (1,))

    def report(self, *sweeps: Sweep) -> str:
        """Return sweeps in words and numbers, in millimetres and degrees."""
        return "\n\n".join(sweep.report() for sweep in sweeps) + "\n"

    # --- rows -----------------------------------------------------------------------------------

    def _sweep(
        self,
        title: str,
        first: Mapping[str, tuple[np.ndarray, str, str]],
        targets: Sequence[tuple[float, float, float, ContactLoad]],
    ) -> Sweep:
        rows = []
        for k, position in enumerate(self._walk(targets)):
            row: Row = {
                name: (float(x[k]), unit, text, True) for name, (x, unit, text) in first.items()
            }
            rows.append({**row, **self._row(position)})
        return sweep_of(title, rows, (len(rows),))

    def _walk(
        self, targets: Sequence[tuple[float, float, float, ContactLoad]]
    ) -> Iterator[AxlePosition]:
        """Go through targets, each from the one before it that is nearer to the design."""
        size = [abs(a) + abs(b) + abs(s) + x.size for a, b, s, x in targets]
        first = int(np.argmin(size))
        found: dict[int, AxlePosition] = {}
        for way in (range(first, len(targets)), range(first - 1, -1, -1)):
            position = found.get(first, self.design)
            for k in way:
                left, right, steer, load = targets[k]
                position = self._solution(position, (left, right), steer, load)
                found[k] = position
        yield from (found[k] for k in sorted(found))

    def _row(self, position: AxlePosition) -> Row:
        row: Row = {}
        if self.steer_joint is not None:
            unit = self.system.model.joint(self.steer_joint).type.coordinates[0].unit
            row["steer"] = (position.steer, unit, f"coordinate of '{self.steer_joint}'", True)
        heights, loads = position.travel, position.loads
        wheels = zip(SIDES, position.wheels, self.design.wheels, heights, loads, strict=True)
        for side, wheel, drawn, height, load in wheels:
            way = wheel.patch - drawn.patch
            values = (wheel.camber, wheel.toe, wheel.steer_angle, float(wheel.side * way[1]),
                      float(way[0]))  # fmt: skip
            text = "height above the design position"
            row[f"{side}.travel"] = (height, "m", f"{text}, {side} wheel", True)
            for name, value in zip(SHOWN, values, strict=True):
                unit, words = MEASURES[name]
                row[f"{side}.{name}"] = (value, unit, f"{words}, {side} wheel", True)
            row[f"{side}.wheel_load"] = (load, LOAD[0], f"{LOAD[1]}, {side} wheel", True)
        left, right = (w.patch[1] for w in position.wheels)
        change = float(left - right) - 2.0 * self.half_track
        row["track_change"] = (change, "m", "between the contact patches, more than drawn", True)
        springs = self.corners[0].springs
        for part in pickup_forces(self.bench, self.system.model, springs, position.equilibrium):
            row[part.name] = (part.value, part.unit, part.description, part.unique)
        return row


def _check_sides(corners: tuple[Corner, Corner]) -> None:
    """Refuse two wheels that are not one on the left and one on the right."""
    problems = [
        Problem(
            "K01",
            f"rig / wheel '{corner.wheel}'",
            f"is on the {'left' if corner.side > 0 else 'right'} in the drawing, and given as the "
            f"{side} wheel",
            cause="the wheels are given in the other order, or one of them twice",
            action="give the wheel with y > 0 as the left one",
        )
        for corner, side, sign in zip(corners, SIDES, (1.0, -1.0), strict=True)
        if corner.side != sign
    ]
    if problems:
        raise ModelError(problems)
