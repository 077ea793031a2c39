"""Friction in a joint that does not depend on its load: viscous, Coulomb and Stribeck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.model.fields import joint_coordinate, number
from sarrus.model.forces.dry_friction import (
    check_dry_friction,
    dry_friction,
    fading_exponent,
    fading_rate,
)
from sarrus.model.forces.element import CoordinateLoad, Load, Scene
from sarrus.model.forces.exact_friction import ExactFriction, exact_flag
from sarrus.model.options import DAMPING, EFFORT, RATE
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading


@element
class JointFriction(ExactFriction):
    """Friction, viscous and dry, on a coordinate of a joint, whatever its load: effort -T(w).

    T = d w + (sliding + (static - sliding) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

    T rises with at most d + static/smoothing, at rest. There is no true sticking: under a load
    below `static` the joint creeps, at about smoothing atanh(load/static).

    exact: in runs, Coulomb's law itself instead: at rest the joint is held by any effort up to
    `static`, and while it slides T = d w + sliding sign(w). Events change between the two.
    """

    name: str
    joint: str = joint_coordinate(position=False)
    sliding: float = number(EFFORT, "dry friction while the joint slides", at_least=0.0)
    static: float = number(
        EFFORT,
        "the most that holds it at rest, as sliding if not given",
        at_least=0.0,
        otherwise="sliding",
    )
    d: float = number(DAMPING, "viscous damping", default=0.0, at_least=0.0)
    smoothing: float = number(
        RATE, "the rate at which dry friction has built up", default=1e-3, above=0.0
    )
    stribeck: float = fading_rate()
    exponent: float = fading_exponent()
    exact: bool = exact_flag()
    index: int = 0
    by_events: bool = False
    sense: float = 0.0
    hold: float = 0.0
    stuck: float = 0.0
    shared: float = 0.0

    is_odd = True
    positional = ("joint", "sliding", "static")

    def check(self, reading: Reading) -> None:
        if self.exact:
            self.check_exact(reading.entry)
        else:
            numbers = (self.sliding, self.static, self.smoothing, self.stribeck)
            check_dry_friction(reading.entry, *numbers)

    def bound(self, scene: Scene) -> Scalar:
        return scene.value(self, "static")

    def _friction(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the rate and the effort against it."""
        rate = scene.rate(self.joint, self.index)
        if self.by_events:
            sliding, static = scene.value(self, "sliding"), scene.value(self, "static")
            sense, hold = scene.value(self, "sense"), scene.value(self, "hold")
            dry = sense * sliding - hold * static
            return rate, scene.value(self, "d") * rate + dry
        dry = dry_friction(
            rate,
            scene.value(self, "sliding"),
            scene.value(self, "static"),
            scene.value(self, "smoothing"),
            scene.value(self, "stribeck"),
            self.exponent,
        )
        return rate, scene.value(self, "d") * rate + dry

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, -self._friction(scene)[1]),)

    def dissipation(self, scene: Scene) -> Scalar:
        rate, effort = self._friction(scene)
        return rate * effort
