"""Forces that act in a window of a coordinate and in one direction of motion, such as cutting."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import (
    Beside,
    body_name,
    body_point,
    field,
    joint_coordinate,
    number,
    unit_vector,
)
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, PointLoad, Scene
from sarrus.model.forces.shaping import positive_part, smooth_step
from sarrus.model.options import (
    AXIS,
    BODY,
    EFFORT,
    NAME,
    NUMBER,
    NUMBERS,
    PLACE,
    POINT,
    POSITION,
    RATE,
    Option,
)
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, dot

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

MOVING = (-1, 0, 1)
NARROW = 0.01
"""Part of a window over which its ends are smoothed if no width is given."""


@element(kw_only=True)
class Window(ForceElement):
    """force g(x) h(w) along a coordinate x with the rate w.

    g rises from 0 to 1 over `width` about `start` and falls over `width` about `stop`; the work
    over a passage is force (stop - start) for every width. h rises from 0 to 1 between rest and
    the speed `speed_width` in the direction `moving` (1, -1, or 0 for both, h = 1). Both are
    s^2 (3 - 2 s), once differentiable; a width of 0 makes a jump.

    Where the force opposes the motion its power is dissipation (a tool turns it into heat), else
    supply.
    """

    force: float = number(EFFORT, "along x")
    start: float = field(Beside(POSITION))
    stop: float = field(Beside(POSITION))
    moving: int = 0
    width: float = 0.0
    speed_width: float = number(
        RATE,
        "from rest to the speed of full force; 0 is a jump",
        default=0.0,
        at_least=0.0,
        is_input=False,
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        _read_window(reading)
        return super().read(reading)

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        gate = {"window": [self.start, self.stop], "moving": self.moving, "width": self.width}
        return super().as_options(drawing) | gate

    @abstractmethod
    def position_and_rate(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the coordinate and its rate."""

    def effort(self, scene: Scene) -> Scalar:
        """Return the force along the coordinate."""
        x, rate = self.position_and_rate(scene)
        half = 0.5 * self.width
        inside = smooth_step(x - scene.value(self, "start") + half, self.width)
        inside = inside * (1.0 - smooth_step(x - scene.value(self, "stop") + half, self.width))
        if self.moving:
            inside = inside * smooth_step(self.moving * rate, self.speed_width)
        return scene.value(self, "force") * inside

    def dissipation(self, scene: Scene) -> Scalar:
        return positive_part(-self.effort(scene) * self.position_and_rate(scene)[1])

    def supply(self, scene: Scene) -> Scalar:
        return positive_part(self.effort(scene) * self.position_and_rate(scene)[1])

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        x, rate = self.position_and_rate(scene)
        half = 0.5 * self.width
        found = []
        for edge in (scene.value(self, "start"), scene.value(self, "stop")):
            found += [x - edge] if half == 0.0 else [x - edge + half, x - edge - half]
        if self.moving:
            found.append(rate)
            if self.speed_width:
                found.append(rate - self.moving * self.speed_width)
        return found


@element(form_of="window_force", kw_only=True)
class PointWindowForce(Window):
    """At a point of a body [m, body frame], along a direction u of the world: x = u.r."""

    name: str
    body: str = body_name()
    point: Vector3 = body_point("body", "the point")
    direction: Vector3 = unit_vector("the direction", option="along")

    def position_and_rate(self, scene: Scene) -> tuple[Scalar, Scalar]:
        motion = scene.point(self.body, scene.value(self, "point"))
        along = np.array(self.direction)
        return dot(along, motion.position), dot(along, motion.velocity)

    def loads(self, scene: Scene) -> Sequence[Load]:
        where = scene.point(self.body, scene.value(self, "point")).position
        return (PointLoad(self.body, where, self.effort(scene) * np.array(self.direction)),)


@element(kw_only=True)
class WindowForce(Window):
    """A force that acts while x is in a window (start, stop) and moves in one direction.

    On a coordinate of a joint, x = coordinate + offset; or at a point of a body, x its place along
    the direction `along` of the world, which makes a `PointWindowForce`. Where the force opposes
    the motion its power is dissipation (a tool turns it into heat), else supply.
    """

    name: str
    joint: str = joint_coordinate()
    index: int = 0
    offset: float = number(POSITION, "of the coordinate in x", default=0.0)

    positional = ("force", "window")
    more_options = (
        Option("joint", NAME, "the name of a joint; or body, at and along", None),
        Option("window", NUMBERS, "(start, stop) of x", unit="rad or m"),
        Option("moving", NUMBER, "direction of motion: 1, -1, or 0 for both", 0),
        Option(
            "width",
            NUMBER,
            "over which the ends of the window are smoothed, a hundredth of it if not given; "
            "0 is a jump",
            None,
            "rad or m",
        ),
        Option("body", BODY, "the body, or ground, instead of a joint", None),
        Option("at", PLACE, "the point of the body, in the drawing", None, "m"),
        Option("on", POINT, "the point in the body frame, or a named frame", None, "m"),
        Option("along", AXIS, "direction of x, in the world", None),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        if (reading.get("joint") is None) == (reading.get("body") is None):
            rule = "or body must be given, not both"
            action = "give a joint, or body, at and along"
            reading.entry.report("M28", "joint", rule, action=action)
            return None
        if reading.get("joint") is None:
            reading.is_angle = False
            return PointWindowForce.read(reading)
        reading.only(cls, "joint")
        return super().read(reading)

    def position_and_rate(self, scene: Scene) -> tuple[Scalar, Scalar]:
        x = scene.coordinate(self.joint, self.index) + scene.value(self, "offset")
        return x, scene.rate(self.joint, self.index)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, self.effort(scene)),)


def _read_window(reading: Reading) -> None:
    """Read window, direction of motion and width into the attributes."""
    entry, unit = reading.entry, reading.unit(POSITION)
    moving, raw = reading.get("moving"), reading.get("window")
    if isinstance(moving, bool) or moving not in MOVING:
        rule = "must be 1, -1, or 0 for both directions"
        entry.report("M25", "moving", rule, value=entry.literal("moving", moving))
    window = None if unit is None else entry.numbers("window", raw, unit, 2)
    if window is None or unit is None:
        return
    start, stop = window
    if not start < stop:
        value = entry.literal("window", raw)
        entry.report("M04", "window", "must be two increasing numbers", value=value)
        return
    width: float | None = NARROW * (stop - start)
    if reading.get("width") is not None:
        width = reading.number("width", POSITION, at_least=0.0)
    if width is not None and width > stop - start:
        rule = "is more than the whole window"
        entry.report("M04", "width", rule, value=entry.literal("width", reading.get("width")))
    reading.values |= {"start": start, "stop": stop, "moving": moving, "width": width}
