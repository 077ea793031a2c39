"""The teeth of a worm and its wheel as springs, with backlash, damping and friction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.building.drawing import letter_or_vector
from sarrus.model.fields import number
from sarrus.model.forces.elastic_teeth import (
    ElasticTeeth,
    Motion,
    module,
    places,
    pressure_angle,
    tooth_number,
)
from sarrus.model.forces.element import Load, Measure, PointLoad, Scene
from sarrus.model.options import NO_UNIT
from sarrus.model.pose import Pose, vector3
from sarrus.model.registry import element
from sarrus.public_names import LateModule
from sarrus.spatial.arrays import Array, Scalar, cross, dot, vector

if TYPE_CHECKING:
    from sarrus.model.joints import gears
    from sarrus.model.joints.gears import GearPair
else:
    gears = LateModule("sarrus.model.joints.gears")


@dataclass(frozen=True)
class Sliding:
    """How wheel 2 slides on wheel 1: the pitch point, its velocity there, both in world axes."""

    point: Array
    velocity: Array


@element(kw_only=True)
class WormMesh(ElasticTeeth):
    """Elastic teeth between a worm on a and its wheel on b, with backlash and friction.

    The flanks push as those of a `gear_mesh`. They slide along the thread, at the pitch point:

        friction = mu push s / sqrt(s.s + smoothing^2)

    against the sliding velocity s. From this follow the efficiencies of both directions by the lead
    angle g, (cos(a) - mu tan(g))/(cos(a) + mu/tan(g)) where the worm drives, and where the wheel
    does (cos(a) - mu/tan(g))/(cos(a) + mu tan(g)): below 0 the worm locks itself.
    """

    starts: float = tooth_number("the worm: its threads")
    teeth: float = tooth_number("the wheel")
    module: float = module()
    lead_angle: float = number(
        "rad", "of the worm at its pitch cylinder, positive for a right hand", is_input=False
    )
    pressure_angle: float = pressure_angle()
    mu: float = number(NO_UNIT, "coefficient of friction of the teeth", default=0.0, at_least=0.0)
    smoothing: float = number(
        "m/s", "the sliding speed below which friction fades", default=1e-3, above=0.0
    )
    distance: float = number(
        "m",
        "of the axes; that of the drawing, else of teeth and module, if not given",
        default=None,
        kept=0.0,
        at_least=0.0,
        is_input=False,
    )
    twist: float = number(
        "rad",
        "turn from the axis of the worm to that of the wheel about the way between them; that of "
        "the drawing, else a right angle, if not given",
        default=None,
        kept=0.5 * math.pi,
        is_input=False,
    )

    more_options = places(
        "the direction of the axis of the worm, in the drawing",
        "the direction of the axis of the wheel, in the drawing",
    )
    of_pair = (
        "starts",
        "teeth",
        "module",
        "lead_angle",
        "pressure_angle",
        "distance",
        "twist",
    )
    of_drawing = ("distance", "twist")
    handed = ("lead_angle", "twist")

    @classmethod
    def pair_of(cls, numbers: dict[str, Any]) -> GearPair:
        return gears.WormGears(**numbers)

    def drawn_places(self, F: Pose, M: Pose) -> dict[str, Any]:
        e = vector3(np.array(M.rotation).T[2])
        return {**super().drawn_places(F, M), "axis2": letter_or_vector(e)}

    def _sliding(self, now: Motion) -> Sliding:
        """Return how the teeth slide on each other at the pitch point."""
        p = now.X_FM.position
        out = vector(p[0], p[1], 0.0)
        P_F = self.pair(1.0).radii[0] / np.sqrt(dot(out, out)) * out
        P_M = now.X_FM.rotation.back(P_F - p)
        return Sliding(now.X_WF.point(P_F), now.V[0:3] + cross(now.V[3:6], P_M))

    def _frictions(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> list[Array]:
        """Return the friction of each flank on the wheel, over its speed, and along the teeth."""
        mu, small = scene.value(self, "mu"), scene.value(self, "smoothing")
        speed, found = self._sliding(now).velocity, []
        for flank, push in zip(now.flanks, pushes, strict=True):
            n = flank.row[0:3]
            s = speed - dot(n, speed) / dot(n, n) * n
            found.append(-mu * push / np.sqrt(dot(s, s) + small * small) * s)
        return found

    @property
    def _is_smooth(self) -> bool:
        return isinstance(self.mu, float) and self.mu == 0.0

    def loss(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Scalar:
        if self._is_smooth:
            return 0.0
        speed = self._sliding(now).velocity
        return -sum((dot(F, speed) for F in self._frictions(scene, now, pushes)), 0.0)

    def lossy_loads(self, scene: Scene, now: Motion, pushes: list[Scalar]) -> Sequence[Load]:
        if self._is_smooth:
            return ()
        first, second = self._frictions(scene, now, pushes)
        force, at = now.X_WM.rotation.apply(first + second), self._sliding(now).point
        return PointLoad(self.body_a, at, -force), PointLoad(self.body_b, at, force)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            *super().measures,
            Measure("sliding_speed", "m/s", "of the teeth at the pitch point"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        speed = self._sliding(self.motion(scene)).velocity
        return (*super().measure_values(scene), np.sqrt(dot(speed, speed)))
