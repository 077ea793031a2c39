"""A controller that holds the speed of a body by the effort on a joint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.fields import body_name, joint_coordinate, number, time_law, unit_vector
from sarrus.model.forces.element import (
    CoordinateLoad,
    ElementState,
    ForceElement,
    Load,
    Measure,
    Scene,
)
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.law import law_switches, law_value
from sarrus.model.options import EFFORT
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, dot
from sarrus.spatial.curve import Curve

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope


@element
class SpeedControl(ForceElement):
    """A controller that holds the speed of a body by the effort on a joint, as a driver does.

        e = speed(t) - along . velocity,   asked = kp e + ki integral,   d(integral)/dt = e
        effort = asked; with a limit: limit tanh(asked/limit), d(integral)/dt = e - (asked -
        effort)/kp, so that the integral does not run away while the effort is at its limit

    The velocity is that of the origin of the body against the world, along a direction that the
    body carries. The power counts as supply.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    body: str = body_name("the body whose speed is held")
    kp: float = number(("N*s", "N*s/m"), "effort for a lack of speed", at_least=0.0)
    speed: float = time_law("m/s", "what it shall be, a law of time", law="speed_law", kept=0.0)
    ki: float = number(("N", "N/m"), "effort for a lack of way", default=0.0, at_least=0.0)
    limit: float = number(
        EFFORT, "the largest effort, none if not given", default=None, kept=0.0, above=0.0
    )
    along: Vector3 = unit_vector(
        "direction of the speed, carried by the body",
        body="body",
        default="x",
        kept=(1.0, 0.0, 0.0),
    )
    initial_integral: float = number("m", "the integral at the start", default=0.0)
    speed_law: Curve | Formula | None = None
    index: int = 0

    positional = ("joint", "body")
    states = (ElementState("integral", "m", "integral of the lack of speed"),)

    def check(self, reading: Reading) -> None:
        """Report a limit without a proportional part, which would not let the integral go."""
        if self.limit and not self.kp:
            rule = "is 0, and there is a limit: the integral would run away at the limit"
            reading.entry.report("M28", "kp", rule, action="give kp, or no limit")

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        found = super().as_options(drawing)
        if not self.limit:
            found.pop("limit", None)
        return found

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (Measure("error", "m/s", "set speed minus the speed of the body"),)

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        return (self._error(scene),)

    def _error(self, scene: Scene) -> Scalar:
        asked = scene.value(self, "speed")
        if self.speed_law is not None:
            asked = law_value(self.speed_law, scene.time)
        moving = scene.point(self.body, (0.0, 0.0, 0.0)).velocity
        return asked - dot(scene.direction(self.body, self.along), moving)

    def _efforts(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the effort that is asked for, and what the limit leaves of it."""
        asked = scene.value(self, "kp") * self._error(scene)
        asked = asked + scene.value(self, "ki") * scene.state(self, "integral")
        if not self.limit:
            return asked, asked
        limit = scene.value(self, "limit")
        return asked, limit * np.tanh(asked / limit)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, self._efforts(scene)[1]),)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        error = self._error(scene)
        if not self.limit:
            return (error,)
        asked, effort = self._efforts(scene)
        return (error - (asked - effort) / scene.value(self, "kp"),)

    def supply(self, scene: Scene) -> Scalar:
        return self._efforts(scene)[1] * scene.rate(self.joint, self.index)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return law_switches(self.speed_law, scene.time)
