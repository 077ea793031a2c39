"""A number with its dimension."""

from __future__ import annotations

from sarrus.late_dataclass import dataclass
from sarrus.model.expressions.dimensions import IN_RADIANS
from sarrus.model.quantity import QuantityError
from sarrus.model.units import (
    Dimension,
    dimension_text,
    is_angular,
    of_rate,
    si_unit,
    without_cycles,
)
from sarrus.spatial.tracking import real


@dataclass(frozen=True)
class Value:
    """A number in SI units; its dimension is None for a bare number, which goes with every unit.

    `quantity` of the builder takes it as it is, and checks the dimension.
    """

    number: int | float
    dimension: Dimension | None = None

    def si(self, unit: str) -> float:
        """Return the number in a unit; raises `QuantityError` (M05) for another dimension."""
        if self.dimension is None:
            return real(self.number)
        factor, wanted = si_unit(unit)
        found = without_cycles(self.dimension)
        if found != self.dimension and found == wanted and is_angular(unit):
            reason = f"is a frequency in Hz or 1/min, which counts turns; {unit} counts radians"
            raise QuantityError(reason, "M05", IN_RADIANS)
        if wanted != found:
            reason = (
                f"is {dimension_text(dict(self.dimension))}, not {dimension_text(dict(wanted))}"
            )
            raise QuantityError(reason, "M05", f"give it in {unit}" + of_rate(found, wanted))
        return real(self.number) if factor == 1.0 else real(self.number) / factor

    def to(self, unit: str) -> Value:
        """Return the number in a unit, as a bare one."""
        return Value(self.si(unit))

    @property
    def magnitude(self) -> float:
        """The number alone."""
        return real(self.number)

    def __float__(self) -> float:
        return float(self.number)
