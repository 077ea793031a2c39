"""A coordinate that follows another by a polynomial: one equation, held exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.building.entry import LARGEST
from sarrus.model.fields import Field, JointField, field
from sarrus.model.forces.element import ForceElement, Load, Scene
from sarrus.model.forces.row import Row
from sarrus.model.forces.user_motion import Read
from sarrus.model.options import NUMBERS, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading

FIT = "at least two, and one behind the first that is not 0"


class CoefficientsField(Field):
    """The coefficients of a polynomial, that of the power 0 first."""

    text: str

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, self.text),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        try:
            found = np.array(raw, dtype=float)
        except (TypeError, ValueError):
            found = np.zeros(0)
        if found.ndim != 1 or not np.all(np.isfinite(found)) or not np.any(found[1:]):
            action = "write [0, 0.5, 0.2] for 0.5 q + 0.2 q^2, in rad and m"
            value = entry.literal(name, raw)
            entry.report("M25", name, f"must be numbers: {FIT}", value=value, action=action)
            return {}
        if np.max(np.abs(found)) > LARGEST:
            rule = f"goes beyond {LARGEST:g}, too large to compute with"
            entry.report("M24", name, rule, value=entry.literal(name, raw))
            return {}
        return {name: tuple(float(x) for x in np.trim_zeros(found, "b"))}

    def as_options(self, name: str, element: Any, drawing: Any) -> dict[str, Any]:
        return {name: list(getattr(element, name))}


@element(kw_only=True)
class PolynomialCoupler(Row):
    """A coordinate of a joint that follows another by a polynomial, exactly and without loss.

        q_driven = c_0 + c_1 q_driver + c_2 q_driver^2 + ...

    driven, driver: joints with one coordinate, that turn or slide; polynomial: c_0, c_1, ... in
    rad and m. Its `effort` acts on the driven coordinate, and times minus the slope of the
    polynomial on the driver. Straight ones are couplers (`couple`, `gear`), which are lighter.
    """

    name: str
    driven: str = field(JointField("the joint that follows"))
    driver: str = field(JointField("the joint that it follows"))
    polynomial: tuple[float, ...] = field(
        CoefficientsField(
            "coefficients of the powers 0, 1, ... of the driver's coordinate, in rad and m"
        )
    )

    is_row = True
    closes = True
    positional = ("driven", "driver", "polynomial")

    def check(self, reading: Reading) -> None:
        """Report joints that have not one coordinate, and one that follows itself."""
        entry, action = reading.entry, "name a joint that turns or slides"
        for key in ("driven", "driver"):
            name = getattr(self, key)
            of_type = reading.scope.joints[name].type
            if (of_type.nq, of_type.nv) != (1, 1):
                rule = f"is a {of_type.type_name} joint, which has not one coordinate"
                entry.report("M09", key, rule, value=f"'{name}'", action=action)
        if self.driven == self.driver:
            entry.report("M28", "driver", "is the same joint", value=f"'{self.driver}'")

    def in_part(self, part: Part) -> ForceElement:
        made: Any = super().in_part(part)
        ends = (self.driven, self.driver)
        driven, driver = (1.0 if part.coordinate_sign(name, 0) > 0.0 else -1.0 for name in ends)
        turned = tuple(driven * driver**k * c for k, c in enumerate(self.polynomial))
        return replace(made, polynomial=turned)

    def _value(self, q: Scalar) -> Scalar:
        total: Scalar = 0.0
        for c in reversed(self.polynomial):
            total = total * q + c
        return total

    def _slope(self, q: Scalar) -> Scalar:
        total: Scalar = 0.0
        for k in range(len(self.polynomial) - 1, 0, -1):
            total = total * q + k * self.polynomial[k]
        return total

    def loads(self, scene: Scene) -> Sequence[Load]:
        return ()

    def residual(self, scene: Scene) -> Scalar:
        """Return by how much the driven coordinate is ahead."""
        ahead = scene.coordinate(self.driven, 0)
        return ahead - self._value(scene.coordinate(self.driver, 0))

    @property
    def reads(self) -> tuple[Read, ...]:  # type: ignore[override]
        """What the row reads: where the driver is, and both rates."""
        return (
            ("coordinate", self.driver, 0),
            ("rate", self.driven, 0),
            ("rate", self.driver, 0),
        )

    def read_number(self, scene: Scene, read: Read) -> Scalar:
        kind, joint, k = read
        return scene.rate(joint, k) if kind == "rate" else scene.coordinate(joint, k)

    def row_value(self, values: Mapping[Read, Scalar]) -> Scalar:
        q = values["coordinate", self.driver, 0]
        rate = values["rate", self.driver, 0]
        return values["rate", self.driven, 0] - self._slope(q) * rate

    def point_place(self, name: str) -> tuple[str, tuple[float, float, float]]:
        return GROUND, (0.0, 0.0, 0.0)  # no points are read

    def coordinate_place(self, name: str) -> tuple[str, int]:
        return name, 0

    def rate_place(self, name: str) -> tuple[str, int]:
        return name, 0
