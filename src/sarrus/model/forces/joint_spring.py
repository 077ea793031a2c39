"""Spring and damper on one coordinate of a joint, linear or by curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial import Curve
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class JointSpring(ForceElement):
    """Effort preload - k s - spring(s) - d rate - damper(rate), s = coordinate - free.

    k [N m/rad] or [N/m], d [N m s/rad] or [N s/m], free [rad] or [m], preload [N m] or [N];
    spring: a curve of the deflection s, opposed to it where positive; damper: a curve of the rate
    in the first and third quadrant.
    """

    name: str
    joint: str
    k: float = 0.0
    d: float = 0.0
    free: float = 0.0
    preload: float = 0.0
    spring: Curve | None = None
    damper: Curve | None = None
    index: int = 0

    type_name: ClassVar[str] = "joint_spring"
    units: ClassVar[dict[str, str]] = {
        "k": "N m/rad or N/m",
        "d": "N m s/rad or N s/m",
        "free": "rad or m",
        "preload": "N m or N",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def _deflection(self, scene: Scene) -> Scalar:
        return scene.coordinate(self.joint, self.index) - scene.value(self, "free")

    def _friction(self, scene: Scene) -> Scalar:
        """Return the effort of the damper, against the rate."""
        rate = scene.rate(self.joint, self.index)
        effort = scene.value(self, "d") * rate
        return effort if self.damper is None else effort + self.damper(rate)

    def loads(self, scene: Scene) -> Sequence[Load]:
        s = self._deflection(scene)
        effort = scene.value(self, "preload") - scene.value(self, "k") * s - self._friction(scene)
        if self.spring is not None:
            effort = effort - self.spring(s)
        return (CoordinateLoad(self.joint, self.index, effort),)

    def potential(self, scene: Scene) -> Scalar:
        s = self._deflection(scene)
        energy = 0.5 * scene.value(self, "k") * s * s - scene.value(self, "preload") * s
        if self.spring is not None:
            energy = energy + self.spring.integral(s) - self.spring.integral(0.0)
        return energy

    def dissipation(self, scene: Scene) -> Scalar:
        return self._friction(scene) * scene.rate(self.joint, self.index)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found = [self._deflection(scene) - x for x in _kinks(self.spring)]
        rates = _kinks(self.damper)
        return (*found, *[scene.rate(self.joint, self.index) - x for x in rates])


def _kinks(curve: Curve | None) -> list[float]:
    """Return where the slope of a curve jumps."""
    if curve is None:
        return []
    inner = curve.x[1:-1].tolist() if curve.smooth == 0 else []
    ends = [float(curve.x[0]), float(curve.x[-1])] if curve.beyond == "hold" else []
    return [*inner, *ends]
