"""What elastic teeth of all kinds share: the flanks of two wheels as springs, with backlash."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.building.drawing import letter_or_vector
from sarrus.model.building.orientation import product, relative
from sarrus.model.fields import body_name, number
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
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, cross, join, select

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope
    from sarrus.model.joints.gears import GearPair

SOFT = 0.1
"""Width of the change from one pair of teeth to the next, over a radian of the pitch."""
NORMAL_ANGLE = math.radians(20.0)


def module(text: str = "in the normal section of the teeth") -> Any:
    """Return the field of a module."""
    return number("m", text, above=0.0, is_input=False)


def pressure_angle() -> Any:
    """Return the field of the pressure angle."""
    text = "in the normal section of the teeth, 20 degrees if not given"
    return number("rad", text, default=NORMAL_ANGLE, above=0.0, is_input=False)


def tooth_number(text: str) -> Any:
    """Return the field of a number of teeth."""
    return number(NO_UNIT, f"number of teeth of {text}", above=0.0, is_input=False)


def places(axis: str, axis2: str = "") -> tuple[Option, ...]:
    """Return the options that say where both wheels are."""
    second = (Option("axis2", AXIS, axis2, None),) if axis2 else ()
    return (
        Option("at", PLACE, "a point of the axis of wheel 1, in the drawing", None, "m"),
        Option("at2", PLACE, "a point of the axis of wheel 2, in the drawing", None, "m"),
        Option("axis", AXIS, axis, None),
        *second,
        Option("on_a", POSE, "instead the frame of wheel 1, z its axis, x to wheel 2", None),
        Option("on_b", POSE, "instead the frame of wheel 2, z its axis, x to wheel 1", None),
    )


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
    """The motion of wheel 2 against wheel 1: X_WF, X_WM, X_FM, both flanks, and how they roll.

    rolled: the turn of wheel 1 against the line of centres; relative: the angular velocity of
    wheel 1 against wheel 2, in world axes; V: the velocity of M against F, in M's axes.
    """

    X_WF: Transform
    X_WM: Transform
    X_FM: Transform
    V: Array
    flanks: tuple[Flank, Flank]
    rolled: Scalar
    rolling_row: Array
    rolling: Scalar
    relative: Array


@element(kw_only=True)
class ElasticTeeth(ForceElement):
    """Elastic teeth between wheel 1 on a and wheel 2 on b: a flank pushes where it presses."""

    name: str
    body_a: str = body_name("the body of wheel 1, or ground", option="a")
    body_b: str = body_name("the body of wheel 2, or ground", option="b")
    on_a: Pose
    on_b: Pose
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

    positional = ("a", "b")
    of_pair: ClassVar[tuple[str, ...]] = ()
    """The attributes that are those of the pair of gears as a joint."""
    of_drawing: ClassVar[tuple[str, ...]] = ("distance",)
    """Those that the drawing says."""
    handed: ClassVar[tuple[str, ...]] = ()
    """Those that a mirror image has with the other sign."""

    @classmethod
    @abstractmethod
    def pair_of(cls, numbers: dict[str, Any]) -> GearPair:
        """Return the rigid pair with these numbers."""

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        from sarrus.model.building.gears import drawn_pair
        from sarrus.model.building.joints import keeps_rule
        from sarrus.model.joints.joint_type import parameters_of

        reading.only(cls, "body_a", "body_b", *cls.of_pair)
        values, entry = reading.values, reading.entry
        a, b = values.get("body_a"), values.get("body_b")
        if a is not None and a == b:
            entry.report(
                "M08", "", f"connects '{a}' with itself", action="give two different bodies"
            )
        needed = [name for name in cls.of_pair if name not in cls.of_drawing]
        if a is None or b is None or any(values.get(n) is None for n in needed):
            return super().read(reading)
        pair = cls.pair_of({n: values[n] for n in cls.of_pair if values.get(n) is not None})
        rules = {n: rule for n, (_, rule) in parameters_of(type(pair)).items() if n in values}
        kept = [keeps_rule(entry, n, rule, values[n], reading.get(n)) for n, rule in rules.items()]
        if not all(kept):
            return None
        scope, frames = reading.scope, [reading.get(name) for name in ("on_a", "on_b")]
        if frames != [None, None]:
            if any(reading.get(o.keyword) is not None for o in cls.more_options[:-2]):
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
        for name in cls.of_drawing:
            reading.read.add(name)
            values[name] = getattr(drawn, name)
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        """Report (M04) a stiffness that follows a number of pairs of teeth that is not known."""
        if self.variation and self.pair(1.0).contact_ratio is None:
            rule = "asks how many pairs of teeth touch, which is not known at these axes"
            action = "leave variation out: the stiffness is the mean"
            value = f"{self.variation:g}"
            reading.entry.report("M04", "variation", rule, value=value, action=action)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing)
        F = product(drawing.pose_of(self.body_a), self.on_a)
        M = product(drawing.pose_of(self.body_b), self.on_b)
        yield self.method, {**found, **self.drawn_places(F, M)}
        yield self.method, {**found, "on_a": self.on_a, "on_b": self.on_b}

    def drawn_places(self, F: Pose, M: Pose) -> dict[str, Any]:
        """Return the options that put the wheels where their frames are in the drawing."""
        z = vector3(np.array(F.rotation).T[2])
        return {"at": F.position, "at2": M.position, "axis": letter_or_vector(z)}

    def in_part(self, part: Part) -> ForceElement:
        keeps = self.pair(1.0).keeps
        more: dict[str, Any] = {
            "on_a": part.wheel_frame(self.body_a, self.on_a, keeps),
            "on_b": part.wheel_frame(self.body_b, self.on_b, keeps),
        }
        if part.is_mirrored:
            more |= {name: 0.0 - getattr(self, name) for name in self.handed}
        return replace(super().in_part(part), **more)  # type: ignore[type-var]

    def pair(self, flank: float) -> Any:
        """Return the geometry of the teeth, of one of their flanks."""
        made: Any = self.pair_of({name: getattr(self, name) for name in self.of_pair})
        return replace(made, flank=flank)

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
        both = flanks[0], flanks[1]
        return Motion(X_WF, X_WM, X_FM, V, both, rolled, row, row @ V, w_a - w_b)

    def _stiffness(self, scene: Scene, now: Motion) -> tuple[Scalar, Scalar]:
        """Return k, and how it changes with the turn of wheel 1 against the line of centres."""
        k, pair = scene.value(self, "stiffness"), self.pair(1.0)
        ratio = pair.contact_ratio
        if not self.variation or not ratio:
            return k, 0.0
        whole = math.floor(ratio)
        teeth = pair.tooth_counts[0]
        x = teeth * now.rolled
        edge = math.cos(math.pi * (ratio - whole))
        step = np.tanh((np.cos(x) - edge) / SOFT)
        pairs = whole + 0.5 * (1.0 + step)
        rate = -0.5 * (1.0 - step * step) / SOFT * np.sin(x) * teeth
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

    @abstractmethod
    def loss(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Scalar:
        """Return the power that the teeth lose by sliding."""

    @abstractmethod
    def lossy_loads(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Sequence[Load]:
        """Return the loads on the wheels that lose this power."""

    def loads(self, scene: Scene) -> Sequence[Load]:
        now = self.motion(scene)
        k, change = self._stiffness(scene, now)
        pushes = self._pushes(scene, now, k)
        W = pushes[0] * now.flanks[0].row + pushes[1] * now.flanks[1].row
        if self.variation:
            squares = [positive_part(f.depth) ** 2 for f in now.flanks]
            W = W - 0.5 * change * (squares[0] + squares[1]) * now.rolling_row
        force, moment = now.X_WM.rotation.apply(W[0:3]), now.X_WM.rotation.apply(W[3:6])
        at = now.X_WM.position
        return (
            PointLoad(self.body_a, at, -force),
            MomentLoad(self.body_a, -moment),
            PointLoad(self.body_b, at, force),
            MomentLoad(self.body_b, moment),
            *self.lossy_loads(scene, now, pushes),
        )

    def potential(self, scene: Scene) -> Scalar:
        now = self.motion(scene)
        k, _ = self._stiffness(scene, now)
        depths = [positive_part(flank.depth) for flank in now.flanks]
        return 0.5 * k * (depths[0] * depths[0] + depths[1] * depths[1])

    def dissipation(self, scene: Scene) -> Scalar:
        now = self.motion(scene)
        k, _ = self._stiffness(scene, now)
        lost = self.loss(scene, now, self._pushes(scene, now, k))
        for flank in now.flanks:
            lost = lost + k * positive_part(flank.depth) * self._damping(scene, flank) * flank.rate
        return lost

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("tooth_force", "N", "along the normal, above 0 where wheel 1 drives forwards"),
            Measure("tangential_force", "N", "along the motion at the pitch point"),
            Measure("radial_force", "N", "that parts the wheels"),
            Measure("axial_force", "N", "on wheel 2 along the axis of wheel 1"),
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
        # of bevel gears the axial force parts the wheels, too
        axial = forth + back if pair.axial_sign != self.pair(-1.0).axial_sign else force
        return (
            force,
            parts.tangential * force,
            parts.radial * (forth + back),
            parts.axial * axial,
            pair.lever * force * now.rolling,
            self.loss(scene, now, pushes),
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


@element(kw_only=True)
class TeethWithEfficiency(ElasticTeeth):
    """Elastic teeth that lose a part of the power that passes, by the wheel that drives."""

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

    def check(self, reading: Reading) -> None:
        """Report efficiencies that no mesh has."""
        super().check(reading)
        first, second = self.pair(1.0).sliding
        entry = reading.entry
        for name in ("efficiency", "efficiency_back"):
            value = getattr(self, name)
            if value > 1.0 and reading.get(name) is not None:
                entry.report(
                    "M04", name, "is above 1: the teeth would give power", value=f"{value:g}"
                )
        least = -second / first
        if self.efficiency <= least:
            rule = f"is not above {least:.4g}, the ratio of a wheel in a ring: they would jam"
            entry.report("M04", "efficiency", rule, value=f"{self.efficiency:g}")
        if second > 0.0 and self.efficiency_back <= -first / second:
            rule = "is below what sliding teeth can lose"
            entry.report("M04", "efficiency_back", rule, value=f"{self.efficiency_back:g}")

    def _slip(self, now: Motion) -> tuple[Scalar, Array]:
        """Return how fast wheel 1 turns on wheel 2, and about which direction."""
        first, second = self.pair(1.0).rolling_axis
        Z = np.array([0.0, 0.0, 1.0])
        about = now.X_WF.rotation.apply(first * Z)
        if second:
            about = about + now.X_WM.rotation.apply(second * Z)
        return about @ now.relative, about

    def _moment(self, scene: Scene, now: Motion, pushes: list[Scalar], slip: Scalar) -> Scalar:
        """Return the moment against the turning of the wheels on each other, on wheel 1."""
        pair = self.pair(1.0)
        moment = pair.lever * (pushes[0] + pushes[1])
        forth, back = scene.value(self, "efficiency"), scene.value(self, "efficiency_back")
        first, second = pair.sliding
        driving = moment * (1.0 - forth) / (first * forth + second)
        driven = moment * (1.0 - back) / (first + second * back)
        passes = (pushes[0] - pushes[1]) * slip  # it has the sign of the rolling
        size = select(passes > 0.0, driving, driven)
        return -size * np.tanh(slip / scene.value(self, "smoothing"))

    @property
    def _is_lossless(self) -> bool:
        return bool(self.efficiency == 1.0 == self.efficiency_back)

    def loss(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Scalar:
        if self._is_lossless:
            return 0.0
        slip, _ = self._slip(now)
        return -self._moment(scene, now, pushes, slip) * slip

    def lossy_loads(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Sequence[Load]:
        if self._is_lossless:
            return ()
        slip, about = self._slip(now)
        moment = self._moment(scene, now, pushes, slip) * about
        return MomentLoad(self.body_a, moment), MomentLoad(self.body_b, -moment)
