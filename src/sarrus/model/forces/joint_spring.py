"""Spring and damper on one coordinate of a joint, linear or by curves."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.model.fields import joint_coordinate, linear_law, number
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.options import DAMPING, EFFORT, POSITION, RATE, STIFFNESS
from sarrus.model.registry import element
from sarrus.spatial import Curve
from sarrus.spatial.arrays import Scalar


@element
class JointSpring(ForceElement):
    """A spring and damper on a coordinate of a joint: effort preload - k s - d rate.

    s = coordinate - free. Instead of k or d a `Curve` or rows (s, effort), (rate, effort) may be
    given, kept as `spring` and `damper`: rows are joined smoothly and go straight on beyond. A
    spring opposes s where it is positive; a damper has the sign of the rate.
    """

    name: str
    joint: str = joint_coordinate()
    k: float = linear_law(
        STIFFNESS,
        POSITION,
        EFFORT,
        "stiffness, or a curve or rows (s, effort)",
        argument="x",
        curve="spring",
        default=0.0,
        role="stiffness",
    )
    d: float = linear_law(
        DAMPING,
        RATE,
        EFFORT,
        "damping, or a curve or rows (rate, effort)",
        argument="w",
        curve="damper",
        default=0.0,
        role="damper",
    )
    free: float = number(POSITION, "the coordinate at which the spring is free", default=0.0)
    preload: float = number(EFFORT, "effort at that coordinate", default=0.0)
    spring: Curve | None = None
    damper: Curve | None = None
    index: int = 0

    positional = ("joint", "k", "d")

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
