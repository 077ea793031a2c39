"""The rig for kinematics and compliance: a corner with bushings on a pad, under forces at its tyre.

The wheel centre stands on a pad that is held at the travel and gives way along x and y: a slider, a
plane and a ball joint are added to the model. At each travel, steer and load the corner is in
equilibrium: its bushings, springs and weights carry what the road does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Joint, Model
from sarrus.model.body import Body
from sarrus.model.forces import Bushing, Moment, PointForce
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.line import LineElement
from sarrus.model.joints.planar import Planar
from sarrus.model.joints.prismatic import Prismatic
from sarrus.model.joints.spherical import Spherical
from sarrus.model.pose import Pose, vector3
from sarrus.suspension.contact_load import ContactLoad, load_at_center
from sarrus.suspension.corner import Corner, corner_of
from sarrus.suspension.measures import MEASURES
from sarrus.suspension.pickups import Component, components
from sarrus.suspension.rig import even_values, steering_unknown
from sarrus.suspension.sweep import Sweep, sweep_of
from sarrus.suspension.wheel_angles import SteeringAxis, Wheel
from sarrus.system import Drive, State, System
from sarrus.system.analysis import Equilibrium

SMALL = 1e-6
"""Mass of what is added [kg]."""
ROUNDS, NEAR, ALIKE = 12, 1e-10, 1e-9
"""Equilibria until the contact patch stays within so much [m], and the load within such a part."""
STEP = 5e-3
"""Part of a sweep's range by which coefficients are differences."""
FORCES = {
    "lateral": ("N", "force of the road on the tyre, to the left"),
    "longitudinal": ("N", "force of the road on the tyre, forward"),
    "aligning": ("N m", "moment of the road on the tyre about the vertical"),
}
WORDS = {
    "lateral": "Lateral force",
    "longitudinal": "Longitudinal force",
    "aligning": "Aligning moment",
}
LOAD = ("N", "vertical force of the road")
SHOWN = ("camber", "toe", "steer_angle", "half_track_change", "wheelbase_change")

Row = dict[str, tuple[Any, str, str, bool]]


@dataclass(frozen=True)
class Pad:
    """What holds a wheel up, by the names of all that is added to the model: they begin with prefix.

    joint, floating: the slider along z and the plane on it, and their bodies; ball: at the wheel
    centre; force, moments: elements by which the road acts on the wheel.
    """  # noqa: E501

    prefix: str

    @property
    def joint(self) -> str:
        """The slider that is held at the travel."""
        return f"{self.prefix}_pad"

    @property
    def floating(self) -> str:
        """The plane that gives way along x and y."""
        return f"{self.prefix}_float"

    @property
    def ball(self) -> str:
        """The ball joint at the wheel centre."""
        return f"{self.prefix}_ball"

    @property
    def force(self) -> str:
        """The force at the wheel centre."""
        return f"{self.prefix}_force"

    @property
    def moments(self) -> tuple[str, ...]:
        """The moments about x, y and z."""
        return tuple(f"{self.prefix}_moment_{axis}" for axis in "xyz")

    @property
    def inputs(self) -> tuple[str, ...]:
        """What the road does, as inputs of the bench."""
        return (f"{self.force}.force", *(f"{name}.scale" for name in self.moments))

    def load(self, wheel: Wheel, load: ContactLoad, motion: Any) -> dict[str, Any]:
        """Return what the road does, as force at the wheel centre and moment about it.

        The pad brings the vertical force, at the wheel centre; the road does so at the contact
        patch, about which the force of the motion before has this moment.
        """
        vertical = 0.0 if motion is None else float(motion.efforts[self.joint][0])
        force, moment = load_at_center(wheel, load, vertical)
        force[2] -= vertical
        return dict(zip(self.inputs, (force, *map(float, moment)), strict=True))


PAD = Pad("rig")


