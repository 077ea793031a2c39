"""End stops of one coordinate of a joint: they push, and never pull."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sarrus.model.fields import joint_coordinate, number
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.model.options import NO_UNIT, POSITION
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar, select

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope


@element
class EndStop(ForceElement):
    """Stops at limits of a coordinate of a joint: push k p^n max(0, 1 + a dp/dt) for p > 0.

    p: how far the coordinate is beyond a limit; n: the exponent (Hunt and Crossley, J. Appl. Mech.
    42, 1975). Where neither limit is given, those of the joint itself are taken; a limit that is
    infinite has no stop.
    """

    name: str
    joint: str = joint_coordinate()
    lower: float = number(POSITION, "lower limit", otherwise=lambda reading: -math.inf)
    upper: float = number(POSITION, "upper limit", otherwise=lambda reading: math.inf)
    k: float = number(("N*m/rad^n", "N/m^n"), "stiffness", above=0.0)
    a: float = number(
        ("s/rad", "s/m"), "damping, as a part of the stiffness", default=0.0, at_least=0.0
    )
    exponent: float = number(
        NO_UNIT, "of the penetration", default=1.0, at_least=1.0, is_input=False
    )
    index: int = 0

    positional = ("joint", "k", "a")
    gap_unit = ""

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "joint", "exponent")  # the unit of k depends on both
        if reading.get("lower") is None and reading.get("upper") is None:
            _take_limits_of_joint(reading)
        else:
            reading.only(cls, "lower", "upper")
            _check_limits(reading)
        return super().read(reading)

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        found = super().as_options(drawing)
        return {key: x for key, x in found.items() if not (isinstance(x, float) and math.isinf(x))}

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

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return [-p for _, p, _ in self._stops(scene)]

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        stops, a = list(self._stops(scene)), scene.value(self, "a")
        found = [-p for _, p, _ in stops]
        damped = not (isinstance(a, float) and a == 0.0)
        return (*found, *[1.0 + a * rate for _, _, rate in stops if damped])


def _take_limits_of_joint(reading: Reading) -> None:
    """Take the limits of the joint itself; report (M28) if it has none."""
    joint = reading.values.get("joint")
    if joint is None:
        return
    own = reading.scope.joints[joint].limits
    lower, upper = own[reading.values["index"]] if own else (-math.inf, math.inf)
    if math.isinf(lower) and math.isinf(upper):
        rule = f"or upper must be given: joint '{joint}' has no limits of its own"
        reading.entry.report("M28", "lower", rule, action="give lower, upper or both")
    reading.values |= {"lower": lower, "upper": upper}
    reading.read |= {"lower", "upper"}


def _check_limits(reading: Reading) -> None:
    """Report limits that are out of order (M21), and warn where they leave out 0 (W21)."""
    lower, upper = (reading.values.get(name) for name in ("lower", "upper"))
    unit = reading.unit(POSITION)
    if lower is None or upper is None:
        return
    if lower >= upper:
        rule = f"{lower:g} {unit} is not below upper, {upper:g} {unit}"
        reading.entry.report("M21", "lower", rule, action="exchange the two numbers")
    elif not lower <= 0.0 <= upper:
        rule = f"{lower:g} to {upper:g} {unit} leave out 0, the coordinate in the drawing"
        action = "start from another position, or move the drawing"
        reading.entry.report("W21", "lower and upper", rule, action=action, severity="warning")
