"""End stops of one coordinate of a joint: they push, and never pull."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar, select


@dataclass(frozen=True)
class EndStop(ForceElement):
    """Push k p^exponent max(0, 1 + a dp/dt) against the penetration p > 0 of a limit.

    lower, upper: limits of the coordinate [rad] or [m], infinite where there is no stop; k
    [N m/rad^n] or [N/m^n]; a [s/rad] or [s/m] (Hunt and Crossley, J. Appl. Mech. 42, 1975).
    """

    name: str
    joint: str
    lower: float
    upper: float
    k: float
    a: float = 0.0
    exponent: float = 1.0
    index: int = 0

    type_name: ClassVar[str] = "end_stop"
    units: ClassVar[dict[str, str]] = {
        "lower": "rad or m",
        "upper": "rad or m",
        "k": "N m/rad^n or N/m^n",
        "a": "s/rad or s/m",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def _stops(self, scene: Scene) -> Iterator[tuple[float, Scalar, Scalar]]:
        """Yield for every stop the sign of its push, the penetration (or -distance), its rate."""
        x, rate = scene.coordinate(self.joint, self.index), scene.rate(self.joint, self.index)
        for name, sign in (("lower", 1.0), ("upper", -1.0)):
            limit = scene.value(self, name)
            if not (isinstance(limit, float) and math.isinf(limit)):
                yield sign, sign * (limit - x), -sign * rate

    def _spring(self, scene: Scene, penetration: Scalar, more: float = 0.0) -> Scalar:
        """Return k p^(exponent + more), 0 without contact."""
        p = select(penetration > 0.0, penetration, 0.0)
        return scene.value(self, "k") * p ** (self.exponent + more)

    def _damping(self, scene: Scene, rate: Scalar) -> Scalar:
        """Return max(-1, a dp/dt): the part of the spring's push that damping adds."""
        part = scene.value(self, "a") * rate
        return select(part > -1.0, part, -1.0)

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort: Scalar = 0.0
        for sign, p, rate in self._stops(scene):
            effort = effort + sign * self._spring(scene, p) * (1.0 + self._damping(scene, rate))
        return (CoordinateLoad(self.joint, self.index, effort),)

    def potential(self, scene: Scene) -> Scalar:
        total: Scalar = 0.0
        for _, p, _ in self._stops(scene):
            total = total + self._spring(scene, p, 1.0) / (self.exponent + 1.0)
        return total

    def dissipation(self, scene: Scene) -> Scalar:
        total: Scalar = 0.0
        for _, p, rate in self._stops(scene):
            total = total + self._spring(scene, p) * self._damping(scene, rate) * rate
        return total

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        stops, a = list(self._stops(scene)), scene.value(self, "a")
        found = [-p for _, p, _ in stops]
        damped = not (isinstance(a, float) and a == 0.0)
        return (*found, *[1.0 + a * rate for _, _, rate in stops if damped])