@dataclass(frozen=True, eq=False)
class ElasticPosition:
    """A corner in equilibrium on the pad: travel [m], steer [m or rad], load, state and wheel."""

    rig: ElasticRig
    travel: float
    steer: float
    load: ContactLoad
    state: State
    equilibrium: Equilibrium
    wheel: Wheel

    @property
    def wheel_load(self) -> float:
        """Vertical force of the road [N]."""
        return float(self.equilibrium.motion.efforts[PAD.joint][0])

    @cached_property
    def steering_axis(self) -> SteeringAxis | None:
        """The steering axis, in vehicle axes."""
        corner = self.rig.corner
        if corner.steering_axis is None:
            return None
        X = self.rig.bench.poses(self.state.q)[corner.carrier]
        lower, upper = (X.position + X.rotation @ p for p in corner.steering_axis)
        return SteeringAxis(lower, upper, self.wheel)


@with_checks
class ElasticRig:
    """A rig for kinematics and compliance of one suspension corner, with the chassis as ground.

    The arguments are those of `Rig`. Arms that bushings hold have a free joint to ground. Loads act
    at the contact patch (`ContactLoad`, without a vertical force, which the pad brings); the road
    gives way along x and y, and what the wheel carries follows from travel and load.

    Example:
        rig = sarrus.suspension.ElasticRig(system, steer="rack")
        sweep = rig.force("lateral", -3000.0, 3000.0)
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
        hold: Mapping[str, Any] | None = None,
    ) -> None:
        self.system = system
        self.corner = corner_of(
            system.model, wheel, center=center, spin_axis=spin_axis, radius=radius,
            steering_axis=steering_axis, steer=steer, springs=None, seats={}, hold=hold or {},
        )  # fmt: skip
        self.bench = on_pad(system.model, self.corner, PAD).compile(parameters=PAD.inputs)
        self.design: ElasticPosition = self._solution(None, 0.0, 0.0, ContactLoad())

    @property
    def heading(self) -> str:
        """What the rig holds, for titles."""
        return f"{self.system.model.name}: {self.corner.side_name} corner"

    # --- positions ------------------------------------------------------------------------------

    def at(
        self, travel: float = 0.0, steer: float = 0.0, load: ContactLoad | None = None
    ) -> ElasticPosition:
        """Return the corner in equilibrium at a travel [m] and steer [m or rad], under a load."""
        return self._solution(self.design, travel, steer, load or ContactLoad())

    def _solution(
        self, start: ElasticPosition | None, travel: float, steer: float, load: ContactLoad
    ) -> ElasticPosition:
        if load.vertical is not None:
            rule = "cannot be given on the pad, which is held at the travel: it follows from it"
            raise ModelError(Problem("K05", "contact load / vertical", rule))
        corner, bench = self.corner, self.bench
        held: dict[str, Any] = {**corner.hold, PAD.joint: travel}
        if corner.hub is not None:
            held[corner.hub] = 0.0
        if corner.steer is not None:
            held[corner.steer] = steer
        guess = None if start is None else start.state.q
        try:
            state = bench.assemble(held, guess=guess)
            wheel, motion = self._wheel(state), None if start is None else start.equilibrium.motion
            for _ in range(ROUNDS):
                inputs = PAD.load(wheel, load, motion)
                found = bench.equilibrium(state, locked=list(held), parameters=inputs)
                motion = found.motion
                state, before, wheel = found.state, wheel, self._wheel(found.state)
                if near((wheel,), (before,), PAD.load(wheel, load, motion), inputs):
                    break
        except (ModelError, SimulationStopped) as error:
            raise no_equilibrium(travel, error) from None
        return ElasticPosition(self, travel, steer, load, state, found, wheel)

    def _wheel(self, state: State) -> Wheel:
        return self.corner.wheel_at(self.bench.poses(state.q)[self.corner.carrier])

    # --- sweeps ---------------------------------------------------------------------------------

    def travel(
        self, lower: float, upper: float, steps: int = 17, *, steer: float = 0.0,
        load: ContactLoad | None = None,
    ) -> Sweep:  # fmt: skip
        """Return the corner at equally spaced travels [m], with its wheel load and wheel rate."""
        title = f"Wheel travel {lower * 1e3:g} to {upper * 1e3:g} mm, with compliance"
        values = even_values("travel", lower, upper, steps)
        rows = [self._row(p) for p in self._along([(z, steer, load) for z in values])]
        loads = np.array([row["wheel_load"][0] for row in rows])
        rates = np.gradient(loads, values, edge_order=2 if len(values) > 2 else 1)
        for row, rate in zip(rows, rates, strict=True):
            row["wheel_rate"] = (float(rate), "N/m", "wheel load by travel", True)
        return sweep_of(title, rows, (len(rows),))

    def roll(
        self, lower: float, upper: float, steps: int = 13, *, half_track: float | None = None
    ) -> Sweep:
        """Return the corner at roll angles of the vehicle [rad], positive to the right.

        The wheel goes up by half_track tan(roll) on the right and down on the left; camber to the
        road is that to the chassis less the roll, of a left wheel. half_track [m]: of the design
        position, unless given.
        """
        half = abs(float(self.design.wheel.patch[1])) if half_track is None else half_track
        title = f"Roll {np.degrees(lower):g} to {np.degrees(upper):g} deg"
        angles, side = even_values("roll", lower, upper, steps), self.corner.side
        rows = []
        targets = [(-side * half * np.tan(a), 0.0, None) for a in angles]
        for angle, position in zip(angles, self._along(targets), strict=True):
            row = self._row(position)
            to_road = row["camber"][0] - side * angle
            text = "camber to the road, of a vehicle that rolls"
            rows.append({"roll": (float(angle), "rad", "of the vehicle, to the right", True), **row,
                         "camber_to_road": (to_road, "rad", text, True)})  # fmt: skip
        return sweep_of(title, rows, (len(rows),))

    def steer(
        self, lower: float, upper: float, steps: int = 17, *, travel: float = 0.0,
        load: ContactLoad | None = None,
    ) -> Sweep:  # fmt: skip
        """Return the corner at equally spaced coordinates of the steering joint [m or rad]."""
        if self.corner.steer is None:
            raise ModelError(steering_unknown())
        values = even_values("steer", lower, upper, steps)
        rows = [self._row(p) for p in self._along([(travel, s, load) for s in values])]
        return sweep_of(f"Steer at travel {travel * 1e3:g} mm, with compliance", rows, (len(rows),))

    def force(
        self, kind: str, lower: float, upper: float, steps: int = 13, *, travel: float = 0.0,
        steer: float = 0.0, axes: str = "chassis", torque_by: str = "carrier",
    ) -> Sweep:  # fmt: skip
        """Return the corner under a force or moment of the road that goes from lower to upper.

        kind: "lateral" or "longitudinal" [N], "aligning" [N m]; axes and torque_by as of
        `ContactLoad`.
        """
        if kind not in FORCES:
            rule = f"is none of {', '.join(map(repr, FORCES))}"
            raise ModelError(Problem("S03", "rig / force", rule, value=repr(kind)[:80]))
        unit, text = FORCES[kind]
        values = even_values(kind, lower, upper, steps)
        loads = [ContactLoad(axes=axes, torque_by=torque_by, **{kind: float(x)}) for x in values]
        rows = []
        for x, position in zip(
            values, self._along([(travel, steer, one) for one in loads]), strict=True
        ):
            rows.append({kind: (float(x), unit, text, True), **self._row(position)})
        title = f"{WORDS[kind]} {lower:g} to {upper:g} {unit} at travel {travel * 1e3:g} mm"
        return sweep_of(title, rows, (len(rows),))

    def coefficients(
        self, *, travel: float = 0.0, steer: float = 0.0, force: float = 1000.0,
        moment: float = 100.0, height: float = 0.01,
    ) -> Sweep:  # fmt: skip
        """Return the usual numbers of kinematics and compliance, as a sweep of one row.

        Columns such as `toe.by_lateral` [rad/N]: the change of camber, toe, steer angle, of the
        place of the patch and of the wheel load by travel, lateral and longitudinal force and
        aligning moment. They are central differences over a small part of force [N], moment [N m]
        and height [m].
        """
        here = self.at(travel, steer)
        row: Row = {}
        sizes = {"travel": height, "lateral": force, "longitudinal": force, "aligning": moment}
        for what, size in sizes.items():
            d = STEP * size
            up, down = (self._values(self._beside(here, what, sign * d)) for sign in (1.0, -1.0))
            per, _ = ("m", "") if what == "travel" else FORCES[what]
            per = f"({per})" if " " in per else per
            for name in (*SHOWN, "wheel_load"):
                unit, text = LOAD if name == "wheel_load" else MEASURES[name]
                value = (up[name] - down[name]) / (2.0 * d)
                row[f"{name}.by_{what}"] = (value, f"{unit}/{per}", f"{text}: by {what}", True)
        return sweep_of(f"Coefficients at travel {travel * 1e3:g} mm", [row], (1,))

    def _beside(self, here: ElasticPosition, what: str, by: float) -> ElasticPosition:
        """Return the corner with a little more of travel or load."""
        if what == "travel":
            return self._solution(here, here.travel + by, here.steer, here.load)
        more: dict[str, Any] = {what: by}
        return self._solution(here, here.travel, here.steer, replace(here.load, **more))

    def design_sweep(self) -> Sweep:
        """Return the design position with its coefficients, as a sweep of one row."""
        rows = {**self._row(self.design)}
        for column in self.coefficients().columns.values():
            rows[column.name] = (float(column.values[0]), column.unit, column.description, True)
        return sweep_of("Design position", [rows], (1,))

    def _along(
        self, targets: Sequence[tuple[float, float, ContactLoad | None]]
    ) -> Iterator[ElasticPosition]:
        """Go through targets, each from the nearest that is known; in their order."""
        found: dict[int, ElasticPosition] = {}
        first = int(
            np.argmin([abs(z) + abs(s) + (load or ContactLoad()).size for z, s, load in targets])
        )
        for way in (range(first, len(targets)), range(first - 1, -1, -1)):
            position = found.get(first, self.design)
            for k in way:
                travel, steer, load = targets[k]
                position = self._solution(
                    position, float(travel), float(steer), load or ContactLoad()
                )
                found[k] = position
        yield from (found[k] for k in sorted(found))

    # --- rows -----------------------------------------------------------------------------------

    def _values(self, position: ElasticPosition) -> dict[str, float]:
        wheel, design = position.wheel, getattr(self, "design", position).wheel
        way = wheel.patch - design.patch
        found = {
            "camber": wheel.camber,
            "toe": wheel.toe,
            "steer_angle": wheel.steer_angle,
            "half_track_change": float(wheel.side * way[1]),
            "wheelbase_change": float(way[0]),
            "wheel_load": position.wheel_load,
        }
        axis = position.steering_axis
        if axis is not None:
            found |= {"caster": axis.caster, "kingpin_inclination": axis.inclination,
                      "scrub_radius": axis.scrub_radius, "trail": axis.trail}  # fmt: skip
        return found

    def _row(self, position: ElasticPosition) -> Row:
        row: Row = {"travel": (position.travel, "m", "height above the design position", True)}
        if self.corner.steer is not None:
            unit = self.system.model.joint(self.corner.steer).type.coordinates[0].unit
            row["steer"] = (position.steer, unit, f"coordinate of '{self.corner.steer}'", True)
        for name, value in self._values(position).items():
            row[name] = (value, *(LOAD if name == "wheel_load" else MEASURES[name]), True)
        springs = self.corner.springs
        for part in pickup_forces(self.bench, self.system.model, springs, position.equilibrium):
            row[part.name] = (part.value, part.unit, part.description, part.unique)
        return row

    def report(self, *sweeps: Sweep) -> str:
        """Return sweeps in words and numbers, in millimetres and degrees."""
        return "\n\n".join(sweep.report() for sweep in sweeps) + "\n"


def on_pad(model: Model, corner: Corner, pad: Pad) -> Model:
    """Return the model with the wheel centre on a pad: a slider along z, a plane, a ball."""
    X = model.body(corner.carrier).pose.transform
    at = Pose(vector3(X.point(corner.center)))
    inertia = tuple(tuple(SMALL * float(i == j) for j in range(3)) for i in range(3))
    names = (pad.joint, pad.floating)
    parts = tuple(Body(name, SMALL, inertia=inertia, pose=at) for name in names)  # type: ignore[arg-type]
    wheel = model.body(corner.wheel).pose.transform.inverse.point(np.array(at.position))
    zero = (0.0, 0.0, 0.0)
    forces: list[ForceElement] = [PointForce(pad.force, corner.wheel, vector3(wheel), zero)]
    for name, along in zip(
        pad.moments, ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), strict=True
    ):
        forces.append(Moment(name, corner.wheel, ((along, 1.0),), scale=0.0))
    joints = (
        Joint(pad.joint, Prismatic(), GROUND, pad.joint, on_parent=at),
        Joint(pad.floating, Planar(), pad.joint, pad.floating),
        Joint(pad.ball, Spherical(), pad.floating, corner.wheel, on_child=Pose(vector3(wheel))),
    )
    return replace(
        model,
        bodies=(*model.bodies, *parts),
        joints=(*model.joints, *joints),
        forces=(*model.forces, *forces),
    )


def near(
    wheels: Sequence[Wheel],
    before: Sequence[Wheel],
    inputs: Mapping[str, Any],
    then: Mapping[str, Any],
) -> bool:
    """Tell whether contact patches and what acts there are what they were."""
    moved = [w.patch - b.patch for w, b in zip(wheels, before, strict=True)]
    now, was = (np.hstack([np.ravel(x[name]) for name in inputs]) for x in (inputs, then))
    off = float(np.max(np.abs(now - was)))
    return float(np.max(np.abs(moved))) < NEAR and off <= ALIKE * max(
        1.0, float(np.max(np.abs(now)))
    )


def pickup_forces(
    bench: System, model: Model, springs: Sequence[LineElement], found: Equilibrium
) -> Iterator[Component]:
    """Go through the forces at joints and in bushings and springs of a model on its bench.

    Each acts on the first body of its element.
    """
    wrenches = found.wrenches(on="parent", axes="world")
    for joint in model.joints:
        if joint.type.n_rows == 0:
            continue
        wrench = wrenches[joint.name]
        text = f"force on '{joint.parent}' at joint '{joint.name}'"
        yield from components(f"{joint.name}.force", wrench.force, "N", text, wrench.unique_force)
    drive = Drive(bench, np.zeros(1), (found.motion,), np.ones(1))
    for element in model.forces:
        if isinstance(element, Bushing):
            force = np.asarray(drive[f"{element.name}.{element.body_a}.force"]).reshape(-1)[:3]
            text = f"force of bushing '{element.name}'"
            yield from components(f"{element.name}.force", force, "N", text, (True,) * 3)
    for spring in springs:
        pull = float(drive[f"{spring.name}.force"][0])
        text = f"force of '{spring.name}' along its line, positive when it pulls"
        yield Component(f"{spring.name}.pull", pull, "N", text, True)


def no_equilibrium(travel: float, error: Any) -> ModelError:
    """Return what is wrong where a rig finds no equilibrium."""
    first = error.problems[0]
    return ModelError(
        Problem(
            "K06",
            f"equilibrium on the rig at travel {travel:.6g} m",
            f"is not found: {first.code} {first.rule}",
            cause="an arm that nothing holds (a bushing or joint is missing), or a far stop",
            action="look at the bushings and joints of the corner; sweep less far or load it less",
        )
    )
