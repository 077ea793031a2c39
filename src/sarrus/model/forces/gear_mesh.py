"""The teeth of two wheels as springs, with backlash, damping and losses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.building.drawing import letter_or_vector
from sarrus.model.building.orientation import product, relative
from sarrus.model.fields import body_name, flag, number
from sarrus.model.forces.element import (
    Description,
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.frame_pair import frame_of_side
from sarrus.model.forces.shaping import positive_part
from sarrus.model.options import AXIS, NO_UNIT, PLACE, POSE, Option
from sarrus.model.pose import Pose, vector3
from sarrus.model.registry import element
from sarrus.public_names import LateModule
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, cross, join, select

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope
    from sarrus.model.joints import gears
    from sarrus.model.joints.gears import HelicalGears, InternalGears
else:
    gears = LateModule("sarrus.model.joints.gears")

SOFT = 0.1
"""Width of the change from one pair of teeth to the next, over a radian of the pitch."""


@dataclass(frozen=True)
class Flank:
    """One side of the teeth: how deep they press into each other, its rate, and the direction.

    row: the rates of the gap, which is the direction of the force on wheel 2.
    """

    depth: Scalar
    rate: Scalar
    row: Array


@dataclass(frozen=True)
class Motion:
    """The motion of wheel 2 against wheel 1: X_WM, both flanks, and how they roll.

    rolled: the turn of wheel 1 against the line of centres; slip: how much faster than wheel 2 it
    turns about its axis.
    """

    X_WM: Transform
    flanks: tuple[Flank, Flank]
    rolled: Scalar
    rolling_row: Array
    rolling: Scalar
    slip: Scalar
    axis: Array


@element(kw_only=True)
class GearMesh(ForceElement):
    """Elastic teeth between wheel 1 on a and wheel 2 on b, on parallel axes, with backlash.

    Each flank pushes where it presses d > 0 into the other, along the normal of the involutes,

        push = k d max(0, 1 + damping dd/dt),   k = stiffness (1 + variation (N/contact ratio - 1))

    with N the pairs of teeth that touch now. d is 0 in the drawing, less half of the backlash.
    Of the power that passes, 1 - efficiency is lost (efficiency_back where wheel 2 drives), by a
    moment on both wheels against their turning on each other.
    """

    name: str
    body_a: str = body_name("the body of wheel 1, or ground", option="a")
    body_b: str = body_name("the body of wheel 2, or ground", option="b")
    on_a: Pose
    on_b: Pose
    teeth_1: float = number(NO_UNIT, "number of teeth of wheel 1", above=0.0, is_input=False)
    teeth_2: float = number(NO_UNIT, "number of teeth of wheel 2", above=0.0, is_input=False)
    module: float = number("m", "in the normal section of the teeth", above=0.0, is_input=False)
    helix_angle: float = number(
        "rad", "of wheel 1, positive for a right hand", default=0.0, is_input=False
    )
    pressure_angle: float = number(
        "rad",
        "in the normal section of the teeth, 20 degrees if not given",
        default=math.radians(20.0),
        above=0.0,
        is_input=False,
    )
    internal: bool = flag("wheel 2 is a ring, in which wheel 1 rolls", default=False)
    stiffness: float = number("N/m", "of the teeth along their normal", above=0.0)
    damping: float = number("s/m", "as a part of the stiffness", default=0.0, at_least=0.0)
    backlash: float = number("m", "play of the teeth along their normal", default=0.0, at_least=0.0)
    variation: float = number(
        NO_UNIT,
        "1: the stiffness goes with the pairs of teeth that touch, 0: it is the mean",
        default=0.0,
        at_least=0.0,
        is_input=False,
    )
    efficiency: float = number(NO_UNIT, "where wheel 1 drives", default=1.0, above=0.0)
    efficiency_back: float = number(
        NO_UNIT, "where wheel 2 drives, as efficiency if not given", otherwise="efficiency"
    )
    smoothing: float = number(
        "rad/s",
        "turning of the wheels on each other at which losses are full",
        default=1e-2,
        above=0.0,
    )
    distance: float = number(
        "m",
        "of the axes; that of the drawing, else of teeth and module, if not given",
        default=None,
        kept=0.0,
        at_least=0.0,
        is_input=False,
    )

    type_name = "gear_mesh"
    positional = ("a", "b")
    more_options = (
        Option("at", PLACE, "a point of the axis of wheel 1, in the drawing", None, "m"),
        Option("at2", PLACE, "a point of the axis of wheel 2, in the drawing", None, "m"),
        Option("axis", AXIS, "the direction of both axes, in the drawing", None),
        Option("on_a", POSE, "instead the frame of wheel 1, z its axis, x to wheel 2", None),
        Option("on_b", POSE, "instead the frame of wheel 2, z its axis, x to wheel 1", None),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        from sarrus.model.building.gears import drawn_pair

        reading.only(
            cls,
            "body_a",
            "body_b",
            "teeth_1",
            "teeth_2",
            "module",
            "helix_angle",
            "pressure_angle",
            "internal",
        )
        values, entry = reading.values, reading.entry
        a, b = values.get("body_a"), values.get("body_b")
        if a is not None and a == b:
            entry.report(
                "M08", "", f"connects '{a}' with itself", action="give two different bodies"
            )
        numbers = ("teeth_1", "teeth_2", "module", "helix_angle", "pressure_angle")
        if a is None or b is None or any(values.get(n) is None for n in numbers):
            return super().read(reading)
        given = {n: values[n] for n in numbers}
        pair = _pair(**given, internal=bool(values.get("internal")))
        scope, frames = reading.scope, [reading.get(name) for name in ("on_a", "on_b")]
        if frames != [None, None]:
            if any(reading.get(name) is not None for name in ("at", "at2", "axis")):
                rule = "is given together with a place in the drawing; give one or the other"
                entry.report("M28", "on_a", rule)
            sides = zip(("on_a", "on_b"), frames, (a, b), strict=True)
            poses = [frame_of_side(scope, entry, *side) for side in sides]
            if None in poses:
                return None
            values |= {"on_a": poses[0], "on_b": poses[1]}
            return super().read(reading)
        found = drawn_pair(entry, reading.get, pair)
        if found is None:
            return None
        drawn, F, M = found
        values |= {"on_a": relative(scope.pose_of(a), F), "on_b": relative(scope.pose_of(b), M)}
        reading.read.add("distance")
        values["distance"] = drawn.distance
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        """Report efficiencies that no mesh has."""
        ratio, entry = self.teeth_1 / self.teeth_2, reading.entry
        for name in ("efficiency", "efficiency_back"):
            value = getattr(self, name)
            if value > 1.0:
                entry.report(
                    "M04", name, "is above 1: the teeth would give power", value=f"{value:g}"
                )
        if self.internal and self.efficiency <= ratio:
            rule = f"is not above the ratio {ratio:.4g} of a wheel in a ring: the wheels would jam"
            entry.report("M04", "efficiency", rule, value=f"{self.efficiency:g}")
        if self.efficiency_back <= -1.0 / ratio:
            rule = "is below what sliding teeth can lose"
            entry.report("M04", "efficiency_back", rule, value=f"{self.efficiency_back:g}")

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        F = product(drawing.pose_of(self.body_a), self.on_a)
        M = product(drawing.pose_of(self.body_b), self.on_b)
        z = vector3(np.array(F.rotation).T[2])
        places = {"at": F.position, "at2": M.position, "axis": letter_or_vector(z)}
        yield self.method, {**found, **places}
        yield self.method, {**found, "on_a": self.on_a, "on_b": self.on_b}

    def in_part(self, part: Part) -> ForceElement:
        more: dict[str, Any] = {
            "on_a": part.wheel_frame(self.body_a, self.on_a),
            "on_b": part.wheel_frame(self.body_b, self.on_b),
        }
        if part.is_mirrored:
            more["helix_angle"] = 0.0 - self.helix_angle
        return replace(super().in_part(part), **more)  # type: ignore[type-var]

    def pair(self, flank: float) -> HelicalGears | InternalGears:
        """Return the geometry of the teeth, of one of their flanks."""
        made = _pair(
            self.teeth_1,
            self.teeth_2,
            self.module,
            self.helix_angle,
            self.pressure_angle,
            self.internal,
        )
        return replace(made, flank=flank, distance=self.distance)

    def motion(self, scene: Scene) -> Motion:
        """Return the motion of wheel 2 against wheel 1."""
        X_WF = scene.pose(self.body_a) @ self.on_a.transform
        X_WM = scene.pose(self.body_b) @ self.on_b.transform
        X_FM = X_WF.inverse @ X_WM
        a = scene.point(self.body_a, self.on_a.position)
        b = scene.point(self.body_b, self.on_b.position)
        w_a, w_b = scene.angular_velocity(self.body_a), scene.angular_velocity(self.body_b)
        carried = a.velocity + cross(w_a, b.position - a.position)
        V = join(X_WM.rotation.back(b.velocity - carried), X_WM.rotation.back(w_b - w_a))
        play, flanks = 0.5 * scene.value(self, "backlash"), []
        for side in (1.0, -1.0):
            g, row = self.pair(side).gap(X_FM)
            push = side * row
            flanks.append(Flank(-side * g - play, -(push @ V), push))
        rolled, row = self.pair(1.0).roll(X_FM)
        axis = X_WF.rotation.apply(np.array([0.0, 0.0, 1.0]))
        slip = axis @ (w_a - w_b)
        return Motion(X_WM, (flanks[0], flanks[1]), rolled, row, row @ V, slip, axis)

    def _stiffness(self, scene: Scene, now: Motion) -> tuple[Scalar, Scalar]:
        """Return k, and how it changes with the turn of wheel 1 against the line of centres."""
        k = scene.value(self, "stiffness")
        ratio = self.pair(1.0).contact_ratio
        if not self.variation or not ratio:
            return k, 0.0
        whole = math.floor(ratio)
        x = self.teeth_1 * now.rolled
        edge = math.cos(math.pi * (ratio - whole))
        step = np.tanh((np.cos(x) - edge) / SOFT)
        pairs = whole + 0.5 * (1.0 + step)
        rate = -0.5 * (1.0 - step * step) / SOFT * np.sin(x) * self.teeth_1
        part = self.variation / ratio
        return k * (1.0 + part * (pairs - ratio)), k * part * rate

    def _pushes(self, scene: Scene, now: Motion, k: Scalar) -> list[Scalar]:
        """Return the push of each flank, damping included."""
        return [
            k * positive_part(flank.depth) * (1.0 + self._damping(scene, flank))
            for flank in now.flanks
        ]

    def _damping(self, scene: Scene, flank: Flank) -> Scalar:
        part = scene.value(self, "damping") * flank.rate
        return select(part > -1.0, part, -1.0)

    def _loss(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Scalar:
        """Return the moment against the turning of the wheels on each other, on wheel 1."""
        if self.efficiency == 1.0 == self.efficiency_back:
            return 0.0
        pair = self.pair(1.0)
        moment = pair.lever * (pushes[0] + pushes[1])
        forth, back = scene.value(self, "efficiency"), scene.value(self, "efficiency_back")
        ratio, side = self.teeth_1 / self.teeth_2, pair.inside
        driving = moment * (1.0 - forth) / (forth + side * ratio)
        driven = moment * (1.0 - back) / (1.0 + side * ratio * back)
        passes = (pushes[0] - pushes[1]) * now.slip  # it has the sign of the rolling
        size = select(passes > 0.0, driving, driven)
        return -size * np.tanh(now.slip / scene.value(self, "smoothing"))

    def loads(self, scene: Scene) -> Sequence[Load]:
        now = self.motion(scene)
        k, change = self._stiffness(scene, now)
        pushes = self._pushes(scene, now, k)
        W = pushes[0] * now.flanks[0].row + pushes[1] * now.flanks[1].row
        if self.variation:
            squares = [positive_part(f.depth) ** 2 for f in now.flanks]
            W = W - 0.5 * change * (squares[0] + squares[1]) * now.rolling_row
        force, moment = now.X_WM.rotation.apply(W[0:3]), now.X_WM.rotation.apply(W[3:6])
        moment = moment - self._loss(scene, now, pushes) * now.axis
        at = now.X_WM.position
        return (
            PointLoad(self.body_a, at, -force),
            MomentLoad(self.body_a, -moment),
            PointLoad(self.body_b, at, force),
            MomentLoad(self.body_b, moment),
        )

    def potential(self, scene: Scene) -> Scalar:
        now = self.motion(scene)
        k, _ = self._stiffness(scene, now)
        depths = [positive_part(flank.depth) for flank in now.flanks]
        return 0.5 * k * (depths[0] * depths[0] + depths[1] * depths[1])

    def dissipation(self, scene: Scene) -> Scalar:
        now = self.motion(scene)
        k, _ = self._stiffness(scene, now)
        lost = -self._loss(scene, now, self._pushes(scene, now, k)) * now.slip
        for flank in now.flanks:
            lost = lost + k * positive_part(flank.depth) * self._damping(scene, flank) * flank.rate
        return lost

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("tooth_force", "N", "along the normal, above 0 where wheel 1 drives forwards"),
            Measure("tangential_force", "N", "along the motion at the pitch point"),
            Measure("radial_force", "N", "that parts the wheels"),
            Measure("axial_force", "N", "on wheel 2 along the axes"),
            Measure("mesh_power", "W", "that wheel 1 passes on, seen from the line of centres"),
            Measure("loss", "W", "by the sliding of the teeth"),
            Measure("pressed", "m", "depth by which the teeth press, below 0 free"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        now = self.motion(scene)
        k, _ = self._stiffness(scene, now)
        forth, back = pushes = self._pushes(scene, now, k)
        pair = self.pair(1.0)
        parts, force = pair.tooth, forth - back
        depth = select(now.flanks[0].depth > now.flanks[1].depth, *(f.depth for f in now.flanks))
        return (
            force,
            parts.tangential * force,
            parts.radial * (forth + back),
            parts.axial * force,
            pair.lever * force * now.rolling,
            -self._loss(scene, now, pushes) * now.slip,
            depth,
        )

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        now = self.motion(scene)
        found = [flank.depth for flank in now.flanks]
        damping = scene.value(self, "damping")
        if not (isinstance(damping, float) and damping == 0.0):
            found += [1.0 + damping * flank.rate for flank in now.flanks]
        return found

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return [-flank.depth for flank in self.motion(scene).flanks]


def _pair(
    teeth_1: float,
    teeth_2: float,
    module: float,
    helix_angle: float,
    pressure_angle: float,
    internal: bool,
) -> HelicalGears | InternalGears:
    """Return the teeth as those of a rigid pair."""
    of = gears.InternalGears if internal else gears.HelicalGears
    return of(teeth_1, teeth_2, module, helix_angle=helix_angle, pressure_angle=pressure_angle)
